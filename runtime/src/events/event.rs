//! An event with what belongs to it.

use std::time::Duration;

/// An event: its data, and what the standard adds to it. Streams accept plain data as well.
///
/// ```
/// # use std::time::Duration;
/// use specsmith_runtime::Event;
///
/// let event = Event::new("pushed").id("17").retry(Duration::from_secs(2));
/// assert_eq!(event.id.as_deref(), Some("17"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event<T> {
    /// The data.
    pub data: T,
    /// The name.
    pub name: Option<String>,
    /// The identifier, with which a client continues after it has connected again.
    pub id: Option<String>,
    /// How long a client is to wait before it connects again.
    pub retry: Option<Duration>,
}

impl<T> Event<T> {
    /// An event with nothing but data.
    pub const fn new(data: T) -> Self {
        Self {
            data,
            name: None,
            id: None,
            retry: None,
        }
    }

    /// Sets the name. A union whose variants are named by events sets its own.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the identifier.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets how long a client is to wait before it connects again, in milliseconds on the wire.
    #[must_use]
    pub const fn retry(mut self, retry: Duration) -> Self {
        self.retry = Some(retry);
        self
    }
}

impl<T> From<T> for Event<T> {
    fn from(data: T) -> Self {
        Self::new(data)
    }
}
