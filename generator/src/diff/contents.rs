//! Contents of requests and responses: media types, and what is in them.

use super::envelopes::Enveloped;
use super::site::{Site, Step};
use super::values::Use;
use super::walk::{Context, Flow, Has, Walk};
use super::words::Quoted;
use super::written::Written;
use super::{Rule, forms};
use crate::api::{Content, ContentKind, Rules, TypeRef, is_in_range};

/// A content with the constraints of its values, and with its name if there are several.
#[derive(Clone, Copy)]
pub(super) struct Offer<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) content: &'a Content,
    pub(super) rules: &'a Rules,
}

impl<'a> Walk<'a> {
    /// Compares the contents of a body. Its media type says which of them it has.
    pub(super) fn contents(
        &mut self,
        old: &[Offer<'a>],
        new: &[Offer<'a>],
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let has_content =
            |offers: &[Offer<'_>]| offers.iter().any(|offer| !offer.content.is_empty());
        match (has_content(old), has_content(new)) {
            (false, false) => return,
            (true, false) => {
                let message = "it no longer has content".to_owned();
                return self.change_of(Rule::ContentRemoved, context, site, Has::Old, message);
            }
            (false, true) => {
                let message = "it has content".to_owned();
                return self.change_of(Rule::ContentAdded, context, site, Has::New, message);
            }
            (true, true) => {}
        }
        // What is in the only content may be the same in another media type.
        if let ([old], [new]) = (old, new)
            && let (old_media, new_media) = (all_media(old.content), all_media(new.content))
            && !old_media.iter().any(|media| {
                let mut others = new_media.iter();
                others.any(|other| is_in_range(other, media) || is_in_range(media, other))
            })
        {
            let (was, is) = (all_quoted(&old_media), all_quoted(&new_media));
            let message = format!("the media type was {was}, and is {is}");
            self.change(Rule::MediaTypeChanged, context, site, message);
            return self.content(*old, *new, context, site);
        }
        self.known_media_types(old, new, context, site);
        self.new_media_types(old, new, context, site);
    }

    /// Compares the media types of the old side with the new side, and the contents that both have.
    fn known_media_types(
        &mut self,
        old: &[Offer<'a>],
        new: &[Offer<'a>],
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let mut compared: Vec<(usize, usize)> = Vec::new();
        for (old_index, old_offer) in old.iter().enumerate() {
            for media in media(old_offer.content) {
                let name = old_offer.name;
                let found = match position(new, name, |other| other == media) {
                    Some(index) => vec![index],
                    None => match position(new, name, |other| is_in_range(&media, other)) {
                        Some(index) => vec![index],
                        None => positions(new, |other| is_in_range(other, &media)).collect(),
                    },
                };
                if found.is_empty() {
                    let rule = match is_chosen_by_server(*old_offer, new, context) {
                        true => Rule::MediaTypeNarrowed,
                        false => Rule::MediaTypeRemoved,
                    };
                    let message = format!("the media type {} is gone", Quoted(&media));
                    self.change(rule, context, site, message);
                } else if !has_media(new, |other| is_in_range(&media, other)) {
                    let others = all(new, |other| is_in_range(other, &media));
                    let media = Quoted(&media);
                    let message =
                        format!("the media type was any of {media}, and is only {others}");
                    self.change(Rule::MediaTypeNarrowed, context, site, message);
                }
                for new_index in found {
                    if !compared.contains(&(old_index, new_index)) {
                        compared.push((old_index, new_index));
                        self.content(*old_offer, new[new_index], context, site);
                    }
                }
            }
        }
    }

    /// Adds the media types that only the new side has.
    fn new_media_types(
        &mut self,
        old: &[Offer<'a>],
        new: &[Offer<'a>],
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let all_media = new.iter().flat_map(|offer| {
            let media = media(offer.content);
            media.map(move |media| (*offer, media))
        });
        for (offer, media) in all_media {
            if has_media(old, |other| is_in_range(&media, other)) {
                continue;
            }
            let others = all(old, |other| is_in_range(other, &media));
            let (rule, message) = match others.is_empty() {
                true if is_chosen_by_server(offer, old, context) => (
                    Rule::MediaTypeWidened,
                    format!("the media type may also be {}", Quoted(&media)),
                ),
                true => (
                    Rule::MediaTypeAdded,
                    format!("the media type {} is new", Quoted(&media)),
                ),
                false => (
                    Rule::MediaTypeWidened,
                    format!(
                        "the media type was {others}, and is any of {}",
                        Quoted(&media)
                    ),
                ),
            };
            self.change(rule, context, site, message);
        }
    }

    /// Compares what is in two contents.
    fn content(&mut self, old: Offer<'a>, new: Offer<'a>, context: Context, site: &Site<'_, 'a>) {
        use ContentKind::{Binary, Empty, Events, Json, Lines, Text};
        self.order_of_parts(old.content, new.content, context, site);
        match (&old.content.kind, &new.content.kind) {
            (Empty, Empty) | (Text, Text) | (Binary, Binary) => {}
            (
                Json {
                    envelope: old_envelope,
                    ty: old_ty,
                },
                Json {
                    envelope: new_envelope,
                    ty: new_ty,
                },
            ) => {
                let old = Enveloped::of(old_envelope.as_deref(), old_ty, old.rules);
                let new = Enveloped::of(new_envelope.as_deref(), new_ty, new.rules);
                self.enveloped(&old, &new, context, site);
            }
            (Lines { ty: old_ty }, Lines { ty: new_ty }) => {
                let site = site.within(Step::Items);
                let (old, new) = (Use::Of(old_ty, old.rules), Use::Of(new_ty, new.rules));
                self.values(old, new, context, &site);
            }
            (Events(old), Events(new)) => self.events(old, new, context, site),
            (old_kind, new_kind) => {
                if let Some((old_ty, new_ty, written)) =
                    self.fields_as_text(old_kind, new_kind, context, site)
                {
                    let (old, new) = (Use::Of(old_ty, old.rules), Use::Of(new_ty, new.rules));
                    self.values(old, new, context, &site.written(written));
                } else if !self.content_of_page(old_kind, new_kind, context, site) {
                    self.kind_of_content(old_kind, new_kind, context, site);
                }
            }
        }
    }

    /// Compares how the fields of a content are written, if both sides write them as text in the same kind of content.
    /// Returns their types.
    fn fields_as_text(
        &mut self,
        old: &'a ContentKind,
        new: &'a ContentKind,
        context: Context,
        site: &Site<'_, 'a>,
    ) -> Option<(&'a TypeRef, &'a TypeRef, Written)> {
        use ContentKind::{Form, Multipart, Xml};
        match (old, new) {
            (Xml { ty: old }, Xml { ty: new }) => {
                self.xml_roots(old, new, context, site);
                Some((old, new, Written::AllText))
            }
            (Multipart { ty: old, .. }, Multipart { ty: new, .. }) => {
                self.parts(old, new, context, site);
                Some((old, new, Written::Multipart))
            }
            (
                Form {
                    styles: old_styles,
                    lists: old_lists,
                    ty: old_ty,
                },
                Form {
                    styles: new_styles,
                    lists: new_lists,
                    ty: new_ty,
                },
            ) => {
                let old = forms::Form {
                    api: self.old,
                    ty: old_ty,
                    lists: *old_lists,
                    styles: old_styles,
                };
                let new = forms::Form {
                    api: self.new,
                    ty: new_ty,
                    lists: *new_lists,
                    styles: new_styles,
                };
                self.forms(old, new, context, site);
                let written = match old.is_all_text() && new.is_all_text() {
                    true => Written::AllText,
                    false => Written::Form(self.form_id((old_styles, new_styles))),
                };
                Some((old_ty, new_ty, written))
            }
            (..) => None,
        }
    }

    /// Compares where the parts are that both sides of a multipart body have. Only in forms do clients send their names.
    fn order_of_parts(
        &mut self,
        old: &'a Content,
        new: &'a Content,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (ContentKind::Multipart { ty: old_ty, .. }, ContentKind::Multipart { ty: new_ty, .. }) =
            (&old.kind, &new.kind)
        else {
            return;
        };
        let is_form = |content| media(content).all(|media| media == "multipart/form-data");
        if is_form(old) || is_form(new) {
            return;
        }
        let (Some(old), Some(new)) = (
            forms::fields(self.old, old_ty),
            forms::fields(self.new, new_ty),
        ) else {
            return;
        };
        let mut places = old.iter().enumerate();
        let moved = places.find(|(number, field)| {
            let place = new.iter().position(|other| other.name == field.name);
            place.is_some_and(|place| place != *number)
        });
        if let Some((_, field)) = moved {
            let message = format!("the part `{}` has another place", field.name);
            self.change(Rule::PartsReordered, context, site, message);
        }
    }

    /// Compares a page with the other content, if that is a page as well or may have the same fields. Returns whether
    /// it is.
    fn content_of_page(
        &mut self,
        old: &'a ContentKind,
        new: &'a ContentKind,
        context: Context,
        site: &Site<'_, 'a>,
    ) -> bool {
        use ContentKind::{Json, Page};
        let (old_api, new_api) = (self.old, self.new);
        match (old, new) {
            (
                Page {
                    pager: old_pager,
                    item: old_item,
                },
                Page {
                    pager: new_pager,
                    item: new_item,
                },
            ) => {
                let old = (old_api.pager(*old_pager), old_item);
                let new = (new_api.pager(*new_pager), new_item);
                self.pages(old, new, context, site);
            }
            (Page { pager, item }, Json { envelope: None, ty }) => {
                let page = (old_api.pager(*pager), item);
                self.page_and_value(page, ty, true, context, site);
            }
            (Json { envelope: None, ty }, Page { pager, item }) => {
                let page = (new_api.pager(*pager), item);
                self.page_and_value(page, ty, false, context, site);
            }
            (..) => return false,
        }
        true
    }

    /// Adds that a content is of another kind.
    fn kind_of_content(
        &mut self,
        old: &ContentKind,
        new: &ContentKind,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        use ContentKind::{Binary, Empty};
        let message = format!("it was {}, and is {}", kind_words(old), kind_words(new));
        // Bytes may be anything, with the media type that is compared before.
        let rule = match (old, new) {
            (Binary, Empty) | (Empty, Binary) => Rule::ContentChanged,
            (_, Binary) => Rule::TypeWidened,
            (Binary, _) => Rule::TypeNarrowed,
            (_, _) => Rule::ContentChanged,
        };
        self.change(rule, context, site, message);
    }
}

/// Whether the server chooses one of the media types of a response, whatever clients ask for, and the other side has one of
/// them as well.
fn is_chosen_by_server(offer: Offer<'_>, others: &[Offer<'_>], context: Context) -> bool {
    context.flow == Some(Flow::Response)
        && matches!(offer.content.kind, ContentKind::Binary)
        && media(offer.content).any(|media| has_media(others, |other| is_in_range(&media, other)))
}

/// The media types of a content in lower case, without spaces.
fn media(content: &Content) -> impl Iterator<Item = String> {
    content.media.iter().map(|media| {
        let media = media.to_ascii_lowercase();
        media.split_whitespace().collect()
    })
}

fn all_media(content: &Content) -> Vec<String> {
    media(content).collect()
}

/// The content with a wanted media type; of several, the one of this name.
fn position(
    offers: &[Offer<'_>],
    name: Option<&str>,
    is_wanted: impl Fn(&str) -> bool + Copy,
) -> Option<usize> {
    let same_name = positions(offers, is_wanted).find(|index| offers[*index].name == name);
    same_name.or_else(|| positions(offers, is_wanted).next())
}

/// The contents with a wanted media type.
fn positions(
    offers: &[Offer<'_>],
    is_wanted: impl Fn(&str) -> bool,
) -> impl Iterator<Item = usize> {
    let all = offers.iter().enumerate();
    let wanted = all.filter(move |(_, offer)| media(offer.content).any(|media| is_wanted(&media)));
    wanted.map(|(index, _)| index)
}

fn has_media(offers: &[Offer<'_>], is_wanted: impl Fn(&str) -> bool) -> bool {
    positions(offers, is_wanted).next().is_some()
}

/// The wanted media types of all contents, in words.
fn all(offers: &[Offer<'_>], is_wanted: impl Fn(&str) -> bool) -> String {
    let media = offers.iter().flat_map(|offer| media(offer.content));
    let wanted: Vec<String> = media.filter(|media| is_wanted(media)).collect();
    all_quoted(&wanted)
}

fn all_quoted(media: &[String]) -> String {
    let media = media.iter().map(|media| Quoted(media).to_string());
    media.collect::<Vec<_>>().join(", ")
}

const fn kind_words(kind: &ContentKind) -> &'static str {
    match kind {
        ContentKind::Empty => "empty",
        ContentKind::Json { .. } => "JSON",
        ContentKind::Page { .. } => "a page",
        ContentKind::Xml { .. } => "XML",
        ContentKind::Form { .. } => "a form",
        ContentKind::Multipart { .. } => "a multipart form",
        ContentKind::Text => "text",
        ContentKind::Binary => "bytes",
        ContentKind::Lines { .. } => "JSON lines",
        ContentKind::Events(_) => "an event stream",
    }
}
