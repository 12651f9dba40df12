//! The responses to invalid requests on the page are those that servers send.

use reqwest::{Client, Method, header};
use serde_json::Value;
use specsmith_tests::payments::{self, Payments};
use specsmith_tests::serving::base_url;
use specsmith_tests::{cases, completions};

use super::samples;

/// The body that the page of an API shows for a status of an operation.
fn shown(page: &str, operation: &str, status: u16) -> Value {
    let start = format!("<article id=\"op-{operation}\"");
    let (_, article) = page.split_once(&start).unwrap();
    let (_, result) = article
        .split_once(&format!("<summary>{status}</summary>"))
        .unwrap();
    let result = result.split("</details>").next().unwrap();
    serde_json::from_str(&samples(result, "json")[0]).unwrap()
}

/// An invalid request: the operation, the method, the path, and the body with its media type.
type Case = (
    &'static str,
    Method,
    &'static str,
    Option<(&'static str, &'static str)>,
);

async fn check(api: &str, url: &str, key: &str, requests: Vec<Case>) {
    let spec = cases::source(&cases::root().join(format!("tests/apis/{api}.yaml")));
    let page = specsmith::reference(&spec).unwrap();
    for (operation, method, path, body) in requests {
        let request = Client::new().request(method, format!("{url}{path}"));
        let request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        let request = match body {
            Some((media, body)) => request.header(header::CONTENT_TYPE, media).body(body),
            None => request,
        };
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        assert_eq!(status, 400, "{api}, {operation}");
        let sent: Value = serde_json::from_slice(&response.bytes().await.unwrap()).unwrap();
        assert_eq!(shown(&page, operation, status), sent, "{api}, {operation}");
    }
}

#[tokio::test]
async fn the_page_shows_what_servers_send_for_invalid_requests() {
    const FORM: &str = "application/x-www-form-urlencoded";
    let url = base_url(completions::serve().await);
    let completion = r#"{"messages": [{"role": "user", "content": "tea"}]}"#;
    let requests = vec![
        (
            "create_completion",
            Method::POST,
            "/v1/chat/completions",
            Some(("application/json", completion)),
        ),
        ("list_files", Method::GET, "/v1/files?page=none", None),
    ];
    check("completions", &url, completions::ADMIN, requests).await;

    let url = base_url(Payments::default().serve().await);
    let payment = "currency=eur&method[type]=card&method[number]=4242424242424242&method[expiry][]=12&method[expiry][]=2030";
    let requests = vec![
        (
            "create_payment",
            Method::POST,
            "/v1/payments",
            Some((FORM, payment)),
        ),
        (
            "list_payments",
            Method::GET,
            "/v1/payments?limit=none",
            None,
        ),
        (
            "create_customer",
            Method::POST,
            "/v1/customers",
            Some(("application/json", "{}")),
        ),
    ];
    check("payments", &url, payments::SECRET, requests).await;
}
