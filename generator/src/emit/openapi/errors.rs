//! Error responses: one for each status, or two if some operations document the status and the rules of
//! the API imply it for others.

use super::json_object::reference;
use super::parameters::{header, location};
use super::responses::{headers, json};
use super::{Document, JsonObject, text};
use crate::api::{
    Api, Cause, ErrorDef, IMPLIED, ImpliedError, Operation, PageParameter, Status, Value,
};

/// All error responses of operations.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let api = document.api;
    let responses = document.names.responses.iter();
    responses.fold(JsonObject::new(), |components, (response, name)| {
        let shown = match response.documented.first() {
            Some(id) => documented(document, api.error(*id)),
            None => implied_response(document, response.status),
        };
        components.with(name, shown)
    })
}

/// The reasons for which operations respond with a status that they need not document.
fn implied(api: &Api, status: Status) -> impl Iterator<Item = &ImpliedError> {
    let errors = api.implied.iter();
    errors.filter(move |error| {
        status == Status::Exact(error.status) && !error.cause.finds_no_operation()
    })
}

fn documented(document: Document<'_>, entry: &ErrorDef) -> JsonObject {
    let own = entry.headers.iter();
    let own = own.fold(challenge(entry.status), |headers, entry| {
        headers.with(&entry.name, header(document, entry))
    });
    let retry = entry.retry.then(|| "A retry may succeed.".to_owned());
    let when = entry
        .when
        .as_deref()
        .or(entry.message())
        .unwrap_or_default();
    let notes = text::description(&entry.notes, None);
    let description = text::join([Some(text::markdown(when)), notes, retry]);
    let example = Example {
        name: "documented",
        summary: None,
        assumed: Vec::new(),
        body: body(
            document.api,
            entry.status,
            entry.message().unwrap_or_default(),
            None,
        ),
    };
    JsonObject::new()
        .with_option("description", description)
        .with("headers", headers(document, own))
        .with("content", content(document, Some(example), entry.status))
        .with_flag("x-retry", entry.retry)
        .and(text::extensions(&entry.notes))
}

fn implied_response(document: Document<'_>, status: Status) -> JsonObject {
    let causes = implied(document.api, status);
    let when: Vec<&str> = causes.map(|error| &*error.when).collect();
    let sentence = match when.as_slice() {
        [only] => format!("{only} {IMPLIED}"),
        several => format!("{IMPLIED}\n\n- {}", several.join("\n- ")),
    };
    let declared = declared(document.api, status);
    let own = declared.map_or(&[][..], |entry| &entry.headers);
    let own = own.iter().fold(challenge(status), |headers, entry| {
        headers.with(&entry.name, header(document, entry))
    });
    let notes = declared.map(|entry| &entry.notes);
    JsonObject::new()
        .with_option(
            "description",
            text::join([
                Some(sentence),
                notes.and_then(|notes| text::description(notes, None)),
            ]),
        )
        .with("headers", headers(document, own))
        .with("content", content(document, None, status))
        .with_flag("x-retry", declared.is_some_and(|entry| entry.retry))
        .with("x-implied", true)
        .and(notes.map_or_else(JsonObject::new, text::extensions))
}

/// The error of the document that layers respond with.
fn declared(api: &Api, status: Status) -> Option<&ErrorDef> {
    let id = api.describing(status.exact()?)?;
    Some(api.error(id)).filter(|error| error.implied)
}

/// A 401 names the authentication scheme (RFC 9110, section 15.5.2).
fn challenge(status: Status) -> JsonObject {
    if status != Status::Exact(401) {
        return JsonObject::new();
    }
    let header = JsonObject::new()
        .with("description", "The authentication scheme.")
        .with("required", true)
        .with("schema", JsonObject::new().with("type", "string"));
    JsonObject::new().with("WWW-Authenticate", header)
}

/// An example of an error body.
struct Example<'a> {
    name: &'a str,
    summary: Option<&'a str>,
    assumed: Vec<&'a str>,
    body: Value,
}

/// The schema, with the default body of the handler and those of the layers around it as examples.
fn content(document: Document<'_>, documented: Option<Example<'_>>, status: Status) -> JsonObject {
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
    let examples = examples
        .into_iter()
        .fold(JsonObject::new(), |all, example| {
            let shown = JsonObject::new()
                .with_option("summary", example.summary)
                .with("value", example.body)
                .and(text::assumed(example.assumed));
            all.with(example.name, shown)
        });
    json(
        JsonObject::new()
            .with(
                "schema",
                reference("schemas", &document.names.error_response),
            )
            .with("examples", examples),
    )
}

fn body(api: &Api, status: Status, message: &str, metadata: Option<JsonObject>) -> Value {
    let names = &api.error_body;
    let inner = JsonObject::new()
        .with(&names.code, i64::from(status.exact().unwrap_or_default()))
        .with(&names.message, message)
        .with_option(&names.metadata, metadata);
    match &names.envelope {
        Some(envelope) => JsonObject::new().with(envelope, inner).into(),
        None => inner.into(),
    }
}

/// Example metadata of the response to an invalid request.
fn validation_errors(api: &Api) -> JsonObject {
    let parameters = || {
        let operations = api.operations.iter();
        operations.flat_map(|operation: &Operation| &operation.parameters)
    };
    let limit = parameters().find(|parameter| parameter.page == Some(PageParameter::Limit));
    let (place, name, problem) = match (limit, parameters().next()) {
        (Some(limit), _) => ("query", limit.name.as_str(), "expected an integer"),
        (None, Some(parameter)) => (
            location(parameter.location),
            parameter.name.as_str(),
            "must be text in UTF-8",
        ),
        (None, None) => ("body", "", "is missing"),
    };
    let validation_error = JsonObject::new()
        .with("in", place)
        .with("name", name)
        .with("problem", problem);
    JsonObject::new().with("invalid", vec![validation_error.into()])
}
