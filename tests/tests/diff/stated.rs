//! What documents state and no type has: formats in conditions, defaults of values that may be null, limits that exclude
//! nothing, and null in other words.

use specsmith::source::SourceFile;

use crate::compared::{assert_both, document};

/// A document with a request or a response of this schema, as far as its version is 3.1 or not.
fn body(version: &str, is_request: bool, schema: &str) -> SourceFile {
    let content = format!("content: {{ application/json: {{ schema: {{ {schema} }} }} }}");
    let (request, response) = match is_request {
        true => (
            format!("requestBody: {{ required: true, {content} }}"),
            String::new(),
        ),
        false => (String::new(), format!(", {content}")),
    };
    SourceFile::new(
        "openapi.yaml",
        format!(
            "
openapi: {version}
info: {{ title: Shop, version: 1.0.0 }}
paths:
  /notes:
    post:
      operationId: addNote
      {request}
      responses: {{ '200': {{ description: Added.{response} }} }}
components: {{ schemas: {{ Note: {{ type: object, required: [a], properties: {{ a: {{ type: string }} }} }} }} }}
"
        ),
    )
}

#[test]
fn a_keyword_that_says_nothing_but_a_format_is_not_compared() {
    let text = "type: object, additionalProperties: { type: string }";
    for (keyword, rule) in [
        ("propertyNames", "propertyNames: { format: uuid }"),
        (
            "propertyNames",
            "propertyNames: { type: string, format: uuid }",
        ),
        (
            "if",
            "if: { required: [a] }, then: { properties: { b: { format: uuid } } }",
        ),
        (
            "dependentSchemas",
            "dependentSchemas: { a: { properties: { b: { format: uuid } } } }",
        ),
    ] {
        let with = |rule: &str| body("3.1.0", true, &format!("{text}{rule}"));
        let rule = format!(", {rule}");
        let place = "/paths/~1notes/post/requestBody/content/application~1json/schema";
        assert_both(
            &with(""),
            &with(&rule),
            &[&format!(
                "unchecked-rule-added {place}/{keyword}: unknown, compatible"
            )],
            &[&format!(
                "unchecked-rule-removed {place}/{keyword}: compatible, unknown"
            )],
        );
        let changed = format!("not-compared {place}/{keyword}: unknown, unknown");
        let other = rule.replace("uuid", "date");
        assert_both(&with(&rule), &with(&other), &[&changed], &[&changed]);
    }
    // Nothing is left out of a keyword that allows everything.
    for rule in [
        "propertyNames: { type: string }",
        "dependentSchemas: { a: { properties: { b: {} } } }",
    ] {
        let with = |rule: &str| body("3.1.0", true, &format!("{text}{rule}"));
        assert_both(&with(""), &with(&format!(", {rule}")), &[], &[]);
    }
}

#[test]
fn a_default_stays_beside_null() {
    let with = |ty: &str, default: &str| {
        let field = format!("type: object, properties: {{ on: {{ type: {ty}{default} }} }}");
        body("3.1.0", true, &field)
    };
    let both = "[boolean, 'null']";
    assert_both(
        &with("boolean", ", default: true"),
        &with(both, ", default: true"),
        &["null-added AddNoteBody.on: compatible, breaking"],
        &["null-removed AddNoteBody.on: breaking, compatible"],
    );
    // It is not compared with another one that no type has.
    let place = "/paths/~1notes/post/requestBody/content/application~1json/schema/properties/on";
    let changed = format!("not-compared {place}/default: unknown, unknown");
    for other in [", default: false", ""] {
        let (old, new) = (with(both, ", default: true"), with(both, other));
        assert_both(&old, &new, &[&changed], &[&changed]);
    }
    // No default is null.
    assert_both(&with(both, ""), &with(both, ", default: null"), &[], &[]);
}

#[test]
fn a_minimum_of_zero_is_not_a_limit_of_a_variant() {
    let with = |limit: &str| {
        document(&format!(
            "
paths:
  /notes:
    get:
      operationId: listNotes
      parameters:
        - {{ name: id, in: query, schema: {{ oneOf: [{{ type: integer }}, {{ type: string{limit} }}] }} }}
      responses: {{ '204': {{ description: None. }} }}
"
        ))
    };
    assert_both(&with(""), &with(", minLength: 0"), &[], &[]);
    assert_both(
        &with(""),
        &with(", minLength: 1"),
        &["type-narrowed list_notes.query.id: breaking, compatible"],
        &["type-widened list_notes.query.id: compatible, breaking"],
    );
}

#[test]
fn an_object_that_may_be_null_is_null_in_a_choice() {
    let with = |version: &str, null: &str| {
        let choice = format!(
            "anyOf: [{{ title: 'null', {null} }}, {{ $ref: '#/components/schemas/Note' }}]"
        );
        body(version, false, &choice)
    };
    assert_both(
        &with("3.0.3", "type: object, nullable: true"),
        &with("3.1.0", "type: [object, 'null']"),
        &[],
        &[],
    );
    assert_both(
        &with("3.1.0", "type: 'null'"),
        &with("3.1.0", "type: ['null', object]"),
        &[],
        &[],
    );
}
