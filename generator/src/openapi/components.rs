//! Components: their names, and which of them extend which.

use super::references::{Files, NodeRef};
use crate::extensions::{ERROR_BODY, NAME};
use crate::hash::{HashMap, HashSet};
use crate::naming;
use crate::node::Node;
use crate::source::Span;

/// A component with a schema.
pub(super) struct Component<'a> {
    pub(super) name: String,
    /// Its key in the document, which is its tag on the wire.
    pub(super) key: &'a str,
    /// The span of `x-specsmith-name`, if the owner of the document gives the name.
    pub(super) given: Option<Span>,
}

/// The last parts of names with dots: `com.example.Book` is `Book`, if nothing else is.
struct LastParts {
    counts: HashMap<String, usize>,
}

impl LastParts {
    fn of<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut counts = HashMap::default();
        for name in names {
            *counts
                .entry(naming::plain_camel(last_part(name)))
                .or_insert(0) += 1;
        }
        Self { counts }
    }

    fn name<'s>(&self, name: &'s str) -> &'s str {
        let last = last_part(name);
        match self.counts.get(&naming::plain_camel(last)) {
            Some(1) => last,
            _ => name,
        }
    }
}

fn last_part(name: &str) -> &str {
    let is_part = |part: &&str| part.starts_with(naming::is_start);
    name.rsplit('.').next().filter(is_part).unwrap_or(name)
}

/// The components with schemas, and which of them extend which.
pub(super) struct Components<'a> {
    /// By their nodes.
    all: HashMap<usize, Component<'a>>,
    /// The components that extend each schema, with their names.
    children: HashMap<usize, Vec<(NodeRef<'a>, String)>>,
    /// The schema of the body that all errors have, if the document says it.
    pub(super) error_body: Option<NodeRef<'a>>,
}

impl<'a> Components<'a> {
    pub(super) fn find(files: &Files<'a>) -> Self {
        let root = files.root();
        let section = |at: Option<NodeRef<'a>>, key: &str| at.and_then(|at| at.get(key));
        let schemas = section(section(root, "components"), "schemas");
        let sections = [schemas, section(root, "definitions")]
            .into_iter()
            .flatten();
        let entries = || sections.clone().flat_map(NodeRef::entries);
        let last = LastParts::of(entries().map(|(name, _)| name.value.as_str()));
        let mut found = Self {
            all: HashMap::default(),
            children: HashMap::default(),
            error_body: None,
        };
        for (name, at) in entries() {
            let node = at.node;
            if node.get(ERROR_BODY).is_some() {
                found.error_body = found.error_body.or(Some(at));
            }
            let given = node.get(NAME).and_then(Node::spanned_text);
            let component = Component {
                key: &name.value,
                given: given.as_ref().map(|given| given.span),
                name: match given {
                    Some(given) => given.value,
                    None => last.name(&name.value).to_owned(),
                },
            };
            found.all.insert(at.id(), component);
            for member in node.items_at("allOf") {
                let text = member.text_at("$ref");
                if let Some(base) = text.and_then(|text| files.resolve(at.file, text)) {
                    let children = found.children.entry(base.id()).or_default();
                    children.push((at, name.value.clone()));
                }
            }
        }
        found
    }

    /// The component of a schema.
    pub(super) fn get(&self, at: NodeRef<'a>) -> Option<&Component<'a>> {
        self.all.get(&at.id())
    }

    /// The schemas that extend a schema, directly or not.
    pub(super) fn descendants(&self, at: NodeRef<'a>) -> Vec<(NodeRef<'a>, String)> {
        let mut found: Vec<(NodeRef<'a>, String)> = Vec::new();
        let mut seen: HashSet<usize> = HashSet::default();
        seen.insert(at.id());
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            for (child, name) in self.children.get(&at.id()).into_iter().flatten() {
                if seen.insert(child.id()) {
                    found.push((*child, name.clone()));
                    waiting.push(*child);
                }
            }
        }
        found.sort_by_key(|(at, _)| at.node.span.start());
        found
    }
}
