//! Finds the schemas that lead to a match, however long the way is.

use super::super::references::{Key, Known, NodeRef};
use crate::cycles::in_cycle;
use crate::hash::HashMap;

/// Whether a schema is a match, and the schemas that it refers to or contains.
#[derive(Default)]
pub(super) struct Links<'a> {
    /// Whether the schema itself has what the search looks for, such as a keyword that servers cannot check.
    pub(super) is_match: bool,
    /// Each with whether it is about the same value.
    pub(super) leads_to: Vec<(NodeRef<'a>, bool)>,
}

/// Whether a schema is a match, or leads to one. If `circles` is true, schemas that lead back to themselves for the
/// same value are matches too.
pub(super) fn leads_to_match<'a>(
    start: NodeRef<'a>,
    known: &mut Known,
    circles: bool,
    look: impl FnMut(NodeRef<'a>) -> Links<'a>,
) -> bool {
    if let Some(known) = known.get(&start.key()) {
        return *known;
    }
    let mut graph = Graph::explore(start, known, look);
    if circles {
        graph.match_circles();
    }
    graph.spread();
    let found = graph.keys.into_iter().zip(graph.matches);
    known.extend(found);
    known.get(&start.key()).is_some_and(|is_match| *is_match)
}

/// The schemas that can be reached from one, except schemas about which this is known.
#[derive(Default)]
struct Graph {
    keys: Vec<Key>,
    matches: Vec<bool>,
    /// By schema, the schemas that lead to it, each with whether it is about the same value.
    sources: Vec<Vec<(usize, bool)>>,
}

impl Graph {
    fn explore<'a>(
        start: NodeRef<'a>,
        known: &Known,
        mut look: impl FnMut(NodeRef<'a>) -> Links<'a>,
    ) -> Self {
        let mut graph = Self::default();
        let mut numbers: HashMap<Key, usize> = HashMap::default();
        let mut waiting = vec![(start, graph.number(start, &mut numbers).0)];
        while let Some((at, source)) = waiting.pop() {
            let found = look(at);
            let mut is_match = found.is_match;
            for (target, is_same) in found.leads_to {
                if let Some(known) = known.get(&target.key()) {
                    is_match |= known;
                    continue;
                }
                let (number, is_new) = graph.number(target, &mut numbers);
                if let Some(sources) = graph.sources.get_mut(number) {
                    sources.push((source, is_same));
                }
                if is_new {
                    waiting.push((target, number));
                }
            }
            graph.add_match(source, is_match);
        }
        graph
    }

    /// The number of a schema, and whether it is new.
    fn number(&mut self, at: NodeRef<'_>, numbers: &mut HashMap<Key, usize>) -> (usize, bool) {
        let next = self.keys.len();
        let number = *numbers.entry(at.key()).or_insert(next);
        let is_new = number == next;
        if is_new {
            self.keys.push(at.key());
            self.matches.push(false);
            self.sources.push(Vec::new());
        }
        (number, is_new)
    }

    fn add_match(&mut self, number: usize, is_match: bool) -> bool {
        let matches = self.matches.get_mut(number);
        matches.is_some_and(|matches| is_match && !std::mem::replace(matches, true))
    }

    /// Notes the schemas that lead back to themselves for the same value.
    fn match_circles(&mut self) {
        let edges: Vec<Vec<usize>> = self
            .sources
            .iter()
            .map(|sources| {
                let same = sources.iter().filter(|(_, is_same)| *is_same);
                same.map(|(source, _)| *source).collect::<Vec<usize>>()
            })
            .collect();
        for (number, is_in_cycle) in in_cycle(&edges).into_iter().enumerate() {
            self.add_match(number, is_in_cycle);
        }
    }

    /// Notes all schemas that lead to a match.
    fn spread(&mut self) {
        let matches = self.matches.iter().enumerate().filter(|(_, is)| **is);
        let mut waiting: Vec<usize> = matches.map(|(number, _)| number).collect();
        while let Some(number) = waiting.pop() {
            let sources = self.sources.get_mut(number).map(std::mem::take);
            for (source, _) in sources.unwrap_or_default() {
                if self.add_match(source, true) {
                    waiting.push(source);
                }
            }
        }
    }
}
