//! From chunks to events (WHATWG HTML, section 9.2.6).

use std::time::Duration;

use bytes::{Bytes, BytesMut};

use crate::line::{LineEnds, LineTooLong, Lines};

/// An event as it was received.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RawEvent {
    /// Its name; empty if it has none.
    pub(super) name: Bytes,
    pub(super) data: Bytes,
    /// Its own identifier.
    pub(super) id: Option<String>,
    pub(super) retry: Option<Duration>,
}

/// Reads events from the chunks of a body.
pub(super) struct Parser {
    lines: Lines,
    /// Whether nothing has been read. The first line may start with a byte order mark.
    at_start: bool,
    /// The event that is being read.
    event: RawEvent,
    /// Whether the event has data.
    has_data: bool,
    /// Its data, once that has a second line.
    joined: BytesMut,
    /// The identifier of the last complete event that had one.
    last_id: Option<String>,
    /// How long the server asks to wait before the next connection.
    retry: Option<Duration>,
}

impl Parser {
    /// A line and the data of an event have at most `limit` bytes each.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            lines: Lines::new(LineEnds::FeedOrReturn, limit),
            at_start: true,
            event: RawEvent::default(),
            has_data: false,
            joined: BytesMut::new(),
            last_id: None,
            retry: None,
        }
    }

    /// Continues with the next connection: an event that is not complete is dropped.
    pub(super) fn restart(&mut self) {
        let fresh = Self::new(self.lines.limit());
        let old = std::mem::replace(self, fresh);
        (self.last_id, self.retry) = (old.last_id, old.retry);
    }

    pub(super) const fn limit(&self) -> usize {
        self.lines.limit()
    }

    pub(super) fn last_id(&self) -> Option<&str> {
        self.last_id.as_deref()
    }

    pub(super) const fn retry(&self) -> Option<Duration> {
        self.retry
    }

    /// Adds a chunk, after all events of the one before have been taken.
    pub(super) fn push(&mut self, chunk: Bytes) {
        self.lines.push(chunk);
    }

    /// The next complete event. `None` if another chunk is needed.
    pub(super) fn next(&mut self) -> Result<Option<RawEvent>, LineTooLong> {
        while let Some(mut line) = self.lines.next()? {
            if std::mem::take(&mut self.at_start) && line.starts_with(BYTE_ORDER_MARK) {
                line = line.slice(BYTE_ORDER_MARK.len()..);
            }
            if !line.is_empty() {
                self.read_line(&line)?;
                continue;
            }
            if self.event.id.is_some() {
                self.last_id.clone_from(&self.event.id);
            }
            if let Some(event) = self.take_event() {
                return Ok(Some(event));
            }
        }
        Ok(None)
    }

    /// The event without an empty line after it, at the end of the body. By the standard it is dropped.
    pub(super) fn finish(&mut self) -> Option<RawEvent> {
        let line = self.lines.finish().unwrap_or_default();
        // The last line may be cut off: `retry: 3` of `retry: 3000`.
        let retry = self.retry;
        let read = self.read_line(&line);
        self.retry = retry;
        read.ok()?;
        self.take_event()
    }

    fn read_line(&mut self, line: &Bytes) -> Result<(), LineTooLong> {
        let colon = memchr::memchr(b':', line).unwrap_or(line.len());
        let (field, after) = line.split_at(colon);
        let mut value = line.slice_ref(after.get(1..).unwrap_or_default());
        if value.starts_with(b" ") {
            value = value.slice(1..);
        }
        match field {
            b"data" => self.add_data(value)?,
            b"event" => self.event.name = value,
            b"id" if !value.contains(&0) => self.event.id = Some(text(&value)),
            b"retry" => {
                self.event.retry = milliseconds(&value).or(self.event.retry);
                self.retry = self.event.retry.or(self.retry);
            }
            // A comment has an empty name. Other fields are ignored.
            _ => {}
        }
        Ok(())
    }

    /// Adds a line of data. Most events have one, which is not copied.
    fn add_data(&mut self, line: Bytes) -> Result<(), LineTooLong> {
        if !std::mem::replace(&mut self.has_data, true) {
            self.event.data = line;
            return Ok(());
        }
        if self.joined.is_empty() {
            self.joined.extend_from_slice(&self.event.data);
        }
        if self.joined.len() + 1 + line.len() > self.lines.limit() {
            return Err(LineTooLong);
        }
        self.joined.extend_from_slice(b"\n");
        self.joined.extend_from_slice(&line);
        Ok(())
    }

    /// The event so far. Without data there is no event: its fields only set the identifier and the time to wait.
    fn take_event(&mut self) -> Option<RawEvent> {
        let mut event = std::mem::take(&mut self.event);
        if !self.joined.is_empty() {
            event.data = self.joined.split().freeze();
        }
        std::mem::take(&mut self.has_data).then_some(event)
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The text of bytes. What is not UTF-8 is replaced, as the standard asks.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A number of milliseconds. Any other value is ignored.
fn milliseconds(digits: &[u8]) -> Option<Duration> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = str::from_utf8(digits).ok()?.parse();
    number.ok().map(Duration::from_millis)
}
