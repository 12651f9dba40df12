//! Multipart forms: whole and part by part, every kind of part, and forms that are wrong.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::stream;
use serde_json::json;
use specsmith_tests::raw::{Reply, Request, Response, Stub};
use specsmith_tests::serving::base_url;
use specsmith_tests::studio::{self, Studio, client};
use studio_api::Client;
use studio_api::client::Error;
use studio_api::types::{
    Body, Draft, FilePart, Folder, Hints, Home, Note, Picture, ProfileInput, SpeechUpload,
};

async fn start() -> (Client, SocketAddr) {
    let url = Studio::default().serve().await;
    let address = url.trim_start_matches("http://").parse().unwrap();
    (client(&url), address)
}

fn mp3(body: impl Into<Body>) -> FilePart {
    FilePart::new(body)
        .file_name("speech.mp3")
        .media("audio/mpeg")
}

fn speech(body: impl Into<Body>) -> SpeechUpload {
    SpeechUpload {
        attachments: Some(vec![
            FilePart::new("GIF89a").file_name("größe \"1\".gif"),
            FilePart::new("").file_name("empty.txt").media("text/plain"),
        ]),
        languages: Some(vec!["en".into(), "de".into()]),
        hints: Some(Hints {
            speakers: Some(2),
            names: vec!["Ann".into()],
        }),
        notes: Some(vec![Note {
            at: 1,
            text: "x; \"y\"\r\n".into(),
        }]),
        phrase: Some("--B".into()),
        ..SpeechUpload::new(mp3(body), 1.5)
    }
}

/// The status of a rejected call.
fn status<T: std::fmt::Debug, E: std::fmt::Debug>(result: Result<T, Error<E>>) -> u16 {
    match result.unwrap_err() {
        Error::Rejected(rejected) => rejected.status.as_u16(),
        error => panic!("{error:?}"),
    }
}

const MEDIA: &str = "multipart/form-data; boundary=B";

async fn send(address: SocketAddr, target: &str, body: &str) -> Response {
    let request = Request::new("POST", target);
    request.body(MEDIA, body).send(address).await
}

/// A part with these headers after `form-data`.
fn part(headers: &str, content: &str) -> String {
    format!("--B\r\nContent-Disposition: form-data; {headers}\r\n\r\n{content}\r\n")
}

fn field(name: &str, content: &str) -> String {
    part(&format!("name=\"{name}\""), content)
}

fn file(name: &str, media: &str, content: &str) -> String {
    let headers = format!("name=\"{name}\"; filename=\"a\"\r\nContent-Type: {media}");
    part(&headers, content)
}

fn form(parts: &[String]) -> String {
    parts.concat() + "--B--\r\n"
}

/// What is wrong with a form.
fn problems(response: &Response) -> Vec<String> {
    assert_eq!(response.status, 400, "{response:?}");
    let errors = response.json()["metadata"]["invalid"].clone();
    let errors = errors.as_array().unwrap().iter();
    let text = |error: &serde_json::Value, field: &str| error[field].as_str().unwrap().to_owned();
    errors
        .map(|error| format!("{}: {}", text(error, "name"), text(error, "problem")))
        .collect()
}

#[tokio::test]
async fn every_kind_of_part_arrives() {
    let (client, _) = start().await;
    let whole = client.transcribe(speech("la la")).await.unwrap();
    assert_eq!(
        whole.parts,
        [
            "file speech.mp3 audio/mpeg 5 bytes",
            "attachment größe \"1\".gif application/octet-stream 6 bytes",
            "attachment empty.txt text/plain 0 bytes",
            "language en",
            "language de",
            "hints Some(2) Ann",
            "note 1 x; \"y\"\r\n",
            "speed 1.5",
            "phrase --B",
            "format Json",
        ]
    );
    // A stream has no length.
    let body = Body::from_stream(stream::iter([Ok::<_, io::Error>("la "), Ok("la")]));
    let parts = client.transcribe_parts(speech(body)).await.unwrap();
    assert_eq!(
        parts.parts,
        [
            "file 5 bytes",
            "attachment größe \"1\".gif",
            "attachment empty.txt",
            "language en",
            "language de",
            "hints Some(2) Ann",
            "note 1 x; \"y\"\r\n",
            "speed 1.5",
            "phrase --B",
        ]
    );
}

/// As Google Drive takes an upload: metadata first, then the file, and no part is `form-data`.
#[tokio::test]
async fn parts_that_are_not_of_a_form_arrive() {
    let (client, address) = start().await;
    let picture = || Picture {
        about: Home {
            city: "Köln".into(),
        },
        file: FilePart::new("PNG").media("image/png"),
        words: Some(vec!["a".into(), "b".into()]),
        title: Some("7".into()),
    };
    let seen = client.add_picture(picture()).await.unwrap();
    let expected = ["about Köln", "file  image/png 3 bytes", "a", "b", "7"];
    assert_eq!(seen.parts, expected);

    let stub = Stub::start(vec![Reply::json(200, &json!({ "parts": [] }))]).await;
    let _ = studio::client(&base_url(stub.address))
        .add_picture(picture())
        .await;
    let sent = stub.seen().remove(0);
    let (head, body) = sent.split_once("\r\n\r\n").unwrap();
    let media = head
        .lines()
        .find_map(|line| line.strip_prefix("content-type: "))
        .unwrap();
    let boundary = media.strip_prefix("multipart/related; boundary=").unwrap();
    let boundary = boundary
        .strip_suffix("; type=\"application/json\"")
        .unwrap();
    let expected = format!(
        "--{boundary}\r\nContent-Type: application/json\r\nContent-ID: <about>\r\n\r\n{{\"city\":\"Köln\"}}\r\n\
         --{boundary}\r\nContent-Type: image/png\r\nContent-ID: <file>\r\n\r\nPNG\r\n\
         --{boundary}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-ID: <words>\r\n\r\na\r\n\
         --{boundary}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-ID: <words>\r\n\r\nb\r\n\
         --{boundary}\r\nContent-Type: application/json\r\nContent-ID: <title>\r\n\r\n\"7\"\r\n\
         --{boundary}--\r\n"
    );
    assert_eq!(body, expected);

    // Other clients give parts no identifiers.
    let parts = "--B\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n{\"city\": \"Rome\"}\r\n\
                 --B\r\nContent-Type: image/gif\r\n\r\nGIF89a\r\n--B--";
    let send = |media: &'static str, parts: &'static str| async move {
        let request = Request::new("POST", "/v1/pictures");
        request.body(media, parts).send(address).await
    };
    let response = send("multipart/related; boundary=B", parts).await;
    assert_eq!(
        response.json()["parts"],
        json!(["about Rome", "file  image/gif 6 bytes"])
    );
    assert_eq!(send("multipart/mixed; boundary=B", parts).await.status, 415);
    let swapped = "--B\r\nContent-Type: image/gif\r\n\r\nGIF89a\r\n--B--";
    let response = send("multipart/related; boundary=B", swapped).await;
    assert_eq!(
        problems(&response),
        ["about: must be JSON in UTF-8", "file: is missing"]
    );

    let home = ProfileInput {
        age: Some(7),
        ..ProfileInput::new("Ann", vec!["x".into()])
    };
    let read = client.import_profile(home).await.unwrap();
    assert_eq!((read.name.as_str(), read.age), ("Ann", Some(7)));
}

#[tokio::test]
async fn a_file_is_read_from_the_disk() {
    let (client, _) = start().await;
    let path = std::env::temp_dir().join(format!("studio-{}.mp3", std::process::id()));
    std::fs::write(&path, [7; 100_000]).unwrap();
    let form = SpeechUpload::new(FilePart::open(&path).await.unwrap(), 1.0);
    let seen = client.transcribe(form).await.unwrap();
    std::fs::remove_file(&path).unwrap();
    let expected = format!(
        "file studio-{}.mp3 audio/mpeg 100000 bytes",
        std::process::id()
    );
    assert_eq!(seen.parts.first(), Some(&expected));
}

#[tokio::test]
async fn files_have_any_name() {
    let (client, address) = start().await;
    let files = [
        ("b".to_owned(), FilePart::new("1")),
        ("a b".to_owned(), mp3("22")),
    ];
    let folder = Folder {
        replace: Some(true),
        others: BTreeMap::from(files),
    };
    let seen = client.put_folder(folder).await.unwrap();
    assert_eq!(
        seen.parts,
        [
            "replace Some(true)",
            "a b speech.mp3 audio/mpeg 2 bytes",
            "b file application/octet-stream 1 bytes",
        ]
    );
    let body = form(&[file("a", "text/plain", "1"), file("a", "text/plain", "2")]);
    let request = Request::new("PUT", "/v1/folders").body(MEDIA, body);
    assert_eq!(problems(&request.send(address).await), ["a: occurs twice"]);
}

#[tokio::test]
async fn a_form_may_be_absent() {
    let (client, address) = start().await;
    assert!(client.change_draft().await.unwrap().parts.is_empty());
    let draft = Draft {
        title: Some("A".into()),
        ..Draft::default()
    };
    let seen = client.change_draft().body(draft).await.unwrap();
    assert_eq!(seen.parts, ["title Some(\"A\")"]);
    // An empty form is not absent.
    let request = Request::new("PATCH", "/v1/draft").body(MEDIA, "--B--\r\n");
    let response = request.send(address).await;
    assert_eq!(response.json()["parts"], serde_json::json!(["title None"]));
    let seen = client.change_profile().await.unwrap();
    assert!(seen.parts.is_empty());
}

#[tokio::test]
async fn a_form_without_files_is_read_before_the_handler_runs() {
    let (client, address) = start().await;
    let form = ProfileInput {
        age: Some(7),
        home: Some(Home {
            city: "Bern".into(),
        }),
        ..ProfileInput::new("Ann", vec!["a".into(), String::new()])
    };
    let profile = client.create_profile(form.clone()).await.unwrap();
    assert_eq!(ProfileInput::from(profile), form);
    let seen = client.change_profile().body(form).await.unwrap();
    assert_eq!(seen.parts, ["Ann"]);
    // Its constraints hold, it is closed, and a field that only responses have is ignored.
    let body = texts(&[("id", "7"), ("name", ""), ("tag", "a"), ("home", "{}")]);
    assert_eq!(
        problems(&send(address, "/v1/profiles", &body).await),
        [
            "name: must have at least 1 character",
            "home.city: is missing",
            "tag: is not a known field",
        ]
    );
}

/// A form of texts.
fn texts(fields: &[(&str, &str)]) -> String {
    let parts: Vec<String> = fields
        .iter()
        .map(|(name, text)| field(name, text))
        .collect();
    form(&parts)
}

#[tokio::test]
async fn validation_errors_name_the_part() {
    let (_, address) = start().await;
    let wrong = [
        file("attachments[]", "a/b", "1"),
        file("attachments[]", "a/b", "2"),
        file("attachments[]", "a/b", "3"),
        field("languages[]", "en"),
        field("languages[]", "english"),
        field("hints", r#"{"speakers": 0, "names": [1]}"#),
        file("notes", "application/xml", "<a/>"),
        field("speed", "fast"),
        field("phrase", "too long a phrase"),
        field("format", "morse"),
        // Unknown parts are skipped.
        field("unknown", "1"),
    ];
    let response = send(address, "/v1/transcripts", &form(&wrong)).await;
    assert_eq!(
        problems(&response),
        [
            "file: is missing",
            "attachments[]: must have at most 2 items",
            "languages[]: must have exactly 2 characters",
            "hints.speakers: must be at least 1",
            "hints.names[0]: expected a string",
            "notes: must be JSON in UTF-8",
            "speed: expected a number",
            "phrase: must have at most 8 characters",
            "format: expected one of `json`, `text`",
        ]
    );
    assert!(!response.body.contains("long a phrase"));
    // Part by part, the handler gets the errors of one part.
    let response = send(address, "/v1/transcripts/parts", &form(&wrong[3..])).await;
    assert_eq!(
        problems(&response),
        ["languages[]: must have exactly 2 characters"]
    );
    let twice = [
        file("file", "audio/wav", ""),
        field("speed", "1"),
        field("languages[]", "en"),
        field("languages[]", "en"),
    ];
    let response = send(address, "/v1/transcripts", &form(&twice)).await;
    assert_eq!(
        problems(&response),
        ["languages[]: must not contain the same item twice"]
    );
}

#[tokio::test]
async fn the_media_type_of_a_file_is_checked() {
    let (client, address) = start().await;
    for (media, expected) in [
        ("video/mp4", 200),
        ("Audio/OGG; x=1", 200),
        ("video/webm", 400),
    ] {
        let parts = [file("file", media, "1"), field("speed", "1")];
        let response = send(address, "/v1/transcripts", &form(&parts)).await;
        assert_eq!(response.status, expected, "{media}: {}", response.body);
    }
    let text = FilePart::new("la").media("text/plain");
    let result = client.transcribe(SpeechUpload::new(text, 1.0)).await;
    assert_eq!(status(result), 400);
}

#[tokio::test]
async fn other_bodies_are_rejected() {
    let (_, address) = start().await;
    let whole = form(&[file("file", "audio/wav", ""), field("speed", "1")]);
    for (media, expected) in [
        (MEDIA, 200),
        ("multipart/form-data; boundary=\"B\"", 200),
        ("multipart/form-data", 400),
        ("multipart/mixed; boundary=B", 415),
        ("application/json", 415),
    ] {
        let request = Request::new("POST", "/v1/transcripts").body(media, whole.clone());
        let response = request.send(address).await;
        assert_eq!(response.status, expected, "{media}: {}", response.body);
    }
}

#[tokio::test]
async fn a_form_with_a_wrong_boundary_or_without_an_end_is_invalid() {
    let (_, address) = start().await;
    let whole = form(&[file("file", "audio/wav", "1"), field("speed", "1")]);
    let (endless, _) = whole.split_at(whole.len() - 6);
    let other = whole.replace("--B", "--C");
    let (in_file, _) = whole.split_at(whole.find("1\r\n").unwrap());
    for path in ["/v1/transcripts", "/v1/transcripts/parts"] {
        for body in [endless, in_file, &other, "", "--B--"] {
            let response = send(address, path, body).await;
            assert_eq!(response.status, 400, "{body:?}: {}", response.body);
        }
    }
    // What a file contains does not end it: only a line that is the boundary does.
    let tricky = [
        file("file", "audio/wav", "x--B--\r\n-B\r\n--C\r\n \r\n"),
        field("speed", "1"),
    ];
    let response = send(address, "/v1/transcripts", &form(&tricky)).await;
    let parts = response.json()["parts"].to_string();
    assert!(parts.contains("audio/wav 20 bytes"), "{}", response.body);
}

#[tokio::test]
async fn a_form_is_not_larger_than_its_limit() {
    let (client, address) = start().await;
    let large = "x".repeat(2 << 20);
    assert_eq!(status(client.transcribe(speech(large.clone())).await), 413);
    // Without a length, the server notices while the handler reads.
    let body = form(&[file("file", "audio/wav", &large), field("speed", "1")]);
    let request = Request::new("POST", "/v1/transcripts").chunked(MEDIA, &body);
    assert_eq!(request.send(address).await.status, 413);
    // A part that is not a file is in memory, so it has its own limit.
    let body = form(&[field("phrase", &large)]);
    let response = send(address, "/v1/transcripts/parts", &body).await;
    assert_eq!(
        problems(&response),
        ["phrase: must have at most 1048576 bytes"]
    );
}

#[tokio::test]
async fn a_handler_may_stop_reading() {
    let (client, _) = start().await;
    for _ in 0..3 {
        let zeros = (0..256).map(|_| Ok::<_, io::Error>(vec![0; 1 << 16]));
        let form = speech(Body::from_stream(stream::iter(zeros)));
        // The server responds without waiting for the rest, and may close the connection before all of it is sent.
        match client.transcribe_first(form).await {
            Ok(seen) => assert_eq!(seen.parts, ["Ok(File { .. })"]),
            Err(Error::Transport(_)) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
    // The client is not broken.
    assert!(client.transcribe(speech("la")).await.is_ok());
}

/// A file passes through: the client reads it only as fast as the handler does.
#[tokio::test]
async fn a_large_file_takes_little_memory() {
    const PIECE: usize = 1 << 18;
    const PIECES: usize = 512;
    let studio = Studio::default();
    let client = client(&studio.serve().await);
    let (sent, most) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(0)));
    let (received, seen) = (Arc::clone(&studio.received), Arc::clone(&most));
    let pieces = stream::iter((0..PIECES).map(move |_| {
        let sent = sent.fetch_add(PIECE, Ordering::SeqCst) + PIECE;
        let waiting = sent.saturating_sub(received.load(Ordering::SeqCst));
        seen.fetch_max(waiting, Ordering::SeqCst);
        Ok::<_, io::Error>(vec![7; PIECE])
    }));
    let form = SpeechUpload::new(mp3(Body::from_stream(pieces)), 1.0);
    let parts = client.transcribe_parts(form).await.unwrap().parts;
    assert_eq!(
        parts,
        [
            format!("file {} bytes", PIECE * PIECES),
            "speed 1".to_owned()
        ]
    );
    let most = most.load(Ordering::SeqCst);
    // The rest is in the buffers of both sockets.
    assert!(most < PIECE * PIECES / 4, "{most}");
}
