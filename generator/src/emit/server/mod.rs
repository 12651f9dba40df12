//! The module `server`: the handler trait, the arguments of its methods, the router.

mod arguments;
mod auth;
mod handlers;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::file::{Context, RustFile, ident};
use super::groups::Group;
use super::work::Work;
use super::{docs, operations, success};
use crate::api::Operation;
use crate::naming::{OperationNames, SERVER_EXPORTS};
use arguments::{emit_arguments, reading};
pub(in crate::emit) use arguments::{parameter_documentation, parameter_type, read_parameter};
use auth::{authorization, credentials, key_kinds};
use handlers::handler;

/// Emits the files of the server.
pub(in crate::emit) fn emit<'a>(
    context: Context<'a>,
    groups: &'a [Group<'a>],
    work: &mut Work<'a>,
) {
    work.file("src/server/mod.rs", move || emit_root(context, groups));
    for group in groups {
        work.file(format!("src/server/{}.rs", group.file), move || {
            emit_group(context, group)
        });
    }
}

fn emit_group(context: Context<'_>, group: &Group<'_>) -> String {
    let mut file = RustFile::new(context);
    file.import_runtime();
    for (operation, names) in &group.operations {
        if operation.has_arguments() {
            emit_arguments(context, operation, names, &mut file);
            let reading = reading(context, operation, names, &mut file);
            file.push(reading);
        }
    }
    for (operation, names) in &group.operations {
        let handler = handler(context, operation, names, &mut file);
        file.push(handler);
    }
    file.finish(&[])
}

fn emit_root(context: Context<'_>, groups: &[Group<'_>]) -> String {
    let mut file = RustFile::new(context);
    file.import_runtime();
    file.import("errors", "ERRORS");
    groups
        .iter()
        .map(Group::module)
        .for_each(|module| file.push(quote!(mod #module;)));
    for group in groups {
        let with_arguments = group
            .operations
            .iter()
            .filter(|(operation, _)| operation.has_arguments());
        let names: Vec<Ident> = with_arguments
            .map(|(_, names)| format_ident!("{}", names.arguments))
            .collect();
        if !names.is_empty() {
            let module = group.module();
            file.push(quote!(pub use #module::{#(#names),*};));
        }
    }
    for (path, names) in SERVER_EXPORTS {
        // The paths are ours, and good ones.
        let path: Option<syn::Path> = syn::parse_str(path).ok();
        let names = names.iter().map(|name| format_ident!("{name}"));
        file.push(quote!(pub use #path::{#(#names),*};));
    }
    if let Some(auth) = &context.api.auth {
        file.push(key_kinds(context, auth));
    }
    let handlers = handler_trait(context, groups, &mut file);
    file.push(handlers);
    router(context, groups, &mut file)
        .into_iter()
        .for_each(|item| file.push(item));
    if let Some(auth) = &context.api.auth {
        authorization(context, auth, groups)
            .into_iter()
            .for_each(|item| file.push(item));
    }
    let documentation = [format!(
        "The server: implement [`{}`], and pass it to [`router`] to get an axum router.",
        context.names.handler_trait
    )];
    file.finish(&documentation)
}

fn handler_trait(
    context: Context<'_>,
    groups: &[Group<'_>],
    file: &mut RustFile<'_>,
) -> TokenStream {
    let name = format_ident!("{}", context.names.handler_trait);
    let title = docs::sentence(
        "The handlers of the API: one method for every operation. Arguments are already validated. A method returns only \
         the errors that its operation documents, or a 500.",
    );
    let credentials = context
        .api
        .auth
        .as_ref()
        .map(|auth| credentials(context, auth));
    let operations = groups.iter().flat_map(|group| &group.operations);
    let methods = operations.map(|(operation, names)| {
        let documentation = docs::attributes(&operations::documentation(context, operation));
        let signature = signature(operation, names, file);
        let (value, error) = (&signature.value, &signature.error);
        let method = ident(&names.method);
        let caller = operation.key.map(|_| quote!(caller: Self::Caller));
        let request = operation.has_arguments().then(|| {
            let arguments = format_ident!("{}", names.arguments);
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
pub(in crate::emit) fn signature(
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) -> Signature {
    Signature {
        value: success::value_type(operation, file),
        error: file.item("operations", &names.error),
    }
}

fn router(context: Context<'_>, groups: &[Group<'_>], file: &mut RustFile<'_>) -> Vec<TokenStream> {
    let (name, api) = (
        format_ident!("{}", context.names.handler_trait),
        format_ident!("{}", context.names.generic),
    );
    let mut routes = Vec::new();
    for group in groups {
        for (_, names) in &group.operations {
            let (module, method) = (group.module(), ident(&names.method));
            let constant = file.item("operations", &names.constant);
            routes.push(quote!(.route(&#constant, #module::#method::<#api>)));
        }
    }
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
