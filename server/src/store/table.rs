//! The tables of the records, and the statements that store and read their rows.

use std::fmt::Write as _;

use super::engine::{Dialect, Value};

/// A table of records.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    /// When a load fills it.
    pub(super) order: usize,
    pub(super) name: &'static str,
    /// Its columns. Those of the primary key come first.
    pub(super) columns: &'static [&'static str],
    /// How many columns the primary key has.
    pub(super) key: usize,
}

/// A record that is a row of a table.
pub(super) trait Row {
    const TABLE: Table;

    /// The values of its columns.
    fn into_values(self) -> Vec<Value>;
}

/// Declares a record with the order, the name and the primary key of its table. Its fields are the columns, except
/// those after `besides`.
macro_rules! record {
    (
        $(#[$meta:meta])*
        $name:ident: $order:literal, $table:literal, key $key:literal {
            $($(#[$about:meta])* $field:ident: $type:ty,)*
        } $(besides {
            $($(#[$about_more:meta])* $more:ident: $more_type:ty,)*
        })?
    ) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[$about])* pub $field: $type,)*
            $($($(#[$about_more])* pub $more: $more_type,)*)?
        }

        impl $crate::store::table::Row for $name {
            const TABLE: $crate::store::table::Table = $crate::store::table::Table {
                order: $order,
                name: $table,
                columns: &[$(stringify!($field)),*],
                key: $key,
            };

            fn into_values(self) -> Vec<$crate::store::engine::Value> {
                vec![$(self.$field.into()),*]
            }
        }
    };
}

pub(super) use record;

impl Table {
    /// The query of all rows, or of the rows of the organization `$1`.
    pub(super) fn select(&self, is_of_one: bool) -> String {
        const OWNER: &str = "organization_id";
        let Self { name, columns, .. } = self;
        let list: Vec<&str> = columns
            .iter()
            .map(|&column| match column {
                "document" => "CAST(document AS TEXT) AS document",
                column => column,
            })
            .collect();
        let mut order = columns[..self.key].to_vec();
        if columns.contains(&OWNER) && !order.contains(&OWNER) {
            order.insert(0, OWNER);
        }
        let condition = if is_of_one {
            format!(" WHERE {} = $1", order[0])
        } else {
            String::new()
        };
        let (list, order) = (list.join(", "), order.join(", "));
        format!("SELECT {list} FROM {name}{condition} ORDER BY {order}")
    }

    /// The statement that stores so many rows. They replace those with the same key, but what was
    /// deleted stays deleted, and a row that was updated later than the new one is kept. A row without
    /// `updated_at` counts as the oldest.
    pub(super) fn upsert(&self, rows: usize, dialect: Dialect) -> String {
        let Self {
            name, columns, key, ..
        } = self;
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
