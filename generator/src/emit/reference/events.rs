//! Server-sent events: as a list of what a stream consists of, and as an example.

use super::type_words::type_words;
use crate::api::{Api, EndEvent, ErrorMark, ErrorValue, Events, TypeRef, Union, Value};
use crate::emit::markdown::RichText;
use crate::emit::samples::{literals, values};

/// What a stream consists of, line by line: a label and what is known about it.
pub(super) fn lines(api: &Api, events: &Events) -> Vec<(&'static str, RichText)> {
    let mut lines = vec![("Data", data(api, events.data.as_ref()))];
    if api.is_by_event(events) {
        lines.push(("Name", RichText::text("tells the variants apart")));
    }
    if !events.named_by.is_empty() {
        let mut name = RichText::text("the value of ");
        name.push(&RichText::code(&events.named_by.join(".")));
        lines.push(("Name", name));
    }
    if let Some(error) = &events.error {
        let mut words = mark(&error.told_by);
        words.push_text(": ");
        words.push(&data(api, error.data.as_ref()));
        words.push_text("; it ends the stream");
        lines.push(("Error", words));
    }
    let end = match &events.end {
        Some(EndEvent::Data(data)) => Some(("the event with the data ", data)),
        Some(EndEvent::Named(name)) => Some(("the event named ", name)),
        None => None,
    };
    lines.extend(end.map(|(words, value)| {
        let mut text = RichText::text(words);
        text.push(&RichText::code(value));
        ("End", text)
    }));
    if events.resumable {
        let words = "clients continue after the last event, with the header ";
        let mut text = RichText::text(words);
        text.push(&RichText::code("Last-Event-ID"));
        lines.push(("Broken connection", text));
    }
    lines
}

fn data(api: &Api, data: Option<&TypeRef>) -> RichText {
    match data {
        Some(ty) => type_words(api, ty),
        None => RichText::text("text"),
    }
}

/// What tells an error from other events.
fn mark(mark: &ErrorMark) -> RichText {
    let mut text = RichText::default();
    match mark {
        ErrorMark::Named(event) => {
            text.push_text("an event named ");
            text.push(&RichText::code(event));
        }
        ErrorMark::Field(path, value) => {
            let value = match value {
                ErrorValue::Present => "a value".to_owned(),
                ErrorValue::Text(text) => text.clone(),
                ErrorValue::Integer(value) => value.to_string(),
                ErrorValue::Boolean(value) => value.to_string(),
            };
            text.push_text("an event with ");
            text.push(&RichText::code(&value));
            text.push_text(" in ");
            text.push(&RichText::code(&path.join(".")));
        }
    }
    text
}

/// How many events an example has.
const MOST: usize = 4;

/// An example of a stream: an event of each variant, and the last one. `None` if there is no example of its data.
pub(super) fn example(api: &Api, events: &Events) -> Option<String> {
    let values = match &events.data {
        Some(ty) => values::of_variants(api, ty),
        None => vec![Value::Text("text".to_owned())],
    };
    if values.is_empty() {
        return None;
    }
    let by_event = api.is_by_event(events);
    let shown = values.iter().take(MOST).map(|value| match by_event {
        true => event(
            field(value, &[Union::EVENT]),
            field(value, &[Union::DATA]).unwrap_or(&Value::Null),
        ),
        false if events.named_by.is_empty() => event(None, value),
        false => {
            let path: Vec<&str> = events.named_by.iter().map(String::as_str).collect();
            event(field(value, &path), value)
        }
    });
    let mut stream: String = shown.collect();
    match &events.end {
        Some(EndEvent::Data(data)) => stream.push_str(&format!("data: {data}\n")),
        Some(EndEvent::Named(name)) => stream.push_str(&format!("event: {name}\ndata:\n")),
        None => {}
    }
    Some(literals::visible(stream))
}

/// The lines of an event.
fn event(name: Option<&Value>, data: &Value) -> String {
    let name = name.map(|name| format!("event: {}\n", name.to_plain()));
    let data = match data {
        Value::Text(text) => text.clone(),
        data => data.to_string(),
    };
    format!("{}data: {data}\n\n", name.unwrap_or_default())
}

/// The value of a field of an object, or of an object in it.
fn field<'v>(value: &'v Value, path: &[&str]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, name| value.field(name))
}
