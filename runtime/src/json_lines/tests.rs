#![allow(clippy::expect_used, unreachable_pub)]

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use futures_util::{StreamExt, stream};

use super::*;
use crate::body::BodyErrorKind;

crate::object! {
    /// A named number.
    pub struct Row {
        pub name: String,
        pub number: i64,
    }
}

fn row(name: &str, number: i64) -> Row {
    Row {
        name: name.into(),
        number,
    }
}

/// A body that arrives in chunks of this size.
fn chunks(text: &[u8], size: usize) -> Body {
    let chunks: Vec<_> = text
        .chunks(size)
        .map(Bytes::copy_from_slice)
        .map(Ok::<_, io::Error>)
        .collect();
    Body::from_stream(stream::iter(chunks))
}

/// The lines of a string, in words. They must be the same in chunks of any size.
async fn read(text: &str) -> Vec<String> {
    let mut whole = Vec::new();
    for size in 1..=text.len().max(1) {
        let rows: Vec<String> = JsonLines::<Row>::read(chunks(text.as_bytes(), size), 40)
            .map(|row| match row {
                Ok(row) => format!("{}={}", row.name, row.number),
                Err(error) => error.to_string(),
            })
            .collect()
            .await;
        assert!(size == 1 || rows == whole, "{size}: {rows:?}, {whole:?}");
        whole = rows;
    }
    whole
}

#[tokio::test]
async fn each_line_is_a_value() {
    let (a, b) = (r#"{"name":"a","number":1}"#, r#"{"name":"b","number":2}"#);
    for text in [
        format!("{a}\n{b}\n"),
        format!("{a}\n{b}"),
        format!("{a}\r\n{b}\r\n"),
        format!("\n{a}\n \n\r\n\t{b}\n\n"),
    ] {
        assert_eq!(read(&text).await, ["a=1", "b=2"], "{text:?}");
    }
    for text in ["", "\n", "\n\n  \n"] {
        assert!(read(text).await.is_empty(), "{text:?}");
    }
}

#[tokio::test]
async fn an_invalid_line_is_named_and_the_next_one_is_read() {
    let text = "\n{\"name\":\"a\",\"number\":\"x\"}\noops\n{\"name\":\"b\n{\"name\":\"b\",\"number\":2}\n{}";
    let expected = [
        "body `line 2: number`: expected an integer",
        "body `line 3`: is not valid JSON: column 1",
        "body `line 4`: is not valid JSON: column 10",
        "b=2",
        "body `line 6: name`: is missing",
    ];
    assert_eq!(read(text).await, expected);
}

#[tokio::test]
async fn the_error_of_a_line_has_the_line_and_does_not_show_it() {
    let mut rows = JsonLines::<Row>::read(Body::from("<html>\n"), 40);
    let error = rows.next().await.unwrap().unwrap_err();
    assert_eq!(error.line(), Some(&b"<html>"[..]));
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("html"), "{shown}");
}

#[tokio::test]
async fn a_line_that_is_too_long_is_the_last() {
    let text = format!(
        "{{\"name\":\"a\",\"number\":1}}\n{}\n{{}}\n",
        "x".repeat(41)
    );
    assert_eq!(read(&text).await, ["a=1", "line 2 is larger than 40 bytes"]);
    let endless = stream::repeat_with(|| Ok::<_, io::Error>(vec![b'x'; 10]));
    let mut rows = JsonLines::<Row>::read(Body::from_stream(endless), 40);
    let error = rows.next().await.unwrap().unwrap_err();
    assert!(matches!(
        error.kind(),
        LineErrorKind::TooLong { line: 1, limit: 40 }
    ));
    assert!(rows.next().await.is_none());
}

#[tokio::test]
async fn a_body_that_breaks_off_is_an_error_after_the_complete_lines() {
    let pieces = [Ok("{\"name\":\"a\",\"number\":1}\n{\"na"), Err("reset")];
    let mut rows = JsonLines::<Row>::read(Body::from_stream(stream::iter(pieces)), 40);
    assert_eq!(rows.next().await.unwrap().unwrap(), row("a", 1));
    let error = rows.next().await.unwrap().unwrap_err();
    let LineErrorKind::Body(cause) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(cause.kind(), BodyErrorKind::Source);
    assert!(rows.next().await.is_none());
}

#[tokio::test]
async fn values_are_written_as_lines() {
    let body = JsonLines::from(vec![row("a\nb", 1), row("c", 2)]).into_body();
    let expected = "{\"name\":\"a\\nb\",\"number\":1}\n{\"name\":\"c\",\"number\":2}\n";
    assert_eq!(body.collect().await.unwrap(), expected);
    let none = JsonLines::<Row>::from(vec![]).into_body();
    assert_eq!(none.collect().await.unwrap(), "");
}

#[tokio::test]
async fn a_stream_that_fails_breaks_the_body_off_after_the_lines_before() {
    let values = [Ok(1.0), Err(io::Error::other("the database is gone"))];
    let infinite = [Ok(1.0), Ok(f64::INFINITY)];
    for (values, cause) in [(values, "the database is gone"), (infinite, "not finite")] {
        let mut body = JsonLines::new(stream::iter(values)).into_body();
        assert_eq!(body.next().await.unwrap().unwrap(), "1.0\n");
        let error = body.next().await.unwrap().unwrap_err();
        let mut source: &dyn Error = &error;
        while let Some(next) = source.source() {
            source = next;
        }
        assert!(source.to_string().contains(cause), "{source}");
        assert!(body.next().await.is_none());
    }
}

/// Values are made only as fast as the body is read.
#[tokio::test]
async fn a_body_holds_a_bounded_number_of_values() {
    let made = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&made);
    let endless = stream::repeat_with(move || {
        count.fetch_add(1, Ordering::Relaxed);
        Ok::<_, io::Error>(7)
    });
    let mut body = JsonLines::new(endless).into_body();
    let mut sent = 0;
    for _ in 0..10 {
        sent += body.next().await.unwrap().unwrap().len();
        assert_eq!(made.load(Ordering::Relaxed) * "7\n".len(), sent);
        assert!(sent <= 10 * (16 * 1024 + 2));
    }
}

#[tokio::test]
async fn what_is_written_is_read_again() {
    let mut random = fastrand::Rng::with_seed(11);
    let rows: Vec<Row> = (0..500)
        .map(|n| {
            let length = random.usize(..20);
            let name: String = (0..length).map(|_| random.char(..)).collect();
            row(&name, n)
        })
        .collect();
    let mut text = JsonLines::from(rows.clone())
        .into_body()
        .collect()
        .await
        .unwrap()
        .to_vec();
    text.truncate(text.len() - usize::from(random.bool()));
    let read: Vec<Row> = JsonLines::<Row>::read(chunks(&text, 7), 1000)
        .map(|row| row.unwrap())
        .collect()
        .await;
    assert_eq!(read, rows);
}

#[tokio::test]
async fn random_bytes_are_read_without_a_panic() {
    let mut random = fastrand::Rng::with_seed(12);
    for _ in 0..3_000 {
        let bytes: Vec<u8> = (0..random.usize(1..100))
            .map(|_| *random.choice(b"\n\r {}[]\":,1a\xff\x00").unwrap())
            .collect();
        let limit = random.usize(0..60);
        let mut lines = JsonLines::<crate::Json>::read(chunks(&bytes, random.usize(1..20)), limit);
        while lines.next().await.is_some() {}
    }
}
