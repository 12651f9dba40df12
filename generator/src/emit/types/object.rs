//! Objects: the struct with a table of its fields, the constructor, and the methods for defaults.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::file::{RustFile, derive, ident};
use super::super::literals::literal;
use super::super::rules;
use super::super::{docs, markdown};
use super::accessor::accessor;
use super::fields::{boxed, field_documentation, field_type, objects, properties};
use super::{constructor, documentation, fallback, input, multipart};
use crate::api::Constant;
use crate::rust::{AdditionalFields, Constructor, NamedType, Object};
use crate::rust_printer::{Entry, Table};

pub(super) fn emit(named: &NamedType<'_>, object: &Object<'_>, file: &mut RustFile<'_>) {
    match named.form.as_ref().map(|form| (form, &form.part)) {
        Some((form, Some(part))) => multipart::with_files(named, object, (form, part), file),
        Some((form, None)) => {
            emit_struct(named, object, file);
            multipart::without_files(named, object, form, file);
        }
        None => emit_struct(named, object, file),
    }
    let name = format_ident!("{}", named.name);
    input::emit(named, file);
    let constructor = (object.constructor == Constructor::New)
        .then(|| constructor::constructor(&name, object, file));
    let accessors = object.fields.iter().filter_map(|field| {
        let planned = field.accessor.as_ref()?;
        Some(accessor(field, planned, file))
    });
    let functions: Vec<TokenStream> = constructor.into_iter().chain(accessors).collect();
    if !functions.is_empty() {
        file.push(quote!(impl #name { #(#functions)* }));
    }
}

/// The struct, as the runtime's macro takes it.
fn emit_struct(named: &NamedType<'_>, object: &Object<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", named.name);
    let fallback = fallback(named, file.plan(), "The object");
    let forms = object.forms();
    let comment = explained(&forms);
    let forms: Vec<_> = forms.iter().map(|form| format_ident!("{form}")).collect();
    let form = (!forms.is_empty()).then(|| quote!(#[object(#(#forms),*)]));
    let mut lines = documentation(named.api, &fallback);
    docs::push_paragraph(&mut lines, constants_documentation(object.constants));
    let head = docs::entry(&lines, quote!(pub struct #name))
        .with(docs::deprecated(&named.api.notes))
        .with(derive(&named.derives))
        .with(form)
        .with(constants(object.constants))
        .with(ignored(&object.ignored));
    let fields = object.fields.iter().map(|field| {
        let (name, ty) = (ident(&field.name), field_type(field, file));
        let lines = field_documentation(file.plan().api, field);
        docs::entry(&lines, quote!(pub #name: #ty))
            .with(docs::deprecated(&field.api.notes))
            .with(properties(field.api, &field.name))
            .with(rules::attribute(file, &field.api.rules, &field.api.ty.ty))
            .with(objects(field.boxing, &field.api.ty, file))
    });
    let mut rows: Vec<Entry> = fields.collect();
    rows.extend(object.others.as_ref().map(|kept| others(kept, file)));
    let head = Entry { comment, ..head };
    file.push(Table { head, rows }.call("rt::object"));
}

/// What a form of an object means that has nothing to do with the API.
fn explained(forms: &[&str]) -> Option<&'static str> {
    match forms {
        ["deep", ..] => {
            Some("`deep`: values can be nested without limit. `nested` names the types inside.")
        }
        ["wide", ..] => Some("`wide`: it has more fields than the macro handles at once."),
        _ => None,
    }
}

/// The fields that are on the wire, but not in the struct.
pub(in crate::emit) fn constants_documentation(constants: &[Constant]) -> Vec<String> {
    if constants.is_empty() {
        return Vec::new();
    }
    let listed = constants.iter().map(|constant| {
        let (name, value) = (
            markdown::code(&constant.name),
            markdown::code(&constant.value.to_string()),
        );
        format!("{name} is {value}")
    });
    let listed: Vec<String> = listed.collect();
    markdown::wrap(&format!("On the wire, {}.", listed.join(", ")))
}

/// The attribute with the fields that always have the same value.
pub(in crate::emit) fn constants(constants: &[Constant]) -> Option<TokenStream> {
    let constants: Vec<TokenStream> = constants.iter().map(constant).collect();
    (!constants.is_empty()).then(|| quote!(#[constants(#(#constants),*)]))
}

/// The attribute with the fields that are skipped.
fn ignored(names: &[&str]) -> Option<TokenStream> {
    (!names.is_empty()).then(|| quote!(#[ignored(#(#names),*)]))
}

fn constant(constant: &Constant) -> TokenStream {
    let name = &constant.name;
    let optional = (!constant.required).then(|| quote!(optional));
    let value = literal(&constant.value);
    quote!(#name #optional = #value)
}

fn others(others: &AdditionalFields<'_>, file: &mut RustFile<'_>) -> Entry {
    let name = ident(&others.name);
    let objects = objects(others.boxing, others.ty, file);
    if others.is_union {
        let ty = file.ty(others.ty);
        return Entry::new(quote!(pub #name: #ty))
            .with(quote!(#[flatten(union)]))
            .with(objects);
    }
    file.import_path("std::collections::BTreeMap");
    let rules = others
        .rules
        .and_then(|rules| rules::attribute(file, rules, &others.ty.ty));
    let ty = boxed(others.boxing, file.ty(others.ty));
    Entry::new(quote!(pub #name: BTreeMap<String, #ty>))
        .with(quote!(#[flatten(additional_fields)]))
        .with(rules)
        .with(objects)
}
