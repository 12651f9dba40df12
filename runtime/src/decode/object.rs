//! Reading objects.

use std::collections::BTreeMap;
use std::fmt;

use serde_core::Serialize;
use serde_core::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::access::{Direct, ObjectAccess};
use super::collection::insert;
use super::field::Field;
use super::names::{Names, TWICE};
use super::values::{FieldValues, ReadField, UsualValues};
use super::{Context, Decode, reject};

/// A type that is a JSON object with known fields.
pub trait Object: Clone + PartialEq + fmt::Debug + Serialize {
    /// The values of its fields, in the order of the specification.
    type Values: UsualValues;

    /// The name of the field for those that the specification does not name.
    const OTHERS: &'static str = "";

    /// Its fields, in the order of the specification. It returns a constant, which rustc does not evaluate if
    /// it only checks a crate.
    fn fields() -> &'static [Field];

    /// Creates an object from the values of its fields.
    fn from_values(values: Self::Values) -> Self;

    /// References to the values of its fields.
    fn references(&self) -> ReferencesTo<'_, Self>;

    /// Reads all fields.
    ///
    /// # Errors
    /// The errors of `fields`.
    fn read<'de, A: ObjectAccess<'de>>(fields: Fields<'_, A>) -> Result<Self, A::Error> {
        fields.values(Self::Values::READERS).map(Self::from_values)
    }
}

/// References to the values of an object's fields.
pub type ReferencesTo<'a, T> = <<T as Object>::Values as UsualValues>::References<'a>;

/// Every object is read through its table.
impl<T: Object> Decode for T {
    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        read_object(deserializer, context)
    }
}

/// Reads an object.
fn read_object<'de, T: Object, D: Deserializer<'de>>(
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
        T::read(Fields::new(Direct(map), T::fields(), self.context))
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

    /// The index of the next field in the object's `fields()`, or a greater number if it is not one of
    /// them. `None` after the last field.
    ///
    /// # Errors
    /// If a field occurs twice; at the end, if a field is missing or was invalid.
    fn next(&mut self) -> Result<Option<usize>, A::Error> {
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

    /// Reads the values of all fields, each with its reader.
    ///
    /// # Errors
    /// If the text cannot be parsed, or a value does not match the specification.
    pub fn values<V: FieldValues<R>, R>(mut self, readers: R) -> Result<V, A::Error> {
        let mut slots = V::empty();
        while let Some(index) = self.next()? {
            V::set(&mut slots, index, &readers, &mut self)?;
        }
        // A required field that is missing has been found before.
        V::finish(slots).ok_or_else(|| A::Error::custom("a required field is missing"))
    }

    /// Reads the field's value into `slot`, and checks it against the field's rules if constraints are
    /// checked.
    #[inline]
    pub(super) fn set<T: ReadField<R>, R>(
        &mut self,
        slot: &mut Option<T>,
        reader: R,
    ) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let properties = self.names.properties();
        match T::read_field(&mut self.map, self.context, properties.required, reader) {
            Ok(value) => *slot = Some(value),
            Err(error) => return self.fail(mark, error),
        }
        if self.context.enforces()
            && let Some(value) = slot
            && let Err(problem) = value.check(&properties.rules)
        {
            return self.reject_field(problem);
        }
        Ok(())
    }

    /// Skips the field's value.
    pub(super) fn skip(&mut self) -> Result<(), A::Error> {
        self.map.next_value::<IgnoredAny>().map(drop)
    }

    /// Keeps a field that is not in the specification.
    pub(super) fn keep<T: ReadField<R>, R>(
        &mut self,
        others: &mut BTreeMap<String, T>,
        reader: R,
    ) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let value = T::read_field(&mut self.map, self.context, true, reader);
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

    /// Records a validation error of the last field.
    #[cold]
    fn reject_field(&mut self, problem: impl Into<String>) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let error = self.context.validation_error(problem);
        self.fail(mark, error)
    }

    /// Adds the field to the paths of the validation errors since `mark`, and continues if possible.
    #[cold]
    fn fail(&mut self, mark: usize, error: A::Error) -> Result<(), A::Error> {
        let index = self.names.current;
        if let Some(field) = self.names.field() {
            if field.1.hidden.is_some() {
                self.context.hide_places(mark);
            }
            self.context.within_field(mark, index, field.name());
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
            if field.1.required && !self.names.seen.contains(index) {
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
