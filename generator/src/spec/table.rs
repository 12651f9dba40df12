//! A map of the document while it is read: every key is asked for by name, and what nobody asked
//! for is a fault.

use super::node::{Node, NodeKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Span, Spanned};

pub(super) const WRONG_KIND: Code = Code("E0103");
const UNKNOWN_KEY: Code = Code("E0104");
const MISSING_KEY: Code = Code("E0105");

/// A map that is being read, key by key.
pub(super) struct Table {
    what: &'static str,
    pub(super) span: Span,
    entries: Vec<(Spanned<String>, Node)>,
    asked: Vec<&'static str>,
}

impl Table {
    /// Opens a node that has to be a map. `what` names it in diagnostics: "a type".
    pub(super) fn open(node: Node, what: &'static str, faults: &mut Diagnostics) -> Option<Self> {
        match node.kind {
            NodeKind::Map(entries) => Some(Self {
                what,
                span: node.span,
                entries,
                asked: Vec::new(),
            }),
            kind => {
                faults.push(wrong_kind(what, "a map", &kind, node.span));
                None
            }
        }
    }

    /// Places the table's own faults at `span`: a map's node begins where its first value does,
    /// and a person looks at its name.
    pub(super) fn at(mut self, span: Span) -> Self {
        self.span = span;
        self
    }

    /// Takes the value of a key, with the key. A key without a value counts as left out.
    pub(super) fn entry(&mut self, key: &'static str) -> Option<(Spanned<String>, Node)> {
        self.asked.push(key);
        let index = self
            .entries
            .iter()
            .position(|(name, _)| name.value == key)?;
        let (name, node) = self.entries.remove(index);
        (!matches!(node.kind, NodeKind::Null)).then_some((name, node))
    }

    /// Takes the value of a key.
    pub(super) fn node(&mut self, key: &'static str) -> Option<Node> {
        self.entry(key).map(|(_, node)| node)
    }

    /// Takes the map under a key, placed at the key.
    pub(super) fn table(
        &mut self,
        key: &'static str,
        what: &'static str,
        faults: &mut Diagnostics,
    ) -> Option<Self> {
        let (name, node) = self.entry(key)?;
        Some(Self::open(node, what, faults)?.at(name.span))
    }

    /// Takes a scalar as text: numbers and booleans as they are written.
    pub(super) fn text(
        &mut self,
        key: &'static str,
        faults: &mut Diagnostics,
    ) -> Option<Spanned<String>> {
        let node = self.node(key)?;
        text_of(node, key, faults)
    }

    /// Takes a scalar as text and misses it where it is not there.
    pub(super) fn required_text(
        &mut self,
        key: &'static str,
        faults: &mut Diagnostics,
    ) -> Option<Spanned<String>> {
        let present = self
            .entries
            .iter()
            .any(|(name, node)| name.value == key && !matches!(node.kind, NodeKind::Null));
        let text = self.text(key, faults);
        if !present {
            self.miss(key, faults);
        }
        text
    }

    /// Takes `true` or `false`; left out is `None`.
    pub(super) fn flag(&mut self, key: &'static str, faults: &mut Diagnostics) -> Option<bool> {
        let node = self.node(key)?;
        match node.kind {
            NodeKind::Bool(value) => Some(value),
            kind => {
                faults.push(wrong_kind(key, "`true` or `false`", &kind, node.span));
                None
            }
        }
    }

    /// Takes a whole number.
    pub(super) fn integer(
        &mut self,
        key: &'static str,
        faults: &mut Diagnostics,
    ) -> Option<Spanned<i64>> {
        let node = self.node(key)?;
        match node.kind {
            NodeKind::Integer(value, _) => Some(Spanned::new(value, node.span)),
            kind => {
                faults.push(wrong_kind(key, "an integer", &kind, node.span));
                None
            }
        }
    }

    /// Takes a length: a whole number of zero or more.
    pub(super) fn length(
        &mut self,
        key: &'static str,
        faults: &mut Diagnostics,
    ) -> Option<Spanned<u64>> {
        let length = self.integer(key, faults)?;
        match u64::try_from(length.value) {
            Ok(value) => Some(Spanned::new(value, length.span)),
            Err(_) => {
                let message = format!("`{key}` must not be negative");
                faults.push(
                    Diagnostic::error(WRONG_KIND, message, length.span)
                        .label("a length is 0 or more"),
                );
                None
            }
        }
    }

    /// Reports a key that has to be there.
    pub(super) fn miss(&self, key: &str, faults: &mut Diagnostics) {
        let message = format!("{} has no `{key}`", self.what);
        faults
            .push(Diagnostic::error(MISSING_KEY, message, self.span).help(format!("add `{key}:`")));
    }

    /// Ends the reading: what nobody asked for is a fault.
    pub(super) fn close(self, faults: &mut Diagnostics) {
        for (key, _) in &self.entries {
            faults.push(self.unknown(key));
        }
    }

    /// The rest of the entries, where the keys are the document's own names.
    pub(super) fn into_entries(self) -> Vec<(Spanned<String>, Node)> {
        self.entries
    }

    fn unknown(&self, key: &Spanned<String>) -> Diagnostic {
        let message = format!("{} has no key `{}`", self.what, key.value);
        let diagnostic = Diagnostic::error(UNKNOWN_KEY, message, key.span).label("unknown key");
        match closest(&key.value, self.asked.iter().copied()) {
            Some(known) => diagnostic.help(format!("did you mean `{known}`?")),
            None => diagnostic.help(format!("it knows {}", listed(self.asked.iter().copied()))),
        }
    }
}

/// A scalar as text; anything else is a fault.
pub(super) fn text_of(node: Node, what: &str, faults: &mut Diagnostics) -> Option<Spanned<String>> {
    let text = match node.kind {
        NodeKind::Text(text) | NodeKind::Integer(_, text) | NodeKind::Number(_, text) => text,
        NodeKind::Bool(value) => value.to_string(),
        kind @ (NodeKind::Null | NodeKind::List(_) | NodeKind::Map(_)) => {
            faults.push(wrong_kind(what, "text", &kind, node.span));
            return None;
        }
    };
    Some(Spanned::new(text, node.span))
}

/// The items of a list; anything else is a fault.
pub(super) fn list_of(node: Node, what: &str, faults: &mut Diagnostics) -> Option<Vec<Node>> {
    match node.kind {
        NodeKind::List(items) => Some(items),
        kind => {
            faults.push(wrong_kind(what, "a list", &kind, node.span));
            None
        }
    }
}

pub(super) fn wrong_kind(what: &str, wanted: &str, found: &NodeKind, span: Span) -> Diagnostic {
    Diagnostic::error(WRONG_KIND, format!("`{what}` must be {wanted}"), span)
        .label(format!("this is {}", found.describe()))
}

/// The known word that a misspelt one is nearest to, where it is near at all.
pub(crate) fn closest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    known
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.chars().count() / 4)
        .min()
        .map(|(_, candidate)| candidate)
}

/// Words as a person lists them: `a`, `b` and `c`.
pub(crate) fn listed<'k>(words: impl Iterator<Item = &'k str>) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
