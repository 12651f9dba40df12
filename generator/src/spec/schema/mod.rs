//! The JSON Schema of the language, printed from its definitions, for editors and other tools.
//!
//! It is in draft 7, which all of them know. A schema cannot say whether names exist, so it accepts some documents that
//! the reader of this language or `check` rejects. It never rejects a valid one.

mod patterns;
mod rules;

use super::language::{
    DOCUMENT, Entry, Form, Key, List, Map, NameForm, Names, Shape, Side, Statuses, Text, When,
    Word, all_maps,
};
use crate::api::Value;

const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// Objects of scalars that end before this column are on one line.
const WIDTH: usize = 110;

/// The schema as text.
pub(crate) fn json_schema() -> String {
    let expressions = patterns::definitions();
    let maps = all_maps().into_iter().map(|map| (map.name, of_map(map)));
    let definitions = expressions.into_iter().chain(named_lists()).chain(maps);
    let schema = object([
        ("$schema", DRAFT.into()),
        ("title", "Specsmith specification".into()),
        ("description", DOCUMENT.doc.into()),
        ("allOf", vec![reference(DOCUMENT.name)].into()),
        ("definitions", object(definitions)),
    ]);
    schema.to_json_within(WIDTH) + "\n"
}

/// The definitions of the lists that many keys have.
fn named_lists() -> Vec<(&'static str, Value)> {
    let mut found: Vec<(&str, Value)> = Vec::new();
    for key in all_maps().into_iter().flat_map(Map::all_keys) {
        key.value.each(&mut |shape| {
            if let Shape::List(list) = shape
                && let Some(name) = list.name
                && !found.iter().any(|(known, _)| *known == name)
            {
                found.push((name, of_list(list)));
            }
        });
    }
    found
}

/// A definition: its own keys, unless the map has one of its forms.
fn of_map(map: &'static Map) -> Value {
    let mut schema = of_keys(map);
    for form in map.forms.iter().rev() {
        schema = object([
            ("if", when(form)),
            ("then", reference(form.map.name)),
            ("else", schema),
        ]);
    }
    schema
}

fn when(form: &Form) -> Value {
    match form.when {
        When::Has(key) => object([("required", names([key]))]),
        When::Is(key, value) => object([
            (
                "properties",
                object([(key, object([("const", value.into())]))]),
            ),
            ("required", names([key])),
        ]),
    }
}

fn of_keys(map: &'static Map) -> Value {
    let properties = map.all_keys().map(|key| (key.name, of_key(key)));
    let mut fields = vec![
        ("description", map.doc.into()),
        ("type", "object".into()),
        ("properties", object(properties)),
        ("additionalProperties", false.into()),
    ];
    let required: Vec<&str> = map
        .all_keys()
        .filter_map(|key| key.required.then_some(key.name))
        .collect();
    if !required.is_empty() {
        fields.push(("required", names(required)));
    }
    if !map.rules.is_empty() {
        let rules: Vec<Value> = map.rules.iter().map(rules::of_rule).collect();
        fields.push(("allOf", rules.into()));
    }
    object(fields)
}

/// A key's value, with what the key means.
fn of_key(key: &Key) -> Value {
    match of_shape(key.value) {
        Value::Object(fields) => {
            let mut all = vec![("description".to_owned(), key.doc.into())];
            all.extend(fields.into_iter().filter(|(name, _)| name != "description"));
            Value::Object(all)
        }
        other => other,
    }
}

fn of_shape(shape: Shape) -> Value {
    match shape {
        Shape::Any => types(&["object", "array", "string", "number", "boolean"]),
        Shape::Nothing => types(&["null"]),
        Shape::Constant => types(&["string", "integer", "boolean"]),
        Shape::Text(text) => of_text(text),
        Shape::Flag => types(&["boolean"]),
        Shape::Integer => object([
            ("type", "integer".into()),
            ("minimum", i64::MIN.into()),
            ("maximum", i64::MAX.into()),
        ]),
        Shape::Length => object([
            ("type", "integer".into()),
            ("minimum", 0.into()),
            ("maximum", i64::MAX.into()),
        ]),
        Shape::Number => types(&["number"]),
        Shape::Status(statuses) => of_status(statuses),
        Shape::Version => object([("enum", vec![1.into(), "1".into()].into())]),
        Shape::List(list) => match list.name {
            Some(name) => reference(name),
            None => of_list(list),
        },
        Shape::Map(map) => reference(map.name),
        Shape::Names(names) => of_names(names),
        Shape::OneOf(_) => {
            let mut shapes: Vec<Value> = Vec::new();
            shape.each(&mut |shape| shapes.push(of_shape(shape)));
            object([("anyOf", shapes.into())])
        }
    }
}

fn of_text(text: Text) -> Value {
    match text {
        Text::Free | Text::Access | Text::Name(_) => types(&["string", "number", "boolean"]),
        Text::Plain | Text::EnumValue => types(&["string"]),
        Text::Words(words) => of_words(words),
        Text::Type => reference(patterns::TYPE),
        Text::Content(Side::Request) => reference(patterns::REQUEST_CONTENT),
        Text::Content(Side::Response) => reference(patterns::RESPONSE_CONTENT),
        Text::Content(Side::Error) => reference(patterns::ERROR_CONTENT),
        Text::Route => reference(patterns::ROUTE),
        Text::Size => object([(
            "anyOf",
            vec![
                object([("type", "integer".into()), ("minimum", 1.into())]),
                text_like(patterns::SIZE),
            ]
            .into(),
        )]),
        Text::PageUrl => text_like(patterns::PAGE_URL),
        Text::Date => text_like(patterns::DATE),
        Text::Path => text_like(patterns::PATH),
        Text::Certain => text_like(patterns::CERTAIN),
    }
}

fn of_words(words: &[Word]) -> Value {
    let docs: Vec<Value> = words.iter().map(|word| word.doc.into()).collect();
    object([
        ("enum", names(words.iter().map(|word| word.name))),
        // Editors show them; validators ignore them.
        ("enumDescriptions", docs.into()),
    ])
}

fn of_status(statuses: Statuses) -> Value {
    let number = object([
        ("type", "integer".into()),
        ("minimum", 100.into()),
        ("maximum", 599.into()),
    ]);
    let text = text_like(match statuses {
        Statuses::Exact => patterns::STATUS,
        Statuses::Errors => patterns::ERROR_STATUS,
        Statuses::ErrorsAndNames => patterns::ERROR_STATUS_OR_NAME,
    });
    object([("anyOf", vec![number, text].into())])
}

fn of_list(list: &List) -> Value {
    let mut fields = vec![("type", "array".into()), ("items", of_shape(list.item))];
    let (least, most) = list.count;
    if least > 0 {
        fields.push(("minItems", count(least)));
    }
    if let Some(most) = most {
        fields.push(("maxItems", count(most)));
    }
    if list.unique {
        fields.push(("uniqueItems", true.into()));
    }
    if let Some(key) = list.all_or_none {
        fields.push(("anyOf", rules::all_or_none(key).into()));
    }
    object(fields)
}

fn of_names(map: &'static Names) -> Value {
    let mut fields = vec![("type", "object".into())];
    let mut patterns: Vec<(&str, Value)> = Vec::new();
    let mut others = Value::Bool(false);
    for Entry { name, value } in map.entries {
        match patterns::of_name(*name) {
            Some(pattern) => patterns.push((pattern, of_shape(*value))),
            None => others = of_shape(*value),
        }
        if let NameForm::AnyBut(other) = name {
            let not = object([("not", object([("const", (*other).into())]))]);
            fields.push(("propertyNames", not));
        }
    }
    if !patterns.is_empty() {
        fields.push(("patternProperties", object(patterns)));
    }
    fields.push(("additionalProperties", others));
    let (least, most) = map.count;
    if least > 0 {
        fields.push(("minProperties", count(least)));
    }
    if let Some(most) = most {
        fields.push(("maxProperties", count(most)));
    }
    object(fields)
}

/// A string that matches a pattern.
fn text_like(pattern: &str) -> Value {
    object([("type", "string".into()), ("pattern", pattern.into())])
}

fn reference(name: &str) -> Value {
    object([("$ref", format!("#/definitions/{name}").into())])
}

fn types(names_of_types: &[&str]) -> Value {
    match names_of_types {
        [only] => object([("type", (*only).into())]),
        several => object([("type", names(several.iter().copied()))]),
    }
}

fn count(number: usize) -> Value {
    i64::try_from(number).unwrap_or(i64::MAX).into()
}

fn names<'n>(list: impl IntoIterator<Item = &'n str>) -> Value {
    let list: Vec<Value> = list.into_iter().map(Value::from).collect();
    list.into()
}

fn object<'n>(fields: impl IntoIterator<Item = (&'n str, Value)>) -> Value {
    let fields = fields.into_iter();
    Value::Object(
        fields
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    )
}
