//! Unions whose variants have no tags.

use super::alike::Alike;
use super::has_empty_objects;
use super::leaves::Leaf;
use super::order;
use crate::api::Union;
use crate::diff::Axis;
use crate::diff::site::Site;
use crate::diff::values::{Use, is_any_union};
use crate::diff::walk::{Context, Walk};
use crate::diff::words::Quoted;
use crate::hash::HashSet;

impl<'a> Walk<'a> {
    /// Compares the variants of two unions without tags. Those of a union among the variants count as variants of the outer
    /// one.
    pub(super) fn untagged(
        &mut self,
        old: &'a Union,
        new: &'a Union,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let alike = self.alike(old, new);
        // The order of a choice in an OpenAPI document means nothing.
        if self.in_spec_language
            && let Some(moved) = order::moved(self.old, self.new, &alike)
        {
            self.chosen_otherwise(moved.values, (moved.old, moved.new), context, site);
        }
        self.moved_names(&alike, context, site);
        // What is not one of the other variants is any JSON on both sides.
        let are_any = is_any_union(old) && is_any_union(new);
        let is_object = has_empty_objects(old) && has_empty_objects(new);
        for (was, is) in &alike.pairs {
            // A variant may have another name on each side.
            let site = self.part(site, &was.variant.tag, &is.variant.tag);
            let site = site.in_parts(was.spot(site.old), is.spot(site.new));
            let (both, tag) = ((was.variant, is.variant), was.tag_of_either(is));
            self.variants(both, (tag, is_object || tag.is_some()), context, &site);
        }
        let gone = alike.gone.iter().map(|leaf| (leaf, true));
        let added = alike.added.iter().map(|leaf| (leaf, false));
        for (leaf, is_old) in gone.chain(added) {
            if are_any || self.is_part_of_another(leaf, &alike, is_old) {
                continue;
            }
            let tag = leaf.variant.tag.as_str();
            let site = self.part(site, tag, tag);
            let spots = match is_old {
                true => (leaf.spot(site.old), site.new),
                false => (site.old, leaf.spot(site.new)),
            };
            let site = site.in_parts(spots.0, spots.1);
            self.lone_variant(tag, is_old, (old, new), context, &site);
        }
    }

    /// Adds that values of a variant have the name of another one, whose name and type both sides have.
    fn moved_names(&mut self, alike: &Alike<'a>, context: Context, site: &Site<'_, 'a>) {
        let pairs = alike.pairs.iter().filter(|(was, is)| {
            let are_outer = was.is_outer() && is.is_outer();
            are_outer && was.variant.tag != is.variant.tag
        });
        let pairs: Vec<_> = pairs.collect();
        // Inside of other comparisons, only the values matter.
        if pairs.is_empty() || self.depth > 0 {
            return;
        }
        let outer = |leaf: &&Leaf<'a>| leaf.is_outer();
        let names = |leaf: &Leaf<'a>| (leaf.variant.tag.clone(), leaf.words.clone());
        let of_old = alike.pairs.iter().map(|(was, _)| was).chain(&alike.gone);
        let of_new = alike.pairs.iter().map(|(_, is)| is).chain(&alike.added);
        let of_old: HashSet<_> = of_old.filter(outer).map(names).collect();
        let of_new: HashSet<_> = of_new.filter(outer).map(names).collect();
        let moved = pairs
            .iter()
            .find(|(was, is)| of_new.contains(&names(was)) || of_old.contains(&names(is)));
        if let Some((was, is)) = moved {
            let (was, is) = (&was.variant.tag, &is.variant.tag);
            let message = format!("what was {}, is {}", Quoted(was), Quoted(is));
            self.other_in_code(message, (was, is), context, site);
        }
    }

    /// Whether the other side has all values of a variant that only one side has: they are numbers, or text, of another
    /// variant, of which a number has all integers; or the variant is there twice. Objects are more than what another
    /// variant reads of them.
    fn is_part_of_another(&self, leaf: &Leaf<'a>, alike: &Alike<'a>, is_old: bool) -> bool {
        let is_part = |old: Option<Use<'a>>, new: Option<Use<'a>>, axis| {
            old.zip(new).is_some_and(|(old, new)| {
                self.are_of_one_class(old, new) && self.accepts_values(old, new, axis)
            })
        };
        let pairs = alike.pairs.iter();
        let is_part = match is_old {
            true => {
                let mut others = pairs.map(|(_, new)| new).chain(&alike.added);
                others.any(|other| is_part(leaf.content, other.content, Axis::Wire))
            }
            false => {
                let mut others = pairs.map(|(old, _)| old).chain(&alike.gone);
                others.any(|other| is_part(other.content, leaf.content, Axis::Rollback))
            }
        };
        is_part || self.is_repeated(leaf, alike, is_old)
    }
}
