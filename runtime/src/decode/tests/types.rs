//! An API of groups and their members.

// The macros create public items, and more than the tests use.
#![allow(dead_code, unreachable_pub)]

use std::collections::BTreeMap;

use crate::codegen as rt;
use crate::{Decimal, Maybe};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct GroupId(String);
rt::string_newtype!(GroupId, &[&rt::length(1..=8)]);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Email(String);
rt::sensitive_string_newtype!(Email, "personal");

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Seats(i64);
rt::newtype!(Seats, i64, &[&rt::within(1..)]);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Role {
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
pub(super) enum Status {
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
pub(super) struct Member {
    pub(super) email: Email,
    pub(super) role: Role,
    pub(super) age: Maybe<i64>,
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
pub(super) struct Group {
    pub(super) id: GroupId,
    pub(super) status: Status,
    pub(super) seats: Seats,
    pub(super) note: Option<String>,
    pub(super) nickname: Option<String>,
    pub(super) limit: Maybe<f64>,
    pub(super) members: Vec<Member>,
    pub(super) roles: BTreeMap<String, Role>,
    pub(super) parent: Option<rt::Boxed<Group>>,
    pub(super) page_size: i64,
    pub(super) others: BTreeMap<String, Decimal>,
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
pub(super) struct Page<T> {
    pub(super) data: Vec<T>,
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

/// An object with a hidden map of numbers.
#[derive(Debug)]
pub(super) struct Vault;

impl rt::Object for Vault {
    const FIELDS: &'static [rt::Field] = &[rt::Field::required("secrets").hidden()];

    fn read<'de, A: rt::ObjectAccess<'de>>(
        mut fields: rt::Fields<'_, A>,
    ) -> Result<Self, A::Error> {
        let mut secrets: Option<BTreeMap<String, i64>> = None;
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
