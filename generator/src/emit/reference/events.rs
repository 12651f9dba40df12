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
        let name = RichText::text("the value of ");
        lines.push(("Name", name.and_code(&events.named_by.join("."))));
    }
    if let Some(error) = &events.error {
        let words = mark(&error.told_by).and_text(": ");
        let words = words.and(&data(api, error.data.as_ref()));
        lines.push(("Error", words.and_text("; it ends the stream")));
    }
    let end = match &events.end {
        Some(EndEvent::Data(data)) => Some(("the event with the data ", data)),
        Some(EndEvent::Named(name)) => Some(("the event named ", name)),
        None => None,
    };
    lines.extend(end.map(|(words, value)| ("End", RichText::text(words).and_code(value))));
    if events.resumable {
        let words = RichText::text("clients continue after the last event, with the header ");
        lines.push(("Broken connection", words.and_code("Last-Event-ID")));
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
    match mark {
        ErrorMark::Named(event) => RichText::text("an event named ").and_code(event),
        ErrorMark::Field(path, value) => {
            let value = match value {
                ErrorValue::Present => "a value".to_owned(),
                ErrorValue::Text(text) => text.clone(),
                ErrorValue::Integer(value) => value.to_string(),
                ErrorValue::Boolean(value) => value.to_string(),
            };
            let text = RichText::text("an event with ").and_code(&value);
            text.and_text(" in ").and_code(&path.join("."))
        }
    }
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
