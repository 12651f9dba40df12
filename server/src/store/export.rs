//! Exports: all records in one read transaction, the same for both engines.

use futures_util::TryStreamExt as _;
use tokio::sync::mpsc::Sender;

use super::engine::{AnyRow, Engine, Transaction, Value};
use super::queries::storable;
use super::record::{Model, Record};
use super::table::Row;
use super::{Result, Store};

/// Credentials with their key material. A condition and the order follow.
const CREDENTIALS: &str = "
    SELECT credential.organization_id AS organization_id, id, provider, label, created_at, deleted_at, sealed
    FROM byok_credentials AS credential LEFT JOIN byok_material AS material
    ON material.organization_id = credential.organization_id AND credential_id = id";

/// Models with their names, one row for each name.
const MODELS: &str = "
    SELECT id, CAST(document AS TEXT), name
    FROM models LEFT JOIN model_names ON model_id = id ORDER BY id";

impl<E: Engine> Store<E> {
    /// Sends all records of an organization, or of all organizations and the catalogue, as of one moment. Stops if the
    /// receiver is gone.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn export(&self, organization: Option<&str>, records: Sender<Record>) -> Result<()> {
        let mut export = Export {
            transaction: self.engine.begin_export().await?,
            organization: organization.map(storable),
            records: &records,
        };
        export.rows(Record::Organization).await?;
        export.rows(Record::ApiKey).await?;
        export.rows(Record::Workspace).await?;
        export.rows(Record::Guardrail).await?;
        export.rows(Record::GuardrailAssignment).await?;
        export.rows(Record::Preset).await?;
        export.rows(Record::GroupMapping).await?;
        export.rows(Record::Member).await?;
        if organization.is_none() {
            export.models().await?;
            export.rows(Record::Endpoint).await?;
        }
        export.credentials().await?;
        export.rows(Record::Generation).await
    }
}

struct Export<'e, T> {
    transaction: T,
    organization: Option<&'e str>,
    records: &'e Sender<Record>,
}

impl<T: Transaction> Export<'_, T> {
    /// Sends the records of a table.
    async fn rows<R: Row + AnyRow>(&mut self, record: fn(R) -> Record) -> Result<()> {
        let sql = R::TABLE.select(self.organization.is_some());
        self.each(sql, record).await
    }

    async fn credentials(&mut self) -> Result<()> {
        let condition = match self.organization {
            Some(_) => " WHERE credential.organization_id = $1",
            None => "",
        };
        let sql = format!("{CREDENTIALS}{condition} ORDER BY credential.organization_id, id");
        self.each(sql, Record::ByokCredential).await
    }

    /// Sends a record for each row of a query, whose only value is the organization.
    async fn each<R: AnyRow>(&mut self, sql: String, record: fn(R) -> Record) -> Result<()> {
        let values = self.organization.into_iter().map(Value::from).collect();
        let mut rows = self.transaction.stream::<R>(sql, values);
        while let Some(row) = rows.try_next().await? {
            if self.records.send(record(row)).await.is_err() {
                break;
            }
        }
        Ok(())
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
}

/// False if the receiver is gone.
async fn send_model(model: Option<(String, String, Vec<String>)>, to: &Sender<Record>) -> bool {
    let Some((id, document, names)) = model else {
        return true;
    };
    let model = Model {
        id,
        document,
        names,
    };
    to.send(Record::Model(model)).await.is_ok()
}
