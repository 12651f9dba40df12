//! The typed stream of both sides.

use std::convert::Infallible;
use std::fmt;
use std::future::poll_fn;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use sync_wrapper::SyncWrapper;

use super::item::DataForm;
use super::parser::RawEvent;
use super::reader::{Broken, Found, Reader};
use super::{Event, EventFormat, EventItem, InvalidEvent, ReceivedEvent, StreamError};
use crate::body::Body;
use crate::decode::InvalidJson;
#[cfg(feature = "client")]
use crate::deviation::Deviations;
#[cfg(feature = "client")]
use crate::repair::repaired;

/// A stream of events that contain `T`. If it fails, its last event is an error event that contains `E`.
///
/// # On the client
/// It reads events as they arrive. It is a [`Stream`], and can be used without combinators:
///
/// ```ignore
/// let mut chunks = client.create_completion(request).stream().await?;
/// while let Some(chunk) = chunks.next().await {
///     print!("{}", chunk?.text);
/// }
/// ```
///
/// Dropping it closes the connection.
///
/// # On the server
/// It is made from any stream, with [`new`](Self::new). The response is sent as the client reads it: a slow client
/// slows the stream down, so that nothing piles up in memory. When the client disconnects, the stream is dropped; see
/// [`new`](Self::new).
pub struct EventStream<T, E = Infallible>(EventSource<T, E>);

enum EventSource<T, E> {
    Reader(Box<Reader>),
    /// The streams of users are often not `Sync`, and are only reached through `&mut`.
    Items(SyncWrapper<Items<T, E>>),
}

/// The events of a handler.
type Items<T, E> = Pin<Box<dyn Stream<Item = Result<Event<T>, StreamError<E>>> + Send>>;

impl<T, E> EventStream<T, E> {
    /// The response of a handler. Its items are `Result<T, E>`; an [`Event`] instead of a `T` has an identifier or a
    /// name as well.
    ///
    /// - An error is sent as an error event, and ends the stream. [`StreamError::internal`] makes one that is not an
    ///   event: it breaks the connection off, and its cause goes to the log.
    /// - At the end, the end marker of the API is sent.
    /// - While there are no events, comments keep the connection alive.
    ///
    /// When the client disconnects, `events` is dropped at its next wait, or after the next event or comment at the
    /// latest. Work that must not stop there belongs in a separate task.
    pub fn new<S, I, X>(events: S) -> Self
    where
        S: Stream<Item = Result<I, X>> + Send + 'static,
        I: Into<Event<T>>,
        X: Into<StreamError<E>>,
        T: 'static,
        E: 'static,
    {
        let events: Items<T, E> = Box::pin(Converted {
            items: Box::pin(events),
            events: PhantomData,
        });
        Self(EventSource::Items(SyncWrapper::new(events)))
    }

    /// The next event's data; `None` after the last.
    ///
    /// # Errors
    /// See [`StreamError`].
    #[allow(
        clippy::should_implement_trait,
        reason = "it waits, which an iterator's `next` cannot"
    )]
    pub async fn next(&mut self) -> Option<Result<T, StreamError<E>>>
    where
        T: EventItem,
        E: EventItem,
    {
        let event = self.next_event().await?;
        Some(event.map(|event| event.data))
    }

    /// As [`next`](Self::next), with the name and the identifier of the event.
    ///
    /// # Errors
    /// See [`StreamError`].
    pub async fn next_event(&mut self) -> Option<Result<Event<T>, StreamError<E>>>
    where
        T: EventItem,
        E: EventItem,
    {
        poll_fn(|context| self.poll_event(context)).await
    }

    /// The data of the last event that was [invalid](StreamError::Invalid), as it arrived.
    pub fn invalid_data(&self) -> Option<&[u8]> {
        match &self.0 {
            EventSource::Reader(reader) => reader.invalid.as_deref(),
            EventSource::Items(_) => None,
        }
    }

    /// The identifier of the last event that had one. A later request can continue after it.
    pub fn last_event_id(&self) -> Option<&str> {
        match &self.0 {
            EventSource::Reader(reader) => reader.last_id(),
            EventSource::Items(_) => None,
        }
    }
}

impl<T: EventItem, E: EventItem> EventStream<T, E> {
    /// Reads events from any body. A line and the data of an event have at most `limit` bytes each.
    pub fn read(body: Body, format: &'static EventFormat, limit: usize) -> Self {
        Self::from_reader(Reader::new(body, format, limit))
    }

    pub(crate) fn from_reader(reader: Reader) -> Self {
        Self(EventSource::Reader(Box::new(reader)))
    }

    pub(super) fn poll_event(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Event<T>, StreamError<E>>>> {
        match &mut self.0 {
            EventSource::Reader(reader) => {
                let found = ready!(reader.poll_event(context));
                Poll::Ready(found.map(|found| read(found, reader)))
            }
            EventSource::Items(items) => items.get_mut().as_mut().poll_next(context),
        }
    }
}

/// Decodes an event.
fn read<T: EventItem, E: EventItem>(
    found: Result<Found, Broken>,
    reader: &mut Reader,
) -> Result<Event<T>, StreamError<E>> {
    match found {
        Ok(Found::Item(raw)) => match reader.decode(&raw) {
            Ok(data) => Ok(raw.with(data)),
            Err(error) => Err(reader.invalid(raw, error)),
        },
        Ok(Found::Error(raw)) => match reader.decode(&raw) {
            Ok(error) => Err(StreamError::Event(error)),
            Err(error) => Err(reader.invalid(raw, error)),
        },
        Err(Broken::Interrupted(error)) => Err(StreamError::Interrupted(error)),
        Err(Broken::TooLong(limit)) => Err(StreamError::TooLong { limit }),
        Err(Broken::Reconnect(error)) => Err(StreamError::Reconnect(error)),
    }
}

impl Reader {
    fn invalid<E>(&mut self, raw: RawEvent, error: InvalidJson) -> StreamError<E> {
        self.invalid = Some(raw.data);
        StreamError::Invalid(InvalidEvent {
            operation: self.operation,
            problem: error,
        })
    }

    /// Decodes the data of an event.
    fn decode<T: EventItem>(&self, raw: &RawEvent) -> Result<T, InvalidJson> {
        let event = raw.as_received(DataForm::of(self.format));
        let value = T::read(&event);
        #[cfg(feature = "client")]
        if let Some(log) = &self.deviation_log
            && !self.format.text
        {
            return value.or_else(|error| {
                let deviations = Deviations::default();
                let value = repaired(&raw.data, error, &deviations, |data| {
                    T::read(&ReceivedEvent {
                        name: event.name.clone(),
                        data: String::from_utf8_lossy(&data),
                        form: DataForm::Json,
                    })
                })?;
                log.log(&deviations.into_all());
                Ok(value)
            });
        }
        value
    }
}

impl RawEvent {
    fn as_received(&self, form: DataForm) -> ReceivedEvent<'_> {
        ReceivedEvent {
            name: String::from_utf8_lossy(&self.name),
            data: String::from_utf8_lossy(&self.data),
            form,
        }
    }

    fn with<T>(self, data: T) -> Event<T> {
        let name = String::from_utf8_lossy(&self.name);
        Event {
            data,
            name: (!name.is_empty()).then(|| name.into_owned()),
            id: self.id,
            retry: self.retry,
        }
    }
}

/// A stream of a handler, whose items become events.
struct Converted<S, T, E> {
    items: Pin<Box<S>>,
    events: PhantomData<fn() -> (T, E)>,
}

impl<S, I, X, T, E> Stream for Converted<S, T, E>
where
    S: Stream<Item = Result<I, X>>,
    I: Into<Event<T>>,
    X: Into<StreamError<E>>,
{
    type Item = Result<Event<T>, StreamError<E>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let item = ready!(self.items.as_mut().poll_next(context));
        Poll::Ready(item.map(|item| item.map(Into::into).map_err(Into::into)))
    }
}

// Nothing in it is pinned.
impl<T, E> Unpin for EventStream<T, E> {}

impl<T: EventItem, E: EventItem> Stream for EventStream<T, E> {
    type Item = Result<T, StreamError<E>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let event = ready!(self.poll_event(context));
        Poll::Ready(event.map(|event| event.map(|event| event.data)))
    }
}

impl<T, E> fmt::Debug for EventStream<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventStream")
            .field("last_event_id", &self.last_event_id())
            .finish_non_exhaustive()
    }
}
