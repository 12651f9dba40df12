//! Bodies that are sent or received in pieces.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, StatusCode};
use http_body::{Body as _, Frame};
use tokio::time::{Instant, Sleep, sleep};
use tracing::Span;

use super::Call;
use super::attempt::Attempt;
use super::error::Error;
use super::execute::execute;
use super::http::{Settings, StreamLimits};
use super::outcome::{Failure, FromResponse, Outcome, Received};
use super::request::Request;
use super::upload::{Progress, Upload};
use crate::body::{Body, BodyError, BodyErrorKind};
use crate::codegen::BoxError;
use crate::decode::{Decode, InvalidJson};
use crate::deviation::DeviationLog;
use crate::error::OperationError;
use crate::events::{Connecting, EventFormat, EventItem, EventStream, Reader};
use crate::operation::EVENT_STREAM;
use crate::text::header_text;
use crate::{JsonLines, Media, ResponseBody, media_type};

/// The body of a request. Clones of the request share it.
#[derive(Clone)]
pub(super) struct SentBody {
    /// The bytes that are sent before the body.
    head: Bytes,
    kept: Arc<Mutex<Kept>>,
}

/// What the clones of a body share.
struct Kept {
    /// The body, unless it was sent and cannot be sent again.
    body: Option<Body>,
    /// How the server accepts what was sent last.
    progress: Progress,
}

impl SentBody {
    pub(super) fn new(head: Bytes, body: Body) -> Self {
        let kept = Kept {
            body: Some(body),
            progress: Progress::default(),
        };
        Self {
            head,
            kept: Arc::new(Mutex::new(kept)),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How the server accepts what was sent last.
    pub(super) fn progress(&self) -> Progress {
        self.kept().progress.clone()
    }

    /// Replaces what is sent before the body.
    #[cfg(feature = "multipart")]
    pub(super) fn set_head(&mut self, head: Bytes) {
        self.head = head;
    }

    /// Whether there is nothing to send.
    pub(super) fn is_empty(&self) -> bool {
        let kept = self.kept();
        self.head.is_empty()
            && kept
                .body
                .as_ref()
                .is_some_and(http_body::Body::is_end_stream)
    }

    /// Whether the body can be sent again.
    pub(super) fn is_repeatable(&self) -> bool {
        self.kept()
            .body
            .as_ref()
            .and_then(Body::try_clone)
            .is_some()
    }

    /// The body to send.
    pub(super) fn take(&self) -> Result<reqwest::Body, String> {
        let mut kept = self.kept();
        let copy = kept.body.as_ref().and_then(Body::try_clone);
        let body = copy
            .or_else(|| kept.body.take())
            .ok_or_else(|| String::from("the body can be sent only once"))?;
        let body = match self.head.is_empty() {
            true => body,
            false => Body::concat([self.head.clone().into(), body]),
        };
        // The connection of an earlier try may still record there.
        kept.progress = Progress::default();
        Ok(reqwest::Body::wrap(Upload::new(
            body,
            kept.progress.clone(),
        )))
    }
}

/// Whether a response is the success that the operation documents, and is streamed. Something else instead of events,
/// such as the page of a proxy, would look like a stream without any.
pub(super) fn is_expected(request: &Request, status: StatusCode, headers: &HeaderMap) -> bool {
    let (operation, choice, status) = (request.operation, request.choice, status.as_u16());
    if !request.is_streamed() {
        return false;
    }
    let media = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    let is_stream = || media.is_some_and(|media| media_type::is_one_of(&[EVENT_STREAM], media));
    if operation.is_other_choice(status, choice, media) {
        return false;
    }
    operation
        .response_of(status, choice)
        .is_some_and(|body| match body {
            ResponseBody::Events(_) => is_stream(),
            body => body.is_streamed(),
        })
}

/// Returns a response whose body is read later.
pub(super) fn open(mut response: reqwest::Response, settings: &Settings) -> Attempt {
    let status = response.status();
    let headers = std::mem::take(response.headers_mut());
    let length = response.content_length();
    let chunks = ReceivedChunks {
        body: Box::pin(reqwest::Body::from(response)),
        silence: Box::pin(sleep(settings.streams.idle_timeout)),
        idle_timeout: settings.streams.idle_timeout,
        is_waiting: false,
    };
    let limit = settings.max_response_bytes as u64;
    let mut body = Body::from_chunks(Box::pin(chunks)).collecting_at_most(limit);
    if let Some(length) = length {
        body = body.with_length(length);
    }
    Attempt::Streamed(status, headers, body)
}

/// The chunks of a response.
struct ReceivedChunks {
    body: Pin<Box<reqwest::Body>>,
    idle_timeout: Duration,
    /// Ends when nothing has arrived for the time `idle_timeout`, while someone waits for a chunk.
    silence: Pin<Box<Sleep>>,
    is_waiting: bool,
}

impl Stream for ReceivedChunks {
    type Item = Result<Bytes, BodyError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        while let Poll::Ready(frame) = self.body.as_mut().poll_frame(context) {
            self.is_waiting = false;
            match frame.map(|frame| frame.map(Frame::into_data)) {
                None => return Poll::Ready(None),
                Some(Ok(Ok(chunk))) => return Poll::Ready(Some(Ok(chunk))),
                // Trailers are skipped.
                Some(Ok(Err(_))) => {}
                Some(Err(error)) => {
                    let kind = BodyErrorKind::Interrupted;
                    let error = BodyError::caused_by(kind, error.without_url());
                    return Poll::Ready(Some(Err(error)));
                }
            }
        }
        let timeout = self.idle_timeout;
        if !std::mem::replace(&mut self.is_waiting, true)
            && let Some(end) = Instant::now().checked_add(timeout)
        {
            self.silence.as_mut().reset(end);
        }
        let idle = || Some(Err(BodyError::new(BodyErrorKind::Idle(timeout))));
        self.silence.as_mut().poll(context).map(|()| idle())
    }
}

/// The body of a response that is streamed.
pub(super) struct Opened {
    /// The name of the operation.
    operation: &'static str,
    body: Body,
    max_item_bytes: usize,
    /// Logs deviations of events and lines. `None` if the client is strict.
    deviation_log: Option<DeviationLog>,
    /// What is sent when the connection breaks, if the client connects again.
    again: Option<Again>,
}

/// The request of a stream, which continues the call that has opened the stream.
struct Again {
    request: Request,
    /// The span of the call.
    span: Span,
    /// The trace of the call. Streams may be read in other tasks.
    #[cfg(feature = "trace-context")]
    trace: Option<crate::TraceContext>,
}

impl Opened {
    pub(super) fn new(body: Body, request: &Request) -> Self {
        let is_resumable = request.operation.is_resumable(request.choice);
        Self {
            operation: request.operation.name,
            body,
            max_item_bytes: request.http.0.streams.max_item_bytes,
            deviation_log: None,
            again: is_resumable.then(|| Again {
                request: request.clone(),
                span: Span::none(),
                #[cfg(feature = "trace-context")]
                trace: crate::TraceContext::current(),
            }),
        }
    }

    /// Reads events, from further connections as well.
    fn events(self, format: &'static EventFormat) -> Reader {
        let reader = Reader::new(self.body, format, self.max_item_bytes)
            .of_operation(self.operation)
            .logging_deviations(self.deviation_log);
        match self.again.filter(|_| format.resumable) {
            Some(again) => reader.reconnecting(Box::new(move |id| again.connect(id))),
            None => reader,
        }
    }
}

impl Again {
    /// Sends the request, to continue after the event with this identifier.
    fn connect(&self, id: Option<&str>) -> Connecting {
        let mut request = self.request.clone();
        match id {
            // The server has reset it.
            Some("") => request.remove_header("last-event-id"),
            Some(id) => request.set_header("last-event-id", id),
            None => {}
        }
        let pending = self.span.in_scope(|| execute(request));
        #[cfg(feature = "trace-context")]
        let pending = crate::trace_context::scope(self.trace.clone(), pending);
        Box::pin(async move { next_connection(pending.await) })
    }
}

/// The events of a further connection. `None` if there are no more.
fn next_connection(result: Result<Outcome, Failure>) -> Result<Option<Body>, BoxError> {
    let failure = match result {
        Ok(Outcome::Success(response)) => {
            // Another success means that there are no more events.
            let is_events = matches!(response.response_body(), ResponseBody::Events(_));
            let stream = response.stream.filter(|_| is_events);
            return Ok(stream.map(|opened| opened.body));
        }
        Ok(Outcome::Documented(response, body)) => response.into_rejected_or_undocumented(body),
        // The server has no more events (WHATWG HTML, section 9.2.3).
        Err(Failure::Undocumented(response)) if response.status() == StatusCode::NO_CONTENT => {
            return Ok(None);
        }
        Err(failure) => failure,
    };
    Err(Error::<Infallible>::from(failure).into())
}

impl Received {
    /// The body of a streamed response. A body that has arrived whole is one as well.
    fn opened(&mut self) -> Opened {
        let mut opened = self.stream.take().unwrap_or_else(|| Opened {
            operation: self.operation.name,
            body: std::mem::take(&mut self.body).into(),
            max_item_bytes: StreamLimits::DEFAULT.max_item_bytes,
            deviation_log: None,
            again: None,
        });
        opened.deviation_log.clone_from(&self.deviation_log);
        if let Some(again) = &mut opened.again {
            again.span = self.span.clone();
        }
        opened
    }
}

impl FromResponse for Body {
    fn from_response(response: &mut Received) -> Result<Self, InvalidJson> {
        Ok(response.opened().body)
    }
}

impl FromResponse for Media<Body> {
    fn from_response(response: &mut Received) -> Result<Self, InvalidJson> {
        let media = header_text(&response.headers, CONTENT_TYPE.as_str())
            .unwrap_or("application/octet-stream")
            .to_owned();
        Ok(Self::new(media, response.opened().body))
    }
}

impl<T: Decode> FromResponse for JsonLines<T> {
    fn from_response(response: &mut Received) -> Result<Self, InvalidJson> {
        let opened = response.opened();
        Ok(match opened.deviation_log {
            Some(log) => Self::read_logging_deviations(opened.body, opened.max_item_bytes, log),
            None => Self::read(opened.body, opened.max_item_bytes),
        })
    }
}

impl<T: EventItem, E: EventItem> FromResponse for EventStream<T, E> {
    fn from_response(response: &mut Received) -> Result<Self, InvalidJson> {
        let format = match response.response_body() {
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
        Ok(Self::from_reader(response.opened().events(format)))
    }
}

impl<T: FromResponse, E: OperationError> Call<T, E> {
    /// Sets a body of bytes.
    ///
    /// A body that is not in memory is sent once: the call is not retried.
    #[doc(hidden)]
    pub fn body(mut self, media: &'static str, body: Body) -> Self {
        self.request.set_pieces(media, Bytes::new(), body);
        self
    }

    /// Sets a body of bytes whose media type the caller chooses.
    #[doc(hidden)]
    pub fn media(mut self, body: Media<Body>) -> Self {
        self.request
            .set_pieces(&body.media, Bytes::new(), body.content);
        self
    }

    /// Sets a body of a multipart form.
    #[cfg(feature = "multipart")]
    #[doc(hidden)]
    pub fn multipart<B: crate::multipart::MultipartForm>(self, form: B) -> Self {
        self.multipart_as("multipart/form-data", form)
    }

    /// Sets a body of parts with this media type, such as `multipart/related`.
    #[cfg(feature = "multipart")]
    #[doc(hidden)]
    pub fn multipart_as<B: crate::multipart::MultipartForm>(
        mut self,
        media: &'static str,
        form: B,
    ) -> Self {
        match crate::multipart::write(form, media, self.request.operation.choosing_part()) {
            Ok(form) => self
                .request
                .set_pieces(&form.media, form.head.into(), form.body),
            Err(problem) => self.request.fail(problem),
        }
        self
    }

    /// Sets a body of JSON lines.
    #[doc(hidden)]
    pub fn lines<B: Decode + Send>(self, media: &'static str, values: JsonLines<B>) -> Self {
        self.body(media, values.into_body())
    }
}
