//! A field that replaces an inherited one: it may only allow less.

use crate::api::{JsonKind, Scalar};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{FieldEntry, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::hash::{HashMap, HashSet};
use crate::node::{Node, NodeKind};

const WIDER: Code = Code("E0316");

const NARROW: &str = "a field may only narrow the one that it replaces";

/// How to keep the constant of an inherited field.
fn constant_help(constant: &Node) -> String {
    match constant.scalar_text() {
        Some(text) => format!("write `const: {text}`, or remove the field"),
        None => NARROW.to_owned(),
    }
}

/// The types by which fields are compared.
pub(super) struct Narrowing<'d> {
    types: HashMap<&'d str, &'d TypeEntry>,
}

impl<'d> Narrowing<'d> {
    pub(super) fn new(types: &'d [TypeEntry]) -> Self {
        Self {
            types: TypeEntry::by_name(types),
        }
    }

    /// Whether two fields are declared alike.
    pub(super) fn is_same(&self, one: &FieldEntry, other: &FieldEntry) -> bool {
        let constants = match (&one.constant, &other.constant) {
            (None, None) => true,
            (Some(one), Some(other)) => one.is_same(other),
            (None, Some(_)) | (Some(_), None) => false,
        };
        constants && one.optional == other.optional && one.ty.to_string() == other.ty.to_string()
    }

    /// Reports a field that allows what the inherited one does not.
    pub(super) fn check(&self, own: &FieldEntry, inherited: &FieldEntry) -> Option<Diagnostic> {
        let not_allowed = |difference: &str| {
            let message = format!("{difference}, and the inherited field does not allow that");
            (message, NARROW.to_owned())
        };
        let name = &own.name.value;
        let (message, help) = if own.optional && !inherited.optional {
            not_allowed(&format!("`{name}` may be absent"))
        } else if own.ty.nullable && !inherited.ty.nullable {
            not_allowed(&format!("`{name}` may be null"))
        } else if self.allows_less(own, inherited) {
            return None;
        } else {
            match (&own.constant, &inherited.constant) {
                (Some(_), Some(constant)) => (
                    format!("`{name}` has another constant than the inherited field"),
                    constant_help(constant),
                ),
                (None, Some(constant)) => (
                    format!("`{name}` is not a constant, and the inherited field is one"),
                    constant_help(constant),
                ),
                (Some(_), None) => (
                    format!("the constant of `{name}` is not a value of the inherited field"),
                    NARROW.to_owned(),
                ),
                (None, None) => not_allowed(&format!("`{name}` has another type")),
            }
        };
        Some(
            Diagnostic::error(WIDER, message, own.name.span)
                .also(inherited.name.span, "the inherited field")
                .help(help),
        )
    }

    /// Whether a field allows nothing that the inherited one does not. A type that is left out, or not declared, may be
    /// any type.
    fn allows_less(&self, own: &FieldEntry, inherited: &FieldEntry) -> bool {
        if !self.is_known(&own.ty) || !self.is_known(&inherited.ty) {
            return true;
        }
        match (&own.constant, &inherited.constant) {
            (Some(own), Some(inherited)) => own.is_same(inherited),
            (Some(own), None) => self.has_value(&inherited.ty, own),
            (None, Some(_)) => false,
            (None, None) => self.fits(&own.ty, &inherited.ty),
        }
    }

    fn is_known(&self, ty: &TypeExpr) -> bool {
        let named = ty.named();
        named.is_none_or(|name| self.types.contains_key(name.value))
    }

    /// Whether a constant is a value of a type.
    fn has_value(&self, ty: &TypeExpr, constant: &Node) -> bool {
        match (&ty.kind, &constant.kind) {
            (TypeExprKind::Scalar(Scalar::Json), _)
            | (TypeExprKind::Scalar(Scalar::String), NodeKind::Text(_))
            | (TypeExprKind::Scalar(Scalar::Boolean), NodeKind::Bool(_))
            | (
                TypeExprKind::Scalar(Scalar::Number | Scalar::Float | Scalar::DecimalNumber),
                NodeKind::Integer(..),
            ) => true,
            (TypeExprKind::Scalar(Scalar::Integer(integer)), NodeKind::Integer(value, _)) => {
                integer.contains(**value)
            }
            (TypeExprKind::Named(name), kind) => {
                match self.types.get(name.as_str()).map(|entry| &entry.kind) {
                    Some(TypeEntryKind::Enum {
                        values,
                        open,
                        value_kind,
                    }) => {
                        let text = value_kind.text(constant);
                        text.is_some_and(|text| {
                            open.is_open_in_requests()
                                || values.iter().any(|value| value.value.value == text)
                        })
                    }
                    Some(TypeEntryKind::Newtype { inner, .. }) => match kind {
                        // The scalar may be a string of a certain form.
                        NodeKind::Text(_) => !matches!(
                            inner.kind,
                            TypeExprKind::Scalar(
                                Scalar::Boolean
                                    | Scalar::Float
                                    | Scalar::DecimalNumber
                                    | Scalar::Integer(_)
                                    | Scalar::Number
                            )
                        ),
                        _ => self.has_value(inner, constant),
                    },
                    Some(
                        TypeEntryKind::Object { .. }
                        | TypeEntryKind::Tuple(_)
                        | TypeEntryKind::Alias { .. }
                        | TypeEntryKind::Union(_),
                    )
                    | None => false,
                }
            }
            _ => false,
        }
    }

    /// Whether every value of `own` is one of `inherited`, as far as their types tell.
    fn fits(&self, own: &TypeExpr, inherited: &TypeExpr) -> bool {
        match (&own.kind, &inherited.kind) {
            (_, TypeExprKind::Scalar(Scalar::Json)) => true,
            (TypeExprKind::Scalar(own), TypeExprKind::Scalar(inherited)) => {
                own == inherited || is_narrower(*own, *inherited)
            }
            (TypeExprKind::Named(own), TypeExprKind::Named(inherited)) => {
                own == inherited || self.extends(own, inherited)
            }
            (TypeExprKind::Named(own), TypeExprKind::Scalar(scalar)) => {
                match self.types.get(own.as_str()).map(|entry| &entry.kind) {
                    Some(TypeEntryKind::Enum { value_kind, .. }) => *scalar == value_kind.scalar(),
                    Some(TypeEntryKind::Newtype { inner, .. }) => {
                        matches!(inner.kind, TypeExprKind::Scalar(inner) if inner == *scalar)
                    }
                    Some(
                        TypeEntryKind::Object { .. }
                        | TypeEntryKind::Tuple(_)
                        | TypeEntryKind::Alias { .. }
                        | TypeEntryKind::Union(_),
                    )
                    | None => false,
                }
            }
            (TypeExprKind::List(own), TypeExprKind::List(inherited))
            | (TypeExprKind::Map(own), TypeExprKind::Map(inherited)) => {
                (inherited.nullable || !own.nullable) && self.fits(own, inherited)
            }
            (
                TypeExprKind::Scalar(_)
                | TypeExprKind::Named(_)
                | TypeExprKind::List(_)
                | TypeExprKind::Map(_),
                _,
            ) => false,
        }
    }

    /// Whether a type extends another one, or is a variant of it. A base that is left out may extend any type.
    fn extends(&self, own: &str, inherited: &str) -> bool {
        let mut open = vec![own];
        let mut seen = HashSet::default();
        while let Some(name) = open.pop() {
            if name == inherited {
                return true;
            }
            let Some(entry) = self.types.get(name) else {
                return true;
            };
            if let TypeEntryKind::Object { bases, .. } = &entry.kind
                && seen.insert(name)
            {
                open.extend(bases.iter().map(|base| base.value.as_str()));
            }
        }
        let Some(TypeEntryKind::Union(union)) = self.types.get(inherited).map(|entry| &entry.kind)
        else {
            return false;
        };
        let mut types = union
            .variants
            .iter()
            .filter_map(|variant| variant.ty.as_ref());
        types.any(|ty| matches!(&ty.kind, TypeExprKind::Named(name) if name == own))
    }
}

/// Whether the values of a scalar are also values of another one.
fn is_narrower(own: Scalar, inherited: Scalar) -> bool {
    match (own, inherited) {
        (Scalar::Integer(own), Scalar::Integer(inherited)) => {
            let (min, max) = own.range();
            inherited.contains(min) && inherited.contains(max)
        }
        (own, Scalar::Number) => matches!(own.json(), JsonKind::Integer | JsonKind::Number),
        (own, Scalar::String) => own.json() == JsonKind::String,
        (own, Scalar::Ip) => matches!(own, Scalar::Ipv4 | Scalar::Ipv6),
        (_, _) => false,
    }
}
