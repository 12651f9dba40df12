//! The headers `Deprecation` and `Sunset` of operations that are deprecated with dates, if the server is asked to send
//! them.

#![allow(clippy::unwrap_used, missing_docs)]
#![allow(deprecated, reason = "this is about an operation that is deprecated")]

use specsmith_tests::palettes::{client, serve, serve_with_dates};
use specsmith_tests::raw::{Request, Response};

const SINCE: &str = "@1769817600";
const SUNSET: &str = "Thu, 31 Dec 2026 00:00:00 GMT";

fn dates(response: &Response) -> (Option<&str>, Option<&str>) {
    (response.header("deprecation"), response.header("sunset"))
}

#[tokio::test]
async fn responses_have_both_dates() {
    let address = serve_with_dates().await;
    for (method, target, status) in [
        ("GET", "/v1/names/blue", 200),
        ("HEAD", "/v1/names/blue", 200),
        ("GET", "/v1/names/BLUE", 400),
    ] {
        let response = Request::new(method, target).send(address).await;
        assert_eq!(response.status, status, "{method} {target}");
        let both = (Some(SINCE), Some(SUNSET));
        assert_eq!(dates(&response), both, "{method} {target}");
    }
}

#[tokio::test]
async fn clients_see_both_dates() {
    let client = client(serve_with_dates().await);
    let response = client.list_names("blue").send().await.unwrap();
    assert_eq!(response.headers["deprecation"], SINCE);
    assert_eq!(response.headers["sunset"], SUNSET);
    let rejected = client.list_names("BLUE").send_raw().await.unwrap();
    assert_eq!(rejected.status, 400);
    assert_eq!(rejected.headers["sunset"], SUNSET);
}

#[tokio::test]
async fn other_operations_have_no_dates() {
    let address = serve_with_dates().await;
    let body = Request::new("PUT", "/v1/names/blue").json("[\"red\"]");
    for (request, status) in [
        (body, 200),
        (Request::new("DELETE", "/v1/names/blue"), 405),
        (Request::new("GET", "/v1/unknown"), 404),
    ] {
        let response = request.send(address).await;
        assert_eq!(response.status, status);
        assert_eq!(dates(&response), (None, None), "{status}");
    }
}

#[tokio::test]
async fn servers_send_no_dates_unless_they_are_asked_to() {
    let request = Request::new("GET", "/v1/names/blue");
    let response = request.send(serve().await).await;
    assert_eq!(response.status, 200);
    assert_eq!(dates(&response), (None, None));
}
