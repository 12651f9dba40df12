//! Every type of values implements serde's traits: what is written can be read again.

// The macros create public items, and more than the tests use.
#![allow(dead_code, unreachable_pub)]

use std::collections::BTreeMap;
use std::fmt;

use serde_core::{Serialize, de::DeserializeOwned};

use crate::codegen as rt;

/// Reads a value, and writes it again.
#[track_caller]
fn assert_is_kept<T: Serialize + DeserializeOwned + PartialEq + fmt::Debug>(json: &str) {
    let value: T = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    // Through another deserializer, whose texts are owned.
    let tree = serde_json::to_value(&value).unwrap();
    assert_eq!(serde_json::from_value::<T>(tree).unwrap(), value);
}

/// A test for each type, with a value of it in JSON.
macro_rules! kept {
    ($($(#[$condition:meta])? $name:ident: $type:ty = $json:literal;)+) => {$(
        $(#[$condition])?
        #[test]
        fn $name() {
            assert_is_kept::<$type>($json);
        }
    )+};
}

kept! {
    decimal: crate::Decimal = r#""0.10""#;
    decimal_number: crate::DecimalNumber = "0.1";
    #[cfg(feature = "time")]
    timestamp: crate::Timestamp = r#""2026-01-31T23:59:59.5+02:00""#;
    #[cfg(feature = "time")]
    date: crate::Date = r#""2026-01-31""#;
    time: crate::Time = r#""08:30:00.50Z""#;
    duration: crate::Duration = r#""PT90S""#;
    #[cfg(feature = "uuid")]
    uuid: crate::Uuid = r#""67e55044-10b1-426f-9247-bb680e5fe0c8""#;
    uri: crate::Uri = r#""https://example.com""#;
    email: crate::Email = r#""ada@example.com""#;
    ip: crate::IpAddr = r#""2001:db8::1""#;
    ipv4: crate::Ipv4Addr = r#""192.0.2.1""#;
    ipv6: crate::Ipv6Addr = r#""2001:db8::1""#;
    #[cfg(feature = "base64")]
    bytes: crate::Bytes = r#""AP8/""#;
    json: crate::Json = r#"{"a":[1,null]}"#;
    maybe_a_value: crate::Maybe<crate::Uri> = r#""a:b""#;
    maybe_null: crate::Maybe<crate::Uri> = "null";
    boxed: crate::Boxed<Vec<crate::Decimal>> = r#"["1"]"#;
    newtype_of_a_string: Shelfmark = r#""QA 76""#;
    newtype: Seats = "3";
    object: Book = r#"{"shelf-mark":"QA 76","price":"0.10","parts":{"a":"1"}}"#;
    tuple_without_names: Expiry = "[4,2030]";
    tuple_with_names: Place = "[13.4,52.5]";
    closed_enumeration: Binding = r#""soft""#;
    open_enumeration: Condition = r#""torn""#;
    closed_values: Level = "2";
    open_values: Priority = "7";
    union: Payment = r#"{"type":"book","shelf-mark":"QA 76","price":"0.10"}"#;
    unknown_variant: Payment = r#"{"type":"cash"}"#;
    untagged_union: Name = r#"["Ada","Byron"]"#;
    page: Page<Shelfmark> = r#"{"items":["QA 76"],"next":"b2"}"#;
    #[cfg(feature = "streams")]
    event_with_data: Activity = r#"{"event":"lent","data":{"price":"0.10","shelf-mark":"QA 76"}}"#;
    #[cfg(feature = "streams")]
    event_with_text: Activity = r#"{"event":"note","data":"On \"loan\""}"#;
    #[cfg(feature = "streams")]
    event_without_data: Activity = r#"{"event":"opened","data":{}}"#;
    #[cfg(feature = "streams")]
    unknown_event: Activity = r#"{"event":"closed","data":[1]}"#;
}

rt::string_newtype! {
    pub struct Shelfmark(String);
}

rt::newtype! {
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub struct Seats(u8);
}

rt::object! {
    pub struct Book {
        #[field(name = "shelf-mark")]
        pub shelfmark: Shelfmark,
        pub price: crate::Decimal,
        #[flatten(additional_fields)]
        pub others: BTreeMap<String, BTreeMap<String, crate::Decimal>>,
    }
}

rt::tuple! {
    pub struct Expiry(pub u8, pub u16,);
}

rt::tuple! {
    pub struct Place {
        pub longitude: f64,
        pub latitude: f64,
    }
}

rt::closed_enum! {
    pub enum Binding {
        Hard = "hard",
        Soft = "soft",
    }
}

rt::open_enum! {
    pub enum Condition {
        Fine = "fine",
        #[other]
        Other(String),
    }
}

rt::closed_values! {
    pub enum Level: i64 {
        Low = 1,
        High = 2,
    }
}

rt::open_values! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Priority: i64 {
        Low = 1,
        #[other]
        Other(i64),
    }
}

rt::union! {
    #[union(field(&["type"]))]
    pub enum Payment {
        #[from(Book)]
        Book(Book) = "book",
        #[other]
        Other(rt::Json),
    }
}

rt::union! {
    #[union(untagged("expected a string or a list"))]
    pub enum Name {
        #[matches(text)]
        Whole(String) = "whole",
        #[matches(list)]
        Parts(Vec<String>) = "parts",
    }
}

rt::object! {
    pub struct Page<T> {
        pub items: Vec<T>,
        #[field(optional)]
        pub next: Option<String>,
    }
}

#[cfg(feature = "streams")]
rt::event_union! {
    pub enum Activity {
        #[from(Book)]
        Lent(Book) = "lent",
        Opened = "opened",
        Note(String) = "note" as text,
        #[other]
        Other(String, rt::Json),
    }
}
