//! Servers: names, and URLs that paths can be appended to.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::names;
use crate::api::{UrlPiece, url_pieces};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Document, OperationEntry, ServerEntry, VariableEntry, is_path_byte};
use crate::source::{Span, Spanned};
use crate::words::{closest, listed};

const WRONG_URL: Code = Code("E0613");
const UNDECLARED_VARIABLE: Code = Code("E0614");
const BASE_PATH_IN_URL: Code = Code("E0615");
const UNUSED_VARIABLE: Code = Code("E0818");
const NOT_A_VALUE: Code = Code("E0819");
const UNKNOWN_SERVER: Code = Code("E0820");
const REPEATED_VARIABLE: Code = Code("E0890");

pub(super) fn check(document: &Document, diagnostics: &mut Diagnostics) {
    let base_path = document.api.base_path.as_ref();
    for server in &document.api.servers {
        names::rules::check_snake("a server", &server.name, diagnostics);
        check_variables(server, diagnostics);
        check_url(server, base_path, diagnostics);
    }
}

/// The problem of the URL of a server, or of its variables.
pub(crate) fn problem_of_server(server: &ServerEntry) -> Option<String> {
    let mut diagnostics = Diagnostics::default();
    check_variables(server, &mut diagnostics);
    check_url(server, None, &mut diagnostics);
    diagnostics.iter().next().map(|first| first.message.clone())
}

/// The server of an operation.
pub(super) fn check_operation(
    operation: &OperationEntry,
    document: &Document,
    diagnostics: &mut Diagnostics,
) {
    let Some(name) = &operation.server else {
        return;
    };
    let servers = document.api.servers.iter();
    let known: Vec<&str> = servers.map(|server| server.name.value.as_str()).collect();
    if known.contains(&name.value.as_str()) {
        return;
    }
    let message = format!("there is no server `{}`", name.value);
    let help = match closest(&name.value, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => format!(
            "add it to `api`: `servers: {{ {}: https://… }}`",
            name.value
        ),
        None => format!("`api.servers` declares {}", listed(known.into_iter())),
    };
    diagnostics.push(Diagnostic::error(UNKNOWN_SERVER, message, name.span).help(help));
}

fn check_variables(server: &ServerEntry, diagnostics: &mut Diagnostics) {
    let pieces = url_pieces(&server.url.value);
    for variable in &server.variables {
        let name = &variable.name;
        if !pieces.contains(&UrlPiece::Variable(&name.value)) {
            let message = format!("the URL has no variable `{}`", name.value);
            let diagnostic = Diagnostic::error(UNUSED_VARIABLE, message, name.span)
                .also(server.url.span, "this is the URL")
                .help(format!(
                    "write `{{{}}}` where it belongs, or remove the variable",
                    name.value
                ));
            diagnostics.push(diagnostic);
        }
        let is_variable = |piece: &&UrlPiece<'_>| **piece == UrlPiece::Variable(&name.value);
        if pieces.iter().filter(is_variable).count() > 1 {
            let message = format!("the variable `{}` is in the URL twice", name.value);
            let diagnostic = Diagnostic::error(REPEATED_VARIABLE, message, server.url.span)
                .also(name.span, "this is the variable")
                .note("OpenAPI 3.2 allows each variable of a URL once")
                .help("declare a variable for each place");
            diagnostics.push(diagnostic);
        }
        let values = &variable.values;
        if let Some(default) = &variable.default
            && !values.is_empty()
            && !values.iter().any(|value| value.value == default.value)
        {
            let message = format!("`{}` is not a value of `{}`", default.value, name.value);
            let known = listed(values.iter().map(|value| value.value.as_str()));
            let diagnostic = Diagnostic::error(NOT_A_VALUE, message, default.span)
                .help(format!("`enum` has {known}"));
            diagnostics.push(diagnostic);
        }
    }
}

/// Checks the URL with the defaults of its variables, and with each of their other values.
fn check_url(
    server: &ServerEntry,
    base_path: Option<&Spanned<String>>,
    diagnostics: &mut Diagnostics,
) {
    let url = &server.url;
    let pieces = url_pieces(&url.value);
    let mut is_declared = true;
    for piece in &pieces {
        if let UrlPiece::Variable(name) = piece
            && !server
                .variables
                .iter()
                .any(|variable| variable.name.value == *name)
        {
            is_declared = false;
            let message = format!("the variable `{name}` is not declared");
            let diagnostic = Diagnostic::error(UNDECLARED_VARIABLE, message, url.span).help(
                format!("add `variables: {{ {name}: {{ default: … }} }}` beside `url`"),
            );
            diagnostics.push(diagnostic);
        }
    }
    if !is_declared || !check_filled(&pieces, server, None, url.span, diagnostics) {
        return;
    }
    for variable in &server.variables {
        for value in &variable.values {
            check_filled(
                &pieces,
                server,
                Some((variable, value)),
                value.span,
                diagnostics,
            );
        }
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
            .write(short);
        diagnostics.push(diagnostic);
    }
}

/// Whether the URL is valid with the defaults, apart from one variable that has this value.
fn check_filled(
    pieces: &[UrlPiece<'_>],
    server: &ServerEntry,
    with: Option<(&VariableEntry, &Spanned<String>)>,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> bool {
    let value_of = |name: &str, otherwise: &str| match with {
        Some((variable, value)) if variable.name.value == name => value.value.clone(),
        _ => {
            let mut variables = server.variables.iter();
            let variable = variables.find(|variable| variable.name.value == name);
            let default = variable.and_then(|variable| variable.default.as_ref());
            default.map_or_else(|| otherwise.to_owned(), |default| default.value.clone())
        }
    };
    let filled = |otherwise: &str| -> String {
        let pieces = pieces.iter().map(|piece| match piece {
            UrlPiece::Text(text) => (*text).to_owned(),
            UrlPiece::Variable(name) => value_of(name, otherwise),
        });
        pieces.collect()
    };
    // Callers may give a name, a port, or the whole start of the URL.
    let url = filled("a");
    let Some(help) = problem(&url) else {
        return true;
    };
    if ["1", "https", "https://a"]
        .iter()
        .any(|value| problem(&filled(value)).is_none())
    {
        return true;
    }
    let message = format!("`{url}` is not the URL of a server");
    diagnostics.push(Diagnostic::error(WRONG_URL, message, span).help(help));
    false
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

/// The help for a URL that is not `http[s]://host[:port][/path]`.
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
