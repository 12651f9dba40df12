//! A runtime of Tokio without timers.

use crate::api;
use crate::captured_log::Log;
use crate::wire::serve;
use crate::workshop::Workshop;

#[test]
fn a_body_that_is_waited_for_shows_that_timers_are_disabled() {
    let log = Log::default();
    // See `log.rs`.
    let _second = tracing::Dispatch::new(Log::default());
    let guard = tracing::subscriber::set_default(log.clone());
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_io().build().unwrap();
    runtime.block_on(async {
        let server = serve(api::router(Workshop)).await;
        let head = "POST /v1/tools HTTP/1.1\r\nhost: test\r\nconnection: close\r\nauthorization: Bearer management\r\n";
        let begun = format!("{head}content-type: application/json\r\ncontent-length: 40\r\n\r\n{{");
        let response = server.raw(begun.as_bytes()).await;
        response.is_error(500, "Internal Server Error");
        // Without a body, nothing is waited for.
        assert_eq!(server.send("DELETE /v1/tools/saw", &[]).await.status, 204);
    });
    drop(guard);
    let lines = log.lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    let expected = "ERROR message=the operation panicked operation=\"create_tool\" cause=";
    assert!(
        lines[0].starts_with(expected) && lines[0].contains("`enable_time`"),
        "{lines:?}"
    );
}
