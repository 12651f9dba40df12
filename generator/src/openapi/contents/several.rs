//! The contents to use of several media types.

use super::media::{Media, MediaKind};
use crate::openapi::types::Types;

/// Where contents are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Side {
    Request,
    Response,
    Error,
}

impl Side {
    /// What it means that a content is left out.
    fn without_content(self) -> &'static str {
        match self {
            Self::Request => "callers cannot send it, and servers respond to it with 415",
            Self::Response => "callers cannot ask for it, and servers never send it",
            Self::Error => {
                "callers try to read it like the one that is kept, and otherwise get an undocumented response with its bytes; servers never send it"
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

/// What a media type is beside others.
enum Beside {
    /// Another name of the same content.
    Alike,
    /// Another content.
    Other,
    /// Nothing is lost without it.
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
        let of_kind = |kind: MediaKind| media.iter().filter(move |of| of.kind == kind);
        let with_schema = |kind: MediaKind| of_kind(kind).filter(|of| of.schema.is_some());
        let first = |kind: MediaKind| with_schema(kind).next().or_else(|| of_kind(kind).next());
        let main = kinds.iter().find_map(|kind| first(*kind))?;
        let mut chosen = Chosen {
            main,
            alike: Vec::new(),
            others: Vec::new(),
        };
        let all = kinds.iter().flat_map(|kind| of_kind(*kind));
        for of in all.filter(|of| !std::ptr::eq(*of, main)) {
            match self.beside(&chosen, of, side) {
                Beside::Alike => chosen.alike.push(of),
                Beside::Other => chosen.others.push(of),
                Beside::Nothing => {}
                Beside::LeftOut(what) => self.leave_out(what, of, side),
            }
        }
        Some(chosen)
    }

    /// Notes contents that have no place beside others.
    pub(in super::super) fn leave_out(&self, what: &'static str, media: &Media<'a>, side: Side) {
        let means = side.without_content();
        self.files.leave_out(what, means, media.name.span);
    }

    /// What a media type is beside those that were chosen before.
    fn beside(&self, chosen: &Chosen<'_, 'a>, of: &Media<'a>, side: Side) -> Beside {
        let main = chosen.main;
        let name = of.name.value.as_str();
        let is_any = |of: &Media<'_>| of.name.value.contains('*') || of.name.value.is_empty();
        let schema = |of: &Media<'a>| of.schema.map(|at| self.files.named_schema(at));
        let has_schema_of = |one: &Media<'a>| match (schema(one), schema(of)) {
            (Some(one), Some(of)) => one.file == of.file && one.node.is_like(of.node),
            (one, of) => one.is_none() && of.is_none(),
        };
        let is_same = |one: &Media<'a>| one.kind == of.kind && has_schema_of(one);
        let is_xml = |of: &Media<'_>| crate::api::is_xml(&of.name.value);
        let again = match side {
            Side::Request => Beside::LeftOut("another media type of the same content"),
            Side::Response | Side::Error => Beside::Nothing,
        };
        match (main.kind, of.kind) {
            _ if chosen.all().any(|one| one.name.value == name) => match has_schema_of(main) {
                true => Beside::Nothing,
                false => Beside::LeftOut("a content whose media type differs only in parameters"),
            },
            // JSON is sent as what it is, whatever else it may be.
            (MediaKind::Json, _) if is_any_type(name) => Beside::Nothing,
            (MediaKind::Json, _) if is_any(of) => {
                Beside::LeftOut("a range of media types beside JSON")
            }
            (MediaKind::Json | MediaKind::Lines, MediaKind::Json | MediaKind::Lines)
                if is_same(main) =>
            {
                match side {
                    Side::Request if name != main.name.value && !is_any(main) => Beside::Alike,
                    Side::Request | Side::Response | Side::Error => Beside::Nothing,
                }
            }
            (MediaKind::Json, MediaKind::Events | MediaKind::Lines) => Beside::Other,
            (MediaKind::Json, MediaKind::Form) => Beside::LeftOut("a form beside JSON"),
            (MediaKind::Form, _) => Beside::LeftOut("a content beside a form"),
            (MediaKind::Json, MediaKind::Text | MediaKind::Binary) if name.ends_with("xml") => {
                Beside::LeftOut("XML beside JSON")
            }
            (MediaKind::Json, MediaKind::Text | MediaKind::Binary) if name.contains("yaml") => {
                Beside::LeftOut("YAML beside JSON")
            }
            (MediaKind::Binary, MediaKind::Binary)
                if is_xml(main) && is_xml(of) && is_same(main) =>
            {
                again
            }
            (MediaKind::Binary, MediaKind::Binary) if is_xml(main) || is_xml(of) => Beside::Other,
            (MediaKind::Binary, MediaKind::Binary)
                if side == Side::Request || is_any(of) || is_any(main) =>
            {
                Beside::Alike
            }
            (MediaKind::Multipart, MediaKind::Form) if has_schema_of(main) => {
                Beside::LeftOut("a form beside a multipart form")
            }
            (_, MediaKind::Text | MediaKind::Binary) => Beside::Other,
            _ if is_same(main) || chosen.others.iter().any(|other| is_same(other)) => again,
            _ => Beside::Other,
        }
    }
}

/// Whether a range of media types has JSON in it.
fn is_any_type(name: &str) -> bool {
    matches!(name, "" | "*" | "*/*" | "application/*")
}
