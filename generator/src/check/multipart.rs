//! Multipart forms, and the files in them.

use super::context::Context;
use super::{media, references};
use crate::diagnostic::{Cause, Code, Diagnostic, Diagnostics};
use crate::document::{
    AdditionalFieldsEntry, ContentExprKind, Document, FieldEntry, TypeEntryKind, TypeExpr,
    TypeExprKind,
};
use crate::hash::HashSet;
use crate::source::Span;

const MEDIA_OF_NO_FILE: Code = Code("E0572");
const NO_OBJECT: Code = Code("E0573");
const NOT_A_PART: Code = Code("E0574");

/// Checks the media types of fields, which files have, and single values in forms that are sent as JSON.
pub(super) fn check_media(document: &Document, diagnostics: &mut Diagnostics) {
    let bodies = document
        .operations
        .iter()
        .filter_map(|operation| operation.body.as_ref());
    let contents = bodies.flat_map(|body| body.contents());
    let form_names = contents.filter_map(|content| {
        let ContentExprKind::Multipart(ty) = &content.expr.kind else {
            return None;
        };
        ty.named().map(|name| name.value)
    });
    let form_names: HashSet<&str> = form_names.collect();
    for entry in &document.types {
        let TypeEntryKind::Object { fields, .. } = &entry.kind else {
            continue;
        };
        // A part that is left out may be the form.
        let is_form =
            form_names.contains(entry.name.value.as_str()) || !document.left_out.is_empty();
        let own = fields.iter().filter(|field| !field.inherited);
        for field in own.filter(|field| has_known_type(field, document)) {
            check_media_of(field, is_form, diagnostics);
        }
    }
}

/// Whether the type of a field is declared. Otherwise, it may be meant to be a file.
fn has_known_type(field: &FieldEntry, document: &Document) -> bool {
    let mut types = document.types.iter();
    field.media.is_empty()
        || (field.ty.named()).is_none_or(|name| types.any(|entry| entry.name.value == name.value))
}

fn check_media_of(field: &FieldEntry, is_form: bool, diagnostics: &mut Diagnostics) {
    if field.ty.is_file() {
        return media::check_of_file(&field.media, diagnostics);
    }
    let Some(first) = field.media.first() else {
        return;
    };
    let diagnostic = match (is_form, field.media.as_slice()) {
        (true, [only]) if only.value.eq_ignore_ascii_case(JSON) => return,
        (true, _) => Diagnostic::error(
            MEDIA_OF_NO_FILE,
            format!("a part that is not a file is text, or `{JSON}`"),
            first.span,
        )
        .help(format!("write `media: {JSON}`, or remove `media`")),
        (false, _) => Diagnostic::error(
            MEDIA_OF_NO_FILE,
            format!(
                "`media` belongs to parts of multipart forms; this is `{}`",
                field.ty
            ),
            first.span,
        )
        .help("remove `media`"),
    };
    diagnostics.push(diagnostic);
}

/// The media type of single values that are sent as JSON.
const JSON: &str = "application/json";

/// Checks what is sent as a multipart form.
pub(super) fn check_form(ty: &TypeExpr, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    match scope.kind(ty) {
        None if ty
            .named()
            .is_some_and(|name| scope.get(name.value).is_none()) =>
        {
            references::check(ty, context);
        }
        Some(TypeEntryKind::Object { fields, others, .. })
            if !ty.nullable
                && !matches!(others, AdditionalFieldsEntry::Union(_))
                && (!fields.is_empty() || matches!(others, AdditionalFieldsEntry::Kept(_))) =>
        {
            for field in fields {
                check_part(field, ty.span, context.diagnostics);
            }
            match others {
                AdditionalFieldsEntry::Kept(others) if !others.is_file() => {
                    let message = "further parts of a multipart form are files";
                    let diagnostic = Diagnostic::error(NOT_A_PART, message, others.span);
                    context.report(
                        diagnostic
                            .because(Cause::NotInForm { used: ty.span })
                            .also(ty.span, "sent as a multipart form here")
                            .write("binary"),
                    );
                }
                AdditionalFieldsEntry::Kept(_)
                | AdditionalFieldsEntry::Union(_)
                | AdditionalFieldsEntry::Ignored
                | AdditionalFieldsEntry::Rejected => {}
            }
        }
        _ => {
            let message = "a multipart form is an object with fields";
            let diagnostic = Diagnostic::error(NO_OBJECT, message, ty.span);
            context.report(
                diagnostic.help("declare an object under `types`: each of its fields is a part"),
            );
        }
    }
}

/// Reports a field that cannot be a part.
fn check_part(field: &FieldEntry, used: Span, diagnostics: &mut Diagnostics) {
    let name = &field.name.value;
    let item = match &field.ty.kind {
        TypeExprKind::List(item) => item,
        TypeExprKind::Scalar(_) | TypeExprKind::Named(_) | TypeExprKind::Map(_) => &field.ty,
    };
    let (message, help) = if field.constant.is_some() {
        let message = format!("`{name}` is constant, and a part of a multipart form is not");
        (message, "write an enumeration with one value")
    } else if field.ty.nullable || item.nullable {
        let message = format!("`{name}` may be null, and a part of a multipart form may not");
        (
            message,
            "remove the `?` after the type; a part may be absent: `name?: T`",
        )
    } else if matches!(&item.kind, TypeExprKind::List(_)) {
        let message = format!("`{name}` is a list of lists, and each item is a part");
        (message, "declare an object for the inner list")
    } else if name.contains(['"', '\\', '%']) || name.contains(char::is_control) {
        let message = format!("`{name}` cannot be the name of a part");
        (
            message,
            "clients escape quotation marks, backslashes and percent signs differently",
        )
    } else {
        return;
    };
    let diagnostic = Diagnostic::error(NOT_A_PART, message, field.name.span);
    diagnostics.push(
        diagnostic
            .because(Cause::NotInForm { used })
            .also(used, "sent as a multipart form here")
            .help(help),
    );
}
