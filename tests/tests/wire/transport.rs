//! Responses that the API does not define, connections that fail, and URLs.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::error::Error as _;
use std::time::Duration;

use gateway_api::client::Retry;
use gateway_api::operations::{DELETE_KEY, DeleteKeyError, GET_CREDITS};
use gateway_api::types::{GroupMappingUpdate, Role};
use gateway_api::{Client, Error};
use serde_json::json;
use specsmith_tests::gateway::{MANAGEMENT_KEY, ORDINARY_KEY, Turn};
use specsmith_tests::raw::{Reply, Stub};
use specsmith_tests::serving::{Served, base_url, build, unused_address};
use specsmith_tests::spec::{example, example_json};

/// A client that tries once, and a server that sends this reply.
async fn client_and_stub(reply: Reply) -> (Client, Stub) {
    let stub = Stub::start([reply]).await;
    (
        build(
            Client::builder(base_url(stub.address))
                .bearer_token("sk-1")
                .retry(Retry::never()),
        ),
        stub,
    )
}

#[tokio::test]
async fn a_request_has_the_expected_headers_and_body() {
    let (client, stub) = client_and_stub(Reply::error(404, &[])).await;
    let update = GroupMappingUpdate { role: Role::Member };
    client
        .update_group_mapping("gm_42d8", update)
        .header("x-trace", "t-1")
        .await
        .unwrap_err();
    let request = stub.seen().remove(0);
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    assert_eq!(
        head.lines().next().unwrap(),
        "PATCH /v1/scim/group-mappings/gm_42d8 HTTP/1.1"
    );
    assert_eq!(body, r#"{"role":"member"}"#);
    for line in [
        "authorization: Bearer sk-1",
        "accept: application/json",
        "content-type: application/json",
        "content-length: 17",
        "user-agent: gateway-api/1.0.0",
        "x-trace: t-1",
    ] {
        assert!(
            head.lines().any(|sent| sent.eq_ignore_ascii_case(line)),
            "`{line}` is not in\n{head}"
        );
    }
}

#[tokio::test]
async fn a_request_without_a_body_has_no_content_type() {
    let (client, stub) = client_and_stub(Reply::error(404, &[])).await;
    client.delete_key("5d41").await.unwrap_err();
    let head = stub.seen().remove(0).to_lowercase();
    assert!(head.starts_with("delete /v1/keys/5d41 http/1.1"), "{head}");
    assert!(!head.contains("content-type"), "{head}");
}

#[tokio::test]
async fn a_refused_connection_is_a_transport_error() {
    let address = unused_address().await;
    let client = build(Client::builder(base_url(address)).retry(Retry::never()));
    let error = client.get_credits().await.unwrap_err();
    assert!(matches!(error, Error::Transport(_)), "{error:?}");
    assert!(error.is_connect());
    assert!(!error.is_timeout());
    assert_eq!(error.status(), None);
    let expected = format!("get_credits: cannot connect to {address}");
    assert_eq!(error.to_string(), expected);
    assert!(error.source().is_some(), "the error has a source");
}

#[tokio::test]
async fn a_connection_that_breaks_within_a_body_is_a_transport_error() {
    let (client, _) = client_and_stub(Reply::announcing(
        500,
        200,
        &[],
        r#"{"data":{"total_credits":1"#,
    ))
    .await;
    let error = client.get_credits().await.unwrap_err();
    assert!(matches!(error, Error::Transport(_)), "{error:?}");
    assert!(!error.is_connect(), "the connection was established");
    assert_eq!(
        error.to_string(),
        "get_credits: the connection broke while the body of the response was read, after 26 of 500 bytes"
    );
}

/// Bodies of responses with status 200, each with the problem in the error.
const BAD_BODIES: &[(&str, &str)] = &[
    (
        r#"{"data":{"total_credits":"much","total_usage":1}}"#,
        "body `data.total_credits`: expected a number",
    ),
    (
        r#"{"data":{"total_usage":1}}"#,
        "body `data.total_credits`: is missing",
    ),
    (
        r#"{"data":{"total_credits":null,"total_usage":1}}"#,
        "body `data.total_credits`: must not be null",
    ),
    (r#"{"data":null}"#, "body `data`: must not be null"),
    (r#"{"credits":{}}"#, "body `data`: is missing"),
    ("[]", "body: expected an object"),
    (
        r#"{"data":{"total_credits":1,"total_usage":1}} x"#,
        "it is not JSON (line 1, column 46)",
    ),
    ("<html>", "it is not JSON (line 1, column 1)"),
    (r#"{"data":{"#, "it ends before the JSON does"),
];

#[tokio::test]
async fn an_invalid_success_is_a_decode_error() {
    for (body, problem) in BAD_BODIES {
        let (client, _) =
            client_and_stub(Reply::response(200, &[("x-request-id", "r-1")], body)).await;
        let error = client.get_credits().await.unwrap_err();
        assert!(matches!(error, Error::Decode(_)), "{body}: {error:?}");
        let expected = format!("cannot be read: {problem}; its body is `{body}` (request r-1)");
        assert!(error.to_string().ends_with(&expected), "{error}");
        assert_eq!(error.status().unwrap(), 200);
        assert_eq!(error.request_id(), Some("r-1"));
    }
}

/// What a proxy or a login sends instead is in the error, because nothing else says what went wrong.
#[tokio::test]
async fn a_decode_error_has_the_response_and_recognizes_a_page() {
    let page = "<!DOCTYPE html><title>Sign in</title>";
    let headers = [("content-type", "text/html"), ("x-proxy", "p-1")];
    let (client, _) = client_and_stub(Reply::response(200, &headers, page)).await;
    let Error::Decode(error) = client.get_credits().await.unwrap_err() else {
        panic!("a page is not a credits")
    };
    assert_eq!(error.body, page.as_bytes());
    assert_eq!(error.headers["x-proxy"], "p-1");
    let text = error.to_string();
    assert!(text.contains("it is an HTML page"), "{text}");
    assert!(
        text.contains("200 OK with 37 bytes of text/html cannot be read")
            && text.contains("Sign in"),
        "{text}"
    );
}

#[tokio::test]
async fn an_undocumented_redirect_names_its_target() {
    let headers = [("location", "https://new.example/v1/credits?trace=t-1")];
    let (client, stub) = client_and_stub(Reply::response(301, &headers, "")).await;
    let Error::Undocumented(error) = client.get_credits().await.unwrap_err() else {
        panic!("the redirect is not documented")
    };
    assert_eq!(
        error.redirect(),
        Some("https://new.example/v1/credits?trace=t-1")
    );
    let text = error.to_string();
    assert!(
        text.contains(
            "it redirects to https://new.example/v1/credits, and the client does not follow"
        ),
        "{text}"
    );
    assert_eq!(stub.seen().len(), 1);
}

/// RFC 8259, section 8.1: a reader may ignore it.
#[tokio::test]
async fn a_byte_order_mark_before_json_is_skipped() {
    let body = "\u{feff}{\"data\":{\"total_credits\":3,\"total_usage\":1}}";
    let (client, _) = client_and_stub(Reply::response(200, &[], body)).await;
    assert_eq!(client.get_credits().await.unwrap().total_credits, 3.0);
}

#[tokio::test]
async fn a_decode_error_names_the_place_in_the_list_of_a_page() {
    let body = json!({ "total_count": 2, "data": [
        { "id": "u1", "email": "a@example.com", "first_name": null, "last_name": null, "role": "org:admin" },
        { "id": "u2", "email": "b@example.com", "first_name": 7, "last_name": null, "role": "org:admin" },
    ]});
    let (client, _) = client_and_stub(Reply::json(200, &body)).await;
    let error = client.list_organization_members().await.unwrap_err();
    assert!(
        error
            .to_string()
            .contains("body `data[1].first_name`: expected a string"),
        "{error}"
    );
}

/// A client can be older than its server, so it ignores unknown fields.
#[tokio::test]
async fn unknown_fields_of_a_response_are_ignored() {
    let body = json!({ "data": { "total_credits": 3, "currency": {"x": [1]}, "total_usage": 1 }, "took": 3 });
    let (client, _) = client_and_stub(Reply::json(200, &body)).await;
    assert_eq!(client.get_credits().await.unwrap().total_credits, 3.0);
}

#[tokio::test]
async fn an_undocumented_response_is_kept_unchanged() {
    let page = "<html>Out of tea</html>";
    for status in [201, 204, 302, 402, 410, 418, 503, 599] {
        let body = if status == 204 { "" } else { page };
        let headers = [
            ("x-tea", "green"),
            ("x-request-id", "r-9"),
            ("location", "/v1/key"),
        ];
        let (client, stub) = client_and_stub(Reply::response(status, &headers, body)).await;
        let error = client.delete_key("5d41").await.unwrap_err();
        assert_eq!(
            (error.status().unwrap().as_u16(), error.request_id()),
            (status, Some("r-9"))
        );
        let Error::Undocumented(response) = error else {
            panic!("{status}: {error:?}")
        };
        assert_eq!(response.status(), status);
        assert_eq!(response.headers["x-tea"], "green");
        assert_eq!(response.body, body.as_bytes());
        assert!(
            response
                .to_string()
                .starts_with(&format!("delete_key: the response {status}")),
            "{response}"
        );
        let is_shown = response.to_string().contains("Out of tea");
        assert_eq!(is_shown, status != 204 && status != 302, "{response}");
        assert_eq!(
            stub.seen().len(),
            1,
            "{status} is neither followed nor retried"
        );
    }
}

#[tokio::test]
async fn a_status_without_a_reason_phrase_is_shown_as_a_number() {
    let (client, _) = client_and_stub(Reply::response(599, &[], "")).await;
    let error = client.delete_key("5d41").await.unwrap_err();
    let expected = "delete_key: the response 599 with 0 bytes is not documented";
    assert_eq!(error.to_string(), expected);
}

/// A proxy can respond with a documented status in another shape.
#[tokio::test]
async fn a_documented_status_in_another_shape_is_undocumented() {
    for body in [
        "<html>nginx</html>",
        "",
        "{}",
        r#"{"error":"not found"}"#,
        r#"{"error":{"code":404}}"#,
        "null",
    ] {
        let (client, _) = client_and_stub(Reply::response(404, &[], body)).await;
        let error = client.delete_key("5d41").await.unwrap_err();
        let Error::Undocumented(response) = error else {
            panic!("{body}: {error:?}")
        };
        assert_eq!(response.body, body.as_bytes());
    }
}

#[tokio::test]
async fn an_error_with_only_a_message_is_documented() {
    let body = r#"{"error":{"message":"gone","hint":1,"metadata":null}}"#;
    let (client, _) = client_and_stub(Reply::response(404, &[], body)).await;
    let error = client.delete_key("5d41").await.unwrap_err();
    let Error::Api(DeleteKeyError::NotFound(found)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(
        (found.body.status, found.body.message.as_str()),
        (404, "gone")
    );
    assert_eq!(found.body.metadata(), None);
}

#[tokio::test]
async fn invalid_headers_of_429_are_ignored() {
    let headers = [
        ("x-ratelimit-limit", "many"),
        ("x-ratelimit-remaining", " 3 "),
        ("retry-after", "0.5"),
    ];
    let (client, _) = client_and_stub(Reply::error(429, &headers)).await;
    let error = client.delete_key("5d41").await.unwrap_err();
    let Error::Api(DeleteKeyError::TooManyRequests(limited)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(
        (limited.x_rate_limit_limit, limited.x_rate_limit_remaining),
        (None, Some(3))
    );
    assert_eq!(limited.retry_after(), None);
}

#[tokio::test]
async fn a_response_that_is_too_large_is_an_error() {
    let body = json!({ "data": { "total_credits": 3, "total_usage": 1, "note": "x".repeat(200) } })
        .to_string();
    for (reply, how) in [
        (Reply::response(200, &[], &body), "announced"),
        (Reply::chunked(200, &body), "in chunks"),
    ] {
        let stub = Stub::start([reply.clone(), reply]).await;
        let builder = || Client::builder(base_url(stub.address)).retry(Retry::never());
        let error = build(builder().max_response_bytes(body.len() - 1))
            .get_credits()
            .await
            .unwrap_err();
        let Error::TooLarge(large) = &error else {
            panic!("{how}: {error:?}")
        };
        assert_eq!(
            (large.limit, large.status.as_u16()),
            (body.len() - 1, 200),
            "{how}"
        );
        let just = build(builder().max_response_bytes(body.len()))
            .get_credits()
            .await;
        assert!(just.is_ok(), "{how}: {just:?}");
    }
}

#[tokio::test]
async fn a_body_in_many_chunks_is_read_whole() {
    let served = Served::start().await;
    let note = "ä🦀".repeat(100_000);
    served
        .gateway
        .records(|records| records.workspaces[0].description = Some(note.clone()));
    let page = served.client().list_workspaces().await.unwrap();
    assert_eq!(page.data[0].description.as_ref(), Some(&note));
}

/// Path values, each with its encoded form.
const PATH_VALUES: &[(&str, &str)] = &[
    ("nova-2:free", "nova-2:free"),
    ("a/b", "a%2Fb"),
    ("ü", "%C3%BC"),
    ("a b+c", "a%20b+c"),
    ("%2F", "%252F"),
    ("?#[]", "%3F%23%5B%5D"),
    ("...", "..."),
    ("🦀", "%F0%9F%A6%80"),
    ("a\\b", "a%5Cb"),
    ("\r\n", "%0D%0A"),
];

#[tokio::test]
async fn path_values_arrive_unchanged() {
    let served = Served::start().await;
    for (value, sent) in PATH_VALUES {
        served
            .gateway
            .records(|records| records.keys.insert((*value).into()));
        let deleted = served.client().delete_key(*value).await;
        assert!(deleted.is_ok(), "`{value}`: {deleted:?}");
        assert!(
            !served
                .gateway
                .records(|records| records.keys.contains(&(*value).into())),
            "`{value}`"
        );

        let (client, stub) = client_and_stub(Reply::error(404, &[])).await;
        client.delete_key(*value).await.unwrap_err();
        let line = format!("DELETE /v1/keys/{sent} HTTP/1.1");
        assert_eq!(stub.seen()[0].lines().next().unwrap(), line);
    }
}

#[tokio::test]
async fn a_slash_in_a_path_value_does_not_change_its_neighbour() {
    let served = Served::start().await;
    served
        .gateway
        .records(|records| records.models[0].id = "a/b/c/ü".into());
    for (author, slug) in [("a/b", "c/ü"), ("a", "b/c/ü")] {
        let model = served.client().get_model(author, slug).await.unwrap();
        assert_eq!(model.id.as_str(), "a/b/c/ü");
    }
}

/// These would identify another resource: `DELETE /v1/keys/` or, if a proxy normalizes the path, `/v1/`.
#[tokio::test]
async fn path_values_that_identify_another_resource_are_not_sent() {
    let served = Served::start().await;
    for value in ["", ".", ".."] {
        let error = served.client().delete_key(value).await.unwrap_err();
        assert!(matches!(error, Error::Request(_)), "`{value}`: {error:?}");
        let expected = "delete_key: the path parameter `hash` must not be empty, `.` or `..`";
        assert_eq!(error.to_string(), expected);
        let error = served.client().get_model("acme", value).await.unwrap_err();
        assert!(matches!(error, Error::Request(_)), "`{value}`: {error:?}");
    }
    assert_eq!(served.gateway.calls(&DELETE_KEY), 0);
}

#[tokio::test]
async fn invalid_headers_are_not_sent() {
    let served = Served::start().await;
    for (name, value) in [
        ("x trace", "1"),
        ("x-trace", "a\r\nauthorization: Bearer other"),
        ("", "1"),
    ] {
        let error = served
            .client()
            .get_credits()
            .header(name, value)
            .await
            .unwrap_err();
        assert!(matches!(error, Error::Request(_)), "`{name}`: {error:?}");
        assert!(!error.to_string().contains("other"), "{error}");
    }
    assert_eq!(served.gateway.calls(&GET_CREDITS), 0);
}

#[test]
fn invalid_base_urls_are_rejected() {
    const NO_SCHEME: &str = "the base URL must begin with `http://` or `https://`";
    for (url, problem) in [
        ("gateway.example", NO_SCHEME),
        ("127.0.0.1:80", NO_SCHEME),
        ("", NO_SCHEME),
        ("ftp://gateway.example", NO_SCHEME),
        ("http://", "the base URL cannot be read"),
        (
            "http://gateway.example/?a=b",
            "the base URL must have neither a query nor a fragment",
        ),
        (
            "http://gateway.example/#a",
            "the base URL must have neither a query nor a fragment",
        ),
        (
            "http://ada:pw@gateway.example",
            "the base URL must have no user name and no password",
        ),
    ] {
        let error = Client::builder(url).build().unwrap_err();
        assert!(error.to_string().starts_with(problem), "{url}: {error}");
        assert!(!format!("{error:?}").contains("pw"), "{error:?}");
    }
}

#[test]
fn keys_that_are_invalid_in_a_header_are_rejected() {
    for key in ["", "a\nb", "a\0"] {
        let error = Client::builder("http://gateway.example")
            .bearer_token(key)
            .build()
            .unwrap_err();
        assert!(error.to_string().contains("bearer token"), "{error}");
    }
}

/// One client can make many calls at the same time.
#[tokio::test]
async fn concurrent_calls_succeed() {
    let served = Served::start().await;
    served.gateway.tell(
        &GET_CREDITS,
        (0..20).map(|_| Turn::Delay(Duration::from_millis(50))),
    );
    let client = served.client();
    let calls: Vec<_> = (0..20)
        .map(|_| tokio::spawn(client.get_credits().into_future()))
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap().unwrap(), example("Credits"));
    }
    assert_eq!(served.gateway.calls(&GET_CREDITS), 20);
}

/// Setting a parameter again replaces its value.
#[tokio::test]
async fn a_parameter_that_is_set_twice_has_the_last_value() {
    let served = Served::start().await;
    let call = served
        .client()
        .list_guardrails()
        .limit(1000)
        .workspace_id("none")
        .limit(1)
        .workspace_id("ws_7f3a");
    let page = call.await.unwrap();
    assert_eq!(page.data, [example("Guardrail")]);
    let all = served
        .client()
        .list_guardrails()
        .offset(7)
        .offset(0)
        .stream()
        .try_collect()
        .await
        .unwrap();
    assert_eq!(all.len(), 1);
}

#[tokio::test]
async fn a_header_of_a_call_replaces_the_header_of_the_client() {
    let served = Served::start().await;
    let client = build(served.builder().bearer_token(MANAGEMENT_KEY));
    let ordinary = format!("Bearer {ORDINARY_KEY}");
    assert!(
        !client
            .get_key()
            .header("Authorization", &ordinary)
            .await
            .unwrap()
            .is_management_key
    );
    assert!(client.get_key().await.unwrap().is_management_key);
}

#[tokio::test]
async fn time_limits_can_have_the_largest_duration() {
    let served = Served::start().await;
    let builder = served
        .builder()
        .bearer_token(MANAGEMENT_KEY)
        .connect_timeout(Duration::MAX);
    let client = build(
        builder
            .try_timeout(Duration::MAX)
            .total_timeout(Duration::MAX),
    );
    assert_eq!(client.get_credits().await.unwrap(), example("Credits"));
}

/// Messages of a server reach logs and terminals. They must not start a new line or change colours.
#[tokio::test]
async fn an_error_is_one_line_even_if_its_message_is_not() {
    let body = json!({ "error": { "message": "one\ntwo\r\u{1b}[31mthree" } });
    for status in [404, 405] {
        let (client, _) = client_and_stub(Reply::json(status, &body)).await;
        let error = client.delete_key("5d41").await.unwrap_err();
        assert!(
            !error.to_string().contains(char::is_control),
            "{error:?} is shown as {:?}",
            error.to_string()
        );
        assert_eq!(
            error.body().unwrap().message,
            body["error"]["message"],
            "the message itself is unchanged"
        );
    }
}

/// `?` converts an error into the usual boxed error.
#[tokio::test]
async fn an_error_converts_into_a_boxed_error() {
    async fn fails(client: Client) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        client.delete_key("5d41").await?;
        Ok(())
    }
    let error = fails(Served::start().await.client()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "delete_key: 404 Not Found: Resource not found"
    );
}

#[tokio::test]
async fn a_body_that_is_not_utf8_is_a_decode_error() {
    let body = json!({ "data": example_json("KeyInfo") }).to_string();
    let (before, after) = body.split_once("Research notebook").unwrap();
    let head = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n";
    let response = [
        head.as_bytes(),
        before.as_bytes(),
        b"\xff",
        after.as_bytes(),
    ]
    .concat();
    let (client, _) = client_and_stub(Reply::Bytes(response)).await;
    let error = client.get_key().await.unwrap_err();
    assert!(matches!(error, Error::Decode(_)), "{error:?}");
    assert!(error.to_string().contains("it is not JSON"), "{error}");
}

/// A deeply nested body must not overflow the caller's stack.
#[tokio::test]
async fn a_deeply_nested_body_is_an_error() {
    let deep = "[".repeat(200_000);
    for body in [
        format!("{{\"data\":{{\"note\":{deep}"),
        format!("{{\"error\":{{\"metadata\":{deep}"),
        deep,
    ] {
        for status in [200, 404] {
            let (client, _) = client_and_stub(Reply::response(status, &[], &body)).await;
            assert!(client.delete_key("5d41").await.is_err());
        }
    }
}
