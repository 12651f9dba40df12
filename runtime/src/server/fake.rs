//! Fakes of the handlers of an API, for tests of its callers.

use std::any::Any;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Operation;

/// The handlers of a fake, and the requests that it got. Clones share the requests.
#[derive(Clone, Default)]
pub struct Fakes {
    /// A [`Handler`] for each operation that has one, by its name.
    handlers: HashMap<&'static str, Arc<dyn Any + Send + Sync>>,
    requests: Arc<Mutex<Vec<Request>>>,
}

/// The handler of an operation with arguments of type `R`.
struct Handler<R, T, E>(Mutex<Function<R, T, E>>);

type Function<R, T, E> = Box<dyn FnMut(R) -> Result<T, E> + Send>;

/// A request that a fake got.
struct Request {
    operation: &'static str,
    /// The arguments, unless they contain a body that can be read once.
    arguments: Option<Box<dyn Any + Send>>,
}

impl Fakes {
    /// Adds the handler of an operation. It replaces an earlier one.
    #[must_use]
    pub fn with<R: 'static, T: 'static, E: 'static>(
        mut self,
        operation: &'static Operation,
        handler: impl FnMut(R) -> Result<T, E> + Send + 'static,
    ) -> Self {
        let handler = Handler(Mutex::new(Box::new(handler)));
        self.handlers.insert(operation.name, Arc::new(handler));
        self
    }

    /// Adds the handler of an operation without arguments.
    #[must_use]
    pub fn with_no_arguments<T: 'static, E: 'static>(
        self,
        operation: &'static Operation,
        mut handler: impl FnMut() -> Result<T, E> + Send + 'static,
    ) -> Self {
        self.with(operation, move |(): ()| handler())
    }

    /// Records a request, and passes it to the handler of its operation.
    ///
    /// # Errors
    /// The error of the handler, or [`NotFaked`] if there is no handler.
    pub fn handle<R, T, E>(&self, operation: &'static Operation, request: R) -> Result<T, E>
    where
        R: Clone + Send + 'static,
        T: 'static,
        E: From<NotFaked> + 'static,
    {
        self.record(operation, Some(Box::new(request.clone())));
        self.run(operation, request)
    }

    /// As [`handle`](Self::handle), for arguments that cannot be cloned. They are not recorded.
    ///
    /// # Errors
    /// The error of the handler, or [`NotFaked`] if there is no handler.
    pub fn handle_once<R, T, E>(&self, operation: &'static Operation, request: R) -> Result<T, E>
    where
        R: 'static,
        T: 'static,
        E: From<NotFaked> + 'static,
    {
        self.record(operation, None);
        self.run(operation, request)
    }

    /// The names of the operations that were called, in order.
    pub fn calls(&self) -> Vec<&'static str> {
        let requests = self.requests();
        requests.iter().map(|request| request.operation).collect()
    }

    /// The arguments of this type that were received, in order.
    pub fn requests_of<R: Clone + 'static>(&self) -> Vec<R> {
        let requests = self.requests();
        let arguments = requests
            .iter()
            .filter_map(|request| request.arguments.as_deref());
        arguments
            .filter_map(|arguments| arguments.downcast_ref().cloned())
            .collect()
    }

    fn record(&self, operation: &'static Operation, arguments: Option<Box<dyn Any + Send>>) {
        let operation = operation.name;
        self.requests().push(Request {
            operation,
            arguments,
        });
    }

    fn requests(&self) -> MutexGuard<'_, Vec<Request>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run<R, T, E>(&self, operation: &'static Operation, request: R) -> Result<T, E>
    where
        R: 'static,
        T: 'static,
        E: From<NotFaked> + 'static,
    {
        let handler = self.handlers.get(operation.name);
        match handler.and_then(|handler| handler.downcast_ref::<Handler<R, T, E>>()) {
            Some(Handler(handler)) => {
                // A handler that panicked before fails its own call only.
                let mut handler = handler.lock().unwrap_or_else(PoisonError::into_inner);
                handler(request)
            }
            None => Err(NotFaked(operation.name).into()),
        }
    }
}

/// Shows the names of the operations that have handlers.
impl fmt::Debug for Fakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<&str> = self.handlers.keys().copied().collect();
        names.sort_unstable();
        f.debug_tuple("Fakes").field(&names).finish()
    }
}

/// A call of an operation that a fake has no handler for. The response is 501.
#[derive(Debug)]
pub struct NotFaked(&'static str);

impl fmt::Display for NotFaked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0;
        write!(
            f,
            "the fake has no handler for `{name}`: add one with its method"
        )
    }
}

impl Error for NotFaked {}
