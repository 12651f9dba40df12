//! Path items: the operations of a path, with what they share.

use super::references::NodeRef;
use super::requirements::names_schemes;
use super::security::{self, Stated};
use super::spelling;
use super::types::Types;
use super::warnings::{Topic, Warnings};
use crate::api::Method;
use crate::node::NodeKind;
use crate::source::{Span, Spanned};

/// An operation of the document, before it is read.
pub(super) struct OperationNode<'a> {
    pub(super) method: Method,
    pub(super) path: &'a Spanned<String>,
    /// The place of the method.
    pub(super) key: Span,
    pub(super) at: NodeRef<'a>,
    /// The lists of parameters of its path and its own. A later one replaces equal ones.
    pub(super) parameters: Vec<NodeRef<'a>>,
    /// The servers of the operation or its path, if it has its own.
    pub(super) servers: Option<NodeRef<'a>>,
    /// The `security` of the operation or its path.
    pub(super) security: Option<Stated<'a>>,
    pub(super) name: String,
    /// Its group, if it has no tag.
    pub(super) group: Option<Spanned<String>>,
}

/// The keys of operations.
pub(super) const METHODS: [(&str, Method); 8] = [
    ("get", Method::Get),
    ("put", Method::Put),
    ("post", Method::Post),
    ("delete", Method::Delete),
    ("options", Method::Options),
    ("head", Method::Head),
    ("patch", Method::Patch),
    ("trace", Method::Trace),
];

/// The keys of a path item that are not methods.
const ITEM_KEYS: [&str; 5] = ["$ref", "summary", "description", "parameters", "servers"];

/// The keys with operations of other methods, since OpenAPI 3.2.
const LATER_KEYS: [&str; 2] = ["query", "additionalOperations"];

/// The operations of a map from paths to path items, in their order.
pub(super) fn find<'a>(types: &mut Types<'a>, paths: NodeRef<'a>) -> Vec<OperationNode<'a>> {
    let mut found = Vec::new();
    for (path, own) in paths.entries() {
        if path.value.starts_with("x-") {
            continue;
        }
        let Some(item) = types.files.follow(own) else {
            continue;
        };
        // Keys next to a reference win.
        let items = match own.id() == item.id() {
            true => vec![item],
            false => vec![own, item],
        };
        warn_of_keys(&items, &mut types.warnings);
        for (word, method) in METHODS {
            let entry = items.iter().find_map(|item| {
                let (key, node) = item.node.entry(word)?;
                Some((key.span, item.with(node)))
            });
            if let Some((key, at)) = entry
                && matches!(at.node.kind, NodeKind::Map(_))
            {
                let of_path = || items.iter().find_map(|item| item.get("servers"));
                let of_item = || {
                    let mut items = items.iter();
                    items.find_map(|item| security::stated_of_path(*item))
                };
                let owners = items.iter().rev().chain([&at]);
                found.push(OperationNode {
                    method,
                    path,
                    key,
                    at,
                    parameters: owners.filter_map(|owner| owner.get("parameters")).collect(),
                    servers: at.get("servers").or_else(of_path),
                    security: security::stated(at, spelling::OPERATION).or_else(of_item),
                    name: String::new(),
                    group: None,
                });
            }
        }
    }
    found.sort_by_key(|operation| operation.at.node.span.start());
    found
}

/// Warns of keys of a path item that have no effect.
fn warn_of_keys(items: &[NodeRef<'_>], warnings: &mut Warnings) {
    let entries = || items.iter().flat_map(|item| item.node.entries());
    for (key, node) in entries() {
        let name = key.value.as_str();
        let is_read = ITEM_KEYS.contains(&name) || METHODS.iter().any(|(word, _)| *word == name);
        if !is_read && spelling::is_security(name) {
            let what = match names_schemes(node) {
                true => {
                    "`security` belongs in operations; it is read as if all operations of this path had it, so callers need credentials"
                }
                false => {
                    "`security` belongs in operations, so it has no effect here: callers still need the credentials that the document requires"
                }
            };
            warnings.add(Topic::Security, key.span, what);
        } else if !is_read && !LATER_KEYS.contains(&name) && !name.starts_with("x-") {
            warnings.add(Topic::Unread, key.span, name);
        }
    }
    let mut warn = |method: &str, span: Span| {
        let why = format!("routers and clients do not have the method `{method}`");
        warnings.add(Topic::Path, span, &why);
    };
    for (key, value) in entries() {
        match key.value.as_str() {
            "query" => warn("QUERY", key.span),
            "additionalOperations" => {
                let methods = value.entries().iter();
                methods.for_each(|(method, _)| warn(&method.value, method.span));
            }
            _ => {}
        }
    }
}
