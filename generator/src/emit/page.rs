//! The module `page`: pages of lists and the requests for them, with the field names of the API.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::file::{RustFile, ident};
use super::server::page_request;
use super::{docs, markdown, types};
use crate::api::{NextPosition, PageFieldRole};
use crate::rust::{Crate, Page, PageField};
use crate::rust_printer::{Entry, Table};

/// Generates the file.
pub(super) fn emit(plan: &Crate<'_>) -> String {
    let mut file = RustFile::new(plan);
    file.import_runtime();
    for page in &plan.pages {
        emit_page(page, &mut file);
    }
    file.finish(&["Pages of lists.".to_owned()])
}

fn emit_page(page: &Page<'_>, file: &mut RustFile<'_>) {
    match page.api.items {
        Some(_) => emit_object(page, file),
        None => emit_list(page, file),
    }
    if page.is_used {
        if !page.parameters.is_empty() {
            page_request(page, file);
        }
        if page.api.items.is_some() {
            file.push(received(page));
        }
    }
}

/// A page with fields.
fn emit_object(page: &Page<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", page.name);
    let mut lines = docs::notes(&page.api.notes, "A page of a list.");
    let constants = types::constants_documentation(&page.api.constants);
    docs::push_paragraph(&mut lines, constants);
    let head = docs::entry(&lines, quote!(pub struct #name<T>))
        .with(types::constants(&page.api.constants));
    let mut rows = vec![items(page)];
    rows.extend(page.fields.iter().map(|page_field| field(page_field, file)));
    file.push(Table { head, rows }.call("rt::object"));
}

/// A page whose body is the list.
fn emit_list(page: &Page<'_>, file: &mut RustFile<'_>) {
    let Some((position, _)) = page.api.position() else {
        return;
    };
    let (name, ty) = (format_ident!("{}", page.name), file.ty(&position.ty));
    let next = match &page.api.next {
        NextPosition::Header(name) => {
            let name = name.to_ascii_lowercase();
            quote!(header(#name))
        }
        NextPosition::Counted
        | NextPosition::Field
        | NextPosition::Item(_)
        | NextPosition::Url
        | NextPosition::Link => {
            let parameter = &position.name;
            quote!(link(#parameter))
        }
    };
    let lines = docs::notes(&page.api.notes, "A page of a list.");
    let head = docs::entry(&lines, quote!(pub struct #name<T>)).with(quote!(#[next(#next)]));
    let title = format!(
        "The {} of the next page; `None` on the last one.",
        markdown::code(&position.name)
    );
    let next = docs::titled(&title, quote!(pub next: Option<#ty>));
    let rows = vec![items(page), next];
    file.push(Table { head, rows }.call("rt::list_page"));
}

/// What a page says about the list, for the client.
fn received(page: &Page<'_>) -> TokenStream {
    let (name, items) = (format_ident!("{}", page.name), ident(&page.items));
    let facts = page.fields.iter().filter_map(|field| {
        let name = ident(&field.name);
        Some(match field.role {
            PageFieldRole::Total => quote!(.total(page.#name)),
            PageFieldRole::Pages => quote!(.pages(page.#name)),
            PageFieldRole::More => quote!(.more(page.#name)),
            PageFieldRole::Next => match (&page.api.next, page.api.position()) {
                (NextPosition::Url, Some((parameter, _))) => {
                    let parameter = &parameter.name;
                    quote!(.next_url(page.#name, #parameter))
                }
                _ => quote!(.next(page.#name)),
            },
            PageFieldRole::Other => return None,
        })
    });
    let (item, next_item) = match &page.api.next {
        NextPosition::Item(field) => (Some(quote!(: rt::Decode)), Some(quote!(.next_item(#field)))),
        NextPosition::Counted
        | NextPosition::Field
        | NextPosition::Url
        | NextPosition::Header(_)
        | NextPosition::Link => (None, None),
    };
    quote! {
        #[cfg(feature = "client")]
        impl<T #item> From<#name<T>> for rt::ReceivedPage<T> {
            fn from(page: #name<T>) -> Self {
                Self::new(page.#items) #(#facts)* #next_item
            }
        }
    }
}

fn items(page: &Page<'_>) -> Entry {
    let name = ident(&page.items);
    let wire = page.api.items.as_ref().filter(|wire| page.items != **wire);
    let attribute = wire.map(|wire| quote!(#[field(name = #wire)]));
    docs::titled("The items of this page.", quote!(pub #name: Vec<T>)).with(attribute)
}

fn field(field: &PageField<'_>, file: &mut RustFile<'_>) -> Entry {
    let fallback = format!("The field {}.", markdown::code(&field.api.name));
    let (name, ty) = (ident(&field.name), file.value_ty(&field.api.ty));
    let ty = types::wrapped(field.wrapping, ty);
    let lines = docs::of_value(file.plan().api, &field.api.notes, &field.api.ty, &fallback);
    docs::entry(&lines, quote!(pub #name: #ty)).with(types::properties(field.api, &field.name))
}
