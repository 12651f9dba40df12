//! `gateway migrate`: creates and upgrades the tables.

use clap::Args;

use super::{DatabaseArguments, Failure};

/// Which database to migrate.
#[derive(Debug, Args)]
pub(super) struct MigrateArguments {
    #[command(flatten)]
    database: DatabaseArguments,
}

/// Applies the migrations that the database has not had.
pub(super) async fn run(arguments: MigrateArguments) -> Result<(), Failure> {
    let applied = arguments.database.migrate().await?;
    let database = arguments.database.shown()?;
    match applied {
        0 => eprintln!("{database}: the tables are up to date."),
        1 => eprintln!("{database}: 1 migration applied."),
        applied => eprintln!("{database}: {applied} migrations applied."),
    }
    Ok(())
}
