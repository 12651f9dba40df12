//! The sections `api`, `rust`, `auth`, `pagination`, `error_body` and `errors`.

use super::types::is_parameter_type;
use super::{Scope, names, types};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::naming;
use crate::source::Spanned;
use crate::spec::{
    AuthSection, Document, ErrorBodySection, ErrorEntry, FieldEntry, PageParameterEntry,
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
const WRONG_HEADER: Code = Code("E0609");
const REQUIRED_HEADER: Code = Code("E0610");
const HEADER_TYPE: Code = Code("E0611");
const OWN_HEADER: Code = Code("E0612");
const DEFAULT_OF_HEADER: Code = Code("E0617");
const NO_CONDITION: Code = Code("E0616");

pub(super) fn check(document: &Document, diagnostics: &mut Diagnostics) {
    if let Some(base_path) = &document.api.base_path {
        check_base_path(base_path, diagnostics);
    }
    if let Some(header) = &document.api.request_id {
        check_header_name(header, diagnostics);
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
    let segments = path.value.strip_prefix('/').map(|rest| rest.split('/'));
    let good = segments.is_some_and(|mut segments| {
        segments.all(|segment| {
            !matches!(segment, "" | "." | "..")
                && segment
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
        })
    });
    if !good {
        let message = format!("`{}` is not a base path", path.value);
        let diagnostic = Diagnostic::error(WRONG_BASE_PATH, message, path.span)
            .help("a base path begins with `/` and does not end with one: `/v1`");
        diagnostics.push(diagnostic);
    }
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

fn check_page_parameter(parameter: &PageParameterEntry, least: i64, diagnostics: &mut Diagnostics) {
    let min = parameter.min.as_ref().map_or(least, |min| min.value);
    let max = parameter.max.as_ref().map_or(i64::MAX, |max| max.value);
    let default = parameter.default.as_ref();
    let within = default.is_none_or(|default| (min..=max).contains(&default.value));
    if min < least || min > max || !within {
        let span = default.map_or(parameter.parameter.span, |default| default.span);
        let message = format!(
            "the bounds and the default of `{}` contradict each other",
            parameter.parameter.value
        );
        let diagnostic = Diagnostic::error(WRONG_PAGE_BOUNDS, message, span).help(format!(
            "`min` must be at least {least}, and `default` from `min` to `max`"
        ));
        diagnostics.push(diagnostic);
    }
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
        check_headers(error, &scope, diagnostics);
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

fn check_headers(error: &ErrorEntry, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    names::check_headers(&error.headers, diagnostics);
    for header in &error.headers {
        check_header(header, scope, diagnostics);
        if !header.optional {
            let message = format!(
                "the header `{}` of an error must be optional",
                header.name.value
            );
            let diagnostic =
                Diagnostic::error(REQUIRED_HEADER, message, header.name.span).help(format!(
                    "write `{}?:`: callers cannot rely on headers of errors",
                    header.name.value
                ));
            diagnostics.push(diagnostic);
        }
        if let Some(default) = &header.default {
            let message = "a header of an error has no default";
            let diagnostic = Diagnostic::error(DEFAULT_OF_HEADER, message, default.span)
                .help("remove the default; handlers set the headers that an error has");
            diagnostics.push(diagnostic);
        }
    }
}

/// A header: its name and its type.
pub(super) fn check_header(header: &FieldEntry, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    // An empty name was reported with the names of fields.
    if !header.name.value.is_empty() {
        check_header_name(&header.name, diagnostics);
        check_header_use(&header.name, diagnostics);
    }
    types::check_field(header, scope, diagnostics);
    if !is_parameter_type(&header.ty, false, scope) {
        let diagnostic = Diagnostic::error(
            HEADER_TYPE,
            "a header must have a single value",
            header.ty.span,
        )
        .help(
            "use a scalar other than `json`, a newtype or an enumeration; headers are never null",
        );
        diagnostics.push(diagnostic);
    }
}

/// Headers of the HTTP layer and of the generated code. A parameter of that name breaks the message
/// (RFC 9110, sections 6.4.1, 7.6.1 and 8), replaces the key, or asks for an encoding that neither
/// side supports.
const OWN_HEADERS: [&str; 18] = [
    "accept",
    "accept-encoding",
    "authorization",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "www-authenticate",
];

fn check_header_use(name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    if OWN_HEADERS.contains(&name.value.to_ascii_lowercase().as_str()) {
        let message = format!("the header `{}` cannot be declared", name.value);
        let diagnostic = Diagnostic::error(OWN_HEADER, message, name.span)
            .note("HTTP, the body, its encoding or `auth` determines its value")
            .help("remove the header; declare keys in `auth`");
        diagnostics.push(diagnostic);
    }
}

/// `token` of RFC 9110, section 5.6.2.
fn check_header_name(name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.value.is_empty() || !name.value.bytes().all(is_token) {
        let message = format!("`{}` is not a valid header name", name.value);
        let diagnostic = Diagnostic::error(WRONG_HEADER, message, name.span)
            .help("use letters, digits and `-`: `X-RateLimit-Limit`");
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
