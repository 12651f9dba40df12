//! Unions whose variants nothing tells apart: another order, one object for several, or any value.

use super::merge;
use crate::api::Scalar;
use crate::check::MAX_VARIANTS;
use crate::diagnostic::{Cause, Diagnostics, UnionCause};
use crate::document::{
    Document, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind, UnionEntry, VariantEntry,
};
use crate::hash::{HashMap, HashSet};
use crate::naming;
use crate::openapi::taken::Taken;
use crate::openapi::warnings::{Topic, Warnings};
use crate::source::{Span, Spanned};

/// In later rounds, another order of variants has not helped.
const ROUNDS_OF_ORDER: usize = 3;

/// In later rounds, one variant for two has not helped either.
const ROUNDS_OF_MERGING: usize = 9;

/// The places of two variants, the later one first.
type Pair = (Span, Span);

/// Changes the unions with errors; returns whether there are any.
pub(super) fn fit(
    document: &mut Document,
    errors: &Diagnostics,
    round: usize,
    warnings: &mut Warnings,
) -> bool {
    let mut places: HashMap<Span, (UnionCause, Option<Span>)> = HashMap::default();
    for error in errors {
        if let Cause::Union(cause) = error.cause() {
            let other = error.labels.get(1).map(|label| label.span);
            places.entry(error.span()).or_insert((cause, other));
        }
    }
    if places.is_empty() {
        return false;
    }
    let mut wrong: Vec<(usize, UnionCause, Option<Pair>)> = Vec::new();
    for (index, entry) in document.types.iter().enumerate() {
        let TypeEntryKind::Union(union) = &entry.kind else {
            continue;
        };
        let of_variant = union.variants.iter().find_map(|variant| {
            let spans = [
                Some(variant.name.span),
                variant.ty.as_ref().map(|ty| ty.span),
            ];
            spans.into_iter().flatten().find_map(|span| {
                let (cause, other) = places.get(&span)?;
                Some((*cause, other.map(|other| (span, other))))
            })
        });
        let whole = places
            .get(&entry.name.span)
            .map(|(cause, _)| (*cause, None));
        if let Some((cause, pair)) = whole.or(of_variant) {
            wrong.push((index, cause, pair));
        }
    }
    // Each change affects the unions after it, so the order of types in the document must not matter.
    let name = |index: usize| document.types.get(index).map(|entry| &entry.name.value);
    wrong.sort_by(|(one, ..), (other, ..)| name(*one).cmp(&name(*other)));
    let mut any: HashSet<String> = HashSet::default();
    // The types with too many variants, which is another reason to be any value.
    let mut many: HashSet<String> = HashSet::default();
    let changed = !wrong.is_empty();
    for (index, cause, pair) in wrong {
        let is_tagged = match &document.types.get(index).map(|entry| &entry.kind) {
            Some(TypeEntryKind::Union(union)) => !union.tag.is_empty(),
            _ => continue,
        };
        if cause == UnionCause::ManyVariants {
            many.extend(document.types.get(index).map(|of| of.name.value.clone()));
        }
        match (cause, pair) {
            (UnionCause::NoValues | UnionCause::ManyVariants, _) => {
                any.extend(document.types.get(index).map(|of| of.name.value.clone()));
            }
            (UnionCause::NeverChosen | UnionCause::Rule, _) if is_tagged => {
                untag(document, index, warnings)
            }
            (UnionCause::NeverChosen, Some(pair))
                if round < ROUNDS_OF_ORDER && is_stricter(document, index, pair) =>
            {
                reorder(document, index, pair);
            }
            (UnionCause::NeverChosen | UnionCause::Rule, Some((later, earlier)))
                if round < ROUNDS_OF_MERGING =>
            {
                let name = document.types.get(index).map(|of| of.name.clone());
                take_back_overlap(document.types.get(index), warnings);
                match merge_variants(document, index, (earlier, later)) {
                    Some(kind) => warn_merged(name, &kind, warnings),
                    None => any.extend(name.map(|name| name.value)),
                }
            }
            (UnionCause::NeverChosen | UnionCause::Rule, _) => {
                any.extend(document.types.get(index).map(|of| of.name.value.clone()))
            }
        }
    }
    for entry in document
        .types
        .iter()
        .filter(|of| any.contains(&of.name.value))
    {
        take_back_overlap(Some(entry), warnings);
        let name = &entry.name.value;
        let message = match many.contains(name) {
            true => format!(
                "`{name}` has more than {MAX_VARIANTS} variants that no discriminator tells apart, so it is any JSON value"
            ),
            false => {
                format!("nothing tells the variants of `{name}` apart, so it is any JSON value")
            }
        };
        warnings.add(Topic::Union, entry.name.span, &message);
    }
    replace_by_json(document, &any);
    changed
}

/// Takes back the warning that a value is read as one of several variants: these variants are one type.
fn take_back_overlap(entry: Option<&TypeEntry>, warnings: &mut Warnings) {
    if let Some(TypeEntryKind::Union(union)) = entry.map(|entry| &entry.kind) {
        for variant in &union.variants {
            warnings.take_back_overlap(variant.name.span);
        }
    }
}

/// The tag does not tell the variants apart, or some variants cannot have it.
fn untag(document: &mut Document, index: usize, warnings: &mut Warnings) {
    if let Some(TypeEntry {
        name,
        kind: TypeEntryKind::Union(union),
        ..
    }) = document.types.get_mut(index)
    {
        let message = format!(
            "the discriminator of `{}` has no effect, because the property in some variants does not allow the variant's value. The \
             fields tell the variants apart",
            name.value
        );
        warnings.add(Topic::Union, name.span, &message);
        union.tag.clear();
        union.of = None;
        union.default = None;
        union.value = None;
        for variant in &mut union.variants {
            variant.also.clear();
        }
    }
}

/// Whether the later of two variants requires a field that the earlier one does not, so that it can come first.
fn is_stricter(document: &Document, index: usize, (later, earlier): Pair) -> bool {
    let union = match document.types.get(index).map(|entry| &entry.kind) {
        Some(TypeEntryKind::Union(union)) => union,
        _ => return false,
    };
    let required = |span: Span| {
        let mut variants = union.variants.iter();
        let variant = variants.find(|of| of.name.span == span)?;
        let name = variant.ty.as_ref()?.named()?.value.to_owned();
        let entry = document.types.iter().find(|of| of.name.value == name)?;
        let TypeEntryKind::Object { fields, .. } = &entry.kind else {
            return None;
        };
        let required = fields.iter().filter(|field| !field.optional);
        Some(required.map(|field| field.name.value.clone()).collect())
    };
    let names: (Option<HashSet<String>>, Option<HashSet<String>>) =
        (required(later), required(earlier));
    match names {
        (Some(later), Some(earlier)) => !later.is_subset(&earlier),
        // A map fits any object.
        (Some(_), None) => true,
        (None, _) => false,
    }
}

/// Puts the variant that fits fewer values first.
fn reorder(document: &mut Document, index: usize, (later, earlier): (Span, Span)) {
    let Some(TypeEntry {
        kind: TypeEntryKind::Union(union),
        ..
    }) = document.types.get_mut(index)
    else {
        return;
    };
    let position =
        |union: &UnionEntry, span: Span| union.variants.iter().position(|of| of.name.span == span);
    if let (Some(from), Some(to)) = (position(union, later), position(union, earlier))
        && to < from
    {
        let variant = union.variants.remove(from);
        union.variants.insert(to, variant);
    }
}

/// Reports that variants are one type, which allows more than they do.
fn warn_merged(name: Option<Spanned<String>>, kind: &str, warnings: &mut Warnings) {
    let Some(name) = name else { return };
    let message = format!(
        "nothing tells some variants of `{}` apart, so they are {kind}",
        name.value
    );
    warnings.add(Topic::Union, name.span, &message);
}

/// Makes one variant of two that look the same, and of all objects if these two are some. Returns what they are now.
fn merge_variants(
    document: &mut Document,
    index: usize,
    (earlier, later): (Span, Span),
) -> Option<String> {
    let Some(TypeEntry {
        name,
        kind: TypeEntryKind::Union(union),
        ..
    }) = document.types.get(index)
    else {
        return None;
    };
    let (name, union) = (name.clone(), union.clone());
    let find = |span: Span| union.variants.iter().find(|of| of.name.span == span);
    let (Some(earlier), Some(later)) = (find(earlier), find(later)) else {
        return None;
    };
    let kinds = (kind(document, earlier), kind(document, later));
    match kinds {
        (Kind::Object, Kind::Object) => {
            merge_objects(document, index, &name, &union).map(|unlimited| {
                let all = "one object with the fields of all";
                match unlimited.as_slice() {
                    [] => all.to_owned(),
                    [_, ..] => format!(
                        "{all}: the limits of `{}`, which differ, are not checked",
                        unlimited.join("`, `")
                    ),
                }
            })
        }
        (Kind::Text, Kind::Text) => {
            let string = TypeExprKind::Scalar(Scalar::String);
            replace_two(document, index, (earlier, later), string);
            Some("any string".to_owned())
        }
        (Kind::Number, Kind::Number) => {
            let number = TypeExprKind::Scalar(Scalar::Number);
            replace_two(document, index, (earlier, later), number);
            Some("any number".to_owned())
        }
        (Kind::List, Kind::List) => {
            let item = TypeExpr::new(TypeExprKind::Scalar(Scalar::Json), name.span);
            let list = TypeExprKind::List(Box::new(item));
            replace_two(document, index, (earlier, later), list);
            Some("a list of any values".to_owned())
        }
        (Kind::Map, Kind::Object) | (Kind::Object, Kind::Map) | (Kind::Map, Kind::Map) => {
            let value = TypeExpr::new(TypeExprKind::Scalar(Scalar::Json), name.span);
            let map = TypeExprKind::Map(Box::new(value));
            replace_two(document, index, (earlier, later), map);
            Some("an object with any fields".to_owned())
        }
        _ => None,
    }
}

/// What the values of a variant look like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Object,
    Map,
    Text,
    Number,
    List,
    Other,
}

fn kind(document: &Document, variant: &VariantEntry) -> Kind {
    let Some(ty) = &variant.ty else {
        return Kind::Other;
    };
    let name = match &ty.kind {
        TypeExprKind::List(_) => return Kind::List,
        TypeExprKind::Map(_) => return Kind::Map,
        TypeExprKind::Scalar(scalar) => {
            use crate::api::JsonKind;
            return match scalar.json() {
                JsonKind::String => Kind::Text,
                JsonKind::Integer | JsonKind::Number => Kind::Number,
                JsonKind::Boolean | JsonKind::Any => Kind::Other,
            };
        }
        TypeExprKind::Named(name) => name,
    };
    let entry = document.types.iter().find(|of| of.name.value == *name);
    match entry.map(|entry| &entry.kind) {
        Some(TypeEntryKind::Object { .. }) => Kind::Object,
        Some(TypeEntryKind::Enum { of, .. }) => match of {
            crate::api::EnumKind::Text => Kind::Text,
            crate::api::EnumKind::Integer | crate::api::EnumKind::Number => Kind::Number,
            crate::api::EnumKind::Boolean => Kind::Other,
        },
        Some(TypeEntryKind::Tuple(_)) => Kind::List,
        _ => Kind::Other,
    }
}

/// One variant instead of two.
fn replace_two(
    document: &mut Document,
    index: usize,
    (earlier, later): (&VariantEntry, &VariantEntry),
    kind: TypeExprKind,
) {
    let word = match &kind {
        TypeExprKind::Scalar(Scalar::String) => "string",
        TypeExprKind::Scalar(_) => "number",
        TypeExprKind::List(_) => "list",
        TypeExprKind::Map(_) | TypeExprKind::Named(_) => "object",
    };
    let span = earlier.name.span;
    let (one, two) = (earlier.name.value.clone(), later.name.value.clone());
    let Some(entry) = document.types.get_mut(index) else {
        return;
    };
    let TypeEntryKind::Union(union) = &mut entry.kind else {
        return;
    };
    union
        .variants
        .retain(|of| of.name.value != one && of.name.value != two);
    let merged = VariantEntry {
        name: Spanned::new(word.to_owned(), span),
        ty: Some(TypeExpr::new(kind, span)),
        text: None,
        also: Vec::new(),
        rust_name: None,
        notes: crate::api::Notes::default(),
    };
    union.variants.push(merged);
    unwrap_single(document, index);
}

/// A union of one type is that type.
fn unwrap_single(document: &mut Document, index: usize) {
    let Some(entry) = document.types.get(index) else {
        return;
    };
    let TypeEntryKind::Union(union) = &entry.kind else {
        return;
    };
    let [only] = union.variants.as_slice() else {
        return;
    };
    let Some(ty) = only.ty.clone() else { return };
    let name = entry.name.value.clone();
    replace(document, &name, &ty.kind);
    document.types.retain(|of| of.name.value != name);
}

/// One object with the fields of all variants that are objects. Returns the fields that lose their limits.
fn merge_objects(
    document: &mut Document,
    index: usize,
    name: &Spanned<String>,
    union: &UnionEntry,
) -> Option<Vec<String>> {
    let is_object = |variant: &&VariantEntry| kind(document, variant) == Kind::Object;
    let objects: Vec<&VariantEntry> = union.variants.iter().filter(is_object).collect();
    let names: Vec<&str> = objects
        .iter()
        .filter_map(|variant| variant.ty.as_ref()?.named().map(|name| name.value))
        .collect();
    let merged = merge::objects(document, &names);
    let unlimited = Some(merged.unlimited);
    if objects.len() == union.variants.len() {
        if let Some(entry) = document.types.get_mut(index) {
            entry.kind = merged.kind;
        }
        return unlimited;
    }
    let names = document.types.iter().map(|of| &of.name.value);
    let mut taken = Taken::of(names.map(|name| naming::type_name(name)));
    let mut unique = format!("{}Object", name.value);
    if !taken.take(naming::type_name(&unique)) {
        unique = taken.another(&unique, naming::type_name);
    }
    let others: Vec<VariantEntry> = union
        .variants
        .iter()
        .filter(|variant| kind(document, variant) != Kind::Object)
        .cloned()
        .collect();
    let span = name.span;
    document.types.push(TypeEntry {
        name: Spanned::new(unique.clone(), span),
        notes: crate::api::Notes::default(),
        sensitivity: crate::api::Sensitivity::Public,
        kind: merged.kind,
        example: None,
        xml: None,
        input_of: None,
    });
    let entry = document.types.get_mut(index)?;
    let TypeEntryKind::Union(union) = &mut entry.kind else {
        return None;
    };
    union.variants = others;
    union.variants.push(VariantEntry {
        name: Spanned::new("object".to_owned(), span),
        ty: Some(TypeExpr::new(TypeExprKind::Named(unique), span)),
        text: None,
        also: Vec::new(),
        rust_name: None,
        notes: crate::api::Notes::default(),
    });
    unlimited
}

/// Writes `json` wherever one of these types is used, and removes the types.
fn replace_by_json(document: &mut Document, names: &HashSet<String>) {
    for name in names {
        replace(document, name, &TypeExprKind::Scalar(Scalar::Json));
    }
    document.types.retain(|of| !names.contains(&of.name.value));
}

/// Writes another type wherever one is used.
fn replace(document: &mut Document, name: &str, kind: &TypeExprKind) {
    document.visit_types(&mut |_, ty| replace_in(ty, name, kind));
}

fn replace_in(ty: &mut TypeExpr, name: &str, kind: &TypeExprKind) {
    match &mut ty.kind {
        TypeExprKind::Named(of) if of == name => {
            ty.kind = kind.clone();
            if matches!(kind, TypeExprKind::Scalar(Scalar::Json)) {
                ty.nullable = false;
            }
        }
        TypeExprKind::Scalar(_) | TypeExprKind::Named(_) => {}
        TypeExprKind::List(inner) | TypeExprKind::Map(inner) => replace_in(inner, name, kind),
    }
}
