//! What the store returns, and the rows that it reads.

use std::str::FromStr;

use gateway_api::types::{GroupMapping, ResetInterval, Role};
use gateway_api::{Page, PageRequest};
use serde::de::DeserializeOwned;
use specsmith_runtime::decode::Decode as FromJson;
use sqlx::error::BoxDynError;
use sqlx::types::Json;
use sqlx::{Database, Decode, Type};

use super::record;
use super::table::record;
use crate::amount::Amount;
use crate::document;
use crate::timestamps::UnixMicros;

/// Which part of a list to return.
pub type Window = PageRequest;

record! {
    /// The stored record of an API key. The key itself is not stored.
    #[derive(Debug, Clone, PartialEq, sqlx_macros::FromRow)]
    ApiKey: 1, "api_keys", key 1 {
        /// The SHA-256 of the key in hexadecimal digits.
        hash: String,
        /// The organization that it belongs to.
        organization_id: String,
        /// Its name.
        label: String,
        /// Whether it may manage the organization.
        is_management: bool,
        /// The limit of what it may spend.
        limit_usd: Option<Amount>,
        /// How often the limit is reset.
        limit_reset: Option<String>,
        /// Whether BYOK usage counts towards the limit.
        include_byok_in_limit: bool,
        /// Who created it.
        creator_user_id: Option<String>,
        /// When it was created.
        created_at: UnixMicros,
        /// When it expires.
        expires_at: Option<UnixMicros>,
        /// When it was deleted.
        deleted_at: Option<UnixMicros>,
        /// How many requests it may make in a window. None for the default of the server.
        rate_limit_requests: Option<i64>,
        /// How long that window is, in seconds.
        rate_limit_seconds: Option<i64>,
    }
}

impl ApiKey {
    /// Whether it is neither deleted nor expired.
    pub fn is_valid(&self, now: UnixMicros) -> bool {
        self.deleted_at.is_none() && self.expires_at.is_none_or(|end| now < end)
    }

    /// `management` or `ordinary`.
    pub const fn kind(&self) -> &'static str {
        if self.is_management {
            "management"
        } else {
            "ordinary"
        }
    }

    /// How often the limit is reset.
    pub fn reset_interval(&self) -> Option<ResetInterval> {
        self.limit_reset.as_deref().map(ResetInterval::from)
    }
}

/// What a key used, by calendar windows in UTC.
#[derive(Debug, Clone, Default, PartialEq, sqlx_macros::FromRow)]
pub struct Usage {
    /// Since the key was created.
    pub all_time: Amount,
    /// Today.
    pub daily: Amount,
    /// Since Monday.
    pub weekly: Amount,
    /// Since the first of the month.
    pub monthly: Amount,
    /// Requests that used a BYOK credential, in the same four windows.
    pub byok_all_time: Amount,
    /// Today.
    pub byok_daily: Amount,
    /// Since Monday.
    pub byok_weekly: Amount,
    /// Since the first of the month.
    pub byok_monthly: Amount,
}

/// What decides whether an organization and its key may make a request that costs.
#[derive(Debug, Clone, Default, PartialEq, sqlx_macros::FromRow)]
pub struct Spending {
    /// What the organization bought.
    pub total_credits: Amount,
    /// What the organization used.
    pub total_usage: Amount,
    /// What the key used since its limit was last reset.
    pub key_usage: Amount,
    /// The same for requests that used a BYOK credential.
    pub key_byok_usage: Amount,
}

/// How many requests a key may make in which time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// How many requests.
    pub requests: i64,
    /// In how many seconds.
    pub seconds: i64,
}

impl RateLimit {
    /// The beginning of the window that `now` is in, in seconds since 1970. Windows begin at
    /// multiples of their length, so all servers agree on them.
    pub fn window_start(&self, now: UnixMicros) -> i64 {
        let seconds = now.unix_seconds();
        seconds - seconds.rem_euclid(self.length())
    }

    /// How long a window is, in seconds; at least one.
    pub fn length(&self) -> i64 {
        self.seconds.max(1)
    }
}

/// How a request was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct Counted {
    /// How many requests there were in the window before it.
    pub before: i64,
    /// When its window began, in seconds since 1970. It may be the next window already, started by a
    /// server whose clock is a little ahead.
    pub window_start: i64,
}

impl FromStr for RateLimit {
    type Err = &'static str;

    /// Reads `100/10s`: a number of requests, and the length of the window.
    fn from_str(text: &str) -> Result<Self, &'static str> {
        const EXPECTED: &str = "expected requests and whole seconds, such as `100/10s`";
        let (requests, time) = text.split_once('/').ok_or(EXPECTED)?;
        let requests = requests.trim().parse().map_err(|_| EXPECTED)?;
        let time = humantime::parse_duration(time.trim()).map_err(|_| EXPECTED)?;
        let seconds = i64::try_from(time.as_secs()).map_err(|_| EXPECTED)?;
        if requests < 1 || seconds < 1 || time.subsec_nanos() != 0 {
            return Err(EXPECTED);
        }
        Ok(Self { requests, seconds })
    }
}

/// The connections to the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connections {
    /// Idle ones.
    pub idle: usize,
    /// Ones in use.
    pub used: usize,
}

/// A record as the API shows it. It may have been stored by an older version.
pub(super) struct Document<T>(pub(super) T);

impl<T, DB: Database> Type<DB> for Document<T>
where
    Json<T>: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        Json::<T>::type_info()
    }

    fn compatible(ty: &DB::TypeInfo) -> bool {
        Json::<T>::compatible(ty)
    }
}

impl<'r, T, DB: Database> Decode<'r, DB> for Document<T>
where
    T: FromJson + DeserializeOwned,
    &'r str: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        // Both engines hand out JSON as its text.
        let text = <&str as Decode<'r, DB>>::decode(value)?;
        Ok(Self(document::read(text)?))
    }
}

/// A row of a page. Each has the total count, which is consistent with the items because it comes from
/// the same query. A page without items is one row without a document.
#[derive(sqlx_macros::FromRow)]
pub(super) struct PageRow<T> {
    total: i64,
    document: Option<Document<T>>,
}

/// Makes a page of rows.
pub(super) fn page<T>(rows: Vec<PageRow<T>>) -> Page<T> {
    let total_count = rows.first().map_or(0, |row| row.total);
    let documents = rows.into_iter().filter_map(|row| row.document);
    Page {
        data: documents.map(|Document(document)| document).collect(),
        total_count,
    }
}

/// Makes a page of rows. None if the organization does not exist.
pub(super) fn page_of_known<T>(rows: Vec<PageRow<T>>) -> Option<Page<T>> {
    (!rows.is_empty()).then(|| page(rows))
}

/// A row of a page of group mappings, with the count as in [`PageRow`].
#[derive(sqlx_macros::FromRow)]
pub(super) struct GroupMappingPageRow {
    total: i64,
    id: Option<String>,
    organization_id: Option<String>,
    workspace_id: Option<String>,
    scim_group_id: Option<String>,
    role: Option<String>,
    created_at: Option<UnixMicros>,
    updated_at: Option<UnixMicros>,
}

impl GroupMappingPageRow {
    fn mapping(self) -> Option<record::GroupMapping> {
        Some(record::GroupMapping {
            id: self.id?,
            organization_id: self.organization_id?,
            workspace_id: self.workspace_id?,
            scim_group_id: self.scim_group_id?,
            role: self.role?,
            created_at: self.created_at?,
            updated_at: self.updated_at?,
        })
    }
}

/// Makes a page of rows. None if the organization does not exist.
pub(super) fn page_of_mappings(
    rows: Vec<GroupMappingPageRow>,
) -> sqlx::Result<Option<Page<GroupMapping>>> {
    let Some(total_count) = rows.first().map(|row| row.total) else {
        return Ok(None);
    };
    let mappings = rows.into_iter().filter_map(GroupMappingPageRow::mapping);
    let data: sqlx::Result<_> = mappings.map(GroupMapping::try_from).collect();
    Ok(Some(Page {
        data: data?,
        total_count,
    }))
}

impl TryFrom<record::GroupMapping> for GroupMapping {
    type Error = sqlx::Error;

    fn try_from(row: record::GroupMapping) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.id.into(),
            organization_id: row.organization_id.into(),
            workspace_id: row.workspace_id.into(),
            scim_group_id: row.scim_group_id.into(),
            role: role(&row.role)?,
            created_at: row.created_at.into(),
            updated_at: row.updated_at.into(),
        })
    }
}

/// The role with this name.
fn role(name: &str) -> sqlx::Result<Role> {
    match name {
        "admin" => Ok(Role::Admin),
        "member" => Ok(Role::Member),
        // The table has a check constraint.
        _ => Err(sqlx::Error::Decode("an unknown role".into())),
    }
}
