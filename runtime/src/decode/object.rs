//! Reading objects.

use std::collections::BTreeMap;
use std::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::boxed::{BoxedSeed, DecodeBoxed, Direct, ObjectAccess, Reader};
use super::collection::insert;
use super::{Context, Decode, Seed, reject};
use crate::rules::{self, Checked, Rule};

/// What [`Fields::next`] gives for a member that the specification does not name.
const UNNAMED: usize = usize::MAX;

/// What a member's name gives that was there before.
const TWICE: usize = usize::MAX - 1;

/// A member that the specification names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Field {
    pub(crate) name: &'static str,
    required: bool,
    hidden: bool,
}

impl Field {
    /// A member that must be there.
    pub const fn required(name: &'static str) -> Self {
        Self {
            name,
            required: true,
            hidden: false,
        }
    }

    /// A member that may be left out.
    pub const fn optional(name: &'static str) -> Self {
        Self {
            name,
            required: false,
            hidden: false,
        }
    }

    /// The same member with a value that must not be shown: a validation error inside of it names the
    /// member and no place below it, where the keys of a map may be as personal as values.
    pub const fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }

    /// The name on the wire.
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

/// A type that is an object with named members.
pub trait Object: Sized {
    /// The members, in the order of the specification.
    const FIELDS: &'static [Field];

    /// Reads the members until there are no more.
    ///
    /// # Errors
    /// What `fields` says.
    fn read<'de, A: ObjectAccess<'de>>(fields: Fields<'_, A>) -> Result<Self, A::Error>;
}

/// Reads an object.
///
/// # Errors
/// Where it is no object, or a member of it is at validation error.
pub fn read_object<'de, T: Object, D: Deserializer<'de>>(
    deserializer: D,
    context: &mut Context,
) -> Result<T, D::Error> {
    deserializer.deserialize_any(ObjectVisitor {
        context,
        object: std::marker::PhantomData,
    })
}

struct ObjectVisitor<'c, T> {
    context: &'c mut Context,
    object: std::marker::PhantomData<T>,
}

impl<'de, T: Object> Visitor<'de> for ObjectVisitor<'_, T> {
    type Value = T;

    reject!("an object"; boolean integer number string list);

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::read(Fields::new(Direct(map), T::FIELDS, self.context))
    }
}

/// The members of an object that is being read.
pub struct Fields<'c, A> {
    map: A,
    context: &'c mut Context,
    names: Names<'c>,
    invalid: bool,
}

impl<'c, 'de, A: ObjectAccess<'de>> Fields<'c, A> {
    pub(crate) fn new(map: A, fields: &'c [Field], context: &'c mut Context) -> Self {
        let names = Names {
            fields,
            current: UNNAMED,
            seen: Seen::default(),
            unnamed: String::new(),
        };
        Self {
            map,
            context,
            names,
            invalid: false,
        }
    }

    /// The index of the next member in the list of fields, or a number beyond the list for
    /// one that is not in it. After the last member, none.
    ///
    /// # Errors
    /// Where a member is there twice; at the end, where one is missing or was at validation error.
    #[allow(
        clippy::should_implement_trait,
        reason = "it can fail, which an iterator's `next` cannot"
    )]
    pub fn next(&mut self) -> Result<Option<usize>, A::Error> {
        loop {
            match self.map.next_key_seed(&mut self.names)? {
                None => return self.finish(),
                Some(TWICE) => {
                    self.reject_member("is there twice")?;
                    self.skip()?;
                }
                found => return Ok(found),
            }
        }
    }

    /// Reads the member's value into `slot`.
    ///
    /// # Errors
    /// Where the value is at validation error, unless validation errors are collected.
    pub fn set<T: Decode>(&mut self, slot: &mut Option<T>) -> Result<(), A::Error> {
        let mark = self.context.mark();
        match self.map.next_value_seed(Seed::new(self.context)) {
            Ok(value) => {
                *slot = Some(value);
                Ok(())
            }
            Err(error) => self.fail(mark, error),
        }
    }

    /// Reads the member's value into `slot` and checks it against `rules`, where rules are
    /// checked.
    ///
    /// # Errors
    /// Where the value is at validation error or breaks a rule, unless validation errors are collected.
    pub fn set_checked<T: Decode + Checked>(
        &mut self,
        slot: &mut Option<T>,
        rules: &[&dyn Rule<T::Target>],
    ) -> Result<(), A::Error> {
        self.set(slot)?;
        self.check(slot, rules)
    }

    /// Reads the value of a field that is `Boxed` into `slot`.
    ///
    /// # Errors
    /// If the value is invalid, unless validation errors are collected.
    pub fn set_boxed<T, V: DecodeBoxed<T>>(
        &mut self,
        slot: &mut Option<V>,
        reader: Reader<T>,
    ) -> Result<(), A::Error> {
        let mark = self.context.mark();
        match self.read_boxed(reader) {
            Ok(value) => {
                *slot = Some(value);
                Ok(())
            }
            Err(error) => self.fail(mark, error),
        }
    }

    /// Reads the value of a field that is `Boxed` into `slot` and checks it against `rules`, where
    /// rules are checked.
    ///
    /// # Errors
    /// If the value is invalid or breaks a rule, unless validation errors are collected.
    pub fn set_boxed_checked<T, V: DecodeBoxed<T> + Checked>(
        &mut self,
        slot: &mut Option<V>,
        reader: Reader<T>,
        rules: &[&dyn Rule<V::Target>],
    ) -> Result<(), A::Error> {
        self.set_boxed(slot, reader)?;
        self.check(slot, rules)
    }

    fn read_boxed<T, V: DecodeBoxed<T>>(&mut self, reader: Reader<T>) -> Result<V, A::Error> {
        let mut seed = BoxedSeed::new(self.context, reader);
        self.map.next_erased(&mut seed)?;
        seed.finish()
    }

    fn check<T: Checked>(
        &mut self,
        slot: &Option<T>,
        rules: &[&dyn Rule<T::Target>],
    ) -> Result<(), A::Error> {
        match slot {
            Some(value) if self.context.enforces() => match rules::check(value, rules) {
                Ok(()) => Ok(()),
                Err(problem) => self.reject_member(problem),
            },
            Some(_) | None => Ok(()),
        }
    }

    /// Passes over the member's value.
    ///
    /// # Errors
    /// Where the text cannot be read.
    pub fn skip(&mut self) -> Result<(), A::Error> {
        self.map.next_value::<IgnoredAny>().map(drop)
    }

    /// Keeps a member that the specification does not name.
    ///
    /// # Errors
    /// Where the value is at validation error or the member is there twice, unless validation errors are
    /// collected.
    pub fn keep<T: Decode>(&mut self, others: &mut BTreeMap<String, T>) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let value = self.map.next_value_seed(Seed::new(self.context));
        self.insert(others, value, mark)
    }

    /// Keeps a field that the specification does not name, of a `Boxed` value.
    ///
    /// # Errors
    /// If the value is invalid or the field is there twice, unless validation errors are collected.
    pub fn keep_boxed<T, V: DecodeBoxed<T>>(
        &mut self,
        others: &mut BTreeMap<String, V>,
        reader: Reader<T>,
    ) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let value = self.read_boxed(reader);
        self.insert(others, value, mark)
    }

    fn insert<T>(
        &mut self,
        others: &mut BTreeMap<String, T>,
        value: Result<T, A::Error>,
        mark: usize,
    ) -> Result<(), A::Error> {
        let name = std::mem::take(&mut self.names.unnamed);
        match insert(others, name, value, self.context) {
            Ok(()) => Ok(()),
            Err((name, error)) => {
                self.context.within_key(mark, &name);
                self.go_on(mark, error)
            }
        }
    }

    /// Takes a value out of its slot after the last member.
    ///
    /// # Errors
    /// Never where the field was declared as required, since [`next`](Self::next) has
    /// failed by then.
    pub fn take<T>(&self, slot: Option<T>) -> Result<T, A::Error> {
        slot.map_or_else(|| self.incomplete(), Ok)
    }

    /// What is left to say where a required field has no value after the last member. That
    /// never happens for fields that were declared as required, since [`next`](Self::next)
    /// has failed by then.
    ///
    /// # Errors
    /// Always.
    pub fn incomplete<T>(&self) -> Result<T, A::Error> {
        Err(A::Error::custom("a required member is missing"))
    }

    /// Notes a validation error of the member that was found last.
    fn reject_member(&mut self, problem: impl Into<String>) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let error = self.context.validation_error(problem);
        self.fail(mark, error)
    }

    /// Says where the validation errors since `mark` are, and goes on where that is possible.
    fn fail(&mut self, mark: usize, error: A::Error) -> Result<(), A::Error> {
        if let Some(field) = self.names.fields.get(self.names.current) {
            if field.hidden {
                self.context.hide_places(mark);
            }
            self.context.within_member(mark, field.name);
        }
        self.go_on(mark, error)
    }

    fn go_on(&mut self, mark: usize, error: A::Error) -> Result<(), A::Error> {
        self.invalid = true;
        if self.context.goes_on(mark) {
            Ok(())
        } else {
            Err(error)
        }
    }

    /// Looks for what is missing, after the last member.
    fn finish(&mut self) -> Result<Option<usize>, A::Error> {
        let fields = self.names.fields;
        for (index, field) in fields.iter().enumerate() {
            if field.required && !self.names.seen.contains(index) {
                self.names.current = index;
                self.reject_member("is missing")?;
            }
        }
        if self.invalid {
            Err(A::Error::custom("a member is at validation error"))
        } else {
            Ok(None)
        }
    }
}

impl<A> fmt::Debug for Fields<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fields")
            .field("fields", &self.names.fields)
            .finish_non_exhaustive()
    }
}

/// The names of the members, and which of them were there already. It takes in the name of
/// the next member, and gives its index in the list of fields.
struct Names<'c> {
    fields: &'c [Field],
    /// The member that was found last.
    current: usize,
    seen: Seen,
    /// The name of the member that was found last, where the specification does not name
    /// it. The buffer is used again for the next one.
    unnamed: String,
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
        f.write_str("the name of a member")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        // Members come in order nearly always, so the one after the last is tried first.
        let next = self.current.wrapping_add(1);
        let found = match self.fields.get(next) {
            Some(field) if field.name == name => next,
            Some(_) | None => match self.search(next, name) {
                Some(found) => found,
                None => return Ok(UNNAMED),
            },
        };
        self.current = found;
        let new = self.seen.insert(found);
        Ok(if new { found } else { TWICE })
    }
}

impl Names<'_> {
    /// Looks for a member that did not come in order, and keeps the name of one that is not
    /// in the list.
    #[cold]
    fn search(&mut self, start: usize, name: &str) -> Option<usize> {
        // What was left out lies behind: the member is further on nearly always.
        let (before, after) = self.fields.split_at(start.min(self.fields.len()));
        let position = |fields: &[Field]| fields.iter().position(|field| field.name == name);
        let found = position(after)
            .map(|found| found + before.len())
            .or_else(|| position(before));
        if found.is_none() {
            self.unnamed.clear();
            self.unnamed.push_str(name);
        }
        found
    }
}

/// The members that were found so far: a bit for each, in the order of the fields. Only
/// objects of more than 64 members need the heap.
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

    /// Adds a member; false where it was there already.
    #[inline]
    pub(super) fn insert(&mut self, index: usize) -> bool {
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
        self.more[index] = true;
    }
}
