//! Objects: fields that are new or gone, and what happens to other fields.

mod ignored;
mod members;
mod others;

pub(super) use members::{Member, Members, members};

use super::inner::DEEPEST;
use super::presence::{PresenceRules, word};
use super::site::Site;
use super::values::{Use, is_json};
use super::walk::{Context, Flow, Has, Walk};
use super::words::{Quoted, words};
use super::written::Written;
use super::{Axis, Rule, forms, parts};
use crate::api::{AdditionalFields, Field, Object, Rules, TypeRef};
use crate::hash::HashMap;

/// A field of both objects, or of one.
type Pair<'a> = (Option<Member<'a>>, Option<Member<'a>>);

/// The type of other fields that are kept, with its constraints.
type Kept<'a> = (&'a TypeRef, &'a Rules);

/// The type of other fields, if they are kept.
fn kept(others: &AdditionalFields) -> Option<Kept<'_>> {
    others.kept().zip(others.rules())
}

impl<'a> Walk<'a> {
    /// Compares two objects. A field that is not compared, such as the tag of a union, is `without`.
    pub(super) fn objects(
        &mut self,
        without: Option<&str>,
        old: &'a Object,
        new: &'a Object,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (was, is) = (
            Members::without(old, without),
            Members::without(new, without),
        );
        self.all_members(&was, &is, context, site);
        self.ignored_fields(old, new, context, site);
        let others = (self.others_in_requests(old), self.others_in_requests(new));
        self.others(others.0, others.1, context, site);
    }

    /// Compares the fields of two objects, of pages, or of errors.
    pub(super) fn all_members(
        &mut self,
        old: &Members<'a>,
        new: &Members<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let by_name = |members: &Members<'a>| -> HashMap<&'a str, Member<'a>> {
            let all = members.all.iter();
            all.map(|member| (member.name, *member)).collect()
        };
        let (of_old, of_new) = (by_name(old), by_name(new));
        let gone = old.all.iter();
        let gone = gone.filter(|member| !of_new.contains_key(member.name));
        let gone = gone.map(|member| (Some(*member), None));
        let present = new.all.iter();
        let present = present.map(|member| (of_old.get(member.name).copied(), Some(*member)));
        for pair in gone.chain(present) {
            let Some(name) = pair.1.or(pair.0).map(|member| member.name) else {
                continue;
            };
            let site = self.part(site, name, name);
            self.in_directions(pair, (old, new), context, &site);
        }
    }

    /// Compares a field in requests, and in responses, if it is in one of them only.
    fn in_directions(
        &mut self,
        pair: Pair<'a>,
        sides: (&Members<'a>, &Members<'a>),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let is_one_way = |member: Option<Member<'_>>| {
            self.knows_directions && member.is_some_and(|member| member.one_way.is_some())
        };
        if !is_one_way(pair.0) && !is_one_way(pair.1) {
            return self.member_pair(pair, sides, "", context, site);
        }
        let has_both = pair.0.is_some() && pair.1.is_some();
        for (flow, which) in [
            (Flow::Request, " in requests"),
            (Flow::Response, " in responses"),
        ] {
            let of = |member: Option<Member<'a>>| member.and_then(|member| member.in_flow(flow));
            let context = Context {
                flow: Some(flow),
                ..context
            };
            let which = if has_both { which } else { "" };
            self.member_pair((of(pair.0), of(pair.1)), sides, which, context, site);
        }
    }

    /// Compares a field with the same one of the other object, if both have it. `which` says in which messages, if both
    /// documents have it.
    fn member_pair(
        &mut self,
        pair: Pair<'a>,
        (old_side, new_side): (&Members<'a>, &Members<'a>),
        which: &str,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        match pair {
            (Some(old), Some(new)) => self.members(old, new, context, site),
            (Some(gone), None) => {
                self.only_member((gone, Has::Old), new_side, which, context, site);
            }
            (None, Some(added)) => {
                self.only_member((added, Has::New), old_side, which, context, site);
            }
            (None, None) => {}
        }
    }

    /// Adds the change of a field that only one side has. `other` is what the other side has.
    fn only_member(
        &mut self,
        (member, has): (Member<'a>, Has),
        other: &Members<'a>,
        which: &str,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let rules = OnlyRules::of(has);
        // A field that is in one direction only breaks nobody in the other one.
        let is_of_context =
            |flow: Option<Flow>| flow.is_none_or(|flow| context.flow.is_none_or(|own| own == flow));
        // What is in the other direction there is not one of the others.
        let is_known = other
            .object
            .is_some_and(|object| ignored::is_known(object, member.name));
        let among = (!is_known).then(|| self.among_others(member.value, has, kept(other.others())));
        let among = among.flatten();
        let unlike = among.as_ref().and_then(|among| among.unlike);
        let unlike = unlike.filter(|flow| is_of_context(*flow));
        let is_refused = other
            .object
            .is_some_and(|object| self.refuses(object, member.name));
        let fit = match among.as_ref() {
            Some(_) if unlike == Some(None) => Fit::Unlike,
            Some(among) if among.is_narrower && is_of_context(Some(Flow::Request)) => Fit::Narrower,
            Some(_) | None => Fit::Any,
        };
        let rule = rules.rule(member.presence.is_required(), is_refused, fit);
        let (word, name, event) = (
            word(member.presence.is_required()),
            Quoted(member.name),
            rules.event,
        );
        let message = format!("the {word} field {name} is {event}{which}");
        // The other side has the field in the other direction.
        let has = if which.is_empty() { has } else { Has::Both };
        let others = among.map(|among| among.others).unwrap_or_default();
        let message_of_unlike = format!("{message}, and other fields are {others}");
        if rule == rules.unlike_others {
            return self.change_of(rule, context, site, has, message_of_unlike);
        }
        let message = match rule == rules.narrower {
            true => format!("{message}, and other fields, which are {others}, have more values"),
            false => message,
        };
        self.change_of(rule, context, site, has, message);
        if let Some(flow) = unlike {
            let context = Context {
                flow: flow.or(context.flow),
                ..context
            };
            self.change_of(rules.unlike_others, context, site, has, message_of_unlike);
        }
    }

    /// How a field that only one side declares relates to the undeclared fields of the other side, if these have a type.
    fn among_others(
        &self,
        value: Use<'a>,
        has: Has,
        others: Option<Kept<'a>>,
    ) -> Option<AmongOthers> {
        let (ty, rules) = others?;
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
        let unlike = match fails {
            (false, false) => None,
            (true, true) => Some(None),
            // Clients check no limits.
            (true, false) => Some(Some(Flow::Request)),
            (false, true) => Some(Some(Flow::Response)),
        };
        Some(AmongOthers {
            unlike,
            // Old clients may have sent any other field by its name. Nobody expects that of any JSON.
            is_narrower: !is_json(ty) && between.breaks(responses, true),
            others: words(api, others),
        })
    }

    /// Whether a field is JSON in a form whose other fields are text.
    fn is_json_field(&self, (old, new): (&Field, &Field), written: Written) -> bool {
        match written {
            Written::Form(form) => {
                let (old_styles, new_styles) = self.form(form);
                forms::is_json(old, old_styles) || forms::is_json(new, new_styles)
            }
            Written::Multipart => parts::is_json(old) || parts::is_json(new),
            Written::Json
            | Written::Text
            | Written::Item
            | Written::AllText
            | Written::Part
            | Written::JsonPart => false,
        }
    }

    fn members(&mut self, old: Member<'a>, new: Member<'a>, context: Context, site: &Site<'_, 'a>) {
        // What is different in Rust is told with the first change.
        let written = match old.field.zip(new.field) {
            Some(fields) if self.is_json_field(fields, site.written) => Written::JsonPart,
            Some(_) | None => site.written.fields(),
        };
        self.values(old.value, new.value, context, &site.written(written));
        self.presence(
            old.presence,
            new.presence,
            &PresenceRules::OF_FIELDS,
            context,
            site,
        );
        if let (Some(old), Some(new)) = (old.field, new.field) {
            if site.is_xml {
                self.xml_fields(old, new, context, site);
            }
            self.media_of_files(old, new, context, site);
        }
    }
}

/// A field that only one side declares, among the undeclared fields of the other side, which have a type.
struct AmongOthers {
    /// Whether it is not valid as one of them, and the direction if it is not valid in only one.
    unlike: Option<Option<Flow>>,
    /// Whether they have values that it cannot have.
    is_narrower: bool,
    /// What they are.
    others: String,
}

impl AmongOthers {
    /// Whether it is not valid as one of them in messages of a direction.
    fn is_unlike_in(&self, flow: Flow) -> bool {
        self.unlike
            .is_some_and(|only| only.is_none_or(|only| only == flow))
    }
}

/// How a field fits among undeclared ones.
#[derive(Clone, Copy)]
enum Fit {
    /// It is valid as one of them, and they have no other values, or nobody cares.
    Any,
    /// They have values that it cannot have.
    Narrower,
    /// It is not valid as one of them.
    Unlike,
}

/// The rules for a field that only one side has.
struct OnlyRules {
    required: Rule,
    optional: Rule,
    required_refused: Rule,
    refused: Rule,
    unlike_others: Rule,
    narrower: Rule,
    event: &'static str,
}

impl OnlyRules {
    const GONE: Self = Self {
        required: Rule::RequiredFieldRemoved,
        optional: Rule::OptionalFieldRemoved,
        required_refused: Rule::RequiredRefusedFieldRemoved,
        refused: Rule::RefusedFieldRemoved,
        unlike_others: Rule::FieldUnlikeOthersRemoved,
        narrower: Rule::FieldNarrowerThanOthersRemoved,
        event: "gone",
    };
    const NEW: Self = Self {
        required: Rule::RequiredFieldAdded,
        optional: Rule::OptionalFieldAdded,
        required_refused: Rule::RequiredRefusedFieldAdded,
        refused: Rule::RefusedFieldAdded,
        unlike_others: Rule::FieldUnlikeOthersAdded,
        narrower: Rule::FieldNarrowerThanOthersAdded,
        event: "new",
    };

    /// The rules for what only one side has.
    const fn of(has: Has) -> &'static Self {
        match has {
            Has::Old => &Self::GONE,
            Has::New | Has::Both => &Self::NEW,
        }
    }

    /// The rule for a field. How it fits among the undeclared fields of the other side matters only if that side accepts
    /// such fields.
    const fn rule(&self, is_required: bool, is_refused: bool, fit: Fit) -> Rule {
        match (is_required, is_refused, fit) {
            (true, true, _) => self.required_refused,
            (true, false, _) => self.required,
            (false, true, _) => self.refused,
            (false, false, Fit::Unlike) => self.unlike_others,
            (false, false, Fit::Narrower) => self.narrower,
            (false, false, Fit::Any) => self.optional,
        }
    }
}
