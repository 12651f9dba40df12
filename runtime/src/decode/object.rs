//! Reading objects.

use std::collections::BTreeMap;
use std::fmt;

use serde_core::Serialize;
use serde_core::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::access::{Direct, ObjectAccess};
use super::boxed::not_an_object;
use super::collection::insert;
use super::constant::{Constant, Expect};
use super::erased::{AnyObject, AnySeed, ErasedFields, erase};
use super::field::Field;
use super::names::{IGNORED, Names, Seen, TWICE, UNNAMED};
use super::values::{FieldValues, ReadField, UsualValues};
use super::{Context, Decode, Failed, Token, reject, text};
use crate::Json;
use crate::encode::OfSerde;
use crate::rules::Rules;
use crate::union::Shape;
use crate::validation::Problem;

/// A type that is a JSON object with known fields. The macro `object!` implements it. Implementing it yourself is not
/// part of the contract.
pub trait Object: Clone + PartialEq + fmt::Debug + Serialize + 'static {
    /// The values of its fields, in the order of the specification.
    type Values: UsualValues;

    /// The name of the field for those that the specification does not name, or for the union beside all others.
    const LAST_FIELD: &'static str = "";

    /// Its fields, in the order of the specification. It returns a constant, which rustc does not evaluate if
    /// it only checks a crate.
    fn fields() -> &'static [Field];

    /// Its constants, in the order of the specification.
    fn constants() -> &'static [Constant] {
        &[]
    }

    /// Whether a server rejects fields that the specification does not name.
    const CLOSED: bool = false;

    /// The names of fields that are skipped, although others are kept or rejected.
    fn ignored() -> &'static [&'static str] {
        &[]
    }

    /// The rules of each field that the specification does not name.
    fn additional_field_rules() -> &'static Rules {
        &Rules::NONE
    }

    /// Everything on the wire.
    fn table() -> Table<'static> {
        Table {
            fields: Self::fields(),
            constants: Self::constants(),
            closed: Self::CLOSED,
            ignored: Self::ignored(),
            additional: Self::additional_field_rules(),
        }
    }

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

    /// Reads the object that the deserializer has found.
    ///
    /// Objects with `Boxed` fields have their own function. A generic one would be compiled inside of itself, once for
    /// each type of a cycle.
    ///
    /// # Errors
    /// If the value cannot be read or does not match the specification.
    #[doc(hidden)]
    fn from_token(token: Token<'_, '_>, context: &mut Context) -> Result<Self, Failed> {
        match token {
            Token::Object(object) => Self::read(Fields::of(object, Self::table(), context)),
            token => not_an_object(&token, context),
        }
    }
}

/// The description of an object on the wire.
#[derive(Debug, Clone, Copy)]
pub struct Table<'c> {
    /// The fields.
    pub fields: &'c [Field],
    /// The constants.
    pub constants: &'static [Constant],
    /// Whether a server rejects all other fields.
    pub closed: bool,
    /// The names of fields that are skipped.
    pub ignored: &'static [&'static str],
    /// The rules of each field that is kept under its name on the wire.
    pub additional: &'static Rules,
}

impl<'c> Table<'c> {
    /// A table of fields alone.
    pub(crate) const fn of(fields: &'c [Field]) -> Self {
        Self {
            fields,
            constants: &[],
            closed: false,
            ignored: &[],
            additional: &Rules::NONE,
        }
    }

    /// Whether a field or a constant has this name on the wire.
    pub(crate) fn names(&self, name: &str) -> bool {
        let mut fields = self.fields.iter().map(Field::name);
        let mut constants = self.constants.iter().map(|constant| constant.name);
        fields.any(|known| known == name) || constants.any(|known| known == name)
    }

    /// Whether all required fields and constants have occurred. Records those that have not.
    #[inline]
    pub(super) fn is_complete(&self, seen: &Seen, context: &mut Context) -> bool {
        let mut is_complete = true;
        for (index, field) in self.fields.iter().enumerate() {
            if field.1.required && !seen.contains(index) {
                is_complete = false;
                report_missing(index, field.name(), context);
            }
        }
        for (index, constant) in (self.fields.len()..).zip(self.constants) {
            if constant.required && !seen.contains(index) {
                is_complete = false;
                report_missing(index, constant.name, context);
            }
        }
        is_complete
    }

    /// The constant with this index, which counts from the first field.
    fn constant(&self, index: usize) -> Option<&'static Constant> {
        self.constants.get(index.checked_sub(self.fields.len())?)
    }
}

/// Records that a field or a constant is missing, unless there are enough validation errors.
#[cold]
fn report_missing(index: usize, name: &str, context: &mut Context) {
    let mark = context.mark();
    if mark == 0 || context.continues(0) {
        let _: Failed = context.validation_error(Problem::missing());
        context.within_field(mark, index, name);
    }
}

/// References to the values of an object's fields.
pub type ReferencesTo<'a, T> = <<T as Object>::Values as UsualValues>::References<'a>;

/// Every object is read through its table.
impl<T: Object> Decode for T {
    type Form = OfSerde;

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

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        text::object(self.context)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::read(Fields::new(Direct(map), T::table(), self.context))
    }
}

/// The fields of an object that is being read.
pub struct Fields<'c, A> {
    map: A,
    context: &'c mut Context,
    names: Names<'c>,
    invalid: bool,
}

impl<'c, 'a, 'de> Fields<'c, ErasedFields<'a, 'de>> {
    /// The fields of an object that the deserializer has found.
    #[doc(hidden)]
    pub fn of(
        object: &'a mut dyn AnyObject<'de>,
        table: Table<'c>,
        context: &'c mut Context,
    ) -> Self {
        Self::new(ErasedFields(object), table, context)
    }
}

impl<'c, 'de, A: ObjectAccess<'de>> Fields<'c, A> {
    pub(crate) fn new(map: A, table: Table<'c>, context: &'c mut Context) -> Self {
        Self {
            map,
            context,
            names: Names::new(table),
            invalid: false,
        }
    }

    /// The index of the next field in the object's `fields()`, or a greater number if it is not one of
    /// them. `None` after the last field. Constants are read on the way.
    ///
    /// # Errors
    /// If a field occurs twice, or a constant has another value.
    fn next(&mut self) -> Result<Option<usize>, A::Error> {
        loop {
            match self.map.next_key_seed(&mut self.names)? {
                None => return Ok(None),
                Some(TWICE) => {
                    self.reject_field("occurs twice")?;
                    self.skip()?;
                }
                Some(IGNORED) => self.skip()?,
                Some(UNNAMED) if self.names.table.closed && self.context.enforces() => {
                    self.reject_unknown()?;
                    self.skip()?;
                }
                Some(index) => match self.names.table.constant(index) {
                    Some(constant) => self.expect(index, constant)?,
                    None => return Ok(Some(index)),
                },
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
        let complete = self.finish();
        if complete.is_ok() || self.context.continues(0) {
            V::end(&mut slots, &readers, &mut self)?;
        }
        complete?;
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
            && let Err(failed) = value.check(&properties.rules, self.context)
        {
            return self.fail(mark, A::Error::custom(failed));
        }
        Ok(())
    }

    /// Reads the value of a constant.
    fn expect(&mut self, index: usize, constant: &Constant) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let expect = Expect {
            constant: constant.value,
            context: self.context,
        };
        let Err(error) = self.map.next_value_seed(expect) else {
            return Ok(());
        };
        self.context.within_field(mark, index, constant.name);
        self.continue_or(mark, error)
    }

    /// Skips the field's value.
    pub(super) fn skip(&mut self) -> Result<(), A::Error> {
        self.map.next_value::<IgnoredAny>().map(drop)
    }

    /// Keeps a field that is not in the specification.
    pub(super) fn keep<T: ReadField<R>, R>(
        &mut self,
        additional: &mut BTreeMap<String, T>,
        reader: R,
    ) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let value = T::read_field(&mut self.map, self.context, true, reader).and_then(|value| {
            if self.context.enforces() {
                let checked = value.check(self.names.table.additional, self.context);
                checked.map_err(A::Error::custom)?;
            }
            Ok(value)
        });
        self.insert(additional, value, mark)
    }

    /// Keeps a field if it is the tag or the content of a union.
    pub(super) fn keep_part(&mut self, parts: &mut Json, shape: &Shape) -> Result<(), A::Error> {
        let Json::Object(parts) = parts else {
            return self.skip();
        };
        if !shape.names(&self.names.unnamed) {
            return self.skip();
        }
        let mark = self.context.mark();
        let value = self.map.next_value()?;
        if parts.insert(self.names.unnamed.clone(), value).is_some() {
            let error = self.context.validation_error("occurs twice");
            self.context.within_key(mark, &self.names.unnamed);
            return self.continue_or(mark, error);
        }
        Ok(())
    }

    /// Reads the union whose tag and content have been kept.
    pub(super) fn read_parts<U: ReadField<R>, R>(
        &mut self,
        parts: Json,
        reader: R,
    ) -> Result<U, A::Error> {
        let mut value = Value(Some(parts));
        let read = U::read_field(&mut ErasedFields(&mut value), self.context, true, reader);
        read.map_err(A::Error::custom)
    }

    fn insert<T>(
        &mut self,
        additional: &mut BTreeMap<String, T>,
        value: Result<T, A::Error>,
        mark: usize,
    ) -> Result<(), A::Error> {
        let name = std::mem::take(&mut self.names.unnamed);
        match insert(additional, name, value, self.context) {
            Ok(()) => Ok(()),
            Err((name, error)) => {
                self.context.within_key(mark, &name);
                self.continue_or(mark, error)
            }
        }
    }

    /// Records a validation error of the last field.
    #[cold]
    fn reject_field(&mut self, problem: impl Into<Problem>) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let error = self.context.validation_error(problem);
        self.fail(mark, error)
    }

    /// Records that the last field is not in the specification.
    #[cold]
    fn reject_unknown(&mut self) -> Result<(), A::Error> {
        let mark = self.context.mark();
        let error = self.context.validation_error("is not a known field");
        self.context.within_key(mark, &self.names.unnamed);
        self.continue_or(mark, error)
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
    fn finish(&mut self) -> Result<(), A::Error> {
        let names = &self.names;
        let is_complete = names.table.is_complete(&names.seen, self.context);
        if is_complete && !self.invalid {
            Ok(())
        } else {
            Err(A::Error::custom("a field is missing or invalid"))
        }
    }
}

/// A value that is read like the value of a field.
struct Value(Option<Json>);

impl<'de> AnyObject<'de> for Value {
    fn next_name(&mut self, _: &mut dyn AnySeed<'de>) -> Result<bool, Failed> {
        Ok(false)
    }

    fn next_value(&mut self, seed: &mut dyn AnySeed<'de>) -> Result<(), Failed> {
        let value = self.0.take().ok_or(Failed)?;
        erase(value, seed).map_err(|_| Failed)
    }
}

impl<A> fmt::Debug for Fields<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fields")
            .field("fields", &self.names.table.fields)
            .finish_non_exhaustive()
    }
}
