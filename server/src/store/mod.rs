//! The store: one trait, implemented for SQLite and PostgreSQL.
//!
//! Both engines understand nearly the same SQL. So a query is written once, in `sql`, and the code
//! that runs it once, in `queries` and `changes`. What differs (opening, migrations, counting
//! requests) is in the engine's own file.

mod audit;
mod backup;
mod changes;
mod engine;
mod error;
mod export;
mod load;
mod log;
mod master_key;
mod open;
mod organization;
mod pool;
mod postgres;
mod probe;
mod queries;
mod rate_windows;
pub mod record;
mod rows;
mod schema;
mod scratch;
mod server_lock;
mod sql;
mod sqlite;
mod table;

use gateway_api::Page;
use gateway_api::types::{
    Credits, Generation, GroupMapping, Guardrail, GuardrailAssignment, Model, OrganizationMember,
    Preset, ProviderEndpoint, Role, Workspace,
};
use tokio::sync::mpsc::{Receiver, Sender};

pub use audit::{Action, AuditEntry, AuditPosition, Change, HASH_PREFIX};
pub use error::{ErrorKind, StoreError};
pub use master_key::{Resealed, Sealed};
pub use open::{OpenError, PoolOptions};
pub use organization::{
    CreditsUpdate, NewOrganization, NewWorkspace, Organization, OrganizationUpdate,
    OrganizationUpdated,
};
pub use postgres::PostgresStore;
pub use record::{LoadEnd, LoadStep, MovedKey, Record, TakenName};
pub use rows::{ApiKey, Connections, Counted, RateLimit, Spending, Usage, Window};
pub use server_lock::{LockError, ServerLock};
pub(crate) use server_lock::{beside, real};
pub use sql::QUERIES;
pub use sqlite::SqliteStore;

use crate::timestamps::{Day, UnixMicros};

/// The result of a method of the store.
pub type Result<T> = std::result::Result<T, StoreError>;

/// A database of records.
///
/// Methods that take an organization see only its records. A write is atomic, and durable when the
/// method returns.
pub trait Store: Clone + Send + Sync + 'static {
    /// The key with this hash, valid or not.
    fn api_key(&self, hash: &str) -> impl Future<Output = Result<Option<ApiKey>>> + Send;

    /// Resolves the name of a model. If no model has the whole name, `base` (the name without its
    /// variant) is resolved, and the same variant of that model is preferred to the model itself.
    fn model(&self, name: &str, base: &str) -> impl Future<Output = Result<Option<Model>>> + Send;

    /// The provider endpoints that retain no data.
    fn zdr_endpoints(&self) -> impl Future<Output = Result<Vec<ProviderEndpoint>>> + Send;

    /// A generation.
    fn generation(
        &self,
        organization: &str,
        id: &str,
    ) -> impl Future<Output = Result<Option<Generation>>> + Send;

    /// What the organization bought and used.
    fn credits(&self, organization: &str) -> impl Future<Output = Result<Credits>> + Send;

    /// What the organization bought and used, and what the key used since a day.
    fn spending(
        &self,
        organization: &str,
        key_hash: &str,
        since: Day,
    ) -> impl Future<Output = Result<Spending>> + Send;

    /// What a key of the organization used until today.
    fn usage(
        &self,
        organization: &str,
        key_hash: &str,
        today: Day,
    ) -> impl Future<Output = Result<Usage>> + Send;

    /// The workspaces, by identifier.
    fn workspaces(
        &self,
        organization: &str,
        window: Window,
    ) -> impl Future<Output = Result<Page<Workspace>>> + Send;

    /// The guardrails of a workspace (by default, of the default workspace), by identifier.
    fn guardrails(
        &self,
        organization: &str,
        workspace: Option<&str>,
        window: Window,
    ) -> impl Future<Output = Result<Page<Guardrail>>> + Send;

    /// The assignments of guardrails to members, by identifier.
    fn guardrail_assignments(
        &self,
        organization: &str,
        window: Window,
    ) -> impl Future<Output = Result<Page<GuardrailAssignment>>> + Send;

    /// The presets, the most recently updated first.
    fn presets(
        &self,
        organization: &str,
        window: Window,
    ) -> impl Future<Output = Result<Page<Preset>>> + Send;

    /// The SCIM group mappings, by identifier. None if the organization does not exist.
    fn group_mappings(
        &self,
        organization: &str,
        window: Window,
    ) -> impl Future<Output = Result<Option<Page<GroupMapping>>>> + Send;

    /// Changes the role of a SCIM group mapping, and returns the mapping. None if it does not exist.
    fn update_group_mapping(
        &self,
        organization: &str,
        id: &str,
        role: Role,
        change: Change<'_>,
    ) -> impl Future<Output = Result<Option<GroupMapping>>> + Send;

    /// The members, by identifier. None if the organization does not exist.
    fn members(
        &self,
        organization: &str,
        window: Window,
    ) -> impl Future<Output = Result<Option<Page<OrganizationMember>>>> + Send;

    /// Marks a key as deleted. False if it does not exist or was deleted before.
    fn delete_key(
        &self,
        organization: &str,
        hash: &str,
        change: Change<'_>,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Marks a BYOK credential as deleted and deletes its key material. False if it does not exist or
    /// was deleted before.
    fn delete_byok_credential(
        &self,
        organization: &str,
        id: &str,
        change: Change<'_>,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Counts a request of a key, and returns its window and how many requests were before it.
    fn count_request(
        &self,
        key_hash: &str,
        limit: RateLimit,
        now: UnixMicros,
    ) -> impl Future<Output = Result<Counted>> + Send;

    /// Stores a new key, and creates its organization if that does not exist. True if it was created.
    fn insert_key(
        &self,
        key: &ApiKey,
        change: Change<'_>,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// The keys of an organization or of all, by organization and age.
    fn api_keys(
        &self,
        organization: Option<&str>,
    ) -> impl Future<Output = Result<Vec<ApiKey>>> + Send;

    /// An organization.
    fn organization(&self, id: &str) -> impl Future<Output = Result<Option<Organization>>> + Send;

    /// All organizations, by identifier.
    fn organizations(&self) -> impl Future<Output = Result<Vec<Organization>>> + Send;

    /// Creates an organization, and its default workspace unless that exists. False if the
    /// organization exists.
    fn create_organization(
        &self,
        new: &NewOrganization,
        change: Change<'_>,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Changes the credits or the default workspace of an organization. Creates that workspace unless
    /// it exists.
    fn update_organization(
        &self,
        id: &str,
        update: &OrganizationUpdate,
        change: Change<'_>,
    ) -> impl Future<Output = Result<OrganizationUpdated>> + Send;

    /// The next entries of the audit table, of an organization or of all, oldest first. Empty at the
    /// end.
    fn audit(
        &self,
        organization: Option<&str>,
        position: AuditPosition,
    ) -> impl Future<Output = Result<Vec<AuditEntry>>> + Send;

    /// Stores records in one transaction. They replace those with the same key, except newer ones.
    /// What was deleted stays deleted. One load runs at a time.
    fn load(&self, steps: Receiver<LoadStep>) -> impl Future<Output = Result<LoadEnd>> + Send;

    /// Sends all records of an organization, or of all organizations and the catalogue, as of one
    /// moment.
    fn export(
        &self,
        organization: Option<&str>,
        records: Sender<Record>,
    ) -> impl Future<Output = Result<()>> + Send;

    /// The identifier of the master key that the key material is sealed with; `None` before a key
    /// was used.
    fn master_key(&self) -> impl Future<Output = Result<Option<String>>> + Send;

    /// Whether there is any sealed key material.
    fn has_material(&self) -> impl Future<Output = Result<bool>> + Send;

    /// Replaces all sealed key material by what `renew` returns for it, and records the master key
    /// `to` in place of `from`: in one transaction, while nothing is loaded.
    fn reseal(
        &self,
        from: Option<&str>,
        to: &str,
        renew: impl Fn(Sealed) -> Option<Vec<u8>> + Send + Sync,
    ) -> impl Future<Output = Result<Resealed>> + Send;

    /// Checks that the database responds, on a connection that no request uses.
    fn ping(&self) -> impl Future<Output = Result<()>> + Send;

    /// How many connections are in use right now.
    fn connections(&self) -> Connections;

    /// Closes all connections once they are idle. SQLite then moves its log into the file.
    fn close(&self) -> impl Future<Output = ()> + Send;
}
