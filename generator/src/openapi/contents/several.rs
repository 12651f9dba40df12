//! The contents to use of several media types.

use super::media::{Media, MediaKind};
use crate::api::is_in_range;
use crate::diagnostic::Lost;
use crate::openapi::media_types::is_media_type;
use crate::openapi::types::Types;

/// The side that has the contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Side {
    Request,
    Response,
    Error,
}

impl Side {
    /// The consequence of leaving a content out, for a warning.
    fn without_content(self) -> &'static str {
        match self {
            Self::Request => "callers cannot send it, and servers respond to it with 415",
            Self::Response => "callers cannot ask for it, and servers never send it",
            Self::Error => {
                "callers read it like the content that is kept, or get an undocumented response if that fails, and servers never send it"
            }
        }
    }
}

/// The contents to use of several.
pub(in super::super) struct Chosen<'m, 'a> {
    pub(in super::super) main: &'m Media<'a>,
    /// Other media types of the same value.
    pub(in super::super) alike: Vec<&'m Media<'a>>,
    /// Further contents, of other kinds or with other values.
    pub(in super::super) others: Vec<&'m Media<'a>>,
}

impl<'a> Chosen<'_, 'a> {
    fn all(&self) -> impl Iterator<Item = &Media<'a>> {
        let further = self.alike.iter().chain(&self.others).copied();
        std::iter::once(self.main).chain(further)
    }
}

/// The role of a media type beside others.
enum Beside {
    /// Another name of the same content.
    Alike,
    /// Another content.
    Other,
    /// The same content by another name, which has no place beside the others.
    Again,
    /// The same content that is there already, in the same media type or in a range that has it.
    Nothing,
    /// It has no place beside the others.
    LeftOut(&'static str),
}

impl<'a> Types<'a> {
    /// The media type to use of several: JSON if there is some. The kinds are in the order of preference.
    pub(in super::super) fn chosen<'m>(
        &self,
        media: &'m [Media<'a>],
        kinds: &[MediaKind],
        side: Side,
    ) -> Option<Chosen<'m, 'a>> {
        // A schema tells more than none.
        let of_kind = |kind: MediaKind| media.iter().filter(move |media| media.kind == kind);
        let with_schema = |kind: MediaKind| of_kind(kind).filter(|media| media.schema.is_some());
        let first = |kind: MediaKind| with_schema(kind).next().or_else(|| of_kind(kind).next());
        let main = kinds.iter().find_map(|kind| first(*kind))?;
        let mut chosen = Chosen {
            main,
            alike: Vec::new(),
            others: Vec::new(),
        };
        let all = kinds.iter().flat_map(|kind| of_kind(*kind));
        for media in all.filter(|media| !std::ptr::eq(*media, main)) {
            match self.beside(&chosen, media, side) {
                Beside::Alike => chosen.alike.push(media),
                Beside::Other => chosen.others.push(media),
                Beside::Again => {
                    let what = "another media type of the same content";
                    self.files.lose(what, Lost::Name, media.name.span);
                }
                Beside::Nothing => {}
                Beside::LeftOut(what) => self.leave_out(what, media, side),
            }
        }
        Some(chosen)
    }

    /// Notes contents that have no place beside others.
    pub(in super::super) fn leave_out(&self, what: &'static str, media: &Media<'a>, side: Side) {
        let means = side.without_content();
        self.files.leave_out(what, means, media.name.span);
    }

    /// The role of a media type beside the ones that were chosen before.
    fn beside(&self, chosen: &Chosen<'_, 'a>, media: &Media<'a>, side: Side) -> Beside {
        let main = chosen.main;
        if chosen.all().any(|one| one.name.value == media.name.value) {
            return match self.has_same_schema(main, media) {
                true => Beside::Nothing,
                false => Beside::LeftOut("a content whose media type differs only in parameters"),
            };
        }
        let of_kinds = match main.kind {
            MediaKind::Json => self.beside_json(main, media, side),
            MediaKind::Lines => self
                .is_same(main, media)
                .then(|| same_json(main, media, side)),
            MediaKind::Form => Some(Beside::LeftOut("a content beside a form")),
            MediaKind::Binary => self.beside_bytes(main, media, side),
            MediaKind::Multipart if media.kind == MediaKind::Form => self
                .has_same_schema(main, media)
                .then_some(Beside::LeftOut("a form beside a multipart form")),
            MediaKind::Multipart | MediaKind::Text | MediaKind::Events => None,
        };
        let is_known = || {
            let others = chosen.others.iter().copied();
            std::iter::once(main)
                .chain(others)
                .any(|one| self.is_same(one, media))
        };
        of_kinds.unwrap_or_else(|| match media.kind {
            MediaKind::Text if self.is_in_range_of_same(chosen, media) => Beside::Nothing,
            MediaKind::Text | MediaKind::Binary => Beside::Other,
            _ if is_known() => again(side),
            _ => Beside::Other,
        })
    }

    /// What a media type is beside JSON, if its name or its kind tells. JSON is sent as what it is, whatever else it
    /// may be.
    fn beside_json(&self, json: &Media<'a>, media: &Media<'a>, side: Side) -> Option<Beside> {
        let name = media.name.value.as_str();
        Some(match media.kind {
            _ if is_any_type(name) && self.is_same(json, media) => Beside::Nothing,
            _ if is_any_type(name) => Beside::Again,
            _ if is_range(media) => Beside::LeftOut("a range of media types beside JSON"),
            MediaKind::Json if self.is_same(json, media) => same_json(json, media, side),
            MediaKind::Events | MediaKind::Lines => Beside::Other,
            MediaKind::Form => Beside::LeftOut("a form beside JSON"),
            MediaKind::Text | MediaKind::Binary if name.ends_with("xml") => {
                Beside::LeftOut("XML beside JSON")
            }
            MediaKind::Text | MediaKind::Binary if name.contains("yaml") => {
                Beside::LeftOut("YAML beside JSON")
            }
            MediaKind::Json | MediaKind::Multipart | MediaKind::Text | MediaKind::Binary => {
                return None;
            }
        })
    }

    /// What other bytes are beside bytes. XML may have a type.
    fn beside_bytes(&self, bytes: &Media<'a>, media: &Media<'a>, side: Side) -> Option<Beside> {
        let is_xml = |media: &Media<'_>| crate::api::is_xml(&media.name.value);
        let is_other = match (is_xml(bytes), is_xml(media)) {
            _ if media.kind != MediaKind::Binary => return None,
            (true, true) if self.is_same(bytes, media) => return Some(again(side)),
            (is_xml, is_other_xml) => is_xml || is_other_xml,
        };
        let is_alike = side == Side::Request || is_range(media) || is_range(bytes);
        match is_other {
            true => Some(Beside::Other),
            false => is_alike.then_some(Beside::Alike),
        }
    }

    /// Whether a range that was chosen before has a media type in it, with the same content.
    fn is_in_range_of_same(&self, chosen: &Chosen<'_, 'a>, media: &Media<'a>) -> bool {
        chosen.all().any(|one| {
            is_range(one)
                && is_in_range(&media.name.value, &one.name.value)
                && self.is_same(one, media)
        })
    }

    /// Whether two media types are of the same kind, and have the same schema.
    fn is_same(&self, one: &Media<'a>, other: &Media<'a>) -> bool {
        one.kind == other.kind && self.has_same_schema(one, other)
    }

    fn has_same_schema(&self, one: &Media<'a>, other: &Media<'a>) -> bool {
        let schema = |media: &Media<'a>| media.schema.map(|at| self.files.named_schema(at));
        match (schema(one), schema(other)) {
            (Some(one), Some(other)) => one.file == other.file && one.node.is_like(other.node),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

/// The role of the same content in another media type.
fn again(side: Side) -> Beside {
    match side {
        Side::Request => Beside::LeftOut("another media type of the same content"),
        Side::Response | Side::Error => Beside::Again,
    }
}

/// What the same JSON, or the same lines of JSON, is in another media type.
fn same_json(main: &Media<'_>, media: &Media<'_>, side: Side) -> Beside {
    if media.name.value == main.name.value || !has_name_of_its_kind(main) {
        return Beside::Again;
    }
    match side {
        Side::Error => Beside::Again,
        Side::Request | Side::Response if has_name_of_its_kind(media) => Beside::Alike,
        Side::Request | Side::Response => again(side),
    }
}

/// Whether the name of JSON, or of lines of JSON, may be one of several in a specification.
fn has_name_of_its_kind(media: &Media<'_>) -> bool {
    let name = media.name.value.as_str();
    let is_of_kind = media.kind != MediaKind::Json || name.ends_with("json");
    is_of_kind && !is_range(media) && is_media_type(name)
}

/// Whether a name is a range of media types.
fn is_range(media: &Media<'_>) -> bool {
    media.name.value.contains('*') || media.name.value.is_empty()
}

/// Whether a range of media types has JSON in it.
fn is_any_type(name: &str) -> bool {
    matches!(name, "" | "*" | "*/*" | "application/*")
}
