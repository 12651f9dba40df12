//! What happens to the fields that an object does not declare.

use super::Kept;
use super::members::{Member, members};
use crate::api::{AdditionalFields, Object, Rules, TypeRef};
use crate::diff::inner::DEEPEST;
use crate::diff::presence::{Needed, PresenceRules};
use crate::diff::site::{Site, Step};
use crate::diff::values::{Use, is_json};
use crate::diff::walk::{Context, Flow, Has, Walk};
use crate::diff::words::words;
use crate::diff::{Axis, Rule};

impl<'a> Walk<'a> {
    /// What happens to other fields in requests. An object of both directions is read like one of responses.
    pub(super) fn others_in_requests<'o>(&self, object: &'o Object) -> &'o AdditionalFields {
        match self.knows_directions && object.is_closed {
            true => &AdditionalFields::Rejected,
            false => &object.others,
        }
    }

    /// Compares a map with an object: each field that this names has the values of the map on the other side, and so have
    /// its other fields. Returns whether they can be compared like this.
    pub(in crate::diff) fn map_and_object(
        &mut self,
        map: Kept<'a>,
        object: &'a Object,
        map_is_old: bool,
        context: Context,
        site: &Site<'_, 'a>,
    ) -> bool {
        let of_map = Use::Of(map.0, map.1);
        // Values of a map may be such maps again.
        let mut compared = self.maps.iter();
        let is_same = |(ty, other): &(&TypeRef, &Object)| {
            std::ptr::eq(*ty, map.0) && std::ptr::eq(*other, object)
        };
        if compared.any(is_same) {
            return true;
        }
        if matches!(object.others, AdditionalFields::Union(_))
            || !members(object).all(|field| self.is_like(of_map, field, map_is_old))
        {
            return false;
        }
        self.maps.push((map.0, object));
        for field in members(object) {
            self.value_of_map_and_field(of_map, field, map_is_old, context, site);
        }
        let has = if map_is_old { Has::New } else { Has::Old };
        self.ignored_fields_and_map(map, (object, has), context, site);
        self.maps.pop();
        let site = &site.within(Step::Values).written(site.written.values());
        match (self.others_in_requests(object), map_is_old) {
            (AdditionalFields::Kept(ty, rules), true) => {
                self.values(of_map, Use::Of(ty, rules), context, site);
            }
            (AdditionalFields::Kept(ty, rules), false) => {
                self.values(Use::Of(ty, rules), of_map, context, site);
            }
            (AdditionalFields::Ignored, true) => self.others_ignored(map.0, context, site),
            (AdditionalFields::Ignored, false) => self.others_kept(map.0, context, site),
            (AdditionalFields::Rejected, true) => self.others_dropped(context, site),
            (AdditionalFields::Rejected, false) => self.others_added(context, site),
            (AdditionalFields::Union(_), _) => {}
        }
        true
    }

    /// Whether a field of an object can be compared with the values of a map: all values of one are values of the other.
    /// That any object became another one is one change, so any JSON is only like any JSON.
    fn is_like(&self, of_map: Use<'a>, field: Member<'a>, map_is_old: bool) -> bool {
        let (old, new) = match map_is_old {
            true => (of_map, field.value),
            false => (field.value, of_map),
        };
        let is_any = matches!(of_map, Use::Of(ty, _) if is_json(ty));
        let accepts = |axis| !is_any && self.depth < DEEPEST && self.accepts_values(old, new, axis);
        self.are_same_values(old, new) || accepts(Axis::Wire) || accepts(Axis::Rollback)
    }

    /// Compares a field of an object with the values of a map, which has them under its name as well.
    fn value_of_map_and_field(
        &mut self,
        of_map: Use<'a>,
        field: Member<'a>,
        map_is_old: bool,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let site = self.part(site, field.name, field.name);
        for (flow, field) in self.directions_of(field) {
            let Some(context) = within(context, flow) else {
                continue;
            };
            match map_is_old {
                true => self.values(of_map, field.value, context, &site),
                false => self.values(field.value, of_map, context, &site),
            }
            if field.presence.is_required() {
                let (old, new) = match map_is_old {
                    true => (Needed::Optional, field.presence),
                    false => (field.presence, Needed::Optional),
                };
                self.presence(old, new, &PresenceRules::OF_FIELDS, context, &site);
            }
        }
    }

    /// A field in the directions that have it: in both, or in one of them.
    fn directions_of(&self, field: Member<'a>) -> Vec<(Option<Flow>, Member<'a>)> {
        match field.one_way {
            Some(_) if self.knows_directions => {
                let flows = [Flow::Request, Flow::Response].into_iter();
                let fields = flows.filter_map(|flow| Some((Some(flow), field.in_flow(flow)?)));
                fields.collect()
            }
            Some(_) | None => vec![(None, field)],
        }
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
            (Kept(..), Rejected) => self.others_dropped(context, site),
            (Rejected, Kept(..)) => self.others_added(context, site),
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

    /// Adds that other fields, which were kept, are an error. No responses have what a document rejects.
    fn others_dropped(&mut self, context: Context, site: &Site<'_, 'a>) {
        if let Some(responses) = within(context, Some(Flow::Response)) {
            let message = "other fields are no longer kept".to_owned();
            self.change(Rule::OtherFieldsDropped, responses, site, message);
        }
        self.others_refused(context, site);
    }

    /// Adds that other fields, which were an error, are kept.
    fn others_added(&mut self, context: Context, site: &Site<'_, 'a>) {
        if let Some(responses) = within(context, Some(Flow::Response)) {
            let message = "other fields are kept".to_owned();
            self.change(Rule::OtherFieldsKept, responses, site, message);
        }
        self.others_accepted(context, site);
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

/// The context of values in one direction; `None` if they are only in the other one.
fn within(context: Context, flow: Option<Flow>) -> Option<Context> {
    let is_other = context
        .flow
        .zip(flow)
        .is_some_and(|(own, flow)| own != flow);
    (!is_other).then_some(Context {
        flow: flow.or(context.flow),
        ..context
    })
}
