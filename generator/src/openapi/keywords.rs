//! Reads the keywords of one schema.

use super::extensions;
use super::formats;
use super::kinds::{Kinds, has_all_types, kinds_of, unknown_types};
use super::limits::Absorbed;
use super::notes::description;
use super::references::{Files, NodeRef, SchemaPart};
use super::schema::{AdditionalRule, Schema, is_nullable};
use super::validation_schemas::value_of_all_names;
use super::vocabulary::{self, is_note};
use super::xml;
use crate::diagnostic::Lost;
use crate::extensions::{
    ADDED, ASSUMED, DEPRECATED_SINCE, IMPLIED, NEWTYPE, OBJECT, OPEN, OTHER, SETTINGS, STABILITY,
    SUNSET, VALUES,
};
use crate::hash::HashMap;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

/// What is lost if no value has both of two types.
pub(super) const OTHER_TYPE: &str = "one of two types that exclude each other";

impl<'a> Files<'a> {
    /// Adds what one keyword says.
    pub(super) fn keyword(&self, keyword: &Keyword<'a>, schema: &mut Schema<'a>) {
        let Keyword { key, value, .. } = *keyword;
        // The variants of a union imply it.
        if key.value == "not" && value.is_set(IMPLIED) {
            return;
        }
        let meaning = extensions::keyword(key);
        let is_read = self.read_values(keyword, schema)
            || self.read_structure(keyword, schema)
            || keyword.read_notes(schema);
        if !is_read {
            match schema.limits.absorb(meaning, value, keyword.owner.node) {
                Absorbed::Yes => {}
                Absorbed::NoLimit if is_note(key) => {}
                Absorbed::NoLimit => self.misspelled.borrow_mut().key(key, key.span),
                Absorbed::Unchecked(what) => self.ignore(what, value.span),
            }
        }
        let is_said = !is_note(meaning) && meaning != "required";
        if is_said && !(meaning == "type" && has_all_types(value)) {
            schema.says_something = true;
        }
        schema.implied = schema.implied.with(vocabulary::kinds(key));
    }

    /// Reads a keyword about the kinds and the values of a schema. Returns whether it is one.
    fn read_values(&self, keyword: &Keyword<'a>, schema: &mut Schema<'a>) -> bool {
        let Keyword { value, owner, .. } = *keyword;
        match keyword.key.value.as_str() {
            "type" => self.read_type(schema, value, owner.node),
            "nullable" | "x-nullable" => {
                schema.nullable |= value.is_true();
                schema.note_null(value.is_true(), value.span);
            }
            key @ ("format" | "contentEncoding") => {
                self.read_format(schema, key, value, owner.node)
            }
            "contentMediaType" => {
                schema.media = value.as_text().or(schema.media);
                // Any bytes are that.
                let is_any = value.as_text() == Some("application/octet-stream");
                if !is_any && may_be_string(owner.node) {
                    self.lose("the media type of a string", Lost::Part, value.span);
                }
            }
            "contentSchema" if may_be_string(owner.node) => {
                self.lose("the content of a string", Lost::Rule, value.span);
            }
            "contentSchema" => {}
            "$schema" if !is_usual_dialect(value) => {
                self.lose("the dialect of a schema", Lost::Part, value.span);
            }
            "$dynamicRef" | "$recursiveRef" => {
                self.lose("a dynamic reference", Lost::Rule, value.span);
            }
            "enum" => self.read_enum(schema, value),
            "const" => self.narrow_values(schema, vec![value], value.span),
            key if extensions::is_names_of_values(key) => {
                schema.value_names = value.items().iter().filter_map(Node::as_text).collect();
            }
            key if extensions::is_docs_of_values(key) => {
                schema.value_docs = value.items().iter().filter_map(Node::as_text).collect();
            }
            "x-ms-enum" => {
                schema.ms_enum = Some(value);
                if value.is_set("modelAsString") {
                    self.ignore_limits_of_others(owner);
                }
            }
            "x-extensible-enum" => {
                if schema.values.is_none() {
                    schema.values = Some(value.items().iter().collect());
                    schema.is_extensible = true;
                    self.ignore_limits_of_others(owner);
                }
            }
            _ => return false,
        }
        true
    }

    /// Reads a keyword about what is in objects and lists, and about choices. Returns whether it is one.
    fn read_structure(&self, keyword: &Keyword<'a>, schema: &mut Schema<'a>) -> bool {
        let Keyword { value, owner, .. } = *keyword;
        let at = owner.with(value);
        match keyword.key.value.as_str() {
            "properties" => {
                at.entries()
                    .for_each(|(name, property)| schema.add_property(name, property));
            }
            "required" => {
                let names = value
                    .items()
                    .iter()
                    .chain([value])
                    .filter_map(|name| Some((name.as_text()?, name.span)));
                schema.required.extend(names);
            }
            "additionalProperties" | "unevaluatedProperties"
                if value_of_all_names(owner.node).is_some() => {}
            "patternProperties" if let Some(all) = value_of_all_names(owner.node) => {
                let rule = AdditionalRule::new(false, all, owner);
                schema.additional_rules.push(rule);
            }
            key @ ("additionalProperties" | "unevaluatedProperties") => {
                let is_unevaluated = key == "unevaluatedProperties";
                let rule = AdditionalRule::new(is_unevaluated, value, owner);
                schema.additional_rules.push(rule);
            }
            "patternProperties" => schema.patterns.extend(at.entries()),
            "items" => match &value.kind {
                NodeKind::Bool(false) => schema.only_prefix = Some(value.span),
                NodeKind::List(_) => self.narrow_first_items(schema, at),
                _ => {
                    schema.items.get_or_insert_default().push(at);
                    if let Some(format) = value.get("collectionFormat") {
                        self.lose("how a list in a list is written", Lost::Part, format.span);
                    }
                    schema.xml = schema.xml.take().or_else(|| xml::read(owner.node));
                }
            },
            "prefixItems" => self.narrow_first_items(schema, at),
            key @ ("oneOf" | "anyOf") => {
                if owner.part != SchemaPart::WithoutChoices {
                    schema.is_open |= value.items().iter().any(|member| member.is_set(OTHER));
                    schema.add_choices(key == "oneOf", at);
                }
            }
            "discriminator" => {
                if owner.part == SchemaPart::Whole && !keyword.is_base {
                    self.misspelled.borrow_mut().discriminator(value);
                    schema.discriminator = Some(at);
                }
            }
            _ => return false,
        }
        true
    }

    /// Reads `type`, and narrows the types that are known.
    fn read_type(&self, schema: &mut Schema<'a>, value: &'a Node, owner: &Node) {
        if has_all_types(value) {
            return;
        }
        let mut has_null = false;
        let kinds = kinds_of(value, &mut has_null);
        if kinds.is_empty() && has_null {
            schema.only_null.get_or_insert(value.span);
        }
        if !kinds.is_empty() && schema.kinds.excludes(kinds) {
            self.ignore(OTHER_TYPE, value.span);
            // Either of them may be the mistake.
            if let Some(earlier) = schema.type_span {
                self.lose(OTHER_TYPE, Lost::Rule, earlier);
            }
        }
        schema.type_span = Some(value.span);
        schema.nullable |= has_null;
        schema.note_null(has_null, value.span);
        let has_null = has_null || is_nullable(owner);
        let of_types = schema.null_by_types.replace(has_null);
        if of_types.is_some_and(|is_null| is_null != has_null) {
            let what = "`null`, which only one of two types of the same value allows,";
            self.ignore(what, value.span);
        }
        schema.kinds = schema.kinds.narrowed(kinds);
        for (text, span) in unknown_types(value) {
            self.misspelled.borrow_mut().unknown_type(text, span);
        }
    }

    fn read_format(&self, schema: &mut Schema<'a>, key: &str, value: &Node, owner: &'a Node) {
        if key == "format" {
            self.misspelled.borrow_mut().format(value);
        }
        let text = value.as_text().unwrap_or_default();
        let kinds = owner.get("type").map(|kind| kinds_of(kind, &mut false));
        if key == "format" && !formats::is_known(text, kinds.unwrap_or_default()) {
            let what = format!("the format `{text}` is not checked");
            self.lose(what, Lost::Rule, value.span);
        }
        if key == "contentEncoding" && !text.eq_ignore_ascii_case("base64") {
            let what = format!("the encoding `{text}` of a string is left out");
            self.lose(what, Lost::Part, value.span);
        }
        if let Some(format) = formats::format(owner)
            && !schema.narrow_format(format)
        {
            self.ignore("one of two formats of the same value", value.span);
        }
    }

    /// Notes that nothing checks the values which an enumeration does not list.
    fn ignore_limits_of_others(&self, owner: NodeRef<'a>) {
        const LIMITS: [&str; 9] = [
            "format",
            "minLength",
            "maxLength",
            "pattern",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ];
        for limit in LIMITS.iter().filter_map(|key| owner.node.get(key)) {
            let what = "the format or limit of an enumeration that has other values";
            self.ignore(what, limit.span);
        }
    }

    fn read_enum(&self, schema: &mut Schema<'a>, value: &'a Node) {
        let values: Vec<&Node> = value.items().iter().collect();
        schema.nullable |= values.iter().any(|value| value.is_null());
        if values.is_empty() {
            self.ignore("an `enum` without values", value.span);
        } else {
            self.narrow_values(schema, values, value.span);
        }
    }

    /// Keeps the values that are in both of two lists. If both have no value in common, the later list replaces what it
    /// extends.
    fn narrow_values(&self, schema: &mut Schema<'a>, values: Vec<&'a Node>, span: Span) {
        let earlier = schema.values.take().filter(|_| !schema.is_extensible);
        schema.is_extensible = false;
        let both = earlier.map(|earlier| {
            let identified = values.iter().map(|value| (identity(value), *value));
            let later: HashMap<_, &Node> = identified.collect();
            let common = earlier.into_iter().filter_map(|value| {
                let same = *later.get(&identity(value))?;
                // `1` and `1.0` are the same number.
                let is_whole = matches!(same.kind, NodeKind::Integer(..));
                Some(if is_whole { same } else { value })
            });
            common.collect::<Vec<&Node>>()
        });
        if both.as_ref().is_some_and(Vec::is_empty) {
            self.ignore("one of two enumerations without a common value", span);
        }
        schema.values = Some(both.filter(|both| !both.is_empty()).unwrap_or(values));
    }

    /// Adds what the first items of a list are.
    fn narrow_first_items(&self, schema: &mut Schema<'a>, first: NodeRef<'a>) {
        let count = first.node.items().len();
        if !schema.prefix.is_empty() && schema.prefix.len() != count {
            // What follows the shorter one has more than one schema.
            self.ignore("one of two `prefixItems` of the same list", first.node.span);
        }
        schema
            .prefix
            .resize(schema.prefix.len().max(count), Vec::new());
        for (parts, item) in schema.prefix.iter_mut().zip(first.items()) {
            parts.push(item);
        }
    }
}

/// A keyword of a schema.
pub(super) struct Keyword<'a> {
    pub(super) key: &'a Spanned<String>,
    pub(super) value: &'a Node,
    /// The schema.
    pub(super) owner: NodeRef<'a>,
    /// Whether another schema extends the schema that has it.
    pub(super) is_base: bool,
    /// Whether the document was exported, see [`info::is_exported`].
    pub(super) is_exported: bool,
}

impl<'a> Keyword<'a> {
    /// Reads a keyword about the schema itself, and returns whether it is one. Titles, descriptions and the like of a
    /// base schema (`is_base`) do not apply to the schemas that extend it.
    fn read_notes(&self, schema: &mut Schema<'a>) -> bool {
        let value = self.value;
        match self.key.value.as_str() {
            "examples" if !self.is_base && self.is_exported => {
                schema.example = value.items().first();
            }
            // The word of OpenAPI 3.0.
            "example" if !self.is_base && self.is_exported => schema.example = Some(value),
            "x-ms-secret" | "x-secret" | "x-sensitive" => schema.secret |= value.is_true(),
            "x-personal" => schema.personal |= value.is_true(),
            ADDED | ASSUMED | DEPRECATED_SINCE | SETTINGS | STABILITY | SUNSET | "deprecated"
            | "description" | "title" | "xml"
                if self.is_base => {}
            "xml" => schema.xml = schema.xml.take().or_else(|| xml::read(self.owner.node)),
            "title" => schema.title = value.as_text().or(schema.title),
            "description" => {
                schema.description = description(self.owner.node).or(schema.description)
            }
            "deprecated" => {
                schema.deprecated |= value.is_true();
                schema.notes = Some(self.owner.node);
            }
            ADDED | ASSUMED | DEPRECATED_SINCE | SETTINGS | STABILITY | SUNSET => {
                schema.notes = Some(self.owner.node)
            }
            NEWTYPE if !self.is_base => schema.is_newtype |= value.is_true(),
            OBJECT if !self.is_base => schema.is_object |= value.is_true(),
            VALUES => schema.noted_values = Some(value),
            OPEN => schema.is_open_in_responses |= value.as_text() == Some("responses"),
            _ => return false,
        }
        true
    }
}

/// Whether a schema may have strings.
fn may_be_string(schema: &Node) -> bool {
    let kinds = schema.get("type").map(|kind| kinds_of(kind, &mut false));
    kinds.is_none_or(|kinds| !kinds.excludes(Kinds::STRING))
}

/// Whether schemas are read as this dialect of JSON Schema, or as one that hardly differs.
pub(super) fn is_usual_dialect(name: &Node) -> bool {
    let name = name.as_text().unwrap_or_default().trim_end_matches('#');
    name.contains("/draft/2020-12/") || name.contains("/oas/")
}

/// The same for values that are equal, in whatever way they are written.
fn identity(value: &Node) -> (Option<Kinds>, String) {
    let kind = Kinds::of(value).map(|kind| match kind {
        Kinds::INTEGER => Kinds::NUMBER,
        kind => kind,
    });
    let text = match &value.kind {
        NodeKind::Integer(value, _) => value.to_string(),
        NodeKind::Number(value, _) => value.to_string(),
        NodeKind::Map(entries) => {
            let mut fields: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{:?}:{:?}", key.value, identity(value)))
                .collect();
            fields.sort_unstable();
            fields.join(",")
        }
        NodeKind::List(items) => {
            let items = items.iter().map(|item| format!("{:?}", identity(item)));
            items.collect::<Vec<String>>().join(",")
        }
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Text(_) => {
            value.scalar_text().unwrap_or_default()
        }
    };
    (kind, text)
}
