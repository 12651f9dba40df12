//! The decoder of JSON.

use std::sync::LazyLock;

use axum::Router;
use hub_api::server::router;
use serde::de::IgnoredAny;

use super::exchange::{assert_rejected, parsed, request, send};
use crate::hub::Echo;

static HUB: LazyLock<Router> = LazyLock::new(|| router(Echo));

/// Sends any bytes to an operation that returns its body, an object with unions of every form. What is accepted is JSON
/// for others, too, and what the server returns for it is accepted and does not change any more.
pub fn json(data: &[u8]) {
    let _: Result<hub_api::types::Home, _> = serde_json::from_slice(data);
    let (status, returned) = send(&HUB, request("PUT", "/v1/home", "application/json", data));
    if status != 200 {
        return assert_rejected(status, &returned);
    }
    // The grammar allows half of a surrogate pair in a string that nobody reads (RFC 8259, section 8.2).
    let sent: Result<IgnoredAny, _> = serde_json::from_slice(data);
    assert!(sent.is_ok(), "{sent:?}: {}", String::from_utf8_lossy(data));
    parsed(&returned);
    let (status, again) = send(
        &HUB,
        request("PUT", "/v1/home", "application/json", &returned),
    );
    let (again, returned) = (
        String::from_utf8_lossy(&again),
        String::from_utf8_lossy(&returned),
    );
    assert_eq!((status.as_u16(), again), (200, returned));
}
