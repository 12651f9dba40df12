//! Scripted behaviour of an operation in tests.

#![allow(
    clippy::expect_used,
    reason = "a test that tells an operation the wrong thing has failed"
)]

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use gateway_api::runtime::Operation;
use gateway_api::runtime::error::OperationError;

/// The cause of the error of [`Turn::Fail`]. It must never be sent.
pub const CAUSE: &str = "the ledger at 10.0.0.7 is closed";

/// The message of the panic of [`Turn::Panic`]. It must never be sent.
pub const PANIC: &str = "the ledger is torn";

/// What an operation does in one call.
#[derive(Debug)]
pub enum Turn {
    /// Returns this error: see [`Turn::response`].
    Response(Box<dyn Any + Send>),
    /// Fails with an internal error, which `?` returns.
    Fail,
    /// Panics.
    Panic,
    /// Waits this long, and then works as usual.
    Delay(Duration),
    /// Works as usual.
    Work,
}

impl Turn {
    /// Returns one of the operation's documented errors.
    pub fn response<E: OperationError + Send + 'static>(error: impl Into<E>) -> Self {
        Self::Response(Box::new(error.into()))
    }
}

/// The remaining turns of each operation, and how often it was called.
#[derive(Debug, Default)]
pub(super) struct Script(Mutex<BTreeMap<&'static str, Part>>);

#[derive(Debug, Default)]
struct Part {
    turns: VecDeque<Turn>,
    calls: usize,
}

impl Script {
    pub(super) fn add(&self, operation: &'static Operation, turns: impl IntoIterator<Item = Turn>) {
        self.part(operation, |part| part.turns.extend(turns));
    }

    pub(super) fn calls(&self, operation: &'static Operation) -> usize {
        self.part(operation, |part| part.calls)
    }

    /// Takes the next turn of an operation. Without one, the operation works as usual.
    pub(super) async fn take<E>(&self, operation: &'static Operation) -> Result<(), E>
    where
        E: OperationError + From<std::io::Error> + 'static,
    {
        let turn = self.part(operation, |part| {
            part.calls += 1;
            part.turns.pop_front()
        });
        match turn {
            Some(Turn::Response(error)) => Err(*error
                .downcast()
                .expect("the error belongs to the operation")),
            Some(Turn::Fail) => Err(std::io::Error::other(CAUSE))?,
            Some(Turn::Panic) => panic!("{PANIC}"),
            Some(Turn::Delay(time)) => {
                tokio::time::sleep(time).await;
                Ok(())
            }
            Some(Turn::Work) | None => Ok(()),
        }
    }

    fn part<T>(&self, operation: &'static Operation, change: impl FnOnce(&mut Part) -> T) -> T {
        // A scripted panic must not make later calls fail.
        let mut parts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(parts.entry(operation.name).or_default())
    }
}
