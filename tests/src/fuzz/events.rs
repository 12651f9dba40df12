//! The parser of event streams.

use std::time::Duration;

use archive_api::types::{Failure, Word};
use futures_util::stream;
use specsmith_runtime::codegen::{EndEvent, ErrorEvent, ErrorValue, EventFormat, EventItem};
use specsmith_runtime::{Body, Event, EventStream, StreamError};

use super::chunks::{pieces, whole};
use super::exchange::run;

static WORDS: EventFormat = EventFormat {
    end: Some(EndEvent::Data("[DONE]")),
    error: Some(ErrorEvent::Field(
        &["finish_reason"],
        ErrorValue::Text("error"),
    )),
    named_by: &["text"],
    ..EventFormat::JSON
};

static TEXTS: EventFormat = EventFormat {
    text: true,
    error: Some(ErrorEvent::Named("error")),
    ..EventFormat::JSON
};

/// The longest event.
const LIMIT: usize = 100;

/// Reads any bytes as events. How they are cut into pieces makes no difference. The stream ends, and no event is larger
/// than the limit.
pub fn events(data: &[u8]) {
    let seed = data.len() as u64;
    let words = read::<Word, Failure>(whole(data), &WORDS);
    assert_eq!(words, read::<Word, Failure>(pieces(data, seed), &WORDS));
    let texts = read::<String, String>(whole(data), &TEXTS);
    assert_eq!(texts, read::<String, String>(pieces(data, seed), &TEXTS));
}

/// All events, and the error at the end, as texts.
fn read<T: EventItem + std::fmt::Debug, E: EventItem + std::fmt::Debug>(
    body: Body,
    format: &'static EventFormat,
) -> Vec<String> {
    let mut events = EventStream::<T, E>::read(body, format, LIMIT);
    let mut read = Vec::new();
    run(async {
        while let Some(event) = events.next_event().await {
            let shown = format!("{event:?}");
            // Escapes in debug output are at most 10 characters for a byte.
            assert!(shown.len() < 40 * LIMIT, "{shown}");
            read.push(shown);
        }
    });
    read
}

/// Sends strings as events and reads them again. A string that cannot be an identifier or a name breaks the stream off.
pub fn written_events(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let sent: Vec<Event<String>> = text.split('\u{1}').map(event).collect();
    let results: Vec<_> = sent.iter().cloned().map(Ok::<_, String>).collect();
    run(async {
        let body = EventStream::<String, String>::new(stream::iter(results))
            .into_body(&TEXTS, Duration::from_secs(60));
        let mut events = EventStream::<String, String>::read(body, &TEXTS, usize::MAX);
        for mut sent in sent {
            // Readers see each end of a line as a line feed.
            sent.data = sent.data.replace("\r\n", "\n").replace('\r', "\n");
            let mut received = match events.next_event().await {
                Some(Ok(received)) => received,
                Some(Err(StreamError::Event(data))) => {
                    assert_eq!((sent.name.as_deref(), data), (Some("error"), sent.data));
                    return;
                }
                Some(Err(_)) => {
                    let breaks = |text: &Option<String>| {
                        text.as_deref()
                            .is_some_and(|text| text.contains(['\n', '\r', '\0']))
                    };
                    assert!(breaks(&sent.name) || breaks(&sent.id), "{sent:?}");
                    return;
                }
                None => panic!("{sent:?} did not arrive"),
            };
            // An empty name or identifier is none.
            sent.name = sent.name.filter(|name| !name.is_empty());
            sent.id = sent.id.filter(|id| !id.is_empty());
            received.id = received.id.filter(|id| !id.is_empty());
            assert_eq!(received, sent);
        }
        assert!(events.next_event().await.is_none());
    });
}

/// An event from `data`, `data#id` or `data#id#name`.
fn event(text: &str) -> Event<String> {
    let mut parts = text.splitn(3, '#');
    let event = Event::new(parts.next().unwrap_or_default().to_owned());
    let event = match parts.next() {
        Some(id) => event.id(id),
        None => event,
    };
    match parts.next() {
        Some(name) => event.name(name),
        None => event,
    }
}
