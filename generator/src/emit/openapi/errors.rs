//! Error responses: a response a status. What operations document and what the rules of the API imply
//! are told apart.

use super::members::reference;
use super::parameters::{header, location};
use super::responses::{headers, json};
use super::{Document, Members, text};
use crate::api::{
    Api, Cause, ErrorStatus, IMPLIED, ImpliedError, Operation, Origin, Parameter, Value,
};

/// A response for every status that some operation responses; two where some document it and for others
/// it is implied.
pub(super) fn components(document: Document<'_>) -> Members {
    let api = document.api;
    let responses = document.names.responses.iter();
    responses.fold(Members::new(), |components, (error, name)| {
        let response = match (error.origin, api.error(error.status)) {
            (Origin::Documented, Some(entry)) => documented(document, entry),
            (Origin::Documented | Origin::Implied, _) => implied_response(document, error.status),
        };
        components.with(name, response)
    })
}

/// Why operations are answered a status that they need not document.
fn implied(api: &Api, status: u16) -> impl Iterator<Item = &ImpliedError> {
    let errors = api.implied.iter();
    errors.filter(move |error| error.status == status && !error.cause.finds_no_operation())
}

fn documented(document: Document<'_>, entry: &ErrorStatus) -> Members {
    let own = entry.headers.iter();
    let own = own.fold(challenge(entry.status), |headers, entry| {
        headers.with(&entry.name, header(document, entry))
    });
    let retry = entry
        .retry
        .then(|| "Trying again later may help.".to_owned());
    let when = entry.when.as_deref().unwrap_or(&entry.message);
    let notes = text::description(&entry.notes, None);
    let description = text::join([Some(text::markdown(when)), notes, retry]);
    let example = Example {
        name: "documented",
        summary: None,
        assumed: Vec::new(),
        body: body(document.api, entry.status, &entry.message, None),
    };
    Members::new()
        .unless_none("description", description)
        .with("headers", headers(document, own))
        .with("content", content(document, Some(example), entry.status))
        .flag("x-retry", entry.retry)
        .and(text::extensions(&entry.notes))
}

fn implied_response(document: Document<'_>, status: u16) -> Members {
    let causes = implied(document.api, status);
    let when = causes.map(|error| &*error.when).collect::<Vec<_>>();
    let sentence = format!("{} {IMPLIED}", when.join(" Or: "));
    let declared = document.api.error(status).filter(|entry| entry.implied);
    let own = declared.map_or(&[][..], |entry| &entry.headers);
    let own = own.iter().fold(challenge(status), |headers, entry| {
        headers.with(&entry.name, header(document, entry))
    });
    let notes = declared.map(|entry| &entry.notes);
    Members::new()
        .unless_none(
            "description",
            text::join([
                Some(sentence),
                notes.and_then(|notes| text::description(notes, None)),
            ]),
        )
        .with("headers", headers(document, own))
        .with("content", content(document, None, status))
        .flag("x-retry", declared.is_some_and(|entry| entry.retry))
        .with("x-implied", true)
        .and(notes.map_or_else(Members::new, text::extensions))
}

/// A 401 always says how one authenticates (RFC 9110, section 15.5.2).
fn challenge(status: u16) -> Members {
    if status != 401 {
        return Members::new();
    }
    let header = Members::new()
        .with("description", "How one authenticates.")
        .with("required", true)
        .with("schema", Members::new().with("type", "string"));
    Members::new().with("WWW-Authenticate", header)
}

/// A body that an error may have.
struct Example<'a> {
    name: &'a str,
    summary: Option<&'a str>,
    assumed: Vec<&'a str>,
    body: Value,
}

/// The schema, and as examples what the handler says by default and what the layers around it say.
fn content(document: Document<'_>, documented: Option<Example<'_>>, status: u16) -> Members {
    let api = document.api;
    let of_layers = implied(api, status);
    let of_layers = of_layers.map(|error| {
        let metadata = (error.cause == Cause::Malformed).then(|| validation_errors(api));
        Example {
            name: error.cause.name(),
            summary: Some(&error.when),
            assumed: error.assumed.as_deref().into_iter().collect(),
            body: body(api, status, &error.message, metadata),
        }
    });
    let mut examples: Vec<Example<'_>> = Vec::new();
    for example in documented.into_iter().chain(of_layers) {
        let mut same = examples.iter_mut();
        match same.find(|other| other.body == example.body) {
            Some(other) => other.assumed.extend(example.assumed),
            None => examples.push(example),
        }
    }
    let examples = examples.into_iter().fold(Members::new(), |all, example| {
        let shown = Members::new()
            .unless_none("summary", example.summary)
            .with("value", example.body)
            .and(text::assumed(example.assumed));
        all.with(example.name, shown)
    });
    json(
        Members::new()
            .with(
                "schema",
                reference("schemas", &document.names.error_response),
            )
            .with("examples", examples),
    )
}

fn body(api: &Api, status: u16, message: &str, metadata: Option<Members>) -> Value {
    let names = &api.error_body;
    let inner = Members::new()
        .with(&names.code, i64::from(status))
        .with(&names.message, message)
        .unless_none(&names.metadata, metadata);
    match &names.envelope {
        Some(envelope) => Members::new().with(envelope, inner).into(),
        None => inner.into(),
    }
}

/// What the metadata of a malformed request looks like.
fn validation_errors(api: &Api) -> Members {
    let limit = api.pagination.as_ref().map(|pagination| &pagination.limit);
    let parameters = || {
        let operations = api.operations.iter();
        operations.flat_map(|operation: &Operation| &operation.parameters)
    };
    let is_used = |wanted: &&Parameter| parameters().any(|parameter| parameter == *wanted);
    let (place, name, problem) = match (limit.filter(is_used), parameters().next()) {
        (Some(limit), _) => ("query", limit.name.as_str(), "expected an integer"),
        (None, Some(parameter)) => (
            location(parameter.location),
            parameter.name.as_str(),
            "must be text in UTF-8",
        ),
        (None, None) => ("body", "", "is missing"),
    };
    let validation_error = Members::new()
        .with("in", place)
        .with("name", name)
        .with("problem", problem);
    Members::new().with("invalid", vec![validation_error.into()])
}
