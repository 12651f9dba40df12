//! The functions that call the trait's methods: authenticate, read, respond.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::file::{Context, RustFile, ident};
use crate::api::{Operation, SuccessContent};
use crate::naming::OperationNames;

pub(super) fn handler(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let (method, handler_trait) = (
        ident(&names.method),
        format_ident!("{}", context.names.handler_trait),
    );
    file.import("server", &context.names.handler_trait);
    file.import("errors", "ERRORS");
    file.import_path("std::sync::Arc");
    let caller = operation.key.map(|key| match key {
        0 => {
            quote!(let caller = super::identify(&*api, &input).await?;)
        }
        key => {
            file.import("server", "Key");
            let kind = format_ident!("{}", context.names.keys[key]);
            quote!(let caller = super::authorize(&*api, &input, Key::#kind).await?;)
        }
    });
    let receive = operation
        .body
        .as_ref()
        .map(|_| quote!(input.receive_json().await?;));
    let request = operation.has_arguments().then(|| {
        let arguments = format_ident!("{}", names.arguments);
        quote!(let request = #arguments::read(&mut input)?;)
    });
    let given = caller
        .is_some()
        .then(|| quote!(caller))
        .into_iter()
        .chain(request.is_some().then(|| quote!(request)));
    // Called by its trait: what `api` points to, and the pointer itself, may have a method of the name.
    let response = response(
        operation,
        quote!(#handler_trait::#method(&*api, #(#given),*).await),
    );
    let input = match (operation.has_arguments(), operation.key) {
        (true, _) => quote!(mut input),
        (false, Some(_)) => quote!(input),
        (false, None) => quote!(_input),
    };
    let api = format_ident!("{}", context.names.generic);
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

fn response(operation: &Operation, result: TokenStream) -> TokenStream {
    let success = operation.success();
    let status = Literal::u16_unsuffixed(success.status);
    match (&success.content, success.status) {
        (SuccessContent::Empty, 204) => quote!(rt::respond_empty(#result, &ERRORS)),
        (SuccessContent::Empty, _) => quote!(rt::respond_empty_as(#status, #result, &ERRORS)),
        (
            SuccessContent::Value {
                envelope: Some(name),
                ..
            },
            200,
        ) => quote!(rt::respond_in(#name, #result, &ERRORS)),
        (
            SuccessContent::Value {
                envelope: Some(name),
                ..
            },
            _,
        ) => {
            quote!(rt::respond_in_as(#status, #name, #result, &ERRORS))
        }
        (SuccessContent::Value { envelope: None, .. } | SuccessContent::Page(_), 200) => {
            quote!(rt::respond(#result, &ERRORS))
        }
        (SuccessContent::Value { envelope: None, .. } | SuccessContent::Page(_), _) => {
            quote!(rt::respond_as(#status, #result, &ERRORS))
        }
    }
}
