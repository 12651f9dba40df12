//! Every documented error status reaches the caller as its own variant.
//!
//! Each operation is listed with its documented errors. The last tests compare these lists with the
//! specification, so that no operation and no status is missing.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::time::Duration;

use gateway_api::errors::*;
use gateway_api::operations::{self, *};
use gateway_api::runtime::Operation;
use gateway_api::types::{GroupMappingUpdate, Role};
use gateway_api::{Client, Error};
use serde_json::json;
use specsmith_tests::gateway::{CAUSE, MANAGEMENT_KEY, Turn};
use specsmith_tests::raw::Request;
use specsmith_tests::serving::Served;
use specsmith_tests::spec;
use uuid::Uuid;

/// The statuses that an operation documents.
type Documented = (&'static Operation, &'static [u16]);

/// The default message of each error.
const MESSAGES: &[(u16, &str)] = &[
    (400, "Invalid request parameters"),
    (401, "Missing Authentication header"),
    (402, "Insufficient credits. Please add credits to continue."),
    (403, "Only management keys can perform this operation"),
    (404, "Resource not found"),
    (429, "Rate limit exceeded"),
    (500, "Internal Server Error"),
    (502, "Provider returned error"),
    (503, "Service Unavailable"),
    (524, "Request timed out. Please try again later."),
    (529, "Provider returned error"),
];

/// The default threshold of clippy's `result_large_err`, in bytes. Larger errors cause warnings in code
/// that implements or calls the API.
const MAX_SIZE: usize = 128;

/// The tests of one operation: its handler returns each of its errors, and the caller matches the variant.
macro_rules! documents {
    ($name:ident, $operation:ident, $error:ident, $call:expr, { $($status:literal $variant:ident),+ $(,)? }) => {
        mod $name {
            use super::*;

            pub(super) static DOCUMENTED: Documented = (&operations::$operation, &[$($status),+]);

            #[tokio::test]
            async fn each_status_is_a_variant() {
                let served = Served::start().await;
                let call: fn(Client) -> _ = $call;
                $(
                    let response = $variant::new().with_metadata("provider_code", "slow_down");
                    served.gateway.tell(&$operation, [Turn::response::<$error>(response)]);
                    let error = call(served.client()).await.unwrap_err();
                    check(&error, $status);
                    let Error::Api($error::$variant(body)) = error else {
                        panic!("{} is not `{}`: {error:?}", $status, stringify!($variant));
                    };
                    assert_eq!(body.body.metadata().unwrap()["provider_code"], "slow_down");
                    assert_eq!(body.context.operation(), Some($operation.name));
                )+
            }

            #[test]
            fn its_errors_are_small_enough_for_a_result() {
                assert!(size_of::<$error>() <= MAX_SIZE, "{}", size_of::<$error>());
                assert!(size_of::<Error<$error>>() <= MAX_SIZE, "{}", size_of::<Error<$error>>());
            }

            #[tokio::test]
            async fn an_internal_error_is_500() {
                let served = Served::start().await;
                served.gateway.tell(&$operation, [Turn::Fail]);
                let call: fn(Client) -> _ = $call;
                let error = call(served.client()).await.unwrap_err();
                check(&error, 500);
                assert!(matches!(error, Error::Api($error::InternalServerError(_))), "{error:?}");
                assert!(!format!("{error} {error:?}").contains(CAUSE), "{error:?}");
            }
        }
    };
}

documents!(get_model, GET_MODEL, GetModelError, |client| client.get_model("acme", "nova-2"), {
    403 Forbidden, 404 NotFound, 500 InternalServerError,
});

documents!(list_zdr_endpoints, LIST_ZDR_ENDPOINTS, ListZdrEndpointsError, |client| client.list_zdr_endpoints(), {
    403 Forbidden, 500 InternalServerError,
});

documents!(get_generation, GET_GENERATION, GetGenerationError, |client| client.get_generation("gen-1"), {
    401 Unauthorized, 402 PaymentRequired, 404 NotFound, 429 TooManyRequests, 500 InternalServerError,
    502 BadGateway, 524 TimedOut, 529 ProviderOverloaded,
});

documents!(get_credits, GET_CREDITS, GetCreditsError, |client| client.get_credits(), {
    401 Unauthorized, 403 Forbidden, 500 InternalServerError,
});

documents!(list_workspaces, LIST_WORKSPACES, ListWorkspacesError, |client| client.list_workspaces(), {
    401 Unauthorized, 500 InternalServerError,
});

documents!(list_guardrails, LIST_GUARDRAILS, ListGuardrailsError, |client| client.list_guardrails(), {
    400 BadRequest, 401 Unauthorized, 500 InternalServerError,
});

documents!(list_guardrail_assignments, LIST_GUARDRAIL_ASSIGNMENTS, ListGuardrailAssignmentsError,
    |client| client.list_guardrail_assignments(), {
    401 Unauthorized, 500 InternalServerError,
});

documents!(list_presets, LIST_PRESETS, ListPresetsError, |client| client.list_presets(), {
    400 BadRequest, 401 Unauthorized, 500 InternalServerError,
});

documents!(list_group_mappings, LIST_GROUP_MAPPINGS, ListGroupMappingsError, |client| client.list_group_mappings(), {
    401 Unauthorized, 404 NotFound, 500 InternalServerError,
});

documents!(update_group_mapping, UPDATE_GROUP_MAPPING, UpdateGroupMappingError,
    |client| client.update_group_mapping("gm_42d8", GroupMappingUpdate { role: Role::Admin }), {
    400 BadRequest, 401 Unauthorized, 404 NotFound, 500 InternalServerError,
});

documents!(list_organization_members, LIST_ORGANIZATION_MEMBERS, ListOrganizationMembersError,
    |client| client.list_organization_members(), {
    401 Unauthorized, 404 NotFound, 500 InternalServerError,
});

documents!(get_key, GET_KEY, GetKeyError, |client| client.get_key(), {
    401 Unauthorized, 500 InternalServerError,
});

documents!(delete_key, DELETE_KEY, DeleteKeyError, |client| client.delete_key("5d41"), {
    401 Unauthorized, 404 NotFound, 429 TooManyRequests, 500 InternalServerError,
});

documents!(delete_byok_credential, DELETE_BYOK_CREDENTIAL, DeleteByokCredentialError,
    |client| client.delete_byok_credential(Uuid::nil()), {
    401 Unauthorized, 404 NotFound, 500 InternalServerError,
});

static OPERATIONS: &[&Documented] = &[
    &get_model::DOCUMENTED,
    &list_zdr_endpoints::DOCUMENTED,
    &get_generation::DOCUMENTED,
    &get_credits::DOCUMENTED,
    &list_workspaces::DOCUMENTED,
    &list_guardrails::DOCUMENTED,
    &list_guardrail_assignments::DOCUMENTED,
    &list_presets::DOCUMENTED,
    &list_group_mappings::DOCUMENTED,
    &update_group_mapping::DOCUMENTED,
    &list_organization_members::DOCUMENTED,
    &get_key::DOCUMENTED,
    &delete_key::DOCUMENTED,
    &delete_byok_credential::DOCUMENTED,
];

/// Checks what all documented errors have in common.
fn check<E: gateway_api::runtime::error::OperationError>(error: &Error<E>, status: u16) {
    assert_eq!(error.status().unwrap(), status);
    let body = error.body().unwrap();
    assert_eq!(body.status, i64::from(status));
    let message = MESSAGES.iter().find(|(of, _)| *of == status).unwrap().1;
    assert_eq!(body.message, message);
    assert!(
        error.request_id().is_some_and(|id| id.starts_with("req-")),
        "{status} has no request ID"
    );
    assert!(error.to_string().contains(message), "{error}");
}

#[test]
fn the_lists_above_match_the_specification() {
    for operation in &spec::gateway().operations {
        let name = &operation.name;
        let specified = spec::gateway().documented(operation);
        let specified: Vec<u16> = specified.filter_map(|of| of.status.exact()).collect();
        let Some((_, above)) = OPERATIONS.iter().find(|(of, _)| of.name == name) else {
            panic!("add `documents!({name}, …)` above, and `&{name}::DOCUMENTED` to `OPERATIONS`")
        };
        assert_eq!(
            *above, specified,
            "list the errors of `{name}` above, as in spec/gateway.yaml"
        );
    }
    for (of, _) in OPERATIONS {
        let known = spec::gateway()
            .operations
            .iter()
            .any(|operation| operation.name == of.name);
        assert!(
            known,
            "`{}` is not in spec/gateway.yaml: remove it above",
            of.name
        );
    }
}

#[test]
fn the_messages_above_match_the_specification() {
    let errors = &spec::gateway().errors;
    let specified: Vec<_> = errors
        .iter()
        .filter_map(|error| Some((error.status.exact()?, error.message()?)))
        .collect();
    assert_eq!(
        MESSAGES, specified,
        "list the message above, as in spec/gateway.yaml"
    );
}

#[test]
fn operations_match_the_specification() {
    let api = spec::gateway();
    for specified in &api.operations {
        let operation = operations::ALL
            .iter()
            .find(|operation| operation.name == specified.name);
        let operation = operation.unwrap_or_else(|| panic!("no `{}`", specified.name));
        let path = format!("{}{}", api.base_path, specified.template());
        assert_eq!(operation.name, specified.name);
        assert_eq!(operation.path, path, "{}", operation.name);
        assert_eq!(
            operation.method,
            specified.method.name(),
            "{}",
            operation.name
        );
        assert_eq!(
            operation.idempotent, specified.idempotent,
            "{}",
            operation.name
        );
    }
}

/// The response has the status and the error shape, and nothing else.
#[tokio::test]
async fn a_documented_error_on_the_wire() {
    let served = Served::start().await;
    let request = Request::new("GET", "/v1/generation?id=gen-1").key(MANAGEMENT_KEY);
    for status in get_generation::DOCUMENTED.1 {
        let error: GetGenerationError = match status {
            401 => Unauthorized::new().into(),
            402 => PaymentRequired::new().into(),
            404 => NotFound::new().into(),
            429 => TooManyRequests::new().into(),
            500 => InternalServerError::new().caused_by(CAUSE).into(),
            502 => BadGateway::new().into(),
            524 => TimedOut::new().into(),
            529 => ProviderOverloaded::new().into(),
            status => panic!("add an error for {status}"),
        };
        served.gateway.tell(
            &GET_GENERATION,
            [Turn::response::<GetGenerationError>(error)],
        );
        let response = request.send(served.address).await;
        assert_eq!(response.status, *status);
        let message = MESSAGES.iter().find(|(of, _)| of == status).unwrap().1;
        assert_eq!(
            response.error(),
            json!({ "code": status, "message": message })
        );
        let challenge = (*status == 401).then_some("Bearer realm=\"api\"");
        assert_eq!(response.header("www-authenticate"), challenge, "{status}");
        assert_eq!(response.header("retry-after"), None, "{status}");
    }
}

#[tokio::test]
async fn the_headers_of_429_reach_the_caller() {
    let served = Served::start().await;
    let limited = TooManyRequests {
        x_rate_limit_limit: Some(100),
        x_rate_limit_remaining: Some(0),
        x_rate_limit_reset: Some(1_768_469_460_000),
        retry_after: Some(17),
        ..TooManyRequests::new()
    };
    served
        .gateway
        .tell(&DELETE_KEY, [Turn::response::<DeleteKeyError>(limited)]);
    let error = served.client().delete_key("5d41").await.unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::from_secs(17)));
    let Error::Api(DeleteKeyError::TooManyRequests(limited)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(limited.x_rate_limit_limit, Some(100));
    assert_eq!(limited.x_rate_limit_remaining, Some(0));
    assert_eq!(limited.x_rate_limit_reset, Some(1_768_469_460_000));
    assert_eq!(limited.retry_after, Some(17));
    assert_eq!(limited.retry_after(), Some(Duration::from_secs(17)));
}

#[tokio::test]
async fn the_headers_of_429_are_optional() {
    let served = Served::start().await;
    served.gateway.tell(
        &DELETE_KEY,
        [Turn::response::<DeleteKeyError>(TooManyRequests::new())],
    );
    let error = served.client().delete_key("5d41").await.unwrap_err();
    let Error::Api(DeleteKeyError::TooManyRequests(limited)) = error else {
        panic!("{error:?}")
    };
    let headers = [
        limited.x_rate_limit_limit,
        limited.x_rate_limit_remaining,
        limited.x_rate_limit_reset,
    ];
    assert_eq!(headers, [None; 3]);
    assert_eq!(limited.retry_after(), None);
}

#[tokio::test]
async fn a_handler_can_replace_the_default_message() {
    let served = Served::start().await;
    let words = "Your balance is -0.37 $. Add credits, or wait until March.";
    let error = PaymentRequired::new()
        .with_message(words)
        .with_metadata("balance", -0.37);
    served.gateway.tell(
        &GET_GENERATION,
        [Turn::response::<GetGenerationError>(error)],
    );
    let error = served.client().get_generation("gen-1").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("get_generation: 402 Payment Required: {words}")
    );
    assert_eq!(error.body().unwrap().metadata().unwrap()["balance"], -0.37);
}
