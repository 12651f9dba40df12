//! An implementer's starting file: the `impl` block with every method still to be written.

use askama::Template;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::file::{Context, RustFile, ident};
use super::server::{has_arguments, signature};
use crate::render;

#[derive(Template)]
#[template(path = "scaffold.rs.txt", escape = "none")]
struct Scaffold<'a> {
    name: &'a str,
    uses: String,
    implementation: String,
    has_auth: bool,
}

/// Writes the text of the file.
pub(super) fn emit(context: Context<'_>) -> String {
    if context.api.operations.is_empty() {
        return "//! The API has no operations: there is nothing to implement.\n".to_owned();
    }
    let name = crate::naming::camel(&context.api.name);
    let module = context.api.package.name.replace('-', "_");
    let mut file = RustFile::new(context);
    let implementation = render::item(implementation(context, &name, &mut file)).text;
    let scaffold = Scaffold {
        name: &name,
        uses: file.uses_from(&module),
        implementation,
        has_auth: context.api.auth.is_some(),
    };
    // Writing to memory cannot fail, and the template calls nothing that can.
    scaffold.render().unwrap_or_default()
}

fn implementation(context: Context<'_>, name: &str, file: &mut RustFile<'_>) -> TokenStream {
    let (name, handler_trait) = (
        format_ident!("{name}"),
        format_ident!("{}", context.names.handler_trait),
    );
    file.import("server", &context.names.handler_trait);
    let credentials = context.api.auth.as_ref().map(|auth| {
        file.import("server", "AuthError");
        file.import("server", "BearerToken");
        let permits = (auth.keys.len() > 1).then(|| {
            file.import("server", "Key");
            quote! {
                fn permits(&self, caller: &Caller, key: Key) -> bool { todo!() }
            }
        });
        quote! {
            type Caller = Caller;

            async fn authenticate(&self, token: &BearerToken) -> Result<Caller, AuthError> { todo!() }

            #permits
        }
    });
    let methods = context
        .api
        .operations
        .iter()
        .zip(&context.names.operations)
        .map(|(operation, names)| {
            if has_arguments(operation) {
                file.import("server", &names.arguments);
            }
            let signature = signature(operation, names, file);
            let caller = operation.key.map(|_| quote!(caller: Caller));
            let request = has_arguments(operation).then(|| {
                let arguments = format_ident!("{}", names.arguments);
                quote!(request: #arguments)
            });
            let arguments = caller.into_iter().chain(request);
            let (method, value, error) = (ident(&names.method), &signature.value, &signature.error);
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
