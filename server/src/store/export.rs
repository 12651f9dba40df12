//! Exports: all records in one read transaction, the same for both engines.

use futures_util::{Stream, TryStreamExt as _};
use gateway_api::types::Role;
use tokio::sync::mpsc::Sender;

use super::engine::{AnyRow, Engine, Value};
use super::record::Record;
use super::rows::role;
use super::sql::key_columns;
use super::{ApiKey, Result};
use crate::amount::Amount;
use crate::moment::{Day, Moment};

/// A query for all organizations, and the same query for the organization `$1`.
struct Query {
    all: &'static str,
    of_one: &'static str,
}

macro_rules! query {
    ($select:literal, $organization:literal, $order:literal) => {
        Query {
            all: concat!("SELECT ", $select, " ORDER BY ", $order),
            of_one: concat!(
                "SELECT ",
                $select,
                " WHERE ",
                $organization,
                " = $1 ORDER BY ",
                $order
            ),
        }
    };
    ($select:literal) => {
        query!($select, "organization_id", "organization_id, id")
    };
}

const ORGANIZATIONS: Query = query!(
    "id, default_workspace_id, total_credits, total_usage, updated_at FROM organizations",
    "id",
    "id"
);

const API_KEYS: Query = Query {
    all: concat!(
        "SELECT ",
        key_columns!(),
        " FROM api_keys ORDER BY organization_id, hash"
    ),
    of_one: concat!(
        "SELECT ",
        key_columns!(),
        " FROM api_keys WHERE organization_id = $1 ORDER BY organization_id, hash"
    ),
};

const WORKSPACES: Query =
    query!("organization_id, id, updated_at, CAST(document AS TEXT) FROM workspaces");

const GUARDRAILS: Query =
    query!("organization_id, id, workspace_id, updated_at, CAST(document AS TEXT) FROM guardrails");

const GUARDRAIL_ASSIGNMENTS: Query =
    query!("organization_id, id, CAST(document AS TEXT) FROM guardrail_assignments");

const PRESETS: Query =
    query!("organization_id, id, updated_at, CAST(document AS TEXT) FROM presets");

const GROUP_MAPPINGS: Query = query!(
    "organization_id, id, workspace_id, scim_group_id, role, created_at, updated_at FROM group_mappings"
);

const MEMBERS: Query = query!("organization_id, id, CAST(document AS TEXT) FROM members");

const BYOK_CREDENTIALS: Query = query!(
    "credential.organization_id, id, provider, label, created_at, deleted_at, sealed
    FROM byok_credentials AS credential LEFT JOIN byok_material AS material
    ON material.organization_id = credential.organization_id AND credential_id = id",
    "credential.organization_id",
    "credential.organization_id, id"
);

const GENERATIONS: Query = query!(
    "organization_id, id, key_hash, day, usage, is_byok, CAST(document AS TEXT) FROM generations"
);

/// Models with their names, one row for each name.
const MODELS: &str = "
    SELECT id, CAST(document AS TEXT), name
    FROM models LEFT JOIN model_names ON model_id = id ORDER BY id";

const ENDPOINTS: &str = "
    SELECT model_id, tag, zero_data_retention, CAST(document AS TEXT)
    FROM endpoints ORDER BY model_id, tag";

/// Sends all records of an organization, or of all organizations and the catalogue. Stops if the
/// receiver is gone.
pub(super) async fn run<E: Engine>(
    transaction: E,
    organization: Option<&str>,
    records: &Sender<Record>,
) -> Result<()> {
    let mut export = Export {
        transaction,
        organization,
        records,
    };
    export.organization().await?;
    export.routing().await?;
    export.people().await?;
    if organization.is_none() {
        export.models().await?;
        export.endpoints().await?;
    }
    export.credentials().await?;
    export.generations().await
}

struct Export<'e, E> {
    transaction: E,
    organization: Option<&'e str>,
    records: &'e Sender<Record>,
}

impl<E: Engine> Export<'_, E> {
    /// Sends a record for each row of a query.
    async fn each<T: AnyRow>(
        &mut self,
        query: Query,
        mut record: impl FnMut(T) -> sqlx::Result<Record> + Send,
    ) -> Result<()> {
        let (sql, values) = match self.organization {
            None => (query.all, Vec::new()),
            Some(id) => (query.of_one, vec![Value::Text(Some(id.to_owned()))]),
        };
        let rows = self.transaction.stream::<T>(sql, values);
        send(
            rows.and_then(|row| std::future::ready(record(row))),
            self.records,
        )
        .await
    }

    async fn organization(&mut self) -> Result<()> {
        type Row = (String, Option<String>, Amount, Amount, Option<Moment>);
        let organization = |row: Row| {
            let (id, default_workspace_id, total_credits, total_usage, updated_at) = row;
            Ok(Record::Organization {
                id,
                default_workspace_id,
                total_credits,
                total_usage,
                updated_at,
            })
        };
        self.each(ORGANIZATIONS, organization).await?;
        self.each(API_KEYS, |key: ApiKey| Ok(Record::ApiKey(key)))
            .await
    }

    async fn routing(&mut self) -> Result<()> {
        type Document = (String, String, String);
        let workspace = |(organization_id, id, updated_at, document)| {
            Ok(Record::Workspace {
                organization_id,
                id,
                updated_at,
                document,
            })
        };
        let guardrail = |(organization_id, id, workspace_id, updated_at, document)| {
            Ok(Record::Guardrail {
                organization_id,
                id,
                workspace_id,
                updated_at,
                document,
            })
        };
        let assignment = |(organization_id, id, document): Document| {
            Ok(Record::GuardrailAssignment {
                organization_id,
                id,
                document,
            })
        };
        let preset = |(organization_id, id, updated_at, document)| {
            Ok(Record::Preset {
                organization_id,
                id,
                updated_at,
                document,
            })
        };
        self.each(WORKSPACES, workspace).await?;
        self.each(GUARDRAILS, guardrail).await?;
        self.each(GUARDRAIL_ASSIGNMENTS, assignment).await?;
        self.each::<(String, String, Moment, String)>(PRESETS, preset)
            .await
    }

    async fn people(&mut self) -> Result<()> {
        type Mapping = (String, String, String, String, String, Moment, Moment);
        let mapping = |row: Mapping| {
            let (organization_id, id, workspace_id, scim_group_id, text, created_at, updated_at) =
                row;
            let role: Role = role(&text)?;
            Ok(Record::GroupMapping {
                organization_id,
                id,
                workspace_id,
                scim_group_id,
                role,
                created_at,
                updated_at,
            })
        };
        let member = |(organization_id, id, document)| {
            Ok(Record::Member {
                organization_id,
                id,
                document,
            })
        };
        self.each(GROUP_MAPPINGS, mapping).await?;
        self.each(MEMBERS, member).await
    }

    /// The rows of a model are adjacent: each begins a model or adds a name to it.
    async fn models(&mut self) -> Result<()> {
        type Row = (String, String, Option<String>);
        let mut rows = self.transaction.stream::<Row>(MODELS, Vec::new());
        let mut model: Option<(String, String, Vec<String>)> = None;
        while let Some((id, document, name)) = rows.try_next().await? {
            match &mut model {
                Some((current, _, names)) if *current == id => names.extend(name),
                Some(_) | None => {
                    let complete = model.replace((id, document, name.into_iter().collect()));
                    if !send_model(complete, self.records).await {
                        return Ok(());
                    }
                }
            }
        }
        send_model(model, self.records).await;
        Ok(())
    }

    async fn endpoints(&mut self) -> Result<()> {
        type Row = (String, String, bool, String);
        let rows = self.transaction.stream::<Row>(ENDPOINTS, Vec::new());
        let endpoints =
            rows.map_ok(
                |(model_id, tag, zero_data_retention, document)| Record::Endpoint {
                    model_id,
                    tag,
                    zero_data_retention,
                    document,
                },
            );
        send(endpoints, self.records).await
    }

    async fn credentials(&mut self) -> Result<()> {
        type Row = (
            String,
            String,
            String,
            String,
            Moment,
            Option<Moment>,
            Option<Vec<u8>>,
        );
        let credential = |row: Row| {
            let (organization_id, id, provider, label, created_at, deleted_at, sealed) = row;
            Ok(Record::ByokCredential {
                organization_id,
                id,
                provider,
                label,
                created_at,
                deleted_at,
                sealed,
            })
        };
        self.each(BYOK_CREDENTIALS, credential).await
    }

    async fn generations(&mut self) -> Result<()> {
        type Row = (String, String, Option<String>, Day, Amount, bool, String);
        let generation = |row: Row| {
            let (organization_id, id, key_hash, day, usage, is_byok, document) = row;
            Ok(Record::Generation {
                organization_id,
                id,
                key_hash,
                day,
                usage,
                is_byok,
                document,
            })
        };
        self.each(GENERATIONS, generation).await
    }
}

async fn send(
    mut records: impl Stream<Item = sqlx::Result<Record>> + Send + Unpin,
    to: &Sender<Record>,
) -> Result<()> {
    while let Some(record) = records.try_next().await? {
        if to.send(record).await.is_err() {
            break;
        }
    }
    Ok(())
}

/// False if the receiver is gone.
async fn send_model(model: Option<(String, String, Vec<String>)>, to: &Sender<Record>) -> bool {
    let Some((id, document, names)) = model else {
        return true;
    };
    let record = Record::Model {
        id,
        names,
        document,
    };
    to.send(record).await.is_ok()
}
