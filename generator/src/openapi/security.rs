//! Security: the schemes of a document, and who may call which operation.

mod schemes;
mod stated;

use super::identifiers::{Taken, snake};
use super::notes::notes;
use super::references::{Files, NodeRef};
use super::requirements::{Named, is_well_formed, named, unknown, valid_scopes};
use super::spelling;
use super::warnings::{Topic, Warnings, nearest_or};
use crate::api::{KeyPlace, Notes};
use crate::diagnostic::Lost;
use crate::document::{
    AccessEntry, AlternativeEntry, AuthSection, NotedName, SchemeEntry, SchemeEntryKind,
};
use crate::hash::{HashMap, HashSet};
use crate::naming;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
pub(super) use stated::{Stated, stated, stated_of_path};

/// Whether the credentials of a scheme are up to the application.
pub(super) fn is_custom(scheme: &Node) -> bool {
    matches!(schemes::kind(scheme), Ok(SchemeEntryKind::Custom))
}

/// The schemes of a document, and how its requirements name them.
#[derive(Default)]
pub(super) struct Security {
    pub(super) schemes: Vec<SchemeEntry>,
    /// The names of schemes, by their names in the document.
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
        let section = components
            .and_then(|at| at.get("securitySchemes"))
            .or_else(|| root?.get("securityDefinitions"));
        for (name, at) in section.into_iter().flat_map(NodeRef::entries) {
            let Some(at) = files.follow(at) else {
                continue;
            };
            spelling::check(at.node, spelling::SECURITY_SCHEME, warnings);
            let unread = at.node.entry("oauth2MetadataUrl");
            let deprecated = at
                .node
                .entry("deprecated")
                .filter(|(_, node)| node.is_true());
            for (key, _) in unread.into_iter().chain(deprecated) {
                let what = format!("`{}` of a security scheme", key.value);
                warnings.lose(Lost::Part, key.span, &what);
            }
            if let Some(flows) = at.node.get("flows") {
                spelling::check(flows, spelling::FLOWS, warnings);
                for (_, flow) in flows.entries() {
                    spelling::check(flow, spelling::FLOW, warnings);
                }
            }
            let kind = schemes::kind(at.node).unwrap_or_else(|key| {
                schemes::warn_incomplete(name, at.node, key, warnings);
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
            SchemeEntryKind::OAuth2(_) | SchemeEntryKind::Bearer => schemes::scopes(node),
            _ => Vec::new(),
        };
        self.schemes.push(SchemeEntry {
            scopes,
            notes: notes(node),
            ..SchemeEntry::new(Spanned::new(unique, name.span), kind)
        });
    }

    fn unique(&mut self, name: &str) -> String {
        // One word, not `o_auth`.
        let base = snake(&name.replace("OAuth", "Oauth"), "scheme");
        self.taken.unique(base, naming::camel)
    }

    /// Who may call, by a `security` list; `None` if it is null, which says nothing. Other shapes are read as the
    /// requirement that they seem to be: a mistake must let nobody in.
    pub(super) fn access(
        &mut self,
        stated: Stated<'_>,
        warnings: &mut Warnings,
    ) -> Option<AccessEntry> {
        let node = stated.at.node;
        if node.is_null() {
            return None;
        }
        let requirements = node.one_or_more();
        if !is_well_formed(node) {
            let what = "`security` must be a list of objects that name schemes; your code must check credentials that `security` does not name";
            let help = "write `[{ name: [] }]`, or `[]` if nobody needs credentials".to_owned();
            warnings.add_with_help(Topic::Security, node.span, what, help);
        }
        let mut alternatives: Vec<AlternativeEntry> = Vec::new();
        let mut is_optional = requirements.is_empty();
        let is_list = matches!(node.kind, NodeKind::List(_));
        for requirement in requirements {
            let mut named = named(requirement);
            if named.is_empty() && !is_list {
                named.push((unknown(node.span), None));
            }
            if named.is_empty() {
                is_optional = true;
                continue;
            }
            let alternative = self.alternative(&named, requirement.span, warnings);
            let key = |alternative: &AlternativeEntry| {
                let mut scopes: Vec<String> = alternative
                    .scopes
                    .iter()
                    .flat_map(|scopes| &scopes.value)
                    .map(|scope| scope.value.clone())
                    .collect();
                scopes.sort_unstable();
                (alternative.name.value.clone(), scopes)
            };
            if !alternatives
                .iter()
                .any(|known| key(known) == key(&alternative))
            {
                alternatives.push(alternative);
            }
        }
        if is_optional && stated.is_proper {
            alternatives.push(none(node.span));
        }
        Some(AccessEntry {
            span: node.span,
            alternatives,
        })
    }

    /// Warns of names that no scheme has.
    pub(super) fn warn_undeclared(&self, warnings: &mut Warnings) {
        let names = self.names.keys().map(String::as_str);
        let declared: Vec<&str> = names
            .filter(|name| !self.undeclared.contains(*name))
            .collect();
        for name in &self.places {
            let otherwise = "declare it among the security schemes of the document";
            let help = nearest_or(&name.value, declared.iter().copied(), otherwise);
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
            .map_or(Span::default(), |scheme| scheme.name.span);
        AccessEntry {
            span,
            alternatives: names.chain([none(span)]).collect(),
        }
    }

    /// The name of a scheme in a requirement. One that the document does not declare is up to the application: if it
    /// were left out, everybody might call.
    fn known(&mut self, name: &Spanned<String>) -> String {
        let known = self.names.get(&name.value).cloned().unwrap_or_else(|| {
            let unique = self.unique(&name.value);
            self.names.insert(name.value.clone(), unique.clone());
            self.undeclared.insert(name.value.clone());
            // It is nowhere in the document.
            let nowhere = Spanned::new(unique.clone(), Span::default());
            let scheme = SchemeEntry::new(nowhere, SchemeEntryKind::Custom);
            self.schemes.push(scheme);
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
        let mut parts: Vec<RequiredScheme> = Vec::new();
        for (name, scopes) in named {
            let known = Spanned::new(self.known(name), name.span);
            let scopes = scopes.map_or_else(Vec::new, |scopes| valid_scopes(scopes, warnings));
            self.declare(&known.value, &scopes, warnings);
            match parts.iter_mut().find(|part| part.name.value == known.value) {
                Some(part) => part.scopes.extend(scopes),
                None => parts.push(RequiredScheme {
                    name: known,
                    scopes,
                }),
            }
        }
        let parts = self.one_in_each_place(parts, warnings);
        let mut wanted: Vec<Spanned<String>> = Vec::new();
        for scope in parts.iter().flat_map(|part| &part.scopes) {
            if !wanted.iter().any(|known| known.value == scope.value) {
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

    /// Adds scopes to a scheme.
    fn declare(&mut self, name: &str, scopes: &[Spanned<String>], warnings: &mut Warnings) {
        let mut schemes = self.schemes.iter_mut();
        let Some(scheme) = schemes.find(|scheme| scheme.name.value == name) else {
            return;
        };
        for scope in scopes {
            if !scheme
                .scopes
                .iter()
                .any(|declared| declared.name.value == scope.value)
            {
                if matches!(scheme.kind, SchemeEntryKind::OAuth2(_)) {
                    let what = format!(
                        "the scope `{}` is not among those of `{name}`; callers need it all the same",
                        scope.value
                    );
                    let declared = scheme.scopes.iter().map(|scope| scope.name.value.as_str());
                    let otherwise = "declare it in `scopes` of the flows of the scheme";
                    let help = nearest_or(&scope.value, declared, otherwise);
                    warnings.add_with_help(Topic::Security, scope.span, &what, help);
                }
                scheme.scopes.push(NotedName {
                    name: scope.clone(),
                    notes: Notes::default(),
                });
            }
        }
    }

    /// A request has one token in a header, so of several schemes in the same place, only one counts: the first one
    /// with scopes, or the first one.
    fn one_in_each_place(
        &self,
        parts: Vec<RequiredScheme>,
        warnings: &mut Warnings,
    ) -> Vec<RequiredScheme> {
        let mut kept: Vec<(Option<(KeyPlace, String)>, RequiredScheme)> = Vec::new();
        for part in parts {
            let place = self.scheme(&part.name.value).and_then(place);
            let same = kept
                .iter_mut()
                .find(|(other, _)| place.is_some() && *other == place);
            let left_out = match same {
                Some((_, first)) if first.scopes.is_empty() && !part.scopes.is_empty() => {
                    std::mem::replace(first, part)
                }
                Some(_) => part,
                None => {
                    kept.push((place, part));
                    continue;
                }
            };
            let what = "a second scheme whose credentials are in the same place";
            warnings.lose(Lost::Part, left_out.name.span, what);
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
        let kind = SchemeEntryKind::All(Spanned::new(names, span));
        self.schemes.push(SchemeEntry::new(name.clone(), kind));
        name
    }

    /// Whether a parameter carries credentials of a scheme that is good for an operation.
    pub(super) fn is_credential(
        &self,
        access: Option<&AccessEntry>,
        wanted: KeyPlace,
        name: &str,
    ) -> bool {
        let alternatives = access.map_or(&[][..], |access| &access.alternatives);
        let mut parts = alternatives.iter().flat_map(|alternative| {
            let scheme = self.scheme(&alternative.name.value);
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
                place, name: key, ..
            } => *place == wanted && key.value.eq_ignore_ascii_case(name),
            _ => false,
        })
    }

    fn scheme(&self, name: &str) -> Option<&SchemeEntry> {
        self.schemes.iter().find(|scheme| scheme.name.value == name)
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
struct RequiredScheme {
    name: Spanned<String>,
    scopes: Vec<Spanned<String>>,
}

/// Access without credentials.
pub(super) fn none(span: Span) -> AlternativeEntry {
    AlternativeEntry {
        name: Spanned::new("none".to_owned(), span),
        scopes: None,
    }
}

/// The part of a request that has the credentials.
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

#[cfg(test)]
mod tests;
