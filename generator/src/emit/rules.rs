//! Constraints and literal values as expressions.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::docs;
use super::file::RustFile;
use crate::api::{Bound, Rules, Scalar, Type, TypeKind, TypeRef, Value};

/// The rules of a value as a slice, if it has any. A pattern becomes a static of the file, compiled
/// once; `owner` is what has the rules, with the name of the static.
pub(super) fn rules(
    rules: &Rules,
    (owner, pattern_name): (&str, &str),
    file: &mut RustFile<'_>,
) -> Option<TokenStream> {
    let numbers =
        range(rules.min.map(bound), rules.max.map(bound)).map(|range| quote!(&rt::within(#range)));
    let length = range(rules.min_length.map(count), rules.max_length.map(count));
    let length = length.map(|range| quote!(&rt::length(#range)));
    let items = range(rules.min_items.map(count), rules.max_items.map(count))
        .map(|range| quote!(&rt::items(#range)));
    let pattern = rules.pattern.as_ref().map(|pattern| {
        let name = format_ident!("{pattern_name}");
        let documentation = docs::sentence(&format!("The pattern of `{owner}`."));
        file.push(quote!(#documentation static #name: rt::Pattern = rt::Pattern::new(#pattern);));
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
            let (context, name) = (file.context(), file.type_name(*id));
            let (definition, names) = (context.api.type_def(*id), &context.names.types[id.0]);
            let text = value.to_plain();
            let TypeKind::Enum(values) = &definition.kind else {
                return quote!(#name::from(#text));
            };
            match values.values.iter().position(|value| value.value == text) {
                Some(index) => {
                    let variant = format_ident!("{}", names.members[index]);
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
