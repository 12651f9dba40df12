//! The API as a whole, and the tags of its operations.

use super::parameters::used_pagers;
use super::{Document, JsonObject, text};
use crate::api::{Api, Cause, Contact, License, Notes, Value};
use crate::emit::{docs, markdown};
use crate::hash::HashMap;
use crate::naming;

/// Title, version, description.
pub(super) fn info(document: Document<'_>) -> JsonObject {
    let api = document.api;
    let further = [unmatched(api), pages(api)];
    JsonObject::new()
        .with("title", markdown::one_line(&api.title))
        .with("version", api.version.value.as_str())
        .and(text::described(&api.notes, None, further))
        .with_option("termsOfService", api.info.terms.as_deref())
        .with_option("contact", api.info.contact.as_ref().map(contact))
        .with_option("license", api.info.license.as_ref().map(license))
        .and(text::extensions(&api.notes))
}

fn contact(contact: &Contact) -> JsonObject {
    let Contact { name, url, email } = contact;
    JsonObject::new()
        .with_option("name", name.as_deref())
        .with_option("url", url.as_deref())
        .with_option("email", email.as_deref())
}

fn license(license: &License) -> JsonObject {
    let License { name, spdx, url } = license;
    JsonObject::new()
        .with("name", name.as_str())
        .with_option("identifier", spdx.as_deref())
        .with_option("url", url.as_deref())
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
    let sections = used_pagers(api).filter_map(|pager| {
        let notes = text::description(&pager.notes, None)?;
        let title = docs::pager_title(api, pager);
        Some(format!("## {title}\n\n{notes}"))
    });
    text::join(sections.map(Some))
}

/// The tags: the groups of operations, in the order of the specification.
pub(super) fn tags(document: Document<'_>) -> Vec<Value> {
    let mut operations: HashMap<&str, Vec<String>> = HashMap::default();
    for operation in &document.api.operations {
        let names = operations.entry(&operation.group).or_default();
        names.push(format!("`{}`", operation.name));
    }
    let tag = |name: &str| {
        let group = document.api.group(name);
        let none = Notes::default();
        let notes = group.map_or(&none, |group| &group.notes);
        let names = operations.get(name).map(|names| names.join(", "));
        let listed = format!("Operations: {}.", names.unwrap_or_default());
        let title = group.and_then(|group| group.title.as_deref());
        let see = notes.see.as_deref();
        JsonObject::new()
            .with("name", name)
            .and(text::described(notes, Some(&listed), []))
            .with_option("x-displayName", title.map(markdown::one_line))
            .with_option("externalDocs", see.map(text::external))
            .into()
    };
    let names = document.api.group_names().into_iter();
    names.map(tag).collect()
}

/// What the specification says about the whole and OpenAPI has no words for.
pub(super) fn settings(api: &Api) -> JsonObject {
    let name = Some(&api.name).filter(|name| **name != naming::api_name(&api.title, ""));
    let package = Some(&api.package.name).filter(|name| **name != naming::crate_name(&api.name));
    let base_path = Some(&api.base_path).filter(|path| !path.is_empty());
    let request_id = Some(&api.request_id_header).filter(|name| *name != REQUEST_ID);
    JsonObject::new()
        .with_option("name", name.map(String::as_str))
        .with_option("crate", package.map(String::as_str))
        .with_option("base_path", base_path.map(String::as_str))
        .with_option("request_id", request_id.map(String::as_str))
        .with_option("lenient", (!api.lenient).then_some(false))
}

/// The header that identifies a request, unless the specification names another one.
const REQUEST_ID: &str = "X-Request-Id";
