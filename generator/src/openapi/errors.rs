//! Errors: responses that are not successes. Equal ones of several operations are one error.

use super::extensions;
use super::identifiers::Taken;
use super::notes::notes;
use super::types::{BuiltName, Types};
use crate::api::{Notes, Status};
use crate::document::{ErrorContentEntry, ErrorContentEntryKind, ErrorEntry, ErrorKey, FieldEntry};
use crate::extensions::NAME;
use crate::hash::HashMap;
use crate::naming;
use crate::node::Node;
use crate::source::{Span, Spanned};

/// The errors of all operations.
#[derive(Default)]
pub(super) struct Errors {
    found: Vec<SharedError>,
    known: HashMap<String, usize>,
    /// The errors that the document declares in the words of the spec language. Their numbers come first.
    declared: Vec<ErrorEntry>,
}

/// The number of an error: whether the document declares it, and its place among these errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ErrorNumber {
    Declared(usize),
    Found(usize),
}

/// An error that all operations with an equal response share.
struct SharedError {
    status: Spanned<Status>,
    body: ErrorContentEntry,
    headers: Vec<FieldEntry>,
    /// The description, if all operations that have the error state the same.
    doc: Option<String>,
    /// The name that the document gives to the response.
    given: Option<String>,
    /// Whether callers may repeat the call, if the document says it.
    retry: Option<bool>,
    /// The kind of its body, and the type if it has one.
    kind: String,
    /// The first operation that has it.
    operation: String,
    uses: usize,
}

impl Errors {
    /// Adds an error that the document declares, unless it is known, and returns its number.
    pub(super) fn declare(&mut self, error: ErrorEntry) -> ErrorNumber {
        let mut known = self.declared.iter();
        let place = known.position(|known| known.key.value == error.key.value);
        let next = self.declared.len();
        if place.is_none() {
            self.declared.push(error);
        }
        ErrorNumber::Declared(place.unwrap_or(next))
    }

    /// Adds an error of an operation, and returns its number.
    pub(super) fn add(
        &mut self,
        status: Spanned<Status>,
        body: ErrorContentEntry,
        headers: Vec<FieldEntry>,
        response: &Node,
        operation: &str,
    ) -> ErrorNumber {
        let doc = notes(response).doc;
        let given = response.text_at(NAME);
        let retry = extensions::retry(response);
        let kind = match &body.kind {
            ErrorContentEntryKind::None => "none".to_owned(),
            ErrorContentEntryKind::Text => "text".to_owned(),
            ErrorContentEntryKind::Binary => "binary".to_owned(),
            ErrorContentEntryKind::Json(ty) => format!("<{ty}>"),
        };
        let media = body.media.as_ref().map(|media| media.value.as_str());
        let headers_key: Vec<String> = headers
            .iter()
            .map(|header| format!("{}:{}", header.name.value, header.ty))
            .collect();
        let key = format!(
            "{} {kind} {media:?} {headers_key:?} {given:?} {retry:?}",
            status.value
        );
        let next = self.found.len();
        let index = *self.known.entry(key).or_insert(next);
        if index == next {
            self.found.push(SharedError {
                status,
                body,
                headers: headers.clone(),
                doc: doc.clone(),
                given: given.map(naming::plain_camel),
                retry,
                kind,
                operation: operation.to_owned(),
                uses: 0,
            });
        }
        if let Some(found) = self.found.get_mut(index) {
            found.uses += 1;
            for (known, header) in found.headers.iter_mut().zip(&headers) {
                known.is_always_sent |= header.is_always_sent;
            }
            if found.doc != doc {
                found.doc = None;
            }
        }
        ErrorNumber::Found(index)
    }

    /// The entries, and their keys. `taken` are names that other items have.
    pub(super) fn entries(
        mut self,
        types: &Types<'_>,
        mut taken: Taken,
    ) -> (Vec<ErrorEntry>, Keys) {
        let declared = std::mem::take(&mut self.declared);
        for error in &declared {
            taken.take(naming::error_name(&error.name.value));
        }
        let of_declared = declared
            .iter()
            .map(|error| error.key.value.clone())
            .collect();
        let of_status = self.indexes_by_status();
        let names = self.names(&of_status, types, taken);
        let read = self.found.into_iter().zip(names).map(|(found, name)| {
            let of_status = of_status.get(&found.status.value);
            let is_only = of_status.is_some_and(|all| all.len() == 1);
            let key = match is_only {
                true => ErrorKey::Status(found.status.value),
                false => ErrorKey::Name(name.clone()),
            };
            (found.into_entry(key.clone(), name), key)
        });
        let (found, of_found): (Vec<ErrorEntry>, _) = read.unzip();
        let keys = Keys {
            of_declared,
            of_found,
        };
        (declared.into_iter().chain(found).collect(), keys)
    }

    /// The errors of each status, the most frequent first; of several, the one whose body most errors have.
    fn indexes_by_status(&self) -> HashMap<Status, Vec<usize>> {
        let mut of_status: HashMap<Status, Vec<usize>> = HashMap::default();
        let mut of_kind: HashMap<&str, usize> = HashMap::default();
        for (index, found) in self.found.iter().enumerate() {
            of_status.entry(found.status.value).or_default().push(index);
            *of_kind.entry(&found.kind).or_default() += found.uses;
        }
        for indexes in of_status.values_mut() {
            indexes.sort_by_key(|index| {
                let found = self.found.get(*index);
                let uses = found.map(|kind| (kind.uses, of_kind.get(kind.kind.as_str())));
                (std::cmp::Reverse(uses), *index)
            });
        }
        of_status
    }

    /// The names of the errors. The most frequent error of a status is called like the status.
    fn names(
        &self,
        of_status: &HashMap<Status, Vec<usize>>,
        types: &Types<'_>,
        mut taken: Taken,
    ) -> Vec<String> {
        let mut names = vec![String::new(); self.found.len()];
        for (name, found) in names.iter_mut().zip(&self.found) {
            if let Some(given) = &found.given {
                *name = claim(given.clone(), given, &mut taken);
            }
        }
        let is_first = |index: usize, status: &Status| {
            of_status.get(status).and_then(|all| all.first()) == Some(&index)
        };
        for wants_first in [true, false] {
            for (index, (name, found)) in names.iter_mut().zip(&self.found).enumerate() {
                if found.given.is_some() || is_first(index, &found.status.value) != wants_first {
                    continue;
                }
                let plain = phrase(found.status.value);
                let candidate = match wants_first {
                    true => plain.clone(),
                    false => found.longer_name(&plain, types),
                };
                *name = claim(candidate, &plain, &mut taken);
            }
        }
        names
    }
}

/// The keys of all errors.
pub(super) struct Keys {
    of_declared: Vec<ErrorKey>,
    of_found: Vec<ErrorKey>,
}

impl Keys {
    pub(super) fn get(&self, number: ErrorNumber) -> Option<&ErrorKey> {
        match number {
            ErrorNumber::Declared(place) => self.of_declared.get(place),
            ErrorNumber::Found(place) => self.of_found.get(place),
        }
    }
}

impl SharedError {
    /// A name for an error whose status is the name of another one.
    fn longer_name(&self, plain: &str, types: &Types<'_>) -> String {
        match given_name(&self.body, types) {
            Some(name) => match naming::plain_camel(&name) {
                name if name.starts_with(plain) => name,
                name => format!("{plain}{name}"),
            },
            None => format!("{}{plain}", naming::camel(&self.operation)),
        }
    }

    fn into_entry(self, key: ErrorKey, name: String) -> ErrorEntry {
        let span = self.status.span;
        ErrorEntry {
            key: Spanned::new(key, span),
            status: self.status,
            name: Spanned::new(name, span),
            message: None,
            body: Some(self.body),
            code: None,
            values: Vec::new(),
            fields: Vec::new(),
            when: None,
            retry: self
                .retry
                .unwrap_or(matches!(self.status.value, Status::Exact(429))),
            implied: false,
            headers: self.headers,
            notes: Notes {
                doc: self.doc,
                ..Notes::default()
            },
        }
    }
}

/// A body of an error.
pub(super) fn body(kind: ErrorContentEntryKind, span: Span) -> ErrorContentEntry {
    ErrorContentEntry {
        kind,
        span,
        envelope: None,
        media: None,
    }
}

/// The name that the document gives to the type of a body.
fn given_name(body: &ErrorContentEntry, types: &Types<'_>) -> Option<String> {
    let ErrorContentEntryKind::Json(ty) = &body.kind else {
        return None;
    };
    match &types.built_as(ty.named()?.value)?.name {
        BuiltName::Given(name) => Some(name.clone()),
        BuiltName::Places(_) | BuiltName::Same(_) => None,
    }
}

fn claim(candidate: String, plain: &str, taken: &mut Taken) -> String {
    match candidate.len() < 120 && taken.take(naming::error_name(&candidate)) {
        true => candidate,
        false => taken.another(plain, naming::error_name),
    }
}

/// The name of a status (RFC 9110, section 15, and the registry of status codes).
fn phrase(status: Status) -> String {
    let code = match status {
        Status::Exact(code) => code,
        Status::Class(4) => return "ClientError".to_owned(),
        Status::Class(5) => return "ServerError".to_owned(),
        Status::Class(class) => return format!("Class{class}"),
        Status::Default => return "OtherError".to_owned(),
    };
    let phrase = match code {
        400 => "BadRequest",
        401 => "Unauthorized",
        402 => "PaymentRequired",
        403 => "Forbidden",
        404 => "NotFound",
        405 => "MethodNotAllowed",
        406 => "NotAcceptable",
        407 => "ProxyAuthenticationRequired",
        408 => "RequestTimeout",
        409 => "Conflict",
        410 => "Gone",
        411 => "LengthRequired",
        412 => "PreconditionFailed",
        413 => "ContentTooLarge",
        414 => "UriTooLong",
        415 => "UnsupportedMediaType",
        416 => "RangeNotSatisfiable",
        417 => "ExpectationFailed",
        421 => "MisdirectedRequest",
        422 => "UnprocessableContent",
        423 => "Locked",
        424 => "FailedDependency",
        425 => "TooEarly",
        426 => "UpgradeRequired",
        428 => "PreconditionRequired",
        429 => "TooManyRequests",
        431 => "RequestHeaderFieldsTooLarge",
        451 => "UnavailableForLegalReasons",
        500 => "InternalServerError",
        501 => "NotImplemented",
        502 => "BadGateway",
        503 => "ServiceUnavailable",
        504 => "GatewayTimeout",
        507 => "InsufficientStorage",
        508 => "LoopDetected",
        511 => "NetworkAuthenticationRequired",
        _ => return format!("Status{code}"),
    };
    phrase.to_owned()
}
