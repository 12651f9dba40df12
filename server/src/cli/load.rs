//! `gateway load`: loads records from files.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::database::with_store;
use super::values::count;
use super::{DatabaseArguments, Failure, VaultArguments};
use crate::causes::with_causes;
use crate::records::{self, LoadError, Loaded};
use crate::store::{Engine, Store};
use crate::vault::Vault;

/// What to load into which database.
#[derive(Debug, Args)]
pub(super) struct LoadArguments {
    /// Files of records, with one JSON object per line; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    database: DatabaseArguments,

    #[command(flatten)]
    vault: VaultArguments,
}

/// Loads the files one after the other, each of them completely or not at all. Stops at the first error.
pub(super) async fn run(arguments: LoadArguments) -> Result<(), Failure> {
    with_store!(arguments.database.open(), store => load_all(&store, &arguments).await)
}

async fn load_all(store: &Store<impl Engine>, arguments: &LoadArguments) -> Result<(), Failure> {
    let files = &arguments.files;
    let vault = arguments.vault.open(&arguments.database, store).await?;
    // Only provider credentials need a key; their lines have an error without one.
    let vault = &vault.unwrap_or(Vault::without_key());
    for (index, file) in files.iter().enumerate() {
        let started = Instant::now();
        let loaded = load(store, vault, file).await;
        let loaded = loaded.map_err(|error| failure(file, &error, &files[index + 1..]))?;
        eprintln!("{}", summary(file, &loaded, started.elapsed()));
    }
    Ok(())
}

async fn load(store: &Store<impl Engine>, vault: &Vault, file: &Path) -> Result<Loaded, LoadError> {
    let unreadable = |source| LoadError::Unreadable { line: 0, source };
    let (source, size): (Box<dyn Read + Send>, _) = if file == Path::new("-") {
        (Box::new(io::stdin()), None)
    } else {
        let opened = File::open(file).map_err(unreadable)?;
        let metadata = opened.metadata().map_err(unreadable)?;
        let size = metadata.is_file().then_some(metadata.len());
        (Box::new(opened), size)
    };
    let bar = progress(file, size);
    let loaded = records::load(store, vault, bar.wrap_read(source)).await;
    bar.finish_and_clear();
    loaded
}

/// A progress bar, if standard error is a terminal.
fn progress(file: &Path, size: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let (bar, template) = match size {
        Some(size) => (
            ProgressBar::new(size),
            "{msg} [{bar:30}] {bytes} of {total_bytes}, {eta} left",
        ),
        None => (ProgressBar::new_spinner(), "{msg} {spinner} {bytes}"),
    };
    bar.set_message(name(file));
    // The templates are valid, and the default style would do as well.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

fn name(file: &Path) -> String {
    if file == Path::new("-") {
        "standard input".to_owned()
    } else {
        file.display().to_string()
    }
}

/// The summary: `records.jsonl: 3 records in 0.02 s (1 organization, 2 model)`.
fn summary(file: &Path, loaded: &Loaded, took: Duration) -> String {
    let kinds: Vec<String> = loaded
        .by_kind()
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    let records = count(loaded.total(), "record");
    let kinds = match kinds.as_slice() {
        [] => String::new(),
        kinds => format!(" ({})", kinds.join(", ")),
    };
    let seconds = took.as_secs_f64();
    let kept = match loaded.kept() {
        0 => String::new(),
        1 => "; 1 was not stored because the database has a newer one".to_owned(),
        kept => format!("; {kept} were not stored because the database has newer ones"),
    };
    format!("{}: {records} in {seconds:.2} s{kinds}{kept}", name(file))
}

fn failure(file: &Path, error: &LoadError, later: &[PathBuf]) -> Failure {
    let file = name(file);
    let message = match error {
        LoadError::Invalid(errors) => {
            let lines = count(errors.lines(), "line");
            format!("{file} has errors in {lines}; none of it was loaded\n{errors}")
        }
        LoadError::Unreadable { .. } | LoadError::OtherMasterKey | LoadError::Store(_) => {
            let cause = with_causes(error);
            format!("{file}: {cause}; none of it was loaded")
        }
    };
    let later: Vec<String> = later.iter().map(|file| name(file)).collect();
    match later.as_slice() {
        [] => Failure::new(message),
        later => Failure::new(format!("{message}\nalso not loaded: {}", later.join(", "))),
    }
}
