//! Enumerations. Closed ones reject unknown values, open ones keep them.

use quote::{format_ident, quote};

use super::super::file::{RustFile, derive};
use super::super::literals::enum_value;
use super::super::{docs, markdown};
use super::{documentation, other_attribute};
use crate::api::{EnumKind, Value};
use crate::rust::{Enum, NamedType, Variant};
use crate::rust_printer::{Entry, Table};

pub(super) fn emit(named: &NamedType<'_>, values: &Enum<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", named.name);
    let fallback = format!("The values of `{}`.", named.api.name);
    let kind = values.api.kind;
    let ty = match kind {
        EnumKind::Text => None,
        EnumKind::Integer => Some(quote!(i64)),
        EnumKind::Number => Some(quote!(f64)),
        EnumKind::Boolean => Some(quote!(bool)),
    };
    let (typed, lines) = (ty.iter(), documentation(named.api, &fallback));
    let head = docs::entry(&lines, quote!(pub enum #name #(: #typed)*))
        .with(docs::deprecated(&named.api.notes))
        .with(derive(&named.derives));
    let variants = values
        .variants
        .iter()
        .map(|variant| self::variant(kind, variant));
    let other = values.other.iter().map(|other| {
        let variant = format_ident!("{}", other.name);
        let ty = ty.clone().unwrap_or_else(|| quote!(String));
        Entry::new(quote!(#variant(#ty))).with(other_attribute(other))
    });
    let rows = variants.chain(other).collect();
    let path = match (kind, &values.other) {
        (EnumKind::Text, Some(_)) => "rt::open_enum",
        (EnumKind::Text, None) => "rt::closed_enum",
        (EnumKind::Integer | EnumKind::Number | EnumKind::Boolean, Some(_)) => "rt::open_values",
        (EnumKind::Integer | EnumKind::Number | EnumKind::Boolean, None) => "rt::closed_values",
    };
    file.push(Table { head, rows }.call(path));
}

/// A variant and its value on the wire. The macro documents the value, unless it cannot stand between backticks.
fn variant(kind: EnumKind, variant: &Variant<'_>) -> Entry {
    let lines = docs::optional_notes(&variant.api.notes);
    let (name, value) = (format_ident!("{}", variant.name), &variant.api.value);
    let shown = match kind {
        EnumKind::Text => markdown::special_code(value).map(|code| quote!(#[shown(#code)])),
        EnumKind::Integer | EnumKind::Number | EnumKind::Boolean => None,
    };
    let value = enum_value(kind, &Value::Text(value.clone()));
    docs::entry(&lines, quote!(#name = #value))
        .with(docs::deprecated(&variant.api.notes))
        .with(shown)
}
