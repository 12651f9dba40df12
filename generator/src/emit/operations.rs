//! The module `operations`: the constants and error enums of the operations, which both sides use.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::docs;
use super::file::RustFile;
use super::work::Work;
use crate::api::{Cause, ErrorStatus, IMPLIED};
use crate::rust::{Crate, Group, Operation};

/// Generates the files of the operations.
pub(super) fn emit<'a>(plan: &'a Crate<'a>, work: &mut Work<'a>) {
    work.file("src/operations/mod.rs", move || emit_root(plan));
    for group in &plan.groups {
        work.file(format!("src/operations/{}.rs", group.module), move || {
            let mut file = RustFile::new(plan);
            file.import_runtime();
            for operation in plan.operations_of(group) {
                emit_operation(plan, operation, &mut file);
            }
            file.finish(&[])
        });
    }
}

fn emit_root(plan: &Crate<'_>) -> String {
    let mut root = RustFile::new(plan);
    for group in &plan.groups {
        let module = format_ident!("{}", group.module);
        root.push(quote!(mod #module;));
    }
    let constants = |group: &Group<'_>| -> Vec<Ident> {
        let operations = plan.operations_of(group);
        operations
            .map(|operation| format_ident!("{}", operation.constant))
            .collect()
    };
    for group in &plan.groups {
        let module = format_ident!("{}", group.module);
        let operations = plan.operations_of(group);
        let errors = operations.map(|operation| format_ident!("{}", operation.error));
        let constants = constants(group);
        root.push(quote!(pub use #module::{#(#errors),*};));
        root.push(quote!(pub use #module::{#(#constants),*};));
    }
    if !plan.groups.is_empty() {
        let constants = plan.groups.iter().flat_map(constants);
        root.import_runtime();
        root.push(quote! {
            /// All operations of the API, for example for metrics.
            pub static ALL: &[&rt::Operation] = &[#(&#constants),*];
        });
    }
    root.finish(&[
        "The operations and their errors: each enum has exactly the documented statuses."
            .to_owned(),
    ])
}

fn emit_operation(plan: &Crate<'_>, operation: &Operation<'_>, file: &mut RustFile<'_>) {
    let constant = format_ident!("{}", operation.constant);
    let (name, method) = (
        &operation.api.name,
        format_ident!("{}", operation.api.method.name()),
    );
    let path = plan.api.template(operation.api);
    let idempotent = operation.api.idempotent;
    let statuses = operation.api.documented_errors();
    let statuses = statuses.map(|error| Literal::u16_unsuffixed(error.status));
    let documentation = docs::sentence(&format!(
        "`{}`",
        docs::operation::route(plan.api, operation.api)
    ));
    file.push(quote! {
        #documentation
        pub static #constant: rt::Operation = rt::Operation {
            name: #name,
            method: rt::Method::#method,
            path: #path,
            idempotent: #idempotent,
            error_statuses: &[#(#statuses),*],
        };
    });
    emit_errors(plan, operation, file);
}

fn emit_errors(plan: &Crate<'_>, operation: &Operation<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", operation.error);
    let errors = plan.errors.set(operation.errors);
    let mut described: Vec<TokenStream> = Vec::new();
    let mut variants: Vec<Ident> = Vec::new();
    for id in &errors.documented {
        let error = plan.errors.get(*id);
        file.import("errors", &error.name);
        let variant = format_ident!("{}", error.name);
        let documentation = docs::attributes(&error_documentation(error.api));
        described.push(quote!(#documentation #variant(#variant)));
        variants.push(variant);
    }
    let implied = errors.implied.map(|id| {
        let error = plan.errors.get(id);
        file.import("errors", &error.name);
        let variant = format_ident!("{}", error.name);
        let documentation = docs::sentence(&format!("500: {} {IMPLIED}", Cause::Failure.when()));
        described.push(quote!(#documentation #variant(#variant)));
        quote!(implied { #variant })
    });
    let documentation = docs::sentence(&format!("The errors of `{}`.", operation.api.name));
    file.push(quote! {
        #documentation
        #[derive(Debug, Clone)]
        pub enum #name { #(#described),* }
    });
    file.push(quote!(rt::operation_error!(#name { #(#variants),* } #implied);));
    let internal = format_ident!("{}", plan.errors.get(plan.errors.internal).name);
    file.push(quote!(rt::internal_error!(#name, #internal);));
}

fn error_documentation(error: &ErrorStatus) -> Vec<String> {
    let when = error.when.as_deref().unwrap_or(&error.message);
    docs::markdown(&format!(
        "{}: {}",
        error.status,
        when.lines().next().unwrap_or_default()
    ))
}
