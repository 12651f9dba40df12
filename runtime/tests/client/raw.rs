//! Responses that are not decoded, and requests that the description lacks.

use std::time::Duration;

use specsmith_runtime::Json;
use specsmith_runtime::client::{Credentials, Error, Retry, TimeoutKind};

use crate::api::{Client, Tool};
use crate::server::{Server, Step, error, error_with, json, json_with};

#[tokio::test]
async fn a_raw_response_of_any_status_is_not_an_error() {
    for (status, body) in [
        (200, r#"{"data": 7}"#),
        (202, "OK"),
        (302, "moved"),
        (404, "<html>"),
        (418, ""),
    ] {
        let headers = "x-request-id: r1\r\ncontent-type: text/html\r\n";
        let server = Server::start([json_with(status, headers, body)]).await;
        let call = Client::quick(&server.url).get_tool("t");
        let response = call.send_raw().await.unwrap();
        assert_eq!(response.status.as_u16(), status);
        assert_eq!(response.body, body.as_bytes());
        assert_eq!(response.headers["x-request-id"], "r1");
        assert_eq!(
            (response.request_id(), response.media(), response.tries),
            (Some("r1"), Some("text/html"), 1)
        );
        assert!(!format!("{response:?}").contains("r1"), "{response:?}");
    }
}

/// Otherwise, a body that no operation documents is not read.
#[tokio::test]
async fn a_raw_response_has_a_body_that_the_operation_does_not_document() {
    let server = Server::start([json(204, ""), json(202, "more")]).await;
    let client = Client::quick(&server.url);
    assert_eq!(client.ping().send_raw().await.unwrap().body, "");
    let tool = Tool {
        id: "t".into(),
        count: 3.into(),
        price: None,
    };
    let response = client.order_tool(tool).send_raw().await.unwrap();
    assert_eq!(response.body, "more");
}

#[tokio::test]
async fn a_raw_call_has_the_credentials_retries_and_limits_of_a_call() {
    let steps = [error(429, "m"), Step::Cut(Vec::new()), json(200, "[1, 2]")];
    let server = Server::start(steps).await;
    let client = Client::quick(&server.url);
    let response = client.get_tool("t").send_raw().await.unwrap();
    assert_eq!((response.status.as_u16(), response.tries), (200, 3));
    assert_eq!(response.json::<Vec<i64>>().unwrap(), [1, 2]);
    assert!(response.json::<Tool>().is_err());
    for request in server.requests() {
        assert!(
            request.contains("authorization: Bearer s3cr3t\r\n"),
            "{request}"
        );
    }
    let server = Server::start([json(200, "[1, 2, 3]")]).await;
    let client = Client::quick_builder(&server.url).max_response_bytes(6);
    let call = client.build().unwrap().get_tool("t");
    assert!(matches!(call.send_raw().await, Err(Error::TooLarge(_))));
    let server = Server::start([Step::Hang(Duration::from_secs(20))]).await;
    let call = Client::quick(&server.url).list_tools();
    let call = call
        .retry(Retry::never())
        .try_timeout(Duration::from_millis(50));
    let failed = call.send_raw().await.unwrap_err();
    assert!(
        matches!(&failed, Error::Timeout(timeout) if timeout.kind == TimeoutKind::Try),
        "{failed:?}"
    );
    assert_eq!(
        failed.to_string(),
        "list_tools: the try timed out after 50 ms"
    );
}

#[tokio::test]
async fn a_request_that_the_description_lacks_is_sent_like_others() {
    let server = Server::start([error_with(429, "", "m"), json(207, r#"{"done": true}"#)]).await;
    let client = Client::quick(&server.url);
    let response = client
        .request("PUT", "/v2/tools/a%20b")
        .query("dry", "yes & no")
        .query("dry", "2")
        .header("x-reason", "test")
        .json(&[1, 2])
        .await
        .unwrap();
    assert_eq!((response.status.as_u16(), response.tries), (207, 2));
    assert_eq!(
        response.json::<Json>().unwrap(),
        Json::Object([("done".to_owned(), true.into())].into_iter().collect())
    );
    let request = &server.requests()[1];
    for part in [
        "PUT /v2/tools/a%20b?dry=yes%20%26%20no&dry=2 HTTP/1.1\r\n",
        "authorization: Bearer s3cr3t\r\n",
        "user-agent: tools-api/1.2.0\r\n",
        "content-type: application/json\r\n",
        "x-reason: test\r\n",
        "\r\n\r\n[1,2]",
    ] {
        assert!(request.contains(part), "{part}: {request}");
    }
}

#[tokio::test]
async fn only_requests_with_an_idempotent_method_are_retried() {
    let server = Server::start([error(503, "m")]).await;
    let client = Client::quick(&server.url);
    for (method, tries) in [("GET", 4), ("DELETE", 4), ("POST", 1), ("PATCH", 1)] {
        let before = server.lines().len();
        let response = client.request(method, "/x").send().await.unwrap();
        assert_eq!(response.status.as_u16(), 503);
        assert_eq!(server.lines().len() - before, tries, "{method}");
    }
    let request = client.request("POST", "/x").body("text/plain", "a b");
    request.retry(Retry::new().max_tries(2)).await.unwrap();
    let last = server.requests().pop().unwrap();
    assert!(
        last.contains("content-type: text/plain\r\n") && last.ends_with("\r\n\r\na b"),
        "{last}"
    );
}

#[tokio::test]
async fn a_request_carries_the_credentials_of_one_scheme() {
    let server = Server::start([json(200, "1")]).await;
    let key = |scheme, name| Credentials::key_in_header(scheme, name, "", "k3y");
    let builder = || Client::builder(&server.url).credentials(key("one", "x-one"));
    let client = builder().build().unwrap();
    client.request("GET", "/x").await.unwrap();
    client
        .request("GET", "/x")
        .without_credentials()
        .await
        .unwrap();
    let client = builder().credentials(key("two", "x-two")).build().unwrap();
    let failed = client.request("GET", "/x").await.unwrap_err();
    assert_eq!(
        failed.to_string(),
        "request: the client has credentials of several schemes: choose one of them with `.scheme(…)`"
    );
    client.request("GET", "/x").scheme("two").await.unwrap();
    let carried = |request: &String| {
        let has = |name: &str| request.contains(&format!("{name}: k3y\r\n"));
        (has("x-one"), has("x-two"))
    };
    let carried: Vec<(bool, bool)> = server.requests().iter().map(carried).collect();
    assert_eq!(carried, [(true, false), (false, false), (false, true)]);
}

#[tokio::test]
async fn a_request_that_would_go_elsewhere_is_not_sent() {
    let server = Server::start([json(200, "1")]).await;
    let client = Client::quick(&format!("{}/base", server.url));
    for (method, path, problem) in [
        ("GET", "x", "the path must begin with `/`"),
        (
            "GET",
            "//host/x?y",
            "the path must not contain a query or a fragment",
        ),
        (
            "GET",
            "/../x",
            "the path must not have the segments `.` and `..`",
        ),
        (
            "GET",
            "/a/%2E%2e/x",
            "the path must not have the segments `.` and `..`",
        ),
        (
            "GET",
            "/a\\..\\x",
            "the path must not have the segments `.` and `..`",
        ),
        ("get", "/x", "`get` is not a method that can be requested"),
    ] {
        let failed = client.request(method, path).await.unwrap_err();
        let Error::Request(_) = &failed else {
            panic!("{failed:?}")
        };
        assert!(failed.to_string().contains(problem), "{failed}");
    }
    assert!(server.lines().is_empty());
    // The base URL decides about the server.
    client.request("GET", "//host/x").await.unwrap();
    assert_eq!(server.lines(), ["GET /base//host/x"]);
}

#[tokio::test]
async fn what_a_request_sets_wins_over_the_credentials() {
    let server = Server::start([json(200, "1")]).await;
    let of = |credentials| {
        Client::builder(&server.url)
            .credentials(credentials)
            .build()
    };
    let bearer = of(Credentials::bearer("b", "s3cr3t")).unwrap();
    let request = bearer.request("GET", "/x").header("Authorization", "own");
    request.await.unwrap();
    let header = of(Credentials::key_in_header("h", "x-key", "", "k3y")).unwrap();
    let request = header.request("GET", "/x").header("X-Key", "own");
    request.await.unwrap();
    let cookie = of(Credentials::key_in_cookie("c", "key", "k3y")).unwrap();
    let request = cookie.request("GET", "/x").header("cookie", "a=1; key=own");
    request.await.unwrap();
    let request = cookie.request("GET", "/x").header("cookie", "a=1; keys=2");
    request.await.unwrap();
    let query = of(Credentials::key_in_query("q", "a key", "k3y")).unwrap();
    let request = query.request("GET", "/x").query("a key", "own");
    request.await.unwrap();
    query.request("GET", "/x").query("a", "1").await.unwrap();
    let requests = server.requests();
    let lines = requests.iter().map(|request| {
        let is_ours = |line: &&str| {
            ["GET", "authorization", "x-key", "cookie"]
                .iter()
                .any(|name| line.starts_with(name))
        };
        let lines: Vec<&str> = request.lines().filter(is_ours).collect();
        lines.join(", ")
    });
    assert_eq!(
        lines.collect::<Vec<String>>(),
        [
            "GET /x HTTP/1.1, authorization: own",
            "GET /x HTTP/1.1, x-key: own",
            "GET /x HTTP/1.1, cookie: a=1; key=own",
            "GET /x HTTP/1.1, cookie: a=1; keys=2; key=k3y",
            "GET /x?a%20key=own HTTP/1.1",
            "GET /x?a=1&a%20key=k3y HTTP/1.1",
        ]
    );
}

/// Only the client knows how long the body is.
#[tokio::test]
async fn headers_that_say_where_the_body_ends_cannot_be_set() {
    let server = Server::start([]).await;
    let client = Client::quick(&server.url);
    for name in ["Content-Length", "transfer-encoding"] {
        let raw = client.request("POST", "/x").header(name, "3").json(&[1]);
        let raw = raw.await.map(|_| ()).unwrap_err().to_string();
        let call = client.ping().header(name, "3").await.unwrap_err();
        for error in [raw, call.to_string()] {
            let expected = format!("the header `{}` is set by the client", name.to_lowercase());
            assert!(error.contains(&expected), "{error}");
        }
    }
    assert!(server.requests().is_empty());
}
