//! The parsers of forms and of query parameters.

use std::sync::LazyLock;

use archive_api::types::Payment;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, Uri};
use specsmith_runtime::codegen::{Lists, to_form};

use super::exchange::{assert_rejected, parsed, request, send};
use crate::archive::Archive;
use crate::searches::Echo;

const FORM: &str = "application/x-www-form-urlencoded";

static ARCHIVE: LazyLock<Router> =
    LazyLock::new(|| archive_api::server::router(Archive::default()));
static SEARCHES: LazyLock<Router> = LazyLock::new(|| searches_api::server::router(Echo));

/// Sends any bytes as a form to an operation that returns it as JSON. What is accepted, written as a form again, is the
/// same value.
pub fn form(data: &[u8]) {
    let (status, returned) = send(&ARCHIVE, request("POST", "/v1/payments", FORM, data));
    if status != 200 {
        return assert_rejected(status, &returned);
    }
    let payment: Payment = serde_json::from_slice(&returned).expect("it is a payment");
    // Not every value has a form.
    let Ok(form) = to_form(&payment, Lists::Indexed, &[]) else {
        return;
    };
    let (status, again) = send(
        &ARCHIVE,
        request("POST", "/v1/payments", FORM, form.as_bytes()),
    );
    let (again, returned) = (
        String::from_utf8_lossy(&again),
        String::from_utf8_lossy(&returned),
    );
    assert_eq!((status.as_u16(), again), (200, returned), "{form}");
}

/// Sends any text as the query of an operation with parameters of every style.
pub fn query(data: &[u8]) {
    let target = [b"/v1/books?", data].concat();
    let Ok(target) = Uri::try_from(target) else {
        return;
    };
    let request = Request::builder().uri(target).body(Body::empty());
    let (status, returned) = send(&SEARCHES, request.expect("the request is valid"));
    match status.as_u16() {
        200 => drop(parsed(&returned)),
        _ => assert_rejected(status, &returned),
    }
}
