//! The XML Objects of schemas.

use super::JsonObject;
use crate::api::Xml;

/// That of a property.
pub(super) fn of_field(xml: Option<&Xml>) -> JsonObject {
    let Some(xml) = xml else {
        return JsonObject::new();
    };
    of_type(Some(xml))
        .with_flag("attribute", xml.attribute)
        .with_flag("wrapped", xml.wrapped)
        .with_flag("x-ms-text", xml.text)
}

/// That of a type.
pub(super) fn of_type(xml: Option<&Xml>) -> JsonObject {
    let Some(xml) = xml else {
        return JsonObject::new();
    };
    JsonObject::new()
        .with_option("name", xml.name.as_deref())
        .with_option("namespace", xml.namespace.as_deref())
        .with_option("prefix", xml.prefix.as_deref())
}

/// Adds the XML names of the items to the schema of a list.
pub(super) fn with_items(schema: JsonObject, xml: Option<&Xml>) -> JsonObject {
    let Some(item) = xml.and_then(|xml| xml.item.as_deref()) else {
        return schema;
    };
    let name = JsonObject::new().with("name", item);
    schema.with_in("items", "xml", name)
}
