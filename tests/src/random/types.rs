//! Random types.

use std::collections::BTreeMap;

use fastrand::Rng;
use serde_json::{Map, Value, json};

use super::Random;
use super::values::{can_have_default, constrain, example};
use super::words::{Words, camel, pick, text};

/// The scalars but `json`. The most frequent ones are there more than once.
const SCALARS: &[&str] = &[
    "string",
    "string",
    "string",
    "string",
    "string",
    "string",
    "uri",
    "email",
    "integer",
    "integer",
    "integer",
    "int8",
    "int16",
    "int32",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "uint64",
    "number",
    "number",
    "float",
    "float",
    "boolean",
    "timestamp",
    "date",
    "time",
    "duration",
    "uuid",
    "ip",
    "ipv4",
    "ipv6",
    "decimal",
    "bytes",
];

/// The names of the types. They are chosen before the definitions, so that each type can refer to every
/// other type.
#[derive(Default)]
pub(super) struct Types {
    objects: Vec<String>,
    tuples: Vec<String>,
    unions: Vec<String>,
    /// Each with its values.
    enums: Vec<(String, Vec<String>)>,
    /// Each with its scalar.
    newtypes: Vec<(String, &'static str)>,
    /// Aliases of scalars, with constraints.
    aliases: Vec<(String, &'static str)>,
    /// Aliases of lists and maps.
    collections: Vec<(String, String)>,
    /// The names and types of fields that the objects must have, so that names collide: `User.name` with
    /// the type `UserName`, or `User.name_first` with `UserName.first`.
    colliding: BTreeMap<String, Vec<(String, String)>>,
    /// Whether all scalars are strings, most of them with a pattern. Patterns have names in Rust, too.
    only_strings: bool,
    /// The fields of the objects that are described already.
    fields: BTreeMap<String, Vec<String>>,
    /// The unions whose tag is text.
    tagged: Vec<String>,
    /// Values of the objects and newtypes that are described already.
    examples: BTreeMap<String, Value>,
}

impl Types {
    pub(super) fn declare(&mut self, rng: &mut Rng, words: &Words) {
        self.only_strings = rng.u8(..4) == 0;
        for _ in 0..rng.usize(1..8) {
            let mut name = words.camel(rng);
            let composed = (!self.objects.is_empty() && rng.u8(..5) < 2).then(|| {
                let object = self.objects[rng.usize(..self.objects.len())].clone();
                let field = words.plain(rng);
                name = format!("{object}{}", camel(field));
                (object, field)
            });
            let known = self
                .objects
                .iter()
                .chain(self.enums.iter().map(|(name, _)| name));
            let known = known.chain(self.newtypes.iter().map(|(name, _)| name));
            let known = known.chain(&self.tuples).chain(&self.unions);
            let known = known.chain(self.aliases.iter().map(|(name, _)| name));
            let known = known.chain(self.collections.iter().map(|(name, _)| name));
            // Names that differ only in case would be rejected.
            if known
                .map(|name| name.to_lowercase())
                .any(|known| known == name.to_lowercase())
            {
                continue;
            }
            match rng.u8(..16) {
                10 | 11 => self.tuples.push(name),
                12 | 13 => self.unions.push(name),
                0..5 => {
                    if let Some((object, field)) = composed {
                        let last = words.plain(rng);
                        let ty = self.scalar(rng);
                        self.must_have(&object, format!("{field}_{last}"), ty);
                        self.must_have(&name, last.to_owned(), ty);
                    }
                    self.objects.push(name);
                }
                5..8 => {
                    let count = rng.usize(1..6);
                    let kind = rng.u8(..8);
                    let value = |_| match kind {
                        0 => rng.i64(..).to_string(),
                        1 => rng.i64(-9..9).to_string(),
                        2 => rng.bool().to_string(),
                        3 => format!("{}.5", rng.i8(..)),
                        _ => words.wire(rng),
                    };
                    let mut values: Vec<String> = (0..count).map(value).collect();
                    values.sort();
                    values.dedup();
                    self.enums.push((name, values));
                }
                8 if composed.is_none() => {
                    let (kind, item) = (pick(rng, &["list", "map"]), self.single(rng));
                    self.collections.push((name, format!("{kind}<{item}>")));
                }
                9 if composed.is_none() => self.aliases.push((name, self.scalar(rng))),
                _ => {
                    let scalar = self.scalar(rng);
                    if let Some((object, field)) = composed {
                        self.must_have(&object, field.to_owned(), scalar);
                        // A type is in the same file as the object that uses it.
                        self.must_have(&object, words.wire(rng), &name);
                    }
                    self.newtypes.push((name, scalar));
                }
            }
        }
    }

    /// Adds a field to an object that is not described yet.
    fn must_have(&mut self, object: &str, field: String, ty: &str) {
        let fields = self.colliding.entry(object.to_owned()).or_default();
        fields.push((field, ty.to_owned()));
    }

    /// The chance that a value has constraints.
    fn constrained(&self) -> u8 {
        if self.only_strings { 90 } else { 50 }
    }

    fn scalar(&self, rng: &mut Rng) -> &'static str {
        match self.only_strings {
            true => "string",
            false => pick(rng, SCALARS),
        }
    }

    pub(super) fn tagged(&self) -> &[String] {
        &self.tagged
    }

    pub(super) fn objects(&self) -> &[String] {
        &self.objects
    }

    /// The fields of an object.
    pub(super) fn fields(&self, object: &str) -> &[String] {
        self.fields.get(object).map_or(&[], Vec::as_slice)
    }

    /// The values of an enumeration.
    fn values(&self, name: &str) -> Option<&[String]> {
        let mut enums = self.enums.iter();
        let (_, values) = enums.find(|(of, _)| of == name)?;
        Some(values)
    }

    pub(super) fn is_enum(&self, name: &str) -> bool {
        self.values(name).is_some()
    }

    /// A value of a declared type.
    pub(super) fn example(&self, rng: &mut Rng, name: &str) -> Option<Value> {
        match self.values(name) {
            Some(values) => Some(on_the_wire(values, &values[rng.usize(..values.len())])),
            None => self.examples.get(name).cloned(),
        }
    }

    /// A type that a parameter can have.
    pub(super) fn single(&self, rng: &mut Rng) -> String {
        let named = self.enums.iter().map(|(name, _)| name);
        let named: Vec<&String> = named
            .chain(self.newtypes.iter().map(|(name, _)| name))
            .chain(self.aliases.iter().map(|(name, _)| name))
            .collect();
        if named.is_empty() || rng.bool() {
            self.scalar(rng).to_owned()
        } else {
            named[rng.usize(..named.len())].clone()
        }
    }

    /// Any type expression.
    pub(super) fn any(&self, rng: &mut Rng, depth: u8) -> String {
        let inner = match rng.u8(..16) {
            14.. if !self.collections.is_empty() => self.collections
                [rng.usize(..self.collections.len())]
            .0
            .clone(),
            12 | 13 if !self.unions.is_empty() => {
                self.unions[rng.usize(..self.unions.len())].clone()
            }
            10 | 11 if !self.tuples.is_empty() => {
                self.tuples[rng.usize(..self.tuples.len())].clone()
            }
            0 if depth > 0 => format!("list<{}>", self.any(rng, depth - 1)),
            1 if depth > 0 => format!("map<{}>", self.any(rng, depth - 1)),
            2 => pick(
                rng,
                &["json", "list<string>", "list<integer?>", "map<json>"],
            )
            .to_owned(),
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
    for (name, scalar) in random.types.newtypes.clone() {
        let definition = newtype(random, &name, scalar);
        definitions.insert(name, definition);
    }
    for (name, scalar) in random.types.aliases.clone() {
        let definition = alias(random, &name, scalar);
        definitions.insert(name, definition);
    }
    for (name, collection) in random.types.collections.clone() {
        let definition = alias(random, &name, &collection);
        definitions.insert(name, definition);
    }
    for (name, values) in random.types.enums.clone() {
        let definition = enumeration(random, &values);
        definitions.insert(name, definition);
    }
    for name in random.types.unions.clone() {
        let definition = union(random, name.clone());
        definitions.insert(name, definition);
    }
    for name in random.types.tuples.clone() {
        let definition = tuple(random, &name);
        definitions.insert(name, definition);
    }
    // An object needs only objects after it, so their examples come first.
    for index in (0..random.types.objects.len()).rev() {
        let definition = object(random, index);
        definitions.insert(random.types.objects[index].clone(), definition);
    }
    Value::Object(definitions)
}

fn newtype(random: &mut Random, name: &str, scalar: &str) -> Value {
    let mut definition = notes_of_type(random);
    let fitting = constrain(random, scalar, random.types.constrained(), &mut definition);
    mark(random, &mut definition);
    definition.insert("newtype".into(), json!(scalar));
    if let Some(value) = fitting {
        if random.chance(30) {
            definition.insert("example".into(), value.clone());
        }
        random.types.examples.insert(name.to_owned(), value);
    }
    Value::Object(definition)
}

/// Another name of a scalar, a list or a map, whose constraints hold wherever it is used.
fn alias(random: &mut Random, name: &str, target: &str) -> Value {
    let mut definition = notes_of_type(random);
    let fitting = constrain(random, target, 80, &mut definition);
    definition.insert("alias".into(), json!(target));
    if let Some(value) = fitting {
        if random.chance(30) {
            definition.insert("example".into(), value.clone());
        }
        random.types.examples.insert(name.to_owned(), value);
    }
    Value::Object(definition)
}

fn enumeration(random: &mut Random, values: &[String]) -> Value {
    let mut definition = notes_of_type(random);
    let listed = if random.chance(30) {
        let mut described = Map::new();
        for value in values {
            let description = match random.rng.u8(..5) {
                0 => Value::Null,
                1 => {
                    let mut described = random.notes();
                    if random.chance(30) {
                        let name = format!("Value{}", random.words.camel(&mut random.rng));
                        described.insert("name".into(), json!(name));
                    }
                    Value::Object(described)
                }
                _ => json!(text(&mut random.rng)),
            };
            described.insert(value.clone(), description);
        }
        Value::Object(described)
    } else {
        json!(
            values
                .iter()
                .map(|value| on_the_wire(values, value))
                .collect::<Vec<_>>()
        )
    };
    definition.insert("enum".into(), listed);
    let of = kind(values);
    if of != "string" || random.chance(10) {
        definition.insert("of".into(), json!(of));
    }
    add_openness(random, of != "boolean", &mut definition);
    if !values.is_empty() && random.chance(30) {
        let value = &values[random.rng.usize(..values.len())];
        definition.insert("example".into(), on_the_wire(values, value));
    }
    Value::Object(definition)
}

/// Whether an enumeration or a union is open.
fn add_openness(random: &mut Random, may_be_open: bool, definition: &mut Map<String, Value>) {
    let open = match random.rng.u8(..6) {
        0 if may_be_open => json!(true),
        1 if may_be_open => json!("responses"),
        2 => json!(false),
        _ => return,
    };
    definition.insert("open".into(), open);
}

/// What the values of an enumeration are.
fn kind(values: &[String]) -> &'static str {
    let all = |is: fn(&str) -> bool| values.iter().all(|value| is(value));
    if all(|value| value.parse::<i64>().is_ok()) {
        "integer"
    } else if all(|value| value.ends_with(".5") && value.parse::<f64>().is_ok()) {
        "number"
    } else if all(|value| value.parse::<bool>().is_ok()) {
        "boolean"
    } else {
        "string"
    }
}

/// A value of an enumeration with these values.
fn on_the_wire(values: &[String], value: &str) -> Value {
    match kind(values) {
        "string" => json!(value),
        // Integers and booleans are written in JSON as in the enumeration.
        _ => value.parse().unwrap_or_default(),
    }
}

/// A union of any form whose variants may have any type. Those that are named types are in lists, so that no union is
/// a variant of itself.
fn union(random: &mut Random, name: String) -> Value {
    let mut definition = notes_of_type(random);
    let mut variants = Map::new();
    let any = |random: &mut Random| match random.rng.u8(..3) {
        0 => random.types.single(&mut random.rng),
        _ => format!("list<{}>", random.types.any(&mut random.rng, 1)),
    };
    match random.rng.u8(..4) {
        0 => {
            definition.insert("wrapped".into(), json!(true));
        }
        1 => {
            let tag = random.words.wire(&mut random.rng);
            let value = format!("{tag}_{}", random.words.plain(&mut random.rng));
            definition.insert("tag".into(), json!(tag));
            if random.chance(40) {
                let mut fields = Map::new();
                for _ in 0..random.rng.usize(1..4) {
                    let name = format!("{value}_{}", random.words.plain(&mut random.rng));
                    let ty = random.types.single(&mut random.rng);
                    let (name, ty) = match random.rng.u8(..3) {
                        0 => (name, ty),
                        1 => (format!("{name}?"), format!("{ty}?")),
                        _ => (name, format!("list<{ty}>")),
                    };
                    fields.insert(name, json!(ty));
                }
                definition.insert("fields".into(), Value::Object(fields));
            }
            definition.insert("value".into(), json!(value));
        }
        2 => {
            let tag = random.words.wire(&mut random.rng);
            definition.insert("tag".into(), json!(tag));
            // What the union adds to a map is its tag.
            variants.insert("map".into(), json!("map<string>"));
        }
        // The value decides.
        _ => {
            for (name, ty) in [("text", "string"), ("count", "integer"), ("yes", "boolean")] {
                if random.rng.bool() {
                    variants.insert(name.into(), json!(ty));
                }
            }
            variants.insert(
                "list".into(),
                json!(format!("list<{}>", random.types.any(&mut random.rng, 1))),
            );
            if random.rng.bool() {
                variants.insert("map".into(), json!("map<json>"));
            }
        }
    }
    if definition.contains_key("wrapped") || definition.contains_key("tag") {
        let is_open = definition.contains_key("wrapped") || definition.contains_key("value");
        let has_numbers = definition.contains_key("value") && random.chance(20);
        if has_numbers {
            definition.insert("of".into(), json!("integer"));
        }
        for _ in 0..random.rng.usize(1..5) {
            let name = match has_numbers {
                true => random.rng.i8(..).to_string(),
                false => random.words.wire(&mut random.rng),
            };
            let variant = match is_open && random.rng.u8(..4) > 0 {
                true => json!(any(random)),
                false => json!({}),
            };
            let mut variant = with_notes(random, variant);
            if let (true, Value::Object(keys)) = (definition.contains_key("value"), &mut variant)
                && random.chance(20)
            {
                let also = match has_numbers {
                    true => format!("1{}", name.trim_start_matches('-')),
                    false => format!("{name}_as_well"),
                };
                keys.insert("also".into(), json!([also]));
            }
            variants.insert(name, variant);
        }
        if definition.contains_key("tag") && random.chance(20) {
            let default = variants.keys().next().cloned();
            definition.insert("default".into(), json!(default));
        }
    }
    let tag = definition
        .get("tag")
        .filter(|_| !definition.contains_key("of"));
    if tag.is_some() {
        random.types.tagged.push(name);
    }
    // Only a union without a tag has a list.
    if variants.contains_key("list") && random.chance(40) {
        definition.insert("example".into(), json!([]));
    }
    definition.insert("union".into(), Value::Object(variants));
    add_openness(random, true, &mut definition);
    Value::Object(definition)
}

/// A variant of a union, sometimes with notes.
pub(super) fn with_notes(random: &mut Random, variant: Value) -> Value {
    let mut notes = random.notes();
    if random.chance(5) {
        let name = format!("Variant{}", random.words.camel(&mut random.rng));
        notes.insert("name".into(), json!(name));
    }
    match variant {
        Value::String(_) if notes.is_empty() => return variant,
        Value::String(ty) => drop(notes.insert("type".into(), json!(ty))),
        _ => {}
    }
    Value::Object(notes)
}

/// A tuple. Its elements are lists of types, or scalars, so that no tuple requires itself.
fn tuple(random: &mut Random, name: &str) -> Value {
    let mut definition = notes_of_type(random);
    let is_named = random.rng.bool();
    let mut names = Map::new();
    let (mut elements, mut value) = (Vec::new(), Some(Vec::new()));
    for _ in 0..random.rng.usize(1..6) {
        let ty = match random.rng.u8(..3) {
            0 => random.types.single(&mut random.rng),
            1 => format!("{}?", random.types.single(&mut random.rng)),
            _ => format!("list<{}>", random.types.any(&mut random.rng, 1)),
        };
        let (element, fitting) = described(random, &ty, false);
        let mut element = match element {
            Value::Object(element) => element,
            ty => Map::from_iter([("type".to_owned(), ty)]),
        };
        element.remove("name");
        if is_named {
            let mut element_name = random.words.snake(&mut random.rng);
            if random.chance(80) {
                element_name = format!("{element_name}_{}", random.words.plain(&mut random.rng));
            }
            if is_declared(&names, &element_name) {
                continue;
            }
            names.insert(element_name.clone(), Value::Null);
            element.insert("name".into(), json!(element_name));
        }
        value = value.zip(fitting).map(|(mut value, fitting)| {
            value.push(fitting);
            value
        });
        elements.push(Value::Object(element));
    }
    definition.insert("tuple".into(), json!(elements));
    if let Some(value) = value {
        if random.chance(30) {
            definition.insert("example".into(), json!(value));
        }
        random.types.examples.insert(name.to_owned(), json!(value));
    }
    Value::Object(definition)
}

/// The object at `index`. It requires only later objects, so that no object requires itself.
fn object(random: &mut Random, index: usize) -> Value {
    let mut definition = notes_of_type(random);
    let (mut fields, mut value) = (Map::new(), Some(Map::new()));
    let (count, optional) = match random.rng.u8(..10) {
        // Around the number of values that one tuple holds, and more.
        0 | 1 => (random.rng.usize(14..36), 50),
        2 => (3, 100),
        3 => (3, 0),
        _ => (random.rng.usize(0..6), 40),
    };
    let colliding = random.types.colliding.get(&random.types.objects[index]);
    let mut types = colliding.cloned().unwrap_or_default();
    for _ in 0..count {
        let name = random.words.wire(&mut random.rng);
        types.push((name, random.types.any(&mut random.rng, 2)));
    }
    for (name, ty) in types {
        let would_require_earlier = random.types.objects[..=index].contains(&ty);
        let is_optional = random.chance(optional) || would_require_earlier;
        if is_declared(&fields, &name) {
            continue;
        }
        let (field, fitting) = described(random, &ty, is_optional);
        match (&mut value, fitting) {
            (Some(value), Some(fitting)) if !is_optional || random.chance(50) => {
                value.insert(name.clone(), fitting);
            }
            (value, None) if !is_optional => *value = None,
            _ => {}
        }
        let mark = if is_optional { "?" } else { "" };
        fields.insert(format!("{name}{mark}"), with_direction(random, field));
    }
    let name = random.types.objects[index].clone();
    let names = fields
        .keys()
        .map(|name| name.trim_end_matches('?').to_owned());
    random.types.fields.insert(name.clone(), names.collect());
    definition.insert("fields".into(), Value::Object(fields));
    if random.chance(15) {
        let ty = random.types.any(&mut random.rng, 1);
        definition.insert("others".into(), json!(ty.trim_end_matches('?')));
    }
    // The values of a base are not known here.
    if random.types.objects.len() > index + 1 && random.chance(8) {
        let base = random.rng.usize(index + 1..random.types.objects.len());
        definition.insert("extends".into(), json!([random.types.objects[base]]));
    } else if let Some(value) = value {
        if random.chance(20) {
            definition.insert("example".into(), json!(value));
        }
        random.types.examples.insert(name, json!(value));
    }
    Value::Object(definition)
}

/// A field of an object, which sometimes only requests or only responses have.
fn with_direction(random: &mut Random, field: Value) -> Value {
    let Value::Object(mut field) = field else {
        return field;
    };
    if random.chance(2) {
        let key = pick(&mut random.rng, &["read_only", "write_only"]);
        field.insert(key.into(), json!(true));
    }
    Value::Object(field)
}

/// The notes of a type, and sometimes its form in XML, which only bodies in XML use.
fn notes_of_type(random: &mut Random) -> Map<String, Value> {
    let mut notes = random.notes();
    if random.chance(12) {
        let xml = json!({
            "name": "Element", "namespace": "https://example.com/xml", "prefix": "ex", "item": "Item",
        });
        notes.insert("xml".into(), xml);
    }
    notes
}

/// Declares an object that can be sent as XML, and returns its name.
pub(super) fn in_xml(random: &mut Random) -> String {
    let namespace = "https://example.com/fields";
    let forms = [
        (
            "string",
            json!({ "name": "Title", "namespace": namespace, "prefix": "f" }),
        ),
        ("boolean", json!({ "attribute": true })),
        (
            "list<integer>",
            json!({ "wrapped": true, "item": "Number" }),
        ),
        ("uint8", json!({ "text": true })),
    ];
    let mut fields = Map::new();
    for (index, (ty, xml)) in forms.into_iter().enumerate() {
        if random.chance(70) {
            fields.insert(format!("field_{index}"), json!({ "type": ty, "xml": xml }));
        }
    }
    let mut object = notes_of_type(random);
    object.insert("fields".into(), Value::Object(fields));
    let name = format!("Document{}", random.forms.len());
    random.forms.insert(name.clone(), Value::Object(object));
    name
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
    described(random, ty, optional).0
}

/// A field, and a value of it.
fn described(random: &mut Random, ty: &str, optional: bool) -> (Value, Option<Value>) {
    let constrained = random.types.constrained();
    if !random.chance(constrained.max(60)) {
        return (json!(ty), example(random, ty));
    }
    let mut field = random.notes();
    field.insert("type".into(), json!(ty));
    if random.chance(5) {
        let mut name = random.words.snake(&mut random.rng);
        // Alone, it is often the name of something else.
        if random.chance(80) {
            name = format!("{name}_{}", random.words.plain(&mut random.rng));
        }
        field.insert("name".into(), json!(name));
    }
    let fitting = constrain(random, ty, constrained, &mut field);
    mark(random, &mut field);
    if let Some(value) = &fitting {
        if !value.is_null() && random.chance(20) {
            field.insert("example".into(), value.clone());
        }
        if optional && random.chance(50) && can_have_default(random, ty) {
            field.insert("default".into(), value.clone());
        }
    }
    (Value::Object(field), fitting)
}

fn mark(random: &mut Random, of: &mut Map<String, Value>) {
    match random.rng.u8(..20) {
        0 => of.insert("personal".into(), json!(true)),
        1 => of.insert("secret".into(), json!(true)),
        _ => None,
    };
}
