//! The errors of one round, by the places of the parts that they are about.

use crate::diagnostic::{Cause, Diagnostic, Diagnostics, UnionCause};
use crate::hash::{HashMap, HashSet};
use crate::source::Span;

/// What is wrong with a document, and where. Parts with equal places were one part of the OpenAPI document, so an error
/// about one of them is about all.
#[derive(Default)]
pub(super) struct Findings<'e> {
    /// The errors at a span, in all operations or in one of them.
    messages: HashMap<(Option<usize>, Span), &'e str>,
    /// Where the parts begin and end that something is wrong with, in order.
    extents: Vec<(usize, usize)>,
    /// Types whose values would contain themselves.
    pub(super) infinite: HashSet<Span>,
    /// Contents with the name of another method of the client's call.
    pub(super) taken_names: HashSet<Span>,
    /// The spans of JSON values of any type in forms.
    pub(super) any_in_forms: HashSet<Span>,
    /// The spans of values that are written like a form and cannot be in one.
    pub(super) forms: HashSet<Span>,
    /// Defaults that fit their types, but that these types cannot have, with the reasons.
    pub(super) unsupported: HashMap<Span, &'e str>,
    /// Operations that have a parameter for several segments where another one has more after it.
    pub(super) ambiguous: HashSet<usize>,
    /// The keys that make operations conditional that cannot be, with the reasons.
    pub(super) conditional: HashMap<Span, &'e str>,
    /// The first error about the pages of a list at each place, with its number. Parameters at the same places have
    /// other errors.
    pub(super) pages: HashMap<Span, (usize, &'e Diagnostic)>,
    /// The errors of unions and variants.
    pub(super) unions: HashMap<Span, UnionCause>,
}

impl<'e> Findings<'e> {
    pub(super) fn new(errors: &'e Diagnostics) -> Self {
        let mut findings = Self::default();
        for (number, error) in errors.iter().enumerate() {
            findings.add(number, error);
        }
        let places = findings.messages.keys();
        findings.extents = places.map(|(_, span)| (span.start(), span.end())).collect();
        findings.extents.sort_unstable();
        findings
    }

    fn add(&mut self, number: usize, error: &'e Diagnostic) {
        let (span, why) = (error.span(), error.message.as_str());
        let place = (error.operation(), span);
        self.messages.entry(place).or_insert(why);
        match error.cause() {
            Cause::Rule => {}
            Cause::CatchAll => self.ambiguous.extend(error.operation()),
            Cause::Conditional { key } => self.conditional.extend([(key, why)]),
            Cause::NoDefault => self.unsupported.extend([(span, why)]),
            Cause::Infinite => self.infinite.extend([span]),
            Cause::TakenName => self.taken_names.extend([span]),
            Cause::NotInForm { used } => self.forms.extend([span, used]),
            Cause::AnyInForm { used } => {
                self.forms.extend([span, used]);
                self.any_in_forms.extend([span]);
            }
            Cause::Pages | Cause::CountWithoutEffect => {
                self.pages.entry(span).or_insert((number, error));
            }
            Cause::Union(cause) => {
                self.unions.entry(span).or_insert(cause);
            }
        }
    }

    /// What is wrong at a place in an operation, or outside of all operations.
    pub(super) fn why(&self, operation: Option<usize>, span: Span) -> Option<&'e str> {
        let message_of = |operation| self.messages.get(&(operation, span)).copied();
        message_of(None).or_else(|| operation.and_then(|index| message_of(Some(index))))
    }

    /// Whether something is wrong inside of a value.
    pub(super) fn is_in(&self, span: Span) -> bool {
        let is_before = |(start, _): &(usize, usize)| *start < span.start();
        let first = self.extents.partition_point(is_before);
        let after = self.extents.get(first..).unwrap_or_default().iter();
        let mut inside = after.take_while(|(start, _)| *start <= span.end());
        !span.is_empty() && inside.any(|(_, end)| *end <= span.end())
    }
}
