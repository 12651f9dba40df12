//! JSON lines: a stream of values, one on each line.

mod error;
mod reader;
#[cfg(test)]
mod tests;

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use sync_wrapper::SyncWrapper;

pub use self::error::{LineError, LineErrorKind};
use self::reader::Reader;
use crate::ValidationError;
use crate::body::{Body, BodyError};
use crate::codegen::BoxError;
use crate::decode::{Decode, InvalidJson, from_json};
#[cfg(feature = "client")]
use crate::deviation::DeviationLog;
use crate::deviation::Deviations;
use crate::encode::{Encoded, to_json};
#[cfg(feature = "client")]
use crate::repair::repaired;
use crate::rules::Rules;
use crate::text_body::{PollText, Position, TextBody};

/// A stream of values as JSON lines (`application/x-ndjson`).
///
/// The sender makes it from any stream of values, with [`new`](Self::new), or from a list. Nothing piles up in memory:
/// values are taken from the stream as fast as they are sent.
///
/// The receiver reads one value after the other:
///
/// ```
/// use specsmith_runtime::{Body, JsonLines};
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let mut numbers = JsonLines::<i64>::read(Body::from("1\n2\n"), 1024);
/// while let Some(number) = numbers.next().await {
///     println!("{}", number?);
/// }
/// # Ok::<(), specsmith_runtime::LineError>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Empty lines are skipped.
pub struct JsonLines<T>(LineSource<T>);

enum LineSource<T> {
    Reader(Box<Reader>, DecodeLine<T>),
    /// The streams of users are often not `Sync`, and are only reached through `&mut`.
    Values(SyncWrapper<Values<T>>),
}

/// The values to be sent.
type Values<T> = Pin<Box<dyn Stream<Item = Result<T, BoxError>> + Send>>;

/// How a line is decoded: a server also checks the constraints of the specification.
pub(crate) type DecodeLine<T> = fn(&[u8], &Rules, &Deviations) -> Result<T, Vec<ValidationError>>;

impl<T> JsonLines<T> {
    /// The values of a stream. If the stream fails, the body breaks off, and its receiver learns that it is incomplete.
    pub fn new<S, E>(values: S) -> Self
    where
        S: Stream<Item = Result<T, E>> + Send + 'static,
        E: Into<BoxError>,
    {
        let values: Values<T> = Box::pin(Failing(Box::pin(values)));
        Self(LineSource::Values(SyncWrapper::new(values)))
    }

    /// The next value; `None` after the last.
    ///
    /// # Errors
    /// See [`LineError`].
    #[allow(
        clippy::should_implement_trait,
        reason = "it waits, which an iterator's `next` cannot"
    )]
    pub async fn next(&mut self) -> Option<Result<T, LineError>> {
        poll_fn(|context| self.poll_value(context)).await
    }

    fn poll_value(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<T, LineError>>> {
        match &mut self.0 {
            LineSource::Reader(reader, decode) => {
                let line = ready!(reader.poll_line(context));
                Poll::Ready(line.map(|line| {
                    let (line, deviations) = (line?, Deviations::default());
                    let value = decode(&line, reader.rules, &deviations);
                    reader.log(deviations);
                    value.map_err(|errors| reader.invalid(errors, line))
                }))
            }
            LineSource::Values(values) => {
                let value = ready!(values.get_mut().as_mut().poll_next(context));
                Poll::Ready(value.map(|value| {
                    value.map_err(|error| LineError::of_body(BodyError::of_source(error)))
                }))
            }
        }
    }
}

impl<T: Decode> JsonLines<T> {
    /// Reads values from any body, without checking the constraints of the specification. A line has at most `limit`
    /// bytes.
    pub fn read(body: Body, limit: usize) -> Self {
        Self(LineSource::Reader(
            Box::new(Reader::new(body, limit)),
            decode_unchecked,
        ))
    }
}

#[cfg(feature = "client")]
impl<T: Decode> JsonLines<T> {
    /// As [`read`](Self::read), with values for what a line lacks.
    pub(crate) fn read_logging_deviations(body: Body, limit: usize, log: DeviationLog) -> Self {
        let mut reader = Reader::new(body, limit);
        reader.deviation_log = Some(log);
        Self(LineSource::Reader(
            Box::new(reader),
            |line, _, deviations| {
                let value = from_json(line)
                    .or_else(|error| repaired(line, error, deviations, |line| from_json(&line)));
                value.map_err(|error| errors(error, line))
            },
        ))
    }
}

#[cfg(feature = "server")]
impl<T: Decode> JsonLines<T> {
    /// Reads values from the body of a request. `decode` checks the constraints of the specification, and `rules`
    /// that are next to the type of the values.
    pub(crate) fn of_request(
        body: Body,
        limit: usize,
        rules: &'static Rules,
        decode: DecodeLine<T>,
    ) -> Self {
        let mut reader = Reader::new(body, limit);
        reader.of_request = true;
        reader.rules = rules;
        Self(LineSource::Reader(Box::new(reader), decode))
    }
}

fn decode_unchecked<T: Decode>(
    line: &[u8],
    _: &Rules,
    _: &Deviations,
) -> Result<T, Vec<ValidationError>> {
    from_json(line).map_err(|error| errors(error, line))
}

fn errors(error: InvalidJson, line: &[u8]) -> Vec<ValidationError> {
    vec![match error {
        InvalidJson::ValidationError(error) => error,
        InvalidJson::Syntax { column, .. } => ValidationError::of_body(not_json(column)),
        InvalidJson::Empty | InvalidJson::Incomplete | InvalidJson::Xml(_) => {
            ValidationError::of_body(not_json(line.len()))
        }
    }]
}

/// The problem of a line that is not JSON.
pub(crate) fn not_json(column: usize) -> String {
    format!("is not valid JSON: column {column}")
}

impl<T: Decode + Send> JsonLines<T> {
    /// The values as a body.
    pub fn into_body(self) -> Body {
        let encoder = Encoder {
            values: self,
            line: Vec::new(),
        };
        TextBody::new(encoder).into_body()
    }
}

/// Writes values as lines.
struct Encoder<T> {
    values: JsonLines<T>,
    /// The last line, whose memory the next one uses.
    line: Vec<u8>,
}

impl<T: Decode + Send> PollText for Encoder<T> {
    fn poll_text(
        &mut self,
        text: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Position, BoxError>>> {
        let value = ready!(self.values.poll_value(context));
        Poll::Ready(value.map(|value| {
            let value = value.map_err(LineError::into_cause)?;
            self.line.clear();
            self.line = to_json(std::mem::take(&mut self.line), &Encoded(&value))?;
            self.line.push(b'\n');
            text.extend_from_slice(&self.line);
            Ok(Position::Inner)
        }))
    }
}

/// The values of a list.
impl<T: Send + 'static> From<Vec<T>> for JsonLines<T> {
    fn from(values: Vec<T>) -> Self {
        Self::new(Listed(values.into_iter()))
    }
}

/// A list as a stream.
struct Listed<T>(std::vec::IntoIter<T>);

// Nothing in it is pinned.
impl<T> Unpin for Listed<T> {}

impl<T> Stream for Listed<T> {
    type Item = Result<T, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.next().map(Ok))
    }
}

/// A stream with someone else's errors.
struct Failing<S>(Pin<Box<S>>);

impl<S, T, E> Stream for Failing<S>
where
    S: Stream<Item = Result<T, E>>,
    E: Into<BoxError>,
{
    type Item = Result<T, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let value = ready!(self.0.as_mut().poll_next(context));
        Poll::Ready(value.map(|value| value.map_err(Into::into)))
    }
}

// Nothing in it is pinned.
impl<T> Unpin for JsonLines<T> {}

impl<T> Stream for JsonLines<T> {
    type Item = Result<T, LineError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_value(context)
    }
}

impl<T> fmt::Debug for JsonLines<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JsonLines").finish_non_exhaustive()
    }
}
