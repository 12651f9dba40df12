//! From a body to its lines.

use std::task::{Context, Poll, ready};

use bytes::Bytes;

use super::{LineError, LineErrorKind};
use crate::ValidationError;
use crate::body::Body;
#[cfg(feature = "client")]
use crate::deviation::DeviationLog;
use crate::deviation::Deviations;
use crate::line::{LineEnds, LineTooLong, Lines};
use crate::rules::Rules;

/// Reads lines. It is not generic, so it is compiled once.
pub(super) struct Reader {
    /// `None` after the end.
    body: Option<Body>,
    lines: Lines,
    /// The number of the last line that was read, from 1.
    number: u64,
    /// Whether the body belongs to a request that this server receives.
    pub(super) of_request: bool,
    /// The rules of each value.
    pub(super) rules: &'static Rules,
    /// Logs deviations of lines. `None` if the reader is strict.
    #[cfg(feature = "client")]
    pub(super) deviation_log: Option<DeviationLog>,
}

impl Reader {
    pub(super) fn new(body: Body, limit: usize) -> Self {
        Self {
            body: Some(body),
            lines: Lines::new(LineEnds::Feed, limit),
            number: 0,
            of_request: false,
            rules: &Rules::NONE,
            #[cfg(feature = "client")]
            deviation_log: None,
        }
    }

    /// Logs how a line differs from the specification.
    pub(super) fn log(&self, deviations: Deviations) {
        #[cfg(feature = "client")]
        if let Some(log) = &self.deviation_log {
            log.log(&deviations.into_all());
        }
        #[cfg(not(feature = "client"))]
        let _ = deviations;
    }

    /// The next line that is not empty.
    pub(super) fn poll_line(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, LineError>>> {
        while let Some(body) = &mut self.body {
            match self.lines.next() {
                Ok(Some(line)) => {
                    self.number += 1;
                    if !line.trim_ascii().is_empty() {
                        return Poll::Ready(Some(Ok(line)));
                    }
                    continue;
                }
                Ok(None) => {}
                Err(LineTooLong) => {
                    let (line, limit) = (self.number + 1, self.lines.limit());
                    return self.fail(LineErrorKind::TooLong { line, limit });
                }
            }
            match ready!(body.poll_chunk(context)) {
                Some(Ok(chunk)) => self.lines.push(chunk),
                Some(Err(error)) => return self.fail(LineErrorKind::Body(error)),
                None => {
                    self.body = None;
                    self.number += 1;
                    // The end of the last line may be missing.
                    let last = self
                        .lines
                        .finish()
                        .filter(|line| !line.trim_ascii().is_empty());
                    return Poll::Ready(last.map(Ok));
                }
            }
        }
        Poll::Ready(None)
    }

    fn fail<T>(&mut self, kind: LineErrorKind) -> Poll<Option<Result<T, LineError>>> {
        self.body = None;
        Poll::Ready(Some(Err(LineError::new(kind, self.of_request))))
    }

    /// The error of the last line.
    pub(super) fn invalid(&self, mut errors: Vec<ValidationError>, line: Bytes) -> LineError {
        for error in &mut errors {
            let separator = if error.name.is_empty() { "" } else { ": " };
            error.name = format!("line {}{separator}{}", self.number, error.name);
        }
        LineError::new(LineErrorKind::Invalid(errors), self.of_request).of_line(line)
    }
}
