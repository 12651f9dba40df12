//! The fields of objects and pages, as they are compared.

use crate::api::{AdditionalFields, Constant, Field, Notes, Object, OneWay, TypeRef};
use crate::diff::presence::Needed;
use crate::diff::values::Use;
use crate::diff::walk::Flow;

/// A field of an object or a page, which may always have the same value.
#[derive(Clone, Copy)]
pub(in crate::diff) struct Member<'a> {
    pub(in crate::diff) name: &'a str,
    pub(in crate::diff) presence: Needed<'a>,
    pub(in crate::diff) value: Use<'a>,
    /// What is announced about it. `None` if a document has no place for that.
    pub(in crate::diff) notes: Option<&'a Notes>,
    /// The field, if it is not a constant.
    pub(super) field: Option<&'a Field>,
    pub(super) one_way: Option<OneWay>,
}

impl<'a> Member<'a> {
    /// The items of a page, which are in a field of it.
    pub(in crate::diff) const fn items(name: &'a str, item: &'a TypeRef, notes: &'a Notes) -> Self {
        Self {
            notes: Some(notes),
            ..Self::implied(name, Needed::Required, Use::ListOf(item))
        }
    }

    /// A field that no type declares, such as that of an envelope.
    pub(in crate::diff) const fn implied(
        name: &'a str,
        presence: Needed<'a>,
        value: Use<'a>,
    ) -> Self {
        Self {
            name,
            presence,
            value,
            notes: None,
            field: None,
            one_way: None,
        }
    }

    /// The field in messages of a direction, if these have it.
    pub(super) fn in_flow(self, flow: Flow) -> Option<Self> {
        let Some(one_way) = self.one_way else {
            return Some(self);
        };
        (one_way.is_request == (flow == Flow::Request)).then_some(Self {
            presence: match one_way.is_required {
                true => Needed::Required,
                false => self.presence,
            },
            ..self
        })
    }
}

impl Member<'_> {
    /// Whether requests and responses have it.
    pub(in crate::diff) const fn is_of_both(&self) -> bool {
        self.one_way.is_none()
    }
}

impl<'a> From<&'a Field> for Member<'a> {
    fn from(field: &'a Field) -> Self {
        Self {
            name: &field.name,
            presence: Needed::of(&field.presence, field.stated_default.as_ref()),
            value: Use::Of(&field.ty, &field.rules),
            notes: Some(&field.notes),
            field: Some(field),
            one_way: field.one_way,
        }
    }
}

impl<'a> From<&'a Constant> for Member<'a> {
    fn from(constant: &'a Constant) -> Self {
        Self {
            name: &constant.name,
            presence: match constant.required {
                true => Needed::Required,
                false => Needed::Optional,
            },
            value: Use::Constant(&constant.value),
            notes: Some(&constant.notes),
            field: None,
            one_way: constant.one_way,
        }
    }
}

/// The fields of an object, with those that are constants.
pub(in crate::diff) fn members(object: &Object) -> impl Iterator<Item = Member<'_>> {
    let constants = object.constants.iter().map(Member::from);
    constants.chain(object.fields.iter().map(Member::from))
}

/// The fields that are compared with those of the other side.
pub(in crate::diff) struct Members<'a> {
    pub(in crate::diff) all: Vec<Member<'a>>,
    /// The object that they are in. Pages and errors have no object here, and ignore other fields.
    pub(in crate::diff) object: Option<&'a Object>,
}

impl<'a> Members<'a> {
    /// No fields.
    pub(in crate::diff) const NONE: Self = Self {
        all: Vec::new(),
        object: None,
    };

    /// Those of an object.
    pub(in crate::diff) fn of(object: &'a Object) -> Self {
        Self {
            all: members(object).collect(),
            object: Some(object),
        }
    }

    /// Those of an object, apart from one that is not compared.
    pub(in crate::diff) fn without(object: &'a Object, name: Option<&str>) -> Self {
        let mut members = Self::of(object);
        members.all.retain(|member| Some(member.name) != name);
        members
    }

    /// What happens to other fields.
    pub(in crate::diff) fn others(&self) -> &'a AdditionalFields {
        const IGNORED: &AdditionalFields = &AdditionalFields::Ignored;
        self.object.map_or(IGNORED, |object| &object.others)
    }
}
