//! The module `page`: a page of a list and the request for it, with the field names of the API.

use quote::quote;

use super::docs;
use super::file::{RustFile, ident};
use super::server::page_request;
use crate::render::Table;
use crate::rust::{Crate, Page};

/// Generates the file.
pub(super) fn emit(plan: &Crate<'_>, page: &Page<'_>) -> String {
    let (items, total) = (&page.api.items, &page.api.total);
    let (items_name, total_name) = (ident(&page.items), ident(&page.total));
    let mut file = RustFile::new(plan);
    file.import_runtime();
    let wire = |field: &str, wire: &str| (field != wire).then(|| quote!(#[field(name = #wire)]));
    let head = docs::entry(
        &docs::notes(&page.api.notes, "A page of a list."),
        quote!(pub struct Page<T>),
    );
    let items = docs::entry(
        &docs::wrap("The items of this page."),
        quote!(pub #items_name: Vec<T>),
    )
    .with(wire(&page.items, items));
    let total = docs::entry(
        &docs::wrap("The number of items on all pages."),
        quote!(pub #total_name: i64),
    )
    .with(wire(&page.total, total));
    let rows = vec![items, total];
    file.push_table("rt::object", &Table { head, rows });
    if page.is_used {
        page_request(&page.parameters, &mut file);
    }
    file.finish(&["Pages of lists.".to_owned()])
}
