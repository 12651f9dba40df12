//! Leaves out what the rules of the language do not allow, so that every document generates. The rules themselves say what
//! that is: each error of `check` has a place, and what is there is left out, or becomes a type that holds any value.

mod aliases;
mod merge;
mod operations;
mod pages;
mod types;
mod unions;

use super::info;
use super::warnings::{Topic, Warnings};
use crate::check;
use crate::diagnostic::{Cause, Diagnostic, Diagnostics};
use crate::document::{Document, OperationEntry};
use crate::expand;
use crate::hash::{HashMap, HashSet};
use crate::node::{Node, NodeKind};
use crate::source::Span;
use std::borrow::Borrow;

/// How often the rules are applied. Each time, what they find is left out.
const ROUNDS: usize = 12;

/// Why a value must be able to end.
const CONTAINS_ITSELF: &str = "otherwise a value would contain itself";

/// A document without errors, expanded.
///
/// # Errors
///
/// The errors that nothing can be left out for.
pub(super) fn fit(
    mut document: Document,
    warnings: &mut Warnings,
) -> Result<Document, Diagnostics> {
    aliases::break_cycles(&mut document, warnings);
    let mut document = expand::expand(document)?;
    for round in 0..ROUNDS {
        let errors = check::find_errors(&document);
        if errors.is_empty() {
            return Ok(document);
        }
        let changed = Fit::new(&errors, round, warnings).apply(&mut document);
        // The shape of errors is only recognized, so it is the last to be kept.
        if !changed && document.error_body.take().is_none() {
            return Err(errors.without_repetitions());
        }
    }
    check::check(&document)?;
    Ok(document)
}

/// The errors of one round, by their places.
struct Fit<'e, 'w> {
    errors: &'e Diagnostics,
    round: usize,
    /// The places of all errors, with what is wrong there. Those of an operation are wrong there only.
    places: HashMap<(Option<usize>, Span), &'e str>,
    /// Why something is wrong at a place.
    causes: HashSet<(Cause, Span)>,
    /// The operation that is looked at.
    operation: Option<usize>,
    /// The name of the type, field or parameter that is looked at.
    owner: String,
    /// Defaults that fit their types, but that these types cannot have, with the reasons.
    unsupported: HashMap<Span, &'e str>,
    /// Where something is written like a form that has no form.
    forms: HashSet<Span>,
    /// Operations that have a parameter for several segments where another one has more after it.
    ambiguous: HashSet<usize>,
    /// Where operations are said to be conditional that cannot be, with the reasons.
    conditional: HashMap<Span, &'e str>,
    /// The errors about how lists are paged.
    pages: pages::Errors<'e>,
    /// Where errors begin, in order, to find values that contain one.
    starts: Vec<(usize, usize)>,
    warnings: &'w mut Warnings,
    changed: bool,
}

impl<'e, 'w> Fit<'e, 'w> {
    fn new(errors: &'e Diagnostics, round: usize, warnings: &'w mut Warnings) -> Self {
        let mut fit = Self {
            errors,
            round,
            places: HashMap::default(),
            causes: HashSet::default(),
            operation: None,
            owner: String::new(),
            unsupported: HashMap::default(),
            forms: HashSet::default(),
            ambiguous: HashSet::default(),
            conditional: HashMap::default(),
            pages: pages::Errors::default(),
            starts: Vec::new(),
            warnings,
            changed: false,
        };
        for (index, error) in errors.iter().enumerate() {
            fit.read(index, error);
        }
        let places = fit.places.keys();
        fit.starts = places.map(|(_, span)| (span.start(), span.end())).collect();
        fit.starts.sort_unstable();
        fit
    }

    /// Reads what is wrong where.
    fn read(&mut self, index: usize, error: &'e Diagnostic) {
        let (span, why) = (error.span(), error.message.as_str());
        self.places.entry((error.operation(), span)).or_insert(why);
        self.causes.insert((error.cause(), span));
        let all = error.labels.iter().map(|label| label.span);
        match error.cause() {
            Cause::Rule | Cause::Infinite | Cause::TakenName | Cause::Union(_) => {}
            Cause::CatchAll => self.ambiguous.extend(error.operation()),
            Cause::Conditional => self.conditional.extend(all.map(|span| (span, why))),
            Cause::NoDefault => self.unsupported.extend([(span, why)]),
            Cause::NotInForm | Cause::AnyInForm => self.forms.extend(all),
            Cause::Pages | Cause::CountWithoutEffect => self.pages.add(index, error),
        }
    }

    fn has(&self, span: Span) -> bool {
        self.why(span).is_some()
    }

    /// What is wrong at a place.
    fn why(&self, span: Span) -> Option<&'e str> {
        let of = |operation| self.places.get(&(operation, span)).copied();
        of(None).or_else(|| self.operation.and_then(|index| of(Some(index))))
    }

    /// Whether something is wrong at a place for this reason.
    fn has_cause(&self, cause: Cause, span: Span) -> bool {
        self.causes.contains(&(cause, span))
    }

    /// Notes that something is left out or changed.
    fn note(&mut self, topic: Topic, span: Span, why: &str) {
        self.changed = true;
        self.warnings.add(topic, span, why);
    }

    /// Whether an error is inside of a value.
    fn is_in(&self, span: Span) -> bool {
        let first = self
            .starts
            .partition_point(|(start, _)| *start < span.start());
        let after = self.starts.get(first..).unwrap_or_default().iter();
        let mut inside = after.take_while(|(start, _)| *start <= span.end());
        !span.is_empty() && inside.any(|(_, end)| *end <= span.end())
    }

    /// Removes a value with an error.
    fn drop_value<N: Borrow<Node>>(&mut self, value: &mut Option<N>, what: &str) {
        if value
            .as_ref()
            .is_some_and(|value| self.is_in(extent(value.borrow())))
            && let Some(value) = value.take()
        {
            let owner = &self.owner;
            let span = value.borrow().span;
            let message = match self.unsupported.get(&span) {
                Some(why) => format!("the {what} of `{owner}` is left out: {why}"),
                None => format!("the {what} of `{owner}` does not fit its type, and is left out"),
            };
            self.note(Topic::Value, span, &message);
        }
    }

    fn apply(mut self, document: &mut Document) -> bool {
        self.fit_api(document);
        for entry in &mut document.types {
            self.fit_type(entry);
        }
        self.fit_servers(document);
        for error in &mut document.errors {
            self.fit_headers(&mut error.headers);
        }
        let operations = document.operations.iter_mut().chain(&mut document.webhooks);
        for (index, operation) in operations.enumerate() {
            self.operation = Some(index);
            self.fit_operation(operation);
        }
        // The parts of types and operations come first: often, nothing else is wrong with the whole.
        if !self.changed {
            let mut indexes = 0..;
            let mut is_kept = |operation: &mut OperationEntry| {
                self.operation = indexes.next();
                self.keeps(operation)
            };
            document.operations.retain_mut(&mut is_kept);
            document.webhooks.retain_mut(&mut is_kept);
        }
        self.operation = None;
        let errors = self.errors;
        self.changed |= unions::fit(document, errors, self.round, self.warnings);
        self.changed
    }

    /// Whether nothing is wrong with the whole of an operation.
    fn keeps(&mut self, operation: &mut OperationEntry) -> bool {
        let span = operation.route.span;
        let Some(why) = self.why(span).or_else(|| self.why(operation.name.span)) else {
            return true;
        };
        let is_ambiguous = self
            .operation
            .is_some_and(|index| self.ambiguous.contains(&index));
        if is_ambiguous && operations::narrow(operation) {
            let why = "the parameter at the end matches one segment, because another route has more after it";
            self.note(Topic::Dropped, span, why);
            return true;
        }
        self.note(Topic::Path, span, why);
        false
    }

    /// Leaves out names of the API and of its crate that cannot be names in Rust.
    fn fit_api(&mut self, document: &mut Document) {
        let api = &mut document.api;
        if api.is_named
            && let Some(why) = self.why(api.name.span)
        {
            self.note(Topic::WrongExtension, api.name.span, why);
            api.name.value = info::api_name(&api.title, "");
            api.is_named = false;
        }
        let name = &mut document.rust.crate_name;
        if let Some(name) = name.take_if(|name| self.has(name.span)) {
            let why = self.why(name.span).unwrap_or_default();
            self.note(Topic::WrongExtension, name.span, why);
        }
    }

    /// Removes servers of the API that are at no valid URL. Those of operations are valid.
    fn fit_servers(&mut self, document: &mut Document) {
        document.api.servers.retain(|server| {
            let of_variable = server.variables.iter().any(|variable| {
                let values = variable.values.iter().map(|value| value.span);
                let default = variable.default.iter().map(|of| of.span);
                let mut spans = values.chain(default).chain([variable.name.span]);
                spans.any(|span| self.has(span))
            });
            let is_wrong = of_variable || self.has(server.url.span) || self.has(server.name.span);
            if is_wrong {
                let why = self.why(server.url.span);
                let why = why.unwrap_or("a value of a variable makes no valid URL");
                self.note(Topic::Server, server.url.span, why);
            }
            !is_wrong
        });
    }
}

/// Where a value is. The span of a list or a map in YAML may be its beginning only.
fn extent(node: &Node) -> Span {
    match &node.kind {
        NodeKind::List(items) => items
            .last()
            .map_or(node.span, |last| node.span.to(extent(last))),
        NodeKind::Map(entries) => match entries.last() {
            Some((key, last)) => node.span.to(key.span).to(extent(last)),
            None => node.span,
        },
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Text(_) => node.span,
    }
}
