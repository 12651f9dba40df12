//! How types and fields are written in XML.

use super::layout::{Map, Value, text};
use crate::api::Xml;
use crate::source::Spanned;

/// The value of `xml`.
pub(super) fn xml(xml_entry: &Spanned<Xml>) -> Value {
    let Xml {
        name,
        namespace,
        prefix,
        item,
        wrapped,
        attribute,
        text: is_text,
    } = &xml_entry.value;
    let mut map = Map::new();
    for (key, value) in [
        ("name", name),
        ("namespace", namespace),
        ("prefix", prefix),
        ("item", item),
    ] {
        map.maybe(key, value.as_deref().map(text));
    }
    map.flag("wrapped", *wrapped)
        .flag("attribute", *attribute)
        .flag("text", *is_text);
    Value::Map(map)
}
