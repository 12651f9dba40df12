//! Loads: one thread reads the file, and a task stores the records, all or nothing.

use std::collections::BTreeMap;
use std::io::{self, Read};

use tokio::sync::mpsc::{self, Sender};

use super::lines::{Line, Lines};
use super::{Kind, RecordError, RecordErrors, read};
use crate::store::{Engine, LoadEnd, LoadStep, Record, Store, StoreError};
use crate::vault::Vault;

/// How many records are sent at once.
const RECORDS: usize = 256;

/// How many bytes of records are sent at once, about.
const BYTES: usize = 1 << 20;

/// How many batches may be queued.
const BATCHES: usize = 4;

/// How many records of each kind were loaded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Loaded {
    records: BTreeMap<Kind, u64>,
    kept: u64,
}

impl Loaded {
    /// How many records there were of each kind, in the order of [`Kind::ALL`].
    pub fn by_kind(&self) -> impl Iterator<Item = (Kind, u64)> {
        self.records.iter().map(|(kind, count)| (*kind, *count))
    }

    /// How many of them were not stored because the store has newer ones.
    pub const fn kept(&self) -> u64 {
        self.kept
    }

    /// How many records there were.
    pub fn total(&self) -> u64 {
        self.records.values().sum()
    }
}

/// Nothing was loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file has errors.
    #[error("{0}")]
    Invalid(RecordErrors),
    /// The file cannot be read to its end.
    #[error("{}", unreadable(*line))]
    Unreadable {
        /// The last line that was read, or 0.
        line: u64,
        /// The cause.
        source: io::Error,
    },
    /// The credentials would be sealed with another master key than the others in the database.
    #[error("the database uses another master key by now")]
    OtherMasterKey,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn unreadable(line: u64) -> String {
    match line {
        0 => "it cannot be read".to_owned(),
        line => format!("it cannot be read after line {line}"),
    }
}

/// Loads all records of a file, or none.
///
/// It is read once, and only a few batches are in memory at a time. BYOK secrets are sealed as
/// soon as they are read.
///
/// # Errors
///
/// The file has errors (all of them are found in one run) or cannot be read, or the database failed.
/// Then nothing is stored.
pub async fn load(
    store: &Store<impl Engine>,
    vault: &Vault,
    source: impl Read + Send + 'static,
) -> Result<Loaded, LoadError> {
    let (sender, receiver) = mpsc::channel(BATCHES);
    let vault = vault.clone();
    let reading =
        tokio::task::spawn_blocking(move || Reading::new(&vault, sender).all(Lines::of(source)));
    let end = store.load(receiver).await;
    let failed = |source| LoadError::Unreadable { line: 0, source };
    let read = reading.await.map_err(|error| failed(error.into()))?;
    match (read, end?) {
        (Ok(loaded), LoadEnd::Committed { kept }) => Ok(Loaded { kept, ..loaded }),
        (Ok(_), LoadEnd::NamesTaken(taken)) => Err(LoadError::Invalid(RecordErrors::each(taken))),
        (Ok(_), LoadEnd::KeysMoved(moved)) => Err(LoadError::Invalid(RecordErrors::each(moved))),
        (Ok(_), LoadEnd::OtherMasterKey) => Err(LoadError::OtherMasterKey),
        // The store only gives up if the reader does, which then has an error.
        (Ok(_), LoadEnd::GivenUp) => Err(failed(io::ErrorKind::Interrupted.into())),
        (Err(error), _) => Err(error),
    }
}

/// The state of reading a file.
struct Reading<'v> {
    vault: &'v Vault,
    /// Where the records go. None after an error.
    sender: Option<Sender<LoadStep>>,
    batch: Vec<(u64, Record)>,
    bytes: usize,
    loaded: Loaded,
    errors: RecordErrors,
}

impl<'v> Reading<'v> {
    fn new(vault: &'v Vault, sender: Sender<LoadStep>) -> Self {
        Self {
            vault,
            sender: Some(sender),
            batch: Vec::new(),
            bytes: 0,
            loaded: Loaded::default(),
            errors: RecordErrors::default(),
        }
    }

    /// Reads all lines.
    fn all<R: Read>(mut self, mut lines: Lines<R>) -> Result<Loaded, LoadError> {
        loop {
            let was_secret = match lines.next() {
                Ok(Some((number, line))) => self.line(number, line),
                Ok(None) => break,
                Err(source) => {
                    let line = lines.number();
                    return Err(LoadError::Unreadable { line, source });
                }
            };
            if was_secret {
                lines.forget();
            }
            if self.sender.is_none() && self.errors.is_empty() {
                // The store failed, and returns the error itself.
                return Ok(self.loaded);
            }
        }
        if !self.errors.is_empty() {
            return Err(LoadError::Invalid(self.errors));
        }
        self.send_batch();
        self.send(LoadStep::Commit);
        Ok(self.loaded)
    }

    /// Reads a line. True if it may contain a secret.
    fn line(&mut self, number: u64, line: Line<'_>) -> bool {
        let text = match line {
            Line::Text(text) => text,
            Line::Invalid(problem) => {
                self.error([RecordError::of_line(number, problem)]);
                return true;
            }
        };
        match read::record(number, text, self.vault) {
            Ok((kind, record)) => {
                *self.loaded.records.entry(kind).or_default() += 1;
                self.add(number, record, text.len());
                kind == Kind::ByokCredential
            }
            Err(errors) => {
                self.error(errors);
                true
            }
        }
    }

    /// Adds errors. From now on, lines are only checked.
    fn error(&mut self, errors: impl IntoIterator<Item = RecordError>) {
        self.errors.add_line(errors);
        self.sender = None;
        self.batch.clear();
    }

    fn add(&mut self, line: u64, record: Record, bytes: usize) {
        if self.sender.is_none() {
            return;
        }
        self.batch.push((line, record));
        self.bytes += bytes;
        if self.batch.len() == RECORDS || self.bytes >= BYTES {
            self.send_batch();
        }
    }

    fn send_batch(&mut self) {
        self.bytes = 0;
        let batch = std::mem::take(&mut self.batch);
        self.send(LoadStep::Records(batch));
    }

    fn send(&mut self, step: LoadStep) {
        if let Some(sender) = &self.sender
            && sender.blocking_send(step).is_err()
        {
            self.sender = None;
        }
    }
}
