//! The scaffold: an `impl` of the handler trait in which every method is a `todo!()`.

use askama::Template;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::file::{RustFile, ident};
use super::server::{caller, credentials_argument};
use super::template;
use super::webhooks::is_signed;
use crate::render;
use crate::rust::{Auth, Crate, Operation};

#[derive(Template)]
#[template(path = "scaffold.rs.txt", escape = "none")]
struct Scaffold<'a> {
    name: &'a str,
    handler_trait: String,
    uses: String,
    has_auth: bool,
    /// Whether a signature may name a deprecated type.
    has_deprecated: bool,
    /// The methods up to their opening braces.
    signatures: Vec<String>,
}

/// Generates the text of the file.
pub(crate) fn emit(plan: &Crate<'_>) -> String {
    if !plan.has_operations() {
        return "//! The API has no operations: there is nothing to implement.\n".to_owned();
    }
    let name = plan.handlers.as_str();
    let mut file = RustFile::of_user(plan, vec![name, "Caller"]);
    let handler_trait = render::ty(file.item("server", &plan.handler_trait));
    let auth = plan.auth.iter();
    let mut signatures: Vec<TokenStream> = auth
        .flat_map(|auth| credential_signatures(auth, &mut file))
        .collect();
    for operation in &plan.operations {
        signatures.push(operation_signature(operation, &mut file));
    }
    let scaffold = Scaffold {
        name,
        handler_trait,
        uses: file.uses(),
        has_auth: plan.auth.is_some(),
        has_deprecated: plan.api.types.iter().any(|of| of.notes.is_deprecated()),
        signatures: signatures.into_iter().map(render::signature).collect(),
    };
    template::text(&scaffold)
}

/// The handler of one webhook, as an example.
pub(super) fn receiver(plan: &Crate<'_>, webhook: &Operation<'_>) -> String {
    let mut file = RustFile::of_user(plan, vec!["Hooks"]);
    let receiver = file.fixed("server", "Receiver");
    let method = operation_signature(webhook, &mut file);
    let verify = is_signed(plan).then(|| {
        quote! {
            fn verify(&self, signature: &str, body: &[u8]) -> bool { todo!() }
        }
    });
    let example = render::item(quote! {
        impl #receiver for Hooks { #verify #method { todo!() } }
    });
    format!("{}\n{}", file.uses(), example.text)
}

/// `authenticate` and, if there are several kinds of keys, `permits`.
fn credential_signatures(auth: &Auth<'_>, file: &mut RustFile<'_>) -> Vec<TokenStream> {
    let (argument, ty) = credentials_argument(auth);
    let (argument, ty) = (format_ident!("{argument}"), file.fixed("server", ty));
    let error = file.fixed("server", "AuthError");
    let mut signatures = vec![quote! {
        async fn authenticate(&self, #argument: #ty<'_>) -> Result<Caller, #error>
    }];
    if auth.has_permits() {
        let key = file.fixed("server", "Key");
        signatures.push(quote!(fn permits(&self, caller: &Caller, key: #key) -> bool));
    }
    signatures
}

fn operation_signature(operation: &Operation<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let (value, error) = file.handled_value_and_error(operation);
    let access = operation.access.iter();
    let caller = access.map(|access| caller(access, &quote!(Caller)));
    let request = operation.request.as_ref().map(|request| {
        let ty = file.item("server", request);
        quote!(request: #ty)
    });
    let arguments = caller.chain(request);
    let method = ident(&operation.method);
    quote!(async fn #method(&self #(, #arguments)*) -> Result<#value, #error>)
}
