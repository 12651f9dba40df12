//! Default values and constants as expressions.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

use super::file::RustFile;
use crate::api::{EnumKind, JsonKind, Scalar, Type, TypeId, TypeRef, Value};
use crate::rust::{Kind, is_text};

/// A default as an expression of its type.
pub(super) fn value(file: &mut RustFile<'_>, value: &Value, ty: &TypeRef) -> TokenStream {
    match (value, &ty.ty) {
        (value, Type::Named(id)) => value_of_named_type(file, value, *id),
        (Value::Bool(value), _) => quote!(#value),
        (Value::Integer(_) | Value::Number(_), Type::Scalar(scalar @ Scalar::DecimalNumber)) => {
            let (ty, text) = (file.scalar(*scalar), value.to_plain());
            quote!(rt::parsed::<#ty>(#text))
        }
        (Value::Integer(value), Type::Scalar(scalar)) if scalar.json() == JsonKind::Number => {
            // The default of a number may be written as an integer.
            let value = Literal::f64_unsuffixed(*value as f64);
            quote!(#value)
        }
        (Value::Number(value), _) => {
            let value = Literal::f64_unsuffixed(*value);
            quote!(#value)
        }
        (Value::Integer(value), _) => {
            let value = Literal::i128_unsuffixed(*value);
            quote!(#value)
        }
        (Value::Text(text), Type::Scalar(scalar)) if *scalar != Scalar::String => {
            let ty = file.scalar(*scalar);
            match is_text(file.plan().api, *scalar) {
                true => quote!(#ty::from(#text)),
                false => quote!(rt::parsed::<#ty>(#text)),
            }
        }
        (Value::Text(text), _) => quote!(#text.to_owned()),
        (Value::Null | Value::List(_) | Value::Object(_), _) => {
            quote!(Default::default())
        }
    }
}

/// A default whose type has a name.
fn value_of_named_type(file: &mut RustFile<'_>, value: &Value, id: TypeId) -> TokenStream {
    let (named, name) = (file.plan().named(id), file.type_name(id));
    let (variant, enum_kind) = match &named.kind {
        Kind::Enum(values) => (values.variant(value), values.api.kind),
        Kind::Newtype(_) | Kind::Object(_) | Kind::Tuple(_) | Kind::Alias(_) | Kind::Union(_) => {
            (None, EnumKind::Text)
        }
    };
    match variant {
        Some(variant) => {
            let variant = format_ident!("{variant}");
            quote!(#name::#variant)
        }
        None => {
            let value = enum_value(enum_kind, value);
            quote!(#name::from(#value))
        }
    }
}

/// `Some` with the value, or `None`.
pub(super) fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(Some(#value)),
        None => quote!(None),
    }
}

/// A value of an enumeration as Rust has it on the wire.
pub(super) fn enum_value(kind: EnumKind, value: &Value) -> TokenStream {
    match kind.value(&value.to_plain()) {
        Some(Value::Integer(value)) => {
            let value = Literal::i128_unsuffixed(value);
            quote!(#value)
        }
        Some(Value::Number(value)) => {
            let value = Literal::f64_unsuffixed(value);
            quote!(#value)
        }
        Some(Value::Bool(value)) => quote!(#value),
        Some(Value::Text(_) | Value::Null | Value::List(_) | Value::Object(_)) | None => {
            let text = value.to_plain();
            quote!(#text)
        }
    }
}

/// The value of a constant, as a variant of the runtime's `Literal`.
pub(super) fn literal(value: &Value) -> TokenStream {
    let plain = plain_literal(value);
    match value {
        Value::Integer(_) => quote!(Integer(#plain)),
        Value::Bool(_) => quote!(Boolean(#plain)),
        _ => quote!(Text(#plain)),
    }
}

/// The value of a constant. `check` accepts integers, booleans and text.
pub(super) fn plain_literal(value: &Value) -> TokenStream {
    match value {
        Value::Integer(value) => Literal::i128_unsuffixed(*value).into_token_stream(),
        Value::Bool(value) => value.into_token_stream(),
        value => value.to_plain().into_token_stream(),
    }
}

/// What follows an `Option` to fall back to a default; lazy if the default needs a call.
pub(super) fn or_default(expression: &TokenStream) -> TokenStream {
    let is_call = expression
        .clone()
        .into_iter()
        .any(|token| matches!(token, TokenTree::Group(_)));
    if is_call {
        quote!(.unwrap_or_else(|| #expression))
    } else {
        quote!(.unwrap_or(#expression))
    }
}
