//! The URL of a request: the base URL, the path and the query.

mod path;
mod query;

use std::borrow::Cow;

use percent_encoding::{AsciiSet, percent_decode_str, utf8_percent_encode};

pub(super) use self::path::{check as check_path, fill};
#[cfg(feature = "form")]
pub(super) use self::query::{add_pairs, first_part_of, keep_parts, remove_parts};
pub(super) use self::query::{add_parameter, has_parameter, remove_parameter, take_parameter};

/// Whether the path of a URL ends with this one, in any case. A server need not know the path that its callers use, so
/// what is before it may be anything.
pub(super) fn is_at(target: &str, path: &str) -> bool {
    let place = target.split(['?', '#']).next().unwrap_or_default();
    let decoded = |text: &str| percent_decode_str(text).collect::<Vec<u8>>();
    let (place, path) = (place.trim_end_matches('/'), path.trim_end_matches('/'));
    let (of_url, wanted) = (decoded(place), decoded(path));
    let end = of_url.len().saturating_sub(wanted.len());
    let is_same = of_url
        .get(end..)
        .is_some_and(|end| end.eq_ignore_ascii_case(&wanted));
    is_same || !place.contains('/')
}

/// The query of a URL.
///
/// # Errors
/// It has none.
pub(super) fn query_of(target: &str) -> Result<&str, String> {
    let (target, _) = target.split_once('#').unwrap_or((target, ""));
    match target.split_once('?') {
        None | Some((_, "")) => Err("without a query".to_owned()),
        Some((_, query)) => Ok(query),
    }
}

/// A URL that a server returns, if it is on the same server. It may be relative to the current one.
///
/// # Errors
/// It is not a URL, or one of another server.
pub(super) fn on_same_server(current: &reqwest::Url, target: &str) -> Result<reqwest::Url, String> {
    let mut next = current
        .join(target)
        .map_err(|error| format!("that cannot be read: {error}"))?;
    next.set_fragment(None);
    let is_plain = next.scheme() == "http" && next.port().is_none();
    if is_plain && current.scheme() == "https" && current.port().is_none() {
        // A server behind a proxy need not know that its callers use TLS.
        let _: Result<(), ()> = next.set_scheme("https");
    }
    let has_user = !next.username().is_empty() || next.password().is_some();
    match next.origin() == current.origin() && !has_user {
        true => Ok(next),
        false => Err("on another server".to_owned()),
    }
}

/// The problem of a URL of another scheme than those, or without one.
pub(super) const NOT_HTTP: &str = "must begin with `http://` or `https://`";

/// Why a URL that callers set cannot be read. It does not show the URL.
pub(super) fn unreadable(url: &str, error: impl std::fmt::Display) -> String {
    let url = url.trim_start();
    let is_http = ["http:", "https:"].iter().any(|scheme| {
        let start = url.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    match is_http {
        true => format!("cannot be read: {error}"),
        false => NOT_HTTP.to_owned(),
    }
}

/// Joins the parts of a URL.
pub(super) fn join(base: &str, path: &str, query: &str) -> String {
    let separator = if query.is_empty() { "" } else { "?" };
    [base, path, separator, query].concat()
}

/// The URL of a receiver of webhooks, with this query after its own. Errors do not show it: it may contain a secret.
pub(super) fn of_receiver(
    receiver: &str,
    query: &str,
    own_client: bool,
) -> Result<reqwest::Url, String> {
    let url = reqwest::Url::parse(receiver);
    let mut url =
        url.map_err(|error| format!("the URL of the receiver {}", unreadable(receiver, error)))?;
    match url.scheme() {
        "https" if !own_client && cfg!(not(feature = "rustls")) => {
            let needed = "the feature `rustls` or an `http_client` with TLS";
            return Err(format!(
                "the URL of the receiver is https, which needs {needed}"
            ));
        }
        "http" | "https" => {}
        _ => return Err(format!("the URL of the receiver {NOT_HTTP}")),
    }
    match url.query().filter(|own| !own.is_empty()) {
        _ if query.is_empty() => {}
        Some(own) => {
            let both = format!("{own}&{query}");
            url.set_query(Some(&both));
        }
        None => url.set_query(Some(query)),
    }
    Ok(url)
}

/// Encodes the items of a list and joins them.
fn join_items(items: &[Cow<'_, str>], separator: &str, encoded: &'static AsciiSet) -> String {
    let items: Vec<Cow<'_, str>> = items
        .iter()
        .map(|item| utf8_percent_encode(item, encoded).into())
        .collect();
    items.join(separator)
}
