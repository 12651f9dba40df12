//! The names of an object's fields.

use std::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error, Visitor};

use super::field::{Field, PROPERTIES, Properties};
use super::object::Table;

/// What [`Fields::next`] returns for a field that is not in the specification.
pub(super) const UNNAMED: usize = usize::MAX;

/// The index of a field that is skipped.
pub(super) const IGNORED: usize = usize::MAX - 2;

/// The index of a field that occurs for the second time.
pub(super) const TWICE: usize = usize::MAX - 1;

/// The names of the fields, and which of them have occurred. As a seed, it reads the next name and
/// returns its index in the list of fields. Constants come after the fields.
pub(super) struct Names<'c> {
    pub(super) table: Table<'c>,
    /// The last field.
    pub(super) current: usize,
    pub(super) seen: Seen,
    /// The name of the last field, if it is not in the specification. The buffer is reused.
    pub(super) unnamed: String,
}

impl<'c> Names<'c> {
    pub(super) fn new(table: Table<'c>) -> Self {
        Self {
            table,
            current: UNNAMED,
            seen: Seen::default(),
            unnamed: String::new(),
        }
    }

    /// The last field; `None` if it is not in the specification.
    pub(super) fn field(&self) -> Option<&'c Field> {
        self.table.fields.get(self.current)
    }

    /// The properties of the last field, which is in the specification.
    #[inline]
    pub(super) fn properties(&self) -> &'c Properties {
        match self.field() {
            Some(field) => &field.1,
            None => &PROPERTIES,
        }
    }
}

impl<'de> DeserializeSeed<'de> for &mut Names<'_> {
    type Value = usize;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for &mut Names<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        // Fields are nearly always in order, so the one after the last is tried first.
        let next = self.current.wrapping_add(1);
        let found = match self.table.fields.get(next) {
            Some(field) if field.name() == name => {
                self.current = next;
                next
            }
            Some(_) | None => match self.search(next, name) {
                Some(found) => found,
                None if self.table.ignored.contains(&name) => return Ok(IGNORED),
                None => return Ok(UNNAMED),
            },
        };
        let new = self.seen.insert(found);
        Ok(if new { found } else { TWICE })
    }
}

impl Names<'_> {
    /// Finds a field that is not in order, or a constant. Keeps the name if it is neither.
    #[cold]
    fn search(&mut self, start: usize, name: &str) -> Option<usize> {
        // Absent fields are skipped, so the field is nearly always further on.
        let Table {
            fields, constants, ..
        } = self.table;
        let (before, after) = fields.split_at(start.min(fields.len()));
        let position = |fields: &[Field]| fields.iter().position(|field| field.name() == name);
        let found = position(after)
            .map(|found| found + before.len())
            .or_else(|| position(before));
        if let Some(found) = found {
            self.current = found;
            return Some(found);
        }
        let constant = constants.iter().position(|constant| constant.name == name);
        if constant.is_none() {
            self.unnamed.clear();
            self.unnamed.push_str(name);
        }
        constant.map(|constant| fields.len() + constant)
    }
}

/// The fields that have occurred: a bit for each, in the order of the list. Only objects of more than
/// 64 fields need the heap.
#[derive(Default)]
pub(super) struct Seen {
    first: u64,
    more: Vec<bool>,
}

impl Seen {
    #[inline]
    pub(super) fn contains(&self, index: usize) -> bool {
        match index.checked_sub(64) {
            None => self.first & (1 << index) != 0,
            Some(index) => self.more.get(index).copied().unwrap_or(false),
        }
    }

    /// Adds a field. False if it has occurred before.
    #[inline]
    fn insert(&mut self, index: usize) -> bool {
        let new = !self.contains(index);
        match index.checked_sub(64) {
            None => self.first |= 1 << index,
            Some(index) => self.insert_more(index),
        }
        new
    }

    #[cold]
    fn insert_more(&mut self, index: usize) {
        if self.more.len() <= index {
            self.more.resize(index + 1, false);
        }
        if let Some(seen) = self.more.get_mut(index) {
            *seen = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;

    #[test]
    fn objects_of_more_than_64_fields_are_read() {
        let mut seen = Seen::default();
        for index in [0, 1, 63, 64, 65, 300] {
            assert!(!seen.contains(index));
            assert!(seen.insert(index));
            assert!(!seen.insert(index));
        }
        assert!(!seen.contains(2) && !seen.contains(66) && !seen.contains(1000));
    }
}
