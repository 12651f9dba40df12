//! How a comparison is shown: to people, to programs, and in release notes.

mod exemptions;
#[cfg(feature = "lsp")]
mod findings;
mod github;
mod human;
mod json;
mod junit;
mod markdown;

#[cfg(feature = "lsp")]
pub(crate) use findings::Finding;

use std::fmt::Display;
use std::sync::Arc;

use super::change::{Axis, Change, Clients, Subject, SubjectKind, Verdict};
use super::version::{Bump, released, version};
use super::words::Quoted;
use super::{Effect, Exemption, Rule, Side, Sides, Unused};
use crate::diagnostic::{Code, Diagnostic};
use crate::hash::{HashMap, HashSet};
use crate::source::{Position, SourceFile, Span};

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
    /// The entries of `allow` that accept no change.
    unused: Vec<Unused>,
    options: Options,
    /// Both documents in one text, the new one first.
    source: SourceFile,
    /// Where the old document begins.
    old_start: usize,
    /// The names of both documents.
    names: (String, String),
    versions: Versions,
}

/// The versions of both sides, and what the changes deserve.
#[derive(Debug)]
struct Versions {
    api: Versioned,
    package: Versioned,
    /// Whether the new document states the version of the crate, which is otherwise that of the API.
    has_own_package: bool,
}

#[derive(Debug)]
struct Versioned {
    old: String,
    new: String,
    bump: Bump,
}

impl Versioned {
    /// The least version that the change deserves, if the old one is one of numbers that can rise.
    fn deserved(&self) -> Option<String> {
        let least = self.bump.after(&version(&self.old)?)?;
        Some(least.to_string())
    }

    /// What rises in the version, in words.
    fn rises(&self) -> &'static str {
        match version(&self.old) {
            Some(old) => self.bump.of_version(&old).name(),
            None => self.bump.name(),
        }
    }

    /// Whether the new version is as high as the change deserves. A pre-release is as high as the version that it leads to,
    /// if it is after the old version. Versions that are no numbers only have to differ.
    fn is_enough(&self) -> bool {
        match (version(&self.old), version(&self.new)) {
            (Some(old), Some(new)) if self.bump == Bump::None => new >= old,
            (Some(old), Some(new)) => {
                let least = self.bump.after(&old);
                new > old && least.is_none_or(|least| released(&new) >= least)
            }
            _ => self.bump < Bump::Major || self.old != self.new,
        }
    }

    /// Why the new version, which has this key, is too low.
    fn problem(&self, key: &str) -> Option<String> {
        if self.is_enough() {
            return None;
        }
        let (old, new) = (&self.old, &self.new);
        Some(match self.deserved() {
            Some(least) => format!("`{key}` is {new} after {old}, and the changes deserve {least}"),
            None if version(old).is_some() => {
                format!("`{key}` is {new} after {old}, and the changes deserve a higher one")
            }
            None => format!("`{key}` is {new} as before, and there are breaking changes"),
        })
    }
}

/// The key of the version of an API.
const API_VERSION: &str = "api.version";

impl Report {
    /// Shows changes between two documents. Those that concern no axis of the options are left out.
    pub fn new(old: &Side<'_>, new: &Side<'_>, changes: Vec<Change>, options: Options) -> Self {
        let package = |side: &Side<'_>| {
            let version = side.api.package.version.clone();
            version.unwrap_or_else(|| side.api.version.value.clone())
        };
        let clients = options.clients;
        let bump = |axes: &[Axis]| {
            let shown = axes.iter().copied();
            let shown: Vec<Axis> = shown.filter(|axis| options.axes.contains(axis)).collect();
            match shown.as_slice() {
                [] => Bump::of(&changes, axes, clients),
                shown => Bump::of(&changes, shown, clients),
            }
        };
        let versions = Versions {
            api: Versioned {
                old: old.api.version.value.clone(),
                new: new.api.version.value.clone(),
                bump: bump(&[Axis::Wire]),
            },
            has_own_package: new.api.package.version.is_some(),
            package: Versioned {
                old: package(old),
                new: package(new),
                bump: bump(&[Axis::Callers, Axis::Implementers]),
            },
        };
        let name = |source: &SourceFile| source.position(0).file.to_owned();
        Self {
            old_start: new.source.text().len() + 1,
            source: new.source.clone().with_files_of(old.source),
            names: (name(old.source), name(new.source)),
            changes: merged(changes, &options),
            unused: Vec::new(),
            options,
            versions,
        }
    }

    /// Shows the entries of `allow` that accept no change as well.
    pub fn with_unused(mut self, unused: Vec<Unused>) -> Self {
        self.unused = unused;
        self
    }

    /// The changes that do not count for one of the reasons, with what that is.
    fn exempt<'r>(
        &'r self,
        kind: &'r str,
    ) -> impl Iterator<Item = (&'r Change, &'r Exemption)> + 'r {
        let changes = self.changes.iter();
        let exempt = changes.filter_map(|change| Some((change, change.exemption.as_ref()?)));
        exempt.filter(move |(_, exemption)| exemption.kind() == kind)
    }

    /// The changes, the worst first; of those that are as bad, in the order of their subjects.
    fn sorted(&self) -> Vec<&Change> {
        let mut changes: Vec<&Change> = self.changes.iter().collect();
        changes.sort_by_key(|change| std::cmp::Reverse(self.worst(change)));
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

    /// Why the comparison fails because of its changes, if it does.
    pub fn failure(&self) -> Option<String> {
        self.failing().find_map(|(verdict, axis)| {
            let count = self.count(axis, verdict);
            let are = if count == 1 { "is" } else { "are" };
            let (changes, verdict, axis) = (counted(count, "change"), verdict.name(), axis.name());
            (count > 0).then(|| format!("{changes} {are} {verdict} ({axis})"))
        })
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
        self.changes.is_empty()
    }

    /// Why the versions of the new document are too low, if one is. That of the API is about the wire, and that of the crate
    /// about source code.
    pub fn low_version(&self) -> Option<String> {
        let checked = self.checked_versions().into_iter();
        let low: Vec<String> = checked
            .filter_map(|(versioned, key)| versioned.problem(key))
            .collect();
        (!low.is_empty()).then(|| low.join("; "))
    }

    /// The versions that the axes are about, with their keys in the new document.
    fn checked_versions(&self) -> Vec<(&Versioned, &'static str)> {
        let Versions {
            api,
            package,
            has_own_package,
        } = &self.versions;
        let has = |axis: Axis| self.options.axes.contains(&axis);
        let has_source = has(Axis::Callers) || has(Axis::Implementers);
        let key = match has_own_package {
            true => "rust.version",
            false => API_VERSION,
        };
        // Of both, the version of the API is about deployed clients.
        let has_package = has_source && (*has_own_package || !has(Axis::Wire));
        let checked = [
            (api, API_VERSION, !has_source || has(Axis::Wire)),
            (package, key, has_package),
        ];
        let checked = checked.into_iter().filter(|(.., is_checked)| *is_checked);
        checked
            .map(|(versioned, key, _)| (versioned, key))
            .collect()
    }

    /// The version of the release: that of the new document or, if it is too low, the one that the changes deserve.
    fn released_version(&self) -> String {
        let checked = self.checked_versions().into_iter();
        let mut low = checked.filter(|(version, key)| *key == API_VERSION && !version.is_enough());
        let deserved = low.find_map(|(version, _)| version.deserved());
        deserved.unwrap_or_else(|| self.versions.api.new.clone())
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
    fn users(change: &Change) -> String {
        let (webhooks, operations) = by_kind(&change.used_by);
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
        let users = Some(Self::users(change)).filter(|users| !users.is_empty());
        effects.chain(users).collect()
    }

    /// What to do instead of a change that is not compatible.
    fn help(&self, change: &Change) -> Option<String> {
        let instead = change.instead(self.options.clients);
        instead.filter(|_| self.worst(change) != Verdict::Compatible)
    }

    /// The position of a span in a document that begins at an offset of the whole text.
    fn place(&self, span: Option<Span>, start: usize) -> Option<Position<'_>> {
        Some(self.source.position(span?.start() + start))
    }
}

/// Merges changes that are one in the document, such as of a parameter that many operations share.
fn merged(changes: Vec<Change>, options: &Options) -> Vec<Change> {
    let changes = changes.into_iter().filter(|change| {
        let mut axes = options.axes.iter();
        axes.any(|axis| change.concerns(*axis))
    });
    let mut merged: Vec<Change> = Vec::new();
    type Places = (Option<Span>, Option<Span>);
    let mut known: HashMap<(Rule, Places, String, Option<Exemption>), usize> = HashMap::default();
    for change in changes {
        let is_of_operation = matches!(
            change.subject.kind,
            SubjectKind::Operation | SubjectKind::Webhook
        );
        let message = match change.in_requests || change.in_responses {
            true => change.message.clone(),
            // What only source code notices has the names of its items in it.
            false => format!("{} {}", change.path, change.message),
        };
        let places = (change.old, change.new);
        let rule = match change.subject.kind {
            SubjectKind::Type => change.rule.without_direction(),
            _ => change.rule,
        };
        let key = (rule, places, message, change.exemption.clone());
        match known.get(&key).and_then(|index| merged.get_mut(*index)) {
            // Values that are text in one place and JSON in another.
            Some(first)
                if change.subject.kind == SubjectKind::Type
                    && (first.rule == change.rule || [first.rule, change.rule].contains(&rule)) =>
            {
                if first.rule != change.rule {
                    first.rule = rule;
                }
                first.in_requests |= change.in_requests;
                first.in_responses |= change.in_responses;
                first.in_webhooks |= change.in_webhooks;
                if change.sides == Sides::Operations {
                    first.sides = Sides::Operations;
                }
                let known: HashSet<&Subject> = first.used_by.iter().collect();
                let more = change.used_by.iter();
                let more = more.filter(|user| !known.contains(user)).cloned();
                let more: Vec<Subject> = more.collect();
                let used_by = Arc::make_mut(&mut first.used_by);
                used_by.extend(more);
                used_by.sort_unstable();
                first.add_source_of(change);
            }
            Some(first) if is_of_operation && first.in_requests == change.in_requests => {
                let used_by = Arc::make_mut(&mut first.used_by);
                if used_by.is_empty() {
                    used_by.push(first.subject.clone());
                }
                used_by.push(change.subject.clone());
                first.add_source_of(change);
            }
            _ => {
                known.insert(key, merged.len());
                merged.push(change);
            }
        }
    }
    merged
}

impl Change {
    /// Adds what another change means for source code.
    fn add_source_of(&mut self, other: Self) {
        self.callers = self.callers.max(other.callers);
        self.implementers = self.implementers.max(other.implementers);
        self.source.extend(other.source);
    }
}

/// What changed, with where it is.
fn titled(change: &Change) -> String {
    match change.subject.kind {
        _ if change.rule.is_not_compared() => change.message.clone(),
        _ if change.begins_with_path => change.message.clone(),
        _ => format!("{}: {}", Quoted(&change.path), change.message),
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
