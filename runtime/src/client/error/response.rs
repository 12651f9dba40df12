//! Errors about a response.

use std::fmt;

use bytes::Bytes;
use http::header::{CONTENT_TYPE, LOCATION};
use http::{HeaderMap, StatusCode};
use reqwest::Url;

use super::Excerpt;
use crate::ValidationError;
use crate::decode::InvalidJson;
use crate::error::{ErrorBody, ErrorContext, OneLine, describe, write_error};
use crate::header_value::essence;
use crate::text::header_text;

/// The response that an error is about.
#[derive(Debug, Clone)]
pub(in crate::client) struct Origin {
    pub(in crate::client) operation: &'static str,
    pub(in crate::client) status: StatusCode,
    pub(in crate::client) request_id: Option<Box<str>>,
}

/// The end of a message about a response, which identifies it in the server's logs.
fn reference(request_id: Option<&str>) -> String {
    request_id.map_or_else(String::new, |id| format!(" (request {})", OneLine(id)))
}

/// The start of a message about a response: `get_tool: the response 200 OK`.
fn subject(operation: &str, status: StatusCode) -> String {
    format!("{operation}: the response {}", describe(status.as_u16()))
}

impl Origin {
    fn subject(&self) -> String {
        subject(self.operation, self.status)
    }

    fn reference(&self) -> String {
        reference(self.request_id.as_deref())
    }
}

/// An error that any operation can respond with.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Rejected {
    /// The status.
    pub status: StatusCode,
    /// The body.
    pub body: ErrorBody,
    pub(in crate::client) context: ErrorContext,
}

impl Rejected {
    /// The server's identifier of the request, if it sent one.
    pub fn request_id(&self) -> Option<&str> {
        self.context.request_id()
    }

    /// The problem of the request, and its place. Only for 400.
    pub fn validation_errors(&self) -> Vec<ValidationError> {
        self.body.validation_errors()
    }
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = self.context.operation().unwrap_or("the call");
        write!(f, "{operation}: ")?;
        write_error(self.status.as_u16(), &self.body, f)
    }
}

impl std::error::Error for Rejected {}

/// A response whose status the operation does not document, or whose body is not the documented one.
///
/// Its text and `Debug` show the start of the body, without the credentials of the request. They show nothing of the
/// headers, and nothing of the body if the operation has values that are secret or personal.
#[derive(Clone)]
#[non_exhaustive]
pub struct UndocumentedResponse {
    /// The headers.
    pub headers: HeaderMap,
    /// The whole body.
    pub body: Bytes,
    pub(in crate::client) origin: Origin,
    pub(in crate::client) excerpt: Excerpt,
    /// The body, if it has the shape of the API's errors.
    pub(in crate::client) error_body: Option<ErrorBody>,
    /// Whether the status is documented or implied, so that the body is what is not documented.
    pub(in crate::client) has_documented_status: bool,
}

impl UndocumentedResponse {
    /// The name of the operation.
    pub const fn operation(&self) -> &'static str {
        self.origin.operation
    }

    /// The status.
    pub const fn status(&self) -> StatusCode {
        self.origin.status
    }

    /// The server's identifier of the request, if it sent one.
    pub fn request_id(&self) -> Option<&str> {
        self.origin.request_id.as_deref()
    }

    /// The media type of the body, with its parameters.
    pub fn media(&self) -> Option<&str> {
        header_text(&self.headers, CONTENT_TYPE.as_str())
    }

    /// The target of a redirect (300 to 399) as the server wrote it: a URL, or one relative to the URL of the request.
    /// It is where the request can be sent instead, see [`Error::Undocumented`](super::Error::Undocumented).
    pub fn redirect(&self) -> Option<&str> {
        let is_redirect = self.origin.status.is_redirection();
        header_text(&self.headers, LOCATION.as_str()).filter(|_| is_redirect)
    }
}

impl fmt::Debug for UndocumentedResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UndocumentedResponse")
            .field("origin", &self.origin)
            .field("media", &self.media())
            .field("body_bytes", &self.body.len())
            .field("body", &self.excerpt)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for UndocumentedResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (subject, reference) = (self.origin.subject(), self.origin.reference());
        let content = content(self.body.len(), self.media());
        let problem = match self.has_documented_status {
            true => "does not have the documented body",
            false => "is not documented",
        };
        write!(f, "{subject} with {content} {problem}")?;
        match self.redirect() {
            Some(target) => {
                let target = OneLine(without_secrets(target));
                write!(
                    f,
                    ": it redirects to {target}, and the client does not follow redirects; use that URL, or an \
                     `http_client` that follows them"
                )?;
            }
            None => f.write_str(page(&self.headers, &self.body))?,
        }
        write!(f, "{}{reference}", self.excerpt)
    }
}

/// The size of a body, and its media type: `12 bytes of text/html`.
fn content(bytes: usize, media: Option<&str>) -> String {
    let unit = if bytes == 1 { "byte" } else { "bytes" };
    match media.filter(|_| bytes > 0) {
        Some(media) => format!("{bytes} {unit} of {}", OneLine(media)),
        None => format!("{bytes} {unit}"),
    }
}

/// The target of a redirect without what may be secret: user, query and fragment.
fn without_secrets(target: &str) -> String {
    let is_relative = Url::parse(target).is_err() && !target.trim_start().starts_with(['/', '\\']);
    if is_relative && !target.contains(':') {
        return target
            .split(['?', '#'])
            .next()
            .unwrap_or_default()
            .to_owned();
    }
    let base = Url::parse("https://same.invalid").ok();
    let found = Url::options().base_url(base.as_ref()).parse(target);
    match found {
        Err(_) => "what is not a URL".to_owned(),
        Ok(url) if url.host_str().is_none() => "a URL without a server".to_owned(),
        Ok(url) => {
            let origin = match base.is_some_and(|base| base.host() == url.host()) {
                true => String::new(),
                false => url.origin().ascii_serialization(),
            };
            // A URL that begins with `//` has the scheme of the request.
            let origin = match Url::parse(target) {
                Ok(_) => origin,
                Err(_) => origin.trim_start_matches("https:").to_owned(),
            };
            format!("{origin}{}", url.path())
        }
    }
}

/// What to say about a body that is a page for people instead of something for programs.
fn page(headers: &HeaderMap, body: &[u8]) -> &'static str {
    let media = header_text(headers, CONTENT_TYPE.as_str()).map(|media| essence(media.as_bytes()));
    let is_named = media.is_some_and(|media| {
        media.eq_ignore_ascii_case(b"text/html")
            || media.eq_ignore_ascii_case(b"application/xhtml+xml")
    });
    let start = body.trim_ascii_start().get(..START.len());
    match is_named || start.is_some_and(|start| start.eq_ignore_ascii_case(START)) {
        true => {
            "; it is an HTML page, perhaps of a proxy, of a login, or of another server than that of the API"
        }
        false => "",
    }
}

/// How a page in HTML starts.
const START: &[u8] = b"<!doctype html";

impl std::error::Error for UndocumentedResponse {}

/// A successful response that does not match the API.
///
/// Its text and `Debug` show the start of the body, without the credentials of the request. They show nothing of the
/// headers, and nothing of the body if the operation has values that are secret or personal.
#[derive(Clone)]
#[non_exhaustive]
pub struct DecodeError {
    /// The problem, and its place.
    pub problem: InvalidJson,
    /// The headers.
    pub headers: HeaderMap,
    /// The whole body as it arrived. If the operation streams it, it is empty.
    pub body: Bytes,
    pub(in crate::client) origin: Origin,
    pub(in crate::client) excerpt: Excerpt,
}

impl DecodeError {
    /// The name of the operation.
    pub const fn operation(&self) -> &'static str {
        self.origin.operation
    }

    /// The status.
    pub const fn status(&self) -> StatusCode {
        self.origin.status
    }

    /// The server's identifier of the request, if it sent one.
    pub fn request_id(&self) -> Option<&str> {
        self.origin.request_id.as_deref()
    }

    /// The media type of the body, with its parameters.
    pub fn media(&self) -> Option<&str> {
        header_text(&self.headers, CONTENT_TYPE.as_str())
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecodeError")
            .field("problem", &self.problem)
            .field("origin", &self.origin)
            .field("media", &self.media())
            .field("body_bytes", &self.body.len())
            .field("body", &self.excerpt)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (subject, reference) = (self.origin.subject(), self.origin.reference());
        let content = content(self.body.len(), self.media());
        let page = page(&self.headers, &self.body);
        write!(
            f,
            "{subject} with {content} cannot be read: {}{page}{}{reference}",
            self.problem, self.excerpt
        )
    }
}

impl std::error::Error for DecodeError {}

/// A response that exceeds the size limit.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TooLarge {
    /// The name of the operation.
    pub operation: &'static str,
    /// The status of the response.
    pub status: StatusCode,
    /// The size limit in bytes.
    pub limit: usize,
    pub(in crate::client) request_id: Option<Box<str>>,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = subject(self.operation, self.status);
        let reference = reference(self.request_id.as_deref());
        write!(
            f,
            "{subject} is larger than {} bytes{reference}",
            self.limit
        )
    }
}

impl std::error::Error for TooLarge {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_of_a_redirect_is_shown_without_what_may_be_secret() {
        for (target, expected) in [
            ("/users/ada", "/users/ada"),
            ("/users?next=//other", "/users"),
            ("users/a@b", "users/a@b"),
            ("../users?key=s", "../users"),
            ("", ""),
            ("https://api.example/users/", "https://api.example/users/"),
            (
                "https://u:p@api.example:81/a?key=s#f",
                "https://api.example:81/a",
            ),
            (" https://u:p@api.example", "https://api.example/"),
            ("HTTP://U:P@API.example", "http://api.example/"),
            ("https:\\\\u:p@api.example\\a", "https://api.example/a"),
            ("http:/u:p@api.example/a", "http://api.example/a"),
            ("//u:p@api.example?key=s", "//api.example/"),
            ("\\\\u:p@api.example", "//api.example/"),
            ("mailto:ada@api.example", "a URL without a server"),
            ("https://u:p@", "what is not a URL"),
            ("https://[api.example", "what is not a URL"),
        ] {
            assert_eq!(without_secrets(target), expected, "{target}");
        }
    }
}
