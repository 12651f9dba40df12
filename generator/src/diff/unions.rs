//! Unions: variants that are new or gone, and what tells variants apart.

use super::Rule;
use super::site::Site;
use super::values::Use;
use super::walk::{Context, Has, Types, Walk};
use super::words::Quoted;
use crate::api::{Api, Object, Openness, Tagging, Type, TypeId, TypeKind, Union, UnionVariant};

impl<'a> Walk<'a> {
    /// Compares two unions.
    pub(super) fn unions(
        &mut self,
        old: &'a Union,
        new: &'a Union,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        if !self.tags(old, new, context, site) {
            return;
        }
        if old.by_event != new.by_event {
            let message = "events are told apart in a different way";
            self.change(Rule::EventNamesChanged, context, site, message.to_owned());
        }
        let pairs = match old.tagging {
            Tagging::None => self.alike(old, new),
            Tagging::Field { .. } | Tagging::Beside { .. } | Tagging::Name => by_tag(old, new),
        };
        for (tag, variant, other) in pairs {
            let site = self.part(site, tag, tag);
            match (variant, other) {
                (Some(old_variant), Some(new_variant)) => {
                    let tag =
                        tag_among_fields(old).filter(|tag| tag_among_fields(new) == Some(tag));
                    self.variants(old_variant, new_variant, tag, context, &site);
                }
                (Some(_), None) => {
                    let rule = match new.open {
                        Openness::Closed => Rule::VariantRemoved,
                        Openness::Responses => Rule::ResponseVariantRemoved,
                        Openness::Open => Rule::OpenVariantRemoved,
                    };
                    let message = format!("the variant {} is gone", Quoted(tag));
                    self.change_of(rule, context, &site, Has::Old, message);
                }
                (None, Some(_)) => {
                    let rule = match old.open {
                        Openness::Closed => Rule::VariantAdded,
                        Openness::Responses => Rule::ResponseVariantAdded,
                        Openness::Open => Rule::OpenVariantAdded,
                    };
                    let message = format!("the variant {} is new", Quoted(tag));
                    self.change_of(rule, context, &site, Has::New, message);
                }
                (None, None) => {}
            }
        }
        self.openness(old.open, new.open, "variants", context, site);
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
            (Some(old), Some(new)) if old != new => (
                Rule::TagChanged,
                format!(
                    "an object without a tag was {}, and is {}",
                    Quoted(old),
                    Quoted(new)
                ),
            ),
            _ => return true,
        };
        self.change(rule, context, site, message);
        true
    }

    fn variants(
        &mut self,
        old: &'a UnionVariant,
        new: &'a UnionVariant,
        tag: Option<&'a str>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let object = |api: &'a Api, variant: &'a UnionVariant| {
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
        };
        // A tag that the content declares is the same as one that the union adds.
        let is_tag_alone = |(_, object): &(TypeId, &Object)| {
            let fields = object.fields.iter().map(|field| &field.name);
            let constants = object.constants.iter().map(|constant| &constant.name);
            let mut names = fields.chain(constants);
            names.all(|name| Some(name.as_str()) == tag)
        };
        match (object(self.old, old), object(self.new, new)) {
            (Some((old, _)), Some((new, _))) if tag.is_some() => {
                let types = Types {
                    old,
                    new,
                    is_text: false,
                    without: tag,
                };
                return self.use_types(types, context);
            }
            (Some(object), None) if new.ty.is_none() && is_tag_alone(&object) => return,
            (None, Some(object)) if old.ty.is_none() && is_tag_alone(&object) => return,
            _ => {}
        }
        let message = match (&old.ty, &new.ty) {
            (Some(old_ty), Some(new_ty)) => {
                if old.is_text != new.is_text {
                    let message = "its data changed between JSON and text";
                    self.change(Rule::ContentChanged, context, site, message.to_owned());
                }
                let (old, new) = (Use::Of(old_ty, &old.rules), Use::Of(new_ty, &new.rules));
                return self.values(old, new, context, site);
            }
            (None, None) => return,
            (Some(_), None) => "it no longer has content",
            (None, Some(_)) => "it has content",
        };
        self.change(Rule::TypeChanged, context, site, message.to_owned());
    }

    /// Pairs variants that have no tags: first those of the same name, then those with the same values, and then those
    /// that are both numbers or both text: a number that became an integer is the same variant.
    fn alike(&self, old: &'a Union, new: &'a Union) -> Vec<Pair<'a>> {
        let mut pairs: Vec<Pair<'a>> = Vec::new();
        let mut new_left: Vec<&UnionVariant> = new.variants.iter().collect();
        let value = |variant: &'a UnionVariant| {
            let ty = variant.ty.as_ref()?;
            Some(Use::Of(ty, &variant.rules))
        };
        let mut pair = |old: &'a UnionVariant, same: &dyn Fn(&'a UnionVariant) -> bool| {
            let index = new_left.iter().position(|new| same(new))?;
            let new = new_left.remove(index);
            pairs.push((&new.tag, Some(old), Some(new)));
            Some(())
        };
        let mut old_left: Vec<&UnionVariant> = old.variants.iter().collect();
        old_left.retain(|variant| pair(variant, &|new| new.tag == variant.tag).is_none());
        let values = |old: &'a UnionVariant, new: &'a UnionVariant| value(old).zip(value(new));
        old_left.retain(|variant| {
            let is_same = |new: &'a UnionVariant| {
                values(variant, new).is_some_and(|(old, new)| self.are_same_values(old, new))
            };
            pair(variant, &is_same).is_none()
        });
        old_left.retain(|variant| {
            let is_alike = |new: &'a UnionVariant| {
                values(variant, new).is_some_and(|(old, new)| self.are_of_one_class(old, new))
            };
            pair(variant, &is_alike).is_none()
        });
        for variant in old_left {
            pairs.push((&variant.tag, Some(variant), None));
        }
        for variant in new_left {
            pairs.push((&variant.tag, None, Some(variant)));
        }
        pairs
    }
}

/// The field with the tag, if it is among the fields of the content.
fn tag_among_fields(union: &Union) -> Option<&str> {
    match &union.tagging {
        Tagging::Field { path, .. } => match path.as_slice() {
            [only] => Some(only),
            _ => None,
        },
        Tagging::Beside { .. } | Tagging::Name | Tagging::None => None,
    }
}

/// A tag, and the variants that have it.
type Pair<'a> = (&'a str, Option<&'a UnionVariant>, Option<&'a UnionVariant>);

/// Pairs variants that have the same tag. A variant with several tags is in several pairs.
fn by_tag<'a>(old: &'a Union, new: &'a Union) -> Vec<Pair<'a>> {
    let gone = tags(old).filter(|(tag, _)| find(new, tag).is_none());
    let gone = gone.map(|(tag, variant)| (tag, Some(variant), None));
    let others = tags(new).map(|(tag, variant)| (tag, find(old, tag), Some(variant)));
    gone.chain(others).collect()
}

fn tags(union: &Union) -> impl Iterator<Item = (&str, &UnionVariant)> {
    union
        .variants
        .iter()
        .flat_map(|variant| variant.tags().map(move |tag| (tag.as_str(), variant)))
}

fn find<'u>(union: &'u Union, tag: &str) -> Option<&'u UnionVariant> {
    let mut all = tags(union);
    all.find(|(known, _)| *known == tag)
        .map(|(_, variant)| variant)
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
