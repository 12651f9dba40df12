//! Why a line cannot be read.

use std::error::Error;
use std::fmt;

use bytes::Bytes;

use crate::ValidationError;
use crate::body::BodyError;
use crate::codegen::BoxError;

/// Why a value of JSON lines cannot be read.
///
/// After an invalid line, the next one can be read. Any other error is the last.
///
/// In a handler, `?` returns it like any other error. If it is about the body of the request, the server responds with
/// 413 or 400 instead of 500.
///
/// `Debug` omits the line, since nothing is known about its content.
pub struct LineError {
    kind: LineErrorKind,
    /// The line that does not match the specification.
    line: Option<Bytes>,
    /// Whether the error is about the body of a request that this server receives.
    of_request: bool,
}

/// What went wrong with JSON lines.
#[derive(Debug)]
#[non_exhaustive]
pub enum LineErrorKind {
    /// The value does not match the specification. The places of the validation errors begin with the line:
    /// `line 3: items[0].role`.
    Invalid(Vec<ValidationError>),
    /// A line exceeds the size limit.
    TooLong {
        /// The number of the line, from 1.
        line: u64,
        /// The limit in bytes.
        limit: usize,
    },
    /// The body is incomplete or too large.
    Body(BodyError),
}

impl LineError {
    pub(super) const fn new(kind: LineErrorKind, of_request: bool) -> Self {
        Self {
            kind,
            line: None,
            of_request,
        }
    }

    pub(super) fn of_line(mut self, line: Bytes) -> Self {
        self.line = Some(line);
        self
    }

    pub(super) const fn of_body(error: BodyError) -> Self {
        Self::new(LineErrorKind::Body(error), false)
    }

    /// The cause, for the log.
    pub(super) fn into_cause(self) -> BoxError {
        match self.kind {
            LineErrorKind::Body(error) => error.into(),
            LineErrorKind::Invalid(_) | LineErrorKind::TooLong { .. } => self.into(),
        }
    }

    /// What went wrong.
    pub const fn kind(&self) -> &LineErrorKind {
        &self.kind
    }

    /// The line as it arrived, if it does not match the specification.
    pub fn line(&self) -> Option<&[u8]> {
        self.line.as_deref()
    }

    /// Whether the error is about the body of a request that this server receives.
    pub const fn is_of_request(&self) -> bool {
        self.of_request
    }
}

impl fmt::Debug for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineError")
            .field("kind", &self.kind)
            .field("of_request", &self.of_request)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            LineErrorKind::Invalid(errors) => match errors.first() {
                Some(first) => first.fmt(f),
                None => f.write_str("a line does not match the specification"),
            },
            LineErrorKind::TooLong { line, limit } => {
                write!(f, "line {line} is larger than {limit} bytes")
            }
            LineErrorKind::Body(_) => f.write_str("the lines are not complete"),
        }
    }
}

impl Error for LineError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            LineErrorKind::Body(error) => Some(error),
            LineErrorKind::Invalid(_) | LineErrorKind::TooLong { .. } => None,
        }
    }
}
