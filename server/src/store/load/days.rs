//! What each key used on each day, and each organization in total, kept up to date while generations
//! are loaded.
//!
//! Amounts are exact, so the sums need not be computed anew from all generations of a day: the cost
//! of a generation that is replaced is subtracted, and the cost of the new one is added.

use std::collections::BTreeMap;

use futures_util::TryStreamExt as _;

use super::ROWS;
use super::extra::Charge;
use crate::amount::Amount;
use crate::store::Result;
use crate::store::engine::{Dialect, Transaction, Value};
use crate::store::table::rows_of_parameters;
use crate::timestamps::Day;

/// How many days are kept in memory at most.
const MAX_DAYS: usize = 10_000;

/// The days whose sums change, with the difference.
#[derive(Default)]
pub(super) struct Days(BTreeMap<KeyDay, Used>);

/// A day of a key.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct KeyDay {
    organization_id: String,
    key_hash: String,
    day: Day,
}

/// What a key used, with and without a BYOK credential.
#[derive(Default)]
struct Used {
    usage: Amount,
    byok_usage: Amount,
}

impl Used {
    fn amount(&mut self, is_byok: bool) -> &mut Amount {
        if is_byok {
            &mut self.byok_usage
        } else {
            &mut self.usage
        }
    }
}

impl Days {
    /// Adds the cost of new generations, and subtracts the cost of those that they replace. Call it
    /// before they are stored.
    pub(super) async fn charge<T: Transaction>(
        &mut self,
        transaction: &mut T,
        charges: Vec<Charge>,
    ) -> Result<()> {
        if charges.is_empty() {
            return Ok(());
        }
        type Stored = (String, String, Day, Amount, bool);
        let values = charges.iter().flat_map(|charge| {
            [
                charge.organization_id.clone().into(),
                charge.id.clone().into(),
            ]
        });
        let sql = stored_charges(charges.len(), T::DIALECT);
        let mut stored = transaction.stream::<Stored>(sql, values.collect());
        while let Some((organization_id, key_hash, day, usage, is_byok)) = stored.try_next().await?
        {
            *self.day(organization_id, key_hash, day).amount(is_byok) -= &usage;
        }
        drop(stored);
        for charge in charges {
            let Some(key_hash) = charge.key_hash else {
                continue;
            };
            let used = self.day(charge.organization_id, key_hash, charge.day);
            *used.amount(charge.is_byok) += &charge.usage;
        }
        if self.0.len() >= MAX_DAYS {
            self.store(transaction).await?;
        }
        Ok(())
    }

    fn day(&mut self, organization_id: String, key_hash: String, day: Day) -> &mut Used {
        let day = KeyDay {
            organization_id,
            key_hash,
            day,
        };
        self.0.entry(day).or_default()
    }

    /// Writes the new sums.
    pub(super) async fn store<T: Transaction>(&mut self, transaction: &mut T) -> Result<()> {
        let days = std::mem::take(&mut self.0);
        let mut organizations = BTreeMap::<String, Amount>::new();
        for (day, used) in &days {
            let usage = organizations.entry(day.organization_id.clone());
            *usage.or_default() += &used.usage;
        }
        let mut organizations = organizations.into_iter().peekable();
        while organizations.peek().is_some() {
            add_some(transaction, organizations.by_ref().take(ROWS).collect()).await?;
        }
        let mut days = days.into_iter().peekable();
        while days.peek().is_some() {
            store_some(transaction, days.by_ref().take(ROWS).collect()).await?;
        }
        Ok(())
    }
}

/// Replaces the rows of these days. A day without usage has no row.
async fn store_some<T: Transaction>(
    transaction: &mut T,
    mut days: BTreeMap<KeyDay, Used>,
) -> Result<()> {
    type Row = (String, String, Day, Amount, Amount);
    let keys = || days.keys().flat_map(KeyDay::values).collect::<Vec<_>>();
    let sql = sums(days.len(), T::DIALECT);
    let stored: Vec<Row> = transaction.stream(sql, keys()).try_collect().await?;
    transaction
        .run(delete_sums(days.len(), T::DIALECT), keys())
        .await?;
    for (organization_id, key_hash, day, usage, byok_usage) in stored {
        let day = KeyDay {
            organization_id,
            key_hash,
            day,
        };
        let used = days.entry(day).or_default();
        used.usage += &usage;
        used.byok_usage += &byok_usage;
    }
    days.retain(|_, used| !used.usage.is_zero() || !used.byok_usage.is_zero());
    if days.is_empty() {
        return Ok(());
    }
    let sql = insert_sums(days.len(), T::DIALECT);
    let values = days.into_iter().flat_map(|(day, used)| {
        let [organization, key, number] = day.values();
        let [usage, byok] = [used.usage, used.byok_usage].map(Value::from);
        [organization, key, number, usage, byok]
    });
    transaction.run(sql, values.collect()).await?;
    Ok(())
}

/// Adds what these organizations used more.
async fn add_some<T: Transaction>(transaction: &mut T, more: Vec<(String, Amount)>) -> Result<()> {
    let ids = more.iter().map(|(id, _)| id.clone().into()).collect();
    let sql = totals(more.len(), T::DIALECT);
    let stored = transaction.stream::<(String, Amount)>(sql, ids);
    let stored: BTreeMap<_, _> = stored.try_collect().await?;
    let sql = set_totals(more.len(), T::DIALECT);
    let values = more.into_iter().flat_map(|(id, mut usage)| {
        if let Some(before) = stored.get(&id) {
            usage += before;
        }
        [id.into(), usage.into()]
    });
    transaction.run(sql, values.collect()).await?;
    Ok(())
}

impl KeyDay {
    fn values(&self) -> [Value; 3] {
        [
            self.organization_id.clone().into(),
            self.key_hash.clone().into(),
            self.day.into(),
        ]
    }
}

const KEY: [&str; 3] = ["organization_id", "key_hash", "day"];

fn stored_charges(generations: usize, dialect: Dialect) -> String {
    let keys = rows_of_parameters(generations, &["organization_id", "id"], dialect);
    format!(
        "SELECT organization_id, key_hash, day, usage, is_byok FROM generations
        WHERE key_hash IS NOT NULL AND (organization_id, id) IN (VALUES {keys})"
    )
}

fn sums(days: usize, dialect: Dialect) -> String {
    let keys = rows_of_parameters(days, &KEY, dialect);
    format!(
        "SELECT organization_id, key_hash, day, usage, byok_usage FROM usage_by_day
        WHERE (organization_id, key_hash, day) IN (VALUES {keys})"
    )
}

fn delete_sums(days: usize, dialect: Dialect) -> String {
    let keys = rows_of_parameters(days, &KEY, dialect);
    format!("DELETE FROM usage_by_day WHERE (organization_id, key_hash, day) IN (VALUES {keys})")
}

fn insert_sums(days: usize, dialect: Dialect) -> String {
    let columns = ["organization_id", "key_hash", "day", "usage", "byok_usage"];
    let values = rows_of_parameters(days, &columns, dialect);
    format!(
        "INSERT INTO usage_by_day (organization_id, key_hash, day, usage, byok_usage) VALUES {values}"
    )
}

fn totals(organizations: usize, dialect: Dialect) -> String {
    let ids = rows_of_parameters(organizations, &["organization_id"], dialect);
    format!(
        "SELECT organization_id, usage FROM usage_by_organization
        WHERE organization_id IN (VALUES {ids})"
    )
}

fn set_totals(organizations: usize, dialect: Dialect) -> String {
    let values = rows_of_parameters(organizations, &["organization_id", "usage"], dialect);
    format!(
        "INSERT INTO usage_by_organization (organization_id, usage) VALUES {values}
        ON CONFLICT (organization_id) DO UPDATE SET usage = excluded.usage"
    )
}
