//! Constraints and literal values as expressions.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::Ident;

use super::file::RustFile;
use crate::api::{Bound, EnumKind, Integer, JsonKind, Rules, Scalar, Type, TypeId, TypeRef, Value};
use crate::rust::Kind;

/// The attribute with the rules of a value of this type: `#[rules(min_length = 1, pattern = "^[a-z]+$")]`.
pub(super) fn attribute(file: &mut RustFile<'_>, rules: &Rules, ty: &Type) -> Option<TokenStream> {
    self::rules(file, rules, ty).map(|rules| quote!(#[rules(#rules)]))
}

/// The rules of a value of this type as arguments of an attribute: `min_length = 1, pattern = "^[a-z]+$"`.
fn rules(file: &mut RustFile<'_>, rules: &Rules, ty: &Type) -> Option<TokenStream> {
    let limits = named(rules).map(|(name, limit)| quote!(#name = #limit));
    let mut all: Vec<TokenStream> = limits.collect();
    if let Some(step) = rules.multiple_of {
        let step = step.to_string();
        all.push(quote!(multiple_of = #step));
    }
    if let (true, Type::List(item)) = (rules.unique_items, ty) {
        let item = file.ty(item);
        all.push(quote!(unique_items = rt::distinct::<#item>));
    }
    let pattern = rules.pattern.iter();
    all.extend(pattern.map(|pattern| quote!(pattern = #pattern)));
    all.extend(each(file, rules, ty));
    (!all.is_empty()).then(|| quote!(#(#all),*))
}

/// The rules of the items of a list, or of the values of a map.
fn each(file: &mut RustFile<'_>, rules: &Rules, ty: &Type) -> Option<TokenStream> {
    let (place, of) = match ty {
        Type::List(item) => (format_ident!("items"), item),
        Type::Map(value) => (format_ident!("values"), value),
        Type::Scalar(_) | Type::Named(_) => return None,
    };
    let rules = self::rules(file, rules.each.as_deref()?, &of.ty)?;
    let of = file.ty(of);
    Some(quote!(#place = rt::each!(#of: #rules)))
}

/// The functions of the runtime that set limits, in the order in which they are checked.
fn named(rules: &Rules) -> impl Iterator<Item = (Ident, Literal)> {
    let bounds = [rules.min, rules.above, rules.max, rules.below];
    let bounds = bound_functions(&bounds)
        .into_iter()
        .zip(bounds.map(|limit| limit.map(bound)));
    let sizes = [
        ("min_length", rules.min_length),
        ("max_length", rules.max_length),
        ("min_items", rules.min_items),
        ("max_items", rules.max_items),
    ];
    let sizes = sizes.map(|(name, size)| (name, size.map(count)));
    let given = bounds.chain(sizes);
    given.filter_map(|(name, limit)| limit.map(|limit| (format_ident!("{name}"), limit)))
}

/// The functions for bounds: some are for integers, some for integers beyond an `i64`, and some for other numbers.
fn bound_functions(bounds: &[Option<Bound>]) -> [&'static str; 4] {
    let given = || bounds.iter().flatten();
    let is_beyond = |of: &Bound| matches!(of, Bound::Integer(of) if !Integer::Int64.contains(*of));
    if given().any(|of| matches!(of, Bound::Number(_))) {
        ["min_number", "above_number", "max_number", "below_number"]
    } else if given().any(is_beyond) {
        [
            "min_unsigned",
            "above_unsigned",
            "max_unsigned",
            "below_unsigned",
        ]
    } else {
        ["min", "above", "max", "below"]
    }
}

fn bound(bound: Bound) -> Literal {
    match bound {
        Bound::Integer(value) => Literal::i128_unsuffixed(value),
        Bound::Number(value) => Literal::f64_unsuffixed(value),
    }
}

fn count(value: u64) -> Literal {
    Literal::u64_unsuffixed(value)
}

/// A default as an expression of its type.
pub(super) fn value(file: &mut RustFile<'_>, value: &Value, ty: &TypeRef) -> TokenStream {
    match (value, &ty.ty) {
        (value, Type::Named(id)) => of_named(file, value, *id),
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
            match scalar.is_text() {
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
fn of_named(file: &mut RustFile<'_>, value: &Value, id: TypeId) -> TokenStream {
    let (named, name) = (file.plan().named(id), file.type_name(id));
    let (variant, of) = match &named.kind {
        Kind::Enum(values) => (values.variant(value), values.api.of),
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
            let value = enum_value(of, value);
            quote!(#name::from(#value))
        }
    }
}

/// A value of an enumeration as Rust has it on the wire.
pub(super) fn enum_value(of: EnumKind, value: &Value) -> TokenStream {
    match of.value(&value.to_plain()) {
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
