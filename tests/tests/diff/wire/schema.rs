//! Schemas of exported documents: which values they allow, and which of them a generated client can read.

use std::net::IpAddr;

use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// A schema with all schemas that it refers to.
#[derive(Clone, PartialEq)]
pub(super) struct Schema {
    root: Value,
    components: Map<String, Value>,
}

const PREFIX: &str = "#/components/schemas/";

impl Schema {
    /// A schema in an exported document.
    pub(super) fn new(root: &Value, document: &Value) -> Self {
        let mut schema = Self {
            root: root.clone(),
            components: Map::new(),
        };
        let mut left = references(root);
        while let Some(name) = left.pop() {
            let target = &document["components"]["schemas"][&name];
            if schema.components.insert(name, target.clone()).is_none() {
                left.extend(references(target));
            }
        }
        schema
    }

    /// What a generated client can read: it checks no limits, ignores fields that it does not know, and keeps values that
    /// it does not know if the type is open in responses.
    pub(super) fn as_read_by_clients(&self) -> Self {
        self.as_read_by(Reader::Client)
    }

    /// What a generated receiver of webhooks can read: it checks everything, but keeps values that it does not know if the
    /// type is open in responses.
    pub(super) fn as_read_by_receivers(&self) -> Self {
        self.as_read_by(Reader::Receiver)
    }

    fn as_read_by(&self, reader: Reader) -> Self {
        let components = self.components.iter();
        let components = components.map(|(name, schema)| (name.clone(), readable(schema, reader)));
        Self {
            root: readable(&self.root, reader),
            components: components.collect(),
        }
    }

    pub(super) fn root(&self) -> &Value {
        &self.root
    }

    /// The schema, and those that it refers to.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Value> {
        [&self.root].into_iter().chain(self.components.values())
    }

    pub(super) fn validator(&self) -> Validator {
        let whole = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": [self.root],
            "components": { "schemas": self.components },
        });
        let options = jsonschema::options()
            .should_validate_formats(true)
            .with_format("ip", |text: &str| text.parse::<IpAddr>().is_ok());
        options.build(&whole).unwrap()
    }

    /// What a schema refers to, or else the schema itself.
    pub(super) fn target<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match name(schema) {
            Some(name) => self.target(&self.components[name]),
            None => schema,
        }
    }

    /// A value as it would be after being written as text: numbers, truth values and single items have no types there.
    pub(super) fn as_text(&self, value: &Value) -> Vec<Value> {
        let mut found = vec![value.clone()];
        self.add_texts(&self.root, value, &mut found, 0);
        found
    }

    fn add_texts(&self, schema: &Value, value: &Value, found: &mut Vec<Value>, depth: usize) {
        let schema = self.target(schema);
        for key in ["oneOf", "anyOf", "allOf"] {
            for choice in schema[key]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|_| depth < 4)
            {
                self.add_texts(choice, value, found, depth + 1);
            }
        }
        let parsed = value
            .as_str()
            .and_then(|text| serde_json::from_str::<Value>(text).ok());
        match value {
            Value::Array(items) => {
                let texts = |item: &Value| {
                    let mut texts = vec![item.clone()];
                    self.add_texts(&schema["items"], item, &mut texts, depth + 1);
                    texts
                };
                let all: Vec<Vec<Value>> = items.iter().map(texts).collect();
                let most = all.iter().map(Vec::len).max().unwrap_or(0);
                for index in 1..most.min(6) {
                    let items = all
                        .iter()
                        .map(|texts| texts.get(index).or(texts.last()).cloned());
                    found.push(items.map(Option::unwrap_or_default).collect());
                }
                if let [one] = items.as_slice() {
                    found.push(one.clone());
                }
            }
            Value::Object(fields) => {
                let mut changed = fields.clone();
                for (name, field) in &mut changed {
                    let Some(property) = schema["properties"].get(name) else {
                        continue;
                    };
                    let inner = Self {
                        root: property.clone(),
                        components: self.components.clone(),
                    };
                    let validator = inner.validator();
                    let texts = inner.as_text(field);
                    if let Some(valid) = texts.into_iter().find(|text| validator.is_valid(text)) {
                        *field = valid;
                    }
                }
                found.push(Value::Object(changed));
            }
            Value::Number(_) | Value::Bool(_) => found.push(json!(value.to_string())),
            Value::String(_) => found.extend(parsed),
            Value::Null => {}
        }
        if depth == 0 && !value.is_array() {
            let single = found.iter().map(|one| json!([one]));
            let single: Vec<Value> = single.collect();
            found.extend(single);
        }
    }
}

fn name(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix(PREFIX)
}

fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(map) => {
            let inner = map.values().flat_map(references);
            inner.chain(name(schema).map(str::to_owned)).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

/// Rules that clients do not check.
const UNCHECKED: [&str; 13] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
];

/// Who reads what an API sends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    /// A client, which reads responses.
    Client,
    /// A receiver of webhooks, which is a server.
    Receiver,
}

fn readable(schema: &Value, reader: Reader) -> Value {
    let Value::Object(schema) = schema else {
        return match schema {
            Value::Array(items) => items.iter().map(|item| readable(item, reader)).collect(),
            other => other.clone(),
        };
    };
    let is_client = reader == Reader::Client;
    let is_tuple = schema.contains_key("prefixItems");
    // Their patterns say what the text of numbers and of bytes is.
    let is_decimal = schema
        .get("format")
        .is_some_and(|format| format == "decimal");
    let is_encoded = is_decimal || schema.contains_key("contentEncoding");
    let is_open = schema.get("x-specsmith-open").is_some();
    let mut read = Map::new();
    for (key, value) in schema {
        let is_unchecked =
            is_client && UNCHECKED.contains(&key.as_str()) && !is_tuple && !is_encoded;
        let is_implied = schema.contains_key("x-implied");
        match key.as_str() {
            _ if is_unchecked => {}
            "additionalProperties" if is_client && value == false && !is_implied => {}
            "enum" if is_open => {}
            // What a variant may not be, and names and values that only look like schemas.
            "not" | "propertyNames" | "required" | "enum" | "const" | "default"
            | "discriminator" => {
                read.insert(key.clone(), value.clone());
            }
            "properties" => {
                let properties = value.as_object().into_iter().flatten();
                let properties =
                    properties.map(|(name, schema)| (name.clone(), readable(schema, reader)));
                read.insert(key.clone(), Value::Object(properties.collect()));
            }
            // Without limits, more than one variant may fit.
            "oneOf" if is_client || is_open => {
                drop(read.insert("anyOf".to_owned(), readable(value, reader)))
            }
            _ => drop(read.insert(key.clone(), readable(value, reader))),
        }
    }
    if is_client
        && let Some((least, most)) = schema.get("format").and_then(Value::as_str).and_then(range)
    {
        read.insert("minimum".to_owned(), json!(least));
        read.insert("maximum".to_owned(), json!(most));
    }
    if is_open && let Some(Value::Array(variants)) = read.get_mut("anyOf") {
        let discriminator = schema.get("discriminator").unwrap_or(&Value::Null);
        variants.push(match (discriminator["propertyName"].as_str(), &discriminator["mapping"]) {
            (Some(tag), Value::Object(mapping)) => {
                let known: Vec<&String> = mapping.keys().collect();
                json!({ "type": "object", "required": [tag], "properties": { tag: { "not": { "enum": known } } } })
            }
            _ => json!(true),
        });
    }
    Value::Object(read)
}

/// The range of an integer type.
fn range(format: &str) -> Option<(i64, i64)> {
    Some(match format {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint64" => (0, i64::MAX),
        _ => return None,
    })
}
