//! The arguments of handlers: their types, and how they are read.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::super::docs;
use super::super::file::{RustFile, derive, ident};
use super::super::rules::{rules_value, value};
use super::super::types;
use crate::api::{Presence, Sensitivity, Type};
use crate::rust::{Operation, Parameter, Part, Place, Request, RequestField};

/// Emits the struct of the arguments.
pub(super) fn emit_arguments(
    operation: &Operation<'_>,
    request: &Request,
    file: &mut RustFile<'_>,
) {
    let name = format_ident!("{}", request.name);
    let documentation = docs::sentence(&format!("The arguments of `{}`.", operation.api.name));
    let fields = operation.request_fields().map(|field| {
        let (documentation, name) = (documentation_of(&field), ident(field.name));
        let ty = match field.part {
            Part::Parameter(parameter) => parameter_type(parameter, file),
            Part::Page => file.fixed("page", "PageRequest"),
            Part::Body(body) => file.ty(&body.ty),
        };
        quote!(#documentation pub #name: #ty)
    });
    let fields: Vec<TokenStream> = fields.collect();
    let derive = derive(&request.derives);
    file.push(quote! {
        #documentation
        #derive
        pub struct #name { #(#fields),* }
    });
    if request.is_redacted {
        let shown = operation.request_fields();
        let shown: Vec<(Ident, Sensitivity)> = shown
            .map(|field| (ident(field.name), sensitivity(&field)))
            .collect();
        let debug = types::debug(&name, &shown, file);
        file.push(debug);
    }
}

fn documentation_of(field: &RequestField<'_>) -> TokenStream {
    match field.part {
        Part::Parameter(parameter) => parameter_documentation(parameter),
        Part::Page => docs::sentence("The requested page."),
        Part::Body(body) => docs::attributes(&docs::notes(&body.notes, "The body.")),
    }
}

fn sensitivity(field: &RequestField<'_>) -> Sensitivity {
    match field.part {
        Part::Parameter(parameter) => parameter.api.sensitivity,
        Part::Page | Part::Body(_) => Sensitivity::Public,
    }
}

/// The documentation of a parameter's field.
pub(in crate::emit) fn parameter_documentation(parameter: &Parameter<'_>) -> TokenStream {
    let otherwise = format!("The parameter {}.", docs::code(&parameter.api.name));
    docs::attributes(&docs::notes(&parameter.api.notes, &otherwise))
}

/// The type of a parameter's field.
pub(in crate::emit) fn parameter_type(
    parameter: &Parameter<'_>,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let ty = file.ty(&parameter.api.ty);
    if parameter.is_option {
        quote!(Option<#ty>)
    } else {
        ty
    }
}

/// Reads all arguments before it responds to a validation error, so that the caller learns about
/// every one.
pub(super) fn reading(
    operation: &Operation<'_>,
    request: &Request,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let name = format_ident!("{}", request.name);
    let mut reads = Vec::new();
    let mut fields = Vec::new();
    for field in operation.request_fields() {
        let (name, slot) = (ident(field.name), ident(field.slot));
        let read = match field.part {
            Part::Parameter(parameter) => read_parameter(parameter, file),
            Part::Page => {
                let request = file.fixed("page", "PageRequest");
                quote!(#request::read(input))
            }
            Part::Body(_) => quote!(input.json_body()),
        };
        reads.push(quote!(let #slot = #read;));
        fields.push(quote!(#name: #slot?));
    }
    quote! {
        impl #name {
            fn read(input: &mut rt::Input) -> Result<Self, rt::Rejection> {
                #(#reads)*
                input.check()?;
                Ok(Self { #(#fields),* })
            }
        }
    }
}

/// Reads a parameter from `input` and checks its rules.
pub(in crate::emit) fn read_parameter(
    parameter: &Parameter<'_>,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let rules = rules_value(&parameter.api.rules).map(|rules| quote!(.rules(&const { #rules })));
    let (source, read) = (source(parameter), read(parameter, file));
    quote!(input.#source #rules.#read)
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
    let parameter = parameter.api;
    let list = matches!(parameter.ty.ty, Type::List(_));
    match &parameter.presence {
        Presence::Default(default) => {
            let default = value(file, default, &parameter.ty);
            quote!(or(#default))
        }
        Presence::Optional if list => quote!(optional_list()),
        Presence::Required if list => quote!(list()),
        Presence::Optional => quote!(optional()),
        Presence::Required => quote!(required()),
    }
}
