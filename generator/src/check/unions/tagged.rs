//! Unions with a tag: their tags differ, and variants are objects that agree with them.

use crate::hash::{HashMap, HashSet};

use super::super::Scope;
use super::super::values::{self, wrong};
use super::VARIANT_TYPE;
use crate::api::{Openness, TagKind, Union};
use crate::diagnostic::{Cause, Code, Diagnostic, Diagnostics, UnionCause};
use crate::document::{
    FieldEntry, OthersEntry, TypeEntryKind, TypeExpr, TypeExprKind, UnionEntry, VariantEntry,
};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::words::{closest, listed};

const DECLARED: Code = Code("E0323");
const SAME_TAG: Code = Code("E0324");
const WRONG_TAG: Code = Code("E0325");
const WRONG_VALUE: Code = Code("E0701");

pub(super) fn check(union: &UnionEntry, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    check_tags(union, diagnostics);
    if let Some(default) = &union.default
        && !union
            .variants
            .iter()
            .any(|of| of.name.value == default.value)
    {
        let names = union.variants.iter().map(|of| of.name.value.as_str());
        let message = format!("there is no variant `{}`", default.value);
        let diagnostic = Diagnostic::error(WRONG_TAG, message, default.span);
        diagnostics.push(match closest(&default.value, names.clone()) {
            Some(near) => diagnostic.did_you_mean(&default.value, near),
            None => diagnostic.help(format!("write one of {}", listed(names))),
        });
    }
    if union.wrapped.is_some() || union.by_event.is_some() || union.value.is_some() {
        return;
    }
    for variant in &union.variants {
        check_variant(variant, union, scope, diagnostics);
    }
}

/// All tags of a variant.
fn tags(variant: &VariantEntry) -> impl Iterator<Item = &Spanned<String>> {
    std::iter::once(&variant.name).chain(&variant.also)
}

fn check_tags(union: &UnionEntry, diagnostics: &mut Diagnostics) {
    let mut seen: HashMap<&str, Span> = HashMap::default();
    for tag in union.variants.iter().flat_map(tags) {
        if let Some(first) = seen.insert(&tag.value, tag.span) {
            let message = format!("the tag `{}` occurs twice", tag.value);
            let diagnostic = Diagnostic::error(SAME_TAG, message, tag.span);
            let cause = Cause::Union(UnionCause::Ambiguous { earlier: first });
            diagnostics.push(diagnostic.because(cause).also(first, "first used here"));
        }
        let wanted = match union.of.as_ref().map(|of| of.value) {
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
fn check_variant(
    variant: &VariantEntry,
    union: &UnionEntry,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let Some(ty) = &variant.ty else {
        if let [_, second, ..] = union.tag.as_slice() {
            diagnostics.push(no_tag(variant, second));
        }
        return;
    };
    if scope.union(ty).is_some() {
        check_inner(variant, ty, union, scope, diagnostics);
        return;
    }
    let Some(fields) = object_fields(ty, scope) else {
        // An unknown name has its own error.
        if is_known(ty, scope) {
            let message = format!("the variant `{}` must be an object", variant.name.value);
            diagnostics.push(Diagnostic::error(VARIANT_TYPE, message, ty.span).help(
                "use an object or a map, or put the content into a field of its own: `value: data`",
            ));
        }
        return;
    };
    let [tag] = union.tag.as_slice() else {
        check_path(variant, fields, union, scope, diagnostics);
        return;
    };
    if let Some(part) = part_of_union(ty, &tag.value, scope) {
        let (name, tag_name) = (&variant.name.value, &tag.value);
        let message =
            format!("the variant `{name}` has a union of its own with the field `{tag_name}`");
        diagnostics.push(
            Diagnostic::error(WRONG_TAG, message, ty.span)
                .also(part.span, format!("`{tag_name}` of that union"))
                .help("give this tag another name, or put the content into a field of its own: `value: data`"),
        );
        return;
    }
    match fields.iter().find(|field| field.name.value == tag.value) {
        Some(field) if is_tag(field, variant, union, scope) => {}
        Some(field) => diagnostics.push(other_value(variant, field, tag)),
        None if variant.also.is_empty() => {}
        None => {
            let message = format!("the variant `{}` must declare its tag", variant.name.value);
            let diagnostic = Diagnostic::error(DECLARED, message, variant.name.span)
                .note("it has several tags, and keeps the one that it was sent with")
                .help(format!(
                    "add a field `{}` whose type is an enumeration of exactly these tags",
                    tag.value
                ));
            diagnostics.push(diagnostic);
        }
    }
}

/// A variant that is a union itself, whose values have the tags of both.
fn check_inner(
    variant: &VariantEntry,
    ty: &TypeExpr,
    union: &UnionEntry,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let name = &variant.name.value;
    let objects = Objects::of(ty, scope).filter(|_| union.tag.len() == 1);
    let (Some(objects), Some(tag)) = (objects, union.tag.first()) else {
        let message = format!("the variant `{name}` must be an object");
        diagnostics.push(
            Diagnostic::error(VARIANT_TYPE, message, ty.span)
                .note("some of its values are not objects, or have no place for a second tag")
                .help("put the content into a field of its own: `value: data`"),
        );
        return;
    };
    if let Some(taken) = objects.parts.iter().find(|part| part.value == tag.value) {
        let message = format!(
            "the variant `{name}` is a union with a field `{}`",
            tag.value
        );
        diagnostics.push(
            Diagnostic::error(WRONG_TAG, message, ty.span)
                .also(taken.span, format!("`{}` of that union", tag.value))
                .help("list the variants of that union instead of it, or rename one of the two fields"),
        );
        return;
    }
    let tags: Vec<Option<&FieldEntry>> = objects
        .fields
        .iter()
        .map(|fields| fields.iter().find(|field| field.name.value == tag.value))
        .collect();
    let mut declared = tags.iter().flatten();
    if let Some(field) = declared.find(|field| !is_tag(field, variant, union, scope)) {
        diagnostics.push(other_value(variant, field, tag));
        return;
    }
    let is_declared = tags.iter().any(Option::is_some) || !variant.also.is_empty();
    if is_declared && tags.iter().any(Option::is_none) {
        let message = format!("not every variant of the union `{name}` declares its tag");
        diagnostics.push(Diagnostic::error(DECLARED, message, ty.span).help(format!(
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

/// What the values of a union are, if all are objects that have a place for a tag.
#[derive(Default)]
struct Objects<'d> {
    /// The fields of each object.
    fields: Vec<&'d [FieldEntry]>,
    /// The tags and contents of the union, and of those in it.
    parts: Vec<&'d Spanned<String>>,
    seen: HashSet<&'d str>,
}

impl<'d> Objects<'d> {
    fn of(ty: &'d TypeExpr, scope: &Scope<'d>) -> Option<Self> {
        let mut objects = Self::default();
        objects.add(ty, scope).then_some(objects)
    }

    /// Adds the values of a type; `false` if some are not objects.
    fn add(&mut self, ty: &'d TypeExpr, scope: &Scope<'d>) -> bool {
        if ty.named().is_some_and(|name| !self.seen.insert(name.value)) {
            return true;
        }
        let Some(union) = scope.union(ty) else {
            let fields = object_fields(ty, scope);
            self.fields.extend(fields);
            return fields.is_some();
        };
        if union.wrapped.is_some() || union.by_event.is_some() {
            return false;
        }
        self.parts.extend(union.tag.iter().chain(&union.value));
        if union.value.is_some() {
            self.fields.push(&[]);
            return true;
        }
        union.variants.iter().all(|variant| match &variant.ty {
            Some(ty) => self.add(ty, scope),
            None => {
                self.fields.push(&[]);
                true
            }
        })
    }
}

/// The tag or the content of a union beside the fields of an object, if it has this name.
fn part_of_union<'d>(ty: &TypeExpr, name: &str, scope: &Scope<'d>) -> Option<&'d Spanned<String>> {
    let Some(TypeEntryKind::Object {
        others: OthersEntry::Union(union),
        ..
    }) = scope.target(ty).map(|entry| &entry.kind)
    else {
        return None;
    };
    let union = scope.union(union)?;
    let mut parts = union.tag.iter().chain(&union.value);
    parts.find(|part| part.value == name)
}

/// Whether the names of a union's tag lead to the constant of a variant.
fn check_path(
    variant: &VariantEntry,
    fields: &[FieldEntry],
    union: &UnionEntry,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let mut fields = Some(fields);
    let mut found = None;
    for name in &union.tag {
        found = fields.and_then(|all| all.iter().find(|field| field.name.value == name.value));
        fields = found.and_then(|field| object_fields(&field.ty, scope));
    }
    if !found.is_some_and(|field| is_tag(field, variant, union, scope)) {
        // There are at least two names.
        let last = union.tag.last();
        diagnostics.extend(last.map(|tag| no_tag(variant, tag)));
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

/// The fields of an object; none for a map.
fn object_fields<'d>(ty: &TypeExpr, scope: &Scope<'d>) -> Option<&'d [FieldEntry]> {
    match &ty.kind {
        TypeExprKind::Map(_) => Some(&[]),
        TypeExprKind::Named(name) => match scope.get(name).map(|entry| &entry.kind) {
            Some(TypeEntryKind::Object { fields, .. }) => Some(fields),
            Some(
                TypeEntryKind::Tuple(_)
                | TypeEntryKind::Enum { .. }
                | TypeEntryKind::Newtype { .. }
                | TypeEntryKind::Alias { .. }
                | TypeEntryKind::Union(_),
            )
            | None => None,
        },
        TypeExprKind::Scalar(_) | TypeExprKind::List(_) => None,
    }
}

fn is_known(ty: &TypeExpr, scope: &Scope<'_>) -> bool {
    match &ty.kind {
        TypeExprKind::Named(name) => scope.get(name).is_some(),
        TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => true,
    }
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
        return variant.also.is_empty() && text(constant) == Some(variant.name.value.clone());
    }
    if field.optional && !is_default {
        return false;
    }
    let TypeExprKind::Named(name) = &field.ty.kind else {
        return false;
    };
    match scope.get(name).map(|entry| &entry.kind) {
        Some(TypeEntryKind::Enum {
            values,
            open: Openness::Closed,
            ..
        }) => {
            let has = |tag: &str| values.iter().any(|value| value.value.value == tag);
            values.len() == tags(variant).count() && tags(variant).all(|tag| has(&tag.value))
        }
        Some(
            TypeEntryKind::Enum { .. }
            | TypeEntryKind::Object { .. }
            | TypeEntryKind::Tuple(_)
            | TypeEntryKind::Newtype { .. }
            | TypeEntryKind::Alias { .. }
            | TypeEntryKind::Union(_),
        )
        | None => false,
    }
}

/// A scalar as the text of a tag.
fn text(node: &Node) -> Option<String> {
    match &node.kind {
        NodeKind::Text(text) => Some(text.clone()),
        NodeKind::Integer(value, _) => Some(value.to_string()),
        NodeKind::Bool(value) => Some(value.to_string()),
        NodeKind::Null | NodeKind::Number(..) | NodeKind::List(_) | NodeKind::Map(_) => None,
    }
}

/// Reports an example that is not a value of a union with a tag.
pub(in crate::check) fn check_value(
    node: &Node,
    union: &UnionEntry,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let NodeKind::Map(entries) = &node.kind else {
        diagnostics.push(wrong(node, "an object"));
        return;
    };
    if union.wrapped.is_some() {
        check_wrapped(node, entries, union, scope, diagnostics);
        return;
    }
    let (path, content) = parts(union);
    let inner = path.iter().try_fold(node, |node, name| entry(node, name));
    let tag = match (inner, &union.default) {
        (Some(tag), _) => text(tag),
        (None, default) => default.as_ref().map(|name| name.value.clone()),
    };
    let variants = || union.variants.iter();
    let found = tag.and_then(|tag| variants().find(|of| tags(of).any(|known| known.value == tag)));
    let Some(variant) = found else {
        if !union.open.is_open_in_requests() || inner.is_none() {
            let wanted = listed(variants().flat_map(tags).map(|tag| tag.value.as_str()));
            let message = format!("`{}` must be one of {wanted}", path.join("."));
            let place = inner.unwrap_or(node).span;
            diagnostics.push(Diagnostic::error(WRONG_VALUE, message, place));
        }
        return;
    };
    let Some(ty) = &variant.ty else { return };
    match content {
        Some(name) => match entry(node, name) {
            Some(content) => values::check(content, ty, scope, diagnostics),
            None => diagnostics.push(wrong(node, &format!("an object with `{name}`"))),
        },
        None => {
            let tag = union.tag.first().map(|tag| &tag.value);
            let declares = Objects::of(ty, scope).is_some_and(|objects| {
                let mut fields = objects.fields.into_iter().flatten();
                fields.any(|field| Some(&field.name.value) == tag)
            });
            let mut content = node.clone();
            if let NodeKind::Map(entries) = &mut content.kind
                && !declares
            {
                entries.retain(|(name, _)| Some(&name.value) != tag);
            }
            values::check(&content, ty, scope, diagnostics);
        }
    }
}

/// The names that lead to the tag of a value, and the field with the content if that is not among the others.
fn parts(union: &UnionEntry) -> (Vec<&str>, Option<&str>) {
    if union.by_event.is_some() {
        return (vec![Union::EVENT], Some(Union::DATA));
    }
    let path = union.tag.iter().map(|name| name.value.as_str());
    let content = union.value.as_ref().map(|name| name.value.as_str());
    (path.collect(), content)
}

fn check_wrapped(
    node: &Node,
    entries: &[(Spanned<String>, Node)],
    union: &UnionEntry,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let names = union.variants.iter().map(|of| of.name.value.as_str());
    let wanted = format!("an object with one of {} as its only field", listed(names));
    let [(name, content)] = entries else {
        diagnostics.push(wrong(node, &wanted).label(""));
        return;
    };
    let variant = union.variants.iter().find(|of| of.name.value == name.value);
    match variant {
        Some(variant) => {
            if let Some(ty) = &variant.ty {
                values::check(content, ty, scope, diagnostics);
            }
        }
        None if union.open.is_open_in_requests() => {}
        None => diagnostics.push(wrong(node, &wanted).label("")),
    }
}

fn entry<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    match &node.kind {
        NodeKind::Map(entries) => {
            let found = entries.iter().find(|(key, _)| key.value == name);
            found.map(|(_, node)| node)
        }
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Text(_)
        | NodeKind::List(_) => None,
    }
}
