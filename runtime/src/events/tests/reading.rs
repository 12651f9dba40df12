//! Typed streams.

use std::convert::Infallible;
use std::error::Error;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{StreamExt, stream};

use super::chunks;
use crate::body::Body;
use crate::codegen as rt;
use crate::events::reader::{Connecting, Reader};
use crate::events::{
    EndEvent, ErrorEvent, ErrorValue, Event, EventFormat, EventStream, StreamError,
};

crate::object! {
    /// A piece of a string.
    pub struct Piece {
        pub text: String,
    }
}

crate::object! {
    /// Why the text ends too early.
    pub struct Failure {
        pub code: i64,
    }
}

fn piece(text: &str) -> Piece {
    Piece { text: text.into() }
}

crate::event_union! {
    /// A union whose variant is the name of the event.
    pub enum Activity {
        Starred = "starred",
        Pushed(Piece) = "pushed",
        #[other]
        Other(String, rt::Json),
    }
}

crate::event_union! {
    /// As `Activity`, without other events.
    pub enum Door {
        Opened = "opened",
        #[from(String, &str)]
        Renamed(String) = "renamed",
        Remark(String) = "remark" as text,
    }
}

static DONE: EventFormat = EventFormat {
    end: Some(EndEvent::Data("[DONE]")),
    error: Some(ErrorEvent::Named("error")),
    ..EventFormat::JSON
};

/// The items of a stream, in words.
async fn items<T, E>(mut stream: EventStream<T, E>) -> Vec<String>
where
    T: rt::EventItem + std::fmt::Debug,
    E: rt::EventItem + std::fmt::Debug,
{
    let mut items = Vec::new();
    while let Some(item) = stream.next().await {
        items.push(match item {
            Ok(item) => format!("{item:?}"),
            Err(StreamError::Event(error)) => format!("event: {error:?}"),
            Err(error) => format!("error: {error}"),
        });
    }
    items
}

/// The items of a string, which must be the same in chunks of any size.
async fn read<T, E>(text: &str, format: &'static EventFormat) -> Vec<String>
where
    T: rt::EventItem + std::fmt::Debug,
    E: rt::EventItem + std::fmt::Debug,
{
    let whole = items(EventStream::<T, E>::read(
        chunks(text.as_bytes(), text.len().max(1)),
        format,
        1000,
    ))
    .await;
    for size in 1..text.len() {
        let split = items(EventStream::<T, E>::read(
            chunks(text.as_bytes(), size),
            format,
            1000,
        ))
        .await;
        assert_eq!(split, whole, "{size}");
    }
    whole
}

const A: &str = r#"Piece { text: "a" }"#;
const B: &str = r#"Piece { text: "b" }"#;

#[tokio::test]
async fn the_data_of_a_variant_may_be_text() {
    let text = "event: remark\ndata: no \"JSON\"\n\nevent: renamed\ndata: \"b\"\n\n";
    let events = read::<Door, Infallible>(text, &EventFormat::JSON).await;
    assert_eq!(events, [r#"Remark("no \"JSON\"")"#, r#"Renamed("b")"#]);
    let events = [Door::Remark("no \"JSON\"".to_owned()), "b".into()];
    let events = EventStream::<Door>::new(stream::iter(events.map(Ok::<_, Infallible>)));
    let body = events.into_body(&EventFormat::JSON, Duration::from_secs(15));
    let written = body.collect().await.unwrap();
    assert_eq!(
        String::from_utf8(written.into()).unwrap(),
        "event: remark\ndata: no \"JSON\"\n\nevent: renamed\ndata: \"b\"\n\n"
    );
}

/// It is not JSON, so nothing is lost.
#[cfg(feature = "client")]
#[tokio::test]
async fn a_lenient_client_takes_the_usual_marker_for_the_end() {
    let text = "data: {\"text\": \"a\"}\n\ndata: [DONE]\n\n";
    let log = crate::deviation::DeviationLog {
        operation: "read",
        logged_places: std::sync::Arc::default(),
        span: tracing::Span::none(),
    };
    let stream = |is_lenient: bool| {
        let body = chunks(text.as_bytes(), text.len());
        let deviation_log = is_lenient.then(|| log.clone());
        let reader = Reader::new(body, &EventFormat::JSON, 1000).logging_deviations(deviation_log);
        EventStream::<Piece>::from_reader(reader)
    };
    assert_eq!(items(stream(true)).await, [A]);
    assert_eq!(items(stream(false)).await.len(), 2);
}

#[tokio::test]
async fn the_end_marker_ends_the_stream() {
    let text = "data: {\"text\": \"a\"}\n\n: alive\n\ndata: {\"text\": \"b\"}\n\ndata: [DONE]\n\ndata: {}\n\n";
    assert_eq!(read::<Piece, Failure>(text, &DONE).await, [A, B]);
    // Some servers leave out the last empty line.
    for end in ["data: [DONE]", "data: [DONE]\n"] {
        let text = format!("data: {{\"text\": \"a\"}}\n\n{end}");
        assert_eq!(read::<Piece, Failure>(&text, &DONE).await, [A]);
    }
}

#[tokio::test]
async fn an_event_of_a_name_can_end_the_stream() {
    static FORMAT: EventFormat = EventFormat {
        end: Some(EndEvent::Named("done")),
        ..EventFormat::JSON
    };
    let text = "data: {\"text\": \"a\"}\n\nevent: done\ndata: {\"any\": 1}\n\ndata: {}\n\n";
    assert_eq!(read::<Piece, Infallible>(text, &FORMAT).await, [A]);
}

#[tokio::test]
async fn a_stream_without_its_end_marker_was_interrupted() {
    let text = "data: {\"text\": \"a\"}\n\n";
    assert_eq!(
        read::<Piece, Failure>(text, &DONE).await,
        [A, "error: the stream was interrupted"]
    );
    // Without a marker, every end is one.
    assert_eq!(read::<Piece, Failure>(text, &EventFormat::JSON).await, [A]);
}

#[tokio::test]
async fn a_connection_that_breaks_interrupts_the_stream() {
    let broken = || {
        let start = stream::iter([Ok("data: {\"text\": \"a\"}\n\ndata: {\"te"), Err("reset")]);
        Body::from_stream(start)
    };
    for format in [&DONE, &EventFormat::JSON] {
        let mut events = EventStream::<Piece, Failure>::read(broken(), format, 1000);
        assert_eq!(events.next().await.unwrap().unwrap(), piece("a"));
        let error = events.next().await.unwrap().unwrap_err();
        assert!(matches!(error, StreamError::Interrupted(_)), "{error:?}");
        assert_eq!(
            error.source().unwrap().source().unwrap().to_string(),
            "reset"
        );
        assert!(events.next().await.is_none());
    }
}

#[tokio::test]
async fn an_error_event_by_name_is_an_error_and_ends_the_stream() {
    let text = "data: {\"text\": \"a\"}\n\nevent: error\ndata: {\"code\": 529}\n\ndata: {\"text\": \"b\"}\n\n";
    assert_eq!(
        read::<Piece, Failure>(text, &DONE).await,
        [A, "event: Failure { code: 529 }"]
    );
}

#[tokio::test]
async fn an_error_event_is_recognized_by_a_field() {
    static BY_VALUE: EventFormat = EventFormat {
        error: Some(ErrorEvent::Field(
            &["choices", "finish_reason"],
            ErrorValue::Text("error"),
        )),
        ..EventFormat::JSON
    };
    static PRESENT: EventFormat = EventFormat {
        error: Some(ErrorEvent::Field(&["error"], ErrorValue::Present)),
        ..EventFormat::JSON
    };
    let read_value = async |text: &str| read::<rt::Json, rt::Json>(text, &BY_VALUE).await.len();
    let is_error = async |data: &str, format| {
        let text = format!("data: {data}\n\n");
        let items = read::<rt::Json, rt::Json>(&text, format).await;
        items[0].starts_with("event: ")
    };
    for (data, expected) in [
        (
            r#"{"choices": [{"finish_reason": null}, {"finish_reason": "error"}]}"#,
            true,
        ),
        (r#"{"choices": [{"finish_reason": "err\u006fr"}]}"#, true),
        (r#"{"choices": [{"finish_reason": "errors"}]}"#, false),
        (r#"{"choices": [], "finish_reason": "error"}"#, false),
        (
            r#"{"choices": [{"text": "error", "finish_reason": "stop"}]}"#,
            false,
        ),
    ] {
        assert_eq!(is_error(data, &BY_VALUE).await, expected, "{data}");
    }
    for (data, expected) in [
        (r#"{"error": {"code": 1}}"#, true),
        (r#"{"error": false}"#, true),
        (r#"{"\u0065rror": 1}"#, true),
        (r#"{"error": null}"#, false),
        (r#"{"text": "error"}"#, false),
        (r#"{"inner": {"error": 1}}"#, false),
    ] {
        assert_eq!(is_error(data, &PRESENT).await, expected, "{data}");
    }
    // It ends the stream.
    let text = "data: {\"choices\": [{\"finish_reason\": \"error\"}]}\n\ndata: {}\n\n";
    assert_eq!(read_value(text).await, 1);
}

#[tokio::test]
async fn the_values_of_error_fields_have_kinds() {
    static INTEGER: EventFormat = EventFormat {
        error: Some(ErrorEvent::Field(&["code"], ErrorValue::Integer(500))),
        ..EventFormat::JSON
    };
    static BOOLEAN: EventFormat = EventFormat {
        error: Some(ErrorEvent::Field(&["ok"], ErrorValue::Boolean(false))),
        ..EventFormat::JSON
    };
    for (data, format, expected) in [
        (r#"{"code": 500}"#, &INTEGER, true),
        (r#"{"code": "500"}"#, &INTEGER, false),
        (r#"{"code": 5000}"#, &INTEGER, false),
        (r#"{"ok": false}"#, &BOOLEAN, true),
        (r#"{"ok": true}"#, &BOOLEAN, false),
        (r#"{"ok": 0}"#, &BOOLEAN, false),
    ] {
        let items = read::<rt::Json, rt::Json>(&format!("data: {data}\n\n"), format).await;
        assert_eq!(items[0].starts_with("event: "), expected, "{data}");
    }
}

#[tokio::test]
async fn after_an_invalid_event_the_stream_goes_on() {
    let text = "data: {\"text\": 7}\n\ndata: oops\n\ndata: {\"text\": \"b\"}\n\nevent: error\ndata: {}\n\n";
    let expected = [
        "error: an event cannot be read: `text`: expected a string",
        "error: an event cannot be read: it is not JSON (line 1, column 1)",
        B,
        "error: an event cannot be read: `code`: is missing",
    ];
    assert_eq!(read::<Piece, Failure>(text, &DONE).await, expected);
}

#[tokio::test]
async fn the_data_of_an_invalid_event_is_kept() {
    let text = "data: oops\n\ndata: {\"text\": \"b\"}\n\n";
    let mut events = EventStream::<Piece>::read(Body::from(text), &EventFormat::JSON, 100);
    assert_eq!(events.invalid_data(), None);
    assert!(matches!(
        events.next().await,
        Some(Err(StreamError::Invalid(_)))
    ));
    assert_eq!(events.invalid_data(), Some(&b"oops"[..]));
}

#[tokio::test]
async fn text_is_read_and_written_as_it_is() {
    static TEXT: EventFormat = EventFormat {
        text: true,
        ..EventFormat::JSON
    };
    let text = "data: \"a\"\ndata: b\\n\n\n";
    assert_eq!(
        read::<String, Infallible>(text, &TEXT).await,
        [r#""\"a\"\nb\\n""#]
    );
    let events = EventStream::<String>::new(stream::iter([Ok::<_, Infallible>(String::from(
        "\"a\"\nb\\n",
    ))]));
    let body = events.into_body(&TEXT, Duration::MAX);
    assert_eq!(body.collect().await.unwrap(), text);
}

#[tokio::test]
async fn a_variant_is_chosen_by_the_name_of_the_event() {
    let text = "event: starred\ndata: \n\nevent: pushed\ndata: {\"text\": \"a\"}\n\ndata: 7\n\n";
    let expected = [
        "Starred",
        &format!("Pushed({A})"),
        "Other(\"message\", Number(7))",
    ];
    assert_eq!(
        read::<Activity, Infallible>(text, &EventFormat::JSON).await,
        expected
    );
    assert_eq!(Activity::Other("moved".to_owned(), 7.into()).tag(), "moved");
}

#[tokio::test]
async fn an_event_of_another_name_is_an_error_of_a_closed_union() {
    let text = "event: opened\ndata: any\n\nevent: moved\ndata: {}\n\ndata: {}\n\n";
    let unknown =
        "error: an event cannot be read: `event`: expected one of `opened`, `renamed`, `remark`";
    assert_eq!(
        read::<Door, Infallible>(text, &EventFormat::JSON).await,
        ["Opened", unknown, unknown]
    );
    let doors = [Door::Opened, Door::from("front")];
    assert_eq!(doors.each_ref().map(Door::tag), ["opened", "renamed"]);
    let events = EventStream::<Door>::new(stream::iter(doors.map(Ok::<_, Infallible>)));
    let body = events.into_body(&EventFormat::JSON, Duration::MAX);
    assert_eq!(
        body.collect().await.unwrap(),
        "event: opened\ndata: {}\n\nevent: renamed\ndata: \"front\"\n\n"
    );
}

#[tokio::test]
async fn events_have_what_the_standard_adds() {
    let text =
        "event: pushed\nid: 17\nretry: 20\ndata: {\"text\": \"a\"}\n\ndata: {\"text\": \"b\"}\n\n";
    let mut events = EventStream::<Piece>::read(Body::from(text), &EventFormat::JSON, 1000);
    assert_eq!(events.last_event_id(), None);
    let first = Event::new(piece("a"))
        .name("pushed")
        .id("17")
        .retry(Duration::from_millis(20));
    assert_eq!(events.next_event().await.unwrap().unwrap(), first);
    assert_eq!(
        events.next_event().await.unwrap().unwrap(),
        Event::new(piece("b"))
    );
    assert_eq!(events.last_event_id(), Some("17"));
}

#[tokio::test]
async fn an_event_that_is_too_long_ends_the_stream() {
    let text = format!(
        "data: {{\"text\": \"{}\"}}\n\ndata: {{\"text\": \"b\"}}\n\n",
        "x".repeat(1000)
    );
    let items = read::<Piece, Failure>(&text, &EventFormat::JSON).await;
    assert_eq!(items, ["error: an event is larger than 1000 bytes"]);
}

#[tokio::test]
async fn an_endless_line_is_not_kept_in_memory() {
    let endless = stream::repeat_with(|| Ok::<_, Infallible>(vec![b'x'; 100]));
    let mut events =
        EventStream::<Piece>::read(Body::from_stream(endless), &EventFormat::JSON, 1000);
    let error = events.next().await.unwrap().unwrap_err();
    assert!(
        matches!(error, StreamError::TooLong { limit: 1000 }),
        "{error:?}"
    );
}

static RESUMABLE: EventFormat = EventFormat {
    end: Some(EndEvent::Data("[DONE]")),
    resumable: true,
    ..EventFormat::JSON
};

/// What the client sent for each connection after the first, with the time since the start.
type Requests = Arc<Mutex<Vec<(Option<String>, Duration)>>>;

/// A stream with scripted connections: the body of each, or why there is none.
fn reconnecting(
    first: &'static str,
    connections: Vec<Result<Option<&'static str>, &'static str>>,
) -> (EventStream<Piece>, Requests) {
    let requests = Requests::default();
    let (seen, began) = (Arc::clone(&requests), tokio::time::Instant::now());
    let mut connections = connections.into_iter();
    let connect = Box::new(move |id: Option<&str>| -> Connecting {
        seen.lock()
            .unwrap()
            .push((id.map(str::to_owned), began.elapsed()));
        let next = connections.next().expect("there are too many connections");
        Box::pin(async move { next.map(|body| body.map(Body::from)).map_err(Into::into) })
    });
    let reader = Reader::new(Body::from(first), &RESUMABLE, 1000).reconnecting(connect);
    (EventStream::from_reader(reader), requests)
}

fn milliseconds(requests: &Requests) -> Vec<(Option<String>, u128)> {
    let requests = requests.lock().unwrap();
    requests
        .iter()
        .map(|(id, time)| (id.clone(), time.as_millis()))
        .collect()
}

#[tokio::test(start_paused = true)]
async fn a_stream_continues_after_the_last_event_when_the_server_says() {
    let (events, requests) = reconnecting(
        "retry: 3000\nid: 1\ndata: {\"text\": \"a\"}\n\nid: 2\ndata: {\"te",
        vec![
            Ok(Some("id: 2\ndata: {\"text\": \"b\"}\n\n")),
            Ok(Some("data: [DONE]\n\n")),
        ],
    );
    assert_eq!(items(events).await, [A, B]);
    assert_eq!(
        milliseconds(&requests),
        [(Some("1".into()), 3000), (Some("2".into()), 6000)]
    );
}

/// `retry: 3` could be the beginning of `retry: 3000`.
#[tokio::test(start_paused = true)]
async fn an_incomplete_line_does_not_set_the_wait() {
    let (events, requests) = reconnecting(
        "data: {\"text\": \"a\"}\n\nretry: 3",
        vec![Ok(Some("data: [DONE]\n\n"))],
    );
    assert_eq!(items(events).await, [A]);
    assert_eq!(milliseconds(&requests), [(None, 1000)]);
}

#[tokio::test(start_paused = true)]
async fn without_identifiers_the_stream_starts_again() {
    let (events, requests) = reconnecting(
        "data: {\"text\": \"a\"}\n\n",
        vec![Ok(Some("data: [DONE]\n\n"))],
    );
    assert_eq!(items(events).await, [A]);
    assert_eq!(milliseconds(&requests), [(None, 1000)]);
}

#[tokio::test(start_paused = true)]
async fn a_server_without_more_events_ends_the_stream() {
    let (events, _) = reconnecting("data: {\"text\": \"a\"}\n\n", vec![Ok(None)]);
    assert_eq!(items(events).await, [A]);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_rejects_the_next_connection_ends_the_stream_with_an_error() {
    let (mut events, _) = reconnecting("", vec![Err("401 Unauthorized")]);
    let error = events.next().await.unwrap().unwrap_err();
    assert!(matches!(error, StreamError::Reconnect(_)), "{error:?}");
    assert_eq!(error.source().unwrap().to_string(), "401 Unauthorized");
    assert!(events.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn connections_without_events_are_made_more_and_more_slowly() {
    let mut connections = vec![Ok(Some("retry: 0\n\n")); 10];
    connections.push(Ok(Some("data: [DONE]\n\n")));
    let (events, requests) = reconnecting("retry: 0\n\n", connections);
    assert!(items(events).await.is_empty());
    let times: Vec<_> = milliseconds(&requests)
        .into_iter()
        .map(|(_, time)| time)
        .collect();
    let waits: Vec<_> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(times[0], 0);
    assert_eq!(
        waits,
        [
            250, 750, 1750, 3750, 7750, 15750, 30000, 30000, 30000, 30000
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn after_many_connections_without_events_the_stream_ends_with_an_error() {
    let connections = (0..200).map(|_| Ok(Some("retry: 0\n\n"))).collect();
    let (mut events, requests) = reconnecting("data: {\"text\": \"a\"}\n\n", connections);
    assert!(events.next().await.unwrap().is_ok());
    let error = events.next().await.unwrap().unwrap_err();
    assert!(matches!(error, StreamError::Reconnect(_)), "{error:?}");
    let cause = std::error::Error::source(&error).unwrap();
    assert_eq!(cause.to_string(), "the last 100 connections had no event");
    assert!(events.next().await.is_none());
    assert_eq!(requests.lock().unwrap().len(), 100);
}

#[tokio::test]
async fn a_stream_of_a_handler_can_be_read_directly() {
    let items = stream::iter([Ok(piece("a")), Err(Failure { code: 7 })]);
    let events: Vec<_> = EventStream::<Piece, Failure>::new(items).collect().await;
    assert!(
        matches!(&events[..], [Ok(first), Err(StreamError::Event(Failure { code: 7 }))] if *first == piece("a"))
    );
}
