//! The arguments of functions, and their values.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use crate::rust::ArgumentType;

impl ArgumentType {
    /// The type of the argument in a signature.
    pub(super) fn spelled(self, ty: &TokenStream) -> TokenStream {
        match self {
            Self::Exact => ty.clone(),
            Self::Into => quote!(impl Into<#ty>),
        }
    }

    /// The value of the argument in the body of the function.
    pub(super) fn value(self, name: &Ident) -> TokenStream {
        match self {
            Self::Exact => quote!(#name),
            Self::Into => quote!(#name.into()),
        }
    }

    /// The field of a struct literal that takes the argument of the same name.
    pub(super) fn member(self, name: &Ident) -> TokenStream {
        match self {
            Self::Exact => quote!(#name),
            Self::Into => quote!(#name: #name.into()),
        }
    }
}
