//! A schema of JSON Schema 2020-12 as one of OpenAPI 3.0, which has fewer keywords.

use crate::api::Value;

type Fields = Vec<(String, Value)>;

/// The schema in OpenAPI 3.0. Keywords that it does not have get `x-` before their names.
pub(super) fn of(schema: Value) -> Value {
    let Value::Object(fields) = schema else {
        // True and false are no schemas there.
        return match schema {
            Value::Bool(false) => object([("not", object([]))]),
            _ => object([]),
        };
    };
    if fields.len() > 1 && has(&fields, "$ref") {
        return beside_reference(fields);
    }
    let (has_tuple, is_number) = (has(&fields, "prefixItems"), |value: &Value| {
        matches!(value, Value::Integer(_) | Value::Number(_))
    });
    let mut converted = Fields::new();
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("type", Value::List(types)) => add_types(types, &mut converted),
            ("type", Value::Text(word)) if word == "null" => {
                converted.push(("nullable".to_owned(), true.into()));
                converted.push(("enum".to_owned(), vec![Value::Null].into()));
            }
            ("anyOf" | "oneOf", Value::List(members)) => add_choice(name, members, &mut converted),
            ("allOf", Value::List(members)) => converted.push((name, all(members))),
            ("const", value) => converted.push(("enum".to_owned(), vec![value].into())),
            ("examples", Value::List(examples)) => {
                let first = examples.into_iter().next();
                converted.extend(first.map(|example| ("example".to_owned(), example)));
            }
            ("exclusiveMinimum" | "exclusiveMaximum", bound) if is_number(&bound) => {
                let inclusive = name.replace("exclusiveM", "m");
                converted.retain(|(known, _)| *known != inclusive);
                converted.push((inclusive, bound));
                converted.push((name, true.into()));
            }
            ("contentEncoding", Value::Text(encoding)) if encoding == "base64" => {
                converted.push(("type".to_owned(), "string".into()));
                converted.push(("format".to_owned(), "byte".into()));
            }
            ("prefixItems", Value::List(items)) => add_tuple(items, &mut converted),
            ("items", Value::Bool(_)) if has_tuple => {}
            ("properties", Value::Object(properties)) => {
                let properties = properties
                    .into_iter()
                    .map(|(name, schema)| (name, of(schema)));
                converted.push((name, Value::Object(properties.collect())));
            }
            ("items" | "not", schema) => converted.push((name, of(schema))),
            ("additionalProperties", schema @ Value::Object(_)) => {
                converted.push((name, of(schema)));
            }
            (word, value) if is_known(word) => converted.push((name, value)),
            (_, value) => converted.push((format!("x-{name}"), value)),
        }
    }
    Value::Object(without_repeated(converted))
}

/// The keywords of schemas in OpenAPI 3.0 whose values are as in 3.1.
fn is_known(word: &str) -> bool {
    matches!(
        word,
        "$ref"
            | "title"
            | "description"
            | "type"
            | "format"
            | "enum"
            | "default"
            | "required"
            | "minimum"
            | "maximum"
            | "exclusiveMinimum"
            | "exclusiveMaximum"
            | "multipleOf"
            | "minLength"
            | "maxLength"
            | "pattern"
            | "minItems"
            | "maxItems"
            | "uniqueItems"
            | "minProperties"
            | "maxProperties"
            | "additionalProperties"
            | "discriminator"
            | "readOnly"
            | "writeOnly"
            | "xml"
            | "externalDocs"
            | "example"
            | "deprecated"
    ) || word.starts_with("x-")
}

/// Keywords beside a reference have no effect there, so it becomes a member of `allOf`.
fn beside_reference(fields: Fields) -> Value {
    let (reference, others): (Fields, Fields) =
        fields.into_iter().partition(|(name, _)| name == "$ref");
    let mut converted = vec![(
        "allOf".to_owned(),
        Value::List(vec![Value::Object(reference)]),
    )];
    if let Value::Object(others) = of(Value::Object(others)) {
        converted.extend(others);
    }
    Value::Object(converted)
}

/// A schema has one type, beside which it may be null.
fn add_types(types: Vec<Value>, converted: &mut Fields) {
    let is_null = |word: &Value| *word == Value::Text("null".to_owned());
    let (null, mut others): (Vec<Value>, Vec<Value>) = types.into_iter().partition(is_null);
    match others.len() {
        0 => {}
        1 => converted.extend(others.pop().map(|word| ("type".to_owned(), word))),
        _ => {
            let members = others.into_iter().map(|word| object([("type", word)]));
            converted.push(("anyOf".to_owned(), Value::List(members.collect())));
        }
    }
    if !null.is_empty() {
        converted.push(("nullable".to_owned(), true.into()));
    }
}

/// Null is a keyword beside the other members. If only one is left, it stays one of `allOf`, because it may be a reference.
fn add_choice(name: String, members: Vec<Value>, converted: &mut Fields) {
    let null = object([("type", "null".into())]);
    let (nulls, others): (Vec<Value>, Vec<Value>) =
        members.into_iter().partition(|member| *member == null);
    let name = match (nulls.is_empty(), others.len()) {
        (false, 1) => "allOf".to_owned(),
        _ => name,
    };
    converted.push((name, all(others)));
    if !nulls.is_empty() {
        converted.push(("nullable".to_owned(), true.into()));
    }
}

/// All items have one schema, so a tuple is a list of any of its elements. The elements keep their order in an extension.
fn add_tuple(elements: Vec<Value>, converted: &mut Fields) {
    let elements: Vec<Value> = elements.into_iter().map(of).collect();
    let mut different: Vec<Value> = Vec::new();
    for element in &elements {
        if !different.contains(element) {
            different.push(element.clone());
        }
    }
    let items = object([("anyOf", Value::List(different))]);
    converted.push(("items".to_owned(), items));
    converted.push(("x-prefixItems".to_owned(), Value::List(elements)));
}

fn all(schemas: Vec<Value>) -> Value {
    Value::List(schemas.into_iter().map(of).collect())
}

/// The first value of each name.
fn without_repeated(fields: Fields) -> Fields {
    let mut kept = Fields::new();
    for (name, value) in fields {
        if !has(&kept, &name) {
            kept.push((name, value));
        }
    }
    kept
}

fn has(fields: &Fields, name: &str) -> bool {
    fields.iter().any(|(field, _)| field == name)
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let fields = fields.map(|(name, value)| (name.to_owned(), value));
    Value::Object(fields.into())
}
