//! Exports: one task reads the store, and another thread writes the lines.

use std::io::{self, Write};

use tokio::sync::mpsc::{self, Receiver};

use super::write;
use crate::store::{Engine, Record, Store, StoreError};

/// How many records may be queued between the two.
const RECORDS: usize = 256;

/// An export failed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The lines cannot be written.
    #[error("the records cannot be written")]
    Write(#[source] io::Error),
}

/// Writes the records of an organization, or of all organizations and the catalogue, as lines that can
/// be loaded again. Returns how many there were.
///
/// The export is consistent: it shows the database as of one moment. Key material stays sealed.
///
/// # Errors
///
/// The database failed, or writing did.
pub async fn export(
    store: &Store<impl Engine>,
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
