//! Random values of a schema. The limits of another schema are values that are worth trying.

use fastrand::Rng;
use regex_syntax::hir::{Class, Hir, HirKind};
use serde_json::{Map, Value, json};

use super::schema::Schema;

/// How deeply values of values are sampled.
const DEEPEST: usize = 14;

/// How many values one value has, before those that it contains are as small as possible.
const MOST_VALUES: usize = 150;

/// The greatest number of items, and of characters.
const MOST_ITEMS: u64 = 100;
const MOST_CHARACTERS: u64 = 5000;

/// Some of the values that a schema allows, the least and the greatest among them.
pub(super) fn samples(of: &Schema, other: &Schema, rng: &mut Rng, count: usize) -> Vec<Value> {
    let validator = of.validator();
    let mut edges = Edges::default();
    for schema in [of, other] {
        schema.parts().for_each(|part| edges.add(part));
    }
    let mut sampler = Sampler {
        schema: of,
        edges,
        left: MOST_VALUES,
        rng,
    };
    let values = (0..count).map(|_| {
        // Small values are made and validated soonest.
        let is_small = sampler.rng.u8(..5) > 0;
        sampler.left = if is_small {
            MOST_VALUES / 10
        } else {
            MOST_VALUES
        };
        sampler.value(of.root(), 0)
    });
    let mut values: Vec<Value> = values.filter(|value| validator.is_valid(value)).collect();
    values.dedup();
    values
}

/// The limits of schemas.
#[derive(Default)]
struct Edges {
    sizes: Vec<u64>,
    numbers: Vec<i64>,
}

impl Edges {
    fn add(&mut self, schema: &Value) {
        match schema {
            Value::Array(items) => items.iter().for_each(|item| self.add(item)),
            Value::Object(map) => {
                for (key, value) in map {
                    let is_size = ["Length", "Items", "Properties"]
                        .iter()
                        .any(|of| key.ends_with(of));
                    if let (true, Some(size)) = (is_size, value.as_u64()) {
                        self.sizes.extend([size.saturating_sub(1), size, size + 1]);
                    }
                    let is_bound = key.ends_with("inimum") || key.ends_with("aximum");
                    if let (true, Some(bound)) = (is_bound, value.as_i64()) {
                        self.numbers.extend([
                            bound.saturating_sub(1),
                            bound,
                            bound.saturating_add(1),
                        ]);
                    }
                    self.add(value);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

struct Sampler<'a> {
    schema: &'a Schema,
    edges: Edges,
    /// How many values may still be made.
    left: usize,
    rng: &'a mut Rng,
}

impl Sampler<'_> {
    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        self.left = self.left.saturating_sub(1);
        let of = self.schema;
        let schema = match of.target(schema) {
            Value::Object(schema) if depth <= DEEPEST => schema,
            // Values of types that contain themselves end somewhere. What does not fit is left out.
            Value::Object(_) => return Value::Null,
            _ => return any(self.rng),
        };
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return pick(self.rng, values);
        }
        let mut parts = Vec::new();
        for key in ["oneOf", "anyOf"] {
            if let Some(choices) = schema.get(key).and_then(Value::as_array) {
                let choice = pick(self.rng, choices);
                parts.push(self.value(&choice, depth + 1));
            }
        }
        let all = schema.get("allOf").and_then(Value::as_array);
        for part in all.into_iter().flatten() {
            parts.push(self.value(part, depth + 1));
        }
        if schema.contains_key("type") || parts.is_empty() {
            parts.push(self.of_type(schema, depth));
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

    fn of_type(&mut self, schema: &Map<String, Value>, depth: usize) -> Value {
        let types: Vec<&str> = match schema.get("type") {
            Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(ty)) => vec![ty],
            _ => return any(self.rng),
        };
        match *types.get(self.rng.usize(..types.len())).unwrap_or(&"null") {
            "null" => Value::Null,
            "boolean" => json!(self.rng.bool()),
            "integer" => self.integer(schema),
            "number" => self.number(schema),
            "string" => self.text(schema),
            "array" => self.list(schema, depth),
            "object" => self.object(schema, depth),
            _ => any(self.rng),
        }
    }

    fn list(&mut self, schema: &Map<String, Value>, depth: usize) -> Value {
        if let Some(fixed) = schema.get("prefixItems").and_then(Value::as_array) {
            let items = fixed.iter().map(|item| self.value(item, depth + 1));
            return items.collect();
        }
        let count = match self.rng.bool() {
            true if depth > 4 && self.left > 0 => size(schema, "minItems").unwrap_or(0).max(1),
            _ => self.size(schema, ["minItems", "maxItems"], 3, MOST_ITEMS, depth),
        };
        let item = schema.get("items").unwrap_or(&Value::Bool(true));
        let items = (0..count).map(|_| self.value(item, depth + 1));
        items.collect()
    }

    /// A size within limits: the least, the greatest, one at the edge of other limits, or any.
    fn size(
        &mut self,
        schema: &Map<String, Value>,
        keys: [&str; 2],
        usual: u64,
        greatest: u64,
        depth: usize,
    ) -> u64 {
        let [least, most] = keys.map(|key| size(schema, key));
        let least = least.unwrap_or(0);
        let most = most.unwrap_or(least + usual).min(greatest).max(least);
        let is_open = size(schema, keys[1]).is_none();
        let allowed = |edge: &&u64| **edge >= least && (is_open || **edge <= most);
        let edges = self.edges.sizes.iter();
        let edges = edges.filter(allowed);
        // Large values are rarely made.
        let greatest = if self.rng.u8(..4) == 0 {
            greatest
        } else {
            greatest.min(60)
        };
        let edges: Vec<u64> = edges.filter(|edge| **edge <= greatest).copied().collect();
        match (depth > 4, self.rng.u8(..8)) {
            _ if self.left == 0 => least,
            (true, 2..) | (false, 0 | 1) => least,
            (true, 0) | (false, 2) => most,
            (false, 3 | 4) | (true, 1) if !edges.is_empty() => edges[self.rng.usize(..edges.len())],
            _ => self.rng.u64(least..=most),
        }
    }

    fn object(&mut self, schema: &Map<String, Value>, depth: usize) -> Value {
        let required = schema.get("required").and_then(Value::as_array);
        let is_required =
            |name: &str| required.is_some_and(|all| all.iter().any(|one| one == name));
        let mut object = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            // The deeper, the less often.
            let is_made = self.left > 0 && self.rng.usize(..depth.max(2)) == 0;
            if is_required(name) || is_made {
                object.insert(name.clone(), self.value(property, depth + 1));
            }
        }
        let others = schema
            .get("additionalProperties")
            .filter(|others| !others.is_boolean());
        let least = size(schema, "minProperties").unwrap_or(0);
        let keys = ["minProperties", "maxProperties"];
        let wanted = self.size(schema, keys, 2, MOST_ITEMS, depth);
        if others.is_some() || least > 0 {
            for index in (object.len() as u64)..wanted {
                let value = others.map_or(json!(1), |others| self.value(others, depth + 1));
                object.insert(format!("other_{index}"), value);
            }
        }
        Value::Object(object)
    }

    fn number(&mut self, schema: &Map<String, Value>) -> Value {
        let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
        let (least, most) = (bound("minimum"), bound("maximum"));
        let step = bound("multipleOf").unwrap_or(0.25);
        let edge = match self.edges.numbers.is_empty() {
            true => None,
            false => Some(self.edges.numbers[self.rng.usize(..self.edges.numbers.len())]),
        };
        let value = match self.rng.u8(..6) {
            0 => least.or(bound("exclusiveMinimum").map(|min| min + step)),
            1 => most.or(bound("exclusiveMaximum").map(|max| max - step)),
            2 => edge.map(|edge| edge as f64 + 0.5),
            _ => None,
        };
        json!(value.unwrap_or_else(|| f64::from(self.rng.i32(-20..200)) * step))
    }

    fn integer(&mut self, schema: &Map<String, Value>) -> Value {
        let bound = |key: &str| schema.get(key).and_then(Value::as_i64);
        let least = bound("minimum").or(bound("exclusiveMinimum").map(|min| min + 1));
        let most = bound("maximum").or(bound("exclusiveMaximum").map(|max| max - 1));
        let step = bound("multipleOf").unwrap_or(1).max(1);
        let known = schema.get("x-extensible-enum").and_then(Value::as_array);
        let edges = &self.edges.numbers;
        match (self.rng.u8(..6), least, most, known) {
            (0 | 1, .., Some(known)) => pick(self.rng, known),
            (0, Some(least), ..) => json!(least + (step - least.rem_euclid(step)) % step),
            (1, _, Some(most), _) => json!(most - most.rem_euclid(step)),
            (0, None, ..) => json!(i64::MIN - i64::MIN % step),
            (1, _, None, _) => json!(i64::MAX - i64::MAX % step),
            (2, ..) if !edges.is_empty() => json!(edges[self.rng.usize(..edges.len())]),
            _ => {
                let from = least.unwrap_or(-20);
                let to = most
                    .unwrap_or(from.saturating_add(300))
                    .min(from.saturating_add(1000));
                json!(self.rng.i64(from..=to.max(from)) / step * step)
            }
        }
    }

    fn text(&mut self, schema: &Map<String, Value>) -> Value {
        let known = schema.get("x-extensible-enum").and_then(Value::as_array);
        if let (Some(known), true) = (known, self.rng.bool()) {
            return pick(self.rng, known);
        }
        let of_format = match schema.get("format").and_then(Value::as_str) {
            Some("uuid") => &["7c9e6679-7425-40de-944b-e07fc1f90ae7"][..],
            Some("date-time") => &["2026-01-31T12:00:00Z", "1999-12-31T23:59:59.5+01:00"],
            Some("date") => &["2026-01-31"],
            Some("time") => &["12:00:00Z", "12:00:00"],
            Some("duration") => &["P1D", "PT5M"],
            Some("uri") => &["https://example.org/x"],
            Some("email") => &["a@example.org"],
            Some("ip") => &["192.0.2.1", "2001:db8::1"],
            Some("ipv4") => &["192.0.2.1"],
            Some("ipv6") => &["2001:db8::1"],
            Some("decimal") => &["1", "-12.50"],
            _ => &[],
        };
        let usual = if self.rng.u8(..20) == 0 { 5000 } else { 12 };
        let keys = ["minLength", "maxLength"];
        let length = self.size(schema, keys, usual, MOST_CHARACTERS, 0);
        if !of_format.is_empty() {
            let text = of_format[self.rng.usize(..of_format.len())];
            return match text.starts_with("https") && self.rng.bool() {
                true => json!(format!("{text:x<length$}", length = length as usize)),
                false => json!(text),
            };
        }
        if schema.contains_key("contentEncoding") {
            return json!("aGVsbG8=");
        }
        let pattern = schema.get("pattern").and_then(Value::as_str);
        if let Some(pattern) = pattern.and_then(|pattern| regex_syntax::parse(pattern).ok()) {
            let mut text = String::new();
            add_match(&pattern, self.rng, &mut text);
            // Only the beginning of what matches is decided by most patterns.
            let more = if self.rng.bool() { "" } else { "abcXYZ019-é" };
            let missing = (length as usize).saturating_sub(text.chars().count());
            text.extend(more.chars().cycle().take(missing));
            return json!(text);
        }
        let letters: &[char] = match self.rng.u8(..4) {
            0 => &['a', 'b', 'z'],
            1 => &['A', 'Q'],
            2 => &['0', '7'],
            _ => &['a', 'B', '1', '-', ' ', 'é', '_'],
        };
        let text: String = (0..length)
            .map(|_| letters[self.rng.usize(..letters.len())])
            .collect();
        json!(text)
    }
}

fn size(schema: &Map<String, Value>, key: &str) -> Option<u64> {
    schema.get(key).and_then(Value::as_u64)
}

/// Adds text that matches a pattern.
fn add_match(pattern: &Hir, rng: &mut Rng, text: &mut String) {
    match pattern.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(Class::Unicode(class)) => {
            let ranges = class.ranges();
            let has = |sign: &char| {
                let mut ranges = ranges.iter();
                ranges.any(|range| (range.start()..=range.end()).contains(sign))
            };
            let usual: Vec<char> = ('!'..='~').filter(has).collect();
            match usual.is_empty() {
                true => text.extend(ranges.first().map(|range| range.start())),
                false => text.push(usual[rng.usize(..usual.len())]),
            }
        }
        HirKind::Class(Class::Bytes(_)) => {}
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(repetition.min + 8);
            for _ in 0..rng.u32(repetition.min..=most.max(repetition.min)) {
                add_match(&repetition.sub, rng, text);
            }
        }
        HirKind::Capture(capture) => add_match(&capture.sub, rng, text),
        HirKind::Concat(parts) => {
            for part in parts {
                add_match(part, rng, text);
            }
        }
        HirKind::Alternation(options) => {
            add_match(&options[rng.usize(..options.len())], rng, text);
        }
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
