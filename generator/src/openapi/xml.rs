//! The XML Objects of schemas.

use crate::api::Xml;
use crate::node::Node;
use crate::source::{Span, Spanned};

/// Reads the XML Object of a schema, or of its items.
pub(super) fn read(schema: &Node) -> Option<Box<Spanned<Xml>>> {
    let own = schema.get("xml");
    let item = schema.get("items").and_then(|items| items.get("xml"));
    let of_item = item.and_then(|item| item.get("name"));
    let text = |key: &str| own?.text_at(key).map(str::to_owned);
    let is = |key: &str| own.and_then(|own| own.get(key)).is_some_and(Node::is_true);
    // Since OpenAPI 3.2, one keyword has all of these.
    let node_type = own
        .and_then(|own| own.get("nodeType"))
        .and_then(Node::as_text);
    let is_list = schema.get("items").is_some();
    let xml = Xml {
        name: text("name"),
        namespace: text("namespace"),
        prefix: text("prefix"),
        item: of_item.and_then(Node::as_text).map(str::to_owned),
        wrapped: is("wrapped") || is_list && node_type == Some("element"),
        attribute: is("attribute") || node_type == Some("attribute"),
        text: is("x-ms-text") || matches!(node_type, Some("text" | "cdata")),
    };
    let span = own.or(of_item)?.span;
    (xml != Xml::default()).then(|| Box::new(Spanned::new(xml, span)))
}

/// Where a list states the namespace of its items, which only types have.
pub(super) fn lost(schema: &Node) -> Option<Span> {
    let item = schema.get("items")?.get("xml")?;
    Some(item.get("namespace")?.span)
}
