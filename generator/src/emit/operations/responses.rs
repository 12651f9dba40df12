//! The types of successful responses that are more than their contents.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::file::{RustFile, derive};
use super::super::{docs, headers, markdown};
use crate::api::Response;
use crate::rust::{
    Content, Operation, ResponseStruct, ResponseType, ResponseVariant, VariantValue,
};
use crate::rust_printer::{Entry, Table};

/// Emits the types of an operation's responses.
pub(super) fn emit(
    operation: &Operation<'_>,
    response: &ResponseType<'_>,
    file: &mut RustFile<'_>,
) {
    let name = &operation.api.name;
    match response {
        ResponseType::Single(response) => {
            emit_struct(&format!("The response of `{name}`"), response, file);
        }
        ResponseType::Several {
            name: enum_name,
            variants,
            choice,
        } => {
            emit_enum(name, enum_name, variants, file);
            if let Some(choice) = choice.as_ref().and_then(|choice| choice.name.as_deref()) {
                emit_choice(name, choice, response, file);
            }
            for single in response.structs() {
                emit_struct(&format!("A response of `{name}`"), single, file);
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

fn emit_struct(title: &str, response: &ResponseStruct<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", response.name);
    let from = response.is_from_content().then(|| quote!(#[from(body)]));
    let derived = match response.has_default() {
        true => derive(&["Clone", "Default", "PartialEq"]),
        false => derives(response.is_plain()),
    };
    let title = format!("{title}: {}.", response.api.status);
    let head = docs::entry(
        &documentation(&title, response.api),
        quote!(pub struct #name),
    )
    .with(derived)
    .with(from);
    let status = response.api.has_status.then(|| {
        let class = Literal::u16_unsuffixed(response.api.status.encoded());
        Entry::new(quote!(pub status: u16)).with(quote!(#[class(#class)]))
    });
    let body = match &response.content {
        Content::Nothing => None,
        content => {
            let ty = file.content(content);
            Some(Entry::new(quote!(pub body: #ty)).with(quote!(#[body])))
        }
    };
    let headers = response.headers.iter().map(|header| {
        let ty = file.ty(&header.api.ty);
        let ty = match header.api.is_required() || header.api.is_list() {
            true => ty,
            false => quote!(Option<#ty>),
        };
        headers::row(file.plan().api, header, &ty)
    });
    let rows = status.into_iter().chain(body).chain(headers).collect();
    file.push(Table { head, rows }.call("rt::response"));
}

fn emit_enum(
    operation: &str,
    enum_name: &str,
    variants: &[ResponseVariant<'_>],
    file: &mut RustFile<'_>,
) {
    let name = format_ident!("{enum_name}");
    let by = match variants.iter().any(|variant| variant.choice.is_some()) {
        true => "by content and status",
        false => "by status",
    };
    let title = format!("The responses of `{operation}`, {by}.");
    let is_plain = variants.iter().all(ResponseVariant::is_plain);
    let head = docs::titled(&title, quote!(pub enum #name)).with(derives(is_plain));
    let rows = variants.iter().map(|variant| {
        let (name, status) = (format_ident!("{}", variant.name), variant.api.status);
        let value = match &variant.value {
            VariantValue::Content(Content::Nothing) => None,
            VariantValue::Content(content) => Some(file.content(content)),
            VariantValue::Struct(response) => {
                let name = format_ident!("{}", response.name);
                Some(quote!(#name))
            }
        };
        let value = value.map(|value| quote!((#value)));
        let code = Literal::u16_unsuffixed(status.encoded());
        let class = variant.api.has_status.then(|| quote!(class));
        let (about, choice) = match (&variant.api.choice, variant.choice) {
            (Some(_), Some(index)) => {
                let media = docs::operation::media(&variant.api.content);
                let index = Literal::usize_unsuffixed(index);
                (
                    format!("The status {status}, with {media}."),
                    Some(quote!(, choice = #index)),
                )
            }
            _ if variant.api.has_status => (format!("A status of the class {status}."), None),
            _ => (format!("The status {status}."), None),
        };
        docs::entry(&documentation(&about, variant.api), quote!(#name #value))
            .with(deprecated(variant.api))
            .with(quote!(#[status(#class #code #choice)]))
    });
    let rows = rows.collect();
    file.push(Table { head, rows }.call("rt::responses"));
}

/// Emits the enum of what callers can ask for.
fn emit_choice(
    operation: &str,
    choice: &str,
    response: &ResponseType<'_>,
    file: &mut RustFile<'_>,
) {
    let name = format_ident!("{choice}");
    let title = format!("The contents that callers of `{operation}` can ask for.");
    let rows = response.choices().map(|variant| {
        let name = format_ident!("{}", variant.name);
        let media = docs::operation::media(&variant.api.content);
        let choice = variant.api.choice.as_ref();
        let about = match choice.and_then(|choice| choice.selected_by.as_ref()) {
            None => format!("{media}."),
            Some(selector) => format!(
                "{media}: {} is {}.",
                markdown::code(&selector.name),
                markdown::code(&selector.value.to_plain())
            ),
        };
        docs::entry(&documentation(&about, variant.api), quote!(#name))
            .with(deprecated(variant.api))
    });
    let rows = rows.collect();
    let head = docs::titled(&title, quote!(pub enum #name));
    file.push(Table { head, rows }.call("rt::choice"));
}

/// The title, and the description of the response.
fn documentation(title: &str, response: &Response) -> Vec<String> {
    let mut lines = markdown::wrap(title);
    docs::push_paragraph(&mut lines, docs::optional_notes(response.content_notes()));
    lines
}

/// The attribute of one of several responses that is deprecated, or whose content is.
fn deprecated(response: &Response) -> Option<TokenStream> {
    let own = response.choice.as_ref().map(|choice| &choice.notes);
    own.into_iter()
        .chain([&response.notes])
        .find_map(docs::deprecated)
}
