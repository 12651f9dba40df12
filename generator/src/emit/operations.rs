//! The module `operations`: the constants and error enums of the operations, which both sides use.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::docs;
use super::errors::internal_error;
use super::file::{Context, RustFile};
use super::groups::Group;
use super::work::Work;
use crate::api::{Cause, IMPLIED, Operation, OperationError, Order, Origin};
use crate::naming::OperationNames;

/// Generates the files of the operations.
pub(super) fn emit<'a>(context: Context<'a>, groups: &'a [Group<'a>], work: &mut Work<'a>) {
    work.file("src/operations/mod.rs", move || emit_root(context, groups));
    for group in groups {
        work.file(format!("src/operations/{}.rs", group.file), move || {
            let mut file = RustFile::new(context);
            file.import_runtime();
            for (operation, names) in &group.operations {
                emit_operation(context, operation, names, &mut file);
            }
            file.finish(&[])
        });
    }
}

fn emit_root(context: Context<'_>, groups: &[Group<'_>]) -> String {
    let mut root = RustFile::new(context);
    for group in groups {
        let module = group.module();
        root.push(quote!(mod #module;));
    }
    for group in groups {
        let module = group.module();
        let errors = group
            .operations
            .iter()
            .map(|(_, names)| format_ident!("{}", names.error));
        let statics = group
            .operations
            .iter()
            .map(|(_, names)| format_ident!("{}", names.constant));
        root.push(quote!(pub use #module::{#(#errors),*};));
        root.push(quote!(pub use #module::{#(#statics),*};));
    }
    if !groups.is_empty() {
        let operations = groups.iter().flat_map(|group| &group.operations);
        let statics = operations.map(|(_, names)| format_ident!("{}", names.constant));
        root.import_runtime();
        root.push(quote! {
            /// All operations of the API, for example for metrics.
            pub static ALL: &[&rt::Operation] = &[#(&#statics),*];
        });
    }
    root.finish(&[
        "The operations and their errors: each enum has exactly the documented statuses."
            .to_owned(),
    ])
}

fn emit_operation(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) {
    let constant = format_ident!("{}", names.constant);
    let (name, method) = (
        &operation.name,
        format_ident!("{}", operation.method.name()),
    );
    let path = context.api.template(operation);
    let idempotent = operation.idempotent;
    let statuses = operation.documented_errors();
    let statuses = statuses.map(|error| Literal::u16_unsuffixed(error.status));
    let documentation = docs::sentence(&format!("`{}`", route(context, operation)));
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
    emit_errors(context, operation, names, file);
}

fn emit_errors(
    context: Context<'_>,
    operation: &Operation,
    names: &OperationNames,
    file: &mut RustFile<'_>,
) {
    let name = format_ident!("{}", names.error);
    let errors = documented(context, operation);
    let mut described: Vec<TokenStream> = Vec::new();
    for (status, variant) in &errors {
        file.import("errors", &variant.to_string());
        let documentation = docs::attributes(&error_documentation(context, *status));
        described.push(quote!(#documentation #variant(#variant)));
    }
    let variants: Vec<&Ident> = errors.iter().map(|(_, variant)| variant).collect();
    let internal = format_ident!("{}", internal_error(context.api, context.names));
    // A handler can fail even if its operation does not document 500.
    let implied = (!variants.contains(&&internal)).then(|| {
        file.import("errors", &internal.to_string());
        let documentation = docs::sentence(&format!("500: {} {IMPLIED}", Cause::Failure.when()));
        described.push(quote!(#documentation #internal(#internal)));
        quote!(implied { #internal })
    });
    let documentation = docs::sentence(&format!("The errors of `{}`.", operation.name));
    file.push(quote! {
        #documentation
        #[derive(Debug, Clone)]
        pub enum #name { #(#described),* }
    });
    file.push(quote!(rt::operation_error!(#name { #(#variants),* } #implied);));
    file.push(quote!(rt::internal_error!(#name, #internal);));
}

/// The statuses that the operation documents, with their types.
fn documented(context: Context<'_>, operation: &Operation) -> Vec<(u16, Ident)> {
    let named = |error: &OperationError| {
        let index = context
            .api
            .errors
            .iter()
            .position(|entry| entry.status == error.status)?;
        Some((
            error.status,
            format_ident!("{}", context.names.errors[index].name),
        ))
    };
    operation.documented_errors().filter_map(named).collect()
}

fn error_documentation(context: Context<'_>, status: u16) -> Vec<String> {
    let Some(error) = context.api.error(status) else {
        return vec![status.to_string()];
    };
    let when = error.when.as_deref().unwrap_or(&error.message);
    docs::markdown(&format!(
        "{status}: {}",
        when.lines().next().unwrap_or_default()
    ))
}

/// The method and the path template.
pub(super) fn route(context: Context<'_>, operation: &Operation) -> String {
    let template = context.api.template(operation);
    format!("{} {template}", operation.method.name())
}

/// The doc comment of an operation: its description, route, key and order.
pub(super) fn documentation(context: Context<'_>, operation: &Operation) -> Vec<String> {
    let mut lines = docs::notes(
        &operation.notes,
        &format!("The operation `{}`.", operation.name),
    );
    let key = match (operation.key, &context.api.auth) {
        (Some(key), Some(auth)) => {
            format!(
                "; requires an API key of the kind `{}`",
                auth.keys[key].name
            )
        }
        (_, Some(_)) => "; requires no key".to_owned(),
        (_, None) => String::new(),
    };
    lines.push(String::new());
    lines.push(format!("`{}`{key}.", route(context, operation)));
    if let Some(order) = &operation.order {
        lines.extend([String::new(), self::order(order)]);
    }
    lines
}

/// The order of the items of a page, as a sentence.
pub(super) fn order(order: &Order) -> String {
    let direction = order.direction.name();
    format!(
        "The items are ordered by {}, {direction}.",
        docs::code(&order.by)
    )
}

/// The statuses that the rules of the API imply for an operation, as text.
pub(super) fn implied(operation: &Operation) -> Option<String> {
    let implied = operation
        .errors
        .iter()
        .filter(|error| error.origin == Origin::Implied);
    let statuses: Vec<String> = implied.map(|error| error.status.to_string()).collect();
    match statuses.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        [first @ .., last] => Some(format!("{} and {last}", first.join(", "))),
    }
}
