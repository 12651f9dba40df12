//! The module `page`: a page of a list and the request for it, with the field names of the API.

use quote::quote;

use super::docs;
use super::file::{RustFile, ident};
use super::server::{parameter_documentation, parameter_type, read_parameter};
use crate::rust::{Crate, Page, Variable};

/// Generates the file.
pub(super) fn emit(plan: &Crate<'_>, page: &Page<'_>) -> String {
    let (items, total) = (&page.api.items, &page.api.total);
    let (items_name, total_name) = (ident(&page.items.name), ident(&page.total.name));
    let mut file = RustFile::new(plan);
    file.import_runtime();
    let documentation = docs::attributes(&docs::notes(&page.api.notes, "A page of a list."));
    let items_doc = docs::sentence("The items of this page.");
    let total_doc = docs::sentence("The number of items on all pages.");
    let wire =
        |field: &Variable, wire: &str| (field.name != wire).then(|| quote!(#[field(name = #wire)]));
    let (items_wire, total_wire) = (wire(&page.items, items), wire(&page.total, total));
    let structure = quote! {
        #documentation
        #[derive(Clone, PartialEq)]
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
        emit_request(page, &mut file);
    }
    file.finish(&["Pages of lists.".to_owned()])
}

/// Generates the page request, which all operations with pages share.
fn emit_request(page: &Page<'_>, file: &mut RustFile<'_>) {
    let mut fields = Vec::new();
    let mut reads = Vec::new();
    let mut members = Vec::new();
    for parameter in &page.parameters {
        let (name, slot) = (ident(&parameter.name), ident(&parameter.slot));
        let documentation = parameter_documentation(parameter);
        let ty = parameter_type(parameter, file);
        fields.push(quote!(#documentation pub #name: #ty));
        let read = read_parameter(parameter, file);
        reads.push(quote!(let #slot = #read;));
        members.push(quote!(#name: #slot?));
    }
    let documentation = docs::sentence("The requested part of a list.");
    file.push(quote! {
        #documentation
        #[cfg(feature = "server")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct PageRequest { #(#fields),* }
    });
    file.push(quote! {
        #[cfg(feature = "server")]
        impl PageRequest {
            pub(crate) fn read(input: &mut rt::Input) -> Result<Self, rt::Invalid> {
                #(#reads)*
                Ok(Self { #(#members),* })
            }
        }
    });
}
