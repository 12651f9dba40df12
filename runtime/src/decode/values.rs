//! Reading all fields of an object: a tuple of values, from a table of names.

use std::collections::BTreeMap;

use serde_json::Map;

use super::access::ObjectAccess;
use super::boxed::{DecodeBoxed, Reader, read_field};
use super::references::References;
use super::{Context, Decode, Fields, Seed};
use crate::Json;
use crate::union::Union;

/// The values of an object's fields, in the order of its table: a tuple, [`Chained`] for many fields, or
/// [`WithAdditional`]. `R` has the same form, with how each of them is read: a [`ReadField`] parameter.
pub trait FieldValues<R>: Sized {
    /// The values that have been read so far.
    type Slots;

    /// The number of fields.
    const COUNT: usize;

    /// No values.
    fn empty() -> Self::Slots;

    /// Reads the value of the field with this index. A value with a greater index is skipped.
    ///
    /// # Errors
    /// If the value is invalid, unless validation errors are collected.
    fn set<'de, A: ObjectAccess<'de>>(
        slots: &mut Self::Slots,
        index: usize,
        readers: &R,
        fields: &mut Fields<'_, A>,
    ) -> Result<(), A::Error>;

    /// Reads what is complete only after the last field.
    ///
    /// # Errors
    /// If it is invalid.
    #[inline]
    fn end<'de, A: ObjectAccess<'de>>(
        _slots: &mut Self::Slots,
        _readers: &R,
        _fields: &mut Fields<'_, A>,
    ) -> Result<(), A::Error> {
        Ok(())
    }

    /// The values after the last field; `None` if a required one is missing.
    fn finish(slots: Self::Slots) -> Option<Self>;
}

/// Values that can all be read in the usual way.
pub trait UsualValues: FieldValues<<Self as UsualValues>::Readers> {
    /// References to the values.
    type References<'a>: References<Values = Self>
    where
        Self: 'a;

    /// The readers of the values: `()` for each.
    type Readers;

    /// The readers of the values.
    const READERS: Self::Readers;
}

/// A value of a field, read as `R` says: `()` in the usual way, [`Reader`] for a field that is `Boxed`,
/// [`NestedReader`] for a field that contains such fields.
pub trait ReadField<R>: Decode {
    /// Reads the value of a field, which may be null only if it is `required`: an optional field is
    /// absent instead.
    ///
    /// # Errors
    /// If the value cannot be read or does not match the specification.
    fn read_field<'de, A: ObjectAccess<'de>>(
        map: &mut A,
        context: &mut Context,
        required: bool,
        reader: R,
    ) -> Result<Self, A::Error>;
}

/// How a field is read that is not `Boxed`, but contains `Boxed` fields.
#[derive(Debug)]
pub struct NestedReader<T>(pub Reader<T>);

impl<T> Clone for NestedReader<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for NestedReader<T> {}

impl<V: Decode> ReadField<()> for V {
    #[inline]
    fn read_field<'de, A: ObjectAccess<'de>>(
        map: &mut A,
        context: &mut Context,
        required: bool,
        (): (),
    ) -> Result<Self, A::Error> {
        map.next_value_seed(Seed::field(context, required))
    }
}

impl<T, V: Decode + DecodeBoxed<T>> ReadField<Reader<T>> for V {
    fn read_field<'de, A: ObjectAccess<'de>>(
        map: &mut A,
        context: &mut Context,
        required: bool,
        reader: Reader<T>,
    ) -> Result<Self, A::Error> {
        read_field(map, context, required, reader)
    }
}

impl<T, V: Decode + DecodeBoxed<T>> ReadField<NestedReader<T>> for V {
    fn read_field<'de, A: ObjectAccess<'de>>(
        map: &mut A,
        context: &mut Context,
        required: bool,
        NestedReader(reader): NestedReader<T>,
    ) -> Result<Self, A::Error> {
        map.next_nested(context, required, reader)
    }
}

/// Sets the value of a field that is absent, if its type has one.
#[inline]
fn fill_absent<T: Decode>(slot: &mut Option<T>) {
    if slot.is_none() {
        *slot = T::absent();
    }
}

/// Implements [`FieldValues`] for tuples.
macro_rules! tuples {
    ($(($count:literal $($value:ident $reader:ident $index:tt)*))+) => {$(
        impl<$($value: ReadField<$reader>, $reader: Copy),*> FieldValues<($($reader,)*)> for ($($value,)*) {
            type Slots = ($(Option<$value>,)*);

            const COUNT: usize = $count;

            #[allow(clippy::unused_unit, reason = "an object may have no fields")]
            fn empty() -> Self::Slots {
                ($(None::<$value>,)*)
            }

            #[inline]
            fn set<'de, Access: ObjectAccess<'de>>(
                slots: &mut Self::Slots,
                index: usize,
                readers: &($($reader,)*),
                fields: &mut Fields<'_, Access>,
            ) -> Result<(), Access::Error> {
                let _ = (&slots, readers);
                match index {
                    $($index => fields.set(&mut slots.$index, readers.$index),)*
                    _ => fields.skip(),
                }
            }

            // One `match` for all values: with a `?` at each, the code that drops the others would be
            // repeated for each.
            #[allow(
                non_snake_case,
                unreachable_patterns,
                unused_mut,
                reason = "values are named after their types, and an object may have no fields"
            )]
            #[inline]
            fn finish(mut slots: Self::Slots) -> Option<Self> {
                $(fill_absent(&mut slots.$index);)*
                match slots {
                    ($(Some($value),)*) => Some(($($value,)*)),
                    _ => None,
                }
            }
        }

        impl<$($value: Decode),*> UsualValues for ($($value,)*) {
            type References<'a> = ($(&'a $value,)*) where Self: 'a;

            type Readers = ($(tuples!(@usual $value),)*);

            #[allow(clippy::unused_unit, reason = "an object may have no fields")]
            const READERS: Self::Readers = ($(tuples!(@usual $value),)*);
        }
    )+};
    (@usual $value:ident) => {
        ()
    };
}

tuples! {
    (0)
    (1 A Ra 0)
    (2 A Ra 0 B Rb 1)
    (3 A Ra 0 B Rb 1 C Rc 2)
    (4 A Ra 0 B Rb 1 C Rc 2 D Rd 3)
    (5 A Ra 0 B Rb 1 C Rc 2 D Rd 3 E Re 4)
    (6 A Ra 0 B Rb 1 C Rc 2 D Rd 3 E Re 4 F Rf 5)
    (7 A Ra 0 B Rb 1 C Rc 2 D Rd 3 E Re 4 F Rf 5 G Rg 6)
    (8 A Ra 0 B Rb 1 C Rc 2 D Rd 3 E Re 4 F Rf 5 G Rg 6 H Rh 7)
    (9 A Ra 0 B Rb 1 C Rc 2 D Rd 3 E Re 4 F Rf 5 G Rg 6 H Rh 7 I Ri 8)
    (10 A Ra 0 B Rb 1 C Rc 2 D Rd 3 E Re 4 F Rf 5 G Rg 6 H Rh 7 I Ri 8 J Rj 9)
    (11 A Ra 0 B Rb 1 C Rc 2 D Rd 3 E Re 4 F Rf 5 G Rg 6 H Rh 7 I Ri 8 J Rj 9 K Rk 10)
    (12 A Ra 0 B Rb 1 C Rc 2 D Rd 3 E Re 4 F Rf 5 G Rg 6 H Rh 7 I Ri 8 J Rj 9 K Rk 10 L Rl 11)
    (13 A Ra 0 B Rb 1 C Rc 2 D Rd 3 E Re 4 F Rf 5 G Rg 6 H Rh 7 I Ri 8 J Rj 9 K Rk 10 L Rl 11
        M Rm 12)
    (14 A Ra 0 B Rb 1 C Rc 2 D Rd 3 E Re 4 F Rf 5 G Rg 6 H Rh 7 I Ri 8 J Rj 9 K Rk 10 L Rl 11
        M Rm 12 N Rn 13)
    (15 A Ra 0 B Rb 1 C Rc 2 D Rd 3 E Re 4 F Rf 5 G Rg 6 H Rh 7 I Ri 8 J Rj 9 K Rk 10 L Rl 11
        M Rm 12 N Rn 13 O Ro 14)
    (16 A Ra 0 B Rb 1 C Rc 2 D Rd 3 E Re 4 F Rf 5 G Rg 6 H Rh 7 I Ri 8 J Rj 9 K Rk 10 L Rl 11
        M Rm 12 N Rn 13 O Ro 14 P Rp 15)
}

/// The first sixteen values, and the values of all further fields.
#[derive(Debug)]
pub struct Chained<A, B>(pub A, pub B);

impl<A: FieldValues<R>, B: FieldValues<S>, R, S> FieldValues<Chained<R, S>> for Chained<A, B> {
    type Slots = (A::Slots, B::Slots);

    const COUNT: usize = A::COUNT + B::COUNT;

    fn empty() -> Self::Slots {
        (A::empty(), B::empty())
    }

    #[inline]
    fn set<'de, Access: ObjectAccess<'de>>(
        (first, rest): &mut Self::Slots,
        index: usize,
        readers: &Chained<R, S>,
        fields: &mut Fields<'_, Access>,
    ) -> Result<(), Access::Error> {
        match index.checked_sub(A::COUNT) {
            None => A::set(first, index, &readers.0, fields),
            Some(index) => B::set(rest, index, &readers.1, fields),
        }
    }

    #[inline]
    fn finish((first, rest): Self::Slots) -> Option<Self> {
        Some(Self(A::finish(first)?, B::finish(rest)?))
    }
}

impl<A: UsualValues, B: UsualValues> UsualValues for Chained<A, B> {
    type References<'a>
        = Chained<A::References<'a>, B::References<'a>>
    where
        Self: 'a;

    type Readers = Chained<A::Readers, B::Readers>;

    const READERS: Self::Readers = Chained(A::READERS, B::READERS);
}

/// The values of the declared fields, and a map of the fields that the specification does not name.
#[derive(Debug)]
pub struct WithAdditional<V, M>(pub V, pub M);

impl<V: FieldValues<R>, T: ReadField<S>, R, S: Copy> FieldValues<WithAdditional<R, S>>
    for WithAdditional<V, BTreeMap<String, T>>
{
    type Slots = (V::Slots, BTreeMap<String, T>);

    const COUNT: usize = V::COUNT;

    fn empty() -> Self::Slots {
        (V::empty(), BTreeMap::new())
    }

    fn set<'de, A: ObjectAccess<'de>>(
        (declared, additional): &mut Self::Slots,
        index: usize,
        readers: &WithAdditional<R, S>,
        fields: &mut Fields<'_, A>,
    ) -> Result<(), A::Error> {
        if index < V::COUNT {
            V::set(declared, index, &readers.0, fields)
        } else {
            fields.keep(additional, readers.1)
        }
    }

    fn finish((declared, additional): Self::Slots) -> Option<Self> {
        Some(Self(V::finish(declared)?, additional))
    }
}

impl<V: UsualValues, T: Decode> UsualValues for WithAdditional<V, BTreeMap<String, T>> {
    type References<'a>
        = WithAdditional<V::References<'a>, &'a BTreeMap<String, T>>
    where
        Self: 'a;

    type Readers = WithAdditional<V::Readers, ()>;

    const READERS: Self::Readers = WithAdditional(V::READERS, ());
}

/// The values of the declared fields, and a union whose tag and content are fields beside them.
#[derive(Debug)]
pub struct WithUnion<V, U>(pub V, pub U);

impl<V: FieldValues<R>, U: Union + ReadField<S>, R, S: Copy> FieldValues<WithUnion<R, S>>
    for WithUnion<V, U>
{
    type Slots = (V::Slots, Json, Option<U>);

    const COUNT: usize = V::COUNT;

    fn empty() -> Self::Slots {
        (V::empty(), Json::Object(Map::new()), None)
    }

    fn set<'de, A: ObjectAccess<'de>>(
        (declared, parts, _): &mut Self::Slots,
        index: usize,
        readers: &WithUnion<R, S>,
        fields: &mut Fields<'_, A>,
    ) -> Result<(), A::Error> {
        if index < V::COUNT {
            V::set(declared, index, &readers.0, fields)
        } else {
            fields.keep_part(parts, U::shape())
        }
    }

    fn end<'de, A: ObjectAccess<'de>>(
        (_, parts, union): &mut Self::Slots,
        readers: &WithUnion<R, S>,
        fields: &mut Fields<'_, A>,
    ) -> Result<(), A::Error> {
        *union = Some(fields.read_parts(parts.take(), readers.1)?);
        Ok(())
    }

    fn finish((declared, _, union): Self::Slots) -> Option<Self> {
        Some(Self(V::finish(declared)?, union?))
    }
}

impl<V: UsualValues, U: Union + Decode> UsualValues for WithUnion<V, U> {
    type References<'a>
        = WithUnion<V::References<'a>, &'a U>
    where
        Self: 'a;

    type Readers = WithUnion<V::Readers, ()>;

    const READERS: Self::Readers = WithUnion(V::READERS, ());
}
