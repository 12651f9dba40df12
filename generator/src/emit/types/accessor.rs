//! The method for a field with a default: the field's value, or the default if the field is absent.

use proc_macro2::TokenStream;
use quote::quote;

use super::super::docs;
use super::super::file::{RustFile, ident};
use super::super::rules::{or_default, value};
use crate::api::{Field, Scalar, Type, TypeKind, Value};
use crate::naming::TypeNames;

pub(super) fn accessor(
    names: &TypeNames,
    field: &Field,
    index: usize,
    default: &Value,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let (name, method) = (ident(&names.members[index]), ident(&names.accessors[index]));
    let documentation = docs::sentence(&format!(
        "The value of {}, or its default {}.",
        docs::code(&field.name),
        docs::code(&default.to_string())
    ));
    let string = match &field.ty.ty {
        Type::Scalar(Scalar::String) => default.as_text(),
        Type::Scalar(_) | Type::Named(_) | Type::List(_) | Type::Map(_) => None,
    };
    let (ty, body) = if let Some(text) = string {
        (quote!(&str), quote!(self.#name.as_deref().unwrap_or(#text)))
    } else {
        let ty = file.plain_ty(&field.ty.ty);
        let default = or_default(&value(file, default, &field.ty));
        let cloned = (!is_copy(field, file)).then(|| quote!(.clone()));
        (ty, quote!(self.#name #cloned #default))
    };
    quote! {
        #documentation
        pub fn #method(&self) -> #ty { #body }
    }
}

fn is_copy(field: &Field, file: &RustFile<'_>) -> bool {
    match &field.ty.ty {
        Type::Scalar(scalar) => matches!(
            scalar,
            Scalar::Integer | Scalar::Number | Scalar::Boolean | Scalar::Date | Scalar::Uuid
        ),
        Type::Named(id) => match &file.context().api.type_def(*id).kind {
            TypeKind::Enum(values) => !values.open,
            TypeKind::Newtype(_) | TypeKind::Object(_) => false,
        },
        Type::List(_) | Type::Map(_) => false,
    }
}
