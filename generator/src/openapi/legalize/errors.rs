//! Errors: the shape that all of them have, and what declared errors say about its fields.

use super::Legalizer;
use crate::diagnostic::Diagnostics;
use crate::document::{Document, ErrorEntry, ErrorKey};
use crate::hash::HashSet;
use crate::openapi::warnings::{Topic, Warnings};

impl Legalizer<'_, '_> {
    pub(super) fn legalize_error(&mut self, error: &mut ErrorEntry) {
        self.legalize_headers(&mut error.headers);
        for field in &mut error.fields {
            self.legalize_field(field);
        }
        error.fields.retain(|field| {
            let wrong = self.first_wrong([field.name.span, field.ty.span]);
            if let Some((span, why)) = wrong {
                let name = &field.name.value;
                let what = format!("the field `{name}` of an error is left out: {why}");
                self.note(Topic::Dropped, span, &what);
            }
            wrong.is_none()
        });
        let of_code = error.code.as_ref().map(|code| code.span);
        self.drop_extension(&mut error.code, of_code);
        error
            .values
            .retain(|(name, value)| self.keeps_extension([name.span, value.span]));
    }

    /// Removes errors that something is wrong with as a whole: nothing tells them from others, for example.
    pub(super) fn drop_errors(&mut self, document: &mut Document) {
        let mut dropped: HashSet<ErrorKey> = HashSet::default();
        document.errors.retain(|error| {
            let wrong = self.first_wrong([error.key.span, error.status.span]);
            if let Some((span, why)) = wrong {
                let what = format!("the error `{}` is left out: {why}", error.name.value);
                self.note(Topic::Dropped, span, &what);
                dropped.insert(error.key.value.clone());
            }
            wrong.is_none()
        });
        for operation in &mut document.operations {
            operation.errors.retain(|key| !dropped.contains(&key.value));
        }
    }
}

/// Removes the shape of errors, which is the last to be kept, and what declared errors say about its fields. `errors`
/// are the reasons. Returns whether there was any of that.
pub(super) fn drop_body(
    document: &mut Document,
    errors: &Diagnostics,
    warnings: &mut Warnings,
) -> bool {
    let Some(reason) = errors.iter().next() else {
        return false;
    };
    let mut found = document.error_body.take().is_some();
    if found {
        warnings.add(Topic::ErrorShape, reason.span(), &reason.message);
    }
    for error in &mut document.errors {
        let parts = [
            ("code", error.code.take().is_some()),
            ("values", !std::mem::take(&mut error.values).is_empty()),
            ("fields", !std::mem::take(&mut error.fields).is_empty()),
        ];
        let lost = parts.into_iter().filter(|(_, is_lost)| *is_lost);
        let lost: Vec<&str> = lost.map(|(part, _)| part).collect();
        if !lost.is_empty() {
            found = true;
            let what = format!(
                "the shape of all errors is left out, and with it the {} of the error `{}`",
                lost.join(", "),
                error.name.value
            );
            warnings.add(Topic::WrongExtension, error.key.span, &what);
        }
    }
    found
}
