//! `allow` in the extension `x-specsmith`: the lints that a part of a document may violate, and the changes of it that do
//! not count.

use super::warnings::nearest_or;
use crate::api::{Accepted, Lint, Lints};
use crate::changes::Rule;
use crate::extensions::SETTINGS;
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

/// Why an entry of `allow` has no effect.
pub(super) struct Wrong<'n> {
    pub(super) at: At<'n>,
    pub(super) help: String,
}

/// What is wrong in an entry.
pub(super) enum At<'n> {
    /// A key that entries do not have.
    Key(&'n Spanned<String>),
    /// The entry, or its rule.
    Value(&'n Node),
    /// The value of a key.
    ValueOf(&'static str, &'n Node),
}

/// An entry of `allow`.
enum Entry {
    Lint(Lint),
    Change(Accepted),
}

/// The lints that a part of the document may violate.
pub(super) fn lints(node: &Node) -> Lints {
    let lints = entries(node).filter_map(|entry| match entry {
        Ok(Entry::Lint(lint)) => Some(lint),
        Ok(Entry::Change(_)) | Err(_) => None,
    });
    lints.collect()
}

/// The changes of a part of the document that do not count, the first of each rule.
pub(super) fn changes(node: &Node) -> Vec<Accepted> {
    let mut changes: Vec<Accepted> = Vec::new();
    for entry in entries(node) {
        if let Ok(Entry::Change(accepted)) = entry
            && !changes.iter().any(|known| known.rule == accepted.rule)
        {
            changes.push(accepted);
        }
    }
    changes
}

/// The entries that have no effect.
pub(super) fn wrong(own: &Node) -> impl Iterator<Item = Wrong<'_>> {
    own.items_at("allow")
        .iter()
        .filter_map(|item| entry(item).err())
}

fn entries(node: &Node) -> impl Iterator<Item = Result<Entry, Wrong<'_>>> {
    let own = node.get(SETTINGS);
    let items = own.map_or(&[][..], |own| own.items_at("allow"));
    items.iter().map(entry)
}

fn entry(item: &Node) -> Result<Entry, Wrong<'_>> {
    match item.kind {
        NodeKind::Map(_) => change(item).map(Entry::Change),
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Text(_)
        | NodeKind::List(_) => {
            let name = item.as_text().unwrap_or_default();
            if let Some(lint) = Lint::from_name(name) {
                return Ok(Entry::Lint(lint));
            }
            let rule = rule(item, || Lint::ALL.into_iter().map(Lint::name))?;
            Ok(Entry::Change(Accepted::of(rule)))
        }
    }
}

fn change(item: &Node) -> Result<Accepted, Wrong<'_>> {
    let wrong = |at, help: &str| Wrong {
        at,
        help: help.to_owned(),
    };
    let Some(name) = item.get("rule") else {
        return Err(wrong(At::Value(item), "add the key `rule`"));
    };
    let rule = rule(name, std::iter::empty)?;
    let known = ["rule", "reason", "until"];
    let mut keys = item.entries().iter();
    if let Some((key, _)) = keys.find(|(key, _)| !known.contains(&key.value.as_str())) {
        return Err(wrong(
            At::Key(key),
            "the keys are `rule`, `reason` and `until`",
        ));
    }
    let until = match item.get("until") {
        None => None,
        Some(node) => {
            let date = node.scalar_text().and_then(|text| text.parse().ok());
            let help = "write a date, such as `2026-12-31`";
            Some(date.ok_or_else(|| wrong(At::ValueOf("until", node), help))?)
        }
    };
    Ok(Accepted {
        rule,
        reason: item.text_at("reason").map(str::to_owned),
        until,
    })
}

/// The rule that a node names. `others` are names that could be meant as well.
fn rule<I: Iterator<Item = &'static str>>(
    node: &Node,
    others: impl Fn() -> I,
) -> Result<Spanned<Rule>, Wrong<'_>> {
    let name = node.scalar_text().unwrap_or_default();
    let rule = Rule::from_id(&name).ok_or_else(|| {
        let known = others().chain(Rule::ALL.iter().map(|rule| rule.id()));
        let help = "`specsmith explain` lists the lints and the rules for changes";
        Wrong {
            at: At::Value(node),
            help: nearest_or(&name, known, help),
        }
    });
    Ok(Spanned::new(rule?, node.span))
}
