//! The module `page`: a page of a list and the request for it, with the field names of the API.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::docs;
use super::file::{RustFile, ident};
use super::server::{parameter_documentation, parameter_type, read_parameter};
use crate::rust::{Crate, Page};

/// Generates the file.
pub(super) fn emit(plan: &Crate<'_>, page: &Page<'_>) -> String {
    let (items, total) = (&page.api.items, &page.api.total);
    let (items_name, items_slot) = (ident(&page.items.name), ident(&page.items.slot));
    let (total_name, total_slot) = (ident(&page.total.name), ident(&page.total.slot));
    let items_member = member(&items_name, &items_slot);
    let total_member = member(&total_name, &total_slot);
    let mut file = RustFile::new(plan);
    file.import_runtime();
    let documentation = docs::attributes(&docs::notes(&page.api.notes, "A page of a list."));
    let items_doc = docs::sentence("The items of this page.");
    let total_doc = docs::sentence("The number of items on all pages.");
    file.push(quote! {
        #documentation
        #[derive(Debug, Clone, PartialEq)]
        pub struct Page<T> {
            #items_doc
            pub #items_name: Vec<T>,
            #total_doc
            pub #total_name: i64,
        }
    });
    file.push(quote! {
        impl<T: rt::Decode> rt::Object for Page<T> {
            const FIELDS: &'static [rt::Field] = &[rt::Field::required(#items), rt::Field::required(#total)];

            fn read<'de, A: rt::ObjectAccess<'de>>(mut fields: rt::Fields<'_, A>) -> Result<Self, A::Error> {
                let mut #items_slot = None;
                let mut #total_slot = None;
                while let Some(field) = fields.next()? {
                    match field {
                        0 => fields.set(&mut #items_slot),
                        1 => fields.set(&mut #total_slot),
                        _ => fields.skip(),
                    }?;
                }
                let (Some(#items_slot), Some(#total_slot)) = (#items_slot, #total_slot) else { return fields.incomplete(); };
                Ok(Self { #items_member, #total_member })
            }
        }
    });
    file.push(quote! {
        impl<T: rt::Serialize> rt::Serialize for Page<T> {
            fn serialize<S: rt::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut object = rt::ObjectWriter::new(serializer);
                object.field(#items, &self.#items_name);
                object.field(#total, &self.#total_name);
                object.end()
            }
        }
    });
    file.push(quote!(rt::object!(Page<T>);));
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

/// A field of the struct, from the variable that holds it.
fn member(name: &Ident, slot: &Ident) -> TokenStream {
    if name == slot {
        quote!(#name)
    } else {
        quote!(#name: #slot)
    }
}
