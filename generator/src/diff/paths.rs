//! The paths of operations, with what comes before them on both sides.

use std::borrow::Cow;

use super::swaps;
use crate::api::{Api, Operation, PathPart, PathSegment, Server};
use crate::hash::HashSet;

/// What comes before the routes of both sides, if one side has it in its routes. Empty unless a path has moved.
pub(super) type Bases<'a> = (Base<'a>, Base<'a>);

/// What comes before the routes of one side.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Base<'a> {
    /// The end of the URLs of all servers, which the other side does not have. Operations with a server of their own
    /// are not below it.
    of_servers: &'a str,
    /// The base path.
    path: &'a str,
}

impl Base<'_> {
    /// The URL of a server without the end that is a part of the routes on the other side.
    pub(super) fn strip<'u>(&self, url: &'u str) -> &'u str {
        url.strip_suffix(self.of_servers).unwrap_or(url)
    }
}

/// What comes before the routes: nothing, unless one side has moved its base path, or the paths of its servers, into
/// its routes.
pub(super) fn bases<'a>(old: &'a Api, new: &'a Api) -> Bases<'a> {
    let (of_old, of_new) = (
        moved_path(&common_servers(old), &common_servers(new)),
        moved_path(&common_servers(new), &common_servers(old)),
    );
    let base = |api: &'a Api, of_servers: Option<&'a str>| Base {
        of_servers: of_servers.unwrap_or_default(),
        path: &api.base_path,
    };
    let bases = (base(old, of_old), base(new, of_new));
    if bases.0 == bases.1 {
        return Bases::default();
    }
    let routes = |api: &Api, base| -> HashSet<_> {
        let operations = api.operations.iter();
        operations
            .map(|operation| (operation.method, route(base, operation)))
            .collect()
    };
    match routes(old, bases.0).is_disjoint(&routes(new, bases.1)) {
        true => Bases::default(),
        false => bases,
    }
}

/// The end that all servers have in common, and without which one of them is a server of the other side.
fn moved_path<'a>(servers: &[&'a Server], others: &[&Server]) -> Option<&'a str> {
    let paths = servers.iter().flat_map(|server| {
        let paths = others.iter();
        let paths = paths.filter_map(|other| server.url.strip_prefix(other.url.as_str()));
        paths.filter(|path| path.starts_with('/'))
    });
    let mut paths = paths.filter(|path| servers.iter().all(|server| server.url.ends_with(path)));
    paths.next()
}

/// The servers of the whole API.
pub(super) fn common_servers(api: &Api) -> Vec<&Server> {
    api.common_servers().map(|id| api.server(id)).collect()
}

/// A route after what comes before it, without the names of its parameters, which are not on the wire.
pub(super) fn route(base: Base<'_>, operation: &Operation) -> String {
    let segments = operation.path.iter().map(|segment| match segment {
        PathSegment::Literal(text) => format!("/{}", unescaped(text)),
        PathSegment::Parameter(_) => "/{}".to_owned(),
        PathSegment::CatchAll(_) => "/{*}".to_owned(),
        PathSegment::Partial(parts) => {
            let parts = parts.iter().map(|part| match part {
                PathPart::Literal(text) => unescaped(text),
                PathPart::Parameter(_) => Cow::Borrowed("{}"),
            });
            format!("/{}", parts.collect::<String>())
        }
    });
    let of_servers = match operation.server {
        Some(_) => "",
        None => base.of_servers,
    };
    format!("{of_servers}{}{}", base.path, segments.collect::<String>())
}

/// A literal without the escapes of characters that need none: both ways to write them are the same path (RFC 3986,
/// section 6.2.2.2). The digits of other escapes are in upper case.
fn unescaped(text: &str) -> Cow<'_, str> {
    let mut parts = text.split('%');
    let (Some(first), true) = (parts.next(), text.contains('%')) else {
        return Cow::Borrowed(text);
    };
    let mut plain = first.to_owned();
    for part in parts {
        let digits = part.get(..2);
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (byte.map(char::from), part.get(2..)) {
            (Some(known), Some(rest))
                if known.is_ascii_alphanumeric() || "-._~".contains(known) =>
            {
                plain.push(known);
                plain.push_str(rest);
            }
            (Some(_), Some(rest)) => {
                plain.push('%');
                plain.push_str(&digits.unwrap_or_default().to_ascii_uppercase());
                plain.push_str(rest);
            }
            (..) => {
                plain.push('%');
                plain.push_str(part);
            }
        }
    }
    Cow::Owned(plain)
}

/// Whether a route ends with a parameter that may have slashes, and the other one, which is the same before that, with
/// one that may not. The first one matches all paths of the second one.
pub(super) fn ends_wider(route: &str, other: &str) -> bool {
    let start = route.strip_suffix("/{*}");
    start.is_some() && start == other.strip_suffix("/{}")
}

/// The first parameter of a path that has traded places with another one, and that one.
pub(super) fn swapped<'a>(old: &'a Operation, new: &'a Operation) -> Option<(&'a str, &'a str)> {
    let names = |operation: &'a Operation| -> Vec<&'a str> {
        let segments = operation.path.iter();
        segments.flat_map(PathSegment::parameters).collect()
    };
    swaps::swapped(&names(old), &names(new))
}

pub(super) fn written(operation: &Operation) -> String {
    format!("{} {}", operation.method.name(), operation.template())
}
