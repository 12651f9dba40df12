//! The root module: its documentation, modules and re-exports.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::file::{RustFile, gate};
use super::{docs, markdown};
use crate::rust::Crate;

/// Generates `src/lib.rs`.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    if plan.api.has_deprecated_values() {
        file.push_attribute(quote!(
            #![allow(deprecated, reason = "the warnings are for those who use this crate")]
        ));
    }
    if plan.api.has_names_outside_ascii() {
        file.push_attribute(quote!(
            #![allow(
                confusable_idents,
                mixed_script_confusables,
                non_upper_case_globals,
                uncommon_codepoints,
                reason = "the names come from the specification"
            )]
        ));
    }
    if plan.has_group_features() {
        file.push_attribute(quote!(
            #![cfg_attr(
                not(feature = "default"),
                allow(dead_code, unused_imports, reason = "the chosen groups can leave shared items unused")
            )]
        ));
    }
    items(plan, &mut file, &TokenStream::new());
    file.finish(&documentation(plan))
}

/// Generates a root module that another crate includes in its own, where it cannot have attributes of the module: its
/// modules have them instead. The lints of that crate are about its own code.
pub(super) fn emit_included(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    let allowed = quote!(
        #[allow(
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction,
            confusable_idents,
            deprecated,
            missing_copy_implementations,
            missing_debug_implementations,
            missing_docs,
            non_upper_case_globals,
            rust_2018_idioms,
            rustdoc::all,
            uncommon_codepoints,
            unreachable_pub,
            unused,
            unused_qualifications,
            unused_results,
            reason = "this code is generated"
        )]
    );
    // The compiler names a feature of the runtime that is missing.
    for feature in &plan.package.features {
        let constant = format_ident!("{}", feature.to_ascii_uppercase());
        file.push(quote!(const _: () = specsmith_runtime::codegen::features::#constant;));
    }
    items(plan, &mut file, &allowed);
    file.finish(&[])
}

/// Adds the items, with these attributes for each module.
fn items(plan: &Crate<'_>, file: &mut RustFile<'_>, attributes: &TokenStream) {
    let contract = contract();
    file.push(quote!(specsmith_runtime::codegen::generated_for!(#contract);));
    for module in modules(plan) {
        file.push(quote!(#attributes #module));
    }
    reexport(plan, file);
}

/// The version of the runtime that generated code is written for: patches do not change what it calls.
fn contract() -> &'static str {
    concat!(
        env!("CARGO_PKG_VERSION_MAJOR"),
        ".",
        env!("CARGO_PKG_VERSION_MINOR")
    )
}

/// The declarations of the modules.
fn modules(plan: &Crate<'_>) -> Vec<TokenStream> {
    let only_bodies = quote!(#[cfg_attr(
        not(any(feature = "client", feature = "server")),
        allow(dead_code, reason = "only a client and a server have the bodies of requests")
    )]);
    let has_operations = plan.has_operations();
    let modules = [
        (has_operations, gate(Some("client")), "client"),
        (true, None, "errors"),
        (has_operations, gate(Some("fake")), "fake"),
        (true, None, "operations"),
        (!plan.pages.is_empty(), None, "page"),
        (has_operations, gate(Some("server")), "server"),
        (!plan.servers.is_empty(), None, "servers"),
        (true, None, "types"),
        (plan.webhooks.is_some(), None, "webhooks"),
        (!plan.xml.is_empty(), Some(only_bodies), "xml"),
    ];
    let modules = modules.into_iter().filter(|(exists, ..)| *exists);
    let declarations = modules.map(|(_, condition, name)| {
        let is_private = ["page", "xml"].contains(&name);
        let visibility = (!is_private).then(|| quote!(pub));
        let name = format_ident!("{name}");
        quote!(#condition #visibility mod #name;)
    });
    declarations.collect()
}

fn reexport(plan: &Crate<'_>, file: &mut RustFile<'_>) {
    if plan.has_operations() {
        let names = ["Client", "ClientBuilder", "Error"];
        file.reexport("client", Some("client"), names);
    }
    let pages = plan.pages.iter().map(|page| page.name.as_str());
    let pages: BTreeSet<&str> = pages.collect();
    file.reexport("page", None, pages);
    let used = plan.pages.iter();
    let used = used.filter(|page| page.is_used && !page.parameters.is_empty());
    let requests: BTreeSet<&str> = used.map(|page| page.request.as_str()).collect();
    file.reexport("page", Some("server"), requests);
    file.push(quote!(
        pub use specsmith_runtime as runtime;
    ));
}

fn documentation(plan: &Crate<'_>) -> Vec<String> {
    let api = plan.api;
    let mut lines = markdown::doc_comment(&format!("{}, version {}.", api.title, api.version));
    if !api.notes.is_empty() {
        docs::push_paragraph(&mut lines, docs::notes(&api.notes, ""));
    }
    let mut add = |text: &str| docs::push_paragraph(&mut lines, markdown::wrap(text));
    add(
        "The types are in [`types`], the error statuses in [`errors`], and the errors of each operation in \
         [`operations`]. The feature `client` adds the client, `rustls` adds TLS to it, and `server` adds the handler \
         trait and its router. These features are off by default.",
    );
    if plan.webhooks.is_some() {
        add(
            "The requests that the API sends are in [`webhooks`]: `client` adds their sender, and `server` their receiver.",
        );
    }
    let groups: Vec<String> = plan.group_features().map(markdown::code).collect();
    if !groups.is_empty() {
        add(&format!(
            "Each group of operations has a feature, too: {}. These features are on by default. Without the default \
             features, the crate contains only the groups that you choose.",
            docs::list(&groups)
        ));
    }
    lines
}
