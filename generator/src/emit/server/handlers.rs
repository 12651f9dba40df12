//! The functions that call the trait's methods: authenticate, read, respond.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::file::{RustFile, ident};
use crate::rust::{Caller, Content, Crate, Operation, Success};

pub(super) fn handler(
    plan: &Crate<'_>,
    operation: &Operation<'_>,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let (method, handler_trait) = (
        ident(&operation.method),
        format_ident!("{}", plan.handler_trait),
    );
    file.import("server", &plan.handler_trait);
    file.import("errors", "ERRORS");
    file.import_path("std::sync::Arc");
    let caller = operation.caller.as_ref().map(|caller| match caller {
        Caller::Identified => {
            quote!(let caller = super::identify(&*api, &input).await?;)
        }
        Caller::Authorized(kind) => {
            file.import("server", "Key");
            let kind = format_ident!("{kind}");
            quote!(let caller = super::authorize(&*api, &input, Key::#kind).await?;)
        }
    });
    let receive = operation
        .body
        .as_ref()
        .map(|_| quote!(input.receive_json().await?;));
    let request = operation.request.as_ref().map(|request| {
        let arguments = format_ident!("{}", request.name);
        quote!(let request = #arguments::read(&mut input)?;)
    });
    let given = caller
        .is_some()
        .then(|| quote!(caller))
        .into_iter()
        .chain(request.is_some().then(|| quote!(request)));
    // Called by its trait: what `api` points to, and the pointer itself, may have a method of the name.
    let response = response(
        &operation.success,
        quote!(#handler_trait::#method(&*api, #(#given),*).await),
    );
    let input = match (&request, &caller) {
        (Some(_), _) => quote!(mut input),
        (None, Some(_)) => quote!(input),
        (None, None) => quote!(_input),
    };
    let api = format_ident!("{}", plan.generic());
    quote! {
        pub(super) async fn #method<#api: #handler_trait>(
            api: Arc<#api>,
            #input: rt::Input,
        ) -> Result<rt::Response, rt::Rejection> {
            #caller
            #receive
            #request
            #response
        }
    }
}

fn response(success: &Success<'_>, result: TokenStream) -> TokenStream {
    let status = Literal::u16_unsuffixed(success.status);
    match (&success.content, success.envelope, success.is_usual) {
        (Content::Nothing, _, true) => quote!(rt::respond_empty(#result, &ERRORS)),
        (Content::Nothing, _, false) => quote!(rt::respond_empty_as(#status, #result, &ERRORS)),
        (Content::Value(_) | Content::Page(_), Some(name), true) => {
            quote!(rt::respond_in(#name, #result, &ERRORS))
        }
        (Content::Value(_) | Content::Page(_), Some(name), false) => {
            quote!(rt::respond_in_as(#status, #name, #result, &ERRORS))
        }
        (Content::Value(_) | Content::Page(_), None, true) => quote!(rt::respond(#result, &ERRORS)),
        (Content::Value(_) | Content::Page(_), None, false) => {
            quote!(rt::respond_as(#status, #result, &ERRORS))
        }
    }
}
