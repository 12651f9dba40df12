//! What is done with all fields of an object: writing, comparing, cloning and showing them.

use std::collections::BTreeMap;
use std::fmt;

use serde_core::ser::SerializeMap;

use super::{Chained, Decode, Field, Object, Table, WithAdditional, WithUnion};
use crate::encode::{Encoded, ObjectWriter};

/// References to the values of an object's fields, in the order of its table: a tuple, [`Chained`] for
/// many fields, or [`WithAdditional`].
pub trait References: Sized {
    /// The values.
    type Values;

    /// Writes all values. `table` belongs to the object.
    fn write<M: SerializeMap>(self, table: Table<'static>, object: &mut ObjectWriter<M>);

    /// Whether all values are equal to the values of another object.
    fn equal(self, other: Self) -> bool;

    /// Clones all values.
    fn cloned(self) -> Self::Values;

    /// Shows all values.
    fn show(self, shown: &mut Shown<'_, '_>);
}

/// Implements [`References`] for tuples.
macro_rules! tuples {
    ($(($($value:ident $index:tt)*))+) => {$(
        impl<$($value: Decode),*> References for ($(&$value,)*) {
            type Values = ($($value,)*);

            #[inline]
            fn write<Map: SerializeMap>(self, _: Table<'static>, object: &mut ObjectWriter<Map>) {
                let _ = &object;
                $(object.next(self.$index);)*
            }

            #[inline]
            fn equal(self, other: Self) -> bool {
                let _ = &other;
                true $(&& self.$index == other.$index)*
            }

            #[inline]
            #[allow(clippy::unused_unit, reason = "an object may have no fields")]
            fn cloned(self) -> Self::Values {
                ($(self.$index.clone(),)*)
            }

            fn show(self, shown: &mut Shown<'_, '_>) {
                let _ = &shown;
                $(shown.next(self.$index);)*
            }
        }
    )+};
}

tuples! {
    ()
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11 M 12 N 13 O 14 P 15)
}

impl<A: References, B: References> References for Chained<A, B> {
    type Values = Chained<A::Values, B::Values>;

    #[inline]
    fn write<M: SerializeMap>(self, table: Table<'static>, object: &mut ObjectWriter<M>) {
        self.0.write(table, object);
        self.1.write(table, object);
    }

    fn equal(self, other: Self) -> bool {
        self.0.equal(other.0) && self.1.equal(other.1)
    }

    fn cloned(self) -> Self::Values {
        Chained(self.0.cloned(), self.1.cloned())
    }

    fn show(self, shown: &mut Shown<'_, '_>) {
        self.0.show(shown);
        self.1.show(shown);
    }
}

impl<A: References, T: Decode> References for WithAdditional<A, &BTreeMap<String, T>> {
    type Values = WithAdditional<A::Values, BTreeMap<String, T>>;

    /// Others with the name of a declared field are errors: no name is written twice, and no value is lost.
    fn write<M: SerializeMap>(self, table: Table<'static>, object: &mut ObjectWriter<M>) {
        self.0.write(table, object);
        for (name, value) in self.1 {
            match table.names(name) {
                true => object.refuse(name),
                false => object.field(name, &Encoded(value)),
            }
        }
    }

    fn equal(self, other: Self) -> bool {
        self.0.equal(other.0) && self.1 == other.1
    }

    fn cloned(self) -> Self::Values {
        WithAdditional(self.0.cloned(), self.1.clone())
    }

    fn show(self, shown: &mut Shown<'_, '_>) {
        self.0.show(shown);
        shown.next(self.1);
    }
}

impl<A: References, U: Decode> References for WithUnion<A, &U> {
    type Values = WithUnion<A::Values, U>;

    fn write<M: SerializeMap>(self, table: Table<'static>, object: &mut ObjectWriter<M>) {
        self.0.write(table, object);
        object.entries(&Encoded(self.1));
    }

    fn equal(self, other: Self) -> bool {
        self.0.equal(other.0) && self.1 == other.1
    }

    fn cloned(self) -> Self::Values {
        WithUnion(self.0.cloned(), self.1.clone())
    }

    fn show(self, shown: &mut Shown<'_, '_>) {
        self.0.show(shown);
        shown.next(self.1);
    }
}

/// Compares two objects.
pub fn equal_objects<T: Object>(a: &T, b: &T) -> bool {
    a.references().equal(b.references())
}

/// Clones an object.
pub fn clone_object<T: Object>(object: &T) -> T {
    T::from_values(object.references().cloned())
}

/// Shows an object as a derived `Debug` does, without the values that must not be shown.
///
/// # Errors
/// Those of the formatter.
pub fn show_object<T: Object>(name: &str, object: &T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut shown = Shown::new(f, name, T::fields(), T::LAST_FIELD);
    object.references().show(&mut shown);
    shown.finish()
}

/// An object that is being shown field by field.
pub struct Shown<'f, 'b> {
    object: fmt::DebugStruct<'f, 'b>,
    /// The entries of the next fields.
    fields: std::slice::Iter<'f, Field>,
    /// The name of the field for those that the specification does not name.
    last_field: &'f str,
}

impl<'f, 'b> Shown<'f, 'b> {
    pub(crate) fn new(
        f: &'f mut fmt::Formatter<'b>,
        name: &str,
        fields: &'f [Field],
        last_field: &'f str,
    ) -> Self {
        Self {
            object: f.debug_struct(name),
            fields: fields.iter(),
            last_field,
        }
    }

    /// Shows the value of the next field, or what is shown instead.
    pub(crate) fn next(&mut self, value: &dyn fmt::Debug) {
        let (name, hidden) = match self.fields.next() {
            Some(field) => (field.0, field.1.hidden),
            None => (self.last_field, None),
        };
        // Without the prefix of a raw identifier, as in a derived `Debug`.
        let name = name.strip_prefix("r#").unwrap_or(name);
        match hidden {
            Some(hidden) => self.object.field(name, &format_args!("{hidden}")),
            None => self.object.field(name, value),
        };
    }

    pub(crate) fn finish(&mut self) -> fmt::Result {
        self.object.finish()
    }
}

impl fmt::Debug for Shown<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shown").finish_non_exhaustive()
    }
}

/// Shows a struct with these fields and values, without the values that must not be shown.
///
/// # Errors
/// Those of the formatter.
pub fn show_fields(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    fields: &[Field],
    values: &[&dyn fmt::Debug],
) -> fmt::Result {
    let mut shown = Shown::new(f, name, fields, "");
    values.iter().for_each(|value| shown.next(value));
    shown.finish()
}
