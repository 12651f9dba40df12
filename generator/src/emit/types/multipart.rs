//! Multipart forms: how each field of an object is sent.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::super::file::{RustFile, derive, hidden, ident};
use super::super::{docs, rules};
use super::fields::{field_documentation, field_type};
use super::{documentation, fallback};
use crate::api::PartKind;
use crate::rust::{Form, FormPart, NamedType, Object, PartCount};
use crate::rust_printer::{Entry, Table};

/// The struct and the enum of its parts, as the runtime's macro takes them.
pub(super) fn with_files(
    named: &NamedType<'_>,
    object: &Object<'_>,
    (form, part): (&Form<'_>, &str),
    file: &mut RustFile<'_>,
) {
    let (name, part) = (format_ident!("{}", named.name), format_ident!("{part}"));
    let fallback = fallback(named, file.plan(), "The form");
    let closed = form.is_closed.then(|| quote!(#[multipart(closed)]));
    let lines = documentation(named.api, &fallback);
    let head = docs::entry(&lines, quote!(pub struct #name: #part))
        .with(docs::deprecated(&named.api.notes))
        .with(derive(&named.derives))
        .with(closed);
    let fields = object.fields.iter().zip(&form.parts).map(|(field, part)| {
        let sent = sent(&field.api.name, part);
        let variant = format_ident!("{}", part.variant);
        let item = file.ty(part.item);
        let hidden = hidden(field.api.sensitivity).map(ToTokens::into_token_stream);
        let (name, ty) = (ident(&field.name), field_type(field, file));
        let lines = field_documentation(file.plan().api, field);
        docs::entry(&lines, quote!(pub #name: #ty))
            .with(docs::deprecated(&field.api.notes))
            .with(hidden.map(|word| quote!(#[field(#word)])))
            .with(quote!(#[part(#sent, #variant(#item))]))
            .with(rules::attribute(file, &field.api.rules, &field.api.ty.ty))
    });
    let mut rows: Vec<Entry> = fields.collect();
    if let (Some(others), Some(variant)) = (&object.others, &form.other) {
        file.import_path("std::collections::BTreeMap");
        let (name, variant) = (ident(&others.name), format_ident!("{variant}"));
        let ty = file.ty(others.ty);
        rows.push(
            Entry::new(quote!(pub #name: BTreeMap<String, #ty>))
                .with(quote!(#[additional_files(#variant)])),
        );
    }
    file.push(Table { head, rows }.call("rt::multipart"));
}

/// How the fields of an object are sent.
pub(super) fn without_files(
    named: &NamedType<'_>,
    object: &Object<'_>,
    form: &Form<'_>,
    file: &mut RustFile<'_>,
) {
    let name = format_ident!("{}", named.name);
    let parts = object.fields.iter().zip(&form.parts);
    let rows = parts.map(|(field, part)| {
        let (name, sent) = (ident(&field.name), sent(&field.api.name, part));
        Entry::new(quote!(#name)).with(quote!(#[part(#sent)]))
    });
    let table = Table {
        head: Entry::new(quote!(impl #name)),
        rows: rows.collect(),
    };
    file.push(table.call("rt::multipart"));
}

/// `"file": file("audio/*").required()`.
fn sent(name: &str, part: &FormPart<'_>) -> TokenStream {
    let kind = match part.kind {
        PartKind::Text => quote!(text),
        PartKind::Json => quote!(json),
        PartKind::File => quote!(file),
    };
    let count = match part.count {
        PartCount::Required => quote!(required),
        PartCount::Optional => quote!(optional),
        PartCount::List => quote!(list),
        PartCount::OptionalList => quote!(optional_list),
    };
    let media = part.media;
    let media = (!media.is_empty()).then(|| quote!((#(#media),*)));
    quote!(#name: #kind #media.#count())
}
