//! Reads a map of the document key by key. Keys that are never requested are errors.
//!
//! A table has the definition of its map. It asserts that each requested key is one of the definition, that its value
//! is requested as what it is defined to be and, at the end, that all keys of the definition were requested. So every
//! test that reads such a map fails if the reader and the definition differ.

use super::construct::Construct;
use super::foreign;
use super::inline_object::inline_object;
use super::kinds::{
    Entries, WRONG_KIND, entries_of, is_bare, list_of, not_a_flag, not_a_map, read_each, rejoined,
    text_of, wrong_kind,
};
use super::language::{Map, Shape};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::TypeExpr;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::words::{alternatives, closest, listed};
use crate::yaml;

const UNKNOWN_KEY: Code = Code("E0104");
const MISSING_KEY: Code = Code("E0105");
const FOREIGN_KEY: Code = Code("E0114");

/// The key for the type, if a map is written instead of a type.
const TYPE: &str = "type";

/// A map that is being read.
pub(super) struct Table<'d> {
    construct: Construct,
    /// The definition of the form that the map has.
    map: &'static Map,
    /// The definition before [`becomes`](Self::becomes) replaced it.
    original_map: &'static Map,
    pub(super) span: Span,
    entries: Entries,
    /// The keys requested so far.
    requested: Vec<&'static str>,
    /// The keys among them that are in the document.
    found: Vec<&'static str>,
    /// Requested keys that are in the document without a value.
    empty: Vec<Empty>,
    /// Whether a type was requested and is absent.
    lacks_type: bool,
    /// Whether the type may be absent.
    is_type_optional: bool,
    pub(super) diagnostics: &'d mut Diagnostics,
}

/// A key without a value.
struct Empty {
    name: Spanned<String>,
    is_bare: bool,
    /// The value to write.
    value: &'static str,
}

impl Empty {
    /// How to give a required key a value: write `entry`.
    fn help(&self, entry: &str) -> String {
        if self.is_bare {
            let quote = quote_help(&self.name.value);
            format!("write `{entry}`; if it belongs to the text before the comma, {quote}")
        } else {
            format!("write `{entry}`")
        }
    }

    /// How to give an optional key a value, or to do without the key.
    fn help_if_optional(&self, entry: &str) -> String {
        let help = self.help(entry);
        if self.is_bare {
            help
        } else {
            format!("{help}, or remove the key")
        }
    }
}

/// How a map is written: with its required keys or, if it has none, with its first keys.
fn example(map: &Map) -> String {
    const MOST: usize = 3;
    let required = map.all_keys_in_braces().filter(|key| key.required);
    let mut keys: Vec<String> = required.map(|key| format!("{}: …", key.name)).collect();
    if keys.is_empty() {
        let first = map.all_keys_in_braces().take(MOST);
        keys = first.map(|key| format!("{}: …", key.name)).collect();
    }
    format!("{{ {} }}", keys.join(", "))
}

/// A comma ends a string in braces, so the rest of the text becomes a key without a colon.
fn quote_help(rest: &str) -> String {
    format!("quote the whole text: `\"…, {rest}\"`")
}

impl<'d> Table<'d> {
    /// Opens a node that must be a map.
    pub(super) fn open(
        node: Node,
        map: &'static Map,
        diagnostics: &'d mut Diagnostics,
    ) -> Option<Self> {
        Self::open_at(node, map, map.construct, diagnostics)
    }

    /// As [`open`](Self::open), with another name in diagnostics.
    fn open_at(
        node: Node,
        map: &'static Map,
        construct: Construct,
        diagnostics: &'d mut Diagnostics,
    ) -> Option<Self> {
        match node.kind {
            NodeKind::Map(entries) => Some(Self {
                construct,
                map,
                original_map: map,
                span: node.span,
                entries: rejoined(entries),
                requested: Vec::new(),
                found: Vec::new(),
                empty: Vec::new(),
                lacks_type: false,
                is_type_optional: false,
                diagnostics,
            }),
            kind => {
                let diagnostic = not_a_map(&construct.to_string(), &kind, node.span);
                diagnostics.push(match kind {
                    NodeKind::Null => diagnostic,
                    _ => diagnostic.help(format!("write `{}`", example(map))),
                });
                None
            }
        }
    }

    /// Opens a map in which every key is optional, so that the map itself is optional too.
    pub(super) fn open_optional(
        mut node: Node,
        map: &'static Map,
        diagnostics: &'d mut Diagnostics,
    ) -> Option<Self> {
        if matches!(node.kind, NodeKind::Null) {
            node.kind = NodeKind::Map(Vec::new());
        }
        Self::open(node, map, diagnostics)
    }

    /// Continues with the definition of the form that the map has.
    pub(super) fn becomes(&mut self, form: &'static Map) {
        self.map = form;
    }

    /// Whether such a map may have a key.
    pub(super) fn defines(&self, key: &str) -> bool {
        self.map.key(key).is_some()
    }

    /// The shape of the value of a key. Requesting a key that is not defined is a mistake of the reader.
    fn shape(&self, key: &str) -> Shape {
        let definition = self.map.key(key).or_else(|| self.original_map.key(key));
        debug_assert!(
            definition.is_some(),
            "`{}` has no key `{key}`",
            self.map.name
        );
        definition.map_or(Shape::Any, |definition| definition.value)
    }

    /// Asserts that the value of a key may be what is requested.
    fn expect(&self, key: &str, is_expected: fn(Shape) -> bool) {
        debug_assert!(
            self.shape(key).any(is_expected),
            "`{key}` of `{}` is read as another kind of value than its definition says",
            self.map.name
        );
    }

    /// Reports the table's own errors at `span`. The span of a map starts at its first value, but
    /// people look at the name above it.
    pub(super) fn at(mut self, span: Span) -> Self {
        self.span = span;
        self
    }

    /// Adds an error.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Takes a key and its value. [`close`](Self::close) reports a key without a value.
    pub(super) fn entry(&mut self, key: &'static str) -> Option<(Spanned<String>, Node)> {
        self.take(key, "…")
    }

    /// Takes a key and its value. `value` is what to write if the key has none.
    pub(super) fn take(
        &mut self,
        key: &'static str,
        value: &'static str,
    ) -> Option<(Spanned<String>, Node)> {
        self.expect(key, |_| true);
        self.requested.push(key);
        let index = self
            .entries
            .iter()
            .position(|(name, _)| name.value == key)?;
        let (name, node) = self.entries.remove(index);
        self.found.push(key);
        if matches!(node.kind, NodeKind::Null) {
            let is_bare = is_bare(&name, &node);
            self.empty.push(Empty {
                name,
                is_bare,
                value,
            });
            return None;
        }
        Some((name, node))
    }

    /// Takes the type of a field or a body. [`close`](Self::close) reports it if it is missing.
    pub(super) fn type_node(&mut self) -> Option<Node> {
        let node = self.node(TYPE);
        self.lacks_type = node.is_none();
        node
    }

    /// As [`type_node`](Self::type_node), for a map that need not have a type.
    pub(super) fn optional_type_node(&mut self) -> Option<Node> {
        self.is_type_optional = true;
        self.type_node()
    }

    /// Takes and reads the type of a field.
    pub(super) fn type_expr(&mut self) -> Option<TypeExpr> {
        let node = self.type_node()?;
        TypeExpr::read(node, "`type`", self.construct, self.diagnostics)
    }

    /// Takes a key that the language does not have any more.
    pub(super) fn old(&mut self, key: &str) -> Option<(Spanned<String>, Node)> {
        debug_assert!(!self.defines(key), "`{key}` is a key of the language");
        let mut entries = self.entries.iter();
        let index = entries.position(|(name, _)| name.value == key)?;
        Some(self.entries.remove(index))
    }

    /// Takes the keys that other forms of the map have, but not the form that it turned out to have.
    pub(super) fn take_keys_of_other_forms(&mut self) -> Vec<(Spanned<String>, Node)> {
        let (map, original_map) = (self.map, self.original_map);
        let is_other = |key: &str| original_map.key(key).is_some() && map.key(key).is_none();
        let (others, rest) = std::mem::take(&mut self.entries)
            .into_iter()
            .partition(|(key, _)| is_other(&key.value));
        self.entries = rest;
        others
    }

    /// Takes all keys of the map that were not requested yet, without reading their values.
    pub(super) fn ignore_rest(&mut self) {
        for key in self.map.all_keys().map(|key| key.name) {
            if !self.requested.contains(&key) {
                self.node(key);
            }
        }
    }

    /// Takes the value of a key.
    pub(super) fn node(&mut self, key: &'static str) -> Option<Node> {
        self.entry(key).map(|(_, node)| node)
    }

    /// The span of a key, if the map has it.
    pub(super) fn span_of(&self, key: &str) -> Option<Span> {
        let mut names = self.entries.iter().map(|(name, _)| name);
        names.find(|name| name.value == key).map(|name| name.span)
    }

    /// Takes the map under a key. Its own errors are reported at the key.
    pub(super) fn table(&mut self, key: &'static str) -> Option<Table<'_>> {
        let map = self.inner(key)?;
        let (name, node) = self.entry(key)?;
        Some(Table::open_at(node, map, Construct::Section(key), self.diagnostics)?.at(name.span))
    }

    /// The definition of the map under a key.
    fn inner(&self, key: &str) -> Option<&'static Map> {
        self.expect(key, |shape| matches!(shape, Shape::Map(_)));
        self.shape(key).map()
    }

    /// Takes the map under a key, whose keys are names.
    pub(super) fn entries(&mut self, key: &'static str) -> Option<Entries> {
        self.expect(key, |shape| matches!(shape, Shape::Names(_)));
        entries_of(self.node(key)?, key, self.diagnostics)
    }

    /// Takes the map under a key, and reads each of its entries; none if the key is absent.
    pub(super) fn each<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(Spanned<String>, Node, &mut Diagnostics) -> Option<T>,
    ) -> Vec<T> {
        let entries = self.entries(key).unwrap_or_default();
        read_each(entries, read, self.diagnostics)
    }

    /// As [`entries`](Self::entries), and reports the key if it is missing.
    pub(super) fn required_entries(&mut self, key: &'static str) -> Option<Entries> {
        self.expect(key, |shape| matches!(shape, Shape::Names(_)));
        entries_of(self.required_node(key)?, key, self.diagnostics)
    }

    /// Takes a scalar as text: numbers and booleans as they are written.
    pub(super) fn text(&mut self, key: &'static str) -> Option<Spanned<String>> {
        self.expect(key, |shape| matches!(shape, Shape::Text(_)));
        let node = self.node(key)?;
        text_of(node, &format!("`{key}`"), self.diagnostics)
    }

    /// As [`text`](Self::text), without the span.
    pub(super) fn plain_text(&mut self, key: &'static str) -> Option<String> {
        self.text(key).map(|text| text.value)
    }

    /// Takes the items of a list; none if the key is absent.
    pub(super) fn list(&mut self, key: &'static str) -> Vec<Node> {
        let node = self.node(key);
        let items = node.and_then(|node| list_of(node, &format!("`{key}`"), self.diagnostics));
        items.unwrap_or_default()
    }

    /// Takes a list of texts. `item` names one of them in diagnostics.
    pub(super) fn texts(&mut self, key: &'static str, item: &str) -> Vec<Spanned<String>> {
        let items = self.list(key).into_iter();
        items
            .filter_map(|node| text_of(node, item, self.diagnostics))
            .collect()
    }

    /// Takes the value of a key, and reports it if it is missing.
    pub(super) fn required_node(&mut self, key: &'static str) -> Option<Node> {
        let node = self.node(key);
        if node.is_none() {
            self.report_missing(key);
        }
        node
    }

    /// Takes the map under a key, and reports it if it is missing.
    pub(super) fn required_table(&mut self, key: &'static str) -> Option<Table<'_>> {
        let map = self.inner(key)?;
        let Some((name, node)) = self.entry(key) else {
            self.report_missing(key);
            return None;
        };
        Some(Table::open_at(node, map, Construct::Section(key), self.diagnostics)?.at(name.span))
    }

    /// Takes a scalar as text, and reports it if it is missing.
    pub(super) fn required_text(&mut self, key: &'static str) -> Option<Spanned<String>> {
        self.expect(key, |shape| matches!(shape, Shape::Text(_)));
        let node = self.required_node(key)?;
        text_of(node, &format!("`{key}`"), self.diagnostics)
    }

    /// Takes `true` or `false`; `None` if the key is absent.
    pub(super) fn flag(&mut self, key: &'static str) -> Option<bool> {
        self.expect(key, |shape| matches!(shape, Shape::Flag));
        let (_, node) = self.take(key, "true")?;
        match node.kind {
            NodeKind::Bool(value) => Some(value),
            kind => {
                let what = format!("`{key}`");
                self.report(not_a_flag(&what, "`true` or `false`", &kind, node.span));
                None
            }
        }
    }

    /// Takes `true` or `false`, and returns the span of `true`.
    pub(super) fn span_if_true(&mut self, key: &'static str) -> Option<Span> {
        let entry = self.entries.iter().find(|(name, _)| name.value == key);
        let span = entry.map(|(_, node)| node.span);
        let is_true = self.flag(key)?;
        span.filter(|_| is_true)
    }

    /// Takes an integer.
    pub(super) fn integer(&mut self, key: &'static str) -> Option<Spanned<i64>> {
        self.expect(key, |shape| matches!(shape, Shape::Integer | Shape::Length));
        let node = self.node(key)?;
        match node.kind {
            NodeKind::Integer(value, _) if i64::try_from(*value).is_ok() => {
                Some(Spanned::new(*value as i64, node.span))
            }
            kind => {
                let what = format!("`{key}`");
                self.report(wrong_kind(&what, "an integer", &kind, node.span));
                None
            }
        }
    }

    /// Takes a length: an integer of 0 or more.
    pub(super) fn length(&mut self, key: &'static str) -> Option<Spanned<u64>> {
        self.expect(key, |shape| matches!(shape, Shape::Length));
        let length = self.integer(key)?;
        match u64::try_from(length.value) {
            Ok(value) => Some(Spanned::new(value, length.span)),
            Err(_) => {
                let message = format!("`{key}` must not be negative");
                self.report(
                    Diagnostic::error(WRONG_KIND, message, length.span).label("must be 0 or more"),
                );
                None
            }
        }
    }

    /// Reports a missing key.
    pub(super) fn report_missing(&mut self, key: &str) {
        self.report_missing_entry(key, &format!("{key}: …"));
    }

    /// Reports a missing key; `entry` is what to write. If the key is only misspelled, the unknown
    /// key is reported, and that is enough.
    pub(super) fn report_missing_entry(&mut self, key: &str, entry: &str) {
        if self.has_attempt_at(key) {
            return;
        }
        let empty = self.empty.iter().position(|empty| empty.name.value == key);
        let empty = empty.map(|index| self.empty.remove(index));
        self.report(match empty {
            Some(empty) => {
                let message = format!("`{key}` has no value");
                Diagnostic::error(MISSING_KEY, message, empty.name.span).help(empty.help(entry))
            }
            None => {
                let message = format!("{} has no `{key}`", self.construct);
                Diagnostic::error(MISSING_KEY, message, self.span).help(format!("add `{entry}`"))
            }
        });
    }

    /// Whether an unknown key seems to be meant as this one: by its spelling, or because it has
    /// that meaning in another language.
    pub(super) fn has_attempt_at(&self, key: &str) -> bool {
        let mut names = self.entries.iter().map(|(name, _)| name.value.as_str());
        names.any(|name| match foreign::key(name, self.construct) {
            Some(foreign) => foreign.instead_of.contains(&key),
            None => closest(name, self.requested.iter().copied()) == Some(key),
        })
    }

    /// Whether the map has an unknown key that another language would have here.
    pub(super) fn has_foreign_key(&self) -> bool {
        let mut names = self.entries.iter().map(|(name, _)| name.value.as_str());
        names.any(|name| foreign::key(name, self.construct).is_some())
    }

    /// Ends the reading: reports every key that was not requested, and every key without a value.
    pub(super) fn close(mut self) {
        debug_assert!(
            self.never_requested().is_none(),
            "{:?} of `{}` is never requested",
            self.never_requested(),
            self.map.name
        );
        if self.lacks_type {
            if let Some(field) = self.first_field() {
                let diagnostic = inline_object(self.construct, Some(field), self.span);
                self.report(diagnostic);
                // The unknown keys are its fields.
                self.entries.clear();
            } else if !self.is_type_optional {
                self.report_missing(TYPE);
            }
        }
        for empty in &self.empty {
            let key = &empty.name;
            let message = format!("`{}` has no value", key.value);
            let help = empty.help_if_optional(&format!("{}: {}", key.value, empty.value));
            let diagnostic = Diagnostic::error(MISSING_KEY, message, key.span);
            self.diagnostics.push(diagnostic.help(help));
        }
        for (key, node) in &self.entries {
            let diagnostic = self.unknown(key, is_bare(key, node));
            self.diagnostics.push(diagnostic);
        }
    }

    /// The first unknown key that is neither misspelled nor of another language: in a map without a
    /// type, it is the field of an object.
    fn first_field(&self) -> Option<&str> {
        let mut names = self.entries.iter().map(|(name, _)| name.value.as_str());
        names.find(|name| {
            foreign::key(name, self.construct).is_none()
                && closest(name, self.requested.iter().copied()).is_none()
        })
    }

    /// The remaining entries.
    pub(super) fn into_entries(self) -> Entries {
        self.entries
    }

    /// A key of the definition that the reader does not request.
    fn never_requested(&self) -> Option<&'static str> {
        let mut keys = self.map.all_keys().map(|key| key.name);
        keys.find(|key| !self.requested.contains(key))
    }

    /// The keys whose values are maps that have this key: those in the document or, if there are none, all of them.
    fn owners(&self, key: &str) -> Vec<&'static str> {
        let owners = self.map.all_keys().filter(|owner| {
            let mut has_key = false;
            owner.value.each(&mut |shape| {
                has_key |= matches!(shape, Shape::Map(map) if map.key(key).is_some());
            });
            has_key
        });
        let all: Vec<&str> = owners.map(|owner| owner.name).collect();
        let found: Vec<&str> = all
            .iter()
            .copied()
            .filter(|owner| self.found.contains(owner))
            .collect();
        if found.is_empty() { all } else { found }
    }

    fn unknown(&self, key: &Spanned<String>, is_bare: bool) -> Diagnostic {
        let message = format!("{} has no key `{}`", self.construct, key.value);
        if let Some(foreign) = foreign::key(&key.value, self.construct) {
            return Diagnostic::error(FOREIGN_KEY, message, key.span)
                .label("unknown key")
                .help(foreign.help);
        }
        let diagnostic = Diagnostic::error(UNKNOWN_KEY, message, key.span).label("unknown key");
        let owners = self.owners(&key.value);
        if !owners.is_empty() {
            let owners = alternatives(owners.into_iter());
            return diagnostic.help(format!("`{}` belongs in {owners}", key.value));
        }
        let diagnostic = match yaml::look_alike(&key.value) {
            Some(found) => diagnostic.note(found.note),
            None => diagnostic,
        };
        match closest(&key.value, self.requested.iter().copied()) {
            Some(known) => diagnostic.did_you_mean(&key.value, known),
            None if is_bare => diagnostic.help(format!(
                "if `{}` belongs to the text before the comma, {}",
                key.value,
                quote_help(&key.value)
            )),
            None => diagnostic.help(format!(
                "known keys: {}",
                listed(self.requested.iter().copied())
            )),
        }
    }
}
