//! A map of the document while it is read: every key is asked for by name, and what nobody asked
//! for is an error.

use super::node::{Node, NodeKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Span, Spanned};

pub(super) const WRONG_KIND: Code = Code("E0103");
const UNKNOWN_KEY: Code = Code("E0104");
const MISSING_KEY: Code = Code("E0105");

/// A map that is being read, key by key.
pub(super) struct Table {
    what: String,
    pub(super) span: Span,
    entries: Vec<(Spanned<String>, Node)>,
    asked: Vec<&'static str>,
    /// Keys that were asked for and have no value.
    empty: Vec<Spanned<String>>,
}

impl Table {
    /// Opens a node that has to be a map. `what` names it in diagnostics: "a type".
    pub(super) fn open(node: Node, what: &str, diagnostics: &mut Diagnostics) -> Option<Self> {
        match node.kind {
            NodeKind::Map(entries) => Some(Self {
                what: what.to_owned(),
                span: node.span,
                entries,
                asked: Vec::new(),
                empty: Vec::new(),
            }),
            kind => {
                diagnostics.push(wrong_kind(what, "a map", &kind, node.span));
                None
            }
        }
    }

    /// Opens a map that may as well be left out: everything in it is optional.
    pub(super) fn open_optional(
        mut node: Node,
        what: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        if matches!(node.kind, NodeKind::Null) {
            node.kind = NodeKind::Map(Vec::new());
        }
        Self::open(node, what, diagnostics)
    }

    /// Places the table's own errors at `span`: a map's node begins where its first value does,
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
        if matches!(node.kind, NodeKind::Null) {
            self.empty.push(name);
            return None;
        }
        Some((name, node))
    }

    /// Takes the value of a key.
    pub(super) fn node(&mut self, key: &'static str) -> Option<Node> {
        self.entry(key).map(|(_, node)| node)
    }

    /// Takes the map under a key, placed at the key.
    pub(super) fn table(
        &mut self,
        key: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let (name, node) = self.entry(key)?;
        Some(Self::open(node, &format!("`{key}`"), diagnostics)?.at(name.span))
    }

    /// Takes a scalar as text: numbers and booleans as they are written.
    pub(super) fn text(
        &mut self,
        key: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Spanned<String>> {
        let node = self.node(key)?;
        text_of(node, &format!("`{key}`"), diagnostics)
    }

    /// Takes the value of a key and misses it where it is not there.
    pub(super) fn required_node(
        &mut self,
        key: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        let node = self.node(key);
        if node.is_none() {
            self.miss(key, diagnostics);
        }
        node
    }

    /// Takes the map under a key and misses it where it is not there.
    pub(super) fn required_table(
        &mut self,
        key: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let Some((name, node)) = self.entry(key) else {
            self.miss(key, diagnostics);
            return None;
        };
        Some(Self::open(node, &format!("`{key}`"), diagnostics)?.at(name.span))
    }

    /// Takes a scalar as text and misses it where it is not there.
    pub(super) fn required_text(
        &mut self,
        key: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Spanned<String>> {
        let node = self.required_node(key, diagnostics)?;
        text_of(node, &format!("`{key}`"), diagnostics)
    }

    /// Takes `true` or `false`; left out is `None`.
    pub(super) fn flag(
        &mut self,
        key: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<bool> {
        let node = self.node(key)?;
        match node.kind {
            NodeKind::Bool(value) => Some(value),
            kind => {
                diagnostics.push(wrong_kind(
                    &format!("`{key}`"),
                    "`true` or `false`",
                    &kind,
                    node.span,
                ));
                None
            }
        }
    }

    /// Takes a whole number.
    pub(super) fn integer(
        &mut self,
        key: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Spanned<i64>> {
        let node = self.node(key)?;
        match node.kind {
            NodeKind::Integer(value, _) => Some(Spanned::new(value, node.span)),
            kind => {
                diagnostics.push(wrong_kind(
                    &format!("`{key}`"),
                    "an integer",
                    &kind,
                    node.span,
                ));
                None
            }
        }
    }

    /// Takes a length: a whole number of zero or more.
    pub(super) fn length(
        &mut self,
        key: &'static str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Spanned<u64>> {
        let length = self.integer(key, diagnostics)?;
        match u64::try_from(length.value) {
            Ok(value) => Some(Spanned::new(value, length.span)),
            Err(_) => {
                let message = format!("`{key}` must not be negative");
                diagnostics.push(
                    Diagnostic::error(WRONG_KIND, message, length.span)
                        .label("a length is 0 or more"),
                );
                None
            }
        }
    }

    /// Reports a key that has to be there.
    pub(super) fn miss(&self, key: &str, diagnostics: &mut Diagnostics) {
        self.miss_entry(key, &format!("{key}: …"), diagnostics);
    }

    /// Reports a key that has to be there; `entry` is what to write. Where it is only misspelt, the
    /// unknown key is reported, and that is enough.
    pub(super) fn miss_entry(&self, key: &str, entry: &str, diagnostics: &mut Diagnostics) {
        if self.has_misspelt(key) {
            return;
        }
        diagnostics.push(match self.empty.iter().find(|name| name.value == key) {
            Some(name) => {
                let message = format!("`{key}` has no value");
                Diagnostic::error(MISSING_KEY, message, name.span).help(format!("write `{entry}`"))
            }
            None => {
                let message = format!("{} has no `{key}`", self.what);
                Diagnostic::error(MISSING_KEY, message, self.span).help(format!("add `{entry}`"))
            }
        });
    }

    /// Whether there is an unknown key that this one is nearest to, of those asked for so far.
    pub(super) fn has_misspelt(&self, key: &str) -> bool {
        let mut names = self.entries.iter().map(|(name, _)| name.value.as_str());
        names.any(|name| closest(name, self.asked.iter().copied()) == Some(key))
    }

    /// Ends the reading: what nobody asked for is an error.
    pub(super) fn close(self, diagnostics: &mut Diagnostics) {
        for (key, _) in &self.entries {
            diagnostics.push(self.unknown(key));
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

/// A scalar as text; anything else is an error. `what` names it, a key in backticks.
pub(super) fn text_of(
    node: Node,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<String>> {
    let text = match node.kind {
        NodeKind::Text(text) | NodeKind::Integer(_, text) | NodeKind::Number(_, text) => text,
        NodeKind::Bool(value) => value.to_string(),
        kind @ (NodeKind::Null | NodeKind::List(_) | NodeKind::Map(_)) => {
            diagnostics.push(wrong_kind(what, "text", &kind, node.span));
            return None;
        }
    };
    Some(Spanned::new(text, node.span))
}

/// The items of a list; anything else is an error. `what` names it, a key in backticks.
pub(super) fn list_of(node: Node, what: &str, diagnostics: &mut Diagnostics) -> Option<Vec<Node>> {
    match node.kind {
        NodeKind::List(items) => Some(items),
        kind => {
            diagnostics.push(wrong_kind(what, "a list", &kind, node.span));
            None
        }
    }
}

/// Something of another kind than is asked for. `what` names it as a sentence does: "a type", and a
/// key in backticks.
pub(super) fn wrong_kind(what: &str, wanted: &str, found: &NodeKind, span: Span) -> Diagnostic {
    Diagnostic::error(WRONG_KIND, format!("{what} must be {wanted}"), span)
        .label(format!("this is {}", found.describe()))
}

/// How many words a misspelt one is compared with. Nobody has so many to choose from.
const MOST_COMPARED: usize = 10_000;

/// The known word that a misspelt one is nearest to, where it is near at all.
pub(crate) fn closest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let length = word.chars().count();
    known
        .take(MOST_COMPARED)
        .filter_map(|candidate| {
            let of_candidate = candidate.chars().count();
            let most = 1 + of_candidate / 4;
            // Comparing takes the product of both lengths, in time and memory.
            let distance = (length.abs_diff(of_candidate) <= most)
                .then(|| strsim::damerau_levenshtein(word, candidate))?;
            (distance <= most).then_some((distance, candidate))
        })
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
