//! The first steps of a new user.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use gateway_server::keys;
use serde_json::{Value, json};

use crate::call::{Outcome, call, outcome};
use crate::crash::printed_key;
use crate::process::{Running, issue_key, output, run, url};
use crate::support::{Database, Engine};

pub(crate) async fn what_the_demonstration_prints_works<S: Engine>(database: &Database<S>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let server = Running::start(&url, folder.path(), &["--demo"]);
    let printed = server.printed_until("The reference is at");
    let curls: Vec<_> = printed
        .lines()
        .filter_map(|line| line.trim().strip_prefix("curl "))
        .collect();
    assert_eq!(curls.len(), 3, "{printed}");
    // A second start fails because the address is in use. It does not replace the printed keys.
    let address = server.base().trim_start_matches("http://");
    let again = [
        "serve",
        "--demo",
        "--listen",
        address,
        "--operations-listen",
        "off",
    ];
    assert!(!output(&url, &again).status.success());
    for curl in curls {
        let response = send(curl);
        assert!(
            response.starts_with("HTTP/1.1 200"),
            "curl {curl}\n{response}"
        );
        assert!(response.contains("\"data\":"), "curl {curl}\n{response}");
    }
    for (page, content) in [
        ("/docs", "list_guardrails"),
        ("/openapi.json", "\"openapi\""),
        ("/reference.md", "### list_guardrails"),
        ("/llms.txt", "(reference.md)"),
    ] {
        let response = send(&format!("{}{page}", server.base()));
        assert!(
            response.starts_with("HTTP/1.1 200") && response.contains(content),
            "{page}"
        );
    }
}

/// What a reader of the reference tries first.
pub(crate) async fn the_demonstration_has_the_records_of_the_samples<S: Engine>(
    database: &Database<S>,
) {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(&url(&database.place), folder.path(), &["--demo"]);
    let key = printed_key(&server);
    let document = exchange(server.base(), "GET /openapi.json", "", "");
    let (_, document) = document.split_once("\r\n\r\n").unwrap();
    let document: Value = serde_json::from_str(document).unwrap();
    let mut operations = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let line = format!(
                "{} {}",
                method.to_uppercase(),
                example(&document, path, operation)
            );
            let body = &operation["requestBody"]["content"]["application/json"]["example"];
            let body = body
                .as_object()
                .map_or_else(String::new, |body| json!(body).to_string());
            let response = exchange(server.base(), &line, &key, &body);
            assert!(response.starts_with("HTTP/1.1 200"), "{line}\n{response}");
            operations += 1;
        }
    }
    assert_eq!(operations, crate::call::all().len());
}

/// The path of an operation and its query, with the examples of the parameters.
fn example(document: &Value, path: &str, operation: &Value) -> String {
    let (mut path, mut query) = (path.to_owned(), Vec::new());
    let none = Vec::new();
    for parameter in operation["parameters"].as_array().unwrap_or(&none) {
        // The offset and the limit are defined elsewhere, and optional.
        let Some(name) = parameter["name"].as_str() else {
            continue;
        };
        let schema = parameter["schema"]["$ref"].as_str().unwrap();
        let schema = document.pointer(schema.trim_start_matches('#')).unwrap();
        let example = schema["examples"][0].as_str().unwrap();
        match parameter["in"].as_str() {
            Some("path") => path = path.replace(&format!("{{{name}}}"), example),
            Some("query") => query.push(format!("{name}={example}")),
            place => panic!("{name} is in {place:?}"),
        }
    }
    format!("{path}?{}", query.join("&"))
}

pub(crate) async fn a_key_works_from_its_issue_to_its_deletion<S: Engine>(database: &Database<S>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let management = issue_key(&url, "org_1", &["--management", "--label", "Operations"]);
    let ordinary = issue_key(
        &url,
        "org_1",
        &["--limit-usd", "5", "--reset", "weekly", "--expires", "30d"],
    );
    let server = Running::start(&url, folder.path(), &[]);
    let (managing, calling) = (server.client(&management), server.client(&ordinary));

    let info = calling.get_key().await.unwrap();
    assert_eq!((info.limit, info.limit_remaining), (Some(5.0), Some(5.0)));
    assert!(!info.is_management_key && info.expires_at.value().is_some());
    let listed = run(&url, &["key", "list", "--organization", "org_1"]);
    assert!(
        listed.contains(&keys::hash(&ordinary)) && !listed.contains(&ordinary),
        "{listed}"
    );

    let hash = keys::hash(&ordinary);
    assert!(managing.delete_key(hash.as_str()).await.unwrap().deleted);
    assert_eq!(outcome(calling.get_key().await), Outcome::Documented(401));
    assert_eq!(
        outcome(managing.delete_key(hash.as_str()).await),
        Outcome::Documented(404)
    );

    server.kill();
    let server = Running::start(&url, folder.path(), &[]);
    assert_eq!(
        call(&server.client(&management), "get_key").await,
        Outcome::Success
    );
    assert_eq!(
        call(&server.client(&ordinary), "get_key").await,
        Outcome::Documented(401)
    );

    run(&url, &["key", "revoke", &keys::hash(&management)]);
    assert_eq!(
        call(&server.client(&management), "get_key").await,
        Outcome::Documented(401)
    );
    let again = output(&url, &["key", "revoke", &keys::hash(&management)]);
    assert!(!again.status.success(), "a key was revoked twice");
}

/// Sends the request of a `curl` command, and returns the whole response.
fn send(line: &str) -> String {
    let parts: Vec<_> = line.split('\'').map(str::trim).collect();
    let url = parts.iter().find(|part| part.contains("http://")).unwrap();
    let url = url.split_whitespace().last().unwrap();
    let header = parts
        .iter()
        .find(|part| part.starts_with("Authorization"))
        .copied()
        .unwrap_or_default();
    let (host, path) = url
        .strip_prefix("http://")
        .unwrap()
        .split_once('/')
        .unwrap();
    let (_, key) = header.rsplit_once(' ').unwrap_or_default();
    exchange(&format!("http://{host}"), &format!("GET /{path}"), key, "")
}

/// Sends a request, and returns the whole response.
pub(crate) fn exchange(base: &str, line: &str, key: &str, body: &str) -> String {
    let host = base.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let length = body.len();
    write!(
        stream,
        "{line} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
    .unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}
