//! The properties that a schema does not name: `additionalProperties` and `unevaluatedProperties`.
//!
//! They look at different things. `additionalProperties` is about all names except the names that the same schema has
//! in `properties` and `patternProperties`. `unevaluatedProperties` also knows the names of what is merged with it:
//! `allOf`, `$ref` and choices.

use super::references::{Files, NodeRef, SchemaPart};
use super::schema::{Additional, AdditionalRule, Schema};
use crate::hash::HashSet;

/// Keywords of schemas that may allow further properties, depending on the value.
const CONDITIONS: [&str; 4] = ["anyOf", "if", "dependentSchemas", "dependencies"];

impl<'a> Files<'a> {
    /// What all schemas together say about the properties that none of them declares.
    pub(super) fn additional(&self, schema: &Schema<'a>) -> Option<Additional<'a>> {
        let mut found: Option<Additional<'a>> = None;
        for rule in &schema.additional_rules {
            if !schema.patterns.is_empty() && !matches!(rule.says, Additional::Any) {
                let what = match rule.is_unevaluated {
                    true => "`unevaluatedProperties` beside `patternProperties`",
                    false => "`additionalProperties` beside `patternProperties`",
                };
                self.ignore(what, rule.span);
            }
            let says = match self.says(rule, schema) {
                None => continue,
                Some(says) => says,
            };
            found = Some(match (found, says) {
                (Some(Additional::Forbidden), _) | (_, Additional::Forbidden) => {
                    Additional::Forbidden
                }
                (Some(Additional::Of(mut all)), Additional::Of(more)) => {
                    all.extend(more);
                    Additional::Of(all)
                }
                (Some(Additional::Of(all)), Additional::Any) => Additional::Of(all),
                (Some(Additional::Any) | None, says) => says,
            });
        }
        found
    }

    /// What one schema says about the properties that none declares; `None` if it says nothing about these.
    fn says(&self, rule: &AdditionalRule<'a>, schema: &Schema<'a>) -> Option<Additional<'a>> {
        if matches!(rule.says, Additional::Any) {
            return Some(Additional::Any);
        }
        let mut merged = Schema::default();
        if rule.is_unevaluated {
            self.absorb(&[rule.at.as_part(SchemaPart::Whole)], &mut merged);
            let is_other = |other: &&AdditionalRule<'a>| {
                other.at.id() != rule.at.id() || other.is_unevaluated != rule.is_unevaluated
            };
            // What is merged with it may be a member of its choices.
            let of_members = match merged.choices.is_empty() {
                true => &[][..],
                false => &schema.additional_rules,
            };
            let mut inner = merged
                .additional_rules
                .iter()
                .chain(of_members)
                .filter(is_other);
            // All further properties are evaluated by these.
            if inner.any(|other| !matches!(other.says, Additional::Forbidden)) {
                return None;
            }
            if self.has_conditions(rule.at) {
                self.ignore("`unevaluatedProperties` beside conditions", rule.span);
                return Some(Additional::Any);
            }
        }
        let own = rule
            .at
            .node
            .entries_at("properties")
            .iter()
            .map(|(name, _)| name.value.as_str());
        let inner = merged
            .properties
            .iter()
            .map(|property| property.name.value.as_str());
        let known: HashSet<&str> = own.chain(inner).collect();
        let mut all = schema
            .properties
            .iter()
            .filter(|_| merged.choices.is_empty());
        if all.any(|property| !known.contains(property.name.value.as_str())) {
            let what = match rule.is_unevaluated {
                true => "what `unevaluatedProperties` says about properties of other schemas",
                false => "what `additionalProperties` says about properties of other schemas",
            };
            self.ignore(what, rule.span);
        }
        Some(rule.says.clone())
    }

    /// Notes that `type` and `enum` disagree on null.
    pub(super) fn note_null(&self, schema: &Schema<'a>) {
        let (Some(values), Some((by_type, span))) = (&schema.values, schema.null_by_type) else {
            return;
        };
        let by_values = values.iter().any(|value| value.is_null());
        if by_values != by_type && !schema.is_extensible {
            self.ignore(
                "whether null is a value, on which `type` and `enum` disagree,",
                span,
            );
        }
    }

    /// Whether a schema, or what is merged with it, has keywords that may allow further properties.
    fn has_conditions(&self, at: NodeRef<'a>) -> bool {
        let mut known: HashSet<usize> = HashSet::default();
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            if !known.insert(at.id()) {
                continue;
            }
            for (key, value) in at.node.entries() {
                match key.value.as_str() {
                    "$ref" => waiting.extend(self.target(at.file, value)),
                    "allOf" | "oneOf" => {
                        waiting.extend(at.with(value).items());
                    }
                    key if CONDITIONS.contains(&key) => return true,
                    _ => {}
                }
            }
        }
        false
    }
}
