//! Contents of responses that callers choose from: by `Accept`, by a field of the body, by a parameter.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::net::SocketAddr;

use drafts_api::client::Error;
use drafts_api::operations::GetReportResponse;
use drafts_api::types::{CompletionRequest, Contents, Format, StreamError, TranscriptRequest};
use specsmith_tests::drafts::{client, serve};
use specsmith_tests::raw::{Reply, Request, Response, Stub};

/// Sends a GET request with these lines of `Accept`.
async fn get(address: SocketAddr, path: &str, accept: &[&str]) -> Response {
    let mut request = Request::new("GET", path);
    for line in accept {
        request = request.header("Accept", line);
    }
    request.send(address).await
}

#[tokio::test]
async fn a_field_of_the_body_chooses() {
    let address = serve().await;
    let client = client(address);
    let request = CompletionRequest {
        seed: Some(u64::MAX),
        stream: Some(false),
        ..CompletionRequest::new("a \"b\",{")
    };
    let whole = client.create_completion(request.clone()).await.unwrap();
    assert_eq!(whole.text, "a \"b\",{ 18446744073709551615");
    // The method of the call sets the field, and leaves the others as they are.
    let mut events = client.create_completion(request).stream().await.unwrap();
    let mut words = Vec::new();
    while let Some(chunk) = events.next().await {
        words.push(chunk.unwrap().text);
    }
    assert_eq!(words, ["a", "\"b\",{", "18446744073709551615"]);
    let post = |body: &str| Request::new("POST", "/v1/completions").json(body);
    for (body, media) in [
        (r#"{"prompt":"a"}"#, "application/json"),
        (r#"{"prompt":"a","stream":false}"#, "application/json"),
        (r#"{"prompt":"a","stream":true}"#, "text/event-stream"),
        (
            r#"{ "str\u0065am" : true, "prompt":"a"}"#,
            "text/event-stream",
        ),
    ] {
        // The header does not matter here.
        let request = post(body).header("Accept", "image/png");
        let response = request.send(address).await;
        assert_eq!(
            (response.status, response.header("content-type")),
            (200, Some(media)),
            "{body}"
        );
        assert_eq!(response.header("vary"), None);
    }
    for body in [
        r#"{"prompt":"a","stream":"true"}"#,
        r#"{"stream":true}"#,
        r#"{"stream":true"#,
    ] {
        assert_eq!(post(body).send(address).await.status, 400, "{body}");
    }
}

#[tokio::test]
async fn a_chosen_stream_ends_and_fails_as_others() {
    let client = client(serve().await);
    let request = CompletionRequest::new("a fail b");
    let mut events = client.create_completion(request).stream().await.unwrap();
    assert_eq!(events.next().await.unwrap().unwrap().text, "a");
    let failed = events.next().await.unwrap().unwrap_err();
    assert!(matches!(failed, StreamError::Event(failed) if failed.error == "the text failed"));
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn an_enumeration_chooses_among_texts() {
    let client = client(serve().await);
    let request = |format| TranscriptRequest {
        response_format: format,
        ..TranscriptRequest::new("Hello")
    };
    let usual = client.create_transcript(request(None)).await.unwrap();
    assert_eq!(usual.text, "Hello");
    let text = client.create_transcript(request(Some(Format::Vtt))).text();
    assert_eq!(text.await.unwrap(), "Hello");
    let response = client
        .create_transcript(request(None))
        .vtt()
        .send()
        .await
        .unwrap();
    assert_eq!(response.headers["content-type"], "text/vtt; charset=utf-8");
    assert_eq!(response.value, "WEBVTT\n\nHello");
    // The caller asked for another content with the field than with the call, so this is not what it expects.
    let other = client.create_transcript(request(Some(Format::Text))).await;
    assert!(matches!(other, Err(Error::Undocumented(_))), "{other:?}");
}

#[tokio::test]
async fn a_field_of_a_form_chooses() {
    let address = serve().await;
    let client = client(address);
    // What looks like the field is not.
    let speech = "a&response_format=vtt +%20é";
    let request = |format| TranscriptRequest {
        response_format: format,
        ..TranscriptRequest::new(speech)
    };
    for format in [None, Some(Format::Json)] {
        let usual = client.create_caption(request(format)).await.unwrap();
        assert_eq!(usual.text, speech);
    }
    // The method sets the field, whatever it was before, and leaves the others as they are.
    for format in [
        None,
        Some(Format::Json),
        Some(Format::Text),
        Some(Format::Vtt),
    ] {
        let text = client.create_caption(request(format)).text().await;
        assert_eq!(text.unwrap(), speech);
        let vtt = client.create_caption(request(format)).vtt().await;
        assert_eq!(vtt.unwrap(), format!("WEBVTT\n\n{speech}"));
    }
    let other = client.create_caption(request(Some(Format::Text))).await;
    assert!(matches!(other, Err(Error::Undocumented(_))), "{other:?}");
}

#[tokio::test]
async fn forms_of_others_choose() {
    let address = serve().await;
    let post = |form: &str| {
        let request = Request::new("POST", "/v1/captions");
        request.body("application/x-www-form-urlencoded", form)
    };
    for (form, media) in [
        ("speech=a", "application/json"),
        ("speech=a&response_format=json", "application/json"),
        ("speech=response_format=text", "application/json"),
        ("response_format=text&speech=a", "text/plain; charset=utf-8"),
        (
            "&&speech=a&&response%5fformat=v%74t&",
            "text/vtt; charset=utf-8",
        ),
    ] {
        // The header does not matter here.
        let request = post(form).header("Accept", "image/png");
        let response = request.send(address).await;
        assert_eq!(
            (response.status, response.header("content-type")),
            (200, Some(media)),
            "{form}"
        );
    }
    for form in [
        "response_format=text",
        "speech=a&response_format=pdf",
        "speech=a&response_format=text&response_format=vtt",
        "speech=a&response_format=te%",
        "speech=%ff&response_format=text",
        "",
    ] {
        assert_eq!(post(form).send(address).await.status, 400, "{form}");
    }
}

/// A server that others wrote gets the field once.
#[tokio::test]
async fn a_call_sends_the_field_of_a_form_once() {
    let reply = Reply::response(200, &[("content-type", "text/vtt")], "WEBVTT");
    let stub = Stub::start([reply]).await;
    let request = TranscriptRequest {
        response_format: Some(Format::Json),
        ..TranscriptRequest::new("a b")
    };
    client(stub.address)
        .create_caption(request)
        .vtt()
        .await
        .unwrap();
    let seen = stub.seen();
    let is_sent = seen[0].ends_with("\r\n\r\nspeech=a%20b&response_format=vtt");
    assert!(is_sent, "{}", seen[0]);
}

#[tokio::test]
async fn accept_chooses() {
    let address = serve().await;
    let client = client(address);
    let GetReportResponse::Rows(mut rows) = client.get_report("monday").await.unwrap() else {
        panic!("rows are the first content");
    };
    assert_eq!(rows.next().await.unwrap().unwrap().texts, 3);
    let csv = client.get_report("monday").csv().await.unwrap();
    assert!(matches!(csv, GetReportResponse::Csv(text) if text == "monday,3\n"));
    let GetReportResponse::Pdf(pdf) = client.get_report("monday").pdf().await.unwrap() else {
        panic!("the call asks for bytes");
    };
    assert_eq!(pdf.collect().await.unwrap(), "%PDF");
    // Another status is possible whatever the caller asked for.
    let accepted = client.get_report("today").pdf().await.unwrap();
    assert!(matches!(accepted, GetReportResponse::Accepted(later) if later.retry_after == 60));
    let missing = client.get_report("never").csv().await;
    assert!(matches!(missing, Err(Error::Api(_))), "{missing:?}");

    let (rows, csv, pdf) = (
        "application/x-ndjson",
        "text/csv; charset=utf-8",
        "application/pdf",
    );
    for (accept, media) in [
        (&[][..], rows),
        (&["*/*"], rows),
        (&["text/*"], csv),
        (&["text/csv;q=0.5, application/pdf;q=0.6"], pdf),
        (&["text/csv;q=0.5", "application/pdf;q=0.4"], csv),
        (&["application/*, text/csv"], rows),
        (&["*/*;q=0.1, application/x-ndjson;q=0"], csv),
        (&["TEXT/CSV; charset=utf-8"], csv),
        (&["image/png, */*;q=0.01"], rows),
        // What is not a range is skipped.
        (&["garbage"], rows),
        (&["", ";;q=1,,/"], rows),
        (&["text/csv;q=nothing, application/pdf;q=0.1"], pdf),
        (&["garbage, application/pdf"], pdf),
    ] {
        let response = get(address, "/v1/reports/monday", accept).await;
        assert_eq!(
            (response.status, response.header("content-type")),
            (200, Some(media)),
            "{accept:?}"
        );
        assert_eq!(response.header("vary"), Some("accept"));
    }
    for accept in ["image/png", "text/csv;q=0", "*/*;q=0", "text/html, garbage"] {
        let response = get(address, "/v1/reports/monday", &[accept]).await;
        assert_eq!(response.status, 406, "{accept}");
        assert_eq!(response.json()["code"], 406);
    }
}

#[tokio::test]
async fn bytes_of_several_media_types_are_one_content() {
    let address = serve().await;
    let client = client(address);
    let contents = client.get_contents("src/").r#ref("v1").await.unwrap();
    assert_eq!(contents, Contents::Directory(vec!["src/@v1".to_owned()]));
    let raw = client
        .get_contents("a/b.png")
        .r#ref("v1")
        .raw()
        .await
        .unwrap();
    assert_eq!(raw.media, "image/png");
    assert_eq!(raw.content.collect().await.unwrap(), "a/b.png@v1");
    for (accept, media) in [
        ("application/vnd.drafts.raw", "application/vnd.drafts.raw"),
        ("image/jpeg", "application/vnd.drafts.raw"),
        (
            "image/*, application/json;q=0.9",
            "application/vnd.drafts.raw",
        ),
        ("image/*;q=0.8, application/json;q=0.9", "application/json"),
        ("*/*", "application/json"),
    ] {
        let response = get(address, "/v1/contents/a", &[accept]).await;
        assert_eq!(response.header("content-type"), Some(media), "{accept}");
    }
}

#[tokio::test]
async fn a_parameter_chooses() {
    let address = serve().await;
    let client = client(address);
    let plan = client.get_plan().alt("something else").await.unwrap();
    assert_eq!(
        (plan.body.topic.as_str(), plan.etag.as_deref()),
        ("rain", Some("\"1\""))
    );
    let text = client
        .get_plan()
        .alt("something else")
        .text()
        .await
        .unwrap();
    assert_eq!(
        (text.body.as_str(), text.etag.as_deref()),
        ("rain", Some("\"1\""))
    );
    for (query, media) in [
        ("", "application/json"),
        ("?alt=plain+text", "text/plain; charset=utf-8"),
        ("?alt=plain%20text", "text/plain; charset=utf-8"),
        ("?alt=plain", "application/json"),
    ] {
        let response = get(address, &format!("/v1/plan{query}"), &["text/html"]).await;
        assert_eq!(
            (response.status, response.header("content-type")),
            (200, Some(media)),
            "{query}"
        );
        assert_eq!(response.header("etag"), Some("\"1\""));
    }
}

#[tokio::test]
async fn a_handler_cannot_send_what_the_caller_did_not_ask_for() {
    let address = serve().await;
    let client = client(address);
    let wrong = client.get_report("wrong").pdf().await;
    assert!(
        matches!(&wrong, Err(Error::Rejected(rejected)) if rejected.status == 500),
        "{wrong:?}"
    );
    assert_eq!(get(address, "/v1/reports/wrong", &[]).await.status, 500);
    // It happens to be what this caller wants.
    assert_eq!(
        get(address, "/v1/reports/wrong", &["text/csv"])
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn a_client_gets_what_it_asked_for_or_an_error() {
    let reply = |media| Reply::response(200, &[("content-type", media)], "\"a\"");
    let stub = Stub::start(["application/json", "text/plain", "application/pdf"].map(reply)).await;
    let client = client(stub.address);
    let request = || CompletionRequest::new("a");
    let whole = client.create_completion(request()).stream().await;
    assert!(matches!(whole, Err(Error::Undocumented(_))), "{whole:?}");
    let csv = client.get_report("a").csv().await;
    // A media type that no content has is read as the content's own, as everywhere.
    assert!(
        matches!(&csv, Ok(GetReportResponse::Csv(text)) if text == "\"a\""),
        "{csv:?}"
    );
    let csv = client.get_report("a").csv().await;
    assert!(matches!(csv, Err(Error::Undocumented(_))), "{csv:?}");
    let seen = stub.seen();
    assert!(
        seen[0].contains("accept: text/event-stream\r\n"),
        "{}",
        seen[0]
    );
    assert!(
        seen[0].ends_with(r#"{"prompt":"a","stream":true}"#),
        "{}",
        seen[0]
    );
    assert!(
        seen[1].contains("accept: text/csv, application/json;q=0.9\r\n"),
        "{}",
        seen[1]
    );
}
