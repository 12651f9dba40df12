//! The arguments of handlers: a struct for each operation, with a table of where they are read.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::{RustFile, derive, ident};
use super::super::rules::{rules, value};
use crate::rust::{Operation, Parameter, Part, Place, Reading};

/// Emits the struct of the arguments.
pub(super) fn emit_arguments(operation: &Operation<'_>, request: &str, file: &mut RustFile<'_>) {
    let name = format_ident!("{request}");
    let documentation = docs::sentence(&format!("The arguments of `{}`.", operation.api.name));
    let fields = operation.request_fields().map(|field| {
        let name = ident(field.name);
        match field.part {
            Part::Parameter(of) => parameter(of, file),
            Part::Page => {
                let documentation = docs::sentence("The requested page.");
                let ty = file.fixed("page", "PageRequest");
                quote!(#documentation #[read(part())] pub #name: #ty)
            }
            Part::Body(body) => {
                let documentation = docs::attributes(&docs::notes(&body.notes, "The body."));
                let ty = file.ty(&body.ty);
                quote!(#documentation #[body(json)] pub #name: #ty)
            }
        }
    });
    let fields: Vec<TokenStream> = fields.collect();
    let arguments = quote! {
        #documentation
        #[derive(Clone, PartialEq)]
        pub struct #name { #(#fields),* }
    };
    file.push_in_macro("rt::arguments", arguments);
}

/// Emits the request for a page, which is part of the arguments of all operations with pages.
pub(in crate::emit) fn page_request(parameters: &[Parameter<'_>], file: &mut RustFile<'_>) {
    let documentation = docs::sentence("The requested part of a list.");
    let fields = parameters.iter().map(|of| parameter(of, file));
    let fields: Vec<TokenStream> = fields.collect();
    let derive = derive(&["Clone", "Copy", "PartialEq", "Eq"]);
    let arguments = quote! {
        #documentation
        #derive
        pub struct PageRequest { #(#fields),* }
    };
    file.push_in_macro_for("server", "rt::arguments", arguments);
}

/// The field of a parameter.
fn parameter(parameter: &Parameter<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let otherwise = format!("The parameter {}.", docs::code(&parameter.api.name));
    let documentation = docs::attributes(&docs::notes(&parameter.api.notes, &otherwise));
    let hidden = parameter.api.sensitivity.word().map(|word| {
        let word = format_ident!("{word}");
        quote!(#[field(#word)])
    });
    let (name, ty) = (ident(&parameter.name), file.ty(&parameter.api.ty));
    let ty = match parameter.reading {
        Reading::Optional => quote!(Option<#ty>),
        Reading::Required | Reading::Or(_) | Reading::List | Reading::OptionalList => ty,
    };
    let rules = rules(&parameter.api.rules).map(|rules| quote!(#[rules(#rules)]));
    let (source, read) = (source(parameter), read(parameter, file));
    quote!(#documentation #hidden #[read(#source.#read)] #rules pub #name: #ty)
}

fn source(parameter: &Parameter<'_>) -> TokenStream {
    let wire = &parameter.wire;
    match parameter.place {
        Place::Path(index) => {
            let index = Literal::usize_unsuffixed(index);
            quote!(path(#index, #wire))
        }
        Place::Query | Place::QueryList => quote!(query(#wire)),
        Place::Header | Place::SensitiveHeader => quote!(header(#wire)),
    }
}

fn read(parameter: &Parameter<'_>, file: &mut RustFile<'_>) -> TokenStream {
    match parameter.reading {
        Reading::Required => quote!(required()),
        Reading::Optional => quote!(optional()),
        Reading::Or(default) => {
            let default = value(file, default, &parameter.api.ty);
            quote!(or(#default))
        }
        Reading::List => quote!(list()),
        Reading::OptionalList => quote!(optional_list()),
    }
}
