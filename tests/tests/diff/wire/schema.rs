//! Schemas of exported documents: which values they allow, and which of them a generated client can read.

use fastrand::Rng;
use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// A schema with all schemas that it refers to.
#[derive(Clone, PartialEq)]
pub(super) struct Schema {
    root: Value,
    components: Map<String, Value>,
}

/// How deeply values of values are sampled.
const DEEPEST: usize = 12;

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
        let components = self.components.iter();
        let components = components.map(|(name, schema)| (name.clone(), readable(schema)));
        Self {
            root: readable(&self.root),
            components: components.collect(),
        }
    }

    /// Whether random text rarely fits: if it must match patterns, or if it is a number whose length is limited.
    pub(super) fn is_hard_to_meet(&self, is_text: bool) -> bool {
        let parts = self.components.values().chain([&self.root]);
        parts
            .map(Value::to_string)
            .any(|part| part.contains("\"pattern\":") || (is_text && part.contains("Length\":")))
    }

    pub(super) fn validator(&self) -> Validator {
        let whole = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": [self.root],
            "components": { "schemas": self.components },
        });
        let options = jsonschema::options().should_validate_formats(true);
        options.build(&whole).unwrap()
    }

    /// Some of the values that it allows, the least and the greatest among them.
    pub(super) fn samples(&self, rng: &mut Rng, count: usize) -> Vec<Value> {
        let validator = self.validator();
        let values = (0..count).map(|_| self.sample(&self.root, rng, 0));
        let mut values: Vec<Value> = values.filter(|value| validator.is_valid(value)).collect();
        values.dedup();
        values
    }

    fn target<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match name(schema) {
            Some(name) => self.target(&self.components[name]),
            None => schema,
        }
    }

    fn sample(&self, schema: &Value, rng: &mut Rng, depth: usize) -> Value {
        let schema = self.target(schema);
        let schema = match schema {
            Value::Object(schema) if depth <= DEEPEST => schema,
            // Values of types that contain themselves end somewhere. What does not fit is left out.
            Value::Object(_) => return Value::Null,
            _ => return any(rng),
        };
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return pick(rng, values);
        }
        let mut parts = Vec::new();
        for key in ["oneOf", "anyOf"] {
            if let Some(choices) = schema.get(key).and_then(Value::as_array) {
                parts.push(self.sample(&pick(rng, choices), rng, depth + 1));
            }
        }
        for part in schema
            .get("allOf")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            parts.push(self.sample(part, rng, depth + 1));
        }
        if schema.contains_key("type") || parts.is_empty() {
            parts.push(self.of_type(schema, rng, depth));
        }
        let whole = parts.into_iter().reduce(|one, other| match (one, other) {
            (Value::Object(mut one), Value::Object(other)) => {
                one.extend(other);
                Value::Object(one)
            }
            (_, other) => other,
        });
        whole.unwrap_or_default()
    }

    fn of_type(&self, schema: &Map<String, Value>, rng: &mut Rng, depth: usize) -> Value {
        let types: Vec<&str> = match schema.get("type") {
            Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(ty)) => vec![ty],
            _ => return any(rng),
        };
        let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
        let size = |key: &str| schema.get(key).and_then(Value::as_u64);
        match *types.get(rng.usize(..types.len())).unwrap_or(&"null") {
            "null" => Value::Null,
            "boolean" => json!(rng.bool()),
            "integer" => integer(schema, rng),
            "number" => {
                let (least, most) = (bound("minimum"), bound("maximum"));
                let step = bound("multipleOf").unwrap_or(0.25);
                let value = match rng.u8(..4) {
                    0 => least.or(bound("exclusiveMinimum").map(|min| min + step)),
                    1 => most.or(bound("exclusiveMaximum").map(|max| max - step)),
                    _ => None,
                };
                json!(value.unwrap_or_else(|| f64::from(rng.i32(-20..200)) * step))
            }
            "string" => text(schema, size("minLength"), size("maxLength"), rng),
            "array" => {
                let fixed = schema.get("prefixItems").and_then(Value::as_array);
                if let Some(fixed) = fixed {
                    let items = fixed.iter().map(|item| self.sample(item, rng, depth + 1));
                    return items.collect();
                }
                let least = size("minItems").unwrap_or(0);
                let most = size("maxItems").unwrap_or(least + 3).min(least + 40);
                let count = match (depth > 4, rng.u8(..3)) {
                    (true, _) | (_, 0) => least,
                    (_, 1) => most,
                    _ => rng.u64(least..=most.max(least)),
                };
                let item = schema.get("items").unwrap_or(&Value::Bool(true));
                (0..count)
                    .map(|_| self.sample(item, rng, depth + 1))
                    .collect()
            }
            "object" => self.object(schema, rng, depth),
            _ => any(rng),
        }
    }

    fn object(&self, schema: &Map<String, Value>, rng: &mut Rng, depth: usize) -> Value {
        let required = schema.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|all| all.iter().any(|one| one == name));
        let mut object = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            if is_required(name) || (depth < 4 && rng.bool()) {
                object.insert(name.clone(), self.sample(property, rng, depth + 1));
            }
        }
        let others = schema
            .get("additionalProperties")
            .filter(|others| !others.is_boolean());
        let least = schema
            .get("minProperties")
            .and_then(Value::as_u64)
            .unwrap_or(0);
        let most = schema
            .get("maxProperties")
            .and_then(Value::as_u64)
            .unwrap_or(least + 2);
        let wanted = if rng.bool() {
            least
        } else {
            most.min(least + 20)
        };
        if others.is_some() || least > 0 {
            for index in (object.len() as u64)..wanted {
                let value = others.map_or(json!(1), |others| self.sample(others, rng, depth + 1));
                object.insert(format!("other_{index}"), value);
            }
        }
        Value::Object(object)
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

fn pick(rng: &mut Rng, values: &[Value]) -> Value {
    values[rng.usize(..values.len())].clone()
}

fn any(rng: &mut Rng) -> Value {
    let all = [
        json!(null),
        json!(true),
        json!(7),
        json!(0.5),
        json!("x"),
        json!([1]),
        json!({ "x": 1 }),
    ];
    pick(rng, &all)
}

fn integer(schema: &Map<String, Value>, rng: &mut Rng) -> Value {
    let bound = |key: &str| schema.get(key).and_then(Value::as_i64);
    let least = bound("minimum").or(bound("exclusiveMinimum").map(|min| min + 1));
    let most = bound("maximum").or(bound("exclusiveMaximum").map(|max| max - 1));
    let step = bound("multipleOf").unwrap_or(1).max(1);
    let known = schema.get("x-extensible-enum").and_then(Value::as_array);
    match (rng.u8(..5), least, most, known) {
        (0 | 1, .., Some(known)) => pick(rng, known),
        (0, Some(least), ..) => json!(least.next_multiple_of_or(step)),
        (1, _, Some(most), _) => json!(most - most.rem_euclid(step)),
        (0, None, ..) => json!(i64::MIN - i64::MIN % step),
        (1, _, None, _) => json!(i64::MAX - i64::MAX % step),
        _ => {
            let from = least.unwrap_or(-20);
            let to = most
                .unwrap_or(from.saturating_add(300))
                .min(from.saturating_add(1000));
            json!(rng.i64(from..=to.max(from)) / step * step)
        }
    }
}

trait NextMultiple {
    fn next_multiple_of_or(self, step: i64) -> i64;
}

impl NextMultiple for i64 {
    /// The least multiple that is not less.
    fn next_multiple_of_or(self, step: i64) -> i64 {
        self + (step - self.rem_euclid(step)) % step
    }
}

fn text(
    schema: &Map<String, Value>,
    least: Option<u64>,
    most: Option<u64>,
    rng: &mut Rng,
) -> Value {
    let known = schema.get("x-extensible-enum").and_then(Value::as_array);
    if let (Some(known), true) = (known, rng.bool()) {
        return pick(rng, known);
    }
    let of_format = match schema.get("format").and_then(Value::as_str) {
        Some("uuid") => &["7c9e6679-7425-40de-944b-e07fc1f90ae7"][..],
        Some("date-time") => &["2026-01-31T12:00:00Z", "1999-12-31T23:59:59.5+01:00"],
        Some("date") => &["2026-01-31"],
        Some("time") => &["12:00:00Z", "12:00:00"],
        Some("duration") => &["P1D", "PT5M"],
        Some("uri") => &["https://example.org/x"],
        Some("email") => &["a@example.org"],
        Some("ipv4") => &["192.0.2.1"],
        Some("ipv6") => &["2001:db8::1"],
        Some("decimal") => &["1", "-12.50"],
        _ => &[],
    };
    if !of_format.is_empty() {
        return json!(of_format[rng.usize(..of_format.len())]);
    }
    if schema.contains_key("contentEncoding") {
        return json!("aGVsbG8=");
    }
    let usual = if rng.u8(..20) == 0 { 5000 } else { 12 };
    let (least, most) = (least.unwrap_or(0), most.unwrap_or(usual).min(5000));
    let length = match rng.u8(..3) {
        0 => least,
        1 => most,
        _ => rng.u64(least..=most.max(least)),
    };
    let letters: &[char] = match rng.u8(..4) {
        0 => &['a', 'b', 'z'],
        1 => &['A', 'Q'],
        2 => &['0', '7'],
        _ => &['a', 'B', '1', '-', ' ', 'é', '_'],
    };
    let text: String = (0..length)
        .map(|_| letters[rng.usize(..letters.len())])
        .collect();
    json!(text)
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

fn readable(schema: &Value) -> Value {
    let Value::Object(schema) = schema else {
        return match schema {
            Value::Array(items) => items.iter().map(readable).collect(),
            other => other.clone(),
        };
    };
    let is_tuple = schema.contains_key("prefixItems");
    let is_decimal = schema
        .get("format")
        .is_some_and(|format| format == "decimal");
    let is_open = schema.get("x-specsmith-open").is_some();
    let mut read = Map::new();
    for (key, value) in schema {
        let is_unchecked = UNCHECKED.contains(&key.as_str()) && !is_tuple && !is_decimal;
        let is_implied = schema.contains_key("x-implied");
        match key.as_str() {
            _ if is_unchecked => {}
            "additionalProperties" if value == false && !is_implied => {}
            "enum" if is_open => {}
            // What a variant may not be, and names and values that only look like schemas.
            "not" | "propertyNames" | "required" | "enum" | "const" | "default"
            | "discriminator" => {
                read.insert(key.clone(), value.clone());
            }
            "properties" => {
                let properties = value.as_object().into_iter().flatten();
                let properties = properties.map(|(name, schema)| (name.clone(), readable(schema)));
                read.insert(key.clone(), Value::Object(properties.collect()));
            }
            // Without limits, more than one variant may fit.
            "oneOf" => drop(read.insert("anyOf".to_owned(), readable(value))),
            _ => drop(read.insert(key.clone(), readable(value))),
        }
    }
    if let Some((least, most)) = schema.get("format").and_then(Value::as_str).and_then(range) {
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
