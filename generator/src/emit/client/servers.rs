//! The servers of single operations that the builder takes: a function for each.

use quote::quote;

use super::super::docs;
use super::super::file::{RustFile, ident};
use crate::rust::Crate;

/// Emits the functions, if an operation names a server.
pub(super) fn emit(plan: &Crate<'_>, file: &mut RustFile<'_>) {
    let servers = plan.api.own_servers();
    if servers.is_empty() {
        return;
    }
    let functions = servers.into_iter().map(|id| {
        let server = plan.server(id);
        let (function, name) = (ident(&server.function), &server.api.name);
        let title = docs::sentence(&format!(
            "The server `{name}`, at this URL: [`{0}`](crate::servers::{0}), or another.",
            server.constant
        ));
        quote! {
            #title
            pub fn #function(url: impl Into<String>) -> rt::OwnServer {
                rt::OwnServer::new(#name, url)
            }
        }
    });
    let about = docs::sentence(
        "The servers of single operations, with a function for each. Pass them to `ClientBuilder::server`.",
    );
    file.push(quote! {
        #about
        #[derive(Debug)]
        pub enum Servers {}
    });
    file.push(quote!(impl Servers { #(#functions)* }));
}
