//! Objects: fields that are new or gone, and what happens to other fields.

use super::site::{Site, Step};
use super::values::{DEEPEST, Use, keeps_any, words};
use super::walk::{Context, Flow, Has, Walk};
use super::{Axis, Rule};
use crate::api::{AdditionalFields, Constant, Field, Notes, Object, Presence, Rules, Value, Xml};
use crate::hash::HashMap;

/// A field of an object, which may always have the same value.
#[derive(Clone, Copy)]
struct Member<'a> {
    name: &'a str,
    presence: Needed<'a>,
    value: Use<'a>,
    notes: &'a Notes,
    xml: Option<&'a Xml>,
    media: &'a [String],
}

/// Whether a field or a parameter must be present.
#[derive(Debug, Clone, Copy)]
pub(super) enum Needed<'a> {
    Required,
    Optional,
    Default(&'a Value),
}

impl<'a> From<&'a Presence> for Needed<'a> {
    fn from(presence: &'a Presence) -> Self {
        match presence {
            Presence::Required => Self::Required,
            Presence::Optional => Self::Optional,
            Presence::Default(value) => Self::Default(value),
        }
    }
}

impl Needed<'_> {
    pub(super) const fn is_required(self) -> bool {
        matches!(self, Self::Required)
    }
}

impl<'a> From<&'a Field> for Member<'a> {
    fn from(field: &'a Field) -> Self {
        Self {
            name: &field.name,
            presence: (&field.presence).into(),
            value: Use::Of(&field.ty, &field.rules),
            notes: &field.notes,
            xml: field.xml.as_deref(),
            media: &field.media,
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
            notes: &constant.notes,
            xml: None,
            media: &[],
        }
    }
}

fn members(object: &Object) -> impl Iterator<Item = Member<'_>> {
    let constants = object.constants.iter().map(Member::from);
    constants.chain(object.fields.iter().map(Member::from))
}

impl<'a> Walk<'a> {
    /// Compares two objects, maybe without a field that something else says.
    pub(super) fn objects(
        &mut self,
        without: Option<&str>,
        old: &'a Object,
        new: &'a Object,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let members = |object: &'a Object| {
            let all = members(object);
            all.filter(move |member| Some(member.name) != without)
        };
        let old_members: HashMap<&str, Member<'_>> =
            members(old).map(|member| (member.name, member)).collect();
        let new_members: HashMap<&str, Member<'_>> =
            members(new).map(|member| (member.name, member)).collect();
        for gone in members(old).filter(|member| !new_members.contains_key(member.name)) {
            self.only_member(gone, Has::Old, new, context, site);
        }
        for member in members(new) {
            match old_members.get(member.name) {
                Some(old) => {
                    let site = self.part(site, member.name, member.name);
                    self.members(*old, member, context, &site);
                }
                None => self.only_member(member, Has::New, old, context, site),
            }
        }
        self.others(&old.others, &new.others, context, site);
    }

    /// Adds the change of a field that only one side has. `other` is the object on the other side.
    fn only_member(
        &mut self,
        member: Member<'a>,
        has: Has,
        other: &'a Object,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let rules = match has {
            Has::Old => &OnlyRules::GONE,
            Has::New | Has::Both => &OnlyRules::NEW,
        };
        let is_refused = other.others == AdditionalFields::Rejected
            && !other.ignored.iter().any(|name| name == member.name);
        let unlike = self.unlike_others(member.value, has, &other.others);
        let rule = match (member.presence.is_required(), is_refused, &unlike) {
            (true, true, _) => rules.required_refused,
            (true, false, _) => rules.required,
            (false, true, _) => rules.refused,
            (false, false, Some((None, _))) => rules.unlike_others,
            (false, false, _) => rules.optional,
        };
        let (word, name, event) = (word(member.presence), member.name, rules.event);
        let message = format!("the {word} field `{name}` is {event}");
        let site = self.part(site, name, name);
        let Some((flow, others)) = unlike else {
            return self.change_of(rule, context, &site, has, message);
        };
        let unlike = format!("{message}, and other fields are {others}");
        if rule == rules.unlike_others {
            return self.change_of(rule, context, &site, has, unlike);
        }
        self.change_of(rule, context, &site, has, message);
        let context = Context {
            flow: flow.or(context.flow),
            ..context
        };
        self.change_of(rules.unlike_others, context, &site, has, unlike);
    }

    /// Compares a value that only one side has a field for with the other fields of the other side, which it is one of
    /// there. Returns what these are if it cannot be one of them, and the direction if that is so in only one.
    fn unlike_others(
        &self,
        value: Use<'a>,
        has: Has,
        others: &'a AdditionalFields,
    ) -> Option<(Option<Flow>, String)> {
        let AdditionalFields::Kept(ty, rules) = others else {
            return None;
        };
        if self.depth >= DEEPEST {
            return None;
        }
        let others = Use::Of(ty, rules);
        // New clients send it to the old server, and get it from the new one.
        let (api, between, requests, responses) = match has {
            Has::Old => {
                let between = self.between(value, others);
                (self.new, between, Axis::Wire, Axis::Rollback)
            }
            Has::New | Has::Both => {
                let between = self.between(others, value);
                (self.old, between, Axis::Rollback, Axis::Wire)
            }
        };
        let fails = (
            between.breaks(requests, true),
            between.breaks(responses, false),
        );
        let flow = match fails {
            (false, false) => return None,
            (true, true) => None,
            // Clients check no limits.
            (true, false) => Some(Flow::Request),
            (false, true) => Some(Flow::Response),
        };
        Some((flow, words(api, others)))
    }

    fn members(&mut self, old: Member<'a>, new: Member<'a>, context: Context, site: &Site<'_, 'a>) {
        self.presence(
            old.presence,
            new.presence,
            &PresenceRules::OF_FIELDS,
            context,
            site,
        );
        self.values(old.value, new.value, context, site);
        self.deprecations(old.notes, new.notes, "the field", context, site);
        self.xml(old.xml, new.xml, context, site);
        self.media_of_files(old.media, new.media, context, site);
    }

    /// Compares fields that are described apart from an object: those of pages and of errors. `of` says whose they are.
    pub(super) fn fields(
        &mut self,
        old: &[&'a Field],
        new: &[&'a Field],
        of: &str,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let find = |fields: &[&'a Field], name: &str| {
            fields.iter().copied().find(|field| field.name == name)
        };
        for gone in old.iter().filter(|field| find(new, &field.name).is_none()) {
            let rule = match gone.presence {
                Presence::Required => Rule::RequiredFieldRemoved,
                Presence::Optional | Presence::Default(_) => Rule::OptionalFieldRemoved,
            };
            let message = format!("the field `{}`{of} is gone", gone.name);
            let site = site.within(Step::Name(&gone.name));
            self.change_of(rule, context, &site, Has::Old, message);
        }
        for field in new {
            let site = site.within(Step::Name(&field.name));
            let Some(known) = find(old, &field.name) else {
                let rule = match field.presence {
                    Presence::Required => Rule::RequiredFieldAdded,
                    Presence::Optional | Presence::Default(_) => Rule::OptionalFieldAdded,
                };
                let message = format!("the field `{}`{of} is new", field.name);
                self.change_of(rule, context, &site, Has::New, message);
                continue;
            };
            let (was, is) = ((&known.presence).into(), (&field.presence).into());
            self.presence(was, is, &PresenceRules::OF_FIELDS, context, &site);
            let old = Use::Of(&known.ty, &known.rules);
            self.values(old, Use::Of(&field.ty, &field.rules), context, &site);
        }
    }

    /// Compares the media types that a file may have: any, if there are none.
    fn media_of_files(
        &mut self,
        old: &[String],
        new: &[String],
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let lacks = |all: &[String], media: &String| !all.is_empty() && !all.contains(media);
        let gone = match (old.is_empty(), new.is_empty()) {
            (true, false) => Some("a file can no longer have any media type".to_owned()),
            _ => {
                let gone = old.iter().find(|media| lacks(new, media));
                gone.map(|media| format!("a file can no longer be `{media}`"))
            }
        };
        if let Some(message) = gone {
            self.change(Rule::MediaTypeRemoved, context, site, message);
        }
        let added = match (old.is_empty(), new.is_empty()) {
            (false, true) => Some("a file can have any media type".to_owned()),
            _ => {
                let added = new.iter().find(|media| lacks(old, media));
                added.map(|media| format!("a file can be `{media}`"))
            }
        };
        if let Some(message) = added {
            self.change(Rule::MediaTypeAdded, context, site, message);
        }
    }

    /// Compares whether something must be present, and what its absence means.
    pub(super) fn presence(
        &mut self,
        old: Needed<'a>,
        new: Needed<'a>,
        rules: &PresenceRules,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (rule, message) = match (old, new) {
            (Needed::Required, Needed::Required) | (Needed::Optional, Needed::Optional) => return,
            (Needed::Optional | Needed::Default(_), Needed::Required) => {
                (rules.became_required, "it became required".to_owned())
            }
            (Needed::Required, Needed::Optional) => {
                (rules.became_optional, "it became optional".to_owned())
            }
            (Needed::Required, Needed::Default(value)) => (
                rules.became_optional,
                format!("it became optional, with the default {value}"),
            ),
            (Needed::Optional, Needed::Default(value)) => {
                (Rule::DefaultAdded, format!("it has the default {value}"))
            }
            (Needed::Default(value), Needed::Optional) => {
                (Rule::DefaultRemoved, format!("the default {value} is gone"))
            }
            (Needed::Default(old), Needed::Default(new)) => {
                if is_same(old, new) {
                    return;
                }
                (
                    Rule::DefaultChanged,
                    format!("its default was {old}, and is {new}"),
                )
            }
        };
        self.change(rule, context, site, message);
    }

    fn others(
        &mut self,
        old: &'a AdditionalFields,
        new: &'a AdditionalFields,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        use AdditionalFields::{Ignored, Kept, Rejected, Union};
        let site = &site.within(Step::Values);
        let (rule, message) = match (old, new) {
            (Ignored, Ignored) | (Rejected, Rejected) => return,
            (Ignored | Kept(..), Rejected) => (
                Rule::OtherFieldsRefused,
                "other fields are an error".to_owned(),
            ),
            (Rejected, Ignored | Kept(..)) => (
                Rule::OtherFieldsAccepted,
                "other fields are accepted".to_owned(),
            ),
            (Kept(..), Ignored) => (
                match keeps_any(old) {
                    true => Rule::OtherFieldsDropped,
                    false => Rule::OtherFieldsUntyped,
                },
                "other fields are ignored".to_owned(),
            ),
            (Ignored, Kept(ty, _)) => (
                match keeps_any(new) {
                    true => Rule::OtherFieldsKept,
                    false => Rule::OtherFieldsTyped,
                },
                format!(
                    "other fields are kept, as {}",
                    words(self.new, Use::Of(ty, Rules::NONE))
                ),
            ),
            (Kept(old, old_rules), Kept(new, new_rules)) => {
                return self.values(
                    Use::Of(old, old_rules),
                    Use::Of(new, new_rules),
                    context,
                    site,
                );
            }
            (Union(old), Union(new)) => {
                let (old, new) = (Use::Of(old, Rules::NONE), Use::Of(new, Rules::NONE));
                return self.values(old, new, context, site);
            }
            (Union(_), Ignored | Rejected | Kept(..))
            | (Ignored | Rejected | Kept(..), Union(_)) => (
                Rule::TagChanged,
                "the union beside its fields is new or gone".to_owned(),
            ),
        };
        self.change(rule, context, site, message);
    }
}

/// The rules for a field that only one side has.
struct OnlyRules {
    required: Rule,
    optional: Rule,
    required_refused: Rule,
    refused: Rule,
    unlike_others: Rule,
    event: &'static str,
}

impl OnlyRules {
    const GONE: Self = Self {
        required: Rule::RequiredFieldRemoved,
        optional: Rule::OptionalFieldRemoved,
        required_refused: Rule::RequiredRefusedFieldRemoved,
        refused: Rule::RefusedFieldRemoved,
        unlike_others: Rule::FieldUnlikeOthersRemoved,
        event: "gone",
    };
    const NEW: Self = Self {
        required: Rule::RequiredFieldAdded,
        optional: Rule::OptionalFieldAdded,
        required_refused: Rule::RequiredRefusedFieldAdded,
        refused: Rule::RefusedFieldAdded,
        unlike_others: Rule::FieldUnlikeOthersAdded,
        event: "new",
    };
}

/// The rules for something that became required or optional.
pub(super) struct PresenceRules {
    pub(super) became_required: Rule,
    pub(super) became_optional: Rule,
}

impl PresenceRules {
    const OF_FIELDS: Self = Self {
        became_required: Rule::FieldBecameRequired,
        became_optional: Rule::FieldBecameOptional,
    };
}

/// Whether something is required, in a word.
pub(super) fn word(presence: Needed<'_>) -> &'static str {
    match presence.is_required() {
        true => "required",
        false => "optional",
    }
}

/// Whether two values are the same in JSON: numbers have several forms, and fields no order.
pub(super) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Integer(one), Value::Number(other))
        | (Value::Number(other), Value::Integer(one)) => *one as f64 == *other,
        (Value::List(one), Value::List(other)) => {
            let mut pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.all(|(one, other)| is_same(one, other))
        }
        (Value::Object(fields), Value::Object(others)) => {
            fields.len() == others.len()
                && fields.iter().all(|(name, value)| {
                    let other = other.field(name);
                    other.is_some_and(|other| is_same(value, other))
                })
        }
        (one, other) => one == other,
    }
}
