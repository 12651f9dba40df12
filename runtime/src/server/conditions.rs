//! Conditional requests: their conditions, and the responses to them.

use std::fmt::Display;
use std::time::SystemTime;

use axum::http::header::{CONTENT_LOCATION, ETAG, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;

use super::{Input, Invalid, Rejection, Respond, Responding, response};
use crate::conditional::{ETag, LastModified, NoneMatch, Validators};
use crate::{Conditions, Tagged};

impl Input {
    /// The conditions of the request.
    ///
    /// # Errors
    /// None: malformed conditions are ignored.
    pub fn conditions(&mut self) -> Result<Conditions, Invalid> {
        Ok(Conditions::read(&self.parts.headers))
    }
}

impl Conditions {
    /// The conditions in the headers of a request.
    pub(super) fn read(headers: &HeaderMap) -> Self {
        let tags: Vec<&[u8]> = headers
            .get_all(IF_NONE_MATCH)
            .iter()
            .map(HeaderValue::as_bytes)
            .collect();
        let mut since = headers.get_all(IF_MODIFIED_SINCE).iter();
        let modified_since = match (since.next(), since.next()) {
            (Some(date), None) => date.to_str().ok().and_then(|date| date.parse().ok()),
            (_, _) => None,
        };
        Self {
            none_match: (!tags.is_empty()).then(|| none_match(&tags.join(&b","[..]))),
            modified_since,
        }
    }
}

/// A header that cannot be read matches nothing: the response is as without it. `If-Modified-Since` is ignored
/// nevertheless, because the caller meant the tags.
fn none_match(header: &[u8]) -> NoneMatch {
    let text = str::from_utf8(header).unwrap_or_default().trim();
    match text {
        "*" => NoneMatch::Any,
        tags => NoneMatch::Tags(ETag::read_list(tags).unwrap_or_default()),
    }
}

impl<T: Respond, V: Into<Validators>> Respond for Tagged<T, V> {
    fn respond(self, to: &Responding<'_>) -> Result<Response, Rejection> {
        let validators = self.validators.map(Into::into).unwrap_or_default();
        let is_current = Conditions::read(to.headers).are_met_by(&validators);
        let mut response = match self.value {
            Some(value) => value.respond(to)?,
            None if is_current => response::head(StatusCode::OK),
            None => {
                let problem =
                    "the handler returned `not_modified`, but the caller has no current copy";
                return Err(Rejection::internal(problem.into()));
            }
        };
        if !response.status().is_success() {
            return Ok(response);
        }
        if is_current {
            response = not_modified(response);
        }
        let headers = response.headers_mut();
        set(headers, ETAG, validators.etag)?;
        // RFC 9110, section 8.8.2.1: no change is in the future.
        let now = LastModified::from(SystemTime::now());
        let changed = validators.last_modified.map(|changed| changed.min(now));
        set(headers, LAST_MODIFIED, changed)?;
        Ok(response)
    }
}

/// The response 304 in place of another. It has no content, and no headers that describe one (RFC 9110, section
/// 15.4.5).
fn not_modified(response: Response) -> Response {
    let (mut parts, _) = response.into_parts();
    let names: Vec<HeaderName> = parts.headers.keys().cloned().collect();
    for name in names {
        if name.as_str().starts_with("content-") && name != CONTENT_LOCATION {
            parts.headers.remove(name);
        }
    }
    let mut response = response::head(StatusCode::NOT_MODIFIED);
    *response.headers_mut() = parts.headers;
    response
}

fn set(
    headers: &mut HeaderMap,
    name: HeaderName,
    value: Option<impl Display>,
) -> Result<(), Rejection> {
    if let Some(value) = value {
        let value = HeaderValue::try_from(value.to_string());
        headers.insert(
            name,
            value.map_err(|error| Rejection::internal(error.into()))?,
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a copy of the content `"a"`, which changed at noon, is current for a caller that sends these headers.
    fn is_current(headers: &[(HeaderName, &[u8])]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, HeaderValue::from_bytes(value).unwrap());
        }
        let noon: LastModified = "Sun, 06 Nov 1994 12:00:00 GMT".parse().unwrap();
        Conditions::read(&map).is_current((ETag::strong("a"), noon))
    }

    #[test]
    fn tags_match_weakly_and_several_headers_are_one_list() {
        for tags in ["\"a\"", "W/\"a\"", "*", " * ", "\"b\", \"a\""] {
            assert!(is_current(&[(IF_NONE_MATCH, tags.as_bytes())]), "{tags}");
        }
        assert!(is_current(&[
            (IF_NONE_MATCH, b"\"b\""),
            (IF_NONE_MATCH, b"\"a\""),
        ]));
        for tags in ["", "\"b\"", "a", "\"a\" \"b\"", "*, \"a\"", "\"A\""] {
            assert!(!is_current(&[(IF_NONE_MATCH, tags.as_bytes())]), "{tags}");
        }
        assert!(!is_current(&[(IF_NONE_MATCH, b"\"a\", \"\xff\"")]));
    }

    #[test]
    fn a_date_counts_only_without_tags() {
        let with = |tags: Option<&[u8]>, since: &[&str]| {
            let tags = tags.map(|tags| (IF_NONE_MATCH, tags));
            let since = since
                .iter()
                .map(|date| (IF_MODIFIED_SINCE, date.as_bytes()));
            let headers: Vec<(HeaderName, &[u8])> = tags.into_iter().chain(since).collect();
            is_current(&headers)
        };
        let before = "Sun, 06 Nov 1994 11:59:59 GMT";
        let noon = "Sun, 06 Nov 1994 12:00:00 GMT";
        let after = "Sun, 06 Nov 1994 12:00:01 GMT";
        assert!(!with(None, &[]));
        assert!(!with(None, &[before]));
        assert!(with(None, &[noon]));
        assert!(with(None, &[after]));
        assert!(!with(None, &["yesterday"]));
        // RFC 9110, section 5.3: such a header occurs once.
        assert!(!with(None, &[noon, after]));
        for tags in [&b"\"b\""[..], b"malformed"] {
            assert!(!with(Some(tags), &[after]));
        }
        assert!(with(Some(b"\"a\""), &[before]));
    }
}
