//! What happens to the fields that an object does not declare.

use super::members::{Member, members};
use crate::api::{AdditionalFields, Object, Rules, TypeRef};
use crate::diff::Rule;
use crate::diff::presence::{Needed, PresenceRules};
use crate::diff::site::{Site, Step};
use crate::diff::values::{Use, is_json};
use crate::diff::walk::{Context, Flow, Walk};
use crate::diff::words::words;

impl<'a> Walk<'a> {
    /// What happens to other fields in requests. An object of both directions is read like one of responses.
    pub(super) fn others_in_requests<'o>(&self, object: &'o Object) -> &'o AdditionalFields {
        match self.knows_directions && object.is_closed {
            true => &AdditionalFields::Rejected,
            false => &object.others,
        }
    }

    /// Compares a map with an object, if all fields that this names have the values of the map. Returns whether this is
    /// so.
    pub(in crate::diff) fn map_and_object(
        &mut self,
        (of_map, rules_of_map): (&'a TypeRef, &'a Rules),
        object: &'a Object,
        map_is_old: bool,
        context: Context,
        site: &Site<'_, 'a>,
    ) -> bool {
        let map = Use::Of(of_map, rules_of_map);
        let is_like_others = |field: Member<'a>| {
            let is_same = match map_is_old {
                true => self.are_same_values(map, field.value),
                false => self.are_same_values(field.value, map),
            };
            is_same && field.one_way.is_none()
        };
        let accepts_others = matches!(
            self.others_in_requests(object),
            AdditionalFields::Kept(..) | AdditionalFields::Ignored
        );
        if !accepts_others || !members(object).all(is_like_others) {
            return false;
        }
        for field in members(object).filter(|field| field.presence.is_required()) {
            let (old, new) = match map_is_old {
                true => (Needed::Optional, field.presence),
                false => (field.presence, Needed::Optional),
            };
            let site = self.part(site, field.name, field.name);
            self.presence(old, new, &PresenceRules::OF_FIELDS, context, &site);
        }
        let site = &site.within(Step::Values).written(site.written.values());
        match (self.others_in_requests(object), map_is_old) {
            (AdditionalFields::Kept(ty, rules), true) => {
                self.values(map, Use::Of(ty, rules), context, site);
            }
            (AdditionalFields::Kept(ty, rules), false) => {
                self.values(Use::Of(ty, rules), map, context, site);
            }
            (AdditionalFields::Ignored, true) => self.others_ignored(of_map, context, site),
            (AdditionalFields::Ignored, false) => self.others_kept(of_map, context, site),
            (AdditionalFields::Rejected | AdditionalFields::Union(_), _) => {}
        }
        true
    }

    /// Compares what happens to other fields.
    pub(in crate::diff) fn others(
        &mut self,
        old: &'a AdditionalFields,
        new: &'a AdditionalFields,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        use AdditionalFields::{Ignored, Kept, Rejected, Union};
        let site = &site.within(Step::Values).written(site.written.fields());
        match (old, new) {
            (Ignored, Ignored) | (Rejected, Rejected) => {}
            (Ignored, Rejected) => self.others_refused(context, site),
            (Rejected, Ignored) => self.others_accepted(context, site),
            // No responses have what a document rejects.
            (Kept(..), Rejected) => {
                let message = "other fields are no longer kept".to_owned();
                let responses = in_responses(context);
                self.change(Rule::OtherFieldsDropped, responses, site, message);
                self.others_refused(context, site);
            }
            (Rejected, Kept(..)) => {
                let message = "other fields are kept".to_owned();
                let responses = in_responses(context);
                self.change(Rule::OtherFieldsKept, responses, site, message);
                self.others_accepted(context, site);
            }
            (Kept(ty, _), Ignored) => self.others_ignored(ty, context, site),
            (Ignored, Kept(ty, _)) => self.others_kept(ty, context, site),
            (Kept(old, old_rules), Kept(new, new_rules)) => {
                let (old, new) = (Use::Of(old, old_rules), Use::Of(new, new_rules));
                self.values(old, new, context, site);
            }
            (Union(old), Union(new)) => {
                let (old, new) = (Use::Of(old, Rules::NONE), Use::Of(new, Rules::NONE));
                self.values(old, new, context, site);
            }
            (Union(_), Ignored | Rejected | Kept(..)) => {
                let message = "the union beside its fields is gone".to_owned();
                self.change(Rule::TagChanged, context, site, message);
            }
            (Ignored | Rejected | Kept(..), Union(_)) => {
                let message = "a union is beside its fields".to_owned();
                self.change(Rule::TagChanged, context, site, message);
            }
        }
    }

    /// Adds that other fields, which were kept, are ignored.
    pub(in crate::diff) fn others_ignored(
        &mut self,
        old: &TypeRef,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let rule = match is_json(old) {
            true => Rule::OtherFieldsDropped,
            false => Rule::OtherFieldsUntyped,
        };
        self.change(rule, context, site, "other fields are ignored".to_owned());
    }

    /// Adds that other fields, which were ignored, are kept as values of a type.
    pub(in crate::diff) fn others_kept(
        &mut self,
        ty: &'a TypeRef,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let rule = match is_json(ty) {
            true => Rule::OtherFieldsKept,
            false => Rule::OtherFieldsTyped,
        };
        let ty = words(self.new, Use::Of(ty, Rules::NONE));
        let message = format!("other fields are kept, as {ty}");
        self.change(rule, context, site, message);
    }

    pub(super) fn others_refused(&mut self, context: Context, site: &Site<'_, 'a>) {
        let message = "other fields are an error".to_owned();
        self.change(Rule::OtherFieldsRefused, context, site, message);
    }

    pub(super) fn others_accepted(&mut self, context: Context, site: &Site<'_, 'a>) {
        let message = "other fields are accepted".to_owned();
        self.change(Rule::OtherFieldsAccepted, context, site, message);
    }
}

const fn in_responses(context: Context) -> Context {
    Context {
        flow: Some(Flow::Response),
        ..context
    }
}
