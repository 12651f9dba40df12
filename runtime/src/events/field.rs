//! Finding a field in JSON without decoding the rest.

use std::fmt;

use serde_core::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A value that a path leads to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Leaf<'a> {
    Null,
    Boolean(bool),
    Integer(i64),
    Text(&'a str),
    /// An object, or a number that is not an integer of 64 bits.
    Other,
}

/// Calls `see` for each value at `path` in a JSON text. A list stands for each of its items. Nothing is found in a
/// string that is not JSON, or after its first error.
pub(super) fn find(text: &[u8], path: &[&str], see: &mut dyn FnMut(Leaf<'_>)) {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    // The error is reported where the text is decoded.
    let _ = Walk { path, see }.deserialize(&mut deserializer);
}

struct Walk<'p, 's> {
    /// The rest of the path.
    path: &'p [&'p str],
    see: &'s mut dyn FnMut(Leaf<'_>),
}

impl Walk<'_, '_> {
    /// A value that contains no others.
    fn scalar<E>(self, leaf: Leaf<'_>) -> Result<(), E> {
        if self.path.is_empty() {
            (self.see)(leaf);
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.scalar(Leaf::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.scalar(Leaf::Boolean(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.scalar(Leaf::Integer(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.scalar(i64::try_from(value).map_or(Leaf::Other, Leaf::Integer))
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        self.scalar(Leaf::Other)
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        self.scalar(Leaf::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let Self { path, see } = self;
        while items.next_element_seed(Walk { path, see })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { path, see } = self;
        let Some((name, path)) = path.split_first() else {
            see(Leaf::Other);
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(());
        };
        while let Some(found) = map.next_key_seed(Name(name))? {
            if found {
                map.next_value_seed(Walk { path, see })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// Whether the name of a field is this one.
struct Name<'p>(&'p str);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E>(self, name: &str) -> Result<bool, E> {
        Ok(name == self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, path: &[&str]) -> Vec<String> {
        let mut found = Vec::new();
        find(text.as_bytes(), path, &mut |leaf| {
            found.push(format!("{leaf:?}"))
        });
        found
    }

    #[test]
    fn a_path_leads_through_objects_and_lists() {
        let text = r#"{"id": 1, "choices": [{"reason": null}, {"reason": "stop", "x": {"reason": 1}}, 7]}"#;
        assert_eq!(
            found(text, &["choices", "reason"]),
            ["Null", "Text(\"stop\")"]
        );
        assert_eq!(found(text, &["id"]), ["Integer(1)"]);
        assert_eq!(found(text, &["choices"]), ["Other", "Other", "Integer(7)"]);
        assert_eq!(found(text, &["reason"]), [] as [&str; 0]);
        assert_eq!(found(text, &["id", "reason"]), [] as [&str; 0]);
        assert_eq!(
            found(
                r#"{"a": true, "b": 1.5, "c": 18446744073709551615}"#,
                &["b"]
            ),
            ["Other"]
        );
        assert_eq!(found(r#"{"\u0061": true}"#, &["a"]), ["Boolean(true)"]);
    }

    #[test]
    fn nothing_is_found_in_what_is_not_json() {
        for text in ["", "a", "{\"b\": 1, a", "\"a\"", "7"] {
            assert_eq!(found(text, &["a"]), [] as [&str; 0], "{text}");
        }
        // The depth is limited.
        let deep = "[".repeat(100_000) + r#"{"a": 1}"#;
        assert_eq!(found(&deep, &["a"]), [] as [&str; 0]);
    }
}
