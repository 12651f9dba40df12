//! From the operations to a router.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::file::{RustFile, gate, ident};
use super::super::literals::plain_literal;
use crate::rust::{Auth, Crate, Group, Operation, OperationRequirement, ParameterPlace};
use crate::rust_printer::{Entry, Function};

/// The function that adds the routes of a group.
pub(super) fn routes(plan: &Crate<'_>, group: &Group<'_>, file: &mut RustFile<'_>) -> Function {
    let (name, api) = (
        format_ident!("{}", plan.handler_trait),
        format_ident!("{}", plan.generic()),
    );
    file.import("server", &plan.handler_trait);
    file.import("server", "Routes");
    let mut chain = vec![quote!(routes)];
    for operation in plan.operations_of(group) {
        chain.extend(constants(operation, file));
        chain.push(route(plan, operation, file));
    }
    Function {
        head: Entry::new(quote!(pub(super) fn routes<#api: #name>)),
        arguments: vec![quote!(routes: Routes<#api>)],
        returned: quote!(Routes<#api>),
        body: Some(chain),
    }
}

fn route(plan: &Crate<'_>, operation: &Operation<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let (api, method) = (
        format_ident!("{}", plan.generic()),
        ident(&operation.method),
    );
    let constant = file.item("operations", &operation.constant);
    let Some(access) = &operation.access else {
        return quote!(.open_route(&#constant, #api::#method));
    };
    file.import("server", "Key");
    let keys = access.requirements.iter().map(|keys| {
        let keys = keys.iter().map(key);
        quote!(&[#(#keys),*])
    });
    match (access.requirements.as_slice(), access.optional) {
        ([only], false) if only.len() == 1 => {
            let key = only.iter().map(key);
            quote!(.route(&#constant, #(#key)*, #api::#method))
        }
        (_, false) => quote!(.route_any(&#constant, &[#(#keys),*], #api::#method)),
        (_, true) => quote!(.route_optional(&#constant, &[#(#keys),*], #api::#method)),
    }
}

/// What an operation requires, as a value.
fn key(required: &OperationRequirement<'_>) -> TokenStream {
    let name = format_ident!("{}", required.name);
    let scopes = required.scopes.map(|scopes| quote!((&[#(#scopes),*])));
    quote!(Key::#name #scopes)
}

/// The parameters that the router checks.
pub(in crate::emit) fn constants(
    operation: &Operation<'_>,
    file: &mut RustFile<'_>,
) -> Vec<TokenStream> {
    let constants = operation.constants().map(|parameter| {
        let place = match parameter.place {
            // `check` rejects constants in paths.
            ParameterPlace::Query | ParameterPlace::Path(_) => format_ident!("query"),
            ParameterPlace::Header => format_ident!("header"),
            ParameterPlace::Cookie => format_ident!("cookie"),
        };
        file.import_runtime();
        let value = parameter.api.constant.iter().map(plain_literal);
        let wire = &parameter.wire;
        let optional = (!parameter.api.is_required()).then(|| quote!(.optional()));
        quote!(.constant(rt::ConstantParameter::#place(#wire, #(#value)*) #optional))
    });
    constants.collect()
}

/// The functions that create the router.
pub(super) fn router(plan: &Crate<'_>) -> Vec<TokenStream> {
    let (name, api) = (
        format_ident!("{}", plan.handler_trait),
        format_ident!("{}", plan.generic()),
    );
    let groups = plan.groups.iter().map(|group| {
        let gate = gate(group.feature.as_deref());
        let module = format_ident!("{}", group.module);
        quote!(#gate let routes = #module::routes(routes);)
    });
    let plain = quote! {
        /// The API as an axum router, to which any tower layer can be added.
        pub fn router<#api: #name>(api: #api) -> Router {
            router_with(api, ServerConfig::default())
        }
    };
    let configured = quote! {
        /// Like [`router`], with a maximum body size and layers that run after routing.
        pub fn router_with<#api: #name>(api: #api, config: ServerConfig) -> Router {
            with_operations(Routes::new(api, config, &ERRORS))
        }
    };
    let per_request = quote! {
        /// Like [`router_with`], with an implementation for each request. `api` makes it from the head of
        /// the request: its headers, its extensions and the matched operation.
        pub fn router_per_request<#api: #name>(
            api: impl Fn(RequestHead<'_>) -> #api + Send + Sync + 'static,
            config: ServerConfig,
        ) -> Router {
            with_operations(Routes::per_request(api, config, &ERRORS))
        }
    };
    let base_path = &plan.api.base_path;
    let operations = quote! {
        fn with_operations<#api: #name>(routes: Routes<#api>) -> Router {
            #(#groups)*
            routes.finish(#base_path)
        }
    };
    let policy = uses_keys(plan).then(|| quote!(, Policy));
    let routes = quote! {
        /// The router, while routes are added to it.
        type Routes<#api> = rt::Server<#api #policy>;
    };
    let error = quote! {
        /// An error in the API's shape, for layers around the router that respond in its place.
        /// `message` replaces the API's message for the status.
        pub fn error_response(status: rt::StatusCode, message: Option<&str>) -> rt::Response {
            rt::error_response(status, message, &ERRORS)
        }
    };
    vec![plain, configured, per_request, operations, error, routes]
}

/// Whether some operation needs a key.
fn uses_keys(plan: &Crate<'_>) -> bool {
    plan.auth
        .as_ref()
        .is_some_and(|auth: &Auth<'_>| auth.is_used)
}
