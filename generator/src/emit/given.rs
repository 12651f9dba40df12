//! The arguments of functions, and their values.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use crate::rust::Given;

impl Given {
    /// The type of an argument in a signature.
    pub(super) fn argument(self, ty: &TokenStream) -> TokenStream {
        match self {
            Self::Plain => ty.clone(),
            Self::Converted => quote!(impl Into<#ty>),
        }
    }

    /// The value of the argument in the body of the function.
    pub(super) fn value(self, name: &Ident) -> TokenStream {
        match self {
            Self::Plain => quote!(#name),
            Self::Converted => quote!(#name.into()),
        }
    }

    /// The field of a struct literal that takes the argument of the same name.
    pub(super) fn member(self, name: &Ident) -> TokenStream {
        match self {
            Self::Plain => quote!(#name),
            Self::Converted => quote!(#name: #name.into()),
        }
    }
}
