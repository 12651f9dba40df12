//! An API of groups and their members.

// The macros create public items, and more than the tests use.
#![allow(dead_code, unreachable_pub)]

use std::collections::BTreeMap;

use crate::codegen as rt;
use crate::{Decimal, Maybe};

rt::string_newtype! {
    #[rules(min_length = 1, max_length = 8)]
    pub struct GroupId(String);
}

rt::string_newtype! {
    #[hidden(personal)]
    pub struct Email(String);
}

rt::newtype! {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[rules(min = 1)]
    pub struct Seats(i64);
}

rt::closed_enum! {
    pub enum Role {
        Admin = "admin",
        Member = "member",
    }
}

rt::open_enum! {
    pub enum Status {
        Active = "active",
        #[other]
        Other(String),
    }
}

rt::object! {
    /// A member of a group.
    pub struct Member {
        /// The e-mail address.
        pub email: Email,
        pub role: Role,
        #[field(optional)]
        #[rules(min = 18, max = 120)]
        pub age: Maybe<i64>,
    }
}

rt::object! {
    #[object(deep)]
    pub struct Group {
        pub id: GroupId,
        pub status: Status,
        pub seats: Seats,
        pub note: Option<String>,
        #[field(optional)]
        pub nickname: Option<String>,
        #[field(optional)]
        #[rules(min_number = 0.0)]
        pub limit: Maybe<f64>,
        #[rules(max_items = 3)]
        pub members: Vec<Member>,
        pub roles: BTreeMap<String, Role>,
        #[field(optional)]
        #[nested(boxed Group)]
        pub parent: Option<rt::Boxed<Group>>,
        #[field(optional)]
        pub page_size: Option<i64>,
        #[flatten(additional_fields)]
        pub others: BTreeMap<String, Decimal>,
    }
}

rt::object! {
    pub struct Page<T> {
        pub data: Vec<T>,
    }
}

rt::object! {
    /// An object with a hidden map of numbers.
    pub struct Vault {
        #[field(secret)]
        pub secrets: BTreeMap<String, i64>,
    }
}
