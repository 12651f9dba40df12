//! What the document says of the API as a whole, and the sections that operations stand in.

use std::collections::HashMap;

use super::{Document, Members, text};
use crate::api::{Api, Cause, Operation, Value};
use crate::emit::docs;

/// Title, version, description.
pub(super) fn info(document: Document<'_>) -> Members {
    let api = document.api;
    let description = text::join([
        text::description(&api.notes, None),
        unmatched(api),
        pages(api),
    ]);
    Members::new()
        .with("title", docs::one_line(&api.title))
        .with("version", api.version.as_str())
        .unless_none("description", description)
        .and(text::extensions(&api.notes))
}

/// What a request is answered that no operation is for. It belongs to no operation.
fn unmatched(api: &Api) -> Option<String> {
    let status = |cause| {
        let found = api.implied.iter().find(|error| error.cause == cause);
        found.map(|error| error.status)
    };
    let (path, method) = (status(Cause::UnknownPath)?, status(Cause::UnknownMethod)?);
    let sentence = format!(
        "A path that no operation has gets {path}, and a method that its path does not \
         have with {method} and the header `Allow`, both in the shape of every error."
    );
    (!api.operations.is_empty()).then_some(sentence)
}

/// What is said of pages as such. The parameters of pages say what each of them does.
fn pages(api: &Api) -> Option<String> {
    let is_used = api.operations.iter().any(Operation::is_paged);
    let pagination = api.pagination.as_ref().filter(|_| is_used)?;
    let notes = text::description(&pagination.notes, None)?;
    Some(format!("## Pages\n\n{notes}"))
}

/// The sections, in the order in which operations first name them.
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
        Members::new()
            .with("name", group)
            .with("description", format!("Holds {}.", names.join(", ")))
            .into()
    };
    let tags: Vec<Value> = groups.into_iter().map(tag).collect();
    (!tags.is_empty()).then_some(tags)
}
