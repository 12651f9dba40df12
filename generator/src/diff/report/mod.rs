//! How a comparison is shown: to people, to programs, and in release notes.

mod exemptions;
#[cfg(feature = "lsp")]
mod findings;
mod github;
mod human;
mod json;
mod junit;
mod markdown;
mod merged;
mod versions;

#[cfg(feature = "lsp")]
pub(crate) use findings::Finding;

use std::fmt::Display;

use super::change::{Axis, Change, Clients, Subject, SubjectKind, Verdict};
use super::paths::written;
use super::words::Quoted;
use super::{Effect, Language, Side, Sides, Unused};
use crate::api::Api;
use crate::diagnostic::{Code, Diagnostic, visible};
use crate::hash::HashMap;
use crate::source::{Position, SourceFile, Span};
use merged::merged;
use versions::Versions;

/// What is shown of a comparison.
#[derive(Debug, Clone)]
pub struct Options {
    /// The axes that are shown.
    pub axes: Vec<Axis>,
    /// The clients that are assumed.
    pub clients: Clients,
    /// The axes that decide whether a change is a failure.
    pub deciding: Vec<Axis>,
    /// The verdicts that are failures there, the worst first.
    pub failing: Vec<Verdict>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            axes: Axis::ALL.to_vec(),
            clients: Clients::Any,
            deciding: vec![Axis::Wire],
            failing: vec![Verdict::Breaking],
        }
    }
}

/// A comparison, to show it.
#[derive(Debug)]
pub struct Report {
    changes: Vec<Change>,
    /// How many changes concern no axis of the options.
    hidden: usize,
    /// The entries of `allow` that accept no change.
    unused: Vec<Unused>,
    options: Options,
    /// The revision that does not have the document, if it is new.
    absent_in: Option<String>,
    /// The language of the new document, in which the compatible way would be written.
    language: Language,
    /// Both documents in one text, the new one first.
    source: SourceFile,
    /// Where the old document begins.
    old_start: usize,
    /// The methods and paths of operations, by their names.
    routes: HashMap<String, String>,
    /// The names of both documents.
    names: (String, String),
    versions: Versions,
    /// Whether versions that are too low are failures.
    checks_versions: bool,
}

impl Report {
    /// Shows changes between two documents. Those that concern no axis of the options are left out.
    pub fn new(old: &Side<'_>, new: &Side<'_>, changes: Vec<Change>, options: Options) -> Self {
        let versions = Versions::of(old, new, &changes, &options);
        let concerns = |change: &Change| options.axes.iter().any(|axis| change.concerns(*axis));
        let (changes, others): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(concerns);
        let name = |source: &SourceFile| source.position(0).file.to_owned();
        Self {
            old_start: new.source.text().len() + 1,
            source: new.source.clone().with_files_of(old.source),
            names: (name(old.source), name(new.source)),
            changes: merged(changes, &options.axes),
            hidden: merged(others, &Axis::ALL).len(),
            unused: Vec::new(),
            absent_in: None,
            routes: routes(&old.api).chain(routes(&new.api)).collect(),
            options,
            language: match new.is_openapi {
                true => Language::OpenApi,
                false => Language::Spec,
            },
            versions,
            checks_versions: false,
        }
    }

    /// Shows that a document is new: a revision of this name does not have it.
    pub fn of_new(new: &Side<'_>, revision: &str, options: Options) -> Self {
        Self {
            absent_in: Some(revision.to_owned()),
            ..Self::new(new, new, Vec::new(), options)
        }
    }

    /// That the document is new, in a line, if it is.
    fn newness(&self) -> Option<String> {
        let (revision, name) = (visible(self.absent_in.as_ref()?), visible(&self.names.1));
        Some(format!(
            "{name} is new: {revision} does not have it, so there is nothing to compare\n"
        ))
    }

    /// Counts versions that are too low as failures, if this is so.
    pub fn checking_versions(mut self, checks_versions: bool) -> Self {
        self.checks_versions = checks_versions;
        self
    }

    /// Shows the entries of `allow` that accept no change as well.
    pub fn with_unused(mut self, unused: Vec<Unused>) -> Self {
        self.unused = unused;
        self
    }

    /// The changes, the failures first, and then the worst; of those that are as bad, in the order of their subjects.
    fn sorted(&self) -> Vec<&Change> {
        let mut changes: Vec<&Change> = self.changes.iter().collect();
        changes
            .sort_by_key(|change| std::cmp::Reverse((self.is_failure(change), self.worst(change))));
        changes
    }

    /// The axes that decide how bad a change is: those that are shown. If these are all, what a rollback means does not
    /// count: nearly everything that is new is unknown to an old server.
    fn counting_axes(&self) -> impl Iterator<Item = Axis> {
        let has_all = self.options.axes.len() == Axis::ALL.len();
        let axes = self.options.axes.iter().copied();
        axes.filter(move |axis| !has_all || *axis != Axis::Rollback)
    }

    /// The worst verdict on the axes that count.
    fn worst(&self, change: &Change) -> Verdict {
        let axes = self.counting_axes();
        let verdicts = axes.map(|axis| change.verdict(axis, self.options.clients));
        verdicts.max().unwrap_or(Verdict::Compatible)
    }

    /// The verdicts that are failures, each on its axis, the worst first.
    fn failing(&self) -> impl Iterator<Item = (Verdict, Axis)> {
        let Options {
            axes: _,
            clients: _,
            deciding,
            failing,
        } = &self.options;
        let verdicts = failing.iter();
        verdicts.flat_map(|verdict| deciding.iter().map(|axis| (*verdict, *axis)))
    }

    /// Whether a change is a failure, and not only something that somebody may notice.
    fn is_failure(&self, change: &Change) -> bool {
        let clients = self.options.clients;
        self.failing()
            .any(|(verdict, axis)| change.verdict(axis, clients) == verdict)
    }

    /// Why the comparison fails because of its changes or versions, if it does.
    pub fn failure(&self) -> Option<String> {
        let changes = self.failing().find_map(|(verdict, axis)| {
            let count = self.count(axis, verdict);
            let are = if count == 1 { "is" } else { "are" };
            let (changes, verdict, axis) = (counted(count, "change"), verdict.name(), axis.name());
            (count > 0).then(|| format!("{changes} {are} {verdict} ({axis})"))
        });
        let failures: Vec<String> = [changes, self.version_failure()]
            .into_iter()
            .flatten()
            .collect();
        (!failures.is_empty()).then(|| failures.join("; "))
    }

    /// Why the comparison fails because of its versions, if it does.
    fn version_failure(&self) -> Option<String> {
        self.checks_versions.then(|| self.low_version()).flatten()
    }

    /// How many changes have a verdict on an axis.
    pub fn count(&self, axis: Axis, verdict: Verdict) -> usize {
        let changes = self.changes.iter();
        changes
            .filter(|change| change.verdict(axis, self.options.clients) == verdict)
            .count()
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.hidden == 0
    }

    /// The names of the axes that are shown: `callers or implementers`.
    fn axis_names(&self) -> String {
        let names = self.options.axes.iter().map(|axis| axis.name());
        let names: Vec<&str> = names.collect();
        match names.as_slice() {
            [] => String::new(),
            [only] => (*only).to_owned(),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
        }
    }

    /// What a change means on an axis, and why.
    fn verdict_and_why(&self, change: &Change, axis: Axis) -> (Verdict, String) {
        let verdict = change.verdict(axis, self.options.clients);
        let why = match axis {
            Axis::Wire | Axis::Rollback => {
                let effect: Option<Effect> = change.worst_effect(axis, self.options.clients);
                effect.map_or(String::new(), |effect| effect.consequence(change.sides))
            }
            Axis::Callers | Axis::Implementers => shortened(&change.differences(axis)),
        };
        (verdict, why)
    }

    /// The change with its places, and without what it means.
    fn diagnostic(&self, change: &Change) -> Diagnostic {
        let old = change.old.map(|span| span.shifted(self.old_start));
        let (primary, other) = match (change.new, old) {
            (Some(new), old) => (new, old),
            (None, Some(old)) => (old, None),
            (None, None) => (Span::default(), None),
        };
        let code = Code(change.rule.id());
        let message = titled(change);
        let diagnostic = match self.worst(change) {
            Verdict::Breaking => Diagnostic::error(code, message, primary),
            Verdict::Risky | Verdict::Unknown | Verdict::Compatible => {
                Diagnostic::warning(code, message, primary)
            }
        };
        match other {
            Some(old) => diagnostic.label("new").also(old, "old"),
            None if change.new.is_none() => diagnostic.label("gone"),
            None => diagnostic,
        }
    }

    /// Who has values of a type or an error, in words; empty for the changes of an operation.
    fn users(change: &Change, used_by: &[Subject]) -> String {
        let (webhooks, operations) = by_kind(used_by);
        let directions = match (change.in_requests, change.in_responses) {
            (true, true) => "requests and responses",
            (true, false) => "requests",
            (false, true) => "responses",
            (false, false) => return String::new(),
        };
        let mut users = Vec::new();
        if !operations.is_empty() {
            users.push(format!("in {directions} of {}", listed(&operations)));
        }
        if !webhooks.is_empty() {
            let place = match change.in_webhooks {
                true => "in",
                false => "in responses to",
            };
            let (webhook, them) = match webhooks.len() {
                1 => ("webhook", "it"),
                _ => ("webhooks", "them"),
            };
            let names = listed(&webhooks);
            let clients = match change.sides {
                Sides::Operations => {
                    format!(", where clients are those who receive {them}")
                }
                Sides::Webhooks => String::new(),
            };
            users.push(format!("{place} the {webhook} {names}{clients}"));
        }
        users.join("\n")
    }

    /// What a change means for those whom it does not leave alone, a line for each axis, and where it is used.
    fn notes(&self, change: &Change) -> Vec<String> {
        let effects = self.options.axes.iter().filter_map(|axis| {
            let (verdict, why) = self.verdict_and_why(change, *axis);
            let separator = if why.is_empty() { "" } else { ": " };
            let line = format!("{}: {}{separator}{why}", axis.name(), verdict.name());
            (verdict != Verdict::Compatible).then_some(line)
        });
        let users = Some(Self::users(change, &change.used_by)).filter(|users| !users.is_empty());
        effects.chain(users).collect()
    }

    /// What to do instead of a change that is not compatible.
    fn help(&self, change: &Change) -> Option<String> {
        let instead = change.instead(self.options.clients, self.language);
        instead.filter(|_| self.worst(change) != Verdict::Compatible)
    }

    /// The position of a span in a document that begins at an offset of the whole text.
    fn place(&self, span: Option<Span>, start: usize) -> Option<Position<'_>> {
        Some(self.source.position(span?.start() + start))
    }
}

/// The method and the path of each operation, by its name.
fn routes(api: &Api) -> impl Iterator<Item = (String, String)> {
    let operations = api.operations.iter();
    operations.map(|operation| (operation.name.clone(), written(operation)))
}

/// What changed, with where it is.
fn titled(change: &Change) -> String {
    if change.says_what || change.rule.is_not_compared() {
        return change.message.clone();
    }
    let shared_by = match change.subject.kind {
        SubjectKind::Operation => "other operation",
        SubjectKind::Webhook => "other webhook",
        SubjectKind::Api | SubjectKind::Type | SubjectKind::Error => "",
    };
    let path = Quoted(&change.path);
    match change.used_by.len() {
        all @ 2.. if !shared_by.is_empty() => {
            let others = counted(all - 1, shared_by);
            format!("{path} and {others}: {}", change.message)
        }
        _ => format!("{path}: {}", change.message),
    }
}

/// How many differences of the generated code are listed for one change.
const MOST_DIFFERENCES: usize = 3;

/// The first of many differences.
fn shortened(all: &[&str]) -> String {
    let first = all.iter().take(MOST_DIFFERENCES);
    let mut text = first.copied().collect::<Vec<_>>().join("; ");
    if let Some(more @ 1..) = all.len().checked_sub(MOST_DIFFERENCES) {
        text.push_str(&format!("; and {more} more"));
    }
    text
}

/// The first of many names: `a`, `b`, `c` and 2 others.
fn listed(names: &[impl Display]) -> String {
    let first = names.iter().take(3).map(|name| format!("`{name}`"));
    let first = first.collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(3) {
        0 => first,
        1 => format!("{first} and 1 other"),
        more => format!("{first} and {more} others"),
    }
}

/// The names of webhooks, and those of operations.
fn by_kind(users: &[Subject]) -> (Vec<&str>, Vec<&str>) {
    let of = |is_webhook: bool| {
        let users = users.iter();
        let users = users.filter(|user| (user.kind == SubjectKind::Webhook) == is_webhook);
        users.map(|user| user.name.as_str()).collect()
    };
    (of(true), of(false))
}

/// The first of many operations and webhooks: `a`, `b` and the webhook `c`.
fn users(users: &[Subject]) -> String {
    let (webhooks, operations) = by_kind(users);
    let of_webhooks = match webhooks.len() {
        1 => format!("the webhook {}", listed(&webhooks)),
        _ => format!("the webhooks {}", listed(&webhooks)),
    };
    match (operations.is_empty(), webhooks.is_empty()) {
        (_, true) => listed(&operations),
        (true, false) => of_webhooks,
        (false, false) => format!("{}, and in {of_webhooks}", listed(&operations)),
    }
}

/// `1 change`, `2 changes`.
fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}
