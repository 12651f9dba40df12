//! Tuples: a struct with fields that have names, or with fields that have none.

use quote::{ToTokens, format_ident, quote};

use super::super::file::{RustFile, derive, hidden, ident};
use super::super::{docs, rules};
use super::fields::{boxed, objects};
use super::{documentation, fallback, input};
use crate::rust::{Element, NamedType, Tuple};
use crate::rust_printer::{Entry, Table};

pub(super) fn emit(named: &NamedType<'_>, tuple: &Tuple<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", named.name);
    let fallback = fallback(named, file.plan(), "The tuple");
    let lines = documentation(named.api, &fallback);
    let head = docs::entry(&lines, quote!(pub struct #name))
        .with(docs::deprecated(&named.api.notes))
        .with(derive(&named.derives));
    let rows = tuple.elements.iter();
    let rows = rows.map(|element| row(element, tuple.is_named, file));
    let table = Table {
        rows: rows.collect(),
        head,
    };
    file.push(match tuple.is_named {
        true => table.call("rt::tuple"),
        false => table.tuple_call("rt::tuple"),
    });
    input::emit(named, file);
}

fn row(element: &Element<'_>, is_named: bool, file: &mut RustFile<'_>) -> Entry {
    let api_element = element.api;
    let hidden = hidden(api_element.sensitivity).map(ToTokens::into_token_stream);
    let hidden = hidden.map(|hidden| quote!(#[field(#hidden)]));
    let rules = rules::attribute(file, &api_element.rules, &api_element.ty.ty);
    let objects = objects(element.boxing, &api_element.ty, file);
    let value = file.value_ty(&api_element.ty);
    let ty = boxed(element.boxing, value);
    let ty = if api_element.ty.nullable {
        quote!(Option<#ty>)
    } else {
        ty
    };
    let tokens = if is_named {
        let name = ident(&element.name);
        quote!(pub #name: #ty)
    } else {
        quote!(pub #ty)
    };
    docs::entry(&element_documentation(element), tokens)
        .with(docs::deprecated(&api_element.notes))
        .with(hidden)
        .with(rules)
        .with(objects)
}

fn element_documentation(element: &Element<'_>) -> Vec<String> {
    let api_element = element.api;
    let mut lines = docs::notes(
        &api_element.notes,
        &format!("The element at index {}.", api_element.name),
    );
    docs::push_paragraph(&mut lines, docs::constraints_sentence(&api_element.rules));
    docs::push_paragraph(&mut lines, api_element.example.as_ref().map(docs::example));
    lines
}
