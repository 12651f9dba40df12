//! Error statuses: the statuses in the document, and what the rules of the API imply for its operations.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::TypeIds;
use super::contents::JSON;
use super::fields::{lower_field, parameters, type_ref};
use super::reasons::reason;
use crate::api::{
    Access, Auth, BodyField, Cause, ErrorBody, ErrorContent, ErrorDef, ErrorField, ErrorId,
    IMPLIED, ImpliedError, Location, Notes, Operation, Status, Value,
};
use crate::document::{
    ErrorBodySection, ErrorContentEntryKind, ErrorEntry, FieldEntry, OperationEntry, RoleEntry,
    ValueEntry, value,
};
use crate::naming::camel;
use crate::source::Spanned;

/// The status if a handler fails in a way that its operation does not document.
const FAILURE: u16 = 500;

/// The errors of the document, by status. Among errors with the same status, an error without distinguishing values is
/// last: every response that matches no other error is this error.
pub(super) fn documented(
    entries: &[ErrorEntry],
    shape: &ErrorBody,
    ids: &TypeIds,
) -> Vec<ErrorDef> {
    let shares_status = |entry: &ErrorEntry| {
        let same = entries.iter();
        same.filter(|other| other.status.value == entry.status.value)
            .count()
            > 1
    };
    let lower = |entry: &ErrorEntry| ErrorDef {
        status: entry.status.value,
        shares_status: shares_status(entry),
        name: camel(&entry.name.value),
        content: content(entry, shape, ids),
        when: entry.when.clone(),
        retry: entry.retry,
        implied: entry.implied,
        headers: parameters(&entry.headers, Location::Header, ids).collect(),
        notes: entry.notes.clone(),
    };
    let mut errors: Vec<ErrorDef> = entries.iter().map(lower).collect();
    errors.sort_by_key(|error| (error.status, Reverse(error.distinguishing_count())));
    errors
}

fn content(entry: &ErrorEntry, shape: &ErrorBody, ids: &TypeIds) -> ErrorContent {
    let text = |text: &Spanned<String>| text.value.clone();
    let Some(body) = &entry.body else {
        return ErrorContent::Standard {
            message: entry.message.as_ref().map(text).unwrap_or_default(),
            code: entry.code.as_ref().map(text),
            fields: body_fields(entry, shape, ids),
        };
    };
    let media = |default: &str| body.media.as_ref().map_or_else(|| default.to_owned(), text);
    match &body.kind {
        ErrorContentEntryKind::None => ErrorContent::Empty,
        ErrorContentEntryKind::Text => ErrorContent::Text {
            media: media("text/plain"),
        },
        ErrorContentEntryKind::Binary => ErrorContent::Binary {
            media: media("application/octet-stream"),
        },
        ErrorContentEntryKind::Json(ty) => ErrorContent::Json {
            envelope: body.envelope.as_ref().map(text),
            ty: type_ref(ty, ids),
            media: media(JSON),
        },
    }
}

/// The further fields of an error. The values that it sets win over the values that all errors have.
fn body_fields(entry: &ErrorEntry, shape: &ErrorBody, ids: &TypeIds) -> Vec<BodyField> {
    let shared = shape.fields.iter().map(|field| {
        let own = value_of(&field.field.name, &entry.values);
        BodyField {
            has_own_value: own.is_some(),
            value: own.or_else(|| field.value.clone()),
            ..field.clone()
        }
    });
    let own = entry.fields.iter();
    let own = own.map(|field| BodyField {
        is_own: true,
        ..body_field(field, &entry.values, ids)
    });
    shared.chain(own).collect()
}

fn body_field(field: &FieldEntry, values: &[ValueEntry], ids: &TypeIds) -> BodyField {
    let value = value_of(&field.name.value, values);
    BodyField {
        field: lower_field(field, ids),
        is_own: false,
        has_own_value: value.is_some(),
        value,
    }
}

fn value_of(name: &str, values: &[ValueEntry]) -> Option<Value> {
    let (_, node) = values.iter().find(|(key, _)| key.value == name)?;
    Some(value(node))
}

/// The error of the status 500, if the document has none.
pub(super) fn internal(errors: &[ErrorDef], shape: &ErrorBody) -> Option<ErrorDef> {
    if ErrorDef::describing(FAILURE, errors).is_some() {
        return None;
    }
    Some(ErrorDef {
        status: Status::Exact(FAILURE),
        shares_status: false,
        name: "Internal".to_owned(),
        content: ErrorContent::Standard {
            message: reason(FAILURE).to_owned(),
            code: None,
            fields: shape.fields.clone(),
        },
        when: Some(format!("{} {IMPLIED}", Cause::Failure.when())),
        retry: false,
        implied: false,
        headers: Vec::new(),
        notes: Default::default(),
    })
}

/// The features of an operation's requests that can make one of them fail before a handler runs.
#[derive(Clone, Copy)]
pub(super) struct RequestFeatures {
    pub(super) has_parameters: bool,
    pub(super) has_body: bool,
    /// Whether the header `Accept` chooses the content of the response.
    pub(super) is_negotiated: bool,
}

/// Why a request for one operation can fail, regardless of its handler: it is malformed (400), its credentials are
/// missing, unknown or not sufficient (`auth` has the statuses), its body is too slow, too large or of another media
/// type, nothing that it accepts can be sent (406), or the handler fails (500). The document can declare further statuses.
pub(super) fn causes(
    access: &Access,
    features: RequestFeatures,
    errors: &[ErrorDef],
) -> impl Iterator<Item = Cause> {
    let RequestFeatures {
        has_parameters,
        has_body,
        is_negotiated,
    } = features;
    let concerned = [
        (Cause::MissingKey, access.is_required()),
        (Cause::UnknownKey, !access.is_open()),
        (Cause::RefusedKey, access.refuses()),
        (Cause::SlowBody, has_body),
        (Cause::LargeBody, has_body),
        (Cause::ForeignBody, has_body),
        (Cause::Malformed, has_parameters || has_body),
        (Cause::NothingAcceptable, is_negotiated),
        (Cause::Failure, true),
    ];
    let concerned = concerned
        .into_iter()
        .filter_map(|(cause, concerns)| concerns.then_some(cause));
    let declared = errors.iter().filter(|error| error.implied);
    let declared = declared.filter_map(|error| error.status.exact());
    concerned.chain(declared.map(Cause::Declared))
}

/// The errors that an operation documents.
pub(super) fn of_operation(
    entry: &OperationEntry,
    entries: &[ErrorEntry],
    errors: &[ErrorDef],
) -> Vec<ErrorId> {
    let listed = entry.errors.iter();
    // `check` rejects errors that are not declared.
    let mut listed: Vec<ErrorId> = listed
        .filter_map(|key| {
            let declared = entries.iter().find(|entry| entry.key.value == key.value)?;
            let name = camel(&declared.name.value);
            let mut errors = errors.iter();
            errors.position(|error| error.name == name).map(ErrorId)
        })
        .collect();
    listed.sort_unstable();
    listed
}

/// The statuses that the causes of an operation imply, and that none of its documented errors describes.
pub(super) fn implied_statuses(
    causes: impl Iterator<Item = Cause>,
    documented: &[ErrorId],
    auth: Option<&Auth>,
    errors: &[ErrorDef],
) -> Vec<u16> {
    let statuses: BTreeSet<u16> = causes.map(|cause| status(cause, auth)).collect();
    let is_documented = |status: &u16| {
        let mut documented = documented.iter().map(|id| &errors[id.index()]);
        documented.any(|error| error.has_default_body() && error.status.covers(*status))
    };
    statuses
        .into_iter()
        .filter(|status| !is_documented(status))
        .collect()
}

/// The responses for every cause that concerns an operation, and to requests that match none.
pub(super) fn implied(
    operations: &[Operation],
    auth: Option<&Auth>,
    errors: &[ErrorDef],
) -> Vec<ImpliedError> {
    let of_operations = operations.iter().flat_map(|operation| {
        let features = RequestFeatures {
            has_parameters: !operation.parameters.is_empty(),
            has_body: operation.body.is_some(),
            is_negotiated: operation.is_negotiated(),
        };
        causes(&operation.access, features, errors)
    });
    let of_none = [Cause::UnknownPath, Cause::UnknownMethod];
    let causes: BTreeSet<Cause> = of_operations.chain(of_none).collect();
    let mut implied: Vec<ImpliedError> = causes
        .into_iter()
        .map(|cause| implied_error(cause, auth, errors))
        .collect();
    implied.sort_by_key(|error| error.status);
    implied
}

/// The response for a cause.
fn implied_error(cause: Cause, auth: Option<&Auth>, errors: &[ErrorDef]) -> ImpliedError {
    let status = status(cause, auth);
    let key_response = auth.and_then(|auth| auth.response(cause));
    let id = ErrorDef::describing(status, errors);
    let documented = id.map(|id| &errors[id.index()]);
    let documented_when = match cause {
        Cause::Declared(_) => documented.and_then(|error| error.when.clone()),
        Cause::MissingKey
        | Cause::UnknownKey
        | Cause::RefusedKey
        | Cause::UnknownPath
        | Cause::UnknownMethod
        | Cause::LargeBody
        | Cause::ForeignBody
        | Cause::SlowBody
        | Cause::Malformed
        | Cause::NothingAcceptable
        | Cause::Failure => None,
    };
    // In the document, 404 is about a missing resource, and here the path does not exist.
    let documented_message = documented
        .filter(|_| cause != Cause::UnknownPath)
        .and_then(ErrorDef::message);
    let message = key_response
        .map(|response| response.message.as_str())
        .or(documented_message)
        .unwrap_or_else(|| default_message(cause, status));
    ImpliedError {
        cause,
        status,
        error: id,
        when: documented_when.unwrap_or_else(|| cause.when().to_owned()),
        message: message.to_owned(),
        assumed: key_response.and_then(|response| response.assumed.clone()),
    }
}

fn status(cause: Cause, auth: Option<&Auth>) -> u16 {
    let response = auth.and_then(|auth| auth.response(cause));
    let default = match cause {
        Cause::Malformed => 400,
        Cause::MissingKey | Cause::UnknownKey => 401,
        Cause::RefusedKey => 403,
        Cause::UnknownPath => 404,
        Cause::UnknownMethod => 405,
        Cause::NothingAcceptable => 406,
        Cause::SlowBody => 408,
        Cause::LargeBody => 413,
        Cause::ForeignBody => 415,
        Cause::Failure => FAILURE,
        Cause::Declared(status) => status,
    };
    response.map_or(default, |response| response.status)
}

/// The message if the document has none: the runtime's message for an unknown path, otherwise the reason phrase of the
/// status.
fn default_message(cause: Cause, status: u16) -> &'static str {
    match cause {
        Cause::UnknownPath => "No operation has this path",
        Cause::MissingKey
        | Cause::UnknownKey
        | Cause::RefusedKey
        | Cause::UnknownMethod
        | Cause::LargeBody
        | Cause::ForeignBody
        | Cause::SlowBody
        | Cause::Malformed
        | Cause::NothingAcceptable
        | Cause::Failure
        | Cause::Declared(_) => reason(status),
    }
}

/// The shape of error responses.
pub(super) fn body(section: Option<&ErrorBodySection>, ids: &TypeIds) -> ErrorBody {
    let Some(section) = section else {
        return ErrorBody {
            media: JSON.to_owned(),
            envelope: None,
            status: Some("code".to_owned()),
            code: None,
            message: Some("message".to_owned()),
            parameter: None,
            metadata: Some(ErrorField {
                name: "metadata".to_owned(),
                optional: true,
            }),
            fields: Vec::new(),
            notes: Notes::default(),
        };
    };
    let text = |text: &Option<Spanned<String>>| text.as_ref().map(|text| text.value.clone());
    let role = |role: &Option<RoleEntry>| {
        role.as_ref().map(|role| ErrorField {
            name: role.name.value.clone(),
            optional: role.optional,
        })
    };
    let fields = section.fields.iter();
    let fields = fields.map(|field| BodyField {
        has_own_value: false,
        ..body_field(field, &section.values, ids)
    });
    ErrorBody {
        media: text(&section.media).unwrap_or_else(|| JSON.to_owned()),
        envelope: text(&section.envelope),
        status: text(&section.status),
        code: role(&section.code),
        message: text(&section.message),
        parameter: role(&section.parameter),
        metadata: role(&section.metadata),
        fields: fields.collect(),
        notes: section.notes.clone(),
    }
}
