//! Errors that operations should list.

use super::Findings;
use crate::api::{Lint, Lints};
use crate::document::{ErrorKey, OperationEntry};
use crate::hash::HashSet;
use crate::source::Span;

/// The status of rate limits.
const TOO_MANY_REQUESTS: u16 = 429;

pub(super) fn check(findings: &mut Findings<'_>) {
    let document = findings.document;
    if let Some(auth) = &document.auth {
        let status = auth.missing.as_ref().map_or(401, |of| of.status.value);
        let secured = document.operations.iter();
        let secured = secured.filter(|operation| {
            let access = operation.access.as_ref().or(auth.default.as_ref());
            access.is_some_and(|access| !access.alternatives.iter().any(|of| of.is_none()))
        });
        let expected = Expected {
            lint: Lint::MissingUnauthorized,
            status,
            meaning: "valid credentials are missing",
            operations: secured.collect(),
            place: (auth.span, auth.notes.allow),
        };
        expected.check(findings);
    }
    let expected = Expected {
        lint: Lint::MissingRateLimit,
        status: TOO_MANY_REQUESTS,
        meaning: "a caller has sent too many requests",
        operations: document.operations.iter().collect(),
        place: (document.api.name.span, document.api.notes.allow),
    };
    expected.check(findings);
}

/// An error that operations should list.
struct Expected<'d> {
    lint: Lint,
    status: u16,
    /// When they respond with it.
    meaning: &'static str,
    /// The operations.
    operations: Vec<&'d OperationEntry>,
    /// Where it is reported if none of them lists it.
    place: (Span, Lints),
}

impl Expected<'_> {
    fn check(&self, findings: &mut Findings<'_>) {
        let Self { lint, status, .. } = *self;
        let errors = findings.document.errors.iter();
        let described = errors.filter(|entry| entry.status.value.covers(status));
        let (implied, listed): (Vec<_>, Vec<_>) = described.partition(|entry| entry.implied);
        if !implied.is_empty()
            || self.operations.is_empty()
            || !findings.reports(lint, Lints::default())
        {
            return;
        }
        let listed: HashSet<&ErrorKey> = listed.iter().map(|entry| &entry.key.value).collect();
        let mut missing = self.operations.clone();
        missing.retain(|operation| {
            let shared = findings.parts(operation).flat_map(|part| &part.errors);
            let mut errors = shared.chain(&operation.errors);
            !errors.any(|key| listed.contains(&key.value))
        });
        let meaning = self.meaning;
        let help = findings.say(
            "list it in `errors` of the operation, or in a shared part that the operation uses",
            "describe it in `responses` of the operation",
        );
        if missing.len() == self.operations.len() && missing.len() > 1 {
            let message = format!("no operation lists the error {status}: {meaning}");
            let (span, allowed) = self.place;
            findings.add(lint, allowed, message, span, help);
            return;
        }
        for operation in missing {
            let name = &operation.name;
            let message = format!(
                "`{}` does not list the error {status}: {meaning}",
                name.value
            );
            findings.add(lint, operation.notes.allow, message, name.span, help);
        }
    }
}
