//! Checks the meaning of a document: one family of rules per file, all errors in one run.

mod access;
mod api;
mod auth;
mod bounds;
mod choice;
mod conditional;
mod constraints;
mod contents;
mod defaults;
mod error_fields;
mod errors;
mod events;
mod forms;
mod given_names;
mod headers;
mod idempotency;
mod media;
mod multipart;
mod names;
mod operations;
mod pagers;
mod paging;
mod places;
mod ranges;
mod references;
mod responses;
mod routes;
mod schemes;
mod servers;
mod styles;
mod texts;
mod types;
mod unions;
mod values;
mod webhooks;
mod xml;

pub(crate) use bounds::violated;
pub(crate) use headers::is_own_header;
pub(crate) use servers::problem_of_server;
pub(crate) use types::MAX_FIELDS;
pub(crate) use unions::MAX_VARIANTS;

use crate::diagnostic::Diagnostics;
use crate::document::{
    Document, PagerEntry, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind, UnionEntry,
};
use crate::hash::HashMap;
use std::panic::resume_unwind;
use std::thread;

/// How many errors get a suggestion. Each suggestion compares a name with all types, and only the
/// first errors are shown.
const SUGGESTIONS: usize = 100;

/// Checks a document.
///
/// # Errors
///
/// All errors of the document, those of parts that it uses in several places once.
pub(crate) fn check(document: &Document) -> Result<(), Diagnostics> {
    find_errors(document).without_repetitions().into_result(())
}

/// All errors of a document, those of shared parts for each operation that has them.
pub(crate) fn find_errors(document: &Document) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let scope = Scope::new(document);
    api::check(document, &mut diagnostics);
    if let Some(auth) = &document.auth {
        auth::check(auth, &mut diagnostics);
    }
    for pager in &document.pagers {
        pagers::check(pager, &scope, &mut diagnostics);
    }
    errors::check(document, &mut diagnostics);
    servers::check(document, &mut diagnostics);
    if unions::check_cycles(document, &scope, &mut diagnostics).is_err() {
        // Unions that are variants of themselves have no values to look at.
        names::check(document, &mut diagnostics);
        return diagnostics;
    }
    let others = || {
        let mut diagnostics = Diagnostics::default();
        names::check(document, &mut diagnostics);
        operations::check(document, &scope, &mut diagnostics);
        webhooks::check(document, &scope, &mut diagnostics);
        places::check(document, &scope, &mut diagnostics);
        diagnostics
    };
    // Large documents are checked several times, and types take about as long as the others together.
    let found = thread::scope(|threads| {
        let spawned = thread::Builder::new().spawn_scoped(threads, others);
        types::check(document, &scope, &mut diagnostics);
        multipart::check_media(document, &mut diagnostics);
        match spawned {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => others(),
        }
    });
    diagnostics.extend(found);
    diagnostics
}

/// The types that a document declares, and the pagers that can be taken for types.
struct Scope<'d> {
    declared: &'d [TypeEntry],
    pagers: &'d [PagerEntry],
    types: HashMap<&'d str, &'d TypeEntry>,
}

impl<'d> Scope<'d> {
    fn new(document: &'d Document) -> Self {
        Self {
            declared: &document.types,
            pagers: &document.pagers,
            types: document
                .types
                .iter()
                .map(|entry| (entry.name.value.as_str(), entry))
                .collect(),
        }
    }

    fn get(&self, name: &str) -> Option<&'d TypeEntry> {
        self.types.get(name).copied()
    }

    /// The declared type that an expression names.
    fn target(&self, expr: &TypeExpr) -> Option<&'d TypeEntry> {
        match &expr.kind {
            TypeExprKind::Named(name) => self.get(name),
            TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => None,
        }
    }

    /// The declared union that an expression names.
    fn union(&self, expr: &TypeExpr) -> Option<&'d UnionEntry> {
        match &self.target(expr)?.kind {
            TypeEntryKind::Union(union) => Some(union),
            TypeEntryKind::Object { .. }
            | TypeEntryKind::Tuple(_)
            | TypeEntryKind::Enum { .. }
            | TypeEntryKind::Newtype { .. }
            | TypeEntryKind::Alias { .. } => None,
        }
    }

    /// Reports a name that is not declared, files, and events.
    fn resolve(&self, expr: &TypeExpr, diagnostics: &mut Diagnostics) {
        multipart::check_use(expr, self, diagnostics);
        events::check_use(expr, self, diagnostics);
        let Some(name) = expr.named() else { return };
        if self.get(name.value).is_none() {
            let mut pagers = self.pagers.iter();
            if pagers.any(|pager| pager.name.value == name.value) {
                diagnostics.push(references::pager_alone(name));
                return;
            }
            let compared = match diagnostics.len() < SUGGESTIONS {
                true => self.declared,
                false => &[],
            };
            let declared = compared.iter().map(|entry| entry.name.value.as_str());
            diagnostics.push(references::unknown_type(name, declared));
        }
    }
}

/// Whether the values of an expression are single values: scalars, newtypes or enumerations.
fn is_single_value(expr: &TypeExpr, scope: &Scope<'_>) -> bool {
    match &expr.kind {
        TypeExprKind::Scalar(_) => true,
        TypeExprKind::Named(name) => match scope.get(name).map(|entry| &entry.kind) {
            Some(TypeEntryKind::Object { .. } | TypeEntryKind::Tuple(_)) => false,
            Some(TypeEntryKind::Union(union)) => unions::is_scalar(union, scope),
            // The uses of an alias are expanded, and an undeclared name has its own error.
            Some(
                TypeEntryKind::Enum { .. }
                | TypeEntryKind::Newtype { .. }
                | TypeEntryKind::Alias { .. },
            )
            | None => true,
        },
        TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    }
}
