//! Multipart forms.

use std::io;

use futures_util::stream;
use specsmith_runtime::client::Error;
use specsmith_runtime::server::ServerConfig;
use specsmith_runtime::{Body, FilePart};

use crate::api::{Client, Hints, Profile, SpeechUpload};
use crate::archive::{start, start_with};
use crate::flat_memory::{FEW, Live, pieces};
use crate::scripted::{Server, json};
use crate::wire::{Wire, exchange};

fn speech(body: impl Into<Body>) -> SpeechUpload {
    SpeechUpload {
        file: FilePart::new(body)
            .file_name("speech \"1\".mp3")
            .media("audio/mpeg"),
        languages: Some(vec!["en".into(), "de".into()]),
        hints: Some(Hints { speakers: 2 }),
        pictures: vec![
            FilePart::new("GIF89a")
                .file_name("a.gif")
                .media("image/gif"),
            FilePart::new("").file_name("größe.txt"),
        ],
    }
}

/// Sends a form as it is.
async fn send(url: &str, line: &str, body: &str) -> String {
    let length = format!("content-length: {}", body.len());
    let headers = ["content-type: multipart/form-data; boundary=B", &length];
    exchange(url, line, &headers, body).await
}

/// The validation errors of a response 400.
#[track_caller]
fn validation_errors(response: &str) -> Vec<String> {
    assert!(response.starts_with("HTTP/1.1 400 "), "{response}");
    let (_, body) = response.split_once("\r\n\r\n").unwrap();
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    let errors = body["error"]["metadata"]["invalid"].as_array().unwrap();
    let line = |error: &serde_json::Value| {
        let text = |field: &str| error[field].as_str().unwrap().to_owned();
        // The body as a whole has no name.
        let name = error["name"].as_str().unwrap_or_default();
        format!("{} {name}: {}", text("in"), text("problem"))
    };
    errors.iter().map(line).collect()
}

#[tokio::test]
async fn a_form_with_files_arrives_whole_and_part_by_part() {
    let client = start().await.client;
    let expected = [
        "file: speech \"1\".mp3, audio/mpeg, 5 bytes",
        "language: en",
        "language: de",
        "hints: 2",
        "picture: a.gif, image/gif, 6 bytes",
        "picture: größe.txt, application/octet-stream, 0 bytes",
    ];
    for by in ["form", "part"] {
        let seen = client.transcribe(by, speech("la la")).await.unwrap();
        assert_eq!(seen, expected, "{by}");
        // A stream has no length, so the form is sent in chunks.
        let body = Body::from_stream(stream::iter([Ok::<_, io::Error>("la "), Ok("la")]));
        let seen = client.transcribe(by, speech(body)).await.unwrap();
        assert_eq!(seen, expected, "{by}");
    }
}

#[tokio::test]
async fn a_form_without_files_arrives() {
    let profile = Profile {
        name: "Ann".into(),
        age: Some(7),
        tags: vec!["a".into(), String::new()],
    };
    let received = start()
        .await
        .client
        .register(profile.clone())
        .await
        .unwrap();
    assert_eq!(received, profile);
}

#[tokio::test]
async fn the_length_of_a_form_in_memory_is_announced() {
    let server = Server::start([json(200, "[]")]).await;
    let client = Client::new(&server.url);
    client.transcribe("form", speech("la la")).await.unwrap();
    let request = &server.requests()[0];
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let length = format!("content-length: {}", body.len());
    assert!(head.contains(&length), "{head}");
    let media = "content-type: multipart/form-data; boundary=";
    assert!(head.contains(media), "{head}");
}

#[tokio::test]
async fn invalid_parts_are_a_400_with_their_names() {
    let server = start().await;
    let form = "--B\r\nContent-Disposition: form-data; name=hints\r\n\r\n{\"speakers\": 0}\r\n\
        --B\r\nContent-Disposition: form-data; name=password\r\n\r\nhunter2\r\n\
        --B\r\nContent-Disposition: form-data; name=file\r\nContent-Type: text/plain\r\n\r\nhunter2\r\n--B--\r\n";
    let response = send(&server.url, "POST /transcripts", form).await;
    let expected = [
        "body file: must have the media type `audio/*`",
        "body hints.speakers: must be at least 1",
    ];
    assert_eq!(validation_errors(&response), expected);
    assert!(!response.contains("hunter2"), "{response}");
    // Part by part, the handler stops at the first one.
    let response = send(&server.url, "POST /transcripts?by=part", form).await;
    assert_eq!(
        validation_errors(&response),
        ["body hints.speakers: must be at least 1"]
    );
    // This form is closed. The other one skips parts that it does not know.
    let response = send(&server.url, "POST /profiles", form).await;
    let expected = [
        "body name: is missing",
        "body hints: is not a known field",
        "body password: is not a known field",
        "body file: is not a known field",
    ];
    assert_eq!(validation_errors(&response), expected);
}

#[tokio::test]
async fn a_body_that_is_not_a_form_is_rejected() {
    let server = start().await;
    for line in ["POST /transcripts", "POST /profiles"] {
        let response = exchange(
            &server.url,
            line,
            &["content-type: application/json", "content-length: 2"],
            "{}",
        )
        .await;
        assert!(response.starts_with("HTTP/1.1 415 "), "{response}");
        let response = exchange(&server.url, line, &[], "").await;
        assert_eq!(validation_errors(&response), ["body : is missing"]);
        for media in [
            "multipart/form-data",
            "multipart/form-data; boundary=",
            "multipart/form-data; boundary=\"x",
        ] {
            let media = format!("content-type: {media}");
            let response = exchange(&server.url, line, &[&media, "content-length: 2"], "{}").await;
            let expected = ["header content-type: must have a boundary of at most 70 characters"];
            assert_eq!(validation_errors(&response), expected);
        }
        let response = send(&server.url, line, "--B\r\n\r\n\r\n--B--").await;
        let expected = "body : is not valid multipart: a part has no header `Content-Disposition`";
        assert_eq!(validation_errors(&response), [expected]);
    }
}

/// Multipart without an end is an error, never a hang.
#[tokio::test]
async fn a_form_without_its_end_is_400() {
    let server = start().await;
    let start =
        "--B\r\nContent-Disposition: form-data; name=file\r\nContent-Type: audio/x\r\n\r\nla";
    for line in [
        "POST /transcripts",
        "POST /transcripts?by=part",
        "POST /profiles",
    ] {
        for body in [
            "",
            "--B",
            start,
            &format!("{start}\r\n--B"),
            &format!("{start}\r\n--B-"),
        ] {
            let response = send(&server.url, line, body).await;
            let found = validation_errors(&response);
            assert!(
                found.contains(&"body : ended before it was complete".to_owned()),
                "{line} {body:?}: {found:?}"
            );
        }
        // The connection ends before the announced length.
        let mut wire = Wire::connect(&server.url).await;
        let head = "HTTP/1.1\r\nhost: test\r\ncontent-type: multipart/form-data; boundary=B\r\ncontent-length: 1000\r\n";
        wire.send(format!("{line} {head}\r\n{start}")).await;
        wire.close_half().await;
        let response = wire.read_to_end().await;
        assert!(
            response.is_empty() || response.starts_with("HTTP/1.1 400 "),
            "{response}"
        );
    }
}

#[tokio::test]
async fn a_form_that_exceeds_the_limit_is_413() {
    let server = start_with(ServerConfig::new().body_limit(1000)).await;
    let profile = Profile {
        name: "x".repeat(1000),
        age: None,
        tags: vec![],
    };
    let error = server.client.register(profile).await.unwrap_err();
    assert_eq!(error.status().unwrap(), 413);
    for by in ["form", "part"] {
        let body = stream::iter((0..1_100).map(|_| Ok::<_, io::Error>(vec![7; 100_000])));
        let error = server
            .client
            .transcribe(by, speech(Body::from_stream(body)))
            .await
            .unwrap_err();
        // The server may close the connection while the client still sends.
        match error {
            Error::Rejected(error) => assert_eq!(error.status, 413),
            error => assert!(matches!(error, Error::Transport(_)), "{error:?}"),
        }
    }
}

#[tokio::test]
async fn a_part_that_is_no_file_is_limited() {
    let server = start_with(ServerConfig::new().max_item_bytes(10)).await;
    let mut form = speech("la la");
    form.languages = Some(vec!["x".repeat(11)]);
    let error = server.client.transcribe("part", form).await.unwrap_err();
    let Error::Rejected(error) = error else {
        panic!("{error:?}")
    };
    assert_eq!(
        error.validation_errors()[0].to_string(),
        "body `languages[]`: must have at most 10 bytes"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_file_takes_little_memory() {
    let (server, live) = (start().await, Live::default());
    let seen = server
        .client
        .transcribe("part", speech(pieces(&live, 300)))
        .await
        .unwrap();
    assert!(seen[0].ends_with("78643200 bytes"), "{seen:?}");
    assert!(live.most() < FEW, "{}", live.most());
}
