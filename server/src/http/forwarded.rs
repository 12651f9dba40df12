//! The headers in which proxies name the addresses of clients.

use std::net::IpAddr;

use axum::http::HeaderMap;

use super::options::ProxyHeader;

/// The addresses that proxies name in their header, the nearest first. An element that is not an address, such as
/// `unknown`, is `None`. Proxies write at the end, so what a client has written before, quotes for example, has no
/// effect on it.
pub(super) fn forwarded(
    headers: &HeaderMap,
    header: ProxyHeader,
) -> impl Iterator<Item = Option<IpAddr>> {
    let mut lines: Vec<_> = headers.get_all(header.name()).iter().collect();
    lines.reverse();
    lines.into_iter().flat_map(move |line| {
        let line = String::from_utf8_lossy(line.as_bytes());
        let elements = split_from_end(&line, ',').into_iter();
        let elements: Vec<Option<IpAddr>> = match header {
            ProxyHeader::Forwarded => elements.map(of_element).collect(),
            ProxyHeader::XForwardedFor => elements.map(|text| address(text.trim())).collect(),
        };
        elements
    })
}

/// The address in an element of `Forwarded` (RFC 7239, section 4).
fn of_element(element: &str) -> Option<IpAddr> {
    let parameters = split_from_end(element, ';').into_iter();
    let mut pairs = parameters.filter_map(|parameter| parameter.split_once('='));
    let (_, node) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    address(node.trim().trim_matches('"'))
}

/// The parts of a string between separators that are not in quotes, the last one first.
fn split_from_end(text: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    let (mut parts, mut end) = (Vec::new(), text.len());
    for (at, c) in text.char_indices().rev() {
        if c == '"' {
            // In quotes, a backslash escapes the next character.
            let escapes = text[..at].chars().rev().take_while(|c| *c == '\\');
            is_quoted ^= escapes.count() % 2 == 0;
        }
        if c == separator && !is_quoted {
            parts.push(&text[at + c.len_utf8()..end]);
            end = at;
        }
    }
    parts.push(&text[..end]);
    parts
}

/// An address with or without a port. IPv6 may be in brackets.
fn address(node: &str) -> Option<IpAddr> {
    let without_port = match node.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        None => match node.split_once(':') {
            Some((address, port)) if !port.contains(':') => address,
            Some(_) | None => node,
        },
    };
    without_port.parse().ok()
}
