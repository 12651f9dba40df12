//! JSON Schemas that servers check request bodies against, besides the types of the bodies.
//!
//! Such a schema has the keywords that no type expresses, at the places where they are, and whole copies of the schemas
//! that these keywords refer to. It does not repeat what types express.

mod graph;
mod keywords;
mod whole;

use std::collections::VecDeque;

pub(super) use self::keywords::{allows_all, companions, is_about_others, value_of_all_names};

use self::graph::{Links, leads_to_match};
use self::whole::is_pattern;
use super::kinds::Kinds;
use super::references::{Files, Key, NodeRef};
use crate::hash::{HashMap, HashSet};
use crate::node::{Entries, Node, NodeKind};
use crate::source::{Span, Spanned};

impl<'a> Files<'a> {
    /// The schema that a body must match besides its type; `None` if it is empty, as nearly always.
    pub(super) fn validation_schema(&self, body: NodeRef<'a>) -> Option<Node> {
        if !self.has_more(body) {
            return None;
        }
        let mut found = ValidationSchema {
            files: self,
            names: HashMap::default(),
            waiting: VecDeque::new(),
            covered: HashSet::default(),
            formats: Vec::new(),
            depth: 0,
        };
        let mut schema = found.schema(body)?;
        let definitions = found.definitions();
        if found.covered.is_empty() {
            // Servers cannot check any part of it.
            return None;
        }
        if !definitions.is_empty()
            && let NodeKind::Map(entries) = &mut schema.kind
        {
            let definitions = Node::map(definitions, schema.span);
            entries.push((name("$defs", schema.span), definitions));
        }
        specsmith_runtime::codegen::ensure_supported(&schema.to_json()).ok()?;
        for format in found.formats {
            self.ignore("`format` in a condition", format);
        }
        self.ignored.borrow_mut().cover(found.covered);
        Some(schema)
    }

    /// Notes that the rules of a schema beyond its type are not checked outside of JSON, nor in choices, although they
    /// may be checked where the same schema is used without a choice.
    pub(super) fn note_unchecked(&self, at: NodeRef<'a>, is_json: bool) {
        let mut waiting = vec![(at, is_json)];
        while let Some((at, is_checked)) = waiting.pop() {
            if !self.unchecked.borrow_mut().insert((at.key(), is_checked)) {
                continue;
            }
            if !is_checked {
                self.ignored.borrow_mut().miss(places(at.node));
            }
            let parts = self.parts(at).into_iter();
            waiting.extend(parts.map(|part| (part, is_checked)));
            let choices = ["oneOf", "anyOf"].into_iter().filter_map(|key| at.get(key));
            let choices = choices.filter(|choice| only_member(choice.node).is_none());
            let members = choices.flat_map(NodeRef::items);
            waiting.extend(members.map(|member| (member, false)));
        }
    }

    /// Whether a schema, or one that is inside of its values, says more than types express.
    fn has_more(&self, at: NodeRef<'a>) -> bool {
        let mut known = self.says_more.borrow_mut();
        leads_to_match(at, &mut known, false, |at| {
            let parts = self.parts(at).into_iter();
            Links {
                is_match: keywords::own(at.node).next().is_some() || is_alone(at.node),
                leads_to: parts.map(|part| (part, true)).collect(),
            }
        })
    }

    /// The schemas of the same value, and of what is inside of it, that count whatever the value is.
    fn parts(&self, at: NodeRef<'a>) -> Vec<NodeRef<'a>> {
        let mut parts = Vec::new();
        let of_all_names = keywords::value_of_all_names(at.node);
        parts.extend(of_all_names.map(|value| at.with(value)));
        for (key, value) in at.entries() {
            match key.value.as_str() {
                "$ref" => parts.extend(self.target(at.file, value.node)),
                "properties" => parts.extend(value.entries().map(|(_, schema)| schema)),
                "allOf" | "prefixItems" => parts.extend(value.items()),
                // Nothing follows the items of a tuple.
                "items" if keywords::is_tuple(at.node) => {}
                // Types express that nothing else is in objects.
                "additionalProperties" | "unevaluatedProperties" if is_false(value.node) => {}
                "items" | "additionalProperties" | "unevaluatedProperties" => parts.push(value),
                "oneOf" | "anyOf" => {
                    parts.extend(only_member(value.node).map(|member| at.with(member)))
                }
                _ => {}
            }
        }
        parts
    }
}

/// The places in a schema of what no type expresses.
fn places(schema: &Node) -> Vec<Span> {
    let mut places = Vec::new();
    for (key, value) in keywords::own(schema) {
        places.extend([key.span, value.span]);
        places.extend(value.entries().iter().map(|(key, _)| key.span));
        places.extend(value.items().iter().map(|item| item.span));
    }
    if !places.is_empty() {
        let keys = ["items", "additionalProperties", "unevaluatedProperties"];
        let beside = keys.iter().filter_map(|key| schema.get(key));
        places.extend(beside.map(|node| node.span));
    }
    if is_alone(schema) {
        places.push(schema.span);
        places.extend(schema.get("type").map(|kind| kind.span));
    }
    places
}

/// The only member of a choice that is not null.
fn only_member(choice: &Node) -> Option<&Node> {
    let is_null = |member: &&Node| member.text_at("type") == Some("null");
    let mut members = choice.items().iter().filter(|member| !is_null(member));
    let first = members.next()?;
    (members.next().is_none() && choice.items().len() > 1).then_some(first)
}

/// Whether a schema is one that no type expresses as a whole: `false`, null alone, or values of several kinds.
fn is_alone(schema: &Node) -> bool {
    if is_false(schema) {
        return true;
    }
    let words = schema.get("type").map_or(&[][..], Node::one_or_more);
    let is_null = !words.is_empty() && words.iter().all(|word| word.as_text() == Some("null"));
    is_null || schema.get("type").is_none() && values(schema).is_some_and(are_mixed)
}

fn is_false(schema: &Node) -> bool {
    matches!(schema.kind, NodeKind::Bool(false))
}

/// The values that a schema lists.
fn values(schema: &Node) -> Option<&[Node]> {
    let list = schema.get("enum").map(Node::items);
    list.or_else(|| schema.get("const").map(std::slice::from_ref))
}

/// Whether no enumeration has values like these: of several kinds, objects, lists, or none but null.
fn are_mixed(values: &[Node]) -> bool {
    let is_structure = |node: &Node| matches!(node.kind, NodeKind::List(_) | NodeKind::Map(_));
    let mut kinds = Kinds::default();
    for kind in values.iter().filter_map(Kinds::of) {
        kinds = kinds.with(match kind {
            Kinds::INTEGER => Kinds::NUMBER,
            kind => kind,
        });
    }
    !values.is_empty() && (kinds.count() != 1 || values.iter().any(is_structure))
}

/// A schema that is being created.
struct ValidationSchema<'a, 'f> {
    files: &'f Files<'a>,
    /// The numbers of the schemas in `$defs`, by what they are made of, and whether they are whole.
    names: HashMap<(Key, bool), usize>,
    /// The schemas that are still to be created, in the order of their numbers.
    waiting: VecDeque<(NodeRef<'a>, bool)>,
    /// The places of what is checked.
    covered: HashSet<Span>,
    /// The places of formats that are left out, because only types check them.
    formats: Vec<Span>,
    depth: usize,
}

/// How deep schemas nest that are written in place.
const DEEPEST: usize = 64;

impl<'a> ValidationSchema<'a, '_> {
    /// The rules of a schema beyond its type; `None` if there are none.
    fn schema(&mut self, at: NodeRef<'a>) -> Option<Node> {
        if self.depth > DEEPEST || !self.files.has_more(at) {
            return None;
        }
        self.depth += 1;
        let schema = self.schema_in_place(at);
        self.depth -= 1;
        schema
    }

    fn schema_in_place(&mut self, at: NodeRef<'a>) -> Option<Node> {
        let span = at.node.span;
        if is_alone(at.node) {
            let whole = self.whole(at)?;
            self.cover_alone(at.node);
            return Some(whole);
        }
        let mut all: Entries = Vec::new();
        self.add_own(at, &mut all);
        self.add_properties(at, &mut all);
        self.add_items(at, &mut all);
        for (key, value) in at.node.entries() {
            match key.value.as_str() {
                "$ref" => {
                    let target = self
                        .files
                        .target(at.file, value)
                        .filter(|target| self.files.has_more(*target));
                    if let Some(target) = target {
                        let reference = self.reference(target, false);
                        all.push((name("$ref", key.span), reference));
                    }
                }
                "allOf" => {
                    let members: Vec<Node> = at
                        .with(value)
                        .items()
                        .filter_map(|member| self.schema(member))
                        .collect();
                    if !members.is_empty() {
                        all.push((key.clone(), Node::list(members, span)));
                    }
                }
                "oneOf" | "anyOf" => {
                    let member = only_member(value).and_then(|member| self.schema(at.with(member)));
                    if let Some(member) = member {
                        let null = vec![(name("type", span), Node::text("null", span))];
                        let either = vec![Node::map(null, span), member];
                        all.push((name("anyOf", key.span), Node::list(either, span)));
                    }
                }
                _ => {}
            }
        }
        (!all.is_empty()).then(|| Node::map(all, span))
    }

    /// The properties that say more, and the patterns of names.
    fn add_properties(&mut self, at: NodeRef<'a>, all: &mut Entries) {
        let span = at.node.span;
        let own = at.node.entries_at("properties");
        let patterns = at
            .node
            .get("patternProperties")
            .map(Node::entries)
            .filter(|patterns| !patterns.is_empty());
        let of_all_names = keywords::value_of_all_names(at.node);
        let patterns = patterns.filter(|_| of_all_names.is_none());
        let mut named: Entries = Vec::new();
        for (key, value) in own {
            if let Some(schema) = self.schema(at.with(value)) {
                named.push((key.clone(), schema));
            }
        }
        let keys = ["additionalProperties", "unevaluatedProperties"];
        let rest = keys.iter().filter_map(|key| at.node.get(key));
        let mut rest = of_all_names.into_iter().chain(rest);
        let mut of_patterns: Entries = Vec::new();
        for (pattern, value) in patterns.into_iter().flatten() {
            if is_pattern(&pattern.value)
                && let Some(schema) = self.whole(at.with(value))
            {
                self.covered.insert(pattern.span);
                of_patterns.push((pattern.clone(), schema));
            }
        }
        let has_all = patterns.is_none_or(|patterns| patterns.len() == of_patterns.len());
        let others = match (rest.next(), patterns) {
            // Merged schemas have further properties. Names that match a pattern that is left out are not among them.
            (Some(others), Some(_)) if has_all && !is_merged(at.node) => {
                let schema = self.whole(at.with(others));
                self.covered.extend(schema.as_ref().map(|_| others.span));
                schema
            }
            (Some(others), None) => {
                let is_false = matches!(others.kind, NodeKind::Bool(false));
                let schema = (!is_false).then(|| self.schema(at.with(others)));
                schema.flatten()
            }
            _ => None,
        };
        if others.is_some() {
            // The properties beside these others.
            for (key, _) in own {
                if named.iter().all(|(known, _)| known.value != key.value) {
                    named.push((key.clone(), Node::bool(true, key.span)));
                }
            }
        }
        for (key, entries) in [("properties", named), ("patternProperties", of_patterns)] {
            if !entries.is_empty() {
                all.push((name(key, span), Node::map(entries, span)));
            }
        }
        all.extend(others.map(|others| (name("additionalProperties", span), others)));
    }

    /// The items that say more. If the first ones have other schemas, and no tuple has them, all are copied.
    fn add_items(&mut self, at: NodeRef<'a>, all: &mut Entries) {
        let items = at.node.get("items");
        let prefix = at.node.items_at("prefixItems");
        if prefix.is_empty() {
            let schema = items.filter(|items| matches!(items.kind, NodeKind::Map(_)));
            let copy = schema.and_then(|schema| self.schema(at.with(schema)));
            all.extend(copy.map(|copy| (name("items", at.node.span), copy)));
            return;
        }
        let is_tuple = keywords::is_tuple(at.node);
        let first = prefix.iter().map(|item| match is_tuple {
            true => self
                .schema(at.with(item))
                .or(Some(Node::bool(true, item.span))),
            false => self.whole(at.with(item)),
        });
        let Some(first) = first.collect::<Option<Vec<Node>>>() else {
            return;
        };
        let others = items
            .filter(|items| !is_tuple && keywords::says_what_follows(at.node, items))
            .and_then(|item| self.whole(at.with(item)));
        self.covered.extend(prefix.first().map(|first| first.span));
        self.covered.extend(items.map(|items| items.span));
        let span = at.node.span;
        all.push((name("prefixItems", span), Node::list(first, span)));
        all.extend(others.map(|others| (name("items", span), others)));
    }

    fn cover_alone(&mut self, schema: &Node) {
        self.covered.insert(schema.span);
        self.covered
            .extend(schema.get("type").map(|kind| kind.span));
    }
}

/// Whether a schema is merged with others.
fn is_merged(schema: &Node) -> bool {
    ["allOf", "$ref", "oneOf", "anyOf"]
        .iter()
        .any(|key| schema.get(key).is_some())
}

fn name(key: &str, span: Span) -> Spanned<String> {
    Spanned::new(key.to_owned(), span)
}
