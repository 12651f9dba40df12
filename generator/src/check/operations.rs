//! Operations: routes are distinct, parameters match their routes, and references exist.

use super::references::undeclared;
use super::types::{check_field, is_parameter_type};
use super::{Scope, headers, names, responses};
use crate::api::Method;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Span;
use crate::spec::{Document, FieldEntry, OperationEntry, RouteSegment};
use std::collections::HashMap;

const SAME_ROUTE: Code = Code("E0501");
const UNDECLARED_PARAMETER: Code = Code("E0502");
const STRAY_PARAMETER: Code = Code("E0503");
const REPEATED_PARAMETER: Code = Code("E0504");
const OPTIONAL_PATH_PARAMETER: Code = Code("E0505");
const PARAMETER_TYPE: Code = Code("E0506");
const UNKNOWN_ERROR: Code = Code("E0507");
const REPEATED_ERROR: Code = Code("E0508");
const UNKNOWN_KEY_KIND: Code = Code("E0509");
const MISSING_KEY_KIND: Code = Code("E0510");
const BODY_NOT_EXPECTED: Code = Code("E0516");
const BODY_TYPE: Code = Code("E0517");

pub(super) fn check(document: &Document, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    check_routes(&document.operations, diagnostics);
    for operation in &document.operations {
        check_path(operation, scope, diagnostics);
        check_query(operation, scope, diagnostics);
        names::check_headers(&operation.headers, diagnostics);
        operation
            .headers
            .iter()
            .for_each(|header| headers::check(header, scope, diagnostics));
        check_body(operation, scope, diagnostics);
        responses::check(operation, document, scope, diagnostics);
        check_key(operation, document, diagnostics);
        check_errors(operation, document, diagnostics);
    }
}

/// Of two operations with the same method and path, the second is never reached. Parameters match
/// any value.
fn check_routes(operations: &[OperationEntry], diagnostics: &mut Diagnostics) {
    let mut seen: HashMap<(Method, String), Span> = HashMap::new();
    for operation in operations {
        let shape = operation
            .route
            .segments
            .iter()
            .map(|segment| match segment {
                RouteSegment::Literal(text) => format!("/{text}"),
                RouteSegment::Parameter(_) => "/{}".to_owned(),
            });
        if let Some(first) = seen.insert(
            (operation.route.method, shape.collect()),
            operation.route.span,
        ) {
            let diagnostic = Diagnostic::error(
                SAME_ROUTE,
                "two operations have the same route",
                operation.route.span,
            )
            .label("this operation is never reached")
            .also(first, "because of this one")
            .help(
                "change the path or the method of one; the names of parameters make no \
                 difference, because a parameter matches any value",
            );
            diagnostics.push(diagnostic);
        }
    }
}

fn check_path(operation: &OperationEntry, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    let mut in_route: Vec<&str> = Vec::new();
    for segment in &operation.route.segments {
        let RouteSegment::Parameter(name) = segment else {
            continue;
        };
        if in_route.contains(&name.as_str()) {
            let message = format!("the route has two parameters `{name}`");
            diagnostics.push(Diagnostic::error(
                REPEATED_PARAMETER,
                message,
                operation.route.span,
            ));
        } else if !operation
            .path
            .iter()
            .any(|parameter| parameter.name.value == *name)
        {
            let message = format!("the path parameter `{name}` has no type");
            let diagnostic = Diagnostic::error(UNDECLARED_PARAMETER, message, operation.route.span)
                .help(format!(
                    "add `{name}: string` under `path`, or a newtype instead of `string`"
                ));
            diagnostics.push(diagnostic);
        }
        in_route.push(name);
    }
    names::check_fields("path parameter", &operation.path, diagnostics);
    for parameter in &operation.path {
        check_parameter(parameter, false, scope, diagnostics);
        let name = &parameter.name;
        if !in_route.contains(&name.value.as_str()) {
            let message = format!("the route has no parameter `{}`", name.value);
            let diagnostic = Diagnostic::error(STRAY_PARAMETER, message, name.span)
                .also(operation.route.span, "the route")
                .help(format!(
                    "add `{{{}}}` to the route, or remove the parameter",
                    name.value
                ));
            diagnostics.push(diagnostic);
        }
        if parameter.optional {
            let diagnostic = Diagnostic::error(
                OPTIONAL_PATH_PARAMETER,
                "a path parameter cannot be optional",
                name.span,
            )
            .help("remove the `?`");
            diagnostics.push(diagnostic);
        }
    }
}

fn check_query(operation: &OperationEntry, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    names::check_fields("query parameter", &operation.query, diagnostics);
    for parameter in &operation.query {
        check_parameter(parameter, true, scope, diagnostics);
    }
}

fn check_parameter(
    parameter: &FieldEntry,
    lists: bool,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    check_field(parameter, scope, diagnostics);
    if !is_parameter_type(&parameter.ty, lists, scope) {
        let help = match lists {
            true => {
                "use a scalar other than `json`, a newtype, an enumeration or a list of these; \
                 parameters are never null"
            }
            false => {
                "use a scalar other than `json`, a newtype or an enumeration; path parameters are \
                 never null"
            }
        };
        let message = "a parameter cannot have this type";
        diagnostics.push(Diagnostic::error(PARAMETER_TYPE, message, parameter.ty.span).help(help));
    }
}

fn check_body(operation: &OperationEntry, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    let Some(body) = &operation.body else { return };
    scope.resolve(&body.ty, diagnostics);
    if matches!(operation.route.method, Method::Get | Method::Delete) {
        let method = operation.route.method.name();
        let diagnostic = Diagnostic::error(
            BODY_NOT_EXPECTED,
            format!("a {method} request cannot have a body"),
            body.ty.span,
        )
        .note("servers and proxies may drop the body (RFC 9110, section 9.3)")
        .help("use query parameters, or another method");
        diagnostics.push(diagnostic);
    }
    if body.ty.nullable {
        let diagnostic = Diagnostic::error(BODY_TYPE, "a body cannot be null", body.ty.span);
        diagnostics.push(diagnostic.help("remove the `?`"));
    }
}

fn check_key(operation: &OperationEntry, document: &Document, diagnostics: &mut Diagnostics) {
    match (&operation.key, &document.auth) {
        (Some(key), _) if key.value == "none" => {}
        (Some(key), Some(auth)) => {
            let known = auth.keys.iter().map(|(name, _)| name.value.as_str());
            if !known.clone().any(|name| name == key.value) {
                diagnostics.push(undeclared(
                    UNKNOWN_KEY_KIND,
                    "kind of key",
                    "auth.keys",
                    key,
                    known,
                ));
            }
        }
        (Some(key), None) => {
            let diagnostic =
                Diagnostic::error(UNKNOWN_KEY_KIND, "the document has no `auth`", key.span)
                    .help("declare the kinds of keys in a section `auth`");
            diagnostics.push(diagnostic);
        }
        (None, Some(auth)) => {
            let message = format!("`{}` has no `key`", operation.name.value);
            let kinds = auth.keys.iter().map(|(name, _)| name.value.as_str());
            let choices = crate::spec::listed(kinds.chain(["none"]));
            let diagnostic = Diagnostic::error(MISSING_KEY_KIND, message, operation.name.span)
                .help(format!("add `key: …`, one of {choices}"));
            diagnostics.push(diagnostic);
        }
        (None, None) => {}
    }
}

fn check_errors(operation: &OperationEntry, document: &Document, diagnostics: &mut Diagnostics) {
    for (index, status) in operation.errors.iter().enumerate() {
        if let Some(first) = operation.errors[..index]
            .iter()
            .find(|other| other.value == status.value)
        {
            let message = format!("the status {} is listed twice", status.value);
            let diagnostic = Diagnostic::error(REPEATED_ERROR, message, status.span)
                .also(first.span, "the first one");
            diagnostics.push(diagnostic);
        } else if !document
            .errors
            .iter()
            .any(|error| error.status.value == status.value)
        {
            let message = format!("the status {} is not declared", status.value);
            let diagnostic = Diagnostic::error(UNKNOWN_ERROR, message, status.span).help(format!(
                "declare it under `errors`: `{}: {{ name: …, message: … }}`",
                status.value
            ));
            diagnostics.push(diagnostic);
        }
    }
}
