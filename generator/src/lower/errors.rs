//! Error statuses: those of the document, and what the rules of the API imply for its operations.

use super::reasons::reason;
use super::{TypeIds, lower_notes, operations};
use crate::api::{Auth, Cause, ErrorStatus, IMPLIED, ImpliedError, Location, Operation, Origin};
use crate::naming::camel;
use crate::spec::{ErrorEntry, OperationEntry};
use std::collections::{BTreeMap, BTreeSet};

/// The status if a handler fails in a way that its operation does not document.
const FAILURE: u16 = 500;

/// The statuses of the document, by number.
pub(super) fn documented(entries: &[ErrorEntry], ids: &TypeIds) -> Vec<ErrorStatus> {
    let lower = |entry: &ErrorEntry| ErrorStatus {
        status: entry.status.value,
        name: camel(&entry.name.value),
        message: entry.message.value.clone(),
        when: entry.when.clone(),
        retry: entry.retry,
        implied: entry.implied,
        headers: operations::parameters(&entry.headers, Location::Header, ids).collect(),
        notes: lower_notes(&entry.notes),
    };
    let mut errors: Vec<ErrorStatus> = entries.iter().map(lower).collect();
    errors.sort_by_key(|error| error.status);
    errors
}

/// The entry of the status 500, if the document has none.
pub(super) fn internal(errors: &[ErrorStatus]) -> Option<ErrorStatus> {
    if errors.iter().any(|error| error.status == FAILURE) {
        return None;
    }
    Some(ErrorStatus {
        status: FAILURE,
        name: "Internal".to_owned(),
        message: reason(FAILURE).to_owned(),
        when: Some(format!("{} {IMPLIED}", Cause::Failure.when())),
        retry: false,
        implied: false,
        headers: Vec::new(),
        notes: Default::default(),
    })
}

/// Why a request for one operation can fail, regardless of its handler: it is malformed (400), its key
/// is missing, unknown or of the wrong kind (`auth` has the statuses), its body is too large or of
/// another media type, or the handler fails (500). The document can declare further statuses.
pub(super) fn causes(
    key: Option<usize>,
    has_parameters: bool,
    has_body: bool,
    errors: &[ErrorStatus],
) -> impl Iterator<Item = Cause> {
    let concerned = [
        (Cause::MissingKey, key.is_some()),
        (Cause::UnknownKey, key.is_some()),
        // The first kind of key is any valid key, so it cannot be the wrong one.
        (Cause::RefusedKey, key.is_some_and(|key| key > 0)),
        (Cause::LargeBody, has_body),
        (Cause::ForeignBody, has_body),
        (Cause::Malformed, has_parameters || has_body),
        (Cause::Failure, true),
    ];
    let concerned = concerned
        .into_iter()
        .filter_map(|(cause, concerns)| concerns.then_some(cause));
    let declared = errors.iter().filter(|error| error.implied);
    concerned.chain(declared.map(|error| Cause::Declared(error.status)))
}

/// The statuses of an operation: those that it documents, and those that its causes imply.
pub(super) fn of_operation(
    entry: &OperationEntry,
    causes: impl Iterator<Item = Cause>,
    auth: Option<&Auth>,
) -> BTreeMap<u16, Origin> {
    let implied = causes.map(|cause| (status(cause, auth), Origin::Implied));
    let documented = entry.errors.iter();
    let documented = documented.map(|status| (status.value, Origin::Documented));
    implied.chain(documented).collect()
}

/// The responses for every cause that concerns an operation, and to requests that match none.
pub(super) fn implied(
    operations: &[Operation],
    auth: Option<&Auth>,
    errors: &[ErrorStatus],
) -> Vec<ImpliedError> {
    let of_operations = operations.iter().flat_map(|operation| {
        let has_parameters = !operation.parameters.is_empty();
        causes(
            operation.key,
            has_parameters,
            operation.body.is_some(),
            errors,
        )
    });
    let of_none = [Cause::UnknownPath, Cause::UnknownMethod];
    let causes: BTreeSet<Cause> = of_operations.chain(of_none).collect();
    let response = |cause| {
        let status = status(cause, auth);
        let key_response = auth.and_then(|auth| auth.response(cause));
        // In the document, 404 is about a missing resource, and here the path does not exist.
        let resource = cause != Cause::UnknownPath;
        let described = errors
            .iter()
            .find(|error| resource && error.status == status);
        let is_declared = matches!(cause, Cause::Declared(_));
        let when = described.filter(|_| is_declared);
        let when = when.and_then(|error| error.when.clone());
        let described = described.map(|error| &error.message);
        let message = key_response.map(|response| &response.message).or(described);
        ImpliedError {
            cause,
            status,
            when: when.unwrap_or_else(|| cause.when().to_owned()),
            message: message.map_or_else(|| usual_message(cause, status).to_owned(), String::clone),
            assumed: key_response.and_then(|response| response.assumed.clone()),
        }
    };
    let mut implied: Vec<ImpliedError> = causes.into_iter().map(response).collect();
    implied.sort_by_key(|error| error.status);
    implied
}

fn status(cause: Cause, auth: Option<&Auth>) -> u16 {
    let response = auth.and_then(|auth| auth.response(cause));
    let usual = match cause {
        Cause::Malformed => 400,
        Cause::MissingKey | Cause::UnknownKey => 401,
        Cause::RefusedKey => 403,
        Cause::UnknownPath => 404,
        Cause::UnknownMethod => 405,
        Cause::LargeBody => 413,
        Cause::ForeignBody => 415,
        Cause::Failure => FAILURE,
        Cause::Declared(status) => status,
    };
    response.map_or(usual, |response| response.status)
}

/// The message if the document has none: that of the runtime for an unknown path, otherwise the
/// reason phrase of the status.
fn usual_message(cause: Cause, status: u16) -> &'static str {
    match cause {
        Cause::UnknownPath => "No operation has this path",
        Cause::MissingKey
        | Cause::UnknownKey
        | Cause::RefusedKey
        | Cause::UnknownMethod
        | Cause::LargeBody
        | Cause::ForeignBody
        | Cause::Malformed
        | Cause::Failure
        | Cause::Declared(_) => reason(status),
    }
}
