//! Objects: the struct with a table of its fields, the constructor, and the methods for defaults.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::super::docs;
use super::super::file::{RustFile, derive, hidden, ident};
use super::super::rules::rules;
use super::accessor::accessor;
use super::{constructor, documentation};
use crate::api::{Presence, TypeRef};
use crate::render::{Entry, Table};
use crate::rust::{Boxing, Constructor, Field, NamedType, Object, Others, Wrapping};

pub(super) fn emit(named: &NamedType<'_>, object: &Object<'_>, file: &mut RustFile<'_>) {
    let table = table(named, object, file);
    file.push_table("rt::object", &table);
    let name = format_ident!("{}", named.name);
    let constructor = (object.constructor == Constructor::New)
        .then(|| constructor::constructor(&name, object, file));
    let accessors = object.fields.iter().filter_map(|field| {
        let of = field.accessor.as_ref()?;
        Some(accessor(field, of, file))
    });
    let functions: Vec<TokenStream> = constructor.into_iter().chain(accessors).collect();
    if !functions.is_empty() {
        file.push(quote!(impl #name { #(#functions)* }));
    }
}

/// The struct, as the runtime's macro takes it.
fn table(named: &NamedType<'_>, object: &Object<'_>, file: &mut RustFile<'_>) -> Table {
    let name = format_ident!("{}", named.name);
    let fallback = format!("The object `{}`.", named.api.name);
    let form = object.form().map(|form| {
        let form = format_ident!("{form}");
        quote!(#[object(#form)])
    });
    let head = docs::entry(
        &documentation(named.api, &fallback),
        quote!(pub struct #name),
    )
    .with(derive(&named.derives).into_iter().chain(form));
    let fields = object.fields.iter().map(|field| {
        let rules = rules(&field.api.rules).map(|rules| quote!(#[rules(#rules)]));
        let objects = objects(field.boxing, &field.api.ty, file);
        let attributes = [properties(field), rules, objects];
        let (name, ty) = (ident(&field.name), field_type(field, file));
        docs::entry(&field_documentation(field), quote!(pub #name: #ty))
            .with(attributes.into_iter().flatten())
    });
    let mut rows: Vec<Entry> = fields.collect();
    rows.extend(object.others.as_ref().map(|of| others(of, file)));
    Table { head, rows }
}

fn others(others: &Others<'_>, file: &mut RustFile<'_>) -> Entry {
    file.import_path("std::collections::BTreeMap");
    let name = ident(&others.name);
    let objects = objects(others.boxing, others.ty, file);
    let ty = boxed(others.boxing, file.ty(others.ty));
    let attributes = std::iter::once(quote!(#[others])).chain(objects);
    docs::entry(&[], quote!(pub #name: BTreeMap<String, #ty>)).with(attributes)
}

fn field_documentation(field: &Field<'_>) -> Vec<String> {
    let fallback = format!("The field {}.", docs::code(&field.api.name));
    let mut lines = docs::notes(&field.api.notes, &fallback);
    if let Some(bounds) = docs::bounds(&field.api.rules) {
        lines.extend([String::new(), bounds]);
    }
    if let Presence::Default(default) = &field.api.presence {
        let default = docs::code(&default.to_string());
        lines.extend([
            String::new(),
            format!(
                "Default: {default}. The method of this name returns it if the field is absent."
            ),
        ]);
    }
    if let Some(example) = &field.api.example {
        lines.extend([String::new(), docs::example(example)]);
    }
    lines
}

/// The attribute of a field that differs from a required one with the same name on the wire.
fn properties(field: &Field<'_>) -> Option<TokenStream> {
    let optional = (field.api.presence != Presence::Required).then(|| quote!(optional));
    let hidden = hidden(field.api.sensitivity).map(ToTokens::into_token_stream);
    let wire = &field.api.name;
    let name = (field.name != *wire).then(|| quote!(name = #wire));
    let properties: Vec<TokenStream> = [name, optional, hidden].into_iter().flatten().collect();
    (!properties.is_empty()).then(|| quote!(#[field(#(#properties),*)]))
}

/// The attribute that names the objects in a value that is boxed or contains boxed fields.
fn objects(boxing: Boxing, ty: &TypeRef, file: &mut RustFile<'_>) -> Option<TokenStream> {
    let attribute = match boxing {
        Boxing::None => return None,
        Boxing::Inside => quote!(contains),
        Boxing::Whole => quote!(boxed),
    };
    let name = file.type_name(ty.named()?);
    Some(quote!(#[#attribute(#name)]))
}

/// The type of a field, with `Option` or `Maybe` if it may be absent.
fn field_type(field: &Field<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let plain = value_type(field, file);
    match field.wrapping {
        Wrapping::None => plain,
        Wrapping::Option => quote!(Option<#plain>),
        Wrapping::Maybe => quote!(rt::Maybe<#plain>),
    }
}

/// The type of a field's value, without `Option` or `Maybe`.
pub(super) fn value_type(field: &Field<'_>, file: &mut RustFile<'_>) -> TokenStream {
    boxed(field.boxing, file.plain_ty(&field.api.ty.ty))
}

/// The type of a value, boxed or not.
fn boxed(boxing: Boxing, ty: TokenStream) -> TokenStream {
    match boxing {
        Boxing::None | Boxing::Inside => ty,
        Boxing::Whole => quote!(rt::Boxed<#ty>),
    }
}
