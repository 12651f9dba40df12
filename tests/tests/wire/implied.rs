//! Errors that the router itself responds with, in the API's error shape.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use gateway_api::operations::{ALL, GET_KEY, ListGuardrailsError, UPDATE_GROUP_MAPPING};
use gateway_api::runtime::ValidationError;
use gateway_api::server::{ServerConfig, router_with};
use gateway_api::types::{GroupMappingUpdate, Role};
use gateway_api::{Client, Error};
use serde_json::json;
use specsmith::api::{Api, Cause, Operation};
use specsmith_tests::gateway::{
    CAUSE, Gateway, MANAGEMENT_KEY, ORDINARY_KEY, PANIC, Turn, UNLUCKY_KEY, UNREACHABLE_KEY,
};
use specsmith_tests::raw::Request;
use specsmith_tests::serving::Served;
use specsmith_tests::spec;

/// A valid request for an operation, without the key.
fn request(api: &Api, operation: &Operation) -> Request {
    let path = operation
        .template()
        .replace("{id}", "6f1c2f4e-8c1b-4a57-9d0e-3b9a7c5d2e10");
    let path = path
        .replace("{author}", "acme")
        .replace("{slug}", "nova-2")
        .replace("{hash}", "5d41");
    assert!(
        !path.contains('{'),
        "add a value for the parameter of {path}"
    );
    let query = if operation.name == "get_generation" {
        "?id=gen-1768469400-x7Qp"
    } else {
        ""
    };
    let request = Request::new(
        operation.method.name(),
        &format!("{}{path}{query}", api.base_path),
    );
    match &operation.body {
        Some(_) => request.json(r#"{"role":"admin"}"#),
        None => request,
    }
}

fn needs_management_key(api: &Api, operation: &Operation) -> bool {
    let [alternative] = operation.access.alternatives.as_slice() else {
        panic!("every operation of the gateway requires one kind of key");
    };
    let (_, kind) = alternative.scheme_and_kind(api.auth.as_ref().unwrap());
    kind.unwrap().name == "management_key"
}

/// The operations that accept any key. All others require a management key.
const ANY_KEY: [&str; 3] = ["get_generation", "list_presets", "get_key"];

#[test]
fn three_operations_accept_any_key() {
    let api = spec::gateway();
    let any = api
        .operations
        .iter()
        .filter(|operation| !needs_management_key(api, operation));
    assert_eq!(
        any.map(|operation| operation.name.as_str())
            .collect::<Vec<_>>(),
        ANY_KEY
    );
}

#[tokio::test]
async fn a_missing_key_is_401_on_every_operation() {
    let served = Served::start().await;
    for operation in &spec::gateway().operations {
        let response = request(spec::gateway(), operation)
            .send(served.address)
            .await;
        assert_eq!(response.status, 401, "{}", operation.name);
        assert_eq!(
            response.error(),
            json!({ "code": 401, "message": "Missing Authentication header" })
        );
        assert_eq!(
            response.header("www-authenticate"),
            Some("Bearer realm=\"api\""),
            "{}",
            operation.name
        );
    }
}

#[tokio::test]
async fn an_unknown_key_is_401_on_every_operation() {
    let served = Served::start().await;
    for operation in &spec::gateway().operations {
        let response = request(spec::gateway(), operation)
            .key("sk-nobody")
            .send(served.address)
            .await;
        assert_eq!(response.status, 401, "{}", operation.name);
        assert_eq!(
            response.error(),
            json!({ "code": 401, "message": "Invalid API key" })
        );
        assert_eq!(
            response.header("www-authenticate"),
            Some("Bearer realm=\"api\", error=\"invalid_token\""),
            "{}",
            operation.name
        );
    }
}

#[tokio::test]
async fn other_credentials_than_a_bearer_token_are_401() {
    let served = Served::start().await;
    for credentials in ["Basic YTpi", "Bearer", "Bearer ", MANAGEMENT_KEY, "Token x"] {
        let request = Request::new("GET", "/v1/key").header("authorization", credentials);
        let response = request.send(served.address).await;
        assert_eq!(response.status, 401, "`{credentials}`");
        response.error();
    }
    let twice = Request::new("GET", "/v1/key")
        .key(MANAGEMENT_KEY)
        .key(ORDINARY_KEY);
    assert_eq!(twice.send(served.address).await.status, 401);
    assert_eq!(served.gateway.calls(&GET_KEY), 0);
}

#[tokio::test]
async fn the_name_of_the_scheme_is_case_insensitive() {
    let served = Served::start().await;
    for scheme in ["bearer", "BEARER", "Bearer "] {
        let credentials = format!("{scheme} {ORDINARY_KEY}");
        let response = Request::new("GET", "/v1/key")
            .header("authorization", &credentials)
            .send(served.address)
            .await;
        assert_eq!(response.status, 200, "`{scheme}`");
    }
}

#[tokio::test]
async fn an_ordinary_key_is_403_on_every_management_operation() {
    let served = Served::start().await;
    let api = spec::gateway();
    for operation in &api.operations {
        let response = request(api, operation)
            .key(ORDINARY_KEY)
            .send(served.address)
            .await;
        if needs_management_key(api, operation) {
            assert_eq!(response.status, 403, "{}", operation.name);
            let message = "Only management keys can perform this operation";
            assert_eq!(response.error(), json!({ "code": 403, "message": message }));
        } else {
            assert_eq!(response.status, 200, "{}", operation.name);
        }
    }
}

/// A caller learns nothing about the parameters of an operation that it may not call.
#[tokio::test]
async fn the_key_is_checked_before_the_parameters() {
    let served = Served::start().await;
    let request = Request::new("GET", "/v1/guardrails?limit=many");
    assert_eq!(request.send(served.address).await.status, 401);
    assert_eq!(
        request
            .clone()
            .key(ORDINARY_KEY)
            .send(served.address)
            .await
            .status,
        403
    );
    assert_eq!(
        request
            .clone()
            .key(MANAGEMENT_KEY)
            .send(served.address)
            .await
            .status,
        400
    );
}

#[tokio::test]
async fn a_failed_key_lookup_is_500_on_every_operation() {
    let served = Served::start().await;
    for operation in &spec::gateway().operations {
        let response = request(spec::gateway(), operation)
            .key(UNLUCKY_KEY)
            .send(served.address)
            .await;
        assert_eq!(
            (response.status, response.error()),
            (
                500,
                json!({ "code": 500, "message": "Internal Server Error" })
            ),
            "{}",
            operation.name
        );
    }
    assert_no_handler_ran(&served);
}

#[tokio::test]
async fn a_failed_key_lookup_has_its_own_status_only_if_it_is_documented() {
    let served = Served::start().await;
    for operation in &spec::gateway().operations {
        let response = request(spec::gateway(), operation)
            .key(UNREACHABLE_KEY)
            .send(served.address)
            .await;
        let expected = if operation.name == "get_generation" {
            json!({ "code": 502, "message": "Provider returned error" })
        } else {
            json!({ "code": 500, "message": "Internal Server Error" })
        };
        assert_eq!(response.error(), expected, "{}", operation.name);
    }
    assert_no_handler_ran(&served);
}

#[tokio::test]
async fn a_failed_key_lookup_comes_before_validation() {
    let served = Served::start().await;
    for key in [UNLUCKY_KEY, UNREACHABLE_KEY] {
        let response = Request::new("GET", "/v1/presets?limit=many").key(key);
        assert_eq!(response.send(served.address).await.status, 500);
    }
}

fn assert_no_handler_ran(served: &Served) {
    for operation in ALL {
        assert_eq!(served.gateway.calls(operation), 0, "{}", operation.name);
    }
}

#[tokio::test]
async fn an_unknown_path_is_404() {
    let served = Served::start().await;
    let implied = &spec::gateway().implied;
    let implied = implied
        .iter()
        .find(|error| error.cause == Cause::UnknownPath);
    assert_eq!(implied.unwrap().message, "No operation has this path");
    for path in [
        "/",
        "/v1",
        "/v1/",
        "/v2/key",
        "/v1/keys",
        "/v1/keys/",
        "/v1/key/",
        "/v1//key",
        "/v1/model/acme",
    ] {
        let response = Request::new("GET", path)
            .key(MANAGEMENT_KEY)
            .send(served.address)
            .await;
        assert_eq!(response.status, 404, "{path}");
        assert_eq!(
            response.error(),
            json!({ "code": 404, "message": "No operation has this path" }),
            "{path}"
        );
    }
}

/// A wrong base URL causes a 404 in the API's error shape. Operations document 404 too, so only the
/// message tells the two apart.
#[tokio::test]
async fn a_wrong_base_url_has_its_own_message() {
    let served = Served::start().await;
    let base = format!("http://{}/v2", served.address);
    let client = Client::builder(base).bearer_token(MANAGEMENT_KEY);
    let call = client.build().unwrap().get_model("acme", "nova-2");
    assert_eq!(
        call.await.unwrap_err().to_string(),
        "get_model: 404 Not Found: No operation has this path"
    );
}

#[tokio::test]
async fn another_method_is_405_and_lists_the_allowed_methods() {
    let served = Served::start().await;
    for (method, path, allowed) in [
        ("POST", "/v1/guardrails", "GET,HEAD"),
        ("DELETE", "/v1/key", "GET,HEAD"),
        ("GET", "/v1/keys/5d41", "DELETE"),
        ("PUT", "/v1/scim/group-mappings/gm_42d8", "PATCH"),
        ("PATCH", "/v1/scim/group-mappings", "GET,HEAD"),
        ("OPTIONS", "/v1/credits", "GET,HEAD"),
    ] {
        let response = Request::new(method, path)
            .key(MANAGEMENT_KEY)
            .send(served.address)
            .await;
        assert_eq!(response.status, 405, "{method} {path}");
        assert_eq!(
            response.error(),
            json!({ "code": 405, "message": "Method Not Allowed" })
        );
        assert_eq!(response.header("allow"), Some(allowed), "{method} {path}");
    }
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let served = Served::start().await;
    let get = Request::new("GET", "/v1/credits")
        .key(MANAGEMENT_KEY)
        .send(served.address)
        .await;
    let head = Request::new("HEAD", "/v1/credits")
        .key(MANAGEMENT_KEY)
        .send(served.address)
        .await;
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    assert_eq!(head.header("content-type"), Some("application/json"));
    assert_eq!(head.header("content-length"), get.header("content-length"));

    let rejected = Request::new("HEAD", "/v1/credits")
        .send(served.address)
        .await;
    assert_eq!((rejected.status, rejected.body.as_str()), (401, ""));
}

#[tokio::test]
async fn a_body_that_is_too_large_is_413() {
    let gateway = Gateway::default();
    let router = router_with(gateway.clone(), ServerConfig::new().body_limit(64));
    let served = Served::start_with(gateway, router).await;
    let body = |length: usize| format!(r#"{{"role":"admin"{}}}"#, " ".repeat(length - 16));

    assert_eq!(served.patch_mapping("gm_42d8", &body(64)).await.status, 200);
    for length in [65, 4 << 20] {
        let response = served.patch_mapping("gm_42d8", &body(length)).await;
        assert_eq!(response.status, 413, "{length} bytes");
        assert_eq!(
            response.error(),
            json!({ "code": 413, "message": "The body must have at most 64 bytes" })
        );
    }
    assert_eq!(served.gateway.calls(&UPDATE_GROUP_MAPPING), 1);
}

#[tokio::test]
async fn a_body_is_limited_by_default() {
    let served = Served::start().await;
    let body = format!(r#"{{"role":"admin","note":"{}"}}"#, "x".repeat(2 << 20));
    assert_eq!(served.patch_mapping("gm_42d8", &body).await.status, 413);
}

/// A body without a content length is counted while it arrives.
#[tokio::test]
async fn a_chunked_body_is_limited_too() {
    let gateway = Gateway::default();
    let router = router_with(gateway.clone(), ServerConfig::new().body_limit(64));
    let served = Served::start_with(gateway, router).await;
    let request = Request::new("PATCH", "/v1/scim/group-mappings/gm_42d8").key(MANAGEMENT_KEY);
    let small = request
        .clone()
        .chunked("application/json", r#"{"role":"admin"}"#);
    assert_eq!(small.send(served.address).await.status, 200);
    let large = format!(r#"{{"role":"admin","note":"{}"}}"#, "x".repeat(64));
    let response = request
        .chunked("application/json", &large)
        .send(served.address)
        .await;
    assert_eq!(response.status, 413);
    response.error();
}

#[tokio::test]
async fn a_body_of_another_media_type_is_415() {
    let served = Served::start().await;
    let request = Request::new("PATCH", "/v1/scim/group-mappings/gm_42d8").key(MANAGEMENT_KEY);
    for media_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonp",
        "json",
        "",
    ] {
        let response = request
            .clone()
            .body(media_type, r#"{"role":"admin"}"#)
            .send(served.address)
            .await;
        assert_eq!(response.status, 415, "`{media_type}`");
        assert_eq!(
            response.error(),
            json!({ "code": 415, "message": "The media type of the body must be `application/json`" })
        );
    }
    for media_type in [
        "application/json; charset=utf-8",
        "APPLICATION/JSON",
        "application/merge-patch+json",
    ] {
        let response = request
            .clone()
            .body(media_type, r#"{"role":"admin"}"#)
            .send(served.address)
            .await;
        assert_eq!(response.status, 200, "`{media_type}`");
    }
}

/// The description of an operation in the generated crate.
fn generated(name: &str) -> &'static gateway_api::runtime::Operation {
    let found = gateway_api::operations::ALL
        .iter()
        .find(|operation| operation.name == name);
    found.unwrap_or_else(|| {
        panic!("`{name}` is not in the generated crate: run `specsmith generate`")
    })
}

#[tokio::test]
async fn a_panic_is_500_on_every_operation_and_leaks_nothing() {
    let served = Served::start().await;
    for operation in &spec::gateway().operations {
        let told = generated(&operation.name);
        served.gateway.tell(told, [Turn::Panic]);
        let request = request(spec::gateway(), operation).key(MANAGEMENT_KEY);
        let response = request.send(served.address).await;
        assert_eq!(response.status, 500, "{}", operation.name);
        assert_eq!(
            response.error(),
            json!({ "code": 500, "message": "Internal Server Error" })
        );
        assert!(!format!("{response:?}").contains(PANIC), "{response:?}");
        assert_eq!(
            response.header("x-request-id").map(|id| &id[..4]),
            Some("req-")
        );
    }
    // The gateway continues to serve requests.
    assert_eq!(
        served.client().get_credits().await.unwrap().total_credits,
        100.5
    );
}

#[tokio::test]
async fn an_internal_error_is_500_on_every_operation_and_leaks_nothing() {
    let served = Served::start().await;
    for operation in &spec::gateway().operations {
        let told = generated(&operation.name);
        served.gateway.tell(told, [Turn::Fail]);
        let response = request(spec::gateway(), operation)
            .key(MANAGEMENT_KEY)
            .send(served.address)
            .await;
        assert_eq!(response.status, 500, "{}", operation.name);
        assert_eq!(
            response.error(),
            json!({ "code": 500, "message": "Internal Server Error" })
        );
        assert!(!format!("{response:?}").contains(CAUSE), "{response:?}");
    }
}

/// At the client, an implied error is a rejection. If the operation documents the same status, it is the
/// documented error.
#[tokio::test]
async fn an_undocumented_implied_error_is_a_rejection_at_the_client() {
    let served = Served::start().await;

    let error = served
        .client_with_key(ORDINARY_KEY)
        .list_workspaces()
        .await
        .unwrap_err();
    let Error::Rejected(rejected) = error else {
        panic!("list_workspaces does not document 403: {error:?}")
    };
    assert_eq!(rejected.status, 403);
    assert_eq!(
        rejected.body.message,
        "Only management keys can perform this operation"
    );
    assert_eq!(rejected.request_id(), Some("req-1"));

    let error = served
        .client_without_key()
        .get_model("acme", "nova-2")
        .await
        .unwrap_err();
    assert!(
        matches!(&error, Error::Rejected(rejected) if rejected.status == 401),
        "{error:?}"
    );

    let error = served.client_without_key().get_credits().await.unwrap_err();
    assert!(
        matches!(&error, Error::Api(_)),
        "get_credits documents 401: {error:?}"
    );

    let error = served
        .client()
        .list_workspaces()
        .limit(101)
        .await
        .unwrap_err();
    let Error::Rejected(rejected) = error else {
        panic!("list_workspaces does not document 400: {error:?}")
    };
    assert_eq!(rejected.status, 400);
    assert_eq!(
        errors(&rejected.validation_errors()),
        ["query `limit`: must be from 1 to 100"]
    );

    let error = served
        .client()
        .list_guardrails()
        .offset(-1)
        .limit(101)
        .await
        .unwrap_err();
    let Error::Api(ListGuardrailsError::BadRequest(invalid)) = error else {
        panic!("list_guardrails documents 400: {error:?}")
    };
    assert_eq!(
        errors(&invalid.body.validation_errors()),
        [
            "query `offset`: must be at least 0",
            "query `limit`: must be from 1 to 100"
        ]
    );

    let update = GroupMappingUpdate { role: Role::Admin };
    let call = served
        .client()
        .update_group_mapping("gm_42d8", update)
        .header("content-type", "text/plain");
    let error = call.await.unwrap_err();
    assert!(
        matches!(&error, Error::Rejected(rejected) if rejected.status == 415),
        "{error:?}"
    );
}

fn errors(errors: &[ValidationError]) -> Vec<String> {
    errors.iter().map(ValidationError::to_string).collect()
}
