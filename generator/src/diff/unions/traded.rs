//! Tags that have traded their types: a value with one of them was one variant, and is another one.

use super::Pair;
use crate::api::{Api, Type, UnionVariant};
use crate::diff::Rule;
use crate::diff::site::Site;
use crate::diff::walk::{Context, Walk};
use crate::diff::words::Quoted;

/// A variant, and the name of its type.
type Named<'a> = (&'a UnionVariant, &'a str);

impl<'a> Walk<'a> {
    /// Compares which types tags have. If some have traded their types, variants of the same type become pairs, and what
    /// has the same tag no longer is one. `tag` may be among the fields of these types, as a constant of each.
    pub(super) fn traded_types(
        &mut self,
        pairs: &mut [Pair<'a, &'a UnionVariant>],
        tag: Option<&'a str>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let named = |api: &'a Api, variant: &'a UnionVariant| match variant.ty.as_ref()?.ty {
            Type::Named(id) => Some((variant, api.type_def(id).name.as_str())),
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
        };
        let changed = pairs.iter().filter_map(|(value, was, is)| {
            let (was, is) = (named(self.old, (*was)?)?, named(self.new, (*is)?)?);
            (was.1 != is.1).then_some((*value, was, is))
        });
        let changed: Vec<(&'a str, Named<'a>, Named<'a>)> = changed.collect();
        let takes = |name: &str| {
            let mut all = changed.iter();
            all.find(|(_, _, is)| is.1 == name).map(|(_, _, is)| is.0)
        };
        let loses = |name: &str| changed.iter().any(|(_, was, _)| was.1 == name);
        let are_same = |old: &'a UnionVariant, new: &'a UnionVariant| {
            self.is_same_by(|inner, context, site| {
                inner.variants((old, new), (tag, false), context, site);
            })
        };
        let traded = changed.iter().find(|(_, was, is)| {
            let same_type = takes(was.1).filter(|_| loses(is.1));
            // Types that have traded their names as well are the same by their tags.
            same_type.is_some_and(|new| are_same(was.0, new) || !are_same(was.0, is.0))
        });
        let Some((value, (_, was), (_, is))) = traded else {
            return;
        };
        let (value, was, is) = (Quoted(value), Quoted(was), Quoted(is));
        let message = format!("the tag {value} was for {was}, and is for {is}");
        for (_, old, new) in pairs.iter_mut() {
            let old = old.and_then(|old| named(self.old, old));
            if let (Some((_, name)), Some(new)) = (old, new.as_mut()) {
                *new = takes(name).unwrap_or(new);
            }
        }
        self.change(Rule::TagChanged, context, site, message);
    }
}
