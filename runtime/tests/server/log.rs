//! Details of errors that are logged and never sent.

use crate::captured_log::Log;
use crate::wire::start;

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
