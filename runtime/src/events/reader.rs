//! Reading an event stream from a body, and from further ones if the connection breaks.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::{Sleep, sleep};

use super::EventFormat;
use super::parser::{Parser, RawEvent};
use crate::body::{Body, BodyError, BodyErrorKind};
use crate::codegen::BoxError;
#[cfg(feature = "client")]
use crate::deviation::DeviationLog;

/// The request for the next connection. It gets the identifier of the last event.
pub(crate) type Connect = Box<dyn FnMut(Option<&str>) -> Connecting + Send>;

/// The next connection; `None` if the server has no more events.
pub(crate) type Connecting = Pin<Box<dyn Future<Output = Result<Option<Body>, BoxError>> + Send>>;

/// An event whose data has not been decoded.
pub(super) enum Found {
    Item(RawEvent),
    Error(RawEvent),
}

/// Why there are no more events.
pub(super) enum Broken {
    Interrupted(BodyError),
    TooLong(usize),
    Reconnect(BoxError),
}

/// Reads an event stream. It is not generic, so it is compiled once.
pub(crate) struct Reader {
    connection: Connection,
    parser: Parser,
    pub(super) format: &'static EventFormat,
    /// What notes the required fields that the data of an event lacks, if it may.
    #[cfg(feature = "client")]
    pub(super) deviation_log: Option<DeviationLog>,
    /// The name of the operation, if a client reads its response.
    pub(super) operation: Option<&'static str>,
    /// The data of the last event that could not be read.
    pub(super) invalid: Option<Bytes>,
    /// How the client connects again, if it does.
    connect: Option<Connect>,
    /// The number of connections in a row without an event.
    fruitless: u32,
}

enum Connection {
    Open(Body),
    Waiting(Pin<Box<Sleep>>),
    Connecting(Connecting),
    Ended,
}

impl Reader {
    pub(crate) fn new(body: Body, format: &'static EventFormat, limit: usize) -> Self {
        Self {
            connection: Connection::Open(body),
            parser: Parser::new(limit),
            format,
            #[cfg(feature = "client")]
            deviation_log: None,
            operation: None,
            invalid: None,
            connect: None,
            fruitless: 0,
        }
    }

    /// Names the operation in errors.
    #[cfg(feature = "client")]
    pub(crate) const fn of_operation(mut self, name: &'static str) -> Self {
        self.operation = Some(name);
        self
    }

    /// Lets the data of an event lack required fields, if there is a log of deviations.
    #[cfg(feature = "client")]
    pub(crate) fn logging_deviations(mut self, deviation_log: Option<DeviationLog>) -> Self {
        self.deviation_log = deviation_log;
        self
    }

    /// Connects again when a connection ends before the stream does.
    #[cfg(any(test, feature = "client"))]
    pub(crate) fn reconnecting(mut self, connect: Connect) -> Self {
        self.connect = Some(connect);
        self
    }

    pub(super) fn last_id(&self) -> Option<&str> {
        self.parser.last_id()
    }

    /// The next event; `None` after the last.
    pub(super) fn poll_event(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Found, Broken>>> {
        loop {
            match &mut self.connection {
                Connection::Ended => return Poll::Ready(None),
                Connection::Waiting(sleep) => {
                    ready!(sleep.as_mut().poll(context));
                    self.connect();
                }
                Connection::Connecting(connecting) => {
                    match ready!(connecting.as_mut().poll(context)) {
                        Ok(Some(body)) => {
                            self.parser.restart();
                            self.connection = Connection::Open(body);
                        }
                        Ok(None) => self.connection = Connection::Ended,
                        Err(error) => return self.end(Some(Err(Broken::Reconnect(error)))),
                    }
                }
                Connection::Open(body) => {
                    match self.parser.next() {
                        Ok(Some(event)) => return self.found(event),
                        Ok(None) => {}
                        Err(_) => {
                            let broken = Broken::TooLong(self.parser.limit());
                            return self.end(Some(Err(broken)));
                        }
                    }
                    let error = match ready!(body.poll_chunk(context)) {
                        Some(Ok(chunk)) => {
                            self.parser.push(chunk);
                            continue;
                        }
                        Some(Err(error)) => Some(error),
                        None => None,
                    };
                    if let Some(broken) = self.disconnected(error) {
                        return self.end(Some(Err(broken)));
                    }
                }
            }
        }
    }

    /// Classifies an event.
    fn found(&mut self, event: RawEvent) -> Poll<Option<Result<Found, Broken>>> {
        self.fruitless = 0;
        if self.format.is_end(&event.name, &event.data) || self.is_usual_end(&event) {
            return self.end(None);
        }
        if self.format.is_error(&event.name, &event.data) {
            return self.end(Some(Ok(Found::Error(event))));
        }
        Poll::Ready(Some(Ok(Found::Item(event))))
    }

    /// Whether an event is the most common marker of the end of a stream, if the API does not tell how its streams end.
    /// It is not JSON, so no value is lost.
    #[cfg(feature = "client")]
    fn is_usual_end(&self, event: &RawEvent) -> bool {
        self.deviation_log.is_some()
            && !self.format.text
            && self.format.end.is_none()
            && event.data.as_ref() == b"[DONE]"
    }

    #[cfg(not(feature = "client"))]
    const fn is_usual_end(&self, _: &RawEvent) -> bool {
        false
    }

    /// Decides what follows the end of a connection. Returns an error if the stream is not complete.
    fn disconnected(&mut self, error: Option<BodyError>) -> Option<Broken> {
        // Some servers leave out the empty line after the last event.
        let last = self.parser.finish();
        let is_end = last.is_some_and(|event| self.format.is_end(&event.name, &event.data));
        if !is_end && self.connect.is_some() {
            if self.fruitless >= MAX_FRUITLESS {
                let problem = format!("the last {MAX_FRUITLESS} connections had no event");
                return Some(Broken::Reconnect(problem.into()));
            }
            self.connection = Connection::Waiting(Box::pin(sleep(self.delay())));
            self.fruitless = self.fruitless.saturating_add(1);
            return None;
        }
        self.connection = Connection::Ended;
        match error {
            _ if is_end => None,
            Some(error) => Some(Broken::Interrupted(error)),
            None if self.format.end.is_none() => None,
            None => Some(Broken::Interrupted(BodyError::new(
                BodyErrorKind::Interrupted,
            ))),
        }
    }

    /// How long to wait before the next connection: as long as the server asks, and longer if the last ones had no
    /// event.
    fn delay(&self) -> Duration {
        let asked = self.parser.retry().unwrap_or(DEFAULT_DELAY);
        let doubled = 2_u32.saturating_pow(self.fruitless).saturating_sub(1);
        let backoff = BACKOFF.saturating_mul(doubled).min(MAX_BACKOFF);
        asked.max(backoff)
    }

    fn connect(&mut self) {
        self.connection = match &mut self.connect {
            Some(connect) => Connection::Connecting(connect(self.parser.last_id())),
            None => Connection::Ended,
        };
    }

    /// Closes the connection. Nothing follows `last`.
    fn end<T>(&mut self, last: T) -> Poll<T> {
        self.connection = Connection::Ended;
        Poll::Ready(last)
    }
}

/// The wait before the next connection if the server does not ask for another.
const DEFAULT_DELAY: Duration = Duration::from_secs(1);

/// The time that is added to the wait after the first connection without an event. It doubles with each further one.
const BACKOFF: Duration = Duration::from_millis(250);

/// The longest wait between two connections.
const MAX_BACKOFF: Duration = Duration::from_secs(30);

/// The maximum number of connections in a row without an event. With the longest wait between most of them, the last
/// one ends after at least three quarters of an hour.
const MAX_FRUITLESS: u32 = 100;
