//! Lints find what is valid in a specification, but questionable: one family per file.

mod casing;
mod descriptions;
mod operations;
mod routes;
mod statuses;
mod texts;
mod unused;

use crate::api::{Level, Lint, Lints};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use crate::document::{Document, OperationEntry, SharedEntry};
use crate::source::{SourceFile, Span, Spanned};

/// Options of [`lint`](crate::lint()) that override the levels in the specification.
#[derive(Debug, Clone, Default)]
pub struct LintOptions {
    /// The lints whose findings are errors, whatever their levels are.
    pub deny: Vec<Lint>,
    /// Whether all findings are errors.
    pub deny_warnings: bool,
}

/// All that the lints find in a document, as it is written, in the order of their spans.
pub(crate) fn lint(
    document: &Document,
    source: &SourceFile,
    is_openapi: bool,
    options: &LintOptions,
) -> Diagnostics {
    let mut findings = Findings {
        document,
        source,
        levels: levels(document, options),
        is_openapi,
        found: Vec::new(),
    };
    descriptions::check(&mut findings);
    unused::check(&mut findings);
    casing::check(&mut findings);
    operations::check(&mut findings);
    statuses::check(&mut findings);
    routes::check(&mut findings);
    texts::check(&mut findings);
    findings.finish()
}

/// The level of each lint.
fn levels(document: &Document, options: &LintOptions) -> [Level; Lint::ALL.len()] {
    Lint::ALL.map(|lint| {
        let mut own = document.lint.iter().filter(|(named, _)| *named == lint);
        let level = own.next().map_or(lint.default_level(), |(_, level)| *level);
        match level {
            _ if options.deny.contains(&lint) => Level::Deny,
            Level::Warn if options.deny_warnings => Level::Deny,
            Level::Allow | Level::Warn | Level::Deny => level,
        }
    })
}

/// A part that operations should have, and may lack.
struct Lacking<'d> {
    lint: Lint,
    /// The operations that should have it.
    operations: Vec<&'d OperationEntry>,
    /// Where the finding is reported if all of them lack it.
    span: Span,
    /// The lints that are allowed at `span`, and so for all of them.
    allowed: Lints,
    /// The message then.
    of_all: String,
    /// The message for one of them, after its name.
    of_one: String,
    help: &'static str,
}

/// The findings so far, and the document with its levels.
struct Findings<'d> {
    document: &'d Document,
    source: &'d SourceFile,
    levels: [Level; Lint::ALL.len()],
    /// Whether the specification is an OpenAPI document, in which other words help.
    is_openapi: bool,
    found: Vec<(Lint, Diagnostic)>,
}

impl<'d> Findings<'d> {
    /// Adds a finding, unless its lint is off or `allowed` where it is.
    fn add(&mut self, lint: Lint, allowed: Lints, message: String, span: Span, help: &str) {
        let finding = || Diagnostic::warning(Code(lint.code()), message, span).help(help);
        self.add_if(lint, allowed, finding);
    }

    /// As [`add`](Self::add), with the finding as it is reported.
    fn add_if(&mut self, lint: Lint, allowed: Lints, finding: impl FnOnce() -> Diagnostic) {
        if !self.reports(lint, allowed) {
            return;
        }
        let mut finding = finding();
        if self.levels[lint as usize] == Level::Deny {
            finding.severity = Severity::Error;
        }
        self.found.push((lint, finding));
    }

    /// Whether a finding of a lint is reported. What `api` allows is allowed everywhere.
    fn reports(&self, lint: Lint, allowed: Lints) -> bool {
        let allowed = allowed.union(self.document.api.notes.allow);
        self.levels[lint as usize] != Level::Allow && !allowed.contains(lint)
    }

    /// The lints that an operation or its group allows.
    fn allowed(&self, operation: &OperationEntry) -> Lints {
        let own = operation.notes.allow;
        let mut groups = self.document.groups.iter();
        let group = operation.group.as_ref();
        let group = group.and_then(|name| groups.find(|group| group.name.value == name.value));
        group.map_or(own, |group| own.union(group.notes.allow))
    }

    /// Whether a name on the wire is in the specification. OpenAPI documents imply some, such as the names of tags.
    fn is_written(&self, name: &Spanned<String>) -> bool {
        !self.is_openapi || self.source.slice(name.span).contains(&name.value)
    }

    /// The words for the language of the specification.
    const fn say(&self, ours: &'static str, in_openapi: &'static str) -> &'static str {
        if self.is_openapi { in_openapi } else { ours }
    }

    /// The shared parts that an operation or a webhook has.
    fn parts(
        &self,
        operation: &'d OperationEntry,
    ) -> impl Iterator<Item = &'d SharedEntry> + use<'d> {
        let document = self.document;
        let everywhere = match operation.webhook {
            Some(_) => &[][..],
            None => &document.api.uses,
        };
        let names = everywhere.iter().chain(&operation.uses);
        names.filter_map(|name| {
            let mut parts = document.shared.iter();
            parts.find(|part| part.name.value == name.value)
        })
    }

    /// Adds what operations lack: once if all do, because then the API as a whole is meant, or else for each.
    fn add_lacking(
        &mut self,
        lacking: Lacking<'d>,
        lacks: impl Fn(&Self, &'d OperationEntry) -> bool,
    ) {
        let lint = lacking.lint;
        let (span, everywhere) = (lacking.span, lacking.allowed);
        let mut operations = lacking.operations;
        operations
            .retain(|operation| self.reports(lint, everywhere.union(self.allowed(operation))));
        let count = operations.len();
        operations.retain(|operation| lacks(self, operation));
        if operations.len() == count && count > 1 {
            self.add(lint, everywhere, lacking.of_all, span, lacking.help);
            return;
        }
        for operation in operations {
            let name = &operation.name;
            let message = format!("`{}` {}", name.value, lacking.of_one);
            self.add(lint, everywhere, message, name.span, lacking.help);
        }
    }

    /// The findings, of which the first of each lint says how to turn it off.
    fn finish(self) -> Diagnostics {
        let Self {
            is_openapi,
            mut found,
            ..
        } = self;
        found.sort_by_key(|(lint, finding)| (finding.span(), *lint));
        let mut seen = Lints::default();
        let found = found.into_iter().map(|(lint, finding)| {
            if !seen.insert(lint) {
                return finding;
            }
            finding.note(match is_openapi {
                false => format!(
                    "turn the lint off with `lint: {{ {lint}: allow }}`, or for one item with `allow: [{lint}]`"
                ),
                true => format!(
                    "turn the lint off with `x-specsmith: {{ lint: {{ {lint}: allow }} }}` at the top of the document, or for \
                     one operation, parameter or property with `x-specsmith: {{ allow: [{lint}] }}`"
                ),
            })
        });
        let found: Diagnostics = found.collect();
        found.without_repetitions()
    }
}
