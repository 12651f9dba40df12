//! `gateway export`: writes the records of the database.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::Args;
use futures_util::StreamExt as _;

use super::database::with_store;
use super::values::count;
use super::{DatabaseArguments, Failure};
use crate::causes::with_causes;
use crate::http;
use crate::records;
use crate::store::{Engine, Store};
use crate::whole_file::WholeFile;

/// What to export, and to which file.
#[derive(Debug, Args)]
pub(super) struct ExportArguments {
    /// Only what belongs to this organization, without the catalogue of models and endpoints
    #[arg(long, value_name = "ID")]
    organization: Option<String>,

    /// The file to write, readable by its owner only; standard output by default
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    database: DatabaseArguments,
}

/// Writes the records as `gateway load` reads them.
pub(super) async fn run(arguments: ExportArguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.out {
        expect_records(path)?;
    }
    with_store!(arguments.database.open(), store => export(&store, &arguments).await)
}

/// Checks that the file is missing, empty or an older export. An export must not replace anything
/// else, such as the database, its key, or a device.
fn expect_records(path: &Path) -> Result<(), Failure> {
    let shown = path.display();
    let metadata = fs::metadata(path);
    if metadata.as_ref().is_ok_and(Metadata::is_dir) {
        return Err(Failure::new(format!("{shown} is a folder; name a file")));
    }
    if metadata.is_ok_and(|metadata| !metadata.is_file()) {
        return Err(Failure::new(format!(
            "{shown} is not an ordinary file; without --out, an export goes to standard output"
        )));
    }
    let Ok(file) = File::open(path) else {
        return Ok(());
    };
    let mut beginning = Vec::new();
    file.take(BEGINNING.len() as u64)
        .read_to_end(&mut beginning)
        .map_err(|error| Failure::new(format!("{shown} cannot be read: {error}")))?;
    if beginning.is_empty() || beginning == BEGINNING {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{shown} exists and is not an export; name another file, or remove it"
    )))
}

/// Checks that an organization has records. Nothing may be written in place of an earlier export if its identifier is
/// misspelt.
fn expect_some(count: u64, organization: Option<&str>) -> Result<(), Failure> {
    match organization {
        Some(id) if count == 0 => Err(Failure::new(format!(
            "nothing belongs to an organization {}, so nothing was written; `gateway organization show` lists them",
            id.escape_debug()
        ))),
        Some(_) | None => Ok(()),
    }
}

/// How each line of an export begins.
const BEGINNING: &[u8] = b"{\"record\":";

async fn export(store: &Store<impl Engine>, arguments: &ExportArguments) -> Result<(), Failure> {
    let organization = arguments.organization.as_deref();
    let Some(path) = &arguments.out else {
        return match records::export(store, organization, io::stdout()).await {
            // The reader, such as `head`, has read enough.
            Err(records::ExportError::Write(error))
                if error.kind() == io::ErrorKind::BrokenPipe =>
            {
                Ok(())
            }
            exported => expect_some(exported?, organization),
        };
    };
    let not_written = |error: io::Error| {
        let cause = with_causes(&error);
        Failure::new(format!("{} cannot be written: {cause}", path.display()))
    };
    let mut stopped = http::signals()?;
    let file = WholeFile::next_to(path).map_err(not_written)?;
    let written = file.writer().map_err(not_written)?;
    let exported = tokio::select! {
        exported = records::export(store, organization, written) => exported?,
        // Returning removes the incomplete file.
        _ = stopped.next() => return Err(Failure::new("interrupted: nothing was written")),
    };
    expect_some(exported, organization)?;
    file.put_in_place().map_err(not_written)?;
    eprintln!("{}: {}", path.display(), count(exported, "record"));
    Ok(())
}
