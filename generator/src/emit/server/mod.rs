//! The module `server`: the handler trait, the arguments of its methods, the router.

mod arguments;
mod auth;
mod routes;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::docs;
use super::file::{RustFile, gate, ident};
use super::work::Work;
use crate::naming::{AUTH_EXPORTS, SERVER_EXPORTS};
use crate::rust::{Access, Crate, Group, Operation};
use crate::rust_printer::{Function, with_methods};
pub(in crate::emit) use arguments::{emit_arguments, emit_contents, page_request};
use auth::{authentication_items, authorization, credential_kinds, key_kinds};
pub(in crate::emit) use routes::constants;
use routes::{router, routes};

/// Emits the files of the server.
pub(in crate::emit) fn emit<'a>(plan: &'a Crate<'a>, work: &mut Work<'a>) {
    work.module("server", plan, emit_root, emit_group);
}

fn emit_group(plan: &Crate<'_>, group: &Group<'_>) -> String {
    let mut file = RustFile::new(plan);
    for operation in plan.operations_of(group) {
        if let Some(request) = &operation.request {
            file.import_runtime();
            emit_arguments(operation, request, &mut file);
            emit_contents(operation, &mut file);
        }
    }
    let routes = routes(plan, group, &mut file);
    file.push(&routes);
    file.finish(&docs::group(group))
}

fn emit_root<'a>(plan: &'a Crate<'a>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    file.import("errors", "ERRORS");
    if plan.has_group_features() {
        file.import_all("operations");
        file.import_all("types");
    }
    file.declare_groups(|operation| {
        let body = operation.several_contents();
        let request = operation.request.iter().map(String::as_str);
        request.chain(body.map(|(name, _)| name))
    });
    for (path, names) in SERVER_EXPORTS {
        let names = names.iter().copied();
        file.reexport(path, None, names.filter(|name| is_exported(plan, name)));
    }
    if let Some(auth) = &plan.auth {
        file.push_all(credential_kinds(auth));
        file.push(key_kinds(auth));
    }
    emit_handler_trait(plan, &mut file);
    file.push_all(router(plan));
    if let Some(auth) = &plan.auth {
        file.push_all(authorization(plan, auth));
    }
    let documentation = [format!(
        "The server: implement [`{}`], and pass it to [`router`] to get an axum router.",
        plan.handler_trait
    )];
    file.finish(&documentation)
}

/// Whether the module exports an item of the runtime.
fn is_exported(plan: &Crate<'_>, name: &str) -> bool {
    match &plan.auth {
        _ if !AUTH_EXPORTS.contains(&name) => true,
        Some(auth) => name == "AuthError" || auth.exports().contains(&name),
        None => false,
    }
}

fn emit_handler_trait(plan: &Crate<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", plan.handler_trait);
    let title = docs::sentence(
        "The handlers of the API: one method for every operation. Arguments are already validated. A method returns only \
         the errors that its operation documents, or a 500.",
    );
    let credentials = plan.auth.as_ref().map(authentication_items);
    let mut methods = Vec::new();
    for group in &plan.groups {
        for operation in plan.operations_of(group) {
            let feature = group.feature.as_deref();
            methods.push(handler(plan, feature, operation, file));
        }
    }
    let handlers = quote! {
        #title
        pub trait #name: Send + Sync + 'static { #credentials }
    };
    file.push(with_methods(handlers, &methods));
}

/// The method of the handler trait, which this feature enables.
pub(in crate::emit) fn handler(
    plan: &Crate<'_>,
    feature: Option<&str>,
    operation: &Operation<'_>,
    file: &mut RustFile<'_>,
) -> Function {
    let documentation = docs::operation::documentation(plan.api, operation.api);
    let method = ident(&operation.method);
    let access = operation.access.as_ref();
    let caller = access.map(|access| caller(access, &quote!(Self::Caller)));
    let request = operation.request.as_ref().map(|request| {
        let arguments = format_ident!("{request}");
        quote!(request: #arguments)
    });
    let (value, error) = file.handled_value_and_error(operation);
    Function {
        head: docs::entry(&documentation, quote!(fn #method)).with(gate(feature)),
        arguments: [Some(quote!(&self)), caller, request]
            .into_iter()
            .flatten()
            .collect(),
        returned: quote!(impl Future<Output = Result<#value, #error>> + Send),
        body: None,
    }
}

/// The argument for the caller.
pub(in crate::emit) fn caller(access: &Access<'_>, ty: &TokenStream) -> TokenStream {
    match access.optional {
        true => quote!(caller: Option<#ty>),
        false => quote!(caller: #ty),
    }
}
