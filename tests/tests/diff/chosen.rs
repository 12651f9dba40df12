//! Which variant of a union a value is: without tags, the first one that looks like it.

use crate::compared::{assert_both, specification};
use crate::meanings::breaking;

/// A body that is a union of these variants, with further types.
fn union(variants: &str, types: &str) -> String {
    format!(
        "
types:
  Value: {{ union: {{ {variants} }} }}
{types}
operations: {{ send: {{ route: POST /values, body: Value }} }}
"
    )
}

const CHANGED: &str = "tag-changed Value: breaking, breaking";

/// Asserts what changes on the wire, there and back.
#[track_caller]
fn assert_changes(old: &str, new: &str, there: &[&str], back: &[&str]) {
    assert_both(&specification(old), &specification(new), there, back);
}

/// The objects of these tests: values of `P` may look like `Q`, and those of `R` never.
const OBJECTS: &str = "  P: { fields: { x: string, y?: string } }
  Q: { fields: { y: string } }
  R: { fields: { z: string } }";

#[test]
fn a_new_variant_takes_values_of_another_one_if_it_comes_before() {
    let added = "variant-added Value.q: compatible, breaking";
    let removed = "variant-removed Value.q: breaking, compatible";
    let old = union("p: P", OBJECTS);
    let first = union("q: Q, p: P", OBJECTS);
    assert_changes(&old, &first, &[CHANGED, added], &[CHANGED, removed]);
    let last = union("p: P, q: Q", OBJECTS);
    assert_changes(&old, &last, &[added], &[removed]);
    // No value of the others has its required field.
    let other = union("r: R, p: P", OBJECTS);
    assert_changes(
        &old,
        &other,
        &["variant-added Value.r: compatible, breaking"],
        &["variant-removed Value.r: breaking, compatible"],
    );
}

#[test]
fn a_new_object_takes_values_of_a_map() {
    let (old, new) = (
        union("m: map<string>", OBJECTS),
        union("r: R, m: map<string>", OBJECTS),
    );
    let added = "variant-added Value.r: compatible, breaking";
    let removed = "variant-removed Value.r: breaking, compatible";
    assert_changes(&old, &new, &[CHANGED, added], &[CHANGED, removed]);
    // Its values are of another type.
    let [old, new] = [old, new].map(|text| text.replace("map<string>", "map<integer>"));
    assert_changes(&old, &new, &[added], &[removed]);
}

#[test]
fn an_empty_list_is_the_first_variant_that_is_a_list() {
    let types = "  Texts: { alias: list<string>, min_items: 1 }
  Numbers: { alias: list<integer>, min_items: 1 }";
    let variants = |first: &str, second: &str| union(&format!("{first}, {second}"), types);
    let (texts, numbers) = ("texts: list<string>", "numbers: list<integer>");
    assert_changes(
        &variants(texts, numbers),
        &variants(numbers, texts),
        &[CHANGED],
        &[CHANGED],
    );
    // No list of these is empty.
    let (texts, numbers) = ("texts: Texts", "numbers: Numbers");
    assert_changes(
        &variants(texts, numbers),
        &variants(numbers, texts),
        &[],
        &[],
    );
}

#[test]
fn a_union_among_the_variants_counts_as_its_variants() {
    let inner = |kind: &str| format!("{OBJECTS}\n  Inner: {{ union: {kind} }}");
    let untagged = inner("{ q: Q, text: string }");
    assert_changes(
        &union("p: P, inner: Inner", &untagged),
        &union("inner: Inner, p: P", &untagged),
        &[CHANGED],
        &[CHANGED],
    );
    // Values of `P` may have its tag.
    let tagged = inner("{ r: R, all: {} }, tag: y");
    let with_text = tagged.replace("y?: string", "y?: string, w?: string");
    for types in [&tagged, &with_text] {
        assert_changes(
            &union("p: P, inner: Inner", types),
            &union("inner: Inner, p: P", types),
            &[CHANGED],
            &[CHANGED],
        );
    }
    let by_another_tag = inner("{ r: R, all: {} }, tag: kind");
    assert_changes(
        &union("p: P, inner: Inner", &by_another_tag),
        &union("inner: Inner, p: P", &by_another_tag),
        &[],
        &[],
    );
}

#[test]
fn no_order_decides_about_scalars_and_about_what_has_no_value_in_common() {
    let scalars = "  Level: { enum: [low, high] }";
    let all = [
        "level: Level",
        "text: string",
        "whole: integer",
        "number: number",
    ];
    let reversed: Vec<&str> = all.iter().rev().copied().collect();
    assert_changes(
        &union(&all.join(", "), scalars),
        &union(&reversed.join(", "), scalars),
        &[],
        &[],
    );
    let with = |one: &str, other: &str| {
        format!(
            "  P: {{ fields: {{ kind: {one}, x: string, y?: string }} }}
  Q: {{ fields: {{ kind: {other}, y: string, x?: string }} }}
  Here: {{ enum: [here] }}
  There: {{ enum: [there] }}"
        )
    };
    for (one, other, expected) in [
        ("Here", "There", &[][..]),
        ("Here", "Here", &[CHANGED]),
        ("Here", "string", &[CHANGED]),
        ("Here", "integer", &[]),
        ("list<string>", "map<string>", &[]),
        ("string", "list<string>", &[]),
        ("uuid", "date", &[]),
        ("{ const: here }", "{ const: there }", &[]),
        ("string?", "integer?", &[CHANGED]),
    ] {
        let types = with(one, other);
        assert_changes(
            &union("p: P, q: Q", &types),
            &union("q: Q, p: P", &types),
            expected,
            expected,
        );
    }
}

#[test]
fn code_gets_another_variant_for_the_same_value() {
    let changed = ["tag-changed Value: callers breaking, implementers breaking"];
    let (old, new) = (union("p: P, q: Q", OBJECTS), union("q: Q, p: P", OBJECTS));
    assert_eq!(breaking(&old, &new), changed);
    assert_eq!(breaking(&new, &old), changed);
    let tagged =
        |key: &str| union("p: P, q: Q", OBJECTS).replace("q: Q } }", &format!("q: Q }}, {key} }}"));
    let (old, new) = (tagged("tag: k, default: p"), tagged("tag: k, default: q"));
    assert_eq!(breaking(&old, &new), changed);
    // Another name of the tag is only on the wire.
    assert!(breaking(&tagged("tag: k"), &tagged("tag: l")).is_empty());
}

#[test]
fn a_further_tag_can_be_of_another_variant() {
    let with = |one: &str, other: &str| {
        format!(
            "
types:
  Value:
    union: {{ a: {{ type: string{one} }}, b: {{ type: string{other} }} }}
    tag: kind
    value: data
operations: {{ send: {{ route: POST /values, body: Value }} }}
"
        )
    };
    let (old, new) = (with(", also: [c]", ""), with("", ", also: [c]"));
    let moved = ["meaning-changed Value: callers breaking, implementers breaking"];
    assert_eq!(breaking(&old, &new), moved);
    assert_eq!(breaking(&new, &old), moved);
    assert_changes(&old, &new, &[], &[]);
    // Another tag is the first one of the same variant.
    let renamed = old.replace("a: { type", "c: { type").replace("[c]", "[a]");
    assert!(
        !breaking(&old, &renamed)
            .iter()
            .any(|line| line.starts_with("meaning-"))
    );
}

#[test]
fn variants_without_tags_that_trade_their_names_are_the_same_values() {
    let found = breaking(
        &union("a: string, b: integer", ""),
        &union("b: string, a: integer", ""),
    );
    assert_eq!(
        found,
        [
            "signature-type-changed Value::B: callers breaking, implementers breaking",
            "signature-type-changed Value::A: callers breaking, implementers breaking",
        ]
    );
}
