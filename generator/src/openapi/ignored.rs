//! Keywords of schemas that no type expresses. Values are not checked against them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::warnings::{Topic, Warnings};
use crate::diagnostic::Lost;
use crate::hash::HashSet;
use crate::source::Span;

/// The keywords that were found, with the places of each.
#[derive(Debug, Default)]
pub(super) struct Ignored {
    places: BTreeMap<Cow<'static, str>, BTreeSet<Span>>,
    /// The rules of members of choices that were found, with the places of each.
    in_lists: BTreeMap<&'static str, BTreeSet<Span>>,
    /// The rules of names that were found, with the places of each.
    of_names: BTreeMap<&'static str, BTreeSet<Span>>,
    /// What the API does not hold, and what needs no warning.
    quiet: BTreeMap<(Cow<'static, str>, Lost), BTreeSet<Span>>,
    /// The part that is left out, and the consequence.
    left_out: BTreeMap<(&'static str, &'static str), BTreeSet<Span>>,
    /// What has no effect.
    void: BTreeMap<&'static str, BTreeSet<Span>>,
    /// The places that servers check after all.
    covered: HashSet<Span>,
    /// The places that they do not check everywhere.
    missed: HashSet<Span>,
}

impl Ignored {
    pub(super) fn add(&mut self, what: impl Into<Cow<'static, str>>, span: Span) {
        self.places.entry(what.into()).or_default().insert(span);
    }

    pub(super) fn add_in_list(&mut self, what: &'static str, span: Span) {
        self.in_lists.entry(what).or_default().insert(span);
    }

    pub(super) fn add_of_name(&mut self, what: &'static str, span: Span) {
        self.of_names.entry(what).or_default().insert(span);
    }

    pub(super) fn lose(&mut self, what: impl Into<Cow<'static, str>>, lost: Lost, span: Span) {
        let places = self.quiet.entry((what.into(), lost)).or_default();
        places.insert(span);
    }

    pub(super) fn leave_out(&mut self, what: &'static str, means: &'static str, span: Span) {
        self.left_out.entry((what, means)).or_default().insert(span);
    }

    pub(super) fn add_void(&mut self, what: &'static str, span: Span) {
        self.void.entry(what).or_default().insert(span);
    }

    /// Notes that servers check what is at these places.
    pub(super) fn cover(&mut self, places: HashSet<Span>) {
        self.covered.extend(places);
    }

    /// Notes that servers do not check what is at these places, wherever else they do.
    pub(super) fn miss(&mut self, places: Vec<Span>) {
        self.missed.extend(places);
    }

    /// One warning for each keyword and for each kind of what is left out, at the first place.
    pub(super) fn warn(&self, warnings: &mut Warnings) {
        let is_unchecked =
            |place: &&Span| !self.covered.contains(place) || self.missed.contains(place);
        let alone = self.places.iter();
        let alone = alone.map(|(what, places)| (&**what, places, Topic::Ignored));
        let in_lists = self.in_lists.iter();
        let in_lists = in_lists.map(|(what, places)| (*what, places, Topic::IgnoredInList));
        let of_names = self.of_names.iter();
        let of_names = of_names.map(|(what, places)| (*what, places, Topic::IgnoredName));
        for (what, places, topic) in alone.chain(in_lists).chain(of_names) {
            let places: Vec<Span> = places.iter().filter(is_unchecked).copied().collect();
            let message = |count| format!("{what} is not checked{}", and_elsewhere(count));
            warnings.add_places(topic, &places, message);
        }
        for ((what, lost), places) in &self.quiet {
            for place in places {
                warnings.lose(*lost, *place, what);
            }
        }
        let left_out = self.left_out.iter();
        let left_out =
            left_out.map(|((what, means), places)| (*what, *means, places, Topic::Dropped));
        let void = self.void.iter();
        let void = void.map(|(what, places)| (*what, "it has no effect", places, Topic::Void));
        for (what, means, places, topic) in left_out.chain(void) {
            let message = |count| format!("{what} is left out{}: {means}", and_elsewhere(count));
            let places: Vec<Span> = places.iter().copied().collect();
            warnings.add_places(topic, &places, message);
        }
    }
}

/// That something is in so many places, of which the first is shown.
fn and_elsewhere(count: usize) -> String {
    match count.saturating_sub(1) {
        0 => String::new(),
        1 => ", here and in 1 other place".to_owned(),
        more => format!(", here and in {more} other places"),
    }
}
