//! What is announced about the life of a part: that it is deprecated, when it goes, and whether it is stable.

use specsmith_runtime::Date;

use super::Rule;
use super::around::{FIELD, Part};
use super::objects::Members;
use super::site::{Owner, Site, Spot, Step};
use super::walk::{Context, Flow, Walk};
use super::words::Quoted;
use crate::api::{Api, Notes, Operation, Stability};

impl<'a> Walk<'a> {
    /// Compares what is announced about an operation, a type or an error, and about all parts that both sides have of
    /// it. `contexts` are those of requests and of responses.
    pub(super) fn announcements(
        &mut self,
        (old, new): (Owner<'a>, Owner<'a>),
        in_webhooks: bool,
        contexts: (Context, Context),
        site: &Site<'_, 'a>,
    ) {
        // That something is announced makes no other values of it.
        if self.depth > 0 {
            return;
        }
        let (of_old, of_new) = self.around;
        for part in of_new.parts(new, in_webhooks) {
            let spot = match old {
                Owner::Operation(name) | Owner::Type(name) | Owner::Error(name) => {
                    part.spot.of(name)
                }
                Owner::Api => part.spot,
            };
            let of_same_name = of_old.notes(spot, in_webhooks);
            let of_same_name = of_same_name.map(|notes| (spot, notes));
            let in_other_case = || {
                let known = of_old.parts(old, in_webhooks).iter();
                let mut known = known.filter(|_| spot.is_header());
                let known = known.find(|known| known.spot.is_same_part(spot))?;
                Some((known.spot, known.notes))
            };
            let Some((spot, known)) = of_same_name.or_else(in_other_case) else {
                continue;
            };
            let context = match part.spot.flow() {
                Flow::Response => contexts.1,
                Flow::Request => contexts.0,
            };
            let root = match section(part.spot) {
                Some(section) => Site::root(section, spot, part.spot),
                None => site.in_parts(spot, part.spot),
            };
            self.announced_at(&steps(part), known, part, context, &root);
        }
    }

    /// Compares what is announced about the part to which these steps lead.
    fn announced_at(
        &mut self,
        steps: &[Step<'_>],
        known: &Notes,
        part: &Part<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        match steps {
            [] => self.announced(known, part.notes, part.what, context, site),
            [step, rest @ ..] => {
                self.announced_at(rest, known, part, context, &site.within(*step));
            }
        }
    }

    /// Compares what is announced about the fields of pages.
    pub(super) fn announced_members(
        &mut self,
        old: &Members<'a>,
        new: &Members<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        for member in &new.all {
            let mut known = old.all.iter();
            let known = known.find(|known| known.name == member.name);
            if let (Some(old), Some(new)) = (known.and_then(|known| known.notes), member.notes) {
                let site = site.within(Step::Name(member.name));
                self.announced(old, new, FIELD, context, &site);
            }
        }
    }

    /// Compares what is announced about a part. `what` names it.
    fn announced(
        &mut self,
        old: &Notes,
        new: &Notes,
        what: &str,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        match (&old.deprecation, &new.deprecation) {
            (None, Some(deprecation)) => {
                let coming = deprecation.sunset.filter(|day| !self.has_come(*day));
                let date = coming.map_or_else(String::new, |date| {
                    format!(", and will be removed on {date}")
                });
                let message = format!("{what} is deprecated{date}");
                self.change(Rule::Deprecated, context, site, message);
                if coming.is_none() {
                    self.sunsets((None, deprecation.sunset), what, context, site);
                }
            }
            (Some(deprecation), None) => {
                let message = format!("{what} is no longer deprecated");
                self.change(Rule::DeprecationRemoved, context, site, message);
                let past = deprecation.sunset.filter(|day| self.has_come(*day));
                self.sunsets((past, None), what, context, site);
            }
            (Some(old), Some(new)) => self.sunsets((old.sunset, new.sunset), what, context, site),
            (None, None) => {}
        }
        self.stability(old, new, what, context, site);
    }

    /// Whether a day is today or has passed.
    fn has_come(&self, day: Date) -> bool {
        self.today.is_some_and(|today| day <= today)
    }

    /// Compares the days on which something is removed. A first day that has come gives no time, so it is like one that
    /// moved earlier.
    fn sunsets(
        &mut self,
        dates: (Option<Date>, Option<Date>),
        what: &str,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (rule, message) = match dates {
            (None, Some(date)) if self.has_come(date) => {
                let message =
                    format!("{what} has a removal date that is not in the future: {date}");
                (Rule::SunsetMovedEarlier, message)
            }
            (Some(date), None) if self.has_come(date) => {
                let message = format!("{what} no longer has a removal date (it was {date})");
                (Rule::SunsetMovedLater, message)
            }
            (None, Some(date)) => {
                let message = format!("{what} will be removed on {date}");
                (Rule::SunsetSet, message)
            }
            (Some(date), None) => {
                let message = format!("{what} no longer has a removal date (it was {date})");
                (Rule::SunsetRemoved, message)
            }
            (Some(old), Some(new)) if old != new => {
                let rule = match new < old {
                    true => Rule::SunsetMovedEarlier,
                    false => Rule::SunsetMovedLater,
                };
                let message = format!("{what} will be removed on {new}, and not on {old}");
                (rule, message)
            }
            (Some(_), Some(_)) | (None, None) => return,
        };
        self.change(rule, context, site, message);
    }

    /// Compares whether something may change at any time.
    fn stability(
        &mut self,
        old: &Notes,
        new: &Notes,
        what: &str,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (rule, message) = match (old.is_unstable(), new.is_unstable()) {
            (false, true) => (Rule::StabilityLowered, format!("{what} is unstable")),
            (true, false) => (Rule::StabilityRaised, format!("{what} is stable")),
            (true, true) | (false, false) => return,
        };
        self.change(rule, context, site, message);
    }

    /// Compares what is announced about the API as a whole and about its groups.
    pub(super) fn whole_stability(&mut self, context: Context, site: &Site<'_, 'a>) {
        let (old, new) = (self.old, self.new);
        let owners = (Owner::Api, Owner::Api);
        self.announcements(owners, false, (context, context), site);
        self.stability(&old.notes, &new.notes, "the API", context, site);
        let none = Notes::default();
        let of = |api: &'a Api, name: &str| {
            let mut groups = api.groups.iter();
            groups
                .find(|group| group.name == name)
                .map(|group| &group.notes)
        };
        let old_names = old.groups.iter().map(|group| group.name.as_str());
        let gone = old_names.filter(|name| of(new, name).is_none());
        let names = new.groups.iter().map(|group| group.name.as_str());
        let has = |api: &Api, name: &str| api.requests().any(|one| one.group == name);
        for name in names.chain(gone) {
            if !has(old, name) || !has(new, name) {
                continue;
            }
            let what = format!("the group {}", Quoted(name));
            let site = &site.in_parts(Spot::Group(name), Spot::Group(name));
            let (old, new) = (of(old, name), of(new, name));
            let (old, new) = (old.unwrap_or(&none), new.unwrap_or(&none));
            self.stability(old, new, &what, context, site);
        }
    }

    /// Compares the stability of the old and the new group of an operation, if these are different groups.
    pub(super) fn stability_by_group(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        if old.group == new.group || old.notes.stability != new.notes.stability {
            return;
        }
        let of_group = |api: &'a Api, operation: &Operation| {
            let stability = api.group(&operation.group)?.notes.stability;
            stability.filter(|_| operation.notes.stability.is_none())
        };
        let of = |api, operation| of_group(api, operation) == Some(Stability::Unstable);
        let (rule, word) = match (of(self.old, old), of(self.new, new)) {
            (false, true) => (Rule::StabilityLowered, "unstable"),
            (true, false) => (Rule::StabilityRaised, "stable"),
            (true, true) | (false, false) => return,
        };
        let message = format!("it is in the group {}, and so {word}", Quoted(&new.group));
        self.change(rule, context, site, message);
    }
}

/// The section of a part of the API as a whole, which its path begins with.
const fn section(spot: Spot<'_>) -> Option<&'static str> {
    match spot {
        Spot::Scheme(_) | Spot::SchemePart(..) => Some("auth"),
        Spot::Server(_) => Some("servers"),
        Spot::ErrorShape | Spot::ErrorShapePart(_) => Some("error_body"),
        Spot::Api
        | Spot::BasePath
        | Spot::Setting(_)
        | Spot::CrateName
        | Spot::Group(_)
        | Spot::Operation(_)
        | Spot::Key(..)
        | Spot::Parameter(..)
        | Spot::Body(_)
        | Spot::Response(..)
        | Spot::Header(..)
        | Spot::Type(_)
        | Spot::Part(..)
        | Spot::Error(_)
        | Spot::Failure(..)
        | Spot::ErrorPart(..)
        | Spot::ErrorHeader(..)
        | Spot::Pager(_)
        | Spot::PagerPart(..)
        | Spot::Page(..)
        | Spot::PagePart(..)
        | Spot::Scope(..) => None,
    }
}

/// The steps to a part, from what it belongs to.
fn steps<'a>(part: &Part<'a>) -> Vec<Step<'a>> {
    let header = Step::Name("header");
    match part.spot {
        Spot::Parameter(_, location, name) => {
            vec![Step::Name(location.name()), Step::Name(name)]
        }
        Spot::Body(_) => vec![Step::Name("body")],
        Spot::Response(_, status) => vec![Step::Status(status)],
        Spot::Header(_, status, name) => vec![Step::Status(status), header, Step::Name(name)],
        Spot::ErrorHeader(_, name) => vec![header, Step::Name(name)],
        Spot::Part(_, name)
        | Spot::ErrorPart(_, name)
        | Spot::ErrorShapePart(name)
        | Spot::Scheme(name)
        | Spot::Server(name) => vec![Step::Name(name)],
        Spot::SchemePart(scheme, name) => vec![Step::Name(scheme), Step::Name(name)],
        Spot::Api
        | Spot::BasePath
        | Spot::Setting(_)
        | Spot::CrateName
        | Spot::ErrorShape
        | Spot::Group(_)
        | Spot::Operation(_)
        | Spot::Key(..)
        | Spot::Type(_)
        | Spot::Error(_)
        | Spot::Failure(..)
        | Spot::Pager(_)
        | Spot::PagerPart(..)
        | Spot::Page(..)
        | Spot::PagePart(..)
        | Spot::Scope(..) => Vec::new(),
    }
}
