//! Contents other than JSON: text, bytes, JSON lines and forms, media types by name, and bodies that may be absent.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::BTreeMap;
use std::net::SocketAddr;

use archive_api::client::Error;
use archive_api::types::{Body, Card, Change, JsonLines, Maybe, Media, Method, Payment};
use futures_util::stream;
use specsmith_tests::archive::{Archive, client, row};
use specsmith_tests::raw::{Request, Response};

async fn start() -> (archive_api::Client, SocketAddr) {
    let url = Archive::default().serve().await;
    let address = url.trim_start_matches("http://").parse().unwrap();
    (client(&url), address)
}

async fn send(address: SocketAddr, line: &str, media: &str, body: &str) -> Response {
    let (method, target) = line.split_once(' ').unwrap();
    Request::new(method, target)
        .body(media, body)
        .send(address)
        .await
}

/// The status of a rejected call.
fn status<E: std::fmt::Debug>(error: Error<E>) -> u16 {
    match error {
        Error::Rejected(rejected) => rejected.status.as_u16(),
        error => panic!("{error:?}"),
    }
}

#[tokio::test]
async fn bytes_keep_their_media_type() {
    let (client, address) = start().await;
    let receipt = client
        .put_document("a", Media::new("text/csv; header=absent", "x,y"))
        .await
        .unwrap();
    assert_eq!(receipt.bytes, 3);
    let document = client.get_document("a").await.unwrap();
    assert_eq!(document.media, "text/csv; header=absent");
    assert_eq!(document.content.collect().await.unwrap(), "x,y");
    let response = Request::new("GET", "/v1/documents/a").send(address).await;
    assert_eq!(
        response.header("content-type"),
        Some("text/csv; header=absent")
    );
    assert_eq!(response.header("content-length"), Some("3"));
    assert_eq!(response.body, "x,y");
    let missing = client.get_document("b").await.unwrap_err();
    assert!(matches!(missing, Error::Api(_)), "{missing:?}");
}

#[tokio::test]
async fn other_media_types_are_rejected() {
    let (client, address) = start().await;
    let image = Media::new("image/png", "x");
    let error = client.put_document("a", image).await.unwrap_err();
    assert_eq!(status(error), 415);
    for (line, media, body, expected) in [
        ("PUT /v1/documents/a", "Application/PDF", "x", 200),
        ("PUT /v1/documents/a", "application/json", "1", 415),
        ("POST /v1/bytes", "text/plain", "x", 415),
        ("POST /v1/spell", "application/json", "1", 415),
        ("POST /v1/spell", "text/plain; charset=latin1", "x", 415),
        ("POST /v1/rows", "application/json", "{}", 415),
        ("POST /v1/payments", "application/json", "{}", 415),
        ("PATCH /v1/documents/a", "application/json", "{}", 415),
        (
            "PATCH /v1/documents/a",
            "application/merge-patch+json",
            "{}",
            200,
        ),
    ] {
        let response = send(address, line, media, body).await;
        assert_eq!(
            response.status, expected,
            "{line} {media}: {}",
            response.body
        );
    }
}

#[tokio::test]
async fn each_operation_has_a_limit_of_its_own() {
    let (client, address) = start().await;
    // The limit of the server is 2 MiB.
    let large = "x".repeat(3 << 20);
    let receipt = client
        .put_document("a", Media::new("text/plain", large.clone()))
        .await
        .unwrap();
    assert_eq!(receipt.bytes, 3 << 20);
    let too_large = Media::new("text/plain", "x".repeat((4 << 20) + 1));
    assert_eq!(
        status(client.put_document("a", too_large).await.unwrap_err()),
        413
    );
    let text = "x".repeat(1025);
    assert_eq!(
        status(client.spell().body(text.clone()).await.unwrap_err()),
        413
    );
    let chunked = Request::new("POST", "/v1/spell").chunked("text/plain", &text);
    assert_eq!(chunked.send(address).await.status, 413);
    let spelled = client.spell().body("x".repeat(1024)).await.unwrap();
    assert_eq!(spelled, "X".repeat(1024));
}

#[tokio::test]
async fn bytes_are_streamed_in_both_directions() {
    let (client, _) = start().await;
    let size: u64 = 64 << 20;
    let zeros = client.send_zeros(size).await.unwrap();
    // What the server sends goes back to it, chunk by chunk.
    let receipt = client.count_bytes(zeros).await.unwrap();
    assert_eq!(receipt.bytes, size);
    assert_eq!(client.count_bytes("abc").await.unwrap().bytes, 3);
    let none = client.send_zeros(0).await.unwrap();
    assert_eq!(none.collect().await.unwrap(), "");
}

#[tokio::test]
async fn text_is_sent_as_it_is() {
    let (client, address) = start().await;
    assert_eq!(client.spell().body("é\n\"x\"").await.unwrap(), "É\n\"X\"");
    let response = send(address, "POST /v1/spell", "text/plain", "a").await;
    assert_eq!(
        response.header("content-type"),
        Some("text/markdown; charset=utf-8")
    );
    assert_eq!(response.body, "A");
    let latin = Request::new("POST", "/v1/spell").body("text/plain", [0xe9]);
    let latin = latin.send(address).await;
    assert_eq!(latin.status, 400, "{}", latin.body);
}

#[tokio::test]
async fn bodies_may_be_absent() {
    let (client, address) = start().await;
    assert_eq!(client.spell().await.unwrap(), "NOTHING");
    assert_eq!(client.spell().body("").await.unwrap(), "");
    let put = Media::new("text/plain", "x");
    client.put_document("a", put).await.unwrap();
    assert_eq!(client.change_document("a").await.unwrap().bytes, 1);
    let change = Change {
        title: Maybe::Value("title".to_owned()),
    };
    let changed = client.change_document("a").body(change).await.unwrap();
    assert_eq!(changed.bytes, 5);
    assert_eq!(client.cancel_payment().await.unwrap(), None);
    let nothing = client.cancel_payment().body(Change::default()).await;
    assert_eq!(nothing.unwrap(), Some(Change::default()));
    // Many clients send a media type without a body.
    let patch = "application/merge-patch+json";
    let response = send(address, "PATCH /v1/documents/a", patch, "").await;
    assert_eq!(
        (response.status, response.body.as_str()),
        (200, r#"{"receipt":{"bytes":5,"media":"text/plain"}}"#)
    );
    assert_eq!(
        response.header("content-type"),
        Some("application/vnd.archive+json")
    );
    // A body without a media type is not absent.
    let untyped = Request::new("PATCH", "/v1/documents/a").header("content-length", "0");
    assert_eq!(untyped.send(address).await.status, 200);
    let empty = Request::new("POST", "/v1/payments").header("content-length", "0");
    let empty = empty.send(address).await;
    assert_eq!(empty.status, 400, "{}", empty.body);
    let chunked = Request::new("PATCH", "/v1/documents/a").chunked("", "{}");
    assert_eq!(chunked.send(address).await.status, 415);
    // Only their end tells that there are no chunks.
    let chunked = Request::new("PATCH", "/v1/documents/a").chunked(patch, "");
    assert_eq!(chunked.send(address).await.status, 200);
}

#[tokio::test]
async fn only_the_end_of_a_chunked_body_tells_that_it_is_absent() {
    let (_, address) = start().await;
    for (method, path, nothing) in [
        ("POST", "/v1/spell", "NOTHING"),
        ("POST", "/v1/payments/cancel", "null"),
        ("PUT", "/v1/bytes", "nothing"),
    ] {
        let request = Request::new(method, path).untyped_chunks(&[]);
        let response = request.send(address).await;
        assert_eq!(response.status, 200, "{path}: {response:?}");
        assert!(response.body.contains(nothing), "{path}: {response:?}");
    }
    for path in ["/v1/spell", "/v1/payments/cancel"] {
        let request = || Request::new("POST", path);
        let untyped = request().untyped_chunks(&["a=1"]).send(address).await;
        assert_eq!(untyped.status, 415, "{path}: {untyped:?}");
        // With a media type, it is a body, even if it is empty.
        for body in ["", "a=1"] {
            let request = request().chunked("application/pdf", body);
            let typed = request.send(address).await;
            assert_eq!(typed.status, 415, "{path}: {typed:?}");
        }
    }
    // JSON is never empty.
    for (body, status) in [("", 404), ("{}", 415)] {
        let request = Request::new("PATCH", "/v1/documents/a").chunked("text/plain", body);
        assert_eq!(request.send(address).await.status, status, "{body}");
    }
    // Bytes need no media type, and none of them is lost.
    let echo = Request::new("PUT", "/v1/bytes").untyped_chunks(&["first", "second"]);
    let echo = echo.send(address).await;
    assert_eq!(echo.status, 200, "{echo:?}");
    for chunk in ["first", "second"] {
        assert!(echo.body.contains(chunk), "{echo:?}");
    }
}

#[tokio::test]
async fn a_body_may_be_in_an_envelope() {
    let (client, address) = start().await;
    let labels = ["tea", "coffee"].map(str::to_owned).to_vec();
    let sorted = client.label_document("a", labels).await.unwrap();
    assert_eq!(sorted, ["coffee", "tea"]);
    let put = async |body: &str| {
        send(
            address,
            "PUT /v1/documents/a/labels",
            "application/json",
            body,
        )
        .await
    };
    let response = put(r#"{"other":1,"labels":["b","a"]}"#).await;
    assert_eq!(
        (response.status, response.body.as_str()),
        (200, r#"{"labels":["a","b"]}"#)
    );
    for (body, name, problem) in [
        (r#"["a"]"#, "", "expected an object"),
        (r#"{"label":["a"]}"#, "labels", "is missing"),
        (r#"{"labels":null}"#, "labels", "must not be null"),
        (r#"{"labels":["a",1]}"#, "labels[1]", "expected a string"),
        (
            r#"{"labels":["a","longer than ten"]}"#,
            "labels[1]",
            "must have at most 10 characters",
        ),
        (r#"{"labels":["a"],"labels":[]}"#, "labels", "occurs twice"),
        (
            r#"{"labels":["a""#,
            "",
            "is not valid JSON: line 1, column 14",
        ),
    ] {
        let response = put(body).await;
        assert_eq!(response.status, 400, "{body}");
        let invalid = &response.json()["metadata"]["invalid"][0];
        let mut expected = serde_json::json!({ "in": "body", "problem": problem });
        // The body as a whole has no name.
        if !name.is_empty() {
            expected["name"] = name.into();
        }
        assert_eq!(*invalid, expected, "{body}");
    }
}

#[tokio::test]
async fn json_lines_go_in_both_directions() {
    let (client, address) = start().await;
    let rows = client.export_rows(1000).await.unwrap();
    let sum = client.import_rows(rows).await.unwrap();
    assert_eq!(sum.amount, 499_500);
    let mut rows = client.export_rows(2).await.unwrap();
    let first = rows.next().await.unwrap().unwrap();
    assert_eq!((first.name.as_str(), first.amount), ("row \n 0", 0));
    assert!(rows.next().await.unwrap().is_ok());
    assert!(rows.next().await.is_none());
    let lines = "application/x-ndjson";
    let response = Request::new("GET", "/v1/rows?count=1").send(address).await;
    assert_eq!(response.header("content-type"), Some(lines));
    assert!(
        response.body.contains(r#"{"name":"row \n 0","amount":0}"#),
        "{}",
        response.body
    );
    for (body, expected) in [
        ("", "200"),
        (
            "{\"name\":\"a\",\"amount\":1}\r\n\r\n{\"name\":\"b\",\"amount\":2}",
            "\"amount\":3",
        ),
        ("{\"name\":\"\",\"amount\":1}\n", "400"),
        ("{\"name\":\"a\",\"amount\":1}\n{\"name\"\n", "400"),
    ] {
        let response = send(address, "POST /v1/rows", lines, body).await;
        let seen = format!("{} {}", response.status, response.body);
        assert!(seen.contains(expected), "{body}: {seen}");
    }
}

#[tokio::test]
async fn a_stream_that_fails_is_no_complete_body() {
    let (client, _) = start().await;
    let rows = [Ok(row("a", 1)), Err(std::io::Error::other("gone"))];
    let error = client.import_rows(JsonLines::new(stream::iter(rows))).await;
    assert!(matches!(error, Err(Error::Transport(_))), "{error:?}");
    let chunks = [Ok("a"), Err(std::io::Error::other("gone"))];
    let error = client
        .count_bytes(Body::from_stream(stream::iter(chunks)))
        .await;
    assert!(matches!(error, Err(Error::Transport(_))), "{error:?}");
}

#[tokio::test]
async fn forms_nest() {
    let (client, address) = start().await;
    let payment = Payment {
        tags: Some(vec!["a&b".to_owned(), String::new()]),
        lines: Some(vec![row("x", 1), row("y", 2)]),
        note: Maybe::Null,
        metadata: Some(BTreeMap::from([("k=1".to_owned(), "=é".to_owned())])),
        ..Payment::new(
            500,
            Method::Card(Card {
                number: "42 42".to_owned(),
            }),
        )
    };
    assert_eq!(client.pay(payment.clone()).await.unwrap(), payment);
    // No server could tell such a name from a part.
    let metadata = Some(BTreeMap::from([("k[1]".to_owned(), "a".to_owned())]));
    let refused = client
        .pay(Payment {
            metadata,
            ..payment
        })
        .await;
    assert!(matches!(refused, Err(Error::Request(_))), "{refused:?}");
    let form = "application/x-www-form-urlencoded";
    for (body, expected) in [
        (
            "amount=5&method[type]=transfer&tags=a&tags=b&lines[0][name]=x&lines[0][amount]=1",
            r#"200 {"amount":5,"method":{"type":"transfer"},"tags":["a","b"],"lines":[{"name":"x","amount":1}]}"#,
        ),
        ("amount=5&method%5Btype%5D=transfer&note=", r#""note":null"#),
        ("amount=x&method[type]=transfer", "400"),
        ("amount=0&method[type]=transfer", "400"),
        ("amount=5&method[type]=cash", "400"),
        ("", "400"),
    ] {
        let response = send(address, "POST /v1/payments", form, body).await;
        let seen = format!("{} {}", response.status, response.body);
        assert!(seen.contains(expected), "{body}: {seen}");
    }
}

#[tokio::test]
#[ignore = "needs curl"]
async fn curl_sends_forms_and_files() {
    let (_, address) = start().await;
    let file = std::env::temp_dir().join(format!("specsmith-contents-{}", std::process::id()));
    std::fs::write(&file, vec![7; 300_000]).unwrap();
    let upload = format!("@{}", file.display());
    let calls: [(&[&str], &str, &str); 3] = [
        (
            &[
                "--data-urlencode",
                "amount=5",
                "-d",
                "method[type]=card",
                "-d",
                "method[number]=1",
            ],
            "/v1/payments",
            r#"{"amount":5,"method":{"type":"card","number":"1"}}"#,
        ),
        (
            &[
                "-X",
                "PUT",
                "-H",
                "Content-Type: application/pdf",
                "--data-binary",
                &upload,
            ],
            "/v1/documents/a",
            r#"{"bytes":300000,"media":"application/pdf"}"#,
        ),
        (
            &["-H", "Content-Type: text/plain", "-d", "abc"],
            "/v1/spell",
            "ABC",
        ),
    ];
    for (arguments, path, expected) in calls {
        let output = tokio::process::Command::new("curl")
            .args(["--silent", "--show-error", "--max-time", "20"])
            .args(arguments)
            .arg(format!("http://{address}{path}"))
            .output()
            .await
            .unwrap();
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{output:?}"
        );
    }
    std::fs::remove_file(&file).unwrap();
}
