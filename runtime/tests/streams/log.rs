//! Why a response breaks off is logged and never sent.

use crate::archive::start;
use crate::captured_log::Log;
use crate::wire::exchange;

/// The subscriber is set for one thread, which runs both the test and its server.
#[tokio::test]
async fn a_response_that_breaks_off_is_logged_with_its_operation_and_cause() {
    let log = Log::default();
    // See `server/log.rs`.
    let _second = tracing::Dispatch::new(Log::default());
    let guard = tracing::subscriber::set_default(log.clone());
    let server = start().await;
    for path in ["/files/broken", "/ticks/broken", "/rows/broken"] {
        let response = exchange(&server.url, &format!("GET {path}"), &[], "").await;
        assert!(response.starts_with("HTTP/1.1 200 OK"), "{response}");
        assert!(!response.contains("gone"), "{response}");
    }
    drop(guard);
    let expected = [
        "ERROR message=the response was interrupted operation=\"download\" cause=the source of the body failed: the disk /dev/sda1 is gone",
        "ERROR message=the response was interrupted operation=\"watch\" cause=the source of the body failed: the database 10.0.0.7 is gone",
        "ERROR message=the response was interrupted operation=\"export\" cause=the source of the body failed: the database is gone",
    ];
    assert_eq!(log.lines(), expected);
}
