//! Parameters as text in a request.

use super::literals::encode;
use super::request_body::push_fields;
use crate::api::{Delimited, Lists, Parameter, Style, Value};

/// The encoded pairs of a parameter in the query.
pub(in crate::emit) fn query(parameter: &Parameter, value: &Value) -> Vec<String> {
    let name = encode(&parameter.name, '%');
    match (parameter.style, value) {
        (Style::Deep(lists), value) => parts(&parameter.name, value, lists),
        (Style::Flat(lists), Value::Object(_)) => parts("", value, lists),
        (Style::Fields(delimiter), Value::Object(fields)) => {
            vec![format!(
                "{name}={}",
                delimited(delimiter, fields, text_encoded)
            )]
        }
        (Style::Json, value) => vec![format!("{name}={}", encode(&value.to_string(), '%'))],
        (Style::Comma | Style::Space | Style::Pipe, Value::List(items)) => {
            let separator = match parameter.style {
                Style::Space => "%20",
                Style::Pipe => "%7C",
                _ => ",",
            };
            match items.is_empty() {
                true => Vec::new(),
                false => vec![format!("{name}={}", joined(items, separator, encoded))],
            }
        }
        (_, Value::List(items)) => {
            let pair = |item: &Value| format!("{name}={}", encoded(item));
            items.iter().map(pair).collect()
        }
        (_, single) => vec![format!("{name}={}", encoded(single))],
    }
}

/// A parameter in the path, encoded.
pub(in crate::emit) fn path(parameter: &Parameter, value: &Value) -> String {
    match (parameter.style, value) {
        (Style::Label, Value::List(items)) => joined(items, ".", encoded),
        (Style::Matrix, Value::List(items)) => {
            let separator = format!(";{}=", encode(&parameter.name, '%'));
            joined(items, &separator, encoded)
        }
        (Style::Fields(delimiter), Value::Object(fields)) => {
            delimited(delimiter, fields, text_encoded)
        }
        (_, Value::List(items)) => joined(items, ",", encoded),
        (_, single) => encoded(single),
    }
}

/// An object as one text.
fn delimited(delimited: Delimited, fields: &[(String, Value)], text: fn(&str) -> String) -> String {
    let flat = |separator: &str| {
        let texts = fields.iter();
        let texts = texts.flat_map(|(name, value)| [text(name), text(&value.to_plain())]);
        texts.collect::<Vec<String>>().join(separator)
    };
    let pairs = |separator: &str| {
        let pairs = fields.iter();
        let pairs = pairs.map(|(name, value)| [text(name), text(&value.to_plain())].join("="));
        pairs.collect::<Vec<String>>().join(separator)
    };
    match delimited {
        Delimited::Comma => flat(","),
        Delimited::Space => flat("%20"),
        Delimited::Pipe => flat("%7C"),
        Delimited::Pairs => pairs(","),
        Delimited::Label => pairs("."),
        Delimited::Matrix => pairs(";"),
    }
}

fn text_encoded(text: &str) -> String {
    encode(text, '%')
}

/// The lines of a header.
pub(in crate::emit) fn header(parameter: &Parameter, value: &Value) -> Vec<String> {
    match (parameter.style, value) {
        (Style::Repeated, Value::List(items)) => items.iter().map(Value::to_plain).collect(),
        (Style::Comma, Value::List(items)) => vec![joined(items, ", ", Value::to_plain)],
        (Style::Fields(delimiter), Value::Object(fields)) => {
            vec![delimited(delimiter, fields, str::to_owned)]
        }
        (Style::Json, value) => vec![value.to_string()],
        (_, single) => vec![single.to_plain()],
    }
}

/// The value of a cookie.
pub(in crate::emit) fn cookie(parameter: &Parameter, value: &Value) -> String {
    match (parameter.style, value) {
        (Style::Fields(delimiter), Value::Object(fields)) => {
            delimited(delimiter, fields, str::to_owned)
        }
        (Style::Json, value) => encode(&value.to_string(), '%'),
        (_, Value::List(items)) => joined(items, ",", Value::to_plain),
        (_, single) => single.to_plain(),
    }
}

/// The pairs of a value whose parts are named in brackets.
fn parts(name: &str, value: &Value, lists: Lists) -> Vec<String> {
    let mut fields = Vec::new();
    push_fields(name.to_owned(), value, lists, &mut fields);
    let fields = fields.iter();
    let pairs = fields.map(|(name, text)| format!("{}={}", encode(name, '%'), encode(text, '%')));
    pairs.collect()
}

fn encoded(value: &Value) -> String {
    encode(&value.to_plain(), '%')
}

fn joined(items: &[Value], separator: &str, text: impl Fn(&Value) -> String) -> String {
    let items: Vec<String> = items.iter().map(text).collect();
    items.join(separator)
}
