//! The root module: its documentation, modules and re-exports.

use quote::quote;

use super::docs;
use super::file::{Context, RustFile};
use crate::api::Operation;

/// Generates `src/lib.rs`.
pub(super) fn emit(context: Context<'_>) -> String {
    let mut file = RustFile::new(context);
    let (operations, pages) = (
        !context.api.operations.is_empty(),
        context.api.pagination.is_some(),
    );
    let paged = pages && context.api.operations.iter().any(Operation::is_paged);
    let modules = [
        operations.then(|| {
            quote!(
                #[cfg(feature = "client")]
                pub mod client;
            )
        }),
        Some(quote!(
            pub mod errors;
        )),
        Some(quote!(
            pub mod operations;
        )),
        pages.then(|| {
            quote!(
                mod page;
            )
        }),
        operations.then(|| {
            quote!(
                #[cfg(feature = "server")]
                pub mod server;
            )
        }),
        (!context.api.servers.is_empty()).then(|| {
            quote!(
                pub mod servers;
            )
        }),
        Some(quote!(
            pub mod types;
        )),
        operations.then(|| {
            quote!(
                #[cfg(feature = "client")]
                pub use client::{Client, ClientBuilder, Error};
            )
        }),
        pages.then(|| {
            quote!(
                pub use page::Page;
            )
        }),
        paged.then(|| {
            quote!(
                #[cfg(feature = "server")]
                pub use page::PageRequest;
            )
        }),
        Some(quote!(
            pub use specsmith_runtime as runtime;
        )),
    ];
    modules
        .into_iter()
        .flatten()
        .for_each(|item| file.push(item));
    file.finish(&documentation(context))
}

fn documentation(context: Context<'_>) -> Vec<String> {
    let api = context.api;
    let mut lines = docs::markdown(&format!("{}, version {}.", api.title, api.version));
    if api.notes != Default::default() {
        lines.push(String::new());
        lines.extend(docs::notes(&api.notes, ""));
    }
    lines.push(String::new());
    lines.extend(docs::wrap(
        "The types are in [`types`], the error statuses in [`errors`], and the errors of each operation in \
         [`operations`]. The feature `client` adds the client, `rustls` adds TLS to it, and `server` adds the handler \
         trait and its router. All features are off by default.",
    ));
    lines
}
