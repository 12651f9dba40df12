//! How the client interprets responses.

use std::error::Error as _;

use specsmith_runtime::Maybe;
use specsmith_runtime::client::{Deviation, Error, Remedy};
use specsmith_runtime::decode::InvalidJson;

use crate::api::{Client, PingError, Tool, ToolError};
use crate::captured_log::Log;
use crate::server::{Server, Step, error, error_with, json, json_with};

async fn get_tool(step: Step) -> Error<ToolError> {
    let server = Server::start([step]).await;
    Client::quick(&server.url).get_tool("t").await.unwrap_err()
}

#[tokio::test]
async fn a_response_has_value_status_and_headers() {
    let headers = "x-request-id: r1\r\nx-more: 7\r\n";
    let server = Server::start([json_with(200, headers, r#"{"data": {"id": "t"}}"#)]).await;
    let response = Client::quick(&server.url)
        .get_tool("t")
        .send()
        .await
        .unwrap();
    assert_eq!((response.status.as_u16(), response.tries), (200, 1));
    assert_eq!(response.request_id(), Some("r1"));
    assert_eq!(response.headers["x-more"], "7");
    assert_eq!(response.value.id.as_str(), "t");
}

#[tokio::test]
async fn a_response_without_content_succeeds() {
    let server = Server::start([Step::Write(b"HTTP/1.1 204 No Content\r\n\r\n".to_vec())]).await;
    let client = Client::quick(&server.url);
    client.ping().await.unwrap();
    assert_eq!(client.ping().send().await.unwrap().status.as_u16(), 204);
}

/// The operation succeeded, so an undocumented body must not cause an error.
#[tokio::test]
async fn an_undocumented_body_is_ignored() {
    let head = "HTTP/1.1 202 Accepted\r\ncontent-length:";
    for step in [
        json(202, "OK"),
        json(202, r#"{"id": "t"}"#),
        json(202, ""),
        Step::Cut(format!("{head} 100\r\n\r\nO").into_bytes()),
        Step::Write(format!("{head} 99999999999\r\n\r\n").into_bytes()),
    ] {
        let server = Server::start([step]).await;
        let tool = Tool {
            id: "t".into(),
            count: Maybe::Absent,
            price: None,
        };
        let response = Client::quick(&server.url).order_tool(tool).send().await;
        let response = response.unwrap();
        assert_eq!((response.status.as_u16(), response.tries), (202, 1));
    }
}

#[tokio::test]
async fn an_empty_body_is_not_null() {
    let find = async |body| {
        let server = Server::start([json(200, body)]).await;
        Client::quick(&server.url).find_tool().await
    };
    assert_eq!(find("null").await.unwrap(), None);
    for body in ["", " "] {
        let error = find(body).await.unwrap_err();
        let Error::Decode(error) = error else {
            panic!("{error:?}")
        };
        assert_eq!(error.problem, InvalidJson::Empty, "{body:?}");
    }
}

#[tokio::test]
async fn the_headers_of_a_response_are_not_shown() {
    let headers = "set-cookie: session=s3cr3t\r\nx-limit: s3cr3t\r\n";
    let server = Server::start([json_with(200, headers, r#"{"data": {"id": "t"}}"#)]).await;
    let call = Client::quick(&server.url).get_tool("t");
    let shown = format!("{:?}", call.send().await.unwrap());
    assert!(!shown.contains("s3cr3t"), "{shown}");
    assert!(shown.contains(r#""set-cookie""#), "{shown}");
    assert!(!shown.contains("tools-api"), "{shown}");
}

#[tokio::test]
async fn headers_in_utf_8_are_read() {
    let headers = "x-contact: Müller, Genève\r\nx-request-id: für-7\r\n";
    let error = get_tool(error_with(429, headers, "m")).await;
    let Error::Api(ToolError::TooManyRequests(error)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(error.contact.as_deref(), Some("Müller, Genève"));
    assert_eq!(error.request_id(), Some("für-7"));
}

#[tokio::test]
async fn a_400_shows_its_first_validation_errors() {
    let listed: Vec<String> = (0..7)
        .map(|index| {
            format!(r#"{{"in": "body", "name": "tools[{index}].id", "problem": "is missing"}}"#)
        })
        .collect();
    let error = |listed: &[String]| {
        let listed = listed.join(", ");
        let body = format!(
            r#"{{"error": {{"code": 400, "message": "Bad", "metadata": {{"invalid": [{listed}]}}}}}}"#
        );
        get_tool(json(400, &body))
    };
    assert_eq!(
        error(&listed[..2]).await.to_string(),
        "get_tool: 400 Bad Request: Bad: body `tools[0].id`: is missing; \
         body `tools[1].id`: is missing"
    );
    let text = error(&listed).await.to_string();
    assert!(
        text.ends_with("`tools[4].id`: is missing; and 2 more"),
        "{text}"
    );
    let hostile = r#"{"in": "query", "name": "a\nb", "problem": "\u001b[31m"}"#.to_owned();
    assert_eq!(
        error(&[hostile]).await.to_string(),
        r"get_tool: 400 Bad Request: Bad: query `a\nb`: \u{1b}[31m"
    );
}

#[tokio::test]
async fn a_documented_error_is_its_variant() {
    let error = get_tool(error_with(404, "x-request-id: r2\r\n", "no such tool")).await;
    let Error::Api(ToolError::NotFound(not_found)) = &error else {
        panic!("{error:?}")
    };
    assert_eq!(
        (not_found.body.status, not_found.body.message.as_str()),
        (404, "no such tool")
    );
    assert_eq!(not_found.request_id(), Some("r2"));
    assert_eq!(error.request_id(), Some("r2"));
    assert_eq!(error.status().unwrap(), 404);
    assert_eq!(error.to_string(), "get_tool: 404 Not Found: no such tool");
}

#[tokio::test]
async fn an_implied_error_is_a_rejection() {
    let error = get_tool(error_with(401, "x-request-id: r3\r\n", "Invalid API key")).await;
    let Error::Rejected(rejected) = &error else {
        panic!("{error:?}")
    };
    assert_eq!(
        (rejected.status.as_u16(), rejected.request_id()),
        (401, Some("r3"))
    );
    assert_eq!(error.body().unwrap().message, "Invalid API key");
    assert_eq!(
        error.to_string(),
        "get_tool: 401 Unauthorized: Invalid API key"
    );
}

#[tokio::test]
async fn an_undocumented_response_is_kept_unchanged() {
    for status in [201, 302, 418, 503] {
        // Without a target, 302 is no redirect.
        let error = get_tool(json_with(
            status,
            "x-request-id: r4\r\nx-more: 7\r\n",
            "upstream",
        ))
        .await;
        let Error::Undocumented(response) = &error else {
            panic!("{error:?}")
        };
        assert_eq!(
            (response.status().as_u16(), response.request_id()),
            (status, Some("r4"))
        );
        assert_eq!(
            (&response.body[..], &response.headers["x-more"]),
            (&b"upstream"[..], &"7".parse().unwrap())
        );
        let text = format!("{error} {error:?}");
        assert!(text.contains("with 8 bytes is not documented"), "{text}");
        // The body of a redirect repeats the target, which may be secret.
        let shown = match status {
            302 => {
                "its body is not shown, because it may repeat the target of the redirect (request r4)"
            }
            _ => "its body is `upstream` (request r4)",
        };
        assert!(text.contains(shown), "{text}");
        assert_eq!(response.operation(), "get_tool");
    }
}

#[tokio::test]
async fn the_start_of_a_body_is_shown_without_the_credentials_of_the_request() {
    let body = format!("Invalid key s3cr3t.{}", "x".repeat(5000));
    let server = Server::start([json(200, &body), json(500, &body)]).await;
    let client = Client::quick_builder(&server.url).bearer_token("s3cr3t");
    let client = client.build().unwrap();
    let decode = client.get_tool("t").await.unwrap_err();
    let undocumented = client.ping().await.unwrap_err();
    for text in [
        decode.to_string(),
        undocumented.to_string(),
        format!("{decode:?} {undocumented:?}"),
    ] {
        assert!(text.contains("Invalid key <secret>.xxx"), "{text}");
        assert!(!text.contains("s3cr3t") && text.len() < 1500, "{text}");
    }
    let Error::Decode(error) = decode else {
        panic!("{decode:?}")
    };
    assert_eq!(&error.body[..], body.as_bytes());
}

/// Such operations have values that are secret or personal, and a server may respond with them at the wrong place.
#[tokio::test]
async fn no_body_of_a_sensitive_operation_is_shown() {
    let server = Server::start([json(200, "s3cr3t"), json(418, "s3cr3t")]).await;
    let client = Client::quick(&server.url);
    for _ in 0..2 {
        let error = client.get_secret_tool("t").await.unwrap_err();
        let text = format!("{error} {error:?}");
        assert!(!text.contains("s3cr3t"), "{text}");
        assert!(
            text.contains(
                "; its body is not shown, because the operation has values that are secret"
            ),
            "{text}"
        );
    }
}

#[tokio::test]
async fn a_redirect_names_its_target() {
    for status in [301, 302, 303, 307, 308] {
        let target = "https://u:s3cr3t@tools.example/v2/tools/t/?key=s3cr3t#s3cr3t";
        let headers = format!("location: {target}\r\n");
        let error = get_tool(json_with(status, &headers, "")).await;
        let Error::Undocumented(response) = &error else {
            panic!("{error:?}")
        };
        assert_eq!(response.redirect(), Some(target));
        let text = format!("{error} {error:?}");
        for part in ["https://tools.example/v2/tools/t/,", "`http_client`"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(!text.contains("s3cr3t"), "{text}");
    }
    let error = get_tool(json_with(418, "location: /a\r\n", "")).await;
    let Error::Undocumented(response) = &error else {
        panic!("{error:?}")
    };
    assert_eq!(response.redirect(), None);
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_kept() {
    let page = "<!DOCTYPE html><title>Sign in</title>";
    let headers =
        "content-type: text/html; charset=utf-8\r\nx-request-id: r6\r\nretry-after: 7\r\n";
    for lenient in [false, true] {
        let server = Server::start([json_with(200, headers, page)]).await;
        let client = Client::quick_builder(&server.url).lenient(lenient);
        let error = client.build().unwrap().get_tool("t").await.unwrap_err();
        let Error::Decode(response) = &error else {
            panic!("{error:?}")
        };
        assert_eq!(&response.body[..], page.as_bytes());
        assert_eq!(response.media(), Some("text/html; charset=utf-8"));
        assert_eq!(response.headers["retry-after"], "7");
        assert_eq!(
            (response.status().as_u16(), response.request_id()),
            (200, Some("r6"))
        );
        assert_eq!(error.retry_after().map(|wait| wait.as_secs()), Some(7));
        assert_eq!(
            error.to_string(),
            "get_tool: the response 200 OK with 37 bytes of text/html; charset=utf-8 cannot be read: it is not JSON \
             (line 1, column 1); it is an HTML page, perhaps of a proxy, of a login, or of another server than that \
             of the API; its body is `<!DOCTYPE html><title>Sign in</title>` (request r6)"
        );
        assert!(format!("{error:?}").contains("Sign in"), "{error:?}");
    }

    // A lenient client that gives up keeps what arrived, not what it has tried.
    let body = r#"{"data": {"id": null, "price": "one"}}"#;
    let server = Server::start([json(200, body)]).await;
    let client = Client::quick_builder(&server.url).lenient(true);
    let error = client.build().unwrap().get_tool("t").await.unwrap_err();
    assert!(
        matches!(&error, Error::Decode(error) if error.body == body.as_bytes()),
        "{error:?}"
    );
    // A page of a proxy with another status, which the operation does not document, documents, or implies.
    for (status, problem) in [
        (502, "is not documented"),
        (404, "does not have the documented body"),
        (401, "does not have the documented body"),
    ] {
        let error = get_tool(json_with(status, "content-type: text/html\r\n", page)).await;
        assert!(matches!(error, Error::Undocumented(_)), "{error:?}");
        let text = error.to_string();
        let expected = format!("with 37 bytes of text/html {problem}; it is an HTML page");
        assert!(text.contains(&expected), "{text}");
    }
}

/// As `.NET` writes them. Readers may skip it (RFC 8259, section 8.1).
#[tokio::test]
async fn a_byte_order_mark_before_json_is_skipped() {
    for lenient in [false, true] {
        let body = "\u{feff}{\"data\": {\"id\": \"t\"}}";
        let server = Server::start([json(200, body)]).await;
        let client = Client::quick_builder(&server.url).lenient(lenient);
        let tool = client.build().unwrap().get_tool("t").await.unwrap();
        assert_eq!(tool.id.as_str(), "t");
    }
    // Together with something to repair.
    let server = Server::start([json(200, "\u{feff}{\"data\": {\"id\": 7}}")]).await;
    let client = Client::quick_builder(&server.url).lenient(true);
    let tool = client.build().unwrap().get_tool("t").await.unwrap();
    assert_eq!(tool.id.as_str(), "7");
    let text = "\u{feff}{\"error\": {\"code\": 404, \"message\": \"gone\"}}";
    let error = get_tool(json(404, text)).await;
    assert_eq!(error.message(), Some("gone"));
    let Error::Decode(error) = get_tool(json(200, "\u{feff}")).await else {
        panic!("another error")
    };
    assert_eq!(error.problem, InvalidJson::Empty);
}

/// JSON is UTF-8, but older servers send what their platform writes, and name it.
#[tokio::test]
async fn a_lenient_client_reads_json_in_the_charset_that_is_named() {
    let body = b"{\"data\": {\"id\": \"Gr\xf6\xdfe\", \"count\": \"7\"}}";
    let step = |media: &str| {
        let head = format!(
            "HTTP/1.1 200 OK\r\ncontent-type: {media}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        Step::Write([head.as_bytes(), body].concat())
    };
    let read = async |media: &str, lenient| {
        let server = Server::start([step(media)]).await;
        let client = Client::quick_builder(&server.url).lenient(lenient);
        client.build().unwrap().get_tool("t").send().await
    };
    let response = read("application/json; charset=iso-8859-1", true)
        .await
        .unwrap();
    assert_eq!(response.value.id.as_str(), "Größe");
    let noted: Vec<String> = response
        .deviations
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        noted,
        [
            "body: expected text in UTF-8; converted",
            "body `data.count`: expected an integer; converted",
        ]
    );
    for (media, lenient) in [
        ("application/json", true),
        ("application/json; charset=iso-8859-1", false),
    ] {
        let error = read(media, lenient).await.unwrap_err();
        assert!(
            matches!(&error, Error::Decode(error) if error.body[..] == body[..]),
            "{error:?}"
        );
    }
}

#[tokio::test]
async fn a_documented_status_in_another_shape_is_undocumented() {
    for body in ["", "<html>", r#"{"error": "text"}"#, r#"{"message": "m"}"#] {
        let error = get_tool(json(404, body)).await;
        assert!(matches!(error, Error::Undocumented(_)), "{error:?}");
        let error = get_tool(json(401, body)).await;
        assert!(matches!(error, Error::Undocumented(_)), "{error:?}");
    }
}

#[tokio::test]
async fn a_status_that_is_neither_documented_nor_implied_is_undocumented() {
    let server = Server::start([error(500, "m")]).await;
    let error = Client::quick(&server.url).ping().await.unwrap_err();
    assert!(
        matches!(error, Error::<PingError>::Undocumented(_)),
        "{error:?}"
    );
}

#[tokio::test]
async fn an_invalid_success_is_a_decode_error() {
    let decode =
        async |body: &str| match get_tool(json_with(200, "x-request-id: r5\r\n", body)).await {
            Error::Decode(error) => (error.problem.clone(), error.to_string()),
            other => panic!("{other:?}"),
        };
    let (problem, text) = decode(r#"{"data": {"id": "t", "count": "many"}}"#).await;
    assert!(
        matches!(problem, InvalidJson::ValidationError(_)),
        "{problem:?}"
    );
    assert_eq!(
        text,
        "get_tool: the response 200 OK with 38 bytes cannot be read: body `data.count`: expected an integer; its body \
         is `{\"data\": {\"id\": \"t\", \"count\": \"many\"}}` (request r5)"
    );
    assert_eq!(
        decode("<html>").await.0,
        InvalidJson::Syntax { line: 1, column: 1 }
    );
    assert_eq!(decode(r#"{"data": {"#).await.0, InvalidJson::Incomplete);
    let (problem, text) = decode("").await;
    assert_eq!(problem, InvalidJson::Empty);
    assert_eq!(
        text,
        "get_tool: the response 200 OK with 0 bytes cannot be read: it is empty (request r5)"
    );
}

#[tokio::test]
async fn a_status_without_a_reason_phrase_is_a_number() {
    let error = get_tool(json(599, "")).await;
    assert_eq!(
        error.to_string(),
        "get_tool: the response 599 with 0 bytes is not documented"
    );
}

#[tokio::test]
async fn a_message_of_the_server_stays_on_one_line() {
    for (status, named) in [(404, "404 Not Found"), (401, "401 Unauthorized")] {
        let error = get_tool(error(status, r"one\ntwo\u001b[31m")).await;
        assert_eq!(
            error.to_string(),
            format!(r"get_tool: {named}: one\ntwo\u{{1b}}[31m")
        );
        assert_eq!(error.body().unwrap().message, "one\ntwo\u{1b}[31m");
    }
    let Error::Api(error) = get_tool(error(404, r"one\ntwo")).await else {
        panic!("another error")
    };
    assert_eq!(error.to_string(), r"404 Not Found: one\ntwo");
}

#[tokio::test]
async fn a_refused_connection_is_a_transport_error() {
    // Port 1 is reserved, and nothing runs there.
    let error = Client::quick("http://127.0.0.1:1")
        .get_tool("t")
        .await
        .unwrap_err();
    let Error::Transport(transport) = &error else {
        panic!("{error:?}")
    };
    assert!(transport.is_connect() && error.is_connect());
    assert_eq!(transport.tries, 4);
    assert_eq!(
        error.to_string(),
        "get_tool: cannot connect to 127.0.0.1:1 (4 tries)"
    );
    let mut cause = error.source();
    let mut chain = String::new();
    while let Some(error) = cause {
        chain += &format!("{error}; ");
        cause = error.source();
    }
    assert!(chain.contains("refused"), "{chain}");
    assert!(!chain.contains("http://"), "{chain}");
}

/// What services leave out, although they promise it.
#[tokio::test]
async fn a_lenient_client_accepts_what_is_missing() {
    let lenient = async |body| {
        let server = Server::start([json(200, body)]).await;
        let client = Client::quick_builder(&server.url).lenient(true);
        let tool = client.build().unwrap().get_tool("t").await;
        tool.map(|tool| (tool.id.as_str().to_owned(), tool.count, tool.price))
    };
    for (body, id, count, price) in [
        (r#"{"data": {"id": "t"}}"#, "t", Maybe::Absent, None),
        (r#"{"data": {}}"#, "", Maybe::Absent, None),
        (
            r#"{"data": {"id": null, "count": null}}"#,
            "",
            Maybe::Null,
            None,
        ),
        (
            r#"{"data": {"id": "t", "price": null}}"#,
            "t",
            Maybe::Absent,
            None,
        ),
        (
            r#"{"data": {"id": 7, "price": "0.04"}}"#,
            "7",
            Maybe::Absent,
            Some(0.04),
        ),
        (
            r#"{"data": {"id": "t", "price": ""}}"#,
            "t",
            Maybe::Absent,
            None,
        ),
        ("{}", "", Maybe::Absent, None),
    ] {
        assert_eq!(
            lenient(body).await.unwrap(),
            (id.to_owned(), count, price),
            "{body}"
        );
    }
    // A value that stands for nothing else is an error, with its own place.
    let error = lenient(r#"{"data": {"id": null, "price": "one"}}"#)
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("`data.price`: expected a number"),
        "{error}"
    );
    let error = get_tool(json(200, r#"{"data": {}}"#)).await;
    assert!(
        error.to_string().contains("`data.id`: is missing"),
        "{error}"
    );
}

#[tokio::test]
async fn a_lenient_client_says_what_it_has_accepted() {
    let log = Log::default();
    // See the tests of the server's log.
    let _second = tracing::Dispatch::new(Log::default());
    let guard = tracing::subscriber::set_default(log.clone());
    let body =
        r#"{"data": [{"id": 7, "price": "0.04"}, {"id": 8, "price": "1"}, {"price": null}]}"#;
    let server = Server::start([json(200, body)]).await;
    let client = Client::quick_builder(&server.url).lenient(true);
    let client = client.build().unwrap();
    let response = client.list_tools().send().await.unwrap();
    let noted = |deviations: &[Deviation]| -> Vec<String> {
        deviations.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        noted(&response.deviations),
        [
            "body `data[0].id`: expected a string; converted at 2 places",
            "body `data[0].price`: expected a number; converted at 2 places",
            "body `data[2].price`: must not be null; left out",
            "body `data[2].id`: is missing; filled with an empty value",
            "body `total_count`: is missing; filled with an empty value",
        ]
    );
    let remedies = [
        Remedy::Converted,
        Remedy::Converted,
        Remedy::Omitted,
        Remedy::Filled,
        Remedy::Filled,
    ];
    let found: Vec<Remedy> = response
        .deviations
        .iter()
        .map(|deviation| deviation.remedy)
        .collect();
    assert_eq!(found, remedies);

    // Each place of an operation is logged once. It is the same place in all items of a list.
    client.list_tools().await.unwrap();
    client.list_tools().stream().try_collect().await.unwrap();
    let lines = log.lines();
    let warnings: Vec<&String> = lines
        .iter()
        .filter(|line| line.starts_with("WARN"))
        .collect();
    assert_eq!(warnings.len(), 3, "{lines:#?}");
    assert_eq!(
        *warnings[0],
        "WARN message=a response does not match the specification, and was read nevertheless \
         operation=\"list_tools\" location=\"body\" place=\"data[].id\" problem=\"expected a string\" \
         remedy=\"converted\""
    );
    drop(guard);

    // Correct responses and strict clients have none.
    let server = Server::start([json(200, r#"{"data": {"id": "t"}}"#)]).await;
    for lenient in [false, true] {
        let client = Client::quick_builder(&server.url).lenient(lenient);
        let response = client.build().unwrap().get_tool("t").send().await.unwrap();
        assert_eq!(response.deviations, []);
    }
}

/// Items that lack the same are repaired together, so a long list is read only a few times.
#[tokio::test]
async fn a_lenient_client_reads_long_lists() {
    let items = (0..10_000).map(|price| format!(r#"{{"price": "{price}"}}"#));
    let items = items.collect::<Vec<_>>().join(",");
    let body = format!(r#"{{"data": [{items}]}}"#);
    let server = Server::start([json(200, &body)]).await;
    let client = Client::quick_builder(&server.url).lenient(true);
    let page = client.build().unwrap().list_tools().await.unwrap();
    assert_eq!((page.data.len(), page.total_count), (10_000, 0));
}
