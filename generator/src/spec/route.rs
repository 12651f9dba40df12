//! Routes: a method and a path template, `PATCH /scim/group-mappings/{id}`.

use crate::api::Method;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Span, Spanned};

const MALFORMED_ROUTE: Code = Code("E0108");

/// A route as it is written.
#[derive(Debug, Clone)]
pub(crate) struct Route {
    pub(crate) method: Method,
    pub(crate) segments: Vec<RouteSegment>,
    pub(crate) span: Span,
}

/// One part of a path template, between two slashes.
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
                let message = format!("`{}` is not a route: {problem}", text.value);
                let diagnostic = Diagnostic::error(MALFORMED_ROUTE, message, text.span)
                    .help("a route is a method and a path, as in `GET /things/{id}`");
                diagnostics.push(diagnostic);
                None
            }
        }
    }
}

fn parse(text: &str) -> Result<(Method, Vec<RouteSegment>), String> {
    let (method, path) = text
        .trim()
        .split_once(' ')
        .ok_or("it has no space between method and path")?;
    let method = Method::from_name(method).ok_or_else(|| {
        let known = Method::ALL
            .iter()
            .map(|method| method.name())
            .collect::<Vec<_>>()
            .join(", ");
        format!("`{method}` is not one of the methods {known}")
    })?;
    let path = path
        .trim()
        .strip_prefix('/')
        .ok_or("the path does not begin with `/`")?;
    let segments = path
        .split('/')
        .map(segment)
        .collect::<Result<Vec<_>, _>>()?;
    Ok((method, segments))
}

fn segment(text: &str) -> Result<RouteSegment, String> {
    if let Some(name) = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
    {
        return match name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
            && !name.is_empty()
        {
            true => Ok(RouteSegment::Parameter(name.to_owned())),
            false => Err(format!("`{{{name}}}` is not the name of a parameter")),
        };
    }
    if text.contains(['{', '}']) {
        return Err(format!(
            "in `{text}` a parameter shares its segment with other text"
        ));
    }
    match text {
        "" => Err("two slashes meet, or it ends in one".to_owned()),
        "." | ".." => Err(format!("the segment `{text}` names another path")),
        _ if text.bytes().all(is_path_byte) => Ok(RouteSegment::Literal(text.to_owned())),
        _ => Err(format!(
            "`{text}` holds a character that a path cannot have"
        )),
    }
}

/// `pchar` of RFC 3986, section 3.3, without percent-encoding: a literal is written as it is.
fn is_path_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte)
}
