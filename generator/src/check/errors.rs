//! The sections `error_body` and `errors`.

use super::{Scope, headers};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Document, ErrorBodySection, ErrorEntry};
use crate::source::Spanned;
use std::collections::HashMap;

const SAME_FIELD: Code = Code("E0606");
const NOT_AN_ERROR: Code = Code("E0607");
const REPEATED_STATUS: Code = Code("E0608");
const NO_CONDITION: Code = Code("E0616");

pub(super) fn check(document: &Document, diagnostics: &mut Diagnostics) {
    if let Some(body) = &document.error_body {
        check_body(body, diagnostics);
    }
    check_errors(document, diagnostics);
}

/// The three fields are in the same object, whether their names are written or defaults.
fn check_body(body: &ErrorBodySection, diagnostics: &mut Diagnostics) {
    let fields = [
        ("code", &body.code),
        ("message", &body.message),
        ("metadata", &body.metadata),
    ];
    let written: Vec<_> = fields
        .iter()
        .filter_map(|(_, name)| name.as_ref())
        .collect();
    distinct(&written, diagnostics);
    for (key, _) in fields.iter().filter(|(_, name)| name.is_none()) {
        for name in written.iter().filter(|name| name.value == *key) {
            let message = format!("two fields of an error are called `{key}`");
            diagnostics.push(
                Diagnostic::error(SAME_FIELD, message, name.span).help(format!(
                    "the field `{key}` has this name by default: add `{key}: …` with another name"
                )),
            );
        }
    }
}

fn check_errors(document: &Document, diagnostics: &mut Diagnostics) {
    let scope = Scope::new(document);
    let mut seen: HashMap<u16, &Spanned<u16>> = HashMap::new();
    for error in &document.errors {
        check_error_status(&error.status, diagnostics);
        if let Some(first) = seen.insert(error.status.value, &error.status) {
            let message = format!("the status {} is declared twice", error.status.value);
            let diagnostic = Diagnostic::error(REPEATED_STATUS, message, error.status.span);
            diagnostics.push(diagnostic.also(first.span, "first declared here"));
        }
        headers::check_error(error, &scope, diagnostics);
        check_condition(error, diagnostics);
    }
}

/// The rules explain every other implied status; only its entry can explain a declared one.
fn check_condition(error: &ErrorEntry, diagnostics: &mut Diagnostics) {
    if error.implied && error.when.is_none() {
        let status = &error.status;
        let message = format!("the implied status {} has no condition", status.value);
        let diagnostic = Diagnostic::error(NO_CONDITION, message, status.span)
            .help("add the condition: `when: The server is at its limit of requests.`");
        diagnostics.push(diagnostic);
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
