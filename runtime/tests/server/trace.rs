//! The span of a request.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::wire::start;

type Fields = BTreeMap<&'static str, String>;

/// Keeps the fields of all spans of this crate.
#[derive(Clone, Default)]
struct Spans(Arc<Mutex<Vec<Fields>>>);

struct Recorded<'a>(&'a mut Fields);

impl Visit for Recorded<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

impl Subscriber for Spans {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("specsmith_runtime") && metadata.is_span()
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields::new();
        span.record(&mut Recorded(&mut fields));
        let mut spans = self.0.lock().unwrap();
        spans.push(fields);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, id: &Id, values: &Record<'_>) {
        let index = usize::try_from(id.into_u64()).unwrap() - 1;
        values.record(&mut Recorded(&mut self.0.lock().unwrap()[index]));
    }

    fn event(&self, _: &Event<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

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
    let spans = spans.0.lock().unwrap();
    let shown = spans.iter().map(|fields| {
        let fields = fields.iter().map(|(name, value)| format!("{name}={value}"));
        fields.collect::<Vec<String>>().join(" ")
    });
    shown.collect()
}

const TRACE: &str = "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

#[tokio::test]
async fn a_request_has_a_span_with_the_attributes_of_opentelemetry() {
    let spans = spans(&[
        "GET /v1/tools?name=secret",
        "DELETE /v1/tools/broken",
        "GET /v1/nothing",
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
    ];
    assert_eq!(spans, expected);
}
