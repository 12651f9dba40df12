//! Unions without a tag: the kind and the fields of a value tell which member it is.

use super::super::kinds::Kinds;
use super::super::schema::Schema;
use super::super::type_places::TypePlace;
use super::super::types::{JSON, SchemaType, Typed, Types, is_json};
use super::entries::{notes, untagged, variant};
use super::members::{Member, add_members};
use super::single_values::{same_limits, widest_number};
use crate::api::Scalar;
use crate::document::{Constraints, TypeExpr, TypeExprKind, VariantEntry};
use crate::hash::{HashMap, HashSet};
use crate::source::{Span, Spanned};

/// A union without a tag.
pub(super) fn union<'a>(
    types: &mut Types<'a>,
    members: Vec<Member<'a>>,
    index: usize,
    depth: usize,
) -> SchemaType {
    let is_list = |member: &Member<'_>| {
        member.schema.kinds == Kinds::LIST
            && member.schema.prefix.is_empty()
            && member.schema.choices.is_empty()
    };
    let has_several_lists = members.iter().filter(|member| is_list(member)).count() > 1;
    let common = Common::new(types, &members);
    let mut variants: Vec<VariantEntry> = Vec::new();
    let mut scalars = Kinds::default();
    let mut lists: Vec<Member<'a>> = Vec::new();
    for member in members {
        let kinds = common.kinds(&member);
        let is_scalar =
            [Kinds::STRING, Kinds::INTEGER, Kinds::NUMBER, Kinds::BOOLEAN].contains(&kinds);
        if is_scalar && member.schema.choices.is_empty() && member.schema.values.is_none() {
            let known = scalars;
            scalars = scalars.with(kinds);
            if known == scalars {
                continue;
            }
        }
        if has_several_lists && is_list(&member) {
            lists.push(member);
            continue;
        }
        match common.variant(types, &member, index) {
            Some(variant) => variants.push(variant),
            None => return SchemaType::json(),
        }
    }
    if let Some(first) = lists.first() {
        let span = first.span;
        let (kind, constraints) = merged_lists(types, &lists, index, depth);
        let typed = Typed {
            ty: TypeExpr::new(kind, span),
            constraints,
        };
        let ty = types.constrained(typed, &TypePlace::variant(index, "list"));
        variants.push(variant("list", ty));
    }
    drop_integers(&mut variants);
    make_distinct(&mut variants);
    untagged(variants)
}

/// What all members of a union have in common. If members of one kind have different formats or limits, they become one
/// variant without any.
struct Common {
    /// The type of all numbers.
    number: Option<Scalar>,
    /// Whether strings have several formats or limits.
    has_formats: bool,
    /// Whether several members are objects.
    has_objects: bool,
}

impl Common {
    fn new<'a>(types: &Types<'a>, members: &[Member<'a>]) -> Self {
        let numbers = Kinds::INTEGER.with(Kinds::NUMBER);
        let has_numbers = has_several_limits(types, members, numbers);
        Self {
            number: has_numbers.then(|| widest_number(members)),
            has_formats: has_several_limits(types, members, Kinds::STRING),
            has_objects: members.iter().filter(|member| member.is_object()).count() > 1,
        }
    }

    /// The kinds of the values of a member.
    fn kinds(&self, member: &Member<'_>) -> Kinds {
        match (member.schema.kinds, self.number) {
            (Kinds::INTEGER, Some(Scalar::Number | Scalar::DecimalNumber)) => Kinds::NUMBER,
            (kinds, _) => kinds,
        }
    }

    /// The variant of a member, or `None` if it has any JSON value.
    fn variant<'a>(
        &self,
        types: &mut Types<'a>,
        member: &Member<'a>,
        index: usize,
    ) -> Option<VariantEntry> {
        let kinds = self.kinds(member);
        let name = member.given_name().unwrap_or_else(|| match kinds.count() {
            1 if kinds == Kinds::OBJECT && self.has_objects => telling_name(member),
            1 => kinds.word().to_owned(),
            _ => "value".to_owned(),
        });
        let place = TypePlace::variant(index, &name);
        let mut typed = types.type_of(&member.parts, &place);
        if is_json(&typed.ty) {
            return None;
        }
        let any = match kinds {
            Kinds::INTEGER | Kinds::NUMBER => self.number,
            Kinds::STRING if self.has_formats => Some(Scalar::String),
            _ => None,
        };
        if let Some(scalar) = any.filter(|_| member.schema.values.is_none()) {
            typed = Typed::plain(TypeExpr::new(TypeExprKind::Scalar(scalar), typed.ty.span));
        }
        let mut ty = types.constrained(typed, &place);
        ty.nullable = false;
        Some(VariantEntry {
            notes: notes(member),
            ..VariantEntry::new(Spanned::new(name, member.span), ty)
        })
    }
}

/// Whether several members have one of these kinds, and different formats or limits. Formats and limits are not checked
/// then.
fn has_several_limits<'a>(types: &Types<'a>, members: &[Member<'a>], kinds: Kinds) -> bool {
    let is_one = |member: &&Member<'_>| {
        let schema = &member.schema;
        let is_single = schema.kinds.count() == 1 && kinds.has(schema.kinds);
        is_single && schema.choices.is_empty() && schema.values.is_none()
    };
    let members: Vec<Member<'a>> = members.iter().filter(is_one).cloned().collect();
    let kind = match kinds {
        Kinds::STRING => kinds,
        _ => Kinds::NUMBER,
    };
    members.len() > 1 && same_limits(types, &members, kind).is_none()
}

/// A name for an object without one: the first field that it requires.
fn telling_name(member: &Member<'_>) -> String {
    let schema = &member.schema;
    let mut names = schema
        .properties
        .iter()
        .map(|property| property.name.value.as_str());
    let required = names.find(|name| schema.required.contains_key(name));
    let first = || {
        schema
            .properties
            .first()
            .map(|property| property.name.value.as_str())
    };
    match required.or_else(first) {
        Some(name) => format!("with {name}"),
        None => "object".to_owned(),
    }
}

/// Removes variants of integers if there is a variant of all numbers, which includes them.
fn drop_integers(variants: &mut Vec<VariantEntry>) {
    let is = |variant: &VariantEntry, wanted: fn(&Scalar) -> bool| {
        let kind = variant.ty.as_ref().map(|ty| &ty.kind);
        matches!(kind, Some(TypeExprKind::Scalar(scalar)) if wanted(scalar))
    };
    let is_number = |scalar: &Scalar| {
        matches!(
            scalar,
            Scalar::Number | Scalar::Float | Scalar::DecimalNumber
        )
    };
    if variants.iter().any(|variant| is(variant, is_number)) {
        variants.retain(|variant| !is(variant, |scalar| matches!(scalar, Scalar::Integer(_))));
    }
}

/// Numbers variants whose names are the same in Rust, so that each has a different name.
fn make_distinct(variants: &mut [VariantEntry]) {
    let mut seen: HashSet<String> = HashSet::default();
    // The next number for each name. Without it, many variants with one name would take quadratic time.
    let mut numbers: HashMap<String, usize> = HashMap::default();
    for variant in variants {
        if seen.insert(crate::naming::camel(&variant.name.value)) {
            continue;
        }
        let base = std::mem::take(&mut variant.name.value);
        let number = numbers.entry(base.clone()).or_insert(2);
        loop {
            variant.name.value = format!("{base} {number}");
            *number += 1;
            if seen.insert(crate::naming::camel(&variant.name.value)) {
                break;
            }
        }
    }
}

/// Merges several lists into one list, whose items are a union.
fn merged_lists<'a>(
    types: &mut Types<'a>,
    lists: &[Member<'a>],
    index: usize,
    depth: usize,
) -> (TypeExprKind, Constraints) {
    let limits = same_limits(types, lists, Kinds::LIST)
        .map_or_else(Constraints::default, |schema| {
            schema.limits.of_kind(Kinds::LIST)
        });
    let mut members = Vec::new();
    let mut nullable = false;
    for item in lists
        .iter()
        .flat_map(|list| list.schema.items.iter().flatten())
    {
        add_members(types, *item, &[], &mut nullable, &mut members, 0);
    }
    let span = lists.first().map_or(Span::default(), |list| list.span);
    if members.len() > 1 {
        types
            .files
            .ignore("whether all items of a list are of one type", span);
    }
    let mut item = TypeExpr::new(JSON, Span::default());
    // The items of a list without `items` may be any values.
    let is_any = lists.iter().any(|list| list.schema.items.is_none());
    if depth + 2 < crate::document::MAX_DEPTH && !members.is_empty() && !is_any {
        let place = TypePlace::item(index, depth);
        let schema = Schema::default();
        item = types.in_place_of(span, &schema, &place, &mut |types, index| {
            types.of_members(
                std::mem::take(&mut members),
                &schema,
                index,
                depth + 1,
                &mut nullable,
            )
        });
        item.nullable = nullable && !is_json(&item);
    }
    (TypeExprKind::List(Box::new(item)), limits)
}

/// A union for a schema whose `type` lists several kinds.
pub(in super::super) fn by_kind<'a>(
    types: &mut Types<'a>,
    schema: &Schema<'a>,
    index: usize,
    depth: usize,
) -> SchemaType {
    let mut variants = Vec::new();
    for kind in Kinds::ALL {
        let is_covered = kind == Kinds::INTEGER && schema.kinds.has(Kinds::NUMBER);
        if !schema.kinds.has(kind) || is_covered {
            continue;
        }
        let only = Schema {
            kinds: kind,
            nullable: false,
            ..schema.clone()
        };
        let place = TypePlace {
            depth,
            ..TypePlace::variant(index, kind.word())
        };
        let typed = types.in_place(&only, &[], &place, Span::default());
        let ty = types.constrained(typed, &place);
        variants.push(variant(kind.word(), ty));
    }
    untagged(variants)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distinct(names: &[&str]) -> Vec<String> {
        let ty = TypeExpr::new(JSON, Span::default());
        let mut variants: Vec<VariantEntry> =
            names.iter().map(|name| variant(name, ty.clone())).collect();
        make_distinct(&mut variants);
        variants
            .into_iter()
            .map(|variant| variant.name.value)
            .collect()
    }

    #[test]
    fn variants_with_the_same_name_are_numbered() {
        assert_eq!(distinct(&["a", "b"]), ["a", "b"]);
        // A number may be the name of another variant, and names that differ only in case are the same in Rust.
        assert_eq!(
            distinct(&["a", "a", "a 2", "A", "a", "b"]),
            ["a", "a 2", "a 2 2", "A 3", "a 4", "b"]
        );
        let many = distinct(&["a"; 20_000]);
        assert_eq!(many.last().map(String::as_str), Some("a 20000"));
    }
}
