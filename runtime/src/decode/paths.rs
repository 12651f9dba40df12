//! Values in an object and in objects in it, by the names of the fields that lead to them. The rest is not looked at.

use std::fmt;
use std::marker::PhantomData;

use serde_core::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::json::explain;
use super::{Context, Decode, InvalidJson, Seed, read_whole};
use crate::Json;

/// The names of the fields that lead to a value.
pub(crate) type Path = &'static [&'static str];

/// The values at several paths in a JSON text.
#[derive(Debug)]
pub(crate) struct At<T> {
    /// The value at the first path; `None` if it is absent or null.
    pub(crate) value: Option<T>,
    /// The values at the other paths, in their order.
    pub(crate) others: Vec<Option<Json>>,
}

/// Reads the value at a path, and what is at other paths, in one pass.
///
/// # Errors
/// The text is not a JSON object, or the value is not of this type.
pub(crate) fn read_at<T: Decode>(
    text: &[u8],
    path: Path,
    others: &[Path],
) -> Result<At<T>, InvalidJson> {
    let paths: Vec<Path> = std::iter::once(path)
        .chain(others.iter().copied())
        .collect();
    let mut context = Context::for_responses();
    let mut found = At {
        value: None,
        others: vec![None; others.len()],
    };
    let read = read_whole(text, |deserializer| {
        let level = Level {
            depth: 0,
            paths: &paths,
            here: (0..paths.len()).collect(),
            found: &mut found,
            context: &mut context,
            value: PhantomData,
        };
        level.deserialize(deserializer)
    });
    match read {
        Ok(()) => Ok(found),
        Err(error) => Err(explain(text, &error, context)),
    }
}

/// An object on the way.
struct Level<'c, T> {
    /// The number of names that have led to the object.
    depth: usize,
    paths: &'c [Path],
    /// The paths that lead through it, by their index.
    here: Vec<usize>,
    found: &'c mut At<T>,
    context: &'c mut Context,
    value: PhantomData<T>,
}

impl<'de, T: Decode> DeserializeSeed<'de> for Level<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<T: Decode> Level<'_, T> {
    /// Something that is not an object has no fields. The whole text must be one.
    fn no_object<E: Error>(self) -> Result<(), E> {
        match self.depth {
            0 => Err(self.context.mismatch("an object")),
            _ => Ok(()),
        }
    }

    /// Reads the value of a field.
    fn field<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<(), A::Error> {
        let depth = self.depth;
        let path_of = |index: usize| self.paths.get(index).copied().unwrap_or_default();
        let leads_on = |index: &&usize| path_of(**index).get(depth) == Some(&key);
        let here: Vec<usize> = self.here.iter().filter(leads_on).copied().collect();
        let ends: Vec<usize> = here
            .iter()
            .filter(|index| path_of(**index).len() == depth + 1)
            .copied()
            .collect();
        if here.is_empty() {
            map.next_value::<IgnoredAny>()?;
        } else if ends.contains(&0) {
            self.found.value = map.next_value_seed(Seed::value(self.context))?;
        } else if ends.is_empty() {
            map.next_value_seed(Level {
                depth: depth + 1,
                paths: self.paths,
                here,
                found: &mut *self.found,
                context: &mut *self.context,
                value: PhantomData,
            })?;
        } else {
            let value: Json = map.next_value()?;
            for index in ends {
                if let Some(other) = self.found.others.get_mut(index - 1) {
                    *other = Some(value.clone());
                }
            }
        }
        Ok(())
    }
}

impl<'de, T: Decode> Visitor<'de> for Level<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let mark = self.context.mark();
            if let Err(error) = self.field(&key, &mut map) {
                self.context.within_key(mark, &key);
                return Err(error);
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        self.no_object()
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        self.no_object()
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        self.no_object()
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        self.no_object()
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        self.no_object()
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        self.no_object()
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.no_object()
    }
}
