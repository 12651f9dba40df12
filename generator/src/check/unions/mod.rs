//! Unions: the keys fit together, each variant can be told apart, and each can be chosen.

mod tagged;
mod untagged;

use super::{events, fields, references};
use crate::check::context::Context;
use crate::cycles::components;
use crate::diagnostic::{Cause, Code, Diagnostic, Diagnostics, UnionCause};
use crate::document::{TypeEntry, UnionEntry};
use crate::hash::HashSet;
use crate::source::Span;

const NO_VARIANTS: Code = Code("E0320");
const WRONG_KEY: Code = Code("E0321");
const VARIANT_TYPE: Code = Code("E0322");
const CYCLE: Code = Code("E0328");
const NO_PLACE: Code = Code("E0335");

/// Checks a union.
pub(super) fn check<'d>(entry: &TypeEntry, union: &'d UnionEntry, context: &mut Context<'_, 'd>) {
    if union.variants.is_empty() {
        let message = format!("the union `{}` has no variants", entry.name.value);
        let diagnostic = Diagnostic::error(NO_VARIANTS, message, entry.name.span);
        let diagnostic = diagnostic.because(Cause::Union(UnionCause::NoValues));
        context.report(diagnostic.help("list at least one variant: `union: { card: Card }`"));
        return;
    }
    for variant in &union.variants {
        let Some(ty) = &variant.ty else { continue };
        references::check(ty, context);
        if ty.nullable {
            let message = format!("the variant `{}` cannot be null", variant.name.value);
            let diagnostic = Diagnostic::error(VARIANT_TYPE, message, ty.span)
                .because(Cause::Union(UnionCause::Rule));
            context.report(diagnostic.help("remove the `?`, and write it where the union is used"));
        }
    }
    let before = context.diagnostics.len();
    for variant in &union.variants {
        events::check_text(variant, union, context.diagnostics);
    }
    let first = context.diagnostics.len();
    check_keys(union, context.diagnostics);
    context
        .diagnostics
        .set_cause(first, Cause::Union(UnionCause::Rule));
    for field in &union.fields {
        fields::check(field, context);
    }
    let mut types = union.variants.iter().flat_map(|variant| &variant.ty);
    if context.diagnostics.len() > before || !types.all(|ty| context.scope.is_complete(ty)) {
        return;
    }
    let first = context.diagnostics.len();
    if union.is_untagged() {
        untagged::check(entry, union, context);
    } else {
        tagged::check(union, context);
    }
    context
        .diagnostics
        .set_cause(first, Cause::Union(UnionCause::Rule));
    if union.by_event.is_some() {
        for variant in &union.variants {
            events::check_name(&variant.name, context.diagnostics);
        }
    }
}

/// Reports keys that exclude each other, or that need another one.
fn check_keys(union: &UnionEntry, diagnostics: &mut Diagnostics) {
    let tag = union.tag.first().map(|tag| ("tag", tag.span));
    let wrapped = union.wrapped.map(|span| ("wrapped", span));
    let by_event = union.by_event.map(|span| ("by_event", span));
    let mut ways = [tag, wrapped, by_event].into_iter().flatten();
    if let (Some((first, _)), Some((second, span))) = (ways.next(), ways.next()) {
        let message = format!("a union has `{first}` or `{second}`, not both");
        diagnostics.push(
            Diagnostic::error(WRONG_KEY, message, span)
                .help("choose one way to tell the variants apart"),
        );
        return;
    }
    let mut needs_tag = |key: &str, span: Span| {
        let message = format!("`{key}` needs a `tag`");
        diagnostics.push(
            Diagnostic::error(WRONG_KEY, message, span)
                .help(format!("add `tag: …`, or remove `{key}`")),
        );
    };
    if union.tag.is_empty() {
        if let Some(value) = &union.value {
            needs_tag("value", value.span);
        }
        if let Some(kind) = &union.tag_kind {
            needs_tag("of", kind.span);
        }
        if let Some(default) = &union.default {
            needs_tag("default", default.span);
        }
        for variant in &union.variants {
            if let Some(also) = variant.also.first() {
                needs_tag("also", also.span);
            }
        }
    }
    if let (Some(value), [_, second, ..]) = (&union.value, union.tag.as_slice()) {
        let message = "a union with `value` has its `tag` in the same object";
        let diagnostic = Diagnostic::error(WRONG_KEY, message, value.span);
        diagnostics.push(
            diagnostic
                .also(second.span, "this tag is in another object")
                .help("write the name of one field as `tag`"),
        );
    }
    if let Some(first) = union.fields.first() {
        let message = "a union with `fields` needs a `tag` and a `value` beside them";
        let diagnostic = Diagnostic::error(NO_PLACE, message, first.name.span);
        diagnostics.push(diagnostic.help(
            "add `tag: type` and `value: data`, or let the variants extend an object with these fields",
        ));
    }
}

/// Reports unions that are variants of themselves, and returns their names.
pub(super) fn check_cycles(context: &mut Context<'_, '_>) -> HashSet<String> {
    let scope = context.scope;
    let document = context.document();
    let mut endless = HashSet::default();
    let indexes = TypeEntry::indexes(&document.types);
    let edges = document.types.iter().map(|entry| {
        let variants = entry
            .kind
            .union()
            .into_iter()
            .flat_map(|union| &union.variants);
        let inner = variants.filter_map(|variant| scope.target(variant.ty.as_ref()?));
        let unions = inner.filter(|entry| entry.kind.union().is_some());
        let targets = unions.filter_map(|entry| indexes.get(entry.name.value.as_str()).copied());
        targets.collect()
    });
    let edges: Vec<Vec<usize>> = edges.collect();
    let components = components(&edges);
    for (index, entry) in document.types.iter().enumerate() {
        let mut targets = edges[index].iter();
        if targets.any(|target| components[*target] == components[index]) {
            let message = format!("the union `{}` is a variant of itself", entry.name.value);
            let diagnostic = Diagnostic::error(CYCLE, message, entry.name.span);
            let diagnostic = diagnostic.because(Cause::Union(UnionCause::NoValues));
            context.report(
                diagnostic.help("list the variants of the inner union instead of the union"),
            );
            endless.insert(entry.name.value.clone());
        }
    }
    endless
}
