//! Reading and writing of tuples as the generator would write them.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "the macros create public items, and more than the tests use"
)]

use serde_json::json;

use crate::codegen as rt;
use crate::decode::{Context, Decode, from_json};

rt::tuple! {
    /// When a card expires.
    pub struct Expiry(
        #[rules(min = 1, max = 12)]
        pub u8,
        pub Option<u16>,
    );
}

rt::tuple! {
    pub struct Position {
        #[rules(min_number = -180.0)]
        pub longitude: f64,
        #[field(personal)]
        #[rules(min_number = -90.0)]
        pub latitude: f64,
    }
}

rt::tuple! {
    pub struct Tagged(
        #[field(secret)]
        #[rules(max_length = 2)]
        pub String,
        pub Vec<Expiry>,
    );
}

rt::tuple! {
    pub struct Tree(
        pub String,
        #[nested(boxed Tree)]
        pub rt::Boxed<Vec<Tree>>,
    );
}

rt::object! {
    pub struct Card {
        pub expiry: Expiry,
        #[field(optional)]
        pub places: Option<Vec<Position>>,
    }
}

fn read<T: Decode>(text: &str) -> T {
    serde_json::from_value::<serde_json::Value>(serde_json::from_str(text).unwrap()).unwrap();
    from_json(text.as_bytes()).unwrap()
}

/// All validation errors, each as `place problem`.
fn errors<T: Decode>(value: &serde_json::Value) -> Vec<String> {
    let mut context = Context::for_requests().collecting();
    assert!(T::decode(value, &mut context).is_err(), "{value}");
    let errors = context.into_validation_errors().into_iter();
    errors
        .map(|error| format!("{} {}", error.name, error.problem))
        .collect()
}

#[test]
fn a_tuple_is_a_list() {
    let expiry: Expiry = read("[4, 2030]");
    assert_eq!(expiry, Expiry(4, Some(2030)));
    assert_eq!(serde_json::to_string(&expiry).unwrap(), "[4,2030]");
    let expiry: Expiry = read("[4, null]");
    assert_eq!(serde_json::to_string(&expiry).unwrap(), "[4,null]");
    let position: Position = read("[13.5, 52.5]");
    assert_eq!(
        serde_json::to_value(&position).unwrap(),
        json!([13.5, 52.5])
    );
    assert_eq!(
        serde_json::from_str::<Position>("[13.5, 52.5]").unwrap(),
        position
    );
}

#[test]
fn a_tuple_can_contain_itself() {
    let text = r#"["a",[["b",[]],["c",[["d",[]]]]]]"#;
    let tree: Tree = read(text);
    assert_eq!(tree.1[1].1[0].0, "d");
    assert_eq!(serde_json::to_string(&tree).unwrap(), text);
    assert_eq!(
        errors::<Tree>(&json!(["a", [["b", []], ["c"]]])),
        ["[1][1] must have exactly 2 items"]
    );
}

#[test]
fn errors_name_the_place() {
    let card = |expiry: serde_json::Value| errors::<Card>(&json!({ "expiry": expiry }));
    assert_eq!(
        card(json!([13, "x"])),
        [
            "expiry[0] must be from 1 to 12",
            "expiry[1] expected an integer"
        ]
    );
    assert_eq!(card(json!([1])), ["expiry must have exactly 2 items"]);
    assert_eq!(card(json!([])), ["expiry must have exactly 2 items"]);
    assert_eq!(
        card(json!([1, 2, [3]])),
        ["expiry must have exactly 2 items"]
    );
    assert_eq!(
        card(json!([0, 2, 3])),
        [
            "expiry must have exactly 2 items",
            "expiry[0] must be from 1 to 12"
        ]
    );
    assert_eq!(card(json!(null)), ["expiry must not be null"]);
    assert_eq!(card(json!({})), ["expiry expected a list"]);
    assert_eq!(card(json!("4")), ["expiry expected a list"]);
    assert_eq!(
        errors::<Card>(&json!({ "expiry": [1, null], "places": [[0, 0], [-181, true]] })),
        [
            "places[1][0] must be at least -180",
            "places[1][1] expected a number"
        ]
    );
}

#[test]
fn a_client_checks_no_rules() {
    assert_eq!(read::<Expiry>("[13, null]"), Expiry(13, None));
}

#[test]
fn hidden_elements_are_not_shown() {
    let position = Position {
        longitude: 13.5,
        latitude: 52.5,
    };
    let shown = "Position { longitude: 13.5, latitude: <personal> }";
    assert_eq!(format!("{position:?}"), shown);
    let tagged = Tagged("ab".to_owned(), vec![Expiry(1, None)]);
    assert_eq!(format!("{tagged:?}"), "Tagged(<secret>, [Expiry(1, None)])");
    let errors = errors::<Tagged>(&json!(["ABC", [[0, 1]]]));
    assert_eq!(errors.len(), 2);
    assert!(
        errors.iter().all(|error| !error.contains("ABC")),
        "{errors:?}"
    );
}

#[cfg(all(feature = "form", feature = "server"))]
mod forms {
    use super::*;
    use crate::form::{Lists, from_form, to_form};

    rt::object! {
        pub struct Form {
            pub expiry: Expiry,
            #[field(optional)]
            pub one: Option<One>,
        }
    }

    rt::tuple! {
        pub struct One(pub i64,);
    }

    #[test]
    fn a_tuple_in_a_form_is_a_list() {
        let value = Form {
            expiry: Expiry(4, None),
            one: Some(One(7)),
        };
        for lists in [Lists::Repeated, Lists::Brackets, Lists::Indexed] {
            let form = to_form(&value, lists, &[]).unwrap();
            let read = from_form::<Form>(form.as_bytes(), &[], Context::for_requests());
            assert_eq!(read.as_ref(), Ok(&value), "{form}");
        }
        let problems = |form: &str| {
            let errors =
                from_form::<Form>(form.as_bytes(), &[], Context::for_requests()).unwrap_err();
            let errors = errors.iter();
            errors
                .map(|error| format!("{} {}", error.name, error.problem))
                .collect::<Vec<_>>()
        };
        assert_eq!(problems("expiry=4"), ["expiry must have exactly 2 items"]);
        assert_eq!(problems("expiry="), ["expiry must have exactly 2 items"]);
        assert_eq!(
            problems("expiry[0]=13&expiry[1]=1"),
            ["expiry[0] must be from 1 to 12"]
        );
        assert_eq!(
            problems("expiry[0]=1&expiry[2]=1"),
            ["expiry expected a list, whose indexes count up from 0"]
        );
    }
}
