//! Requests: the URL, the headers and the body.

use specsmith_runtime::client::Error;
use specsmith_runtime::codegen as rt;

use crate::api::{Client, Tool};
use crate::server::{Server, Step, json};

const TOOL: &str = r#"{"data": {"id": "t"}}"#;

#[tokio::test]
async fn a_request_has_path_key_and_agent() {
    let server = Server::start([json(200, TOOL)]).await;
    let tool = Client::quick(&server.url)
        .get_tool("gpt:free")
        .await
        .unwrap();
    assert_eq!(tool.id.as_str(), "t");
    let request = server.requests().remove(0);
    assert!(
        request.starts_with("GET /v1/tools/gpt:free HTTP/1.1\r\n"),
        "{request}"
    );
    for header in [
        "authorization: Bearer s3cr3t",
        "accept: application/json",
        "user-agent: tools-api/1.2.0",
    ] {
        assert_eq!(
            request.matches(&format!("\r\n{header}\r\n")).count(),
            1,
            "{request}"
        );
    }
    assert!(!request.contains("content-type"), "{request}");
}

#[tokio::test]
async fn a_body_is_json() {
    let server = Server::start([json(201, r#"{"id": "t", "count": null}"#)]).await;
    let tool = Tool {
        id: "t".into(),
        count: 3.into(),
        price: None,
    };
    let added = Client::quick(&server.url).add_tool(tool).await.unwrap();
    assert!(added.count.is_null());
    let request = server.requests().remove(0);
    assert!(
        request.contains("\r\ncontent-type: application/json\r\n"),
        "{request}"
    );
    assert!(
        request.ends_with("\r\n\r\n{\"id\":\"t\",\"count\":3}"),
        "{request}"
    );
}

/// Many servers respond with 411 to a request that may have content and states no length (RFC 9110, section 8.6).
#[tokio::test]
async fn a_post_without_a_body_has_the_length_0() {
    let server = Server::start([Step::Write(b"HTTP/1.1 204 No Content\r\n\r\n".to_vec())]).await;
    Client::quick(&server.url).ping().await.unwrap();
    let request = server.requests().remove(0);
    assert!(
        request.starts_with("POST /v1/ping HTTP/1.1\r\n"),
        "{request}"
    );
    assert_eq!(
        request.matches("\r\ncontent-length: 0\r\n").count(),
        1,
        "{request}"
    );
    for name in ["transfer-encoding", "content-type"] {
        assert!(!request.contains(name), "{request}");
    }

    let server = Server::start([json(200, TOOL)]).await;
    Client::quick(&server.url).get_tool("t").await.unwrap();
    let request = server.requests().remove(0);
    assert!(!request.contains("content-length"), "{request}");
}

#[tokio::test]
async fn query_and_header_parameters() {
    let server = Server::start([json(200, r#"{"data": [], "total_count": 0}"#)]).await;
    let call = Client::quick(&server.url)
        .list_tools()
        .offset(20)
        .only(["a b".into(), "c&d=é+".into()]);
    call.on_behalf_of("ada")
        .header("user-agent", "mine")
        .await
        .unwrap();
    assert_eq!(
        server.lines(),
        ["GET /v1/tools?offset=20&only=a%20b&only=c%26d%3D%C3%A9%2B"]
    );
    let request = server.requests().remove(0);
    assert!(request.contains("\r\non-behalf-of: ada\r\n"), "{request}");
    assert!(request.contains("\r\nuser-agent: mine\r\n"), "{request}");
    assert!(!request.contains("tools-api"), "{request}");
}

#[tokio::test]
async fn setting_a_parameter_again_replaces_it() {
    let server = Server::start([json(200, r#"{"data": [], "total_count": 0}"#)]).await;
    let call = || {
        let call = Client::quick(&server.url).list_tools().offset(20);
        call.only(["a".into(), "b".into()]).offset(7)
    };
    call().await.unwrap();
    call().only(["c".into()]).await.unwrap();
    call().offset(0).stream().try_collect().await.unwrap();
    assert_eq!(
        server.lines(),
        [
            "GET /v1/tools?only=a&only=b&offset=7",
            "GET /v1/tools?offset=7&only=c",
            "GET /v1/tools?only=a&only=b&offset=0",
        ]
    );
}

#[tokio::test]
async fn a_number_that_json_cannot_represent_is_not_sent() {
    let server = Server::start([json(201, TOOL)]).await;
    let tool = Tool {
        id: "t".into(),
        count: rt::Maybe::Absent,
        price: Some(f64::NAN),
    };
    let error = Client::quick(&server.url).add_tool(tool).await.unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error:?}");
    assert_eq!(
        error.to_string(),
        "add_tool: the body cannot be written: \
         the value of \"price\" is not finite, and JSON has no number for it"
    );
    assert!(server.lines().is_empty());
}

#[tokio::test]
async fn a_slash_in_a_path_value_stays_in_its_segment() {
    let server = Server::start([json(200, TOOL)]).await;
    Client::quick(&server.url)
        .get_tool("a/../b?c#d")
        .await
        .unwrap();
    assert_eq!(server.lines(), ["GET /v1/tools/a%2F..%2Fb%3Fc%23d"]);
}

#[tokio::test]
async fn path_values_that_identify_another_resource_are_not_sent() {
    let server = Server::start([json(200, TOOL)]).await;
    for value in ["", ".", ".."] {
        let error = Client::quick(&server.url)
            .get_tool(value)
            .await
            .unwrap_err();
        assert!(matches!(error, Error::Request(_)), "{error:?}");
        assert_eq!(
            error.to_string(),
            "get_tool: the path parameter `id` must not be empty, `.` or `..`"
        );
    }
    assert!(server.lines().is_empty());
}

#[tokio::test]
async fn a_parameter_that_is_not_a_finite_number_is_not_sent() {
    let server = Server::start([json(200, TOOL)]).await;
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let call = Client::quick(&server.url).list_tools().at_most(value);
        let error = call.await.unwrap_err();
        assert!(matches!(error, Error::Request(_)), "{error:?}");
        assert_eq!(
            error.to_string(),
            "list_tools: the parameter `at_most` is not a finite number"
        );
    }
    assert!(server.lines().is_empty());
}

#[tokio::test]
async fn invalid_headers_are_not_sent() {
    let server = Server::start([json(200, TOOL)]).await;
    let error = Client::quick(&server.url)
        .list_tools()
        .on_behalf_of("line\nbreak")
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error:?}");
    assert!(!error.to_string().contains("break"), "{error}");
    assert!(server.lines().is_empty());
}

#[tokio::test]
async fn the_base_url_may_have_a_path() {
    let server = Server::start([json(200, TOOL)]).await;
    for base in ["/gateway/eu", "/gateway/eu/", "", "/"] {
        Client::quick(&format!("{}{base}", server.url))
            .get_tool("t")
            .await
            .unwrap();
    }
    let (long, short) = ("GET /gateway/eu/v1/tools/t", "GET /v1/tools/t");
    assert_eq!(server.lines(), [long, long, short, short]);
}

#[tokio::test]
async fn a_given_http_client_is_used() {
    let server = Server::start([json(200, TOOL)]).await;
    let own = reqwest::Client::builder()
        .user_agent("own")
        .build()
        .unwrap();
    let client = Client::quick_builder(&server.url)
        .http_client(own)
        .build()
        .unwrap();
    client.get_tool("t").await.unwrap();
    let request = server.requests().remove(0);
    assert!(
        request.contains("\r\nauthorization: Bearer s3cr3t\r\n"),
        "{request}"
    );
}

#[test]
fn invalid_settings_are_rejected() {
    let problem = |url: &str| Client::builder(url).build().unwrap_err().to_string();
    for url in ["ftp://h", "127.0.0.1:80", "localhost:80", "h/x", ""] {
        let expected = "the base URL must begin with `http://` or `https://`";
        assert_eq!(problem(url), expected, "{url}");
    }
    assert!(problem("http://").starts_with("the base URL cannot be read: "));
    assert_eq!(
        problem("http://h?x=1"),
        "the base URL must have neither a query nor a fragment"
    );
    assert_eq!(
        problem("http://ada:pw@h"),
        "the base URL must have no user name and no password"
    );
    let token = Client::builder("http://h")
        .bearer_token("s3cr3t\n")
        .build()
        .unwrap_err();
    assert!(!format!("{token} {token:?}").contains("s3cr3t"));
    assert!(
        Client::builder("http://h")
            .bearer_token("")
            .build()
            .is_err()
    );
    assert!(
        Client::builder("http://h")
            .header("no good", "x")
            .build()
            .is_err()
    );
    let https = Client::builder("https://h").build();
    assert_eq!(https.is_ok(), cfg!(feature = "rustls"), "{https:?}");
}

#[tokio::test]
async fn the_key_is_never_shown() {
    let builder =
        Client::quick_builder("http://127.0.0.1:1").header("authorization", "Bearer s3cr3t");
    let mut shown = format!("{builder:?}");
    let client = builder.build().unwrap();
    shown += &format!(
        "{client:?} {:?} {:?}",
        client.get_tool("t"),
        client.list_tools().stream()
    );
    let error = client
        .list_tools()
        .only(["personal".into()])
        .await
        .unwrap_err();
    let mut cause: Option<&dyn std::error::Error> = Some(&error);
    while let Some(error) = cause {
        shown += &format!("{error} {error:?}");
        cause = error.source();
    }
    assert!(
        !shown.contains("s3cr3t") && !shown.contains("personal"),
        "{shown}"
    );
}
