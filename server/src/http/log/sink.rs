//! Where lines wait to be written together.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a line waits at most.
const PATIENCE: Duration = Duration::from_millis(100);

/// How many bytes wait at most.
const ENOUGH: usize = 16 * 1024;

/// Writes lines to the standard error stream, many at a time: a system call for the line of every
/// request would cost more than all else that is done to log it.
///
/// What is urgent is written at once, with all that came before it. When the process is killed,
/// the other lines of the last tenth of a second are lost.
#[derive(Clone, Default)]
pub(super) struct Sink(Arc<Mutex<Vec<u8>>>);

impl Sink {
    /// A sink that a thread of its own empties.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(super) fn start() -> io::Result<Self> {
        let sink = Self::default();
        let emptied = sink.clone();
        thread::Builder::new().name("log".into()).spawn(move || {
            loop {
                thread::sleep(PATIENCE);
                emptied.flush();
            }
        })?;
        Ok(sink)
    }

    pub(super) fn write(&self, urgent: bool, line: &[u8]) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.extend_from_slice(line);
        if urgent || waiting.len() >= ENOUGH {
            empty(&mut waiting);
        }
    }

    pub(super) fn flush(&self) {
        empty(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Whoever logs meanwhile waits, so no line is lost and none is out of order, however slowly the
/// log is read.
fn empty(waiting: &mut Vec<u8>) {
    if !waiting.is_empty() {
        // There is nobody left to tell when the log cannot be written.
        let _ = io::stderr().lock().write_all(waiting);
        waiting.clear();
    }
}
