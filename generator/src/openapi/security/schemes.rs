//! Reads the security schemes of a document.

use crate::api::{Endpoint, FlowKind, KeyPlace};
use crate::check;
use crate::document::{FlowEntry, NotedName, SchemeEntryKind};
use crate::node::Node;
use crate::openapi::notes::described;
use crate::openapi::requirements::is_scope;
use crate::openapi::warnings::{Topic, Warnings, nearest_or};
use crate::source::Spanned;
use crate::words::{alternatives, closest};

/// The types of security schemes.
const TYPES: [&str; 5] = ["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"];

/// The schemes of HTTP whose credentials the runtime reads. The others are up to the application.
const HTTP_SCHEMES: [&str; 2] = ["bearer", "basic"];

/// The places of API keys.
const PLACES: [&str; 3] = ["header", "query", "cookie"];

/// The kind of a scheme. The error is the key without which it is not known.
pub(super) fn kind(node: &Node) -> Result<SchemeEntryKind, &'static str> {
    let text = |key: &str| node.text_at(key);
    if node.get("x-custom").is_some_and(Node::is_true) {
        return Ok(SchemeEntryKind::Custom);
    }
    Ok(match text("type").unwrap_or_default() {
        "http" => match text("scheme")
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase()
            .as_str()
        {
            "bearer" => SchemeEntryKind::Bearer,
            "basic" => SchemeEntryKind::Basic,
            "" => return Err("scheme"),
            other if closest(other, HTTP_SCHEMES.into_iter()).is_some() => return Err("scheme"),
            _ => SchemeEntryKind::Custom,
        },
        "basic" => SchemeEntryKind::Basic,
        "apiKey" => return api_key(node),
        "oauth2" => {
            let flows = flows(node);
            match flows.is_empty() {
                true => SchemeEntryKind::Bearer,
                false => SchemeEntryKind::OAuth2(flows),
            }
        }
        "openIdConnect" => match node.get("openIdConnectUrl") {
            Some(url) if is_absolute(url) => match url.spanned_text() {
                Some(discovery) => SchemeEntryKind::OpenId { discovery },
                None => SchemeEntryKind::Bearer,
            },
            _ => SchemeEntryKind::Bearer,
        },
        "mutualTLS" => SchemeEntryKind::Custom,
        _ => return Err("type"),
    })
}

fn api_key(node: &Node) -> Result<SchemeEntryKind, &'static str> {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'+-.^_`|~".contains(&byte);
    let place = match node.text_at("in") {
        Some("header") => Some(KeyPlace::Header),
        Some("query") => Some(KeyPlace::Query),
        Some("cookie") => Some(KeyPlace::Cookie),
        _ => None,
    };
    let is_query = place == Some(KeyPlace::Query);
    let name = node
        .get("name")
        .and_then(Node::spanned_text)
        .map(|name| Spanned::new(name.value.trim().to_owned(), name.span));
    let is_usable = |name: &Spanned<String>| {
        !name.value.is_empty() && (is_query || name.value.bytes().all(is_token))
    };
    let Some(name) = name.filter(is_usable) else {
        return Err(if place.is_some() { "name" } else { "in" });
    };
    let is_authorization = name.value.eq_ignore_ascii_case("authorization");
    if !is_query && !is_authorization && check::is_own_header(&name.value) {
        // A header of HTTP itself, such as all cookies at once: only the application knows what is in it.
        return Ok(SchemeEntryKind::Custom);
    }
    let is_header = place == Some(KeyPlace::Header);
    let prefix = node.get("x-prefix").and_then(Node::spanned_text);
    let is_prefix = |prefix: &Spanned<String>| {
        let visible = prefix.value.strip_suffix(' ').unwrap_or(&prefix.value);
        is_header && !visible.is_empty() && visible.bytes().all(|byte| byte.is_ascii_graphic())
    };
    Ok(SchemeEntryKind::ApiKey {
        place: place.ok_or("in")?,
        name,
        prefix: prefix.filter(is_prefix),
    })
}

fn is_absolute(url: &Node) -> bool {
    let text = url.as_text().unwrap_or_default();
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}#".contains(&byte);
    ["https://", "http://"].iter().any(|scheme| {
        text.strip_prefix(scheme).is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_alphanumeric()) && rest.bytes().all(is_plain)
        })
    })
}

fn flows(node: &Node) -> Vec<FlowEntry> {
    const FLOWS: [(&str, FlowKind); 5] = [
        ("authorizationCode", FlowKind::AuthorizationCode),
        ("clientCredentials", FlowKind::ClientCredentials),
        ("implicit", FlowKind::Implicit),
        ("password", FlowKind::Password),
        ("deviceAuthorization", FlowKind::Device),
    ];
    let flows = node.entries_at("flows");
    let found = flows.iter().filter_map(|(name, flow)| {
        let (_, kind) = FLOWS.iter().find(|(known, _)| *known == name.value)?;
        let wanted: &[(&str, Endpoint)] = match kind {
            FlowKind::AuthorizationCode => &[
                ("authorizationUrl", Endpoint::Authorize),
                ("tokenUrl", Endpoint::Token),
            ],
            FlowKind::Implicit => &[("authorizationUrl", Endpoint::Authorize)],
            FlowKind::Device => &[
                ("deviceAuthorizationUrl", Endpoint::Device),
                ("tokenUrl", Endpoint::Token),
            ],
            FlowKind::ClientCredentials | FlowKind::Password => &[("tokenUrl", Endpoint::Token)],
        };
        let mut endpoints = Vec::new();
        for (key, endpoint) in wanted {
            let url = flow.get(key).filter(|url| is_absolute(url))?;
            endpoints.push((*endpoint, url.spanned_text()?));
        }
        if let Some(url) = flow.get("refreshUrl").filter(|url| is_absolute(url)) {
            endpoints.push((Endpoint::Refresh, url.spanned_text()?));
        }
        Some(FlowEntry {
            kind: *kind,
            endpoints,
        })
    });
    found.collect()
}

/// The scopes that the flows of a scheme declare.
pub(super) fn scopes(node: &Node) -> Vec<NotedName> {
    let mut found: Vec<NotedName> = Vec::new();
    let flows = node.entries_at("flows");
    for (_, flow) in flows {
        for (name, doc) in flow.entries_at("scopes") {
            let is_known = found.iter().any(|known| known.name.value == name.value);
            if is_known || !is_scope(&name.value) {
                continue;
            }
            found.push(NotedName {
                name: name.clone(),
                notes: described(doc.as_text()),
            });
        }
    }
    found
}

/// Warns of a scheme whose value of a key is missing or not known.
pub(super) fn warn_incomplete(
    name: &Spanned<String>,
    node: &Node,
    key: &str,
    warnings: &mut Warnings,
) {
    let known = match key {
        "type" => TYPES.as_slice(),
        "scheme" => HTTP_SCHEMES.as_slice(),
        "in" => PLACES.as_slice(),
        _ => &[],
    };
    let name_of = &name.value;
    let word = node.text_at(key);
    let what = match word {
        Some(other) if key != "name" => {
            format!("the security scheme `{name_of}` has the unknown `{key}` `{other}`")
        }
        _ => format!("the security scheme `{name_of}` has no usable `{key}`"),
    };
    let what = format!("{what}; your code must check these credentials");
    let otherwise = match known {
        [] => format!("add `{key}`"),
        known => format!("`{key}` is one of {}", alternatives(known.iter().copied())),
    };
    let help = nearest_or(word.unwrap_or_default(), known.iter().copied(), otherwise);
    warnings.add_with_help(Topic::Security, name.span, &what, help);
}
