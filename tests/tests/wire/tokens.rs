//! Access tokens of OAuth 2: a client gets them from a token endpoint, over real sockets.

#![allow(clippy::unwrap_used, missing_docs)]

use std::error::Error as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use doors_api::client::{
    AccessToken, ClientCredentials, Credentials, RefreshToken, Retry, TokenError, TokenFuture,
    TokenSource,
};
use doors_api::{Client, Error};
use futures_util::future::join_all;
use specsmith_tests::doors::{self, House};
use specsmith_tests::raw::{Reply, Stub};
use specsmith_tests::serving::base_url;
use specsmith_tests::token_server::TokenServer;

const SECRET: &str = "hunter2 &+";

fn source(tokens: &TokenServer) -> ClientCredentials {
    ClientCredentials::new(tokens.url(), "app:1", SECRET)
}

fn client(base_url: impl Into<String>, source: impl TokenSource) -> Client {
    let builder = Client::builder(base_url).retry(Retry::never());
    builder
        .credentials(Credentials::platform(source))
        .build()
        .unwrap()
}

/// What a server of the API responds to a request whose token it does not accept.
fn unauthorized() -> Reply {
    Reply::json(
        401,
        &serde_json::json!({ "code": 401, "message": "Bad credentials" }),
    )
}

/// A house, its token endpoint, and a client of both.
async fn house() -> (House, TokenServer, Client) {
    let (house, tokens) = (House::default(), TokenServer::start().await);
    let url = base_url(doors::serve_house(house.clone()).await);
    let client = client(url, source(&tokens));
    (house, tokens, client)
}

#[tokio::test]
async fn a_token_is_fetched_once_and_sent_with_each_request() {
    let (_, tokens, client) = house().await;
    assert!(
        tokens.seen().is_empty(),
        "before a call, no token is needed"
    );
    for _ in 0..3 {
        assert_eq!(client.watch().await.unwrap().who, "platform-1 doors:watch");
    }
    // Other operations need none.
    client.ring().await.unwrap();
    let seen = tokens.seen();
    assert_eq!(seen.len(), 1);
    let (headers, body) = &seen[0];
    assert_eq!(body, "grant_type=client_credentials");
    // `app%3A1:hunter2+%26%2B` in base64.
    assert_eq!(
        headers["authorization"],
        "Basic YXBwJTNBMTpodW50ZXIyKyUyNiUyQg=="
    );
    assert_eq!(headers["content-type"], "application/x-www-form-urlencoded");
}

#[tokio::test]
async fn scopes_parameters_and_the_secret_can_be_in_the_body() {
    let tokens = TokenServer::start().await;
    let source = source(&tokens)
        .scopes(&["doors:watch", "b"])
        .parameter("audience", "https://a.b/?c=d");
    let token = source.secret_in_body().token().await.unwrap();
    assert_eq!(token.as_str(), "platform-1");
    let (headers, body) = &tokens.seen()[0];
    assert_eq!(
        body,
        "grant_type=client_credentials&scope=doors%3Awatch+b&audience=https%3A%2F%2Fa.b%2F%3Fc%3Dd\
         &client_id=app%3A1&client_secret=hunter2+%26%2B"
    );
    assert!(!headers.contains_key("authorization"));
}

#[tokio::test]
async fn calls_at_the_same_time_share_one_request() {
    let (_, tokens, client) = house().await;
    tokens.set_delay(Duration::from_millis(100));
    let calls = join_all((0..30).map(|_| client.watch().send())).await;
    assert!(calls.iter().all(Result::is_ok));
    assert_eq!(tokens.seen().len(), 1);
    // A token that expires at once is still one for all calls that waited for it.
    let (_, tokens, client) = house().await;
    tokens.set_lifetime(0);
    tokens.set_delay(Duration::from_millis(200));
    let calls = join_all((0..30).map(|_| client.watch().send())).await;
    assert!(calls.iter().all(Result::is_ok));
    assert_eq!(tokens.seen().len(), 1);
}

#[tokio::test]
async fn a_token_is_replaced_before_it_expires() {
    let (_, tokens, client) = house().await;
    // Some servers send a string.
    tokens.set_lifetime("2");
    client.watch().await.unwrap();
    client.watch().await.unwrap();
    assert_eq!(tokens.seen().len(), 1);
    tokio::time::sleep(Duration::from_millis(1600)).await;
    assert_eq!(client.watch().await.unwrap().who, "platform-2 doors:watch");
    // If that fails, the current one is used as long as it is valid.
    tokens.set_reply(Some((500, "")));
    tokio::time::sleep(Duration::from_millis(1600)).await;
    assert_eq!(client.watch().await.unwrap().who, "platform-2 doors:watch");
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert!(matches!(
        client.watch().await.unwrap_err(),
        Error::Request(_)
    ));
}

#[tokio::test]
async fn a_failed_token_endpoint_fails_the_call_and_the_next_call_asks_again() {
    let (_, tokens, client) = house().await;
    let echo = format!("{{\"error\": \"invalid_client\", \"error_description\": \"{SECRET}\"}}");
    tokens.set_reply(Some((401, &echo)));
    let error = client.watch().await.unwrap_err();
    assert!(matches!(&error, Error::Request(_)), "{error:?}");
    assert!(
        error.to_string().contains("access token of `platform`"),
        "{error}"
    );
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<TokenError>())
        .unwrap();
    assert_eq!(
        (cause.status(), cause.code()),
        (Some(401), Some("invalid_client"))
    );
    for text in [format!("{error:?}"), format!("{cause:?} {cause}")] {
        assert!(!text.contains("hunter2"), "{text}");
    }
    tokens.set_reply(None);
    client.watch().await.unwrap();
    assert_eq!(tokens.seen().len(), 2);
}

#[tokio::test]
async fn calls_at_the_same_time_share_a_failure() {
    let (_, tokens, client) = house().await;
    tokens.set_delay(Duration::from_millis(300));
    tokens.set_reply(Some((503, "")));
    let calls = join_all((0..20).map(|_| client.watch().send())).await;
    assert!(calls.iter().all(Result::is_err));
    assert_eq!(tokens.seen().len(), 1);
}

#[tokio::test]
async fn responses_that_are_no_tokens_are_errors() {
    let tokens = TokenServer::start().await;
    let large = " ".repeat(65 << 10);
    for (body, problem) in [
        ("", "has no token"),
        ("[]", "has no token"),
        ("{\"access_token\": \"\"}", "has no token"),
        (
            "{\"access_token\": \"hunter2\\n\"}",
            "characters that no header can hold",
        ),
        (
            "{\"access_token\": \"hunter2\", \"token_type\": \"mac\"}",
            "another type than `Bearer`",
        ),
        (large.as_str(), "too large"),
    ] {
        tokens.set_reply(Some((200, body)));
        let error = source(&tokens).token().await.unwrap_err();
        assert!(error.to_string().contains(problem), "{error}");
        assert!(!format!("{error:?}").contains("hunter2"), "{error:?}");
    }
    // An odd code could be an echo of a secret.
    tokens.set_reply(Some((400, "{\"error\": \"Hunter2\"}")));
    let error = source(&tokens).token().await.unwrap_err();
    assert_eq!((error.status(), error.code()), (Some(400), None));
    let unreachable = ClientCredentials::new("http://127.0.0.1:9/hunter2", "app", "hunter2");
    let error = unreachable.token().await.unwrap_err();
    assert!(
        !format!("{error:?} {error}").contains("hunter2"),
        "{error:?}"
    );
}

#[tokio::test]
async fn secrets_are_sent_to_other_machines_only_with_encryption() {
    for url in [
        "http://login.doors.example/token",
        "http://192.0.2.1/token",
        "ftp://127.0.0.2/token",
    ] {
        let error = ClientCredentials::new(url, "app", SECRET)
            .token()
            .await
            .unwrap_err();
        assert!(error.to_string().contains("`https://`"), "{url}: {error}");
    }
}

/// A source that has a single token.
#[derive(Default)]
struct Single(AtomicBool);

impl TokenSource for Single {
    fn token(&self) -> TokenFuture<'_> {
        let token = match self.0.swap(true, Ordering::Relaxed) {
            false => Ok(AccessToken::new("platform-1")),
            true => Err(TokenError::new("there are no more tokens")),
        };
        Box::pin(std::future::ready(token))
    }
}

#[tokio::test]
async fn a_try_is_reported_even_if_there_is_no_token_for_the_next_one() {
    let stub = Stub::start([unauthorized()]).await;
    let tries = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&tries);
    let client = Client::builder(base_url(stub.address))
        .credentials(Credentials::platform(Single::default()))
        .on_try(move |one| {
            let status = one.status.map(|status| status.as_u16());
            seen.lock().unwrap().push((status, one.wait));
        })
        .build()
        .unwrap();
    assert!(matches!(client.watch().await, Err(Error::Request(_))));
    assert_eq!(*tries.lock().unwrap(), [(Some(401), None)]);
}

#[tokio::test]
async fn a_token_that_a_call_sets_is_sent_and_none_is_fetched() {
    let (house, tokens, client) = house().await;
    let own = client.watch().header("authorization", "Bearer platform-9");
    own.await.unwrap();
    let revoked = client.watch().header("authorization", "Bearer platform-8");
    house
        .revoked
        .lock()
        .unwrap()
        .insert("platform-8".to_owned());
    assert!(revoked.await.is_err());
    assert!(tokens.seen().is_empty());
}

#[tokio::test]
async fn a_rejected_token_is_replaced_once() {
    let (house, tokens, client) = house().await;
    client.watch().await.unwrap();
    house
        .revoked
        .lock()
        .unwrap()
        .insert("platform-1".to_owned());
    let before = tokens.seen().len();
    // Calls at the same time share the new token too.
    tokens.set_delay(Duration::from_millis(100));
    let calls = join_all((0..20).map(|_| client.watch().send())).await;
    assert!(calls.iter().all(Result::is_ok));
    assert_eq!(tokens.seen().len() - before, 1);

    // A server that rejects every token is asked twice.
    let stub = Stub::start([unauthorized(), unauthorized(), unauthorized()]).await;
    let tokens = TokenServer::start().await;
    let client = self::client(base_url(stub.address), source(&tokens));
    let error = client.watch().await.unwrap_err();
    assert!(matches!(error, Error::Rejected(_)), "{error:?}");
    assert_eq!((stub.seen().len(), tokens.seen().len()), (2, 2));
    assert!(stub.seen()[1].contains("Bearer platform-2"));
}

#[tokio::test]
async fn a_token_that_never_changes_is_not_sent_again_after_a_401() {
    let stub = Stub::start([unauthorized(), unauthorized()]).await;
    let client = client(base_url(stub.address), AccessToken::new("platform-0"));
    assert!(matches!(
        client.watch().await.unwrap_err(),
        Error::Rejected(_)
    ));
    assert_eq!(stub.seen().len(), 1);
    assert!(stub.seen()[0].contains("authorization: Bearer platform-0\r\n"));
}

#[tokio::test]
async fn the_time_limit_of_a_call_includes_the_token() {
    let (_, tokens, client) = house().await;
    tokens.set_delay(Duration::from_millis(500));
    let call = client.watch().timeout(Duration::from_millis(100));
    assert!(matches!(call.await.unwrap_err(), Error::Timeout(_)));
    // The request for the token goes on, and the next call gets the token.
    assert_eq!(client.watch().await.unwrap().who, "platform-1 doors:watch");
    assert_eq!(tokens.seen().len(), 1);
    let slow = source(&tokens).timeout(Duration::from_millis(50));
    assert!(
        slow.token()
            .await
            .unwrap_err()
            .to_string()
            .contains("in time")
    );
}

#[tokio::test]
async fn a_refresh_token_is_replaced_by_the_one_that_the_endpoint_issues() {
    let (house, tokens) = (House::default(), TokenServer::start().await);
    let url = base_url(doors::serve_house(house.clone()).await);
    let stored: Arc<Mutex<Vec<String>>> = Arc::default();
    let store = Arc::clone(&stored);
    let source = RefreshToken::new(tokens.url(), "app", "refresh-0")
        .access_token(AccessToken::new("platform-0"), Duration::from_secs(60))
        .on_change(move |new| store.lock().unwrap().push(new.to_owned()));
    let client = client(url, source);
    assert_eq!(client.watch().await.unwrap().who, "platform-0 doors:watch");
    assert!(tokens.seen().is_empty());
    for (number, before) in [(1, "refresh-0"), (2, "refresh-1")] {
        house
            .revoked
            .lock()
            .unwrap()
            .insert(format!("platform-{}", number - 1));
        let who = client.watch().await.unwrap().who;
        assert_eq!(who, format!("platform-{number} doors:watch"));
        let body = &tokens.seen()[number - 1].1;
        assert_eq!(
            *body,
            format!("grant_type=refresh_token&refresh_token={before}&client_id=app")
        );
    }
    assert_eq!(*stored.lock().unwrap(), ["refresh-1", "refresh-2"]);
}

#[tokio::test]
async fn optional_tokens_are_sent_if_there_is_a_source() {
    let (_, tokens, _) = house().await;
    let url = base_url(doors::serve().await);
    let anonymous = Client::builder(url.clone()).build().unwrap();
    assert_eq!(anonymous.tour().await.unwrap().who, "anybody");
    let shared: Arc<dyn TokenSource> = Arc::new(source(&tokens));
    let builder = Client::builder(url).credentials(Credentials::login(shared));
    let client = builder.build().unwrap();
    assert_eq!(client.tour().await.unwrap().who, "platform-1 doors:watch");
}

#[test]
fn sources_show_no_secret_and_the_client_knows_the_urls() {
    let source = ClientCredentials::new("http://a", "hunter2", "hunter2");
    let refresh = RefreshToken::new("http://a", "hunter2", "hunter2").client_secret("hunter2");
    let token = AccessToken::new("hunter2");
    let shown = format!(
        "{source:?} {refresh:?} {token:?} {:?}",
        Credentials::platform(source.clone())
    );
    assert!(!shown.contains("hunter2"), "{shown}");
    let url = Credentials::PLATFORM_CLIENT_CREDENTIALS_TOKEN;
    assert_eq!(url, "https://login.doors.example/token");
    assert_eq!(
        Credentials::PLATFORM_AUTHORIZATION_CODE_REFRESH,
        "https://login.doors.example/refresh"
    );
    assert!(Credentials::LOGIN_DISCOVERY.ends_with("/openid-configuration"));
}
