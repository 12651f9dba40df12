//! What schemas say about values.

use serde_json::{Value, json};

use super::{Schema, ensure_supported, read};

/// The problems of a value, with their places.
fn problems(schema: &Value, value: &Value) -> Vec<String> {
    let rules = read::read(&schema.to_string()).unwrap();
    let errors = rules.check(value).into_iter();
    errors
        .map(|error| format!("{}: {}", error.name, error.problem))
        .collect()
}

#[test]
fn rules_between_fields_name_the_field() {
    let schema = json!({
        "properties": { "loan": {
            "dependentRequired": { "due": ["reader"] },
            "if": { "properties": { "kind": { "const": "gift" } }, "required": ["kind"] },
            "then": { "not": { "required": ["due"] } },
            "propertyNames": { "pattern": "^[a-z]+$" },
            "maxProperties": 3,
        } },
    });
    for (value, expected) in [
        (json!({ "loan": { "due": 1, "reader": 2 } }), &[][..]),
        (json!({ "loan": {} }), &[]),
        (
            json!({ "loan": { "due": 1 } }),
            &["loan.reader: is missing"],
        ),
        (
            json!({ "loan": { "kind": "gift", "due": 1, "reader": 2 } }),
            &["loan: must not fit the schema of `not`"],
        ),
        (
            json!({ "loan": { "A": 1 } }),
            &["loan.A: has a name that is not allowed"],
        ),
        (
            json!({ "loan": { "a": 1, "b": 1, "c": 1, "d": 1 } }),
            &["loan: must have at most 3 fields"],
        ),
    ] {
        assert_eq!(problems(&schema, &value), expected, "{value}");
    }
}

#[test]
fn names_match_patterns() {
    let schema = json!({
        "properties": { "id": {} },
        "patternProperties": { "^x-": { "type": "integer" }, "y$": { "type": "string" } },
        "additionalProperties": false,
    });
    for (value, expected) in [
        (json!({ "id": 1, "x-a": 1, "my": "a" }), &[][..]),
        (
            json!({ "x-a": "a" }),
            &["x-a: has another type than the schema says"],
        ),
        (
            json!({ "x-y": 1 }),
            &["x-y: has another type than the schema says"],
        ),
        (json!({ "other": 1 }), &["other: is not allowed"]),
    ] {
        assert_eq!(problems(&schema, &value), expected, "{value}");
    }
}

#[test]
fn lists_have_items_of_several_kinds() {
    let schema = json!({
        "prefixItems": [{ "type": "string" }, true],
        "items": { "type": "number", "minimum": 0, "multipleOf": 0.5 },
        "contains": { "const": 1 },
        "uniqueItems": true,
    });
    for (value, expected) in [
        (json!(["a", 1, 0.5]), &[][..]),
        (json!(["a", 1.0]), &[]),
        (json!([1]), &["[0]: has another type than the schema says"]),
        (
            json!(["a"]),
            &[": must contain other items, see `contains`"],
        ),
        (
            json!(["a", 1, 0.3, -1]),
            &["[2]: must be a multiple of 0.5", "[3]: must be at least 0"],
        ),
        (
            json!(["a", 1, 1.0]),
            &[": must not contain the same item twice"],
        ),
    ] {
        assert_eq!(problems(&schema, &value), expected, "{value}");
    }
}

#[test]
fn choices_count_what_fits() {
    let one = json!({ "oneOf": [{ "type": "integer" }, { "minimum": 2 }] });
    let any = json!({ "anyOf": [{ "type": "integer" }, { "minimum": 2 }] });
    for (value, fits_one, fits_any) in [
        (json!(1), true, true),
        (json!(2.5), true, true),
        (json!(3), false, true),
        (json!(1.5), false, false),
    ] {
        assert_eq!(problems(&one, &value).is_empty(), fits_one, "{value}");
        assert_eq!(problems(&any, &value).is_empty(), fits_any, "{value}");
    }
}

#[test]
fn references_may_be_circular() {
    let schema = json!({
        "$ref": "#/$defs/tree",
        "$defs": {
            "tree": {
                "properties": { "leaf": false, "trees": { "items": { "$ref": "#/$defs/tree" } } },
            },
        },
    });
    assert_eq!(
        problems(&schema, &json!({ "trees": [{}, { "leaf": 1 }] })),
        ["trees[1].leaf: is not allowed"]
    );
}

#[test]
fn references_to_the_same_value_must_not_be_circular() {
    let problem = |place: &str| {
        Err(format!(
            "`{place}` refers to itself for the same value, so that a check would not end"
        ))
    };
    let to = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    assert_eq!(ensure_supported(r##"{ "$ref": "#" }"##), problem("#"));
    for through in [
        to("b"),
        json!({ "allOf": [true, to("b")] }),
        json!({ "anyOf": [{ "type": "string" }, to("b")] }),
        json!({ "oneOf": [{ "oneOf": [to("b")] }] }),
        json!({ "not": to("b") }),
        json!({ "if": to("b") }),
        json!({ "if": true, "then": to("b") }),
        json!({ "if": true, "else": to("b") }),
        json!({ "dependentSchemas": { "due": to("b") } }),
    ] {
        // The definition `0` leads to the circle, and `z` is behind it.
        let schema = json!({
            "properties": { "loan": to("0") },
            "$defs": { "0": to("a"), "a": through, "b": { "allOf": [to("z"), to("a")] }, "z": {} },
        });
        let found = ensure_supported(&schema.to_string());
        assert!(
            found == problem("#/$defs/a") || found == problem("#/$defs/b"),
            "{found:?}"
        );
    }
    for through in ["properties", "patternProperties"] {
        let schema = json!({ through: { "a": { "$ref": "#" } } });
        assert_eq!(ensure_supported(&schema.to_string()), Ok(()));
    }
    for through in ["additionalProperties", "items", "contains", "propertyNames"] {
        let schema = json!({ through: { "$ref": "#" } });
        assert_eq!(ensure_supported(&schema.to_string()), Ok(()));
    }
    // A schema that several refer to is not a circle.
    let shared = json!({ "allOf": [to("a"), to("b")], "$defs": { "a": to("b"), "b": {} } });
    assert_eq!(ensure_supported(&shared.to_string()), Ok(()));
}

/// Each of the two alternatives is tried on each level, so without a memory, this would take 2¹⁰⁰ steps.
#[test]
fn alternatives_that_contain_themselves_take_time_in_proportion_to_the_value() {
    let inner = json!({ "properties": { "next": { "$ref": "#/$defs/node" } } });
    for keyword in ["oneOf", "anyOf", "allOf"] {
        let schema = json!({
            "$ref": "#/$defs/node",
            "$defs": { "node": { keyword: [inner, inner], "properties": { "end": false } } },
        });
        for end in ["end", "other"] {
            let mut value = json!({ end: 1 });
            for _ in 0..100 {
                value = json!({ "next": value });
            }
            let is_valid = problems(&schema, &value).is_empty();
            assert_eq!(
                is_valid,
                keyword != "oneOf" && end == "other",
                "{keyword} {end}"
            );
        }
    }
}

/// The parser of JSON allows 127 levels.
#[test]
fn values_that_are_too_deep_are_invalid() {
    let nested = |levels: usize| {
        let mut value = json!({});
        for _ in 1..levels {
            value = json!({ "next": value });
        }
        value
    };
    // As long a way from each level to the next as a document is likely to have.
    let next = json!({ "allOf": [{ "allOf": [{ "$ref": "#/$defs/node" }] }] });
    let tree = json!({
        "$ref": "#/$defs/tree",
        "$defs": {
            "node": { "if": true, "then": { "$ref": "#/$defs/tree" } },
            "tree": { "allOf": [{ "properties": { "next": next } }] },
        },
    });
    assert!(problems(&tree, &nested(127)).is_empty());
    let found = problems(&tree, &nested(1000));
    assert!(found[0].ends_with(": is nested too deeply"), "{found:?}");
}

#[test]
fn only_so_many_errors_are_recorded() {
    let schema = json!({ "items": { "type": "string" } });
    let value = Value::from(vec![1; 1000]);
    assert_eq!(problems(&schema, &value).len(), 100);
}

#[test]
fn values_are_equal_as_in_json() {
    let schema = json!({ "enum": [{ "a": [1, "b"], "c": null }] });
    assert!(problems(&schema, &json!({ "c": null, "a": [1.0, "b"] })).is_empty());
    for other in [
        json!({ "a": [1, "b"] }),
        json!({ "a": [1], "c": null }),
        json!(1),
    ] {
        assert!(!problems(&schema, &other).is_empty(), "{other}");
    }
}

#[test]
fn what_is_not_supported_is_an_error() {
    for (schema, expected) in [
        (
            r#"{ "unevaluatedProperties": false }"#,
            "`unevaluatedProperties` is not supported",
        ),
        (
            r##"{ "$ref": "#/other" }"##,
            "`$ref: #/other` refers to nothing in `$defs`",
        ),
        (r#"{ "type": "text" }"#, "there is no type `text`"),
        (r#"{ "pattern": 1 }"#, "the value of a keyword must be text"),
        (
            r#"{ "patternProperties": [] }"#,
            "the value of a keyword must be an object",
        ),
        ("{", "it is not JSON"),
    ] {
        assert_eq!(ensure_supported(schema), Err(expected.to_owned()));
    }
    assert_eq!(ensure_supported(r#"{ "title": "A", "not": true }"#), Ok(()));
}

#[test]
fn a_schema_is_read_once() {
    static SCHEMA: Schema = Schema::new(r#"{ "maxLength": 2 }"#);
    assert!(SCHEMA.check(&json!("ab")).is_empty());
    assert_eq!(SCHEMA.check(&json!("abc")).len(), 1);
}
