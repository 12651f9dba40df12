//! The search for what losses say: the whole of what a warning is about, and what that refers to.

use std::cell::RefCell;

use super::canonical::{Keys, References, canonical, entry};
use super::meaning::Meanings;
use super::nodes::Components;
use super::place::Place;
use super::{Directions, Loss, Nodes};
use crate::diagnostic::Lost;
use crate::hash::{self, HashMap, HashSet};
use crate::node::NodeKind;
use crate::openapi::references::NodeRef;
use crate::openapi::validation_schemas::companions;
use crate::source::{Span, Spanned};

/// The keywords that a warning about the style of a parameter is about. The model holds the rest of the parameter.
const STYLES: [&str; 5] = [
    "allowEmptyValue",
    "allowReserved",
    "collectionFormat",
    "explode",
    "style",
];

/// A search for what losses say.
pub(super) struct Search<'a, 'f> {
    nodes: &'f Nodes<'a>,
    /// The components of the other document.
    other: &'f Components<'f>,
    /// The losses by their places.
    wanted: HashMap<Span, Vec<usize>>,
    losses: &'f mut [Loss],
    /// The targets of references that were looked at.
    targets: HashMap<usize, Target<'a>>,
    /// The hashes of the components that only this document has, by the references to them.
    hashes: RefCell<HashMap<String, u64>>,
    meanings: Meanings,
}

/// What a reference leads to: a hash of what it says, and the targets of its references.
#[derive(Clone)]
struct Target<'a> {
    hash: u64,
    leads_to: Vec<NodeRef<'a>>,
}

impl<'a, 'f> Search<'a, 'f> {
    /// A search for what losses say, by their places.
    pub(super) fn new(
        nodes: &'f Nodes<'a>,
        other: &'f Components<'f>,
        wanted: HashMap<Span, Vec<usize>>,
        losses: &'f mut [Loss],
    ) -> Self {
        Self {
            nodes,
            other,
            wanted,
            losses,
            targets: HashMap::default(),
            hashes: RefCell::default(),
            meanings: Meanings::default(),
        }
    }

    /// Looks for losses in a file. The whole of it may be a schema.
    pub(super) fn visit_file(&mut self, root: NodeRef<'a>, place: &Place) {
        for index in self.reach(root.node.span, root, Directions::default()) {
            self.find_whole(index, place, root, place.keys);
        }
        self.visit(root, place, Directions::default());
    }

    /// Looks for losses in a node, whose owner has these directions.
    fn visit(&mut self, at: NodeRef<'a>, place: &Place, directions: Directions) {
        let directions = directions.and(self.nodes.directions.of(at));
        for (key, value) in at.entries() {
            for span in [key.span, value.node.span] {
                for index in self.reach(span, value, directions) {
                    self.find_entry(index, at, (key, value), place);
                }
            }
            self.visit(value, &place.entry(&key.value), directions);
        }
        for (number, item) in at.items().enumerate() {
            let place_of_item = place.item(number, item.node);
            for index in self.reach(item.node.span, item, directions) {
                match self.losses.get(index).map(|loss| loss.lost) {
                    Some(Lost::List | Lost::RuleOfList) => {
                        let key = place.path.rsplit('/').next().unwrap_or_default();
                        self.find_entries(index, place, Keys::Words, &[(key, at)]);
                    }
                    _ => self.find_whole(index, &place_of_item, item, place_of_item.keys),
                }
            }
            self.visit(item, &place_of_item, directions);
        }
    }

    /// The losses of a place that are reached for the first time. What took the place of several references has all of
    /// their directions.
    fn reach(&mut self, span: Span, at: NodeRef<'a>, directions: Directions) -> Vec<usize> {
        let Some(found) = self.wanted.get(&span) else {
            return Vec::new();
        };
        let directions = directions.and(self.nodes.directions.of(at));
        let mut new = Vec::new();
        for index in found {
            if let Some(loss) = self.losses.get_mut(*index) {
                loss.directions = loss.directions.and(directions);
                if loss.path.is_empty() {
                    new.push(*index);
                }
            }
        }
        new
    }

    /// Notes what a loss at an entry of a map says.
    fn find_entry(
        &mut self,
        index: usize,
        owner: NodeRef<'a>,
        (key, value): (&Spanned<String>, NodeRef<'a>),
        place: &Place,
    ) {
        let place_of_value = place.entry(&key.value);
        let is_scalar = !matches!(value.node.kind, NodeKind::Map(_) | NodeKind::List(_));
        let lost = self.losses.get(index).map(|loss| loss.lost);
        if lost == Some(Lost::Owner) {
            match is_scalar {
                true => self.find_whole(index, place, owner, place.keys),
                false => self.find_whole(index, &place_of_value, value, place_of_value.keys),
            }
            return;
        }
        if lost == Some(Lost::Style) {
            // The key of a header is its name, and a parameter that nothing declares is at the path.
            let (owner, place) = match is_scalar {
                true => (owner, place),
                false => (value, &place_of_value),
            };
            let written = STYLES
                .iter()
                .filter_map(|name| Some((*name, owner.get(name)?)));
            let written = written.map(|(name, value)| self.entry(Keys::Words, name, value));
            let content = format!("{{{}}}", written.collect::<Vec<_>>().join(","));
            self.find(index, place, Vec::new(), content);
            return;
        }
        if matches!(lost, Some(Lost::Name | Lost::RuleOfName)) {
            self.find(index, &place_of_value, Vec::new(), key.value.clone());
            return;
        }
        let beside = companions(&key.value).iter();
        let beside = beside.filter(|_| place.keys == Keys::Words);
        let beside = beside.filter_map(|name| Some((*name, owner.get(name)?)));
        let all: Vec<(&str, NodeRef<'a>)> = [(key.value.as_str(), value)]
            .into_iter()
            .chain(beside)
            .collect();
        self.find_entries(index, &place_of_value, place.keys, &all);
    }

    /// Notes that a loss says what entries of a map say.
    fn find_entries(
        &mut self,
        index: usize,
        place: &Place,
        keys: Keys,
        entries: &[(&str, NodeRef<'a>)],
    ) {
        let content = entries.iter();
        let content = content.map(|(key, value)| self.entry(keys, key, *value));
        let content = format!("{{{}}}", content.collect::<Vec<_>>().join(","));
        // The names of headers have any case.
        let is_of_headers = place.path.rsplit('/').nth(1) == Some("headers");
        let named: Vec<(String, NodeRef<'a>)> = entries
            .iter()
            .map(|(key, value)| match is_of_headers {
                true => (key.to_ascii_lowercase(), *value),
                false => ((*key).to_owned(), *value),
            })
            .collect();
        let meaning = self.meanings.of_entries(&self.nodes.files, keys, &named);
        let parts = entries.iter().map(|(_, value)| *value).collect();
        self.find(index, place, parts, content);
        self.mean(index, meaning);
    }

    /// Notes that a loss says what a part says.
    fn find_whole(&mut self, index: usize, place: &Place, at: NodeRef<'a>, keys: Keys) {
        let content = self.canonical(at, keys);
        let meaning = self.meanings.of(&self.nodes.files, at, keys);
        self.find(index, place, vec![at], content);
        self.mean(index, meaning);
    }

    fn mean(&mut self, index: usize, meaning: Option<u64>) {
        if let Some(loss) = self.losses.get_mut(index) {
            loss.meaning = meaning;
        }
    }

    fn canonical(&self, at: NodeRef<'a>, keys: Keys) -> String {
        canonical(at.node, keys, self.references(at))
    }

    fn entry(&self, keys: Keys, key: &str, value: NodeRef<'a>) -> String {
        entry(keys, key, value.node, self.references(value))
    }

    /// How references in a node are written. Other files have their own components.
    const fn references(&self, at: NodeRef<'a>) -> References<'_> {
        match at.file {
            0 => References::Renamed {
                own: &self.nodes.components,
                other: self.other,
                hashes: &self.hashes,
            },
            _ => References::Plain,
        }
    }

    fn find(&mut self, index: usize, place: &Place, parts: Vec<NodeRef<'a>>, content: String) {
        let targets = self.hash_of_targets(&parts);
        if let Some(loss) = self.losses.get_mut(index) {
            loss.path.clone_from(&place.path);
            loss.owner.clone_from(&place.owner);
            loss.content = content;
            loss.targets = targets;
        }
    }

    /// A hash of all that references in these parts lead to, and the references in that; zero if there are none.
    fn hash_of_targets(&mut self, parts: &[NodeRef<'a>]) -> u64 {
        let mut seen: HashSet<usize> = HashSet::default();
        let mut waiting: Vec<NodeRef<'a>> = parts
            .iter()
            .flat_map(|part| self.nodes.files.references_in(*part))
            .collect();
        let mut all = 0_u64;
        while let Some(at) = waiting.pop() {
            if !seen.insert(at.id()) {
                continue;
            }
            if !self.targets.contains_key(&at.id()) {
                let target = Target {
                    hash: hash::of_text(&self.canonical(at, Keys::Words)),
                    leads_to: self.nodes.files.references_in(at),
                };
                self.targets.insert(at.id(), target);
            }
            if let Some(target) = self.targets.get(&at.id()) {
                // The order of what is found does not count.
                all = all.wrapping_add(target.hash);
                waiting.extend(target.leads_to.iter().copied());
            }
        }
        all
    }
}
