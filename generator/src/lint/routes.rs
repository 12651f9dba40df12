//! Routes that repeat the base path.

use super::Findings;
use crate::api::{Lint, PathSegment};

pub(super) fn check(findings: &mut Findings<'_>) {
    let Some(base_path) = &findings.document.api.base_path else {
        return;
    };
    let base = base_path.value.trim_end_matches('/');
    let first: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for operation in &findings.document.operations {
        let mut segments = operation.route.segments.iter();
        let mut is_next = |part: &&str| matches!(segments.next(), Some(PathSegment::Literal(text)) if text == part);
        // The server of an operation has a base path of its own.
        if first.is_empty() || operation.server.is_some() || !first.iter().all(&mut is_next) {
            continue;
        }
        let message = format!(
            "the path of `{}` begins with `{base}{base}`, because the base path comes before the route",
            operation.name.value
        );
        let allowed = findings.allowed(operation);
        let (lint, span) = (Lint::RepeatedBasePath, operation.route.span);
        let help = findings.say(
            "remove the base path from the route",
            "remove it from the path, or from the URLs of the servers",
        );
        findings.add(lint, allowed, message, span, help);
    }
}
