//! Contents in XML.

use super::OF_BYTES;
use super::media::Media;
use crate::api;
use crate::document::{ContentExprKind, TypeExprKind};
use crate::node::Node;
use crate::openapi::kinds::Kinds;
use crate::openapi::type_places::TypePlace;
use crate::openapi::types::Types;
use crate::openapi::warnings::Topic;

impl<'a> Types<'a> {
    /// The content of a media type of XML, or `None` if it is bytes. Its element has a name: the component's,
    /// or the schema's.
    pub(super) fn xml(&mut self, media: &Media<'a>, place: &TypePlace) -> Option<ContentExprKind> {
        let at = media.schema.filter(|_| api::is_xml(&media.name.value))?;
        let schema = self.files.schema(&[at]);
        let is_object = schema.kinds == Kinds::OBJECT && !schema.properties.is_empty();
        if !is_object && schema.kinds != Kinds::LIST {
            // Text is what is in the XML, or all of it.
            self.note_unread(media, OF_BYTES);
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
