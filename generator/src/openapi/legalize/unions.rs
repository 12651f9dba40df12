//! Unions whose variants nothing tells apart: another order, one object for several, or any value.

mod objects;
mod variants;

use super::Findings;
use crate::check::MAX_VARIANTS;
use crate::diagnostic::UnionCause;
use crate::document::{Document, FieldEntry, TypeEntry, TypeExprKind, UnionEntry};
use crate::hash::{HashMap, HashSet};
use crate::openapi::types::{JSON, is_json};
use crate::openapi::warnings::{Topic, Warnings};
use crate::source::{Span, Spanned};

/// Reordering is tried in the first three rounds only.
const ROUNDS_OF_ORDER: usize = 3;

/// Merging two variants is tried in the first nine rounds only.
const ROUNDS_OF_MERGING: usize = 9;

/// The places of two variants.
#[derive(Clone, Copy)]
struct Pair {
    earlier: Span,
    later: Span,
}

/// A change that makes a union valid.
enum Repair {
    /// Its fields tell the variants apart, not its tag.
    Untag,
    /// The variant that fits fewer values comes first.
    Reorder(Pair),
    /// The variants become one.
    Merge(Pair),
    /// It becomes any JSON value.
    Any,
}

/// Changes the unions with errors; returns whether there are any.
pub(super) fn legalize(
    document: &mut Document,
    findings: &Findings<'_>,
    round: usize,
    warnings: &mut Warnings,
) -> bool {
    let found = document.types.iter().filter_map(|entry| {
        let (cause, pair) = find(entry, findings)?;
        Some((entry.name.value.clone(), cause, pair))
    });
    let mut wrong: Vec<(String, UnionCause, Option<Pair>)> = found.collect();
    // Each change affects the unions after it, so the order of types in the document must not matter.
    wrong.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    let changed = !wrong.is_empty();
    // The types that become any value, with why.
    let mut any: HashMap<String, UnionCause> = HashMap::default();
    for (name, cause, pair) in wrong {
        let Some(union) = union(document, &name) else {
            continue;
        };
        match choose(document, union, cause, pair, round) {
            Repair::Untag => untag(document, &name, warnings),
            Repair::Reorder(pair) => reorder(document, &name, pair),
            Repair::Merge(pair) => {
                take_back_overlap(union, warnings);
                if !variants::merge(document, &name, pair, warnings) {
                    any.insert(name, cause);
                }
            }
            Repair::Any => {
                any.insert(name, cause);
            }
        }
    }
    replace_by_json(document, &any, warnings);
    changed
}

/// Replaces these unions by the type `json` wherever they are used.
fn replace_by_json(
    document: &mut Document,
    unions: &HashMap<String, UnionCause>,
    warnings: &mut Warnings,
) {
    for entry in &document.types {
        let name = &entry.name.value;
        let Some((union, cause)) = entry.kind.union().zip(unions.get(name)) else {
            continue;
        };
        take_back_overlap(union, warnings);
        let message = match cause {
            UnionCause::ManyVariants => format!(
                "`{name}` has more than {MAX_VARIANTS} variants that no discriminator tells apart, so it is any JSON value"
            ),
            UnionCause::NoValues
            | UnionCause::NeverChosen { .. }
            | UnionCause::Ambiguous { .. }
            | UnionCause::Rule => {
                format!("nothing tells the variants of `{name}` apart, so it is any JSON value")
            }
        };
        warnings.add(Topic::Union, entry.name.span, &message);
    }
    for name in unions.keys() {
        replace(document, name, &JSON);
    }
    let is_kept = |entry: &TypeEntry| !unions.contains_key(&entry.name.value);
    document.types.retain(is_kept);
}

/// What is wrong with a union as a whole or with one of its variants, and the two variants that nothing tells apart.
fn find(entry: &TypeEntry, findings: &Findings<'_>) -> Option<(UnionCause, Option<Pair>)> {
    let union = entry.kind.union()?;
    if let Some(cause) = findings.unions.get(&entry.name.span) {
        return Some((*cause, None));
    }
    let spans = union.variants.iter().flat_map(|variant| {
        let ty = variant.ty.as_ref().map(|ty| ty.span);
        std::iter::once(variant.name.span).chain(ty)
    });
    let mut found = spans.filter_map(|span| Some((span, *findings.unions.get(&span)?)));
    let (later, cause) = found.next()?;
    let pair = match cause {
        UnionCause::NeverChosen { earlier } | UnionCause::Ambiguous { earlier } => {
            Some(Pair { earlier, later })
        }
        UnionCause::NoValues | UnionCause::ManyVariants | UnionCause::Rule => None,
    };
    Some((cause, pair))
}

/// Chooses the repair that keeps most of a union, among the repairs that earlier rounds have not tried in vain.
fn choose(
    document: &Document,
    union: &UnionEntry,
    cause: UnionCause,
    pair: Option<Pair>,
    round: usize,
) -> Repair {
    let is_never_chosen = match cause {
        UnionCause::NoValues | UnionCause::ManyVariants => return Repair::Any,
        UnionCause::NeverChosen { .. } => true,
        UnionCause::Ambiguous { .. } | UnionCause::Rule => false,
    };
    match pair {
        _ if !union.tag.is_empty() => Repair::Untag,
        Some(pair)
            if is_never_chosen && round < ROUNDS_OF_ORDER && is_stricter(document, union, pair) =>
        {
            Repair::Reorder(pair)
        }
        Some(pair) if round < ROUNDS_OF_MERGING => Repair::Merge(pair),
        Some(_) | None => Repair::Any,
    }
}

/// A union by its name.
fn union<'d>(document: &'d Document, name: &str) -> Option<&'d UnionEntry> {
    find_type(document, name)?.kind.union()
}

fn find_type<'d>(document: &'d Document, name: &str) -> Option<&'d TypeEntry> {
    document.types.iter().find(|entry| entry.name.value == name)
}

/// A union with its name, by that name.
fn union_mut<'d>(
    document: &'d mut Document,
    name: &str,
) -> Option<(&'d Spanned<String>, &'d mut UnionEntry)> {
    let mut types = document.types.iter_mut();
    let entry = types.find(|entry| entry.name.value == name)?;
    Some((&entry.name, entry.kind.union_mut()?))
}

/// Takes back the warning that a value is read as one of several variants: these variants are one type.
fn take_back_overlap(union: &UnionEntry, warnings: &mut Warnings) {
    for variant in &union.variants {
        warnings.take_back_overlap(variant.name.span);
    }
}

/// The tag does not tell the variants apart, or some variants cannot have it.
fn untag(document: &mut Document, name: &str, warnings: &mut Warnings) {
    let Some((name, union)) = union_mut(document, name) else {
        return;
    };
    let message = format!(
        "the discriminator of `{}` has no effect, because the property in some variants does not allow the variant's value. The \
         fields tell the variants apart",
        name.value
    );
    warnings.add(Topic::Union, name.span, &message);
    union.tag.clear();
    union.tag_kind = None;
    union.default = None;
    union.value = None;
    for variant in &mut union.variants {
        variant.also.clear();
    }
}

/// Whether the later of two variants requires a field that the earlier one does not, so that it can come first.
fn is_stricter(document: &Document, union: &UnionEntry, pair: Pair) -> bool {
    let required = |span: Span| {
        let mut variants = union.variants.iter();
        let variant = variants.find(|variant| variant.name.span == span)?;
        let entry = find_type(document, variant.ty.as_ref()?.named()?.value)?;
        let fields = entry.kind.object()?.iter();
        let required = fields.filter(|field: &&FieldEntry| !field.optional);
        let names: HashSet<&str> = required.map(|field| field.name.value.as_str()).collect();
        Some(names)
    };
    match (required(pair.later), required(pair.earlier)) {
        (Some(later), Some(earlier)) => !later.is_subset(&earlier),
        // A map fits any object.
        (Some(_), None) => true,
        (None, _) => false,
    }
}

/// Puts the variant that fits fewer values first.
fn reorder(document: &mut Document, name: &str, pair: Pair) {
    let Some((_, union)) = union_mut(document, name) else {
        return;
    };
    let mut variants = union.variants.iter();
    let later = variants.position(|variant| variant.name.span == pair.later);
    let mut variants = union.variants.iter();
    let earlier = variants.position(|variant| variant.name.span == pair.earlier);
    if let (Some(later), Some(earlier)) = (later, earlier)
        && earlier < later
    {
        let variant = union.variants.remove(later);
        union.variants.insert(earlier, variant);
    }
}

/// Writes another type wherever one is used.
fn replace(document: &mut Document, name: &str, kind: &TypeExprKind) {
    document.visit_types(&mut |_, ty| {
        let ty = ty.innermost_mut();
        if matches!(&ty.kind, TypeExprKind::Named(target) if target == name) {
            ty.kind = kind.clone();
            ty.nullable &= !is_json(ty);
        }
    });
}

#[cfg(test)]
mod tests {
    use crate::source::SourceFile;

    /// Both maps in each of `A` and `B` become one, so these types are removed while `C` comes after them.
    #[test]
    fn a_union_keeps_its_discriminator_when_types_before_it_are_removed() {
        let maps = |value: &str| {
            format!(
                "{{ anyOf: [{{ type: object, additionalProperties: {{ type: string }} }}, \
                 {{ type: object, additionalProperties: {{ type: {value} }} }}] }}"
            )
        };
        let object = |kind: &str| {
            format!(
                "{{ type: object, required: [kind], properties: {{ kind: {{ const: {kind} }} }} }}"
            )
        };
        let document = format!(
            "openapi: 3.1.0
info: {{ title: Books, version: 1.0.0 }}
paths:
  /books:
    post:
      operationId: add
      requestBody: {{ content: {{ application/json: {{ schema: {{ type: object, properties: {{
        a: {{ $ref: '#/components/schemas/A' }},
        b: {{ $ref: '#/components/schemas/B' }},
        c: {{ $ref: '#/components/schemas/C' }} }} }} }} }} }}
      responses: {{ 204: {{ description: OK }} }}
components:
  schemas:
    A: {}
    B: {}
    C:
      oneOf: [{{ $ref: '#/components/schemas/Cat' }}, {{ $ref: '#/components/schemas/Dog' }}]
      discriminator: {{ propertyName: kind }}
    Cat: {}
    Dog: {}
",
            maps("integer"),
            maps("boolean"),
            object("cat"),
            object("dog"),
        );
        let text = crate::convert(&SourceFile::new("books.yaml", document))
            .unwrap()
            .text;
        for expected in ["a?: map<json>, b?: map<json>", "tag: kind"] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
    }
}
