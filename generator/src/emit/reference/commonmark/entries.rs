//! Fields, parameters and headers as items of a list.

use super::writer::Writer;
use crate::emit::markdown;
use crate::emit::reference::entries::{Entry, Mark};
use crate::emit::reference::errors::ErrorLine;

/// An entry: its name, its type and its marks, and what is known about it.
pub(super) fn entry(entry: &Entry, writer: &mut Writer<'_>) -> String {
    marked(entry, None, writer)
}

/// A field of a request's body, which is marked like a parameter if a request must have it.
pub(super) fn sent_field(entry: &Entry, writer: &mut Writer<'_>) -> String {
    let required = (!entry.may_be_absent()).then_some("required");
    marked(entry, required, writer)
}

fn marked(entry: &Entry, first: Option<&str>, writer: &mut Writer<'_>) -> String {
    let ty = writer.line(&entry.ty);
    let first = first.map(str::to_owned);
    let words = std::iter::once(ty).chain(first).chain(marks(&entry.marks));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    let head = format!("{} ({})", markdown::code(&entry.name), words.join(", "));
    writer.noted(&head, &entry.notes, &entry.facts)
}

/// A list of entries.
pub(super) fn entries(all: &[Entry], writer: &mut Writer<'_>) {
    writer.list_of(all, entry);
}

pub(super) fn marks(marks: &[Mark]) -> impl Iterator<Item = String> {
    marks.iter().map(|mark| mark.text.to_owned())
}

/// An error on one line.
pub(super) fn error(line: &ErrorLine, writer: &Writer<'_>) -> String {
    let status = match &line.anchor {
        Some(anchor) => writer.link_to(anchor, &line.status),
        None => line.status.clone(),
    };
    let text = writer.line(&line.text);
    let name = markdown::text(&line.name);
    match (name.is_empty(), text.is_empty()) {
        (true, true) => status,
        (false, true) => format!("{status} {name}"),
        (false, false) if !is_same(&name, &text) => format!("{status} {name}: {text}"),
        (_, false) => format!("{status}: {text}"),
    }
}

/// Whether two strings say the same.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one.trim_end_matches('.') == other.trim_end_matches('.')
}
