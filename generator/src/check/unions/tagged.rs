//! Unions with a tag: their tags differ, and variants are objects that agree with them.

use super::VARIANT_TYPE;
use crate::api::{Openness, TagKind};
use crate::check::context::Context;
use crate::check::scope::Scope;
use crate::check::shapes::{Objects, object_fields, tag_text};
use crate::diagnostic::{Cause, Code, Diagnostic, Diagnostics, UnionCause};
use crate::document::{
    AdditionalFieldsEntry, FieldEntry, TypeEntryKind, TypeExpr, UnionEntry, VariantEntry,
};
use crate::hash::HashMap;
use crate::source::{Span, Spanned};
use crate::words::{alternatives, with_nearest};

const DECLARED: Code = Code("E0323");
const SAME_TAG: Code = Code("E0324");
const WRONG_TAG: Code = Code("E0325");

pub(super) fn check(union: &UnionEntry, context: &mut Context<'_, '_>) {
    check_tags(union, context.diagnostics);
    if let Some(default) = &union.default
        && !union.names().any(|name| name == default.value)
    {
        let message = format!("there is no variant `{}`", default.value);
        let diagnostic = Diagnostic::error(WRONG_TAG, message, default.span);
        let help = format!("write one of {}", alternatives(union.names()));
        context.report(with_nearest(
            diagnostic,
            &default.value,
            union.names(),
            help,
        ));
    }
    if union.wrapped.is_some() || union.by_event.is_some() || union.value.is_some() {
        return;
    }
    for variant in &union.variants {
        check_variant(variant, union, context);
    }
}

fn check_tags(union: &UnionEntry, diagnostics: &mut Diagnostics) {
    let mut seen: HashMap<&str, Span> = HashMap::default();
    for tag in union.variants.iter().flat_map(VariantEntry::tags) {
        if let Some(first) = seen.insert(&tag.value, tag.span) {
            let message = format!("the tag `{}` occurs twice", tag.value);
            let diagnostic = Diagnostic::error(SAME_TAG, message, tag.span);
            let cause = Cause::Union(UnionCause::Ambiguous { earlier: first });
            diagnostics.push(diagnostic.because(cause).also(first, "first used here"));
        }
        let wanted = match union.tag_kind.as_ref().map(|kind| kind.value) {
            Some(TagKind::Integer) if tag.value.parse::<i64>().is_err() => "an integer",
            Some(TagKind::Boolean) if !matches!(tag.value.as_str(), "true" | "false") => {
                "`true` or `false`"
            }
            Some(TagKind::Integer | TagKind::Boolean | TagKind::Text) | None => continue,
        };
        let message = format!("the tag `{}` must be {wanted}", tag.value);
        let diagnostic = Diagnostic::error(WRONG_TAG, message, tag.span);
        diagnostics.push(diagnostic.help("change the tag, or `of`"));
    }
}

/// A variant whose tag is among its own fields.
fn check_variant(variant: &VariantEntry, union: &UnionEntry, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    let Some(ty) = &variant.ty else {
        if let [_, second, ..] = union.tag.as_slice() {
            context.report(no_tag(variant, second));
        }
        return;
    };
    if scope.union(ty).is_some() {
        check_inner(variant, ty, union, context);
        return;
    }
    let Some(fields) = object_fields(ty, scope) else {
        // An unknown name has its own error.
        if !scope.is_undeclared(ty) {
            let message = format!("the variant `{}` must be an object", variant.name.value);
            context.report(Diagnostic::error(VARIANT_TYPE, message, ty.span).help(
                "use an object or a map, or put the content into a separate field: `value: data`",
            ));
        }
        return;
    };
    let [tag] = union.tag.as_slice() else {
        check_path(variant, fields, union, context);
        return;
    };
    if let Some(part) = part_of_union(ty, &tag.value, scope) {
        let (name, tag_name) = (&variant.name.value, &tag.value);
        let message =
            format!("the variant `{name}` contains another union with the field `{tag_name}`");
        context.report(
            Diagnostic::error(WRONG_TAG, message, ty.span)
                .also(part.span, format!("`{tag_name}` of that union"))
                .help("give this tag another name, or put the content into a separate field: `value: data`"),
        );
        return;
    }
    match FieldEntry::find(fields, &tag.value) {
        Some(field) if is_tag(field, variant, union, scope) => {}
        Some(field) => context.report(other_value(variant, field, tag)),
        None if variant.also.is_empty() => {}
        None => {
            let message = format!("the variant `{}` must declare its tag", variant.name.value);
            let diagnostic = Diagnostic::error(DECLARED, message, variant.name.span)
                .note("it has several tags, and keeps the one that it was sent with")
                .help(format!(
                    "add a field `{}` whose type is an enumeration of exactly these tags",
                    tag.value
                ));
            context.report(diagnostic);
        }
    }
}

/// A variant that is a union itself, whose values have the tags of both.
fn check_inner(
    variant: &VariantEntry,
    ty: &TypeExpr,
    union: &UnionEntry,
    context: &mut Context<'_, '_>,
) {
    let scope = context.scope;
    let name = &variant.name.value;
    let objects = Objects::of(ty, scope).filter(|_| union.tag.len() == 1);
    let (Some(objects), Some(tag)) = (objects, union.tag.first()) else {
        let message = format!("the variant `{name}` must be an object");
        context.report(
            Diagnostic::error(VARIANT_TYPE, message, ty.span)
                .note("some of its values are not objects, or have no place for a second tag")
                .help("put the content into a separate field: `value: data`"),
        );
        return;
    };
    if let Some(taken) = objects.parts.iter().find(|part| part.value == tag.value) {
        let message = format!(
            "the variant `{name}` is a union with a field `{}`",
            tag.value
        );
        context.report(
            Diagnostic::error(WRONG_TAG, message, ty.span)
                .also(taken.span, format!("`{}` of that union", tag.value))
                .help("list the variants of that union instead of it, or rename one of the two fields"),
        );
        return;
    }
    let tags: Vec<Option<&FieldEntry>> = objects
        .fields
        .iter()
        .map(|fields| FieldEntry::find(fields, &tag.value))
        .collect();
    let mut declared = tags.iter().flatten();
    if let Some(field) = declared.find(|field| !is_tag(field, variant, union, scope)) {
        context.report(other_value(variant, field, tag));
        return;
    }
    let is_declared = tags.iter().any(Option::is_some) || !variant.also.is_empty();
    if is_declared && tags.iter().any(Option::is_none) {
        let message = format!("not every variant of the union `{name}` declares its tag");
        context.report(Diagnostic::error(DECLARED, message, ty.span).help(format!(
            "declare the field `{}` in all of its variants{}",
            tag.value,
            if variant.also.is_empty() {
                ", or in none"
            } else {
                ""
            },
        )));
    }
}

/// The tag or the content of a union beside the fields of an object, if it has this name.
fn part_of_union<'d>(ty: &TypeExpr, name: &str, scope: &Scope<'d>) -> Option<&'d Spanned<String>> {
    let Some(TypeEntryKind::Object {
        others: AdditionalFieldsEntry::Union(union),
        ..
    }) = scope.kind(ty)
    else {
        return None;
    };
    let mut parts = scope.union(union)?.parts();
    parts.find(|part| part.value == name)
}

/// Whether the names of a union's tag lead to the constant of a variant.
fn check_path(
    variant: &VariantEntry,
    fields: &[FieldEntry],
    union: &UnionEntry,
    context: &mut Context<'_, '_>,
) {
    let scope = context.scope;
    let mut fields = Some(fields);
    let mut found = None;
    for name in &union.tag {
        found = fields.and_then(|fields| FieldEntry::find(fields, &name.value));
        fields = found.and_then(|field| object_fields(&field.ty, scope));
    }
    if !found.is_some_and(|field| is_tag(field, variant, union, scope)) {
        // There are at least two names.
        let last = union.tag.last();
        context
            .diagnostics
            .extend(last.map(|tag| no_tag(variant, tag)));
    }
}

fn no_tag(variant: &VariantEntry, tag: &Spanned<String>) -> Diagnostic {
    let message = format!("the variant `{}` must declare its tag", variant.name.value);
    Diagnostic::error(DECLARED, message, variant.name.span)
        .also(tag.span, "the tag is in a field of the variant")
        .help(format!(
            "declare the constant in that field: `{}: {{ const: {} }}`",
            tag.value, variant.name.value
        ))
}

fn other_value(variant: &VariantEntry, field: &FieldEntry, tag: &Spanned<String>) -> Diagnostic {
    let name = &variant.name.value;
    let message = format!(
        "the variant `{name}` has a field `{}` that is not its tag",
        tag.value
    );
    Diagnostic::error(DECLARED, message, variant.name.span)
        .also(field.name.span, "this field")
        .help(format!(
            "remove the field, because the union reads and writes the tag, or write `{}: {{ const: {name} }}`",
            tag.value
        ))
}

/// Whether the values of a field are exactly the tags of a variant.
fn is_tag(
    field: &FieldEntry,
    variant: &VariantEntry,
    union: &UnionEntry,
    scope: &Scope<'_>,
) -> bool {
    let is_default = union
        .default
        .as_ref()
        .is_some_and(|name| name.value == variant.name.value);
    // An optional constant is always written, too.
    if let Some(constant) = &field.constant {
        return variant.also.is_empty() && tag_text(constant).as_ref() == Some(&variant.name.value);
    }
    if field.optional && !is_default {
        return false;
    }
    let Some(TypeEntryKind::Enum {
        values,
        open: Openness::Closed,
        ..
    }) = scope.kind(&field.ty)
    else {
        return false;
    };
    let has = |tag: &str| values.iter().any(|value| value.value.value == tag);
    values.len() == variant.tags().count() && variant.tags().all(|tag| has(&tag.value))
}
