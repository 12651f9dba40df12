//! `gateway backup`: copies a SQLite database.

use std::io;
use std::path::PathBuf;

use clap::Args;
use futures_util::StreamExt as _;

use super::{DatabaseArguments, Failure};
use crate::causes::with_causes;
use crate::http;
use crate::store::{self, SqliteStore};
use crate::whole_file::WholeFile;

/// What to copy, and to which file.
#[derive(Debug, Args)]
pub(super) struct BackupArguments {
    /// The file to write, readable by its owner only. It must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    database: DatabaseArguments,
}

/// Copies the database, while servers may use it. An incomplete copy is removed.
pub(super) async fn run(arguments: BackupArguments) -> Result<(), Failure> {
    let BackupArguments { file, database } = arguments;
    let Some(source) = database.existing_file()? else {
        return Err(Failure::new(
            "only SQLite files can be copied; use pg_dump for a PostgreSQL database, or `gateway export`",
        ));
    };
    let shown = file.display();
    let served = store::real(&source)?;
    let of_sqlite = ["-journal", "-wal", "-shm", "-lock"].map(|end| store::beside(&served, end));
    if store::real(&file).is_ok_and(|file| of_sqlite.contains(&file)) {
        return Err(Failure::new(format!(
            "{shown} is the name of a file of this database; name another file"
        )));
    }
    let exists = || Failure::new(format!("{shown} exists; name another file, or remove it"));
    if file.symlink_metadata().is_ok() {
        return Err(exists());
    }
    let not_written = |error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(),
        _ => Failure::new(format!(
            "{shown} cannot be written: {}",
            with_causes(&error)
        )),
    };
    let mut stopped = http::signals()?;
    let copy = WholeFile::next_to(&file).map_err(not_written)?;
    let copying = SqliteStore::back_up(&source, copy.path(), database.database_wait);
    tokio::select! {
        copied = copying => copied.map_err(|error| {
            let (from, cause) = (source.display(), with_causes(&error));
            Failure::new(format!("{from} cannot be copied to {shown}: {cause}"))
        })?,
        // Returning removes the incomplete file. SQLite has another one beside it.
        _ = stopped.next() => {
            let _ = std::fs::remove_file(store::beside(copy.path(), "-journal"));
            return Err(Failure::new("interrupted: nothing was written"));
        }
    }
    copy.put_if_none_exists().map_err(not_written)?;
    eprintln!("{} is copied to {shown}.", source.display());
    Ok(())
}
