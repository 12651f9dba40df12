//! The methods of the client, which create calls.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::file::{RustFile, ident};
use super::super::{docs, markdown};
use super::body::{body_argument, sending};
use super::setting::{setting, written};
use crate::api::Api;
use crate::rust::{Carried, Operation};
use crate::rust_printer::Function;

/// The method of an operation.
pub(in crate::emit) fn method(
    api: &Api,
    operation: &Operation<'_>,
    file: &mut RustFile<'_>,
) -> Function {
    let name = ident(&operation.method);
    let mut arguments = vec![quote!(&self)];
    if operation.api.webhook.is_some() {
        arguments.push(quote!(url: &str));
    }
    for parameter in operation.arguments() {
        let (name, ty) = (ident(&parameter.name), file.ty(&parameter.api.ty));
        let ty = parameter.argument.spelled(&ty);
        arguments.push(quote!(#name: #ty));
    }
    if let Some(body) = operation.required_body() {
        arguments.push(body_argument(body, file));
    }
    let mut call = created_call(api, operation, file);
    let returned = match &operation.call {
        Some(with_options) => {
            call.push(quote!(.into()));
            let name = format_ident!("{}", with_options.name);
            quote!(#name)
        }
        None => {
            let (value, error) = file.called_value_and_error(operation);
            quote!(rt::Call<#value, #error>)
        }
    };
    // `#[inline]` compiles the encoding of the body at the call, so unused operations cost nothing. For a generic
    // method, this is always so.
    let has_body = operation.required_body().is_some();
    let inline = (has_body && !operation.is_generic()).then(|| quote!(#[inline]));
    Function {
        head: docs::entry(&documentation(api, operation), quote!(pub fn #name))
            .with(docs::deprecated(&operation.api.notes))
            .with(inline),
        arguments,
        returned,
        body: Some(call),
    }
}

fn documentation(api: &Api, operation: &Operation<'_>) -> Vec<String> {
    let mut lines = docs::operation::documentation(api, operation.api);
    let documented = docs::operation::documented(api, operation.api)
        .map(|statuses| format!("{statuses}, as [`Error::Api`](crate::Error::Api)"));
    let implied = docs::operation::implied(api, operation.api)
        .map(|statuses| format!("{statuses}, as [`Error::Rejected`](crate::Error::Rejected)"));
    let errors: Vec<String> = documented.into_iter().chain(implied).collect();
    if !errors.is_empty() {
        let errors = format!("Errors: {}.", errors.join("; "));
        docs::push_paragraph(&mut lines, markdown::wrap(&errors));
    }
    lines
}

/// The call with everything that the method takes.
fn created_call(api: &Api, operation: &Operation<'_>, file: &mut RustFile<'_>) -> Vec<TokenStream> {
    let constant = file.item("operations", &operation.constant);
    let mut in_path = Vec::new();
    let mut others = Vec::new();
    for parameter in operation.arguments() {
        let value = parameter.argument.value(&ident(&parameter.name));
        match setting(parameter, &value) {
            None => in_path.push(written(parameter, &value)),
            Some(set) => others.push(set),
        }
    }
    for parameter in operation.constants() {
        let value = parameter.api.constant.iter();
        let value = value.map(|value| {
            let text = value.to_plain();
            quote!(#text)
        });
        others.extend(value.filter_map(|value| setting(parameter, &value)));
    }
    if let Some(key) = operation.idempotency_key() {
        let wire = &key.wire;
        others.push(quote!(.idempotency_key(#wire)));
    }
    let path = (!in_path.is_empty()).then(|| quote!(.path(&[#(&#in_path),*])));
    let body = operation
        .required_body()
        .map(|body| sending(file.plan(), body));
    let mut chain = vec![quote!(rt::Call::new(&self.http, &#constant))];
    if operation.api.webhook.is_some() {
        chain.push(quote!(.to(url)));
        let signature = operation.signature.iter();
        chain.extend(signature.map(|header| quote!(.signed(#header))));
    }
    if let Some(server) = operation.api.server {
        let name = &api.server(server).name;
        chain.push(quote!(.on_server(#name)));
    }
    chain.extend(match operation.carried(api) {
        Carried::SharedToken => None,
        Carried::Nothing => Some(quote!(.without_token())),
        Carried::Schemes(schemes) => Some(quote!(.authorized(&[#(#schemes),*]))),
        Carried::OptionalSchemes(schemes) => {
            Some(quote!(.authorized(&[#(#schemes),*]).or_anonymous()))
        }
    });
    chain.extend(path.into_iter().chain(others).chain(body));
    chain
}
