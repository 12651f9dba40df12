//! Sections on authentication and pagination.

use super::code::{self, Sample};
use super::curl::key_variable;
use super::entries::{Entry, parameter};
use super::errors::status_anchor;
use super::html::{Html, encode};
use super::markdown;
use super::notes::{Assumptions, NotesView};
use super::rust_call;
use crate::api::{Api, Auth, Cause, Pagination, Parameter};
use crate::emit::docs;
use crate::rust::Crate;

/// The section on authentication.
pub(super) struct AuthView {
    pub(super) notes: NotesView,
    pub(super) keys: Vec<KeyView>,
    pub(super) responses: Vec<AuthResponseView>,
    pub(super) sample: Sample,
}

/// A kind of key.
pub(super) struct KeyView {
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) notes: NotesView,
}

/// The response to a missing or wrong key.
pub(super) struct AuthResponseView {
    pub(super) anchor: &'static str,
    pub(super) case: &'static str,
    pub(super) status: u16,
    /// The anchor of the status.
    pub(super) described_at: Option<String>,
    pub(super) message: String,
    pub(super) assumed: Option<Html>,
}

/// The section on pagination.
pub(super) struct PaginationView {
    pub(super) notes: NotesView,
    pub(super) parameters: Vec<Entry>,
    pub(super) shape: Html,
    pub(super) sample: Option<Sample>,
}

/// Creates the section on authentication.
pub(super) fn auth(api: &Api, auth: &Auth, assumptions: &mut Assumptions) -> AuthView {
    let notes = assumptions.notes(&auth.notes, "authentication", "Authentication");
    let keys = auth.keys.iter().map(|key| {
        let anchor = format!("key-{}", encode(&key.name, '~'));
        let notes = assumptions.notes(&key.notes, &anchor, &key.name);
        KeyView {
            name: key.name.clone(),
            anchor,
            notes,
        }
    });
    let keys: Vec<KeyView> = keys.collect();
    let cases = [
        (Cause::MissingKey, "auth-missing", "The request has no key"),
        (Cause::UnknownKey, "auth-unknown", "The key is unknown"),
        (
            Cause::RefusedKey,
            "auth-refused",
            "The key is of the wrong kind",
        ),
    ];
    // Only possible responses: with one kind of key, no key is of the wrong kind.
    let responses = cases.into_iter().filter_map(|(cause, anchor, case)| {
        let response = api.implied.iter().find(|error| error.cause == cause)?;
        Some(AuthResponseView {
            anchor,
            case,
            status: response.status,
            described_at: status_anchor(api, response.status),
            message: response.message.clone(),
            assumed: assumptions.note(response.assumed.as_deref(), anchor, case),
        })
    });
    let responses = responses.collect();
    let variable = auth
        .keys
        .first()
        .map_or_else(|| "KEY".to_owned(), |key| key_variable(&key.name));
    let mut sample = code::shell(&format!("Authorization: Bearer ${variable}"));
    sample.label = "Header";
    AuthView {
        notes,
        keys,
        responses,
        sample,
    }
}

/// Creates the section on pagination.
pub(super) fn pagination(
    plan: &Crate<'_>,
    pagination: &Pagination,
    assumptions: &mut Assumptions,
) -> PaginationView {
    let notes = assumptions.notes(&pagination.notes, "pagination", "Pagination");
    let mut entry = |of: &Parameter| {
        let anchor = super::html::entry_anchor("pagination", &of.name);
        let notes = assumptions.notes(&of.notes, &anchor, &format!("Pagination, {}", of.name));
        parameter(plan.api, of, "pagination", notes)
    };
    let parameters = vec![entry(&pagination.offset), entry(&pagination.limit)];
    let mut operations = plan.operations.iter();
    let paged = operations.find(|operation| operation.page.is_some());
    PaginationView {
        notes,
        parameters,
        shape: markdown::line(&format!(
            "A page is an object with two fields: {} is the list of items, {} is the number of items on all pages.",
            docs::code(&pagination.items),
            docs::code(&pagination.total)
        )),
        sample: paged.map(|operation| code::rust(&rust_call::stream(plan, operation))),
    }
}
