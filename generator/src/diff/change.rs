//! What a comparison finds.

use std::sync::Arc;

use specsmith_runtime::Date;

use super::Exemption;
pub(crate) use crate::changes::{Axis, Verdict};
use crate::changes::{Effect, Language, Rule, Sides};
use crate::source::Span;

/// The clients that are assumed to call the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clients {
    /// Any reasonable clients.
    #[default]
    Any,
    /// Clients that Specsmith generated. They keep values that they do not know, check no limits, and return errors for
    /// statuses that the operation does not have.
    Specsmith,
}

/// What a change is about, or who has it. They are in the order of their names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// Its name in the new document, or in the old one if it is gone.
    pub name: String,
    /// What kind of thing it is.
    pub kind: SubjectKind,
}

/// The kinds of things that change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SubjectKind {
    /// The API as a whole.
    Api,
    /// An operation.
    Operation,
    /// A webhook.
    Webhook,
    /// An error.
    Error,
    /// A named type.
    Type,
}

/// A difference between two APIs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What kind of change it is.
    pub rule: Rule,
    /// What it is about.
    pub subject: Subject,
    /// Where it is in there: `create_order.query.limit`, `Order.lines[].sku`.
    pub path: String,
    /// What changed, in one line.
    pub message: String,
    /// Whether the message says what it is about, so that the path need not be written before it.
    pub(super) says_what: bool,
    /// Where it is in the old document.
    pub old: Option<Span>,
    /// Where it is in the new document.
    pub new: Option<Span>,
    /// Where it is in the new document or, if it is gone, what it was in.
    pub near: Span,
    /// Whether requests are concerned.
    pub in_requests: bool,
    /// Whether responses are concerned.
    pub in_responses: bool,
    /// Whether webhooks are concerned, which receivers read.
    pub in_webhooks: bool,
    /// Which generated clients read the values of the other side, although other clients may fail.
    pub(super) readers: Readers,
    /// Between whom the messages go that are concerned. Those of operations come first.
    pub sides: Sides,
    /// The operations and webhooks whose values have the type or the error, in the order of their names. Empty if the
    /// change is about an operation itself. Types that contain each other share the list.
    pub used_by: Arc<Vec<Subject>>,
    /// What it means for source code that uses the generated client and types.
    pub callers: Verdict,
    /// What it means for source code that implements the handler trait.
    pub implementers: Verdict,
    /// What is different in the generated code.
    pub source: Vec<Difference>,
    /// Why it does not count, if it does not.
    pub exemption: Option<Exemption>,
    /// The day on which what is gone was to be removed, if that has not come.
    pub sunset: Option<Date>,
    /// Its compatible way.
    pub(super) way: Way,
}

/// The compatible way of a change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Way {
    /// That of its rule.
    #[default]
    OfRule,
    /// That of its rule, for what had this name.
    OfName(String),
    /// To keep what is gone, which could not have been marked as deprecated.
    Keep,
    /// None: that of its rule does not help here.
    None,
}

/// A difference of the generated code that a change causes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// What is different, in one line.
    pub message: String,
    /// What it means for source code that uses the generated client and types.
    pub callers: Verdict,
    /// What it means for source code that implements the handler trait.
    pub implementers: Verdict,
    /// Whether code compiles as before: it means something else, or lacks a cargo feature only if it has chosen features.
    pub compiles: bool,
}

/// The clients that Specsmith generated and that read all values of the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Readers {
    /// Whether those of the old description do.
    pub(super) of_old: bool,
    /// Whether those of the new description do.
    pub(super) of_new: bool,
}

impl Readers {
    /// Whether those who read responses on an axis do.
    const fn has(self, axis: Axis) -> bool {
        match axis {
            Axis::Wire => self.of_old,
            Axis::Rollback => self.of_new,
            Axis::Callers | Axis::Implementers => false,
        }
    }

    /// Those who read the values of two changes.
    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            of_old: self.of_old && other.of_old,
            of_new: self.of_new && other.of_new,
        }
    }
}

/// Where a change is in both documents.
#[derive(Debug, Clone, Copy)]
pub(super) struct Location {
    pub(super) old: Option<Span>,
    pub(super) new: Option<Span>,
    /// Where it is in the new document or, if it is gone, what it was in.
    pub(super) near: Span,
}

impl Change {
    /// A change that concerns nobody yet.
    pub(super) fn new(
        rule: Rule,
        (kind, name): (SubjectKind, &str),
        (path, message): (String, String),
        Location { old, new, near }: Location,
    ) -> Self {
        Self {
            rule,
            subject: Subject {
                kind,
                name: name.to_owned(),
            },
            path,
            message,
            says_what: false,
            old,
            new,
            near,
            in_requests: false,
            in_responses: false,
            in_webhooks: false,
            readers: Readers::default(),
            sides: match kind {
                SubjectKind::Webhook => Sides::Webhooks,
                SubjectKind::Api
                | SubjectKind::Operation
                | SubjectKind::Error
                | SubjectKind::Type => Sides::Operations,
            },
            used_by: Arc::default(),
            callers: Verdict::Compatible,
            implementers: Verdict::Compatible,
            source: Vec::new(),
            exemption: None,
            sunset: None,
            way: Way::OfRule,
        }
    }

    /// What is different in the generated code for those on an axis, the worst first, apart from what is compatible for
    /// them.
    pub fn differences(&self, axis: Axis) -> Vec<&str> {
        let verdict = |difference: &Difference| match axis {
            Axis::Wire | Axis::Rollback => Verdict::Compatible,
            Axis::Callers => difference.callers,
            Axis::Implementers => difference.implementers,
        };
        let noticed = |difference: &&Difference| verdict(difference) != Verdict::Compatible;
        let mut found: Vec<&Difference> = self.source.iter().filter(noticed).collect();
        found.sort_by_key(|difference| std::cmp::Reverse(verdict(difference)));
        let messages = found.into_iter();
        messages
            .map(|difference| difference.message.as_str())
            .collect()
    }

    /// Adds a difference of the generated code.
    pub(super) fn add_difference(&mut self, difference: Difference) {
        self.callers = self.callers.max(difference.callers);
        self.implementers = self.implementers.max(difference.implementers);
        self.source.push(difference);
    }

    /// What it means on the wire or for a rollback: the worst of what it means in requests and in responses.
    pub fn worst_effect(&self, axis: Axis, clients: Clients) -> Option<Effect> {
        let requests = self.in_requests.then(|| self.rule.effect(axis, true));
        let responses = self.in_responses.then(|| match clients {
            Clients::Any => self.rule.effect(axis, false),
            Clients::Specsmith if self.in_webhooks => self.rule.effect_on_generated_receivers(axis),
            Clients::Specsmith if self.readers.has(axis) => self.rule.effect_on_readers(axis),
            Clients::Specsmith => self.rule.effect_on_generated_clients(axis),
        });
        let effects = [requests, responses].into_iter().flatten().flatten();
        // Of two that are as bad, the first.
        effects.reduce(|worst, other| match other.verdict > worst.verdict {
            true => other,
            false => worst,
        })
    }

    /// The compatible way to do the same, in the words of a language, if the change is not compatible on the wire in the
    /// directions of its values anyway. If its rule is harmless there, it is needed if the change is not compatible in
    /// source code.
    pub fn instead(&self, clients: Clients, language: Language) -> Option<String> {
        let verdict = match self.rule.is_harmless_on_the_wire() {
            true => Some(self.callers.max(self.implementers)),
            false => {
                let effect = self.worst_effect(Axis::Wire, clients);
                effect.map(|effect| effect.verdict)
            }
        };
        let is_needed = verdict.is_none_or(|verdict| verdict != Verdict::Compatible);
        let instead = self.rule.instead(self.sides, language);
        let instead = instead.filter(|_| is_needed)?;
        match (self.sunset, &self.way) {
            (Some(day), _) => Some(format!("Keep it until {day}.")),
            (None, Way::OfRule) => Some(instead),
            (None, Way::OfName(old_name)) => {
                let instead = instead.replace("{old name}", old_name);
                Some(instead.replace("{new name}", &self.subject.name))
            }
            (None, Way::Keep) => Some("Keep it until nobody uses it.".to_owned()),
            (None, Way::None) => None,
        }
    }

    /// Whether those on an axis can notice the change.
    pub fn concerns(&self, axis: Axis) -> bool {
        match axis {
            Axis::Wire | Axis::Rollback => self.in_requests || self.in_responses,
            Axis::Callers | Axis::Implementers => {
                let is_on_the_wire = self.in_requests || self.in_responses;
                !self.source.is_empty() || !is_on_the_wire || self.rule.is_about_warnings()
            }
        }
    }

    /// The verdict on an axis.
    pub fn verdict(&self, axis: Axis, clients: Clients) -> Verdict {
        match axis {
            _ if self.exemption.is_some() => Verdict::Compatible,
            Axis::Callers => self.callers,
            Axis::Implementers => self.implementers,
            Axis::Wire | Axis::Rollback => {
                let effect = self.worst_effect(axis, clients);
                effect.map_or(Verdict::Compatible, |effect| effect.verdict)
            }
        }
    }
}
