//! The key `pages` of operations: how the client pages a list whose responses are of any type.

use super::context::Context;
use super::headers;
use super::pagers::{POSITIONS, check_relation, second_position};
use super::scope::{Scope, is_single_value};
use crate::api::{JsonKind, PositionPlace, Scalar};
use crate::diagnostic::{Cause, Code, Diagnostic, Diagnostics};
use crate::document::{
    ContentExprKind, FieldEntry, FieldPath, OperationEntry, PagingEntry, PagingNext,
    PagingPosition, Position, TypeEntryKind, TypeExpr, TypeExprKind, type_at,
};
use crate::source::Spanned;

const WRONG_POSITION: Code = Code("E0743");
const NO_PARAMETER: Code = Code("E0744");
const NO_FIELD: Code = Code("E0745");
const NO_PAGE: Code = Code("E0746");
const WRONG_NEXT: Code = Code("E0747");
const PAGES_WITHOUT_EFFECT: Code = Code("E0748");

pub(super) fn check(operation: &OperationEntry, context: &mut Context<'_, '_>) {
    let Some(paging) = &operation.paging else {
        return;
    };
    let first = context.diagnostics.len();
    check_paging(operation, paging, context);
    context.diagnostics.set_cause(first, Cause::Pages);
}

fn check_paging(operation: &OperationEntry, paging: &PagingEntry, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    check_position(paging, context.diagnostics);
    check_next(paging, context.diagnostics);
    check_counts(paging, context.diagnostics);
    for position in &paging.positions {
        check_parameter(operation, position, context);
    }
    let Some(body) = body(operation, paging, context.diagnostics) else {
        return;
    };
    if !scope.is_complete(body) {
        return;
    }
    let find = |name: &str| scope.get(name);
    let item = match type_at(body, &paging.items, &find).map(|ty| (ty, &ty.kind)) {
        Some((_, TypeExprKind::List(item))) if !item.nullable => Some(item),
        other => {
            report_items(paging, other.map(|(ty, _)| ty), context.diagnostics);
            None
        }
    };
    let is_integer =
        |ty: &TypeExpr| is_scalar(ty, |scalar| matches!(scalar, Scalar::Integer(_)), scope);
    let is_boolean =
        |ty: &TypeExpr| is_scalar(ty, |scalar| matches!(scalar, Scalar::Boolean), scope);
    let is_position = |ty: &TypeExpr| is_single_value(ty, scope);
    let mut check = |path: &FieldPath, wanted, is_wanted: &dyn Fn(&TypeExpr) -> bool| {
        let Some(name) = path.last() else { return };
        if !type_at(body, path, &find).is_some_and(is_wanted) {
            context.report(no_field(name, path, wanted));
        }
    };
    for (key, path) in counts(paging) {
        if why_without_effect(key, paging).is_none() {
            check(path, "an integer", &is_integer);
        }
    }
    check(&paging.more, "`true` or `false`", &is_boolean);
    match &paging.next {
        Some(PagingNext::Field(path) | PagingNext::Url(path)) => {
            check(path, "a single value", &is_position);
        }
        Some(PagingNext::Item(name)) => {
            let found = item.and_then(|item| type_at(item, std::slice::from_ref(name), &find));
            if item.is_some() && !found.is_some_and(is_position) {
                let message = format!(
                    "the items have no field `{}` with a single value",
                    name.value
                );
                let help = "name the field of an item with its position";
                context.report(Diagnostic::error(NO_FIELD, message, name.span).help(help));
            }
        }
        Some(PagingNext::Header(name)) => headers::check_own(name, context.diagnostics),
        Some(PagingNext::Link(_)) | None => {}
    }
}

/// A list has one position, or none if a URL leads to the next page.
fn check_position(paging: &PagingEntry, diagnostics: &mut Diagnostics) {
    let is_url = matches!(paging.next, Some(PagingNext::Url(_) | PagingNext::Link(_)));
    let diagnostic = match paging.positions.as_slice() {
        [_] => None,
        [] if is_url => None,
        [] => Some(
            Diagnostic::error(WRONG_POSITION, "`pages` has no position", paging.key).help(format!(
                "name what says in a request where a page begins: {POSITIONS}"
            )),
        ),
        [first, second, ..] => {
            let (first, second) = (&first.kind, &second.kind);
            Some(second_position("a list", WRONG_POSITION, first, second))
        }
    };
    diagnostics.extend(diagnostic);
    let is_told = paging.next.is_some();
    let counts = |position: &PagingPosition| position.kind.value != Position::Cursor && !is_told;
    if let Some(first) = &paging.first
        && !paging.positions.iter().any(counts)
    {
        let message = "`first` is the number of the first page or item";
        let diagnostic = Diagnostic::error(WRONG_POSITION, message, first.span);
        diagnostics.push(
            diagnostic.help("remove it: only `offset` and `page_number` without `next` count"),
        );
    }
}

/// A cursor comes from the page before. Numbers are counted, or come from a URL.
fn check_next(paging: &PagingEntry, diagnostics: &mut Diagnostics) {
    if let Some(PagingNext::Link(relation)) = &paging.next {
        check_relation(relation, WRONG_NEXT, diagnostics);
    }
    let [position] = paging.positions.as_slice() else {
        return;
    };
    let source = match &paging.next {
        Some(PagingNext::Field(path)) => path.last(),
        Some(PagingNext::Item(name) | PagingNext::Header(name)) => Some(name),
        Some(PagingNext::Url(_) | PagingNext::Link(_)) | None => None,
    };
    let diagnostic = match (position.kind.value, source) {
        (Position::Offset | Position::PageNumber, Some(source)) => {
            let message = format!(
                "`next` belongs to `cursor`; this list has `{}`",
                position.kind.value.key()
            );
            Diagnostic::error(WRONG_NEXT, message, source.span)
                .note("the client counts items or pages to find the next one")
                .help("remove `next`, or name the parameter as `cursor`")
        }
        (Position::Cursor, None) if paging.next.is_none() => Diagnostic::error(
            WRONG_NEXT,
            "a list with a `cursor` needs `next`",
            position.kind.span,
        )
        .help(
            "name the field with the next cursor: `next: next_cursor`, or the field of the last \
             item: `next: { item: id }`",
        ),
        (Position::Offset | Position::PageNumber | Position::Cursor, _) => return,
    };
    diagnostics.push(diagnostic);
}

/// Only a client that counts needs to know how many items or pages there are.
fn check_counts(paging: &PagingEntry, diagnostics: &mut Diagnostics) {
    for (key, path) in counts(paging) {
        let why = why_without_effect(key, paging);
        if let Some((name, (why, help))) = path.last().zip(why) {
            let message = format!("`{key}` has no effect: {why}");
            let help = format!("remove `{key}`{help}");
            let diagnostic = Diagnostic::error(PAGES_WITHOUT_EFFECT, message, name.span);
            diagnostics.push(diagnostic.because(Cause::CountWithoutEffect).help(help));
        }
    }
}

fn counts(paging: &PagingEntry) -> [(&'static str, &FieldPath); 2] {
    [("total", &paging.total), ("pages", &paging.pages)]
}

/// Why one of these keys has no effect, and what else helps. `None` if it has one, or something else is wrong.
fn why_without_effect(key: &str, paging: &PagingEntry) -> Option<(&'static str, &'static str)> {
    let position = paging.positions.first().map(|position| position.kind.value);
    match (&paging.next, position) {
        (Some(PagingNext::Url(_) | PagingNext::Link(_)), _) | (Some(_), Some(Position::Cursor)) => {
            Some(("`next` says whether there are more pages", ""))
        }
        (None, Some(Position::Offset)) if key == "pages" => Some((
            "with `offset`, the client counts items",
            ", or name the field that counts all items as `total`",
        )),
        (Some(_) | None, Some(_) | None) => None,
    }
}

/// The position is a query parameter or a header of the operation, or a field of its body.
fn check_parameter(
    operation: &OperationEntry,
    position: &PagingPosition,
    context: &mut Context<'_, '_>,
) {
    let scope = context.scope;
    let Some(found) = parameter(operation, position, scope) else {
        if position.place == PositionPlace::Body && !scope.has_complete_body(operation) {
            return;
        }
        context.report(no_parameter(position));
        return;
    };
    let is_text = |ty: &TypeExpr| !is_scalar(ty, |scalar| scalar.json() != JsonKind::String, scope);
    let is_single = is_single_value(&found.ty, scope);
    let (wanted, fits) = match position.kind.value {
        // The client sets the cursor as text.
        Position::Cursor if position.place == PositionPlace::Body => {
            ("text", is_single && is_text(&found.ty))
        }
        Position::Cursor => ("a single value", is_single && found.style.style.is_none()),
        Position::Offset | Position::PageNumber => {
            let is_integer = |scalar| matches!(scalar, Scalar::Integer(_));
            ("an integer", is_scalar(&found.ty, is_integer, scope))
        }
    };
    if fits {
        return;
    }
    let shown = &position.parameter.value;
    let message = match position.place {
        PositionPlace::Query => format!("the parameter `{shown}` is not {wanted}"),
        PositionPlace::Header => format!("the header `{shown}` is not {wanted}"),
        PositionPlace::Body => format!("the field `{shown}` of the body is not {wanted}"),
    };
    let diagnostic = Diagnostic::error(NO_PARAMETER, message, position.parameter.span);
    context.report(match (&found.style.style, position.kind.value) {
        (Some(style), Position::Cursor) => diagnostic
            .also(style.span, "its style")
            .help("name another one, or remove `style`"),
        (Some(_) | None, _) => diagnostic
            .also(found.ty.span, "its type")
            .help("name another one, or change its type"),
    });
}

/// The parameter or the field with a position.
fn parameter<'d>(
    operation: &'d OperationEntry,
    position: &PagingPosition,
    scope: &Scope<'d>,
) -> Option<&'d FieldEntry> {
    let name = &position.parameter.value;
    let is_same = |field: &&FieldEntry| match position.place {
        PositionPlace::Header => field.name.value.eq_ignore_ascii_case(name),
        PositionPlace::Query | PositionPlace::Body => field.name.value == *name,
    };
    let fields = match position.place {
        PositionPlace::Query => operation.query.as_slice(),
        PositionPlace::Header => operation.headers.as_slice(),
        PositionPlace::Body => body_fields(operation, scope),
    };
    let mut fields = fields.iter();
    fields.find(|field| is_same(field) && field.constant.is_none())
}

fn no_parameter(position: &PagingPosition) -> Diagnostic {
    let name = &position.parameter;
    let (what, help) = match position.place {
        PositionPlace::Query => (
            "query parameter",
            "name a parameter in `query` of this operation",
        ),
        PositionPlace::Header => ("header", "name a header in `headers` of this operation"),
        PositionPlace::Body => (
            "body with a field",
            "name a field of the body, which is an object in JSON without an envelope",
        ),
    };
    let message = format!("the operation has no {what} `{}`", name.value);
    Diagnostic::error(NO_PARAMETER, message, name.span).help(help)
}

/// The fields of the body of a request, if it is an object in JSON.
fn body_fields<'d>(operation: &'d OperationEntry, scope: &Scope<'d>) -> &'d [FieldEntry] {
    let content = operation.body.as_ref().filter(|body| body.choice.is_none());
    let content = content
        .map(|body| &body.content)
        .filter(|content| content.envelope.is_none() && !content.is_xml());
    let Some(ContentExprKind::Json(ty)) = content.map(|content| &content.expr.kind) else {
        return &[];
    };
    scope.object(ty).unwrap_or_default()
}

/// The type of the body of the response, which has one content: JSON.
fn body<'d>(
    operation: &'d OperationEntry,
    paging: &PagingEntry,
    diagnostics: &mut Diagnostics,
) -> Option<&'d TypeExpr> {
    let mut contents = operation.returned().map(|content| &content.expr.kind);
    let only = (contents.next(), contents.next());
    let why = match only {
        (Some(ContentExprKind::Json(ty)), None) => return Some(ty),
        (Some(ContentExprKind::Page { .. }), _) => "the pager of the response says how it is paged",
        (Some(_), Some(_)) => "the response has several contents",
        (None | Some(_), _) => "the response is not JSON",
    };
    let diagnostic = Diagnostic::error(NO_PAGE, "`pages` needs a response in JSON", paging.key);
    diagnostics.push(diagnostic.note(why).help("remove `pages`"));
    None
}

/// Reports that there is no list of items.
fn report_items(paging: &PagingEntry, found: Option<&TypeExpr>, diagnostics: &mut Diagnostics) {
    let diagnostic = match (paging.items.last(), found) {
        (Some(name), Some(ty)) if matches!(ty.kind, TypeExprKind::List(_)) => {
            let message = format!("the items in `{}` may be null", shown(&paging.items));
            Diagnostic::error(NO_FIELD, message, name.span)
                .help("remove the `?` of the items, or `pages`")
        }
        (Some(name), _) => no_field(name, &paging.items, "a list"),
        (None, _) => {
            let message = "the response is not a list";
            Diagnostic::error(NO_FIELD, message, paging.key)
                .help("name the field with the items: `items: data`, or `items: [data, items]`")
        }
    };
    diagnostics.push(diagnostic);
}

fn no_field(name: &Spanned<String>, path: &FieldPath, wanted: &str) -> Diagnostic {
    let message = format!("the response has no field `{}` with {wanted}", shown(path));
    Diagnostic::error(NO_FIELD, message, name.span)
        .help("name a field of the response, or list the fields that lead to it: `[meta, next]`")
}

fn shown(path: &FieldPath) -> String {
    let names: Vec<&str> = path.iter().map(|name| name.value.as_str()).collect();
    names.join(".")
}

/// Whether the values of a type are scalars of a kind.
fn is_scalar(ty: &TypeExpr, is_kind: impl Fn(Scalar) -> bool, scope: &Scope<'_>) -> bool {
    match &ty.kind {
        TypeExprKind::Scalar(scalar) => is_kind(*scalar),
        TypeExprKind::Named(_) => match scope.kind(ty) {
            Some(
                TypeEntryKind::Newtype { inner: ty, .. } | TypeEntryKind::Alias { target: ty, .. },
            ) => matches!(&ty.kind, TypeExprKind::Scalar(scalar) if is_kind(*scalar)),
            Some(
                TypeEntryKind::Object { .. }
                | TypeEntryKind::Tuple(_)
                | TypeEntryKind::Enum { .. }
                | TypeEntryKind::Union(_),
            )
            | None => false,
        },
        TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    }
}
