//! Unions: variants that are new or gone, and what tells variants apart.

mod alike;
mod constants;
mod leaves;
mod likeness;
mod looks;
mod order;
mod traded;
mod untagged;
mod written_out;

use super::objects::Members;
use super::site::{Site, Step};
use super::values::{Use, further_fields};
use super::walk::{Context, Has, Types, Walk};
use super::words::{Quoted, text_or_json};
use super::written::Written;
use super::{Difference, Rule, Verdict};
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
        self.names_of_events(old, new, context, site);
        match old.tagging {
            Tagging::None => self.untagged(old, new, context, site),
            Tagging::Field { .. } | Tagging::Beside { .. } | Tagging::Name => {
                let tag_of_both = tag_among_fields(old);
                let mut pairs = by_tag(&tags(old), &tags(new));
                self.traded_types(&mut pairs, tag_of_both, context, site);
                self.moved_tags(&pairs, context, site);
                let is_object =
                    tag_of_both.is_some() || has_empty_objects(old) && has_empty_objects(new);
                for (tag, was, is) in pairs {
                    let site = self.part(site, tag, tag);
                    match was.zip(is) {
                        Some((was, is)) => {
                            self.variants((was, is), (tag_of_both, is_object), context, &site);
                        }
                        None => self.lone_variant(tag, was.is_some(), (old, new), context, &site),
                    }
                }
            }
        }
        self.openness(old.open, new.open, "variants", context, site);
    }

    /// Compares whether the names of events tell variants apart.
    fn names_of_events(&mut self, old: &Union, new: &Union, context: Context, site: &Site<'_, 'a>) {
        if old.by_event == new.by_event {
            return;
        }
        let words = |by_event: bool| match by_event {
            true => "their names",
            false => "their data",
        };
        let (was, is) = (words(old.by_event), words(new.by_event));
        let message = format!("events were told apart by {was}, and are told apart by {is}");
        self.change(Rule::EventNamesChanged, context, site, message);
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
            let (tag, was, is) = (Quoted(tag), &was.tag, &is.tag);
            let (old, new) = (Quoted(was), Quoted(is));
            let message = format!("a value with the tag {tag} was {old}, and is {new}");
            self.other_in_code(message, (was, is), context, site);
        }
    }

    /// Adds that the same values are of another variant: code compiles, and gets the other one.
    fn other_in_code(
        &mut self,
        message: String,
        (was, is): (&str, &str),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (was, is) = (Quoted(was), Quoted(is));
        let meaning = Difference {
            message: format!("code compiles, and gets {is} instead of {was} for it"),
            callers: Verdict::Breaking,
            implementers: Verdict::Breaking,
            compiles: true,
        };
        self.change_in_code(context, site, message, meaning);
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
}

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
