//! Names of types: what changes in a newtype or an alias is one change, at the type, however often it is used, and so is
//! that a type is of another kind.

use std::mem;

use super::shapes::{Resolved, Shape, Use, rules_of_alias};
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

    /// The type by whose definitions alone two values differ: a newtype, an alias, or a type that became of another kind.
    pub(super) fn definition(
        &self,
        old: &Resolved<'a>,
        new: &Resolved<'a>,
        site: &Site<'_, 'a>,
    ) -> Option<Types<'a>> {
        // Inside of other comparisons, only the values matter.
        let (old_inline, new_inline) = self.inline?;
        let (Use::Of(old_ty, old_rules), Use::Of(new_ty, new_rules)) = (old.value, new.value)
        else {
            return None;
        };
        let is_scalar = |shape: &Shape<'_>| matches!(shape, Shape::Scalar(_));
        // What is in an object may be written in another way than elsewhere.
        let is_written_alike =
            site.written == Written::Json || is_scalar(&old.shape) && is_scalar(&new.shape);
        // A use has the limits of its alias.
        let is_plain =
            |api, ty, rules: &Rules| rules.is_empty() || rules == rules_of_alias(api, ty);
        if !is_written_alike
            || !is_plain(self.old, old_ty, old_rules)
            || !is_plain(self.new, new_ty, new_rules)
            || old_ty.nullable != new_ty.nullable
        {
            return None;
        }
        let (old, new) = (name(old_ty)?, name(new_ty)?);
        let (was, is) = (self.old.type_def(old), self.new.type_def(new));
        // Other types of one kind are compared part by part.
        let is_whole = is_name(was) && is_name(is)
            || mem::discriminant(&was.kind) != mem::discriminant(&is.kind);
        let has_place = !old_inline.contains(&was.name) && !new_inline.contains(&is.name);
        (was.name == is.name && is_whole && has_place)
            .then(|| types(old, new, site.written.single()))
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

    /// What two types of one name were and are.
    pub(super) fn definitions_in_words(
        &self,
        old: &Resolved<'a>,
        new: &Resolved<'a>,
        site: &Site<'_, 'a>,
    ) -> String {
        let named = |api: &'a Api, value| match value {
            Use::Of(ty, _) | Use::InPath(ty, _) => name(ty).map(|id| api.type_def(id)),
            Use::ListOf(_) | Use::Constant(_) => None,
        };
        let (old, new) = (named(self.old, old.value), named(self.new, new.value));
        let Some((old, new)) = old.zip(new) else {
            return "it has a different type of the same name".to_owned();
        };
        let subject = match site.new {
            Spot::Type(_) => "it".to_owned(),
            _ => format!("its type {}", Quoted(&new.name)),
        };
        let was = kind_words(self.old, &old.kind);
        let is = kind_words(self.new, &new.kind);
        match was == is {
            true => format!("{subject} has other values"),
            false => format!("{subject} was {was}, and is {is}"),
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
