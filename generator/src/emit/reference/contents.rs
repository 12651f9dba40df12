//! The contents of requests and responses in words.

use super::entries::constraints;
use super::html::pager_anchor;
use super::type_words::type_words;
use crate::api::{
    Api, Body, Content, ContentKind, ContentVariant, Lists, Operation, Response, SelectorPart,
    TypeRef, Value,
};
use crate::emit::markdown::{self, RichText};
use crate::naming::spaced;

/// A content in words.
pub(super) fn words(api: &Api, content: &Content) -> RichText {
    let value =
        |ty: &TypeRef| type_words(api, ty).and_text(if ty.nullable { " or null" } else { "" });
    match &content.kind {
        ContentKind::Empty => RichText::text("No content."),
        ContentKind::Json { envelope, ty } => in_envelope(value(ty), envelope.as_deref()),
        ContentKind::Page { pager, item } => {
            let name = spaced(&api.pager(*pager).name);
            let page = RichText::link(&pager_anchor(api, *pager), &name);
            page.and_text(" of ").and(&type_words(api, item))
        }
        ContentKind::Xml { ty }
        | ContentKind::Form { ty, .. }
        | ContentKind::Multipart { ty, .. }
        | ContentKind::Lines { ty } => value(ty),
        ContentKind::Events(_) => RichText::text("server-sent events"),
        ContentKind::Text => RichText::text("text"),
        ContentKind::Binary => RichText::text("bytes"),
    }
}

/// A value in words, and the field that contains it, if there is one.
pub(super) fn in_envelope(value: RichText, envelope: Option<&str>) -> RichText {
    match envelope {
        Some(name) => value.and_text(" in the field ").and_code(name),
        None => value,
    }
}

/// The body of an error that has no schema, in words.
pub(super) fn body_of_type(media: &str) -> RichText {
    RichText::text("A body of the type ").and_code(media)
}

/// A request body in words: its content, how it is written, and its limits.
pub(super) fn body_words(api: &Api, body: &Body) -> RichText {
    let mut text = RichText::default();
    for (index, (_, content, rules)) in body.contents().enumerate() {
        if index > 0 {
            text.push_text(" or ");
        }
        text.push(&words(api, content));
        push_format(content, &mut text);
        if let Some(constraints) = constraints(rules) {
            let of_lines = matches!(content.kind, ContentKind::Lines { .. });
            text.push_text(if of_lines { "; each line: " } else { "; " });
            text.push(&constraints);
        }
    }
    if body.optional {
        text.push_text("; it may be absent");
    }
    if let Some(bytes) = body.max_size {
        text.push_text("; at most ");
        text.push_text(&size(bytes));
    }
    text
}

/// A response in words: its content, and how it is written if that is not JSON.
pub(super) fn response_words(api: &Api, operation: &Operation, response: &Response) -> RichText {
    let content = &response.content;
    let mut text = words(api, content);
    let is_usual = match content.kind {
        ContentKind::Json { .. } => content.has_default_media(),
        ContentKind::Empty | ContentKind::Page { .. } => true,
        ContentKind::Xml { .. }
        | ContentKind::Form { .. }
        | ContentKind::Multipart { .. }
        | ContentKind::Lines { .. }
        | ContentKind::Events(_)
        | ContentKind::Text
        | ContentKind::Binary => false,
    };
    if !is_usual {
        push_format(content, &mut text);
    }
    if let Some(choice) = &response.choice {
        push_choice(choice, operation, content, &mut text);
    }
    text
}

/// What asks for a content.
fn push_choice(
    choice: &ContentVariant,
    operation: &Operation,
    content: &Content,
    text: &mut RichText,
) {
    let (asks, place) = match &choice.selected_by {
        None => (format!("Accept: {}", content.media.join(", ")), ""),
        Some(selector) => match selector.part {
            SelectorPart::Body
                if operation.body.as_ref().is_some_and(Body::is_form)
                    || operation.is_chosen_by_part() =>
            {
                let asks = format!("{}={}", selector.name, selector.value.to_plain());
                (asks, " in the form")
            }
            SelectorPart::Body => {
                let (name, value) = (Value::Text(selector.name.clone()), &selector.value);
                let asks = format!("{}: {}", name.to_json(), value.to_json());
                (asks, " in the body")
            }
            SelectorPart::Query => {
                let asks = format!("{}={}", selector.name, selector.value.to_plain());
                (asks, " in the query")
            }
        },
    };
    text.push_text("; asked for with ");
    text.push(&RichText::code(&asks));
    text.push_text(place);
}

/// How a content is written: in which form, and as which media type.
fn push_format(content: &Content, text: &mut RichText) {
    let format = match &content.kind {
        ContentKind::Empty => "",
        ContentKind::Json { .. } | ContentKind::Page { .. } => ", as JSON",
        ContentKind::Xml { .. } => ", as XML",
        ContentKind::Form { lists, .. } => match lists {
            Lists::Repeated => ", as a form",
            Lists::Brackets => ", as a form with lists as `a[]=1&a[]=2`",
            Lists::Indexed => ", as a form with lists as `a[0]=1&a[1]=2`",
        },
        ContentKind::Multipart { .. } => ", as a multipart form",
        ContentKind::Text | ContentKind::Binary | ContentKind::Events(_) => "",
        ContentKind::Lines { .. } => ", as JSON on each line",
    };
    text.push(&markdown::line(format));
    let is_json = matches!(
        content.kind,
        ContentKind::Json { .. } | ContentKind::Page { .. }
    );
    if is_json && content.has_default_media() {
        return;
    }
    for (index, media) in content.media.iter().enumerate() {
        text.push_text(match index {
            0 => " (",
            _ => ", ",
        });
        text.push(&RichText::code(media));
    }
    text.push_text(if content.media.is_empty() { "" } else { ")" });
}

/// A size with the largest unit that fits.
fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")].into_iter();
    let unit = units
        .into_iter()
        .find(|(power, _)| bytes.trailing_zeros() >= *power);
    match unit {
        Some((power, unit)) => format!("{} {unit}", bytes >> power),
        None => format!("{bytes} bytes"),
    }
}
