//! The methods of the client, which create calls.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::super::docs;
use super::super::file::{RustFile, ident};
use crate::api::Api;
use crate::rust::{Operation, Parameter, Place};

/// The method of an operation.
pub(super) fn method(api: &Api, operation: &Operation<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let method = ident(&operation.method);
    let documentation = documentation(api, operation);
    let (arguments, bindings): (Vec<TokenStream>, Vec<Option<TokenStream>>) = operation
        .arguments()
        .map(|parameter| argument(parameter, file))
        .unzip();
    let body = operation.body.as_ref().map(|body| {
        let (name, ty) = (ident(&body.name), file.ty(&body.api.ty));
        quote!(#name: #ty)
    });
    let arguments = arguments.into_iter().chain(body);
    let created = created_call(operation, file);
    let (returned, call) = match &operation.call {
        Some(call) => {
            let call = format_ident!("{}", call.name);
            (quote!(#call), quote!(#created.into()))
        }
        None => {
            let (value, error) = file.value_and_error(operation);
            (quote!(rt::Call<#value, #error>), created)
        }
    };
    // `#[inline]` compiles the encoding of the body at the call, so unused operations cost nothing.
    let inline = operation.body.as_ref().map(|_| quote!(#[inline]));
    quote! {
        #documentation
        #inline
        pub fn #method(&self, #(#arguments),*) -> #returned {
            #(#bindings)*
            #call
        }
    }
}

fn documentation(api: &Api, operation: &Operation<'_>) -> TokenStream {
    let mut lines = docs::operation::documentation(api, operation.api);
    let documented = docs::operation::documented(operation.api)
        .map(|statuses| format!("{statuses}, as [`Error::Api`](crate::Error::Api)"));
    let implied = docs::operation::implied(operation.api)
        .map(|statuses| format!("{statuses}, as [`Error::Rejected`](crate::Error::Rejected)"));
    let errors: Vec<String> = documented.into_iter().chain(implied).collect();
    if !errors.is_empty() {
        lines.push(String::new());
        lines.extend(docs::wrap(&format!("Errors: {}.", errors.join("; "))));
    }
    docs::attributes(&lines)
}

/// A required parameter: the argument, and its binding.
fn argument(
    parameter: &Parameter<'_>,
    file: &mut RustFile<'_>,
) -> (TokenStream, Option<TokenStream>) {
    let (name, ty) = (ident(&parameter.name), file.ty(&parameter.api.ty));
    let argument = parameter.given.argument(&ty);
    (
        quote!(#name: #argument),
        parameter.given.binding(&name, &ty),
    )
}

/// The call with everything that the method takes.
fn created_call(operation: &Operation<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let constant = file.item("operations", &operation.constant);
    let mut in_path = Vec::new();
    let mut others = Vec::new();
    for parameter in operation.arguments() {
        let (name, wire) = (ident(&parameter.name), &parameter.wire);
        match setting(parameter.place) {
            None => in_path.push(name),
            Some(set) => {
                let set = format_ident!("with_{set}");
                others.push(quote!(.#set(#wire, &#name)));
            }
        }
    }
    let path = (!in_path.is_empty()).then(|| quote!(.path(&[#(&#in_path),*])));
    let body = operation.body.as_ref().map(|body| {
        let name = ident(&body.name);
        quote!(.json(&#name))
    });
    quote!(rt::Call::new(&self.http, &#constant) #path #(#others)* #body)
}

/// The runtime's method that sets a parameter; `None` for path parameters, which are set together.
pub(super) fn setting(place: Place) -> Option<Ident> {
    match place {
        Place::Path(_) => None,
        Place::Query => Some(format_ident!("query")),
        Place::QueryList => Some(format_ident!("query_list")),
        Place::Header => Some(format_ident!("header_value")),
        Place::SensitiveHeader => Some(format_ident!("sensitive_header_value")),
    }
}
