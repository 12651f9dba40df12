//! Multipart forms, and the files in them.

use super::{Scope, media};
use crate::api::Scalar;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{FieldEntry, OthersEntry, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::source::Span;

const MISPLACED_FILE: Code = Code("E0570");
const MISPLACED_FORM: Code = Code("E0571");
const MEDIA_OF_NO_FILE: Code = Code("E0572");
const NO_OBJECT: Code = Code("E0573");
pub(crate) const NOT_A_PART: Code = Code("E0574");

/// Reports files, and forms with files, in another place than a multipart form.
pub(super) fn check_use(expr: &TypeExpr, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    match &expr.kind {
        TypeExprKind::Scalar(Scalar::File) => {
            let diagnostic = Diagnostic::error(MISPLACED_FILE, "a file cannot be here", expr.span);
            diagnostics.push(
                diagnostic
                    .note("files are fields of objects that are sent as multipart forms: `file: binary` and `files: list<binary>`")
                    .help("for bytes in JSON, write `bytes`; a whole body can be `binary`"),
            );
        }
        TypeExprKind::Scalar(_) => {}
        TypeExprKind::Named(name) => {
            if let Some(entry) = scope.get(name).filter(|entry| entry.has_files()) {
                let message = format!("`{name}` has files, so it can only be a multipart form");
                let diagnostic = Diagnostic::error(MISPLACED_FORM, message, expr.span);
                diagnostics.push(
                    diagnostic
                        .also(entry.name.span, "this object has files")
                        .write(format!("body: multipart<{name}>")),
                );
            }
        }
        TypeExprKind::List(inner) | TypeExprKind::Map(inner) => {
            check_use(inner, scope, diagnostics);
        }
    }
}

/// Checks the media types of a field, which only files have.
pub(super) fn check_media(field: &FieldEntry, diagnostics: &mut Diagnostics) {
    if field.ty.is_file() {
        media::check_of_file(&field.media, diagnostics);
    } else if let Some(first) = field.media.first() {
        let message = format!("`media` belongs to files; this is `{}`", field.ty);
        let diagnostic = Diagnostic::error(MEDIA_OF_NO_FILE, message, first.span);
        diagnostics.push(diagnostic.help("remove `media`, or write `type: binary`"));
    }
}

/// Checks what is sent as a multipart form.
pub(super) fn check_form(ty: &TypeExpr, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    let form = match &ty.kind {
        TypeExprKind::Named(name) => scope.get(name),
        TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => None,
    };
    match form.map(|entry| &entry.kind) {
        None if ty
            .named()
            .is_some_and(|name| scope.get(name.value).is_none()) =>
        {
            scope.resolve(ty, diagnostics);
        }
        Some(TypeEntryKind::Object { fields, others, .. })
            if !ty.nullable
                && !matches!(others, OthersEntry::Union(_))
                && (!fields.is_empty() || matches!(others, OthersEntry::Kept(_))) =>
        {
            for field in fields {
                check_part(field, ty.span, diagnostics);
            }
            match others {
                OthersEntry::Kept(others) if !others.is_file() => {
                    let message = "further parts of a multipart form are files";
                    let diagnostic = Diagnostic::error(NOT_A_PART, message, others.span);
                    diagnostics.push(
                        diagnostic
                            .also(ty.span, "sent as a multipart form here")
                            .write("others: binary"),
                    );
                }
                OthersEntry::Kept(_)
                | OthersEntry::Union(_)
                | OthersEntry::Ignored
                | OthersEntry::Rejected => {}
            }
        }
        _ => {
            let message = "a multipart form is an object with fields";
            let diagnostic = Diagnostic::error(NO_OBJECT, message, ty.span);
            diagnostics.push(
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
            "remove the `?` behind the type; a part may be absent: `name?: T`",
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
            .also(used, "sent as a multipart form here")
            .help(help),
    );
}
