//! The log: one line per event, for people or for machines, on standard error.

use std::io::{self, BufWriter, IsTerminal, Write};

use thiserror::Error;
use tracing::Subscriber;
use tracing_appender::non_blocking::{ErrorCounter, NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::ParseError;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, Layer, Registry, fmt};

use super::values::log_filter;

/// How many lines wait to be written at most. Further lines are dropped and counted: a request never
/// waits for the reader of the log.
const WAITING_LINES: usize = 16_384;

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people: time, level, origin, message, `name=value`.
    Text,
    /// For machines: a JSON object.
    Json,
}

/// How the log is written.
#[derive(Debug, Clone, clap::Args)]
pub struct LogOptions {
    /// The format of log lines; text on a terminal and JSON elsewhere by default
    #[arg(long, env = "GATEWAY_LOG_FORMAT", value_name = "FORMAT")]
    pub log_format: Option<Format>,

    /// What is logged, such as `info`, `warn` or `info,sqlx=debug`
    #[arg(
        id = "log",
        long = "log",
        env = "GATEWAY_LOG",
        value_name = "FILTER",
        default_value = "info,sqlx=warn",
        value_parser = log_filter
    )]
    pub filter: String,
}

/// Why there is no log.
#[derive(Debug, Error)]
pub enum LogError {
    /// The filter cannot be read.
    #[error(
        "--log {filter}: {source}; give a level (`info`) or levels by origin (`info,sqlx=debug`)"
    )]
    Filter {
        /// What was given.
        filter: String,
        /// The error in the filter.
        source: ParseError,
    },
    /// The process already has a log.
    #[error("the log cannot be set up: {0}")]
    Taken(#[from] TryInitError),
}

/// The log of the process. Dropping it writes the lines that still wait, so keep it until the end.
#[must_use = "the last lines are lost if it is dropped early"]
pub struct Log {
    dropped: ErrorCounter,
    _worker: WorkerGuard,
}

impl Log {
    /// Counts the lines that were dropped because the log was not read fast enough.
    pub fn dropped_lines(&self) -> impl Fn() -> usize + Send + Sync + use<> {
        let dropped = self.dropped.clone();
        move || dropped.dropped_lines()
    }
}

/// Sends what the process logs to standard error.
///
/// # Errors
/// The filter cannot be read, or there already is a log.
pub fn install(options: &LogOptions) -> Result<Log, LogError> {
    let terminal = io::stderr().is_terminal();
    let format = options
        .log_format
        .unwrap_or(if terminal { Format::Text } else { Format::Json });
    let (writer, worker) = writer(io::stderr(), WAITING_LINES);
    let log = Log {
        dropped: writer.error_counter(),
        _worker: worker,
    };
    subscriber(options, format, writer)?.try_init()?;
    Ok(log)
}

/// A writer that never blocks: a thread writes the lines, all that wait with one system call.
fn writer(sink: impl Write + Send + 'static, waiting_lines: usize) -> (NonBlocking, WorkerGuard) {
    NonBlockingBuilder::default()
        .lossy(true)
        .buffered_lines_limit(waiting_lines)
        .thread_name("log")
        .finish(BufWriter::new(sink))
}

/// Writes what `options` select.
///
/// # Errors
/// The filter cannot be read.
pub fn subscriber<W>(
    options: &LogOptions,
    format: Format,
    writer: W,
) -> Result<impl Subscriber + Send + Sync + use<W>, LogError>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    // The gateway has a span with the identifier of the request. Lines have the fields of one span.
    let filter = match options.filter.is_empty() {
        true => String::new(),
        false => format!("specsmith_runtime::spans=off,{}", options.filter),
    };
    let filter = EnvFilter::try_new(filter).map_err(|source| LogError::Filter {
        filter: options.filter.clone(),
        source,
    })?;
    let layer = fmt::layer().with_ansi(false).with_writer(writer);
    let layer = match format {
        Format::Text => layer.boxed(),
        Format::Json => layer
            .json()
            .flatten_event(true)
            .with_span_list(false)
            .boxed(),
    };
    Ok(Registry::default().with(filter).with(layer))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use super::*;

    /// Keeps what is written.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// The line of an event whose values try to break out of it.
    fn written(format: Format) -> String {
        let kept = Kept::default();
        let options = LogOptions {
            log_format: None,
            filter: "info".to_owned(),
        };
        let writer = kept.clone();
        let subscriber = subscriber(&options, format, move || writer.clone()).unwrap();
        tracing::subscriber::with_default(subscriber, || {
            let cause = "disk \"a\\b\"\nERROR forged\u{1b}[2J é";
            let span = tracing::info_span!("request", request_id = "a\nb");
            span.in_scope(|| tracing::warn!(cause, count = 3, "message"));
        });
        let bytes = kept.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn an_event_is_one_line_whatever_its_values_contain() {
        for format in [Format::Text, Format::Json] {
            let line = written(format);
            assert_eq!(line.matches('\n').count(), 1, "{line}");
            assert!(!line.contains('\u{1b}'), "{line}");
        }
    }

    #[test]
    fn a_json_line_has_the_fields_at_its_top_and_the_request_in_its_span() {
        let value: serde_json::Value = serde_json::from_str(&written(Format::Json)).unwrap();
        assert_eq!(value["cause"], "disk \"a\\b\"\nERROR forged\u{1b}[2J é");
        assert_eq!(value["message"], "message");
        assert_eq!(value["count"], 3);
        assert_eq!(value["level"], "WARN");
        assert_eq!(value["span"]["request_id"], "a\nb");
    }

    /// Blocks until the other end is dropped.
    struct Stuck(mpsc::Receiver<()>);

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_that_nobody_reads_drops_lines_and_counts_them() {
        let (stuck, receiver) = mpsc::channel();
        let (mut writer, worker) = writer(Stuck(receiver), 100);
        let dropped = writer.error_counter();
        let (done, all_written) = mpsc::channel();
        // A thread, so that a writer that blocks fails the test.
        std::thread::spawn(move || {
            // More than the worker's own buffer takes.
            for _ in 0..1_000 {
                writer.write_all(&[b'x'; 1_000]).unwrap();
            }
            done.send(()).unwrap();
        });
        let written = all_written.recv_timeout(Duration::from_secs(10));
        assert_eq!(written, Ok(()), "the log blocks");
        let dropped = dropped.dropped_lines();
        assert!((800..1_000).contains(&dropped), "{dropped}");
        drop(stuck);
        drop(worker);
    }
}
