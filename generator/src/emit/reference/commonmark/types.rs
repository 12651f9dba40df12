//! Named types.

use super::entries::{entries, marks};
use super::writer::Writer;
use crate::emit::markdown::code;
use crate::emit::reference::Page;
use crate::emit::reference::types::{TypeView, ValueView};

/// The types in alphabetical order, without identifiers.
pub(super) fn types(page: &Page<'_>, writer: &mut Writer<'_>) {
    let lead = "A field is always present and not null, unless it is marked “may be absent” or “may be null”. A field \
                with both marks can be absent, null or a value.";
    section("Types", lead, &page.types, writer);
}

/// The identifiers.
pub(super) fn identifiers(page: &Page<'_>, writer: &mut Writer<'_>) {
    let lead = "Each is a single value with a distinct type, so that it is not confused with other values.";
    section("Identifiers", lead, &page.identifiers, writer);
}

/// A section with types, if there are any.
fn section(title: &str, lead: &str, types: &[TypeView], writer: &mut Writer<'_>) {
    if types.is_empty() {
        return;
    }
    writer.heading(2, title, &title.to_lowercase());
    writer.paragraph(lead);
    for ty in types {
        self::ty(ty, writer);
    }
}

fn ty(ty_view: &TypeView, writer: &mut Writer<'_>) {
    writer.heading(3, &ty_view.name, &ty_view.anchor);
    let kind = writer.line(&ty_view.kind);
    let mut words: Vec<String> = std::iter::once(kind).chain(marks(&ty_view.marks)).collect();
    words.retain(|word| !word.is_empty());
    let facts = writer.facts(&ty_view.facts);
    let line = match facts {
        Some(facts) => format!("Kind: {}. {facts}", words.join(", ")),
        None => format!("Kind: {}.", words.join(", ")),
    };
    writer.paragraph(&line);
    writer.notes(&ty_view.notes);
    entries(&ty_view.fields, writer);
    if let Some(others) = &ty_view.others {
        let others = writer.line(others);
        writer.paragraph(&format!("Additional fields: {others}"));
    }
    values(ty_view, writer);
    if !ty_view.users.is_empty() {
        let users: Vec<String> = ty_view.users.iter().map(|user| writer.line(user)).collect();
        writer.paragraph(&format!("Used by {}.", users.join(", ")));
    }
    if let Some(sample) = &ty_view.example {
        writer.paragraph(&format!("{}:", sample.label));
        writer.sample(sample);
    }
}

fn values(ty: &TypeView, writer: &mut Writer<'_>) {
    if ty.has_value_docs() {
        return writer.list_of(&ty.values, |view: &ValueView, writer| {
            match view.doc.is_empty() {
                true => value(&view.value),
                false => format!("{}: {}", value(&view.value), writer.line(&view.doc)),
            }
        });
    }
    let values: Vec<String> = ty.values.iter().map(|view| value(&view.value)).collect();
    if !values.is_empty() {
        writer.paragraph(&format!("Values: {}.", values.join(", ")));
    }
}

/// A value as code. An empty one is shown as the signs around it.
fn value(text: &str) -> String {
    code(if text.is_empty() { "\"\"" } else { text })
}
