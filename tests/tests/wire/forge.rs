//! A code forge: links between pages, conditional requests, redirects, partial segments, uploads, downloads, several
//! schemes, and events that go on where they stopped, from both sides of a socket.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::net::SocketAddr;

use forge_api::Client;
use forge_api::client::{Credentials, Error};
use forge_api::operations::*;
use forge_api::types::*;
use forge_api::webhooks::{self, PushResponse, Receiver, Sender, WebhookError};
use futures_util::StreamExt;
use serde_json::{Value as Json, json};
use specsmith_tests::forge::{
    self, APP, Forge, PAGE, PASSWORD, READER, SECRET, SESSION, WRITER, build, builder,
};
use specsmith_tests::raw::{Reply, Request, Response, Stub};
use specsmith_tests::serving::{base_url, serve};

async fn start() -> (Forge, Client, String) {
    let forge = Forge::default();
    let url = forge.serve().await;
    let client = forge::client(&url);
    (forge, client, url)
}

fn address(url: &str) -> SocketAddr {
    url.trim_start_matches("http://").parse().unwrap()
}

/// A client with other credentials.
fn with(url: &str, credentials: specsmith_runtime::client::Credentials) -> Client {
    build(builder(url).credentials(credentials))
}

/// A request with a token that may do all.
async fn send(url: &str, method: &str, target: &str, headers: &[(&str, &str)]) -> Response {
    let request = Request::new(method, target).key(WRITER);
    let add = |request: Request, (name, value): &(&str, &str)| request.header(name, value);
    headers.iter().fold(request, add).send(address(url)).await
}

async fn post(url: &str, target: &str, body: &Json) -> Response {
    let request = Request::new("POST", target).key(WRITER);
    request.json(body.to_string()).send(address(url)).await
}

const ENGINE: &str = "/repos/ada/engine";

fn bug(title: &str) -> IssueCreate {
    IssueCreate {
        priority: Some(Priority::High),
        labels: Some(vec!["bug".to_owned()]),
        ..IssueCreate::new(title)
    }
}

#[tokio::test]
async fn a_repository_has_validators_and_may_have_moved() {
    let (_, client, url) = start().await;
    let response = client.get_repository("ada", "engine").send().await.unwrap();
    let known = response.validators();
    let GetRepositoryResponse::Ok(ok) = response.value else {
        panic!("it is there")
    };
    assert_eq!((ok.body.id, ok.body.size), (1, 4096));
    assert_eq!(ok.x_rate_limit_remaining, Some(4999));
    let etag = known.etag.unwrap();
    let again = client.get_repository("ada", "engine").if_none_match(&etag);
    assert!(matches!(again.await.unwrap(), Conditional::NotModified(_)));

    // The redirect is a result, and the client does not follow it.
    let moved = client.get_repository("ada", "machine").await.unwrap();
    let GetRepositoryResponse::MovedPermanently(moved) = moved else {
        panic!("it has moved")
    };
    assert_eq!(moved.location.as_str(), ENGINE);
    let raw = send(&url, "GET", "/repos/ada/machine", &[]).await;
    assert_eq!((raw.status, raw.body.as_str()), (301, ""));
    assert_eq!(raw.header("location"), Some(ENGINE));
    let since = [("if-modified-since", "Fri, 01 Jan 1971 00:00:00 GMT")];
    let raw = send(&url, "GET", ENGINE, &since).await;
    assert_eq!((raw.status, raw.header("etag")), (304, Some("\"r1\"")));
}

#[tokio::test]
async fn what_a_caller_sees_depends_on_the_credentials() {
    let (_, ada, url) = start().await;
    let nobody = build(builder(&url));
    let ben = with(&url, Credentials::token(READER));
    let browser = with(&url, Credentials::browser(SESSION, PAGE));
    let app = with(&url, Credentials::app(APP, SECRET));
    for client in [&nobody, &ben, &browser] {
        let seen = client.get_repository("ada", "engine").await;
        assert!(matches!(seen, Ok(GetRepositoryResponse::Ok(_))), "{seen:?}");
    }
    for client in [&ada, &browser] {
        assert!(client.get_repository("ada", "notes").await.is_ok());
    }
    let hidden = nobody.get_repository("ada", "notes").await;
    assert!(matches!(
        hidden,
        Err(Error::Api(GetRepositoryError::NotFound(_)))
    ));
    let hidden = ben.get_repository("ada", "notes").await;
    assert!(matches!(
        hidden,
        Err(Error::Api(GetRepositoryError::Forbidden(_)))
    ));
    assert!(app.list_issues("ada", "notes").await.is_ok());

    // An app may list issues, and nothing else. The client knows that, and does not send its secret.
    let seen = app.compare_commits("ada", "engine", "v1.0", "main").await;
    assert!(seen.is_ok(), "{seen:?}");
    let refused = app.create_issue("ada", "engine", bug("a")).await;
    assert!(matches!(refused, Err(Error::Request(_))), "{refused:?}");
    // A token without the scope, and a page of another session.
    let refused = ben.create_issue("ada", "engine", bug("a")).await;
    assert!(
        matches!(refused, Err(Error::Api(CreateIssueError::Forbidden(_)))),
        "{refused:?}"
    );
    let stolen = with(&url, Credentials::browser(SESSION, "page_of_ben"));
    let refused = stolen.create_issue("ada", "engine", bug("a")).await;
    let Err(Error::Api(CreateIssueError::Unauthorized(error))) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(error.body.message, "Bad credentials");
    assert!(
        browser
            .create_issue("ada", "engine", bug("a"))
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn a_session_begins_with_two_cookies() {
    let (_, _, url) = start().await;
    let nobody = build(builder(&url));
    let form = |password: &str| SessionForm {
        login: Login::new("ada"),
        password: password.to_owned(),
    };
    let session = nobody.sign_in(form(PASSWORD)).await.unwrap();
    let cookie = format!("session={SESSION}; HttpOnly; Expires=Sun, 06 Nov 2094 08:49:37 GMT");
    assert_eq!(session.set_cookie, [cookie.as_str(), "signed_in=1"]);
    assert!(!format!("{session:?}").contains(SESSION), "{session:?}");
    let refused = nobody.sign_in(form("difference")).await;
    assert!(matches!(
        refused,
        Err(Error::Api(SignInError::Unauthorized(_)))
    ));
    let form = format!("login=ada&password={PASSWORD}");
    let request = Request::new("POST", "/session");
    let request = request.body("application/x-www-form-urlencoded", form);
    let raw = request.send(address(&url)).await;
    let lines = raw.headers.get_all("set-cookie").iter();
    let lines: Vec<&[u8]> = lines.map(|line| line.as_bytes()).collect();
    assert_eq!(lines, [cookie.as_bytes(), b"signed_in=1"]);
}

#[tokio::test]
async fn half_of_the_credentials_are_not_enough() {
    let (_, _, url) = start().await;
    let body = json!({"title": "a"}).to_string();
    let target = format!("{ENGINE}/issues");
    for header in [("cookie", "session=session_of_ada"), ("x-csrf-token", PAGE)] {
        let request = Request::new("POST", &target).json(body.as_str());
        let response = request.header(header.0, header.1).send(address(&url)).await;
        assert_eq!(response.status, 401, "{response:?}");
        assert_eq!(response.json()["message"], "Bad credentials");
    }
    let both = Request::new("POST", &target).json(body.as_str());
    let both = both.header("cookie", "a=b; session=session_of_ada");
    let both = both.header("x-csrf-token", PAGE).send(address(&url)).await;
    assert_eq!(both.status, 201, "{both:?}");
    // Wrong credentials are an error even where none are needed.
    let wrong = Request::new("GET", ENGINE)
        .key("nobody")
        .send(address(&url))
        .await;
    assert_eq!(
        (wrong.status, wrong.header("www-authenticate")),
        (401, Some("Bearer realm=\"api\", error=\"invalid_token\""))
    );
}

#[tokio::test]
async fn pages_of_issues_are_linked() {
    let (_, client, url) = start().await;
    for number in 0..7 {
        client
            .create_issue("ada", "engine", bug(&format!("{number}")))
            .await
            .unwrap();
    }
    let page = client
        .list_issues("ada", "engine")
        .per_page(3)
        .await
        .unwrap();
    assert_eq!((page.items.len(), page.next), (3, Some(2)));
    let stream = client.list_issues("ada", "engine").per_page(3).stream();
    let titles: Vec<String> = stream.map(|issue| issue.unwrap().title).collect().await;
    assert_eq!(titles, ["0", "1", "2", "3", "4", "5", "6"]);

    let target = format!("{ENGINE}/issues?labels=bug&per_page=3&page=2");
    let raw = send(&url, "GET", &target, &[]).await;
    let link = raw.header("link").unwrap();
    assert!(
        link.contains("rel=\"next\"") && link.contains("page=3"),
        "{link}"
    );
    assert!(
        link.contains("labels=bug") && link.contains("per_page=3"),
        "{link}"
    );
    assert_eq!(raw.header("x-ratelimit-remaining"), Some("4988"));
    assert_eq!(raw.json().as_array().map(Vec::len), Some(3));
    let last = send(&url, "GET", &target.replace("page=2", "page=3"), &[]).await;
    assert_eq!((last.status, last.header("link")), (200, None));
}

#[tokio::test]
async fn issues_are_filtered_and_labels_are_checked() {
    let (_, client, url) = start().await;
    client
        .create_issue("ada", "engine", bug("a"))
        .await
        .unwrap();
    let docs = IssueCreate {
        labels: Some(vec!["docs".to_owned(), "help, please".to_owned()]),
        ..IssueCreate::new("b")
    };
    client.create_issue("ada", "engine", docs).await.unwrap();
    let call = client
        .list_issues("ada", "engine")
        .labels(vec!["help, please".to_owned()]);
    let found = call.time_zone("Europe/London").await.unwrap();
    assert_eq!((found.items.len(), found.items[0].title.as_str()), (1, "b"));
    let closed = client
        .list_issues("ada", "engine")
        .state(IssueState::Closed)
        .await;
    assert!(closed.unwrap().items.is_empty());

    let unknown = client
        .list_issues("ada", "engine")
        .labels(vec!["new".to_owned()])
        .await;
    let Err(Error::Api(ListIssuesError::ValidationFailed(error))) = unknown else {
        panic!("{unknown:?}")
    };
    let message = "There is no label `new`".to_owned();
    let expected = FieldError {
        message: Some(message),
        ..FieldError::new("labels", "unknown")
    };
    assert_eq!(error.errors, [expected]);
    for (query, problem) in [
        ("state=draft", "state"),
        ("per_page=101", "per_page"),
        ("page=x", "page"),
        ("page=0", "page"),
    ] {
        let raw = send(&url, "GET", &format!("{ENGINE}/issues?{query}"), &[]).await;
        assert_eq!(raw.status, 400, "{query}: {raw:?}");
        assert!(raw.body.contains(problem), "{query}: {raw:?}");
    }
}

#[tokio::test]
async fn an_issue_is_changed_only_if_nobody_else_has_changed_it() {
    let (_, client, url) = start().await;
    let created = client
        .create_issue("ada", "engine", bug("a"))
        .await
        .unwrap();
    assert_eq!(created.location.as_str(), "/repos/ada/engine/issues/1");
    assert_eq!(created.body.priority, Priority::High);
    let patch = IssuePatch {
        assignee: Maybe::Value(Login::new("ben")),
        ..IssuePatch::default()
    };
    let call = client.update_issue("ada", "engine", 1, patch.clone());
    let changed = call.if_match(&created.etag).await.unwrap();
    assert_eq!(changed.body.assignee, Some(Login::new("ben")));
    assert_ne!(changed.etag, created.etag);
    // HTTP removes spaces at the ends, so the server would see another tag.
    let call = client.update_issue("ada", "engine", 1, patch.clone());
    let error = call.if_match(" x").await.unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error}");
    let call = client.update_issue("ada", "engine", 1, patch);
    let late = call.if_match(&created.etag).await;
    assert!(
        matches!(late, Err(Error::Api(UpdateIssueError::Changed(_)))),
        "{late:?}"
    );

    // Null takes the issue from everybody; what is absent stays.
    let merge = "application/merge-patch+json";
    let target = format!("{ENGINE}/issues/1");
    let patch = |media: &str, body: &str| {
        let request = Request::new("PATCH", &target).key(WRITER);
        request.body(media, body)
    };
    let raw = patch(merge, r#"{"assignee": null}"#)
        .send(address(&url))
        .await;
    let issue = raw.json();
    assert_eq!(
        (raw.status, &issue["assignee"], &issue["title"]),
        (200, &Json::Null, &json!("a"))
    );
    assert_eq!(issue["priority"], 2);
    let raw = patch("application/json", "{}").send(address(&url)).await;
    assert_eq!(raw.status, 415, "{raw:?}");
    for body in [
        r#"{"title": ""}"#,
        r#"{"title": null}"#,
        r#"{"priority": 3}"#,
        r#"{"priority": "low"}"#,
        "[]",
        "{",
        r#"{"assignee": "Not A Login"}"#,
    ] {
        let raw = patch(merge, body).send(address(&url)).await;
        assert_eq!(raw.status, 400, "{body}: {raw:?}");
    }
    let missing = client
        .update_issue("ada", "engine", 9, IssuePatch::default())
        .await;
    assert!(matches!(
        missing,
        Err(Error::Api(UpdateIssueError::NotFound(_)))
    ));
}

#[tokio::test]
async fn an_issue_to_create_is_checked() {
    let (_, _, url) = start().await;
    let target = format!("{ENGINE}/issues");
    let raw = post(&url, &target, &json!({"title": "a"})).await;
    assert_eq!(raw.status, 201);
    assert_eq!(raw.header("etag"), Some("\"1.0\""));
    assert_eq!(raw.json()["priority"], 1);
    for (body, problem) in [
        (json!({}), "title"),
        (json!({"title": "a".repeat(257)}), "title"),
        (json!({"title": "a", "priority": 1.5}), "priority"),
        (json!({"title": "a", "labels": ["bug", "bug"]}), "labels"),
        (json!({"title": "a", "labels": "bug"}), "labels"),
    ] {
        let raw = post(&url, &target, &body).await;
        assert_eq!(raw.status, 400, "{body}");
        assert!(raw.body.contains(problem), "{body}: {raw:?}");
    }
    let unknown = post(&url, &target, &json!({"title": "a", "labels": ["new"]})).await;
    assert_eq!(unknown.status, 422);
    let error = json!({"field": "labels", "code": "unknown", "message": "There is no label `new`"});
    assert_eq!(unknown.json()["errors"], json!([error]));
}

#[tokio::test]
async fn commits_are_compared_by_names_with_dots() {
    let (_, client, url) = start().await;
    let compared = client
        .compare_commits("ada", "engine", "v1.0", "v1.1")
        .await
        .unwrap()
        .body;
    assert_eq!((compared.ahead_by, compared.behind_by), (1, 0));
    assert_eq!(compared.files, ["src/main.rs"]);
    let back = client
        .compare_commits("ada", "engine", "main", "v1.0")
        .await
        .unwrap();
    assert_eq!((back.body.ahead_by, back.body.behind_by), (0, 2));
    // A name with a slash is one segment.
    let full = client.compare_commits("ada", "engine", "refs/tags/v1.0", "refs/heads/main");
    assert_eq!(full.await.unwrap().body.ahead_by, 2);
    for (names, status) in [
        ("v1.0...v1.1", 200),
        ("v1.0..v1.1", 404),
        ("...v1.1", 404),
        ("v9...main", 404),
    ] {
        let raw = send(&url, "GET", &format!("{ENGINE}/compare/{names}"), &[]).await;
        assert_eq!(raw.status, status, "{names}: {raw:?}");
        assert!(raw.json().is_object(), "{names}");
    }
}

#[tokio::test]
async fn contents_are_files_or_directories_or_raw() {
    let (_, client, url) = start().await;
    let read = client
        .get_contents("ada", "engine", "src/main.rs")
        .await
        .unwrap();
    let Contents::File(file) = read.body else {
        panic!("a file")
    };
    assert_eq!(
        (file.path.as_str(), file.content.as_slice()),
        ("src/main.rs", b"fn main() {}".as_slice())
    );
    let read = client.get_contents("ada", "engine", "src").await.unwrap();
    let Contents::Directory(entries) = read.body else {
        panic!("a directory")
    };
    let shown: Vec<(&str, bool)> = entries
        .iter()
        .map(|entry| (entry.path.as_str(), entry.r#type == EntryType::Dir))
        .collect();
    assert_eq!(shown, [("src/bin", true), ("src/main.rs", false)]);
    // Every character of a path arrives, and so do the reserved ones of a reference.
    let call = client.get_contents("ada", "engine", "src/bin/a b+c.rs");
    let raw = call.r#ref("refs/heads/main").raw().await.unwrap();
    assert_eq!(raw.body.collect().await.unwrap(), "fn main() {}");
    let call = client
        .get_contents("ada", "engine", "src/main.rs")
        .r#ref("v1.0");
    assert!(matches!(
        call.await,
        Err(Error::Api(GetContentsError::NotFound(_)))
    ));

    let target = format!("{ENGINE}/contents/README.md");
    let accept = |media| [("accept", media)];
    let raw = send(&url, "GET", &target, &accept("application/vnd.forge.raw")).await;
    assert_eq!((raw.status, raw.body.as_str()), (200, "# The engine"));
    assert_eq!(
        raw.header("content-type"),
        Some("application/vnd.forge.raw")
    );
    assert_eq!(raw.header("vary"), Some("accept"));
    let tag = raw.header("etag").unwrap().to_owned();
    let known = [
        ("accept", "application/vnd.forge.raw"),
        ("if-none-match", &*tag),
    ];
    assert_eq!(send(&url, "GET", &target, &known).await.status, 304);
    // The same tag does not match the other content.
    assert_eq!(
        send(&url, "GET", &target, &[("if-none-match", &*tag)])
            .await
            .status,
        200
    );
    let none = send(&url, "GET", &target, &accept("image/png")).await;
    assert_eq!(none.status, 406, "{none:?}");
}

#[tokio::test]
async fn the_client_sends_paths_and_references_as_they_are() {
    let stub = Stub::start([Reply::error(500, &[]), Reply::error(500, &[])]).await;
    let client = forge::client(&base_url(stub.address));
    let call = client.get_contents("ada", "engine", "src/bin/a b+c.rs");
    call.r#ref("refs/heads/main").await.unwrap_err();
    let compare = client.compare_commits("ada", "engine", "refs/tags/v1.0", "main");
    compare.await.unwrap_err();
    let seen = stub.seen();
    let line = |index: usize| seen[index].lines().next().unwrap();
    assert_eq!(
        line(0),
        "GET /repos/ada/engine/contents/src/bin/a%20b+c.rs?ref=refs/heads/main HTTP/1.1"
    );
    assert_eq!(
        line(1),
        "GET /repos/ada/engine/compare/refs%2Ftags%2Fv1.0...main HTTP/1.1"
    );
    assert!(
        seen[0].contains("x-forge-version: 2026-01-01"),
        "{}",
        seen[0]
    );
}

#[tokio::test]
async fn assets_are_uploaded_and_downloaded() {
    let (_, client, url) = start().await;
    let zip = || Media::new("application/zip", b"PK0123456789");
    let call = client.upload_asset("ada", "engine", 1, "engine 1.zip", zip());
    let uploaded = call.await.unwrap();
    let expected = (12, "application/zip", "engine 1.zip");
    let asset = &uploaded.body;
    assert_eq!(
        (asset.size, asset.media_type.as_str(), asset.name.as_str()),
        expected
    );
    assert_eq!(
        uploaded.location.as_str(),
        "/repos/ada/engine/releases/1/assets/1"
    );
    assert_eq!(uploaded.scopes, ["write:issues", "write:releases"]);
    let again = client
        .upload_asset("ada", "engine", 1, "engine 1.zip", zip())
        .await;
    let Err(Error::Api(UploadAssetError::ValidationFailed(error))) = again else {
        panic!("{again:?}")
    };
    assert_eq!(error.errors, [FieldError::new("name", "already_exists")]);
    let missing = client.upload_asset("ada", "engine", 2, "a", zip()).await;
    assert!(matches!(
        missing,
        Err(Error::Api(UploadAssetError::NotFound(_)))
    ));

    let DownloadAssetResponse::Ok(whole) =
        client.download_asset("ada", "engine", 1, 1).await.unwrap()
    else {
        panic!("the whole file")
    };
    assert_eq!(
        (whole.accept_ranges.as_str(), whole.body.length()),
        ("bytes", Some(12))
    );
    assert_eq!(whole.body.collect().await.unwrap(), "PK0123456789");
    let call = client
        .download_asset("ada", "engine", 1, 1)
        .range("bytes=2-4");
    let DownloadAssetResponse::PartialContent(part) = call.await.unwrap() else {
        panic!("a part")
    };
    assert_eq!(part.content_range, "bytes 2-4/12");
    assert_eq!(part.body.collect().await.unwrap(), "012");
    let call = client
        .download_asset("ada", "engine", 1, 1)
        .range("bytes=12-");
    let late = call.await;
    assert!(
        matches!(late, Err(Error::Api(DownloadAssetError::OutOfRange(_)))),
        "{late:?}"
    );
    let image = Media::new("application/x-iso9660-image", b"CD001");
    client
        .upload_asset("ada", "engine", 1, "engine.iso", image)
        .await
        .unwrap();
    let DownloadAssetResponse::Found(elsewhere) =
        client.download_asset("ada", "engine", 1, 2).await.unwrap()
    else {
        panic!("it is elsewhere")
    };
    assert_eq!(elsewhere.location.as_str(), "https://files.forge.example/2");

    for (name, status) in [("?name=", 201), ("", 400), ("?name=b&name=c", 400)] {
        let target = format!("{ENGINE}/releases/1/assets{name}");
        let request = Request::new("POST", &target).key(WRITER);
        let raw = request.body("text/plain", "x").send(address(&url)).await;
        assert_eq!(raw.status, status, "{name}: {raw:?}");
    }
}

#[tokio::test]
async fn uploads_go_to_their_own_server() {
    let uploads = Stub::start([Reply::error(500, &[])]).await;
    let forge = Forge::default();
    let url = forge.serve().await;
    let client = Client::builder(&url)
        .credentials(Credentials::token(WRITER))
        .retry(forge_api::client::Retry::never())
        .server(forge_api::client::Servers::uploads(base_url(
            uploads.address,
        )));
    let client = client.build().unwrap();
    let file = Media::new("text/plain", "x");
    client
        .upload_asset("ada", "engine", 1, "a", file)
        .await
        .unwrap_err();
    assert!(uploads.seen()[0].starts_with("POST /repos/ada/engine/releases/1/assets?name=a "));
    assert!(client.get_repository("ada", "engine").await.is_ok());
}

#[tokio::test]
async fn activities_arrive_while_they_happen_and_continue_where_they_stopped() {
    let (forge, client, url) = start().await;
    let mut seen = client.watch_activity("ada", "engine").await.unwrap().body;
    client
        .create_issue("ada", "engine", bug("a"))
        .await
        .unwrap();
    let event = seen.next_event().await.unwrap().unwrap();
    assert_eq!(event.id.as_deref(), Some("1"));
    let Activity::IssueChanged(issue) = event.data else {
        panic!("an issue")
    };
    assert_eq!(issue.title, "a");
    three_activities(&forge);
    assert_eq!(seen.next().await.unwrap().unwrap(), Activity::Starred);
    assert_eq!(seen.last_event_id(), Some("2"));
    drop(seen);
    let mut rest = client
        .watch_activity("ada", "engine")
        .last_event_id("2")
        .await
        .unwrap()
        .body;
    assert!(matches!(rest.next().await, Some(Ok(Activity::Push(push))) if push.after == "b2"));
    let other = rest.next().await.unwrap().unwrap();
    assert_eq!(
        other,
        Activity::Other("forked".to_owned(), json!({"by": "ben"}))
    );

    let nobody = build(builder(&url)).watch_activity("ada", "engine").await;
    assert!(
        matches!(nobody, Err(Error::Request(_))),
        "{:?}",
        nobody.err()
    );
}

fn three_activities(forge: &Forge) {
    forge.happen(Activity::Starred);
    forge.happen(Push {
        r#ref: "main".to_owned(),
        before: "a1".to_owned(),
        after: "b2".to_owned(),
        pusher: Login::new("ada"),
    });
    forge.happen(Activity::Other("forked".to_owned(), json!({"by": "ben"})));
}

/// The names are the names of the events.
#[tokio::test]
#[ignore = "needs curl"]
async fn curl_reads_activities() {
    let (forge, client, url) = start().await;
    let issue = client.create_issue("ada", "engine", bug("a")).await;
    issue.unwrap();
    three_activities(&forge);
    let output = tokio::process::Command::new("curl")
        .args(["--silent", "--no-buffer", "--max-time", "2"])
        .args([
            "-H",
            &format!("Authorization: Bearer {WRITER}"),
            "-H",
            "Last-Event-ID: 1",
        ])
        .arg(format!("{url}{ENGINE}/activity"))
        .output();
    let text = String::from_utf8(output.await.unwrap().stdout).unwrap();
    let names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("event: "))
        .collect();
    assert_eq!(names, ["starred", "push", "forked"]);
}

#[tokio::test]
async fn a_proxy_in_front_may_fail_with_html() {
    let html = Reply::response(
        502,
        &[("content-type", "text/html")],
        "<h1>Bad gateway</h1>",
    );
    let stub = Stub::start([html]).await;
    let client = forge::client(&base_url(stub.address));
    let failed = client.list_issues("ada", "engine").await;
    let Err(Error::Api(ListIssuesError::ServerError(error))) = failed else {
        panic!("{failed:?}")
    };
    assert_eq!(
        (error.status, error.body.as_str()),
        (502, "<h1>Bad gateway</h1>")
    );
}

#[tokio::test]
async fn only_the_right_names_and_versions_are_accepted() {
    let (_, _, url) = start().await;
    for (target, headers, status) in [
        ("/repos/ADA/engine", vec![], 400),
        (
            "/repos/ada/engine",
            vec![("x-forge-version", "2026-01-01")],
            200,
        ),
        (
            "/repos/ada/engine",
            vec![("x-forge-version", "2019-01-01")],
            400,
        ),
        ("/repos/ada", vec![], 404),
        ("/repos/ada/engine/contents/", vec![], 404),
    ] {
        let raw = send(&url, "GET", target, &headers).await;
        assert_eq!(raw.status, status, "{target}: {raw:?}");
    }
    let long = format!("/repos/ada/{}", "a".repeat(101));
    assert_eq!(send(&url, "GET", &long, &[]).await.status, 400);
    let wrong = send(&url, "DELETE", ENGINE, &[]).await;
    assert_eq!(
        (wrong.status, wrong.header("allow")),
        (405, Some("GET,HEAD"))
    );
    // Nothing is sent as the answer to HEAD but its headers.
    let head = send(&url, "HEAD", ENGINE, &[]).await;
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

/// Somebody who builds what was pushed to the main branch, and may do so later.
struct Builder;

fn signature(body: &[u8]) -> String {
    format!("{} bytes of a friend", body.len())
}

impl Receiver for Builder {
    fn verify(&self, webhook: webhooks::SignedWebhook<'_>) -> bool {
        webhook.signature() == signature(webhook.body())
    }

    async fn push(&self, request: webhooks::Push) -> Result<PushResponse, WebhookError> {
        assert_eq!(request.x_forge_delivery.to_string(), DELIVERY);
        match request.body.r#ref.as_str() {
            "main" => Ok(PushResponse::Accepted),
            "gone" => Err(WebhookError::new(410)),
            _ => Ok(PushResponse::NoContent),
        }
    }
}

const DELIVERY: &str = "0193f1c2-7b4e-7c3a-8f00-000000000001";

#[tokio::test]
async fn a_push_is_delivered_to_a_webhook() {
    let url = format!("{}/push", base_url(serve(webhooks::router(Builder)).await));
    let sender = Sender::builder(|body: &[u8]| signature(body))
        .build()
        .unwrap();
    let push = |to: &str| {
        let push = Push {
            r#ref: to.to_owned(),
            before: "a1".to_owned(),
            after: "b2".to_owned(),
            pusher: Login::new("ada"),
        };
        sender.push(&url, DELIVERY.parse().unwrap(), push)
    };
    assert_eq!(push("main").await.unwrap(), PushResponse::Accepted);
    assert_eq!(push("docs").await.unwrap(), PushResponse::NoContent);
    let gone = push("gone").await.unwrap_err();
    assert!(matches!(gone, Error::Api(error) if error.status() == 410));
    let strange = Sender::builder(|_: &[u8]| "somebody".to_owned())
        .build()
        .unwrap();
    let body = Push {
        r#ref: "main".to_owned(),
        before: "a1".to_owned(),
        after: "b2".to_owned(),
        pusher: Login::new("ada"),
    };
    let refused = strange.push(&url, DELIVERY.parse().unwrap(), body).await;
    assert!(matches!(refused, Err(Error::Api(error)) if error.status() == 401));
}
