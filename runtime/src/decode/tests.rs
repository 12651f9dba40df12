//! Reading and writing of types as the generator would write them.

#![allow(clippy::unwrap_used, clippy::expect_used)]
// The macros create public items, and more than the tests use.
#![allow(dead_code, unreachable_pub)]

use std::collections::BTreeMap;

use serde_json::json;

use super::{Context, Decode, InvalidJson, from_json, from_json_in};
use crate::codegen as rt;
use crate::{Decimal, Json, Maybe};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct GroupId(String);
rt::string_newtype!(GroupId, &[&rt::length(1..=8)]);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Email(String);
rt::sensitive_string_newtype!(Email, "personal");

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Seats(i64);
rt::newtype!(Seats, i64, &[&rt::within(1..)]);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Role {
    Admin,
    Member,
}

impl Role {
    const ALL: &'static [Self] = &[Self::Admin, Self::Member];

    fn as_str(&self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Member => "member",
        }
    }
}
rt::closed_enum!(Role);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Status {
    Active,
    Other(String),
}

impl Status {
    const KNOWN: &'static [Self] = &[Self::Active];

    fn as_str(&self) -> &str {
        match self {
            Self::Active => "active",
            Self::Other(other) => other,
        }
    }
}
rt::open_enum!(Status, Other);

#[derive(Debug, Clone, PartialEq)]
struct Member {
    email: Email,
    role: Role,
    age: Maybe<i64>,
}

impl rt::Object for Member {
    const FIELDS: &'static [rt::Field] = &[
        rt::Field::required("email"),
        rt::Field::required("role"),
        rt::Field::optional("age"),
    ];

    fn read<'de, A: rt::ObjectAccess<'de>>(
        mut fields: rt::Fields<'_, A>,
    ) -> Result<Self, A::Error> {
        let (mut email, mut role, mut age) = (None, None, None);
        while let Some(field) = fields.next()? {
            match field {
                0 => fields.set(&mut email)?,
                1 => fields.set(&mut role)?,
                2 => fields.set_checked(&mut age, &[&rt::within(18..=120)])?,
                _ => fields.skip()?,
            }
        }
        Ok(Self {
            email: fields.take(email)?,
            role: fields.take(role)?,
            age: age.unwrap_or_default(),
        })
    }
}

impl rt::Serialize for Member {
    fn serialize<S: rt::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = rt::ObjectWriter::new(serializer);
        object.field("email", &self.email);
        object.field("role", &self.role);
        object.maybe("age", &self.age);
        object.end()
    }
}
rt::object!(Member);

#[derive(Debug, Clone, PartialEq)]
struct Group {
    id: GroupId,
    status: Status,
    seats: Seats,
    note: Option<String>,
    nickname: Option<String>,
    limit: Maybe<f64>,
    members: Vec<Member>,
    roles: BTreeMap<String, Role>,
    parent: Option<rt::Boxed<Group>>,
    page_size: i64,
    others: BTreeMap<String, Decimal>,
}

impl rt::Object for Group {
    const FIELDS: &'static [rt::Field] = &[
        rt::Field::required("id"),
        rt::Field::required("status"),
        rt::Field::required("seats"),
        rt::Field::required("note"),
        rt::Field::optional("nickname"),
        rt::Field::optional("limit"),
        rt::Field::required("members"),
        rt::Field::required("roles"),
        rt::Field::optional("parent"),
        rt::Field::optional("page_size"),
    ];

    fn read<'de, A: rt::ObjectAccess<'de>>(
        mut fields: rt::Fields<'_, A>,
    ) -> Result<Self, A::Error> {
        let (mut id, mut status, mut seats, mut note, mut nickname) =
            (None, None, None, None, None);
        let (mut limit, mut members, mut roles, mut parent, mut page_size) =
            (None, None, None, None, None);
        let mut others = BTreeMap::new();
        while let Some(field) = fields.next()? {
            match field {
                0 => fields.set(&mut id)?,
                1 => fields.set(&mut status)?,
                2 => fields.set(&mut seats)?,
                3 => fields.set(&mut note)?,
                4 => fields.set(&mut nickname)?,
                5 => fields.set_checked(&mut limit, &[&rt::within(0.0..)])?,
                6 => fields.set_checked(&mut members, &[&rt::items(..=3)])?,
                7 => fields.set(&mut roles)?,
                8 => fields.set_boxed(&mut parent, rt::reader!(Group))?,
                9 => fields.set(&mut page_size)?,
                _ => fields.keep(&mut others)?,
            }
        }
        Ok(Self {
            id: fields.take(id)?,
            status: fields.take(status)?,
            seats: fields.take(seats)?,
            note: fields.take(note)?,
            nickname,
            limit: limit.unwrap_or_default(),
            members: fields.take(members)?,
            roles: fields.take(roles)?,
            parent,
            page_size: page_size.unwrap_or(50),
            others,
        })
    }
}

impl rt::Serialize for Group {
    fn serialize<S: rt::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = rt::ObjectWriter::new(serializer);
        object.field("id", &self.id);
        object.field("status", &self.status);
        object.field("seats", &self.seats);
        object.field("note", &self.note);
        object.optional("nickname", &self.nickname);
        object.maybe("limit", &self.limit);
        object.field("members", &self.members);
        object.field("roles", &self.roles);
        object.optional("parent", &self.parent);
        object.field("page_size", &self.page_size);
        object.others(&self.others, <Self as rt::Object>::FIELDS);
        object.end()
    }
}
rt::object!(Group);

#[derive(Debug, Clone, PartialEq)]
struct Page<T> {
    data: Vec<T>,
}

impl<T: rt::Decode> rt::Object for Page<T> {
    const FIELDS: &'static [rt::Field] = &[rt::Field::required("data")];

    fn read<'de, A: rt::ObjectAccess<'de>>(
        mut fields: rt::Fields<'_, A>,
    ) -> Result<Self, A::Error> {
        let mut data = None;
        while let Some(field) = fields.next()? {
            match field {
                0 => fields.set(&mut data)?,
                _ => fields.skip()?,
            }
        }
        Ok(Self {
            data: fields.take(data)?,
        })
    }
}
rt::object!(Page<T>);

fn group() -> Json {
    json!({
        "id": "g_1", "status": "active", "seats": 3, "note": null,
        "members": [{"email": "ada@example.com", "role": "admin"}], "roles": {"x": "member"}
    })
}

/// The group with some fields changed, or removed if the value is `"<absent>"`.
fn group_with(changes: &Json) -> Json {
    let mut group = group();
    for (name, value) in changes.as_object().unwrap() {
        let members = group.as_object_mut().unwrap();
        if value == "<absent>" {
            members.remove(name)
        } else {
            members.insert(name.clone(), value.clone())
        };
    }
    group
}

fn read<T: Decode>(text: &str) -> Result<T, InvalidJson> {
    from_json(text.as_bytes())
}

fn read_group(changes: &Json) -> Result<Group, InvalidJson> {
    read(&group_with(changes).to_string())
}

/// The validation error that a client finds in a value: `name problem`.
fn validation_error<T: Decode + std::fmt::Debug>(value: &Json) -> String {
    match read::<T>(&value.to_string()) {
        Err(InvalidJson::ValidationError(validation_error)) => {
            format!("{} {}", validation_error.name, validation_error.problem)
        }
        other => panic!("{other:?}"),
    }
}

/// All validation errors that a server finds in a value.
fn validation_errors<T: Decode>(value: &Json) -> Vec<String> {
    let mut context = Context::enforcing().collecting();
    let failed = T::decode(value, &mut context).is_err();
    assert_eq!(failed, !context.validation_errors().is_empty());
    context
        .validation_errors()
        .iter()
        .map(|validation_error| format!("{} {}", validation_error.name, validation_error.problem))
        .collect()
}

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
fn defaults_replace_absent_values() {
    assert_eq!(read_group(&json!({})).unwrap().page_size, 50);
    assert_eq!(read_group(&json!({"page_size": 7})).unwrap().page_size, 7);
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
    let text = serde_json::to_string(&group).unwrap();
    assert_eq!(text.matches(r#""id""#).count(), 1);
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
        " expected an integer of 64 bits"
    );
    assert_eq!(validation_error::<i64>(&json!("3")), " expected an integer");
    assert_eq!(validation_error::<f64>(&json!(true)), " expected a number");
}

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
    // `serde_json` sorts the fields of an object in a tree, so the errors are in that order here.
    assert_eq!(
        validation_errors::<Group>(&body),
        [
            "id must have from 1 to 8 characters",
            "limit must be at least 0",
            "members[0].age must be from 18 to 120",
            "members[0].role expected one of `admin`, `member`",
            "members[1].role must not be null",
            "members[1].email is missing",
            "members[2] expected an object",
            "nickname must not be null",
            "parent.members[0].email expected a string",
            "parent.status is missing",
            "parent.seats is missing",
            "parent.note is missing",
            "parent.roles is missing",
            "roles[\"not plain\"] expected a string",
            "roles.plain expected one of `admin`, `member`",
            "seats must be at least 1",
            "status expected a string",
            "surcharge expected a decimal number",
            "note is missing",
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
    let mut context = Context::enforcing();
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

/// `serde_json` passes numbers as objects if a crate of the build enables `arbitrary_precision`.
#[test]
fn numbers_of_arbitrary_precision_are_read() {
    let integer = |text| read::<i64>(text).map_err(|validation_error| validation_error.to_string());
    assert_eq!(integer(r#"{"$serde_json::private::Number": "3.0"}"#), Ok(3));
    assert!(integer(r#"{"$serde_json::private::Number": "3.5"}"#).is_err());
    let number = |text| read::<f64>(text).map_err(|validation_error| validation_error.to_string());
    assert_eq!(
        number(r#"{"$serde_json::private::Number": "0.25"}"#),
        Ok(0.25)
    );
    let validation_error = Err(String::from("body: expected a number"));
    assert_eq!(
        number(r#"{"$serde_json::private::Number": "x"}"#),
        validation_error
    );
    assert_eq!(number(r#"{"a": "0.25"}"#), validation_error);
    assert_eq!(number("{}"), validation_error);
}

#[test]
fn invalid_json_is_rejected_with_its_position() {
    assert_eq!(
        read::<Page<i64>>("{\"data\":\n [1,]}"),
        Err(InvalidJson::Syntax { line: 2, column: 5 })
    );
    assert_eq!(
        read::<Page<i64>>("{\"data\": [1"),
        Err(InvalidJson::Incomplete)
    );
    for text in ["", " \n"] {
        assert_eq!(read::<Page<i64>>(text), Err(InvalidJson::Empty));
    }
    assert_eq!(
        read::<i64>("1 2"),
        Err(InvalidJson::Syntax { line: 1, column: 3 })
    );
    let deep = "[".repeat(100_000);
    assert!(matches!(
        read::<Json>(&deep),
        Err(InvalidJson::Syntax { .. })
    ));
}

#[test]
fn invalid_utf8_is_rejected() {
    let place = |text: &[u8]| match from_json::<Vec<String>>(text) {
        Err(InvalidJson::Syntax { line, column }) => (line, column),
        other => panic!("{other:?}"),
    };
    assert_eq!(place(b"[\"a\",\n \"b\xffc\"]").0, 2);
    assert_eq!(place(b"\xff"), (1, 1));
    // Ignored fields are checked too.
    assert!(from_json::<()>(b"{\"x\": \"\xff\"}").is_err());
}

#[test]
fn values_in_an_envelope_are_read() {
    assert_eq!(
        from_json_in("data", br#"{"x": 1, "data": 2, "y": 3}"#),
        Ok(2_i64)
    );
    let validation_error = |text: &[u8]| {
        from_json_in::<Member>("data", text)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(validation_error(b"{}"), "body `data`: is missing");
    assert_eq!(validation_error(b"[]"), "body: expected an object");
    assert_eq!(
        validation_error(br#"{"data": {"email": 1}}"#),
        "body `data.email`: expected a string"
    );
    assert_eq!(from_json_in("data", br#"{"data": null}"#), Ok(None::<i64>));
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

/// An object with a hidden map of numbers.
#[derive(Debug)]
struct Vault;

impl rt::Object for Vault {
    const FIELDS: &'static [rt::Field] = &[rt::Field::required("secrets").hidden()];

    fn read<'de, A: rt::ObjectAccess<'de>>(
        mut fields: rt::Fields<'_, A>,
    ) -> Result<Self, A::Error> {
        let mut secrets: Option<std::collections::BTreeMap<String, i64>> = None;
        while let Some(field) = fields.next()? {
            match field {
                0 => fields.set(&mut secrets),
                _ => fields.skip(),
            }?;
        }
        Ok(Self)
    }
}
rt::object!(Vault);

#[test]
fn a_validation_error_in_a_hidden_value_names_only_the_field() {
    let validation_error = read::<Vault>(r#"{"secrets": {"ada@example.com": "x"}}"#).unwrap_err();
    assert_eq!(
        validation_error.to_string(),
        "body `secrets`: expected an integer"
    );
}

#[test]
fn objects_of_more_than_64_fields_are_read() {
    let mut seen = super::object::Seen::default();
    for index in [0, 1, 63, 64, 65, 300] {
        assert!(!seen.contains(index));
        assert!(seen.insert(index));
        assert!(!seen.insert(index));
    }
    assert!(!seen.contains(2) && !seen.contains(66) && !seen.contains(1000));
}
