//! From XML to JSON.

use serde_json::Map;

use super::tree::{self, Element};
use super::{Field, InvalidXml, Kind, Object, Place, Root, XSI};
use crate::Json;

/// The JSON of a body in XML.
///
/// What the table does not expect becomes a value of another type, so that decoding reports its place.
///
/// # Errors
/// It is not XML, or its element has another name.
pub fn to_json(text: &[u8], root: &Root) -> Result<Json, InvalidXml> {
    let element = tree::read(text)?;
    if !element.name.is(&root.name) {
        return Err(InvalidXml {
            line: 1,
            column: 1,
            problem: Some("has an element of another name"),
        });
    }
    Ok(value(&element, root.kind))
}

/// The value of an element.
fn value(element: &Element, kind: Kind) -> Json {
    if is_nil(element) {
        return Json::Null;
    }
    match kind {
        Kind::Text | Kind::Number | Kind::Boolean if !element.children.is_empty() => {
            // Decoding expects something else, and reports that.
            Json::Object(Map::new())
        }
        Kind::Text | Kind::Number | Kind::Boolean => scalar(&element.text, kind),
        Kind::Object(shape) => object(element, shape),
        Kind::List(name, kind) => {
            let items = element.children.iter().filter(|child| child.name.is(name));
            Json::Array(items.map(|item| value(item, *kind)).collect())
        }
        Kind::Map(kind) => {
            let mut all = Map::new();
            for child in &element.children {
                insert(&mut all, &child.name.local, value(child, *kind));
            }
            Json::Object(all)
        }
        Kind::Same(root) => value(element, root.kind),
    }
}

/// The value of a string. A string that is not a number or boolean stays text.
fn scalar(text: &str, kind: Kind) -> Json {
    let trimmed = text.trim_ascii();
    match kind {
        Kind::Number => {
            let number = trimmed.strip_prefix('+').unwrap_or(trimmed);
            let number = serde_json::from_str(number).ok();
            number.map_or_else(|| Json::String(text.to_owned()), Json::Number)
        }
        Kind::Boolean => match trimmed {
            "true" | "1" => Json::Bool(true),
            "false" | "0" => Json::Bool(false),
            _ => Json::String(text.to_owned()),
        },
        Kind::Same(root) => scalar(text, root.kind),
        Kind::Text | Kind::Object(_) | Kind::List(..) | Kind::Map(_) => {
            Json::String(text.to_owned())
        }
    }
}

fn object(element: &Element, shape: &Object) -> Json {
    let mut all = Map::new();
    let mut elements: Vec<Vec<&Element>> = vec![Vec::new(); shape.fields.len()];
    for child in &element.children {
        match (
            index_of_field(shape, child).and_then(|index| elements.get_mut(index)),
            shape.additional,
        ) {
            (Some(field_elements), _) => field_elements.push(child),
            (None, Some(kind)) => insert(&mut all, &child.name.local, value(child, kind)),
            (None, None) => {}
        }
    }
    for (field, elements) in shape.fields.iter().zip(elements) {
        let found = match field.place {
            Place::Attribute => {
                let mut attributes = element.attributes.iter();
                let attribute = attributes.find(|(name, _)| name.is(&field.name));
                attribute.map(|(_, text)| scalar(text, field.kind))
            }
            Place::Text => Some(scalar(&element.text, field.kind)),
            Place::Element => {
                let mut found = elements.into_iter().map(|child| value(child, field.kind));
                match (found.next(), found.next()) {
                    // Two are not a value of the field, which decoding reports.
                    (Some(first), Some(second)) => Some(Json::Array(vec![first, second])),
                    (first, _) => first,
                }
            }
            Place::Items(required) => {
                let items: Vec<Json> = elements
                    .into_iter()
                    .map(|child| value(child, field.kind))
                    .collect();
                (required || !items.is_empty()).then_some(Json::Array(items))
            }
        };
        if let Some(found) = found {
            all.insert(field.json.to_owned(), found);
        }
    }
    Json::Object(all)
}

/// The index of the field that an element belongs to. A field with a namespace comes before a field without one.
fn index_of_field(shape: &Object, child: &Element) -> Option<usize> {
    let is_element = |field: &Field| matches!(field.place, Place::Element | Place::Items(_));
    let fields = shape.fields.iter().enumerate();
    let found = fields.filter(|(_, field)| is_element(field) && child.name.is(&field.name));
    let found = found.min_by_key(|(_, field)| field.name.namespace.is_none());
    found.map(|(index, _)| index)
}

/// Adds an entry. Two of one name are not a value of it, which decoding reports.
fn insert(all: &mut Map<String, Json>, name: &str, value: Json) {
    let value = match all.remove(name) {
        Some(first) => Json::Array(vec![first, value]),
        None => value,
    };
    all.insert(name.to_owned(), value);
}

fn is_nil(element: &Element) -> bool {
    element.attributes.iter().any(|(name, value)| {
        name.local == "nil"
            && name.namespace.as_deref() == Some(XSI)
            && matches!(value.trim_ascii(), "true" | "1")
    })
}
