//! Parts of multipart forms: which are text, JSON and files, and the media types of these.

use super::site::{Site, Spot};
use super::walk::{Context, Flow, Walk};
use super::written::Written;
use super::{Axis, Rule, forms, values};
use crate::api::{Api, Field, PartKind, Scalar, Type, TypeRef, is_in_range};

const ANY: &str = "*/*";
const JSON: &str = "application/json";

impl<'a> Walk<'a> {
    /// Compares which parts of two multipart forms are text, and which are JSON. Files have other types than both.
    pub(super) fn parts(
        &mut self,
        old: &'a TypeRef,
        new: &'a TypeRef,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (old_api, new_api) = (self.old, self.new);
        let (Some(old_fields), Some(new_fields)) =
            (forms::fields(old_api, old), forms::fields(new_api, new))
        else {
            return;
        };
        for new in new_fields {
            let Some(old) = old_fields.iter().find(|old| old.name == new.name) else {
                continue;
            };
            let (was, is) = (old_api.part_kind(old), new_api.part_kind(new));
            // The side where it is text.
            let (api, text) = match (was, is) {
                (PartKind::Text, PartKind::Json) => (old_api, old),
                (PartKind::Json, PartKind::Text) => (new_api, new),
                (PartKind::Text, PartKind::Text) | (PartKind::Json, PartKind::Json) => continue,
                (PartKind::File, _) | (_, PartKind::File) => continue,
            };
            let name = &new.name;
            // That it is also written in a different way adds nothing.
            if self.is_replaced(old, new) {
                continue;
            }
            let (rule, message) = match is {
                _ if values::may_be_text(api, forms::value(text)) => {
                    let (was, is) = (kind_words(was), kind_words(is));
                    let message = format!("the part `{name}` was {was}, and is {is}");
                    (Rule::ContentChanged, message)
                }
                // A number is written in one way, but JSON may have its media type.
                PartKind::Json => {
                    let message = format!("the part `{name}` can be `{JSON}`");
                    (Rule::MediaTypeAdded, message)
                }
                PartKind::Text | PartKind::File => {
                    let message = format!("the part `{name}` can no longer be `{JSON}`");
                    (Rule::MediaTypeRemoved, message)
                }
            };
            self.change(rule, context, site, message);
        }
    }

    /// Whether values of neither field are values of the other one.
    fn is_replaced(&self, old: &'a Field, new: &'a Field) -> bool {
        let mut inner = self.inner();
        let written = match is_json(old) || is_json(new) {
            true => Written::Json,
            false => Written::Text,
        };
        let site = Site::root("", Spot::Api, Spot::Api).written(written);
        let (old, new) = (forms::value(old), forms::value(new));
        inner.values(old, new, Self::api(Flow::Request), &site);
        inner.breaks(Axis::Wire, true) && inner.breaks(Axis::Rollback, true)
    }

    /// Compares the media types that a part may have, if it is a file on one side.
    pub(super) fn media_of_files(
        &mut self,
        old: &'a Field,
        new: &'a Field,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let restricted = |field: &Field| is_file(field) && !field.media.is_empty();
        let are_files = is_file(old) && is_file(new);
        // That a part became a file is a change of its type.
        if !are_files && !restricted(old) && !restricted(new) {
            return;
        }
        let (old, new) = (media(self.old, old), media(self.new, new));
        if let Some((media, others)) = only_of(&old, &new) {
            let (rule, message) = match others {
                Some(others) => (
                    Rule::MediaTypeNarrowed,
                    format!("the file could be {media}, and is only {others}"),
                ),
                None => (
                    Rule::MediaTypeRemoved,
                    format!("the file can no longer be {media}"),
                ),
            };
            self.change(rule, context, site, message);
        }
        if let Some((media, others)) = only_of(&new, &old) {
            let (rule, message) = match others {
                Some(others) => (
                    Rule::MediaTypeWidened,
                    format!("the file was only {others}, and can be {media}"),
                ),
                None => (Rule::MediaTypeAdded, format!("the file can be {media}")),
            };
            self.change(rule, context, site, message);
        }
    }
}

const fn kind_words(kind: PartKind) -> &'static str {
    match kind {
        PartKind::Text => "text",
        PartKind::Json => "JSON",
        PartKind::File => "a file",
    }
}

/// Whether a media type says that single values of a field are JSON.
pub(super) fn is_json(field: &Field) -> bool {
    !field.media.is_empty() && !is_file(field)
}

/// Whether the parts of a field are files.
fn is_file(field: &Field) -> bool {
    let item = match &field.ty.ty {
        Type::List(item) => &item.ty,
        other => other,
    };
    *item == Type::Scalar(Scalar::File)
}

/// The media types of the parts of a field, or the ranges that they are in, in lower case.
fn media(api: &Api, field: &Field) -> Vec<String> {
    if !field.media.is_empty() {
        let media = field.media.iter();
        return media.map(|media| media.to_ascii_lowercase()).collect();
    }
    let media = match api.part_kind(field) {
        PartKind::Json => JSON,
        // Text has no media type, which only a file of any media type may have.
        PartKind::File | PartKind::Text => ANY,
    };
    vec![media.to_owned()]
}

/// The first media type of a side that the other one does not have, in words, and those of the other side that are in it
/// if it is a range.
fn only_of(side: &[String], other: &[String]) -> Option<(String, Option<String>)> {
    let mut all = side.iter();
    let only = all.find(|media| !other.iter().any(|range| is_in_range(media, range)))?;
    let parts = other.iter().filter(|media| is_in_range(media, only));
    let parts: Vec<String> = parts.map(|media| format!("`{media}`")).collect();
    let words = match only.as_str() {
        ANY => "of any media type".to_owned(),
        media if !parts.is_empty() => format!("any of `{media}`"),
        media => format!("`{media}`"),
    };
    Some((words, (!parts.is_empty()).then(|| parts.join(" or "))))
}
