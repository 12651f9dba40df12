//! The XML Objects of schemas, and contents in XML.

use super::contents::Media;
use super::kinds::Kinds;
use super::names::Place;
use super::types::Types;
use super::warnings::Topic;
use crate::api::{self, Xml};
use crate::document::{ContentExprKind, TypeExprKind};
use crate::node::Node;
use crate::source::{Span, Spanned};

/// What a schema states about XML.
pub(super) fn of(schema: &Node) -> Option<Box<Spanned<Xml>>> {
    let own = schema.get("xml");
    let item = schema.get("items").and_then(|items| items.get("xml"));
    let of_item = item.and_then(|item| item.get("name"));
    let text = |key: &str| own?.get(key)?.as_text().map(str::to_owned);
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

impl<'a> Types<'a> {
    /// The content of a media type of XML, or `None` if it is bytes. Its element has a name, which is that of a component or
    /// of the schema.
    pub(super) fn xml(&mut self, media: &Media<'a>, place: &Place) -> Option<ContentExprKind> {
        let at = media.schema.filter(|_| api::is_xml(&media.name.value))?;
        let schema = self.files.schema(&[at]);
        let is_object = schema.kinds == Kinds::OBJECT && !schema.properties.is_empty();
        if !is_object && schema.kinds != Kinds::LIST {
            // Text is what is in the XML, or all of it.
            return None;
        }
        let states_name = |xml: &Node| xml.get("name").is_some();
        let is_named = self.files.reference(&[at]).is_some()
            || is_object && at.node.get("xml").is_some_and(states_name);
        if is_named && !self.is_nullable(media) {
            let ty = self.value_of(media, place);
            if let TypeExprKind::Named(_) = ty.kind {
                return Some(ContentExprKind::Json(ty));
            }
        }
        let what = "its element has no name in XML; callers and servers read and write the XML";
        self.warnings.add(Topic::Content, media.name.span, what);
        None
    }
}
