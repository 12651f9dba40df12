//! The module `server`: the handler trait, the arguments of its methods, the router.

mod arguments;
mod auth;
mod routes;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::docs;
use super::file::{RustFile, gate, ident};
use super::work::Work;
use crate::naming::SERVER_EXPORTS;
use crate::rust::{Crate, Group};
use arguments::emit_arguments;
pub(in crate::emit) use arguments::page_request;
use auth::{authorization, credentials, key_kinds};
use routes::{router, routes};

/// Emits the files of the server.
pub(in crate::emit) fn emit<'a>(plan: &'a Crate<'a>, work: &mut Work<'a>) {
    work.file("src/server/mod.rs", move || emit_root(plan));
    for group in &plan.groups {
        work.file(format!("src/server/{}.rs", group.module), move || {
            emit_group(plan, group)
        });
    }
}

fn emit_group(plan: &Crate<'_>, group: &Group<'_>) -> String {
    let mut file = RustFile::new(plan);
    for operation in plan.operations_of(group) {
        if let Some(request) = &operation.request {
            file.import_runtime();
            emit_arguments(operation, request, &mut file);
        }
    }
    let routes = routes(plan, group, &mut file);
    file.push(routes);
    file.finish(&[])
}

fn emit_root(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    file.import("errors", "ERRORS");
    if plan.group_features().next().is_some() {
        file.import_all("operations");
        file.import_all("types");
    }
    for group in &plan.groups {
        file.declare(&group.module, group.feature.as_deref());
    }
    for group in &plan.groups {
        let operations = plan.operations_of(group);
        let requests = operations.filter_map(|operation| operation.request.as_ref());
        let names = requests.map(String::as_str);
        file.reexport(&group.module, group.feature.as_deref(), names);
    }
    for (path, names) in SERVER_EXPORTS {
        // The paths are ours, and good ones.
        let path: Option<syn::Path> = syn::parse_str(path).ok();
        let names = names.iter().map(|name| format_ident!("{name}"));
        file.push(quote!(pub use #path::{#(#names),*};));
    }
    if let Some(auth) = &plan.auth {
        file.push(key_kinds(auth));
    }
    let handlers = handler_trait(plan, &mut file);
    file.push(handlers);
    router(plan).into_iter().for_each(|item| file.push(item));
    if let Some(auth) = &plan.auth {
        authorization(plan, auth)
            .into_iter()
            .for_each(|item| file.push(item));
    }
    let documentation = [format!(
        "The server: implement [`{}`], and pass it to [`router`] to get an axum router.",
        plan.handler_trait
    )];
    file.finish(&documentation)
}

fn handler_trait(plan: &Crate<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let name = format_ident!("{}", plan.handler_trait);
    let title = docs::sentence(
        "The handlers of the API: one method for every operation. Arguments are already validated. A method returns only \
         the errors that its operation documents, or a 500.",
    );
    let credentials = plan.auth.as_ref().map(credentials);
    let operations = plan.groups.iter().flat_map(|group| {
        let feature = group.feature.as_deref();
        let operations = plan.operations_of(group);
        operations.map(move |operation| (operation, gate(feature)))
    });
    let methods = operations.map(|(operation, gate)| {
        let documentation = docs::operation::documentation(plan.api, operation.api);
        let documentation = docs::attributes(&documentation);
        let (value, error) = file.value_and_error(operation);
        let method = ident(&operation.method);
        let caller = operation
            .key
            .as_ref()
            .map(|_| quote!(caller: Self::Caller));
        let request = operation.request.as_ref().map(|request| {
            let arguments = format_ident!("{request}");
            quote!(request: #arguments)
        });
        let arguments = caller.into_iter().chain(request);
        quote! {
            #documentation
            #gate
            fn #method(&self, #(#arguments),*) -> impl Future<Output = Result<#value, #error>> + Send;
        }
    });
    let methods: Vec<TokenStream> = methods.collect();
    quote! {
        #title
        pub trait #name: Send + Sync + 'static {
            #credentials
            #(#methods)*
        }
    }
}
