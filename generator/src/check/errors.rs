//! The sections `error_body` and `errors`.

use super::context::Context;
use super::{error_fields, headers, media, references};
use crate::api::Status;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    Document, ErrorBodySection, ErrorContentEntry, ErrorContentEntryKind, ErrorEntry, ErrorKey,
    OperationEntry,
};
use crate::hash::HashMap;
use crate::source::Spanned;
use crate::words::{listed, with_nearest};

const UNKNOWN_ERROR: Code = Code("E0507");
const REPEATED_ERROR: Code = Code("E0508");
const SAME_FIELD: Code = Code("E0606");
const NOT_AN_ERROR: Code = Code("E0607");
const REPEATED_STATUS: Code = Code("E0608");
const NO_CONDITION: Code = Code("E0616");
const NO_FIELDS: Code = Code("E0650");
const UNUSED_CODE: Code = Code("E0651");
const NO_CODE_FIELD: Code = Code("E0652");
const SAME_ERROR: Code = Code("E0654");
const NOT_IMPLIED: Code = Code("E0655");
const BESIDE_BODY: Code = Code("E0656");
const NOT_OF_THIS_CONTENT: Code = Code("E0657");

pub(super) fn check(context: &mut Context<'_, '_>) {
    let document = context.document();
    if let Some(body) = &document.error_body {
        check_body(body, document, context.diagnostics);
        error_fields::check_body(body, context);
    }
    check_errors(context);
}

fn check_body(body: &ErrorBodySection, document: &Document, diagnostics: &mut Diagnostics) {
    let names: Vec<&Spanned<String>> = body.names().collect();
    distinct(&names, diagnostics);
    if let (true, Some(envelope)) = (names.is_empty() && body.fields.is_empty(), &body.envelope) {
        let message = "the error responses have no fields";
        let diagnostic = Diagnostic::error(NO_FIELDS, message, envelope.span);
        diagnostics.push(diagnostic.help(
            "name the fields that they have, such as `status: code, message: message, metadata?: metadata`",
        ));
    }
    // Errors with their own bodies have their codes in these.
    let errors = &document.errors;
    let is_own = !errors.is_empty() && errors.iter().all(|error| error.body.is_some());
    if let Some(code) = &body.code
        && !body.is_problem
        && !is_own
        && document.left_out.is_empty()
        && errors
            .iter()
            .all(|error| error.body.is_some() || error.code.is_none())
    {
        let message = "no error has a `code`, so this field would always be empty";
        let diagnostic = Diagnostic::error(UNUSED_CODE, message, code.name.span);
        let name = &code.name.value;
        diagnostics.push(diagnostic.help(format!(
            "if the field repeats the status, write `status: {name}`; otherwise give errors a `code`"
        )));
    }
    if let Some(media) = &body.media {
        media::check_of_error(media, None, diagnostics);
    }
}

fn check_errors(context: &mut Context<'_, '_>) {
    let document = context.document();
    let mut seen: HashMap<&ErrorKey, &Spanned<ErrorKey>> = HashMap::default();
    for error in &document.errors {
        check_status(&error.status, context.diagnostics);
        if let Some(first) = seen.insert(&error.key.value, &error.key) {
            let message = match &error.key.value {
                ErrorKey::Status(status) => format!("the status {status} is declared twice"),
                ErrorKey::Name(name) => format!("the error `{name}` is declared twice"),
            };
            let diagnostic = Diagnostic::error(REPEATED_STATUS, message, error.key.span);
            context.report(diagnostic.also(first.span, "first declared here"));
        }
        check_code(error, document, context.diagnostics);
        if let Some(body) = &error.body {
            check_own_body(error, body, context);
        }
        error_fields::check_error(error, context);
        headers::check_error(error, context);
        check_condition(error, context.diagnostics);
    }
    check_alike(document, context.diagnostics);
}

/// Errors of one status are told apart by their codes and values. One of them may have none. Errors with their
/// own bodies are told apart by the operations that list them.
fn check_alike(document: &Document, diagnostics: &mut Diagnostics) {
    let with_default_body = document.errors.iter().filter(|error| error.body.is_none());
    report_alike(with_default_body, diagnostics);
    if document.errors.iter().all(|error| error.body.is_none()) {
        return;
    }
    let errors = document.errors.iter();
    let by_key: HashMap<&ErrorKey, &ErrorEntry> =
        errors.map(|error| (&error.key.value, error)).collect();
    let mut reported = Diagnostics::new();
    for operation in &document.operations {
        let keys = operation.errors.iter();
        let listed: Vec<&ErrorEntry> = keys
            .filter_map(|key| by_key.get(&key.value).copied())
            .collect();
        if listed.iter().any(|error| error.body.is_some()) {
            report_alike(listed.into_iter(), &mut reported);
        }
    }
    let known: Vec<Diagnostic> = diagnostics.iter().cloned().collect();
    let reported = reported.without_repetitions().into_iter();
    diagnostics.extend(reported.filter(|error| !known.contains(error)));
}

/// Reports errors that nothing tells from one before.
fn report_alike<'d>(errors: impl Iterator<Item = &'d ErrorEntry>, diagnostics: &mut Diagnostics) {
    let mut seen: HashMap<Status, Vec<&ErrorEntry>> = HashMap::default();
    for error in errors {
        let others = seen.entry(error.status.value).or_default();
        let is_alike = |other: &&&ErrorEntry| {
            other.key.value != error.key.value
                && error_fields::marks(other) == error_fields::marks(error)
        };
        if let Some(first) = others.iter().find(is_alike) {
            diagnostics.push(same_error(first, error));
        }
        others.push(error);
    }
}

fn same_error(first: &ErrorEntry, error: &ErrorEntry) -> Diagnostic {
    let message = format!(
        "nothing tells the errors `{}` and `{}` apart",
        first.name.value, error.name.value
    );
    Diagnostic::error(SAME_ERROR, message, error.key.span)
        .also(
            first.key.span,
            format!("this one has the status {} too", error.status.value),
        )
        .help(
            "give all but one of them different codes, such as `code: card_declined`, or `values`",
        )
}

fn check_code(error: &ErrorEntry, document: &Document, diagnostics: &mut Diagnostics) {
    let body = document.error_body.as_ref();
    let has_field = body.is_some_and(|body| body.code.is_some());
    if let (Some(code), false) = (&error.code, has_field) {
        let message = "no field of the error responses has the code";
        let diagnostic = Diagnostic::error(NO_CODE_FIELD, message, code.span);
        diagnostics.push(match body {
            Some(_) => diagnostic.help("name it in `error_body`: `code: code`"),
            None => diagnostic.help(
                "describe the error responses: `error_body: { code: code, message: message }`",
            ),
        });
    }
}

/// The own body of an error, and keys that do not go with it.
fn check_own_body(error: &ErrorEntry, body: &ErrorContentEntry, context: &mut Context<'_, '_>) {
    let text = |text: &Option<Spanned<String>>| text.as_ref().map(|text| text.span);
    let beside = [
        ("code", text(&error.code)),
        ("message", text(&error.message)),
        ("values", error.values.first().map(|(name, _)| name.span)),
        ("fields", error.fields.first().map(|field| field.name.span)),
    ];
    for (key, span) in beside {
        if let Some(span) = span {
            let message = format!("an error with a `body` has no `{key}`");
            let diagnostic = Diagnostic::error(BESIDE_BODY, message, span)
                .also(body.span, "the body is not what `error_body` describes")
                .help(format!("remove `{key}`, or `body`"));
            context.report(diagnostic);
        }
    }
    let other = match &body.kind {
        ErrorContentEntryKind::None => Some("`none`"),
        ErrorContentEntryKind::Text => Some("text"),
        ErrorContentEntryKind::Binary => Some("bytes"),
        ErrorContentEntryKind::Json(ty) => {
            references::check(ty, context);
            None
        }
    };
    if let (Some(envelope), Some(other)) = (&body.envelope, other) {
        let message = format!("`envelope` belongs to JSON; this is {other}");
        let diagnostic = Diagnostic::error(NOT_OF_THIS_CONTENT, message, envelope.span);
        context.report(diagnostic.help("remove `envelope`"));
    }
    let Some(media) = &body.media else { return };
    match &body.kind {
        ErrorContentEntryKind::None => {
            let message = "`media` is the media type of a body; this is `none`";
            let diagnostic = Diagnostic::error(NOT_OF_THIS_CONTENT, message, media.span);
            context.report(diagnostic.help("remove `media`"));
        }
        ErrorContentEntryKind::Json(_)
        | ErrorContentEntryKind::Text
        | ErrorContentEntryKind::Binary => media::check_of_error(media, other, context.diagnostics),
    }
}

/// The rules explain every other implied status; only its entry can explain a declared one.
fn check_condition(error: &ErrorEntry, diagnostics: &mut Diagnostics) {
    if error.implied && (error.status.value.exact().is_none() || error.body.is_some()) {
        let message = "only an error of one status with the usual body can be `implied`";
        let diagnostic = Diagnostic::error(NOT_IMPLIED, message, error.status.span).note(
            "layers in front of the handlers know the status, and the body that all errors have",
        );
        diagnostics
            .push(diagnostic.help("remove `implied: true`, and list the error in operations"));
    }
    if error.implied && error.when.is_none() {
        let status = &error.status;
        let message = format!("the implied status {} has no condition", status.value);
        let diagnostic = Diagnostic::error(NO_CONDITION, message, status.span)
            .help("add the condition: `when: The server is at its limit of requests.`");
        diagnostics.push(diagnostic);
    }
}

fn check_status(status: &Spanned<Status>, diagnostics: &mut Diagnostics) {
    match status.value {
        Status::Exact(exact) => check_error_status(&Spanned::new(exact, status.span), diagnostics),
        Status::Class(4 | 5) | Status::Default => {}
        Status::Class(_) => {
            let message = format!("{} are not error statuses", status.value);
            let diagnostic = Diagnostic::error(NOT_AN_ERROR, message, status.span)
                .help("the classes of error statuses are `4XX` and `5XX`");
            diagnostics.push(diagnostic);
        }
    }
}

pub(super) fn check_error_status(status: &Spanned<u16>, diagnostics: &mut Diagnostics) {
    if status.value < 400 {
        let message = format!("{} is not an error status", status.value);
        let diagnostic = Diagnostic::error(NOT_AN_ERROR, message, status.span)
            .help("error statuses are from 400 to 599");
        diagnostics.push(diagnostic);
    }
}

/// The errors that an operation lists.
pub(super) fn check_operation(
    operation: &OperationEntry,
    document: &Document,
    diagnostics: &mut Diagnostics,
) {
    for (index, key) in operation.errors.iter().enumerate() {
        let before = operation.errors[..index].iter();
        let first = before.into_iter().find(|other| other.value == key.value);
        let is_declared = document
            .errors
            .iter()
            .any(|declared| declared.key.value == key.value);
        match first {
            Some(first) => {
                let message = match &key.value {
                    ErrorKey::Status(status) => format!("the status {status} is listed twice"),
                    ErrorKey::Name(name) => format!("the error `{name}` is listed twice"),
                };
                let diagnostic = Diagnostic::error(REPEATED_ERROR, message, key.span);
                diagnostics.push(diagnostic.also(first.span, "the first one"));
            }
            None if is_declared => {}
            None => diagnostics.push(undeclared(key, document)),
        }
    }
}

fn undeclared(key: &Spanned<ErrorKey>, document: &Document) -> Diagnostic {
    let errors = document.errors.iter();
    match &key.value {
        ErrorKey::Status(status) => {
            let named = errors.filter(|error| error.status.value == *status);
            let named: Vec<&str> = named.map(|error| error.name.value.as_str()).collect();
            let message = match named.as_slice() {
                [] => format!("the status {status} is not declared"),
                [_] => format!("the error with the status {status} has a name"),
                [..] => format!("the errors with the status {status} have names"),
            };
            let diagnostic = Diagnostic::error(UNKNOWN_ERROR, message, key.span);
            match named.as_slice() {
                [] if matches!(status, Status::Exact(..400)) => diagnostic.help(
                    "the statuses of errors are 400 to 599: list successes under `responses`",
                ),
                [] => diagnostic.help(format!(
                    "declare it under `errors`: `{status}: {{ name: …, message: … }}`"
                )),
                names => diagnostic.help(format!("list {}", listed(names.iter().copied()))),
            }
        }
        ErrorKey::Name(name) => {
            let message = format!("the error `{name}` is not declared");
            let diagnostic = Diagnostic::error(UNKNOWN_ERROR, message, key.span);
            let mut by_status = errors.clone().filter(|error| error.name.value == *name);
            if let Some(error) = by_status.next() {
                let status = error.status.value;
                return diagnostic.help(format!("list it by its key, the status {status}"));
            }
            let left_out = document.left_out.named.errors.iter().map(String::as_str);
            let known = errors
                .map(|error| error.name.value.as_str())
                .chain(left_out);
            let help = format!(
                "declare it under `errors`: `{name}: {{ status: …, code: …, message: … }}`"
            );
            with_nearest(diagnostic, name, known, help)
        }
    }
}

pub(super) fn distinct(names: &[&Spanned<String>], diagnostics: &mut Diagnostics) {
    for (index, name) in names.iter().enumerate() {
        if let Some(first) = names[..index]
            .iter()
            .find(|other| other.value == name.value)
        {
            let message = format!("the name `{}` is used twice", name.value);
            let diagnostic = Diagnostic::error(SAME_FIELD, message, name.span)
                .also(first.span, "first used here");
            diagnostics.push(diagnostic);
        }
    }
}
