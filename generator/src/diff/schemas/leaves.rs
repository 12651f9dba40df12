//! What a schema says, wherever it says it: in its own keywords, in the members of `allOf`, or behind references.

use super::{ANYTHING, Schema};
use crate::api::Value;
use crate::openapi;

/// The types of values, in the words of schemas.
const TYPES: [&str; 7] = [
    "null", "boolean", "integer", "number", "string", "array", "object",
];

/// The keyword of a value that is not a schema, where a schema should be. What it allows is not known.
const NOT_A_SCHEMA: &str = "";

/// Keywords of one schema, all of which count.
pub(super) struct Leaf<'a> {
    pub(super) entries: Vec<(&'a str, &'a Value)>,
    /// The document.
    root: &'a Value,
}

impl<'a> Leaf<'a> {
    pub(super) fn field(&self, key: &str) -> Option<&'a Value> {
        let mut entries = self.entries.iter();
        let found = entries.find(|(name, _)| *name == key);
        found.map(|(_, value)| *value)
    }

    /// The schema that a keyword has.
    pub(super) fn schema(&self, key: &str) -> Option<Schema<'a>> {
        Some(self.with(self.field(key)?))
    }

    /// The schema of what other keywords do not name.
    pub(super) fn others(&self, key: &str) -> Schema<'a> {
        self.with(self.field(key).unwrap_or(ANYTHING))
    }

    /// The schemas that a keyword has.
    pub(super) fn schemas(&self, key: &str) -> Vec<Schema<'a>> {
        match self.field(key) {
            Some(Value::List(items)) => items.iter().map(|item| self.with(item)).collect(),
            Some(_) | None => Vec::new(),
        }
    }

    /// The schemas that a keyword has by names.
    pub(super) fn named(&self, key: &str) -> impl Iterator<Item = (&'a str, Schema<'a>)> {
        let named = self.field(key).map(entries).into_iter().flatten();
        named.map(|(name, value)| (name, self.with(value)))
    }

    pub(super) const fn with(&self, value: &'a Value) -> Schema<'a> {
        Schema {
            root: self.root,
            value,
        }
    }

    /// The types that values have; `None` if that is not known.
    pub(super) fn types(&self) -> Option<Vec<&'a str>> {
        let words = match self.field("type")? {
            Value::List(words) => words.as_slice(),
            word => std::slice::from_ref(word),
        };
        // Of what other words mean, nothing is known.
        let known = |word: &'a Value| word.as_text().filter(|word| TYPES.contains(word));
        let words: Vec<&str> = words.iter().map(known).collect::<Option<_>>()?;
        let null = self.field("nullable") == Some(ANYTHING);
        let null = null.then_some("null");
        Some(words.into_iter().chain(null).collect())
    }

    /// The values that are listed.
    pub(super) fn listed(&self) -> Option<&'a [Value]> {
        match (self.field("const"), self.field("enum")) {
            (Some(only), _) => Some(std::slice::from_ref(only)),
            (None, Some(Value::List(values))) => Some(values),
            (None, Some(_) | None) => None,
        }
    }

    /// Whether no value is of a type that a keyword is about.
    pub(super) fn excludes(&self, key: &str) -> bool {
        let of_values = || {
            let values = self.listed()?;
            Some(values.iter().map(type_of).collect())
        };
        let types = self.types().or_else(of_values);
        types.is_some_and(|types| openapi::is_about_none(key, &types))
    }
}

/// What several schemas say together; `None` if one of them allows nothing.
pub(super) fn leaves_of<'a>(schemas: &[Schema<'a>]) -> Option<Vec<Leaf<'a>>> {
    let mut leaves = Leaves::default();
    for schema in schemas {
        leaves.add(*schema)?;
    }
    Some(leaves.found)
}

/// Leaves that are being collected.
#[derive(Default)]
struct Leaves<'a> {
    found: Vec<Leaf<'a>>,
    /// The targets of references.
    targets: Vec<*const Value>,
}

impl<'a> Leaves<'a> {
    /// Adds what a schema says; `None` if it allows nothing.
    fn add(&mut self, schema: Schema<'a>) -> Option<()> {
        if constant(schema.value) == Some(false) {
            return None;
        }
        let mut own = Vec::new();
        if !matches!(schema.value, Value::Bool(_) | Value::Object(_)) {
            own.push((NOT_A_SCHEMA, schema.value));
        }
        for (key, value) in entries(schema.value) {
            match (key, value) {
                ("$defs", _) => {}
                ("$ref", _) if let Some(target) = definition(schema.root, value) => {
                    let address = std::ptr::from_ref(target);
                    if !self.targets.contains(&address) {
                        self.targets.push(address);
                        self.add(schema.with(target))?;
                    }
                }
                ("allOf", Value::List(members)) => {
                    for member in members {
                        self.add(schema.with(member))?;
                    }
                }
                ("anyOf" | "oneOf", Value::List(members)) if let [only] = members.as_slice() => {
                    self.add(schema.with(only))?;
                }
                ("not", excluded) if let Some(is_all) = constant(excluded) => {
                    if is_all {
                        return None;
                    }
                }
                (key, value) => own.push((key, value)),
            }
        }
        if !own.is_empty() {
            self.found.push(Leaf {
                entries: own,
                root: schema.root,
            });
        }
        Some(())
    }
}

/// Whether a schema allows everything or nothing, if it says nothing else.
fn constant(schema: &Value) -> Option<bool> {
    match schema {
        Value::Bool(allows) => Some(*allows),
        Value::Object(entries) => match entries.as_slice() {
            [] => Some(true),
            [(key, excluded)] if key == "not" => constant(excluded).map(|allows| !allows),
            _ => None,
        },
        Value::Null | Value::Integer(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
            None
        }
    }
}

/// The entries of an object.
pub(super) fn entries(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let entries = match schema {
        Value::Object(entries) => entries.as_slice(),
        Value::Null
        | Value::Bool(_)
        | Value::Integer(_)
        | Value::Number(_)
        | Value::Text(_)
        | Value::List(_) => &[],
    };
    entries.iter().map(|(key, value)| (key.as_str(), value))
}

/// The type of a value, in the words of schemas.
pub(super) const fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Integer(_) => "integer",
        Value::Number(_) => "number",
        Value::Text(_) => "string",
        Value::List(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The target of a reference.
fn definition<'a>(root: &'a Value, reference: &Value) -> Option<&'a Value> {
    let name = reference.as_text()?.strip_prefix("#/$defs/")?;
    root.field("$defs")?.field(name)
}
