//! Uses of types: scalars, named types, lists and maps.

use std::borrow::Cow;
use std::fmt;

use super::Constraints;
use crate::api::Scalar;
use crate::source::{Span, Spanned};

/// The maximum depth of `list<list<…>>`. Real APIs need fewer than four levels.
pub(crate) const MAX_DEPTH: usize = 8;

/// A type as written.
#[derive(Debug, Clone)]
pub(crate) struct TypeExpr {
    pub(crate) kind: TypeExprKind,
    /// Whether the expression ends with `?`: the value may be null.
    pub(crate) nullable: bool,
    /// The alias that is written, if `kind` is what it stands for.
    pub(crate) alias: Option<String>,
    /// The constraints that an alias adds.
    pub(crate) constraints: Option<Box<Constraints>>,
    pub(crate) span: Span,
}

/// A type without its nullability.
#[derive(Debug, Clone)]
pub(crate) enum TypeExprKind {
    Scalar(Scalar),
    Named(String),
    List(Box<TypeExpr>),
    Map(Box<TypeExpr>),
}

impl TypeExpr {
    /// A type that is not null.
    pub(crate) const fn new(kind: TypeExprKind, span: Span) -> Self {
        Self {
            kind,
            nullable: false,
            alias: None,
            constraints: None,
            span,
        }
    }

    /// The constraints next to the type, with the constraints of its alias.
    pub(crate) fn constrained<'c>(&'c self, next_to: &'c Constraints) -> Cow<'c, Constraints> {
        match &self.constraints {
            None => Cow::Borrowed(next_to),
            Some(of_alias) if next_to.is_empty() => Cow::Borrowed(of_alias),
            Some(of_alias) => Cow::Owned(next_to.or(of_alias)),
        }
    }

    /// Whether a field of this type is a file, or several.
    pub(crate) fn is_file(&self) -> bool {
        let is_one = |ty: &Self| !ty.nullable && ty.kind.is_file();
        match &self.kind {
            TypeExprKind::List(item) => !self.nullable && is_one(item),
            TypeExprKind::Scalar(_) | TypeExprKind::Named(_) | TypeExprKind::Map(_) => is_one(self),
        }
    }

    /// The named type that the expression refers to, directly or in lists and maps.
    pub(crate) fn named(&self) -> Option<Spanned<&str>> {
        match &self.kind {
            TypeExprKind::Scalar(_) => None,
            TypeExprKind::Named(name) => Some(Spanned::new(name, self.span)),
            TypeExprKind::List(inner) | TypeExprKind::Map(inner) => inner.named(),
        }
    }

    /// The type in all lists and maps around it, to change it.
    pub(crate) fn innermost_mut(&mut self) -> &mut Self {
        match self.kind {
            TypeExprKind::Scalar(_) | TypeExprKind::Named(_) => self,
            TypeExprKind::List(ref mut inner) | TypeExprKind::Map(ref mut inner) => {
                inner.innermost_mut()
            }
        }
    }
}

impl TypeExprKind {
    fn is_file(&self) -> bool {
        matches!(self, Self::Scalar(Scalar::File))
    }
}

/// As written, without spaces.
impl fmt::Display for TypeExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.alias, &self.kind) {
            (Some(name), _) | (None, TypeExprKind::Named(name)) => f.write_str(name)?,
            (None, TypeExprKind::Scalar(scalar)) => f.write_str(scalar.name())?,
            (None, TypeExprKind::List(inner)) => write!(f, "list<{inner}>")?,
            (None, TypeExprKind::Map(inner)) => write!(f, "map<{inner}>")?,
        }
        f.write_str(if self.nullable { "?" } else { "" })
    }
}
