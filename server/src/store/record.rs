//! Records that a load stores and an export sends.
//!
//! A `document` is the record as the API shows it, in JSON. Records have no `Debug`, since much of this is personal
//! data.

#![allow(missing_docs, reason = "the fields are the columns of the tables")]

use super::engine::Value;
use super::table::{Row as _, Table, record};
use super::{ApiKey, Organization};
use crate::amount::Amount;
use crate::timestamps::{Day, UnixMicros};

/// Declares the records, in the order in which a load fills their tables.
macro_rules! records {
    ($($record:ident,)*) => {
        /// A valid record.
        pub enum Record {
            $($record($record),)*
        }

        impl Record {
            /// Its table, and the values of its columns.
            pub(super) fn into_row(self) -> (Table, Vec<Value>) {
                match self {
                    $(Self::$record(record) => ($record::TABLE, record.into_values()),)*
                }
            }
        }

        /// The tables of all records.
        pub(super) const TABLES: [Table; [$($record::TABLE),*].len()] = [$($record::TABLE),*];
    };
}

records! {
    Organization,
    ApiKey,
    Workspace,
    Guardrail,
    GuardrailAssignment,
    Preset,
    GroupMapping,
    Member,
    Model,
    Endpoint,
    ByokCredential,
    Generation,
}

record! {
    #[derive(sqlx_macros::FromRow)]
    Workspace: 2, "workspaces", key 2 {
        organization_id: String,
        id: String,
        updated_at: Option<UnixMicros>,
        document: String,
    }
}

record! {
    #[derive(sqlx_macros::FromRow)]
    Guardrail: 3, "guardrails", key 2 {
        organization_id: String,
        id: String,
        /// Empty for the default workspace.
        workspace_id: String,
        updated_at: Option<UnixMicros>,
        document: String,
    }
}

record! {
    #[derive(sqlx_macros::FromRow)]
    GuardrailAssignment: 4, "guardrail_assignments", key 2 {
        organization_id: String,
        id: String,
        document: String,
    }
}

record! {
    #[derive(sqlx_macros::FromRow)]
    Preset: 5, "presets", key 2 {
        organization_id: String,
        id: String,
        updated_at: UnixMicros,
        document: String,
    }
}

record! {
    #[derive(Clone, sqlx_macros::FromRow)]
    GroupMapping: 6, "group_mappings", key 2 {
        organization_id: String,
        id: String,
        workspace_id: String,
        scim_group_id: String,
        /// Its name in the API.
        role: String,
        created_at: UnixMicros,
        updated_at: UnixMicros,
    }
}

record! {
    #[derive(sqlx_macros::FromRow)]
    Member: 7, "members", key 2 {
        organization_id: String,
        id: String,
        document: String,
    }
}

record! {
    Model: 8, "models", key 1 {
        id: String,
        document: String,
    } besides {
        /// Every name that resolves to the model.
        names: Vec<String>,
    }
}

record! {
    #[derive(sqlx_macros::FromRow)]
    Endpoint: 9, "endpoints", key 2 {
        model_id: String,
        tag: String,
        zero_data_retention: bool,
        document: String,
    }
}

record! {
    #[derive(sqlx_macros::FromRow)]
    ByokCredential: 10, "byok_credentials", key 2 {
        organization_id: String,
        id: String,
        provider: String,
        label: String,
        created_at: UnixMicros,
        deleted_at: Option<UnixMicros>,
    } besides {
        /// The encrypted key material, which is in another table. None if the credential is deleted.
        #[sqlx(default)]
        sealed: Option<Vec<u8>>,
    }
}

record! {
    #[derive(sqlx_macros::FromRow)]
    Generation: 11, "generations", key 2 {
        organization_id: String,
        id: String,
        key_hash: Option<String>,
        day: Day,
        usage: Amount,
        is_byok: bool,
        document: String,
    }
}

/// A part of a load. Nothing is stored unless the last one is [`LoadStep::Commit`].
pub enum LoadStep {
    /// Records, each with its line number.
    Records(Vec<(u64, Record)>),
    /// The end: all records are valid.
    Commit,
}

/// How a load ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadEnd {
    /// All records were stored.
    Committed {
        /// How many records were not stored because the store has newer ones.
        kept: u64,
    },
    /// Nothing was stored: the sender gave up.
    GivenUp,
    /// Nothing was stored: these names belong to more than one model.
    NamesTaken(Vec<TakenName>),
    /// Nothing was stored: key material is sealed with a master key that the database does not use.
    OtherMasterKey,
    /// Nothing was stored: these keys belong to another organization.
    KeysMoved(Vec<MovedKey>),
}

/// A key that a load would move to another organization. That is not possible, because its usage would
/// move too.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct MovedKey {
    /// The line of the key.
    pub line: i64,
    /// The hash of the key.
    pub hash: String,
}

/// A name that two models have.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct TakenName {
    /// The line of the second model.
    pub line: i64,
    /// The name.
    pub name: String,
    /// The first model.
    pub owner: String,
    /// The line of the first model, if it is part of the same load.
    pub owner_line: Option<i64>,
}

#[cfg(test)]
mod tests {
    use super::TABLES;

    /// A load has a place for the rows of each table.
    #[test]
    fn each_table_has_its_own_order() {
        let orders = TABLES.map(|table| table.order);
        assert!(orders.into_iter().eq(0..TABLES.len()), "{orders:?}");
    }
}
