//! Servers: names, and URLs that paths can be appended to.

use super::names;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Document, ServerEntry, is_path_byte};
use crate::source::Spanned;
use std::net::{Ipv4Addr, Ipv6Addr};

const WRONG_URL: Code = Code("E0613");
const URL_VARIABLES: Code = Code("E0614");
const BASE_PATH_IN_URL: Code = Code("E0615");

pub(super) fn check(document: &Document, diagnostics: &mut Diagnostics) {
    let base_path = document.api.base_path.as_ref();
    for server in &document.api.servers {
        names::check_snake("a server", &server.name, diagnostics);
        check_server(server, base_path, diagnostics);
    }
}

fn check_server(
    server: &ServerEntry,
    base_path: Option<&Spanned<String>>,
    diagnostics: &mut Diagnostics,
) {
    let url = &server.url;
    let in_url = url.value.contains(['{', '}']).then_some(url.span);
    if let Some(span) = server.variables.or(in_url) {
        let message = "URLs of servers cannot contain variables";
        let diagnostic = Diagnostic::error(URL_VARIABLES, message, span)
            .help("list each server with its whole URL: `{ eu: https://eu.example.com, us: https://us.example.com }`");
        diagnostics.push(diagnostic);
        return;
    }
    if let Some(help) = problem(&url.value) {
        let message = format!("`{}` is not the URL of a server", url.value);
        diagnostics.push(Diagnostic::error(WRONG_URL, message, url.span).help(help));
        return;
    }
    if let Some(base_path) = base_path
        && let Some(short) = url.value.strip_suffix(&base_path.value)
    {
        let message = format!("the URL of `{}` contains the base path", server.name.value);
        let diagnostic = Diagnostic::error(BASE_PATH_IN_URL, message, url.span)
            .also(
                base_path.span,
                "this is appended to the URL of every server",
            )
            .help(format!("write `{short}`"));
        diagnostics.push(diagnostic);
    }
}

/// Whether a URL is absolute, with a valid host: `https://login.example.com/token?tenant=1`.
pub(super) fn is_absolute(url: &str) -> bool {
    let schemes = ["https://", "http://"];
    let Some(rest) = schemes.iter().find_map(|scheme| url.strip_prefix(scheme)) else {
        return false;
    };
    let (authority, rest) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let is_valid = |byte: u8| byte.is_ascii_graphic() && !b"\"#<>\\^`{|}".contains(&byte);
    is_authority(authority) && rest.bytes().all(is_valid)
}

/// What to change in a URL that is not `http[s]://host[:port][/path]`.
fn problem(url: &str) -> Option<&'static str> {
    let Some(rest) = ["https://", "http://"]
        .iter()
        .find_map(|scheme| url.strip_prefix(scheme))
    else {
        return Some("begin the URL with `https://` or `http://`: `https://api.example.com`");
    };
    if url.contains(['?', '#']) {
        return Some("remove the query and the fragment; paths are appended to the URL");
    }
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if authority.contains('@') {
        return Some("remove the credentials; callers authenticate as `auth` describes");
    }
    if !is_authority(authority) {
        return Some(
            "after the scheme, write a host name or an IP address, and optionally a port from 1 to \
             65535: `https://api.example.com:8443`",
        );
    }
    if url.ends_with('/') {
        return Some("remove the `/` at the end; every path begins with one");
    }
    (!is_path(path)).then_some(
        "in the path, percent-encode all characters except letters, digits and \
         `-._~!$&'()*+,;=:@`, and remove segments that are empty, `.` or `..`",
    )
}

fn is_authority(authority: &str) -> bool {
    let (host, port) = match authority.rsplit_once(':') {
        // The last colon may be one of an IPv6 address.
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    };
    let is_port = |port: &str| {
        port.bytes().all(|byte| byte.is_ascii_digit())
            && port.parse::<u16>().is_ok_and(|port| port != 0)
    };
    port.is_none_or(is_port) && is_host(host)
}

/// An IPv6 address in brackets, or labels as in a name of DNS or an IPv4 address.
fn is_host(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[') {
        let address = address.strip_suffix(']');
        return address.is_some_and(|address| address.parse::<Ipv6Addr>().is_ok());
    }
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    // Clients read a host as an IPv4 address if its last label is a number.
    let last = host.rsplit('.').next().unwrap_or(host).to_ascii_lowercase();
    let is_number = match last.strip_prefix("0x") {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => last.bytes().all(|byte| byte.is_ascii_digit()),
    };
    if is_number {
        return host.parse::<Ipv4Addr>().is_ok();
    }
    host.len() <= 253 && host.split('.').all(is_label)
}

/// `path-abempty` of RFC 3986, without segments that are empty or change the path.
fn is_path(path: &str) -> bool {
    let is_segment = |segment: &str| {
        // Clients decode dots before they resolve `..`.
        let plain = segment.to_ascii_lowercase().replace("%2e", ".");
        let mut parts = segment.split('%');
        !matches!(plain.as_str(), "" | "." | "..")
            && parts
                .next()
                .is_some_and(|part| part.bytes().all(is_path_byte))
            && parts.all(|part| match part.as_bytes() {
                [high, low, rest @ ..] => {
                    high.is_ascii_hexdigit()
                        && low.is_ascii_hexdigit()
                        && rest.iter().copied().all(is_path_byte)
                }
                _ => false,
            })
    };
    path.split('/').skip(1).all(is_segment)
}

#[cfg(test)]
mod tests {
    use super::problem;

    #[test]
    fn absolute_urls_without_query_are_accepted() {
        for url in [
            "https://api.example.com",
            "http://127.0.0.1:8080",
            "http://localhost:3000/gateway",
            "https://[2001:db8::1]:8443/a/b",
            "https://api.example.com/a~b/c:d",
            "https://api.example.com/a%20b/%C3%bc",
        ] {
            assert_eq!(problem(url), None, "{url}");
        }
    }

    #[test]
    fn other_urls_are_rejected() {
        for url in [
            "",
            "api.example.com",
            "/v1",
            "ftp://example.com",
            "HTTPS://example.com",
            "https://",
            "https:///v1",
            "https://example.com/",
            "https://example.com//a",
            "https://example.com/a/../b",
            "https://example.com?a=b",
            "https://example.com#a",
            "https://user:word@example.com",
            "https://example.com:0",
            "https://example.com:65536",
            "https://example.com:+80",
            "https://example.com:",
            "https://exa mple.com",
            "https://-example.com",
            "https://example..com",
            "https://256.1.1.1",
            "https://1.2.3.4.5",
            "https://example.1",
            "https://example.0x1f",
            "https://[::g]",
            "https://bücher.example",
            "https://example.com/\"",
            "https://example.com/%zz",
            "https://example.com/a%2",
            "https://example.com/%2E%2e/b",
        ] {
            assert!(problem(url).is_some(), "{url}");
        }
    }
}
