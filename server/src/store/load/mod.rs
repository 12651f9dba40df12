//! Loads: one transaction with many rows for each statement, the same for both engines.

mod audit_entries;
mod days;
mod extra;
mod statements;

use std::collections::HashSet;
use std::sync::Arc;

use futures_util::TryStreamExt as _;
use tokio::sync::mpsc::Receiver;

use super::engine::{Engine, Transaction, Value};
use super::record::{LoadEnd, LoadStep, MovedKey, Record, TABLES, TakenName};
use super::table::Table;
use super::{ApiKey, Organization, Result, Store, master_key, sql};
use crate::vault::KeyId;
use audit_entries::PendingEntries;
use days::Days;
use extra::{Credential, Extra, ModelNames};

/// How many rows a statement stores at most. More are hardly faster, and SQLite allows 32,766
/// parameters.
const ROWS: usize = 400;

/// How many bytes of text a statement stores, about.
const BYTES: usize = 1 << 20;

impl<E: Engine> Store<E> {
    /// Stores records in one transaction. They replace those with the same key, except newer ones.
    /// What was deleted stays deleted. One load runs at a time.
    ///
    /// # Errors
    ///
    /// The database failed. Then nothing is stored.
    pub async fn load(&self, steps: Receiver<LoadStep>) -> Result<LoadEnd> {
        let transaction = self.engine.begin_load().await?;
        let end = run(transaction, steps).await;
        self.engine.loaded().await;
        end
    }
}

/// Runs a load in this transaction and commits it or rolls it back.
async fn run<T: Transaction>(transaction: T, mut steps: Receiver<LoadStep>) -> Result<LoadEnd> {
    let mut load = Load {
        transaction,
        pending: Default::default(),
        statements: Default::default(),
        master_key: None,
        is_of_other_master_key: false,
        days: Days::default(),
        entries: PendingEntries::default(),
        kept: 0,
    };
    for statement in sql::BEGIN_LOAD {
        load.run(statement, Vec::new()).await?;
    }
    while let Some(step) = steps.recv().await {
        match step {
            LoadStep::Records(records) => {
                for (line, record) in records {
                    load.add(line, record).await?;
                }
            }
            LoadStep::Commit => return load.finish().await,
        }
    }
    load.transaction.roll_back().await?;
    Ok(LoadEnd::GivenUp)
}

struct Load<T> {
    transaction: T,
    /// The rows that wait for a statement, for each table in its order.
    pending: [Option<(Table, Pending)>; TABLES.len()],
    /// The statement for a full set of rows, for each table. The engine prepares it once.
    statements: [Option<Arc<str>>; TABLES.len()],
    /// The identifier of the database's master key, once key material needed it.
    master_key: Option<String>,
    /// Whether some key material is sealed with another master key.
    is_of_other_master_key: bool,
    days: Days,
    entries: PendingEntries,
    /// How many records were not stored because the store has newer ones.
    kept: u64,
}

/// Rows that wait for a statement.
#[derive(Default)]
struct Pending {
    rows: usize,
    values: Vec<Value>,
    bytes: usize,
    /// The keys of the rows. A statement cannot store the same row twice.
    keys: HashSet<String>,
    extras: Vec<Extra>,
}

impl<T: Transaction> Load<T> {
    async fn run(&mut self, sql: impl Into<Arc<str>> + Send, values: Vec<Value>) -> Result<u64> {
        self.transaction.run(sql, values).await
    }

    async fn add(&mut self, line: u64, mut record: Record) -> Result<()> {
        let extra = Extra::take_from(&mut record, line);
        let (table, values) = record.into_row();
        let key = table.key_of(&values);
        let is_known = |(_, pending): &(Table, Pending)| pending.keys.contains(&key);
        if self.pending[table.order].as_ref().is_some_and(is_known) {
            self.store(table.order).await?;
        }
        let (_, pending) =
            self.pending[table.order].get_or_insert_with(|| (table, Pending::default()));
        pending.rows += 1;
        pending.bytes += values.iter().map(Value::bytes).sum::<usize>();
        pending.values.extend(values);
        pending.keys.insert(key);
        pending.extras.extend(extra);
        if pending.rows == ROWS || pending.bytes >= BYTES {
            self.store(table.order).await?;
        }
        Ok(())
    }

    /// Stores the rows that wait for the table with this order.
    async fn store(&mut self, order: usize) -> Result<()> {
        let Some((table, pending)) = self.pending[order].take() else {
            return Ok(());
        };
        let mut keys = Vec::new();
        let mut mappings = Vec::new();
        let mut organizations = Vec::new();
        let mut charges = Vec::new();
        let mut names = Vec::new();
        let mut credentials = Vec::new();
        for extra in pending.extras {
            match extra {
                Extra::Key(key, line) => keys.push((key, line)),
                Extra::Mapping(mapping) => mappings.push(mapping),
                Extra::Organization(organization) => organizations.push(organization),
                Extra::Charge(charge) => charges.push(charge),
                Extra::Names(model) => names.push(model),
                Extra::Credential(credential) => credentials.push(credential),
            }
        }
        let (entries, transaction) = (&mut self.entries, &mut self.transaction);
        entries.keys(transaction, &keys).await?;
        entries.credentials(transaction, &credentials).await?;
        entries.mappings(transaction, &mappings).await?;
        let more_usage = entries.organizations(transaction, &organizations).await?;
        self.note_moved_keys(keys).await?;
        self.days.charge(&mut self.transaction, charges).await?;
        let statement = self.upsert(table, pending.rows);
        let stored = self.run(statement, pending.values).await?;
        let stored = stored + self.raise_usage(more_usage).await?;
        self.kept += (pending.rows as u64).saturating_sub(stored);
        self.note_names(names).await?;
        self.store_material(credentials).await
    }

    fn upsert(&mut self, table: Table, rows: usize) -> Arc<str> {
        let text = || Arc::from(table.upsert(rows, T::DIALECT));
        match rows {
            ROWS => self.statements[table.order]
                .get_or_insert_with(text)
                .clone(),
            _ => text(),
        }
    }

    /// Collects the keys that belong to another organization. They are reported at the end.
    async fn note_moved_keys(&mut self, keys: Vec<(ApiKey, i64)>) -> Result<()> {
        if keys.is_empty() {
            return Ok(());
        }
        let statement = statements::note_moved_keys(keys.len(), T::DIALECT);
        let values = keys
            .into_iter()
            .flat_map(|(key, line)| [key.hash.into(), key.organization_id.into(), line.into()]);
        self.run(statement, values.collect()).await?;
        Ok(())
    }

    /// Raises the recorded usage of organizations whose stored row is kept because it is newer, and
    /// returns how many. Usage only grows, so a record with more of it has the newer total, even if the rest of it
    /// is older: a change by a command sets `updated_at` as well.
    async fn raise_usage(&mut self, more: Vec<Organization>) -> Result<u64> {
        if more.is_empty() {
            return Ok(0);
        }
        let statement = statements::set_usage(more.len(), T::DIALECT);
        let values = more
            .into_iter()
            .flat_map(|organization| [organization.id.into(), organization.total_usage.into()]);
        self.run(statement, values.collect()).await
    }

    /// Collects the names of models. They are stored at the end, so that a name can move from one model
    /// to another within a load.
    async fn note_names(&mut self, models: Vec<ModelNames>) -> Result<()> {
        if models.is_empty() {
            return Ok(());
        }
        let ids = models.iter().map(|model| model.id.clone().into());
        self.run(
            statements::forget_names(models.len(), T::DIALECT),
            ids.collect(),
        )
        .await?;
        for ModelNames { id, names, line } in models {
            for names in names.chunks(ROWS) {
                let row = |name: &String| [name.clone().into(), id.clone().into(), line.into()];
                let values = names.iter().flat_map(row).collect();
                let statement = statements::note_names(names.len(), T::DIALECT);
                self.run(statement, values).await?;
            }
        }
        Ok(())
    }

    async fn store_material(&mut self, credentials: Vec<Credential>) -> Result<()> {
        for credential in credentials {
            let Credential {
                organization_id,
                id,
                sealed: Some(sealed),
                ..
            } = credential
            else {
                continue;
            };
            self.check_master_key(&sealed).await?;
            let values = vec![organization_id.into(), id.into(), Value::Bytes(sealed)];
            self.run(sql::STORE_MATERIAL, values).await?;
        }
        Ok(())
    }

    /// Within the transaction, so that no rotation of the master key comes between.
    async fn check_master_key(&mut self, sealed: &[u8]) -> Result<()> {
        let sealed_with = KeyId::of_sealed(sealed).map(|id| id.to_string());
        if self.master_key.is_none() {
            if let Some(key_id) = sealed_with.clone() {
                self.run(master_key::ADOPT, vec![key_id.into()]).await?;
            }
            self.master_key = master_key::recorded(&mut self.transaction).await?;
        }
        self.is_of_other_master_key |= sealed_with.is_none() || sealed_with != self.master_key;
        Ok(())
    }

    async fn finish(mut self) -> Result<LoadEnd> {
        for order in 0..TABLES.len() {
            self.store(order).await?;
        }
        if self.is_of_other_master_key {
            self.transaction.roll_back().await?;
            return Ok(LoadEnd::OtherMasterKey);
        }
        let moved = self.transaction.stream(sql::MOVED_KEYS, Vec::new());
        let moved: Vec<MovedKey> = moved.try_collect().await?;
        if !moved.is_empty() {
            self.transaction.roll_back().await?;
            return Ok(LoadEnd::KeysMoved(moved));
        }
        self.days.store(&mut self.transaction).await?;
        self.run(sql::FREE_NAMES, Vec::new()).await?;
        let taken = self.transaction.stream(sql::TAKEN_NAMES, Vec::new());
        let taken: Vec<TakenName> = taken.try_collect().await?;
        if !taken.is_empty() {
            self.transaction.roll_back().await?;
            return Ok(LoadEnd::NamesTaken(taken));
        }
        for statement in sql::FINISH_LOAD {
            self.run(statement, Vec::new()).await?;
        }
        self.entries.write(&mut self.transaction).await?;
        self.run(sql::FORGET_NOTED, Vec::new()).await?;
        self.transaction.commit().await?;
        Ok(LoadEnd::Committed { kept: self.kept })
    }
}
