//! Errors: the table of all errors, and those of each operation.

use std::collections::BTreeSet;

use super::code::{self, Sample};
use super::entries::{Entry, header};
use super::html::Html;
use super::markdown;
use super::notes::{Assumptions, NotesView, repeated};
use crate::api::{Api, ErrorStatus, ImpliedError, Operation, Origin, Value};
use crate::emit::docs;

/// All errors of the API.
pub(super) struct ErrorsView {
    pub(super) body: Sample,
    pub(super) notes: NotesView,
    pub(super) documented: Vec<StatusView>,
    pub(super) implied: Vec<ErrorLine>,
}

/// A status that operations document.
pub(super) struct StatusView {
    pub(super) anchor: String,
    pub(super) status: u16,
    pub(super) name: String,
    pub(super) message: String,
    pub(super) when: Html,
    pub(super) retry: bool,
    pub(super) headers: Vec<Entry>,
    pub(super) notes: NotesView,
}

/// A status of an operation on one line.
pub(super) struct ErrorLine {
    pub(super) status: u16,
    /// The entry in the table of errors.
    pub(super) anchor: Option<String>,
    pub(super) name: String,
    pub(super) text: Html,
}

/// The overview.
pub(super) fn overview(api: &Api, assumptions: &mut Assumptions) -> ErrorsView {
    let notes = assumptions.notes(&api.error_body.notes, "errors", "Error responses");
    let implied: BTreeSet<u16> = api.implied.iter().map(|error| error.status).collect();
    ErrorsView {
        body: code::json("Error response", &body(api)),
        notes,
        documented: api
            .errors
            .iter()
            .map(|error| status(api, error, assumptions))
            .collect(),
        implied: implied
            .into_iter()
            .map(|status| implied_line(api, status, None))
            .collect(),
    }
}

fn status(api: &Api, error: &ErrorStatus, assumptions: &mut Assumptions) -> StatusView {
    let anchor = place(error.status);
    let about = format!("{} {}", error.status, error.name);
    StatusView {
        status: error.status,
        name: error.name.clone(),
        message: error.message.clone(),
        when: markdown::line(error.when.as_deref().unwrap_or_default()),
        retry: error.retry,
        notes: assumptions.notes(&error.notes, &anchor, &about),
        headers: error
            .headers
            .iter()
            .map(|of| header(api, of, &anchor, assumptions))
            .collect(),
        anchor,
    }
}

/// The anchor of a status, if operations document it.
pub(super) fn status_anchor(api: &Api, status: u16) -> Option<String> {
    api.error(status).map(|_| place(status))
}

fn place(status: u16) -> String {
    format!("status-{status}")
}

/// An example of an error response.
fn body(api: &Api) -> Value {
    // One of them exists: if no status is documented, 500 has a separate entry.
    let error = api.errors.first().or(api.internal.as_ref());
    let (status, message) = error.map_or((500, ""), |error| (error.status, &error.message));
    let body = Value::Object(vec![
        (
            api.error_body.code.clone(),
            Value::Integer(i64::from(status)),
        ),
        (
            api.error_body.message.clone(),
            Value::Text(message.to_owned()),
        ),
        (api.error_body.metadata.clone(), Value::Object(Vec::new())),
    ]);
    match &api.error_body.envelope {
        Some(envelope) => Value::Object(vec![(envelope.clone(), body)]),
        None => body,
    }
}

/// The errors that an operation documents, and the implied ones.
pub(super) fn lines(api: &Api, operation: &Operation) -> (Vec<ErrorLine>, Vec<ErrorLine>) {
    let of = |origin: Origin| {
        operation
            .errors
            .iter()
            .filter(move |error| error.origin == origin)
    };
    let documented = of(Origin::Documented).map(|error| documented_line(api, error.status));
    let implied = of(Origin::Implied).map(|error| implied_line(api, error.status, Some(operation)));
    (documented.collect(), implied.collect())
}

fn documented_line(api: &Api, status: u16) -> ErrorLine {
    let entry = api.error(status);
    let when = entry.and_then(|error| error.when.as_deref());
    let text = match docs::first_sentence(repeated(when.unwrap_or_default())).as_str() {
        "" => Html::text(repeated(entry.map_or("", |error| &error.message))),
        when => markdown::line(when),
    };
    ErrorLine {
        status,
        anchor: status_anchor(api, status),
        name: entry.map(|error| error.name.clone()).unwrap_or_default(),
        text,
    }
}

/// An implied status with its causes: for one operation, or for all.
fn implied_line(api: &Api, status: u16, operation: Option<&Operation>) -> ErrorLine {
    let entry = api.error(status);
    let implied: Vec<&ImpliedError> = api
        .implied
        .iter()
        .filter(|error| error.status == status)
        .filter(|error| operation.is_none() || !error.cause.finds_no_operation())
        .collect();
    let mut text = Html::default();
    for (index, error) in implied.iter().enumerate() {
        text.push_trusted(if index > 0 { "<br>" } else { "" });
        text.push_text(&error.when);
    }
    let message = implied.first().map_or("", |error| &error.message);
    ErrorLine {
        status,
        anchor: status_anchor(api, status),
        name: entry.map_or_else(|| repeated(message).to_owned(), |error| error.name.clone()),
        text,
    }
}
