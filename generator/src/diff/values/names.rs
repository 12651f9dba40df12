//! Changes of newtypes and aliases, and of types that became of another kind. They are reported once, at the type, and
//! not at each of its uses.

use std::mem;

use super::shapes::{Resolved, Shape, Use, has_any, resolve, rules_of_alias};
use crate::api::{Api, Rules, Type, TypeDef, TypeId, TypeKind, TypeRef};
use crate::diff::site::{Site, Spot};
use crate::diff::walk::{Context, Types, Walk};
use crate::diff::words::{Quoted, kind_words};
use crate::diff::written::Written;

impl<'a> Walk<'a> {
    /// Notes that values of a newtype or an alias are used, which both sides have by its name: something may be announced
    /// about it.
    pub(in crate::diff) fn same_names(&mut self, old: &TypeRef, new: &TypeRef, context: Context) {
        let named = |ty: &TypeRef| match ty.ty {
            Type::Named(id) => Some(id),
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
        };
        for pair in [(old.alias, new.alias), (named(old), named(new))] {
            if let (Some(old), Some(new)) = pair
                && self.have_one_name(old, new)
            {
                self.use_types(types(old, new, Written::Json), context);
            }
        }
    }

    /// The two definitions of one type, if nothing else can be different between two values.
    pub(super) fn definition(
        &self,
        old: &Resolved<'a>,
        new: &Resolved<'a>,
        site: &Site<'_, 'a>,
    ) -> Option<Types<'a>> {
        // Inside of other comparisons, only the values matter.
        let (old_inline, new_inline) = self.inline?;
        let (old_ty, new_ty) = (
            plain_type(self.old, old.value)?,
            plain_type(self.new, new.value)?,
        );
        if old_ty.nullable != new_ty.nullable || !self.is_like_elsewhere(old, new, site) {
            return None;
        }
        let (old, new) = self.innermost(name(old_ty)?, name(new_ty)?);
        let (was, is) = (self.old.type_def(old), self.new.type_def(new));
        // Other types of one kind are compared part by part.
        let is_whole = is_name(was) && is_name(is)
            || mem::discriminant(&was.kind) != mem::discriminant(&is.kind);
        let has_place = !old_inline.contains(&was.name) && !new_inline.contains(&is.name);
        (was.name == is.name && is_whole && has_place)
            .then(|| types(old, new, site.written.single()))
    }

    /// Whether two values are written as everywhere, and have the same limits there: what is in an object may be written in
    /// another way, values in paths are never empty, and lists in parameters never have no items.
    fn is_like_elsewhere(
        &self,
        old: &Resolved<'a>,
        new: &Resolved<'a>,
        site: &Site<'_, 'a>,
    ) -> bool {
        let is_in_path =
            matches!(old.value, Use::InPath(..)) || matches!(new.value, Use::InPath(..));
        if is_in_path && old.limits.allow_no_text() != new.limits.allow_no_text() {
            return false;
        }
        let is_list = |shape: &Shape<'_>| matches!(shape, Shape::List(..));
        let are_lists = is_list(&old.shape) || is_list(&new.shape);
        let is_parameter = matches!(site.new, Spot::Parameter(..));
        if is_parameter && are_lists && old.limits.allow_no_items() != new.limits.allow_no_items() {
            return false;
        }
        site.written == Written::Json
            || is_simple(self.old, &old.shape, is_parameter)
                && is_simple(self.new, &new.shape, is_parameter)
    }

    /// The types that two types of one name are other names of, as long as these have one name, too.
    fn innermost(&self, mut old: TypeId, mut new: TypeId) -> (TypeId, TypeId) {
        while let (TypeKind::Alias(was), TypeKind::Alias(is)) =
            (&self.old.type_def(old).kind, &self.new.type_def(new).kind)
            && let (Some(old_ty), Some(new_ty)) = (
                plain_type(self.old, Use::Of(&was.ty, &was.rules)),
                plain_type(self.new, Use::Of(&is.ty, &is.rules)),
            )
            && old_ty.nullable == new_ty.nullable
            && let (Some(old_name), Some(new_name)) = (name(old_ty), name(new_ty))
            && self.old.type_def(old_name).name == self.new.type_def(new_name).name
        {
            (old, new) = (old_name, new_name);
        }
        (old, new)
    }

    /// The values of both definitions of a type, instead of those of a use.
    pub(super) fn defined(
        &self,
        types: Types<'a>,
        (old, new): (Resolved<'a>, Resolved<'a>),
    ) -> (Resolved<'a>, Resolved<'a>) {
        let is_text = types.written.is_text();
        let defined = |api: &'a Api, id, of_use: Resolved<'a>| match &api.type_def(id).kind {
            TypeKind::Alias(alias) => Resolved::of(api, Use::Of(&alias.ty, &alias.rules), is_text),
            TypeKind::Newtype(_)
            | TypeKind::Object(_)
            | TypeKind::Tuple(_)
            | TypeKind::Enum(_)
            | TypeKind::Union(_) => Resolved {
                is_null: has_any(&of_use.shape),
                value: match of_use.value {
                    Use::InPath(ty, rules) => Use::Of(ty, rules),
                    Use::Of(..) | Use::ListOf(_) | Use::Constant(_) => of_use.value,
                },
                ..of_use
            },
        };
        (
            defined(self.old, types.old, old),
            defined(self.new, types.new, new),
        )
    }

    /// Whether values of two types by name are compared for the first time; and the place of the types.
    pub(super) fn first_use(
        &mut self,
        types: Types<'a>,
        user: Context,
    ) -> Option<(Context, Site<'a, 'a>)> {
        let owner = self.use_types(types, user);
        if !self.compared_by_name.insert(types) {
            return None;
        }
        let (old, new) = (self.old.type_def(types.old), self.new.type_def(types.new));
        let site = Site::root(&new.name, Spot::Type(&old.name), Spot::Type(&new.name));
        Some((Context { owner, flow: None }, site.written(types.written)))
    }

    /// What two types were and are, by their definitions.
    pub(super) fn definitions_in_words(&self, old: TypeId, new: TypeId) -> String {
        let was = kind_words(self.old, &self.old.type_def(old).kind);
        let is = kind_words(self.new, &self.new.type_def(new).kind);
        match was == is {
            true => "has other values".to_owned(),
            false => format!("was {was}, and is {is}"),
        }
    }

    /// What two values of types of one name were and are.
    pub(super) fn same_name_in_words(&self, old: Use<'a>, new: Use<'a>) -> String {
        let named = |value| match value {
            Use::Of(ty, _) | Use::InPath(ty, _) => name(ty),
            Use::ListOf(_) | Use::Constant(_) => None,
        };
        match (named(old), named(new)) {
            (Some(old), Some(new)) => {
                let name = Quoted(&self.new.type_def(new).name);
                format!("its type {name} {}", self.definitions_in_words(old, new))
            }
            (Some(_) | None, Some(_) | None) => {
                "it has a different type of the same name".to_owned()
            }
        }
    }

    fn have_one_name(&self, old: TypeId, new: TypeId) -> bool {
        let (old, new) = (self.old.type_def(old), self.new.type_def(new));
        old.name == new.name && is_name(old) && is_name(new)
    }
}

const fn types<'a>(old: TypeId, new: TypeId, written: Written) -> Types<'a> {
    Types {
        old,
        new,
        written,
        without: None,
    }
}

/// The type of a value that has no limits but those of its alias.
fn plain_type<'a>(api: &Api, value: Use<'a>) -> Option<&'a TypeRef> {
    let (Use::Of(ty, rules) | Use::InPath(ty, rules)) = value else {
        return None;
    };
    let is_plain = |rules: &Rules| rules.is_empty() || rules == rules_of_alias(api, ty);
    is_plain(rules).then_some(ty)
}

/// Whether a value is one text where values are text, or a list of such in a parameter.
fn is_simple(api: &Api, shape: &Shape<'_>, is_parameter: bool) -> bool {
    match shape {
        Shape::Scalar(_) | Shape::Named(_, TypeKind::Enum(_)) => true,
        Shape::List(item, rules) if is_parameter => {
            is_simple(api, &resolve(api, Use::Of(item, rules)).0, false)
        }
        Shape::Constant(_) | Shape::List(..) | Shape::Map(..) | Shape::Named(..) => false,
    }
}

/// The type that a use of a type names.
const fn name(ty: &TypeRef) -> Option<TypeId> {
    match (ty.alias, &ty.ty) {
        (Some(alias), _) => Some(alias),
        (None, Type::Named(id)) => Some(*id),
        (None, Type::Scalar(_) | Type::List(_) | Type::Map(_)) => None,
    }
}

pub(in crate::diff) const fn is_name(definition: &TypeDef) -> bool {
    matches!(definition.kind, TypeKind::Newtype(_) | TypeKind::Alias(_))
}
