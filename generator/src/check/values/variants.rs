//! Values of unions: finds the variant of a value.

use std::borrow::Cow;

use super::scalars::{WRONG_VALUE, wrong};
use crate::api::{EnumKind, Union};
use crate::check::scope::Scope;
use crate::check::shapes::{JsonShape, Objects, contents, shapes, tag_text, variant_shapes};
use crate::diagnostic::Diagnostic;
use crate::document::{FieldEntry, TypeEntry, TypeExpr, UnionEntry, VariantEntry};
use crate::node::{Node, NodeKind};
use crate::words::alternatives;

/// The content of a value, with the type of its variant; `None` if it may be anything.
type Content<'v> = Option<(Cow<'v, Node>, &'v TypeExpr)>;

/// The content of a value of a union, or why it is not such a value.
pub(super) fn content<'v>(
    node: &'v Node,
    union: &'v UnionEntry,
    scope: &Scope<'v>,
) -> Result<Content<'v>, Box<Diagnostic>> {
    if union.is_untagged() {
        untagged(node, union, scope)
    } else if union.wrapped.is_some() {
        wrapped(node, union)
    } else {
        tagged(node, union, scope)
    }
}

fn untagged<'v>(
    node: &'v Node,
    union: &'v UnionEntry,
    scope: &Scope<'v>,
) -> Result<Content<'v>, Box<Diagnostic>> {
    match chosen(node, union, scope).and_then(|variant| variant.ty.as_ref()) {
        Some(ty) => Ok(Some((Cow::Borrowed(node), ty))),
        None if union.open.is_open_in_requests() => Ok(None),
        None => {
            let wanted = format!(
                "a value of one of the variants {}",
                alternatives(union.names())
            );
            Err(Box::new(wrong(node, &wanted)))
        }
    }
}

fn wrapped<'v>(node: &'v Node, union: &'v UnionEntry) -> Result<Content<'v>, Box<Diagnostic>> {
    let NodeKind::Map(entries) = &node.kind else {
        return Err(Box::new(wrong(node, "an object")));
    };
    if let [(name, content)] = entries.as_slice() {
        let mut variants = union.variants.iter();
        if let Some(variant) = variants.find(|variant| variant.name.value == name.value) {
            let ty = variant.ty.as_ref();
            return Ok(ty.map(|ty| (Cow::Borrowed(content), ty)));
        }
        if union.open.is_open_in_requests() {
            return Ok(None);
        }
    }
    let names = alternatives(union.names());
    let wanted = format!("an object with one of {names} as its only field");
    Err(Box::new(wrong(node, &wanted).label("")))
}

fn tagged<'v>(
    node: &'v Node,
    union: &'v UnionEntry,
    scope: &Scope<'v>,
) -> Result<Content<'v>, Box<Diagnostic>> {
    if !matches!(node.kind, NodeKind::Map(_)) {
        return Err(Box::new(wrong(node, "an object")));
    }
    let (path, content) = parts(union);
    let inner = path.iter().try_fold(node, |node, name| node.get(name));
    let tag = match (inner, &union.default) {
        (Some(tag), _) => tag_text(tag),
        (None, default) => default.as_ref().map(|name| name.value.clone()),
    };
    let variants = || union.variants.iter();
    let found = tag
        .and_then(|tag| variants().find(|variant| variant.tags().any(|known| known.value == tag)));
    let Some(variant) = found else {
        if union.open.is_open_in_requests() && inner.is_some() {
            return Ok(None);
        }
        let tags = variants().flat_map(VariantEntry::tags);
        let wanted = alternatives(tags.map(|tag| tag.value.as_str()));
        let message = format!("`{}` must be one of {wanted}", path.join("."));
        let span = inner.unwrap_or(node).span;
        return Err(Box::new(Diagnostic::error(WRONG_VALUE, message, span)));
    };
    let Some(ty) = &variant.ty else {
        return Ok(None);
    };
    let content = match content {
        Some(name) => match node.get(name) {
            Some(content) => Cow::Borrowed(content),
            None => return Err(Box::new(wrong(node, &format!("an object with `{name}`")))),
        },
        None => without_tag(node, union, ty, scope),
    };
    Ok(Some((content, ty)))
}

/// The names that lead to the tag of a value, and the field with the content, if there is such a field.
fn parts(union: &UnionEntry) -> (Vec<&str>, Option<&str>) {
    if union.by_event.is_some() {
        return (vec![Union::EVENT], Some(Union::DATA));
    }
    let path = union.tag.iter().map(|name| name.value.as_str());
    let content = union.value.as_ref().map(|name| name.value.as_str());
    (path.collect(), content)
}

/// The fields next to a tag, and the tag itself if the variant declares it.
fn without_tag<'v>(
    node: &'v Node,
    union: &UnionEntry,
    ty: &'v TypeExpr,
    scope: &Scope<'v>,
) -> Cow<'v, Node> {
    let mut content = Cow::Borrowed(node);
    if let Some(tag) = union.tag.first() {
        let declares = Objects::of(ty, scope).is_some_and(|objects| {
            let mut fields = objects.fields.into_iter().flatten();
            fields.any(|field| field.name.value == tag.value)
        });
        if !declares {
            content.to_mut().remove(&tag.value);
        }
    }
    content
}

/// The variant that a value looks like; the best match, and of several, the first.
fn chosen<'d>(node: &Node, union: &'d UnionEntry, scope: &Scope<'d>) -> Option<&'d VariantEntry> {
    let variant_shapes = variant_shapes(union, scope).unwrap_or_default();
    let ranked = variant_shapes.iter().filter_map(|candidate| {
        let rank = rank(node, candidate.shape, scope)?;
        Some((rank, candidate.variant))
    });
    let best = ranked.min_by_key(|(rank, _)| *rank);
    best.map(|(_, variant)| variant).or_else(|| {
        // An object that fits none of several gets the errors of the only one, if there is one.
        let mut objects = variant_shapes
            .iter()
            .filter(|candidate| matches!(candidate.shape, JsonShape::Object(_)));
        match (&node.kind, objects.next(), objects.next()) {
            (NodeKind::Map(_), Some(only), None) => Some(only.variant),
            _ => None,
        }
    })
}

/// The rank of a shape for a value; a smaller number is a better match.
fn rank(node: &Node, shape: JsonShape<'_>, scope: &Scope<'_>) -> Option<u8> {
    match (shape, &node.kind) {
        (JsonShape::KnownText(values), NodeKind::Text(text)) => {
            let mut values = values.iter();
            values.any(|value| value.value.value == *text).then_some(0)
        }
        (JsonShape::KnownNumber(values), NodeKind::Integer(..) | NodeKind::Number(..)) => {
            let text = EnumKind::Number.text(node)?;
            let mut values = values.iter();
            values.any(|value| value.value.value == text).then_some(0)
        }
        (JsonShape::Integer, NodeKind::Integer(..)) => Some(1),
        (JsonShape::Number, NodeKind::Integer(..) | NodeKind::Number(..)) => Some(2),
        (JsonShape::Boolean, NodeKind::Bool(_)) => Some(3),
        (JsonShape::Text, NodeKind::Text(_)) => Some(4),
        (JsonShape::List(item), NodeKind::List(items)) => {
            let fits = |node: &Node| {
                let mut shapes = shapes(item, scope).unwrap_or_default().into_iter();
                shapes.any(|shape| rank(node, shape, scope).is_some())
            };
            items.first().is_none_or(fits).then_some(5)
        }
        (JsonShape::Object(entry), NodeKind::Map(_)) => has_shape(node, entry).then_some(6),
        (JsonShape::Map | JsonShape::Tagged, NodeKind::Map(_)) => Some(6),
        (JsonShape::Any, _) => Some(7),
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
            | JsonShape::Map,
            _,
        ) => None,
    }
}

/// Whether a map has the required fields and the constants of an object.
fn has_shape(node: &Node, entry: &TypeEntry) -> bool {
    let (fields, is_closed) = contents(entry);
    let is_met = |field: &FieldEntry| match (node.get(&field.name.value), &field.constant) {
        (Some(node), Some(constant)) => node.is_same(constant),
        (Some(_), None) => true,
        (None, _) => field.optional,
    };
    let is_known = |name: &str| fields.iter().any(|field| field.name.value == name);
    fields.iter().all(is_met)
        && (!is_closed || node.entries().iter().all(|(name, _)| is_known(&name.value)))
}
