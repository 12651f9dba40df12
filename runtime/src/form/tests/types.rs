//! An API of payments.

// The macros create public items, and more than the tests use.
#![allow(dead_code, unreachable_pub)]

use std::collections::BTreeMap;

use crate::codegen as rt;
use crate::{Decimal, Json, Maybe};

rt::closed_enum! {
    pub enum Currency {
        Eur = "eur",
        Usd = "usd",
    }
}

rt::string_newtype! {
    #[hidden(secret)]
    #[rules(min_length = 4)]
    pub struct CardNumber(String);
}

rt::newtype! {
    #[derive(Clone, Copy, PartialEq, Eq)]
    #[rules(min = 1, max = 12)]
    pub struct Month(i64);
}

rt::object! {
    pub struct Card {
        pub number: CardNumber,
        pub month: Month,
        pub owner: Option<String>,
    }
}

rt::object! {
    pub struct Line {
        #[rules(min = 1)]
        pub amount: i64,
        #[field(optional)]
        pub tax: Option<f64>,
        #[field(optional)]
        pub tags: Option<Vec<String>>,
    }
}

rt::object! {
    pub struct Payment {
        #[rules(min = 1)]
        pub amount: i64,
        pub currency: Currency,
        pub card: Card,
        #[field(optional)]
        pub live: Option<bool>,
        #[field(optional)]
        pub fee: Option<Decimal>,
        #[field(optional)]
        pub note: Maybe<String>,
        #[field(optional)]
        #[rules(max_items = 3)]
        pub lines: Option<Vec<Line>>,
    }
}

rt::object! {
    #[derive(Default)]
    pub struct Options {
        #[field(optional)]
        pub text: Option<String>,
        #[field(optional)]
        pub count: Maybe<i64>,
        #[field(optional)]
        pub ratio: Option<f64>,
        #[field(optional)]
        pub on: Option<bool>,
        #[field(optional)]
        pub texts: Option<Vec<String>>,
        #[field(optional)]
        pub counts: Option<Vec<i64>>,
        #[field(optional)]
        pub sparse: Option<Vec<Option<i64>>>,
        #[field(optional)]
        pub grid: Option<Vec<Vec<i64>>>,
        #[field(optional)]
        pub inner: Option<Empty>,
        #[field(optional)]
        pub card: Option<Card>,
        #[field(optional)]
        pub map: Option<BTreeMap<String, i64>>,
        #[field(optional)]
        pub json: Option<Json>,
        #[field(optional, secret)]
        pub secrets: Option<BTreeMap<String, i64>>,
    }
}

rt::object! {
    #[derive(Default)]
    pub struct Empty {
        #[field(optional)]
        pub text: Option<String>,
    }
}

rt::object! {
    /// Contains itself in every way.
    #[derive(Default)]
    #[object(deep)]
    pub struct Node {
        #[field(optional)]
        pub name: Option<String>,
        #[field(optional)]
        #[nested(boxed Node)]
        pub next: Option<rt::Boxed<Node>>,
        #[field(optional)]
        #[nested(boxed Node)]
        pub parent: Maybe<rt::Boxed<Node>>,
        #[field(optional)]
        #[nested(boxed Node)]
        pub list: Option<rt::Boxed<Vec<Node>>>,
        #[field(optional)]
        #[nested(boxed Node)]
        pub map: Option<rt::Boxed<BTreeMap<String, Node>>>,
        #[flatten(additional_fields)]
        pub others: BTreeMap<String, String>,
    }
}
