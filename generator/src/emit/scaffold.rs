//! The scaffold: an `impl` of the handler trait in which every method is a `todo!()`.

use askama::Template;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::file::{Context, RustFile, ident};
use super::server::signature;
use crate::render;

#[derive(Template)]
#[template(path = "scaffold.rs.txt", escape = "none")]
struct Scaffold<'a> {
    name: &'a str,
    uses: String,
    implementation: String,
    has_auth: bool,
}

/// Generates the text of the file.
pub(super) fn emit(context: Context<'_>) -> String {
    if context.api.operations.is_empty() {
        return "//! The API has no operations: there is nothing to implement.\n".to_owned();
    }
    let name = context.names.handlers.as_str();
    let mut file = RustFile::of_user(context, vec![name, "Caller"]);
    let implementation = render::item(implementation(context, &mut file)).text;
    let scaffold = Scaffold {
        name,
        uses: file.uses(),
        implementation,
        has_auth: context.api.auth.is_some(),
    };
    // Rendering fails only if writing or a called function fails; neither can happen here.
    scaffold.render().unwrap_or_default()
}

fn implementation(context: Context<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let name = format_ident!("{}", context.names.handlers);
    let handler_trait = file.item("server", &context.names.handler_trait);
    let credentials = context.api.auth.as_ref().map(|auth| {
        let (token, error) = (
            file.fixed("server", "BearerToken"),
            file.fixed("server", "AuthError"),
        );
        let permits = (auth.keys.len() > 1).then(|| {
            let key = file.fixed("server", "Key");
            quote! {
                fn permits(&self, caller: &Caller, key: #key) -> bool { todo!() }
            }
        });
        quote! {
            type Caller = Caller;

            async fn authenticate(&self, token: #token<'_>) -> Result<Caller, #error> { todo!() }

            #permits
        }
    });
    let operations = context.api.operations.iter().zip(&context.names.operations);
    let methods = operations.map(|(operation, names)| {
        let signature = signature(operation, names, file);
        let (value, error) = (&signature.value, &signature.error);
        let method = ident(&names.method);
        let caller = operation.key.map(|_| quote!(caller: Caller));
        let request = operation.has_arguments().then(|| {
            let arguments = file.item("server", &names.arguments);
            quote!(request: #arguments)
        });
        let arguments = caller.into_iter().chain(request);
        quote! {
            async fn #method(&self, #(#arguments),*) -> Result<#value, #error> { todo!() }
        }
    });
    let methods: Vec<TokenStream> = methods.collect();
    quote! {
        impl #handler_trait for #name {
            #credentials
            #(#methods)*
        }
    }
}
