//! Lists whose items are all different.

use std::any::Any;
use std::collections::HashSet;

use crate::Json;
use crate::decode::Decode;
use crate::encode::Encoded;

/// Whether all items of a list, a `Vec<T>`, are different values in JSON: the order of fields makes no
/// difference, and `1` is `1.0`. It takes time in proportion to the size of the list.
pub fn distinct<T: Decode>(list: &dyn Any) -> bool {
    let Some(items) = list.downcast_ref::<Vec<T>>() else {
        return true;
    };
    let mut seen = HashSet::with_capacity(items.len());
    items
        .iter()
        .all(|item| match serde_json::to_value(Encoded(item)) {
            Ok(value) => {
                let mut text = Vec::new();
                write(&value, &mut text);
                seen.insert(text)
            }
            // JSON cannot represent it, so it was not read from a request.
            Err(_) => true,
        })
}

/// Whether all items of a list in JSON are different values.
#[cfg(feature = "schema")]
pub(crate) fn all(items: &[Json]) -> bool {
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().all(|item| seen.insert(text(item)))
}

/// Whether two values are the same in JSON.
#[cfg(feature = "schema")]
pub(crate) fn equal(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Array(one), Json::Array(other)) => {
            let mut items = one.iter().zip(other);
            one.len() == other.len() && items.all(|(one, other)| equal(one, other))
        }
        (Json::Object(one), Json::Object(other)) => {
            let is_in_other = |(name, value): (&String, &Json)| {
                other.get(name).is_some_and(|other| equal(value, other))
            };
            one.len() == other.len() && one.iter().all(is_in_other)
        }
        (Json::Number(_), Json::Number(_)) => text(one) == text(other),
        (one, other) => one == other,
    }
}

#[cfg(feature = "schema")]
fn text(value: &Json) -> Vec<u8> {
    let mut text = Vec::new();
    write(value, &mut text);
    text
}

/// Writes a value so that only equal values have the same text.
fn write(value: &Json, text: &mut Vec<u8>) {
    match value {
        Json::Null => text.push(b'n'),
        Json::Bool(value) => text.push(if *value { b't' } else { b'f' }),
        Json::Number(number) => write_number(number, text),
        Json::String(string) => write_string(string, text),
        Json::Array(items) => {
            text.push(b'[');
            items.iter().for_each(|item| write(item, text));
            text.push(b']');
        }
        Json::Object(fields) => {
            // With a feature of `serde_json`, fields are in the order in which they were read.
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| *name);
            text.push(b'{');
            for (name, value) in fields {
                write_string(name, text);
                write(value, text);
            }
            text.push(b'}');
        }
    }
}

fn write_string(string: &str, text: &mut Vec<u8>) {
    text.extend_from_slice(format!("\"{}:", string.len()).as_bytes());
    text.extend_from_slice(string.as_bytes());
}

/// A whole number has the same text however it is written.
fn write_number(number: &serde_json::Number, text: &mut Vec<u8>) {
    let written = match (number.as_i64(), number.as_u64(), number.as_f64()) {
        (Some(integer), _, _) => integer.to_string(),
        (None, Some(integer), _) => integer.to_string(),
        // In plain digits, and without the sign of a negative zero.
        (None, None, Some(number)) => (number + 0.0).to_string(),
        (None, None, None) => number.to_string(),
    };
    text.push(b'#');
    text.extend_from_slice(written.as_bytes());
}

#[cfg(test)]
mod tests {
    // The macros create public items.
    #![allow(unreachable_pub)]

    use serde_json::{Value, json};

    use super::distinct;
    use crate::codegen as rt;

    rt::object! {
        pub struct Tag {
            pub name: String,
            #[field(optional)]
            pub weight: Option<f64>,
        }
    }

    fn are_distinct<T: rt::Decode>(list: &Value) -> bool {
        let context = &mut crate::decode::Context::for_requests();
        let items = <Vec<T> as rt::Decode>::decode(list, context).unwrap();
        distinct::<T>(&items)
    }

    #[test]
    fn equal_values_are_found_wherever_they_are() {
        assert!(are_distinct::<i64>(&json!([1, 2, 3])));
        assert!(!are_distinct::<i64>(&json!([1, 2, 1.0])));
        assert!(!are_distinct::<Option<bool>>(&json!([null, true, null])));
        assert!(!are_distinct::<Vec<String>>(&json!([
            ["a", "b"],
            ["a", "b"]
        ])));
        assert!(are_distinct::<Vec<String>>(&json!([
            ["a", "b"],
            ["b", "a"],
            ["ab"],
            []
        ])));
        assert!(!are_distinct::<Tag>(
            &json!([{"name": "a", "weight": 1}, {"weight": 1.0, "name": "a"}])
        ));
        assert!(are_distinct::<Tag>(
            &json!([{"name": "a", "weight": 1}, {"name": "a"}])
        ));
    }

    #[test]
    fn values_of_any_type_are_compared_as_json() {
        for (one, other) in [
            (json!(1), json!(1.0)),
            (json!(-0.0), json!(0)),
            (json!(1e19), json!(10_000_000_000_000_000_000_u64)),
            (
                json!({"a": [1, {"b": 2, "c": 3}]}),
                json!({"a": [1.0, {"c": 3, "b": 2}]}),
            ),
        ] {
            assert!(
                !are_distinct::<crate::Json>(&json!([one, other])),
                "{one} {other}"
            );
        }
        for (one, other) in [
            (json!(1), json!("1")),
            (json!(null), json!(false)),
            (json!([]), json!({})),
            (json!(["a", "b"]), json!(["a\"1:b"])),
            (json!([["a"], "b"]), json!([["a", "b"]])),
            (json!({"a": "b"}), json!(["a", "b"])),
            (json!(0.1), json!(0.2)),
        ] {
            assert!(
                are_distinct::<crate::Json>(&json!([one, other])),
                "{one} {other}"
            );
        }
    }

    #[test]
    fn a_long_list_takes_little_time() {
        let items: Vec<String> = (0..200_000).map(|index| format!("{index:040}")).collect();
        assert!(distinct::<String>(&items));
    }
}
