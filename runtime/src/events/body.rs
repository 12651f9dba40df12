//! Writing an event stream as the body of a response.

use std::borrow::Cow;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use super::item::DataForm;
use super::writer::{COMMENT, Written};
use super::{
    EndEvent, ErrorEvent, Event, EventDraft, EventFormat, EventItem, EventStream, StreamError,
};
use crate::body::Body;
use crate::codegen::BoxError;
use crate::text_body::{PollText, Position, TextBody};

impl<T: EventItem, E: EventItem> EventStream<T, E> {
    /// The events as a body, with a comment whenever there was nothing to send for the time `keep_alive`.
    pub fn into_body(self, format: &'static EventFormat, keep_alive: Duration) -> Body {
        let encoder = Encoder {
            events: self,
            format,
            draft: EventDraft {
                form: DataForm::of(format),
                ..EventDraft::default()
            },
        };
        let text = TextBody::new(encoder).ending_with(format.end_marker());
        text.kept_alive(COMMENT, keep_alive).into_body()
    }
}

impl EventFormat {
    /// The event that is sent last.
    fn end_marker(&self) -> Vec<u8> {
        let (name, data) = match self.end {
            None => return Vec::new(),
            Some(EndEvent::Data(data)) => ("", data),
            Some(EndEvent::Named(name)) => (name, ""),
        };
        let marker = Written {
            name,
            id: None,
            retry: None,
            data: data.as_bytes(),
        };
        let mut text = Vec::new();
        // The specification allows no name with a line break.
        let _ = marker.write(&mut text);
        text
    }
}

struct Encoder<T, E> {
    events: EventStream<T, E>,
    format: &'static EventFormat,
    draft: EventDraft,
}

impl<T: EventItem, E: EventItem> PollText for Encoder<T, E> {
    fn poll_text(
        &mut self,
        text: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Position, BoxError>>> {
        let written = match ready!(self.events.poll_event(context)) {
            None => return Poll::Ready(None),
            Some(Ok(Event {
                data,
                name,
                id,
                retry,
            })) => {
                self.draft.name = name.map_or_else(Cow::default, Cow::Owned);
                self.draft.form = DataForm::of(self.format);
                data.write(&mut self.draft)
                    .map_err(BoxError::from)
                    .and_then(|()| self.draft.finish(self.format, id, retry, text))
                    .map(|()| Position::Inner)
            }
            Some(Err(StreamError::Event(error))) => {
                self.draft.name = Cow::default();
                self.draft.form = DataForm::of(self.format);
                error
                    .write(&mut self.draft)
                    .map_err(BoxError::from)
                    .and_then(|()| self.draft.finish_error(self.format, text))
                    .map(|()| Position::Last)
            }
            Some(Err(error)) => Err(error.into_cause()),
        };
        Poll::Ready(Some(written))
    }
}

impl EventDraft {
    /// Appends the event to `text`.
    fn finish(
        &mut self,
        format: &EventFormat,
        id: Option<String>,
        retry: Option<Duration>,
        text: &mut Vec<u8>,
    ) -> Result<(), BoxError> {
        if self.name.is_empty()
            && let Some(name) = format.name_of(&self.data)
        {
            self.name = Cow::Owned(name);
        }
        let event = Written {
            name: &self.name,
            id: id.as_deref(),
            retry,
            data: &self.data,
        };
        event.write(text).map_err(BoxError::from)
    }

    /// Appends the error event to `text`.
    fn finish_error(&mut self, format: &EventFormat, text: &mut Vec<u8>) -> Result<(), BoxError> {
        if let Some(ErrorEvent::Named(name)) = format.error {
            self.name = Cow::Borrowed(name);
        }
        self.finish(format, None, None, text)
    }
}
