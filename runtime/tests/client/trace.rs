//! The spans of calls and requests, and the trace that requests belong to.

use std::time::Duration;

use crate::api::Client;
use crate::captured_spans::Spans;
use crate::server::{Server, Step, error, json};

const TOOL: &str = r#"{"data": {"id": "t"}}"#;

/// Calls `get_tool` with a secret query, and returns the spans without the number of the port.
async fn spans(steps: &[Step]) -> Vec<String> {
    let spans = Spans::default();
    // See `log.rs`.
    let _second = tracing::Dispatch::new(Spans::default());
    let guard = tracing::subscriber::set_default(spans.clone());
    let server = Server::start(steps).await;
    let builder = Client::quick_builder(&server.url);
    let client = builder
        .try_timeout(Duration::from_millis(200))
        .build()
        .unwrap();
    let _: Result<_, _> = client.get_tool("t").await;
    drop(guard);
    let port = server.url.rsplit(':').next().unwrap().to_owned();
    let lines = spans.lines().into_iter();
    lines.map(|line| line.replace(&port, "PORT")).collect()
}

#[tokio::test]
async fn a_call_and_each_request_have_a_span_with_the_attributes_of_opentelemetry() {
    let call = "operation=get_tool otel.kind=internal otel.name=get_tool";
    let request = "otel.kind=client otel.name=GET /v1/tools/{id}";
    let server = "server.address=127.0.0.1 server.port=PORT url.template=/v1/tools/{id}";
    assert_eq!(
        spans(&[error(429, "m"), json(200, TOOL)]).await,
        [
            format!(
                "http.request.method=GET http.response.status_code=200 {call} url.template=/v1/tools/{{id}}"
            ),
            format!(
                "error.type=429 http.request.method=GET http.response.status_code=429 {request} otel.status_code=ERROR \
                 {server}"
            ),
            format!(
                "http.request.method=GET http.request.resend_count=1 http.response.status_code=200 {request} {server}"
            ),
        ]
    );
    assert_eq!(
        spans(&[Step::Hang(Duration::from_secs(2))]).await[1],
        format!(
            "error.type=timeout http.request.method=GET {request} otel.status_code=ERROR {server}"
        )
    );
    assert_eq!(
        spans(&[Step::Cut(Vec::new())]).await[0],
        format!(
            "error.type=transport http.request.method=GET {call} otel.status_code=ERROR url.template=/v1/tools/{{id}}"
        )
    );
}

#[tokio::test]
async fn a_response_that_cannot_be_read_is_an_error_in_the_span_of_its_call() {
    let spans = spans(&[json(200, r#"{"data": {"id": 7}}"#)]).await;
    assert!(
        spans[0].starts_with(
            "error.type=decode http.request.method=GET http.response.status_code=200 operation="
        ),
        "{spans:?}"
    );
    assert!(spans[0].contains(" otel.status_code=ERROR "), "{spans:?}");
    // The request itself has succeeded.
    assert!(!spans[1].contains("error.type"), "{spans:?}");
}

#[tokio::test]
async fn a_lenient_client_warns_in_the_span_of_the_call() {
    let spans = Spans::default();
    // See `log.rs`.
    let _second = tracing::Dispatch::new(Spans::default());
    let guard = tracing::subscriber::set_default(spans.clone());
    let server = Server::start([json(200, r#"{"data": {"id": 7}}"#)]).await;
    let builder = Client::quick_builder(&server.url).lenient(true);
    builder.build().unwrap().get_tool("t").await.unwrap();
    drop(guard);
    assert_eq!(spans.warned(), [Some(1)]);
}

#[cfg(feature = "trace-context")]
#[tokio::test]
async fn a_request_belongs_to_the_trace_that_the_application_knows() {
    use http::{HeaderMap, HeaderValue};
    use specsmith_runtime::TraceContext;

    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let server = Server::start([json(200, TOOL)]).await;
    let mut headers = HeaderMap::new();
    headers.insert("traceparent", HeaderValue::from_static(parent));
    headers.insert("tracestate", HeaderValue::from_static("a=1"));
    let context = TraceContext::of(&headers);
    let builder = Client::builder(&server.url).trace_context(move || context.clone());
    let client = builder.build().unwrap();
    client.get_tool("t").await.unwrap();
    client
        .get_tool("t")
        .header("traceparent", "own")
        .await
        .unwrap();
    // Without a trace, nothing is sent.
    let client = Client::builder(&server.url).build().unwrap();
    client.get_tool("t").await.unwrap();
    let lines: Vec<Vec<String>> = server
        .requests()
        .iter()
        .map(|request| {
            let lines = request.lines().filter(|line| line.starts_with("trace"));
            lines.map(str::to_owned).collect()
        })
        .collect();
    let known = [
        format!("traceparent: {parent}"),
        "tracestate: a=1".to_owned(),
    ];
    assert_eq!(lines, [&known[..], &["traceparent: own".to_owned()], &[]]);
}
