use super::{relation, relation_of_typed};
use crate::diff::scalars::Relation::{self, Different, Narrower, Same, Wider};
use crate::document::value;

fn compared(old: &str, new: &str) -> Relation {
    let schema = |text: &str| {
        let node = crate::yaml::parse_openapi(text, 0).expect("it is valid");
        value(&node)
    };
    relation(&schema(old), &schema(new))
}

#[test]
fn a_schema_with_more_rules_allows_less() {
    for (loose, strict) in [
        ("true", "{ maxLength: 3 }"),
        ("{ maxLength: 4 }", "{ maxLength: 3 }"),
        ("{ minimum: 1 }", "{ minimum: 1.5 }"),
        ("true", "{ required: [a] }"),
        ("true", "{ not: { minLength: 3 } }"),
        ("true", "{ if: { minLength: 3 }, then: { pattern: a } }"),
        ("true", "{ if: { minLength: 3 }, else: false }"),
        ("{ not: { minLength: 3 } }", "false"),
        ("{ required: [a] }", "{ required: [b, a] }"),
        ("{ enum: [a, b] }", "{ const: a }"),
        (
            "{ anyOf: [{ required: [a] }, { required: [b] }] }",
            "{ oneOf: [{ required: [b] }, { required: [a] }] }",
        ),
        ("{ type: [integer, string] }", "{ enum: [1, a] }"),
        (
            "{ contains: { maxLength: 4 } }",
            "{ contains: { maxLength: 3 } }",
        ),
        ("{ contains: true }", "{ contains: true, minContains: 2 }"),
        (
            "{ contains: true, maxContains: 4 }",
            "{ contains: true, maxContains: 3 }",
        ),
        (
            "{ oneOf: [{ maxLength: 4 }] }",
            "{ oneOf: [{ maxLength: 3 }] }",
        ),
        (
            "{ maxLength: 4, pattern: a }",
            "{ allOf: [{ maxLength: 3 }, { pattern: a }] }",
        ),
        (
            "{ dependentRequired: { a: [b] } }",
            "{ dependentRequired: { a: [c, b] } }",
        ),
        ("{ dependentRequired: { a: [b] } }", "{ required: [b] }"),
        (
            "{ type: [string, array], contains: { const: a } }",
            "{ type: string, pattern: a }",
        ),
        (
            "{ patternProperties: { a: { maxLength: 4 } } }",
            "{ additionalProperties: { maxLength: 3 } }",
        ),
        (
            "{ anyOf: [{ maxLength: 3 }, { pattern: a }] }",
            "{ maxLength: 2 }",
        ),
        (
            "{ if: { minLength: 3 }, then: { pattern: a } }",
            "{ pattern: a }",
        ),
        (
            "{ properties: { a: { maxLength: 3 } } }",
            "{ additionalProperties: false, required: [b], properties: { b: {} } }",
        ),
        ("{ not: { type: object } }", "{ type: [string, 'null'] }"),
        ("{ type: number }", "{ type: integer }"),
        ("{ type: [string, 'null'] }", "{ type: string }"),
        (
            "{ anyOf: [{ maxLength: 3 }, { enum: [more] }] }",
            "{ anyOf: [{ enum: [more] }, { maxLength: 2 }] }",
        ),
        (
            "{ anyOf: [{ maxLength: 3 }, { enum: [more] }] }",
            "{ anyOf: [{ maxLength: 3 }] }",
        ),
        (
            "{ allOf: [{ maxLength: 3 }] }",
            "{ allOf: [{ pattern: a }, { maxLength: 3 }] }",
        ),
        ("{ not: { maxLength: 3 } }", "{ not: { maxLength: 4 } }"),
        ("{ items: { maxLength: 4 } }", "{ items: { maxLength: 3 } }"),
        (
            "{ prefixItems: [{ maxLength: 4 }] }",
            "{ prefixItems: [{ maxLength: 4 }], items: false }",
        ),
        (
            "{ properties: { a: true } }",
            "{ properties: { a: { maxLength: 3 } } }",
        ),
        (
            "{ if: { minLength: 3 } }",
            "{ if: { minLength: 3 }, then: { pattern: a } }",
        ),
        (
            "{ $ref: '#/$defs/a', $defs: { a: { maxLength: 4, items: { $ref: '#/$defs/a' } } } }",
            "{ $ref: '#/$defs/b', $defs: { b: { maxLength: 3, items: { $ref: '#/$defs/b' } } } }",
        ),
    ] {
        assert_eq!(compared(loose, strict), Narrower, "{loose} → {strict}");
        assert_eq!(compared(strict, loose), Wider, "{strict} → {loose}");
    }
}

#[test]
fn rules_are_written_in_several_ways() {
    for (one, other) in [
        ("true", "{}"),
        ("true", "{ not: false }"),
        ("true", "{ not: { not: true } }"),
        ("false", "{ not: {} }"),
        ("true", "{ if: { minLength: 3 } }"),
        ("true", "{ if: { minLength: 3 }, then: true, else: {} }"),
        ("true", "{ then: { minLength: 3 } }"),
        ("true", "{ dependentSchemas: { a: {} } }"),
        (
            "true",
            "{ items: {}, properties: { a: true }, prefixItems: [{}], minLength: 0 }",
        ),
        (
            "{ prefixItems: [{ maxLength: 3 }], items: { maxLength: 3 } }",
            "{ items: { maxLength: 3 } }",
        ),
        (
            "{ properties: { a: { maxLength: 3 } }, additionalProperties: { maxLength: 3 } }",
            "{ additionalProperties: { maxLength: 3 } }",
        ),
        ("{ enum: [a, 1] }", "{ enum: [1.0, a] }"),
        ("{ const: a }", "{ enum: [a] }"),
        (
            "{ type: object, maxLength: 3, contains: false }",
            "{ type: object }",
        ),
        (
            "{ enum: [1, true], required: [a] }",
            "{ enum: [1, true], prefixItems: [false] }",
        ),
        ("{ contains: true, minContains: 1 }", "{ contains: true }"),
        ("true", "{ contains: { const: a }, minContains: 0 }"),
        ("true", "{ minContains: 3 }"),
        ("{ allOf: [{ maxLength: 3 }] }", "{ maxLength: 3 }"),
        (
            "{ allOf: [{ maxLength: 3 }, { pattern: a }] }",
            "{ pattern: a, allOf: [{ maxLength: 3 }] }",
        ),
        (
            "{ allOf: [{ maxLength: 3 }, { maxLength: 4 }] }",
            "{ maxLength: 3 }",
        ),
        (
            "{ anyOf: [{ maxLength: 3 }] }",
            "{ oneOf: [{ maxLength: 3 }] }",
        ),
        (
            "{ oneOf: [{ required: [a, b] }, { required: [c] }] }",
            "{ oneOf: [{ required: [c] }, { required: [b, a] }] }",
        ),
        (
            "{ dependentRequired: { a: [b, c], d: [e] } }",
            "{ dependentRequired: { d: [e], a: [c, b] } }",
        ),
        (
            "{ items: { $ref: '#/$defs/s1' }, $defs: { s1: { maxLength: 3 } } }",
            "{ items: { maxLength: 3 } }",
        ),
        (
            "{ not: { $ref: '#/$defs/s1', required: [b] }, $defs: { s1: { required: [a] } } }",
            "{ not: { required: [b, a] } }",
        ),
        (
            "{ anyOf: [{ minLength: 3 }, false] }",
            "{ anyOf: [false, { minLength: 3 }] }",
        ),
        (
            "{ $ref: '#/$defs/s1', $defs: { s1: { items: { $ref: '#/$defs/s1' } } } }",
            "{ $ref: '#/$defs/s2', $defs: { s2: { items: { $ref: '#/$defs/s2' } } } }",
        ),
    ] {
        assert_eq!(compared(one, other), Same, "{one} = {other}");
        assert_eq!(compared(other, one), Same, "{other} = {one}");
    }
}

#[test]
fn some_rules_cannot_be_compared() {
    for (one, other) in [
        ("{ pattern: a }", "{ pattern: b }"),
        (
            "{ maxLength: 3, minLength: 2 }",
            "{ maxLength: 4, minLength: 3 }",
        ),
        (
            "{ if: { minLength: 3 }, then: false }",
            "{ if: { minLength: 4 }, then: false }",
        ),
        (
            "{ oneOf: [{ maxLength: 3 }, { pattern: a }] }",
            "{ oneOf: [{ maxLength: 4 }, { pattern: a }] }",
        ),
        (
            "{ contains: { maxLength: 3 }, maxContains: 3 }",
            "{ contains: { maxLength: 4 }, maxContains: 3 }",
        ),
        (
            "{ type: string, contains: true }",
            "{ type: array, contains: false }",
        ),
        (
            "{ properties: { ab: { maxLength: 3 } } }",
            "{ patternProperties: { a: { maxLength: 3 } } }",
        ),
        (
            "{ patternProperties: { a: true }, additionalProperties: false }",
            "{ patternProperties: { b: true }, additionalProperties: false }",
        ),
    ] {
        assert_eq!(compared(one, other), Different, "{one} → {other}");
        assert_eq!(compared(other, one), Different, "{other} → {one}");
    }
}

#[test]
fn many_ways_of_references_end() {
    let definitions = |last: u32| {
        let links = (0..40).map(|number| {
            let next = number + 1;
            format!("s{number}: {{ items: {{ $ref: '#/$defs/s{next}' }}, contains: {{ $ref: '#/$defs/s{next}' }} }}")
        });
        let links: Vec<String> = links.collect();
        format!(
            "{{ $ref: '#/$defs/s0', $defs: {{ {}, s40: {{ maxLength: {last} }} }} }}",
            links.join(", ")
        )
    };
    assert_eq!(compared(&definitions(3), &definitions(4)), Wider);
}

#[test]
fn many_choices_in_choices_end() {
    fn choices(depth: u32, last: u32) -> String {
        let inner = match depth {
            0 => format!("{{ maxLength: {last} }}"),
            _ => choices(depth - 1, last),
        };
        let members = ["a", "b", "c", "d"]
            .map(|name| format!("{{ required: [{name}], properties: {{ {name}: {inner} }} }}"));
        format!("{{ anyOf: [{}] }}", members.join(", "))
    }
    assert_eq!(compared(&choices(4, 3), &choices(4, 4)), Wider);
}

#[test]
fn a_reference_to_itself_proves_nothing() {
    let schema = |last: u32| {
        format!(
            "{{ $ref: '#/$defs/a', $defs: {{ a: {{ items: {{ $ref: '#/$defs/b' }}, contains: {{ $ref: '#/$defs/b' }} }}, \
             b: {{ properties: {{ c: {{ $ref: '#/$defs/a' }} }}, maxLength: {last} }} }} }}"
        )
    };
    assert_eq!(compared(&schema(3), &schema(4)), Wider);
}

#[test]
fn nothing_is_known_of_what_is_not_a_schema() {
    for (one, other) in [
        (
            "{ items: [{ type: string }] }",
            "{ items: [{ type: integer }] }",
        ),
        (
            "{ not: { type: any, minimum: 3 } }",
            "{ not: { type: any, minimum: 30 } }",
        ),
        ("{ type: int, maximum: 3 }", "{ type: integer }"),
        (
            "{ not: { type: int } }",
            "{ not: { type: int }, type: integer }",
        ),
        (
            "{ type: [string, { type: array }], contains: false }",
            "{ type: string }",
        ),
        ("{ anyOf: { a: true } }", "{ anyOf: { b: true } }"),
        ("{ oneOf: 3 }", "{ oneOf: 4 }"),
        ("{ allOf: { a: true } }", "{ allOf: { b: true } }"),
        ("{ properties: [a] }", "{ properties: [b] }"),
        ("{ required: true }", "{ required: a }"),
        (
            "{ dependentRequired: { a: true } }",
            "{ dependentRequired: { a: b } }",
        ),
        ("{ dependentSchemas: [a] }", "{ dependentSchemas: [b] }"),
        (
            "{ prefixItems: { a: true } }",
            "{ prefixItems: { b: true } }",
        ),
    ] {
        assert_eq!(compared(one, one), Same, "{one}");
        let with_more = format!("{{ allOf: [{one}], $defs: {{}} }}");
        assert_eq!(compared(&with_more, one), Same, "{one}");
        assert_ne!(compared(one, other), Same, "{one} → {other}");
        assert_ne!(compared(other, one), Same, "{other} → {one}");
        assert_ne!(compared("true", one), Same, "{one}");
    }
}

#[test]
fn many_ways_of_schemas_that_count_together_end() {
    let definitions = |last: u32| {
        let links = (0..40).map(|number| {
            let next = number + 1;
            let item = format!("{{ $ref: '#/$defs/s{next}' }}");
            format!("s{number}: {{ allOf: [{item}, {item}], items: {{ allOf: [{item}, {{ allOf: [{item}] }}] }} }}")
        });
        let links: Vec<String> = links.collect();
        format!(
            "{{ $ref: '#/$defs/s0', $defs: {{ {}, s40: {{ maxLength: {last} }} }} }}",
            links.join(", ")
        )
    };
    assert_eq!(compared(&definitions(3), &definitions(4)), Wider);
}

#[test]
fn a_type_may_keep_a_schema() {
    let schema = |text: &str| value(&crate::yaml::parse_openapi(text, 0).expect("it is valid"));
    let text = "{ type: string, maxLength: 3 }";
    let list = "{ type: array, items: { type: string }, maxItems: 2 }";
    let union = "{ anyOf: [{ type: string }, { enum: [1] }] }";
    for (ty, rule, expected) in [
        (text, "{ minItems: 3, contains: false }", Same),
        (text, "{ maxLength: 4 }", Same),
        (text, "{ maxLength: 2 }", Narrower),
        (text, "{ type: [string, 'null'] }", Same),
        (list, "{ items: { maxProperties: 1 } }", Same),
        (list, "{ prefixItems: [{}, {}, { type: object }] }", Same),
        (list, "{ prefixItems: [{}, { type: object }] }", Narrower),
        (union, "{ contains: false, type: [integer, string] }", Same),
        (union, "{ contains: false, maxLength: 3 }", Narrower),
    ] {
        let (ty, rule, anything) = (schema(ty), schema(rule), schema("true"));
        assert_eq!(relation_of_typed((&ty, &anything), (&ty, &rule)), expected);
    }
}
