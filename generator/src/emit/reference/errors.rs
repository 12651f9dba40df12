//! Errors: the table of all errors, and the errors of each operation.

use std::collections::BTreeSet;

use super::code::{self, Sample};
use super::contents;
use super::entries::{Entry, body_field, error_code, error_fields, header, valued_field};
use super::notes::{Assumptions, NotesView, repeated};
use super::type_words::type_words;
use crate::api::{
    Api, Cause, ErrorContent, ErrorDef, ErrorExample, ImpliedError, Operation, Value,
};
use crate::emit::markdown;
use crate::emit::markdown::RichText;
use crate::emit::samples::literals;

/// All errors of the API.
pub(super) struct ErrorsView {
    pub(super) body: Sample,
    /// Whether some error has a body of another form.
    pub(super) has_own_bodies: bool,
    pub(super) notes: NotesView,
    /// The further fields of all errors.
    pub(super) fields: Vec<Entry>,
    pub(super) documented: Vec<ErrorView>,
    pub(super) implied: Vec<ErrorLine>,
}

/// An error that operations document.
pub(super) struct ErrorView {
    pub(super) anchor: String,
    pub(super) status: String,
    pub(super) name: String,
    /// The message, or what the body is.
    pub(super) message: RichText,
    pub(super) when: RichText,
    pub(super) retry: bool,
    /// Its code, fields that only this error has, and shared fields for which it sets a value.
    pub(super) fields: Vec<Entry>,
    pub(super) headers: Vec<Entry>,
    pub(super) notes: NotesView,
}

/// An error of an operation on one line.
pub(super) struct ErrorLine {
    pub(super) status: String,
    /// The entry in the table of errors.
    pub(super) anchor: Option<String>,
    pub(super) name: String,
    pub(super) text: RichText,
    /// The anchor of the line, if it describes the error.
    pub(super) id: Option<String>,
}

/// The overview.
pub(super) fn overview(api: &Api, assumptions: &mut Assumptions) -> ErrorsView {
    let notes = assumptions.notes(&api.error_body.notes, "errors", "Error responses");
    let implied: BTreeSet<u16> = api.implied.iter().map(|error| error.status).collect();
    ErrorsView {
        body: code::json("Error response", &body(api)),
        has_own_bodies: api.errors.iter().any(|error| error.message().is_none()),
        notes,
        fields: {
            let further = api.error_body.fields.iter();
            let further = further.map(|field| body_field(api, field, "errors", assumptions));
            error_fields(api, "errors")
                .into_iter()
                .chain(further)
                .collect()
        },
        documented: api
            .errors
            .iter()
            .map(|error| described(api, error, assumptions))
            .collect(),
        implied: implied
            .into_iter()
            .map(|status| implied_line(api, status, None))
            .collect(),
    }
}

fn described(api: &Api, error: &ErrorDef, assumptions: &mut Assumptions) -> ErrorView {
    let anchor = anchor(error);
    let about = format!("{} {}", error.status, error.name);
    ErrorView {
        status: error.status.to_string(),
        name: error.name.clone(),
        message: body_words(api, error),
        when: markdown::line(error.when.as_deref().unwrap_or_default()),
        retry: error.retry,
        notes: assumptions.notes(&error.notes, &anchor, &about),
        fields: {
            let code = error.code().and_then(|code| error_code(api, code, &anchor));
            let fields = error.fields().iter();
            let fields = fields.filter(|field| field.is_own || field.has_own_value);
            let fields = fields.map(|field| match field.is_own {
                true => body_field(api, field, &anchor, assumptions),
                false => valued_field(api, field, &anchor),
            });
            code.into_iter().chain(fields).collect()
        },
        headers: error
            .headers
            .iter()
            .map(|error_header| header(api, error_header, &anchor, assumptions))
            .collect(),
        anchor,
    }
}

/// The message of an error, or the type of its body.
fn body_words(api: &Api, error: &ErrorDef) -> RichText {
    match &error.content {
        ErrorContent::Standard { message, .. } => RichText::text(message),
        ErrorContent::Json {
            envelope,
            ty,
            media: _,
        } => {
            let words = RichText::text("Its own body: ").and(&type_words(api, ty));
            contents::in_envelope(words, envelope.as_deref())
        }
        ErrorContent::Text { media } | ErrorContent::Binary { media } => {
            contents::body_of_type(media)
        }
        ErrorContent::Empty => RichText::text("No body"),
    }
}

/// The anchor of the error that describes a status of the layers around the handlers.
pub(super) fn status_anchor(api: &Api, status: u16) -> Option<String> {
    api.describing(status).map(|id| anchor(api.error(id)))
}

fn anchor(error: &ErrorDef) -> String {
    match error.distinguishing_count() {
        0 => format!("status-{}", error.status),
        _ => format!("status-{}-{}", error.status, error.name),
    }
}

/// An example of an error response.
fn body(api: &Api) -> Value {
    // One of them exists: if no status is documented, 500 has a separate entry.
    let mut usual = api.errors.iter().filter(|error| error.message().is_some());
    let error = usual.next().or(api.internal.as_ref());
    let status = error.map_or(500, |error| error.status.default_status());
    let message = error.and_then(ErrorDef::message).unwrap_or_default();
    api.error_body.example(ErrorExample {
        status,
        code: error.and_then(ErrorDef::code),
        message,
        parameter: None,
        metadata: Some(Value::Object(Vec::new())),
        fields: error.map_or_else(Vec::new, ErrorDef::field_values),
    })
}

/// The errors that an operation documents, and the implied ones.
pub(super) fn lines(api: &Api, operation: &Operation) -> (Vec<ErrorLine>, Vec<ErrorLine>) {
    let documented = api.documented(operation);
    let documented = documented.map(|error| documented_line(api, error));
    let implied = operation.implied.iter();
    let implied = implied.map(|status| implied_line(api, *status, Some(operation)));
    (documented.collect(), implied.collect())
}

fn documented_line(api: &Api, error: &ErrorDef) -> ErrorLine {
    // Responses of OpenAPI documents have a description, and no condition.
    let texts = [&error.when, &error.notes.doc].into_iter().flatten();
    let sentences = texts.map(|text| markdown::first_sentence(repeated(text)));
    let mut text = match sentences.into_iter().find(|sentence| !sentence.is_empty()) {
        Some(sentence) => markdown::line(&sentence),
        None => RichText::text(repeated(error.message().unwrap_or_default())),
    };
    if let Some(marks) = marks(api, error) {
        text = text.and_text(" (").and(&marks).and_text(")");
    }
    ErrorLine {
        status: error.status.to_string(),
        anchor: Some(anchor(error)),
        name: error.name.clone(),
        text,
        id: None,
    }
}

/// When an error occurs. A body of one operation has its own media types.
fn when(error: &ImpliedError, operation: Option<&Operation>) -> RichText {
    let body = operation.and_then(|operation| operation.body.as_ref());
    let contents = body.iter().flat_map(|body| body.contents());
    let media: Vec<&String> = contents
        .flat_map(|(_, content, _)| &content.media)
        .collect();
    if error.cause != Cause::ForeignBody || media.is_empty() {
        return markdown::line(&error.when);
    }
    let media: Vec<String> = media
        .iter()
        .map(|media| match media.as_str() {
            "application/json" => "JSON".to_owned(),
            media => markdown::code(media),
        })
        .collect();
    let media = media.join(" or ");
    let rest = "its charset is not UTF-8, or the body has a content encoding.";
    markdown::line(&format!(
        "The media type of the body is not {media}, {rest}"
    ))
}

/// The values that tell an error from others of its status: `code` is `card_declined`.
fn marks(api: &Api, error: &ErrorDef) -> Option<RichText> {
    let code = error.distinguishing_code();
    let code = code.and_then(|code| Some((&*api.error_body.code.as_ref()?.name, code.into())));
    let fields = error.distinguishing_fields();
    let fields = fields.filter_map(|field| Some((&*field.field.name, field.value.clone()?)));
    let mut marks = code
        .into_iter()
        .chain(fields)
        .map(|(name, value): (&str, Value)| {
            let name = RichText::code(name).and_text(" is ");
            name.and_code(&literals::visible(value.to_string()))
        });
    let first = marks.next()?;
    Some(marks.fold(first, |all, mark| all.and_text(", ").and(&mark)))
}

/// An implied status with its causes: for one operation, or for all.
fn implied_line(api: &Api, status: u16, operation: Option<&Operation>) -> ErrorLine {
    let error = api.describing(status).map(|id| api.error(id));
    let implied: Vec<&ImpliedError> = api
        .implied
        .iter()
        .filter(|error| error.status == status)
        .filter(|error| operation.is_none() || !error.cause.finds_no_operation())
        .collect();
    let mut text = RichText::default();
    for (index, error) in implied.iter().enumerate() {
        if index > 0 {
            text.push_break();
            text.push(&RichText::text("Or: "));
        }
        text.push(&when(error, operation));
    }
    let is_described = operation.is_some() || error.is_some();
    let message = implied.first().map_or("", |error| &error.message);
    ErrorLine {
        status: status.to_string(),
        anchor: error.map(anchor),
        name: error.map_or_else(|| repeated(message).to_owned(), |error| error.name.clone()),
        text,
        id: (!is_described).then(|| format!("implied-{status}")),
    }
}
