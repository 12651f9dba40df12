//! Finds every fault in the meaning of a document: one rule family a file, all faults in one run.

mod constraints;
mod names;
mod operations;
mod sections;
mod types;
mod values;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Spanned;
use crate::spec::{Document, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind, closest, listed};
use std::collections::HashMap;

const UNKNOWN_TYPE: Code = Code("E0301");

/// Checks a document.
///
/// # Errors
///
/// Every fault that there is.
pub(crate) fn check(document: &Document) -> Result<(), Diagnostics> {
    let mut faults = Diagnostics::default();
    let scope = Scope::new(document);
    sections::check(document, &mut faults);
    names::check(document, &mut faults);
    types::check(document, &scope, &mut faults);
    operations::check(document, &scope, &mut faults);
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults)
    }
}

/// The names that a document declares, looked up while it is checked.
struct Scope<'d> {
    types: HashMap<&'d str, &'d TypeEntry>,
}

impl<'d> Scope<'d> {
    fn new(document: &'d Document) -> Self {
        Self {
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
    fn resolve(&self, expr: &TypeExpr, faults: &mut Diagnostics) {
        let Some(name) = expr.named() else { return };
        if self.get(name.value).is_none() {
            faults.push(self.unknown_type(name));
        }
    }

    fn unknown_type(&self, name: Spanned<&str>) -> Diagnostic {
        let known = self
            .types
            .keys()
            .copied()
            .chain(crate::api::Scalar::ALL.iter().map(|scalar| scalar.name()));
        let message = format!("there is no type `{}`", name.value);
        let diagnostic = Diagnostic::error(UNKNOWN_TYPE, message, name.span).label("not declared");
        match closest(name.value, known) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => {
                diagnostic.help("declare it under `types`, or use a scalar: `string`, `integer`, …")
            }
        }
    }
}

/// Whether an expression is a single value: a scalar, a newtype or an enumeration.
fn is_single_value(expr: &TypeExpr, scope: &Scope<'_>) -> bool {
    match &expr.kind {
        TypeExprKind::Scalar(_) => true,
        TypeExprKind::Named(name) => match scope.get(name).map(|entry| &entry.kind) {
            Some(TypeEntryKind::Object { .. }) => false,
            // An undeclared name has its own fault.
            Some(TypeEntryKind::Enum { .. } | TypeEntryKind::Newtype { .. }) | None => true,
        },
        TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    }
}

/// A name that is not declared, with the nearest one that is.
fn undeclared<'k>(
    code: Code,
    what: &str,
    section: &str,
    name: &Spanned<String>,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Diagnostic {
    let message = format!("there is no {what} `{}`", name.value);
    let diagnostic = Diagnostic::error(code, message, name.span).label("not declared");
    match closest(&name.value, known.clone()) {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic.help(format!("`{section}` declares {}", listed(known))),
    }
}
