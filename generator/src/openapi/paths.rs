//! Paths: templates, and names for operations that have none.

use super::files::pointers::percent_decoded;
use super::names::singular;
use crate::api::Method;
use crate::document::{PathPart, PathSegment, path_text};

/// A path template.
#[derive(Default)]
pub(super) struct Path {
    pub(super) segments: Vec<PathSegment>,
    /// The names of its parameters: in the document, and in the route.
    pub(super) parameters: Vec<(String, String)>,
    /// The parts of a query after the path, which are constant.
    pub(super) query: Vec<(String, String)>,
    /// The names of the other parts, and of the parameters that are their values.
    pub(super) in_query: Vec<(String, String)>,
}

impl Path {
    /// Reads a template. The error says what is wrong with it.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let path = without_query(text);
        let behind = text.strip_prefix(path).unwrap_or("");
        let query = behind
            .strip_prefix('?')
            .and_then(|rest| rest.split('#').next())
            .unwrap_or("");
        let mut read = Self {
            segments: Vec::new(),
            parameters: Vec::new(),
            query: Vec::new(),
            in_query: Vec::new(),
        };
        let path = path.strip_prefix('/').unwrap_or(path);
        let segments: Vec<&str> = split_segments(path);
        for (at, segment) in segments.iter().enumerate() {
            let is_last = segments.iter().skip(at + 1).all(|rest| rest.is_empty());
            let is_rest = matches!(read.segments.last(), Some(PathSegment::CatchAll(_)));
            // The root has no segment, and what matches all others has no end.
            let is_end = at + 1 == segments.len();
            if segment.is_empty() && (is_rest || is_end && read.segments.is_empty()) {
                continue;
            }
            let segment = read.segment(segment, is_last)?;
            read.segments.push(segment);
        }
        let expanded = behind
            .strip_prefix("{?")
            .and_then(|rest| rest.split('}').next());
        for name in expanded
            .unwrap_or("")
            .split(',')
            .filter(|name| !name.is_empty())
        {
            let name = name.trim_end_matches('*').to_owned();
            read.in_query.push((name.clone(), name));
        }
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let parameter = value
                .strip_prefix('{')
                .and_then(|rest| rest.strip_suffix('}'));
            if let Some(parameter) = parameter {
                read.in_query.push((name.to_owned(), parameter.to_owned()));
            } else if !value.contains('{') && !name.contains('{') {
                read.query.push((name.to_owned(), value.to_owned()));
            }
        }
        Ok(read)
    }

    /// Lets the last segment match several ones if it is a parameter of one of these names.
    pub(super) fn with_segments(mut self, names: &[&str]) -> Self {
        if let Some(last @ PathSegment::Parameter(_)) = self.segments.last_mut()
            && let PathSegment::Parameter(routed) = &*last
            && let Some((name, _)) = self.parameters.iter().find(|(_, known)| known == routed)
            && names.contains(&name.as_str())
        {
            *last = PathSegment::CatchAll(routed.clone());
        }
        self
    }

    fn segment(&mut self, text: &str, is_last: bool) -> Result<PathSegment, String> {
        let mut parts: Vec<PathPart> = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let Some(inner) = rest.strip_prefix('{') else {
                let (literal, after) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
                parts.push(PathPart::Literal(path_text(literal)));
                rest = after;
                continue;
            };
            let end = end_of_braces(inner);
            let (name, after) = end
                .and_then(|end| Some((inner.get(..end)?, inner.get(end + 1..)?)))
                .ok_or_else(|| format!("a brace of `{text}` is not closed"))?;
            rest = after;
            if let Some(PathPart::Parameter(before)) = parts.last_mut() {
                // Nothing tells where the first one ends, so both are one.
                let joined = self.declare(&format!("{before}_{}", without_pattern(name).0));
                *before = joined;
                continue;
            }
            let is_whole = text.len() == name.len() + 2;
            let (name, pattern) = without_pattern(name);
            let is_rest = is_catch_all(name) || REST.contains(&pattern);
            if is_last && is_whole && is_rest {
                let name = self.declare(name);
                return Ok(PathSegment::CatchAll(name));
            }
            parts.push(PathPart::Parameter(self.declare(name)));
        }
        if matches!(text, "." | "..") {
            return Err(format!("the path has a segment `{text}`"));
        }
        Ok(match parts.as_slice() {
            [] => PathSegment::Literal(String::new()),
            [PathPart::Literal(text)] => PathSegment::Literal(text.clone()),
            [PathPart::Parameter(name)] => PathSegment::Parameter(name.clone()),
            _ => PathSegment::Partial(parts),
        })
    }

    /// The name of a parameter in the route, which no other one has.
    fn declare(&mut self, name: &str) -> String {
        let is_valid = |c: char| unicode_ident::is_xid_continue(c) || c == '-';
        let replaced: String = name
            .chars()
            .map(|c| if is_valid(c) { c } else { '_' })
            .collect();
        let base = match replaced.trim_matches('_') {
            "" => "value".to_owned(),
            plain if is_catch_all(name) => plain.to_owned(),
            _ => replaced,
        };
        let mut unique = base.clone();
        let mut number = 2;
        while self.parameters.iter().any(|(_, known)| *known == unique) {
            unique = format!("{base}_{number}");
            number += 1;
        }
        self.parameters.push((name.to_owned(), unique.clone()));
        unique
    }
}

/// Inserts text before a parameter that is a part of a segment, unless it is there. Returns whether there is such a
/// parameter.
pub(super) fn insert_before(segments: &mut [PathSegment], parameter: &str, text: &str) -> bool {
    for segment in segments {
        let mut parts = match segment {
            PathSegment::Parameter(name) => vec![PathPart::Parameter(name.clone())],
            PathSegment::Partial(parts) => parts.clone(),
            PathSegment::Literal(_) | PathSegment::CatchAll(_) => continue,
        };
        let is_it =
            |part: &PathPart| matches!(part, PathPart::Parameter(name) if name == parameter);
        let Some(at) = parts.iter().position(is_it) else {
            continue;
        };
        match at.checked_sub(1).and_then(|before| parts.get_mut(before)) {
            Some(PathPart::Literal(before)) if before.ends_with(text) => {}
            Some(PathPart::Literal(before)) => before.push_str(text),
            Some(PathPart::Parameter(_)) | None => {
                parts.insert(at, PathPart::Literal(text.to_owned()));
            }
        }
        *segment = PathSegment::Partial(parts);
        return true;
    }
    false
}

/// A path without what is after it: a query, a fragment, or the names of parameters of the query, as in
/// `/pets{?limit,offset}` (RFC 6570, section 3.2.8).
fn without_query(path: &str) -> &str {
    let is_end = |at: usize, c: char, depth: usize| match c {
        '?' | '#' => depth == 0,
        '{' => path.get(at..).is_some_and(|rest| rest.starts_with("{?")),
        _ => false,
    };
    let end = with_depth(path).find(|(at, c, depth)| is_end(*at, *c, *depth));
    end.and_then(|(end, ..)| path.get(..end)).unwrap_or(path)
}

/// Where the braces end that a string is the inside of.
fn end_of_braces(inner: &str) -> Option<usize> {
    let end = with_depth(inner).find(|(_, c, depth)| *c == '}' && *depth == 0);
    end.map(|(at, ..)| at)
}

/// The characters of a string with their places, and how many braces each is in.
fn with_depth(text: &str) -> impl Iterator<Item = (usize, char, usize)> {
    let mut depth = 0_usize;
    text.char_indices().map(move |(at, c)| {
        let outside = depth;
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (at, c, outside)
    })
}

/// Patterns that match several segments.
const REST: [&str; 6] = [".*", ".+", "(.*)", "(.+)", "**", "path"];

/// Words that some frameworks have for patterns.
const PATTERNS: [&str; 17] = [
    "alpha", "bool", "datetime", "decimal", "double", "float", "guid", "int", "long", "number",
    "path", "required", "slug", "str", "string", "ulid", "uuid",
];

/// The name of a parameter, and the pattern that some frameworks write after it: `{id:[0-9]+}`, `{id:int}`.
fn without_pattern(name: &str) -> (&str, &str) {
    let is_pattern = |text: &str| {
        PATTERNS.contains(&text) || text.contains(['[', '(', '\\', '.', '^', '*', '+'])
    };
    match name.split_once(':') {
        Some((name, pattern)) if !name.is_empty() && is_pattern(pattern) => (name, pattern),
        _ => (name, ""),
    }
}

/// Whether a parameter matches several segments.
fn is_catch_all(name: &str) -> bool {
    name.ends_with(['+', '*']) || name.starts_with(['+', '*'])
}

/// The segments of a path; a slash in braces is part of a name.
fn split_segments(path: &str) -> Vec<&str> {
    let slashes = with_depth(path).filter(|(_, c, depth)| *c == '/' && *depth == 0);
    let ends = slashes.map(|(at, ..)| at).chain([path.len()]);
    let mut start = 0;
    let segments = ends.filter_map(|end| path.get(std::mem::replace(&mut start, end + 1)..end));
    segments.collect()
}

/// A name from the method and the path: `GET /v1/users/{id}/keys` is `list user keys`.
pub(super) fn derived_name(method: Method, path: &str, prefix: usize, by_last: bool) -> String {
    let path = without_query(path);
    let segments: Vec<&str> = split_segments(path.trim_matches('/'))
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect();
    let kept: Vec<&str> = segments
        .iter()
        .skip(prefix.min(segments.len().saturating_sub(1)))
        .copied()
        .collect();
    let is_item = kept.last().is_some_and(|last| last.contains('{'));
    let verb = match method {
        Method::Get if is_item => "get",
        Method::Get => "list",
        Method::Post if is_item => "post",
        Method::Post => "create",
        Method::Put => "replace",
        Method::Patch => "update",
        Method::Delete => "delete",
        Method::Head => "head",
        Method::Options => "options",
        Method::Trace => "trace",
    };
    let mut words = vec![verb.to_owned()];
    for (at, segment) in kept.iter().enumerate() {
        if segment.starts_with('{') && segment.ends_with('}') {
            continue;
        }
        let text = percent_decoded(segment).replace(['{', '}'], " ");
        let is_before_parameter = kept.get(at + 1).is_some_and(|next| next.starts_with('{'));
        words.push(match is_before_parameter {
            true => singular(&text).unwrap_or(text),
            false => text,
        });
    }
    if by_last && let Some(last) = kept.iter().rev().find(|text| text.starts_with('{')) {
        words.push("by".to_owned());
        words.push(last.replace(['{', '}'], " "));
    }
    words.join(" ")
}

/// How many segments all paths begin with, such as `v1`. At least one literal segment is left of each.
pub(super) fn common_prefix(paths: &[&str]) -> usize {
    let mut prefix: Option<Vec<&str>> = None;
    let mut most = usize::MAX;
    for path in paths {
        let segments = split_segments(path.trim_matches('/'));
        let literals = segments.iter().filter(|text| !text.contains('{'));
        most = most.min(literals.count().saturating_sub(1));
        let segments = split_segments(path.trim_matches('/'));
        let literal: Vec<&str> = segments
            .into_iter()
            .take_while(|text| !text.contains('{'))
            .collect();
        prefix = Some(match prefix {
            None => literal,
            Some(known) => {
                let pairs = known.iter().zip(&literal);
                let same = pairs.take_while(|(one, other)| one == other).count();
                known.into_iter().take(same).collect()
            }
        });
    }
    prefix.map_or(0, |prefix| prefix.len().min(most))
}

/// The first literal segment after a prefix.
pub(super) fn first_literal(path: &str, prefix: usize) -> Option<&str> {
    let path = without_query(path);
    let segments = split_segments(path.trim_matches('/'));
    let mut rest = segments.into_iter().skip(prefix);
    rest.find(|text| !text.is_empty() && !text.contains('{'))
}

#[cfg(test)]
mod tests;
