//! Security schemes and requirements.

use super::fields::{notes, tidy};
use super::references::Files;
use super::spelling;
use super::taken::Taken;
use super::warnings::{Topic, Warnings};
use crate::api::{Endpoint, FlowKind, KeyPlace, Notes};
use crate::check;
use crate::document::{
    AccessEntry, AlternativeEntry, AuthSection, FlowEntry, NotedName, SchemeEntry, SchemeEntryKind,
};
use crate::hash::{HashMap, HashSet};
use crate::naming;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::words::{closest, listed};

/// The schemes of a document, and how its requirements name them.
#[derive(Default)]
pub(super) struct Security {
    pub(super) schemes: Vec<SchemeEntry>,
    /// The names of schemes by those of the document.
    names: HashMap<String, String>,
    /// The names that only requirements have.
    undeclared: HashSet<String>,
    /// Each place of such a name.
    places: Vec<Spanned<String>>,
    taken: Taken,
}

impl Security {
    pub(super) fn read(files: &Files<'_>, warnings: &mut Warnings) -> Self {
        let mut security = Self {
            taken: Taken::of(["none", "all"].map(naming::camel)),
            ..Self::default()
        };
        let root = files.root();
        let components = root.and_then(|root| root.get("components"));
        let section = components.and_then(|at| at.get("securitySchemes"));
        let section = section.or_else(|| root?.get("securityDefinitions"));
        let Some(section) = section else {
            return security;
        };
        for (name, node) in section.node.entries() {
            let Some(at) = files.follow(section.with(node)) else {
                continue;
            };
            spelling::check(at.node, spelling::SECURITY_SCHEME, warnings);
            if let Some(flows) = at.node.get("flows") {
                spelling::check(flows, spelling::FLOWS, warnings);
                for (_, flow) in flows.entries() {
                    spelling::check(flow, spelling::FLOW, warnings);
                }
            }
            let kind = kind(at.node).unwrap_or_else(|| {
                warn_incomplete(name, at.node, warnings);
                SchemeEntryKind::Custom
            });
            security.add(name, kind, at.node);
        }
        security
    }

    fn add(&mut self, name: &Spanned<String>, kind: SchemeEntryKind, node: &Node) {
        let unique = self.unique(&name.value);
        self.names.insert(name.value.clone(), unique.clone());
        let scopes = match kind {
            SchemeEntryKind::OAuth2(_) | SchemeEntryKind::Bearer => scopes(node),
            _ => Vec::new(),
        };
        self.schemes.push(SchemeEntry {
            name: Spanned::new(unique, name.span),
            kind,
            kinds: Vec::new(),
            scopes,
            notes: notes(node),
        });
    }

    fn unique(&mut self, name: &str) -> String {
        // One word, not `o_auth`.
        let base = snake(&name.replace("OAuth", "Oauth"), "scheme");
        self.taken.unique(base, naming::camel)
    }

    /// Who may call, by a `security` list; `None` if it is null, which says nothing. Other shapes are read as the
    /// requirement that they seem to be: a mistake must let nobody in.
    pub(super) fn access(&mut self, node: &Node, warnings: &mut Warnings) -> Option<AccessEntry> {
        let requirements = match &node.kind {
            NodeKind::Null => return None,
            NodeKind::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        if !is_well_formed(node) {
            let what = "`security` must be a list of objects that name schemes";
            let help = "write `[{ name: [] }]`, or `[{}]` if nobody needs credentials".to_owned();
            warnings.add_with_help(Topic::Security, node.span, what, help);
        }
        let mut alternatives: Vec<AlternativeEntry> = Vec::new();
        let mut is_optional = requirements.is_empty();
        for requirement in requirements {
            let named = named(requirement);
            if named.is_empty() {
                is_optional = true;
                continue;
            }
            let alternative = self.alternative(&named, requirement.span, warnings);
            let key = |of: &AlternativeEntry| {
                let scopes = of.scopes.iter().flat_map(|scopes| &scopes.value);
                let mut scopes: Vec<String> = scopes.map(|scope| scope.value.clone()).collect();
                scopes.sort_unstable();
                (of.name.value.clone(), scopes)
            };
            if !alternatives
                .iter()
                .any(|known| key(known) == key(&alternative))
            {
                alternatives.push(alternative);
            }
        }
        if is_optional {
            alternatives.push(none(node.span));
        }
        Some(AccessEntry {
            span: node.span,
            alternatives,
        })
    }

    /// Warns of names that no scheme has.
    pub(super) fn warn_undeclared(&self, warnings: &mut Warnings) {
        let declared = self.names.keys();
        let declared = declared.filter(|name| !self.undeclared.contains(*name));
        let declared: Vec<&str> = declared.map(String::as_str).collect();
        for name in &self.places {
            let help = match closest(&name.value, declared.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "declare it among the security schemes of the document".to_owned(),
            };
            let what = format!(
                "no security scheme is called `{}`; your code must check these credentials",
                name.value
            );
            warnings.add_with_help(Topic::Security, name.span, &what, help);
        }
    }

    /// Any of the schemes, or none.
    pub(super) fn optional(&self) -> AccessEntry {
        let names = self.schemes.iter().map(|scheme| AlternativeEntry {
            name: scheme.name.clone(),
            scopes: None,
        });
        let span = self
            .schemes
            .first()
            .map_or(Span::default(), |of| of.name.span);
        AccessEntry {
            span,
            alternatives: names.chain([none(span)]).collect(),
        }
    }

    /// The name of a scheme in a requirement. One that the document does not declare is up to the application: if it
    /// were left out, everybody might call.
    fn known(&mut self, name: &Spanned<String>) -> String {
        let known = self.names.get(&name.value).cloned();
        let known = known.unwrap_or_else(|| {
            let unique = self.unique(&name.value);
            self.names.insert(name.value.clone(), unique.clone());
            self.undeclared.insert(name.value.clone());
            self.schemes.push(SchemeEntry {
                // It is nowhere in the document.
                name: Spanned::new(unique.clone(), Span::default()),
                kind: SchemeEntryKind::Custom,
                kinds: Vec::new(),
                scopes: Vec::new(),
                notes: Notes::default(),
            });
            unique
        });
        if self.undeclared.contains(&name.value) {
            self.places.push(name.clone());
        }
        known
    }

    /// The schemes that one requirement names, which a request needs all at once.
    fn alternative(
        &mut self,
        named: &[Named<'_>],
        span: Span,
        warnings: &mut Warnings,
    ) -> AlternativeEntry {
        let mut parts: Vec<Part> = Vec::new();
        for (name, scopes) in named {
            let known = Spanned::new(self.known(name), name.span);
            let scopes = scopes.map_or_else(Vec::new, |scopes| valid_scopes(scopes, warnings));
            self.declare(&known.value, &scopes);
            match parts.iter_mut().find(|part| part.name.value == known.value) {
                Some(part) => part.scopes.extend(scopes),
                None => parts.push(Part {
                    name: known,
                    scopes,
                }),
            }
        }
        let parts = self.one_in_each_place(parts);
        let mut wanted: Vec<Spanned<String>> = Vec::new();
        for scope in parts.iter().flat_map(|part| &part.scopes) {
            if !wanted.iter().any(|of| of.value == scope.value) {
                wanted.push(scope.clone());
            }
        }
        let names: Vec<Spanned<String>> = parts.into_iter().map(|part| part.name).collect();
        let name = match names.as_slice() {
            [only] => only.clone(),
            _ => self.combination(names),
        };
        let scopes = (!wanted.is_empty()).then(|| Spanned::new(wanted, span));
        AlternativeEntry { name, scopes }
    }

    /// Adds scopes to those of a scheme.
    fn declare(&mut self, name: &str, scopes: &[Spanned<String>]) {
        let mut schemes = self.schemes.iter_mut();
        let Some(scheme) = schemes.find(|of| of.name.value == name) else {
            return;
        };
        for scope in scopes {
            if !scheme.scopes.iter().any(|of| of.name.value == scope.value) {
                scheme.scopes.push(NotedName {
                    name: scope.clone(),
                    notes: Notes::default(),
                });
            }
        }
    }

    /// A request has one token in a header, so of several schemes in the same place, only one counts: the first one with
    /// scopes, or the first one.
    fn one_in_each_place(&self, parts: Vec<Part>) -> Vec<Part> {
        let mut kept: Vec<(Option<(KeyPlace, String)>, Part)> = Vec::new();
        for part in parts {
            let place = self.scheme(&part.name.value).and_then(place);
            let same = kept
                .iter_mut()
                .find(|(other, _)| place.is_some() && *other == place);
            match same {
                Some((_, first)) if first.scopes.is_empty() && !part.scopes.is_empty() => {
                    *first = part;
                }
                Some(_) => {}
                None => kept.push((place, part)),
            }
        }
        kept.into_iter().map(|(_, part)| part).collect()
    }

    /// The scheme that combines several.
    fn combination(&mut self, names: Vec<Spanned<String>>) -> Spanned<String> {
        let span = names.first().map_or(Span::default(), |name| name.span);
        let same = |scheme: &&SchemeEntry| match &scheme.kind {
            SchemeEntryKind::All(parts) => parts.value == names,
            _ => false,
        };
        if let Some(known) = self.schemes.iter().find(same) {
            return known.name.clone();
        }
        let joined: Vec<&str> = names.iter().map(|name| name.value.as_str()).collect();
        let unique = self.unique(&joined.join("_and_"));
        let name = Spanned::new(unique, span);
        self.schemes.push(SchemeEntry {
            name: name.clone(),
            kind: SchemeEntryKind::All(Spanned::new(names, span)),
            kinds: Vec::new(),
            scopes: Vec::new(),
            notes: Notes::default(),
        });
        name
    }

    /// The section `auth`, if there are schemes.
    pub(super) fn into_section(self, default: Option<AccessEntry>) -> Option<AuthSection> {
        let span = self.schemes.first()?.name.span;
        Some(AuthSection {
            span,
            default,
            missing: None,
            unknown: None,
            refused: None,
            schemes: self.schemes,
            notes: Notes::default(),
        })
    }
}

/// A scheme that a requirement names, and the scopes that it wants of it.
struct Part {
    name: Spanned<String>,
    scopes: Vec<Spanned<String>>,
}

/// The scopes that a requirement lists. Others than those of OAuth 2 are left out, with a warning.
fn valid_scopes(node: &Node, warnings: &mut Warnings) -> Vec<Spanned<String>> {
    let mut scopes = scopes_of(node);
    scopes.retain(|scope| {
        let is_valid = is_scope(&scope.value);
        if !is_valid {
            let what = format!(
                "the scope `{}` is not valid, so it is not checked",
                scope.value
            );
            let help = "a scope has no spaces, quotes and backslashes (RFC 6749, section 3.3)";
            warnings.add_with_help(Topic::Security, scope.span, &what, help.to_owned());
        }
        is_valid
    });
    scopes
}

/// The name of a scheme in a requirement, with its scopes.
type Named<'n> = (Spanned<String>, Option<&'n Node>);

/// The schemes that a requirement names; none if it is an empty object. What is neither an object nor a name stands for
/// a scheme that nobody knows.
fn named(requirement: &Node) -> Vec<Named<'_>> {
    let entries = requirement.entries().iter();
    let mut named: Vec<Named<'_>> = entries
        .map(|(name, scopes)| (name.clone(), Some(scopes)))
        .collect();
    match &requirement.kind {
        NodeKind::Map(_) => {}
        NodeKind::List(items) => named.extend(items.iter().flat_map(named_in_list)),
        _ => named.extend(requirement.scalar_text().map(|name| {
            let name = Spanned::new(name, requirement.span);
            (name, None)
        })),
    }
    if named.is_empty() && !matches!(requirement.kind, NodeKind::Map(_)) {
        named.push((Spanned::new("unknown".to_owned(), requirement.span), None));
    }
    named
}

/// The schemes that a list in place of an object names.
fn named_in_list(item: &Node) -> Vec<Named<'_>> {
    match &item.kind {
        // A list in a list in a list is no requirement.
        NodeKind::List(_) => Vec::new(),
        _ => named(item),
    }
}

/// The scopes that a requirement lists. A text lists them with spaces between, as in OAuth 2.
fn scopes_of(node: &Node) -> Vec<Spanned<String>> {
    match &node.kind {
        NodeKind::List(items) => items.iter().flat_map(scopes_of).collect(),
        NodeKind::Map(entries) => entries.iter().map(|(name, _)| name.clone()).collect(),
        _ => {
            let text = node.scalar_text().unwrap_or_default();
            let scopes = text.split_whitespace();
            scopes
                .map(|scope| Spanned::new(scope.to_owned(), node.span))
                .collect()
        }
    }
}

/// Whether a `security` list is a list of objects.
fn is_well_formed(node: &Node) -> bool {
    let is_map = |item: &Node| matches!(item.kind, NodeKind::Map(_));
    matches!(&node.kind, NodeKind::List(items) if items.iter().all(is_map))
}

/// Warns of a scheme that lacks something, or whose type is not known.
fn warn_incomplete(name: &Spanned<String>, node: &Node, warnings: &mut Warnings) {
    let text = |key: &str| node.get(key).and_then(Node::as_text);
    let (key, known) = match (text("type"), text("in")) {
        (Some("apiKey"), Some(place)) if PLACES.contains(&place) => ("name", [].as_slice()),
        (Some("apiKey"), _) => ("in", PLACES.as_slice()),
        (Some("http"), _) => ("scheme", HTTP_SCHEMES.as_slice()),
        _ => ("type", TYPES.as_slice()),
    };
    let name_of = &name.value;
    let what = match text(key) {
        Some(other) if key != "name" => {
            format!("the security scheme `{name_of}` has the unknown `{key}` `{other}`")
        }
        _ => format!("the security scheme `{name_of}` has no usable `{key}`"),
    };
    let what = format!("{what}; your code must check these credentials");
    let near = text(key).and_then(|word| closest(word, known.iter().copied()));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => format!("add `{key}`"),
        None => format!("`{key}` is one of {}", listed(known.iter().copied())),
    };
    warnings.add_with_help(Topic::Security, name.span, &what, help);
}

/// The types of security schemes.
const TYPES: [&str; 5] = ["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"];

/// The schemes of HTTP whose credentials the runtime reads. The others are up to the application.
const HTTP_SCHEMES: [&str; 2] = ["bearer", "basic"];

/// The places of API keys.
const PLACES: [&str; 3] = ["header", "query", "cookie"];

fn none(span: Span) -> AlternativeEntry {
    AlternativeEntry {
        name: Spanned::new("none".to_owned(), span),
        scopes: None,
    }
}

/// Where a request carries the credentials.
fn place(scheme: &SchemeEntry) -> Option<(KeyPlace, String)> {
    match &scheme.kind {
        SchemeEntryKind::Bearer
        | SchemeEntryKind::Basic
        | SchemeEntryKind::OAuth2(_)
        | SchemeEntryKind::OpenId { .. } => Some((KeyPlace::Header, "authorization".to_owned())),
        SchemeEntryKind::ApiKey { place, name, .. } => {
            Some((*place, name.value.to_ascii_lowercase()))
        }
        SchemeEntryKind::Custom | SchemeEntryKind::All(_) => None,
    }
}

impl Security {
    /// Whether a parameter carries credentials of a scheme that is good for an operation.
    pub(super) fn is_credential(
        &self,
        access: Option<&AccessEntry>,
        wanted: KeyPlace,
        name: &str,
    ) -> bool {
        let alternatives = access.map_or(&[][..], |access| &access.alternatives);
        let mut parts = alternatives.iter().flat_map(|of| {
            let scheme = self.scheme(&of.name.value);
            match scheme.map(|scheme| &scheme.kind) {
                Some(SchemeEntryKind::All(parts)) => {
                    let parts = parts.value.iter();
                    parts.filter_map(|part| self.scheme(&part.value)).collect()
                }
                _ => Vec::from_iter(scheme),
            }
        });
        parts.any(|scheme| match &scheme.kind {
            SchemeEntryKind::ApiKey {
                place, name: of, ..
            } => *place == wanted && of.value.eq_ignore_ascii_case(name),
            _ => false,
        })
    }

    fn scheme(&self, name: &str) -> Option<&SchemeEntry> {
        self.schemes.iter().find(|of| of.name.value == name)
    }
}

fn kind(node: &Node) -> Option<SchemeEntryKind> {
    let text = |key: &str| node.get(key).and_then(Node::as_text);
    Some(match text("type")? {
        "http" => match text("scheme")
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase()
            .as_str()
        {
            "bearer" => SchemeEntryKind::Bearer,
            "basic" => SchemeEntryKind::Basic,
            "" => return None,
            other if closest(other, HTTP_SCHEMES.into_iter()).is_some() => return None,
            _ => SchemeEntryKind::Custom,
        },
        "basic" => SchemeEntryKind::Basic,
        "apiKey" => {
            let name = node.get("name")?;
            let is_token =
                |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'+-.^_`|~".contains(&byte);
            let written = name.as_text()?.trim();
            let is_named = !written.is_empty() && written.bytes().all(is_token);
            let is_query = node.get("in").and_then(Node::as_text) == Some("query");
            if written.is_empty() || !is_query && !is_named {
                return None;
            }
            let is_authorization = written.eq_ignore_ascii_case("authorization");
            if !is_query && !is_authorization && check::is_own_header(written) {
                // A header of HTTP itself, such as all cookies at once: only the application knows what is in it.
                return Some(SchemeEntryKind::Custom);
            }
            let place = match text("in")? {
                "header" => KeyPlace::Header,
                "query" => KeyPlace::Query,
                "cookie" => KeyPlace::Cookie,
                _ => return None,
            };
            SchemeEntryKind::ApiKey {
                place,
                name: Spanned::new(name.as_text()?.trim().to_owned(), name.span),
                prefix: None,
            }
        }
        "oauth2" => {
            let flows = flows(node);
            match flows.is_empty() {
                true => SchemeEntryKind::Bearer,
                false => SchemeEntryKind::OAuth2(flows),
            }
        }
        "openIdConnect" => match node.get("openIdConnectUrl") {
            Some(url) if is_absolute(url) => SchemeEntryKind::OpenId {
                discovery: url.spanned_text()?,
            },
            _ => SchemeEntryKind::Bearer,
        },
        "mutualTLS" => SchemeEntryKind::Custom,
        _ => return None,
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
    let flows = node.get("flows").map_or(&[][..], Node::entries);
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
fn scopes(node: &Node) -> Vec<NotedName> {
    let mut found: Vec<NotedName> = Vec::new();
    let flows = node.get("flows").map_or(&[][..], Node::entries);
    for (_, flow) in flows {
        for (name, doc) in flow.get("scopes").map_or(&[][..], Node::entries) {
            let is_known = found.iter().any(|known| known.name.value == name.value);
            if is_known || !is_scope(&name.value) {
                continue;
            }
            found.push(NotedName {
                name: name.clone(),
                notes: Notes {
                    doc: doc.as_text().and_then(tidy),
                    ..Notes::default()
                },
            });
        }
    }
    found
}

/// `scope-token` of RFC 6749, section 3.3.
fn is_scope(text: &str) -> bool {
    let is_valid = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
    !text.is_empty() && text.bytes().all(is_valid)
}

/// A name in snake case that begins with a letter.
pub(super) fn snake(name: &str, otherwise: &str) -> String {
    if !name.contains(|c: char| c.is_ascii_alphanumeric()) {
        return otherwise.to_owned();
    }
    let snake = naming::plain_snake(name);
    let snake = snake.trim_start_matches('_');
    let mut snake = match snake.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => snake.to_owned(),
        false => format!("{otherwise}_{snake}"),
    };
    snake.truncate(100);
    naming::plain_snake(&snake)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::source::SourceFile;

    #[test]
    fn a_mistake_lets_nobody_in() {
        for (security, scheme, access) in [
            ("[{ key: [] }]", "{ type: apikey }", "default: key"),
            (
                "[{ key: [] }]",
                "{ type: apiKey, in: headers, name: X }",
                "default: key",
            ),
            (
                "[{ kye: [] }]",
                "{ type: http, scheme: bearer }",
                "default: kye",
            ),
            (
                "{ key: [] }",
                "{ type: http, scheme: bearer }",
                "default: key",
            ),
            ("[key]", "{ type: http, scheme: bearer }", "default: key"),
            ("[[key]]", "{ type: http, scheme: bearer }", "default: key"),
            ("key", "{ type: http, scheme: bearer }", "default: key"),
            (
                "[[{ key: [] }]]",
                "{ type: http, scheme: bearer }",
                "default: key",
            ),
            (
                "[null]",
                "{ type: http, scheme: bearer }",
                "default: unknown",
            ),
            ("[[]]", "{ type: http, scheme: bearer }", "default: unknown"),
            (
                "[{ key: [] }, null]",
                "{ type: http, scheme: bearer }",
                "default: [key, unknown]",
            ),
            (
                "[{ key: [] }]",
                "{ type: http, scheme: baerer }",
                "default: key",
            ),
            ("[{ key: [] }]", "{ type: http }", "default: key"),
        ] {
            let of_all = document(&format!("security: {security}"), "", scheme);
            let text = converted(&of_all);
            assert!(text.contains(access), "{security}, {scheme}: {text}");
            assert!(!text.contains("none"), "{security}, {scheme}: {text}");
            let of_one = document("", &format!("security: {security}, "), scheme);
            let text = converted(&of_one);
            let access = access.replace("default", "auth");
            assert!(text.contains(&access), "{security}, {scheme}: {text}");
            assert!(!text.contains("none"), "{security}, {scheme}: {text}");
        }
    }

    #[test]
    fn only_an_empty_list_or_object_lets_everybody_in() {
        for security in ["[]", "[{}]", "{}"] {
            let of_one = document(
                "",
                &format!("security: {security}, "),
                "{ type: http, scheme: bearer }",
            );
            let text = converted(&of_one);
            assert!(text.contains("auth: none"), "{security}: {text}");
        }
    }

    #[test]
    fn scopes_are_checked_in_whatever_form_they_are() {
        for (requirement, access) in [
            ("{ o: admin }", "{ o: [admin] }"),
            ("{ o: read admin }", "{ o: [read, admin] }"),
            ("{ o: { admin: true } }", "{ o: [admin] }"),
            ("{ o: [[admin]] }", "{ o: [admin] }"),
            // Both are in the same header, and the one with scopes tells more.
            ("{ key: [], o: [admin] }", "{ o: [admin] }"),
            ("{ o: [admin], key: [] }", "{ o: [admin] }"),
            // Roles, in OpenAPI 3.1.
            ("{ key: [admin] }", "{ key: [admin] }"),
        ] {
            let schemes = "{ type: http, scheme: basic }, o: { type: oauth2 }";
            let text = converted(&document(
                &format!("security: [{requirement}]"),
                "",
                schemes,
            ));
            assert!(
                text.contains(&format!("default: {access}")),
                "{requirement}: {text}"
            );
        }
    }

    #[test]
    fn security_in_the_wrong_place_or_misspelled_counts() {
        let scheme = "{ type: http, scheme: bearer }";
        for key in ["securty", "Security", "securities"] {
            let text = converted(&document(&format!("{key}: [{{ key: [] }}]"), "", scheme));
            assert!(text.contains("default: key"), "{key}: {text}");
            let text = converted(&document("", &format!("{key}: [{{ key: [] }}], "), scheme));
            assert!(text.contains("auth: key"), "{key}: {text}");
        }
        let document =
            document("", "", scheme).replace("/books: {", "/books: { security: [{ key: [] }],");
        let text = converted(&document);
        assert!(text.contains("auth: key"), "{text}");
    }

    #[test]
    fn only_parameters_with_credentials_of_the_operation_are_left_out() {
        let parameter = "parameters: [{ name: X-Key, in: header, schema: { type: string } }], ";
        let scheme =
            "{ type: apiKey, in: header, name: X-Key }, other: { type: http, scheme: basic }";
        for (security, is_left_out) in [
            ("[{ key: [] }]", true),
            ("[{ other: [] }]", false),
            ("[]", false),
        ] {
            let of_one = format!("{parameter}security: {security}, ");
            let text = converted(&document("", &of_one, scheme));
            assert_eq!(
                !text.contains("x_key?: string") && !text.contains("X-Key?: string"),
                is_left_out,
                "{text}"
            );
        }
    }

    #[test]
    fn comments_about_an_operation_are_above_it() {
        let document = "openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths: { /books: { get: { operationId: list, security: [{ kye: [] }], sumary: S, responses: { 204: { description: OK } } } } }
";
        let text = converted(document);
        let (_, operations) = text.split_once("operations:").unwrap();
        for comment in [
            "# no security scheme is called `kye`",
            "# there is no key `sumary`",
        ] {
            assert!(operations.contains(comment), "{text}");
        }
    }

    fn converted(document: &str) -> String {
        let source = SourceFile::new("books.yaml", document);
        crate::convert(&source).unwrap().text
    }

    fn document(of_all: &str, of_one: &str, scheme: &str) -> String {
        format!(
            "openapi: 3.1.0
info: {{ title: Books, version: 1.0.0 }}
{of_all}
paths: {{ /books: {{ get: {{ operationId: list, {of_one}responses: {{ 204: {{ description: OK }} }} }} }} }}
components: {{ securitySchemes: {{ key: {scheme} }} }}
"
        )
    }
}
