//! The body of the example of a request.

use crate::api::{Api, Content, ContentKind, FieldStyle, Lists, PartKind, Type, TypeRef, Value};

/// The body of a request.
pub(in crate::emit) enum Body {
    /// JSON.
    Json { media: String, value: Value },
    /// The fields of a form, such as `method[type]` with `card`.
    Form(Vec<(String, String)>),
    /// The parts of a multipart form.
    Multipart(Vec<FormPart>),
    /// The content of a file.
    File { media: String, name: &'static str },
}

/// A part of a multipart form.
pub(in crate::emit) struct FormPart {
    pub(in crate::emit) name: String,
    pub(in crate::emit) kind: PartKind,
    /// The text, the JSON, or the name of the file.
    pub(in crate::emit) text: String,
    /// The media type of a file, if not all are allowed.
    pub(in crate::emit) media: Option<String>,
}

/// The body. `value` is an example of it.
pub(in crate::emit) fn example(
    api: &Api,
    content: &Content,
    value: Option<&Value>,
) -> Option<Body> {
    let media = || media_of(&content.media).to_owned();
    let file = |name| Body::File {
        media: media(),
        name,
    };
    Some(match (&content.kind, value) {
        (ContentKind::Empty | ContentKind::Events(_), _) => return None,
        (ContentKind::Json { .. } | ContentKind::Page { .. }, Some(value)) => Body::Json {
            media: media(),
            value: content.wrapped(value.clone()),
        },
        (ContentKind::Json { .. } | ContentKind::Page { .. }, None) => file("body.json"),
        (ContentKind::Form { lists, styles, .. }, Some(value)) => {
            Body::Form(fields(value, *lists, styles))
        }
        (ContentKind::Xml { .. }, _) => file("body.xml"),
        (ContentKind::Form { .. }, None) | (ContentKind::Text, _) => file("body.txt"),
        // Few tools send parts that are not of a form.
        (ContentKind::Multipart { .. }, _) if !content.has_default_media() => {
            bytes_of_parts(media())
        }
        (ContentKind::Binary, _) if media().starts_with("multipart/") => bytes_of_parts(media()),
        (ContentKind::Multipart { ty, .. }, Some(value)) => Body::Multipart(parts(api, ty, value)),
        (ContentKind::Multipart { .. }, None) => Body::Multipart(vec![FormPart {
            name: "name".to_owned(),
            kind: PartKind::Text,
            text: "value".to_owned(),
            media: None,
        }]),
        (ContentKind::Binary, _) => file("body.bin"),
        (ContentKind::Lines { .. }, _) => file("body.jsonl"),
    })
}

/// Parts that a file has, with their boundary.
fn bytes_of_parts(media: String) -> Body {
    Body::File {
        media: media + "; boundary=BOUNDARY",
        name: "body.bin",
    }
}

/// The fields of a form. Fields with another style are not written with brackets.
fn fields(value: &Value, lists: Lists, styles: &[(String, FieldStyle)]) -> Vec<(String, String)> {
    let mut written = Vec::new();
    let Value::Object(fields) = value else {
        push_fields(String::new(), value, lists, &mut written);
        return written;
    };
    for (name, value) in fields {
        let style = styles.iter().find(|(field, _)| field == name);
        let separated = |items: &[Value], separator: &str| {
            let items: Vec<String> = items.iter().map(Value::to_plain).collect();
            (name.clone(), items.join(separator))
        };
        match (style.map(|(_, style)| *style), value) {
            (Some(FieldStyle::Comma), Value::List(items)) => written.push(separated(items, ",")),
            (Some(FieldStyle::Space), Value::List(items)) => written.push(separated(items, " ")),
            (Some(FieldStyle::Pipe), Value::List(items)) => written.push(separated(items, "|")),
            (Some(FieldStyle::JsonItems), Value::List(items)) => {
                written.extend(items.iter().map(|item| (name.clone(), item.to_string())));
            }
            (Some(FieldStyle::Json), value) => written.push((name.clone(), value.to_string())),
            (_, value) => push_fields(name.clone(), value, lists, &mut written),
        }
    }
    written
}

/// Adds the fields of a value whose parts are named in brackets.
pub(super) fn push_fields(
    name: String,
    value: &Value,
    lists: Lists,
    fields: &mut Vec<(String, String)>,
) {
    match value {
        Value::Object(parts) => {
            for (part, value) in parts {
                let name = match name.as_str() {
                    "" => part.clone(),
                    name => format!("{name}[{part}]"),
                };
                push_fields(name, value, lists, fields);
            }
        }
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                let name = match lists {
                    Lists::Repeated => name.clone(),
                    Lists::Brackets => format!("{name}[]"),
                    Lists::Indexed => format!("{name}[{index}]"),
                };
                push_fields(name, item, lists, fields);
            }
        }
        Value::Null => fields.push((name, String::new())),
        Value::Bool(_) | Value::Integer(_) | Value::Number(_) | Value::Text(_) => {
            fields.push((name, value.to_plain()));
        }
    }
}

/// The parts of a multipart form.
fn parts(api: &Api, ty: &TypeRef, form: &Value) -> Vec<FormPart> {
    let mut parts = Vec::new();
    let (Some(id), Value::Object(values)) = (ty.named(), form) else {
        return parts;
    };
    for (name, value) in values {
        let field = api.type_def(id).field(name);
        let ty = field.map(|field| &field.ty);
        let media = field.map(|field| &field.media);
        let media = media.filter(|media| !media.is_empty());
        let kind = field.map_or(PartKind::Json, |field| api.part_kind(field));
        let items = match (value, ty.map(|ty| &ty.ty)) {
            (Value::List(items), Some(Type::List(_))) => items.iter().collect(),
            (value, _) => vec![value],
        };
        parts.extend(items.into_iter().map(|item| FormPart {
            name: name.clone(),
            kind,
            text: match kind {
                PartKind::Json => item.to_string(),
                PartKind::Text | PartKind::File => item.to_plain(),
            },
            media: media.map(|media| media_of(media).to_owned()),
        }));
    }
    parts
}

/// One of the media types that the server takes.
pub(in crate::emit) fn media_of(all: &[String]) -> &str {
    let mut media = all.iter().map(String::as_str);
    let exact = media.clone().find(|media| !media.ends_with('*'));
    let range = media.next().unwrap_or_default();
    exact.unwrap_or(match range {
        "audio/*" => "audio/mpeg",
        "image/*" => "image/png",
        "text/*" => "text/plain",
        "video/*" => "video/mp4",
        _ => "application/octet-stream",
    })
}
