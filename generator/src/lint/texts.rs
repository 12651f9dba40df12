//! Texts for people that YAML reads differently from how they look: quotes that are not quotes of YAML, and comments.

use super::Findings;
use crate::api::{Lint, Lints};
use crate::node::{Node, NodeKind};
use crate::source::Span;
use crate::yaml;

/// The keys of texts for people.
const KEYS: [&str; 5] = ["doc", "title", "summary", "when", "message"];

/// The keys of maps whose own keys are names, such as a field called `title`.
const NAMES: [&str; 18] = [
    "cookies",
    "dependencies",
    "enum",
    "errors",
    "fields",
    "groups",
    "headers",
    "operations",
    "pagers",
    "path",
    "query",
    "schemes",
    "servers",
    "shared",
    "types",
    "union",
    "variables",
    "webhooks",
];

/// The keys of values, which may have any text.
const VALUES: [&str; 5] = ["default", "example", "schema", "styles", "values"];

const QUOTES: [char; 8] = [
    '\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}', '\u{2018}', '\u{2019}', '\u{201a}', '\u{201b}',
];

pub(super) fn check(findings: &mut Findings<'_>) {
    if findings.is_openapi {
        return;
    }
    let source = findings.source;
    for (_, file) in source.files() {
        // A specification with errors has no findings.
        if let Ok(tree) = yaml::parse(source.slice(file), file.start()) {
            check_node(&tree, false, Lints::default(), findings);
        }
    }
}

/// `has_names` says whether the keys of a map are names.
fn check_node(node: &Node, has_names: bool, mut allowed: Lints, findings: &mut Findings<'_>) {
    let exceptions = node.items_at("allow").iter();
    for lint in exceptions.filter_map(|item| Lint::from_name(item.as_text()?)) {
        allowed.insert(lint);
    }
    for (key, value) in node.entries() {
        let is_key = |keys: &[&str]| !has_names && keys.contains(&key.value.as_str());
        match &value.kind {
            _ if is_key(&VALUES) => {}
            NodeKind::Text(text) if is_key(&KEYS) => {
                check_text(&key.value, text, value.span, allowed, findings);
            }
            _ => check_node(value, is_key(&NAMES), allowed, findings),
        }
    }
    for item in node.items() {
        check_node(item, false, allowed, findings);
    }
}

fn check_text(key: &str, text: &str, span: Span, allowed: Lints, findings: &mut Findings<'_>) {
    // Text in quotes or in a block is what it looks like.
    let written = findings.source.slice(span);
    if written.starts_with(['"', '\'', '|', '>']) {
        return;
    }
    let lint = Lint::MisreadText;
    let inside = text.strip_prefix(QUOTES);
    let inside = inside.and_then(|text| text.strip_suffix(QUOTES));
    if inside.is_some_and(|inside| !inside.contains(QUOTES)) {
        let message = format!("typographic quotes are part of the text of `{key}`");
        let help = "remove them, or write `\"` instead";
        findings.add(lint, allowed, message, span, help);
    }
    let after = findings.source.text().get(span.end()..).unwrap_or_default();
    let after = after.lines().next().unwrap_or_default();
    let number = after.trim_start().strip_prefix('#');
    if number.is_some_and(|text| text.starts_with(char::is_alphanumeric)) {
        let message = format!("the text of `{key}` ends before ` #`, which begins a comment");
        let help = "put the text in quotes; or write a space after `#`, if it is a comment";
        findings.add(lint, allowed, message, span, help);
    }
}
