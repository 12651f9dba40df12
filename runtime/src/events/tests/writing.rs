//! The body of a response with events.

use std::convert::Infallible;
use std::error::Error;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use tokio::sync::mpsc;

use crate::body::{Body, BodyErrorKind};
use crate::codegen as rt;
use crate::events::{EndEvent, ErrorEvent, Event, EventFormat, EventStream, StreamError};

const ALIVE: Duration = Duration::from_secs(15);

static DONE: EventFormat = EventFormat {
    end: Some(EndEvent::Data("[DONE]")),
    error: Some(ErrorEvent::Named("error")),
    ..EventFormat::JSON
};

type Numbers = EventStream<i64, String>;

fn numbers(items: impl Stream<Item = Result<i64, String>> + Send + 'static) -> Numbers {
    EventStream::new(items)
}

async fn text(events: Numbers, format: &'static EventFormat) -> String {
    let body = events.into_body(format, ALIVE).collect().await.unwrap();
    String::from_utf8(body.into()).unwrap()
}

/// A channel whose items the test sends one by one.
fn channel<T>() -> (mpsc::Sender<T>, impl Stream<Item = T>) {
    let (sender, receiver) = mpsc::channel(1);
    let items = stream::unfold(receiver, |mut receiver| async move {
        let item = receiver.recv().await?;
        Some((item, receiver))
    });
    (sender, items)
}

async fn next(body: &mut Body) -> Bytes {
    body.next().await.unwrap().unwrap()
}

#[tokio::test]
async fn the_end_marker_is_sent_last() {
    let items = || numbers(stream::iter([Ok(1), Ok(2)]));
    assert_eq!(
        text(items(), &DONE).await,
        "data: 1\n\ndata: 2\n\ndata: [DONE]\n\n"
    );
    assert_eq!(
        text(items(), &EventFormat::JSON).await,
        "data: 1\n\ndata: 2\n\n"
    );
    static NAMED: EventFormat = EventFormat {
        end: Some(EndEvent::Named("done")),
        ..EventFormat::JSON
    };
    assert_eq!(
        text(items(), &NAMED).await,
        "data: 1\n\ndata: 2\n\nevent: done\ndata: \n\n"
    );
    assert_eq!(
        text(numbers(stream::iter([])), &DONE).await,
        "data: [DONE]\n\n"
    );
}

#[tokio::test]
async fn an_error_becomes_an_error_event_before_the_end_marker() {
    let items = || numbers(stream::iter([Ok(1), Err(String::from("no\nmore")), Ok(2)]));
    let expected = "data: 1\n\nevent: error\ndata: \"no\\nmore\"\n\ndata: [DONE]\n\n";
    assert_eq!(text(items(), &DONE).await, expected);
    // By a field, which is in the data.
    assert_eq!(
        text(items(), &EventFormat::JSON).await,
        "data: 1\n\ndata: \"no\\nmore\"\n\n"
    );
}

#[tokio::test]
async fn an_internal_error_breaks_the_stream_off_after_the_events_before() {
    let items = [
        Ok(1),
        Err(StreamError::internal("the database is gone")),
        Ok(2),
    ];
    let mut body = EventStream::<i64, String>::new(stream::iter(items)).into_body(&DONE, ALIVE);
    assert_eq!(next(&mut body).await, "data: 1\n\n");
    let error = body.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), BodyErrorKind::Source);
    assert_eq!(error.source().unwrap().to_string(), "the database is gone");
    assert!(body.next().await.is_none());
}

#[tokio::test]
async fn a_value_without_json_and_an_identifier_with_a_line_break_break_the_stream_off() {
    let infinite = EventStream::<f64>::new(stream::iter([Ok::<_, Infallible>(f64::INFINITY)]));
    let error = infinite
        .into_body(&DONE, ALIVE)
        .collect()
        .await
        .unwrap_err();
    assert!(error.source().unwrap().to_string().contains("not finite"));
    let event = Event::new(1_i64).id("7\ndata: 2");
    let injected = EventStream::<i64>::new(stream::iter([Ok::<_, Infallible>(event)]));
    let error = injected
        .into_body(&DONE, ALIVE)
        .collect()
        .await
        .unwrap_err();
    let expected = "the identifier of an event has a line break or a null character";
    assert_eq!(error.source().unwrap().to_string(), expected);
}

#[tokio::test]
async fn events_have_names_identifiers_and_times_to_wait() {
    let event = Event::new(1_i64)
        .name("n")
        .id("7")
        .retry(Duration::from_secs(2));
    let events = EventStream::<i64>::new(stream::iter([
        Ok::<_, Infallible>(event),
        Ok(Event::new(2)),
    ]));
    let body = events
        .into_body(&EventFormat::JSON, ALIVE)
        .collect()
        .await
        .unwrap();
    assert_eq!(body, "event: n\nid: 7\nretry: 2000\ndata: 1\n\ndata: 2\n\n");
}

#[tokio::test]
async fn an_event_is_named_by_a_field() {
    static NAMED: EventFormat = EventFormat {
        named_by: &["step", "type"],
        ..EventFormat::JSON
    };
    let data = serde_json::json!({"type": "no", "step": {"at": 1, "type": "created"}});
    let other = serde_json::json!({"type": 7});
    let events =
        EventStream::<rt::Json>::new(stream::iter([Ok::<_, Infallible>(data.clone()), Ok(other)]));
    let body = events.into_body(&NAMED, ALIVE).collect().await.unwrap();
    assert_eq!(
        body,
        format!("event: created\ndata: {data}\n\ndata: {{\"type\":7}}\n\n")
    );
}

#[tokio::test(start_paused = true)]
async fn comments_keep_a_silent_connection_alive() {
    let (sender, items) = channel();
    let mut body = numbers(items).into_body(&DONE, ALIVE);
    let began = tokio::time::Instant::now();
    let after = async |body: &mut Body| (next(body).await, began.elapsed().as_secs());
    assert_eq!(after(&mut body).await, (":\n\n".into(), 15));
    assert_eq!(after(&mut body).await, (":\n\n".into(), 30));
    tokio::time::sleep(Duration::from_secs(10)).await;
    sender.send(Ok(1)).await.unwrap();
    assert_eq!(after(&mut body).await, ("data: 1\n\n".into(), 40));
    // The time starts again with each event.
    assert_eq!(after(&mut body).await, (":\n\n".into(), 55));
    drop(sender);
    assert_eq!(after(&mut body).await, ("data: [DONE]\n\n".into(), 55));
    assert!(body.next().await.is_none());
}

#[tokio::test]
async fn events_are_sent_when_they_are_ready() {
    let (sender, items) = channel();
    let mut body = numbers(items).into_body(&DONE, ALIVE);
    for n in 0..3 {
        sender.send(Ok(n)).await.unwrap();
        assert_eq!(next(&mut body).await, format!("data: {n}\n\n"));
    }
}

/// Events are made only as fast as the body is read: a chunk holds a bounded number of them.
#[tokio::test]
async fn a_body_holds_a_bounded_number_of_events() {
    let made = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = std::sync::Arc::clone(&made);
    let endless = stream::repeat_with(move || {
        count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Ok(1)
    });
    let mut body = numbers(endless).into_body(&DONE, ALIVE);
    let mut sent = 0;
    for _ in 0..10 {
        sent += next(&mut body).await.len();
        let made = made.load(std::sync::atomic::Ordering::Relaxed);
        assert_eq!(made * "data: 1\n\n".len(), sent);
        assert!(sent <= 10 * (16 * 1024 + 9));
    }
}

#[tokio::test]
async fn what_a_server_writes_a_client_reads() {
    let mut random = fastrand::Rng::with_seed(10);
    let sent: Vec<String> = (0..1000)
        .map(|n| {
            let length = random.usize(..40);
            let text: String = (0..length).map(|_| random.char(..)).collect();
            format!("{n} {text}")
        })
        .collect();
    let items = sent.clone().into_iter().map(Ok::<_, Infallible>);
    let body = EventStream::<String>::new(stream::iter(items)).into_body(&DONE, ALIVE);
    let events = EventStream::<String>::read(body, &DONE, 1000);
    let received: Vec<String> = events.map(|event| event.unwrap()).collect().await;
    assert_eq!(received, sent);
}
