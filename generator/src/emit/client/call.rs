//! Calls with optional parameters, which methods set.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::{RustFile, ident};
use super::method::{call_type, setting};
use crate::api::Presence;
use crate::rust::{Content, Crate, Operation, Parameter};

/// Emits the call of an operation; `name` is its name.
pub(super) fn emit(
    plan: &Crate<'_>,
    operation: &Operation<'_>,
    name: &str,
    file: &mut RustFile<'_>,
) {
    let (call, error) = (
        format_ident!("{name}"),
        file.item("operations", &operation.error),
    );
    let value = file.content(&operation.success.content);
    let ty = call_type(operation, file);
    let documentation = docs::sentence(&format!(
        "A call of [`Client::{}`]: set its optional parameters, then await or `send()` it.",
        operation.method.trim_start_matches("r#")
    ));
    file.push(quote! {
        #documentation
        #[derive(Debug)]
        #[must_use = "a call does nothing until it is awaited or sent"]
        pub struct #call { call: #ty }
    });
    let setters = operation.options();
    let setters: Vec<TokenStream> = setters
        .filter_map(|parameter| setter(parameter, file))
        .collect();
    let stream = stream(plan, operation, file);
    file.push(quote!(impl #call { #(#setters)* #stream }));
    file.push(quote!(rt::client_call!(#call, #value, #error);));
}

/// The method that sets a parameter. Path parameters are never optional.
fn setter(parameter: &Parameter<'_>, file: &mut RustFile<'_>) -> Option<TokenStream> {
    let of = parameter.api;
    let mut lines = docs::notes(&of.notes, &format!("Sets {}.", docs::code(&of.name)));
    if let Some(bounds) = docs::bounds(&of.rules) {
        lines.extend([String::new(), bounds]);
    }
    if let Presence::Default(default) = &of.presence {
        lines.extend([
            String::new(),
            format!("Default: {}.", docs::code(&default.to_string())),
        ]);
    }
    let documentation = docs::attributes(&lines);
    let name = ident(&parameter.name);
    let ty = parameter.given.argument(&file.ty(&of.ty));
    let value = parameter.given.value(&name);
    let (set, wire) = (setting(parameter.place)?, &parameter.wire);
    Some(quote! {
        #documentation
        pub fn #name(mut self, #name: #ty) -> Self {
            self.call.#set(#wire, &#value);
            self
        }
    })
}

/// The method that iterates over all pages.
fn stream(
    plan: &Crate<'_>,
    operation: &Operation<'_>,
    file: &mut RustFile<'_>,
) -> Option<TokenStream> {
    let Content::Page(item) = operation.success.content else {
        return None;
    };
    let page = plan.page.as_ref()?;
    let (item, error) = (
        file.type_name(item),
        file.item("operations", &operation.error),
    );
    let offset = &page.api.offset.name;
    let first = Literal::i64_unsuffixed(page.api.first);
    let (items, total) = (ident(&page.items.name), ident(&page.total.name));
    let documentation = docs::attributes(&[
        "Streams the items of this page and all later ones, and requests pages as they are needed."
            .to_owned(),
    ]);
    Some(quote! {
        #documentation
        #[inline]
        pub fn stream(self) -> rt::Items<#item, #error> {
            self.call.items(#offset, #first, |page| (page.#items, page.#total))
        }
    })
}
