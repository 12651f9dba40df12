//! Which variants of unions without tags are the same: by their values, whatever they are called, and whichever union they
//! are in.

use std::fmt::Write;
use std::time::{Duration, Instant};

use specsmith::source::SourceFile;

use crate::compared::{assert_both, assert_found, document, found_in, specification};
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

/// Asserts what changes on the wire, there and back.
#[track_caller]
fn assert_changes(old: &str, new: &str, there: &[&str], back: &[&str]) {
    assert_both(&specification(old), &specification(new), there, back);
}

const INNER: &str = "  In: { union: { text: string, number: integer } }
  All: { fields: { all: boolean } }";

#[test]
fn a_union_among_the_variants_is_written_out() {
    let nested = union("one: In, many: list<In>, all: All", INNER);
    let flat = union(
        "text: string, number: integer, many: list<In>, all: All",
        INNER,
    );
    assert_changes(&nested, &flat, &[], &[]);
    // The names of variants are in code.
    let found = breaking(&nested, &flat);
    assert!(
        found.contains(
            &"member-removed Value::One: callers breaking, implementers breaking".to_owned()
        ),
        "{found:#?}"
    );
    let without = union("text: string, many: list<In>, all: All", INNER);
    assert_changes(
        &nested,
        &without,
        &["variant-removed Value.number: breaking, compatible"],
        &["variant-added Value.number: compatible, breaking"],
    );
    let with = union(
        "text: string, number: integer, flag: boolean, many: list<In>, all: All",
        INNER,
    );
    assert_changes(
        &nested,
        &with,
        &["variant-added Value.flag: compatible, breaking"],
        &["variant-removed Value.flag: breaking, compatible"],
    );
}

#[test]
fn an_open_union_has_other_values_in_an_open_union() {
    let open = |text: String| text.replace("} }\n  In", "}, open: true }\n  In");
    let inner = "  In: { union: { text: string, number: integer }, open: true }";
    let nested = open(union("one: In, flag: boolean", inner));
    let flat = open(union("text: string, number: integer, flag: boolean", inner));
    assert_changes(&nested, &flat, &[], &[]);
    // The outer one alone has no other values.
    let closed = union("text: string, number: integer, flag: boolean", inner);
    let found = found_in(
        &specification(&union("one: In, flag: boolean", inner)),
        &specification(&closed),
    );
    assert!(
        found.contains(&"variant-removed Value.one: breaking".to_owned()),
        "{found:#?}"
    );
}

#[test]
fn a_variant_moves_out_of_a_union_among_the_variants() {
    let inner = |variants: &str| {
        format!("  In: {{ union: {{ {variants} }} }}\n  All: {{ fields: {{ all: boolean }} }}")
    };
    let old = union("one: In, flag: boolean", &inner("text: string, all: All"));
    let moved = union("one: In, flag: boolean, all: All", &inner("text: string"));
    assert_changes(&old, &moved, &[], &[]);
    // What changes in a union that stays is at that union.
    let less = union("one: In, flag: boolean", &inner("text: string"));
    assert_changes(
        &old,
        &less,
        &["variant-removed In.all: breaking, compatible"],
        &["variant-added In.all: compatible, breaking"],
    );
}

#[test]
fn the_order_of_variants_counts_those_of_inner_unions() {
    let types = "  In: { union: { q: Q, text: string } }
  P: { fields: { x: string, y?: string } }
  Q: { fields: { y: string } }";
    let changed = ["tag-changed Value: breaking, breaking"];
    let nested = union("p: P, one: In", types);
    assert_changes(&nested, &union("p: P, q: Q, text: string", types), &[], &[]);
    assert_changes(
        &nested,
        &union("q: Q, p: P, text: string", types),
        &changed,
        &changed,
    );
}

/// A body with these members of a choice.
fn members(members: &[&str], schemas: &str) -> SourceFile {
    let members = members.iter().map(|name| match name.starts_with('{') {
        true => (*name).to_owned(),
        false => format!("{{ $ref: '#/components/schemas/{name}' }}"),
    });
    let members: Vec<String> = members.collect();
    let members = members.join(", ");
    document(&format!(
        "
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody: {{ content: {{ application/json: {{ schema: {{ anyOf: [{members}] }} }} }} }}
      responses: {{ '204': {{ description: None. }} }}
components:
  schemas:
{schemas}
"
    ))
}

#[test]
fn a_component_of_a_choice_is_written_in_place() {
    let schemas = "    Text: { anyOf: [{ type: string }, { type: integer }] }
    Texts: { type: array, items: { $ref: '#/components/schemas/Text' } }";
    let named = members(&["Text", "Texts"], schemas);
    for flat in [
        &["{ anyOf: [{ type: string }, { type: integer }] }", "Texts"][..],
        &["{ type: string }", "{ type: integer }", "Texts"],
    ] {
        assert_both(&named, &members(flat, schemas), &[], &[]);
    }
}

#[test]
fn a_tagged_union_in_a_choice_is_written_in_place() {
    let object = |name: &str, kind: &str, more: &str| {
        format!(
            "    {name}: {{ type: object, required: [kind, x], properties: {{ kind: {{ const: {kind} }}, x: {{ type: string }}{more} }} }}
"
        )
    };
    let schemas = |kind: &str, more: &str| {
        let (one, other) = (object("A", kind, more), object("B", "b", ""));
        format!(
            "    Either: {{ oneOf: [{{ $ref: '#/components/schemas/A' }}, {{ $ref: '#/components/schemas/B' }}] }}
{one}{other}"
        )
    };
    let nested = members(&["Either", "{ type: string }"], &schemas("a", ""));
    let flat =
        |kind: &str, more: &str| members(&["A", "B", "{ type: string }"], &schemas(kind, more));
    assert_both(&nested, &flat("a", ""), &[], &[]);
    assert_both(
        &nested,
        &flat("a", ", z: { type: string }"),
        &["optional-field-added A.z: compatible, risky"],
        &["optional-field-removed A.z: risky, compatible"],
    );
    // Another constant is another variant.
    assert_both(
        &nested,
        &flat("c", ""),
        &[
            "variant-added CreateOrderBody.A: compatible, breaking",
            "variant-removed CreateOrderBody.a: breaking, compatible",
        ],
        &[
            "variant-added CreateOrderBody.a: compatible, breaking",
            "variant-removed CreateOrderBody.A: breaking, compatible",
        ],
    );
}

const CARDS: &str = "  Bank: { fields: { iban: string } }
  Holder: { fields: { name: string } }";

#[test]
fn a_variant_has_another_name_and_another_field() {
    let with = |name: &str, fields: &str| {
        let types = format!("{CARDS}\n  {name}: {{ fields: {{ {fields} }} }}");
        union(
            &format!("{}: {name}, bank: Bank", name.to_lowercase()),
            &types,
        )
    };
    let old = with("Card", "number: string, holder: Holder");
    assert_changes(
        &old,
        &with("Plastic", "number: string, holder: Holder, zip?: string"),
        &["optional-field-added Plastic.zip: compatible, risky"],
        &["optional-field-removed Card.zip: risky, compatible"],
    );
    assert_changes(
        &old,
        &with("Plastic", "number: string, holder?: Holder"),
        &["field-became-optional Plastic.holder: compatible, breaking"],
        &["field-became-required Card.holder: breaking, compatible"],
    );
    // Deep inside.
    let new = with("Plastic", "number: string, holder: Holder");
    let deep = new.replace("name: string", "name: string, title?: string");
    assert_changes(
        &old,
        &deep,
        &["optional-field-added Holder.title: compatible, risky"],
        &["optional-field-removed Holder.title: risky, compatible"],
    );
    // The names are in code.
    let found = breaking(&old, &new);
    assert!(
        found.contains(&"type-renamed Plastic: callers breaking, implementers breaking".to_owned()),
        "{found:#?}"
    );
}

#[test]
fn variants_with_nothing_in_common_are_gone_and_new() {
    let with = |name: &str, fields: &str| {
        let types = format!("{CARDS}\n  {name}: {{ fields: {{ {fields} }} }}");
        union(
            &format!("{}: {name}, bank: Bank", name.to_lowercase()),
            &types,
        )
    };
    let gone_and_new = |old: &str, new: &str| {
        [
            format!("variant-added Value.{new}: compatible, breaking"),
            format!("variant-removed Value.{old}: breaking, compatible"),
        ]
    };
    let card = with("Card", "number: string");
    for other in ["coins: integer", "coins: integer, number?: string"] {
        let [new, old] = gone_and_new("card", "cash");
        let [back_new, back_old] = gone_and_new("cash", "card");
        assert_changes(
            &card,
            &with("Cash", other),
            &[&new, &old],
            &[&back_new, &back_old],
        );
    }
    // They have the same fields, and never the same values.
    let kind =
        |name: &str, kind: &str| with(name, &format!("kind: {{ const: {kind} }}, x: string"));
    let [new, old] = gone_and_new("card", "cash");
    let [back_new, back_old] = gone_and_new("cash", "card");
    assert_changes(
        &kind("Card", "a"),
        &kind("Cash", "b"),
        &[&new, &old],
        &[&back_new, &back_old],
    );
}

#[test]
fn the_most_alike_variants_are_the_same() {
    let old = union(
        "a: A, b: B",
        "  A: { fields: { id: string, a: string, x?: string } }
  B: { fields: { id: string, b: string } }",
    );
    let new = union(
        "c: C, d: D",
        "  C: { fields: { id: string, b: string, y?: string } }
  D: { fields: { id: string, a?: string, x?: string } }",
    );
    assert_changes(
        &old,
        &new,
        &[
            "field-became-optional D.a: compatible, breaking",
            "optional-field-added C.y: compatible, risky",
        ],
        &[
            "field-became-required A.a: breaking, compatible",
            "optional-field-removed B.y: risky, compatible",
        ],
    );
}

#[test]
fn the_only_variant_of_a_kind_has_another_name() {
    let with =
        |name: &str, ty: &str, types: &str| union(&format!("text: string, {name}: {ty}"), types);
    assert_changes(
        &with("a", "A", "  A: { fields: { x?: string } }"),
        &with("b", "B", "  B: { fields: { y?: string } }"),
        &[
            "optional-field-added B.y: compatible, risky",
            "optional-field-removed B.x: risky, compatible",
        ],
        &[
            "optional-field-added A.x: compatible, risky",
            "optional-field-removed A.y: risky, compatible",
        ],
    );
    assert_changes(
        &with("numbers", "list<int32>", ""),
        &with("amounts", "list<integer>", ""),
        &["type-widened Value.amounts[]: compatible, breaking"],
        &["type-narrowed Value.numbers[]: breaking, compatible"],
    );
    // Another kind is another variant.
    assert_changes(
        &with("numbers", "list<int32>", ""),
        &with("flag", "boolean", ""),
        &[
            "variant-added Value.flag: compatible, breaking",
            "variant-removed Value.numbers: breaking, compatible",
        ],
        &[
            "variant-added Value.numbers: compatible, breaking",
            "variant-removed Value.flag: breaking, compatible",
        ],
    );
}

const USER: &str = "{ fields: { login: string, name?: string } }";

#[test]
fn the_second_version_of_a_type_has_its_name() {
    let org = "  Org: { fields: { slug: string } }";
    let old = union("user: User, org: Org", &format!("{org}\n  User: {USER}"));
    let new = union(
        "legacy: Legacy, user: User, org: Org",
        &format!(
            "{org}\n  Legacy: {USER}\n  User: {{ fields: {{ email: string, name?: string }} }}"
        ),
    );
    assert_changes(
        &old,
        &new,
        &["variant-added Value.user: compatible, breaking"],
        &["variant-removed Value.user: breaking, compatible"],
    );
    let moved = "meaning-changed Value: callers breaking, implementers breaking".to_owned();
    assert!(breaking(&old, &new).contains(&moved));
    assert!(breaking(&new, &old).contains(&moved));
}

#[test]
fn types_of_variants_trade_their_names() {
    let with = |user: &str, org: &str| {
        union(
            "user: User, org: Org",
            &format!("  User: {user}\n  Org: {org}"),
        )
    };
    let org = "{ fields: { slug: string } }";
    let (old, new) = (with(USER, org), with(org, USER));
    assert_changes(&old, &new, &[], &[]);
    // Code compiles if only constants are different.
    let kind = |kind: &str| format!("{{ fields: {{ kind: {{ const: {kind} }}, x: string }} }}");
    let (old, new) = (
        with(&kind("user"), &kind("org")),
        with(&kind("org"), &kind("user")),
    );
    assert_changes(&old, &new, &[], &[]);
    let moved = ["meaning-changed Value: callers breaking, implementers breaking"];
    assert_eq!(breaking(&old, &new), moved);
    assert_eq!(breaking(&new, &old), moved);
}

/// A union of 300 objects with these fields.
fn many(prefix: &str, fields: impl Fn(usize) -> String) -> String {
    let (mut variants, mut types) = (String::new(), String::new());
    for index in 0..300 {
        write!(variants, "v{index}{prefix}: V{index}{prefix}, ").unwrap();
        let fields = fields(index);
        writeln!(types, "  V{index}{prefix}: {{ fields: {{ {fields} }} }}").unwrap();
    }
    union(&variants, &types)
}

/// Comparing each variant with all others takes minutes.
#[test]
fn many_variants_have_other_names() {
    let own = |index: usize| format!("f{index}: string, next?: Value");
    let constant = |index: usize| format!("kind: {{ const: k{index} }}, x: int32, next?: Value");
    let more = |fields: String| format!("{fields}, more?: string");
    let old = many("a", own);
    let start = Instant::now();
    assert_found(&old, &many("b", own), &[]);
    let found = found_in(
        &specification(&old),
        &specification(&many("b", |index| more(own(index)))),
    );
    assert_eq!(found.len(), 300, "{found:#?}");
    let old = many("a", constant);
    assert_found(&old, &many("b", constant), &[]);
    let found = found_in(
        &specification(&old),
        &specification(&many("b", |index| more(constant(index)))),
    );
    assert_eq!(found.len(), 300, "{found:#?}");
    let other = |index: usize| format!("g{index}: string");
    let found = found_in(&specification(&old), &specification(&many("b", other)));
    assert_eq!(found.len(), 600);
    let took = start.elapsed();
    assert!(took < Duration::from_secs(60), "{took:?}");
}
