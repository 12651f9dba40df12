//! Traits that types derive in addition.

// The macros create public items, and more than the tests use.
#![allow(dead_code, unreachable_pub)]

use std::collections::{BTreeMap, BTreeSet, HashSet};

use arbitrary::{Arbitrary, Unstructured};

use crate::codegen as rt;
use crate::{Boxed, Decimal, Maybe, Uri};

rt::string_newtype! {
    #[derive(Arbitrary)]
    pub struct Shelfmark(String);
}

rt::closed_enum! {
    #[derive(Arbitrary)]
    pub enum Binding {
        Hard = "hard",
        Soft = "soft",
    }
}

rt::open_enum! {
    #[derive(PartialOrd, Ord, Arbitrary)]
    pub enum Condition {
        Fine = "fine",
        #[other]
        Other(String),
    }
}

rt::closed_values! {
    #[derive(Arbitrary)]
    pub enum Level: i64 {
        Low = 1,
        High = 2,
    }
}

rt::tuple! {
    #[derive(Eq, PartialOrd, Ord, Hash, Arbitrary)]
    pub struct Place(pub Level, pub u16,);
}

rt::tuple! {
    #[derive(Eq, PartialOrd, Ord, Hash, Arbitrary)]
    pub struct Size {
        pub pages: u16,
    }
}

rt::union! {
    #[derive(Eq, PartialOrd, Ord, Hash, Arbitrary)]
    #[union(beside("kind", "data"))]
    pub enum Medium {
        Paper(Binding) = "paper",
        File(Uri) = "file",
        None = "none",
    }
}

rt::object! {
    #[derive(Eq, PartialOrd, Ord, Hash, Arbitrary)]
    #[object(deep)]
    pub struct Book {
        pub shelfmark: Shelfmark,
        pub condition: Condition,
        pub place: Place,
        pub size: Size,
        pub medium: Medium,
        pub price: Option<Decimal>,
        #[field(optional)]
        pub link: Maybe<Uri>,
        #[nested(contains Book)]
        pub parts: Boxed<Vec<Book>>,
        #[flatten(additional_fields)]
        pub others: BTreeMap<String, bool>,
    }
}

fn book(price: &str, parts: Vec<Book>) -> Book {
    Book {
        shelfmark: Shelfmark::new("QA 76"),
        condition: Condition::Fine,
        place: Place(Level::Low, 3),
        size: Size { pages: 17 },
        medium: Medium::Paper(Binding::Soft),
        price: Some(price.parse().unwrap()),
        link: Maybe::Null,
        parts: parts.into(),
        others: BTreeMap::new(),
    }
}

#[test]
fn values_are_keys_of_maps() {
    let equal = [book("1.0", Vec::new()), book("1.00", Vec::new())];
    let sorted: BTreeSet<Book> = equal.iter().cloned().collect();
    let hashed: HashSet<Book> = equal.into_iter().collect();
    assert_eq!((sorted.len(), hashed.len()), (1, 1));
}

#[test]
fn values_are_ordered_by_their_fields_and_what_is_inside() {
    let cheap = book("0.9", vec![book("5", Vec::new())]);
    let dear = book("0.9", vec![book("10", Vec::new())]);
    assert!(cheap < dear);
    assert!(book("0.8", Vec::new()) < cheap);
}

#[test]
fn values_are_made_from_random_bytes() {
    for seed in 0..32_u8 {
        let bytes: Vec<u8> = (0..=255)
            .map(|index: u8| index.wrapping_mul(seed))
            .collect();
        let made = Book::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        let json = serde_json::to_value(&made).unwrap();
        let read: Book = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), json);
    }
}
