//! The span of a request.

use crate::captured_spans::Spans;
use crate::wire::start;

/// The fields of the spans of these requests, in one text for each.
async fn spans(requests: &[&str]) -> Vec<String> {
    let spans = Spans::default();
    // See `log.rs`.
    let _second = tracing::Dispatch::new(Spans::default());
    let guard = tracing::subscriber::set_default(spans.clone());
    let server = start().await;
    for request in requests {
        server.send(request, &[TRACE]).await;
    }
    drop(guard);
    spans.lines()
}

const TRACE: &str = "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

#[tokio::test]
async fn a_request_has_a_span_with_the_attributes_of_opentelemetry() {
    let spans = spans(&[
        "GET /v1/tools?name=secret",
        "DELETE /v1/tools/broken",
        "GET /v1/nothing",
        "PROPFIND /v1/nothing",
        "get /v1/tools",
    ])
    .await;
    let parent = match cfg!(feature = "trace-context") {
        true => " parent_id=b7ad6b7169203331",
        false => "",
    };
    let trace = match cfg!(feature = "trace-context") {
        true => " trace_id=0af7651916cd43dd8448eb211c80319c",
        false => "",
    };
    let expected = [
        format!(
            "http.request.method=GET http.response.status_code=200 http.route=/v1/tools operation=list_tools \
             otel.kind=server otel.name=GET /v1/tools{parent} server.address=test{trace} url.path=/v1/tools"
        ),
        // The path has a parameter, whose value may be personal.
        format!(
            "error.type=500 http.request.method=DELETE http.response.status_code=500 http.route=/v1/tools/{{id}} \
             operation=delete_tool otel.kind=server otel.name=DELETE /v1/tools/{{id}} otel.status_code=ERROR{parent} \
             server.address=test{trace}"
        ),
        format!(
            "http.request.method=GET http.response.status_code=404 otel.kind=server otel.name=GET{parent} \
             server.address=test{trace}"
        ),
        // Anybody can make up methods.
        format!(
            "http.request.method=_OTHER http.request.method_original=PROPFIND http.response.status_code=404 \
             otel.kind=server otel.name=HTTP{parent} server.address=test{trace}"
        ),
        format!(
            "http.request.method=_OTHER http.request.method_original=get http.response.status_code=405 \
             otel.kind=server otel.name=HTTP{parent} server.address=test{trace}"
        ),
    ];
    assert_eq!(spans, expected);
}
