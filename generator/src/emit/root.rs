//! The root module: its documentation, modules and re-exports.

use quote::quote;

use super::docs;
use super::file::RustFile;
use crate::rust::Crate;

/// Generates `src/lib.rs`.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    if plan.group_features().next().is_some() {
        file.set_attribute(quote!(
            #![cfg_attr(
                not(feature = "default"),
                allow(dead_code, unused_imports, reason = "the chosen groups may not use all that groups share")
            )]
        ));
    }
    let (operations, pages) = (!plan.operations.is_empty(), plan.page.is_some());
    let paged = plan.page.as_ref().is_some_and(|page| page.is_used);
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
        (!plan.servers.is_empty()).then(|| {
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
    file.finish(&documentation(plan))
}

fn documentation(plan: &Crate<'_>) -> Vec<String> {
    let api = plan.api;
    let mut lines = docs::markdown(&format!("{}, version {}.", api.title, api.version));
    if api.notes != Default::default() {
        lines.push(String::new());
        lines.extend(docs::notes(&api.notes, ""));
    }
    lines.push(String::new());
    lines.extend(docs::wrap(
        "The types are in [`types`], the error statuses in [`errors`], and the errors of each operation in \
         [`operations`]. The feature `client` adds the client, `rustls` adds TLS to it, and `server` adds the handler \
         trait and its router. These features are off by default.",
    ));
    let groups: Vec<String> = plan.group_features().map(docs::code).collect();
    if !groups.is_empty() {
        lines.push(String::new());
        lines.extend(docs::wrap(&format!(
            "Each group of operations has a feature, too: {}. These features are on by default. Without the default \
             features, the crate contains only the groups that you choose.",
            docs::list(&groups)
        )));
    }
    lines
}
