//! The URLs that servers can have. Clients do not see the names of variables in them.

use crate::api::{Server, UrlPiece, url_pieces};

/// If a server has more URLs with listed values than this, they are not compared one by one.
const MOST: usize = 64;

/// In a URL, a variable with any value.
const ANY: &str = "{}";

/// A URL of a server, or all that differ only in variables without listed values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    /// The URL, in which variables have no names.
    url: String,
    /// The URL with the defaults of these variables.
    default: Option<String>,
}

impl Address {
    /// All addresses of a server whose URL is `url` without what the routes have.
    pub(super) fn all(server: &Server, url: &str) -> Vec<Self> {
        let variable = |name: &str| {
            let mut variables = server.variables.iter();
            variables.find(|variable| variable.name == name)
        };
        let pieces = url_pieces(url).into_iter();
        let pieces: Vec<(Vec<String>, Option<String>)> = pieces
            .map(|piece| match piece {
                UrlPiece::Text(text) => (vec![text.to_owned()], Some(text.to_owned())),
                UrlPiece::Variable(name) => match variable(name) {
                    Some(variable) if !variable.values.is_empty() => {
                        (variable.values.clone(), None)
                    }
                    Some(variable) => (vec![ANY.to_owned()], variable.default.clone()),
                    None => (vec![ANY.to_owned()], None),
                },
            })
            .collect();
        let count = pieces.iter().try_fold(1_usize, |count, (values, _)| {
            let count = count.checked_mul(values.len())?;
            (count <= MOST).then_some(count)
        });
        let is_listed = count.is_some();
        let mut all = vec![(String::new(), Some(String::new()))];
        for (values, default) in pieces {
            let values = match is_listed {
                true => values,
                false => vec![values.join("|")],
            };
            all = all
                .iter()
                .flat_map(|(url, whole)| values.iter().map(move |value| (url, whole, value)))
                .map(|(url, whole, value)| {
                    let known = match value.as_str() {
                        ANY => default.as_deref(),
                        value => Some(value),
                    };
                    let whole = whole.as_ref().zip(known);
                    (
                        format!("{url}{value}"),
                        whole.map(|(whole, known)| format!("{whole}{known}")),
                    )
                })
                .collect();
        }
        let all = all.into_iter().map(|(url, default)| Self {
            url: plain(&url),
            default: default.as_deref().map(plain),
        });
        all.collect()
    }

    /// Whether clients that use it find it among the addresses of the other side.
    pub(super) fn is_in(&self, others: &[Self]) -> bool {
        let mut others = others.iter();
        others.any(|other| {
            self == other || !self.url.contains(ANY) && has_form(&self.url, &other.url)
        })
    }
}

/// The address that clients know.
impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.default.as_ref().unwrap_or(&self.url))
    }
}

/// A URL as it is compared: its scheme and its host in lower case, without the usual port.
pub(super) fn plain(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url.trim_end_matches('/').to_owned();
    };
    let scheme = scheme.to_ascii_lowercase();
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = host.to_ascii_lowercase();
    let port = match scheme.as_str() {
        "https" => ":443",
        _ => ":80",
    };
    let host = host.strip_suffix(port).unwrap_or(&host);
    format!("{scheme}://{host}{}", path.trim_end_matches('/'))
}

/// Whether a URL is one of those with any text in place of variables.
fn has_form(url: &str, form: &str) -> bool {
    let mut pieces = form.split(ANY);
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = url.strip_prefix(first) else {
        return false;
    };
    let mut pieces = pieces.peekable();
    if pieces.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            return rest.ends_with(piece);
        }
        let Some((_, after)) = rest.split_once(piece) else {
            return false;
        };
        rest = after;
    }
    true
}
