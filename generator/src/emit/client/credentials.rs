//! The credentials that the builder takes: a function for each scheme.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use super::super::docs;
use super::super::file::{RustFile, ident};
use crate::api::{KeyPlace, SchemeKind};
use crate::naming::{CUSTOM_EXPORTS, TOKEN_EXPORTS};
use crate::rust::{Auth, Crate, SchemePart};
use crate::rust_printer::{Function, with_constants_and_methods};

/// Emits the functions, unless the API has only bearer tokens.
pub(super) fn emit(plan: &Crate<'_>, file: &mut RustFile<'_>) {
    let Some(auth) = plan.auth.as_ref().filter(|auth| !auth.api.is_one_token()) else {
        return;
    };
    let functions = auth.schemes.iter().map(|scheme| {
        let fallback = format!("Credentials of the scheme `{}`.", scheme.api.name);
        let title = docs::notes(&scheme.api.notes, &fallback);
        let function = ident(&scheme.function);
        let arguments = scheme.parts.iter().flat_map(|part| {
            let ty = argument(&part.api.kind);
            let names = part.arguments.iter().map(|name| ident(name));
            names.map(move |name| quote!(#name: #ty))
        });
        let parts: Vec<TokenStream> = scheme.parts.iter().map(created).collect();
        let created = match scheme.only() {
            Some(_) => quote!(#(#parts)*),
            None => {
                let name = &scheme.api.name;
                quote!(rt::Credentials::all(#name, [#(#parts),*]))
            }
        };
        Function {
            head: docs::entry(&title, quote!(pub fn #function)),
            arguments: arguments.collect(),
            returned: quote!(rt::Credentials),
            body: Some(vec![created]),
        }
    });
    let functions: Vec<Function> = functions.collect();
    let about = docs::sentence(
        "Credentials of the API, with a function for each scheme. Pass them to `ClientBuilder::credentials`.",
    );
    file.push(quote! {
        #about
        #[derive(Debug)]
        pub enum Credentials {}
    });
    let endpoints = auth.endpoints.iter().map(|endpoint| {
        let (name, url) = (format_ident!("{}", endpoint.name), endpoint.url);
        let head = docs::titled(&endpoint.about, quote!(pub const #name: &'static str));
        (head, url.into_token_stream())
    });
    let endpoints: Vec<_> = endpoints.collect();
    let credentials = quote!(impl Credentials {});
    file.push(with_constants_and_methods(
        credentials,
        &endpoints,
        &functions,
    ));
}

/// The call that creates credentials from the arguments.
fn created(part: &SchemePart<'_>) -> TokenStream {
    let name = &part.api.name;
    let (function, place) = match &part.api.kind {
        SchemeKind::Basic => ("basic", None),
        SchemeKind::ApiKey(key) => {
            let wire = &key.name;
            match key.place {
                KeyPlace::Header => {
                    let prefix = key.prefix.as_deref().unwrap_or_default();
                    ("key_in_header", Some(quote!(#wire, #prefix,)))
                }
                KeyPlace::Query => ("key_in_query", Some(quote!(#wire,))),
                KeyPlace::Cookie => ("key_in_cookie", Some(quote!(#wire,))),
            }
        }
        SchemeKind::OAuth2(_) | SchemeKind::OpenId { .. } => ("token", None),
        SchemeKind::Custom => ("custom", None),
        SchemeKind::Bearer | SchemeKind::All(_) => ("bearer", None),
    };
    let function = format_ident!("{function}");
    let arguments = part.arguments.iter().map(|name| ident(name));
    quote!(rt::Credentials::#function(#name, #place #(#arguments),*))
}

/// The type of an argument for credentials.
fn argument(kind: &SchemeKind) -> TokenStream {
    match kind {
        SchemeKind::Bearer | SchemeKind::Basic | SchemeKind::ApiKey(_) | SchemeKind::All(_) => {
            quote!(&str)
        }
        SchemeKind::OAuth2(_) | SchemeKind::OpenId { .. } => quote!(impl rt::TokenSource),
        SchemeKind::Custom => quote! {
            impl Fn(&mut rt::HttpRequest) -> Result<(), rt::BoxError> + Send + Sync + 'static
        },
    }
}

/// What the module exports from the runtime for these schemes.
pub(super) fn exports(auth: &Auth<'_>) -> Vec<&'static str> {
    let parts = auth.schemes.iter().flat_map(|scheme| &scheme.parts);
    let mut kinds = parts.map(|part| &part.api.kind);
    let is_custom = kinds.clone().any(|kind| *kind == SchemeKind::Custom);
    let is_source =
        |kind: &SchemeKind| matches!(kind, SchemeKind::OAuth2(_) | SchemeKind::OpenId { .. });
    let mut names = Vec::new();
    if kinds.any(is_source) {
        names.extend(TOKEN_EXPORTS);
    }
    if is_custom {
        names.extend(CUSTOM_EXPORTS);
    }
    names
}
