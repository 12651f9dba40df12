//! Unions: variants that are new or gone, and what tells variants apart.

mod constants;
mod looks;
mod order;
mod traded;
mod written_out;

use super::objects::Members;
use super::site::{Site, Step};
use super::values::{Use, further_fields, is_any_union};
use super::walk::{Context, Has, Types, Walk};
use super::words::{Quoted, text_or_json, words};
use super::written::Written;
use super::{Axis, Difference, Rule, Verdict};
use crate::api::{
    Api, Object, Openness, Rules, Tagging, Type, TypeId, TypeKind, Union, UnionVariant,
};
use crate::hash::HashSet;

impl<'a> Walk<'a> {
    /// Compares two unions.
    pub(super) fn unions(
        &mut self,
        old: &'a Union,
        new: &'a Union,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        if let Some((old_contents, new_contents)) =
            written_out::contents((self.old, old), (self.new, new))
        {
            for (tag, was, is) in by_tag(&old_contents, &new_contents) {
                let site = self.part(site, tag, tag);
                match was.zip(is) {
                    Some((was, is)) => self.contents_of_variants(was, is, context, &site),
                    None => self.lone_variant(tag, was.is_some(), (old, new), context, &site),
                }
            }
            return self.openness(old.open, new.open, "variants", context, site);
        }
        if let Some((tag, mut pairs)) = constants::pairs((self.old, old), (self.new, new)) {
            self.traded_types(&mut pairs, Some(tag), context, site);
            self.tagged_variants(tag, pairs, (old, new), context, site);
            return self.openness(old.open, new.open, "variants", context, site);
        }
        if !self.tags(old, new, context, site) {
            return;
        }
        let tag_of_both = tag_among_fields(old).filter(|tag| tag_among_fields(new) == Some(tag));
        let pairs = self.pairs_of_variants(old, new, tag_of_both, context, site);
        // What is not one of the other variants is any JSON on both sides.
        let are_any = is_any_union(old) && is_any_union(new);
        let is_object = tag_of_both.is_some() || has_empty_objects(old) && has_empty_objects(new);
        for (tag, was, is) in pairs {
            // A variant without a tag may have another name on each side.
            let old_name = was.filter(|_| old.tagging == Tagging::None);
            let old_name = old_name.map_or(tag, |was| was.tag.as_str());
            let site = self.part(site, old_name, tag);
            match was.zip(is) {
                Some((was, is)) => {
                    self.variants((was, is), (tag_of_both, is_object), context, &site);
                }
                None if are_any => {}
                None if self.is_part_of_another(was, is, (old, new)) => {}
                None => self.lone_variant(tag, was.is_some(), (old, new), context, &site),
            }
        }
        self.openness(old.open, new.open, "variants", context, site);
    }

    /// Pairs the variants of two unions whose tags are in the same place, and compares how they are told apart.
    fn pairs_of_variants(
        &mut self,
        old: &'a Union,
        new: &'a Union,
        tag_of_both: Option<&'a str>,
        context: Context,
        site: &Site<'_, 'a>,
    ) -> Vec<Pair<'a, &'a UnionVariant>> {
        if old.by_event != new.by_event {
            let words = |by_event: bool| match by_event {
                true => "their names",
                false => "their data",
            };
            let (was, is) = (words(old.by_event), words(new.by_event));
            let message = format!("events were told apart by {was}, and are told apart by {is}");
            self.change(Rule::EventNamesChanged, context, site, message);
        }
        match old.tagging {
            Tagging::None => {
                let pairs = self.alike(old, new);
                // The order of a choice in an OpenAPI document means nothing.
                if self.in_spec_language {
                    self.order_of_variants((old, new), &pairs, context, site);
                }
                pairs
            }
            Tagging::Field { .. } | Tagging::Beside { .. } | Tagging::Name => {
                let mut pairs = by_tag(&tags(old), &tags(new));
                self.traded_types(&mut pairs, tag_of_both, context, site);
                self.moved_tags(&pairs, context, site);
                pairs
            }
        }
    }

    /// Compares variants with a tag, which is a constant of each of them on one side.
    fn tagged_variants(
        &mut self,
        tag: &'a str,
        pairs: Vec<Pair<'a, &'a UnionVariant>>,
        (old, new): (&Union, &Union),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        for (name, was, is) in pairs {
            let own = |variant: Option<&'a UnionVariant>| {
                variant.map_or(name, |variant| variant.tag.as_str())
            };
            let site = self.part(site, own(was.or(is)), own(is.or(was)));
            match was.zip(is) {
                Some((was, is)) => {
                    self.variants((was, is), (Some(tag), true), context, &site);
                }
                None => self.lone_variant(name, was.is_some(), (old, new), context, &site),
            }
        }
    }

    /// Compares which variant without a tag is chosen for a value that fits several.
    fn order_of_variants(
        &mut self,
        (old, new): (&'a Union, &'a Union),
        pairs: &[Pair<'a, &'a UnionVariant>],
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let Some(moved) = order::moved((self.old, old), (self.new, new), pairs) else {
            return;
        };
        self.chosen_otherwise(moved.values, (moved.old, moved.new), context, site);
    }

    /// Adds that a further tag of one variant is a tag of another one, which both sides have.
    fn moved_tags(
        &mut self,
        pairs: &[Pair<'a, &'a UnionVariant>],
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let both = pairs
            .iter()
            .filter_map(|(tag, was, is)| Some((*tag, (*was)?, (*is)?)));
        let stays = |variant: &UnionVariant| {
            both.clone()
                .any(|(tag, was, is)| tag == variant.tag && was.tag == tag && is.tag == tag)
        };
        let moved = both
            .clone()
            .find(|(_, was, is)| was.tag != is.tag && stays(was) && stays(is));
        if let Some((tag, was, is)) = moved {
            let (tag, was, is) = (Quoted(tag), Quoted(&was.tag), Quoted(&is.tag));
            let message = format!("a value with the tag {tag} was {was}, and is {is}");
            let meaning = Difference {
                message: format!("code compiles, and gets {is} instead of {was} for it"),
                callers: Verdict::Breaking,
                implementers: Verdict::Breaking,
                compiles: true,
            };
            self.change_in_code(context, site, message, meaning);
        }
    }

    /// Adds that another variant is chosen for some values: code compiles, and gets the other one.
    fn chosen_otherwise(
        &mut self,
        values: &str,
        (was, is): (&str, &str),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (was, is) = (Quoted(was), Quoted(is));
        let message = format!("{values} was {was}, and is {is}");
        let meaning = Difference {
            message: format!("code compiles, and gets {is} instead of {was} for {values}"),
            callers: Verdict::Breaking,
            implementers: Verdict::Breaking,
            compiles: true,
        };
        self.change_with_meaning(Rule::TagChanged, context, site, message, meaning);
    }

    /// Whether all values of a variant that only one side has are numbers, or text, of a variant of the other side: a
    /// number has all integers. Objects are more than what another variant reads of them.
    fn is_part_of_another(
        &self,
        was: Option<&'a UnionVariant>,
        is: Option<&'a UnionVariant>,
        (old, new): (&'a Union, &'a Union),
    ) -> bool {
        if old.tagging != Tagging::None {
            return false;
        }
        let is_part = |old: Option<Use<'a>>, new: Option<Use<'a>>, axis| {
            old.zip(new).is_some_and(|(old, new)| {
                self.are_of_one_class(old, new) && self.accepts_values(old, new, axis)
            })
        };
        let was = was.map(|was| {
            let mut others = new.variants.iter();
            others.any(|other| is_part(content(was), content(other), Axis::Wire))
        });
        let is = is.map(|is| {
            let mut others = old.variants.iter();
            others.any(|other| is_part(content(other), content(is), Axis::Rollback))
        });
        was.or(is).unwrap_or(false)
    }

    /// A variant that only one side has: it is gone, or new.
    fn lone_variant(
        &mut self,
        tag: &str,
        is_gone: bool,
        (old, new): (&Union, &Union),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let tag = Quoted(tag);
        if is_gone {
            let rule = match new.open {
                Openness::Closed => Rule::VariantRemoved,
                Openness::Responses => Rule::ResponseVariantRemoved,
                Openness::Open => Rule::OpenVariantRemoved,
            };
            let message = format!("the variant {tag} is gone");
            self.change_of(rule, context, site, Has::Old, message);
        } else {
            let rule = match old.open {
                Openness::Closed => Rule::VariantAdded,
                Openness::Responses => Rule::ResponseVariantAdded,
                Openness::Open => Rule::OpenVariantAdded,
            };
            let message = format!("the variant {tag} is new");
            self.change_of(rule, context, site, Has::New, message);
        }
    }

    /// Compares what tells variants apart. Returns whether it is the same.
    fn tags(&mut self, old: &Union, new: &Union, context: Context, site: &Site<'_, 'a>) -> bool {
        let (old, old_default) = without_default(&old.tagging);
        let (new, new_default) = without_default(&new.tagging);
        if old != new {
            let message = format!("variants were told apart by {old}, and are told apart by {new}");
            self.change(Rule::TagChanged, context, site, message);
            return false;
        }
        let (rule, message) = match (old_default, new_default) {
            (Some(tag), None) => (
                Rule::DefaultVariantRemoved,
                format!("an object without a tag is no longer {}", Quoted(tag)),
            ),
            (None, Some(tag)) => (
                Rule::DefaultVariantAdded,
                format!("an object without a tag is {}", Quoted(tag)),
            ),
            (Some(was), Some(is)) if was != is => {
                self.chosen_otherwise("an object without a tag", (was, is), context, site);
                return true;
            }
            (Some(_), Some(_)) | (None, None) => return true,
        };
        self.change(rule, context, site, message);
        true
    }

    /// Compares two variants. The tag may be among their fields, and a variant without content may be an object.
    fn variants(
        &mut self,
        (old, new): (&'a UnionVariant, &'a UnionVariant),
        (tag, is_object): (Option<&'a str>, bool),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        match (object(self.old, old), object(self.new, new)) {
            (Some((old, _)), Some((new, _))) if tag.is_some() => {
                let types = Types {
                    old,
                    new,
                    written: Written::Json,
                    without: tag,
                };
                self.use_types(types, context);
                return;
            }
            (Some((_, object)), None)
                if let (Some(old), Some(new)) = (further_fields(object, tag), values_of(new)) =>
            {
                return self.values(old, new, context, &site.within(Step::Values));
            }
            (None, Some((_, object)))
                if let (Some(old), Some(new)) = (values_of(old), further_fields(object, tag)) =>
            {
                return self.values(old, new, context, &site.within(Step::Values));
            }
            (Some(_) | None, Some(_) | None) => {}
        }
        if is_object && self.object_of_one_side((old, new), tag, context, site) {
            return;
        }
        if old.ty.is_some() && new.ty.is_some() && old.is_text != new.is_text {
            let message = format!("its data {}", text_or_json(old.is_text));
            self.change(Rule::ContentChanged, context, site, message);
        }
        self.contents_of_variants(content(old), content(new), context, site);
    }

    /// Compares the content that only one of two variants has with the empty object that the other one is. Returns whether
    /// this is so, and the content is an object.
    fn object_of_one_side(
        &mut self,
        (old, new): (&'a UnionVariant, &'a UnionVariant),
        tag: Option<&str>,
        context: Context,
        site: &Site<'_, 'a>,
    ) -> bool {
        let (variant, is_old) = match (&old.ty, &new.ty) {
            (Some(_), None) => (old, true),
            (None, Some(_)) => (new, false),
            (Some(_), Some(_)) | (None, None) => return false,
        };
        let api = if is_old { self.old } else { self.new };
        if let Some((_, object)) = object(api, variant) {
            // A tag that the content declares is the same as one that the union adds.
            let (members, none) = (Members::without(object, tag), Members::NONE);
            let (was, is) = match is_old {
                true => (&members, &none),
                false => (&none, &members),
            };
            self.all_members(was, is, context, site);
            return true;
        }
        let Some(Use::Of(values, _)) = values_of(variant) else {
            return false;
        };
        let site = site.within(Step::Values);
        match is_old {
            true => self.others_ignored(values, context, &site),
            false => self.others_kept(values, context, &site),
        }
        true
    }

    fn contents_of_variants(
        &mut self,
        old: Option<Use<'a>>,
        new: Option<Use<'a>>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let message = match (old, new) {
            (Some(old), Some(new)) => return self.values(old, new, context, site),
            (None, None) => return,
            (Some(_), None) => "it no longer has content",
            (None, Some(_)) => "it has content",
        };
        self.change(Rule::TypeChanged, context, site, message.to_owned());
    }

    /// Pairs variants that have no tags. Names are not sent, so those of the same type are a pair before those of the
    /// same name are. Then come those with the same values, and those that are both numbers or both text: a number that
    /// became an integer is the same variant.
    fn alike(&self, old: &'a Union, new: &'a Union) -> Vec<Pair<'a, &'a UnionVariant>> {
        let typed = |api: &'a Api, union: &'a Union| -> Vec<Typed<'a>> {
            let variants = union.variants.iter();
            variants
                .map(|variant| (variant, content(variant).map(|value| words(api, value))))
                .collect()
        };
        let mut old_left = typed(self.old, old);
        let mut new_left = typed(self.new, new);
        let mut pairs: Vec<Pair<'a, &'a UnionVariant>> = Vec::new();
        let mut pair = |is_pair: &dyn Fn(&Typed<'a>, &Typed<'a>) -> bool| {
            old_left.retain(|old| {
                let Some(index) = new_left.iter().position(|new| is_pair(old, new)) else {
                    return true;
                };
                let (new, _) = new_left.remove(index);
                pairs.push((&new.tag, Some(old.0), Some(new)));
                false
            });
            old_left.len().max(new_left.len())
        };
        let is_same_name = |old: &Typed<'a>, new: &Typed<'a>| old.0.tag == new.0.tag;
        let is_same_type = |old: &Typed<'a>, new: &Typed<'a>| old.1 == new.1;
        let values = |old: &Typed<'a>, new: &Typed<'a>| content(old.0).zip(content(new.0));
        let is_one_class = |old: &Typed<'a>, new: &Typed<'a>| {
            values(old, new).is_some_and(|(old, new)| self.are_of_one_class(old, new))
        };
        pair(&|old, new| is_same_name(old, new) && is_same_type(old, new));
        pair(&is_same_type);
        let left = pair(&is_same_name);
        if left <= MOST_RENAMED {
            pair(&|old, new| {
                values(old, new).is_some_and(|(old, new)| self.look_the_same(old, new))
            });
        }
        pair(&is_one_class);
        let gone = old_left.iter();
        let gone = gone.map(|(variant, _)| (variant.tag.as_str(), Some(*variant), None));
        let added = new_left.iter();
        let added = added.map(|(variant, _)| (variant.tag.as_str(), None, Some(*variant)));
        pairs.into_iter().chain(gone).chain(added).collect()
    }
}

/// A variant with its type in words.
type Typed<'a> = (&'a UnionVariant, Option<String>);

/// The greatest number of variants of a union that may have another name, each of which is compared with all of the other
/// side.
const MOST_RENAMED: usize = 100;

/// The values of a variant.
fn content(variant: &UnionVariant) -> Option<Use<'_>> {
    let ty = variant.ty.as_ref()?;
    Some(Use::Of(ty, &variant.rules))
}

/// The values of a variant that is a map.
fn values_of(variant: &UnionVariant) -> Option<Use<'_>> {
    let Type::Map(values) = &variant.ty.as_ref()?.ty else {
        return None;
    };
    let each = variant.rules.each.as_deref().unwrap_or(Rules::NONE);
    Some(Use::Of(values, each))
}

/// The content of a variant that is an object.
fn object<'a>(api: &'a Api, variant: &'a UnionVariant) -> Option<(TypeId, &'a Object)> {
    let Type::Named(id) = &variant.ty.as_ref()?.ty else {
        return None;
    };
    match &api.type_def(*id).kind {
        TypeKind::Object(object) => Some((*id, object)),
        TypeKind::Tuple(_)
        | TypeKind::Enum(_)
        | TypeKind::Newtype(_)
        | TypeKind::Alias(_)
        | TypeKind::Union(_) => None,
    }
}

/// Whether the content of a variant without content is sent as an empty object.
fn has_empty_objects(union: &Union) -> bool {
    union.by_event || union.tagging == Tagging::Name
}

/// The field with the tag, if it is among the fields of the content.
pub(super) fn tag_among_fields(union: &Union) -> Option<&str> {
    match &union.tagging {
        Tagging::Field { path, .. } => match path.as_slice() {
            [only] => Some(only),
            _ => None,
        },
        Tagging::Beside { .. } | Tagging::Name | Tagging::None => None,
    }
}

/// A tag, and what has it on each side.
type Pair<'a, V> = (&'a str, Option<V>, Option<V>);

/// A tag, the index of its variant, and what is compared of this.
type Tagged<'a, V> = (&'a str, usize, V);

/// Pairs what has the same tag. Two variants that have several tags in common are one pair.
fn by_tag<'a, V: Copy>(old: &[Tagged<'a, V>], new: &[Tagged<'a, V>]) -> Vec<Pair<'a, V>> {
    let find = |all: &[Tagged<'a, V>], tag: &str| {
        let mut all = all.iter();
        all.find(|(known, ..)| *known == tag).copied()
    };
    let gone = old.iter().filter(|(tag, ..)| find(new, tag).is_none());
    let gone = gone.map(|(tag, _, value)| (*tag, Some(*value), None));
    let mut seen = HashSet::default();
    let others = new.iter().filter_map(|(tag, is, value)| {
        let Some((_, was, known)) = find(old, tag) else {
            return Some((*tag, None, Some(*value)));
        };
        let is_first = seen.insert((was, *is));
        is_first.then_some((*tag, Some(known), Some(*value)))
    });
    gone.chain(others).collect()
}

fn tags(union: &Union) -> Vec<Tagged<'_, &UnionVariant>> {
    let variants = union.variants.iter().enumerate();
    let tags = variants.flat_map(|(index, variant)| {
        let tags = variant.tags();
        tags.map(move |tag| (tag.as_str(), index, variant))
    });
    tags.collect()
}

/// What tells variants apart in words, and the tag of an object without one.
fn without_default(tagging: &Tagging) -> (String, Option<&str>) {
    match tagging {
        Tagging::Field {
            path,
            kind,
            default,
        } => {
            let text = format!("the field {}{}", Quoted(&path.join(".")), kind_words(*kind));
            (text, default.as_deref())
        }
        Tagging::Beside {
            tag,
            value,
            kind,
            default,
        } => {
            let text = format!(
                "the field {} beside {}{}",
                Quoted(tag),
                Quoted(value),
                kind_words(*kind)
            );
            (text, default.as_deref())
        }
        Tagging::Name => ("the name of their only field".to_owned(), None),
        Tagging::None => ("what they look like".to_owned(), None),
    }
}

const fn kind_words(kind: crate::api::TagKind) -> &'static str {
    match kind {
        crate::api::TagKind::Text => "",
        crate::api::TagKind::Integer => " (an integer)",
        crate::api::TagKind::Boolean => " (a boolean)",
    }
}
