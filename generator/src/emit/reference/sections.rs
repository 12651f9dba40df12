//! What is the same for all operations: who may call, how lists come.

use super::code::{self, Sample};
use super::curl::key_variable;
use super::errors::status_anchor;
use super::html::{Html, encode};
use super::markdown;
use super::members::{Member, parameter};
use super::notes::{Decisions, NotesView};
use super::rust_call;
use crate::api::{Api, Auth, Cause, Pagination, Parameter};
use crate::emit::docs;
use crate::emit::file::Context;

/// Who may call.
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

/// What a caller without the right key is answered.
pub(super) struct AuthResponseView {
    pub(super) anchor: &'static str,
    pub(super) case: &'static str,
    pub(super) status: u16,
    /// Where more is said of the status.
    pub(super) described_at: Option<String>,
    pub(super) message: String,
    pub(super) assumed: Option<Html>,
}

/// How lists come.
pub(super) struct PaginationView {
    pub(super) notes: NotesView,
    pub(super) parameters: Vec<Member>,
    pub(super) shape: Html,
    pub(super) sample: Option<Sample>,
}

/// The section on keys.
pub(super) fn auth(api: &Api, auth: &Auth, decisions: &mut Decisions) -> AuthView {
    let notes = decisions.notes(&auth.notes, "authentication", "Authentication");
    let keys = auth.keys.iter().map(|key| {
        let anchor = format!("key-{}", encode(&key.name, '~'));
        let notes = decisions.notes(&key.notes, &anchor, &key.name);
        KeyView {
            name: key.name.clone(),
            anchor,
            notes,
        }
    });
    let keys: Vec<KeyView> = keys.collect();
    let cases = [
        (Cause::MissingKey, "auth-missing", "No key was sent"),
        (Cause::UnknownKey, "auth-unknown", "The key is not known"),
        (
            Cause::RefusedKey,
            "auth-refused",
            "The key is of another kind",
        ),
    ];
    // Only what some request can meet: one kind of key, say, can be no other kind.
    let responses = cases.into_iter().filter_map(|(cause, anchor, case)| {
        let response = api.implied.iter().find(|error| error.cause == cause)?;
        Some(AuthResponseView {
            anchor,
            case,
            status: response.status,
            described_at: status_anchor(api, response.status),
            message: response.message.clone(),
            assumed: decisions.note(response.assumed.as_deref(), anchor, case),
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

/// The section on pages.
pub(super) fn pagination(
    context: Context<'_>,
    pagination: &Pagination,
    decisions: &mut Decisions,
) -> PaginationView {
    let notes = decisions.notes(&pagination.notes, "pagination", "Pagination");
    let mut member = |of: &Parameter| {
        let anchor = super::html::member_anchor("pagination", &of.name);
        let notes = decisions.notes(&of.notes, &anchor, &format!("Pagination, {}", of.name));
        parameter(context, of, "pagination", notes)
    };
    let parameters = vec![member(&pagination.offset), member(&pagination.limit)];
    let paged = context
        .api
        .operations
        .iter()
        .zip(&context.names.operations)
        .find(|(operation, _)| operation.is_paged());
    PaginationView {
        notes,
        parameters,
        shape: markdown::line(&format!(
            "A page is an object: {} holds the items, {} counts those of all pages together.",
            docs::code(&pagination.items),
            docs::code(&pagination.total)
        )),
        sample: paged
            .map(|(operation, names)| code::rust(&rust_call::walk(context, operation, names))),
    }
}
