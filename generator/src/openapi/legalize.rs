//! Makes a document legal: removes or widens what the rules of the language do not allow, so that every document
//! generates. The rules themselves say what that is: each error of `check` has a place, and the part at this place is
//! removed, or becomes a type that holds any value.

mod aliases;
mod contents;
mod errors;
mod findings;
mod operations;
mod pages;
mod types;
mod unions;

use std::borrow::Borrow;

use super::warnings::{Topic, Warnings};
use crate::check;
use crate::diagnostic::Diagnostics;
use crate::document::{Document, OperationEntry, RustSection};
use crate::expand;
use crate::naming;
use crate::node::Node;
use crate::source::Span;
use findings::Findings;

/// How often the rules are applied. Each time, what they find is repaired.
const ROUNDS: usize = 12;

/// Why a value must be able to end.
const CONTAINS_ITSELF: &str = "otherwise a value would contain itself";

/// A document without errors, expanded.
///
/// # Errors
///
/// The errors that cannot be repaired.
pub(super) fn legalize(
    mut document: Document,
    warnings: &mut Warnings,
) -> Result<Document, Diagnostics> {
    aliases::break_cycles(&mut document, warnings);
    let mut errors = Diagnostics::new();
    let expanded = expand::expand(document, &mut errors);
    let mut document = errors.into_result(expanded)?;
    for round in 0..ROUNDS {
        let found = check::find_errors(&document);
        if found.is_empty() {
            return Ok(document);
        }
        let changed = repair(&mut document, &Findings::new(&found), round, warnings);
        if !changed && !errors::drop_body(&mut document, &found, warnings) {
            return Err(found.without_repetitions());
        }
    }
    let mut errors = Diagnostics::new();
    check::check(&document, &mut errors);
    errors.into_result(document)
}

/// Repairs what is wrong, and returns whether this changed anything.
fn repair(
    document: &mut Document,
    findings: &Findings<'_>,
    round: usize,
    warnings: &mut Warnings,
) -> bool {
    let mut legalizer = Legalizer {
        findings,
        operation: None,
        owner: String::new(),
        warnings,
        changed: false,
    };
    legalizer.legalize(document);
    let changed = legalizer.changed;
    unions::legalize(document, findings, round, warnings) | changed
}

/// One walk through a document that repairs all but unions.
struct Legalizer<'f, 'w> {
    findings: &'f Findings<'f>,
    /// The index of the operation that is looked at, webhooks after all others.
    operation: Option<usize>,
    /// The name of the type, field or parameter that is looked at.
    owner: String,
    warnings: &'w mut Warnings,
    changed: bool,
}

impl<'f> Legalizer<'f, '_> {
    fn legalize(&mut self, document: &mut Document) {
        self.legalize_names(document);
        for entry in &mut document.types {
            self.legalize_type(entry);
        }
        self.legalize_servers(document);
        for error in &mut document.errors {
            self.legalize_error(error);
        }
        let operations = document.operations.iter_mut().chain(&mut document.webhooks);
        for (index, operation) in operations.enumerate() {
            self.operation = Some(index);
            self.legalize_operation(operation);
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
            self.operation = None;
            self.drop_errors(document);
        }
    }

    fn has(&self, span: Span) -> bool {
        self.why(span).is_some()
    }

    /// The error at a span.
    fn why(&self, span: Span) -> Option<&'f str> {
        self.findings.why(self.operation, span)
    }

    /// The first of several places where something is wrong, with what it is.
    fn first_wrong(&self, spans: impl IntoIterator<Item = Span>) -> Option<(Span, &'f str)> {
        let mut spans = spans.into_iter();
        spans.find_map(|span| Some((span, self.why(span)?)))
    }

    /// Removes what an extension says, if something is wrong at one of its places.
    fn drop_extension<T>(&mut self, value: &mut Option<T>, spans: impl IntoIterator<Item = Span>) {
        if let Some((span, why)) = self.first_wrong(spans) {
            *value = None;
            self.note(Topic::WrongExtension, span, why);
        }
    }

    /// Whether nothing is wrong with a part of an extension.
    fn keeps_extension(&mut self, spans: impl IntoIterator<Item = Span>) -> bool {
        let mut part = Some(());
        self.drop_extension(&mut part, spans);
        part.is_some()
    }

    /// Notes that something is removed or changed.
    fn note(&mut self, topic: Topic, span: Span, why: &str) {
        self.changed = true;
        self.warnings.add(topic, span, why);
    }

    /// Removes a default with an error, and returns it.
    fn drop_default<N: Borrow<Node>>(&mut self, value: &mut Option<N>) -> Option<N> {
        self.drop_value(value, Topic::Value, "default")
    }

    /// Removes an example with an error.
    fn drop_example<N: Borrow<Node>>(&mut self, value: &mut Option<N>) {
        self.drop_value(value, Topic::Example, "example");
    }

    fn drop_value<N: Borrow<Node>>(
        &mut self,
        value: &mut Option<N>,
        topic: Topic,
        what: &str,
    ) -> Option<N> {
        let is_wrong = |value: &mut N| self.findings.is_in(extent((*value).borrow()));
        let value = value.take_if(is_wrong)?;
        let owner = &self.owner;
        let span = value.borrow().span;
        let message = match self.findings.unsupported.get(&span) {
            Some(why) => format!("the {what} of `{owner}` is left out: {why}"),
            None => format!("the {what} of `{owner}` does not fit its type, and is left out"),
        };
        self.note(topic, span, &message);
        Some(value)
    }

    /// Whether nothing is wrong with the whole of an operation.
    fn keeps(&mut self, operation: &mut OperationEntry) -> bool {
        let span = operation.route.span;
        let Some((_, why)) = self.first_wrong([span, operation.name.span]) else {
            return true;
        };
        let mut index = self.operation.iter();
        let is_ambiguous = index.any(|index| self.findings.ambiguous.contains(index));
        if is_ambiguous && operations::narrow(operation) {
            let why = "the parameter at the end matches one segment, because another route has more after it";
            self.note(Topic::Dropped, span, why);
            return true;
        }
        self.note(Topic::Path, span, why);
        false
    }

    /// Removes names of the API and of its crate that cannot be names in Rust.
    fn legalize_names(&mut self, document: &mut Document) {
        let api = &mut document.api;
        if api.is_named
            && let Some(why) = self.why(api.name.span)
        {
            self.note(Topic::WrongExtension, api.name.span, why);
            api.name.value = naming::api_name(&api.title, "");
            api.is_named = false;
        }
        let name = &mut document.rust.crate_name;
        let span = name.as_ref().map(|name| name.span);
        self.drop_extension(name, span);
        let version = &mut document.rust.version;
        let span = version.as_ref().map(|version| version.span);
        self.drop_extension(version, span);
        self.legalize_rust(&mut document.rust);
    }

    /// Removes traits that types cannot derive, and dependencies that are not valid.
    fn legalize_rust(&mut self, section: &mut RustSection) {
        section.derives.retain_mut(|entry| {
            if let Some(types) = &mut entry.types {
                types.retain(|name| self.keeps_extension([name.span]));
            }
            self.keeps_extension([entry.path.span])
        });
        section.dependencies.retain(|entry| {
            let texts = entry.version.iter().chain(&entry.path);
            let spans = texts.chain(&entry.features).map(|text| text.span);
            self.keeps_extension(spans.chain([entry.name.span]))
        });
    }

    /// Removes servers of the API that are at no valid URL. The servers of operations are valid.
    fn legalize_servers(&mut self, document: &mut Document) {
        document.api.servers.retain(|server| {
            let of_variable = server.variables.iter().any(|variable| {
                let values = variable.values.iter().map(|value| value.span);
                let default = variable.default.iter().map(|default| default.span);
                let mut spans = values.chain(default).chain([variable.name.span]);
                spans.any(|span| self.has(span))
            });
            let is_wrong = of_variable || self.has(server.url.span) || self.has(server.name.span);
            if is_wrong {
                let why = self
                    .why(server.url.span)
                    .unwrap_or("a value of a variable makes no valid URL");
                self.note(Topic::Server, server.url.span, why);
            }
            !is_wrong
        });
    }
}

/// Where a value is. The span of a list or a map in YAML may be its beginning only.
fn extent(node: &Node) -> Span {
    let item = node.items().last().map(extent);
    let entry = node
        .entries()
        .last()
        .map(|(key, value)| key.span.to(extent(value)));
    item.or(entry).map_or(node.span, |last| node.span.to(last))
}
