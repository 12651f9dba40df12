//! Unions with fields beside the tag and the content: they become objects, and their variants become a separate union.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    AdditionalFieldsEntry, Document, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind, UnionEntry,
};
use crate::hash::HashSet;
use crate::source::Spanned;

const TAKEN: Code = Code("E0336");
const TWICE: Code = Code("E0337");

/// Adds a union for each of them. Those without a place for the content stay as they are: they are an error later. Those
/// whose parts have the same names are left out.
pub(super) fn expand(document: &mut Document, diagnostics: &mut Diagnostics) {
    let names = document.types.iter();
    let names: HashSet<String> = names.map(|entry| entry.name.value.clone()).collect();
    let mut unions = Vec::new();
    let mut broken = HashSet::default();
    for entry in &mut document.types {
        let TypeEntryKind::Union(union) = &mut entry.kind else {
            continue;
        };
        let (Some(value), [tag]) = (union.value.clone(), union.tag.as_slice()) else {
            continue;
        };
        if union.fields.is_empty() {
            continue;
        }
        let before = diagnostics.len();
        check_fields(union, tag, &value, diagnostics);
        let name = format!("{}Data", entry.name.value);
        if names.contains(&name) {
            let message = format!(
                "the variants of `{}` are the type `{name}`, and there is one",
                entry.name.value
            );
            let diagnostic = Diagnostic::error(TAKEN, message, entry.name.span);
            diagnostics.push(diagnostic.help("rename one of the types"));
        }
        if diagnostics.len() > before {
            broken.insert(entry.name.value.clone());
            continue;
        }
        let fields = std::mem::take(&mut union.fields);
        let name = Spanned::new(name, entry.name.span);
        let variants = TypeExpr::new(TypeExprKind::Named(name.value.clone()), name.span);
        let object = TypeEntryKind::plain_object(fields, AdditionalFieldsEntry::Union(variants));
        let kind = std::mem::replace(&mut entry.kind, object);
        unions.push(TypeEntry {
            sensitivity: entry.sensitivity,
            ..TypeEntry::new(name, kind)
        });
    }
    document.types.extend(unions);
    document.leave_out_types(broken);
}

/// Reports fields that are the tag or the content as well.
fn check_fields(
    union: &UnionEntry,
    tag: &Spanned<String>,
    value: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) {
    for field in &union.fields {
        for (part, what) in [(tag, "tag"), (value, "content")] {
            if field.name.value == part.value {
                let message = format!("the field `{}` is the {what} of the union", part.value);
                let diagnostic = Diagnostic::error(TWICE, message, field.name.span);
                diagnostics.push(
                    diagnostic
                        .also(part.span, format!("the {what}"))
                        .help("remove the field, or rename one of them"),
                );
            }
        }
    }
}
