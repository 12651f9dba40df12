//! The body of a request: the argument of the client's method, and how it is sent.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::file::{RustFile, ident};
use super::super::{docs, styles, xml};
use crate::rust::{Body, BodyVariant, Content, Contents, Crate, Operation, Sending};
use crate::rust_printer::Table;

/// A body as an argument.
pub(super) fn body_argument(body: &Body<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let name = ident(&body.name);
    let ty = match &body.contents {
        Contents::One(only) => content(&only.content, file),
        Contents::Several(name, _) => {
            let name = format_ident!("{name}");
            quote!(#name)
        }
    };
    if body.is_converted() {
        quote!(#name: impl Into<#ty>)
    } else {
        quote!(#name: #ty)
    }
}

/// The type of a content on the client.
fn content(content: &Content<'_>, file: &mut RustFile<'_>) -> TokenStream {
    match content {
        Content::Multipart(form) => file.ty(form),
        content => file.content(content),
    }
}

/// The call of the runtime's method that sets the body.
pub(super) fn sending(plan: &Crate<'_>, body: &Body<'_>) -> TokenStream {
    let name = ident(&body.name);
    match &body.contents {
        Contents::One(only) => {
            let value = match only.sending {
                Sending::Text(_) | Sending::Bytes(_) => quote!(#name.into()),
                Sending::Json
                | Sending::JsonAs(_)
                | Sending::JsonIn(..)
                | Sending::Xml(..)
                | Sending::Form(..) => {
                    quote!(&#name)
                }
                Sending::Multipart(_) | Sending::Media | Sending::Lines(_) => quote!(#name),
            };
            let (method, settings) = method(plan, only.sending);
            quote!(.#method(#(#settings,)* #value))
        }
        Contents::Several(..) => quote!(.contents(#name.into())),
    }
}

/// The method that sets a body, and its arguments before the value.
fn method(plan: &Crate<'_>, sending: Sending<'_>) -> (TokenStream, Vec<TokenStream>) {
    match sending {
        Sending::Json => (quote!(json), Vec::new()),
        Sending::JsonAs(media) => (quote!(json_as), vec![quote!(#media)]),
        Sending::JsonIn(media, envelope) => {
            (quote!(json_in), vec![quote!(#media), quote!(#envelope)])
        }
        Sending::Xml(media, ty) => {
            let root = xml::root(plan, ty);
            (quote!(xml), vec![quote!(#media), quote!(&#root)])
        }
        Sending::Form(lists, styles) => {
            let lists = styles::lists(lists);
            if styles.is_empty() {
                return (quote!(form), vec![lists]);
            }
            let styles = styles.iter().map(|(name, style)| {
                let style = styles::field_style(*style);
                quote!((#name, #style))
            });
            (quote!(styled_form), vec![lists, quote!(&[#(#styles),*])])
        }
        Sending::Multipart(None) => (quote!(multipart), Vec::new()),
        Sending::Multipart(Some(media)) => (quote!(multipart_as), vec![quote!(#media)]),
        Sending::Text(media) => (quote!(text), vec![quote!(#media)]),
        Sending::Bytes(media) => (quote!(body), vec![quote!(#media)]),
        Sending::Media => (quote!(media), Vec::new()),
        Sending::Lines(media) => (quote!(lines), vec![quote!(#media)]),
    }
}

/// Emits the enum of the contents of a request, of which the caller sends one.
pub(super) fn emit_contents(operation: &Operation<'_>, file: &mut RustFile<'_>) {
    let Some((name, variants)) = operation.several_contents() else {
        return;
    };
    let name = format_ident!("{name}");
    let title = format!("The body of `{}`, by content.", operation.api.name);
    let plan = file.plan();
    let rows = variants.iter().map(|variant| {
        let (name, ty) = (
            format_ident!("{}", variant.name),
            content(&variant.content.content, file),
        );
        let from = variant.converts.then(|| from(variant, &ty));
        let (method, settings) = method(plan, variant.content.sending);
        docs::entry(
            &docs::operation::content(variant.choice, variant.api, variant.rules),
            quote!(#name(#ty) = #method(#(#settings),*)),
        )
        .with(from)
    });
    let table = Table {
        rows: rows.collect(),
        head: docs::titled(&title, quote!(pub enum #name)),
    };
    file.push(table.call("rt::sent_contents"));
}

/// The types that convert into the enum.
fn from(variant: &BodyVariant<'_>, ty: &TokenStream) -> TokenStream {
    match variant.content.is_string() {
        true => quote!(#[from(#ty, &str)]),
        false => quote!(#[from(#ty)]),
    }
}
