//! Objects of any number of fields.

// The macro creates public items.
#![allow(unreachable_pub)]

use std::collections::BTreeMap;

use serde_core::Serialize;
use serde_json::{Map, json};

use super::super::Decode;
use super::{read, validation_errors};
use crate::codegen as rt;
use crate::encode::to_json;
use crate::{Boxed, Json};

/// An object that can be made from a value for each of its fields.
trait Numbers: Decode + Serialize {
    const NAMES: &'static [&'static str];
}

/// Defines an object with these fields, and up to two more that the names do not include.
macro_rules! numbers {
    ($(#[object($form:ident)])? $name:ident [$($field:ident)*] $($more:tt)*) => {
        rt::object! {
            $(#[object($form)])?
            pub struct $name {
                $(
                    #[rules(max = 99)]
                    pub $field: i64,
                )*
                $($more)*
            }
        }

        impl Numbers for $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];
        }
    };
}

numbers!(One[a]);
numbers!(Sixteen [a b c d e f g h i j k l m n o p]);
numbers!(#[object(wide)] Seventeen [a b c d e f g h i j k l m n o p q]);
numbers!(#[object(wide)] ThirtyTwo [
    a b c d e f g h i j k l m n o p a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 o1 p1
]);
numbers!(#[object(wide)] ThirtyThree [
    a b c d e f g h i j k l m n o p a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 o1 p1 q
]);
numbers!(SixteenWithOthers [a b c d e f g h i j k l m n o p]
    #[flatten(additional_fields)]
    pub others: BTreeMap<String, i64>,
);
numbers!(#[object(wide)] SeventeenWithOthers [a b c d e f g h i j k l m n o p q]
    #[flatten(additional_fields)]
    pub others: BTreeMap<String, i64>,
);
numbers!(#[object(deep)] Deep [a b c d e f g h i j k l m n o p q]
    #[field(optional)]
    #[nested(boxed Deep)]
    pub own: Option<Boxed<Deep>>,
    #[flatten(additional_fields)]
    #[nested(boxed Deep)]
    pub others: BTreeMap<String, Boxed<Deep>>,
);

/// An object with these names, whose values are their positions.
fn numbered(names: &[&str]) -> Map<String, Json> {
    let positions = names.iter().zip(0..);
    positions
        .map(|(name, position)| ((*name).to_owned(), json!(position)))
        .collect()
}

/// Changes one field after the other.
fn check<T: Numbers>() {
    let all = numbered(T::NAMES);
    let value: T = read(&json!(all).to_string()).unwrap();
    assert_eq!(value.clone(), value);
    assert_eq!(json!(value), json!(all));
    // In the order of the fields, which differs from the order of a map.
    let written: Vec<String> = T::NAMES
        .iter()
        .map(|name| format!("\"{name}\":{}", all[*name]))
        .collect();
    let text = format!("{{{}}}", written.join(","));
    assert_eq!(to_json(Vec::new(), &value).unwrap(), text.as_bytes());
    for name in T::NAMES {
        let mut other = all.clone();
        other[*name] = json!(99);
        let other: T = read(&json!(other).to_string()).unwrap();
        assert!(other != value, "{name}");
        assert!(format!("{other:?}").contains(&format!("{name}: 99")));
        let mut invalid = all.clone();
        invalid[*name] = json!(100);
        let expected = [format!("{name} must be at most 99")];
        assert_eq!(validation_errors::<T>(&json!(invalid)), expected);
        invalid.remove(*name);
        let expected = [format!("{name} is missing")];
        assert_eq!(validation_errors::<T>(&json!(invalid)), expected);
    }
    let missing = T::NAMES.iter().map(|name| format!("{name} is missing"));
    let missing: Vec<String> = missing.collect();
    assert_eq!(validation_errors::<T>(&json!({})), missing);
}

#[test]
fn objects_may_have_any_number_of_fields() {
    check::<One>();
    check::<Sixteen>();
    check::<Seventeen>();
    check::<ThirtyTwo>();
    check::<ThirtyThree>();
    check::<SixteenWithOthers>();
    check::<SeventeenWithOthers>();
    check::<Deep>();
}

#[test]
fn other_fields_follow_any_number_of_declared_ones() {
    fn check<T: Numbers>(other: &Json, problem: &str) {
        let mut value = numbered(T::NAMES);
        value.insert("zz".to_owned(), other.clone());
        let object: T = read(&json!(value).to_string()).unwrap();
        assert_eq!(json!(object), json!(value));
        value["zz"] = json!("text");
        assert_eq!(validation_errors::<T>(&json!(value)), [problem]);
    }
    check::<SixteenWithOthers>(&json!(7), "zz expected an integer");
    check::<SeventeenWithOthers>(&json!(7), "zz expected an integer");
    let deep = json!(numbered(Deep::NAMES));
    check::<Deep>(&deep, "zz expected an object");
}

#[test]
fn boxed_fields_follow_any_number_of_others() {
    let leaf = json!(numbered(Deep::NAMES));
    let mut value = numbered(Deep::NAMES);
    value.insert("own".to_owned(), leaf);
    let object: Deep = read(&json!(value).to_string()).unwrap();
    assert_eq!(object.own.as_ref().map(|own| own.q), Some(16));
    assert_eq!(json!(object), json!(value));
    value["own"] = json!({"a": 100});
    let errors = validation_errors::<Deep>(&json!(value));
    assert_eq!(errors[0], "own.a must be at most 99");
    assert_eq!((errors[1].as_str(), errors.len()), ("own.b is missing", 17));
    value["own"] = Json::Null;
    let expected = ["own must not be null"];
    assert_eq!(validation_errors::<Deep>(&json!(value)), expected);
}

rt::object! {
    #[derive(Default)]
    pub struct Nothing {}
}

rt::object! {
    #[derive(Default)]
    pub struct OthersAlone {
        #[flatten(additional_fields)]
        pub others: BTreeMap<String, i64>,
    }
}

#[test]
fn objects_may_have_no_fields() {
    assert_eq!(read::<Nothing>(r#"{"a": 1}"#), Ok(Nothing {}));
    assert_eq!(json!(Nothing {}), json!({}));
    assert_eq!(
        format!("{:?} {:#?}", Nothing {}, Nothing {}),
        "Nothing Nothing"
    );
    let others: OthersAlone = read(r#"{"a": 1}"#).unwrap();
    assert_eq!(others.others["a"], 1);
    assert_eq!(json!(others), json!({"a": 1}));
    assert_ne!(others, OthersAlone::default());
}
