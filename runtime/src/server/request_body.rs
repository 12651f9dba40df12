//! How an operation takes the body of a request, and checking its head.

use axum::body::{Bytes, HttpBody};
use axum::http::header::GetAll;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use http_body_util::BodyExt;

use super::pace::{Paced, TooSlow};
use super::{Rejection, response};
use crate::codegen::BoxError;
use crate::{Location, ValidationError, media_type};

/// How an operation takes the body of a request. The generated crate has one constant for each.
///
/// `media` are the media types that it takes, or ranges of them. If there are none, it takes the default one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestBody {
    kind: BodyKind,
    media: &'static [&'static str],
    /// The maximum size in bytes, unless it is the limit of the server.
    limit: Option<u64>,
    /// Whether the body may be absent.
    optional: bool,
    /// The contents that it may have, if there are several.
    contents: &'static [Self],
    /// The JSON Schema of the body.
    #[cfg(feature = "schema")]
    schema: Option<&'static crate::schema::Schema>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BodyKind {
    None,
    /// One of several contents.
    Choice,
    Json,
    #[cfg(feature = "form")]
    Form,
    Text,
    #[cfg(feature = "xml")]
    Xml,
    #[cfg(feature = "streams")]
    Binary,
    #[cfg(feature = "streams")]
    Lines,
    /// A multipart form that is read before the handler runs.
    #[cfg(feature = "multipart")]
    Parts,
    /// One that the handler reads.
    #[cfg(feature = "multipart")]
    Multipart,
}

impl RequestBody {
    /// No body.
    pub const NONE: Self = Self::new(BodyKind::None, &[]);

    const fn new(kind: BodyKind, media: &'static [&'static str]) -> Self {
        Self {
            kind,
            media,
            limit: None,
            optional: false,
            contents: &[],
            #[cfg(feature = "schema")]
            schema: None,
        }
    }

    /// A JSON value.
    pub const fn json(media: &'static [&'static str]) -> Self {
        Self::new(BodyKind::Json, media)
    }

    /// A form.
    #[cfg(feature = "form")]
    pub const fn form(media: &'static [&'static str]) -> Self {
        Self::new(BodyKind::Form, media)
    }

    /// A value in XML.
    #[cfg(feature = "xml")]
    pub const fn xml(media: &'static [&'static str]) -> Self {
        Self::new(BodyKind::Xml, media)
    }

    /// Text in UTF-8.
    pub const fn text(media: &'static [&'static str]) -> Self {
        Self::new(BodyKind::Text, media)
    }

    /// Bytes, which the handler reads.
    #[cfg(feature = "streams")]
    pub const fn binary(media: &'static [&'static str]) -> Self {
        Self::new(BodyKind::Binary, media)
    }

    /// Bytes of a media type that the caller chooses.
    #[cfg(feature = "streams")]
    pub const fn media(media: &'static [&'static str]) -> Self {
        Self::new(BodyKind::Binary, media)
    }

    /// JSON lines, which the handler reads.
    #[cfg(feature = "streams")]
    pub const fn lines(media: &'static [&'static str]) -> Self {
        Self::new(BodyKind::Lines, media)
    }

    /// A multipart form without files.
    #[cfg(feature = "multipart")]
    pub const fn parts(media: &'static [&'static str]) -> Self {
        Self::new(BodyKind::Parts, media)
    }

    /// A multipart form, which the handler reads.
    #[cfg(feature = "multipart")]
    pub const fn multipart(media: &'static [&'static str]) -> Self {
        Self::new(BodyKind::Multipart, media)
    }

    /// One of several contents, which the media type tells apart. They do not have their own settings.
    pub const fn contents(contents: &'static [Self]) -> Self {
        Self {
            contents,
            ..Self::new(BodyKind::Choice, &[])
        }
    }

    /// Sets the maximum size in bytes.
    #[must_use]
    pub const fn max_size(mut self, bytes: u64) -> Self {
        self.limit = Some(bytes);
        self
    }

    /// Sets the schema that JSON satisfies beyond its type.
    #[cfg(feature = "schema")]
    #[must_use]
    pub const fn schema(mut self, schema: &'static crate::schema::Schema) -> Self {
        self.schema = Some(schema);
        self
    }

    /// What JSON satisfies beyond its type.
    #[cfg(feature = "schema")]
    pub(super) const fn required_schema(self) -> Option<&'static crate::schema::Schema> {
        self.schema
    }

    /// The body must not be absent.
    #[must_use]
    pub const fn required(mut self) -> Self {
        self.optional = false;
        self
    }

    /// The body may be absent.
    #[must_use]
    pub const fn optional(mut self) -> Self {
        self.optional = true;
        self
    }

    /// Whether an optional body counts as absent unless it is valid: null in JSON, and an empty form, because some
    /// clients send the media type of a form without a body.
    pub(super) fn is_blank(self, body: &[u8]) -> bool {
        let is_blank = match self.kind {
            BodyKind::Json => body.trim_ascii() == b"null",
            #[cfg(feature = "form")]
            BodyKind::Form => body.is_empty(),
            BodyKind::None | BodyKind::Choice | BodyKind::Text => false,
            #[cfg(feature = "xml")]
            BodyKind::Xml => false,
            #[cfg(feature = "streams")]
            BodyKind::Binary | BodyKind::Lines => false,
            #[cfg(feature = "multipart")]
            BodyKind::Parts | BodyKind::Multipart => false,
        };
        self.optional && is_blank
    }

    /// Whether a request has no body, and need not have one. Some clients send a media type nevertheless; without a
    /// media type, there is no doubt.
    pub(super) fn is_absent(self, headers: &HeaderMap, body: &impl HttpBody) -> bool {
        self.is_absent_if_empty(headers) && body.is_end_stream()
    }

    /// Whether [`is_absent`](Self::is_absent) depends on what arrives: chunks do not tell in advance that there are
    /// none.
    pub(super) fn may_be_absent(self, headers: &HeaderMap, body: &impl HttpBody) -> bool {
        self.is_absent_if_empty(headers)
            && body.size_hint().lower() == 0
            && check_transfer_coding(headers).is_ok()
    }

    /// Whether an empty body counts as absent. JSON and XML are never empty, even if the request has its media type.
    fn is_absent_if_empty(self, headers: &HeaderMap) -> bool {
        let is_never_empty = matches!(self.kind, BodyKind::Json);
        #[cfg(feature = "xml")]
        let is_never_empty = is_never_empty || matches!(self.kind, BodyKind::Xml);
        self.optional && (is_never_empty || !headers.contains_key(header::CONTENT_TYPE))
    }

    /// Whether the operation takes no body.
    pub(super) const fn is_none(self) -> bool {
        matches!(self.kind, BodyKind::None)
    }

    /// The content that a request has, by its media type, and its position among several. If none fits, it is this one,
    /// which takes nothing.
    pub(super) fn of_request(self, headers: &HeaderMap) -> (usize, Self) {
        let media_type = headers
            .get(header::CONTENT_TYPE)
            .map_or(&b""[..], HeaderValue::as_bytes);
        let mut contents = self.contents.iter().enumerate();
        match contents.find(|(_, content)| content.takes(media_type)) {
            Some((position, content)) => {
                let optional = self.optional;
                (
                    position,
                    Self {
                        optional,
                        ..*content
                    },
                )
            }
            None => (0, self),
        }
    }

    /// Whether the handler runs before the body has arrived.
    #[cfg(feature = "streams")]
    pub(super) const fn is_streamed(self) -> bool {
        match self.kind {
            BodyKind::None | BodyKind::Choice | BodyKind::Json | BodyKind::Text => false,
            #[cfg(feature = "form")]
            BodyKind::Form => false,
            #[cfg(feature = "xml")]
            BodyKind::Xml => false,
            BodyKind::Binary | BodyKind::Lines => true,
            #[cfg(feature = "multipart")]
            BodyKind::Parts => false,
            #[cfg(feature = "multipart")]
            BodyKind::Multipart => true,
        }
    }

    /// The maximum size in bytes, on a server with this limit.
    pub(super) fn limit(self, of_server: usize) -> u64 {
        self.limit.unwrap_or(of_server as u64)
    }

    /// Checks what the head of a request announces about its body.
    pub(super) fn check(
        self,
        headers: &HeaderMap,
        body: &impl HttpBody,
        limit: u64,
        method: &Method,
    ) -> Result<(), Unreadable> {
        check_transfer_coding(headers)?;
        // Nothing is decompressed here; a layer that decompresses removes the header (RFC 9110,
        // 15.5.16).
        let encodings = headers.get_all(header::CONTENT_ENCODING);
        if has_other(encodings, b"identity") {
            return Err(Unreadable::Rejected(Rejection::encoded()));
        }
        let mut media_types = headers.get_all(header::CONTENT_TYPE).iter();
        match (media_types.next(), media_types.next()) {
            (None, _) if self.takes(b"") => {}
            // The better error for a request without a body is that it is missing.
            (None, _) if body.is_end_stream() => return Err(invalid(crate::validation::MISSING)),
            (Some(media_type), None) if self.takes(media_type.as_bytes()) => {}
            (sent, _) => {
                let accepted = self.accepted();
                let sent = sent.map_or(&b""[..], HeaderValue::as_bytes);
                let charset = media_type::is_one_of(&accepted, sent) && !media_type::is_utf8(sent);
                let rejection = Rejection::unsupported(&accepted, charset, method);
                return Err(Unreadable::Rejected(rejection));
            }
        }
        // If the announced length exceeds the limit, nothing is read.
        if body.size_hint().lower() > limit {
            return Err(Unreadable::Rejected(Rejection::too_large(limit)));
        }
        Ok(())
    }

    /// The media types that are accepted, and ranges of them.
    fn accepted(self) -> Vec<&'static str> {
        let default: &[&str] = match self.kind {
            BodyKind::None => &[],
            BodyKind::Choice => {
                let contents = self.contents.iter();
                return contents.flat_map(|content| content.accepted()).collect();
            }
            BodyKind::Json => &[response::JSON],
            #[cfg(feature = "form")]
            BodyKind::Form => &[crate::form::MEDIA_TYPE],
            BodyKind::Text => &[PLAIN],
            #[cfg(feature = "xml")]
            BodyKind::Xml => &[XML],
            #[cfg(feature = "streams")]
            BodyKind::Binary => &[OCTETS],
            #[cfg(feature = "streams")]
            BodyKind::Lines => &[LINES],
            #[cfg(feature = "multipart")]
            BodyKind::Parts | BodyKind::Multipart => &[MULTIPART],
        };
        let media = if self.media.is_empty() {
            default
        } else {
            self.media
        };
        media.to_vec()
    }

    /// Whether a body with this header `Content-Type` is accepted. `content_type` is empty if there is none.
    fn takes(self, content_type: &[u8]) -> bool {
        match (self.kind, self.media) {
            (BodyKind::None | BodyKind::Choice, _) => false,
            (BodyKind::Json, []) => media_type::is_json(content_type),
            (BodyKind::Json, media) => is_text_of(media, content_type),
            #[cfg(feature = "form")]
            (BodyKind::Form, []) => is_text_of(&[crate::form::MEDIA_TYPE], content_type),
            #[cfg(feature = "form")]
            (BodyKind::Form, media) => is_text_of(media, content_type),
            #[cfg(feature = "xml")]
            (BodyKind::Xml, []) => is_text_of(&[XML], content_type),
            #[cfg(feature = "xml")]
            (BodyKind::Xml, media) => is_text_of(media, content_type),
            (BodyKind::Text, []) => is_text_of(&[PLAIN], content_type),
            (BodyKind::Text, media) => is_text_of(media, content_type),
            #[cfg(feature = "streams")]
            (BodyKind::Lines, []) => is_text_of(&[LINES], content_type),
            #[cfg(feature = "streams")]
            (BodyKind::Lines, media) => is_text_of(media, content_type),
            #[cfg(feature = "multipart")]
            (BodyKind::Parts | BodyKind::Multipart, []) => {
                media_type::is_one_of(&[MULTIPART], content_type)
            }
            #[cfg(feature = "multipart")]
            (BodyKind::Parts | BodyKind::Multipart, media) => {
                media_type::is_one_of(media, content_type)
            }
            #[cfg(feature = "streams")]
            (BodyKind::Binary, media) => {
                let media = if media.is_empty() { &[OCTETS] } else { media };
                // Without a media type, a body is bytes (RFC 9110, 8.3).
                let content_type = if content_type.is_empty() {
                    OCTETS.as_bytes()
                } else {
                    content_type
                };
                media_type::is_one_of(media, content_type)
            }
        }
    }
}

/// The media types of contents that name none.
const PLAIN: &str = "text/plain";
#[cfg(feature = "xml")]
const XML: &str = "application/xml";
#[cfg(feature = "streams")]
const LINES: &str = "application/x-ndjson";
#[cfg(feature = "multipart")]
const MULTIPART: &str = "multipart/form-data";

/// The media type of bytes of which nothing is known.
#[cfg(feature = "streams")]
const OCTETS: &str = "application/octet-stream";

/// Whether a media type is one of these, in UTF-8.
fn is_text_of(media: &[&str], content_type: &[u8]) -> bool {
    media_type::is_one_of(media, content_type) && media_type::is_utf8(content_type)
}

/// Why there is no body to decode.
pub(super) enum Unreadable {
    /// The server responds at once.
    Rejected(Rejection),
    /// One more validation error of the request.
    Invalid(ValidationError),
}

/// Rejects transfer codings other than `chunked`, such as `gzip, chunked`. hyper decodes only the
/// last one, and passes on what the others have encoded. RFC 9112, 6.1 suggests 501 for them, but a
/// server does not respond with statuses that its API neither documents nor implies.
fn check_transfer_coding(headers: &HeaderMap) -> Result<(), Unreadable> {
    if !has_other(headers.get_all(header::TRANSFER_ENCODING), b"chunked") {
        return Ok(());
    }
    Err(Unreadable::Invalid(ValidationError::new(
        Location::Header,
        "transfer-encoding",
        "must be `chunked`",
    )))
}

/// Whether a header has a value other than `known`.
fn has_other(values: GetAll<'_, HeaderValue>, known: &[u8]) -> bool {
    values
        .iter()
        .any(|value| !value.as_bytes().eq_ignore_ascii_case(known))
}

/// Reads a whole body of at most `limit` bytes.
///
/// This future is a part of the future of every handler, so it must be small. `Collected` of `http-body-util` is not.
pub(super) async fn read(body: &mut Paced, limit: u64) -> Result<Bytes, Unreadable> {
    // Most bodies arrive in one piece, which is not copied.
    let (mut first, mut joined) = (Bytes::new(), Vec::new());
    let mut left = limit;
    while let Some(frame) = body.frame().await {
        let piece = frame.map_err(unreadable)?.into_data().unwrap_or_default();
        // Trailers, or the empty frame that ends a stream of HTTP/2.
        if piece.is_empty() {
            continue;
        }
        left = left
            .checked_sub(piece.len() as u64)
            .ok_or_else(|| Unreadable::Rejected(Rejection::too_large(limit)))?;
        if first.is_empty() {
            first = piece;
            continue;
        }
        if joined.is_empty() {
            joined.reserve(first.len() + piece.len());
            joined.extend_from_slice(&first);
        }
        joined.extend_from_slice(&piece);
    }
    match joined.is_empty() {
        true => Ok(first),
        false => Ok(joined.into()),
    }
}

/// Waits for the first bytes of a body, which are then read again. An empty body is at its end.
pub(super) async fn begin(body: &mut Paced) -> Result<(), Unreadable> {
    body.begin().await.map_err(unreadable)
}

fn unreadable(error: BoxError) -> Unreadable {
    match error.is::<TooSlow>() {
        true => Unreadable::Rejected(Rejection::too_slow()),
        false => invalid(INCOMPLETE),
    }
}

/// The problem of a body whose sender stopped, or whose connection broke.
pub(super) const INCOMPLETE: &str = "ended before it was complete";

fn invalid(problem: &str) -> Unreadable {
    Unreadable::Invalid(ValidationError::of_body(problem))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::body::Body;
    use futures_util::stream;
    use http_body::Frame;
    use http_body_util::StreamBody;

    use super::*;

    async fn read_pieces(pieces: &'static [&'static str], limit: u64) -> Option<Bytes> {
        let pieces = pieces.iter().copied().map(Ok::<_, Infallible>);
        let body = Body::from_stream(stream::iter(pieces));
        match read(&mut Paced::new(body, None), limit).await {
            Ok(whole) => Some(whole),
            Err(Unreadable::Rejected(_)) => None,
            Err(Unreadable::Invalid(error)) => panic!("{error:?}"),
        }
    }

    #[tokio::test]
    async fn pieces_are_joined_up_to_the_limit() {
        let cases: [(&[&str], &str); 4] = [
            (&[], ""),
            (&["abc"], "abc"),
            (&["", "a", "bc"], "abc"),
            (&["a", "b", "", "cd", "e"], "abcde"),
        ];
        for (pieces, whole) in cases {
            let length = whole.len() as u64;
            let read = read_pieces(pieces, length).await;
            assert_eq!(read.as_deref(), Some(whole.as_bytes()), "{pieces:?}");
            if let Some(less) = length.checked_sub(1) {
                assert_eq!(read_pieces(pieces, less).await, None, "{pieces:?}");
            }
        }
    }

    #[tokio::test]
    async fn a_body_in_one_piece_is_not_copied() {
        const PIECE: &str = "abc";
        let cases: [&[&str]; 3] = [&[PIECE], &["", PIECE], &[PIECE, ""]];
        for pieces in cases {
            let whole = read_pieces(pieces, 3).await.unwrap();
            assert_eq!(whole.as_ptr(), PIECE.as_ptr(), "{pieces:?}");
        }
    }

    #[tokio::test]
    async fn trailers_are_skipped() {
        let data = Frame::data(Bytes::from_static(b"abc"));
        let trailers = Frame::trailers(HeaderMap::from_iter([(
            header::ETAG,
            HeaderValue::from_static("\"v7\""),
        )]));
        let frames = [data, trailers].map(Ok::<_, Infallible>);
        let body = Body::new(StreamBody::new(stream::iter(frames)));
        let whole = read(&mut Paced::new(body, None), 3).await;
        assert!(matches!(whole, Ok(whole) if whole == "abc"));
    }
}
