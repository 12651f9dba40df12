//! The text that is shown about the name or key at a cursor.

use super::index::{Declared, Field, Name};
use crate::naming;
use crate::spec::language::{Entity, Key, Shape, Text as TextKind};

/// What a name is, its description, and what it is in Rust.
pub(super) fn of_name(name: &Name, declared: Option<&Declared>) -> String {
    let what = word(name.entity);
    let detail = declared.and_then(|declared| declared.detail.as_deref());
    let title = match detail {
        Some(detail) => format!("{what} **{}**: `{detail}`", name.name),
        None => format!("{what} **{}**", name.name),
    };
    let mut parts = vec![title];
    parts.extend(declared.and_then(|declared| declared.doc.clone()));
    let rust = in_rust(name, detail);
    if !rust.is_empty() {
        parts.push(format!("```rust\n{}\n```", rust.join("\n")));
    }
    parts.join("\n\n")
}

/// What a field is, and its name in Rust.
pub(super) fn of_field(field: &Field) -> String {
    let title = match &field.ty {
        Some(ty) => format!("**{}**: `{ty}`", field.name),
        None => format!("**{}**", field.name),
    };
    let mut parts = vec![title];
    parts.extend(field.doc.clone());
    parts.push(format!("```rust\n{}\n```", field.rust));
    parts.join("\n\n")
}

/// What a key means, and the words that it may have.
pub(super) fn of_key(key: &Key) -> String {
    let mut text = format!("`{}`: {}", key.name, key.doc);
    key.value.each(&mut |shape| {
        if let Shape::Text(TextKind::Words(words)) = shape {
            let words = words.iter();
            let lines = words.map(|word| format!("\n- `{}`: {}", word.name, word.doc));
            text.push('\n');
            text.extend(lines);
        }
    });
    text
}

pub(super) fn word(entity: Entity) -> &'static str {
    match entity {
        Entity::Type => "Type",
        Entity::Error => "Error",
        Entity::Operation => "Operation",
        Entity::Webhook => "Webhook",
        Entity::Group => "Group",
        Entity::Shared => "Shared part",
        Entity::Pager => "Pager",
        Entity::Scheme => "Scheme",
        Entity::KeyKind => "Kind of credentials",
        Entity::Server => "Server",
    }
}

/// The items of the generated crate that have their names from this one, unless another name takes precedence.
fn in_rust(name: &Name, detail: Option<&str>) -> Vec<String> {
    let written = name.name.as_str();
    match name.entity {
        Entity::Type => vec![format!("types::{}", naming::type_name(written))],
        Entity::Error => {
            // The key may be a status. Then the entry has the name.
            let is_name = written.starts_with(|c: char| c.is_ascii_uppercase());
            let named = if is_name { Some(written) } else { detail };
            let named = named.map(|named| format!("errors::{}", naming::error_name(named)));
            named.into_iter().collect()
        }
        Entity::Operation => vec![
            format!("client.{}(…)", naming::method(written, &[])),
            format!("server::{}", naming::arguments_name(written)),
            format!("operations::{}", naming::operation_error_name(written)),
        ],
        Entity::Webhook => vec![format!("sender.{}(…)", naming::method(written, &[]))],
        Entity::Group => vec![format!("features = [\"{}\"]", naming::feature(written))],
        Entity::Pager => vec![
            format!("{}<T>", naming::page_name(written)),
            naming::page_request_name(written),
        ],
        Entity::KeyKind => vec![format!("Key::{}", naming::camel(written))],
        Entity::Scheme => vec![format!("Credentials::{}", naming::snake(written))],
        Entity::Server => vec![format!("servers::{}", naming::shouty(written))],
        Entity::Shared => Vec::new(),
    }
}
