//! The log: one line an event, for people or for machines, on the standard error stream.

mod line;
mod sink;

use std::cell::Cell;
use std::io::{self, IsTerminal};

use thiserror::Error;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::ParseError;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, Registry};

use self::sink::Sink;
use super::options::LogOptions;

/// How the lines of the log look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people: time, level, origin, message, `name=value`.
    Text,
    /// For machines: a JSON object.
    Json,
}

/// Why there is no log.
#[derive(Debug, Error)]
pub enum LogError {
    /// What should be logged cannot be read.
    #[error(
        "--log {filter}: {source}; give a level (`info`) or levels by origin (`info,sqlx=debug`)"
    )]
    Filter {
        /// What was given.
        filter: String,
        /// What is wrong with it.
        source: ParseError,
    },
    /// The process has a log already.
    #[error("the log cannot be set up: {0}")]
    Taken(#[from] TryInitError),
    /// The system gives no thread to write it.
    #[error("the log cannot be written: {0}")]
    Thread(#[from] io::Error),
}

/// The log of the process. Dropping it writes what still waits, so it is kept until the end.
#[must_use = "the last lines are lost where it is not kept"]
pub struct Log(Sink);

impl Drop for Log {
    fn drop(&mut self) {
        self.0.flush();
    }
}

/// Sends what the process logs to the standard error stream.
///
/// # Errors
/// The filter cannot be read, or there is a log already.
pub fn install(options: &LogOptions) -> Result<Log, LogError> {
    let terminal = io::stderr().is_terminal();
    let format = options
        .log_format
        .unwrap_or(if terminal { Format::Text } else { Format::Json });
    let sink = Sink::start()?;
    let log = Log(sink.clone());
    let lines = Lines::new(format, move |level, line| {
        sink.write(level <= Level::WARN, line);
    });
    subscriber(options, lines)?.try_init()?;
    Ok(log)
}

/// What `options` select, as `lines`.
///
/// # Errors
/// The filter cannot be read.
pub fn subscriber(
    options: &LogOptions,
    lines: Lines,
) -> Result<impl Subscriber + Send + Sync + use<>, LogError> {
    let filter = EnvFilter::try_new(&options.filter).map_err(|source| LogError::Filter {
        filter: options.filter.clone(),
        source,
    })?;
    Ok(Registry::default().with(filter).with(lines))
}

/// Makes a line of every event. Whatever is logged while a request is handled has the request's
/// id in its line.
pub struct Lines {
    format: Format,
    write: WriteLine,
}

impl Lines {
    /// Gives each line, with the line feed at its end, to `write`, and the level of its event.
    pub fn new(format: Format, write: impl Fn(Level, &[u8]) + Send + Sync + 'static) -> Self {
        Self {
            format,
            write: Box::new(write),
        }
    }
}

/// Takes a line to where it is kept.
type WriteLine = Box<dyn Fn(Level, &[u8]) + Send + Sync>;

thread_local! {
    /// The room for a line, kept from one to the next.
    static ROOM: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

impl<S: Subscriber> Layer<S> for Lines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        // It is taken, not borrowed: what is being written may itself log something.
        let mut line = ROOM.take();
        line.clear();
        match self.format {
            Format::Text => line::text(event, &mut line),
            Format::Json => line::json(event, &mut line),
        }
        (self.write)(*event.metadata().level(), &line);
        ROOM.set(line);
    }
}
