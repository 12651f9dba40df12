//! The authentication schemes.

use super::references::undeclared;
use super::{headers, servers, text_forms};
use crate::api::KeyPlace;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{AuthSection, FlowEntry, SchemeEntry, SchemeEntryKind};
use crate::source::Spanned;

const KINDS_AND_SCOPES: Code = Code("E0803");
const WRONG_SCOPE: Code = Code("E0804");
const NO_FLOWS: Code = Code("E0805");
const WRONG_URL: Code = Code("E0806");
const WRONG_PLACE: Code = Code("E0807");
const WRONG_PREFIX: Code = Code("E0808");
const WRONG_COMBINATION: Code = Code("E0809");
const SAME_PLACE: Code = Code("E0810");

pub(super) fn check(scheme: &SchemeEntry, auth: &AuthSection, diagnostics: &mut Diagnostics) {
    match &scheme.kind {
        SchemeEntryKind::Bearer | SchemeEntryKind::Basic | SchemeEntryKind::Custom => {}
        SchemeEntryKind::ApiKey {
            place,
            name,
            prefix,
        } => {
            check_place(*place, name, diagnostics);
            if let Some(prefix) = prefix {
                check_prefix(prefix, diagnostics);
            }
        }
        SchemeEntryKind::OAuth2(flows) => check_flows(scheme, flows, diagnostics),
        SchemeEntryKind::OpenId { discovery } => check_url(discovery, diagnostics),
        SchemeEntryKind::All(names) => check_combination(scheme, names, auth, diagnostics),
    }
    check_scopes(scheme, diagnostics);
}

fn check_scopes(scheme: &SchemeEntry, diagnostics: &mut Diagnostics) {
    if let (Some(kind), Some(scope)) = (scheme.kinds.first(), scheme.scopes.first()) {
        let message = format!("`{}` has both kinds and scopes", scheme.name.value);
        let diagnostic = Diagnostic::error(KINDS_AND_SCOPES, message, scope.name.span)
            .also(kind.name.span, "the first kind")
            .help("keep one of the two: an operation needs one kind, or any number of scopes");
        diagnostics.push(diagnostic);
    }
    for scope in &scheme.scopes {
        // `scope-token` of RFC 6749, section 3.3.
        let is_valid = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
        if scope.name.value.is_empty() || !scope.name.value.bytes().all(is_valid) {
            let message = format!("`{}` is not a scope", scope.name.value);
            let diagnostic = Diagnostic::error(WRONG_SCOPE, message, scope.name.span);
            diagnostics.push(diagnostic.help(
                "use ASCII characters without spaces, quotes and backslashes, such as `issues:write`",
            ));
        }
    }
}

fn check_flows(scheme: &SchemeEntry, flows: &[FlowEntry], diagnostics: &mut Diagnostics) {
    if flows.is_empty() {
        let message = format!("`{}` has no flow", scheme.name.value);
        let diagnostic = Diagnostic::error(NO_FLOWS, message, scheme.name.span)
            .help("add one: `flows: { client_credentials: { token: https://… } }`");
        diagnostics.push(diagnostic);
    }
    for (_, url) in flows.iter().flat_map(|flow| &flow.endpoints) {
        check_url(url, diagnostics);
    }
}

fn check_url(url: &Spanned<String>, diagnostics: &mut Diagnostics) {
    if !servers::is_absolute(&url.value) {
        let message = format!("`{}` is not the URL of an endpoint", url.value);
        let diagnostic = Diagnostic::error(WRONG_URL, message, url.span);
        diagnostics.push(diagnostic.help("write the whole URL: `https://login.example.com/token`"));
    }
}

fn check_place(place: KeyPlace, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let help = match place {
        KeyPlace::Header => return headers::check_credentials(name, diagnostics),
        KeyPlace::Query if !name.value.is_empty() => return,
        KeyPlace::Cookie if text_forms::is_token(&name.value) => return,
        KeyPlace::Query => "write the name of the query parameter, such as `query: key`",
        KeyPlace::Cookie => "use letters, digits, `-` and `_`, as in `cookie: session`",
    };
    let message = format!("`{}` is not the name of a {}", name.value, place.name());
    let message = message.replace("a query", "a query parameter");
    diagnostics.push(Diagnostic::error(WRONG_PLACE, message, name.span).help(help));
}

/// Servers cut spaces at the ends of a header.
fn check_prefix(prefix: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let text = prefix.value.as_bytes();
    let is_visible = text.iter().all(|byte| matches!(byte, b' '..=b'~'));
    if text.is_empty() || text.starts_with(b" ") || !is_visible {
        let message = format!("`{}` cannot precede a key", prefix.value);
        let diagnostic = Diagnostic::error(WRONG_PREFIX, message, prefix.span);
        diagnostics.push(diagnostic.help(
            "use visible ASCII characters, and a space at the end if there is one: `prefix: \"Token \"`",
        ));
    }
}

fn check_combination(
    scheme: &SchemeEntry,
    names: &Spanned<Vec<Spanned<String>>>,
    auth: &AuthSection,
    diagnostics: &mut Diagnostics,
) {
    if names.value.len() < 2 {
        let message = format!("`{}` combines fewer than two schemes", scheme.name.value);
        let diagnostic = Diagnostic::error(WRONG_COMBINATION, message, names.span);
        diagnostics.push(diagnostic.help("list all schemes that a request must carry at once"));
    }
    let mut parts: Vec<(&Spanned<String>, &SchemeEntry)> = Vec::new();
    for name in &names.value {
        let Some(part) = part(name, auth, diagnostics) else {
            continue;
        };
        let other = parts.iter().find(|(_, other)| same_place(other, part));
        if let Some((first, _)) = other {
            let message = match first.value == name.value {
                true => format!("`{}` is listed twice", name.value),
                false => format!(
                    "`{}` and `{}` are in the same place of a request",
                    first.value, name.value
                ),
            };
            let diagnostic = Diagnostic::error(SAME_PLACE, message, name.span)
                .also(first.span, "the first one")
                .help("a request cannot carry both: remove one");
            diagnostics.push(diagnostic);
        }
        parts.push((name, part));
    }
}

/// The scheme that is part of a combination.
fn part<'d>(
    name: &Spanned<String>,
    auth: &'d AuthSection,
    diagnostics: &mut Diagnostics,
) -> Option<&'d SchemeEntry> {
    let (message, help) = match auth.scheme(&name.value) {
        Some(scheme) if matches!(scheme.kind, SchemeEntryKind::All(_)) => (
            format!("`{}` is a combination itself", name.value),
            "list its schemes instead".to_owned(),
        ),
        Some(scheme) => return Some(scheme),
        None => {
            let named = |scheme: &&SchemeEntry| {
                scheme
                    .kinds
                    .iter()
                    .any(|kind| kind.name.value == name.value)
            };
            let Some(owner) = auth.schemes.iter().find(named) else {
                let known = auth.schemes.iter().map(|scheme| scheme.name.value.as_str());
                let known = known.filter(|known| *known != name.value);
                diagnostics.push(undeclared(
                    WRONG_COMBINATION,
                    "scheme",
                    "auth.schemes",
                    name,
                    known,
                ));
                return None;
            };
            (
                format!("`{}` is a kind of credentials, not a scheme", name.value),
                format!("write its scheme, `{}`", owner.name.value),
            )
        }
    };
    diagnostics.push(Diagnostic::error(WRONG_COMBINATION, message, name.span).help(help));
    None
}

/// Whether a request cannot carry the credentials of both schemes.
fn same_place(one: &SchemeEntry, other: &SchemeEntry) -> bool {
    one.name.value == other.name.value
        || match (place(one), place(other)) {
            (Some((KeyPlace::Header, one)), Some((KeyPlace::Header, other))) => {
                one.eq_ignore_ascii_case(other)
            }
            (Some(one), Some(other)) => one == other,
            (None, _) | (_, None) => false,
        }
}

/// The part of a request that carries the credentials, if the document names it.
pub(super) fn place(scheme: &SchemeEntry) -> Option<(KeyPlace, &str)> {
    match &scheme.kind {
        SchemeEntryKind::Bearer
        | SchemeEntryKind::Basic
        | SchemeEntryKind::OAuth2(_)
        | SchemeEntryKind::OpenId { .. } => Some((KeyPlace::Header, "Authorization")),
        SchemeEntryKind::ApiKey { place, name, .. } => Some((*place, &name.value)),
        SchemeEntryKind::Custom | SchemeEntryKind::All(_) => None,
    }
}
