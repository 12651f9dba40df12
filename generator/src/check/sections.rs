//! The sections `api`, `rust`, `auth`, `pagination`, `error_body` and `errors`.

use super::{Scope, headers};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::naming;
use crate::source::Spanned;
use crate::spec::{
    AuthSection, Document, ErrorBodySection, ErrorEntry, PATH_CHARACTERS, PageParameterEntry,
    is_path_byte,
};
use std::collections::HashMap;

const WRONG_BASE_PATH: Code = Code("E0601");
const WRONG_CRATE_NAME: Code = Code("E0602");
const UNKNOWN_SCHEME: Code = Code("E0603");
const NO_KEYS: Code = Code("E0604");
const WRONG_PAGE_BOUNDS: Code = Code("E0605");
const SAME_FIELD: Code = Code("E0606");
const NOT_AN_ERROR: Code = Code("E0607");
const REPEATED_STATUS: Code = Code("E0608");
const NO_CONDITION: Code = Code("E0616");

pub(super) fn check(document: &Document, diagnostics: &mut Diagnostics) {
    if let Some(base_path) = &document.api.base_path {
        check_base_path(base_path, diagnostics);
    }
    if let Some(header) = &document.api.request_id {
        headers::check_name(header, diagnostics);
    }
    if let Some(name) = &document.rust.crate_name {
        check_crate_name(name, diagnostics);
    } else if naming::crate_name(&document.api.name.value).len() > LONGEST_CRATE_NAME {
        let message = "the crate's name would be longer than 64 characters";
        let name = &document.api.name;
        diagnostics.push(
            Diagnostic::error(WRONG_CRATE_NAME, message, name.span)
                .help("give the crate a name of its own: `rust: { crate: gateway-api }`"),
        );
    }
    if let Some(auth) = &document.auth {
        check_auth(auth, diagnostics);
    }
    if let Some(pagination) = &document.pagination {
        check_page_parameter(&pagination.offset, 0, diagnostics);
        check_page_parameter(&pagination.limit, 1, diagnostics);
        distinct(&[&pagination.items, &pagination.total], diagnostics);
        distinct(
            &[&pagination.offset.parameter, &pagination.limit.parameter],
            diagnostics,
        );
    }
    if let Some(body) = &document.error_body {
        check_error_body(body, diagnostics);
    }
    check_errors(document, diagnostics);
}

/// The three fields are in the same object, whether their names are written or defaults.
fn check_error_body(body: &ErrorBodySection, diagnostics: &mut Diagnostics) {
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

fn check_base_path(path: &Spanned<String>, diagnostics: &mut Diagnostics) {
    if let Some(help) = base_path_problem(&path.value) {
        let message = format!("`{}` is not a base path", path.value);
        diagnostics.push(Diagnostic::error(WRONG_BASE_PATH, message, path.span).help(help));
    }
}

/// What to change in a text that is not a base path.
fn base_path_problem(path: &str) -> Option<&'static str> {
    let Some(rest) = path.strip_prefix('/') else {
        return Some("a base path begins with `/`: `/v1`");
    };
    if rest.is_empty() {
        return Some("remove `base_path`: without it, routes begin at the root");
    }
    if path.contains(['{', '}']) {
        return Some("a base path has no parameters: write the parameter in each route");
    }
    if path.ends_with('/') {
        return Some("remove the `/` at the end; every route begins with one");
    }
    if rest
        .split('/')
        .any(|segment| matches!(segment, "" | "." | ".."))
    {
        return Some("remove the segments that are empty, `.` or `..`");
    }
    let is_allowed = |byte: u8| byte == b'/' || is_path_byte(byte);
    (!path.bytes().all(is_allowed)).then_some(PATH_CHARACTERS)
}

/// Crates that every crate can use without declaring them, and the runtime.
const TAKEN_CRATES: [&str; 6] = [
    "alloc",
    "core",
    "proc_macro",
    "specsmith_runtime",
    "std",
    "test",
];

/// A registry takes no longer names, and files of the build are called by them.
const LONGEST_CRATE_NAME: usize = 64;

/// What cargo and rustc take for a crate's name without a warning, and no path.
fn check_crate_name(name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let starts = name.value.starts_with(|c: char| c.is_ascii_lowercase());
    // rustc warns of other names, which are not in snake case.
    let parts = name.value.split(['-', '_']).all(|part| {
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !part.is_empty() && part.bytes().all(letter)
    });
    let in_rust = name.value.replace('-', "_");
    let help = if !(starts && parts) {
        "use lower-case letters and digits, with a `-` or `_` between words, and begin with a letter: `gateway-api`"
    } else if name.value.len() > LONGEST_CRATE_NAME {
        "use at most 64 characters, the limit for published crates"
    } else if naming::is_device(&name.value) {
        "Windows has no files of this name; choose another name, such as `gateway-api`"
    } else if is_keyword(&in_rust) {
        "this is a keyword of Rust; choose another name, such as `gateway-api`"
    } else if TAKEN_CRATES.contains(&in_rust.as_str()) {
        "a crate with this name already exists; choose another name, such as `gateway-api`"
    } else {
        return;
    };
    let message = format!("`{}` is not a valid crate name", name.value);
    diagnostics.push(Diagnostic::error(WRONG_CRATE_NAME, message, name.span).help(help));
}

/// A field named like a keyword gets `r#` or `_`; a crate's name cannot.
fn is_keyword(word: &str) -> bool {
    naming::snake(word) != naming::plain_snake(word)
}

fn check_auth(auth: &AuthSection, diagnostics: &mut Diagnostics) {
    if auth.scheme.value != "bearer" {
        let message = format!("the scheme `{}` is not supported", auth.scheme.value);
        diagnostics.push(
            Diagnostic::error(UNKNOWN_SCHEME, message, auth.scheme.span)
                .help("write `scheme: bearer`"),
        );
    }
    if auth.keys.is_empty() {
        let diagnostic = Diagnostic::error(NO_KEYS, "`auth` declares no kind of key", auth.span)
            .help("declare at least one: `keys: { api_key: { doc: Any valid key. } }`");
        diagnostics.push(diagnostic);
    }
    for response in [&auth.missing, &auth.unknown, &auth.refused]
        .into_iter()
        .flatten()
    {
        check_error_status(&response.status, diagnostics);
    }
}

/// `least` is the smallest value that makes sense for the parameter.
fn check_page_parameter(parameter: &PageParameterEntry, least: i64, diagnostics: &mut Diagnostics) {
    let min = parameter.min.as_ref().map_or(least, |min| min.value);
    let max = parameter.max.as_ref().map_or(i64::MAX, |max| max.value);
    let too_small = parameter.min.as_ref().filter(|min| min.value < least);
    let below_min = parameter.max.as_ref().filter(|max| max.value < min);
    let outside = |default: &&Spanned<i64>| !(min..=max).contains(&default.value);
    let outside = parameter.default.as_ref().filter(outside);
    let (key, value, help) = match (too_small, below_min, outside) {
        (Some(min), _, _) => ("min", min, format!("write a `min` of {least} or more")),
        (None, Some(max), _) => ("max", max, format!("write a `max` of {min} or more")),
        (None, None, Some(default)) => {
            let most = match &parameter.max {
                Some(max) => format!("from {min} to {}", max.value),
                None => format!("of {min} or more"),
            };
            ("default", default, format!("write a `default` {most}"))
        }
        (None, None, None) => return,
    };
    let name = &parameter.parameter.value;
    let message = format!("the `{key}` of the page parameter `{name}` is out of range");
    diagnostics.push(Diagnostic::error(WRONG_PAGE_BOUNDS, message, value.span).help(help));
}

fn distinct(names: &[&Spanned<String>], diagnostics: &mut Diagnostics) {
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

fn check_error_status(status: &Spanned<u16>, diagnostics: &mut Diagnostics) {
    if status.value < 400 {
        let message = format!("{} is not an error status", status.value);
        let diagnostic = Diagnostic::error(NOT_AN_ERROR, message, status.span)
            .help("error statuses are from 400 to 599");
        diagnostics.push(diagnostic);
    }
}

#[cfg(test)]
mod tests {
    use super::base_path_problem;

    #[test]
    fn a_base_path_has_segments_and_no_parameters() {
        for path in ["/v1", "/api/v1", "/~a-b_c.d", "/:a/*!$&'()+,;=@"] {
            assert_eq!(base_path_problem(path), None, "{path}");
        }
        for path in [
            "", "v1", "/", "/v1/", "//v1", "/a//b", "/./a", "/a/..", "/{x}", "/a b", "/a%20b",
            "/?a",
        ] {
            assert!(base_path_problem(path).is_some(), "{path}");
        }
    }
}
