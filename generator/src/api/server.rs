//! Servers.

use super::Notes;

/// A server of the API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// Its name, in snake_case: `live`.
    pub name: String,
    /// Its absolute URL, without the base path and without a `/` at the end.
    pub url: String,
    /// Description and decisions.
    pub notes: Notes,
}
