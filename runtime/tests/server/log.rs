//! Details of errors that are logged and never sent.

use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::wire::start;

/// Keeps the events of this crate as lines.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("specsmith_runtime") && *metadata.level() <= Level::INFO
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// The subscriber is set for one thread, which runs both the test and its server.
#[tokio::test]
async fn a_failure_is_logged_with_its_operation_and_cause() {
    let log = Log::default();
    // `tracing` caches whether any subscriber wants an event. If there were only one subscriber, a
    // test on a thread without one could fill that cache. If there are two, `tracing` asks both.
    let _second = tracing::Dispatch::new(Log::default());
    let guard = tracing::subscriber::set_default(log.clone());
    let server = start().await;
    server.send("DELETE /v1/tools/broken", &[]).await;
    server.send("DELETE /v1/tools/panicking", &[]).await;
    server
        .send_bare("GET /v1/tools", &["authorization: Bearer unlucky"], "")
        .await;
    for target in ["GET /v1/tools", "DELETE /v1/tools/saw"] {
        server
            .send_bare(target, &["authorization: Bearer limited"], "")
            .await;
    }
    server
        .send_json("POST /v1/tools", r#"{"id": "priceless", "parts": []}"#)
        .await;
    server.send("DELETE /v1/tools/forged", &[]).await;
    server.send("DELETE /v1/tools/torn", &[]).await;
    server.send("DELETE /v1/tools/missing", &[]).await;
    server.send("GET /v1/tools?limit=0", &[]).await;
    drop(guard);
    let expected = [
        "ERROR message=the operation failed operation=\"delete_tool\" status=500 \
         cause=disk /dev/sda1 is full",
        "ERROR message=the operation panicked operation=\"delete_tool\" \
         cause=the password is hunter2",
        "ERROR message=the operation failed operation=\"list_tools\" status=500 \
         cause=the key store at 10.0.0.7 is down",
        "ERROR message=the operation failed operation=\"list_tools\" status=500 \
         cause=the key store at 10.0.0.7 is busy",
        "INFO message=the operation responded with an error operation=\"delete_tool\" \
         status=429 cause=the key store at 10.0.0.7 is busy",
        "ERROR message=the operation failed operation=\"create_tool\" status=500 \
         cause=the value of \"price\" is not finite, and JSON has no number for it",
        // Neither a cause nor its source can forge another log line.
        "ERROR message=the operation failed operation=\"delete_tool\" status=500 \
         cause=no\\nERROR all is lost\\u{1b}[31m: no\\rERROR the disk is gone",
        "ERROR message=the operation panicked operation=\"delete_tool\" \
         cause=no\\nERROR all is lost",
    ];
    assert_eq!(log.lines(), expected);
}
