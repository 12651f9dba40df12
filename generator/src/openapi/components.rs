//! Components: their names, and which of them extend which.

use super::references::NodeRef;
use super::types::Types;
use crate::hash::{HashMap, HashSet};
use crate::naming;
use crate::node::Node;
use crate::source::Span;

/// A component with a schema.
pub(super) struct Component<'a> {
    pub(super) name: String,
    /// Its key in the document.
    key: &'a str,
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

impl<'a> Types<'a> {
    /// The names of components, and which of them extend which.
    pub(super) fn find_components(&mut self) {
        let Some(root) = self.files.root() else {
            return;
        };
        let schemas = root.get("components").and_then(|at| at.get("schemas"));
        let definitions = root.get("definitions");
        let sections = || [schemas, definitions].into_iter().flatten();
        let names = sections().flat_map(|section| section.node.entries());
        let last = LastParts::of(names.map(|(name, _)| name.value.as_str()));
        for section in sections() {
            for (name, at) in section.entries() {
                let node = at.node;
                let given = node.get("x-specsmith-name").and_then(Node::spanned_text);
                let component = Component {
                    key: &name.value,
                    given: given.as_ref().map(|given| given.span),
                    name: match given {
                        Some(given) => given.value,
                        None => last.name(&name.value).to_owned(),
                    },
                };
                self.components.insert(at.id(), component);
                for member in node.items_at("allOf") {
                    let text = member.text_at("$ref");
                    if let Some(base) = text.and_then(|text| self.files.resolve(at.file, text)) {
                        let children = self.children.entry(base.id()).or_default();
                        children.push((at, name.value.clone()));
                    }
                }
            }
        }
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

    /// The key of a component in the document, which is its tag on the wire.
    pub(super) fn component_key(&self, at: NodeRef<'a>) -> Option<&'a str> {
        self.components.get(&at.id()).map(|component| component.key)
    }

    /// The name of a component.
    pub(super) fn component(&self, at: NodeRef<'a>) -> Option<&str> {
        let component = self.components.get(&at.id());
        component.map(|component| component.name.as_str())
    }
}
