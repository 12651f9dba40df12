//! Values: two uses of types are compared, with their limits.

mod classes;
mod names;
mod shapes;
mod tuples;
mod variants;

use super::change::Readers;
use super::scalars::{self, Relation, narrower, relation, wider};
use super::site::{Site, Spot, Step};
use super::walk::{Context, Types, Walk};
use super::words::words;
use super::{Rule, enums, texts};
use crate::api::{Api, EnumKind, Scalar, TypeKind};
use classes::{has_other_limits, limits_to_compare, reads_all};
use shapes::{Resolved, has_any, is_any, is_object, is_text, is_union, is_untagged, values_of_map};

pub(super) use classes::{Class, class, listed};
pub(super) use names::is_name;
pub(super) use shapes::{Shape, Use, further_fields, is_any_union, is_json, may_be_text, resolve};

impl<'a> Walk<'a> {
    /// Compares the values of two uses of types.
    pub(super) fn values(
        &mut self,
        old: Use<'a>,
        new: Use<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        if let (Use::Of(old, _) | Use::InPath(old, _), Use::Of(new, _) | Use::InPath(new, _)) =
            (old, new)
        {
            self.same_names(old, new, context);
        }
        let old = Resolved::of(self.old, old, site.written.is_text());
        let new = Resolved::of(self.new, new, site.written.is_text());
        let Some(types) = self.definition(&old, &new, site) else {
            return self.resolved(old, new, None, context, site);
        };
        if let Some((context, site)) = self.first_use(types, context) {
            let (old, new) = self.defined(types, (old, new));
            self.resolved(old, new, Some(types), context, &site);
        }
    }

    /// Compares two values, at the definitions of their type if nothing else can be different between them.
    fn resolved(
        &mut self,
        old: Resolved<'a>,
        new: Resolved<'a>,
        defined: Option<Types<'a>>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let relation = self.relation(&old, &new, context, site);
        let message = || {
            let (was, is) = (words(self.old, old.value), words(self.new, new.value));
            match defined {
                Some(types) => format!("it {}", self.definitions_in_words(types.old, types.new)),
                None if was == is => self.same_name_in_words(old.value, new.value),
                None => format!("it was {was}, and is {is}"),
            }
        };
        let rule = match relation {
            Relation::Same => None,
            Relation::Wider => Some(Rule::TypeWidened),
            Relation::Narrower => Some(Rule::TypeNarrowed),
            Relation::Different => Some(Rule::TypeChanged),
        };
        if let Some(rule) = rule {
            let readers = Readers {
                of_old: reads_all(self.old, &old.shape, &new.shape, site.written.is_text()),
                of_new: reads_all(self.new, &new.shape, &old.shape, site.written.is_text()),
            };
            self.change_of_type(rule, readers, context, site, message());
        }
        if relation == Relation::Different {
            return;
        }
        self.null(&old, &new, relation, context, site);
        if let Some((old, new)) = limits_to_compare(old, new, relation) {
            let is_parameter = site.written.is_text() && matches!(site.new, Spot::Parameter(..));
            let (old, new) = match is_parameter {
                true => (old.never_without_items(), new.never_without_items()),
                false => (old, new),
            };
            self.limits(&old, &new, context, site);
        }
    }

    /// How the types of two values relate, with the limits that the other type cannot have. Their parts are compared.
    fn relation(
        &mut self,
        old: &Resolved<'a>,
        new: &Resolved<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) -> Relation {
        if site.written.is_text() {
            let sides = (
                (self.old, old.value, &old.shape),
                (self.new, new.value, &new.shape),
            );
            if let Some(relation) = texts::relation(sides.0, sides.1) {
                return relation;
            }
        }
        match self.relation_of_types(old, new, context, site) {
            Relation::Same => old.limits.ranges(&new.limits),
            Relation::Wider if has_other_limits(new, old) => Relation::Different,
            Relation::Narrower if has_other_limits(old, new) => Relation::Different,
            other => other,
        }
    }

    fn relation_of_types(
        &mut self,
        old: &Resolved<'a>,
        new: &Resolved<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) -> Relation {
        match (&old.shape, &new.shape) {
            // One text or one part is a list of one item.
            (one, Shape::List(item, rules)) if is_item(self.old, one, site) => {
                let item = new.value.item(item, rules);
                let site = items(site);
                self.values(old.value, item, context, &site);
                Relation::Wider
            }
            (Shape::List(item, rules), one) if is_item(self.new, one, site) => {
                let item = old.value.item(item, rules);
                let site = items(site);
                self.values(item, new.value, context, &site);
                Relation::Narrower
            }
            // In text, all values of such a union are strings, and a variant may have all strings.
            (Shape::Scalar(Scalar::String), Shape::Named(_, TypeKind::Union(union)))
                if site.written.is_text() && is_text(self.new, union) =>
            {
                match self.is_variant(union, old.value, false) {
                    true => Relation::Wider,
                    false => Relation::Narrower,
                }
            }
            (Shape::Named(_, TypeKind::Union(union)), Shape::Scalar(Scalar::String))
                if site.written.is_text() && is_text(self.old, union) =>
            {
                match self.is_variant(union, new.value, true) {
                    true => Relation::Narrower,
                    false => Relation::Wider,
                }
            }
            (Shape::Named(_, TypeKind::Tuple(tuple)), Shape::List(item, rules)) => {
                self.relation_of_tuple((tuple, Use::Of(item, rules)), &new.limits, true)
            }
            (Shape::List(item, rules), Shape::Named(_, TypeKind::Tuple(tuple))) => self
                .relation_of_tuple((tuple, Use::Of(item, rules)), &old.limits, false)
                .reversed(),
            // A variant decides, whatever the other one is.
            (Shape::Named(_, TypeKind::Union(union)), other)
                if is_untagged(union) && !is_union(other) && !is_any(other) =>
            {
                self.variant_and_value(union, new.value, true, context, site);
                self.relation_to_variants(union, new.value, true)
            }
            (other, Shape::Named(_, TypeKind::Union(union)))
                if is_untagged(union) && !is_union(other) && !is_any(other) =>
            {
                self.variant_and_value(union, old.value, false, context, site);
                self.relation_to_variants(union, old.value, false)
                    .reversed()
            }
            (old, new) => self.shapes(old, new, context, site),
        }
    }

    /// Compares whether values may be null. Any JSON may be.
    fn null(
        &mut self,
        old: &Resolved<'a>,
        new: &Resolved<'a>,
        relation: Relation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        // A list as text or as parts is never null, and its items were compared with the single value.
        let is_list = |shape: &Shape<'_>| matches!(shape, Shape::List(..));
        if (site.written.is_text() || site.written.is_parts())
            && is_list(&old.shape) != is_list(&new.shape)
        {
            return;
        }
        let (rule, message) = match (old.is_null, new.is_null) {
            (false, true) if relation != Relation::Wider || !has_any(&new.shape) => {
                (Rule::NullAdded, "it can be null")
            }
            (true, false) if relation != Relation::Narrower || !has_any(&old.shape) => {
                (Rule::NullRemoved, "it can no longer be null")
            }
            _ => return,
        };
        self.change(rule, context, site, message.to_owned());
    }

    /// Whether one of two values may be text in JSON, which has quotes.
    pub(super) fn may_be_text(&self, old: Use<'a>, new: Use<'a>) -> bool {
        may_be_text(self.old, old) || may_be_text(self.new, new)
    }

    /// How two shapes relate. Parts of lists, maps and named types are compared.
    fn shapes(
        &mut self,
        old: &Shape<'a>,
        new: &Shape<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) -> Relation {
        match (old, new) {
            (Shape::Constant(old), Shape::Constant(new)) => {
                if !old.is_same(new) {
                    let message = format!("it was always {old}, and is always {new}");
                    self.change(Rule::ConstantChanged, context, site, message);
                }
                Relation::Same
            }
            (Shape::Scalar(old), Shape::Scalar(new)) => {
                relation(*old, *new, site.written.is_text())
            }
            (old, new) if is_any(old) && has_any(new) || has_any(old) && is_any(new) => {
                Relation::Same
            }
            (_, new) if is_any(new) => Relation::Wider,
            (old, _) if is_any(old) => Relation::Narrower,
            (Shape::List(old, old_rules), Shape::List(new, new_rules)) => {
                let (old, new) = (Use::Of(old, old_rules), Use::Of(new, new_rules));
                let site = items(site);
                self.values(old, new, context, &site);
                Relation::Same
            }
            (Shape::Map(..), _) | (_, Shape::Map(..))
                if let (Some(old), Some(new)) = (values_of_map(old), values_of_map(new)) =>
            {
                let values = site.within(Step::Values).written(site.written.values());
                self.values(old, new, context, &values);
                Relation::Same
            }
            (Shape::Map(ty, rules), Shape::Named(_, TypeKind::Object(object)))
                if self.map_and_object((ty, rules), object, true, context, site) =>
            {
                Relation::Same
            }
            (Shape::Named(_, TypeKind::Object(object)), Shape::Map(ty, rules))
                if self.map_and_object((ty, rules), object, false, context, site) =>
            {
                Relation::Same
            }
            (Shape::Named(old, old_kind), Shape::Named(new, new_kind)) => {
                let is_in_object = matches!(site.old, Spot::Part(..));
                let types = Types {
                    old: *old,
                    new: *new,
                    written: site.written.named(is_in_object),
                    without: None,
                };
                self.named(types, (old_kind, new_kind), context)
            }
            (old, new) => kinds(old, new, site.written.is_text()),
        }
    }

    /// How two named types relate. Those of the same kind are compared part by part.
    fn named(
        &mut self,
        types: Types<'a>,
        kinds: (&'a TypeKind, &'a TypeKind),
        context: Context,
    ) -> Relation {
        let Types { old, new, .. } = types;
        match kinds {
            (TypeKind::Object(_), TypeKind::Object(_))
            | (TypeKind::Tuple(_), TypeKind::Tuple(_))
            | (TypeKind::Union(_), TypeKind::Union(_)) => {
                self.use_types(types, context);
                Relation::Same
            }
            (TypeKind::Enum(old_values), TypeKind::Enum(new_values)) => {
                let is_number =
                    |kind: EnumKind| matches!(kind, EnumKind::Integer | EnumKind::Number);
                let are_numbers = is_number(old_values.kind) && is_number(new_values.kind);
                if old_values.kind != new_values.kind && !are_numbers {
                    return Relation::Different;
                }
                self.use_types(types, context);
                Relation::Same
            }
            (TypeKind::Object(object), TypeKind::Union(union)) => {
                if self.is_tagged_variant(union, (old, object), false, context) {
                    return Relation::Wider;
                }
                let relation = self.relation_to_tagged(union, (old, object), false);
                relation.reversed()
            }
            (TypeKind::Union(union), TypeKind::Object(object)) => {
                if self.is_tagged_variant(union, (new, object), true, context) {
                    return Relation::Narrower;
                }
                self.relation_to_tagged(union, (new, object), true)
            }
            _ => Relation::Different,
        }
    }
}

/// How two shapes of different kinds relate, without their parts.
fn kinds(old: &Shape<'_>, new: &Shape<'_>, is_text: bool) -> Relation {
    match (old, new) {
        (Shape::Named(_, TypeKind::Enum(values)), new) => enums::relation(values, new, is_text),
        (old, Shape::Named(_, TypeKind::Enum(values))) => {
            enums::relation(values, old, is_text).reversed()
        }
        (Shape::Constant(value), Shape::Scalar(scalar)) => wider(scalars::fits(value, *scalar)),
        (Shape::Scalar(scalar), Shape::Constant(value)) => narrower(scalars::fits(value, *scalar)),
        (Shape::Named(_, kind), Shape::Map(ty, _)) if is_object(kind) => wider(is_json(ty)),
        (Shape::Map(ty, _), Shape::Named(_, kind)) if is_object(kind) => narrower(is_json(ty)),
        _ => Relation::Different,
    }
}

/// A place in a list.
const fn items<'s, 'a>(site: &'s Site<'s, 'a>) -> Site<'s, 'a> {
    site.within(Step::Items).written(site.written.items())
}

/// Whether a value is the only item of a list that is written in the same place: as text, or as parts of a form.
fn is_item(api: &Api, shape: &Shape<'_>, site: &Site<'_, '_>) -> bool {
    match shape {
        Shape::Scalar(_) | Shape::Named(_, TypeKind::Enum(_)) => {
            site.written.is_text() || site.written.is_parts()
        }
        Shape::Named(_, TypeKind::Union(union))
            if site.written.is_text() && is_text(api, union) =>
        {
            true
        }
        Shape::Constant(_) | Shape::Map(..) | Shape::Named(..) => site.written.is_parts(),
        Shape::List(..) => false,
    }
}
