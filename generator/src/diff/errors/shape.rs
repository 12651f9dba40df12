//! The body that all errors have, and what they say in its fields.

use crate::api::{BodyField, ErrorBody, ErrorField};
use crate::diff::Rule;
use crate::diff::objects::{Member, Members};
use crate::diff::site::{Setting, Site, Spot, Step};
use crate::diff::walk::{Context, Flow, Has, Walk};
use crate::diff::words::Quoted;

impl<'a> Walk<'a> {
    /// Compares the body that all errors share.
    pub(in crate::diff) fn error_shape(&mut self) {
        let (old, new) = (&self.old.error_body, &self.new.error_body);
        let context = Self::api(Flow::Response);
        let site = Site::root("error_body", Spot::ErrorShape, Spot::ErrorShape);
        let (old_names, new_names) = (names(old), names(new));
        for (old_name, new_name) in old_names.iter().zip(&new_names) {
            let (role, old, new) = (old_name.role, &old_name.name, &new_name.name);
            let what = role.words();
            let site = site.in_parts(old_name.spot, new_name.spot);
            let shown = |name: &Option<String>| match name {
                Some(name) => format!("`{name}`"),
                None => "absent".to_owned(),
            };
            match (old, new) {
                (Some(name), Some(same)) if name == same => {
                    let site = site.within(Step::Name(name));
                    self.absent_error_field(old_name, new_name, context, &site);
                }
                (None, None) => {}
                (None, Some(name)) if role.is_of_field() => {
                    let message = format!("{what} is new: `{name}`");
                    let rule = match new_name.is_optional {
                        true => Rule::OptionalFieldAdded,
                        false => Rule::RequiredFieldAdded,
                    };
                    self.change_of(rule, context, &site, Has::New, message);
                }
                (Some(name), None) if role.is_of_field() => {
                    let message = format!("{what} is gone: `{name}`");
                    let rule = match old_name.is_optional {
                        true => Rule::OptionalFieldRemoved,
                        false => Rule::RequiredFieldRemoved,
                    };
                    self.change_of(rule, context, &site, Has::Old, message);
                }
                _ => {
                    let message = format!("{what} was {}, and is {}", shown(old), shown(new));
                    self.change(Rule::ErrorShapeChanged, context, &site, message);
                }
            }
        }
        let shared = |body: &'a ErrorBody| -> &'a [BodyField] { &body.fields };
        self.error_fields(shared(old), shared(new), context, &site);
        for (was, field) in other_values(shared(old), shared(new)) {
            let name = &field.field.name;
            let site = self.part(&site, name, name);
            let (was, is) = values(was, field);
            let message =
                format!("its value in errors that have no other one was {was}, and is {is}");
            self.change(Rule::ErrorValueChanged, context, &site, message);
        }
    }

    /// Compares the body of errors that the router sends itself, which no document describes.
    pub(in crate::diff) fn router_errors(&mut self) {
        let mut inner = self.inner();
        inner.error_shape();
        let messages = inner.messages();
        if messages.is_empty() {
            return;
        }
        let context = Self::api(Flow::Response);
        let site = Site::root("error_body", Spot::ErrorShape, Spot::ErrorShape);
        let message = format!(
            "most errors have a different shape: {}",
            messages.join("; ")
        );
        self.change(Rule::RouterErrorsChanged, context, &site, message);
    }

    /// Compares what errors without a value for a field have: null, or no field.
    fn absent_error_field(
        &mut self,
        old: &ErrorName<'a>,
        new: &ErrorName<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let rules = match (old.is_optional, new.is_optional) {
            (false, true) => [
                (Rule::FieldBecameOptional, "errors without a value omit it"),
                (Rule::NullRemoved, "it can no longer be null"),
            ],
            (true, false) => [
                (Rule::FieldBecameRequired, "all errors have it"),
                (Rule::NullAdded, "it is null in errors without a value"),
            ],
            (true, true) | (false, false) => return,
        };
        for (rule, message) in rules {
            self.change(rule, context, site, message.to_owned());
        }
    }

    /// Compares further fields of an error, or of all errors.
    pub(super) fn error_fields(
        &mut self,
        old: &'a [BodyField],
        new: &'a [BodyField],
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let members = |all: &'a [BodyField]| {
            let members = all.iter().map(|field| Member::from(&field.field));
            Members {
                all: members.collect(),
                object: None,
            }
        };
        self.all_members(&members(old), &members(new), context, site);
    }
}

/// The fields that errors of both sides have, with different values.
pub(super) fn other_values<'a>(
    old: &'a [BodyField],
    new: &'a [BodyField],
) -> impl Iterator<Item = (&'a BodyField, &'a BodyField)> {
    new.iter().filter_map(|field| {
        let mut known = old.iter();
        let known = known.find(|known| known.field.name == field.field.name)?;
        let is_other = known.value.as_ref()? != field.value.as_ref()?;
        is_other.then_some((known, field))
    })
}

/// The values of a field on both sides, in words.
pub(super) fn values(old: &BodyField, new: &BodyField) -> (String, String) {
    let words = |field: &BodyField| match &field.value {
        Some(value) => Quoted(&value.to_plain()).to_string(),
        None => "none".to_owned(),
    };
    (words(old), words(new))
}

/// What something with a name is in error responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Media,
    Envelope,
    Status,
    Code,
    Message,
    Parameter,
    Metadata,
}

impl Role {
    const fn words(self) -> &'static str {
        match self {
            Self::Media => "the media type of errors",
            Self::Envelope => "the envelope",
            Self::Status => "the field with the status",
            Self::Code => "the field with the code",
            Self::Message => "the field with the message",
            Self::Parameter => "the field with the parameter",
            Self::Metadata => "the field with details",
        }
    }

    /// Whether it may be added and removed without a change of what is around it.
    const fn is_of_field(self) -> bool {
        match self {
            Self::Media | Self::Envelope => false,
            Self::Status | Self::Code | Self::Message | Self::Parameter | Self::Metadata => true,
        }
    }
}

/// A name in error responses.
struct ErrorName<'a> {
    role: Role,
    spot: Spot<'a>,
    name: Option<String>,
    /// Whether the field is omitted if it has no value.
    is_optional: bool,
}

/// The names in error responses.
fn names(body: &ErrorBody) -> [ErrorName<'_>; 7] {
    fn spot(name: Option<&str>) -> Spot<'_> {
        name.map_or(Spot::ErrorShape, Spot::ErrorShapePart)
    }
    fn field(role: Role, field: &Option<ErrorField>) -> ErrorName<'_> {
        let name = field.as_ref().map(|field| field.name.as_str());
        ErrorName {
            role,
            spot: spot(name),
            name: name.map(str::to_owned),
            is_optional: field.as_ref().is_some_and(|field| field.optional),
        }
    }
    let name = |role, spot, name| ErrorName {
        role,
        spot,
        name,
        is_optional: false,
    };
    let of_setting = |role, setting, text| name(role, Spot::Setting(setting), text);
    let media = body.media.to_ascii_lowercase();
    [
        of_setting(Role::Media, Setting::ErrorMedia, Some(media)),
        of_setting(
            Role::Envelope,
            Setting::ErrorEnvelope,
            body.envelope.clone(),
        ),
        name(
            Role::Status,
            spot(body.status.as_deref()),
            body.status.clone(),
        ),
        field(Role::Code, &body.code),
        name(
            Role::Message,
            spot(body.message.as_deref()),
            body.message.clone(),
        ),
        field(Role::Parameter, &body.parameter),
        field(Role::Metadata, &body.metadata),
    ]
}
