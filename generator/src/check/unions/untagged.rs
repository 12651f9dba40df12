//! Unions without a tag: the value decides, so what it looks like must differ from variant to variant.

use super::VARIANT_TYPE;
use crate::check::context::Context;
use crate::check::scope::Scope;
use crate::check::shapes::{
    JsonShape, MAX_VARIANTS, VariantShape, contents, shapes, variant_shapes,
};
use crate::diagnostic::{Cause, Code, Diagnostic, UnionCause};
use crate::document::{FieldEntry, TypeEntry, UnionEntry, VariantEntry};

const AMBIGUOUS: Code = Code("E0326");
const NEVER_CHOSEN: Code = Code("E0327");
const MANY_VARIANTS: Code = Code("E0338");

pub(super) fn check<'d>(entry: &TypeEntry, union: &'d UnionEntry, context: &mut Context<'_, 'd>) {
    let scope = context.scope;
    for variant in &union.variants {
        if variant.ty.is_none() {
            let message = format!("the variant `{}` has no type", variant.name.value);
            let diagnostic = Diagnostic::error(VARIANT_TYPE, message, variant.name.span);
            context
                .report(diagnostic.help("write its type; a variant without content needs a `tag`"));
        }
    }
    let Ok(variant_shapes) = variant_shapes(union, scope) else {
        let name = &entry.name;
        let message = format!(
            "the union `{}` has more than {MAX_VARIANTS} variants, including the variants of unions in it",
            name.value
        );
        let diagnostic = Diagnostic::error(MANY_VARIANTS, message, name.span);
        let diagnostic = diagnostic.because(Cause::Union(UnionCause::ManyVariants));
        context.report(diagnostic.help("give the union a `tag`, or merge variants"));
        return;
    };
    for (index, later) in variant_shapes.iter().enumerate() {
        // A variant with two shapes is a union, which is checked itself.
        let is_other = |earlier: &&VariantShape<'_>| !std::ptr::eq(earlier.variant, later.variant);
        let mut earlier = variant_shapes[..index].iter().filter(is_other);
        let conflict = earlier.find_map(|earlier| conflict(earlier, later, scope));
        context.diagnostics.extend(conflict);
    }
}

/// Why two variants cannot be told apart.
fn conflict(
    earlier: &VariantShape<'_>,
    later: &VariantShape<'_>,
    scope: &Scope<'_>,
) -> Option<Diagnostic> {
    let (one, other) = (earlier.shape, later.shape);
    match (one, other) {
        (JsonShape::KnownText(one), JsonShape::KnownText(other))
        | (JsonShape::KnownNumber(one), JsonShape::KnownNumber(other)) => {
            let is_in = |value: &str| one.iter().any(|known| known.value.value == value);
            let shared = other.iter().find(|value| is_in(&value.value.value))?;
            let what = format!("both have the value `{}`", shared.value.value);
            Some(ambiguous(earlier.variant, later.variant, &what))
        }
        (JsonShape::Text, JsonShape::Text)
        | (JsonShape::Integer, JsonShape::Integer)
        | (JsonShape::Number, JsonShape::Number)
        | (JsonShape::Boolean, JsonShape::Boolean)
        | (JsonShape::Any, JsonShape::Any) => {
            let what = format!("both are {}", one.words());
            Some(ambiguous(earlier.variant, later.variant, &what))
        }
        (JsonShape::List(one), JsonShape::List(other)) => {
            let (items, other_items) = (shapes(one, scope).ok()?, shapes(other, scope).ok()?);
            let shared = items
                .iter()
                .find(|item| other_items.iter().any(|other| item.is_like(other)));
            let what = shared.map(|shape| format!("both are lists of {}", shape.words()))?;
            Some(ambiguous(earlier.variant, later.variant, &what))
        }
        (JsonShape::Map, JsonShape::Map | JsonShape::Object(_) | JsonShape::Tagged) => Some(
            never_chosen(earlier.variant, later.variant, "any object fits it"),
        ),
        (JsonShape::Object(one), JsonShape::Object(other)) => covers(one, other).then(|| {
            let (first, second) = (&earlier.variant.name.value, &later.variant.name.value);
            let why = format!("all that fits `{second}` fits `{first}`");
            never_chosen(earlier.variant, later.variant, &why)
        }),
        (
            JsonShape::KnownText(_)
            | JsonShape::KnownNumber(_)
            | JsonShape::Text
            | JsonShape::Integer
            | JsonShape::Number
            | JsonShape::Boolean
            | JsonShape::List(_)
            | JsonShape::Object(_)
            | JsonShape::Tagged
            | JsonShape::Map
            | JsonShape::Any,
            _,
        ) => None,
    }
}

fn ambiguous(one: &VariantEntry, other: &VariantEntry, what: &str) -> Diagnostic {
    let (first, second) = (&one.name.value, &other.name.value);
    let message = format!("nothing tells `{first}` and `{second}` apart: {what}");
    Diagnostic::error(AMBIGUOUS, message, other.name.span)
        .because(Cause::Union(UnionCause::Ambiguous {
            earlier: one.name.span,
        }))
        .also(one.name.span, "the other variant")
        .help("give the union a `tag`, or merge the two")
}

fn never_chosen(one: &VariantEntry, other: &VariantEntry, why: &str) -> Diagnostic {
    let (first, second) = (&one.name.value, &other.name.value);
    let message = format!("the variant `{second}` is never chosen: {why}");
    Diagnostic::error(NEVER_CHOSEN, message, other.name.span)
        .because(Cause::Union(UnionCause::NeverChosen {
            earlier: one.name.span,
        }))
        .also(one.name.span, format!("`{first}` comes first"))
        .help(format!("put `{second}` first, or give it a constant"))
}

/// Whether every value that looks like the second object looks like the first one.
fn covers(first: &TypeEntry, second: &TypeEntry) -> bool {
    let ((first, is_closed), (second, second_is_closed)) = (contents(first), contents(second));
    let met =
        |field: &FieldEntry| match (FieldEntry::find(second, &field.name.value), &field.constant) {
            (Some(other), Some(constant)) => match &other.constant {
                Some(same) => constant.is_same(same) && (field.optional || !other.optional),
                None => false,
            },
            (Some(other), None) => field.optional || !other.optional,
            (None, _) => field.optional,
        };
    let knows = |field: &FieldEntry| FieldEntry::find(first, &field.name.value).is_some();
    first.iter().all(met) && (!is_closed || (second_is_closed && second.iter().all(knows)))
}
