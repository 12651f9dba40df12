//! Arguments and handlers: what a caller sends, how it is read, what is answered.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::{Context, RustFile, ident};
use super::super::rules::{rules, value};
use super::super::types;
use super::has_arguments;
use crate::api::{Location, Operation, Parameter, Presence, Sensitivity, SuccessContent, Type};
use crate::naming::OperationNames;

pub(super) fn emit_arguments(
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) {
    let name = format_ident!("{}", names.arguments);
    let documentation = docs::sentence(&format!("What a caller of `{}` sends.", operation.name));
    let hides = operation
        .parameters
        .iter()
        .any(|parameter| parameter.sensitivity != Sensitivity::Public);
    let debug = (!hides).then(|| quote!(Debug,));
    let parameters = operation
        .parameters
        .iter()
        .zip(&names.parameters)
        .map(|(parameter, name)| {
            let documentation = docs::attributes(&docs::notes(
                &parameter.notes,
                &format!("The parameter {}.", docs::code(&parameter.name)),
            ));
            let (name, ty) = (ident(name), argument_type(parameter, file));
            quote!(#documentation pub #name: #ty)
        });
    let mut fields: Vec<TokenStream> = parameters.collect();
    if let Some(body) = &operation.body {
        let documentation = docs::attributes(&docs::notes(&body.notes, "The body."));
        let (name, ty) = (ident(&names.body), file.ty(&body.ty));
        fields.push(quote!(#documentation pub #name: #ty));
    }
    file.push(quote! {
        #documentation
        #[derive(#debug Clone, PartialEq)]
        pub struct #name { #(#fields),* }
    });
    if hides {
        let parameters = operation.parameters.iter().zip(&names.parameters);
        let parameters = parameters.map(|(parameter, name)| (ident(name), parameter.sensitivity));
        let body = operation.body.iter();
        let body = body.map(|_| (ident(&names.body), Sensitivity::Public));
        let shown: Vec<_> = parameters.chain(body).collect();
        let debug = types::debug(&name, &shown, file);
        file.push(debug);
    }
}

fn argument_type(parameter: &Parameter, file: &mut RustFile<'_>) -> TokenStream {
    let ty = file.ty(&parameter.ty);
    match (&parameter.presence, &parameter.ty.ty) {
        // A repeated parameter that is not there has no values.
        (Presence::Optional, Type::List(_)) | (Presence::Required | Presence::Default(_), _) => ty,
        (Presence::Optional, _) => quote!(Option<#ty>),
    }
}

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
    let request = has_arguments(operation).then(|| {
        let arguments = format_ident!("{}", names.arguments);
        quote!(let request = #arguments::read(&mut input)?;)
    });
    let given = caller
        .is_some()
        .then(|| quote!(caller))
        .into_iter()
        .chain(request.is_some().then(|| quote!(request)));
    let answer = answer(operation, quote!(api.#method(#(#given),*).await));
    let input = match (has_arguments(operation), operation.key) {
        (true, _) => quote!(mut input),
        (false, Some(_)) => quote!(input),
        (false, None) => quote!(_input),
    };
    quote! {
        pub(super) async fn #method<A: #handler_trait>(
            api: Arc<A>,
            #input: rt::Input,
        ) -> Result<rt::Response, rt::Refusal> {
            #caller
            #receive
            #request
            #answer
        }
    }
}

/// How the arguments are read: all of them before any fault is answered, so that the caller learns
/// of every one.
pub(super) fn reading(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let arguments = format_ident!("{}", names.arguments);
    let mut position = 0;
    let mut reads = Vec::new();
    let mut fields = Vec::new();
    let mut slots = names.slots.iter().map(|slot| ident(slot));
    for ((parameter, name), variable) in operation
        .parameters
        .iter()
        .zip(&names.parameters)
        .zip(&mut slots)
    {
        let field = ident(name);
        let source = source(parameter, &mut position);
        let owner = format!("{}.{}", operation.name, parameter.name);
        let read = read(context, parameter, rules(&parameter.rules, &owner, file));
        reads.push(quote!(let #variable = input.#source.#read;));
        fields.push(quote!(#field: #variable?));
    }
    if let (Some(_), Some(variable)) = (&operation.body, slots.next()) {
        let field = ident(&names.body);
        reads.push(quote!(let #variable = input.json_body();));
        fields.push(quote!(#field: #variable?));
    }
    quote! {
        impl #arguments {
            fn read(input: &mut rt::Input) -> Result<Self, rt::Refusal> {
                #(#reads)*
                input.check()?;
                Ok(Self { #(#fields),* })
            }
        }
    }
}

fn source(parameter: &Parameter, position: &mut usize) -> TokenStream {
    let name = &parameter.name;
    match parameter.location {
        Location::Path => {
            let index = Literal::usize_unsuffixed(*position);
            *position += 1;
            quote!(path(#index, #name))
        }
        Location::Query => quote!(query(#name)),
        Location::Header => {
            let name = name.to_ascii_lowercase();
            quote!(header(#name))
        }
    }
}

fn read(context: Context<'_>, parameter: &Parameter, rules: Option<TokenStream>) -> TokenStream {
    let list = matches!(parameter.ty.ty, Type::List(_));
    match (&parameter.presence, rules) {
        (Presence::Default(default), rules) => {
            let default = value(context, default, &parameter.ty);
            let rules = rules.unwrap_or_else(|| quote!(&[]));
            quote!(or(#default, #rules))
        }
        (_, None) if list => quote!(list()),
        (_, Some(rules)) if list => quote!(list_checked(#rules)),
        (Presence::Required, None) => quote!(required()),
        (Presence::Required, Some(rules)) => quote!(required_checked(#rules)),
        (Presence::Optional, None) => quote!(optional()),
        (Presence::Optional, Some(rules)) => quote!(optional_checked(#rules)),
    }
}

fn answer(operation: &Operation, result: TokenStream) -> TokenStream {
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
