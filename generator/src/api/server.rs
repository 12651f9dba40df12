//! Servers.

use super::Notes;

/// A server of the API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// Its name, in snake_case: `live`.
    pub name: String,
    /// Its absolute URL, without the base path and without a `/` at the end. Variables are in braces.
    pub url: String,
    /// The variables of the URL.
    pub variables: Vec<ServerVariable>,
    /// Description and decisions.
    pub notes: Notes,
}

/// A variable in the URL of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerVariable {
    /// Its name in the URL.
    pub name: String,
    /// The value that it has by default; `None` if callers always give one.
    pub default: Option<String>,
    /// The values that it can have; none if it can have any.
    pub values: Vec<String>,
    /// Description and decisions.
    pub notes: Notes,
}

/// Refers to a server of the same API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ServerId(pub(crate) usize);

/// A piece of the URL of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UrlPiece<'a> {
    /// Text as it is.
    Text(&'a str),
    /// The variable of this name.
    Variable(&'a str),
}

impl Server {
    /// The URL in which each variable has its default; `None` if one has no default.
    pub fn default_url(&self) -> Option<String> {
        let pieces = url_pieces(&self.url).into_iter();
        let pieces = pieces.map(|piece| match piece {
            UrlPiece::Text(text) => Some(text),
            UrlPiece::Variable(name) => {
                let mut variables = self.variables.iter();
                let variable = variables.find(|variable| variable.name == name)?;
                variable.default.as_deref()
            }
        });
        pieces.collect()
    }

    /// The URL in which each variable has its default, or its name in braces.
    pub fn shown_url(&self) -> String {
        self.default_url().unwrap_or_else(|| self.url.clone())
    }
}

/// Splits a URL with variables in braces. A brace without its counterpart is text.
pub(crate) fn url_pieces(url: &str) -> Vec<UrlPiece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = url;
    while let Some((text, after)) = rest.split_once('{')
        && let Some((name, after)) = after.split_once('}')
    {
        pieces.extend([UrlPiece::Text(text), UrlPiece::Variable(name)]);
        rest = after;
    }
    pieces.push(UrlPiece::Text(rest));
    pieces.retain(|piece| *piece != UrlPiece::Text(""));
    pieces
}
