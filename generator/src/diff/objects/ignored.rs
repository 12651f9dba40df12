//! Fields that only responses have. Servers ignore them in requests, even if they reject other fields there, or keep them
//! as values of a type.

use super::members::members;
use super::{Kept, OnlyRules};
use crate::api::{AdditionalFields, Object};
use crate::diff::site::Site;
use crate::diff::values::Use;
use crate::diff::walk::{Context, Flow, Has, Walk};
use crate::diff::words::Quoted;

/// A field that servers ignore in requests, with its value in responses.
type Ignored<'a> = (&'a str, Use<'a>);

/// Whether an object has a field, or ignores it in requests.
pub(super) fn is_known(object: &Object, name: &str) -> bool {
    let mut ignored = object.ignored.iter();
    ignored.any(|ignored| ignored.name == name) || members(object).any(|member| member.name == name)
}

impl<'a> Walk<'a> {
    /// Whether requests with a field that an object does not have are rejected.
    pub(super) fn refuses(&self, object: &Object, name: &str) -> bool {
        // What responses still have is ignored in requests.
        *self.others_in_requests(object) == AdditionalFields::Rejected && !is_known(object, name)
    }

    /// Compares the fields that servers ignore in requests on one side, and that are other fields on the other side.
    pub(super) fn ignored_fields(
        &mut self,
        old: &'a Object,
        new: &'a Object,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let context = Context {
            flow: Some(Flow::Request),
            ..context
        };
        for (own, has, other) in [(old, Has::Old, new), (new, Has::New, old)] {
            let ignored = self.ignored_by(own).into_iter();
            for field in ignored.filter(|(name, _)| !is_known(other, name)) {
                let others = (self.others_in_requests(own), self.others_in_requests(other));
                self.only_ignored(field, has, others, context, site);
            }
        }
    }

    /// Compares the fields that servers ignore in requests on one side with the values of a map, which has them under
    /// their names.
    pub(super) fn ignored_fields_and_map(
        &mut self,
        map: Kept<'a>,
        (object, has): (&'a Object, Has),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let context = Context {
            flow: Some(Flow::Request),
            ..context
        };
        for field in self.ignored_by(object) {
            self.ignored_among_others(field, has, map, context, site);
        }
    }

    /// The fields that servers ignore in requests.
    fn ignored_by(&self, object: &'a Object) -> Vec<Ignored<'a>> {
        let in_responses = members(object).filter(|member| {
            let is_in_responses = member.one_way.is_some_and(|one_way| !one_way.is_request);
            self.knows_directions && is_in_responses
        });
        let in_responses = in_responses.map(|member| (member.name, member.value));
        let ignored = object.ignored.iter();
        let ignored = ignored.map(|field| (field.name.as_str(), Use::Of(&field.ty, &field.rules)));
        ignored.chain(in_responses).collect()
    }

    /// Adds that servers of one side ignore a field in requests, if those of the other side reject it, or keep it with
    /// values of another type. `own` and `other` are what the sides do with other fields.
    fn only_ignored(
        &mut self,
        field: Ignored<'a>,
        has: Has,
        (own, other): (&'a AdditionalFields, &'a AdditionalFields),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        match (other, own) {
            (AdditionalFields::Rejected, AdditionalFields::Rejected) => {
                let (rules, message) = event_of(field, has);
                let site = self.part(site, field.0, field.0);
                self.change_of(rules.refused, context, &site, has, message);
            }
            (AdditionalFields::Kept(ty, rules), _) => {
                self.ignored_among_others(field, has, (ty, rules), context, site);
            }
            // Otherwise, one side rejects all other fields, and the other side does not.
            (
                AdditionalFields::Rejected | AdditionalFields::Ignored | AdditionalFields::Union(_),
                _,
            ) => {}
        }
    }

    /// Adds that servers of one side ignore a field in requests, if those of the other side reject some of its values.
    fn ignored_among_others(
        &mut self,
        (name, value): Ignored<'a>,
        has: Has,
        others: Kept<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let among = self.among_others(value, has, Some(others));
        if let Some(among) = among.filter(|among| among.is_unlike_in(Flow::Request)) {
            let (rules, message) = event_of((name, value), has);
            let message = format!("{message}, and other fields are {}", among.others);
            let site = self.part(site, name, name);
            self.change_of(rules.unlike_others, context, &site, has, message);
        }
    }
}

/// The rules of a field that servers of one side ignore, and what happened to it.
fn event_of((name, _): Ignored<'_>, has: Has) -> (&'static OnlyRules, String) {
    let rules = OnlyRules::of(has);
    let (name, event) = (Quoted(name), rules.event);
    let message = format!("the field {name}, which servers ignore, is {event}");
    (rules, message)
}
