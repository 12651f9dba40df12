//! Constraints and literal values as expressions.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::docs;
use super::file::RustFile;
use crate::api::{Bound, Rules, Scalar, Type, TypeRef, Value};
use crate::rust::{Kind, Pattern};

/// The rules of a value as a slice, if it has any. A pattern becomes a static of the file, compiled
/// once.
pub(super) fn rules(
    rules: &Rules,
    pattern: Option<&Pattern>,
    file: &mut RustFile<'_>,
) -> Option<TokenStream> {
    let numbers =
        range(rules.min.map(bound), rules.max.map(bound)).map(|range| quote!(&rt::within(#range)));
    let length = range(rules.min_length.map(count), rules.max_length.map(count));
    let length = length.map(|range| quote!(&rt::length(#range)));
    let items = range(rules.min_items.map(count), rules.max_items.map(count))
        .map(|range| quote!(&rt::items(#range)));
    let pattern = rules.pattern.as_ref().zip(pattern).map(|(text, pattern)| {
        let name = format_ident!("{}", pattern.name);
        let documentation = docs::sentence(&format!("The pattern of `{}`.", pattern.owner));
        file.push(quote!(#documentation static #name: rt::Pattern = rt::Pattern::new(#text);));
        quote!(&rt::pattern(&#name))
    });
    let all: Vec<TokenStream> = [numbers, length, items, pattern]
        .into_iter()
        .flatten()
        .collect();
    (!all.is_empty()).then(|| quote!(&[#(#all),*]))
}

fn range(min: Option<Literal>, max: Option<Literal>) -> Option<TokenStream> {
    match (min, max) {
        (None, None) => None,
        (Some(min), None) => Some(quote!(#min..)),
        (None, Some(max)) => Some(quote!(..=#max)),
        (Some(min), Some(max)) => Some(quote!(#min..=#max)),
    }
}

fn bound(bound: Bound) -> Literal {
    match bound {
        Bound::Integer(value) => Literal::i64_unsuffixed(value),
        Bound::Number(value) => Literal::f64_unsuffixed(value),
    }
}

fn count(value: u64) -> Literal {
    Literal::u64_unsuffixed(value)
}

/// A default as an expression of its type.
pub(super) fn value(file: &mut RustFile<'_>, value: &Value, ty: &TypeRef) -> TokenStream {
    match (value, &ty.ty) {
        (Value::Bool(value), _) => quote!(#value),
        (Value::Integer(value), Type::Scalar(Scalar::Number)) => {
            // A default of type `number` may be written as an integer.
            let value = Literal::f64_unsuffixed(*value as f64);
            quote!(#value)
        }
        (Value::Number(value), _) => {
            let value = Literal::f64_unsuffixed(*value);
            quote!(#value)
        }
        (value, Type::Named(id)) => {
            let (named, name) = (file.plan().named(*id), file.type_name(*id));
            let text = value.to_plain();
            let variant = match &named.kind {
                Kind::Enum(values) => values.variant(&text),
                Kind::Newtype(_) | Kind::Object(_) => None,
            };
            match variant {
                Some(variant) => {
                    let variant = format_ident!("{variant}");
                    quote!(#name::#variant)
                }
                None => quote!(#name::from(#text)),
            }
        }
        (Value::Integer(value), _) => {
            let value = Literal::i64_unsuffixed(*value);
            quote!(#value)
        }
        (Value::Text(text), _) => quote!(#text.to_owned()),
        (Value::Null | Value::List(_) | Value::Object(_), _) => {
            quote!(Default::default())
        }
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
