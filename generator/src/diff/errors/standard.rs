//! Errors with the shape that all errors have, compared with the same objects where the other document describes them by
//! types.

use crate::api::{
    Api, BodyField, ErrorBody, ErrorContent, Integer, Rules, Scalar, Type, TypeKind, TypeRef,
};
use crate::diff::Rule;
use crate::diff::envelopes::{Body, Enveloped};
use crate::diff::objects::Member;
use crate::diff::presence::Needed;
use crate::diff::site::Site;
use crate::diff::texts::may_be;
use crate::diff::values::{Class, Shape, Use, class, resolve};
use crate::diff::walk::{Context, Walk};
use crate::diff::words::Quoted;

/// An error with the shape that all errors of its API have.
#[derive(Clone, Copy)]
pub(super) struct Standard<'a> {
    api: &'a Api,
    code: Option<&'a str>,
    /// Further fields.
    fields: &'a [BodyField],
}

const TEXT: Use<'static> = Use::Of(&TypeRef::new(Type::Scalar(Scalar::String)), Rules::NONE);

const TEXT_OR_NULL: Use<'static> = Use::Of(
    &TypeRef {
        ty: Type::Scalar(Scalar::String),
        nullable: true,
        alias: None,
    },
    Rules::NONE,
);

const INTEGER: Use<'static> = Use::Of(
    &TypeRef::new(Type::Scalar(Scalar::Integer(Integer::Int64))),
    Rules::NONE,
);

const ANY: Use<'static> = Use::Of(&TypeRef::new(Type::Scalar(Scalar::Json)), Rules::NONE);

impl<'a> Standard<'a> {
    /// An error of an API, if it has the shape.
    pub(super) fn of(api: &'a Api, content: &'a ErrorContent) -> Option<Self> {
        match content {
            ErrorContent::Standard {
                message: _,
                code,
                fields,
            } => Some(Self {
                api,
                code: code.as_deref(),
                fields,
            }),
            ErrorContent::Json { .. }
            | ErrorContent::Text { .. }
            | ErrorContent::Binary { .. }
            | ErrorContent::Empty => None,
        }
    }

    /// Its body, without its envelope.
    fn body(self) -> Body<'a> {
        let ErrorBody {
            media: _,
            envelope: _,
            status,
            code,
            message,
            parameter,
            metadata,
            fields: _,
            notes: _,
        } = &self.api.error_body;
        let required = [(status, INTEGER), (message, TEXT)];
        let required = required.into_iter().filter_map(|(name, value)| {
            let name = name.as_ref()?;
            Some(Member::implied(name, Needed::Required, value))
        });
        let roles = [
            (code, self.code.is_some(), TEXT, TEXT_OR_NULL),
            (parameter, false, TEXT, TEXT_OR_NULL),
            (metadata, false, ANY, ANY),
        ];
        let roles = roles
            .into_iter()
            .filter_map(|(role, has_value, value, or_null)| {
                let role = role.as_ref()?;
                let (presence, value) = match (has_value, role.optional) {
                    (true, _) => (Needed::Required, value),
                    (false, true) => (Needed::Optional, value),
                    (false, false) => (Needed::Required, or_null),
                };
                Some(Member::implied(&role.name, presence, value))
            });
        let fields = self.fields.iter();
        let fields = fields.map(|field| Member::from(&field.field));
        Body::of_fields(required.chain(roles).chain(fields).collect())
    }

    /// A body of the other document as far as a shape can describe one: it says neither what numbers a status has, nor
    /// what codes there are, nor what details are.
    fn described(self, api: &'a Api, mut other: Body<'a>) -> Body<'a> {
        let shape = &self.api.error_body;
        let code = shape.code.as_ref().map(|role| &role.name);
        let metadata = shape.metadata.as_ref().map(|role| &role.name);
        for member in &mut other.fields.all {
            let is = |name: Option<&String>| name.is_some_and(|name| name == member.name);
            let (of_other, is_null, _) = resolve(api, member.value);
            member.value = match class(&of_other) {
                _ if is(metadata) => ANY,
                Some(Class::Number) if is(shape.status.as_ref()) && !is_null => INTEGER,
                Some(Class::Text) if is(code) && is_null => TEXT_OR_NULL,
                Some(Class::Text) if is(code) => TEXT,
                _ => continue,
            };
        }
        other
    }
}

impl<'a> Walk<'a> {
    /// Compares an error of the shape that all errors have with one whose body has a type. Returns whether both are
    /// objects.
    pub(super) fn standard_and_json(
        &mut self,
        standard: Standard<'a>,
        json: &Enveloped<'a>,
        standard_is_old: bool,
        context: Context,
        site: &Site<'_, 'a>,
    ) -> bool {
        let api = if standard_is_old { self.new } else { self.old };
        let Some(mut other) = json.body(api) else {
            return false;
        };
        let envelope = standard.api.error_body.envelope.as_deref();
        let place = envelope.map(|name| self.part(site, name, name));
        if let Some(name) = envelope {
            let Some(inner) = other
                .field(name)
                .and_then(|field| Body::of(api, field.value))
            else {
                return false;
            };
            for field in &mut other.fields.all {
                if field.name == name {
                    field.value = ANY;
                }
            }
            let outer = Member::implied(name, Needed::Required, ANY);
            let outer = Body::of_fields(vec![outer]);
            self.bodies_of((outer, other), standard_is_old, context, site);
            other = inner;
        }
        let site = place.as_ref().unwrap_or(site);
        if let (Some(code), Some(role)) = (standard.code, &standard.api.error_body.code)
            && let Some(field) = other.field(&role.name)
        {
            let site = self.part(site, &role.name, &role.name);
            self.code_and_value(code, (api, field.value), standard_is_old, context, &site);
        }
        let other = standard.described(api, other);
        self.bodies_of((standard.body(), other), standard_is_old, context, site);
        true
    }

    fn bodies_of(
        &mut self,
        (standard, other): (Body<'a>, Body<'a>),
        standard_is_old: bool,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (old, new) = match standard_is_old {
            true => (standard, other),
            false => (other, standard),
        };
        self.object_bodies(&old, &new, context, site);
    }

    /// Compares the code of an error with what the type of the other one says about it, if it lists codes.
    fn code_and_value(
        &mut self,
        code: &str,
        (api, value): (&'a Api, Use<'a>),
        code_is_old: bool,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let is_list = match resolve(api, value).0 {
            Shape::Named(_, TypeKind::Enum(values)) => values.on_the_wire().count() > 1,
            _ => false,
        };
        let code = Quoted(code);
        let (rule, message) = match (may_be(api, value, code.0), code_is_old) {
            (false, _) => (
                Rule::ConstantChanged,
                format!("its code is no longer {code}"),
            ),
            (true, true) if is_list => (
                Rule::TypeWidened,
                format!("its code was {code}, and is one of several"),
            ),
            (true, false) if is_list => (
                Rule::TypeNarrowed,
                format!("its code was one of several, and is {code}"),
            ),
            (true, _) => return,
        };
        self.change(rule, context, site, message);
    }
}
