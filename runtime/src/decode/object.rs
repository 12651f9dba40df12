//! Reading objects.

mod boxed;

use std::collections::BTreeMap;
use std::fmt;

use serde_core::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::access::{Direct, ObjectAccess};
use super::collection::insert;
use super::names::{Names, TWICE};
use super::{Context, Decode, Seed, reject};
use crate::rules::{self, Checked, Rule};

/// A field of an object in the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Field {
    pub(crate) name: &'static str,
    required: bool,
    hidden: bool,
}

impl Field {
    /// A field that has to be present.
    pub const fn required(name: &'static str) -> Self {
        Self {
            name,
            required: true,
            hidden: false,
        }
    }

    /// A field that may be absent.
    pub const fn optional(name: &'static str) -> Self {
        Self {
            name,
            required: false,
            hidden: false,
        }
    }

    /// The same field with a value that must not be shown. A validation error inside the value names
    /// only the field: keys of a map below it can be as personal as values.
    pub const fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }

    /// The name on the wire.
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

/// A type that is a JSON object with known fields.
pub trait Object: Sized {
    /// The fields, in the order of the specification.
    const FIELDS: &'static [Field];

    /// Reads all fields.
    ///
    /// # Errors
    /// The errors of `fields`.
    fn read<'de, A: ObjectAccess<'de>>(fields: Fields<'_, A>) -> Result<Self, A::Error>;
}

/// Reads an object.
///
/// # Errors
/// If the value is not an object, or one of its fields is invalid.
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

/// The fields of an object that is being read.
pub struct Fields<'c, A> {
    map: A,
    context: &'c mut Context,
    names: Names<'c>,
    invalid: bool,
}

impl<'c, 'de, A: ObjectAccess<'de>> Fields<'c, A> {
    pub(crate) fn new(map: A, fields: &'c [Field], context: &'c mut Context) -> Self {
        Self {
            map,
            context,
            names: Names::new(fields),
            invalid: false,
        }
    }

    /// The index of the next field in the object's `FIELDS`, or a greater number if it is not one of
    /// them. `None` after the last field.
    ///
    /// # Errors
    /// If a field occurs twice; at the end, if a field is missing or was invalid.
    #[allow(
        clippy::should_implement_trait,
        reason = "unlike an iterator's `next`, it can fail"
    )]
    pub fn next(&mut self) -> Result<Option<usize>, A::Error> {
        loop {
            match self.map.next_key_seed(&mut self.names)? {
                None => return self.finish(),
                Some(TWICE) => {
                    self.reject_field("occurs twice")?;
                    self.skip()?;
                }
                found => return Ok(found),
            }
        }
    }

    /// Reads the field's value into `slot`.
    ///
    /// # Errors
    /// If the value is invalid, unless validation errors are collected.
    pub fn set<T: Decode>(&mut self, slot: &mut Option<T>) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let value = self.map.next_value_seed(Seed::new(self.context));
        self.fill(slot, value, mark)
    }

    /// Reads the field's value into `slot`, and checks it against `rules` if constraints are checked.
    ///
    /// # Errors
    /// If the value is invalid or breaks a rule, unless validation errors are collected.
    pub fn set_checked<T: Decode + Checked>(
        &mut self,
        slot: &mut Option<T>,
        rules: &[&dyn Rule<T::Target>],
    ) -> Result<(), A::Error> {
        self.set(slot)?;
        self.check(slot, rules)
    }

    #[inline]
    fn fill<T>(
        &mut self,
        slot: &mut Option<T>,
        value: Result<T, A::Error>,
        mark: usize,
    ) -> Result<(), A::Error> {
        match value {
            Ok(value) => {
                *slot = Some(value);
                Ok(())
            }
            Err(error) => self.fail(mark, error),
        }
    }

    fn check<T: Checked>(
        &mut self,
        slot: &Option<T>,
        rules: &[&dyn Rule<T::Target>],
    ) -> Result<(), A::Error> {
        match slot {
            Some(value) if self.context.enforces() => match rules::check(value, rules) {
                Ok(()) => Ok(()),
                Err(problem) => self.reject_field(problem),
            },
            Some(_) | None => Ok(()),
        }
    }

    /// Skips the field's value.
    ///
    /// # Errors
    /// If the text cannot be parsed.
    pub fn skip(&mut self) -> Result<(), A::Error> {
        self.map.next_value::<IgnoredAny>().map(drop)
    }

    /// Keeps a field that is not in the specification.
    ///
    /// # Errors
    /// If the value is invalid or the field occurs twice, unless validation errors are collected.
    pub fn keep<T: Decode>(&mut self, others: &mut BTreeMap<String, T>) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let value = self.map.next_value_seed(Seed::new(self.context));
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
                self.continue_or(mark, error)
            }
        }
    }

    /// Takes a value out of its slot after the last field.
    ///
    /// # Errors
    /// If there is no value. That cannot happen for a required field, because [`next`](Self::next) has
    /// failed before.
    pub fn take<T>(&self, slot: Option<T>) -> Result<T, A::Error> {
        slot.map_or_else(|| self.incomplete(), Ok)
    }

    /// The result if a required field has no value after the last field. That cannot happen, because
    /// [`next`](Self::next) has failed before.
    ///
    /// # Errors
    /// Always.
    pub fn incomplete<T>(&self) -> Result<T, A::Error> {
        Err(A::Error::custom("a required field is missing"))
    }

    /// Records a validation error of the last field.
    fn reject_field(&mut self, problem: impl Into<String>) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let error = self.context.validation_error(problem);
        self.fail(mark, error)
    }

    /// Adds the field to the paths of the validation errors since `mark`, and continues if possible.
    fn fail(&mut self, mark: usize, error: A::Error) -> Result<(), A::Error> {
        let index = self.names.current;
        if let Some(field) = self.names.fields.get(index) {
            if field.hidden {
                self.context.hide_places(mark);
            }
            self.context.within_field(mark, index, field.name);
        }
        self.continue_or(mark, error)
    }

    fn continue_or(&mut self, mark: usize, error: A::Error) -> Result<(), A::Error> {
        self.invalid = true;
        if self.context.continues(mark) {
            Ok(())
        } else {
            Err(error)
        }
    }

    /// Finds missing fields, after the last field.
    fn finish(&mut self) -> Result<Option<usize>, A::Error> {
        let fields = self.names.fields;
        for (index, field) in fields.iter().enumerate() {
            if field.required && !self.names.seen.contains(index) {
                self.names.current = index;
                self.reject_field("is missing")?;
            }
        }
        if self.invalid {
            Err(A::Error::custom("a field is invalid"))
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
