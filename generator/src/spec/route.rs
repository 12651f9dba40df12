//! Routes: a method and a path template, `PATCH /scim/group-mappings/{id}`.

use crate::api::Method;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Span, Spanned};

const MALFORMED_ROUTE: Code = Code("E0108");

/// A route as written.
#[derive(Debug, Clone)]
pub(crate) struct Route {
    pub(crate) method: Method,
    pub(crate) segments: Vec<RouteSegment>,
    pub(crate) span: Span,
}

/// A segment of a path template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RouteSegment {
    Literal(String),
    Parameter(String),
}

impl Route {
    pub(super) fn parse(text: &Spanned<String>, diagnostics: &mut Diagnostics) -> Option<Self> {
        match parse(&text.value) {
            Ok((method, segments)) => Some(Self {
                method,
                segments,
                span: text.span,
            }),
            Err(problem) => {
                let message = format!("`{}` is not a route: {}", text.value, problem.message);
                let diagnostic = Diagnostic::error(MALFORMED_ROUTE, message, text.span);
                diagnostics.push(diagnostic.help(problem.help));
                None
            }
        }
    }
}

/// Why a text is not a route, and what to write.
struct Problem {
    message: String,
    help: &'static str,
}

impl Problem {
    fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: "a route is a method and a path, such as `GET /books/{id}`",
        }
    }

    fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }
}

fn parse(text: &str) -> Result<(Method, Vec<RouteSegment>), Problem> {
    let (method, path) = text
        .trim()
        .split_once(' ')
        .ok_or_else(|| Problem::new("there is no space between method and path"))?;
    let method = Method::from_name(method).ok_or_else(|| {
        if Method::from_name(&method.to_ascii_uppercase()).is_some() {
            return Problem::new("methods are in capitals");
        }
        let known = Method::ALL.iter().map(|method| method.name());
        let known = known.collect::<Vec<_>>().join(", ");
        Problem::new(format!("`{method}` is not one of the methods {known}"))
    })?;
    let path = path
        .trim()
        .strip_prefix('/')
        .ok_or_else(|| Problem::new("the path does not begin with `/`"))?;
    let segments = path.split('/').map(segment).collect::<Result<_, _>>()?;
    Ok((method, segments))
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
        let message = format!("the segment `{text}` is only partly a parameter");
        return Err(Problem::new(message)
            .help("a parameter is a whole segment; parts of one cannot be described yet"));
    }
    match text {
        "" => Err(Problem::new("the path has an empty segment").help("remove the extra `/`")),
        "." | ".." => Err(Problem::new(format!("the path has a segment `{text}`"))
            .help("write the path without it (RFC 3986, section 5.2.4)")),
        _ if text.contains('?') => Err(Problem::new("the path contains `?`")
            .help("list query parameters under `query`: `query: { limit?: integer }`")),
        _ if text.bytes().all(is_path_byte) => Ok(RouteSegment::Literal(text.to_owned())),
        _ => Err(Problem::new(format!(
            "`{text}` contains a character that is not allowed in a path"
        ))
        .help("use letters, digits and `-._~!$&'()*+,;=:@` (RFC 3986, section 3.3)")),
    }
}

/// How other languages mark a parameter that matches several segments: `{+path}`, `{path...}`.
const CATCH_ALL: [&str; 3] = ["+", "*", "..."];

fn parameter(name: &str) -> Result<RouteSegment, Problem> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(is_name) {
        return Ok(RouteSegment::Parameter(name.to_owned()));
    }
    let is_catch_all = |mark: &str| name.starts_with(mark) || name.ends_with(mark);
    if CATCH_ALL.into_iter().any(is_catch_all) {
        return Err(
            Problem::new(format!("`{{{name}}}` matches several segments"))
                .help("a parameter matches one segment; others cannot be described yet"),
        );
    }
    Err(Problem::new(format!("`{{{name}}}` is not a parameter"))
        .help("write a name in braces (`{id}`), and its type under `path`"))
}

/// `pchar` of RFC 3986, section 3.3, without percent-encoding.
fn is_path_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte)
}
