//! The types that expressions refer to, and which of them are single values.

use crate::api::Scalar;
use crate::document::{
    Document, FieldEntry, OperationEntry, PagerEntry, TypeEntry, TypeEntryKind, TypeExpr,
    TypeExprKind, UnionEntry,
};
use crate::hash::{HashMap, HashSet};

/// A document, with the types that it declares by name.
pub(super) struct Scope<'d> {
    document: &'d Document,
    types: HashMap<&'d str, &'d TypeEntry>,
}

impl<'d> Scope<'d> {
    pub(super) fn new(document: &'d Document) -> Self {
        Self {
            document,
            types: TypeEntry::by_name(&document.types),
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'d TypeEntry> {
        self.types.get(name).copied()
    }

    pub(super) fn document(&self) -> &'d Document {
        self.document
    }

    /// Whether a type of this name is left out, because it has errors.
    pub(super) fn is_left_out(&self, name: &str) -> bool {
        self.document.left_out.has_type(name)
    }

    /// Whether all is known of the values of a type: neither it nor a type in it is left out or not declared. Rules that
    /// look into types ask this first, because the missing type has its own error.
    pub(super) fn is_complete(&self, expr: &TypeExpr) -> bool {
        expr.named().is_none_or(|name| {
            let is_known = self.types.contains_key(name.value);
            is_known && !self.document.left_out.makes_incomplete(name.value)
        })
    }

    /// Whether all is known of the values of a request's body.
    pub(super) fn has_complete_body(&self, operation: &OperationEntry) -> bool {
        let contents = operation.body.iter().flat_map(|body| body.contents());
        let mut types = contents.filter_map(|content| content.expr.ty());
        types.all(|ty| self.is_complete(ty))
    }

    /// The pager of this name.
    pub(super) fn pager(&self, name: &str) -> Option<&'d PagerEntry> {
        let mut pagers = self.document.pagers.iter();
        pagers.find(|pager| pager.name.value == name)
    }

    /// The declared type that an expression names.
    pub(super) fn target(&self, expr: &TypeExpr) -> Option<&'d TypeEntry> {
        match &expr.kind {
            TypeExprKind::Named(name) => self.get(name),
            TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => None,
        }
    }

    /// Whether an expression is the name of a type that is not declared or left out, which has its own error.
    pub(super) fn is_undeclared(&self, expr: &TypeExpr) -> bool {
        matches!(expr.kind, TypeExprKind::Named(_)) && self.target(expr).is_none()
    }

    /// The kind of the declared type that an expression names.
    pub(super) fn kind(&self, expr: &TypeExpr) -> Option<&'d TypeEntryKind> {
        self.target(expr).map(|entry| &entry.kind)
    }

    /// The fields of the declared object that an expression names.
    pub(super) fn object(&self, expr: &TypeExpr) -> Option<&'d [FieldEntry]> {
        self.kind(expr)?.object()
    }

    /// The declared union that an expression names.
    pub(super) fn union(&self, expr: &TypeExpr) -> Option<&'d UnionEntry> {
        self.kind(expr)?.union()
    }
}

/// Whether the values of an expression are single values: scalars, newtypes or enumerations.
pub(super) fn is_single_value(expr: &TypeExpr, scope: &Scope<'_>) -> bool {
    match &expr.kind {
        TypeExprKind::Scalar(_) => true,
        TypeExprKind::Named(_) => match scope.kind(expr) {
            Some(TypeEntryKind::Object { .. } | TypeEntryKind::Tuple(_)) => false,
            Some(TypeEntryKind::Union(union)) => is_scalar(union, scope),
            // The uses of an alias are expanded, and an undeclared name has its own error.
            Some(
                TypeEntryKind::Enum { .. }
                | TypeEntryKind::Newtype { .. }
                | TypeEntryKind::Alias { .. },
            )
            | None => true,
        },
        TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    }
}

/// The values that a parameter without a style can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParameterValues {
    Single,
    /// Single values, and lists of them.
    SingleOrList,
}

/// Whether a type has only such values.
pub(super) fn is_parameter_type(
    expr: &TypeExpr,
    allowed: ParameterValues,
    scope: &Scope<'_>,
) -> bool {
    match &expr.kind {
        TypeExprKind::Scalar(scalar) => !expr.nullable && *scalar != Scalar::Json,
        TypeExprKind::Named(_) => !expr.nullable && is_single_value(expr, scope),
        TypeExprKind::List(inner) => {
            allowed == ParameterValues::SingleOrList
                && !expr.nullable
                && is_parameter_type(inner, ParameterValues::Single, scope)
        }
        TypeExprKind::Map(_) => false,
    }
}

/// Whether all values of a union are scalars, so that it can be a parameter.
fn is_scalar(union: &UnionEntry, scope: &Scope<'_>) -> bool {
    let mut seen = HashSet::default();
    let mut waiting = vec![union];
    while let Some(union) = waiting.pop() {
        if !union.is_untagged() || union.open.keeps_others() {
            return false;
        }
        for variant in &union.variants {
            let Some(ty) = variant.ty.as_ref().filter(|ty| !ty.nullable) else {
                return false;
            };
            match (&ty.kind, scope.kind(ty)) {
                (TypeExprKind::Named(name), Some(TypeEntryKind::Union(inner))) => {
                    waiting.extend(seen.insert(name).then_some(inner.as_ref()));
                }
                _ if !is_single_value(ty, scope) => return false,
                _ => {}
            }
        }
    }
    true
}
