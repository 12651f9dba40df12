//! One field of an object in JSON, which is read and written without decoding the others.

#[cfg(feature = "server")]
pub(crate) use reading::is;
#[cfg(feature = "client")]
pub(crate) use writing::set;

#[cfg(feature = "server")]
mod reading {
    use std::fmt;

    use serde_core::Deserializer;
    use serde_core::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};

    use crate::Json;
    use crate::decode::without_mark;

    /// Whether the text is an object in which a field has this value, in JSON.
    pub(crate) fn is(object: &[u8], name: &str, value: &str) -> bool {
        let mut text = serde_json::Deserializer::from_slice(without_mark(object));
        let found = FieldOf(name).deserialize(&mut text).ok().flatten();
        found.is_some_and(|found| {
            serde_json::from_str::<Json>(value).is_ok_and(|value| value == found)
        })
    }

    /// Reads the field of this name.
    struct FieldOf<'n>(&'n str);

    impl<'de> DeserializeSeed<'de> for FieldOf<'_> {
        type Value = Option<Json>;

        fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
            from.deserialize_map(self)
        }
    }

    impl<'de> Visitor<'de> for FieldOf<'_> {
        type Value = Option<Json>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut found = None;
            while let Some(is_found) = map.next_key_seed(Named(self.0))? {
                if is_found {
                    found = map.next_value()?;
                } else {
                    map.next_value::<IgnoredAny>()?;
                }
            }
            Ok(found)
        }
    }

    /// Whether a name is this one.
    struct Named<'n>(&'n str);

    impl<'de> DeserializeSeed<'de> for Named<'_> {
        type Value = bool;

        fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<bool, D::Error> {
            from.deserialize_str(self)
        }
    }

    impl Visitor<'_> for Named<'_> {
        type Value = bool;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a name")
        }

        fn visit_str<E>(self, name: &str) -> Result<bool, E> {
            Ok(name == self.0)
        }
    }
}

#[cfg(feature = "client")]
mod writing {
    /// Sets a field of an object to this value, in JSON. The object is written without white space, as the runtime
    /// writes it. `None` if the text is not an object.
    pub(crate) fn set(object: &[u8], name: &str, value: &str) -> Option<Vec<u8>> {
        let name = serde_json::to_string(name).ok()?;
        let inner = object.strip_prefix(b"{")?.strip_suffix(b"}")?;
        let mut written = Vec::with_capacity(object.len() + name.len() + value.len() + 2);
        written.push(b'{');
        let others = fields(inner).filter(|field| {
            let rest = field.strip_prefix(name.as_bytes());
            !rest.is_some_and(|rest| rest.starts_with(b":"))
        });
        for field in others {
            written.extend_from_slice(field);
            written.push(b',');
        }
        written.extend_from_slice(name.as_bytes());
        written.push(b':');
        written.extend_from_slice(value.as_bytes());
        written.push(b'}');
        Some(written)
    }

    /// The fields of an object, as text.
    fn fields(inner: &[u8]) -> impl Iterator<Item = &[u8]> {
        let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
        let fields = inner.split(move |&byte| {
            if std::mem::take(&mut escaped) {
                return false;
            }
            match byte {
                b'"' => quoted = !quoted,
                b'\\' => escaped = quoted,
                b'{' | b'[' if !quoted => depth += 1,
                b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
                _ => {}
            }
            byte == b',' && !quoted && depth == 0
        });
        fields.filter(|field| !field.is_empty())
    }
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "server")]
    #[test]
    fn a_field_is_read() {
        let is = |object: &str, value| super::is(object.as_bytes(), "stream", value);
        assert!(is(r#"{"a":{"stream":false},"stream":true}"#, "true"));
        assert!(is(r#"{"str\u0065am": "x"}"#, r#""x""#));
        for other in [
            r#"{"stream":1}"#,
            r#"{"stream":null}"#,
            "",
            "{}",
            "[]",
            "1",
            "{\"stream\":",
            "{\"a\":{\"stream\":true}}",
        ] {
            assert!(!is(other, "true"), "{other}");
        }
    }

    #[cfg(feature = "client")]
    #[test]
    fn a_field_is_set() {
        for (object, expected) in [
            ("{}", r#"{"stream":true}"#),
            (r#"{"a":1}"#, r#"{"a":1,"stream":true}"#),
            (
                r#"{"stream":false,"a":[1,{"stream":0}]}"#,
                r#"{"a":[1,{"stream":0}],"stream":true}"#,
            ),
            (
                r#"{"a":",\"stream\":","streams":"\\"}"#,
                r#"{"a":",\"stream\":","streams":"\\","stream":true}"#,
            ),
        ] {
            let written = super::set(object.as_bytes(), "stream", "true");
            assert_eq!(written.as_deref(), Some(expected.as_bytes()));
        }
        assert_eq!(super::set(b"[]", "stream", "true"), None);
    }
}
