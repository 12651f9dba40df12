//! Merges what a schema says with everything that `$ref` and `allOf` add to it.

use super::keywords::{Keyword, OTHER_TYPE};
use super::kinds::{Kinds, kinds_of};
use super::references::{Files, Key, NodeRef, SchemaPart};
use super::schema::{Schema, is_null};
use super::validation_schemas::allows_all;
use super::vocabulary::{is_beyond_types, is_note, kinds};
use crate::diagnostic::Lost;
use crate::hash::HashSet;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

/// In how many choices, one in another, null is looked for.
const MOST_CHOICES: usize = 200;

/// What a schema refers to that says nothing itself.
pub(super) struct Reference<'a> {
    pub(super) target: NodeRef<'a>,
    pub(super) text: &'a str,
    pub(super) nullable: bool,
}

/// The kind of a reference from one schema to another.
enum Target<'a> {
    Text(&'a str),
    Member(&'a Node),
}

impl<'a> Files<'a> {
    /// The type that a schema refers to, if it is a `$ref` with notes beside it, or an `allOf` of one.
    pub(super) fn reference(&self, parts: &[NodeRef<'a>]) -> Option<Reference<'a>> {
        let [at] = parts else { return None };
        let mut at = *at;
        let mut nullable = false;
        let mut types: Vec<(Kinds, Span)> = Vec::new();
        for _ in 0..8 {
            if at.part != SchemaPart::Whole {
                return None;
            }
            let mut found = None;
            let mut kinds = Kinds::default();
            for (key, value) in at.node.entries() {
                match key.value.as_str() {
                    "$ref" if found.is_none() => found = Some(Target::Text(value.as_text()?)),
                    "allOf" if found.is_none() => {
                        let is_nullable = |member: &Node| {
                            let said = member.get("nullable").or(member.get("x-nullable"));
                            said.is_some_and(Node::is_true)
                        };
                        nullable |= value.items().iter().any(is_nullable);
                        found = Some(Target::Member(only_member(value)?));
                    }
                    "nullable" | "x-nullable" => nullable |= value.is_true(),
                    "type" => {
                        kinds = kinds_of(value, &mut nullable);
                        types.push((kinds, value.span));
                    }
                    key if is_note(key) => {}
                    // Only parameters of paths have it beside a reference, because no segment is empty.
                    "minLength" if self.is_exported() => {}
                    _ => return None,
                }
            }
            match found? {
                Target::Text(text) => {
                    let target = self.resolve(at.file, text)?;
                    types.retain(|(kinds, _)| !kinds.is_empty());
                    if !types.is_empty() {
                        let schema = self.schema(&[target]);
                        let of_target = schema.kinds;
                        // A different type beside a reference narrows it, unless no value has both.
                        if !kinds.is_empty() && kinds != of_target && !of_target.excludes(kinds) {
                            return None;
                        }
                        self.note_types_beside(&types, &schema);
                    }
                    return Some(Reference {
                        target,
                        text,
                        nullable,
                    });
                }
                Target::Member(member) => at = at.with(member),
            }
        }
        None
    }

    /// Notes the types beside a reference that not all values of its target have: only the reference counts.
    fn note_types_beside(&self, types: &[(Kinds, Span)], target: &Schema<'a>) {
        let kinds = match target.choices.as_slice() {
            [choices] if target.kinds.is_empty() => {
                let members = choices.members.iter();
                let mut kinds = members.map(|member| self.schema(&[*member]).kinds);
                let all = kinds.try_fold(Kinds::NONE, |all, kinds| {
                    (!kinds.is_empty()).then(|| all.with(kinds))
                });
                all.unwrap_or_default()
            }
            _ => target.kinds,
        };
        for (own, span) in types {
            if kinds.excludes(*own) {
                self.ignore(OTHER_TYPE, *span);
            } else if !kinds.is_empty() && kinds.narrowed(*own) != kinds {
                self.lose("a type that narrows a reference", Lost::Rule, *span);
            }
        }
    }

    /// Everything that a schema says.
    pub(super) fn schema(&self, parts: &[NodeRef<'a>]) -> Schema<'a> {
        let mut schema = Schema::default();
        let merged = self.absorb(parts, &mut schema);
        // A choice says nothing if one of its members is merged anyway: "B, and one of B and C" is B.
        schema.choices.retain(|choices| {
            let is_merged = |member: &NodeRef<'a>| {
                let target = self.named_schema(*member).id();
                merged.iter().any(|((id, _), _)| *id == target)
            };
            !choices.members.iter().any(is_merged)
        });
        if schema.kinds.is_empty() && schema.only_null.is_none() {
            schema.kinds = implied_kinds(&schema);
        }
        schema.additional = self.additional(&schema);
        self.note_null(&schema);
        schema
    }

    /// What a schema refers to, following references to references, as far as these have nothing but notes beside them;
    /// the schema itself if there is nothing.
    pub(super) fn named_schema(&self, at: NodeRef<'a>) -> NodeRef<'a> {
        let mut at = at;
        // A longer chain is a cycle.
        for _ in 0..32 {
            let entries = at.node.entries();
            let is_plain = entries
                .iter()
                .all(|(key, _)| key.value == "$ref" || is_note(&key.value));
            let target = at.node.get("$ref").filter(|_| is_plain);
            match target.and_then(|reference| self.target(at.file, reference)) {
                Some(target) => at = target.as_part(at.part),
                None => return at,
            }
        }
        at
    }

    /// Whether a schema has all that another one says, by `$ref` or `allOf`.
    pub(super) fn extends(&self, at: NodeRef<'a>, base: NodeRef<'a>) -> bool {
        let merged = self.absorb(&[at], &mut Schema::default());
        merged.iter().any(|((id, _), _)| *id == base.id())
    }

    /// Whether a schema accepts null, in any dialect, or a member of its choices does.
    pub(super) fn is_nullable(&self, at: NodeRef<'a>) -> bool {
        if let Some(known) = self.nullable.borrow().get(&at.key()) {
            return *known;
        }
        // A choice may be a member of itself.
        let mut seen = HashSet::default();
        let mut waiting = vec![at];
        let mut is_nullable = false;
        while let Some(at) = waiting
            .pop()
            .filter(|_| !is_nullable && seen.len() < MOST_CHOICES)
        {
            if !seen.insert(at.key()) {
                continue;
            }
            if let Some(known) = self.nullable.borrow().get(&at.key()) {
                is_nullable = *known;
                continue;
            }
            let schema = self.schema(&[at]);
            let mut members = schema.choices.iter().flat_map(|choice| &choice.members);
            is_nullable = schema.nullable || members.any(|member| is_null(*member));
            // A type beside a choice may exclude null.
            if schema.null_by_types != Some(false) {
                waiting.extend(schema.choices.iter().flat_map(|choice| &choice.members));
            }
        }
        self.nullable.borrow_mut().insert(at.key(), is_nullable);
        is_nullable
    }

    /// Adds what schemas say, each of them once, and returns which they are. What they refer to comes first, so that
    /// they can narrow it.
    pub(super) fn absorb(
        &self,
        parts: &[NodeRef<'a>],
        schema: &mut Schema<'a>,
    ) -> Vec<(Key, bool)> {
        let mut seen = Visited::default();
        let mut beyond_types = Vec::new();
        let whole = parts.iter().rev();
        let mut waiting: Vec<Visit<'a>> = whole.map(|at| Visit::Open(*at, false)).collect();
        while let Some(step) = waiting.pop() {
            let (at, is_base) = match step {
                Visit::Open(at, is_base) => (at, is_base),
                Visit::Keywords(at, is_base) => {
                    beyond_types.extend(self.own_keywords(at, is_base, schema));
                    continue;
                }
            };
            if !seen.insert((at.key(), is_base)) {
                continue;
            }
            waiting.push(Visit::Keywords(at, is_base));
            let first = waiting.len();
            for (key, value) in at.node.entries() {
                match key.value.as_str() {
                    "$ref" => {
                        let target = self
                            .target(at.file, value)
                            .map(|target| target.as_part(at.part));
                        waiting.extend(target.map(|target| Visit::Open(target, is_base)));
                    }
                    "allOf" => {
                        let members = at.with(value).items().map(|member| {
                            let is_base = is_base || member.get("$ref").is_some();
                            Visit::Open(member.as_part(at.part), is_base)
                        });
                        waiting.extend(members);
                    }
                    _ => {}
                }
            }
            if let Some(added) = waiting.get_mut(first..) {
                added.reverse();
            }
        }
        self.note_beyond_types(&beyond_types, schema);
        seen.all
    }

    /// Adds what the keywords of one schema say. Returns those that no type expresses, unless they allow everything.
    fn own_keywords(
        &self,
        at: NodeRef<'a>,
        is_base: bool,
        schema: &mut Schema<'a>,
    ) -> Vec<&'a Spanned<String>> {
        if let NodeKind::Bool(false) = at.node.kind {
            schema.never.get_or_insert(at.node.span);
        }
        let mut beyond_types = Vec::new();
        for (key, value) in at.node.entries() {
            if is_beyond_types(key) && !allows_all(at.node, key, value) {
                beyond_types.push(key);
            }
            let is_exported = self.is_exported();
            let keyword = Keyword {
                is_exported,
                key,
                value,
                owner: at,
                is_base,
            };
            self.keyword(&keyword, schema);
        }
        beyond_types
    }

    /// Notes the keywords that no type expresses, unless they are about values of other types than a whole schema has.
    fn note_beyond_types(&self, keywords: &[&Spanned<String>], schema: &Schema<'a>) {
        let is_about_others = |key: &str| {
            let has_type = schema.type_span.is_some() && !schema.kinds.is_empty();
            has_type && kinds(key).excludes(schema.kinds)
        };
        for key in keywords.iter().filter(|key| !is_about_others(&key.value)) {
            let what = format!("`{}`", key.value);
            self.ignored.borrow_mut().add(what, key.span);
        }
    }
}

/// What is left to do to read a schema that is merged with others, and whether it is one that another one extends.
enum Visit<'a> {
    /// Read what it refers to, and then its keywords.
    Open(NodeRef<'a>, bool),
    Keywords(NodeRef<'a>, bool),
}

/// The schemas that have been read, in their order.
#[derive(Default)]
struct Visited {
    all: Vec<(Key, bool)>,
    /// The same, once they are so many that looking through all takes longer.
    known: HashSet<(Key, bool)>,
}

impl Visited {
    /// Adds one. Returns whether it is new.
    fn insert(&mut self, key: (Key, bool)) -> bool {
        const FEW: usize = 16;
        let is_known = match self.all.len() < FEW {
            true => self.all.contains(&key),
            false => {
                if self.known.is_empty() {
                    self.known.extend(&self.all);
                }
                !self.known.insert(key)
            }
        };
        if !is_known {
            self.all.push(key);
        }
        !is_known
    }
}

/// The member of `allOf` that is not a note.
fn only_member(all_of: &Node) -> Option<&Node> {
    let is_structural = |member: &&Node| {
        let mut keys = member.entries().iter();
        keys.any(|(key, _)| !is_note(&key.value))
    };
    let mut members = all_of.items().iter().filter(is_structural);
    let first = members.next()?;
    members.next().is_none().then_some(first)
}

/// The kinds of a schema without `type`, which its other keywords imply.
fn implied_kinds(schema: &Schema<'_>) -> Kinds {
    if let Some(values) = &schema.values {
        let kinds = values.iter().filter_map(|value| Kinds::of(value));
        kinds.fold(Kinds::default(), Kinds::with)
    } else if !schema.choices.is_empty() {
        Kinds::default()
    } else {
        let of_format = match schema.format {
            Some("int32" | "int64" | "integer" | "uint32" | "uint64") => Kinds::INTEGER,
            Some("float" | "double" | "number") => Kinds::NUMBER,
            Some(_) => Kinds::STRING,
            None => Kinds::default(),
        };
        match schema.implied {
            kinds if kinds.is_empty() => of_format,
            Kinds::NUMBER if of_format == Kinds::INTEGER => Kinds::INTEGER,
            kinds => kinds,
        }
    }
}
