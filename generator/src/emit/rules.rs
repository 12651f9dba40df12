//! Constraints as arguments of attributes.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::file::RustFile;
use crate::api::{Bound, Integer, Rules, Type};

/// The attribute with the rules of a value of this type: `#[rules(min_length = 1, pattern = "^[a-z]+$")]`.
pub(super) fn attribute(file: &mut RustFile<'_>, rules: &Rules, ty: &Type) -> Option<TokenStream> {
    self::rules(file, rules, ty).map(|rules| quote!(#[rules(#rules)]))
}

/// The rules of a value of this type as arguments of an attribute: `min_length = 1, pattern = "^[a-z]+$"`. Limits are
/// in the order in which they are checked.
fn rules(file: &mut RustFile<'_>, rules: &Rules, ty: &Type) -> Option<TokenStream> {
    let Rules {
        min,
        max,
        above,
        below,
        multiple_of,
        min_length,
        max_length,
        pattern,
        min_items,
        max_items,
        unique_items,
        each,
    } = rules;
    let bounds = [*min, *above, *max, *below];
    let bound_literals = bounds.map(|limit| limit.map(bound));
    let sizes = [
        ("min_length", *min_length),
        ("max_length", *max_length),
        ("min_items", *min_items),
        ("max_items", *max_items),
    ];
    let named_limits = bound_functions(&bounds)
        .into_iter()
        .zip(bound_literals)
        .chain(sizes.map(|(name, size)| (name, size.map(count))));
    let mut all: Vec<TokenStream> = named_limits
        .filter_map(|(name, limit)| {
            let (name, limit) = (format_ident!("{name}"), limit?);
            Some(quote!(#name = #limit))
        })
        .collect();
    if let Some(step) = multiple_of {
        let step = step.to_string();
        all.push(quote!(multiple_of = #step));
    }
    if let (true, Type::List(item)) = (unique_items, ty) {
        let item = file.ty(item);
        all.push(quote!(unique_items = rt::distinct::<#item>));
    }
    all.extend(pattern.iter().map(|pattern| quote!(pattern = #pattern)));
    all.extend(each.as_deref().and_then(|each| inner_rules(file, each, ty)));
    (!all.is_empty()).then(|| quote!(#(#all),*))
}

/// The rules of the items of a list, or of the values of a map.
fn inner_rules(file: &mut RustFile<'_>, each: &Rules, ty: &Type) -> Option<TokenStream> {
    let (argument, inner) = match ty {
        Type::List(item) => (format_ident!("items"), item),
        Type::Map(value) => (format_ident!("values"), value),
        Type::Scalar(_) | Type::Named(_) => return None,
    };
    let rules = self::rules(file, each, &inner.ty)?;
    let inner = file.ty(inner);
    Some(quote!(#argument = rt::each!(#inner: #rules)))
}

/// The functions for bounds: some are for integers, some for integers beyond an `i64`, and some for other numbers.
fn bound_functions(bounds: &[Option<Bound>]) -> [&'static str; 4] {
    let given = || bounds.iter().flatten();
    let is_beyond =
        |bound: &Bound| matches!(bound, Bound::Integer(bound) if !Integer::Int64.contains(*bound));
    if given().any(|bound| matches!(bound, Bound::Number(_))) {
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
