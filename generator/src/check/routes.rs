//! Routes: each operation can be reached.

use crate::api::Method;
use crate::diagnostic::{Cause, Code, Diagnostic, Diagnostics};
use crate::document::{OperationEntry, PathPart, PathSegment, TypeExprKind};
use crate::hash::HashMap;
use crate::source::Span;

const SAME_ROUTE: Code = Code("E0501");
const AMBIGUOUS: Code = Code("E0542");
const CATCH_ALL: Code = Code("E0543");

pub(super) fn check(operations: &[OperationEntry], diagnostics: &mut Diagnostics) {
    check_same(operations, diagnostics);
    check_ambiguous(operations, diagnostics);
    check_catch_all(operations, diagnostics);
}

/// Of two operations with the same method, path and constants, the second is never reached. Parameters match any value.
fn check_same(operations: &[OperationEntry], diagnostics: &mut Diagnostics) {
    let mut seen: HashMap<(Method, String, Vec<Constant>), &OperationEntry> = HashMap::default();
    for (index, operation) in operations.iter().enumerate() {
        let segments = operation.route.segments.iter().map(shape);
        let key = (
            operation.route.method,
            segments.collect(),
            constants(operation),
        );
        if let Some(first) = seen.insert(key, operation) {
            let message = format!("the operation `{}` has the same route", first.name.value);
            let diagnostic = Diagnostic::error(SAME_ROUTE, message, operation.route.span)
                .label("this operation is never reached")
                .also(first.route.span, "because of this one")
                .help(
                    "change the path or the method of one; the names of parameters make no \
                 difference, because a parameter matches any value, but required constants do",
                );
            diagnostics.push(diagnostic.in_operation(index));
        }
    }
}

/// A constant that every request of an operation has.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Constant {
    location: ConstantLocation,
    name: String,
    value: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum ConstantLocation {
    Query,
    Header,
    Cookie,
}

/// The required constants of an operation, in a fixed order.
fn constants(operation: &OperationEntry) -> Vec<Constant> {
    let parameters = [
        (ConstantLocation::Query, &operation.query),
        (ConstantLocation::Header, &operation.headers),
        (ConstantLocation::Cookie, &operation.cookies),
    ];
    let mut constants = Vec::new();
    for (location, fields) in parameters {
        for field in fields.iter().filter(|field| !field.optional) {
            if let Some(constant) = &field.constant {
                constants.push(Constant {
                    location,
                    name: field.name.value.to_ascii_lowercase(),
                    value: constant.scalar_text(),
                });
            }
        }
    }
    constants.sort_unstable();
    constants
}

/// A segment with nameless parameters.
fn shape(segment: &PathSegment) -> String {
    match segment {
        PathSegment::Literal(text) => format!("/{text}"),
        PathSegment::Parameter(_) => "/{}".to_owned(),
        PathSegment::Partial(parts) => {
            let parts = parts.iter().map(|part| match part {
                PathPart::Literal(text) => text,
                PathPart::Parameter(_) => "{}",
            });
            format!("/{}", parts.collect::<String>())
        }
        PathSegment::CatchAll(_) => "/{*}".to_owned(),
    }
}

/// The router matches a segment with parameters to any text. Among the matching routes, it chooses the route with more
/// literal text, so two with as much of it must not match the same path.
fn check_ambiguous(operations: &[OperationEntry], diagnostics: &mut Diagnostics) {
    let mut operations_by_shape: HashMap<String, Vec<&OperationEntry>> = HashMap::default();
    for (index, operation) in operations.iter().enumerate() {
        let segments = operation.route.segments.iter();
        let shape = segments.map(|segment| match segment {
            PathSegment::Literal(text) => format!("/{text}"),
            PathSegment::Parameter(_) | PathSegment::Partial(_) => "/{}".to_owned(),
            PathSegment::CatchAll(_) => "/{*}".to_owned(),
        });
        let others = operations_by_shape.entry(shape.collect()).or_default();
        if let Some(other) = others.iter().find(|other| is_ambiguous(other, operation)) {
            let message = "nothing says which of two routes matches a path";
            let diagnostic = Diagnostic::error(AMBIGUOUS, message, operation.route.span)
                .also(other.route.span, "this route has as much literal text")
                .help("change the literal text of one, so that no path matches both");
            diagnostics.push(diagnostic.in_operation(index));
        }
        others.push(operation);
    }
}

/// Whether two routes of the same place match the same path equally well.
fn is_ambiguous(one: &OperationEntry, other: &OperationEntry) -> bool {
    let pairs = || one.route.segments.iter().zip(&other.route.segments);
    let differ = pairs().any(|(one, other)| shape(one) != shape(other));
    differ && pairs().all(|(one, other)| is_alike(one, other))
}

/// Whether two segments have as much literal text, and some text matches both.
fn is_alike(one: &PathSegment, other: &PathSegment) -> bool {
    let (PathSegment::Partial(one), PathSegment::Partial(other)) = (one, other) else {
        // A partial segment has more literal text than a whole parameter.
        return shape(one) == shape(other);
    };
    let length = |parts: &[PathPart]| parts.iter().map(|part| literal(Some(part)).len()).sum();
    let (of_one, of_other): (usize, usize) = (length(one), length(other));
    let starts = (literal(one.first()), literal(other.first()));
    let ends = (literal(one.last()), literal(other.last()));
    of_one == of_other
        && (starts.0.starts_with(starts.1) || starts.1.starts_with(starts.0))
        && (ends.0.ends_with(ends.1) || ends.1.ends_with(ends.0))
}

/// The text of a literal; empty for a parameter.
fn literal(part: Option<&PathPart>) -> &str {
    match part {
        Some(PathPart::Literal(text)) => text,
        Some(PathPart::Parameter(_)) | None => "",
    }
}

/// A catch-all takes one text, and no other parameter is in its place.
fn check_catch_all(operations: &[OperationEntry], diagnostics: &mut Diagnostics) {
    // From what is before a parameter to the first route with it.
    let mut parameters: HashMap<String, Span> = HashMap::default();
    for operation in operations {
        let mut before = String::new();
        for segment in &operation.route.segments {
            match segment {
                PathSegment::Literal(text) => before.push_str(&format!("/{text}")),
                PathSegment::Parameter(_) | PathSegment::Partial(_) => {
                    let place = parameters.entry(before.clone());
                    place.or_insert(operation.route.span);
                    before.push_str("/{}");
                }
                PathSegment::CatchAll(_) => {}
            }
        }
    }
    for (index, operation) in operations.iter().enumerate() {
        let Some(PathSegment::CatchAll(name)) = operation.route.segments.last() else {
            continue;
        };
        let segments = operation.route.segments.iter();
        let before = segments.filter_map(|segment| match segment {
            PathSegment::Literal(text) => Some(format!("/{text}")),
            PathSegment::Parameter(_) | PathSegment::Partial(_) => Some("/{}".to_owned()),
            PathSegment::CatchAll(_) => None,
        });
        if let Some(other) = parameters.get(&before.collect::<String>()) {
            let message = format!("`{{*{name}}}` is in the place of another parameter");
            let diagnostic = Diagnostic::error(CATCH_ALL, message, operation.route.span)
                .because(Cause::CatchAll)
                .also(*other, "this route has a parameter there")
                .help("add a literal segment before one of the two");
            diagnostics.push(diagnostic.in_operation(index));
        }
        let mut declared = operation.path.iter();
        let declared = declared.find(|parameter| parameter.name.value == *name);
        if let Some(parameter) = declared
            && matches!(parameter.ty.kind, TypeExprKind::List(_))
        {
            let message = "a parameter that matches several segments cannot be a list";
            let diagnostic = Diagnostic::error(CATCH_ALL, message, parameter.ty.span);
            diagnostics.push(diagnostic.help("write `string`: its value has slashes"));
        }
    }
}
