//! Comparisons inside of the comparison: whether two variants, webhooks or fields have the same values, if their types refer
//! to many others, or to themselves.

use std::fmt::Write;

use crate::compared::{assert_both, assert_found, document, found_in, specification};

/// Types that refer to each other. An object has fields of many of them, besides others of the first one.
fn many_types(prefix: &str, ty: &str) -> String {
    const COUNT: usize = 400;
    let mut types = String::from("\ntypes:\n");
    for index in 0..COUNT {
        let (one, other) = ((index * 7 + 1) % COUNT, (index * 13 + 5) % COUNT);
        writeln!(
            types,
            "  T{index}: {{ fields: {{ v?: {ty}, a?: T{one}, b?: list<T{other}> }} }}"
        )
        .unwrap();
    }
    let fields: String = (0..150)
        .map(|index| format!("{prefix}{index}?: T{index}, "))
        .collect();
    format!(
        "{types}  Order: {{ fields: {{ {fields} }}, others: T0 }}
operations:
  create_order: {{ route: POST /orders, body: Order }}
"
    )
}

/// Comparing each pair of types again for each field takes minutes.
#[test]
fn many_fields_beside_others_of_a_type_are_compared_once() {
    let found = found_in(
        &specification(&many_types("old", "string")),
        &specification(&many_types("new", "string")),
    );
    let unlike = found.iter().filter(|line| line.contains("unlike"));
    assert_eq!(unlike.count(), 0, "{found:#?}");
    assert_eq!(found.len(), 300);
    let found = found_in(
        &specification(&many_types("old", "int32")),
        &specification(&many_types("new", "string")),
    );
    let unlike = found.iter().filter(|line| line.contains("unlike"));
    assert_eq!(unlike.count(), 300, "{found:#?}");
}

/// Webhooks of other names are compared with each other.
#[test]
fn many_webhooks_of_other_names_are_compared_once() {
    let with = |prefix: &str, ty: &str| {
        let webhooks: String = (0..30)
            .map(|index| format!("  {prefix}{index}: {{ body: T{} }}\n", index * 10))
            .collect();
        let types = many_types("field", ty);
        specification(&format!("{types}webhooks:\n{webhooks}"))
    };
    let found = found_in(&with("old_", "string"), &with("new_", "int32"));
    let gone = found
        .iter()
        .filter(|line| line.starts_with("webhook-removed"));
    assert_eq!(gone.count(), 30, "{found:#?}");
}

#[test]
fn variants_of_a_recursive_union_have_other_names() {
    let with = |one: &str, other: &str, ty: &str| {
        format!(
            "
types:
  Step: {{ union: {{ a: {one}, b: {other} }} }}
  {one}: {{ fields: {{ x: string, then?: Step }} }}
  {other}: {{ fields: {{ y: {ty}, then?: list<Step> }} }}
operations:
  create_order: {{ route: POST /orders, body: Step }}
"
        )
    };
    assert_found(
        &with("One", "Other", "int32"),
        &with("First", "Second", "int32"),
        &[],
    );
    assert_found(
        &with("One", "Other", "int32"),
        &with("First", "Second", "string"),
        &["type-changed Second.y: breaking"],
    );
    let in_document = |one: &str, other: &str, ty: &str| {
        document(&format!(
            "
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody: {{ content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/Step' }} }} }} }}
      responses: {{ '204': {{ description: None. }} }}
components:
  schemas:
    Step: {{ anyOf: [{{ $ref: '#/components/schemas/{one}' }}, {{ $ref: '#/components/schemas/{other}' }}] }}
    {one}: {{ type: object, required: [x], properties: {{ x: {{ type: string }}, then: {{ $ref: '#/components/schemas/Step' }} }} }}
    {other}: {{ type: object, required: [y], properties: {{ y: {{ type: {ty} }}, then: {{ $ref: '#/components/schemas/Step' }} }} }}
"
        ))
    };
    assert_both(
        &in_document("One", "Other", "string"),
        &in_document("First", "Second", "string"),
        &[],
        &[],
    );
}

#[test]
fn variants_deep_in_other_unions_have_other_names() {
    let with = |prefix: &str, ty: &str| {
        let mut types = String::new();
        for depth in 0..5 {
            let inner = match depth {
                4 => ty.to_owned(),
                _ => format!("U{}", depth + 1),
            };
            write!(
                types,
                "
  U{depth}: {{ union: {{ one: {prefix}A{depth}, other: {prefix}B{depth} }} }}
  {prefix}A{depth}: {{ fields: {{ a: {inner} }} }}
  {prefix}B{depth}: {{ fields: {{ b: {inner} }} }}"
            )
            .unwrap();
        }
        format!(
            "
types:{types}
operations:
  create_order: {{ route: POST /orders, body: U0 }}
"
        )
    };
    assert_found(&with("Old", "int32"), &with("New", "int32"), &[]);
    assert_found(
        &with("Old", "int32"),
        &with("New", "string"),
        &[
            "type-changed NewA4.a: breaking",
            "type-changed NewB4.b: breaking",
        ],
    );
}
