//! Operations: routes are distinct, parameters match their routes, and references exist.

use super::context::Context;
use super::scope::ParameterValues;
use super::{
    access, choice, conditional, contents, errors, headers, idempotency, names, paging, responses,
    routes, servers, styles,
};
use crate::api::{Location, Method};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    BodyEntry, ContentEntry, ContentExprKind, FieldEntry, OperationEntry, PathSegment,
};
use crate::source::{Span, Spanned};

const UNDECLARED_PARAMETER: Code = Code("E0502");
const STRAY_PARAMETER: Code = Code("E0503");
const REPEATED_PARAMETER: Code = Code("E0504");
const OPTIONAL_PATH_PARAMETER: Code = Code("E0505");
const BODY_NOT_EXPECTED: Code = Code("E0516");
const BODY_TYPE: Code = Code("E0517");
const BODY_SCHEMA: Code = Code("E0618");

pub(super) fn check<'d>(context: &mut Context<'_, 'd>) {
    let document = context.document();
    routes::check(&document.operations, context.diagnostics);
    // Operations have copies of shared parts. A part may be in none.
    for part in &document.shared {
        names::check_fields("path parameter", &part.path, context.diagnostics);
        let path = part.path.iter();
        path.for_each(|parameter| styles::check(parameter, Location::Path, context));
        names::check_fields("query parameter", &part.query, context.diagnostics);
        let query = part.query.iter();
        query.for_each(|parameter| styles::check(parameter, Location::Query, context));
        check_headers(&part.headers, context);
        check_cookies(&part.cookies, context);
        if let Some(key) = &part.idempotency {
            idempotency::check_header(key, context.diagnostics);
        }
        names::check_headers(&part.response_headers, context.diagnostics);
        let headers = part.response_headers.iter();
        headers.for_each(|header| headers::check(header, ParameterValues::SingleOrList, context));
    }
    for (index, operation) in document.operations.iter().enumerate() {
        let first = context.diagnostics.len();
        check_path(operation, context);
        check_parameters(operation, context);
        idempotency::check(operation, context.diagnostics);
        conditional::check(operation, context.diagnostics);
        check_body(operation, context);
        responses::check(operation, context);
        paging::check(operation, context);
        access::check_operation(operation, context);
        servers::check_operation(operation, document, context.diagnostics);
        errors::check_operation(operation, document, context.diagnostics);
        context.diagnostics.set_operation(first, index);
    }
}

/// The parameters that are not in the path.
pub(super) fn check_parameters<'d>(operation: &'d OperationEntry, context: &mut Context<'_, 'd>) {
    check_query(operation, context);
    check_headers(&operation.headers, context);
    check_cookies(&operation.cookies, context);
}

fn check_path<'d>(operation: &'d OperationEntry, context: &mut Context<'_, 'd>) {
    check_path_names(operation, context.diagnostics);
    names::check_fields("path parameter", &operation.path, context.diagnostics);
    for parameter in &operation.path {
        styles::check(parameter, Location::Path, context);
        if parameter.optional {
            let message = "a path parameter cannot be optional";
            let diagnostic =
                Diagnostic::error(OPTIONAL_PATH_PARAMETER, message, parameter.name.span);
            context.report(diagnostic.help("remove the `?`"));
        }
    }
}

/// The route and `path` have the same names. One name that differs is one error.
fn check_path_names(operation: &OperationEntry, diagnostics: &mut Diagnostics) {
    let route = operation.route.span;
    let segments = operation.route.segments.iter();
    let mut in_route: Vec<&str> = Vec::new();
    for name in segments.flat_map(PathSegment::parameters) {
        if in_route.contains(&name) {
            let message = format!("the route has two parameters `{name}`");
            let diagnostic = Diagnostic::error(REPEATED_PARAMETER, message, route);
            diagnostics.push(diagnostic.help("give each parameter its own name"));
        } else {
            in_route.push(name);
        }
    }
    let declared = operation.path.iter();
    let stray = declared.filter(|parameter| !in_route.contains(&parameter.name.value.as_str()));
    let stray: Vec<&Spanned<String>> = stray.map(|parameter| &parameter.name).collect();
    let has_type = |name: &str| FieldEntry::find(&operation.path, name).is_some();
    in_route.retain(|name| !has_type(name));
    let untyped = |name: &str| {
        let message = format!("the path parameter `{name}` has no type");
        Diagnostic::error(UNDECLARED_PARAMETER, message, route)
    };
    if let ([name], [other]) = (in_route.as_slice(), stray.as_slice()) {
        let other_name = &other.value;
        diagnostics.push(
            untyped(name)
                .also(other.span, format!("the route has no `{{{other_name}}}`"))
                .help(format!(
                    "write `{{{other_name}}}` in the route, or `{name}` under `path`"
                )),
        );
        return;
    }
    for name in in_route {
        diagnostics.push(untyped(name).help(format!(
            "add `{name}: string` under `path`, or a newtype instead of `string`"
        )));
    }
    for name in stray {
        let message = format!("the route has no parameter `{}`", name.value);
        let diagnostic = Diagnostic::error(STRAY_PARAMETER, message, name.span)
            .also(route, "the route")
            .help(format!(
                "add `{{{}}}` to the route, or remove the parameter",
                name.value
            ));
        diagnostics.push(diagnostic);
    }
}

fn check_query<'d>(operation: &'d OperationEntry, context: &mut Context<'_, 'd>) {
    names::check_fields("query parameter", &operation.query, context.diagnostics);
    for parameter in &operation.query {
        styles::check(parameter, Location::Query, context);
    }
}

fn check_headers<'d>(headers: &'d [FieldEntry], context: &mut Context<'_, 'd>) {
    names::check_headers(headers, context.diagnostics);
    for header in headers {
        headers::check_request(header, context);
    }
}

fn check_cookies<'d>(cookies: &'d [FieldEntry], context: &mut Context<'_, 'd>) {
    names::check_fields("cookie", cookies, context.diagnostics);
    for cookie in cookies {
        styles::check(cookie, Location::Cookie, context);
    }
}

pub(super) fn check_body<'d>(operation: &'d OperationEntry, context: &mut Context<'_, 'd>) {
    let Some(body) = &operation.body else { return };
    check_method_with_body(operation, body.content.expr.span, context.diagnostics);
    for content in body.contents() {
        check_body_content(content, context);
    }
    choice::check_body(body, context.diagnostics);
    check_schema(body, context.diagnostics);
}

/// Reports a schema of a body that has none, and one that a server cannot check.
fn check_schema(body: &BodyEntry, diagnostics: &mut Diagnostics) {
    let Some(schema) = &body.schema else { return };
    let is_json = matches!(body.content.expr.kind, ContentExprKind::Json(_));
    if !is_json || !body.others.is_empty() {
        let message = "`schema` belongs to a body that is always JSON";
        let diagnostic = Diagnostic::error(BODY_SCHEMA, message, schema.span);
        diagnostics.push(diagnostic.help("remove `schema`"));
    } else if let Err(problem) = specsmith_runtime::codegen::ensure_supported(&schema.to_json()) {
        let message = format!("this schema cannot be checked: {problem}");
        let diagnostic = Diagnostic::error(BODY_SCHEMA, message, schema.span);
        diagnostics.push(diagnostic.help(
            "write JSON Schema (2020-12) without `unevaluatedProperties` and `unevaluatedItems`, whose references are to `$defs`",
        ));
    }
}

fn check_body_content<'d>(content: &'d ContentEntry, context: &mut Context<'_, 'd>) {
    contents::check(content, context);
    let expr = &content.expr;
    let (message, help) = match &expr.kind {
        ContentExprKind::Json(ty) if ty.nullable => ("a body cannot be null", "remove the `?`"),
        ContentExprKind::Json(_)
        | ContentExprKind::Form(_)
        | ContentExprKind::Multipart(_)
        | ContentExprKind::Text
        | ContentExprKind::Binary
        | ContentExprKind::Lines(_) => return,
        ContentExprKind::None => (
            "a body cannot be `none`",
            "remove it, or write `body?` for a body that may be absent",
        ),
        ContentExprKind::Events(_) => (
            "a body cannot be an event stream",
            "write `json_lines<T>` for a stream of values",
        ),
        ContentExprKind::Page { .. } => ("a body cannot be a page", "write `list<T>` for a list"),
    };
    context.report(Diagnostic::error(BODY_TYPE, message, expr.span).help(help));
}

/// Reports a body of a method whose requests have no content. A client sends one with `GET` only if the API says that
/// it reads it (RFC 9110, section 9.3.1), which a specification with a body does. The same goes for `DELETE`.
fn check_method_with_body(operation: &OperationEntry, span: Span, diagnostics: &mut Diagnostics) {
    let method = operation.route.method;
    match method {
        Method::Head | Method::Trace => {}
        Method::Get
        | Method::Put
        | Method::Post
        | Method::Delete
        | Method::Patch
        | Method::Options => return,
    }
    let message = format!("a {} request cannot have a body", method.name());
    let diagnostic = Diagnostic::error(BODY_NOT_EXPECTED, message, span)
        .note("servers and proxies may drop the body (RFC 9110, section 9.3)")
        .help("use query parameters, or another method");
    diagnostics.push(diagnostic);
}
