//! The tables of the records, and the statements that store them.

use std::fmt::Write as _;

use crate::store::engine::{Dialect, Value};

/// A table of records.
pub(super) struct Table {
    name: &'static str,
    /// Its columns. Those of the primary key come first.
    columns: &'static [&'static str],
    /// How many columns the primary key has.
    key: usize,
}

/// The number of tables.
pub(super) const TABLES: usize = 12;

/// The tables, in the order in which they are filled.
pub(super) const ALL: [Table; TABLES] = [
    Table {
        name: "organizations",
        columns: &[
            "id",
            "default_workspace_id",
            "total_credits",
            "total_usage",
            "updated_at",
        ],
        key: 1,
    },
    Table {
        name: "api_keys",
        columns: &[
            "hash",
            "organization_id",
            "label",
            "is_management",
            "limit_usd",
            "limit_reset",
            "include_byok_in_limit",
            "creator_user_id",
            "created_at",
            "expires_at",
            "deleted_at",
            "rate_limit_requests",
            "rate_limit_seconds",
        ],
        key: 1,
    },
    Table {
        name: "workspaces",
        columns: &["organization_id", "id", "updated_at", "document"],
        key: 2,
    },
    Table {
        name: "guardrails",
        columns: &[
            "organization_id",
            "id",
            "workspace_id",
            "updated_at",
            "document",
        ],
        key: 2,
    },
    Table {
        name: "guardrail_assignments",
        columns: &["organization_id", "id", "document"],
        key: 2,
    },
    Table {
        name: "presets",
        columns: &["organization_id", "id", "updated_at", "document"],
        key: 2,
    },
    Table {
        name: "group_mappings",
        columns: &[
            "organization_id",
            "id",
            "workspace_id",
            "scim_group_id",
            "role",
            "created_at",
            "updated_at",
        ],
        key: 2,
    },
    Table {
        name: "members",
        columns: &["organization_id", "id", "document"],
        key: 2,
    },
    Table {
        name: "models",
        columns: &["id", "document"],
        key: 1,
    },
    Table {
        name: "endpoints",
        columns: &["model_id", "tag", "zero_data_retention", "document"],
        key: 2,
    },
    Table {
        name: "byok_credentials",
        columns: &[
            "organization_id",
            "id",
            "provider",
            "label",
            "created_at",
            "deleted_at",
        ],
        key: 2,
    },
    Table {
        name: "generations",
        columns: &[
            "organization_id",
            "id",
            "key_hash",
            "day",
            "usage",
            "is_byok",
            "document",
        ],
        key: 2,
    },
];

impl Table {
    /// The statement that stores so many rows. They replace those with the same key, but what was
    /// deleted stays deleted, and a row that was updated later than the new one is kept. A row without
    /// `updated_at` counts as the oldest.
    pub(super) fn upsert(&self, rows: usize, dialect: Dialect) -> String {
        let Self { name, columns, key } = self;
        let list = columns.join(", ");
        let values = rows_of_parameters(rows, columns, dialect);
        let (key, others) = columns.split_at(*key);
        let updates: Vec<String> = others
            .iter()
            .map(|&column| match column {
                "deleted_at" => format!("{column} = coalesce({name}.{column}, excluded.{column})"),
                column => format!("{column} = excluded.{column}"),
            })
            .collect();
        let condition = if columns.contains(&"updated_at") {
            format!(" WHERE {name}.updated_at IS NULL OR excluded.updated_at >= {name}.updated_at")
        } else {
            String::new()
        };
        format!(
            "INSERT INTO {name} ({list}) VALUES {values} ON CONFLICT ({}) DO UPDATE SET {}{condition}",
            key.join(", "),
            updates.join(", ")
        )
    }

    /// The primary key of a row as one string. Identifiers do not contain NUL, so it is unambiguous.
    pub(super) fn key_of(&self, values: &[Value]) -> String {
        let parts = values.iter().take(self.key).map(|value| match value {
            Value::Text(Some(text)) => text.as_str(),
            // Not part of any key.
            Value::Text(None)
            | Value::Integer(_)
            | Value::Amount(_)
            | Value::Boolean(_)
            | Value::Bytes(_)
            | Value::Document(_) => "",
        });
        parts.collect::<Vec<_>>().join("\0")
    }
}

/// The statement that sets what so many organizations used.
pub(super) fn set_usage(organizations: usize, dialect: Dialect) -> String {
    let values = rows_of_parameters(organizations, &["id", "total_usage"], dialect);
    format!(
        "WITH loaded (id, total_usage) AS (VALUES {values})
        UPDATE organizations SET total_usage = loaded.total_usage
        FROM loaded WHERE organizations.id = loaded.id"
    )
}

/// The statement that collects the keys, of so many, that belong to another organization.
pub(super) fn note_moved_keys(keys: usize, dialect: Dialect) -> String {
    let values = rows_of_parameters(keys, &["hash", "organization_id", "line"], dialect);
    format!(
        "INSERT INTO moved_keys (line, hash)
        WITH loaded (hash, organization_id, line) AS (VALUES {values})
        SELECT loaded.line, loaded.hash FROM loaded JOIN api_keys ON api_keys.hash = loaded.hash
        WHERE api_keys.organization_id <> loaded.organization_id"
    )
}

/// The statement that drops the collected names of so many models.
pub(super) fn forget_names(models: usize, dialect: Dialect) -> String {
    let values = rows_of_parameters(models, &["model_id"], dialect);
    format!("DELETE FROM loaded_names WHERE model_id IN (VALUES {values})")
}

/// The statement that collects so many names of models.
pub(super) fn note_names(names: usize, dialect: Dialect) -> String {
    let values = rows_of_parameters(names, &["name", "model_id", "line"], dialect);
    format!("INSERT INTO loaded_names (name, model_id, line) VALUES {values}")
}

/// `($1, $2), ($3, $4)`
pub(super) fn rows_of_parameters(rows: usize, columns: &[&str], dialect: Dialect) -> String {
    let mut text = String::with_capacity(rows * columns.len() * 8);
    let mut number = 0;
    for row in 0..rows {
        text.push_str(if row == 0 { "(" } else { ", (" });
        for (index, &column) in columns.iter().enumerate() {
            text.push_str(if index == 0 { "" } else { ", " });
            text.push(dialect.placeholder);
            number += 1;
            if dialect.is_numbered {
                // Writing to a string does not fail.
                let _ = write!(text, "{number}");
            }
            if column == "document" {
                text.push_str(dialect.as_document);
            }
        }
        text.push(')');
    }
    text
}
