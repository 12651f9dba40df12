//! The sections that included files may have as well. Each of their entries is read by itself: an entry with errors is
//! left out, and so is what cannot be checked without it.

use super::table::Table;
use super::{api, errors, operations, pagers, shared, types, webhooks};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    ContentEntry, ContentExprKind, ErrorEntry, ErrorKey, GroupEntry, LeftOut, LeftOutNames,
    OperationEntry, PagerEntry, SharedEntry, TypeEntry,
};
use crate::hash::{HashMap, HashSet};
use crate::node::Node;
use crate::source::{Span, Spanned};

const DEFINED_TWICE: Code = Code("E0133");

/// The sections of all files.
#[derive(Default)]
pub(super) struct Sections {
    pub(super) pagers: Section<PagerEntry>,
    pub(super) errors: Section<ErrorEntry>,
    pub(super) groups: Section<GroupEntry>,
    pub(super) shared: Section<SharedEntry>,
    pub(super) types: Section<TypeEntry>,
    pub(super) operations: Section<OperationEntry>,
    pub(super) webhooks: Section<OperationEntry>,
}

/// The entries of a section.
pub(super) struct Section<T> {
    /// Those without errors.
    pub(super) entries: Vec<T>,
    /// The keys of the others.
    broken: HashSet<String>,
    number_of_errors: usize,
}

impl<T> Default for Section<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            broken: HashSet::default(),
            number_of_errors: 0,
        }
    }
}

impl<T> Section<T> {
    /// Adds the entries of a file.
    fn read(
        &mut self,
        key: &'static str,
        table: &mut Table<'_>,
        read: fn(Spanned<String>, Node, &mut Diagnostics) -> Option<T>,
    ) {
        for (name, node) in table.entries(key).unwrap_or_default() {
            let before = table.diagnostics.len();
            let key = name.value.clone();
            let entry = read(name, node, table.diagnostics);
            let found = table.diagnostics.len() - before;
            self.number_of_errors += found;
            match entry {
                Some(entry) if found == 0 => self.entries.push(entry),
                Some(_) | None => {
                    self.broken.insert(key);
                }
            }
        }
    }

    /// Reports names that two files define. In one file, a repeated key is not valid YAML.
    fn check_names(
        &mut self,
        what: &str,
        name: fn(&T) -> &Spanned<String>,
        diagnostics: &mut Diagnostics,
    ) {
        let mut seen: HashMap<String, Span> = HashMap::default();
        self.entries.retain(|entry| {
            let name = name(entry);
            let Some(first) = seen.insert(name.value.clone(), name.span) else {
                return true;
            };
            let message = format!("the {what} `{}` is defined twice", name.value);
            let diagnostic = Diagnostic::error(DEFINED_TWICE, message, name.span);
            diagnostics.push(diagnostic.also(first, "first defined here"));
            self.number_of_errors += 1;
            false
        });
    }
}

impl Sections {
    /// Adds the sections of a file.
    pub(super) fn read(&mut self, table: &mut Table<'_>) {
        self.pagers.read("pagers", table, pagers::read_pager);
        self.errors.read("errors", table, errors::read_error);
        self.groups.read("groups", table, api::read_group);
        self.shared.read("shared", table, shared::read_shared_part);
        self.types.read("types", table, types::read_type);
        self.operations
            .read("operations", table, operations::read_operation);
        self.webhooks
            .read("webhooks", table, webhooks::read_webhook);
    }

    /// Reports names that two files define.
    pub(super) fn check_names(&mut self, diagnostics: &mut Diagnostics) {
        self.types
            .check_names("type", |entry| &entry.name, diagnostics);
        self.operations
            .check_names("operation", |entry| &entry.name, diagnostics);
        self.webhooks
            .check_names("webhook", |entry| &entry.name, diagnostics);
        self.groups
            .check_names("group", |entry| &entry.name, diagnostics);
        self.shared
            .check_names("shared part", |entry| &entry.name, diagnostics);
        self.pagers
            .check_names("pager", |entry| &entry.name, diagnostics);
    }

    /// The number of errors that are about single entries.
    pub(super) fn number_of_errors(&self) -> usize {
        self.pagers.number_of_errors
            + self.errors.number_of_errors
            + self.groups.number_of_errors
            + self.shared.number_of_errors
            + self.types.number_of_errors
            + self.operations.number_of_errors
            + self.webhooks.number_of_errors
    }

    /// Leaves out what depends on how all operations work: on their servers, credentials or error bodies.
    pub(super) fn leave_out_operations(&mut self) {
        let errors = self.errors.entries.drain(..);
        let errors = errors.map(|error| error.key.value.to_string());
        self.errors.broken.extend(errors);
        for operations in [&mut self.operations, &mut self.webhooks] {
            let operations_left_out = operations.entries.drain(..);
            let names = operations_left_out.map(|operation| operation.name.value);
            operations.broken.extend(names);
        }
    }

    /// Leaves out what cannot be checked without the entries that have errors. Types can: a type that is left out is
    /// known, but nothing is known of it. `used_by_all` are the names of the shared parts that all operations have.
    pub(super) fn leave_out_dependents(
        &mut self,
        used_by_all: &mut Vec<Spanned<String>>,
    ) -> LeftOut {
        let errors = &self.errors.broken;
        let lists_broken = |listed: &[Spanned<ErrorKey>]| {
            let mut listed = listed.iter();
            !errors.is_empty() && listed.any(|key| errors.contains(&key.value.to_string()))
        };
        let (broken_parts, pagers) = (&mut self.shared.broken, &self.pagers.broken);
        self.shared.entries.retain(|part| {
            let is_complete = !lists_broken(&part.errors);
            if !is_complete {
                broken_parts.insert(part.name.value.clone());
            }
            is_complete
        });
        let uses_broken = |operation: &OperationEntry| {
            let mut parts = operation.uses.iter().chain(used_by_all.iter());
            let mut pages = contents(operation).filter_map(pager);
            parts.any(|part| broken_parts.contains(&part.value))
                || pages.any(|pager| pagers.contains(pager))
        };
        let mut dependents = 0;
        for operations in [&mut self.operations, &mut self.webhooks] {
            let before = operations.entries.len();
            operations
                .entries
                .retain(|operation| !lists_broken(&operation.errors) && !uses_broken(operation));
            dependents += before - operations.entries.len();
        }
        used_by_all.retain(|part| !broken_parts.contains(&part.value));
        let others = [
            pagers,
            errors,
            &self.groups.broken,
            broken_parts,
            &self.operations.broken,
            &self.webhooks.broken,
        ];
        let others: usize = others.iter().map(|broken| broken.len()).sum();
        let named = LeftOutNames {
            errors: self.errors.broken.drain().collect(),
            shared: self.shared.broken.drain().collect(),
            pagers: self.pagers.broken.drain().collect(),
        };
        let types = std::mem::take(&mut self.types.broken);
        LeftOut::new(types, named, others + dependents)
    }
}

/// All contents of an operation.
fn contents(operation: &OperationEntry) -> impl Iterator<Item = &ContentEntry> {
    let of_body = operation.body.iter().flat_map(|body| body.contents());
    let responses = operation.responses.iter();
    of_body.chain(responses.filter_map(|response| response.content.as_ref()))
}

/// The pager that a content names.
fn pager(content: &ContentEntry) -> Option<&str> {
    match &content.expr.kind {
        ContentExprKind::Page { pager, .. } => Some(pager),
        ContentExprKind::None
        | ContentExprKind::Json(_)
        | ContentExprKind::Events(_)
        | ContentExprKind::Form(_)
        | ContentExprKind::Multipart(_)
        | ContentExprKind::Text
        | ContentExprKind::Binary
        | ContentExprKind::Lines(_) => None,
    }
}
