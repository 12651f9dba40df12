//! Checks the meaning of a document: one family of rules per file, all errors in one run.

mod access;
mod api;
mod auth;
mod choice;
mod conditional;
mod constraints;
mod contents;
mod contradictions;
mod defaults;
mod error_fields;
mod errors;
mod events;
mod fields;
mod forms;
mod headers;
mod idempotency;
mod media;
mod multipart;
mod names;
mod operations;
mod pagers;
mod paging;
mod parameter_examples;
mod references;
mod responses;
mod routes;
mod schemes;
mod scope;
mod servers;
mod shapes;
mod styles;
mod text_forms;
mod types;
mod unions;
mod values;
mod violations;
mod webhooks;
mod xml;

pub(crate) use headers::is_own_header;
pub(crate) use servers::problem_of_server;
pub(crate) use shapes::MAX_VARIANTS;
pub(crate) use types::MAX_FIELDS;
pub(crate) use violations::violated;

use crate::diagnostic::Diagnostics;
use crate::document::Document;
use crate::threads;
use scope::Scope;

/// Checks a document.
///
/// # Errors
///
/// All errors of the document. Errors of parts that it uses in several places are listed once.
pub(crate) fn check(document: &Document) -> Result<(), Diagnostics> {
    find_errors(document).without_repetitions().into_result(())
}

/// All errors of a document. Errors of shared parts are repeated for each operation that has them.
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
        parameter_examples::check(document, &scope, &mut diagnostics);
        diagnostics
    };
    let of_types = || {
        types::check(document, &scope, &mut diagnostics);
        multipart::check_media(document, &mut diagnostics);
    };
    // Large documents are checked several times, and types take about as long as the others together.
    let ((), found) = threads::join(of_types, others);
    diagnostics.extend(found);
    diagnostics
}
