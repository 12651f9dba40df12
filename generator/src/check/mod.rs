//! Finds every error in the meaning of a document: one rule family a file, all errors in one run.

mod bounds;
mod constraints;
mod defaults;
mod names;
mod operations;
mod places;
mod references;
mod responses;
mod sections;
mod servers;
mod texts;
mod types;
mod values;

use crate::diagnostic::Diagnostics;
use crate::spec::{Document, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind};
use std::collections::HashMap;

/// How many errors get a suggestion that all types are searched for: of very many errors only the
/// first are shown.
const SUGGESTIONS: usize = 100;

/// Checks a document.
///
/// # Errors
///
/// Every error that there is.
pub(crate) fn check(document: &Document) -> Result<(), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let scope = Scope::new(document);
    sections::check(document, &mut diagnostics);
    servers::check(document, &mut diagnostics);
    names::check(document, &mut diagnostics);
    types::check(document, &scope, &mut diagnostics);
    operations::check(document, &scope, &mut diagnostics);
    places::check(document, &scope, &mut diagnostics);
    if diagnostics.is_empty() {
        Ok(())
    } else {
        Err(diagnostics)
    }
}

/// The names that a document declares, looked up while it is checked.
struct Scope<'d> {
    declared: &'d [TypeEntry],
    types: HashMap<&'d str, &'d TypeEntry>,
}

impl<'d> Scope<'d> {
    fn new(document: &'d Document) -> Self {
        Self {
            declared: &document.types,
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

    /// What an expression names, if it is a name and the name is declared.
    fn target(&self, expr: &TypeExpr) -> Option<&'d TypeEntry> {
        match &expr.kind {
            TypeExprKind::Named(name) => self.get(name),
            TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => None,
        }
    }

    /// Reports a name that is not declared.
    fn resolve(&self, expr: &TypeExpr, diagnostics: &mut Diagnostics) {
        let Some(name) = expr.named() else { return };
        if self.get(name.value).is_none() {
            let compared = match diagnostics.len() < SUGGESTIONS {
                true => self.declared,
                false => &[],
            };
            let declared = compared.iter().map(|entry| entry.name.value.as_str());
            diagnostics.push(references::unknown_type(name, declared));
        }
    }
}

/// Whether an expression is a single value: a scalar, a newtype or an enumeration.
fn is_single_value(expr: &TypeExpr, scope: &Scope<'_>) -> bool {
    match &expr.kind {
        TypeExprKind::Scalar(_) => true,
        TypeExprKind::Named(name) => match scope.get(name).map(|entry| &entry.kind) {
            Some(TypeEntryKind::Object { .. }) => false,
            // An undeclared name has its own error.
            Some(TypeEntryKind::Enum { .. } | TypeEntryKind::Newtype { .. }) | None => true,
        },
        TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    }
}
