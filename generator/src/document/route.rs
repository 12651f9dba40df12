//! Routes: a method and a path template.

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
