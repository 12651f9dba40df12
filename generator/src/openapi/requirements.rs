//! What the requirements of a document name, in whatever shape they are.

use super::warnings::{Topic, Warnings};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

/// The scopes that a requirement lists. Scopes that are not valid in OAuth 2 are left out, with a warning.
pub(super) fn valid_scopes(node: &Node, warnings: &mut Warnings) -> Vec<Spanned<String>> {
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
pub(super) type Named<'n> = (Spanned<String>, Option<&'n Node>);

/// Whether a `security` list requires credentials of anybody.
pub(super) fn names_schemes(node: &Node) -> bool {
    let mut requirements = node.one_or_more().iter();
    !node.is_null() && requirements.any(|item| !named(item).is_empty())
}

/// The schemes that a requirement names; none if it is an empty object. What is neither an object nor a name stands for
/// a scheme that nobody knows.
pub(super) fn named(requirement: &Node) -> Vec<Named<'_>> {
    let entries = requirement.entries().iter();
    let mut named: Vec<Named<'_>> = entries
        .map(|(name, scopes)| (scheme_name(name), Some(scopes)))
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
        named.push((unknown(requirement.span), None));
    }
    named
}

/// The name of a scheme that nobody knows.
pub(super) fn unknown(span: Span) -> Spanned<String> {
    Spanned::new("unknown".to_owned(), span)
}

/// The name of a scheme. Since OpenAPI 3.2, it may be a reference to the scheme.
fn scheme_name(name: &Spanned<String>) -> Spanned<String> {
    let reference = name.value.split_once("#/components/securitySchemes/");
    match reference {
        Some((_, last)) => Spanned::new(last.to_owned(), name.span),
        None => name.clone(),
    }
}

/// The schemes that a list in place of an object names.
fn named_in_list(item: &Node) -> Vec<Named<'_>> {
    match &item.kind {
        // A list in a list in a list is not a requirement.
        NodeKind::List(_) => Vec::new(),
        _ => named(item),
    }
}

/// The scopes that a requirement lists. A string lists them with spaces between, as in OAuth 2.
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
pub(super) fn is_well_formed(node: &Node) -> bool {
    let is_map = |item: &Node| matches!(item.kind, NodeKind::Map(_));
    matches!(&node.kind, NodeKind::List(items) if items.iter().all(is_map))
}

/// `scope-token` of RFC 6749, section 3.3.
pub(super) fn is_scope(text: &str) -> bool {
    let is_valid = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
    !text.is_empty() && text.bytes().all(is_valid)
}
