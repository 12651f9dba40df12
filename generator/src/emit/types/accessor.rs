//! The method for a field with a default: the field's value, or the default if the field is absent.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::file::{RustFile, ident};
use super::super::literals::{or_default, value};
use super::super::{docs, markdown};
use crate::rust::{Accessor, Field, Returned};

pub(super) fn accessor(
    field: &Field<'_>,
    accessor: &Accessor<'_>,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let (name, method) = (ident(&field.name), ident(&accessor.name));
    let documentation = docs::sentence(&format!(
        "The value of {}, or its default {}.",
        markdown::code(&field.api.name),
        markdown::code(&accessor.default.to_string())
    ));
    let (ty, body) = match accessor.returned {
        Returned::Text(default) => (
            quote!(&str),
            quote!(self.#name.as_deref().unwrap_or(#default)),
        ),
        Returned::Copy | Returned::Clone => {
            let ty = file.plain_ty(&field.api.ty.ty);
            let default = or_default(&value(file, accessor.default, &field.api.ty));
            let cloned = (accessor.returned == Returned::Clone).then(|| quote!(.clone()));
            (ty, quote!(self.#name #cloned #default))
        }
    };
    quote! {
        #documentation
        pub fn #method(&self) -> #ty { #body }
    }
}
