//! The arguments of functions: `impl Into<…>` if that saves the caller a conversion, otherwise the plain
//! type.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::file::Context;
use crate::api::{Scalar, Type, TypeKind, TypeRef};

/// An argument of a function.
pub(super) struct Given {
    /// Its type in the signature.
    pub(super) ty: TokenStream,
    converts: bool,
}

impl Given {
    /// An argument of this type; `ty` is the type in Rust.
    pub(super) fn new(context: Context<'_>, of: &TypeRef, ty: TokenStream) -> Self {
        if converts(context, of) {
            Self::converted(ty)
        } else {
            Self {
                ty,
                converts: false,
            }
        }
    }

    /// An argument that is always converted.
    pub(super) fn converted(ty: TokenStream) -> Self {
        Self {
            ty: quote!(impl Into<#ty>),
            converts: true,
        }
    }

    /// The value of the argument in the body of the function.
    pub(super) fn value(&self, name: &Ident) -> TokenStream {
        if self.converts {
            quote!(#name.into())
        } else {
            quote!(#name)
        }
    }

    /// The field of a struct literal that takes the argument of the same name.
    pub(super) fn member(&self, name: &Ident) -> TokenStream {
        if self.converts {
            quote!(#name: #name.into())
        } else {
            quote!(#name)
        }
    }

    /// A binding of the value, if it needs one.
    pub(super) fn binding(&self, name: &Ident, ty: &TokenStream) -> Option<TokenStream> {
        self.converts
            .then(|| quote!(let #name: #ty = #name.into();))
    }
}

/// Strings and types that convert from strings: the caller can pass a literal for each.
fn converts(context: Context<'_>, of: &TypeRef) -> bool {
    let text = match &of.ty {
        Type::Scalar(scalar) => *scalar == Scalar::String,
        Type::Named(id) => match &context.api.type_def(*id).kind {
            TypeKind::Newtype(_) => true,
            TypeKind::Enum(values) => values.open,
            TypeKind::Object(_) => false,
        },
        Type::List(_) | Type::Map(_) => false,
    };
    text && !of.nullable
}
