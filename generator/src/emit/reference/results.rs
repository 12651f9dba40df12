//! Examples of the responses of an operation, by status.

use super::code::{self, Sample};
use super::{contents, events, invalid};
use crate::api::{
    Api, Cause, ContentKind, ErrorContent, ErrorDef, ErrorExample, ImpliedError, Operation,
    Response, Value,
};
use crate::emit::docs;
use crate::emit::markdown::RichText;
use crate::emit::samples::{self, literals, values};

/// The responses with one status.
pub(super) struct ResultView {
    pub(super) status: String,
    /// Whether they are successful.
    pub(super) good: bool,
    pub(super) bodies: Vec<BodyView>,
}

/// The body of a response.
pub(super) struct BodyView {
    /// The name of the error, if it is one.
    pub(super) name: String,
    /// What the body is, if there is no example of it.
    pub(super) words: RichText,
    pub(super) sample: Option<Sample>,
}

/// The responses of an operation whose request has this body: successful ones first.
pub(super) fn views(api: &Api, operation: &Operation, body: Option<&Value>) -> Vec<ResultView> {
    let mut views = Vec::new();
    for (index, response) in operation.responses.iter().enumerate() {
        let body = body.filter(|_| index == 0);
        let view = success(api, operation, response, body);
        push(&mut views, &response.status.to_string(), true, view);
    }
    if operation.conditional.is_some() {
        let words = RichText::text(docs::operation::NOT_MODIFIED);
        push(&mut views, "304", true, described(String::new(), words));
    }
    let errors = errors(api, operation);
    for (status, view) in errors {
        push(&mut views, &status, false, view);
    }
    views
}

fn push(views: &mut Vec<ResultView>, status: &str, good: bool, body: BodyView) {
    match views.iter_mut().find(|view| view.status == status) {
        Some(view) => view.bodies.push(body),
        None => views.push(ResultView {
            status: status.to_owned(),
            good,
            bodies: vec![body],
        }),
    }
}

/// A body in words.
fn described(name: String, words: RichText) -> BodyView {
    BodyView {
        name,
        words,
        sample: None,
    }
}

fn success(
    api: &Api,
    operation: &Operation,
    response: &Response,
    body: Option<&Value>,
) -> BodyView {
    let content = &response.content;
    let sample = match &content.kind {
        ContentKind::Json { .. } | ContentKind::Page { .. } => {
            samples::response_value(api, operation, content, body)
                .map(|value| code::json("", &value))
        }
        ContentKind::Events(api_events) => events::example(api, api_events)
            .map(|stream| code::sample(&code::TEXT, stream.trim_end(), "")),
        ContentKind::Lines { ty } => {
            let values = values::of_variants(api, ty);
            let lines: Vec<String> = values.iter().map(Value::to_string).collect();
            let lines = literals::visible(lines.join("\n"));
            (!lines.is_empty()).then(|| code::sample(&code::TEXT, &lines, ""))
        }
        ContentKind::Empty
        | ContentKind::Xml { .. }
        | ContentKind::Form { .. }
        | ContentKind::Multipart { .. }
        | ContentKind::Text
        | ContentKind::Binary => None,
    };
    let same = operation.responses.iter();
    let is_only = same.filter(|other| other.status == response.status).count() == 1;
    let media = content.media.first().filter(|_| !is_only);
    BodyView {
        name: media.cloned().unwrap_or_default(),
        words: match sample {
            Some(_) => RichText::default(),
            None => contents::words(api, content),
        },
        sample,
    }
}

/// The bodies of errors with their statuses, by status.
fn errors(api: &Api, operation: &Operation) -> Vec<(String, BodyView)> {
    let malformed = api
        .implied
        .iter()
        .find(|error| error.cause == Cause::Malformed);
    let malformed = malformed
        .and_then(|error| Some((error, invalid::body(api, operation, error)?)))
        .map(|(error, body)| (error.status, body));
    let mut all = Vec::new();
    for error in api.documented(operation) {
        let status = error.status.to_string();
        let invalid = malformed.as_ref();
        let invalid = invalid.filter(|(invalid_status, _)| {
            error.has_default_body() && error.status.covers(*invalid_status)
        });
        let view = match invalid {
            Some((_, body)) => shown(error.name.clone(), body),
            None => documented(api, error),
        };
        all.push((status, view));
    }
    for status in &operation.implied {
        let of_status = api.implied.iter().find(|error| {
            error.status == *status
                && !error.cause.finds_no_operation()
                && error.cause != Cause::Malformed
        });
        let view = match (malformed.as_ref(), of_status) {
            (Some((invalid_status, body)), _) if invalid_status == status => {
                shown(String::new(), body)
            }
            (_, Some(error)) => implied(api, error),
            (_, None) => continue,
        };
        all.push((status.to_string(), view));
    }
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    all
}

/// The longest body, in bytes, that is shown at each operation that responds with it.
const LONGEST: usize = 1024;

fn shown(name: String, body: &Value) -> BodyView {
    if body.fit(LONGEST).is_none() {
        let words = RichText::link("errors", "The body that all errors have.");
        return described(name, words);
    }
    BodyView {
        name,
        words: RichText::default(),
        sample: Some(code::json("", body)),
    }
}

/// The body of an error that the operation documents.
fn documented(api: &Api, error: &ErrorDef) -> BodyView {
    let name = error.name.clone();
    match &error.content {
        ErrorContent::Standard { message, .. } => {
            let body = api.error_body.example(ErrorExample {
                status: error.status.default_status(),
                code: error.code(),
                message,
                fields: error.field_values(),
                ..ErrorExample::default()
            });
            shown(name, &body)
        }
        ErrorContent::Json { envelope, ty, .. } => match values::of_type(api, ty) {
            Some(value) => match envelope {
                Some(envelope) => shown(name, &Value::Object(vec![(envelope.clone(), value)])),
                None => shown(name, &value),
            },
            None => described(name, RichText::text("Its own body.")),
        },
        ErrorContent::Text { media } | ErrorContent::Binary { media } => {
            described(name, contents::body_of_type(media))
        }
        ErrorContent::Empty => described(name, RichText::text("No content.")),
    }
}

/// The body of an error that the layers around the handlers respond with.
fn implied(api: &Api, error: &ImpliedError) -> BodyView {
    shown(String::new(), &invalid::of_layers(api, error, None))
}
