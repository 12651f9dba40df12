//! The module `page`: pages of lists and the requests for them, with the field names of the API.

use quote::{format_ident, quote};

use super::docs;
use super::file::{RustFile, ident};
use super::server::page_request;
use crate::api::PageFieldRole;
use crate::render::{Entry, Table};
use crate::rust::{Crate, Page, PageField};

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
    let name = format_ident!("{}", page.name);
    let head = docs::entry(
        &docs::notes(&page.api.notes, "A page of a list."),
        quote!(pub struct #name<T>),
    );
    let rows = page.fields.iter().map(field).collect();
    file.push_table("rt::object", &Table { head, rows });
    if page.is_used {
        page_request(page, file);
    }
}

fn field(field: &PageField<'_>) -> Entry {
    let (documentation, ty) = match field.api.role {
        PageFieldRole::Items => ("The items of this page.", quote!(Vec<T>)),
        PageFieldRole::Total => ("The number of items on all pages.", quote!(i64)),
    };
    let (name, wire) = (ident(&field.name), &field.api.name);
    let attribute = (field.name != *wire).then(|| quote!(#[field(name = #wire)]));
    docs::entry(&docs::wrap(documentation), quote!(pub #name: #ty)).with(attribute)
}
