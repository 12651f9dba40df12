//! The scaffold: an `impl` of the handler trait in which every method is a `todo!()`.

use askama::Template;
use proc_macro2::TokenStream;
use quote::quote;

use super::file::{Context, RustFile, ident};
use super::manifest;
use super::server::{Signature, signature};
use crate::api::{Auth, Operation};
use crate::naming::OperationNames;
use crate::render;

#[derive(Template)]
#[template(path = "scaffold.rs.txt", escape = "none")]
struct Scaffold<'a> {
    name: &'a str,
    handler_trait: String,
    uses: String,
    has_auth: bool,
    /// The methods up to their opening braces.
    signatures: Vec<String>,
}

/// Generates the text of the file.
pub(super) fn emit(context: Context<'_>) -> String {
    let (api, names) = (context.api, context.names);
    if api.operations.is_empty() {
        return "//! The API has no operations: there is nothing to implement.\n".to_owned();
    }
    let name = names.handlers.as_str();
    let mut file = RustFile::of_user(context, vec![name, "Caller"]);
    let handler_trait = render::ty(file.item("server", &names.handler_trait));
    let credentials = api.auth.iter();
    let mut signatures: Vec<TokenStream> = credentials
        .flat_map(|auth| credential_signatures(auth, &mut file))
        .collect();
    for (operation, names) in api.operations.iter().zip(&names.operations) {
        signatures.push(operation_signature(operation, names, &mut file));
    }
    let scaffold = Scaffold {
        name,
        handler_trait,
        uses: file.user_uses(),
        has_auth: api.auth.is_some(),
        signatures: signatures.into_iter().map(render::signature).collect(),
    };
    manifest::text(&scaffold)
}

/// `authenticate` and, if there are several kinds of keys, `permits`.
fn credential_signatures(auth: &Auth, file: &mut RustFile<'_>) -> Vec<TokenStream> {
    let token = file.fixed("server", "BearerToken");
    let error = file.fixed("server", "AuthError");
    let mut signatures = vec![quote! {
        async fn authenticate(&self, token: #token<'_>) -> Result<Caller, #error>
    }];
    if auth.keys.len() > 1 {
        let key = file.fixed("server", "Key");
        signatures.push(quote!(fn permits(&self, caller: &Caller, key: #key) -> bool));
    }
    signatures
}

fn operation_signature(
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let Signature { value, error } = signature(operation, names, file);
    let caller = operation.key.iter().map(|_| quote!(caller: Caller));
    let request = operation.has_arguments().then(|| {
        let ty = file.item("server", &names.arguments);
        quote!(request: #ty)
    });
    let arguments = caller.chain(request);
    let method = ident(&names.method);
    quote!(async fn #method(&self #(, #arguments)*) -> Result<#value, #error>)
}
