//! The lines of doc comments: descriptions, and sentences about what the specification says.

mod constraints;
pub(super) mod operation;

pub(super) use constraints::{constraints, constraints_and_default, constraints_sentence};

use proc_macro2::TokenStream;
use quote::quote;

use super::markdown::{code, doc_comment, first_sentence, one_line, shown_line, visible, wrap};
use crate::api::{Api, Deprecation, Notes, Pager, ServerVariable, Status, Type, TypeRef, Value};
use crate::naming::spaced;
use crate::rust::Group;
use crate::rust_printer::{self, Entry};

/// A doc comment as an attribute.
pub(super) fn attributes(lines: &[String]) -> TokenStream {
    if lines.is_empty() {
        return TokenStream::new();
    }
    let lines: Vec<String> = lines.iter().map(|line| shown_line(line)).collect();
    let doc = rust_printer::doc(&lines);
    quote!(#[doc = #doc])
}

/// An entry of a table, with its doc comment.
pub(super) fn entry(lines: &[String], tokens: TokenStream) -> Entry {
    Entry {
        documentation: lines.iter().map(|line| shown_line(line)).collect(),
        ..Entry::new(tokens)
    }
}

/// An entry of a table, with a doc comment of one paragraph.
pub(super) fn titled(title: &str, tokens: TokenStream) -> Entry {
    entry(&wrap(title), tokens)
}

/// The lines of these paragraphs.
pub(super) fn paragraphs(texts: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    for text in texts {
        push_paragraph(&mut lines, wrap(text));
    }
    lines
}

/// Adds the lines of a paragraph, if there are any.
pub(super) fn push_paragraph(lines: &mut Vec<String>, paragraph: impl IntoIterator<Item = String>) {
    let mut paragraph = paragraph.into_iter().peekable();
    if paragraph.peek().is_some() && !lines.is_empty() {
        lines.push(String::new());
    }
    lines.extend(paragraph);
}

/// The media types that a file may have, if not all.
pub(super) fn media(media: &[String]) -> Option<String> {
    let codes: Vec<String> = media.iter().map(|media| code(media)).collect();
    match codes.as_slice() {
        [] => None,
        [only] => Some(format!("Media type: {only}")),
        several => Some(format!("Media types: {}", several.join(", "))),
    }
}

/// `a, b and c`.
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// An example of one value, as text.
pub(super) fn example(value: &Value) -> String {
    format!("Example: {}", code(&value.to_string()))
}

/// The values that a variable can have, as sentences.
pub(super) fn values_of(variable: &ServerVariable) -> String {
    let default = variable.default.as_deref().map(code);
    let values: Vec<String> = variable.values.iter().map(|value| code(value)).collect();
    match (values.as_slice(), default) {
        ([], None) => "It has no default.".to_owned(),
        ([], Some(default)) => format!("By default {default}."),
        (values, None) => format!("One of {}.", list(values)),
        (values, Some(default)) => format!("One of {}; by default {default}.", list(values)),
    }
}

/// The title of the section on a way to page lists.
pub(super) fn pager_title(api: &Api, pager: &Pager) -> String {
    match api.pagers.len() {
        1 => "Pagination".to_owned(),
        _ => format!("Pagination: {}", spaced(&pager.name)),
    }
}

/// Statuses as text: `404 and 500`. `None` if there are none.
pub(super) fn statuses(statuses: impl Iterator<Item = Status>) -> Option<String> {
    let text = |status| match status {
        Status::Default => code("default"),
        Status::Exact(_) | Status::Class(_) => status.to_string(),
    };
    let mut statuses: Vec<String> = statuses.map(text).collect();
    statuses.dedup();
    (!statuses.is_empty()).then(|| list(&statuses))
}

/// The doc comment of an entry of the document, or else this text.
pub(super) fn described(own: &Notes, fallback: &str) -> TokenStream {
    attributes(&notes(own, fallback))
}

/// A doc comment of one sentence.
pub(super) fn sentence(text: &str) -> TokenStream {
    attributes(&wrap(text))
}

/// The doc comment of an entry of the document: its description or a fallback, its assumptions and its
/// deprecation.
pub(super) fn notes(notes: &Notes, fallback: &str) -> Vec<String> {
    let doc = visible(notes.doc.as_deref()).map(doc_comment);
    // Markdown may show nothing, such as the target of a link that does not occur.
    let doc = doc.filter(|lines| lines.iter().any(|line| !line.is_empty()));
    let mut lines = doc.unwrap_or_else(|| wrap(fallback));
    let see = notes.see.as_ref().map(|see| see.sentence());
    let assumed = notes.assumed.as_ref();
    let assumed = assumed.map(|assumed| format!("Assumed: {}", assumed.trim()));
    let deprecated = notes.deprecation.as_ref().map(|deprecation| {
        let note = deprecation.note_or("callers should move away from it.");
        format!("Deprecated: {note}")
    });
    let unstable = notes.stability_warning();
    for text in [see, assumed, unstable, deprecated].into_iter().flatten() {
        push_paragraph(&mut lines, doc_comment(&text));
    }
    lines
}

/// The doc comment of a value: its description, or else the first sentence about its type, or else the fallback.
pub(super) fn of_value(api: &Api, own: &Notes, ty: &TypeRef, fallback: &str) -> Vec<String> {
    let named = match &ty.ty {
        Type::Named(id) => Some(*id),
        Type::Scalar(_) | Type::List(_) | Type::Map(_) => ty.alias,
    };
    let of_type = named.and_then(|id| visible(api.type_def(id).notes.doc.as_deref()));
    match (visible(own.doc.as_deref()), of_type) {
        (None, Some(doc)) => {
            let doc = Some(first_sentence(doc));
            notes(&Notes { doc, ..own.clone() }, fallback)
        }
        (Some(_), _) | (None, None) => notes(own, fallback),
    }
}

/// Notes in words, for a list.
pub(super) fn in_words(notes: &Notes) -> Option<String> {
    let doc = notes.doc.as_deref().map(str::trim);
    let deprecated = notes.deprecation.as_ref().map(Deprecation::sentence);
    let doc = doc.filter(|doc| !doc.is_empty()).map(str::to_owned);
    let assumed = notes.assumed.as_ref();
    let assumed = assumed.map(|assumed| format!("Assumed: {}", assumed.trim()));
    let words: Vec<String> = doc
        .into_iter()
        .chain(assumed)
        .chain(notes.stability_warning())
        .chain(deprecated)
        .collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The attribute of a deprecated item. Its note is Markdown, which rustdoc renders.
pub(super) fn deprecated(notes: &Notes) -> Option<TokenStream> {
    let deprecation = notes.deprecation.as_ref()?;
    Some(match deprecation.note() {
        Some(note) => {
            let note = doc_comment(&note).join("\n");
            quote!(#[deprecated(note = #note)])
        }
        None => quote!(#[deprecated]),
    })
}

/// The lines of notes; none if there is nothing to note.
pub(super) fn optional_notes(all_notes: &Notes) -> Vec<String> {
    let mut lines = notes(all_notes, "");
    let from = lines.iter().position(|line| !line.is_empty());
    lines.drain(..from.unwrap_or(lines.len()));
    lines
}

/// The doc comment of the files of a group, if the specification describes it.
pub(super) fn group(group: &Group<'_>) -> Vec<String> {
    let Some(api_group) = group.api else {
        return Vec::new();
    };
    let title = api_group.title.as_ref();
    let title = title.map(|title| format!("{}.", one_line(title).trim_end_matches('.')));
    let mut lines = title.map_or_else(Vec::new, |title| doc_comment(&title));
    if visible(api_group.notes.doc.as_deref()).is_some() {
        push_paragraph(&mut lines, notes(&api_group.notes, ""));
    }
    lines
}
