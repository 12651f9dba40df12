//! The headers of responses, as rows of the runtime's macros.

use proc_macro2::TokenStream;
use quote::quote;

use super::file::{hidden, ident};
use super::{docs, markdown};
use crate::api::Api;
use crate::rust::Header;
use crate::rust_printer::Entry;

/// The field of the struct of a response or an error for one of its headers.
pub(super) fn row(api: &Api, header: &Header<'_>, ty: &TokenStream) -> Entry {
    let fallback = format!("The header {}.", markdown::code(&header.api.name));
    let (name, wire) = (ident(&header.name), &header.wire);
    let property = hidden(header.sensitivity).map(|word| quote!(, #word));
    let lines = docs::of_value(api, &header.api.notes, &header.api.ty, &fallback);
    docs::entry(&lines, quote!(pub #name: #ty))
        .with(docs::deprecated(&header.api.notes))
        .with(quote!(#[header(#wire #property)]))
}
