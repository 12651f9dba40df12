//! Constraints and literal values as expressions.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::Ident;

use super::file::RustFile;
use crate::api::{Bound, Rules, Scalar, Type, TypeRef, Value};
use crate::rust::Kind;

/// The rules of a value as arguments of an attribute: `min_length = 1, pattern = "^[a-z]+$"`.
pub(super) fn rules(rules: &Rules) -> Option<TokenStream> {
    let limits = named(rules).map(|(name, limit)| quote!(#name = #limit));
    let pattern = rules.pattern.iter();
    let pattern = pattern.map(|pattern| quote!(pattern = #pattern));
    let all: Vec<TokenStream> = limits.chain(pattern).collect();
    (!all.is_empty()).then(|| quote!(#(#all),*))
}

/// The functions of the runtime that set the rules, in the order in which they are checked.
fn named(rules: &Rules) -> impl Iterator<Item = (Ident, Literal)> {
    let [min, max] = match (rules.min, rules.max) {
        (Some(Bound::Number(_)), _) | (_, Some(Bound::Number(_))) => ["min_number", "max_number"],
        (Some(Bound::Integer(_)) | None, _) => ["min", "max"],
    };
    let all = [
        (min, rules.min.map(bound)),
        (max, rules.max.map(bound)),
        ("min_length", rules.min_length.map(count)),
        ("max_length", rules.max_length.map(count)),
        ("min_items", rules.min_items.map(count)),
        ("max_items", rules.max_items.map(count)),
    ];
    let given = all.into_iter();
    given.filter_map(|(name, limit)| limit.map(|limit| (format_ident!("{name}"), limit)))
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
