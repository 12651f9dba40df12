//! Several contents of one response, which callers choose from, or of one request.

use super::context::Context;
use super::references::undeclared;
use super::scope::Scope;
use super::{names, values};
use crate::api::{Scalar, SelectorPart, is_in_range};
use crate::diagnostic::{Cause, Code, Diagnostic, Diagnostics};
use crate::document::{
    BodyEntry, ContentEntry, ContentExprKind, ContentVariantEntry, FieldEntry, OperationEntry,
    ResponseEntry, SelectorEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::source::Span;

const SAME_CONTENT: Code = Code("E0592");
const UNKNOWN_SELECTOR: Code = Code("E0593");
const WRONG_SELECTOR: Code = Code("E0594");
const TAKEN_NAME: Code = Code("E0595");
const NOT_TO_CHOOSE: Code = Code("E0596");
const TWO_CHOICES: Code = Code("E0597");
const NOT_BY_PART: Code = Code("E0598");

/// A content with its name.
type NamedContent<'d> = (&'d ContentVariantEntry, &'d ContentEntry);

pub(super) fn check(operation: &OperationEntry, context: &mut Context<'_, '_>) {
    let has_choice = |response: &&ResponseEntry| response.choice.is_some();
    let mut responses = operation.responses.iter().filter(has_choice);
    let Some(first) = responses.next() else {
        return;
    };
    if let Some(other) = responses.find(|response| response.status.value != first.status.value) {
        let message = "only one response of an operation has a choice";
        let diagnostic = Diagnostic::error(TWO_CHOICES, message, other.status.span);
        let diagnostic = diagnostic.also(first.status.span, "the first one");
        context
            .report(diagnostic.help("give this response one content: `type` instead of `choice`"));
        return;
    }
    let choices = operation.responses.iter().filter_map(|response| {
        let choice = response.choice.as_ref()?;
        Some((choice, response.content.as_ref()?))
    });
    let choices: Vec<NamedContent<'_>> = choices.collect();
    for (index, (choice, content)) in choices.iter().enumerate() {
        names::rules::check_snake("a content", &choice.name, context.diagnostics);
        check_content(content, &choices[..index], context.diagnostics);
        for other in &choices[..index] {
            let help =
                "give it another `media`, which callers ask for with `Accept`, or a `selected_by`";
            check_difference((choice, content), *other, help, context.diagnostics);
        }
        match &choice.selected_by {
            Some(selector) if index == 0 => {
                let message = "the first content has no `selected_by`";
                let diagnostic = Diagnostic::error(WRONG_SELECTOR, message, selector.name.span);
                context.report(
                    diagnostic
                        .help("remove it: the first content is for callers who do not choose"),
                );
            }
            Some(selector) => check_selector(selector, operation, context),
            None => {}
        }
        if index > 0 {
            check_name(choice, operation, context.diagnostics);
        }
    }
    check_parts(&choices, operation, context.diagnostics);
}

/// If a field of a multipart form chooses a content, the router does not know the choice, and all others are chosen
/// like this.
fn check_parts(
    choices: &[NamedContent<'_>],
    operation: &OperationEntry,
    diagnostics: &mut Diagnostics,
) {
    let body = operation.body.as_deref().and_then(BodyEntry::only);
    if !body.is_some_and(|body| matches!(body.expr.kind, ContentExprKind::Multipart(_))) {
        return;
    }
    let is_by_part = |choice: &ContentVariantEntry| {
        let selector = choice.selected_by.as_ref();
        selector.is_some_and(|selector| selector.part == SelectorPart::Body)
    };
    let others = choices.get(1..).unwrap_or_default();
    let by_part = others.iter().find(|(choice, _)| is_by_part(choice));
    let in_another_way = others.iter().find(|(choice, _)| !is_by_part(choice));
    if let (Some((by_part, _)), Some((other, _))) = (by_part, in_another_way) {
        let (name, other_name) = (&by_part.name.value, &other.name.value);
        let message = format!("a field of the form chooses `{name}`, but not `{other_name}`");
        let diagnostic = Diagnostic::error(NOT_BY_PART, message, other.name.span);
        diagnostics.push(
            diagnostic
                .also(
                    by_part.name.span,
                    "this one is chosen by a field of the multipart form",
                )
                .help("choose all contents but the first by fields of the form, or none"),
        );
    }
}

/// Checks the contents of a request, which its media type tells apart.
pub(super) fn check_body(body: &BodyEntry, diagnostics: &mut Diagnostics) {
    let choices: Vec<NamedContent<'_>> = body.choices().collect();
    for (index, (choice, content)) in choices.iter().enumerate() {
        names::rules::check_snake("a content", &choice.name, diagnostics);
        if let Some(selector) = &choice.selected_by {
            let message = "the media type of a request chooses its content";
            let diagnostic = Diagnostic::error(WRONG_SELECTOR, message, selector.name.span);
            diagnostics.push(diagnostic.help("remove `selected_by`"));
            continue;
        }
        for other in &choices[..index] {
            let help = "give it another `media`";
            check_difference((choice, content), *other, help, diagnostics);
        }
    }
}

/// Reports contents that exclude others.
fn check_content(
    content: &ContentEntry,
    before: &[NamedContent<'_>],
    diagnostics: &mut Diagnostics,
) {
    let mut report = |message: &str, help: &str, also: Option<Span>| {
        let diagnostic = Diagnostic::error(NOT_TO_CHOOSE, message, content.expr.span);
        let diagnostic = match also {
            Some(span) => diagnostic.also(span, "the first one"),
            None => diagnostic,
        };
        diagnostics.push(diagnostic.help(help));
    };
    match &content.expr.kind {
        ContentExprKind::None => report(
            "`none` cannot be chosen",
            "use another status for a response without content",
            None,
        ),
        ContentExprKind::Page { .. } => report(
            "a page cannot be one of several contents",
            "return pages by a separate operation",
            None,
        ),
        ContentExprKind::Events(_) => {
            let is_events = |content: &&NamedContent<'_>| {
                matches!(content.1.expr.kind, ContentExprKind::Events(_))
            };
            if let Some((_, first)) = before.iter().find(is_events) {
                report(
                    "a choice has at most one event stream",
                    "make the data of the events a union",
                    Some(first.expr.span),
                );
            }
        }
        _ => {}
    }
}

/// Reports two contents that a request cannot tell apart.
fn check_difference(
    (choice, content): NamedContent<'_>,
    (other, other_content): NamedContent<'_>,
    help: &str,
    diagnostics: &mut Diagnostics,
) {
    let is_same = match (&choice.selected_by, &other.selected_by) {
        (None, None) => {
            let (one, two) = (media(content), media(other_content));
            one.iter()
                .any(|one| two.iter().any(|two| overlap(one, two)))
        }
        (Some(one), Some(two)) => {
            one.part == two.part
                && one.name.value == two.name.value
                && one.value.is_same(&two.value)
        }
        (Some(_), None) | (None, Some(_)) => false,
    };
    if is_same {
        let (name, other_name) = (&choice.name.value, &other.name.value);
        let message = format!("nothing tells `{name}` from `{other_name}`");
        let diagnostic = Diagnostic::error(SAME_CONTENT, message, choice.name.span);
        diagnostics.push(diagnostic.also(other.name.span, "the other one").help(help));
    }
}

/// The media types of a content.
fn media(content: &ContentEntry) -> Vec<String> {
    let written = content.media.iter();
    let written: Vec<String> = written
        .map(|media| media.value.to_ascii_lowercase())
        .collect();
    if !written.is_empty() {
        return written;
    }
    let default = match content.expr.kind {
        ContentExprKind::Json(_) => "application/json",
        ContentExprKind::Text => "text/plain",
        ContentExprKind::Binary => "application/octet-stream",
        ContentExprKind::Lines(_) => "application/x-ndjson",
        ContentExprKind::Events(_) => "text/event-stream",
        ContentExprKind::Form(_) => "application/x-www-form-urlencoded",
        ContentExprKind::Multipart(_) => "multipart/form-data",
        // Such contents cannot be chosen.
        ContentExprKind::None | ContentExprKind::Page { .. } => return Vec::new(),
    };
    vec![default.to_owned()]
}

/// Whether some media type is in both ranges.
fn overlap(one: &str, two: &str) -> bool {
    is_in_range(one, two) || is_in_range(two, one)
}

fn check_selector(
    selector: &SelectorEntry,
    operation: &OperationEntry,
    context: &mut Context<'_, '_>,
) {
    let scope = context.scope;
    let fields = match selector.part {
        SelectorPart::Query => operation.query.as_slice(),
        SelectorPart::Body if !scope.has_complete_body(operation) => return,
        SelectorPart::Body => match body_fields(operation, scope) {
            Some(fields) => fields,
            None => {
                let message = "`selected_by` names a field of an object that requests must have, in JSON or a form";
                let diagnostic = Diagnostic::error(WRONG_SELECTOR, message, selector.name.span);
                context.report(
                    diagnostic
                        .help("use a parameter instead: `selected_by: { query: { alt: sse } }`"),
                );
                return;
            }
        },
    };
    let name = &selector.name;
    let Some(field) = FieldEntry::find(fields, &name.value) else {
        let (word, section) = match selector.part {
            SelectorPart::Query => ("query parameter", "query"),
            SelectorPart::Body => ("field", "fields"),
        };
        let known = FieldEntry::names(fields);
        context.report(undeclared(UNKNOWN_SELECTOR, word, section, name, known));
        return;
    };
    if !is_plain(&field.ty, scope) {
        let message = format!("`{}` cannot choose a content", name.value);
        let diagnostic = Diagnostic::error(WRONG_SELECTOR, message, name.span);
        context.report(
            diagnostic
                .also(field.ty.span, "this is its type")
                .help("only a `string`, an integer, a `boolean` or an enumeration can"),
        );
        return;
    }
    if let Some(default) = &field.default
        && default.is_same(&selector.value)
    {
        let message = format!("this is the default of `{}`", name.value);
        let diagnostic = Diagnostic::error(WRONG_SELECTOR, message, selector.value.span);
        context.report(diagnostic.also(default.span, "declared here").help(
            "remove `selected_by`, and make this the first content, for callers who do not choose",
        ));
        return;
    }
    values::check_field(&selector.value, field, context);
}

/// The fields of a body that is an object, in JSON or any form, but not XML.
fn body_fields<'d>(operation: &OperationEntry, scope: &Scope<'d>) -> Option<&'d [FieldEntry]> {
    let body = operation.body.as_ref().filter(|body| !body.optional)?;
    let content = body.only()?;
    let (ContentExprKind::Json(ty) | ContentExprKind::Form(ty) | ContentExprKind::Multipart(ty)) =
        &content.expr.kind
    else {
        return None;
    };
    let is_whole = !ty.nullable && content.envelope.is_none() && !content.is_xml();
    scope.object(ty).filter(|_| is_whole)
}

/// Whether a value is a string, an integer or a boolean.
fn is_plain(ty: &TypeExpr, scope: &Scope<'_>) -> bool {
    match &ty.kind {
        TypeExprKind::Scalar(scalar) => matches!(
            scalar,
            Scalar::String | Scalar::Integer(_) | Scalar::Boolean
        ),
        // An undeclared name has its own error.
        TypeExprKind::Named(_) => {
            matches!(scope.kind(ty), Some(TypeEntryKind::Enum { .. }) | None)
        }
        TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    }
}

/// A content other than the first has a method of the client's call.
fn check_name(
    choice: &ContentVariantEntry,
    operation: &OperationEntry,
    diagnostics: &mut Diagnostics,
) {
    if let Some(why) = names::rust::taken_by_call(&choice.name.value, operation) {
        let name = &choice.name.value;
        let message = format!("a content cannot be called `{name}`");
        let diagnostic = Diagnostic::error(TAKEN_NAME, message, choice.name.span);
        let diagnostic = diagnostic.because(Cause::TakenName).label(why);
        diagnostics.push(diagnostic.help("choose another name"));
    }
}
