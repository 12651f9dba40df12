//! Reading values that contain others: nullable values, lists and maps.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::marker::PhantomData;

use serde_core::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_core::ser::Serializer;

use super::{Context, Decode, Failed, Seed, reject, text};
use crate::boxed::Content;
use crate::encode::{Encoded, Form};
use crate::rules::Rules;
use crate::{Boxed, Maybe};

impl<T: Decode> Decode for Option<T> {
    type Form = OfValues;

    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_option(NullableVisitor {
            context,
            value: PhantomData,
        })
    }

    fn decode_field<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
        required: bool,
    ) -> Result<Self, D::Error> {
        if required {
            Self::decode(deserializer, context)
        } else {
            T::decode(deserializer, context).map(Some)
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }

    fn check(&self, rules: &Rules, context: &mut Context) -> Result<(), Failed> {
        match self {
            Some(value) => value.check(rules, context),
            None => Ok(()),
        }
    }
}

impl<T: Decode> Decode for Maybe<T> {
    type Form = OfValues;

    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        Option::<T>::decode(deserializer, context).map(Self::from)
    }

    fn absent() -> Option<Self> {
        Some(Self::Absent)
    }

    fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    fn check(&self, rules: &Rules, context: &mut Context) -> Result<(), Failed> {
        match self.value() {
            Some(value) => value.check(rules, context),
            None => Ok(()),
        }
    }
}

impl<T: Decode + Content> Decode for Boxed<T> {
    type Form = crate::encode::OfSerde;

    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        T::decode(deserializer, context).map(Self::new)
    }

    fn check(&self, rules: &Rules, context: &mut Context) -> Result<(), Failed> {
        (**self).check(rules, context)
    }
}

/// The form of values in other values: each of them has its own.
#[derive(Debug)]
pub enum OfValues {}

impl<T: Decode> Form<Option<T>> for OfValues {
    fn write<S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        write_nullable(value.as_ref(), serializer)
    }
}

impl<T: Decode> Form<Maybe<T>> for OfValues {
    fn write<S: Serializer>(value: &Maybe<T>, serializer: S) -> Result<S::Ok, S::Error> {
        write_nullable(value.value(), serializer)
    }
}

impl<T: Decode> Form<Vec<T>> for OfValues {
    fn write<S: Serializer>(values: &Vec<T>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(Encoded))
    }
}

impl<T: Decode> Form<BTreeMap<String, T>> for OfValues {
    fn write<S: Serializer>(
        values: &BTreeMap<String, T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(values.iter().map(|(name, value)| (name, Encoded(value))))
    }
}

fn write_nullable<T: Decode, S: Serializer>(
    value: Option<&T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.serialize_some(&Encoded(value)),
        None => serializer.serialize_none(),
    }
}

struct NullableVisitor<'c, T> {
    context: &'c mut Context,
    value: PhantomData<T>,
}

impl<'de, T: Decode> Visitor<'de> for NullableVisitor<'_, T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_none<E: Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        T::decode(deserializer, self.context).map(Some)
    }
}

impl<T: Decode> Decode for Vec<T> {
    type Form = OfValues;

    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ListVisitor {
            context,
            item: PhantomData,
        })
    }

    fn check(&self, rules: &Rules, context: &mut Context) -> Result<(), Failed> {
        context.require(rules.check_list(self.len(), self))?;
        rules.check_each(self, context)
    }
}

struct ListVisitor<'c, T> {
    context: &'c mut Context,
    item: PhantomData<T>,
}

impl<'de, T: Decode> Visitor<'de> for ListVisitor<'_, T> {
    type Value = Vec<T>;

    reject!("a list"; boolean integer number);

    fn visit_str<E: Error>(self, text: &str) -> Result<Vec<T>, E> {
        text::list(self.context, |context| {
            T::decode(text::Text::new(text), context)
        })
    }

    fn visit_unit<E: Error>(self) -> Result<Vec<T>, E> {
        text::empty(self.context)
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Vec<T>, A::Error> {
        Err(text::not_a_list(self.context))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        read_items(self.context, |context| {
            list.next_element_seed(Seed::value(context))
        })
    }
}

/// Reads the items of a list; `next` reads one.
pub(super) fn read_items<T, E: Error>(
    context: &mut Context,
    mut next: impl FnMut(&mut Context) -> Result<Option<T>, E>,
) -> Result<Vec<T>, E> {
    let mut items = Vec::new();
    let mut failed = None;
    for index in 0.. {
        let mark = context.mark();
        match next(context) {
            Ok(Some(item)) => items.push(item),
            Ok(None) => break,
            Err(error) => {
                context.within_index(mark, index);
                if !context.continues(mark) {
                    return Err(error);
                }
                failed = Some(error);
            }
        }
    }
    failed.map_or(Ok(items), Err)
}

impl<T: Decode> Decode for BTreeMap<String, T> {
    type Form = OfValues;

    fn decode<'de, D: Deserializer<'de>>(
        deserializer: D,
        context: &mut Context,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MapVisitor {
            context,
            value: PhantomData,
        })
    }

    fn check(&self, rules: &Rules, context: &mut Context) -> Result<(), Failed> {
        context.require(rules.check_map(self.len()))?;
        rules.check_each(self, context)
    }
}

struct MapVisitor<'c, T> {
    context: &'c mut Context,
    value: PhantomData<T>,
}

impl<'de, T: Decode> Visitor<'de> for MapVisitor<'_, T> {
    type Value = BTreeMap<String, T>;

    reject!("an object"; boolean integer number string);

    fn visit_unit<E: Error>(self) -> Result<BTreeMap<String, T>, E> {
        text::empty(self.context)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<BTreeMap<String, T>, A::Error> {
        text::numbered(self.context, |context| {
            list.next_element_seed(Seed::value(context))
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BTreeMap<String, T>, A::Error> {
        read_entries(&mut map, self.context, |map, context| {
            map.next_value_seed(Seed::value(context))
        })
    }
}

/// Reads the entries of a map; `value` reads the value of the last key.
pub(super) fn read_entries<'de, T, A: MapAccess<'de>>(
    map: &mut A,
    context: &mut Context,
    mut value: impl FnMut(&mut A, &mut Context) -> Result<T, A::Error>,
) -> Result<BTreeMap<String, T>, A::Error> {
    let mut entries = BTreeMap::new();
    let mut failed = None;
    while let Some(key) = map.next_key::<String>()? {
        let mark = context.mark();
        let read = value(map, context);
        let Err((key, error)) = insert(&mut entries, key, read, context) else {
            continue;
        };
        context.within_key(mark, &key);
        if !context.continues(mark) {
            return Err(error);
        }
        failed = Some(error);
    }
    failed.map_or(Ok(entries), Err)
}

/// Adds a value under a new key. Otherwise it returns the key and the error.
pub(super) fn insert<T, E: Error>(
    entries: &mut BTreeMap<String, T>,
    key: String,
    value: Result<T, E>,
    context: &mut Context,
) -> Result<(), (String, E)> {
    match (entries.entry(key), value) {
        (Entry::Vacant(entry), Ok(value)) => {
            entry.insert(value);
            Ok(())
        }
        (Entry::Vacant(entry), Err(error)) => Err((entry.into_key(), error)),
        (Entry::Occupied(entry), Err(error)) => Err((entry.key().clone(), error)),
        (Entry::Occupied(entry), Ok(_)) => Err((
            entry.key().clone(),
            context.validation_error("occurs twice"),
        )),
    }
}
