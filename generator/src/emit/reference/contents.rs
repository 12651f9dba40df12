//! The contents of requests and responses: in words, and as examples.

use super::entries::bounds;
use super::html::{Html, pager_anchor, type_words};
use super::values;
use crate::api::{
    Api, Body, Choice, Content, ContentKind, Field, Lists, Operation, Response, SelectorPart, Value,
};
use crate::naming::spaced;

/// A content in words.
pub(super) fn words(api: &Api, content: &Content) -> Html {
    let mut html = Html::default();
    match &content.kind {
        ContentKind::Empty => html.push_trusted("No content."),
        ContentKind::Json { envelope, ty } => {
            html.push(&type_words(api, ty));
            html.push_trusted(if ty.nullable { " or null" } else { "" });
            if let Some(envelope) = envelope {
                html.push_trusted(" in the field ");
                html.push(&Html::code(envelope));
            }
        }
        ContentKind::Page { pager, item } => {
            let name = spaced(&api.pager(*pager).name);
            html.push(&Html::link(&pager_anchor(api, *pager), &name));
            html.push_trusted(" of ");
            html.push(&type_words(api, item));
        }
        ContentKind::Xml { ty }
        | ContentKind::Form { ty, .. }
        | ContentKind::Multipart { ty, .. }
        | ContentKind::Lines { ty } => {
            html.push(&type_words(api, ty));
            html.push_trusted(if ty.nullable { " or null" } else { "" });
        }
        ContentKind::Events(_) => html.push_trusted("server-sent events"),
        ContentKind::Text => html.push_trusted("text"),
        ContentKind::Binary => html.push_trusted("bytes"),
    }
    html
}

/// A request body in words: its content, how it is written, and its limits.
pub(super) fn body_words(api: &Api, body: &Body) -> Html {
    let mut html = Html::default();
    for (index, (_, content, rules)) in body.contents().enumerate() {
        if index > 0 {
            html.push_trusted(" or ");
        }
        html.push(&words(api, content));
        push_format(content, &mut html);
        if let Some(bounds) = bounds(rules) {
            let of_lines = matches!(content.kind, ContentKind::Lines { .. });
            html.push_trusted(if of_lines { "; each line: " } else { "; " });
            html.push(&bounds);
        }
    }
    if body.optional {
        html.push_trusted("; it may be absent");
    }
    if let Some(bytes) = body.max_size {
        html.push_trusted("; at most ");
        html.push_text(&size(bytes));
    }
    html
}

/// A response in words: its content, and how it is written if that is not JSON.
pub(super) fn response_words(api: &Api, operation: &Operation, response: &Response) -> Html {
    let content = &response.content;
    let mut html = words(api, content);
    match content.kind {
        ContentKind::Json { .. } if content.has_usual_media() => {}
        ContentKind::Empty | ContentKind::Page { .. } => {}
        ContentKind::Json { .. }
        | ContentKind::Xml { .. }
        | ContentKind::Form { .. }
        | ContentKind::Multipart { .. }
        | ContentKind::Text
        | ContentKind::Binary
        | ContentKind::Lines { .. }
        | ContentKind::Events(_) => push_format(content, &mut html),
    }
    if let Some(choice) = &response.choice {
        push_choice(choice, operation, content, &mut html);
    }
    html
}

/// What asks for a content.
fn push_choice(choice: &Choice, operation: &Operation, content: &Content, html: &mut Html) {
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
    html.push_trusted("; asked for with ");
    html.push(&Html::code(&asks));
    html.push_trusted(place);
}

/// How a content is written: in which form, and as which media type.
fn push_format(content: &Content, html: &mut Html) {
    let format = match &content.kind {
        ContentKind::Empty => "",
        ContentKind::Json { .. } | ContentKind::Page { .. } => ", as JSON",
        ContentKind::Xml { .. } => ", as XML",
        ContentKind::Form { lists, .. } => match lists {
            Lists::Repeated => ", as a form",
            Lists::Brackets => ", as a form with lists as <code>a[]=1&amp;a[]=2</code>",
            Lists::Indexed => ", as a form with lists as <code>a[0]=1&amp;a[1]=2</code>",
        },
        ContentKind::Multipart { .. } => ", as a multipart form",
        ContentKind::Text | ContentKind::Binary | ContentKind::Events(_) => "",
        ContentKind::Lines { .. } => ", as JSON on each line",
    };
    html.push_trusted(format);
    let is_json = matches!(
        content.kind,
        ContentKind::Json { .. } | ContentKind::Page { .. }
    );
    if is_json && content.has_usual_media() {
        return;
    }
    for (index, media) in content.media.iter().enumerate() {
        html.push_trusted(match index {
            0 => " (",
            _ => ", ",
        });
        html.push(&Html::code(media));
    }
    html.push_trusted(if content.media.is_empty() { "" } else { ")" });
}

/// One of the media types that the server takes.
pub(super) fn media_of(all: &[String]) -> &str {
    let mut media = all.iter().map(String::as_str);
    let exact = media.clone().find(|media| !media.ends_with('*'));
    let range = media.next().unwrap_or_default();
    exact.unwrap_or(match range {
        "audio/*" => "audio/mpeg",
        "image/*" => "image/png",
        "text/*" => "text/plain",
        "video/*" => "video/mp4",
        _ => "application/octet-stream",
    })
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

/// An example of a request body.
pub(super) fn request(api: &Api, body: &Body) -> Option<Value> {
    values::of_type(api, body.content.value()?)
}

/// An example of the response to a request with this body.
pub(super) fn response(
    api: &Api,
    operation: &Operation,
    content: &Content,
    body: Option<&Value>,
) -> Option<Value> {
    match &content.kind {
        ContentKind::Empty
        | ContentKind::Xml { .. }
        | ContentKind::Form { .. }
        | ContentKind::Multipart { .. }
        | ContentKind::Text
        | ContentKind::Binary
        | ContentKind::Lines { .. }
        | ContentKind::Events(_) => None,
        ContentKind::Json { ty, .. } => {
            let value = api.after(operation, body, values::of_type(api, ty)?);
            Some(content.wrapped(value))
        }
        ContentKind::Page { pager, item } => {
            let item = values::of_type(api, item)?;
            let other = |field: &Field| values::of_field(api, field);
            api.pager(*pager).example(item, other)
        }
    }
}
