//! The API as a whole.

use super::Notes;
use crate::api::Info;
use crate::source::Spanned;

/// The `api` section.
#[derive(Debug, Clone)]
pub(crate) struct ApiSection {
    pub(crate) name: Spanned<String>,
    /// Whether the owner chose the name. If not, it is made from the title.
    pub(crate) is_named: bool,
    pub(crate) title: String,
    pub(crate) version: Spanned<String>,
    pub(crate) info: Info,
    pub(crate) base_path: Option<Spanned<String>>,
    pub(crate) request_id: Option<Spanned<String>>,
    /// Whether clients accept responses that lack required fields.
    pub(crate) lenient: bool,
    pub(crate) servers: Vec<ServerEntry>,
    /// The shared parts that all operations have.
    pub(crate) uses: Vec<Spanned<String>>,
    pub(crate) notes: Notes,
}

/// A group of operations as written.
#[derive(Debug, Clone)]
pub(crate) struct GroupEntry {
    pub(crate) name: Spanned<String>,
    pub(crate) title: Option<String>,
    pub(crate) notes: Notes,
}

/// A server as written.
#[derive(Debug, Clone)]
pub(crate) struct ServerEntry {
    pub(crate) name: Spanned<String>,
    pub(crate) url: Spanned<String>,
    /// The variables in its URL.
    pub(crate) variables: Vec<VariableEntry>,
    pub(crate) notes: Notes,
}

/// A variable in the URL of a server as written.
#[derive(Debug, Clone)]
pub(crate) struct VariableEntry {
    pub(crate) name: Spanned<String>,
    /// `None` if callers always give it.
    pub(crate) default: Option<Spanned<String>>,
    /// The values that it can have; none if it can have any.
    pub(crate) values: Vec<Spanned<String>>,
    pub(crate) notes: Notes,
}
