//! Lists without pages, and mutations that clients cannot retry.

use super::{Findings, Lacking};
use crate::api::{Lint, Method};
use crate::document::{
    ContentExprKind, OperationEntry, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::hash::{HashMap, HashSet};

pub(super) fn check(findings: &mut Findings<'_>) {
    let document = findings.document;
    let types = TypeEntry::by_name(&document.types);
    let is_paged = |operation: &OperationEntry| {
        let mut contents = operation.returned();
        operation.paging.is_some() || contents.any(|content| content.expr.page().is_some())
    };
    let unpaged = document
        .operations
        .iter()
        .filter(|operation| !is_paged(operation));
    let (mutations, others): (Vec<_>, Vec<_>) = unpaged
        .partition(|operation| matches!(operation.route.method, Method::Post | Method::Patch));
    for operation in others {
        if operation.route.method == Method::Get {
            check_list(operation, &types, findings);
        }
    }
    check_mutations(mutations, findings);
}

fn check_list(
    operation: &OperationEntry,
    types: &HashMap<&str, &TypeEntry>,
    findings: &mut Findings<'_>,
) {
    let is_list_by_name = operation.name.value.starts_with("list_");
    let returns_list = operation
        .returned()
        .any(|content| match &content.expr.kind {
            ContentExprKind::Json(ty) => match is_list(ty, types) {
                Some(is_list) => is_list,
                None => is_list_by_name && has_list(ty, types),
            },
            ContentExprKind::None
            | ContentExprKind::Page { .. }
            | ContentExprKind::Form(_)
            | ContentExprKind::Multipart(_)
            | ContentExprKind::Text
            | ContentExprKind::Binary
            | ContentExprKind::Lines(_)
            | ContentExprKind::Events(_) => false,
        });
    if returns_list {
        let name = &operation.name;
        let message = format!("`{}` returns a list of any length", name.value);
        let help = findings.say(
            "declare a pager and return a page of it, such as `page<Book>`; or limit the list, with an alias that has `max_items`",
            "add the parameters and the fields of pages, or `maxItems`",
        );
        let allowed = findings.allowed(operation);
        findings.add(Lint::ListWithoutPages, allowed, message, name.span, help);
    }
}

/// Whether a type is a list of any length; `None` if it is not a list at all.
fn is_list(ty: &TypeExpr, types: &HashMap<&str, &TypeEntry>) -> Option<bool> {
    let (mut ty, mut is_limited) = (ty, false);
    let mut seen = HashSet::default();
    loop {
        is_limited |= ty
            .constraints
            .as_ref()
            .is_some_and(|constraints| constraints.max_items.is_some());
        match &ty.kind {
            TypeExprKind::List(_) => return Some(!is_limited),
            TypeExprKind::Named(name) => match types.get(name.as_str()).map(|entry| &entry.kind) {
                Some(TypeEntryKind::Alias {
                    target,
                    constraints,
                }) if seen.insert(name) => {
                    is_limited |= constraints.max_items.is_some();
                    ty = target;
                }
                Some(_) | None => return None,
            },
            TypeExprKind::Scalar(_) | TypeExprKind::Map(_) => return None,
        }
    }
}

/// Whether a type is an object with a list of other named types, or an alias of one.
fn has_list(ty: &TypeExpr, types: &HashMap<&str, &TypeEntry>) -> bool {
    let mut ty = ty;
    let mut seen = HashSet::default();
    let fields = loop {
        let TypeExprKind::Named(name) = &ty.kind else {
            return false;
        };
        match types.get(name.as_str()).map(|entry| &entry.kind) {
            Some(TypeEntryKind::Object { fields, .. }) => break fields,
            Some(TypeEntryKind::Alias { target, .. }) if seen.insert(name) => ty = target,
            Some(_) | None => return false,
        }
    };
    fields.iter().any(|field| {
        let is_of_types = field.ty.named().is_some();
        let is_limited = field.constraints.max_items.is_some();
        is_of_types && !is_limited && is_list(&field.ty, types) == Some(true)
    })
}

fn check_mutations<'d>(operations: Vec<&'d OperationEntry>, findings: &mut Findings<'d>) {
    let api = &findings.document.api;
    let lacking = Lacking {
        lint: Lint::MutationWithoutIdempotency,
        operations,
        span: api.name.span,
        allowed: api.notes.allow,
        of_all: "clients can retry none of the `POST` and `PATCH` operations safely".to_owned(),
        of_one: "may be performed twice if a client retries it".to_owned(),
        help: findings.say(
            "add `idempotency: Idempotency-Key`, or decide: `idempotent: true` if a repetition has no further effect, `idempotent: false` if clients should not retry",
            "add a header `Idempotency-Key` to the parameters",
        ),
    };
    findings.add_lacking(lacking, |findings, operation| {
        let mut parts = findings.parts(operation);
        let has_key =
            operation.idempotency.is_some() || parts.any(|part| part.idempotency.is_some());
        let parts = findings.parts(operation);
        let mut headers = parts
            .flat_map(|part| &part.headers)
            .chain(&operation.headers);
        // The header of a key that the application handles itself.
        let has_header =
            headers.any(|header| header.name.value.to_ascii_lowercase().contains("idempoten"));
        // `idempotent: false` is a decision too.
        !has_key && !has_header && operation.idempotent.is_none()
    });
}
