//! Event streams: their data, ends, errors and names, and streams that continue after a broken connection.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::net::SocketAddr;

use archive_api::operations::FollowRowsResponse;
use archive_api::types::{EventStream, Failure, Notice, Row, Step, StreamError, Word};
use specsmith_tests::archive::{Archive, client};
use specsmith_tests::raw::Request;

async fn start() -> (archive_api::Client, SocketAddr) {
    let url = Archive::default().serve().await;
    let address = url.trim_start_matches("http://").parse().unwrap();
    (client(&url), address)
}

async fn words(mut stream: EventStream<Word, Failure>) -> (Vec<String>, Option<i64>) {
    let mut words = Vec::new();
    while let Some(word) = stream.next().await {
        match word {
            Ok(word) => words.push(word.text),
            Err(StreamError::Event(failure)) => return (words, Some(failure.code)),
            Err(error) => panic!("{error:?}"),
        }
    }
    (words, None)
}

#[tokio::test]
async fn an_end_marker_ends_the_stream() {
    let (client, address) = start().await;
    let stream = client.complete("so it goes").await.unwrap();
    let expected = ["so", "it", "goes"].map(str::to_owned).to_vec();
    assert_eq!(words(stream).await, (expected, None));
    let response = Request::new("POST", "/v1/completions")
        .body("text/plain", "so")
        .send(address)
        .await;
    assert_eq!(response.header("content-type"), Some("text/event-stream"));
    let body = &response.body;
    assert!(
        body.contains("data: {\"text\":\"so\"}\n\ndata: [DONE]\n\n"),
        "{body}"
    );
}

#[tokio::test]
async fn a_field_tells_an_error_after_the_status() {
    let (client, address) = start().await;
    let stream = client.complete("so fail goes").await.unwrap();
    assert_eq!(words(stream).await, (vec!["so".to_owned()], Some(529)));
    let response = Request::new("POST", "/v1/completions")
        .body("text/plain", "fail")
        .send(address)
        .await;
    assert_eq!(response.status, 200);
    let body = &response.body;
    // The end marker comes after an error too, for clients that wait for it.
    let expected = "data: {\"finish_reason\":\"error\",\"code\":529}\n\ndata: [DONE]\n\n";
    assert!(body.contains(expected), "{body}");
}

#[tokio::test]
async fn the_data_of_events_can_be_text() {
    let (client, address) = start().await;
    let mut lines = client.shout("a\n\n{\"b\"").await.unwrap();
    let mut seen = Vec::new();
    while let Some(line) = lines.next().await {
        seen.push(line.unwrap());
    }
    assert_eq!(seen, ["A", "", "{\"B\""]);
    let mut failing = client.shout("a\nfail").await.unwrap();
    assert_eq!(failing.next().await.unwrap().unwrap(), "A");
    match failing.next().await {
        Some(Err(StreamError::Event(text))) => assert_eq!(text, "it failed\nwith two lines"),
        other => panic!("{other:?}"),
    }
    let response = Request::new("POST", "/v1/shout")
        .body("text/plain", "fail")
        .send(address)
        .await;
    let expected = "event: error\ndata: it failed\ndata: with two lines\n\n";
    assert!(response.body.contains(expected), "{}", response.body);
}

#[tokio::test]
async fn events_are_named_by_the_tag_of_their_data() {
    let (client, address) = start().await;
    let mut steps = client.reply("yes").await.unwrap();
    assert_eq!(steps.next().await.unwrap().unwrap(), Step::Started);
    let step = steps.next().await.unwrap().unwrap();
    assert_eq!(step, Step::Text(Word::new("yes")));
    assert!(steps.next().await.is_none());
    let response = Request::new("POST", "/v1/replies")
        .body("text/plain", "yes")
        .send(address)
        .await;
    let body = &response.body;
    assert!(
        body.contains("event: started\ndata: {\"type\":\"started\"}\n\nevent: text\n"),
        "{body}"
    );
}

#[tokio::test]
async fn the_name_of_an_event_is_the_variant() {
    let (client, address) = start().await;
    let lines = "add apples\nclose\nsay so\nmoved\nfail\nclose";
    let mut notices = client.notify(lines).await.unwrap();
    let mut seen = Vec::new();
    let failure = loop {
        match notices.next().await.unwrap() {
            Ok(notice) => seen.push(notice),
            Err(error) => break error,
        }
    };
    let expected = [
        Notice::RowAdded(Row {
            name: "apples".to_owned(),
            amount: 1,
        }),
        Notice::Closed,
        Notice::Message("so".to_owned()),
        Notice::Other("moved".to_owned(), serde_json::json!({ "by": "nobody" })),
    ];
    assert_eq!(seen, expected);
    assert!(matches!(failure, StreamError::Event(Failure { code: 529 })));
    let names: Vec<&str> = seen.iter().map(Notice::tag).collect();
    assert_eq!(names, ["row.added", "closed", "message", "moved"]);
    let response = Request::new("POST", "/v1/notices")
        .body("text/plain", lines)
        .send(address)
        .await;
    for event in [
        "event: row.added\ndata: {\"name\":\"apples\",\"amount\":1}\n\n",
        "event: closed\ndata: {}\n\n",
        "event: message\ndata: \"so\"\n\n",
        "event: moved\ndata: {\"by\":\"nobody\"}\n\n",
        "event: error\ndata: {\"finish_reason\":\"error\",\"code\":529}\n\nevent: end\ndata: \n\n",
    ] {
        assert!(response.body.contains(event), "{}", response.body);
    }
}

#[tokio::test]
async fn a_stream_continues_after_the_last_event() {
    let (client, _) = start().await;
    let mut rows = client.watch_rows().await.unwrap();
    let mut amounts = Vec::new();
    while let Some(row) = rows.next().await {
        amounts.push(row.unwrap().amount);
    }
    assert_eq!(amounts, (0..10).collect::<Vec<_>>());
    assert_eq!(rows.last_event_id(), Some("9"));
    // A caller can start in the middle.
    let mut rows = client.watch_rows().last_event_id("7").await.unwrap();
    let event = rows.next_event().await.unwrap().unwrap();
    assert_eq!((event.data.amount, event.id.as_deref()), (8, Some("8")));
}

#[tokio::test]
async fn another_status_ends_a_stream() {
    let (client, _) = start().await;
    let response = client.follow_rows().await.unwrap();
    assert_eq!(response.status(), 200);
    let FollowRowsResponse::Ok(mut rows) = response else {
        panic!("there are rows");
    };
    let mut amounts = Vec::new();
    while let Some(row) = rows.next().await {
        amounts.push(row.unwrap().amount);
    }
    // The client connected again twice, and the third time there was nothing more.
    assert_eq!(amounts, [0, 1, 2, 3, 4]);
    let FollowRowsResponse::NoContent(none) = client.follow_rows().from(5).await.unwrap() else {
        panic!("there are no rows");
    };
    assert_eq!(none.x_rows, Some(5));
}

#[tokio::test]
#[ignore = "needs curl"]
async fn curl_reads_events() {
    let (_, address) = start().await;
    let output = tokio::process::Command::new("curl")
        .args(["--silent", "--no-buffer", "--max-time", "20"])
        .args(["-H", "Content-Type: text/plain", "-d", "so it goes"])
        .arg(format!("http://{address}/v1/completions"))
        .output()
        .await
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let data: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .collect();
    let expected = [
        r#"{"text":"so"}"#,
        r#"{"text":"it"}"#,
        r#"{"text":"goes"}"#,
        "[DONE]",
    ];
    assert_eq!(data, expected);
}
