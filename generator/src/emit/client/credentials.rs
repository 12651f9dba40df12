//! The credentials that the builder takes: a function for each scheme.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::{RustFile, ident};
use crate::api::{KeyPlace, SchemeKind};
use crate::rust::{AuthScheme, Crate, SchemePart};

/// Emits the functions, unless the API has only bearer tokens.
pub(super) fn emit(plan: &Crate<'_>, file: &mut RustFile<'_>) {
    let Some(auth) = plan.auth.as_ref().filter(|auth| !auth.api.is_one_token()) else {
        return;
    };
    let functions = auth.schemes.iter().map(|scheme| {
        let title = docs::attributes(&docs::notes(&scheme.api.notes, &title(scheme)));
        let function = ident(&scheme.function);
        let arguments = scheme.parts.iter().flat_map(|part| &part.arguments);
        let arguments = arguments.map(|name| ident(name));
        let parts: Vec<TokenStream> = scheme.parts.iter().map(created).collect();
        let created = match scheme.only() {
            Some(_) => quote!(#(#parts)*),
            None => {
                let name = &scheme.api.name;
                quote!(rt::Credentials::all(#name, [#(#parts),*]))
            }
        };
        quote! {
            #title
            pub fn #function(#(#arguments: &str),*) -> rt::Credentials {
                #created
            }
        }
    });
    let about = docs::sentence(
        "Credentials of the API, with a function for each scheme. Pass them to `ClientBuilder::credentials`.",
    );
    file.push(quote! {
        #about
        #[derive(Debug)]
        pub enum Credentials {}
    });
    file.push(quote!(impl Credentials { #(#functions)* }));
}

/// The call that creates credentials from the arguments.
fn created(part: &SchemePart<'_>) -> TokenStream {
    let name = &part.api.name;
    let arguments = part.arguments.iter().map(|name| ident(name));
    match &part.api.kind {
        SchemeKind::Basic => quote!(rt::Credentials::basic(#name, #(#arguments),*)),
        SchemeKind::ApiKey(key) => {
            let (constructor, wire) = (format_ident!("key_in_{}", key.place.name()), &key.name);
            let prefix = (key.place == KeyPlace::Header).then(|| {
                let prefix = key.prefix.as_deref().unwrap_or_default();
                quote!(#prefix,)
            });
            quote!(rt::Credentials::#constructor(#name, #wire, #prefix #(#arguments),*))
        }
        SchemeKind::Bearer
        | SchemeKind::OAuth2(_)
        | SchemeKind::OpenId { .. }
        | SchemeKind::Custom
        | SchemeKind::All(_) => quote!(rt::Credentials::bearer(#name, #(#arguments),*)),
    }
}

fn title(scheme: &AuthScheme<'_>) -> String {
    format!("Credentials of the scheme `{}`.", scheme.api.name)
}
