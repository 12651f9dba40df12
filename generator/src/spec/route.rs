//! Routes: a method and a path template, `PATCH /scim/group-mappings/{id}`.

use super::problem::Problem;
use crate::api::Method;
use crate::diagnostic::{Code, Diagnostics};
use crate::document::{PATH_CHARACTERS, Route, RouteSegment, is_path_byte};
use crate::source::Spanned;

const MALFORMED_ROUTE: Code = Code("E0108");

impl Route {
    pub(super) fn parse(text: &Spanned<String>, diagnostics: &mut Diagnostics) -> Option<Self> {
        match parse(&text.value) {
            Ok((method, segments)) => Some(Self {
                method,
                segments,
                span: text.span,
            }),
            Err(problem) => {
                diagnostics.push(problem.diagnostic(MALFORMED_ROUTE, "a route", text));
                None
            }
        }
    }
}

/// What a route is, for a diagnostic.
const SYNTAX: &str = "a route is a method and a path, such as `GET /books/{id}`";

fn parse(text: &str) -> Result<(Method, Vec<RouteSegment>), Problem> {
    let (method, path) = text
        .trim()
        .split_once(' ')
        .ok_or_else(|| Problem::new("there is no space between method and path", SYNTAX))?;
    let method = Method::from_name(method).ok_or_else(|| {
        if Method::from_name(&method.to_ascii_uppercase()).is_some() {
            return Problem::new("methods are in capitals", SYNTAX);
        }
        let known = Method::ALL.iter().map(|method| method.name());
        let known = known.collect::<Vec<_>>().join(", ");
        let message = format!("`{method}` is not one of the methods {known}");
        Problem::new(message, SYNTAX)
    })?;
    let path = path
        .trim()
        .strip_prefix('/')
        .ok_or_else(|| Problem::new("the path does not begin with `/`", SYNTAX))?;
    let segments = match path {
        "" => Ok(Vec::new()),
        _ => path.split('/').map(segment).collect(),
    };
    Ok((method, segments?))
}

fn segment(text: &str) -> Result<RouteSegment, Problem> {
    if let Some(name) = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .filter(|name| !name.contains(['{', '}']))
    {
        return parameter(name);
    }
    if text.contains(['{', '}']) {
        return Err(Problem::new(
            format!("the segment `{text}` is only partly a parameter"),
            "a parameter is a whole segment; parameters that are part of a segment cannot be described yet",
        ));
    }
    if text.bytes().all(is_path_byte) && !matches!(text, "" | "." | "..") {
        return Ok(RouteSegment::Literal(text.to_owned()));
    }
    let (message, help) = match text {
        "" => (
            "the path has an empty segment".to_owned(),
            "remove the extra `/`",
        ),
        "." | ".." => (
            format!("the path has a segment `{text}`"),
            "write the path without it (RFC 3986, section 5.2.4)",
        ),
        _ if text.contains('?') => (
            "the path contains `?`".to_owned(),
            "list query parameters under `query`: `query: { limit?: integer }`",
        ),
        _ => (
            format!("`{text}` contains a character that is not allowed in a path"),
            PATH_CHARACTERS,
        ),
    };
    Err(Problem::new(message, help))
}

/// How other languages mark a parameter that matches several segments: `{+path}`, `{path...}`.
const CATCH_ALL: [&str; 3] = ["+", "*", "..."];

fn parameter(name: &str) -> Result<RouteSegment, Problem> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(is_name) {
        return Ok(RouteSegment::Parameter(name.to_owned()));
    }
    let is_catch_all = |mark: &str| name.starts_with(mark) || name.ends_with(mark);
    let (message, help) = if CATCH_ALL.into_iter().any(is_catch_all) {
        (
            format!("`{{{name}}}` matches several segments"),
            "a parameter matches exactly one segment; parameters that match several cannot be described yet",
        )
    } else {
        (
            format!("`{{{name}}}` is not a parameter"),
            "write a name in braces (`{id}`), and its type under `path`",
        )
    };
    Err(Problem::new(message, help))
}
