//! The value of a successful response.

use proc_macro2::TokenStream;
use quote::quote;

use super::file::RustFile;
use crate::api::{Operation, SuccessContent};

/// The Rust type of the value. An envelope exists on the wire only.
pub(super) fn value_type(operation: &Operation, file: &mut RustFile<'_>) -> TokenStream {
    match &operation.success().content {
        SuccessContent::Empty => quote!(()),
        SuccessContent::Value { ty, .. } => file.ty(ty),
        SuccessContent::Page(item) => {
            let (page, item) = (file.fixed("page", "Page"), file.type_name(*item));
            quote!(#page<#item>)
        }
    }
}
