//! Loading a file: read on one thread, stored on another, all or nothing.

use std::collections::BTreeMap;
use std::io::{self, Read};

use tokio::sync::mpsc::{self, Sender};

use super::lines::{Line, Lines};
use super::{Kind, RecordError, RecordErrors, read};
use crate::store::{LoadEnd, LoadStep, Record, Store, StoreError};
use crate::vault::Vault;

/// How many records travel together from the one thread to the other.
const RECORDS: usize = 256;

/// How much text of records travels together, about.
const BYTES: usize = 1 << 20;

/// How many such parcels may be under way.
const PARCELS: usize = 4;

/// What was loaded: how many records of each kind.
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

/// Why nothing was loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// There are faulty lines.
    #[error("{0}")]
    Faulty(RecordErrors),
    /// The file cannot be read, or not to its end.
    #[error("{}", unreadable(*line))]
    Unreadable {
        /// The last line that was read; zero where there is none.
        line: u64,
        /// Why not.
        source: io::Error,
    },
    /// The credentials would be sealed with another master key than the others in the database.
    #[error("the database uses another master key by now")]
    OtherMasterKey,
    /// The database did not take it.
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn unreadable(line: u64) -> String {
    match line {
        0 => "it cannot be read".to_owned(),
        line => format!("it cannot be read beyond line {line}"),
    }
}

/// Loads all records of a file, or none.
///
/// It is read once, and no more of it than a few parcels is in memory. BYOK secrets are sealed as
/// soon as they are read.
///
/// # Errors
///
/// The file has errors, all of which are found in one run; or it cannot be read; or the database
/// fails. Nothing is stored then.
pub async fn load<S: Store>(
    store: &S,
    vault: &Vault,
    source: impl Read + Send + 'static,
) -> Result<Loaded, LoadError> {
    let (sender, receiver) = mpsc::channel(PARCELS);
    let vault = vault.clone();
    let reading =
        tokio::task::spawn_blocking(move || Reading::new(&vault, sender).all(Lines::of(source)));
    let end = store.load(receiver).await;
    let failed = |source| LoadError::Unreadable { line: 0, source };
    let read = reading.await.map_err(|error| failed(error.into()))?;
    match (read, end?) {
        (Ok(loaded), LoadEnd::Committed { kept }) => Ok(Loaded { kept, ..loaded }),
        (Ok(_), LoadEnd::NamesTaken(taken)) => Err(LoadError::Faulty(RecordErrors::each(taken))),
        (Ok(_), LoadEnd::KeysMoved(moved)) => Err(LoadError::Faulty(RecordErrors::each(moved))),
        (Ok(_), LoadEnd::OtherMasterKey) => Err(LoadError::OtherMasterKey),
        // The store gives up where the reader does, which has an error then.
        (Ok(_), LoadEnd::GivenUp) => Err(failed(io::ErrorKind::Interrupted.into())),
        (Err(error), _) => Err(error),
    }
}

/// The reading of one file.
struct Reading<'v> {
    vault: &'v Vault,
    /// Where the records go; nowhere any more as soon as there is an error.
    sender: Option<Sender<LoadStep>>,
    parcel: Vec<(u64, Record)>,
    bytes: usize,
    loaded: Loaded,
    errors: RecordErrors,
}

impl<'v> Reading<'v> {
    fn new(vault: &'v Vault, sender: Sender<LoadStep>) -> Self {
        Self {
            vault,
            sender: Some(sender),
            parcel: Vec::new(),
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
                // The store has failed, and says so itself.
                return Ok(self.loaded);
            }
        }
        if !self.errors.is_empty() {
            return Err(LoadError::Faulty(self.errors));
        }
        self.send_parcel();
        self.send(LoadStep::Commit);
        Ok(self.loaded)
    }

    /// Takes in one line. True where it may hold a secret.
    fn line(&mut self, number: u64, line: Line<'_>) -> bool {
        let text = match line {
            Line::Text(text) => text,
            Line::Faulty(problem) => {
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

    /// From now on lines are read for their errors only.
    fn error(&mut self, errors: impl IntoIterator<Item = RecordError>) {
        self.errors.add_line(errors);
        self.sender = None;
        self.parcel.clear();
    }

    fn add(&mut self, line: u64, record: Record, bytes: usize) {
        if self.sender.is_none() {
            return;
        }
        self.parcel.push((line, record));
        self.bytes += bytes;
        if self.parcel.len() == RECORDS || self.bytes >= BYTES {
            self.send_parcel();
        }
    }

    fn send_parcel(&mut self) {
        self.bytes = 0;
        let parcel = std::mem::take(&mut self.parcel);
        self.send(LoadStep::Records(parcel));
    }

    fn send(&mut self, step: LoadStep) {
        if let Some(sender) = &self.sender
            && sender.blocking_send(step).is_err()
        {
            self.sender = None;
        }
    }
}
