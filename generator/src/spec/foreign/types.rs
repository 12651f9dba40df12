//! Types of other languages, and what to write instead.

use super::UNION_HELP;
use std::borrow::Cow;

const LIST: &str = "write `list<T>`, such as `list<string>`";
const MAP: &str = "write `map<T>`, such as `map<string>`; the keys are strings";

/// Words for types, in lower case, and what to write instead.
const TYPE_WORDS: &[(&[&str], &str)] = &[
    (&["text", "str", "char", "varchar"], "write `string`"),
    (
        &[
            "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32",
            "uint64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize", "isize",
            "long", "short", "bigint",
        ],
        "write `integer`: a whole number of 64 bits; `min` and `max` narrow it",
    ),
    (
        &[
            "float", "double", "f32", "f64", "float32", "float64", "real",
        ],
        "write `number`",
    ),
    (&["bool"], "write `boolean`"),
    (
        &["datetime", "date-time", "date_time", "instant", "time"],
        "write `timestamp`",
    ),
    (&["guid"], "write `uuid`"),
    (&["money", "bigdecimal", "numeric"], "write `decimal`"),
    (
        &["base64", "byte", "blob"],
        "write `bytes`: base64 in a JSON string",
    ),
    (&["any", "unknown", "value"], "write `json`"),
    (
        &["file", "binary", "stream", "form", "multipart"],
        "bodies are JSON; forms, files and streams cannot be described yet. `bytes` is base64 in a JSON string",
    ),
    (
        &[
            "email", "uri", "url", "hostname", "ipv4", "ipv6", "password", "phone",
        ],
        "write `string`, or a newtype of it with a `pattern`",
    ),
    (
        &["list", "array", "vec", "set", "tuple", "slice", "seq"],
        LIST,
    ),
    (
        &["map", "dict", "dictionary", "hashmap", "btreemap", "record"],
        MAP,
    ),
    (
        &["object", "struct", "class"],
        "declare the object under `types` and write its name, or write `map<T>` for arbitrary keys",
    ),
    (
        &["enum"],
        "declare the values under `types` (`Colour: { enum: [red, green] }`), and write the name",
    ),
    (&["oneof", "anyof", "union"], UNION_HELP),
    (
        &["option", "optional", "maybe", "nullable"],
        "write `T?` for a value that may be null",
    ),
    (
        &["null", "nil", "none", "void", "unit", "empty"],
        "a value that may be null has the type `T?`; an operation without content has no `returns`",
    ),
];

/// What to write instead of a union: `string | null` is `string?`.
pub(in crate::spec) fn union_help(written: &str) -> Cow<'static, str> {
    let parts = written.split('|').map(str::trim);
    let (nulls, values): (Vec<_>, Vec<_>) = parts.partition(|part| *part == "null");
    match (nulls.as_slice(), values.as_slice()) {
        ([_], [only]) => {
            let value = only.trim_end_matches('?');
            format!("write `{value}?` instead of `{written}`").into()
        }
        _ => UNION_HELP.into(),
    }
}

/// What to write instead of a type of another language: of `Vec<string>` the word is `Vec`.
pub(crate) fn type_help(written: &str) -> Option<&'static str> {
    let end = written.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
    let word = written[..end.unwrap_or(written.len())].to_ascii_lowercase();
    if written.trim_end().ends_with("[]") {
        return Some(LIST);
    }
    TYPE_WORDS
        .iter()
        .find(|(words, _)| words.contains(&word.as_str()))
        .map(|(_, help)| *help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Scalar;

    #[test]
    fn no_scalar_is_a_foreign_word() {
        for scalar in Scalar::ALL {
            assert_eq!(type_help(scalar.name()), None);
        }
    }

    #[test]
    fn words_are_found_in_front_of_brackets() {
        for list in ["Vec<string>", "array", "string[]", "list", "Set< Book >"] {
            assert_eq!(type_help(list), Some(LIST), "{list}");
        }
        assert_eq!(type_help("Book"), None);
    }
}
