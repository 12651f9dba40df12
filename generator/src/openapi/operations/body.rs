//! The body of a request.

use crate::api::Method;
use crate::document::{BodyEntry, ContentExprKind, OperationEntry};
use crate::openapi::contents::{self, Media, MediaKind, Side};
use crate::openapi::extensions;
use crate::openapi::identifiers::Taken;
use crate::openapi::notes::notes;
use crate::openapi::path_items::OperationNode;
use crate::openapi::references::NodeRef;
use crate::openapi::spelling;
use crate::openapi::type_places::PlaceKind;
use crate::openapi::types::Types;
use crate::openapi::warnings::Topic;

/// The kinds of media types that a request may have, the preferred ones first.
const KINDS: [MediaKind; 7] = [
    MediaKind::Json,
    MediaKind::Multipart,
    MediaKind::Form,
    MediaKind::Lines,
    MediaKind::Text,
    MediaKind::Binary,
    MediaKind::Events,
];

/// Reads the body of an operation, if it has one.
pub(in crate::openapi) fn read<'a>(
    types: &mut Types<'a>,
    node: &OperationNode<'a>,
    entry: &mut OperationEntry,
) {
    let body = node.at.get("requestBody");
    let Some(body) = body.and_then(|body| types.files.follow(body)) else {
        return;
    };
    spelling::check(body.node, spelling::BODY, &mut types.warnings);
    let content = body.get("content");
    let media = content.map_or_else(Vec::new, |content| types.media(content));
    if media.is_empty() {
        let why = "its `content` has no media types";
        types.warnings.add(Topic::Body, body.node.span, why);
        return;
    }
    if matches!(node.method, Method::Head | Method::Trace) {
        let why = format!("a {} request has none", node.method.name());
        types.warnings.add(Topic::Body, body.node.span, &why);
        return;
    }
    entry.body = read_content(types, node, body, &media).map(Box::new);
}

fn read_content<'a>(
    types: &mut Types<'a>,
    node: &OperationNode<'a>,
    body: NodeRef<'a>,
    media: &[Media<'a>],
) -> Option<BodyEntry> {
    let chosen = types.chosen(media, &KINDS, Side::Request)?;
    let main = chosen.main;
    let read = |types: &mut Types<'a>, media: &Media<'a>, alike: &[&Media<'a>]| {
        let own = PlaceKind::Role("Body".to_owned());
        let content = types.content(media, alike, &node.name, own, true);
        if matches!(content.expr.kind, ContentExprKind::Events(_)) {
            types.note_content(media, "a request is not an event stream");
            return contents::bytes(media.name.span);
        }
        content
    };
    let content = read(types, main, &chosen.alike);
    let mut others = chosen.others;
    others.retain(|other| other.kind != MediaKind::Events);
    let mut taken = Taken::default();
    let choice = (!others.is_empty()).then(|| contents::choice(main, &mut taken));
    let others = others
        .into_iter()
        .map(|media| {
            let choice = contents::choice(media, &mut taken);
            (choice, read(types, media, &[]))
        })
        .collect();
    let is_required = body.node.is_set("required");
    let is_json = matches!(content.expr.kind, ContentExprKind::Json(_)) && choice.is_none();
    for schema in media.iter().filter_map(|media| media.schema) {
        types.files.note_unchecked(schema, is_json);
    }
    let schema = main
        .schema
        .filter(|_| is_json)
        .and_then(|schema| types.files.validation_schema(schema));
    Some(BodyEntry {
        content,
        choice,
        others,
        // A body that is null says as much as none.
        optional: !is_required || types.is_nullable(main),
        max_size: extensions::max_size(body.node, &mut types.warnings),
        schema,
        notes: notes(body.node),
    })
}
