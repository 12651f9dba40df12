//! The API as a whole, and the tags of its operations.

use std::collections::HashMap;

use super::{Document, JsonObject, text};
use crate::api::{Api, Cause, Operation, Value};
use crate::emit::docs;

/// Title, version, description.
pub(super) fn info(document: Document<'_>) -> JsonObject {
    let api = document.api;
    let description = text::join([
        text::description(&api.notes, None),
        unmatched(api),
        pages(api),
    ]);
    JsonObject::new()
        .with("title", docs::one_line(&api.title))
        .with("version", api.version.as_str())
        .with_option("description", description)
        .and(text::extensions(&api.notes))
}

/// The responses to requests that match no operation.
fn unmatched(api: &Api) -> Option<String> {
    let status = |cause| {
        let found = api.implied.iter().find(|error| error.cause == cause);
        found.map(|error| error.status)
    };
    let (path, method) = (status(Cause::UnknownPath)?, status(Cause::UnknownMethod)?);
    let sentence = format!(
        "A request for an unknown path gets {path}, and a request with a method that the path does not \
         support gets {method} with an `Allow` header. Both have the body of every error response."
    );
    (!api.operations.is_empty()).then_some(sentence)
}

/// The notes on pagination. The parameters have their own descriptions.
fn pages(api: &Api) -> Option<String> {
    let is_used = api.operations.iter().any(Operation::is_paged);
    let pagination = api.pagination.as_ref().filter(|_| is_used)?;
    let notes = text::description(&pagination.notes, None)?;
    Some(format!("## Pagination\n\n{notes}"))
}

/// The tags: the groups of operations, in the order of the specification.
pub(super) fn tags(document: Document<'_>) -> Option<Vec<Value>> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    for operation in &document.api.operations {
        let place = *places.entry(&operation.group).or_insert(groups.len());
        let name = format!("`{}`", operation.name);
        match groups.get_mut(place) {
            Some((_, names)) => names.push(name),
            None => groups.push((&operation.group, vec![name])),
        }
    }
    let tag = |(group, names): (&str, Vec<String>)| {
        JsonObject::new()
            .with("name", group)
            .with("description", format!("Operations: {}.", names.join(", ")))
            .into()
    };
    let tags: Vec<Value> = groups.into_iter().map(tag).collect();
    (!tags.is_empty()).then_some(tags)
}
