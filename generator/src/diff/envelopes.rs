//! Envelopes: values in the only field of an object. The other document may describe the same object by a type that has
//! this field.

use super::Rule;
use super::objects::{Member, Members};
use super::presence::Needed;
use super::site::Site;
use super::values::{Shape, Use, resolve};
use super::walk::{Context, Walk};
use super::words::Quoted;
use crate::api::{Api, Rules, TypeKind, TypeRef};

/// A JSON value of a body, which may be in an envelope.
#[derive(Clone, Copy)]
pub(super) struct Enveloped<'a> {
    /// The field of the object that the value is in, if there is an envelope.
    field: Option<&'a str>,
    value: Use<'a>,
}

impl<'a> Enveloped<'a> {
    pub(super) const fn of(field: Option<&'a str>, ty: &'a TypeRef, rules: &'a Rules) -> Self {
        let value = Use::Of(ty, rules);
        Self { field, value }
    }

    /// The body, if it is an object.
    pub(super) fn body(&self, api: &'a Api) -> Option<Body<'a>> {
        match self.field {
            Some(field) => {
                let value = Member::implied(field, Needed::Required, self.value);
                Some(Body::of_fields(vec![value]))
            }
            None => Body::of(api, self.value),
        }
    }
}

/// A body that is an object, however its document describes it.
pub(super) struct Body<'a> {
    pub(super) fields: Members<'a>,
    is_null: bool,
}

impl<'a> Body<'a> {
    /// An object of these fields, which no type describes.
    pub(super) const fn of_fields(all: Vec<Member<'a>>) -> Self {
        Self {
            fields: Members { all, object: None },
            is_null: false,
        }
    }

    /// A value, if it is an object.
    pub(super) fn of(api: &'a Api, value: Use<'a>) -> Option<Self> {
        let (Shape::Named(_, TypeKind::Object(object)), is_null, _) = resolve(api, value) else {
            return None;
        };
        Some(Self {
            fields: Members::of(object),
            is_null,
        })
    }

    pub(super) fn field(&self, name: &str) -> Option<&Member<'a>> {
        let mut fields = self.fields.all.iter();
        fields.find(|field| field.name == name)
    }
}

impl<'a> Walk<'a> {
    /// Compares two values that may be in envelopes.
    pub(super) fn enveloped(
        &mut self,
        old: &Enveloped<'a>,
        new: &Enveloped<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        if old.field == new.field {
            return self.values(old.value, new.value, context, site);
        }
        let words = |field: Option<&str>| match field {
            Some(field) => format!("in the field {}", Quoted(field)),
            None => "without an envelope".to_owned(),
        };
        let Some((old_body, new_body)) = self.same_objects(old, new) else {
            let (was, is) = (words(old.field), words(new.field));
            let message = format!("the value was {was}, and is {is}");
            self.change(Rule::EnvelopeChanged, context, site, message);
            return self.values(old.value, new.value, context, site);
        };
        let message = match (old.field, new.field) {
            (Some(field), _) => format!(
                "in Rust, it was the value in the field {}, and is the object with this field",
                Quoted(field)
            ),
            (None, field) => format!(
                "in Rust, it was an object, and is the value in the field {}",
                Quoted(field.unwrap_or_default())
            ),
        };
        // No message is different because of it.
        let nowhere = Context {
            flow: None,
            ..context
        };
        self.change(Rule::EnvelopeInRust, nowhere, site, message);
        self.object_bodies(&old_body, &new_body, context, site);
    }

    /// Both values as objects, if one is in an envelope and the type of the other one has the field of that envelope.
    fn same_objects(
        &self,
        old: &Enveloped<'a>,
        new: &Enveloped<'a>,
    ) -> Option<(Body<'a>, Body<'a>)> {
        let (old_body, new_body) = (old.body(self.old)?, new.body(self.new)?);
        let is_same = match (old.field, new.field) {
            (Some(field), None) => new_body.field(field).is_some(),
            (None, Some(field)) => old_body.field(field).is_some(),
            (None, None) | (Some(_), Some(_)) => false,
        };
        is_same.then_some((old_body, new_body))
    }

    /// Compares two bodies that are objects.
    pub(super) fn object_bodies(
        &mut self,
        old: &Body<'a>,
        new: &Body<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let null = match (old.is_null, new.is_null) {
            (false, true) => Some((Rule::NullAdded, "it can be null")),
            (true, false) => Some((Rule::NullRemoved, "it can no longer be null")),
            (true, true) | (false, false) => None,
        };
        if let Some((rule, message)) = null {
            self.change(rule, context, site, message.to_owned());
        }
        self.all_members(&old.fields, &new.fields, context, site);
        self.others(old.fields.others(), new.fields.others(), context, site);
        self.announced_members(&old.fields, &new.fields, context, site);
    }
}
