//! A request as a command for a shell.

use super::html::encode;
use super::values;
use crate::api::{Location, Method, Operation, Parameter, PathSegment, Value};
use crate::emit::file::Context;
use crate::naming::{kebab, shouty};

/// Where the API stands in examples: nobody's host, by RFC 2606.
pub(super) fn host(context: Context<'_>) -> String {
    format!("https://{}.example", kebab(&context.api.name))
}

/// The command, with the optional parameters that are worth showing.
pub(super) fn call(context: Context<'_>, operation: &Operation, body: Option<&Value>) -> String {
    let api = context.api;
    let url = format!(
        "{}{}{}{}",
        host(context),
        api.base_path,
        path(context, operation),
        query(context, operation)
    );
    let method = match operation.method {
        Method::Get => String::new(),
        Method::Put | Method::Post | Method::Delete | Method::Patch => {
            format!("-X {} ", operation.method.name())
        }
    };
    let mut command = format!("curl {method}{}", quoted(&url));
    if let (Some(key), Some(auth)) = (operation.key, &api.auth) {
        let variable = shouty(&auth.keys[key].name);
        command.push_str(&format!(" \\\n  -H \"Authorization: Bearer ${variable}\""));
    }
    for (parameter, value) in shown(context, operation, Location::Header) {
        let header = format!("{}: {}", parameter.name, plain(&value));
        command.push_str(&format!(" \\\n  -H {}", quoted(&header)));
    }
    if operation.body.is_some() {
        let body = body.map_or_else(|| "@body.json".to_owned(), Value::to_json);
        command.push_str(&format!(
            " \\\n  -H 'Content-Type: application/json' \\\n  -d {}",
            quoted(&body)
        ));
    }
    command
}

/// The parameters of a place that an example has, with their values.
pub(super) fn shown<'a>(
    context: Context<'a>,
    operation: &'a Operation,
    location: Location,
) -> impl Iterator<Item = (&'a Parameter, Value)> {
    let here = operation
        .parameters
        .iter()
        .filter(move |parameter| parameter.location == location);
    here.filter(move |parameter| is_shown(context, parameter))
        .filter_map(move |parameter| {
            Some((parameter, values::of_parameter(context.api, parameter)?))
        })
}

/// Whether an example has a parameter: it has to, or it is one that people reach for.
pub(super) fn is_shown(context: Context<'_>, parameter: &Parameter) -> bool {
    let limit = context
        .api
        .pagination
        .as_ref()
        .map(|pagination| &pagination.limit);
    let is_limit = limit.is_some_and(|limit| limit == parameter);
    parameter.presence == crate::api::Presence::Required
        || is_limit
        || values::is_given(context.api, parameter)
}

fn path(context: Context<'_>, operation: &Operation) -> String {
    let mut path = String::new();
    let mut values = shown(context, operation, Location::Path);
    for segment in &operation.path {
        path.push('/');
        match segment {
            PathSegment::Literal(text) => path.push_str(text),
            // The parameters of a path stand in its order.
            PathSegment::Parameter(name) => match values.next() {
                Some((_, value)) => path.push_str(&encode(&plain(&value), '%')),
                None => path.push_str(&encode(name, '%')),
            },
        }
    }
    path
}

fn query(context: Context<'_>, operation: &Operation) -> String {
    let mut query = String::new();
    for (parameter, value) in shown(context, operation, Location::Query) {
        let items = match &value {
            Value::List(items) => items.as_slice(),
            single => std::slice::from_ref(single),
        };
        for item in items {
            query.push(if query.is_empty() { '?' } else { '&' });
            query.push_str(&encode(&parameter.name, '%'));
            query.push('=');
            query.push_str(&encode(&plain(item), '%'));
        }
    }
    query
}

/// A value as it stands outside of JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

/// One word of a shell, whatever it holds.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
