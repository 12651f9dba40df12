//! How objects are shown.

// The macro creates public items.
#![allow(unreachable_pub)]

use std::collections::BTreeMap;

use crate::codegen as rt;
use crate::{Boxed, Maybe};

rt::object! {
    #[object(deep)]
    pub struct Shown {
        #[field(name = "a \"name\"\n")]
        pub renamed: String,
        #[field(name = "type")]
        pub r#type: Option<i64>,
        #[field(optional)]
        pub maybe: Maybe<Vec<f64>>,
        #[field(optional)]
        #[nested(boxed Shown)]
        pub own: Option<Boxed<Shown>>,
        #[flatten(additional_fields)]
        pub r#union: BTreeMap<String, bool>,
    }
}

/// The same with derived traits.
mod derived {
    use super::{BTreeMap, Maybe};

    #[derive(Debug)]
    #[allow(dead_code, reason = "the fields are shown")]
    pub(super) struct Shown {
        pub(super) renamed: String,
        pub(super) r#type: Option<i64>,
        pub(super) maybe: Maybe<Vec<f64>>,
        pub(super) own: Option<Box<Self>>,
        pub(super) r#union: BTreeMap<String, bool>,
    }
}

#[test]
fn objects_are_shown_as_a_derived_debug_shows_them() {
    let others = BTreeMap::from([(String::from("x"), true)]);
    let leaf = Shown {
        renamed: "\"".to_owned(),
        r#type: None,
        maybe: Maybe::Value(vec![0.5]),
        own: None,
        r#union: others.clone(),
    };
    let own = derived::Shown {
        renamed: leaf.renamed.clone(),
        r#type: leaf.r#type,
        maybe: leaf.maybe.clone(),
        own: None,
        r#union: others.clone(),
    };
    let shown = Shown {
        r#type: Some(1),
        maybe: Maybe::Null,
        own: Some(leaf.clone().into()),
        ..leaf
    };
    let derived = derived::Shown {
        renamed: own.renamed.clone(),
        r#type: Some(1),
        maybe: Maybe::Null,
        own: Some(Box::new(own)),
        r#union: others,
    };
    assert_eq!(format!("{shown:?}"), format!("{derived:?}"));
    assert_eq!(format!("{shown:#?}"), format!("{derived:#?}"));
    assert_eq!(format!("{shown:04.2?}"), format!("{derived:04.2?}"));
}

rt::object! {
    #[object(wide)]
    pub struct Hidden {
        #[field(personal)]
        pub a: String,
        #[field(optional, secret)]
        pub b: Maybe<String>,
        #[field(secret)]
        pub c: Option<i64>,
        pub d: i64,
        #[field(personal)]
        pub e: Vec<String>,
        #[field(name = "F", personal)]
        pub f: BTreeMap<String, String>,
        pub g: i64,
        pub h: i64,
        pub i: i64,
        pub j: i64,
        pub k: i64,
        pub l: i64,
        pub m: i64,
        pub n: i64,
        pub o: i64,
        pub p: i64,
        #[field(secret)]
        pub q: String,
        #[flatten(additional_fields)]
        pub others: BTreeMap<String, String>,
    }
}

#[test]
fn hidden_values_are_not_shown() {
    let hush = || String::from("hush");
    let hidden = Hidden {
        a: hush(),
        b: hush().into(),
        c: Some(4711),
        d: 1,
        e: vec![hush()],
        f: BTreeMap::from([(hush(), hush())]),
        g: 2,
        h: 3,
        i: 4,
        j: 5,
        k: 6,
        l: 7,
        m: 8,
        n: 9,
        o: 10,
        p: 11,
        q: hush(),
        others: BTreeMap::from([("other".to_owned(), "value".to_owned())]),
    };
    assert_eq!(
        format!("{hidden:?}"),
        "Hidden { a: <personal>, b: <secret>, c: <secret>, d: 1, e: <personal>, f: <personal>, g: 2, \
         h: 3, i: 4, j: 5, k: 6, l: 7, m: 8, n: 9, o: 10, p: 11, q: <secret>, \
         others: {\"other\": \"value\"} }"
    );
    let in_lines = format!("{:#?}", Maybe::Value(vec![hidden]));
    assert!(in_lines.contains("    f: <personal>,\n"), "{in_lines}");
    assert!(!in_lines.contains("hush") && !in_lines.contains("4711"));
}
