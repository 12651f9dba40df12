//! Completions: unions, event streams with failures, multipart forms, JSON lines, and several errors of one status, from
//! both sides of a socket.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::Duration;

use completions_api::client::{Credentials, Error, Retry};
use completions_api::operations::*;
use completions_api::types::*;
use completions_api::{Client, client};
use futures_util::{StreamExt, stream};
use serde_json::{Value as Json, json};
use specsmith_tests::completions::{ADMIN, PROJECT, builder, said, serve};
use specsmith_tests::raw::{Reply, Request, Response, Stub};

async fn start() -> (Client, SocketAddr) {
    let address = serve().await;
    (client(address), address)
}

fn client(address: SocketAddr) -> Client {
    let builder = builder(address).credentials(Credentials::key(PROJECT));
    builder.build().unwrap()
}

fn wanted(text: &str) -> CompletionRequest {
    CompletionRequest::new("nova-2", vec![said(text)])
}

async fn post(address: SocketAddr, target: &str, body: &Json) -> Response {
    let request = Request::new("POST", target).key(PROJECT);
    request.json(body.to_string()).send(address).await
}

async fn complete(address: SocketAddr, mut body: Json) -> Response {
    let fields = body.as_object_mut().unwrap();
    fields.entry("model").or_insert("nova-2".into());
    let messages = json!([{"role": "user", "content": "tea for two"}]);
    fields.entry("messages").or_insert(messages);
    post(address, "/v1/chat/completions", &body).await
}

/// What the model says.
fn content(completion: &Completion) -> &Content {
    let message = &completion.choices[0].message;
    message.content.as_ref().unwrap()
}

async fn whole(client: &Client, request: CompletionRequest) -> Completion {
    client.create_completion(request).await.unwrap()
}

#[tokio::test]
async fn a_conversation_is_completed() {
    let (client, address) = start().await;
    let completion = whole(&client, wanted("tea for two")).await;
    assert_eq!(*content(&completion), "tea for two".into());
    assert_eq!(completion.choices[0].finish_reason, FinishReason::Stop);
    let body = json!({
        "messages": [
            {"content": "You are brief.", "role": "system"},
            {"role": "assistant", "content": null, "tool_calls":
                [{"id": "1", "type": "function", "name": "f", "arguments": "{}"}]},
            {"name": "ada", "content": "tea", "role": "user"},
        ],
        "tools": [{"name": "f", "strict": null}],
        "seed": 18_446_744_073_709_551_615_u64,
        "temperature": null,
        "unknown": 1,
    });
    // `tea` alone is an error, see below; here it is followed by a word.
    let body = serde_json::from_str(&body.to_string().replace("\"tea\"", "\"tea please\""));
    let response = complete(address, body.unwrap()).await;
    assert_eq!(response.status, 200, "{}", response.body);
    assert_eq!(
        response.json(),
        json!({
            "object": "chat.completion",
            "id": "cmpl_nova-2",
            "choices": [{
                "index": 0,
                "message": {"content": "tea please"},
                "finish_reason": "stop",
            }],
            "usage": {"prompt_tokens": 3, "completion_tokens": 2},
        })
    );
}

#[tokio::test]
async fn parts_are_told_apart_by_their_tags_and_keep_them() {
    let (client, address) = start().await;
    let url: Uri = "https://a.example/b.png".parse().unwrap();
    let parts = vec![
        TextPart {
            text: "look".to_owned(),
        }
        .into(),
        ImagePart::new(ImageTag::ImageUrl, url).into(),
    ];
    let message = UserMessage::new(parts).into();
    let request = CompletionRequest::new("nova-2", vec![message]);
    assert_eq!(
        *content(&whole(&client, request).await),
        "look [ImageUrl of https://a.example/b.png]".into()
    );
    // A part of a kind that the server does not know.
    let content = json!([{"seconds": 3, "type": "audio"}, {"text": "hear", "type": "text"}]);
    let messages = json!([{"role": "user", "content": content}]);
    let response = complete(address, json!({ "messages": messages })).await;
    let said = &response.json()["choices"][0]["message"]["content"];
    assert_eq!(said, "[\"audio\"] hear");
}

#[tokio::test]
async fn a_stop_is_a_text_or_texts_or_tokens() {
    let (client, address) = start().await;
    for (stop, expected) in [
        (Stop::from("for"), "tea"),
        (vec!["two".to_owned(), "x".to_owned()].into(), "tea for"),
        (vec![3_u32].into(), ""),
    ] {
        let request = CompletionRequest {
            stop: Maybe::Value(stop),
            ..wanted("tea for two")
        };
        assert_eq!(*content(&whole(&client, request).await), expected.into());
    }
    for stop in [
        json!(7),
        json!({}),
        json!([1.5]),
        json!([true]),
        json!([1, "a"]),
    ] {
        let response = complete(address, json!({ "stop": stop })).await;
        assert_eq!(response.status, 400, "{stop}: {}", response.body);
        let parameter = response.json()["error"]["param"].clone();
        assert!(
            parameter.as_str().unwrap().starts_with("stop"),
            "{stop}: {parameter}"
        );
    }
}

#[tokio::test]
async fn a_tool_is_called_by_its_name() {
    let (client, address) = start().await;
    let tool = NamedTool {
        name: "weather".to_owned(),
    };
    let request = CompletionRequest {
        tool_choice: Some(tool.into()),
        ..wanted("Paris")
    };
    let completion = whole(&client, request).await;
    let calls = completion.choices[0].message.tool_calls.as_ref().unwrap();
    assert_eq!(
        (calls[0].name.as_str(), calls[0].arguments.as_str()),
        ("weather", "Paris")
    );
    for (choice, status) in [
        (json!("auto"), 200),
        (json!({"type": "function", "name": "weather"}), 200),
        (json!("always"), 400),
        (json!({"type": "tool", "name": "weather"}), 400),
        (json!({"type": "function"}), 400),
    ] {
        let response = complete(address, json!({ "tool_choice": choice })).await;
        assert_eq!(response.status, status, "{choice}: {}", response.body);
    }
}

#[tokio::test]
async fn invalid_requests_name_the_field() {
    let (_, address) = start().await;
    for (body, parameter) in [
        (json!({"messages": []}), "messages"),
        (
            json!({"messages": [{"role": "user"}]}),
            "messages[0].content",
        ),
        (json!({"messages": [{"content": "x"}]}), "messages[0].role"),
        (
            json!({"messages": [{"role": "pilot", "content": "x"}]}),
            "messages[0].role",
        ),
        (json!({"temperature": 2.5}), "temperature"),
        (json!({"top_p": 0}), "top_p"),
        (json!({"seed": -1}), "seed"),
        (json!({"seed": 1.5}), "seed"),
        (json!({"stream": "yes"}), "stream"),
    ] {
        let response = complete(address, body.clone()).await;
        assert_eq!(response.status, 400, "{body}: {}", response.body);
        let error = &response.json()["error"];
        assert_eq!(error["param"], parameter, "{body}: {error}");
        assert_eq!(error["type"], "invalid_request_error");
        assert_eq!(error["code"], Json::Null);
    }
}

#[tokio::test]
async fn a_stream_ends_with_done() {
    let (client, address) = start().await;
    let call = client.create_completion(wanted("tea for two"));
    let mut chunks = call.stream().await.unwrap();
    let mut text = Vec::new();
    while let Some(chunk) = chunks.next().await {
        let choice = chunk.unwrap().choices.remove(0);
        match choice.finish_reason {
            None => text.extend(choice.delta.content.into_value()),
            Some(reason) => assert_eq!(reason, FinishReason::Stop),
        }
    }
    assert_eq!(text, ["tea", "for", "two"]);

    let response = complete(address, json!({"stream": true})).await;
    assert_eq!(response.header("content-type"), Some("text/event-stream"));
    let chunk = |choice: &str| format!("data: {{\"id\":\"cmpl_1\",\"choices\":[{choice}]}}\n\n");
    let word = |word: &str| {
        chunk(&format!(
            "{{\"index\":0,\"delta\":{{\"content\":\"{word}\"}},\"finish_reason\":null}}"
        ))
    };
    let last = chunk("{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}");
    let expected = [word("tea"), word("for"), word("two"), last].concat() + "data: [DONE]\n\n";
    assert!(response.body.contains(&expected), "{}", response.body);
}

#[tokio::test]
async fn a_failure_after_the_status_is_an_error_of_the_stream() {
    let (client, address) = start().await;
    let call = client.create_completion(wanted("tea fail two"));
    let mut chunks = call.stream().await.unwrap();
    assert!(chunks.next().await.unwrap().is_ok());
    let Some(Err(StreamError::Event(failed))) = chunks.next().await else {
        panic!("a failure")
    };
    assert_eq!((failed.error.code, failed.choices.len()), (503, 1));
    let messages = json!([{"role": "user", "content": "fail"}]);
    let body = json!({"stream": true, "messages": messages});
    let response = complete(address, body).await;
    let expected = "data: {\"error\":{\"code\":503,\"message\":\"The model is gone\"},\"choices\":[{\"finish_reason\":\"error\",\"index\":0}]}\n\ndata: [DONE]\n\n";
    assert_eq!(response.status, 200);
    assert!(response.body.contains(expected), "{}", response.body);
}

#[tokio::test]
async fn a_stream_without_its_end_was_interrupted() {
    let event = "data: {\"id\":\"1\",\"choices\":[]}\n\n";
    let headers = [("content-type", "text/event-stream")];
    let stub = Stub::start([Reply::response(200, &headers, event)]).await;
    let call = client(stub.address).create_completion(wanted("tea"));
    let mut chunks = call.stream().await.unwrap();
    assert!(chunks.next().await.unwrap().is_ok());
    assert!(matches!(
        chunks.next().await,
        Some(Err(StreamError::Interrupted(_)))
    ));
    let sent = &stub.seen()[0];
    assert!(sent.ends_with(r#""stream":true}"#), "{sent}");
}

#[tokio::test]
async fn errors_of_one_status_are_told_apart() {
    let (client, address) = start().await;
    let error = client
        .create_completion(wanted("too fast"))
        .await
        .unwrap_err();
    let Error::Api(CreateCompletionError::RateLimited(error)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(error.body.code(), Some("rate_limit_exceeded"));
    let error = client
        .create_completion(wanted("too much"))
        .await
        .unwrap_err();
    assert!(matches!(
        error,
        Error::Api(CreateCompletionError::QuotaSpent(_))
    ));
    let error = client
        .create_completion(wanted("violence"))
        .await
        .unwrap_err();
    let Error::Api(CreateCompletionError::Filtered(filtered)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(filtered.body.reason, "violence");
    assert_eq!(filtered.body.others["hate"], 0.25);
    let error = client.create_completion(wanted("tea")).await.unwrap_err();
    let Error::Api(CreateCompletionError::Unexpected(other)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(
        (other.status, other.body.as_slice()),
        (418, &b"short and stout"[..])
    );

    let says = async |text: &str| {
        let messages = json!([{"role": "user", "content": text}]);
        complete(address, json!({ "messages": messages })).await
    };
    let limited = says("too fast").await;
    let error = json!({
        "code": "rate_limit_exceeded", "message": "Slow down", "param": null, "type": "requests"
    });
    assert_eq!(
        (limited.status, limited.json()),
        (429, json!({ "error": error }))
    );
    let filtered = says("violence").await;
    let report = json!({"reason": "violence", "violence": 0.75, "hate": 0.25});
    assert_eq!((filtered.status, filtered.json()), (422, report));
}

#[tokio::test]
async fn only_the_error_that_may_pass_is_tried_again() {
    let reply = |code: &str, kind: &str| {
        let error = json!({"code": code, "message": "m", "param": null, "type": kind});
        Reply::json(429, &json!({ "error": error }))
    };
    let ask = async |first: Reply| {
        let page = json!({"data": [], "total": 0});
        let stub = Stub::start([first, Reply::json(200, &page)]).await;
        let builder = builder(stub.address).retry(Retry::new().base_delay(Duration::ZERO));
        let client = builder
            .credentials(Credentials::key(ADMIN))
            .build()
            .unwrap();
        let result = client.list_files().await;
        (result.is_ok(), stub.seen().len())
    };
    assert_eq!(
        ask(reply("rate_limit_exceeded", "requests")).await,
        (true, 2)
    );
    let spent = reply("insufficient_quota", "insufficient_quota");
    assert_eq!(ask(spent).await, (false, 1));
}

#[tokio::test]
async fn replies_are_events_with_names() {
    let (client, address) = start().await;
    let request = |text: &str| ReplyRequest {
        model: ModelId::new("nova-2"),
        input: text.into(),
    };
    let mut events = client.create_reply(request("tea fail")).await.unwrap();
    let first = events.next().await.unwrap().unwrap();
    assert!(matches!(first, ReplyEvent::ReplyCreated(step) if step.sequence_number == 0));
    let second = events.next().await.unwrap().unwrap();
    assert!(matches!(second, ReplyEvent::ReplyTextDelta(text) if text.delta == "tea"));
    let Some(Err(StreamError::Event(failure))) = events.next().await else {
        panic!("a failure")
    };
    assert_eq!(failure.code, 500);

    let body = json!({"model": "nova-2", "input": "tea", "stream": true});
    let send = async |body: &Json, beta: &str| {
        let request = Request::new("POST", "/v1/replies").key(PROJECT);
        let request = request.header("completions-beta", beta);
        request.json(body.to_string()).send(address).await
    };
    let response = send(&body, "replies=v1").await;
    let expected = "event: reply.created\ndata: {\"type\":\"reply.created\",\"sequence_number\":0,\"reply_id\":\"rep_1\"}\n\n\
         event: reply.text.delta\ndata: {\"type\":\"reply.text.delta\",\"sequence_number\":1,\"delta\":\"tea\"}\n\n\
         event: reply.completed\ndata: {\"type\":\"reply.completed\",\"sequence_number\":2,\"reply_id\":\"rep_1\"}\n\n";
    assert!(response.body.contains(expected), "{}", response.body);
    assert_eq!(send(&body, "replies=v2").await.status, 400);
    assert_eq!(post(address, "/v1/replies", &body).await.status, 400);
    let not_streamed = json!({"model": "nova-2", "input": "tea", "stream": false});
    let response = send(&not_streamed, "replies=v1").await;
    assert_eq!(response.json()["error"]["param"], "stream");
}

#[tokio::test]
async fn an_event_of_a_new_kind_is_kept() {
    let event = "event: reply.paused\ndata: {\"type\":\"reply.paused\",\"until\":3}\n\n";
    let headers = [("content-type", "text/event-stream")];
    let stub = Stub::start([Reply::response(200, &headers, event)]).await;
    let request = ReplyRequest {
        model: ModelId::new("nova-2"),
        input: "tea".into(),
    };
    let mut events = client(stub.address).create_reply(request).await.unwrap();
    let ReplyEvent::Other(other) = events.next().await.unwrap().unwrap() else {
        panic!("another event")
    };
    assert_eq!(other, json!({"type": "reply.paused", "until": 3}));
    assert!(events.next().await.is_none());
}

#[tokio::test]
async fn speech_is_a_form_with_a_file_and_json() {
    let (client, address) = start().await;
    let upload = SpeechUpload {
        languages: Some(vec!["de".to_owned(), "en".to_owned()]),
        hints: Some(Hints::new(vec!["Ada".to_owned()])),
        ..SpeechUpload::new(FilePart::new("lalala").media("audio/mpeg"))
    };
    let transcript = client.create_transcript(upload).await.unwrap();
    assert_eq!(transcript.text, "6 bytes by Ada in de+en");
    assert_eq!(transcript.duration.to_string(), "PT6S");

    // The field in the form, which the client sets, chooses the content.
    let upload = || SpeechUpload {
        languages: Some(vec!["de".to_owned()]),
        // What the call asks for replaces it.
        response_format: Some(TranscriptFormat::Json),
        ..SpeechUpload::new(FilePart::new("lala").media("audio/mpeg"))
    };
    let text = client.create_transcript(upload()).text().await.unwrap();
    assert_eq!(text, "4 bytes by  in de");
    let vtt = client.create_transcript(upload()).vtt().await.unwrap();
    assert!(
        vtt.starts_with("WEBVTT\n\n00:00.000 --> 00:04.000\n"),
        "{vtt}"
    );
    // A call that sets the field itself asks for JSON.
    let upload = SpeechUpload {
        response_format: Some(TranscriptFormat::Text),
        ..upload()
    };
    let error = client.create_transcript(upload).await.unwrap_err();
    assert!(matches!(error, Error::Undocumented(_)), "{error}");

    let send = async |parts: &[(&str, &str)]| {
        let parts = parts.iter().map(|(head, content)| {
            format!("--b\r\nContent-Disposition: form-data; {head}\r\n\r\n{content}\r\n")
        });
        let body = parts.collect::<String>() + "--b--\r\n";
        let request = Request::new("POST", "/v1/audio/transcripts").key(PROJECT);
        let request = request.body("multipart/form-data; boundary=b", body);
        request.send(address).await
    };
    let file = (
        "name=\"file\"; filename=\"a.mp3\"\r\nContent-Type: audio/mpeg",
        "la",
    );
    let hints = ("name=\"hints\"", r#"{"names":["Ada"],"speakers":2}"#);
    let response = send(&[hints, file]).await;
    assert_eq!(
        (response.status, response.json()),
        (
            200,
            json!({"text": "2 bytes by Ada in ", "duration": "PT2S"})
        )
    );
    let image = (
        "name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png",
        "x",
    );
    // It may come after the file.
    let as_text = ("name=\"response_format\"", "text");
    let response = send(&[file, as_text]).await;
    assert_eq!(
        (response.status, response.body.as_str()),
        (200, "2 bytes by  in ")
    );
    assert_eq!(
        response.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    for (parts, status) in [
        (&[hints][..], 400),
        (&[as_text, file, as_text], 400),
        (&[file, file], 400),
        (&[image], 400),
        (&[file, ("name=\"hints\"", "{}")], 400),
        (&[file, ("name=\"hints\"", "Ada")], 400),
        (&[file, ("name=\"response_format\"", "pdf")], 400),
    ] {
        let response = send(parts).await;
        assert_eq!(response.status, status, "{parts:?}: {}", response.body);
    }
    let large = "x".repeat(26_300_000);
    assert_eq!(send(&[(file.0, &large)]).await.status, 413);
}

#[tokio::test]
async fn files_are_filtered_sorted_and_listed_in_pages() {
    let address = serve().await;
    let client = builder(address)
        .credentials(Credentials::key(ADMIN))
        .build()
        .unwrap();
    let all: Vec<_> = client.list_files().stream().collect().await;
    assert_eq!((all.len(), all[44].as_ref().unwrap().bytes), (45, 4500));
    let call = client.list_files().filter(FileFilter::LargerThan(4000));
    let page = call
        .sort(vec!["purpose".to_owned(), "-bytes".to_owned()])
        .await
        .unwrap();
    let ids: Vec<&str> = page.data.iter().map(|file| file.id.as_str()).collect();
    assert_eq!(ids, ["file_44", "file_42", "file_45", "file_43", "file_41"]);

    let get = async |query: &str| {
        let request = Request::new("GET", &format!("/v1/files?{query}")).key(ADMIN);
        request.send(address).await
    };
    let response =
        get("filter=%7B%22purpose%22:%22batch%22%7D&sort=purpose%7C-bytes&page=2&page_size=1");
    let file = json!({"id": "file_42", "bytes": 4200, "purpose": "batch"});
    assert_eq!(response.await.json(), json!({"data": [file], "total": 22}));
    for query in [
        "filter=batch",
        "filter=%7B%7D",
        "filter=%7B%22owner%22:1%7D",
        "page=x",
        "page_size=101",
    ] {
        assert_eq!(get(query).await.status, 400, "{query}");
    }
}

#[tokio::test]
async fn a_file_tells_its_size_without_its_content() {
    let (client, address) = start().await;
    let head = client.check_file("file_2").await.unwrap();
    assert_eq!(
        (head.content_length, head.etag.as_deref()),
        (200, Some("\"file_2\""))
    );
    assert_eq!(client.check_file("file_3").await.unwrap().etag, None);
    let missing = client.check_file("file_99").await.unwrap_err();
    assert!(
        matches!(missing, Error::Api(CheckFileError::NotFound(_))),
        "{missing:?}"
    );
    let request = Request::new("HEAD", "/v1/files/file_45/content").key(PROJECT);
    let response = request.send(address).await;
    assert_eq!(
        (response.header("content-length"), response.body.as_str()),
        (Some("4500"), "")
    );
}

#[tokio::test]
async fn examples_are_lines_of_json_or_a_list() {
    let (client, address) = start().await;
    let example = || Example {
        messages: vec![said("tea")],
    };
    let examples = |count: usize| {
        JsonLines::new(stream::iter(
            (0..count).map(move |_| Ok::<_, Infallible>(example())),
        ))
    };
    let few = client.import_examples("d1", examples(3)).await.unwrap();
    assert_eq!(
        few,
        ImportExamplesResponse::Ok(ImportResult { imported: 3 })
    );
    // The same operation takes a list.
    let list = vec![example(), example()];
    let list = client.import_examples("d1", list).await.unwrap();
    assert_eq!(
        list,
        ImportExamplesResponse::Ok(ImportResult { imported: 2 })
    );
    let many = client.import_examples("d1", examples(300)).await.unwrap();
    let ImportExamplesResponse::Accepted(many) = many else {
        panic!("they are imported in the background")
    };
    assert_eq!(
        many.location.as_str(),
        "https://api.completions.example/v1/imports/300"
    );
    let missing = client
        .import_examples("none", examples(0))
        .await
        .unwrap_err();
    assert!(matches!(
        missing,
        Error::Api(ImportExamplesError::NotFound(_))
    ));

    let send = async |body: &str| {
        let request = Request::new("POST", "/v1/datasets/d1/examples").key(PROJECT);
        request
            .body("application/x-ndjson", body)
            .send(address)
            .await
    };
    let line = r#"{"messages":[{"role":"user","content":"tea"}]}"#;
    let response = send(&format!("{line}\n\n{line}")).await;
    assert_eq!(
        (response.status, response.json()),
        (200, json!({"result": {"imported": 2}}))
    );
    for (media, body, status) in [
        ("application/json", format!("[{line},{line}]"), 200),
        ("application/json; charset=UTF-8", format!("[{line}]"), 200),
        ("APPLICATION/X-NDJSON", line.to_owned(), 200),
        ("application/x-ndjson", format!("[{line}]"), 400),
        ("application/json", line.to_owned(), 400),
        ("application/json", String::new(), 400),
        // Neither of the two.
        ("application/jsonl", line.to_owned(), 415),
        ("application/merge-patch+json", format!("[{line}]"), 415),
        ("text/plain", line.to_owned(), 415),
        ("application/json; charset=latin1", format!("[{line}]"), 415),
    ] {
        let request = Request::new("POST", "/v1/datasets/d1/examples").key(PROJECT);
        let response = request.body(media, body.clone()).send(address).await;
        assert_eq!(response.status, status, "{media}: {body}");
    }
    let nothing = Request::new("POST", "/v1/datasets/d1/examples").key(PROJECT);
    let nothing = nothing.send(address).await;
    assert_eq!(nothing.status, 400);
    for (body, problem) in [
        (format!("{line}\nx\n"), "Invalid request"),
        (format!("{line}\n{{\"messages\":1}}\n"), "Invalid request"),
        (
            format!("{line}\n{{\"messages\":[]}}\n"),
            "Example 2 has no messages",
        ),
    ] {
        let response = send(&body).await;
        assert_eq!(response.status, 400, "{body}");
        let message = &response.json()["error"]["message"];
        assert!(
            message.as_str().unwrap().contains(problem),
            "{body}: {message}"
        );
    }
}

#[tokio::test]
async fn keys_are_in_two_headers_and_of_two_kinds() {
    let (client, address) = start().await;
    let Err(Error::Rejected(refused)) = client.list_files().await else {
        panic!("only an administrator lists files")
    };
    assert_eq!(refused.status.as_u16(), 403);
    let other = builder(address).credentials(Credentials::header_key(PROJECT));
    let other = other.build().unwrap();
    whole(&other, wanted("tea for two")).await;
    // Replies need a bearer token, so the call is not sent.
    let request = ReplyRequest {
        model: ModelId::new("nova-2"),
        input: "tea".into(),
    };
    let result = other.create_reply(request).await;
    assert!(matches!(result, Err(client::Error::Request(_))));
    for (name, value, status) in [
        ("api-key", PROJECT, 200),
        ("api-key", "sk-other", 401),
        ("authorization", "Bearer sk-other", 401),
        ("authorization", "Basic c2s6", 401),
    ] {
        let body = json!({"model": "m", "messages": [{"role": "user", "content": "x"}]});
        let request = Request::new("POST", "/v1/chat/completions").header(name, value);
        let response = request.json(body.to_string()).send(address).await;
        assert_eq!(response.status, status, "{name}: {value}");
        if status == 401 {
            assert_eq!(response.json()["error"]["type"], "authentication_error");
        }
    }
}
