//! Compares two APIs: what changed, and what it means for deployed clients and for source code.
//!
//! The resolved models are compared, never texts: it makes no difference where a schema is written, or in which
//! language. Each difference is a [`Change`] by one rule of a [table](Rule), which says what it means on the wire.

mod access;
mod addresses;
mod around;
mod bodies;
mod change;
mod contents;
mod crates;
mod enums;
mod envelopes;
mod errors;
mod events;
mod exempt;
mod forms;
mod inner;
mod life;
mod limits;
mod meanings;
mod not_compared;
mod objects;
mod operations;
mod page_fields;
mod pages;
mod paging;
mod pairs;
mod parameters;
mod parts;
mod paths;
mod places;
mod presence;
mod report;
mod responses;
mod routes;
mod scalars;
mod schemas;
mod separators;
mod servers;
mod site;
mod source;
mod styles;
mod surface;
mod swaps;
mod texts;
mod types;
mod unions;
mod values;
mod version;
mod walk;
mod words;
mod written;
mod xml;

pub use change::{Change, Clients, Difference, Subject, SubjectKind};
pub use exempt::{Exemption, Unused};
pub(crate) use places::Places;
#[cfg(feature = "lsp")]
pub(crate) use report::Finding;
pub use report::{Options, Report};
pub use version::Bump;

pub use crate::changes::{Axis, Effect, Language, Rule, Sides, Verdict};

use specsmith_runtime::Date;

use crate::api::Api;
use crate::diagnostic::Diagnostics;
use crate::openapi::{MISSING_FILE, NO_OPERATIONS, UNKNOWN_EXTENSION, WRONG_EXTENSION};
use crate::rust;
use crate::source::SourceFile;
use around::Around;
use errors::ErrorShape;
use source::Located;
use walk::Walk;
use xml::XmlTypes;

/// One of two APIs that are compared, with the places of its parts in its source.
#[derive(Debug)]
pub struct Side<'s> {
    /// The API.
    pub api: Api,
    /// What the document has that the API does not hold, whether or not a warning says so.
    pub losses: Diagnostics,
    /// The document.
    pub source: &'s SourceFile,
    /// Whether the document is OpenAPI, and not in the spec language.
    pub is_openapi: bool,
    pub(crate) places: Places,
    /// The paths of servers without a host, if they are not the base path of the API.
    pub(crate) relative_servers: Vec<String>,
}

impl Side<'_> {
    /// The warnings that are about the comparison: that a document describes no operations, so that nothing of it is
    /// compared, that a file cannot be read, so that anything may be in its place, and that an extension is unknown or has
    /// a wrong value, so that it accepts and announces nothing.
    pub fn warnings(&self) -> Diagnostics {
        let losses = self.losses.iter();
        let about_comparisons = [
            NO_OPERATIONS,
            MISSING_FILE,
            UNKNOWN_EXTENSION,
            WRONG_EXTENSION,
        ];
        let warnings = losses.filter(|loss| about_comparisons.contains(&loss.code));
        warnings.cloned().collect()
    }
}

/// The changes between two APIs, as they count on some day.
#[derive(Debug)]
pub struct Comparison {
    /// The changes, with those that do not count.
    pub changes: Vec<Change>,
    /// The entries of `allow` in the new document that accept no change.
    pub unused: Vec<Unused>,
}

/// Compares two APIs, and exempts the changes that do not count today: those that the new document accepts, those of what
/// was unstable, and removals after the date of which the old document warned.
pub fn compare(old: &Side<'_>, new: &Side<'_>, today: Date) -> Comparison {
    compared(old, new, Some(today))
}

/// Compares two APIs. All changes count. They are in the order of the new document, those of the API first, and operations
/// before types.
pub fn diff(old: &Side<'_>, new: &Side<'_>) -> Vec<Change> {
    compared(old, new, None).changes
}

fn compared(old: &Side<'_>, new: &Side<'_>, today: Option<Date>) -> Comparison {
    let xml = (XmlTypes::of(&old.api), XmlTypes::of(&new.api));
    let around = (Around::of(&old.api), Around::of(&new.api));
    let mut walk = Walk::new(&old.api, &new.api, &xml, &around);
    walk.inline = Some((old.places.inline_types(), new.places.inline_types()));
    walk.relative = (&old.relative_servers, &new.relative_servers);
    walk.knows_directions = old.is_openapi && new.is_openapi;
    walk.in_spec_language = !old.is_openapi && !new.is_openapi;
    walk.today = today;
    let describes_errors = |side: &Side<'_>| {
        // In the spec language, each API has errors of a shape, and in OpenAPI only if it describes some.
        !side.is_openapi || side.places.has_error_shape()
    };
    let is_inferred = [old, new]
        .iter()
        .any(|side| side.places.has_inferred_error_shape());
    let shape = match describes_errors(old) && describes_errors(new) {
        false => ErrorShape::Unknown,
        true if is_inferred => ErrorShape::Inferred,
        true => ErrorShape::Declared,
    };
    operations::compare(&mut walk, shape);
    walk.compare_types();
    walk.library_scalars();
    let renamed = walk.renamed();
    let pairs = meanings::Pairs::of(&walk);
    let located = walk.into_changes(&old.places, &new.places);
    let plans = (rust::plan(&old.api), rust::plan(&new.api));
    let mut located = source::compare((old, &plans.0), (new, &plans.1), &renamed, &pairs, located);
    let rest = not_compared::changes(old, new).into_iter();
    located.extend(rest.map(Located::of_nothing));
    located.sort_by_key(|Located { change, .. }| (change.subject.kind, change.near.start()));
    let unused = match today {
        Some(today) => exempt::exempt(&mut located, &around, today),
        None => Vec::new(),
    };
    Comparison {
        changes: located.into_iter().map(|located| located.change).collect(),
        unused,
    }
}
