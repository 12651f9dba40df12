//! Errors that operations should list.

use super::{Findings, Lacking};
use crate::api::{Lint, Lints};
use crate::document::{ErrorKey, OperationEntry};
use crate::hash::HashSet;
use crate::source::Span;

/// The status of rate limits.
const TOO_MANY_REQUESTS: u16 = 429;

pub(super) fn check(findings: &mut Findings<'_>) {
    let document = findings.document;
    if let Some(auth) = &document.auth {
        let secured = document.operations.iter();
        let secured = secured.filter(|operation| {
            let access = operation.access.as_ref().or(auth.default.as_ref());
            access.is_some_and(|access| {
                !access
                    .alternatives
                    .iter()
                    .any(|alternative| alternative.is_none())
            })
        });
        let expected = Expected {
            lint: Lint::MissingUnauthorized,
            status: auth
                .missing
                .as_ref()
                .map_or(401, |response| response.status.value),
            meaning: "the response to requests without valid credentials",
            span: auth.span,
            allowed: auth.notes.allow,
        };
        expected.check(secured.collect(), findings);
    }
    let expected = Expected {
        lint: Lint::MissingRateLimit,
        status: TOO_MANY_REQUESTS,
        meaning: "the response to too many requests",
        span: document.api.name.span,
        allowed: document.api.notes.allow,
    };
    expected.check(document.operations.iter().collect(), findings);
}

/// An error that operations should list.
struct Expected {
    lint: Lint,
    status: u16,
    /// The response with this status, in words.
    meaning: &'static str,
    /// Where the finding is reported if no operation lists the status.
    span: Span,
    /// The lints that are allowed at `span`.
    allowed: Lints,
}

impl Expected {
    fn check<'d>(self, operations: Vec<&'d OperationEntry>, findings: &mut Findings<'d>) {
        let Self {
            lint,
            status,
            meaning,
            span,
            allowed,
        } = self;
        let errors = findings.document.errors.iter();
        let described = errors.filter(|entry| entry.status.value.covers(status));
        let described: Vec<_> = described.collect();
        // An implied error belongs to all operations.
        if described.iter().any(|entry| entry.implied) {
            return;
        }
        let keys: HashSet<&ErrorKey> = described.iter().map(|entry| &entry.key.value).collect();
        let lacking = Lacking {
            lint,
            operations,
            span,
            allowed,
            of_all: format!("no operation lists the error {status}, {meaning}"),
            of_one: format!("does not list the error {status}, {meaning}"),
            help: findings.say(
                "list it in `errors` of the operation, or in a shared part",
                "describe it in `responses` of the operation",
            ),
        };
        findings.add_lacking(lacking, |findings, operation| {
            let shared = findings.parts(operation).flat_map(|part| &part.errors);
            let mut errors = shared.chain(&operation.errors);
            !errors.any(|key| keys.contains(&key.value))
        });
    }
}
