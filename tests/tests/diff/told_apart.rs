//! What is the same on the wire although it is told apart in other words: components of other names, operations with
//! other constants, and variants with a tag that all of them declare.

use specsmith::source::SourceFile;

use crate::compared::{
    assert_both, assert_found, document, found_in, found_with_rollback, specification,
};

fn one_of(members: [&str; 2], schemas: &str) -> SourceFile {
    let [one, other] = members;
    document(&format!(
        "
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody:
        content:
          application/json:
            schema: {{ oneOf: [{{ $ref: '#/components/schemas/{one}' }}, {{ $ref: '#/components/schemas/{other}' }}] }}
      responses: {{ '204': {{ description: None. }} }}
components:
  schemas:
{schemas}"
    ))
}

#[test]
fn members_of_a_choice_have_other_names() {
    let with = |one: &str, other: &str, field: &str| {
        one_of(
            [one, other],
            &format!(
                "
    {one}: {{ type: object, required: [a], properties: {{ a: {{ type: string }}, next: {{ $ref: '#/components/schemas/{one}' }} }} }}
    {other}: {{ type: object, required: [{field}], properties: {{ {field}: {{ type: integer }} }} }}
"
            ),
        )
    };
    assert_both(
        &with("A", "B", "b"),
        &with("First", "Second", "b"),
        &[],
        &[],
    );
    // A member that is different is no other name.
    let different = [
        "not-compared /paths/~1orders/post/requestBody/content/application~1json/schema/oneOf: unknown, unknown",
    ];
    let found = found_with_rollback(&with("A", "B", "b"), &with("First", "Second", "c"));
    let found: Vec<&String> = found
        .iter()
        .filter(|line| line.starts_with("not-compared"))
        .collect();
    assert_eq!(found, different);
}

#[test]
fn components_that_trade_their_places_are_no_other_names() {
    let with = |one: &str, other: &str| {
        document(&format!(
            "
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody:
        content:
          application/json:
            schema:
              type: array
              items: {{}}
              contains: {{ $ref: '#/components/schemas/{one}' }}
              not: {{ $ref: '#/components/schemas/{other}' }}
      responses: {{ '204': {{ description: None. }} }}
components:
  schemas:
    A: {{ type: object, properties: {{ a: {{ $ref: '#/components/schemas/Text' }} }} }}
    B: {{ type: object, properties: {{ a: {{ $ref: '#/components/schemas/Number' }} }} }}
    Text: {{ type: string }}
    Number: {{ type: number }}
"
        ))
    };
    let found = found_in(&with("A", "B"), &with("B", "A"));
    assert_ne!(found, [""; 0]);
}

fn operations(all: &[(&str, &str, &str)]) -> String {
    let operations = all.iter().map(|(name, constant, body)| {
        format!("  {name}: {{ route: POST /orders, query: {{ kind: {{ const: {constant} }} }}, body: {body} }}\n")
    });
    format!("\noperations:\n{}", operations.collect::<String>())
}

#[test]
fn operations_with_the_same_constants_are_the_same() {
    let old = operations(&[("buy", "a", "string"), ("sell", "b", "int32")]);
    assert_found(
        &old,
        &operations(&[("sell", "a", "string"), ("buy", "b", "int32")]),
        &[
            "operation-renamed buy: compatible",
            "operation-renamed sell: compatible",
        ],
    );
    // Without the same constants, those of the same name are the same.
    assert_found(
        &old,
        &operations(&[("sell", "c", "int32"), ("buy", "a", "string")]),
        &["constant-changed sell.query.kind: breaking"],
    );
}

#[test]
fn a_tag_is_a_constant_of_each_variant() {
    let with = |union: &str, one: &str, other: &str| {
        specification(&format!(
            "
types:
  Payment: {{ union: {{ card: Card, cash: Cash }}{union} }}
  Card: {{ fields: {{ {one}number: string }} }}
  Cash: {{ fields: {{ {other}coins: int32 }} }}
operations:
  create_payment: {{ route: POST /payments, body: Payment }}
"
        ))
    };
    let tagged = with(", tag: kind", "", "");
    let one = "kind: { const: card }, ";
    assert_both(&tagged, &with("", one, "kind: { const: cash }, "), &[], &[]);
    // Another constant is another variant.
    let other = [
        "variant-added Payment.cash: compatible, breaking",
        "variant-removed Payment.cash: breaking, compatible",
    ];
    assert_both(
        &tagged,
        &with("", one, "kind: { const: coins }, "),
        &other,
        &other,
    );
    // Without a constant, nothing is the tag.
    assert_both(
        &tagged,
        &with("", one, ""),
        &["tag-changed Payment: breaking, breaking"],
        &["tag-changed Payment: breaking, breaking"],
    );
}
