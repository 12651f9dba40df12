//! Responses: their statuses and contents, and the order of their pages.

use super::context::Context;
use super::references::undeclared_field;
use super::{choice, contents, events, headers, names, pagers, styles};
use crate::api::{Method, Status};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    ContentEntry, ContentExprKind, FieldEntry, OperationEntry, OrderEntry, ResponseEntry, TypeExpr,
};
use crate::hash::HashMap;
use crate::naming::{camel, variant_of_status};
use crate::source::Spanned;

const NOT_YET: Code = Code("E0512");
const ORDER_WITHOUT_PAGE: Code = Code("E0514");
const UNKNOWN_ORDER: Code = Code("E0515");
const SUCCESS_STATUS: Code = Code("E0518");
const CONTENT_OF_HEAD: Code = Code("E0521");
const FORM_IN_RESPONSE: Code = Code("E0554");
const NAME_OF_ONE: Code = Code("E0569");
const PAGE_OF_CLASS: Code = Code("E0870");
const CHOICE_OF_CLASS: Code = Code("E0871");

pub(super) fn check<'d>(operation: &'d OperationEntry, context: &mut Context<'_, 'd>) {
    for response in &operation.responses {
        check_status(response, operation, context.diagnostics);
        check_class(response, context.diagnostics);
        headers::check_response(response, operation.route.method, context);
        if let Some(content) = &response.content {
            contents::check(content, context);
            check_form(content, context.diagnostics);
            events::check_operation(content, operation, context.diagnostics);
        }
    }
    choice::check(operation, context);
    check_not_yet(operation, context.diagnostics);
    check_names(operation, context.diagnostics);
    let page = page(operation);
    let pager = page.as_ref();
    let pager = pager.and_then(|(pager, _)| context.scope.pager(pager.value));
    if let (Some(pager), Some((_, item))) = (pager, page.as_ref()) {
        pagers::check_use(operation, pager, item, context);
    }
    names::rust::check_operation(operation, pager, context.diagnostics);
    styles::check_collisions(operation, pager, context);
    if let Some(order) = &operation.order {
        check_order(order, page.map(|(_, item)| item), context);
    }
}

/// The page that an operation returns: the name of its pager, and the type of the items.
pub(super) fn page(operation: &OperationEntry) -> Option<(Spanned<&String>, &TypeExpr)> {
    let contents = operation.responses.iter();
    let mut contents = contents.filter_map(|response| response.content.as_ref());
    contents.find_map(|content| content.expr.page())
}

/// Reports a page beside other responses, because the client could not fetch all pages, and a second event stream.
fn check_not_yet(operation: &OperationEntry, diagnostics: &mut Diagnostics) {
    let is_events = |response: &&ResponseEntry| {
        let content = response.content.as_ref();
        content.is_some_and(|content| matches!(content.expr.kind, ContentExprKind::Events(_)))
    };
    let first = operation.responses.iter().find(is_events);
    for response in &operation.responses {
        let is_page = |content: &ContentEntry| content.expr.page().is_some();
        let mut others = operation.responses.iter();
        let (message, help) = if response.content.as_ref().is_some_and(is_page)
            && others.any(|other| other.status.value != response.status.value)
        {
            let help = "keep one response, split the operation, or return a list: `list<…>`";
            (
                "a page beside other responses cannot be described yet",
                help,
            )
        } else if is_events(&response)
            && first.is_some_and(|first| first.status.value != response.status.value)
        {
            let help = "keep one stream, and put the other into a separate operation";
            ("a second event stream cannot be described yet", help)
        } else {
            continue;
        };
        diagnostics.push(Diagnostic::error(NOT_YET, message, response.status.span).help(help));
    }
}

/// The names of the variants of an operation with several responses.
fn check_names(operation: &OperationEntry, diagnostics: &mut Diagnostics) {
    if let [only] = operation.responses.as_slice() {
        if let Some(name) = &only.rust_name {
            let message = "the only response of an operation has no name";
            let diagnostic = Diagnostic::error(NAME_OF_ONE, message, name.span);
            diagnostics
                .push(diagnostic.help("remove the name: it is for one of several responses"));
        }
        return;
    }
    let mut seen: HashMap<String, &ResponseEntry> = HashMap::default();
    for response in &operation.responses {
        let given = response.rust_name.as_ref();
        if let (Some(name), Some(_)) = (given, &response.choice) {
            let message = "a response with a choice has no name";
            let diagnostic = Diagnostic::error(NAME_OF_ONE, message, name.span);
            diagnostics.push(diagnostic.help("remove the name: its contents have names"));
            continue;
        }
        if let Some(name) = given
            && !names::rules::check_camel("a response", name, diagnostics)
        {
            continue;
        }
        let named = |response: &ResponseEntry| {
            if let Some(choice) = &response.choice {
                let words = format!("the content `{}`", choice.name.value);
                return Spanned::new(words, choice.name.span);
            }
            let span = response
                .rust_name
                .as_ref()
                .map_or(response.status.span, |name| name.span);
            Spanned::new(format!("the response {}", response.status.value), span)
        };
        let rust = match &response.choice {
            Some(choice) => camel(&choice.name.value),
            None => variant_of_status(given.map(|name| name.value.as_str()), response.status.value),
        };
        if let Some(other) = seen.get(&rust) {
            let diagnostic = names::rules::same_name(&rust, &named(response), &named(other));
            diagnostics.push(diagnostic);
        }
        seen.insert(rust, response);
    }
}

fn check_form(content: &ContentEntry, diagnostics: &mut Diagnostics) {
    if let ContentExprKind::Form(_) | ContentExprKind::Multipart(_) = content.expr.kind {
        let message = "a response cannot be a form";
        let diagnostic = Diagnostic::error(FORM_IN_RESPONSE, message, content.expr.span);
        diagnostics
            .push(diagnostic.help("forms are for requests: return the type itself, as JSON"));
    }
}

fn check_status(
    response: &ResponseEntry,
    operation: &OperationEntry,
    diagnostics: &mut Diagnostics,
) {
    let method = operation.route.method;
    let status = &response.status;
    let content = response
        .content
        .as_ref()
        .map(|content| &content.expr)
        .filter(|expr| !matches!(expr.kind, ContentExprKind::None));
    if let (Method::Head, Some(expr)) = (method, content) {
        let message = "the response to a HEAD request has no content";
        let diagnostic = Diagnostic::error(CONTENT_OF_HEAD, message, expr.span);
        diagnostics.push(diagnostic.help("describe the `headers` of the response instead"));
    }
    let help = match (status.value, content) {
        // RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5.
        (Status::Exact(204 | 205 | 304), Some(_)) => format!(
            "a response with the status {} has no content: write `none`, or use another status",
            status.value
        ),
        (Status::Exact(200..=399) | Status::Class(2 | 3), _) => return,
        (Status::Exact(400..), _) | (Status::Class(4 | 5), _) if operation.webhook.is_some() => {
            "remove it: receivers can respond with any error status".to_owned()
        }
        (Status::Exact(400..), _) | (Status::Class(4 | 5), _) => {
            "list the statuses of errors in `errors`".to_owned()
        }
        (Status::Exact(_) | Status::Class(_) | Status::Default, _) => {
            "the status of a success is from 200 to 399".to_owned()
        }
    };
    let message = format!(
        "{} cannot be the status of this successful response",
        status.value
    );
    diagnostics.push(Diagnostic::error(SUCCESS_STATUS, message, status.span).help(help));
}

/// Contents that need an exact status.
fn check_class(response: &ResponseEntry, diagnostics: &mut Diagnostics) {
    let Status::Class(class) = response.status.value else {
        return;
    };
    let help = format!("write the status, such as `{class}00`");
    let content = response.content.as_ref();
    if let Some(content) = content.filter(|content| content.expr.page().is_some()) {
        let message = "a response with a page cannot have a class of statuses such as `2XX`";
        let diagnostic = Diagnostic::error(PAGE_OF_CLASS, message, content.expr.span);
        let note = "a call returns the page itself, which has no status";
        diagnostics.push(diagnostic.note(note).help(help));
    } else if let Some(choice) = &response.choice {
        let message = "a response with a choice cannot have a class of statuses such as `2XX`";
        let diagnostic = Diagnostic::error(CHOICE_OF_CLASS, message, choice.name.span);
        let note = "a call returns the content itself, which has no status";
        diagnostics.push(diagnostic.note(note).help(help));
    }
}

fn check_order(order: &OrderEntry, item: Option<&TypeExpr>, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    let Some(item) = item else {
        let diagnostic = Diagnostic::error(
            ORDER_WITHOUT_PAGE,
            "only operations that return a page have an `order`",
            order.by.span,
        );
        context.report(diagnostic.help("remove `order`, and describe the order in `doc`"));
        return;
    };
    let Some(fields) = scope.object(item) else {
        // An undeclared name has its own error.
        if !scope.is_undeclared(item) {
            let message = format!("`{item}` has no field to order by");
            let diagnostic = Diagnostic::error(UNKNOWN_ORDER, message, order.by.span);
            context.report(diagnostic.help("remove `order`: its field is one of an object"));
        }
        return;
    };
    if FieldEntry::find(fields, &order.by.value).is_none() {
        context.report(undeclared_field(UNKNOWN_ORDER, &order.by, fields));
    }
}
