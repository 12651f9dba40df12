//! Routes: a method and a path template, `PATCH /scim/group-mappings/{id}`.

use super::foreign;
use super::problem::Problem;
use crate::api::Method;
use crate::diagnostic::{Code, Diagnostics, Help};
use crate::document::{
    PATH_CHARACTERS, PathPart, PathSegment, Route, is_parameter_name, is_path_text, path_text,
};
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

/// The syntax of a route, for a diagnostic.
const SYNTAX: &str = "a route is a method and a path, such as `GET /books/{id}`";

fn parse(text: &str) -> Result<(Method, Vec<PathSegment>), Problem> {
    let (name, path) = text
        .trim()
        .split_once(' ')
        .ok_or_else(|| Problem::new("there is no space between method and path", SYNTAX))?;
    let method = method(name, path)?;
    let path = path
        .trim()
        .strip_prefix('/')
        .ok_or_else(|| Problem::new("the path does not begin with `/`", SYNTAX))?;
    if let Some(foreign) = foreign::parse_path(path) {
        let message = format!("`{}` is not how a parameter is written", foreign.segment);
        let meant = format!("{} /{}", method.name(), foreign.meant);
        return Err(Problem::new(message, Help::Write(meant.into())));
    }
    let segments = segments(path)?;
    match catch_all_before_the_end(&segments) {
        Some(name) => Err(Problem::new(
            format!("`{{*{name}}}` is not the last segment"),
            "it matches all segments that follow, so there can be none after it",
        )),
        None => Ok((method, segments)),
    }
}

fn method(name: &str, path: &str) -> Result<Method, Problem> {
    Method::from_name(name).ok_or_else(|| {
        if let Some(method) = Method::from_name(&name.to_ascii_uppercase()) {
            let meant = format!("{} {}", method.name(), path.trim());
            return Problem::new("methods are in capitals", Help::Write(meant.into()));
        }
        let known = Method::ALL.iter().map(|method| method.name());
        let known = known.collect::<Vec<_>>().join(", ");
        let message = format!("`{name}` is not one of the methods {known}");
        Problem::new(message, SYNTAX)
    })
}

/// The segments of a path without its first `/`. A `/` at the end is an empty segment.
fn segments(path: &str) -> Result<Vec<PathSegment>, Problem> {
    let (path, ends_with_slash) = match path.strip_suffix('/') {
        Some(before) if !before.is_empty() => (before, true),
        Some(_) | None => (path, false),
    };
    let mut segments: Vec<PathSegment> = match path {
        "" => Vec::new(),
        _ => path.split('/').map(segment).collect::<Result<_, _>>()?,
    };
    if ends_with_slash {
        segments.push(PathSegment::Literal(String::new()));
    }
    Ok(segments)
}

/// The name of a parameter for several segments that has segments after it.
fn catch_all_before_the_end(segments: &[PathSegment]) -> Option<&str> {
    let mut before_last = segments.iter().rev().skip(1);
    before_last.find_map(|segment| match segment {
        PathSegment::CatchAll(name) => Some(name.as_str()),
        PathSegment::Literal(_) | PathSegment::Parameter(_) | PathSegment::Partial(_) => None,
    })
}

fn segment(text: &str) -> Result<PathSegment, Problem> {
    if let Some(name) = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .filter(|name| !name.contains(['{', '}']))
    {
        return parameter(name);
    }
    if text.contains('?') {
        return Err(Problem::new(
            "the path contains `?`".to_owned(),
            "list query parameters under `query`: `query: { limit?: integer }`",
        ));
    }
    if text.contains(['{', '}']) {
        return partial(text);
    }
    if is_path_text(text) && !matches!(text, "." | "..") {
        return Ok(PathSegment::Literal(path_text(text)));
    }
    let (message, help) = match text {
        "." | ".." => (
            format!("the path has a segment `{text}`"),
            "write the path without it (RFC 3986, section 5.2.4)",
        ),
        _ => (
            format!("`{text}` contains a character that is not allowed in a path"),
            PATH_CHARACTERS,
        ),
    };
    Err(Problem::new(message, help))
}

/// A segment with literals and parameters.
fn partial(text: &str) -> Result<PathSegment, Problem> {
    let mut parts: Vec<PathPart> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (part, after) = match rest.strip_prefix('{') {
            None => {
                let (literal, after) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
                if !is_path_text(literal) {
                    let message =
                        format!("`{text}` contains a character that is not allowed in a path");
                    return Err(Problem::new(message, PATH_CHARACTERS));
                }
                (PathPart::Literal(path_text(literal)), after)
            }
            Some(inner) => {
                let (name, after) = inner.split_once('}').ok_or_else(|| {
                    let message = format!("a brace of `{text}` is not closed");
                    Problem::new(message, "write a name in braces: `{id}`")
                })?;
                match parameter(name)? {
                    PathSegment::Parameter(name) => (PathPart::Parameter(name), after),
                    PathSegment::Literal(_)
                    | PathSegment::Partial(_)
                    | PathSegment::CatchAll(_) => {
                        return Err(Problem::new(
                            format!("`{{{name}}}` is only a part of its segment"),
                            "a parameter that matches several segments has no text beside it",
                        ));
                    }
                }
            }
        };
        if let (Some(PathPart::Parameter(first)), PathPart::Parameter(second)) =
            (parts.last(), &part)
        {
            return Err(Problem::new(
                format!("nothing is between `{{{first}}}` and `{{{second}}}`"),
                "write text between them that tells where the first one ends",
            ));
        }
        parts.push(part);
        rest = after;
    }
    Ok(PathSegment::Partial(parts))
}

fn parameter(name: &str) -> Result<PathSegment, Problem> {
    if is_parameter_name(name) {
        return Ok(PathSegment::Parameter(name.to_owned()));
    }
    if let Some(rest) = name
        .strip_prefix('*')
        .filter(|rest| is_parameter_name(rest))
    {
        return Ok(PathSegment::CatchAll(rest.to_owned()));
    }
    let (message, help) = if foreign::is_catch_all(name) {
        (
            format!("`{{{name}}}` is not how a parameter that matches several segments is written"),
            "write `{*path}`",
        )
    } else {
        (
            format!("`{{{name}}}` is not a parameter"),
            "write a name in braces (`{id}`), and its type under `path`",
        )
    };
    Err(Problem::new(message, help))
}
