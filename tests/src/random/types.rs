//! Random types.

use fastrand::Rng;
use serde_json::{Map, Value, json};

use super::Random;
use super::words::{Words, pick, text};

const SCALARS: &[&str] = &[
    "string",
    "integer",
    "number",
    "boolean",
    "timestamp",
    "date",
    "uuid",
    "decimal",
    "bytes",
    "json",
];

const PATTERNS: &[&str] = &["^[a-z]+$", ".", "^\"\\\\$", "[^/]*/?", "(?i)x"];

/// The names of the types. They are chosen before the definitions, so that each type can refer to every
/// other type.
#[derive(Default)]
pub(super) struct Types {
    objects: Vec<String>,
    /// Each with its values.
    enums: Vec<(String, Vec<String>)>,
    /// Each with its scalar.
    newtypes: Vec<(String, &'static str)>,
}

impl Types {
    pub(super) fn declare(&mut self, rng: &mut Rng, words: &Words) {
        for _ in 0..rng.usize(1..8) {
            let name = words.camel(rng);
            let known = self
                .objects
                .iter()
                .chain(self.enums.iter().map(|(name, _)| name));
            let known = known.chain(self.newtypes.iter().map(|(name, _)| name));
            // Names that differ only in case would be rejected.
            if known
                .map(|name| name.to_lowercase())
                .any(|known| known == name.to_lowercase())
            {
                continue;
            }
            match rng.u8(..10) {
                0..5 => self.objects.push(name),
                5..8 => {
                    let count = rng.usize(1..6);
                    let mut values: Vec<String> = (0..count).map(|_| words.wire(rng)).collect();
                    values.sort();
                    values.dedup();
                    self.enums.push((name, values));
                }
                _ => self.newtypes.push((name, pick(rng, &SCALARS[..9]))),
            }
        }
    }

    pub(super) fn objects(&self) -> &[String] {
        &self.objects
    }

    /// A type that a parameter can have.
    pub(super) fn single(&self, rng: &mut Rng) -> String {
        let named = self.enums.iter().map(|(name, _)| name);
        let named: Vec<&String> = named
            .chain(self.newtypes.iter().map(|(name, _)| name))
            .collect();
        if named.is_empty() || rng.bool() {
            pick(rng, &SCALARS[..9]).to_owned()
        } else {
            named[rng.usize(..named.len())].clone()
        }
    }

    /// Any type expression.
    pub(super) fn any(&self, rng: &mut Rng, depth: u8) -> String {
        let inner = match rng.u8(..10) {
            0 if depth > 0 => format!("list<{}>", self.any(rng, depth - 1)),
            1 if depth > 0 => format!("map<{}>", self.any(rng, depth - 1)),
            2 => pick(rng, SCALARS).to_owned(),
            3..6 if !self.objects.is_empty() => {
                self.objects[rng.usize(..self.objects.len())].clone()
            }
            _ => self.single(rng),
        };
        if rng.u8(..6) == 0 {
            format!("{inner}?")
        } else {
            inner
        }
    }
}

/// The section `types`.
pub(super) fn definitions(random: &mut Random) -> Value {
    let mut definitions = Map::new();
    for (index, name) in random.types.objects.clone().into_iter().enumerate() {
        definitions.insert(name, object(random, index));
    }
    for (name, values) in random.types.enums.clone() {
        let mut definition = random.notes();
        let described = random.chance(30);
        definition.insert(
            "enum".into(),
            if described {
                values
                    .iter()
                    .map(|value| (value.clone(), json!(text(&mut random.rng))))
                    .collect::<Map<_, _>>()
                    .into()
            } else {
                json!(values)
            },
        );
        if random.chance(40) {
            definition.insert("open".into(), json!(true));
        }
        definitions.insert(name, Value::Object(definition));
    }
    for (name, scalar) in random.types.newtypes.clone() {
        let mut definition = random.notes();
        constrain(random, scalar, 60, &mut definition);
        mark(random, &mut definition);
        definition.insert("newtype".into(), json!(scalar));
        definitions.insert(name, Value::Object(definition));
    }
    Value::Object(definitions)
}

/// The object at `index`. It requires only later objects, so that no object requires itself.
fn object(random: &mut Random, index: usize) -> Value {
    let mut definition = random.notes();
    let mut fields = Map::new();
    let (count, optional) = match random.rng.u8(..10) {
        // Enough fields for a builder.
        0 | 1 => (16, 50),
        2 => (3, 100),
        3 => (3, 0),
        _ => (random.rng.usize(0..6), 40),
    };
    for _ in 0..count {
        let name = random.words.wire(&mut random.rng);
        let ty = random.types.any(&mut random.rng, 2);
        let would_require_earlier = random.types.objects[..=index].contains(&ty);
        let is_optional = random.chance(optional) || would_require_earlier;
        if is_declared(&fields, &name) {
            continue;
        }
        let field = field(random, &ty, is_optional);
        fields.insert(
            if is_optional {
                format!("{name}?")
            } else {
                name
            },
            field,
        );
    }
    definition.insert("fields".into(), Value::Object(fields));
    if random.chance(15) {
        let ty = random.types.any(&mut random.rng, 1);
        definition.insert("others".into(), json!(ty.trim_end_matches('?')));
    }
    Value::Object(definition)
}

/// Whether a field or parameter with this name exists, ignoring case.
pub(super) fn is_declared(fields: &Map<String, Value>, name: &str) -> bool {
    let name = name.to_lowercase();
    let mut declared = fields
        .keys()
        .map(|key| key.trim_end_matches('?').to_lowercase());
    declared.any(|declared| declared == name)
}

/// A field or a parameter: its type alone, or a map of options with the type.
pub(super) fn field(random: &mut Random, ty: &str, optional: bool) -> Value {
    if random.chance(40) {
        return json!(ty);
    }
    let mut field = random.notes();
    field.insert("type".into(), json!(ty));
    constrain(random, ty, 30, &mut field);
    mark(random, &mut field);
    if random.chance(20)
        && let Some(example) = value(random, ty)
    {
        field.insert("example".into(), example);
    }
    // A bound or a pattern may not allow the value.
    let is_unconstrained =
        !field.contains_key("pattern") && !field.contains_key("min") && !field.contains_key("max");
    if optional
        && is_unconstrained
        && random.chance(50)
        && let Some(default) = value(random, ty)
        && !default.is_null()
    {
        field.insert("default".into(), default);
    }
    Value::Object(field)
}

fn mark(random: &mut Random, of: &mut Map<String, Value>) {
    match random.rng.u8(..20) {
        0 => of.insert("personal".into(), json!(true)),
        1 => of.insert("secret".into(), json!(true)),
        _ => None,
    };
}

/// Adds constraints that the type can have.
fn constrain(random: &mut Random, ty: &str, percent: u8, of: &mut Map<String, Value>) {
    if !random.chance(percent) {
        return;
    }
    let bounds = match ty.trim_end_matches('?') {
        "string" => {
            of.insert("pattern".into(), json!(pick(&mut random.rng, PATTERNS)));
            ("min_length", "max_length")
        }
        "integer" | "number" => ("min", "max"),
        ty if ty.starts_with("list<") => ("min_items", "max_items"),
        _ => return,
    };
    if random.chance(40) {
        of.insert(bounds.0.into(), json!(random.rng.u8(0..4)));
    }
    if random.chance(40) {
        of.insert(bounds.1.into(), json!(random.rng.u8(4..10)));
    }
}

/// A value of the type, if simple values exist for it.
fn value(random: &mut Random, ty: &str) -> Option<Value> {
    let optional = ty.ends_with('?');
    Some(match ty.trim_end_matches('?') {
        "string" => json!(text(&mut random.rng)),
        "integer" => json!(random.rng.i64(..)),
        "number" => json!(random.rng.f64() * 1e9),
        "boolean" => json!(random.rng.bool()),
        _ if optional => Value::Null,
        named => {
            let (_, values) = random.types.enums.iter().find(|(name, _)| name == named)?;
            json!(values[random.rng.usize(..values.len())])
        }
    })
}
