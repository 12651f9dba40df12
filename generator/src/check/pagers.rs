//! The section `pagers`, and the operations that return pages.

use super::context::Context;
use super::errors::distinct;
use super::scope::{ParameterValues, Scope, is_parameter_type};
use super::{fields, headers, names};
use crate::api::Scalar;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    BodyEntry, ContentExprKind, FieldEntry, NextEntry, OperationEntry, PageFieldEntry,
    PageParameterEntry, PageRole, PagerEntry, Position, TypeExpr, TypeExprKind,
};
use crate::source::Spanned;

const PAGE_PARAMETER_TAKEN: Code = Code("E0519");
const WRONG_PAGE_BOUNDS: Code = Code("E0605");
const WRONG_POSITION: Code = Code("E0660");
const WRONG_NEXT: Code = Code("E0661");
const WRONG_PAGE_TYPE: Code = Code("E0662");
const NO_NEXT_ITEM: Code = Code("E0663");
const MANY_PAGE_FIELDS: Code = Code("E0664");
const POSITION_IN_BODY: Code = Code("E0741");
const NO_FIELD_OF_BODY: Code = Code("E0742");
const NEXT_HEADER_TAKEN: Code = Code("E0721");

/// The greatest number of fields of a page: as many as a tuple of the runtime has items.
const MAX_FIELDS: usize = 16;

pub(super) fn check(pager: &PagerEntry, context: &mut Context<'_, '_>) {
    check_position(pager, context.diagnostics);
    check_next(pager, context.diagnostics);
    check_names(pager, context.diagnostics);
    for position in &pager.positions {
        match position.kind.value {
            Position::Offset | Position::PageNumber => {
                check_page_parameter(&position.parameter, 0, context.diagnostics);
            }
            Position::Cursor => check_cursor_type(&position.parameter, context.diagnostics),
        }
    }
    if let Some(limit) = &pager.limit {
        check_page_parameter(limit, 1, context.diagnostics);
    }
    for field in &pager.fields {
        check_type_of_field(field, context.diagnostics);
        fields::check(field, context);
    }
}

/// The keys of positions.
pub(super) const POSITIONS: &str = "`offset`, `page_number` or `cursor`";

/// The error of a second position. `what` has one.
pub(super) fn second_position(
    what: &str,
    code: Code,
    first: &Spanned<Position>,
    second: &Spanned<Position>,
) -> Diagnostic {
    let (one, other) = (first.value.key(), second.value.key());
    let message = format!("{what} has one position, not `{one}` and `{other}`");
    Diagnostic::error(code, message, second.span)
        .also(first.span, "one of the two is enough")
        .help(format!("remove one of {POSITIONS}"))
}

/// Reports a relation of a link that does not lead to the next page.
pub(super) fn check_relation(
    relation: &Spanned<String>,
    code: Code,
    diagnostics: &mut Diagnostics,
) {
    if relation.value != "next" {
        let message = format!("`{}` is not the relation of the next page", relation.value);
        let diagnostic = Diagnostic::error(code, message, relation.span);
        diagnostics.push(diagnostic.write("next"));
    }
}

/// A pager has one position.
fn check_position(pager: &PagerEntry, diagnostics: &mut Diagnostics) {
    let diagnostic = match pager.positions.as_slice() {
        [_] => return,
        [] => {
            let message = format!("the pager `{}` has no position", pager.name.value);
            Diagnostic::error(WRONG_POSITION, message, pager.name.span)
                .help(format!("say what tells where a page begins: {POSITIONS}"))
        }
        [first, second, ..] => {
            second_position("a pager", WRONG_POSITION, &first.kind, &second.kind)
        }
    };
    diagnostics.push(diagnostic);
}

/// The next page comes from what its position allows. A page whose body is the list names it in a header.
fn check_next(pager: &PagerEntry, diagnostics: &mut Diagnostics) {
    let [position] = pager.positions.as_slice() else {
        return;
    };
    match &pager.next {
        Some(NextEntry::Url(_) | NextEntry::Header(_) | NextEntry::Link(_))
            if position.parameter.in_body =>
        {
            diagnostics.push(position_in_body(&position.parameter.parameter));
        }
        Some(NextEntry::Url(_)) => {}
        Some(NextEntry::Header(name)) => {
            headers::check_own(name, diagnostics);
            check_list(pager, name, diagnostics);
        }
        Some(NextEntry::Link(relation)) => {
            check_relation(relation, WRONG_NEXT, diagnostics);
            check_list(pager, relation, diagnostics);
        }
        Some(NextEntry::Field(_) | NextEntry::Item(_)) | None => {
            diagnostics.extend(next_error(pager, &position.kind));
        }
    }
}

fn position_in_body(parameter: &Spanned<String>) -> Diagnostic {
    let message = "a position in a body comes from a field of the page before it";
    Diagnostic::error(POSITION_IN_BODY, message, parameter.span)
        .note("a next page named by a header or a URL is requested with a query parameter")
        .help(
            "write `{ parameter: … }`, or name the field with the next cursor: `next: next_cursor`",
        )
}

/// The error of a pager whose next page is named neither by a header nor by a URL.
fn next_error(pager: &PagerEntry, position: &Spanned<Position>) -> Option<Diagnostic> {
    match (position.value, &pager.next) {
        (Position::Cursor, None) => {
            let message = "a pager with a `cursor` needs `next`";
            let diagnostic = Diagnostic::error(WRONG_NEXT, message, position.span);
            Some(diagnostic.help(
                "name the field of a page with the next cursor: `next: next_cursor`, \
                 or the field of its last item: `next: { item: id }`",
            ))
        }
        (Position::Offset | Position::PageNumber, Some(next)) => {
            let message = format!(
                "`next` belongs to `cursor`; this pager has `{}`",
                position.value.key()
            );
            Some(
                Diagnostic::error(WRONG_NEXT, message, next.span())
                    .note("the client counts items or pages to find the next one")
                    .help("remove `next`, and describe the field in `fields` if there is one"),
            )
        }
        (Position::Cursor, Some(_)) | (Position::Offset | Position::PageNumber, None) => {
            pager.items.is_none().then(|| {
                let message = "a pager needs `items`, or `next` in a header";
                Diagnostic::error(WRONG_NEXT, message, pager.name.span)
                    .note("a page whose body is the list names the next one in a header")
                    .help(
                        "name the field with the list, `items: items`, or write `next: { link: next }`",
                    )
            })
        }
    }
}

/// A page whose body is the list has no fields.
fn check_list(pager: &PagerEntry, next: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let roles = [&pager.total, &pager.pages, &pager.more];
    let with_roles = roles.into_iter().flatten().map(|field| &field.name);
    let further = pager.fields.iter().map(|field| &field.name);
    for field in pager.items.iter().chain(with_roles).chain(further) {
        let message = format!(
            "the body of this page is the list, without the field `{}`",
            field.value
        );
        let diagnostic = Diagnostic::error(WRONG_NEXT, message, field.span);
        diagnostics.push(
            diagnostic
                .also(
                    next.span,
                    "only pages without fields name the next one in a header",
                )
                .help("remove the field, or `next`"),
        );
    }
}

/// The names of parameters and fields differ from each other.
fn check_names(pager: &PagerEntry, diagnostics: &mut Diagnostics) {
    let parameters = pager.parameters().map(|parameter| &parameter.parameter);
    distinct(&parameters.collect::<Vec<_>>(), diagnostics);
    let in_body = pager.in_body().map(|(_, parameter)| &parameter.parameter);
    distinct(&in_body.collect::<Vec<_>>(), diagnostics);
    let next = match &pager.next {
        Some(NextEntry::Field(field) | NextEntry::Url(field)) => Some(field),
        Some(NextEntry::Item(_) | NextEntry::Header(_) | NextEntry::Link(_)) | None => None,
    };
    let roles = [&pager.total, &pager.pages, &pager.more];
    let with_roles = roles.into_iter().flatten().chain(next);
    let with_roles = with_roles.map(|PageFieldEntry { name, .. }| name);
    let further = pager.fields.iter().map(|field| &field.name);
    let names: Vec<&Spanned<String>> = pager
        .items
        .iter()
        .chain(with_roles)
        .chain(further)
        .collect();
    distinct(&names, diagnostics);
    names::rust::check_object(&pager.fields, diagnostics);
    let constants = pager.fields.iter().filter(|field| field.constant.is_some());
    if names.len() - constants.count() > MAX_FIELDS {
        let message = format!("a page has at most {MAX_FIELDS} fields");
        let diagnostic = Diagnostic::error(MANY_PAGE_FIELDS, message, pager.name.span);
        diagnostics.push(diagnostic.help("return an object with a list instead"));
    }
}

fn check_cursor_type(cursor: &PageParameterEntry, diagnostics: &mut Diagnostics) {
    let Some(ty) = &cursor.ty else { return };
    let is_cursor = match &ty.kind {
        TypeExprKind::Scalar(
            Scalar::String | Scalar::Integer(_) | Scalar::Uuid | Scalar::Timestamp,
        ) => !ty.nullable,
        TypeExprKind::Scalar(_)
        | TypeExprKind::Named(_)
        | TypeExprKind::List(_)
        | TypeExprKind::Map(_) => false,
    };
    if !is_cursor {
        let message = format!(
            "the cursor `{}` cannot have this type",
            cursor.parameter.value
        );
        let help = "use `string`, an integer type, `uuid` or `timestamp`";
        diagnostics.push(Diagnostic::error(WRONG_PAGE_TYPE, message, ty.span).help(help));
    }
}

/// A page is not a part of the API's types, so its fields are single values without named types.
fn check_type_of_field(field: &FieldEntry, diagnostics: &mut Diagnostics) {
    if !matches!(field.ty.kind, TypeExprKind::Scalar(_)) {
        let message = format!(
            "the field `{}` of a page must be a scalar",
            field.name.value
        );
        let diagnostic = Diagnostic::error(WRONG_PAGE_TYPE, message, field.ty.span);
        diagnostics.push(diagnostic.help(
            "use a scalar, such as `string` or `integer`, or a constant; for a page with other \
             fields, return an object with a list",
        ));
    }
}

/// An operation that returns pages: its own parameters, and the items if they have the next position.
pub(super) fn check_use(
    operation: &OperationEntry,
    pager: &PagerEntry,
    item: &TypeExpr,
    context: &mut Context<'_, '_>,
) {
    let scope = context.scope;
    for PageParameterEntry { parameter, .. } in pager.parameters() {
        if let Some(own) = FieldEntry::find(&operation.query, &parameter.value) {
            let message = format!("`{}` is already a parameter of every page", own.name.value);
            let diagnostic = Diagnostic::error(PAGE_PARAMETER_TAKEN, message, own.name.span);
            context.report(
                diagnostic
                    .also(parameter.span, "declared here")
                    .help("remove the parameter"),
            );
        }
    }
    let has_complete_body = scope.has_complete_body(operation);
    for (role, parameter) in pager.in_body().filter(|_| has_complete_body) {
        context
            .diagnostics
            .extend(body_error(operation, parameter, role, scope));
    }
    match &pager.next {
        Some(NextEntry::Item(name)) => check_next_item(name, item, context),
        Some(NextEntry::Link(next)) => {
            check_next_header("Link", next, operation, context.diagnostics)
        }
        Some(NextEntry::Header(next)) => {
            check_next_header(&next.value, next, operation, context.diagnostics);
        }
        Some(NextEntry::Field(_) | NextEntry::Url(_)) | None => {}
    }
}

/// The router writes the header that says where the next page begins.
fn check_next_header(
    name: &str,
    next: &Spanned<String>,
    operation: &OperationEntry,
    diagnostics: &mut Diagnostics,
) {
    let mut headers = operation
        .responses
        .iter()
        .flat_map(|response| &response.headers);
    if let Some(own) = headers.find(|own| own.name.value.eq_ignore_ascii_case(name)) {
        let message = format!(
            "the header `{}` says where the next page begins",
            own.name.value
        );
        diagnostics.push(
            Diagnostic::error(NEXT_HEADER_TAKEN, message, own.name.span)
                .also(next.span, "declared here")
                .help("remove the header: the router writes it"),
        );
    }
}

/// The items have the field with the next position.
fn check_next_item(name: &Spanned<String>, item: &TypeExpr, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    if !scope.is_complete(item) {
        return;
    }
    let fields = scope.object(item).unwrap_or_default();
    let is_position = FieldEntry::find(fields, &name.value).is_some_and(|field| {
        !field.optional && is_parameter_type(&field.ty, ParameterValues::Single, scope)
    });
    if !is_position {
        let message = format!(
            "the items have no required field `{}` with a single value",
            name.value
        );
        let diagnostic = Diagnostic::error(NO_NEXT_ITEM, message, item.span);
        context.report(
            diagnostic
                .also(
                    name.span,
                    "the position of the next page is this field of the last item",
                )
                .help("add the field to the type of the items, or use another pager"),
        );
    }
}

/// The error of an operation whose body does not have the field with the position or the limit.
fn body_error(
    operation: &OperationEntry,
    parameter: &PageParameterEntry,
    role: PageRole,
    scope: &Scope<'_>,
) -> Option<Diagnostic> {
    let name = &parameter.parameter;
    let body = operation.body.as_deref().and_then(BodyEntry::only);
    let json = body.and_then(|content| match (&content.expr.kind, &content.envelope) {
        (ContentExprKind::Json(ty), None) => Some(ty),
        _ => None,
    });
    let fields = json.and_then(|ty| scope.object(ty)).unwrap_or_default();
    let field = FieldEntry::find(fields, &name.value);
    let (wanted, example) = match role {
        PageRole::Position(Position::Cursor) => ("text", "string"),
        PageRole::Position(Position::Offset | Position::PageNumber) | PageRole::Limit => {
            ("an integer", "integer")
        }
    };
    let is_cursor = role == PageRole::Position(Position::Cursor);
    let fits = field.is_some_and(|field| match &field.ty.kind {
        TypeExprKind::Scalar(Scalar::String | Scalar::Uuid | Scalar::Timestamp) => is_cursor,
        TypeExprKind::Scalar(Scalar::Integer(_)) => !is_cursor,
        _ => false,
    });
    if fits {
        return None;
    }
    let (message, span) = match (field, body) {
        (Some(field), _) => (
            format!("the field `{}` of a page must be {wanted}", name.value),
            field.ty.span,
        ),
        (None, Some(content)) => (
            format!(
                "the body is not a JSON object with the field `{}`",
                name.value
            ),
            content.expr.span,
        ),
        (None, None) => (
            format!("the operation has no body with the field `{}`", name.value),
            operation.name.span,
        ),
    };
    Some(
        Diagnostic::error(NO_FIELD_OF_BODY, message, span)
            .also(name.span, "this field of the body selects the page")
            .help(format!(
                "declare it in the object that is the body: `{}?: {example}`",
                name.value
            )),
    )
}

/// `least` is the smallest value that makes sense for the parameter.
fn check_page_parameter(parameter: &PageParameterEntry, least: i64, diagnostics: &mut Diagnostics) {
    let min = parameter.min.as_ref().map_or(least, |min| min.value);
    let max = parameter.max.as_ref().map_or(i64::MAX, |max| max.value);
    let too_small = parameter.min.as_ref().filter(|min| min.value < least);
    let below_min = parameter.max.as_ref().filter(|max| max.value < min);
    let outside = |default: &&Spanned<i64>| !(min..=max).contains(&default.value);
    let outside = parameter.default.as_ref().filter(outside);
    let (key, value, help) = match (too_small, below_min, outside) {
        (Some(min), _, _) => ("min", min, format!("write a `min` of {least} or more")),
        (None, Some(max), _) => ("max", max, format!("write a `max` of {min} or more")),
        (None, None, Some(default)) => {
            let most = match &parameter.max {
                Some(max) => format!("from {min} to {}", max.value),
                None => format!("of {min} or more"),
            };
            ("default", default, format!("write a `default` {most}"))
        }
        (None, None, None) => return,
    };
    let name = &parameter.parameter.value;
    let message = format!("the `{key}` of the page parameter `{name}` is out of range");
    diagnostics.push(Diagnostic::error(WRONG_PAGE_BOUNDS, message, value.span).help(help));
}
