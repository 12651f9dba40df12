//! A runtime of Tokio without timers.

use crate::api;
use crate::captured_log::Log;
use crate::wire::serve;
use crate::workshop::Workshop;

/// Otherwise, only the bodies of slow clients would show it.
#[test]
fn the_first_body_shows_that_timers_are_disabled() {
    let log = Log::default();
    // See `log.rs`.
    let _second = tracing::Dispatch::new(Log::default());
    let guard = tracing::subscriber::set_default(log.clone());
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_io().build().unwrap();
    runtime.block_on(async {
        let server = serve(api::router(Workshop)).await;
        let tool = r#"{"id": "saw", "price": 0.5, "parts": []}"#;
        let response = server.send_json("POST /v1/tools", tool).await;
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
