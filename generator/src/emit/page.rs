//! The module `page`: a page of a list and the request for it, with the field names of the API.

use quote::quote;

use super::docs;
use super::file::{RustFile, ident};
use super::server::page_request;
use crate::rust::{Crate, Page};

/// Generates the file.
pub(super) fn emit(plan: &Crate<'_>, page: &Page<'_>) -> String {
    let (items, total) = (&page.api.items, &page.api.total);
    let (items_name, total_name) = (ident(&page.items), ident(&page.total));
    let mut file = RustFile::new(plan);
    file.import_runtime();
    let documentation = docs::attributes(&docs::notes(&page.api.notes, "A page of a list."));
    let items_doc = docs::sentence("The items of this page.");
    let total_doc = docs::sentence("The number of items on all pages.");
    let wire = |field: &str, wire: &str| (field != wire).then(|| quote!(#[field(name = #wire)]));
    let (items_wire, total_wire) = (wire(&page.items, items), wire(&page.total, total));
    let structure = quote! {
        #documentation
        pub struct Page<T> {
            #items_doc
            #items_wire
            pub #items_name: Vec<T>,
            #total_doc
            #total_wire
            pub #total_name: i64,
        }
    };
    file.push_in_macro("rt::object", structure);
    if page.is_used {
        page_request(&page.parameters, &mut file);
    }
    file.finish(&["Pages of lists.".to_owned()])
}
