//! Operations by their paths.

use std::collections::HashMap;

use super::schemas::schema;
use super::{Document, Members, examples, parameters, responses, security, text};
use crate::api::{Body, Media, Operation, PathSegment, Rules, Value};
use crate::emit;

/// The operations that share a path, under the names that the first of them gives its parameters:
/// paths that differ in these names only are one path to OpenAPI.
struct Path<'a> {
    template: String,
    names: Vec<&'a str>,
    operations: Vec<&'a Operation>,
}

/// All operations, in the order of the specification.
pub(super) fn paths(document: Document<'_>) -> Members {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut paths: Vec<Path<'_>> = Vec::new();
    for operation in &document.api.operations {
        let place = *places.entry(shape(operation)).or_insert(paths.len());
        match paths.get_mut(place) {
            Some(path) => path.operations.push(operation),
            None => paths.push(Path {
                template: document.api.base_path.clone() + &operation.template(),
                names: names(operation),
                operations: vec![operation],
            }),
        }
    }
    paths.iter().fold(Members::new(), |all, path| {
        let operations = path.operations.iter();
        let item = operations.fold(Members::new(), |item, operation| {
            let method = operation.method.name().to_ascii_lowercase();
            item.with(method, self::operation(document, operation, &path.names))
        });
        all.with(&path.template, item)
    })
}

/// The path with nameless parameters. No literal segment holds a brace.
fn shape(operation: &Operation) -> String {
    let segments = operation.path.iter();
    segments.fold(String::new(), |shape, segment| match segment {
        PathSegment::Literal(text) => shape + "/" + text,
        PathSegment::Parameter(_) => shape + "/{}",
    })
}

fn names(operation: &Operation) -> Vec<&str> {
    let segments = operation.path.iter();
    let names = segments.filter_map(|segment| match segment {
        PathSegment::Literal(_) => None,
        PathSegment::Parameter(name) => Some(name.as_str()),
    });
    names.collect()
}

fn operation(document: Document<'_>, operation: &Operation, names: &[&str]) -> Members {
    let doc = operation.notes.doc.as_deref();
    let doc = doc.filter(|doc| !doc.trim().is_empty());
    let fallback = format!("The operation `{}`.", operation.name);
    let idempotent = operation.idempotent;
    let is_usual = idempotent == operation.method.is_idempotent();
    let body = operation.body.as_ref();
    Members::new()
        .with("tags", vec![operation.group.as_str().into()])
        .with("summary", text::summary(doc.unwrap_or(&fallback)))
        .unless_none("description", description(document, operation, &fallback))
        .with("operationId", operation.name.as_str())
        .unless_none("parameters", parameters::list(document, operation, names))
        .unless_none("requestBody", body.map(|body| request_body(document, body)))
        .with("responses", responses::by_status(document, operation))
        .with("security", security::requirement(document, operation))
        .unless_none("x-idempotent", (!is_usual).then_some(idempotent))
        .and(text::flags(&operation.notes))
}

/// What the operation does, what it asks for, and what order its items have.
fn description(document: Document<'_>, operation: &Operation, fallback: &str) -> Option<String> {
    let key = security::kind(document, operation);
    let order = operation.order.as_ref();
    text::join([
        text::description(&operation.notes, Some(fallback)),
        order.map(emit::operations::order),
        key.map(|kind| format!("Takes a key of the kind `{kind}`.")),
    ])
}

fn request_body(document: Document<'_>, body: &Body) -> Members {
    let schema = schema(document, &body.ty, &Rules::default());
    let example: Option<Value> = examples::value(document.api, &body.ty);
    let media_type = Members::new()
        .with("schema", schema)
        .unless_none("example", example);
    let content = match body.media {
        Media::Json => responses::json(media_type),
    };
    Members::new()
        .unless_none("description", text::description(&body.notes, None))
        .with("content", content)
        .with("required", true)
        .and(text::extensions(&body.notes))
}
