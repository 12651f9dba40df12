//! Compares two APIs: what changed, and what it means for deployed clients and for source code.
//!
//! The resolved models are compared, never texts: where a schema is written, and in which language, is no difference.
//! Each difference is a [`Change`] by one rule of a [table](Rule), which says what it means on the wire.

mod access;
mod change;
mod contents;
mod errors;
mod limits;
mod not_compared;
mod objects;
mod operations;
mod parameters;
mod places;
mod report;
mod responses;
mod rules;
mod scalars;
mod site;
mod source;
mod surface;
mod types;
mod unions;
mod values;
mod version;
mod walk;

pub use change::{Axis, Change, Clients, Subject, SubjectKind, Verdict};
pub(crate) use places::Places;
pub use report::{Options, Report};
pub use rules::{Effect, Rule};
pub use version::Bump;

use crate::api::Api;
use crate::diagnostic::Diagnostics;
use crate::source::SourceFile;
use walk::Walk;

/// One of two APIs that are compared, with the places of its parts in its source.
#[derive(Debug)]
pub struct Side<'s> {
    /// The API.
    pub api: Api,
    /// What the document has that the API does not keep.
    pub warnings: Diagnostics,
    /// The document.
    pub source: &'s SourceFile,
    pub(crate) places: Places,
}

/// Compares two APIs. The changes are in the order of the new document, those of the API first, and operations before
/// types.
pub fn diff(old: &Side<'_>, new: &Side<'_>) -> Vec<Change> {
    let mut walk = Walk::new(&old.api, &new.api);
    let describes_errors = |side: &Side<'_>| {
        // In the spec language, each API has errors of a shape, and in OpenAPI only if it describes some.
        !crate::is_openapi(side.source) || side.places.has_error_shape()
    };
    operations::compare(&mut walk, describes_errors(old) && describes_errors(new));
    walk.compare_types();
    let renamed = walk.renamed_types();
    let located = walk.into_changes(&old.places, &new.places);
    let mut changes = source::compare(old, new, &renamed, located);
    changes.extend(not_compared::changes(old, new));
    changes.sort_by_key(|change| change.subject.kind);
    changes
}
