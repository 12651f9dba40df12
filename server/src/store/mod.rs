//! The store: one trait, and its implementations over SQLite and PostgreSQL.
//!
//! Both engines understand nearly the same SQL, so a query is written once, in `sql`, and so is
//! what asks it, in `queries`. What differs (opening, migrations, counting requests) stands in the
//! engine's own file.

mod audit;
mod changes;
mod error;
mod export;
mod lease;
mod load;
mod log;
mod master_key;
mod open;
mod organization;
mod postgres;
mod queries;
mod record;
mod rows;
mod schema;
mod sql;
mod sqlite;

use gateway_api::Page;
use gateway_api::types::{
    Credits, Generation, GroupMapping, Guardrail, GuardrailAssignment, Model, OrganizationMember,
    Preset, ProviderEndpoint, Role, Workspace,
};
use tokio::sync::mpsc::{Receiver, Sender};

pub use audit::{Action, AuditEntry, AuditPosition, Change, HASH_PREFIX};
pub use error::{StoreError, Trouble};
pub use master_key::{Resealed, Sealed};
pub use open::{OpenError, PoolOptions};
pub use organization::{
    CreditsUpdate, NewOrganization, NewWorkspace, Organization, OrganizationUpdate,
    OrganizationUpdated,
};
pub use postgres::PostgresStore;
pub use record::{LoadEnd, LoadStep, MovedKey, Record, TakenName};
pub use rows::{ApiKey, Connections, Counted, RateLimit, Spending, Usage, Window};
pub use sql::QUERIES;
pub use sqlite::SqliteStore;

use crate::moment::{Day, Moment};

/// What came of asking the store.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Where the records are.
///
/// Every method that is about an organization takes its identifier and sees nothing else. What it
/// writes is durable when it returns, and is there wholly or not at all.
pub trait Store: Clone + Send + Sync + 'static {
    /// The key with this hash, valid or not.
    fn api_key(&self, hash: &str) -> impl Future<Output = Result<Option<ApiKey>>> + Send;

    /// The model that a name leads to: one of this very name, or else the same variant of the model
    /// that the name without its variant leads to, or else that model itself.
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

    /// What a key of the organization used, as of today.
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

    /// The guardrails of a workspace by identifier, of the default one where none is named.
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

    /// The presets, what changed last first.
    fn presets(
        &self,
        organization: &str,
        window: Window,
    ) -> impl Future<Output = Result<Page<Preset>>> + Send;

    /// The SCIM group mappings, by identifier; none where there is no such organization.
    fn group_mappings(
        &self,
        organization: &str,
        window: Window,
    ) -> impl Future<Output = Result<Option<Page<GroupMapping>>>> + Send;

    /// Gives a SCIM group mapping another role, and the mapping as it is then.
    fn update_group_mapping(
        &self,
        organization: &str,
        id: &str,
        role: Role,
        change: Change<'_>,
    ) -> impl Future<Output = Result<Option<GroupMapping>>> + Send;

    /// The members, by identifier; none where there is no such organization.
    fn members(
        &self,
        organization: &str,
        window: Window,
    ) -> impl Future<Output = Result<Option<Page<OrganizationMember>>>> + Send;

    /// Marks a key as deleted. False where there is none, or where it was deleted before.
    fn delete_key(
        &self,
        organization: &str,
        hash: &str,
        change: Change<'_>,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Marks a BYOK credential as deleted and takes its key material away. False where there is
    /// none, or where it was deleted before.
    fn delete_byok_credential(
        &self,
        organization: &str,
        id: &str,
        change: Change<'_>,
    ) -> impl Future<Output = Result<bool>> + Send;

    /// Counts a request of a key, and says in which window and after how many.
    fn count_request(
        &self,
        key_hash: &str,
        limit: RateLimit,
        now: Moment,
    ) -> impl Future<Output = Result<Counted>> + Send;

    /// Stores a new key, and its organization where that is new; true where it was.
    fn insert_key(&self, key: &ApiKey) -> impl Future<Output = Result<bool>> + Send;

    /// The keys of an organization, or all of them, by organization and age.
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

    /// Changes the credits or the default workspace of an organization.
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

    /// Stores the records that come, in one transaction, in place of those with the same key. What
    /// was deleted stays deleted. One load runs at a time.
    fn load(&self, steps: Receiver<LoadStep>) -> impl Future<Output = Result<LoadEnd>> + Send;

    /// Sends every record of an organization, or of all and the catalogue too, as of one moment.
    fn export(
        &self,
        organization: Option<&str>,
        records: Sender<Record>,
    ) -> impl Future<Output = Result<()>> + Send;

    /// The identifier of the master key that the key material is sealed with; `None` before a key
    /// was used.
    fn master_key(&self) -> impl Future<Output = Result<Option<String>>> + Send;

    /// Replaces all sealed key material by what `renew` returns for it, and records the master key
    /// `to` in place of `from`: in one transaction, while nothing is loaded.
    fn reseal(
        &self,
        from: Option<&str>,
        to: &str,
        renew: impl Fn(Sealed) -> Option<Vec<u8>> + Send + Sync,
    ) -> impl Future<Output = Result<Resealed>> + Send;

    /// Asks the database for a sign of life.
    fn ping(&self) -> impl Future<Output = Result<()>> + Send;

    /// How the connections are used right now.
    fn connections(&self) -> Connections;

    /// Closes all connections, once they are idle. SQLite then folds its log into the file.
    fn close(&self) -> impl Future<Output = ()> + Send;
}
