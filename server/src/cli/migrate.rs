//! `gateway migrate`: creates and upgrades the tables.

use clap::Args;

use super::values::count;
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
    let database = arguments.database.place()?;
    match applied {
        0 => eprintln!("{database}: the tables are up to date."),
        applied => eprintln!("{database}: {} applied.", count(applied, "migration")),
    }
    Ok(())
}
