//! The values that schemas list for the field that tells variants apart.

use std::rc::Rc;

use super::super::references::Key;
use super::super::schema::Schema;
use super::super::types::Types;
use super::candidates::{Candidate, Source, Tags};
use super::tag_values::tags_of;
use crate::hash::{HashMap, HashSet};
use crate::naming;
use crate::source::Spanned;

/// The values that a field lists. Many schemas may share an enumeration, so it is read once.
pub(super) struct Listed {
    pub(super) values: Vec<Spanned<String>>,
    /// The places of the values, by the words in them.
    words: HashMap<String, usize>,
}

impl Listed {
    fn texts(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(|value| value.value.as_str())
    }

    /// The values that are tags of this schema; `None` if others list all of them. A value that others list as well is
    /// the value of this schema only if the mapping says so.
    pub(super) fn tags(
        &self,
        mapped: &[Spanned<String>],
        counts: &HashMap<&str, usize>,
    ) -> Option<Tags> {
        if self.values.len() == 1 {
            return Some(Tags::stated(self.values.clone()));
        }
        let is_own = |value: &&Spanned<String>| counts.get(value.value.as_str()) == Some(&1);
        let is_mapped =
            |value: &&Spanned<String>| mapped.iter().any(|tag| tag.value == value.value);
        if !self.values.iter().any(|value| is_own(&value)) {
            return None;
        }
        let known = self
            .values
            .iter()
            .filter(|value| is_own(value) || is_mapped(value));
        Some(Tags {
            values: known.cloned().collect(),
            source: Source::Listed,
        })
    }

    pub(super) fn is_like(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.texts().eq(other.texts())
    }

    /// The value that is the same word as a name, such as `cat` for `Cat`.
    pub(super) fn spelled_like(&self, name: &str) -> Option<&str> {
        if let Some(exact) = self.texts().find(|value| *value == name) {
            return Some(exact);
        }
        let index = self.words.get(&naming::plain_snake(name))?;
        self.values.get(*index).map(|value| value.value.as_str())
    }
}

/// How many schemas list each value. An enumeration that schemas share is looked at once.
pub(super) fn counts<'l>(all: impl Iterator<Item = &'l Rc<Listed>>) -> HashMap<&'l str, usize> {
    let mut uses: HashMap<*const Listed, (usize, &Listed)> = HashMap::default();
    for listed in all {
        uses.entry(Rc::as_ptr(listed)).or_insert((0, listed)).0 += 1;
    }
    let mut counts: HashMap<&str, usize> = HashMap::default();
    for (count, listed) in uses.into_values() {
        let distinct: HashSet<&str> = listed.texts().collect();
        for value in distinct {
            *counts.entry(value).or_default() += count;
        }
    }
    counts
}

/// The values that each candidate lists for a field.
pub(super) fn declared<'a>(
    types: &Types<'a>,
    candidates: &[Candidate<'_, 'a>],
    property: &str,
) -> Vec<Option<Rc<Listed>>> {
    let mut known: HashMap<Vec<Key>, Option<Rc<Listed>>> = HashMap::default();
    let read = |schema: &Schema<'a>| {
        let values = tags_of(types, schema, property)?;
        let mut words = HashMap::default();
        for (index, value) in values.iter().enumerate() {
            let word = naming::plain_snake(&value.value);
            words.entry(word).or_insert(index);
        }
        Some(Rc::new(Listed { values, words }))
    };
    let listed = candidates.iter().map(|candidate| {
        let field = candidate.schema.property(property)?;
        let parts = field
            .parts
            .iter()
            .map(|at| types.files.named_schema(*at).key());
        let listed = known
            .entry(parts.collect())
            .or_insert_with(|| read(candidate.schema));
        listed.clone()
    });
    listed.collect()
}
