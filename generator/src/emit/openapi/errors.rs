//! Error answers: their one schema, and a response a status. What operations document and what the
//! rules of the API imply are told apart.

use super::members::reference;
use super::parameters::header;
use super::responses::{headers, json, object};
use super::{Document, Members, text};
use crate::api::{
    Api, Cause, ErrorStatus, IMPLIED, ImpliedError, Location, Operation, OperationError, Origin,
    Parameter, Value,
};
use crate::naming::camel;

/// The component of the schema. No type of a specification is called so.
const SCHEMA: &str = "Error";

/// The schema of every error answer.
pub(super) fn schema_component(document: Document<'_>) -> Members {
    let api = document.api;
    if api.operations.is_empty() {
        return Members::new();
    }
    let body = &api.error_body;
    let described = |description: &str, ty: &str| {
        Members::new()
            .with("description", description)
            .with("type", ty)
    };
    let code = described("Repeats the status.", "integer").with("format", "int64");
    let message = described("What went wrong, for people.", "string");
    let invalid = implied(api, |error| error.cause == Cause::Malformed)
        .next()
        .map(|_| Members::new().with("invalid", invalid()));
    let metadata =
        described("More about it, for programs.", "object").unless_none("properties", invalid);
    // Only the metadata may be missing.
    let inner = Members::new()
        .with("type", "object")
        .with(
            "required",
            vec![body.code.as_str().into(), body.message.as_str().into()],
        )
        .with(
            "properties",
            Members::new()
                .with(&body.code, code)
                .with(&body.message, message)
                .with(&body.metadata, metadata),
        );
    let whole = match &body.envelope {
        Some(name) => object(vec![(name, inner)]),
        None => inner,
    };
    let description = text::description(&body.notes, Some("What every error answer holds."));
    let schema = Members::new()
        .unless_none("description", description)
        .and(whole)
        .and(text::flags(&body.notes));
    Members::new().with(SCHEMA, schema)
}

/// What a malformed request is told in the metadata.
fn invalid() -> Members {
    let text = |description: &str| {
        Members::new()
            .with("description", description)
            .with("type", "string")
    };
    let places = ["path", "query", "header", "body"];
    let places: Vec<Value> = places.into_iter().map(Value::from).collect();
    let members = [
        (
            "in",
            text("The part of the request that it is in.").with("enum", places),
        ),
        ("name", text("The parameter, or the path in the body.")),
        ("problem", text("What is wrong with it.")),
    ];
    let members = members.map(|(name, schema)| (name.to_owned(), schema));
    let members = members.iter().map(|(name, schema)| (name, schema.clone()));
    Members::new()
        .with("description", "On 400: every fault of the request.")
        .with("type", "array")
        .with("items", object(members.collect()))
}

/// A response for every status that some operation answers; two where some document it and for others
/// it is implied.
pub(super) fn components(document: Document<'_>) -> Members {
    let api = document.api;
    let mut used: Vec<OperationError> = Vec::new();
    for error in api
        .operations
        .iter()
        .flat_map(|operation| &operation.errors)
    {
        if !used.contains(error) {
            used.push(*error);
        }
    }
    used.sort_by_key(|error| (error.status, error.origin == Origin::Implied));
    used.iter().fold(Members::new(), |components, error| {
        let response = match (error.origin, api.error(error.status)) {
            (Origin::Documented, Some(entry)) => documented(document, entry),
            (Origin::Documented | Origin::Implied, _) => implied_response(document, error.status),
        };
        components.with(component_name(api, error), response)
    })
}

/// The name of the component of an error.
pub(super) fn component_name(api: &Api, error: &OperationError) -> String {
    let entry = api.error(error.status).map(|entry| entry.name.clone());
    match error.origin {
        Origin::Documented => entry.unwrap_or_else(|| error.status.to_string()),
        Origin::Implied => {
            let cause = implied(api, |implied| implied.status == error.status).next();
            let cause = cause.map(|implied| camel(implied.cause.name()));
            let name = entry.or(cause);
            // No name of a specification has a full stop.
            name.map_or_else(
                || format!("{}.implied", error.status),
                |name| format!("{name}.implied"),
            )
        }
    }
}

fn implied(
    api: &Api,
    wanted: impl Fn(&ImpliedError) -> bool,
) -> impl Iterator<Item = &ImpliedError> {
    api.implied.iter().filter(move |error| wanted(error))
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
        assumed: None,
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
    let causes = implied(document.api, |error| error.status == status);
    let when = causes.map(|error| error.cause.when()).collect::<Vec<_>>();
    let sentence = format!("{} {IMPLIED}", when.join(" Or: "));
    Members::new()
        .with("description", sentence)
        .with("headers", headers(document, challenge(status)))
        .with("content", content(document, None, status))
        .with("x-implied", true)
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
    assumed: Option<&'a str>,
    body: Value,
}

/// The schema, and as examples what the handler says by default and what the layers around it say.
fn content(document: Document<'_>, documented: Option<Example<'_>>, status: u16) -> Members {
    let api = document.api;
    let of_layers = implied(api, |error| error.status == status);
    let of_layers = of_layers.map(|error| {
        let metadata = (error.cause == Cause::Malformed).then(|| faults(api));
        Example {
            name: error.cause.name(),
            summary: Some(error.cause.when()),
            assumed: error.assumed.as_deref(),
            body: body(api, status, &error.message, metadata),
        }
    });
    let mut examples: Vec<Example<'_>> = Vec::new();
    for example in documented.into_iter().chain(of_layers) {
        if !examples.iter().any(|other| other.body == example.body) {
            examples.push(example);
        }
    }
    let examples = examples.into_iter().fold(Members::new(), |all, example| {
        let shown = Members::new()
            .unless_none("summary", example.summary)
            .unless_none("description", example.assumed.map(text::assumed))
            .with("value", example.body);
        all.with(example.name, shown)
    });
    json(
        Members::new()
            .with("schema", reference("schemas", SCHEMA))
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
fn faults(api: &Api) -> Members {
    let limit = api.pagination.as_ref().map(|pagination| &pagination.limit);
    let parameters = || {
        let operations = api.operations.iter();
        operations.flat_map(|operation: &Operation| &operation.parameters)
    };
    let is_used = |wanted: &&Parameter| parameters().any(|parameter| parameter == *wanted);
    let (location, name, problem) = match (limit.filter(is_used), parameters().next()) {
        (Some(limit), _) => ("query", limit.name.as_str(), "expected an integer"),
        (None, Some(parameter)) => {
            let location = match parameter.location {
                Location::Path => "path",
                Location::Query => "query",
                Location::Header => "header",
            };
            (location, parameter.name.as_str(), "must be text in UTF-8")
        }
        (None, None) => ("body", "", "is missing"),
    };
    let fault = Members::new()
        .with("in", location)
        .with("name", name)
        .with("problem", problem);
    Members::new().with("invalid", vec![fault.into()])
}
