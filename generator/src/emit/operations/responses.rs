//! The types of successful responses that are more than their contents.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::{RustFile, derive, hidden, ident};
use crate::api::{Notes, Response};
use crate::render::Table;
use crate::rust::{
    Content, Operation, ResponseStruct, ResponseType, ResponseVariant, VariantValue,
};

/// Emits the types of an operation's responses.
pub(super) fn emit(
    operation: &Operation<'_>,
    response: &ResponseType<'_>,
    file: &mut RustFile<'_>,
) {
    let name = &operation.api.name;
    match response {
        ResponseType::Single(of) => {
            emit_struct(&format!("The response of `{name}`"), of, file);
        }
        ResponseType::ByStatus {
            name: whole,
            variants,
        } => {
            emit_enum((name, whole), variants, file);
            for of in response.structs() {
                emit_struct(&format!("A response of `{name}`"), of, file);
            }
        }
    }
}

/// The traits of a response.
fn derives(is_plain: bool) -> Option<TokenStream> {
    derive(if is_plain {
        &["Clone", "PartialEq"]
    } else {
        &[]
    })
}

fn emit_struct(title: &str, of: &ResponseStruct<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", of.name);
    let from = of.is_from_content().then(|| quote!(#[from(body)]));
    let head = docs::entry(
        &documentation(&format!("{title}: {}.", of.api.status), of.api),
        quote!(pub struct #name),
    );
    let head = head.with(derives(of.is_plain()).into_iter().chain(from));
    let body = match &of.content {
        Content::Nothing => None,
        content => {
            let ty = file.content(content);
            Some(docs::entry(&[], quote!(pub body: #ty)).with([quote!(#[body])]))
        }
    };
    let headers = of.headers.iter().map(|header| {
        let fallback = format!("The header {}.", docs::code(&header.api.name));
        let (name, wire, ty) = (ident(&header.name), &header.wire, file.ty(&header.api.ty));
        let ty = if header.api.is_required() {
            ty
        } else {
            quote!(Option<#ty>)
        };
        let property = hidden(header.sensitivity).map(|word| quote!(, #word));
        docs::entry(
            &docs::notes(&header.api.notes, &fallback),
            quote!(pub #name: #ty),
        )
        .with([quote!(#[header(#wire #property)])])
    });
    let rows = body.into_iter().chain(headers).collect();
    file.push_table("rt::response", &Table { head, rows });
}

/// `name` has the names of the operation and of the enum.
fn emit_enum(
    (operation, whole): (&str, &str),
    variants: &[ResponseVariant<'_>],
    file: &mut RustFile<'_>,
) {
    let name = format_ident!("{whole}");
    let title = docs::wrap(&format!("The responses of `{operation}`, by status."));
    let is_plain = variants.iter().all(ResponseVariant::is_plain);
    let head = docs::entry(&title, quote!(pub enum #name)).with(derives(is_plain));
    let rows = variants.iter().map(|variant| {
        let (name, status) = (format_ident!("{}", variant.name), variant.api.status);
        let value = match &variant.value {
            VariantValue::Content(Content::Nothing) => None,
            VariantValue::Content(content) => Some(file.content(content)),
            VariantValue::Struct(of) => {
                let name = format_ident!("{}", of.name);
                Some(quote!(#name))
            }
        };
        let value = value.map(|value| quote!((#value)));
        let code = Literal::u16_unsuffixed(status.exact().unwrap_or_default());
        docs::entry(
            &documentation(&format!("The status {status}."), variant.api),
            quote!(#name #value),
        )
        .with([quote!(#[status(#code)])])
    });
    let rows = rows.collect();
    file.push_table("rt::responses", &Table { head, rows });
}

/// The title, and the description of the response.
fn documentation(title: &str, of: &Response) -> Vec<String> {
    let mut lines = docs::wrap(title);
    if of.notes != Notes::default() {
        lines.push(String::new());
        let notes = docs::notes(&of.notes, "");
        lines.extend(notes.into_iter().skip_while(String::is_empty));
    }
    lines
}
