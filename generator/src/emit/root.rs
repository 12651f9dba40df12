//! The root module: its documentation, modules and re-exports.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::docs;
use super::file::RustFile;
use crate::rust::Crate;

/// Generates `src/lib.rs`.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    if plan.api.has_deprecated_values() {
        file.push_attribute(quote!(
            #![allow(deprecated, reason = "the warnings are for those who use this crate")]
        ));
    }
    if plan.group_features().next().is_some() {
        file.push_attribute(quote!(
            #![cfg_attr(
                not(feature = "default"),
                allow(dead_code, unused_imports, reason = "the chosen groups can leave shared items unused")
            )]
        ));
    }
    let items = modules(plan).into_iter().chain(reexports(plan));
    items.for_each(|item| file.push(item));
    file.finish(&documentation(plan))
}

fn modules(plan: &Crate<'_>) -> Vec<TokenStream> {
    let has_operations = plan.has_operations();
    let modules = [
        has_operations.then(|| {
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
        (!plan.pages.is_empty()).then(|| {
            quote!(
                mod page;
            )
        }),
        has_operations.then(|| {
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
        plan.webhooks.is_some().then(|| {
            quote!(
                pub mod webhooks;
            )
        }),
    ];
    modules.into_iter().flatten().collect()
}

fn reexports(plan: &Crate<'_>) -> Vec<TokenStream> {
    let pages = names(plan.pages.iter().map(|page| &page.name));
    let used = plan.pages.iter();
    let used = used.filter(|page| page.is_used && !page.parameters.is_empty());
    let requests = names(used.map(|page| &page.request));
    let reexports = [
        plan.has_operations().then(|| {
            quote!(
                #[cfg(feature = "client")]
                pub use client::{Client, ClientBuilder, Error};
            )
        }),
        pages.map(|pages| {
            quote!(
                pub use page::#pages;
            )
        }),
        requests.map(|requests| {
            quote!(
                #[cfg(feature = "server")]
                pub use page::#requests;
            )
        }),
        Some(quote!(
            pub use specsmith_runtime as runtime;
        )),
    ];
    reexports.into_iter().flatten().collect()
}

/// The names after the path of a module; `None` if there are none.
fn names<'n>(names: impl Iterator<Item = &'n String>) -> Option<TokenStream> {
    let names: BTreeSet<&String> = names.collect();
    let names = names.into_iter().map(|name| format_ident!("{name}"));
    let names: Vec<Ident> = names.collect();
    match names.as_slice() {
        [] => None,
        [only] => Some(quote!(#only)),
        several => Some(quote!({#(#several),*})),
    }
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
    if plan.webhooks.is_some() {
        lines.push(String::new());
        lines.extend(docs::wrap(
            "The requests that the API sends are in [`webhooks`]: `client` adds their sender, and `server` their receiver.",
        ));
    }
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
