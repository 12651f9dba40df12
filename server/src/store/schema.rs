//! Whether the tables of a database belong to this version.
//!
//! Only `gateway serve` and `gateway migrate` change tables. Everything else checks them first, so
//! that a command of another version does not touch data that it does not understand.

use sqlx::migrate::{MigrateError, Migrator};

use super::{ErrorKind, OpenError, StoreError};

/// A migration that a database has had.
#[derive(sqlx_macros::FromRow)]
pub(super) struct Applied {
    version: i64,
    success: bool,
    checksum: Vec<u8>,
}

pub(super) const APPLIED: &str =
    "SELECT version, success, checksum FROM _sqlx_migrations ORDER BY version";

/// As [`check`], once it is the turn of a load. The tables may have been upgraded while it waited.
pub(super) fn check_again(migrator: &Migrator, applied: &[Applied]) -> Result<(), StoreError> {
    check(migrator, applied).map_err(|error| StoreError::new(ErrorKind::Failed, error))
}

/// Expects all migrations to be applied, and no others.
///
/// # Errors
///
/// The tables are missing, or of another version.
pub(super) fn check(migrator: &Migrator, applied: &[Applied]) -> Result<(), OpenError> {
    if applied.is_empty() {
        return Err(OpenError::NoTables);
    }
    for applied in applied {
        let version = applied.version;
        let migration = migrator.iter().find(|it| it.version == version);
        match migration {
            None => return Err(MigrateError::VersionMissing(version).into()),
            Some(migration) if *migration.checksum != *applied.checksum => {
                return Err(MigrateError::VersionMismatch(version).into());
            }
            Some(_) if !applied.success => return Err(MigrateError::Dirty(version).into()),
            Some(_) => {}
        }
    }
    if applied.len() < migrator.iter().count() {
        return Err(OpenError::OldTables);
    }
    Ok(())
}
