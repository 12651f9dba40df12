//! Checks the meaning of a document: one family of rules per file, all errors in one run.

mod access;
mod api;
mod auth;
mod choice;
mod conditional;
mod constraints;
mod contents;
mod context;
mod contradictions;
mod defaults;
mod dependencies;
mod derives;
mod error_fields;
mod errors;
mod events;
mod fields;
mod forms;
mod headers;
mod idempotency;
mod library_types;
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
use context::Context;
use scope::Scope;

/// Checks a document. Errors of parts that it uses in several places are listed once.
pub(crate) fn check(document: &Document, diagnostics: &mut Diagnostics) {
    diagnostics.extend(find_errors(document).without_repetitions());
}

/// All errors of a document. Errors of shared parts are repeated for each operation that has them.
pub(crate) fn find_errors(document: &Document) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    let endless = unions::check_cycles(&mut Context {
        scope: &Scope::new(document),
        diagnostics: &mut diagnostics,
    });
    if endless.is_empty() {
        find_others(document, &mut diagnostics);
    } else {
        // Unions that are variants of themselves have no values to look at.
        let mut finite = document.clone();
        finite.leave_out_types(endless);
        finite.find_incomplete_types();
        find_others(&finite, &mut diagnostics);
    }
    diagnostics
}

/// The errors of a document whose unions are not variants of themselves.
fn find_others(document: &Document, diagnostics: &mut Diagnostics) {
    let scope = &Scope::new(document);
    let mut context = Context { scope, diagnostics };
    api::check(document, context.diagnostics);
    if let Some(auth) = &document.auth {
        auth::check(auth, context.diagnostics);
    }
    for pager in &document.pagers {
        pagers::check(pager, &mut context);
    }
    errors::check(&mut context);
    servers::check(document, context.diagnostics);
    dependencies::check(&mut context);
    derives::check(&mut context);
    let others = || {
        let mut diagnostics = Diagnostics::default();
        let mut context = Context {
            scope,
            diagnostics: &mut diagnostics,
        };
        names::check(document, context.diagnostics);
        operations::check(&mut context);
        webhooks::check(&mut context);
        parameter_examples::check(&mut context);
        diagnostics
    };
    let of_types = || {
        types::check(&mut context);
        multipart::check_media(document, context.diagnostics);
    };
    // Large documents are checked several times, and types take about as long as the others together.
    let ((), found) = threads::join(of_types, others);
    diagnostics.extend(found);
}
