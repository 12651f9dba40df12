//! Responses: their content, their status, and the order of their pages.

use super::Scope;
use super::references::undeclared;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::spec::{
    Document, OperationEntry, OrderEntry, PaginationSection, TypeEntryKind, TypeExpr, TypeExprKind,
};

const NO_PAGINATION: Code = Code("E0511");
const PAGE_AND_RETURNS: Code = Code("E0512");
const PAGE_OF_NO_OBJECT: Code = Code("E0513");
const ORDER_WITHOUT_PAGE: Code = Code("E0514");
const UNKNOWN_ORDER: Code = Code("E0515");
const SUCCESS_STATUS: Code = Code("E0518");
const PAGE_PARAMETER_TAKEN: Code = Code("E0519");

pub(super) fn check(
    operation: &OperationEntry,
    document: &Document,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    if let Some(returns) = &operation.returns {
        scope.resolve(&returns.ty, diagnostics);
    }
    if let Some(page) = &operation.page {
        check_page(operation, page, document, scope, diagnostics);
    }
    if let Some(order) = &operation.order {
        check_order(order, operation, scope, diagnostics);
    }
    let Some(status) = &operation.status else {
        return;
    };
    let empty = operation.returns.is_none() && operation.page.is_none();
    let help = match (status.value, empty) {
        // RFC 9110, sections 15.3.5 and 15.3.6.
        (204 | 205, false) => format!(
            "a response with the status {} has no content: remove `{}`, or use another status",
            status.value,
            if operation.page.is_some() {
                "page"
            } else {
                "returns"
            }
        ),
        (200..=299, _) => return,
        _ => "the status of a success is from 200 to 299; list errors under `errors`".to_owned(),
    };
    let message = format!(
        "{} cannot be the status of this successful response",
        status.value
    );
    diagnostics.push(Diagnostic::error(SUCCESS_STATUS, message, status.span).help(help));
}

fn check_page(
    operation: &OperationEntry,
    page: &TypeExpr,
    document: &Document,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    scope.resolve(page, diagnostics);
    if !is_object(page, scope) {
        let message = "the items of a page must be objects";
        diagnostics.push(
            Diagnostic::error(PAGE_OF_NO_OBJECT, message, page.span)
                .help("write the name of an object declared under `types`"),
        );
    }
    if let Some(returns) = &operation.returns {
        let diagnostic = Diagnostic::error(
            PAGE_AND_RETURNS,
            "an operation has `page` or `returns`, not both",
            page.span,
        );
        diagnostics.push(
            diagnostic
                .also(returns.ty.span, "this is `returns`")
                .help("remove `returns` if the response is a page, and `page` otherwise"),
        );
    }
    let Some(pagination) = &document.pagination else {
        let diagnostic =
            Diagnostic::error(NO_PAGINATION, "the document has no `pagination`", page.span)
                .help("describe pages in a section `pagination`");
        diagnostics.push(diagnostic);
        return;
    };
    check_page_parameters(operation, pagination, diagnostics);
}

fn is_object(page: &TypeExpr, scope: &Scope<'_>) -> bool {
    match &page.kind {
        TypeExprKind::Named(name) => {
            // An undeclared name has its own error.
            let kind = scope.get(name).map(|entry| &entry.kind);
            !page.nullable && matches!(kind, Some(TypeEntryKind::Object { .. }) | None)
        }
        TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    }
}

fn check_page_parameters(
    operation: &OperationEntry,
    pagination: &PaginationSection,
    diagnostics: &mut Diagnostics,
) {
    for parameter in [&pagination.offset.parameter, &pagination.limit.parameter] {
        if let Some(own) = operation
            .query
            .iter()
            .find(|own| own.name.value == parameter.value)
        {
            let message = format!("`{}` is already a parameter of every page", own.name.value);
            let diagnostic = Diagnostic::error(PAGE_PARAMETER_TAKEN, message, own.name.span);
            diagnostics.push(
                diagnostic
                    .also(parameter.span, "declared here")
                    .help("remove the parameter"),
            );
        }
    }
}

fn check_order(
    order: &OrderEntry,
    operation: &OperationEntry,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let Some(page) = &operation.page else {
        let diagnostic = Diagnostic::error(
            ORDER_WITHOUT_PAGE,
            "only operations with `page` have an `order`",
            order.by.span,
        );
        diagnostics.push(diagnostic);
        return;
    };
    let Some(TypeEntryKind::Object { fields, .. }) = scope.target(page).map(|entry| &entry.kind)
    else {
        return;
    };
    if !fields
        .iter()
        .any(|field| field.name.value == order.by.value)
    {
        let known = fields.iter().map(|field| field.name.value.as_str());
        diagnostics.push(undeclared(
            UNKNOWN_ORDER,
            "field",
            "fields",
            &order.by,
            known,
        ));
    }
}
