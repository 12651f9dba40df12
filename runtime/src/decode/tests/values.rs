//! Values, as they are read and written.

use serde_json::json;

use super::types::{Group, Member, Role, Status};
use super::{group_with, read, read_group, validation_error, validation_errors};
use crate::{Decimal, Maybe};

#[test]
fn absent_and_null_are_distinguished() {
    let group = read_group(&json!({})).unwrap();
    assert_eq!(
        (&group.note, &group.nickname, group.limit),
        (&None, &None, Maybe::Absent)
    );
    assert_eq!(
        read_group(&json!({"limit": null})).unwrap().limit,
        Maybe::Null
    );
    assert_eq!(
        read_group(&json!({"limit": 2})).unwrap().limit,
        Maybe::Value(2.0)
    );
    assert_eq!(
        read_group(&json!({"nickname": "n"}))
            .unwrap()
            .nickname
            .as_deref(),
        Some("n")
    );

    assert_eq!(
        validation_error::<Group>(&group_with(&json!({"note": "<absent>"}))),
        "note is missing"
    );
    assert_eq!(
        validation_error::<Group>(&group_with(&json!({"nickname": null}))),
        "nickname must not be null"
    );
    assert_eq!(
        validation_error::<Group>(&group_with(&json!({"id": null}))),
        "id must not be null"
    );
    assert_eq!(
        validation_error::<Group>(&group_with(&json!({"members": null}))),
        "members must not be null"
    );
    assert_eq!(
        validation_error::<Group>(&group_with(&json!({"parent": null}))),
        "parent must not be null"
    );
}

#[test]
fn a_value_is_written_as_it_was_read() {
    for changes in [
        json!({"page_size": 50}),
        json!({"page_size": 50, "limit": null, "nickname": "n", "note": "text"}),
        json!({"page_size": 7, "limit": 1.5, "status": "dreaming", "surcharge": "0.10"}),
        json!({"page_size": 50, "parent": group_with(&json!({"page_size": 1}))}),
    ] {
        let wire = group_with(&changes);
        let group: Group = read(&wire.to_string()).unwrap();
        assert_eq!(serde_json::to_value(&group).unwrap(), wire);
        let again: Group = serde_json::from_value(wire).unwrap();
        assert_eq!(again, group);
    }
}

#[test]
fn unknown_fields_are_kept_or_ignored() {
    let group = read_group(&json!({"b": "2", "a": "1.0"})).unwrap();
    assert_eq!(group.others.keys().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(group.others["a"].as_str(), "1.0");
    let member =
        read::<Member>(r#"{"x": [1, {"y": null}], "email": "e", "role": "admin", "z": {}}"#);
    assert!(member.is_ok());
}

#[test]
fn kept_fields_do_not_repeat_known_ones() {
    let mut group = read_group(&json!({})).unwrap();
    group.others.insert("id".into(), Decimal::from(1));
    group.others.insert("other".into(), Decimal::from(1));
    let error = serde_json::to_string(&group).unwrap_err().to_string();
    let expected = "`id` is a field of its own, so it cannot be among the others";
    assert_eq!(error, expected);
    group.others.remove("id");
    let text = serde_json::to_string(&group).unwrap();
    assert!(text.ends_with(r#""other":"1"}"#));
}

#[test]
fn fields_can_be_in_any_order() {
    let member: Member = read(r#"{"age": 20, "role": "member", "email": "e"}"#).unwrap();
    assert_eq!(
        member,
        Member {
            email: "e".into(),
            role: Role::Member,
            age: 20.into()
        }
    );
}

#[test]
fn closed_enumerations_reject_unknown_values_and_open_ones_keep_them() {
    assert_eq!(
        validation_error::<Role>(&json!("owner")),
        " expected one of `admin`, `member`"
    );
    assert_eq!(validation_error::<Role>(&json!(1)), " expected a string");
    assert_eq!(read::<Status>(r#""active""#).unwrap(), Status::Active);
    assert_eq!(Status::from(String::from("active")), Status::Active);
    let dreaming: Status = read(r#""dreaming""#).unwrap();
    assert_eq!(dreaming, Status::Other("dreaming".into()));
    assert_eq!(serde_json::to_string(&dreaming).unwrap(), r#""dreaming""#);
    assert_eq!("admin".parse(), Ok(Role::Admin));
    assert_eq!(format!("{:>6}", Role::Admin), " admin");
}

#[test]
fn numbers_and_integers_are_read() {
    assert_eq!(read::<f64>("3").unwrap(), 3.0);
    assert_eq!(read::<f64>("-3").unwrap(), -3.0);
    assert_eq!(read::<f64>("0.1").unwrap(), 0.1);
    assert_eq!(read::<i64>("-9223372036854775808").unwrap(), i64::MIN);
    for (text, expected) in [("3.0", 3), ("-0", 0), ("1e2", 100)] {
        assert_eq!(read::<i64>(text).unwrap(), expected, "{text}");
    }
    assert_eq!(validation_error::<i64>(&json!(3.5)), " expected an integer");
    assert_eq!(
        validation_error::<i64>(&json!(u64::MAX)),
        " must be from -9223372036854775808 to 9223372036854775807"
    );
    assert_eq!(validation_error::<i64>(&json!("3")), " expected an integer");
    assert_eq!(validation_error::<f64>(&json!(true)), " expected a number");
}

#[test]
fn numbers_of_each_size_are_read_and_written() {
    assert_eq!(read::<u64>("18446744073709551615").unwrap(), u64::MAX);
    assert_eq!(read::<i8>("-128.0").unwrap(), i8::MIN);
    assert_eq!(read::<f32>("0.1").unwrap(), 0.1);
    assert_eq!(read::<f32>("16777217").unwrap(), 16_777_216.0);
    // The nearest `f64` is nearer to another `f32`.
    let text = "7.038531e-26";
    assert_eq!(read::<f32>(text).ok(), text.parse::<f32>().ok());
    assert_eq!(
        crate::encode::to_json(Vec::new(), &0.1_f32).unwrap(),
        b"0.1"
    );
    assert_eq!(
        crate::encode::to_json(Vec::new(), &u64::MAX).unwrap(),
        b"18446744073709551615"
    );
    for (problem, range) in [
        (validation_error::<i8>(&json!(128)), "-128 to 127"),
        (validation_error::<u8>(&json!(-1)), "0 to 255"),
        (validation_error::<u32>(&json!(1e300)), "0 to 4294967295"),
        (
            validation_error::<u64>(&json!(-1)),
            "0 to 18446744073709551615",
        ),
        (
            validation_error::<f32>(&json!(-1e39)),
            "-3.4028235e38 to 3.4028235e38",
        ),
    ] {
        assert_eq!(problem, format!(" must be from {range}"));
    }
    assert_eq!(validation_error::<u8>(&json!(0.5)), " expected an integer");
    assert_eq!(validation_error::<f32>(&json!("1")), " expected a number");
}

#[test]
fn servers_check_the_form_of_texts_wherever_they_are() {
    type Links = std::collections::BTreeMap<String, Vec<Option<crate::Uri>>>;
    let value = json!({"a": ["https://example.com", null, "/b"]});
    assert_eq!(
        validation_errors::<Links>(&value),
        ["a[2] expected a URI with a scheme (RFC 3986)"]
    );
    assert!(read::<Links>(&value.to_string()).is_ok());
    assert_eq!(
        validation_errors::<Vec<crate::Email>>(&json!(["ada", 7])),
        ["[0] expected an e-mail address", "[1] expected a string"]
    );
}

#[test]
fn personal_values_are_not_shown() {
    let member: Member = read(r#"{"email": "ada@example.com", "role": "admin"}"#).unwrap();
    assert_eq!(
        format!("{member:?}"),
        "Member { email: Email(<personal>), role: Admin, age: Absent }"
    );
    assert_eq!(member.email.as_str(), "ada@example.com");
}
