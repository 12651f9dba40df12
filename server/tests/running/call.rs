//! Calls all operations and returns the status.

use gateway_api::client::Error;
use gateway_api::runtime::error::OperationError;
use gateway_api::types::{GroupMappingUpdate, Role};
use gateway_api::{Client, operations};

use crate::records::CREDENTIAL;

/// The outcome of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// It succeeded.
    Success,
    /// An error that the operation documents.
    Documented(u16),
    /// An error that the rules of the API imply.
    Implied(u16),
}

/// The names of all operations.
pub(crate) fn all() -> Vec<&'static str> {
    operations::ALL
        .iter()
        .map(|operation| operation.name)
        .collect()
}

/// Calls an operation with the only record of its kind.
pub(crate) async fn call(client: &Client, operation: &str) -> Outcome {
    call_about(client, operation, About::KNOWN).await
}

/// Calls an operation with unknown records.
pub(crate) async fn call_unknown(client: &Client, operation: &str) -> Outcome {
    call_about(client, operation, About::UNKNOWN).await
}

/// The records to call operations with.
pub(crate) struct About {
    pub(crate) slug: &'static str,
    pub(crate) generation: &'static str,
    pub(crate) mapping: &'static str,
    pub(crate) hash: &'static str,
    pub(crate) credential: &'static str,
    /// The number of items on a page.
    pub(crate) limit: i64,
}

impl About {
    /// The existing records.
    pub(crate) const KNOWN: Self = Self {
        slug: "nova-2",
        generation: "gen-1",
        mapping: "gm_1",
        // A test that deletes a key sets the hash itself.
        hash: "not-there",
        credential: CREDENTIAL,
        limit: 50,
    };
    const UNKNOWN: Self = Self {
        slug: "not-there",
        generation: "not-there",
        mapping: "not-there",
        hash: "not-there",
        credential: "00000000-0000-4000-8000-000000000000",
        limit: 50,
    };
}

/// Calls an operation with these records.
pub(crate) async fn call_about(client: &Client, operation: &str, about: About) -> Outcome {
    let limit = about.limit;
    let update = GroupMappingUpdate { role: Role::Admin };
    match operation {
        "get_model" => outcome(client.get_model("acme", about.slug).await),
        "list_zdr_endpoints" => outcome(client.list_zdr_endpoints().await),
        "get_generation" => outcome(client.get_generation(about.generation).await),
        "get_credits" => outcome(client.get_credits().await),
        "list_workspaces" => outcome(client.list_workspaces().limit(limit).await),
        "list_guardrails" => outcome(client.list_guardrails().limit(limit).await),
        "list_guardrail_assignments" => {
            outcome(client.list_guardrail_assignments().limit(limit).await)
        }
        "list_presets" => outcome(client.list_presets().limit(limit).await),
        "list_group_mappings" => outcome(client.list_group_mappings().limit(limit).await),
        "update_group_mapping" => outcome(client.update_group_mapping(about.mapping, update).await),
        "list_organization_members" => {
            outcome(client.list_organization_members().limit(limit).await)
        }
        "get_key" => outcome(client.get_key().await),
        "delete_key" => outcome(client.delete_key(about.hash).await),
        "delete_byok_credential" => {
            let id: gateway_api::types::Uuid = about.credential.parse().unwrap();
            outcome(client.delete_byok_credential(id).await)
        }
        _ => panic!("there is no operation {operation}: add it to this list"),
    }
}

/// The outcome of a call. Anything but a documented response fails the test.
pub(crate) fn outcome<T, E: OperationError + std::fmt::Debug>(
    result: Result<T, Error<E>>,
) -> Outcome {
    match result {
        Ok(_) => Outcome::Success,
        Err(Error::Api(error)) => Outcome::Documented(error.status_error().status()),
        Err(Error::Rejected(error)) => Outcome::Implied(error.status.as_u16()),
        Err(error) => panic!("{error}"),
    }
}
