//! Unions and their variants, as the document has them.

use super::members::Member;
use crate::document::{Notes, TypeExpr, UnionEntry, VariantEntry};
use crate::openapi::notes::described;
use crate::openapi::types::SchemaType;
use crate::source::Spanned;

/// A union of variants that have no tag, or the type of the only one.
pub(super) fn untagged(variants: Vec<VariantEntry>) -> SchemaType {
    if let [only] = variants.as_slice()
        && let Some(ty) = &only.ty
    {
        return SchemaType::Expr(ty.kind.clone(), Box::default());
    }
    SchemaType::union(UnionEntry::untagged(variants))
}

/// A variant whose name is a word for its kind.
pub(super) fn variant(name: &str, ty: TypeExpr) -> VariantEntry {
    VariantEntry::new(Spanned::new(name.to_owned(), ty.span), ty)
}

/// What a member says about itself. A component says it where it is declared.
pub(super) fn notes(member: &Member<'_>) -> Notes {
    let doc = member.schema.description;
    described(doc.filter(|_| member.component.is_none()))
}
