//! Contents of requests and responses: media types, and what is in them.

use super::site::{Site, Spot, Step};
use super::values::Use;
use super::walk::{Context, Has, Walk};
use super::words::Quoted;
use super::{Rule, forms};
use crate::api::{
    Content, ContentKind, EndEvent, ErrorEvent, ErrorMark, Events, Field, Pager, Rules, Type,
    TypeKind, TypeRef,
};

/// Whose fields those of pages are, in messages.
const OF_PAGES: &str = " of the page";

/// A content with the constraints of its values, and with its name if there are several.
#[derive(Clone, Copy)]
pub(super) struct Offer<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) content: &'a Content,
    pub(super) rules: &'a Rules,
}

impl<'a> Walk<'a> {
    /// Compares the contents of a body, of which the media type tells which one it is.
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
                others.any(|other| covers(media, other) || covers(other, media))
            })
        {
            let [old_media, new_media] = [old_media, new_media].map(|media| media.join("`, `"));
            let message = format!("the media type was `{old_media}`, and is `{new_media}`");
            self.change(Rule::MediaTypeChanged, context, site, message);
            return self.content(*old, *new, context, site);
        }
        let mut compared: Vec<(usize, usize)> = Vec::new();
        for (old_index, old_offer) in old.iter().enumerate() {
            for media in media(old_offer.content) {
                let name = old_offer.name;
                let found = match position(new, name, |other| other == media) {
                    Some(index) => vec![index],
                    None => match position(new, name, |other| covers(other, &media)) {
                        Some(index) => vec![index],
                        None => positions(new, |other| covers(&media, other)).collect(),
                    },
                };
                if found.is_empty() {
                    let message = format!("the media type `{media}` is gone");
                    self.change(Rule::MediaTypeRemoved, context, site, message);
                } else if !has_media(new, |other| covers(other, &media)) {
                    let others = all(new, |other| covers(&media, other));
                    let message = format!("of `{media}`, the media type is only `{others}`");
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
        for media in new.iter().flat_map(|offer| media(offer.content)) {
            if has_media(old, |other| covers(other, &media)) {
                continue;
            }
            let others = all(old, |other| covers(&media, other));
            let (rule, message) = match others.is_empty() {
                true => (
                    Rule::MediaTypeAdded,
                    format!("the media type `{media}` is new"),
                ),
                false => (
                    Rule::MediaTypeWidened,
                    format!("the media type was `{others}`, and is any of `{media}`"),
                ),
            };
            self.change(rule, context, site, message);
        }
    }

    fn content(&mut self, old: Offer<'a>, new: Offer<'a>, context: Context, site: &Site<'_, 'a>) {
        use ContentKind::{Binary, Empty, Form, Json, Lines, Multipart, Page, Text, Xml};
        let (old_api, new_api) = (self.old, self.new);
        let (old_rules, new_rules) = (old.rules, new.rules);
        let (old, new) = (old.content, new.content);
        let text_site = site.as_text(true);
        let (old_ty, new_ty, site) = match (&old.kind, &new.kind) {
            (Empty, Empty) | (Text, Text) | (Binary, Binary) => return,
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
                if old_envelope != new_envelope {
                    let words = |name: &Option<String>| match name {
                        Some(name) => format!("in the field {}", Quoted(name)),
                        None => "without an envelope".to_owned(),
                    };
                    let (old, new) = (words(old_envelope), words(new_envelope));
                    let message = format!("the value was {old}, and is {new}");
                    self.change(Rule::EnvelopeChanged, context, site, message);
                }
                (old_ty, new_ty, *site)
            }
            (Xml { ty: old_ty }, Xml { ty: new_ty }) => {
                self.xml_roots(old_ty, new_ty, context, site);
                (old_ty, new_ty, text_site)
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
                    api: old_api,
                    ty: old_ty,
                    lists: *old_lists,
                    styles: old_styles,
                };
                let new = forms::Form {
                    api: new_api,
                    ty: new_ty,
                    lists: *new_lists,
                    styles: new_styles,
                };
                self.forms(old, new, context, site);
                (old_ty, new_ty, text_site)
            }
            (Multipart { ty: old_ty, .. }, Multipart { ty: new_ty, .. }) => {
                (old_ty, new_ty, text_site)
            }
            (Lines { ty: old_ty }, Lines { ty: new_ty }) => {
                let site = site.within(Step::Items);
                let (old, new) = (Use::Of(old_ty, old_rules), Use::Of(new_ty, new_rules));
                return self.values(old, new, context, &site);
            }
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
                let spots = (page(site.old, old.0), page(site.new, new.0));
                return self.pages(old, new, context, &site.in_parts(spots.0, spots.1));
            }
            (Page { pager, item }, Json { envelope: None, ty }) => {
                let page = (old_api.pager(*pager), item);
                return self.page_and_value(page, ty, true, context, site);
            }
            (Json { envelope: None, ty }, Page { pager, item }) => {
                let page = (new_api.pager(*pager), item);
                return self.page_and_value(page, ty, false, context, site);
            }
            (ContentKind::Events(old), ContentKind::Events(new)) => {
                return self.events(old, new, context, site);
            }
            (old, new) => {
                let message = format!("it was {}, and is {}", kind_words(old), kind_words(new));
                return self.change(Rule::ContentChanged, context, site, message);
            }
        };
        let (old, new) = (Use::Of(old_ty, old_rules), Use::Of(new_ty, new_rules));
        self.values(old, new, context, &site);
    }

    fn pages(
        &mut self,
        (old, old_item): (&'a Pager, &'a TypeRef),
        (new, new_item): (&'a Pager, &'a TypeRef),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let items = site.within(Step::Items);
        let (old_use, new_use) = (
            Use::Of(old_item, Rules::NONE),
            Use::Of(new_item, Rules::NONE),
        );
        self.values(old_use, new_use, context, &items);
        if old.items != new.items {
            let words = |items: &Option<String>| match items {
                Some(name) => format!("in the field {}", Quoted(name)),
                None => "the whole body".to_owned(),
            };
            let message = format!(
                "the items were {}, and are {}",
                words(&old.items),
                words(&new.items)
            );
            return self.change(Rule::TypeChanged, context, site, message);
        }
        let fields = |pager: &'a Pager| -> Vec<&'a Field> {
            pager.fields.iter().map(|field| &field.field).collect()
        };
        self.fields(&fields(old), &fields(new), OF_PAGES, context, site);
        for constant in &new.constants {
            let mut constants = old.constants.iter();
            let known = constants.find(|known| known.name == constant.name);
            if let Some(known) = known
                && known.value != constant.value
            {
                let (old, new) = (&known.value, &constant.value);
                let message = format!("it was always {old}, and is always {new}");
                let site = site.within(Step::Name(&constant.name));
                self.change(Rule::ConstantChanged, context, &site, message);
            }
        }
    }

    /// Compares a page with a value that the other document describes like any other.
    fn page_and_value(
        &mut self,
        (pager, item): (&'a Pager, &'a TypeRef),
        ty: &'a TypeRef,
        page_is_old: bool,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let api = if page_is_old { self.new } else { self.old };
        let object = match (&pager.items, &ty.ty) {
            (None, Type::List(other)) => {
                return self.of_page(page_is_old, item, other, context, &site.within(Step::Items));
            }
            (Some(_), Type::Named(id)) => match &api.type_def(*id).kind {
                TypeKind::Object(object) => Some(object),
                _ => None,
            },
            _ => None,
        };
        let items = pager.items.as_ref().and_then(|name| {
            let mut fields = object?.fields.iter();
            let field = fields.find(|field| field.name == *name)?;
            match &field.ty.ty {
                Type::List(other) => Some((name, &**other)),
                _ => None,
            }
        });
        let (Some(object), Some((items, other))) = (object, items) else {
            let place = match &pager.items {
                Some(name) => format!("in the field {} of a page", Quoted(name)),
                None => "a page".to_owned(),
            };
            let message = match page_is_old {
                true => format!("its items were {place}"),
                false => format!("its items are {place}"),
            };
            return self.change(Rule::ContentChanged, context, site, message);
        };
        self.of_page(page_is_old, item, other, context, &site.within(Step::Items));
        let of_page: Vec<&Field> = pager.fields.iter().map(|field| &field.field).collect();
        let others = object.fields.iter().filter(|field| field.name != *items);
        let others: Vec<&Field> = others.collect();
        match page_is_old {
            true => self.fields(&of_page, &others, OF_PAGES, context, site),
            false => self.fields(&others, &of_page, OF_PAGES, context, site),
        }
    }

    fn of_page(
        &mut self,
        page_is_old: bool,
        item: &'a TypeRef,
        other: &'a TypeRef,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (item, other) = (Use::Of(item, Rules::NONE), Use::Of(other, Rules::NONE));
        match page_is_old {
            true => self.values(item, other, context, site),
            false => self.values(other, item, context, site),
        }
    }

    fn events(&mut self, old: &'a Events, new: &'a Events, context: Context, site: &Site<'_, 'a>) {
        let data = site.within(Step::Items);
        match (&old.data, &new.data) {
            (Some(old), Some(new)) => {
                let (old, new) = (Use::Of(old, Rules::NONE), Use::Of(new, Rules::NONE));
                self.values(old, new, context, &data);
            }
            (None, None) => {}
            (Some(_), None) | (None, Some(_)) => {
                let message = "the data of events changed between JSON and text";
                self.change(Rule::ContentChanged, context, &data, message.to_owned());
            }
        }
        if old.end != new.end {
            let words = |end: &Option<EndEvent>| match end {
                None => "the end of the connection".to_owned(),
                Some(EndEvent::Data(data)) => format!("the data {}", Quoted(data)),
                Some(EndEvent::Named(name)) => format!("the event {}", Quoted(name)),
            };
            let (old, new) = (words(&old.end), words(&new.end));
            let message = format!("the end of the stream was {old}, and is {new}");
            self.change(Rule::EndEventChanged, context, site, message);
        }
        self.error_events(old.error.as_ref(), new.error.as_ref(), context, site);
        if old.named_by != new.named_by {
            let message = "events have different names";
            self.change(Rule::EventNamesChanged, context, site, message.to_owned());
        }
        let (rule, message) = match (old.resumable, new.resumable) {
            (true, false) => (Rule::ResumptionRemoved, "the stream is no longer resumable"),
            (false, true) => (Rule::ResumptionAdded, "the stream is resumable"),
            _ => return,
        };
        self.change(rule, context, site, message.to_owned());
    }

    fn error_events(
        &mut self,
        old: Option<&'a ErrorEvent>,
        new: Option<&'a ErrorEvent>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let mark = |error: Option<&ErrorEvent>| error.map(|error| error.told_by.clone());
        if mark(old) != mark(new) {
            let words = |error: Option<&ErrorEvent>| match error.map(|error| &error.told_by) {
                None => "not marked".to_owned(),
                Some(ErrorMark::Named(name)) => format!("the event {}", Quoted(name)),
                Some(ErrorMark::Field(path, _)) => {
                    format!("marked by the field `{}`", path.join("."))
                }
            };
            let message = format!("errors were {}, and are {}", words(old), words(new));
            self.change(Rule::ErrorEventChanged, context, site, message);
        }
        let data = |error: Option<&'a ErrorEvent>| error.and_then(|error| error.data.as_ref());
        let has_both = old.is_some() && new.is_some();
        if has_both && data(old).is_some() != data(new).is_some() {
            let message = "the data of events that are errors is text, or JSON, and was the other";
            self.change(Rule::ContentChanged, context, site, message.to_owned());
        }
        if let (Some(old), Some(new)) = (data(old), data(new)) {
            let (old, new) = (Use::Of(old, Rules::NONE), Use::Of(new, Rules::NONE));
            self.values(old, new, context, site);
        }
    }
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

/// Whether a range of media types, such as `image/*`, has another one. Any media type has itself.
fn covers(range: &str, media: &str) -> bool {
    let is_of_kind = |kind: &str| kind == "*" || media.split('/').next() == Some(kind);
    range == media || range.strip_suffix("/*").is_some_and(is_of_kind)
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
    wanted.join("`, `")
}

/// The page in a response.
fn page<'a>(spot: Spot<'a>, pager: &'a Pager) -> Spot<'a> {
    match spot {
        Spot::Response(operation, status) => Spot::Page(operation, status, &pager.name),
        other => other,
    }
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
