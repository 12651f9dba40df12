//! Routes: a method and a path template.

use std::fmt;

use crate::api::Method;
use crate::source::Span;

/// A route as written.
#[derive(Debug, Clone)]
pub(crate) struct Route {
    pub(crate) method: Method,
    /// The segments of the path; none for the root.
    pub(crate) segments: Vec<RouteSegment>,
    pub(crate) span: Span,
}

/// A segment of a path template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RouteSegment {
    /// A text. It is empty only behind a slash at the end of the path.
    Literal(String),
    Parameter(String),
    /// Literals and parameters, at least one of each: `{base}...{head}`.
    Partial(Vec<RoutePart>),
    /// All segments that follow: `{*path}`.
    CatchAll(String),
}

/// A part of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RoutePart {
    Literal(String),
    Parameter(String),
}

/// As it is written in a route.
impl fmt::Display for RouteSegment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(text) => f.write_str(text),
            Self::Parameter(name) => write!(f, "{{{name}}}"),
            Self::CatchAll(name) => write!(f, "{{*{name}}}"),
            Self::Partial(parts) => parts.iter().try_for_each(|part| match part {
                RoutePart::Literal(text) => f.write_str(text),
                RoutePart::Parameter(name) => write!(f, "{{{name}}}"),
            }),
        }
    }
}

impl RouteSegment {
    /// The names of its parameters.
    pub(crate) fn parameters(&self) -> Vec<&str> {
        match self {
            Self::Literal(_) => Vec::new(),
            Self::Parameter(name) | Self::CatchAll(name) => vec![name],
            Self::Partial(parts) => {
                let names = parts.iter().filter_map(|part| match part {
                    RoutePart::Literal(_) => None,
                    RoutePart::Parameter(name) => Some(name.as_str()),
                });
                names.collect()
            }
        }
    }
}

/// The characters of [`is_path_byte`].
pub(crate) const PATH_CHARACTERS: &str =
    "use letters, digits and `-._~!$&'()*+,;=:@` (RFC 3986, section 3.3)";

/// `pchar` of RFC 3986, section 3.3, without percent-encoding.
pub(crate) fn is_path_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte)
}
