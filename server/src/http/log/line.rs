//! An event as a line, for people or for machines.

use std::fmt::{self, Debug, Display};
use std::io::Write;

use time::OffsetDateTime;
use tracing::Event;
use tracing::field::{Field, Visit};

use crate::http::request_id::RequestId;

/// Time, level, origin, message, and ` name="value"` for each field.
pub(super) fn text(event: &Event<'_>, line: &mut Vec<u8>) {
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

/// An object with a member for each field.
pub(super) fn json(event: &Event<'_>, line: &mut Vec<u8>) {
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::super::{Format, Lines};
    use tracing_subscriber::layer::SubscriberExt;

    /// What is written of an event whose values try to break out of their line.
    fn written(format: Format) -> String {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&lines);
        let lines_of = Lines::new(format, move |_, line| {
            if let Ok(mut kept) = kept.lock() {
                kept.extend_from_slice(line);
            }
        });
        let subscriber = tracing_subscriber::registry().with(lines_of);
        tracing::subscriber::with_default(subscriber, || {
            let cause = "disk \"a\\b\"\nERROR forged\u{1b}[2J é";
            tracing::warn!(
                cause,
                count = 3,
                ratio = 0.5,
                endless = f64::NAN,
                ok = true,
                "two\nlines"
            );
        });
        let lines = lines.lock().map(|lines| lines.clone()).unwrap_or_default();
        String::from_utf8(lines).unwrap_or_default()
    }

    #[test]
    fn an_event_is_one_line_whatever_is_in_it() {
        let line = written(Format::Text);
        let (_, rest) = line.split_once("Z ").unwrap_or_default();
        assert_eq!(
            rest,
            "WARN  gateway_server::http::log::line::tests: two\\nlines cause=\"disk \
             \\\"a\\\\b\\\"\\nERROR forged\\u001b[2J é\" count=3 ratio=0.5 endless=\"NaN\" ok=true\n"
        );
    }

    #[test]
    fn json_keeps_every_value() {
        let line = written(Format::Json);
        assert_eq!(line.matches('\n').count(), 1);
        let value: serde_json::Value = serde_json::from_str(&line).unwrap_or_default();
        assert_eq!(value["cause"], "disk \"a\\b\"\nERROR forged\u{1b}[2J é");
        assert_eq!(value["message"], "two\nlines");
        assert_eq!(value["count"], 3);
        assert_eq!(value["ratio"], 0.5);
        assert_eq!(value["endless"], "NaN");
        assert_eq!(value["level"], "WARN");
    }
}
