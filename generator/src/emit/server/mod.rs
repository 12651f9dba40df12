//! The module `server`: the handler trait, the arguments of its methods, the router.

mod arguments;
mod auth;
mod handlers;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::docs;
use super::file::{RustFile, ident};
use super::work::Work;
use crate::naming::SERVER_EXPORTS;
use crate::rust::{Crate, Group, Operation};
use arguments::{emit_arguments, reading};
pub(in crate::emit) use arguments::{parameter_documentation, parameter_type, read_parameter};
use auth::{authorization, credentials, key_kinds};
use handlers::handler;

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
    file.import_runtime();
    for operation in plan.operations_of(group) {
        if let Some(request) = &operation.request {
            emit_arguments(operation, request, &mut file);
            let reading = reading(operation, request, &mut file);
            file.push(reading);
        }
    }
    for operation in plan.operations_of(group) {
        let handler = handler(plan, operation, &mut file);
        file.push(handler);
    }
    file.finish(&[])
}

fn emit_root(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    file.import("errors", "ERRORS");
    for group in &plan.groups {
        let module = format_ident!("{}", group.module);
        file.push(quote!(mod #module;));
    }
    for group in &plan.groups {
        let requests = plan.operations_of(group);
        let requests = requests.filter_map(|operation| operation.request.as_ref());
        let names: Vec<Ident> = requests
            .map(|request| format_ident!("{}", request.name))
            .collect();
        if !names.is_empty() {
            let module = format_ident!("{}", group.module);
            file.push(quote!(pub use #module::{#(#names),*};));
        }
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
    router(plan, &mut file)
        .into_iter()
        .for_each(|item| file.push(item));
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

/// The operations, group by group.
fn by_group<'p, 'a>(
    plan: &'p Crate<'a>,
) -> impl Iterator<Item = (&'p Group<'a>, &'p Operation<'a>)> {
    let groups = plan.groups.iter();
    groups.flat_map(|group| {
        let operations = plan.operations_of(group);
        operations.map(move |operation| (group, operation))
    })
}

fn handler_trait(plan: &Crate<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let name = format_ident!("{}", plan.handler_trait);
    let title = docs::sentence(
        "The handlers of the API: one method for every operation. Arguments are already validated. A method returns only \
         the errors that its operation documents, or a 500.",
    );
    let credentials = plan.auth.as_ref().map(credentials);
    let methods = by_group(plan).map(|(_, operation)| {
        let documentation = docs::operation::documentation(plan.api, operation.api);
        let documentation = docs::attributes(&documentation);
        let signature = signature(operation, file);
        let (value, error) = (&signature.value, &signature.error);
        let method = ident(&operation.method);
        let caller = operation
            .caller
            .as_ref()
            .map(|_| quote!(caller: Self::Caller));
        let request = operation.request.as_ref().map(|request| {
            let arguments = format_ident!("{}", request.name);
            quote!(request: #arguments)
        });
        let arguments = caller.into_iter().chain(request);
        quote! {
            #documentation
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

/// The parts of a method's signature that need imports.
pub(in crate::emit) struct Signature {
    /// The value that the operation returns.
    pub(in crate::emit) value: TokenStream,
    /// Its errors.
    pub(in crate::emit) error: TokenStream,
}

/// The signature of an operation's method, imported.
pub(in crate::emit) fn signature(operation: &Operation<'_>, file: &mut RustFile<'_>) -> Signature {
    Signature {
        value: file.content(&operation.success.content),
        error: file.item("operations", &operation.error),
    }
}

fn router(plan: &Crate<'_>, file: &mut RustFile<'_>) -> Vec<TokenStream> {
    let (name, api) = (
        format_ident!("{}", plan.handler_trait),
        format_ident!("{}", plan.generic()),
    );
    let routes = by_group(plan).map(|(group, operation)| {
        let (module, method) = (format_ident!("{}", group.module), ident(&operation.method));
        let constant = file.item("operations", &operation.constant);
        quote!(.route(&#constant, #module::#method::<#api>))
    });
    let routes: Vec<TokenStream> = routes.collect();
    let plain = quote! {
        /// The API as an axum router, to which any tower layer can be added.
        pub fn router<#api: #name>(api: #api) -> Router {
            router_with(api, ServerConfig::default())
        }
    };
    let configured = quote! {
        /// Like [`router`], with a maximum body size and inner layers.
        pub fn router_with<#api: #name>(api: #api, config: ServerConfig) -> Router {
            rt::Server::new(api, config, &ERRORS) #(#routes)* .finish()
        }
    };
    let error = quote! {
        /// An error in the API's shape, for layers around the router that respond in its place.
        /// `message` replaces the API's message for the status.
        pub fn error_response(status: rt::StatusCode, message: Option<&str>) -> rt::Response {
            rt::error_response(status, message, &ERRORS)
        }
    };
    vec![plain, configured, error]
}
