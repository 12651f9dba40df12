//! Exporting: the store is read on one thread, the lines are written on another.

use std::io::{self, Write};

use tokio::sync::mpsc::{self, Receiver};

use super::write;
use crate::store::{Record, Store, StoreError};

/// How many records may be under way.
const RECORDS: usize = 256;

/// Why an export is not complete.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The lines cannot be written.
    #[error("the records cannot be written")]
    Write(#[source] io::Error),
}

/// Writes the records of one organization, or of all with the catalogue, as lines that can be
/// loaded again; says how many there were.
///
/// All of it is of one moment. Key material is written as it is stored: sealed.
///
/// # Errors
///
/// The database fails, or `to` does.
pub async fn export<S: Store>(
    store: &S,
    organization: Option<&str>,
    to: impl Write + Send + 'static,
) -> Result<u64, ExportError> {
    let (sender, receiver) = mpsc::channel(RECORDS);
    let writing = tokio::task::spawn_blocking(move || write_all(receiver, to));
    let exported = store.export(organization, sender).await;
    let written = writing.await.unwrap_or_else(|error| Err(error.into()));
    exported?;
    written.map_err(ExportError::Write)
}

fn write_all(mut records: Receiver<Record>, to: impl Write) -> io::Result<u64> {
    let mut to = io::BufWriter::with_capacity(1 << 18, to);
    let mut count = 0;
    while let Some(record) = records.blocking_recv() {
        to.write_all(&write::line(record)?)?;
        count += 1;
    }
    to.flush()?;
    Ok(count)
}
