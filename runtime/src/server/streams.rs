//! Bodies that are received or sent in pieces.

use std::error::Error;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::HttpBody;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use futures_core::Stream;
use http_body::{Frame, SizeHint};

use super::pace::{Paced, TooSlow};
use super::rejection::Chain;
use super::request_body::INCOMPLETE;
use super::{Input, Invalid, Rejection, Respond, Responding};
use crate::body::{Body, BodyError, BodyErrorKind};
use crate::decode::{self, Decode, decode_enforcing_at, satisfying};
use crate::error::OneLine;
use crate::events::{EventFormat, EventItem, EventStream};
use crate::json_lines::{JsonLines, LineError, LineErrorKind, not_json};
#[cfg(feature = "multipart")]
use crate::multipart::MultipartError;
use crate::operation::EVENT_STREAM;
use crate::rules::Rules;
use crate::text::header_text;
use crate::{Location, Media, Operation, ResponseBody, ValidationError, media_type};

/// The body of a request, which has at most `limit` bytes.
pub(super) fn request_body(body: Paced, limit: u64) -> Body {
    let length = body.size_hint().exact();
    let chunks = RequestChunks {
        body,
        left: limit,
        limit,
    };
    let body = Body::from_chunks(Box::pin(chunks));
    match length {
        Some(length) => body.with_length(length),
        None => body,
    }
}

/// The chunks of a request.
struct RequestChunks {
    body: Paced,
    /// The number of bytes that may follow.
    left: u64,
    limit: u64,
}

impl Stream for RequestChunks {
    type Item = Result<Bytes, BodyError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            let frame = match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                None => return Poll::Ready(None),
                Some(Ok(frame)) => frame,
                Some(Err(error)) => {
                    let error = match error.is::<TooSlow>() {
                        true => BodyError::new(BodyErrorKind::TooSlow),
                        false => BodyError::caused_by(BodyErrorKind::Interrupted, error),
                    };
                    return Poll::Ready(Some(Err(error.of_request())));
                }
            };
            // Trailers are skipped.
            let Ok(chunk) = frame.into_data() else {
                continue;
            };
            let Some(left) = self.left.checked_sub(chunk.len() as u64) else {
                let error = BodyError::new(BodyErrorKind::TooLarge { limit: self.limit });
                return Poll::Ready(Some(Err(error.of_request())));
            };
            self.left = left;
            return Poll::Ready(Some(Ok(chunk)));
        }
    }
}

impl Input {
    /// The body, which the handler reads.
    ///
    /// # Errors
    /// It is missing.
    pub fn binary(&mut self) -> Result<Body, Invalid> {
        self.stream.take().ok_or(Invalid)
    }

    /// The body, which the handler reads, and its media type.
    ///
    /// # Errors
    /// It is missing.
    pub fn media(&mut self) -> Result<Media<Body>, Invalid> {
        let body = self.binary()?;
        let media = header_text(&self.parts.headers, header::CONTENT_TYPE.as_str());
        Ok(Media::new(
            media.unwrap_or("application/octet-stream"),
            body,
        ))
    }

    /// The body as JSON lines, which the handler reads.
    ///
    /// # Errors
    /// It is missing.
    pub fn lines<T: Decode>(&mut self) -> Result<JsonLines<T>, Invalid> {
        self.lines_with(&Rules::NONE)
    }

    /// As [`lines`](Self::lines), with rules of each line.
    pub(super) fn lines_with<T: Decode>(
        &mut self,
        rules: &'static Rules,
    ) -> Result<JsonLines<T>, Invalid> {
        let body = self.binary()?;
        let limit = self.settings.max_item_bytes;
        Ok(JsonLines::of_request(
            body,
            limit,
            rules,
            |line, rules, _| {
                let value = decode_enforcing_at(line, decode::Context::for_requests(), |error| {
                    not_json(error.column())
                })?;
                satisfying(value, rules)
            },
        ))
    }
}

/// The response to a request whose body the handler could not read. `None` if `cause` is another error.
///
/// The handler may have passed the body on, so the error may be the source of others.
pub(super) fn invalid_request(cause: &(dyn Error + 'static)) -> Option<Rejection> {
    let mut next = Some(cause);
    while let Some(error) = next {
        if let Some(error) = error
            .downcast_ref::<BodyError>()
            .filter(|error| error.is_of_request())
        {
            return Some(match error.kind() {
                BodyErrorKind::TooLarge { limit } => Rejection::too_large(limit),
                BodyErrorKind::TooSlow => Rejection::too_slow(),
                BodyErrorKind::Interrupted
                | BodyErrorKind::Idle(_)
                | BodyErrorKind::Stalled(_)
                | BodyErrorKind::WrongLength
                | BodyErrorKind::Source => {
                    Rejection::invalid(vec![ValidationError::of_body(INCOMPLETE)])
                }
            });
        }
        if let Some(error) = error
            .downcast_ref::<LineError>()
            .filter(|error| error.is_of_request())
        {
            match error.kind() {
                LineErrorKind::Invalid(errors) => return Some(Rejection::invalid(errors.clone())),
                LineErrorKind::TooLong { line, limit } => {
                    return Some(Rejection::invalid(vec![ValidationError::new(
                        Location::Body,
                        format!("line {line}"),
                        format!("must have at most {limit} bytes"),
                    )]));
                }
                // It is the source.
                LineErrorKind::Body(_) => {}
            }
        }
        #[cfg(feature = "multipart")]
        if let Some(MultipartError::Invalid(errors)) = error.downcast_ref() {
            return Some(Rejection::invalid(errors.clone()));
        }
        // The source of an I/O error is not the error inside it, but that one's source.
        let inner = error
            .downcast_ref::<std::io::Error>()
            .and_then(std::io::Error::get_ref);
        next = inner.map(|inner| inner as _).or_else(|| error.source());
    }
    None
}

impl Responding<'_> {
    /// A response whose body is sent in pieces.
    fn stream(&self, media: HeaderValue, body: Body) -> Response {
        let body = LoggedBody {
            body,
            operation: self.operation,
            failure: None,
        };
        let mut response = Response::new(axum::body::Body::new(body));
        *response.status_mut() = self.status;
        response.headers_mut().insert(header::CONTENT_TYPE, media);
        response
    }
}

/// The media type of a response with bytes, unless the handler chooses another.
fn default_media(body: ResponseBody) -> &'static str {
    match body {
        ResponseBody::Binary(media) => media.first().filter(|media| !media.ends_with('*')),
        ResponseBody::Lines(ref media) => Some(media),
        ResponseBody::Empty
        | ResponseBody::Value
        | ResponseBody::Envelope(_)
        | ResponseBody::Json(..)
        | ResponseBody::Text(_)
        | ResponseBody::Events(_)
        | ResponseBody::Choice(_)
        | ResponseBody::ByStatus(_) => None,
        #[cfg(feature = "xml")]
        ResponseBody::Xml(..) => None,
    }
    .unwrap_or(&"application/octet-stream")
}

/// The value of the header `Content-Type`.
fn media_value(media: &str) -> Result<HeaderValue, Rejection> {
    HeaderValue::try_from(media).map_err(|error| Rejection::internal(error.into()))
}

impl Respond for Body {
    fn respond(self, to: &Responding<'_>) -> Result<Response, Rejection> {
        Ok(to.stream(media_value(default_media(to.body))?, self))
    }
}

impl Respond for Media<Body> {
    fn respond(self, to: &Responding<'_>) -> Result<Response, Rejection> {
        let documented = match to.body {
            ResponseBody::Binary(media) => media_type::is_one_of(media, self.media.as_bytes()),
            ResponseBody::Empty
            | ResponseBody::Value
            | ResponseBody::Envelope(_)
            | ResponseBody::Json(..)
            | ResponseBody::Text(_)
            | ResponseBody::Lines(_)
            | ResponseBody::Events(_)
            | ResponseBody::Choice(_)
            | ResponseBody::ByStatus(_) => true,
            #[cfg(feature = "xml")]
            ResponseBody::Xml(..) => true,
        };
        if !documented {
            let media = OneLine(&self.media);
            let problem = format!("the operation does not document the media type {media}");
            return Err(Rejection::internal(problem.into()));
        }
        Ok(to.stream(media_value(&self.media)?, self.content))
    }
}

impl<T: Decode + Send> Respond for JsonLines<T> {
    fn respond(self, to: &Responding<'_>) -> Result<Response, Rejection> {
        Ok(to.stream(media_value(default_media(to.body))?, self.into_body()))
    }
}

impl<T: EventItem, E: EventItem> Respond for EventStream<T, E> {
    fn respond(self, to: &Responding<'_>) -> Result<Response, Rejection> {
        let format = match to.body {
            ResponseBody::Events(format) => format,
            ResponseBody::Empty
            | ResponseBody::Value
            | ResponseBody::Envelope(_)
            | ResponseBody::Json(..)
            | ResponseBody::Text(_)
            | ResponseBody::Binary(_)
            | ResponseBody::Lines(_)
            | ResponseBody::Choice(_)
            | ResponseBody::ByStatus(_) => &EventFormat::JSON,
            #[cfg(feature = "xml")]
            ResponseBody::Xml(..) => &EventFormat::JSON,
        };
        let body = self.into_body(format, to.settings.keep_alive);
        let mut response = to.stream(HeaderValue::from_static(EVENT_STREAM), body);
        // A cache would hold events back.
        let no_cache = HeaderValue::from_static("no-cache");
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, no_cache);
        Ok(response)
    }
}

/// The body of a response, whose error goes to the log: the status has been sent, and the caller only learns that the
/// body is incomplete.
struct LoggedBody {
    body: Body,
    operation: &'static Operation,
    /// The error, once it has been logged.
    failure: Option<BodyError>,
}

impl HttpBody for LoggedBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        if let Some(error) = self.failure.take() {
            return Poll::Ready(Some(Err(error)));
        }
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        let Some(Err(error)) = frame else {
            return Poll::Ready(frame);
        };
        let operation = self.operation.name;
        tracing::error!(operation, cause = %Chain(&error), "the response was interrupted");
        // hyper closes the connection at once after an error. While it waits, it sends what came before.
        self.failure = Some(error);
        context.waker().wake_by_ref();
        Poll::Pending
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        HttpBody::size_hint(&self.body)
    }
}
