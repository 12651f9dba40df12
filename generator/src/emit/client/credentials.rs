//! The credentials that the builder takes: a function for each scheme.

use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::{RustFile, ident};
use crate::api::{KeyPlace, SchemeKind};
use crate::rust::{AuthScheme, Crate};

/// Emits the functions, unless the API has only bearer tokens.
pub(super) fn emit(plan: &Crate<'_>, file: &mut RustFile<'_>) {
    let Some(auth) = plan.auth.as_ref().filter(|auth| !auth.api.is_one_token()) else {
        return;
    };
    let functions = auth.schemes.iter().map(|scheme| {
        let title = docs::attributes(&docs::notes(&scheme.api.notes, &title(scheme)));
        let function = ident(&scheme.function);
        let name = &scheme.api.name;
        match &scheme.api.kind {
            SchemeKind::Basic => quote! {
                #title
                pub fn #function(name: &str, password: &str) -> rt::Credentials {
                    rt::Credentials::basic(#name, name, password)
                }
            },
            SchemeKind::ApiKey(key) => {
                let (constructor, wire) = (format_ident!("key_in_{}", key.place.name()), &key.name);
                let prefix = (key.place == KeyPlace::Header).then(|| {
                    let prefix = key.prefix.as_deref().unwrap_or_default();
                    quote!(#prefix,)
                });
                quote! {
                    #title
                    pub fn #function(key: &str) -> rt::Credentials {
                        rt::Credentials::#constructor(#name, #wire, #prefix key)
                    }
                }
            }
            SchemeKind::Bearer
            | SchemeKind::OAuth2(_)
            | SchemeKind::OpenId { .. }
            | SchemeKind::Custom
            | SchemeKind::All(_) => quote! {
                #title
                pub fn #function(token: &str) -> rt::Credentials {
                    rt::Credentials::bearer(#name, token)
                }
            },
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

fn title(scheme: &AuthScheme<'_>) -> String {
    format!("Credentials of the scheme `{}`.", scheme.api.name)
}
