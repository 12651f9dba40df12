//! Bodies of bytes.

use std::error::Error as _;
use std::io;
use std::time::Duration;

use futures_util::stream;
use specsmith_runtime::client::{Error, Retry, TimeoutKind};
use specsmith_runtime::server::ServerConfig;
use specsmith_runtime::{Body, BodyErrorKind, Media};

use crate::api::Client;
use crate::archive::{start, start_with};
use crate::scripted::{Server, Step, error, json};
use crate::wire::{Wire, exchange};

/// A body that is sent in these pieces.
fn pieces(pieces: &[&'static str]) -> Body {
    let pieces: Vec<_> = pieces
        .iter()
        .map(|piece| Ok::<_, io::Error>(*piece))
        .collect();
    Body::from_stream(stream::iter(pieces))
}

/// The status of a rejection, and its validation errors.
fn rejected<E: std::fmt::Debug>(error: Error<E>) -> (u16, Vec<String>) {
    match error {
        Error::Rejected(rejected) => {
            let errors = rejected.validation_errors();
            let errors = errors.iter().map(ToString::to_string).collect();
            (rejected.status.as_u16(), errors)
        }
        error => panic!("{error:?}"),
    }
}

#[tokio::test]
async fn bytes_arrive_as_they_were_sent() {
    let server = start().await;
    let all: Vec<u8> = (0..=255).cycle().take(200_000).collect();
    let file = std::env::temp_dir().join(format!("specsmith-streams-{}", std::process::id()));
    std::fs::write(&file, &all).unwrap();
    let from_file = Body::open(&file).await.unwrap();
    let parts: Vec<_> = all
        .chunks(777)
        .map(|part| Ok::<_, io::Error>(part.to_vec()))
        .collect();
    for body in [
        Body::from(all.clone()),
        Body::from_stream(stream::iter(parts)),
        from_file,
    ] {
        let echoed = server.client.echo(body).await.unwrap();
        assert!(echoed.collect().await.unwrap() == all);
    }
    std::fs::remove_file(&file).unwrap();
    let empty = server.client.echo(Body::empty()).await.unwrap();
    assert_eq!(empty.collect().await.unwrap(), "");
}

#[tokio::test]
async fn a_known_length_is_announced_in_both_directions() {
    let server = Server::start([json(200, r#"{"bytes": 0}"#)]).await;
    let client = Client::new(&server.url);
    client.store("abc").await.unwrap();
    client
        .store(pieces(&["a", "bc"]).with_length(3))
        .await
        .unwrap();
    for request in server.requests() {
        assert!(
            request.contains("content-length: 3\r\n") && request.ends_with("abc"),
            "{request}"
        );
    }
    let archive = start().await;
    assert_eq!(archive.client.report().await.unwrap().length(), Some(4));
    let response = exchange(&archive.url, "GET /report", &[], "").await;
    assert!(response.contains("content-length: 4\r\n"), "{response}");
    let response = exchange(&archive.url, "GET /files/broken", &[], "").await;
    assert!(
        response.contains("transfer-encoding: chunked\r\n"),
        "{response}"
    );
}

#[tokio::test]
async fn the_media_type_is_that_of_the_operation_or_of_the_sender() {
    let server = start().await;
    let response = exchange(&server.url, "GET /report", &[], "").await;
    assert!(
        response.contains("content-type: application/pdf\r\n"),
        "{response}"
    );
    let photo = server.client.download("photo").await.unwrap();
    assert_eq!(photo.media, "image/png");
    let receipt = server
        .client
        .upload("a", Media::new("image/gif", "GIF89a"))
        .await
        .unwrap();
    assert_eq!(
        (receipt.bytes, receipt.media.as_deref()),
        (6, Some("image/gif"))
    );
}

#[tokio::test]
async fn the_client_asks_for_the_media_types_of_the_operation() {
    let server = Server::start([error(404, "no")]).await;
    let client = Client::new(&server.url);
    let _ = client.report().await;
    let _ = client.watch("a").await;
    let _ = client.export("a").await;
    let _ = client.note("a").await;
    let _ = client.store("a").await;
    let _ = client.report().header("accept", "x/y").await;
    let requests = server.requests();
    let accepts = requests.iter().map(|request| {
        let lines = request.lines();
        lines
            .filter_map(|line| line.strip_prefix("accept: "))
            .collect::<Vec<_>>()
            .join("|")
    });
    let expected = [
        "application/pdf, application/json;q=0.9",
        "text/event-stream, application/json;q=0.9",
        "application/x-ndjson, application/json;q=0.9",
        "text/markdown, application/json;q=0.9",
        "application/json",
        "x/y",
    ];
    assert_eq!(accepts.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn other_media_types_are_415() {
    let server = start().await;
    for (line, media, expected) in [
        ("PUT /files/a", "content-type: video/mp4", 415),
        ("PUT /files/a", "content-type: text/html", 415),
        ("PUT /files/a", "content-type: Image/PNG; x=1", 200),
        ("PUT /files/a", "content-type: text/plain", 200),
        ("PUT /files/a", "x: y", 415),
        ("POST /store", "content-type: text/plain", 415),
        ("POST /store", "content-type: application/octet-stream", 200),
        // A body without a media type is bytes.
        ("POST /store", "x: y", 200),
        ("POST /store", "content-encoding: gzip", 415),
        (
            "POST /note",
            "content-type: text/plain; charset=latin1",
            415,
        ),
        ("POST /rows", "content-type: application/json", 415),
        (
            "POST /rows",
            "content-type: application/x-ndjson; charset=utf-16",
            415,
        ),
    ] {
        let response = exchange(&server.url, line, &[media, "content-length: 1"], "x").await;
        let status = response.split(' ').nth(1).unwrap();
        assert_eq!(status, expected.to_string(), "{line} {media}");
    }
}

#[tokio::test]
async fn a_media_type_that_no_header_can_hold_is_an_error() {
    let server = start().await;
    let error = server
        .client
        .upload("a", Media::new("image/\n", ""))
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error}");
    let error = server.client.download("unsendable").await.unwrap_err();
    assert_eq!(rejected(error).0, 500);
}

#[tokio::test]
async fn a_body_that_exceeds_the_limit_is_413() {
    let server = start_with(ServerConfig::new().body_limit(1000)).await;
    let long: &'static str = "x".repeat(1001).leak();
    for read in ["", "whole", "nothing", "wrapped", "io"] {
        // The length is announced.
        let error = server.client.store_read(read, long).await.unwrap_err();
        assert_eq!(rejected(error), (413, vec![]), "{read}");
    }
    for read in ["", "whole", "wrapped", "io"] {
        // The handler notices. The body is not longer than necessary, so that the client can send it.
        let body = pieces(&[&long[..600], &long[600..]]);
        let error = server.client.store_read(read, body).await.unwrap_err();
        assert_eq!(rejected(error), (413, vec![]), "{read}");
        let body = pieces(&[&long[..600], &long[600..1000]]);
        server.client.store_read(read, body).await.unwrap();
    }
    // The limit of the operation.
    for (length, fits) in [(100, true), (101, false)] {
        let body = Media::new("text/plain", &long[..length]);
        assert_eq!(server.client.upload("a", body).await.is_ok(), fits);
    }
}

#[tokio::test]
async fn an_error_that_the_handler_chooses_is_sent() {
    let server = start_with(ServerConfig::new().body_limit(10)).await;
    let body = pieces(&["0123456789", "0"]);
    let error = server.client.store_read("missing", body).await.unwrap_err();
    assert_eq!(error.status().unwrap(), 404);
}

#[tokio::test]
async fn a_body_that_ends_too_early_is_400() {
    let server = start().await;
    for read in ["", "?read=whole", "?read=wrapped", "?read=io"] {
        let line = format!("POST /store{read} HTTP/1.1\r\nhost: test\r\n");
        for body in [
            "content-length: 10\r\n\r\nabc",
            "transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n",
            "transfer-encoding: chunked\r\n\r\n3\r\nab",
            "transfer-encoding: chunked\r\n\r\nzz\r\nab",
        ] {
            let mut wire = Wire::connect(&server.url).await;
            wire.send(format!("{line}{body}")).await;
            wire.close_half().await;
            let response = wire.read_to_end().await;
            // hyper responds to some of them itself, or closes the connection.
            assert!(
                response.is_empty() || response.starts_with("HTTP/1.1 400 "),
                "{body:?}: {response}"
            );
            if !response.is_empty() {
                assert!(
                    response.contains("ended before it was complete"),
                    "{body:?}: {response}"
                );
            }
        }
    }
}

/// Bytes after the announced length belong to the next request.
#[tokio::test]
async fn a_body_that_is_longer_than_announced_is_cut_off() {
    let server = start().await;
    let mut wire = Wire::connect(&server.url).await;
    wire.send("POST /store HTTP/1.1\r\nhost: test\r\ncontent-length: 3\r\n\r\nabcGET /report HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n").await;
    let responses = wire.read_to_end().await;
    assert!(
        responses.contains(r#"{"bytes":3}"#) && responses.ends_with("%PDF"),
        "{responses}"
    );
}

#[tokio::test]
async fn a_handler_that_does_not_read_the_body_can_respond() {
    let server = start_with(ServerConfig::new().body_limit(1 << 30)).await;
    // More than the buffers of the sockets hold.
    let body = stream::iter((0..1000).map(|_| Ok::<_, io::Error>(vec![0; 100_000])));
    let call = server.client.store_read("nothing", Body::from_stream(body));
    // The server closes the connection while the client still sends. Either it has read the response by then or not.
    match call.await {
        Ok(receipt) => assert_eq!(receipt.bytes, 0),
        Err(error) => assert!(matches!(error, Error::Transport(_)), "{error:?}"),
    }
}

#[tokio::test]
async fn the_handler_gets_a_body_while_it_is_sent() {
    let server = start().await;
    let mut wire = Wire::connect(&server.url).await;
    wire.send(
        "POST /echo HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n2\r\none\r\n",
    )
    .await;
    for word in ["two", "three"] {
        wire.send(format!("{:x}\r\n{word}\r\n", word.len())).await;
    }
    drop(wire);
    let mut wire = Wire::connect(&server.url).await;
    wire.send("POST /echo HTTP/1.1\r\nhost: test\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n").await;
    for word in ["one", "two", "three"] {
        wire.send(format!("{:x}\r\n{word}\r\n", word.len())).await;
        wire.read_until(&format!("{word}\r\n")).await;
    }
    wire.send("0\r\n\r\n").await;
    assert_eq!(wire.read_to_end().await, "0\r\n\r\n");
}

#[tokio::test]
async fn a_response_whose_source_fails_is_interrupted() {
    let server = start().await;
    for name in ["broken", "short"] {
        let mut body = server.client.download(name).await.unwrap().content;
        let first = body.next().await.unwrap();
        let error = match first {
            Ok(start) => {
                assert!(
                    ["the start", "abc"]
                        .iter()
                        .any(|text| start == text.as_bytes())
                );
                body.next().await.unwrap().unwrap_err()
            }
            Err(error) => error,
        };
        assert_eq!(error.kind(), BodyErrorKind::Interrupted, "{error:?}");
        assert!(error.source().is_some());
        assert!(body.next().await.is_none());
    }
}

#[tokio::test]
async fn a_documented_error_of_a_streamed_operation_is_an_error() {
    let error = start().await.client.download("missing").await.unwrap_err();
    assert!(
        matches!(error, Error::Api(crate::api::ArchiveError::NotFound(_))),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_response_that_is_shorter_than_announced_is_interrupted() {
    for response in [
        "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nxyz",
    ] {
        let server = Server::start([Step::Cut(response.into())]).await;
        let body = Client::new(&server.url).report().await.unwrap();
        let error = body.collect().await.unwrap_err();
        assert_eq!(error.kind(), BodyErrorKind::Interrupted, "{response:?}");
        // The call had succeeded, so it is not retried.
        assert_eq!(server.lines().len(), 1);
    }
}

#[tokio::test]
async fn a_response_that_stalls_is_idle() {
    let stalled = b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc".to_vec();
    let server = Server::start([Step::Write(stalled)]).await;
    let timeout = Duration::from_millis(50);
    let client = Client::builder(&server.url)
        .idle_timeout(timeout)
        .build()
        .unwrap();
    let mut body = client.report().await.unwrap();
    assert_eq!(body.next().await.unwrap().unwrap(), "abc");
    // Time that the reader itself takes does not count.
    tokio::time::sleep(3 * timeout).await;
    let began = std::time::Instant::now();
    let error = body.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), BodyErrorKind::Idle(timeout));
    assert!(began.elapsed() >= timeout);
    assert!(body.next().await.is_none());
}

/// The time limits of a call end when its response begins.
#[tokio::test]
async fn a_streamed_response_may_take_longer_than_the_call() {
    let server = Server::start([Step::Hang(Duration::from_secs(20))]).await;
    let call = Client::new(&server.url).report().retry(Retry::never());
    let error = call
        .try_timeout(Duration::from_millis(50))
        .await
        .unwrap_err();
    let Error::Timeout(timeout) = error else {
        panic!("{error:?}")
    };
    assert_eq!((timeout.kind, timeout.tries), (TimeoutKind::Try, 1));
    assert!(timeout.source().is_some());
    let call = Client::new(&server.url).report();
    let error = call.timeout(Duration::from_millis(50)).await.unwrap_err();
    let Error::Timeout(timeout) = error else {
        panic!("{error:?}")
    };
    assert_eq!(timeout.kind, TimeoutKind::Total);

    let archive = start().await;
    let call = archive
        .client
        .download("held")
        .try_timeout(Duration::from_millis(100));
    let mut body = call
        .timeout(Duration::from_millis(100))
        .await
        .unwrap()
        .content;
    assert_eq!(body.next().await.unwrap().unwrap(), "start");
    let later = tokio::time::timeout(Duration::from_millis(300), body.next()).await;
    assert!(later.is_err(), "{later:?}");
}

#[tokio::test]
async fn dropping_a_body_closes_the_connection_and_drops_its_source() {
    let mut server = start().await;
    let mut body = server.client.download("held").await.unwrap().content;
    assert_eq!(body.next().await.unwrap().unwrap(), "start");
    assert!(!*server.dropped.borrow());
    drop(body);
    server.dropped.wait_for(|dropped| *dropped).await.unwrap();
}

#[tokio::test]
async fn collecting_a_response_has_a_limit() {
    let server = start().await;
    let client = Client::builder(&server.url)
        .max_response_bytes(3)
        .build()
        .unwrap();
    let error = client.report().await.unwrap().collect().await.unwrap_err();
    assert_eq!(error.kind(), BodyErrorKind::TooLarge { limit: 3 });
    // Reading it in pieces has none.
    let mut body = client.report().await.unwrap();
    assert_eq!(body.next().await.unwrap().unwrap(), "%PDF");
    assert_eq!(
        client
            .report()
            .await
            .unwrap()
            .collect_up_to(4)
            .await
            .unwrap(),
        "%PDF"
    );
}

#[tokio::test]
async fn a_body_in_memory_is_sent_again_and_one_from_a_stream_is_not() {
    for (body, tries) in [(Body::from("abc"), 2), (pieces(&["abc"]), 1)] {
        let server =
            Server::start([json(503, "{}"), json(200, r#"{"bytes": 3, "media": "a"}"#)]).await;
        let client = Client::builder(&server.url).build().unwrap();
        let result = client
            .upload("a", Media::new("image/png", body))
            .send()
            .await;
        assert_eq!(server.lines().len(), tries);
        match result {
            Ok(response) => assert_eq!(response.tries, 2),
            Err(error) => assert_eq!(error.status().unwrap(), 503),
        }
    }
}

#[tokio::test]
async fn a_request_whose_source_fails_is_not_retried() {
    let server = start().await;
    let failing = Body::from_stream(stream::iter([
        Ok("a"),
        Err(io::Error::other("the disk is gone")),
    ]));
    let error = server.client.store(failing).await.unwrap_err();
    let Error::Transport(transport) = &error else {
        panic!("{error:?}")
    };
    assert_eq!(transport.tries, 1);
    let mut cause = error.source().unwrap();
    while let Some(next) = cause.source() {
        cause = next;
    }
    assert_eq!(cause.to_string(), "the disk is gone");
}

/// The body of a request that is passed on to another server: the limit of this server still has its status.
#[tokio::test]
async fn a_body_that_is_passed_on_keeps_its_limit() {
    let (first, second) = (start().await, start().await);
    let receipt = first
        .client
        .relay(&second.url, pieces(&["a", "bc"]))
        .await
        .unwrap();
    assert_eq!(receipt.bytes, 3);
    let long: &'static str = "x".repeat(60).leak();
    let error = first
        .client
        .relay(&second.url, pieces(&[long, long]))
        .await
        .unwrap_err();
    assert_eq!(rejected(error), (413, vec![]));
    // Errors of the other server are internal errors of this one.
    let error = first
        .client
        .relay("http://127.0.0.1:1", "abc")
        .await
        .unwrap_err();
    assert_eq!(rejected(error).0, 500);
}

/// The server reads nothing, so it accepts only what fits into the buffers of the connection.
#[tokio::test]
async fn an_upload_that_the_server_does_not_accept_stalls() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let idle = Duration::from_millis(50);
    let client = Client::builder(&url).idle_timeout(idle);
    let client = client
        .try_timeout(Duration::from_secs(600))
        .build()
        .unwrap();
    let large = Body::from(vec![0; 64 << 20]);
    let error = client.store(large).await.unwrap_err();
    let Error::Timeout(timeout) = &error else {
        panic!("{error:?}")
    };
    assert_eq!((timeout.kind, timeout.tries), (TimeoutKind::Upload, 1));
    assert_eq!(error.to_string(), "store: the upload stalled");
    let cause = timeout.source().unwrap().to_string();
    assert_eq!(cause, "the server accepted nothing of the body for 50ms");
}
