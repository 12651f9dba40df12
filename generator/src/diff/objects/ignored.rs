//! Fields that only responses have. Servers ignore them in requests, even if they reject other fields there, or keep them
//! as values of a type.

use super::OnlyRules;
use super::members::members;
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
        for field in self.ignored_by(old) {
            self.only_ignored(field, (old, Has::Old), new, context, site);
        }
        for field in self.ignored_by(new) {
            self.only_ignored(field, (new, Has::New), old, context, site);
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

    /// Adds that servers of one side ignore a field in requests, if those of the other side reject it, or keep only fields
    /// of another type. `other` is the object of the other side.
    fn only_ignored(
        &mut self,
        (name, value): Ignored<'a>,
        (own, has): (&'a Object, Has),
        other: &'a Object,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        if is_known(other, name) {
            return;
        }
        let rules = OnlyRules::of(has);
        let message = format!(
            "the field {}, which servers ignore, is {}",
            Quoted(name),
            rules.event
        );
        let site = self.part(site, name, name);
        let rejects = |object| *self.others_in_requests(object) == AdditionalFields::Rejected;
        if rejects(other) {
            // Otherwise, that other fields are rejected is a change of its own.
            if rejects(own) {
                self.change_of(rules.refused, context, &site, has, message);
            }
            return;
        }
        let among = self.among_others(value, has, &other.others);
        if let Some(among) = among.filter(|among| among.is_unlike_in(Flow::Request)) {
            let message = format!("{message}, and other fields are {}", among.others);
            self.change_of(rules.unlike_others, context, &site, has, message);
        }
    }
}
