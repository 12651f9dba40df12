//! Types of other languages, and what to write instead.

use std::borrow::Cow;

use crate::diagnostic::Help;

pub(crate) const UNION_HELP: &str = "declare a union under `types`, such as `Id: { union: { number: integer, name: string } }`, and write its name";

pub(crate) const TUPLE_HELP: &str = "declare a tuple under `types`, such as `Position: { tuple: [number, number] }`, and write its name";

const OPTIONAL: &str =
    "write `T?` for a value that may be null, and `name?: T` for a field that may be absent";

const LIST: &str = "write `list<T>`, such as `list<string>`";
const MAP: &str = "write `map<T>`, such as `map<string>`; the keys are strings";

/// Words for types, in lower case, and what to write instead.
const TYPE_WORDS: &[(&[&str], Help)] = &[
    (&["text", "str", "char", "varchar"], Help::write("string")),
    (
        &["int", "int64", "i64", "isize", "long", "bigint"],
        Help::text("write `integer`: a whole number of 64 bits; `min` and `max` narrow it"),
    ),
    (&["i8", "sbyte", "tinyint"], Help::write("int8")),
    (&["i16", "short", "smallint"], Help::write("int16")),
    (&["i32"], Help::write("int32")),
    (&["u8"], Help::write("uint8")),
    (&["u16", "ushort"], Help::write("uint16")),
    (&["u32"], Help::write("uint32")),
    (&["u64", "uint", "usize", "ulong"], Help::write("uint64")),
    (
        &["double", "f64", "float64", "real"],
        Help::text("write `number`: a floating-point number of 64 bits"),
    ),
    (
        &["f32", "float32", "single"],
        Help::text("write `float`: a floating-point number of 32 bits"),
    ),
    (&["bool"], Help::write("boolean")),
    (
        &["datetime", "date-time", "date_time", "instant"],
        Help::write("timestamp"),
    ),
    (&["interval", "timespan", "period"], Help::write("duration")),
    (&["guid"], Help::write("uuid")),
    (&["url", "iri", "link"], Help::write("uri")),
    (&["mail", "e-mail"], Help::write("email")),
    (
        &["ipaddr", "ipaddress", "ip_address", "inet"],
        Help::write("ip"),
    ),
    (&["money", "bigdecimal", "numeric"], Help::write("decimal")),
    (
        &["base64", "byte", "blob"],
        Help::text("write `bytes`: base64 in a JSON string"),
    ),
    (&["any", "unknown", "value"], Help::write("json")),
    (
        &["stream", "eventstream", "event_stream"],
        Help::text(
            "write `events<T>` for an event stream, or `json_lines<T>`; `binary` is a stream of bytes",
        ),
    ),
    (
        &["file"],
        Help::text(
            "raw bytes are the content `binary`, and files in `multipart<T>` have this type; `bytes` is base64 in a JSON string",
        ),
    ),
    (
        &["form", "multipart", "json_lines", "jsonl", "ndjson"],
        Help::text(
            "`form<T>`, `multipart<T>` and `json_lines<T>` are contents, for bodies and responses only",
        ),
    ),
    (
        &["events", "sse"],
        Help::text("`events<T>` is a content, for responses only"),
    ),
    (
        &["hostname", "password", "phone"],
        Help::text("write `string`, or a newtype of it with a `pattern`"),
    ),
    (
        &["list", "array", "vec", "set", "slice", "seq"],
        Help::text(LIST),
    ),
    (&["tuple"], Help::text(TUPLE_HELP)),
    (
        &["map", "dict", "dictionary", "hashmap", "btreemap", "record"],
        Help::text(MAP),
    ),
    (
        &["object", "struct", "class"],
        Help::text(
            "declare the object under `types` and write its name, or write `map<T>` for arbitrary keys",
        ),
    ),
    (
        &["enum"],
        Help::text(
            "declare the values under `types` (`Colour: { enum: [red, green] }`), and write the name",
        ),
    ),
    (&["oneof", "anyof", "union"], Help::text(UNION_HELP)),
    (
        &["option", "optional", "maybe", "nullable"],
        Help::text(OPTIONAL),
    ),
    (
        &["null", "nil", "none", "void", "unit", "empty"],
        Help::text(
            "a value that may be null has the type `T?`; an operation without content has no `returns`",
        ),
    ),
];

/// The words for types in other languages, in lower case.
pub(crate) fn type_words() -> impl Iterator<Item = &'static str> {
    TYPE_WORDS
        .iter()
        .flat_map(|(words, _)| words.iter().copied())
}

/// The help for a union: `string | null` is `string?`.
pub(crate) fn union_help(written: &str) -> Cow<'static, str> {
    match value_or_null(written) {
        Some(value) => format!("write `{value}?` instead of `{written}`").into(),
        None => UNION_HELP.into(),
    }
}

/// The type of the value in a union of one type and null: `string` in `string | null`.
pub(crate) fn value_or_null(written: &str) -> Option<&str> {
    let parts = written.split('|').map(str::trim);
    let (nulls, values): (Vec<_>, Vec<_>) = parts.partition(|part| *part == "null");
    match (nulls.as_slice(), values.as_slice()) {
        ([_], [only]) => Some(only.trim_end_matches('?')),
        _ => None,
    }
}

/// Whether a type of another language is a value that may be missing: `Option<string>`. The word alone may be the name of
/// a declared type.
pub(crate) fn is_option(written: &str) -> bool {
    written.trim().contains(['<', '[', ' ']) && type_help(written) == Some(Help::text(OPTIONAL))
}

/// The help for a type of another language: of `Vec<string>` the word is `Vec`.
pub(crate) fn type_help(written: &str) -> Option<Help> {
    let end = written.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
    let word = written[..end.unwrap_or(written.len())].to_ascii_lowercase();
    if written.trim_end().ends_with("[]") {
        return Some(Help::text(LIST));
    }
    TYPE_WORDS
        .iter()
        .find(|(words, _)| words.contains(&word.as_str()))
        .map(|(_, help)| help.clone())
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
            assert_eq!(type_help(list), Some(Help::text(LIST)), "{list}");
        }
        assert_eq!(type_help("Book"), None);
    }

    #[test]
    fn a_type_may_be_called_option() {
        assert!(is_option("Option<string>"));
        assert!(is_option("Optional[str]"));
        assert!(is_option("optional string"));
        assert!(!is_option("Option"));
    }

    /// Editors offer to write it.
    #[test]
    fn what_to_write_is_known_apart_from_the_text() {
        assert_eq!(type_help("datetime"), Some(Help::write("timestamp")));
        let long = type_help("long");
        assert!(matches!(long, Some(Help::Text(text)) if text.starts_with("write `integer`:")));
    }
}
