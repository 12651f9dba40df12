//! Validation errors.

use std::collections::BTreeMap;

use serde_core::Serialize;
use serde_json::json;

use super::super::{Context, Decode, InvalidJson};
use super::types::{Group, Member, Page, Role, Vault};
use super::{group_with, read, read_group, validation_errors};
use crate::Json;

#[test]
fn values_of_another_kind_are_rejected() {
    let kinds = [
        json!(true),
        json!(1),
        json!(1.5),
        json!("text"),
        json!([1]),
        json!({"a": 1}),
    ];
    for (index, value) in kinds.iter().enumerate() {
        let expect = |own: &[usize], problem: &str, found: Vec<String>| {
            assert_eq!(found.is_empty(), own.contains(&index), "{value}: {found:?}");
            assert!(
                found
                    .iter()
                    .all(|validation_error| validation_error.ends_with(problem)),
                "{value}: {found:?}"
            );
        };
        expect(&[0], "expected a boolean", validation_errors::<bool>(value));
        expect(&[1], "expected an integer", validation_errors::<i64>(value));
        expect(
            &[1, 2],
            "expected a number",
            validation_errors::<f64>(value),
        );
        expect(
            &[3],
            "expected a string",
            validation_errors::<String>(value),
        );
        expect(
            &[4],
            "expected a list",
            validation_errors::<Vec<Json>>(value),
        );
        expect(
            &[5],
            "expected an object",
            validation_errors::<BTreeMap<String, Json>>(value),
        );
        expect(&[0, 1, 2, 3, 4, 5], "", validation_errors::<Json>(value));
    }
    assert_eq!(
        validation_errors::<Member>(&json!([])),
        [" expected an object"]
    );
}

#[test]
fn every_validation_error_is_named_with_its_path() {
    let body = json!({
        "id": "much too long", "status": 4, "seats": 0, "limit": -1, "nickname": null,
        "members": [
            {"email": "e", "role": "owner", "age": 17},
            {"role": null},
            7,
            {"email": "e", "role": "admin", "age": null},
        ],
        "roles": {"plain": "owner", "not plain": 1, "fine": "admin"},
        "parent": {"id": "p", "members": [{"email": 1, "role": "admin"}]},
        "surcharge": "free",
    });
    // In the order of the specification. Keys of maps are in the order of the tree, by name.
    assert_eq!(
        validation_errors::<Group>(&body),
        [
            "id must have from 1 to 8 characters",
            "status expected a string",
            "seats must be at least 1",
            "note is missing",
            "nickname must not be null",
            "limit must be at least 0",
            "members[0].role expected one of `admin`, `member`",
            "members[0].age must be from 18 to 120",
            "members[1].email is missing",
            "members[1].role must not be null",
            "members[2] expected an object",
            "roles[\"not plain\"] expected a string",
            "roles.plain expected one of `admin`, `member`",
            "parent.status is missing",
            "parent.seats is missing",
            "parent.note is missing",
            "parent.members[0].email expected a string",
            "parent.roles is missing",
            "surcharge expected a decimal number",
        ]
    );
}

#[test]
fn rules_apply_to_lists_and_ignore_null() {
    let member = json!({"email": "e", "role": "admin", "age": null});
    assert!(
        validation_errors::<Group>(&group_with(&json!({"members": [member, member, member]})))
            .is_empty()
    );
    let four = group_with(&json!({"members": [member, member, member, member]}));
    assert_eq!(
        validation_errors::<Group>(&four),
        ["members must have at most 3 items"]
    );
}

#[test]
fn a_client_does_not_check_rules() {
    let group = read_group(&json!({"id": "much too long", "seats": 0, "limit": -1})).unwrap();
    assert_eq!(*group.seats.get(), 0);
    let mut context = Context::for_requests();
    let wire = group_with(&json!({"seats": 0}));
    assert!(Group::decode(&wire, &mut context).is_err());
    assert_eq!(
        context.into_validation_errors()[0].to_string(),
        "body `seats`: must be at least 1"
    );
}

#[test]
fn reading_stops_after_many_validation_errors() {
    let list: Vec<Json> = (0..1000).map(|_| json!("secret")).collect();
    assert_eq!(validation_errors::<Vec<i64>>(&json!(list)).len(), 100);
    assert_eq!(
        validation_errors::<Page<i64>>(&json!({"data": list})).len(),
        100
    );
    // The fields that are missing in one object count one by one.
    let groups = vec![json!({}); 1000];
    assert_eq!(validation_errors::<Vec<Group>>(&json!(groups)).len(), 100);
}

#[test]
fn fields_that_occur_twice_are_rejected() {
    let validation_errors = |text: &str| match read::<Group>(text) {
        Err(InvalidJson::ValidationError(validation_error)) => validation_error.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        validation_errors(r#"{"id": "a", "status": "s", "id": "b"}"#),
        "body `id`: occurs twice"
    );
    assert_eq!(
        validation_errors(r#"{"x": "1", "x": "2"}"#),
        "body `x`: occurs twice"
    );
    assert_eq!(
        validation_errors(r#"{"roles": {"a": "admin", "a": "admin"}}"#),
        "body `roles.a`: occurs twice"
    );
}

#[test]
fn validation_errors_never_contain_the_value() {
    let secret = "s3cr3t";
    for value in [
        json!(secret),
        json!([secret]),
        json!({"id": secret, "members": secret, "roles": [secret]}),
    ] {
        for found in [
            validation_errors::<i64>(&value),
            validation_errors::<Role>(&value),
            validation_errors::<Group>(&value),
        ] {
            assert!(
                found
                    .iter()
                    .all(|validation_error| !validation_error.contains(secret)),
                "{found:?}"
            );
        }
        let error = serde_json::from_value::<Group>(value).unwrap_err();
        assert!(!format!("{error} {error:?}").contains(secret), "{error}");
    }
    let error = serde_json::from_str::<Page<Role>>(r#"{"data": ["s3cr3t"]}"#).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`data[0]` expected one of `admin`, `member`"
    );
}

#[test]
fn a_validation_error_in_a_hidden_value_names_only_the_field() {
    let validation_error = read::<Vault>(r#"{"secrets": {"ada@example.com": "x"}}"#).unwrap_err();
    assert_eq!(
        validation_error.to_string(),
        "body `secrets`: expected an integer"
    );
}

mod all_words {
    #![allow(unreachable_pub, reason = "the macro creates public items")]

    use std::collections::BTreeMap;

    use crate::codegen as rt;

    rt::object! {
        pub struct Plain {
            #[field(name = "a-b", optional, secret)]
            #[rules(min_length = 2)]
            pub ab: Option<String>,
        }
    }

    rt::object! {
        #[object(wide)]
        pub struct WithAdditional {
            #[field(name = "a-b", optional, secret)]
            #[rules(min_length = 2)]
            pub ab: Option<String>,
            #[flatten(additional_fields)]
            pub others: BTreeMap<String, i64>,
        }
    }
}

#[test]
fn a_field_may_have_every_attribute() {
    fn check<T: Decode + Serialize>() {
        assert_eq!(validation_errors::<T>(&json!({})), [""; 0]);
        assert_eq!(
            validation_errors::<T>(&json!({"a-b": "x"})),
            ["a-b must have at least 2 characters"]
        );
        let value: T = read(r#"{"a-b":"xy"}"#).unwrap();
        assert_eq!(json!(value), json!({"a-b": "xy"}));
        let shown = format!("{value:?}");
        assert!(shown.contains("ab: <secret>"), "{shown}");
    }
    check::<all_words::Plain>();
    check::<all_words::WithAdditional>();
}
