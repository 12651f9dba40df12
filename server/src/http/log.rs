//! The log: one line an event, for people or for machines, on the standard error stream.

use std::cell::Cell;
use std::fmt::{self, Debug, Display};
use std::io::{self, IsTerminal, Write};

use thiserror::Error;
use time::OffsetDateTime;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::ParseError;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{EnvFilter, Registry};

use super::options::LogOptions;
use super::request_id::RequestId;

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
}

/// Sends what the process logs to the standard error stream.
///
/// # Errors
/// The filter cannot be read, or there is a log already.
pub fn install(options: &LogOptions) -> Result<(), LogError> {
    let terminal = io::stderr().is_terminal();
    let format = options
        .log_format
        .unwrap_or(if terminal { Format::Text } else { Format::Json });
    let lines = Lines::new(format, |line| {
        // There is nobody left to tell when the log cannot be written.
        let _ = io::stderr().lock().write_all(line);
    });
    subscriber(options, lines)?.try_init()?;
    Ok(())
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
    /// Gives each line, with the line feed at its end, to `write`.
    pub fn new(format: Format, write: impl Fn(&[u8]) + Send + Sync + 'static) -> Self {
        Self {
            format,
            write: Box::new(write),
        }
    }
}

/// Takes a line to where it is kept.
type WriteLine = Box<dyn Fn(&[u8]) + Send + Sync>;

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
            Format::Text => text(event, &mut line),
            Format::Json => json(event, &mut line),
        }
        (self.write)(&line);
        ROOM.set(line);
    }
}

fn text(event: &Event<'_>, line: &mut Vec<u8>) {
    let metadata = event.metadata();
    timestamp(line);
    let (level, target) = (metadata.level().as_str(), metadata.target());
    put(line, format_args!(" {level:<5} {target}:"));
    let mut fields = TextFields(line);
    event.record(&mut fields);
    if let Some(id) = RequestId::current() {
        fields.quoted("request_id", id.as_str());
    }
    line.push(b'\n');
}

fn json(event: &Event<'_>, line: &mut Vec<u8>) {
    let metadata = event.metadata();
    line.extend_from_slice(b"{\"timestamp\":\"");
    timestamp(line);
    line.push(b'"');
    let mut fields = JsonFields(line);
    fields.quoted("level", metadata.level().as_str());
    fields.quoted("target", metadata.target());
    if let Some(id) = RequestId::current() {
        fields.quoted("request_id", id.as_str());
    }
    event.record(&mut fields);
    line.extend_from_slice(b"}\n");
}

/// The time, to the millisecond.
fn timestamp(line: &mut Vec<u8>) {
    let now = OffsetDateTime::now_utc();
    let (year, month, day) = (now.year(), u8::from(now.month()), now.day());
    let (hour, minute, second, milli) = now.time().as_hms_milli();
    put(
        line,
        format_args!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z"),
    );
}

fn put(line: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    // A vector takes everything. What can fail is the `Display` of a value, and then the line
    // has what came before.
    let _ = line.write_fmt(text);
}

/// The fields of an event as ` name=value`, with the message first.
struct TextFields<'a>(&'a mut Vec<u8>);

impl TextFields<'_> {
    fn plain(&mut self, name: &str, value: impl Display) {
        put(self.0, format_args!(" {name}={value}"));
    }

    fn quoted(&mut self, name: &str, value: impl Display) {
        if name == "message" {
            self.0.push(b' ');
            return escape(self.0, format_args!("{value}"));
        }
        put(self.0, format_args!(" {name}=\""));
        escape(self.0, format_args!("{value}"));
        self.0.push(b'"');
    }
}

/// The fields of an event as further members of an object.
struct JsonFields<'a>(&'a mut Vec<u8>);

impl JsonFields<'_> {
    fn plain(&mut self, name: &str, value: impl Display) {
        put(self.0, format_args!(",\"{name}\":{value}"));
    }

    fn quoted(&mut self, name: &str, value: impl Display) {
        put(self.0, format_args!(",\"{name}\":\""));
        escape(self.0, format_args!("{value}"));
        self.0.push(b'"');
    }
}

/// Visits a field of any type; names of fields are identifiers, so only values need escaping.
macro_rules! visit {
    ($visitor:ident) => {
        impl Visit for $visitor<'_> {
            fn record_f64(&mut self, field: &Field, value: f64) {
                if value.is_finite() {
                    self.plain(field.name(), value);
                } else {
                    self.quoted(field.name(), value);
                }
            }

            fn record_i64(&mut self, field: &Field, value: i64) {
                self.plain(field.name(), value);
            }

            fn record_u64(&mut self, field: &Field, value: u64) {
                self.plain(field.name(), value);
            }

            fn record_bool(&mut self, field: &Field, value: bool) {
                self.plain(field.name(), value);
            }

            fn record_str(&mut self, field: &Field, value: &str) {
                self.quoted(field.name(), value);
            }

            fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
                self.quoted(field.name(), format_args!("{value:?}"));
            }
        }
    };
}

visit!(TextFields);
visit!(JsonFields);

/// Writes a text so that it can stand in a JSON string, and so that no text can end a line, or
/// steer a terminal.
fn escape(line: &mut Vec<u8>, text: fmt::Arguments<'_>) {
    struct Escaped<'a>(&'a mut Vec<u8>);

    impl fmt::Write for Escaped<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            for character in text.chars() {
                match character {
                    '"' => self.0.extend_from_slice(b"\\\""),
                    '\\' => self.0.extend_from_slice(b"\\\\"),
                    '\n' => self.0.extend_from_slice(b"\\n"),
                    control if control.is_control() => {
                        put(self.0, format_args!("\\u{:04x}", u32::from(control)));
                    }
                    other => {
                        let mut utf8 = [0; 4];
                        self.0
                            .extend_from_slice(other.encode_utf8(&mut utf8).as_bytes());
                    }
                }
            }
            Ok(())
        }
    }

    let _ = fmt::Write::write_fmt(&mut Escaped(line), text);
}
