//! Enumerations. Closed ones reject unknown values, open ones keep them.

use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::RustFile;
use super::documentation;
use crate::render::{Entry, Table};
use crate::rust::{Enum, NamedType, Variant};

pub(super) fn emit(named: &NamedType<'_>, values: &Enum<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", named.name);
    let fallback = format!("The values of `{}`.", named.api.name);
    let head = docs::entry(&documentation(named.api, &fallback), quote!(pub enum #name));
    let variants = values.variants.iter().map(variant);
    let other = values.other.iter().map(|other| {
        let other = format_ident!("{other}");
        docs::entry(&[], quote!(#other(String))).with([quote!(#[other])])
    });
    let rows = variants.chain(other).collect();
    let path = if values.other.is_some() {
        "rt::open_enum"
    } else {
        "rt::closed_enum"
    };
    file.push_table(path, &Table { head, rows });
}

/// A variant and its value on the wire. The macro documents the value, unless it cannot stand between backticks.
fn variant(variant: &Variant<'_>) -> Entry {
    let doc = docs::visible(variant.api.doc.as_deref());
    let lines = doc.map_or_else(Vec::new, docs::markdown);
    let (name, value) = (format_ident!("{}", variant.name), &variant.api.value);
    let shown = docs::special_code(value).map(|code| quote!(#[shown(#code)]));
    docs::entry(&lines, quote!(#name = #value)).with(shown)
}
