//! Event streams: the type of their data, the names of their events, and the event that ends them.
//!
//! `itemSchema` of OpenAPI 3.2 describes the event: an object with `event`, `data`, `id` and `retry`. `schema`
//! describes the data, or a list of all data, unless it has nothing but the fields of events.

mod kinds;

use super::extensions;
use super::notes::described;
use super::references::NodeRef;
use super::schema::{Schema, is_null};
use super::type_places::TypePlace;
use super::types::{JSON, SchemaType, Types, is_json};
use super::unions;
use super::warnings::Topic;
use crate::api::{EndEvent, Openness, Scalar};
use crate::diagnostic::Lost;
use crate::document::{EventKeys, TypeExpr, TypeExprKind, UnionEntry, VariantEntry};
use crate::extensions::EVENTS;
use crate::node::Node;
use crate::source::{Span, Spanned};
use kinds::{Data, EventKind, UNNAMED};

/// The data of the events of a stream.
pub(super) enum EventData {
    /// Text, or no data.
    Text,
    /// JSON of this type.
    Type(TypeExpr),
}

impl EventData {
    /// The data that a schema of this type describes. Data is text rather than JSON if nothing describes it, or if it
    /// is a string.
    fn new(ty: TypeExpr) -> Self {
        match ty.kind {
            TypeExprKind::Scalar(Scalar::String | Scalar::Json) => EventData::Text,
            TypeExprKind::Scalar(_)
            | TypeExprKind::Named(_)
            | TypeExprKind::List(_)
            | TypeExprKind::Map(_) => EventData::Type(ty),
        }
    }

    /// The type of the JSON; `None` for text.
    pub(super) fn into_type(self) -> Option<TypeExpr> {
        match self {
            EventData::Text => None,
            EventData::Type(ty) => Some(ty),
        }
    }
}

/// The data of the events of a stream, and the event that ends it.
struct Events {
    data: EventData,
    end: Option<Spanned<EndEvent>>,
}

impl Events {
    const TEXT: Self = Self {
        data: EventData::Text,
        end: None,
    };
}

impl<'a> Types<'a> {
    /// The data of an event stream, and the extension's keys for its events.
    pub(super) fn events(
        &mut self,
        media: NodeRef<'a>,
        schema: Option<NodeRef<'a>>,
        place: &TypePlace,
    ) -> (EventData, EventKeys) {
        let mut keys = self.event_keys(media, place);
        let events = match extensions::item_schema(media) {
            Some(item) => self.described_events(item, place),
            None => schema.map_or(Events::TEXT, |at| {
                let at = self.items_of(at).unwrap_or(at);
                if !self.describes_events(at) {
                    return self.data_of_events(at, place);
                }
                let what = "this schema has `data` and nothing but fields of events, so it describes the event, like `itemSchema`; for \
                            data that has these fields, write `itemSchema` with a `contentSchema`";
                self.warnings.add(Topic::Events, at.node.span, what);
                self.described_events(at, place)
            }),
        };
        keys.end = keys.end.or(events.end);
        (events.data, keys)
    }

    /// Whether a schema describes events, each with data, and nothing else.
    fn describes_events(&self, at: NodeRef<'a>) -> bool {
        let mut kinds = Vec::new();
        let are_events = self.add_kinds(vec![at], &mut kinds, 0).is_ok();
        are_events && !kinds.is_empty() && kinds.iter().all(|kind| !matches!(kind.data, Data::None))
    }

    /// The keys of the extension.
    fn event_keys(&mut self, media: NodeRef<'a>, place: &TypePlace) -> EventKeys {
        let Some((key, node)) = media.node.entry(EVENTS) else {
            return EventKeys::default();
        };
        let mut keys = extensions::events(key, node, &mut self.warnings).unwrap_or_default();
        // The type of errors is a schema here, not a name of the spec language.
        let schema = media
            .get(EVENTS)
            .and_then(|media| media.get("error")?.get("schema"));
        if let (Some(error), Some(schema)) = (&mut keys.error, schema) {
            let place = place.with_suffix("Error");
            let mut ty = self.inner(&[schema], &place);
            ty.nullable = false;
            error.ty = Some(ty);
        }
        keys
    }

    /// The events whose data `schema` describes. A member of a choice that is a marker is the end.
    fn data_of_events(&mut self, at: NodeRef<'a>, place: &TypePlace) -> Events {
        let schema = self.files.schema(&[at]);
        if let [choices] = schema.choices.as_slice() {
            let end = choices.members.iter().find_map(|at| self.marker(*at));
            if let Some((marker, end)) = end {
                let others = choices.members.iter().filter(|at| at.id() != marker);
                let values: Vec<NodeRef<'a>> = others.copied().filter(|at| !is_null(*at)).collect();
                let ty = self.one_of_all(&values, &schema, place);
                return Events {
                    data: ty.map_or(EventData::Text, EventData::new),
                    end: Some(end),
                };
            }
        }
        let end = self.marker(at).map(|(_, end)| end);
        let mut ty = self.inner(&[at], place);
        if ty.nullable && !is_json(&ty) {
            let what = "`null` as the data of an event";
            self.files.lose(what, Lost::Part, at.node.span);
        }
        ty.nullable = false;
        let data = match end {
            // The only event is the end.
            Some(_) => EventData::Text,
            None => EventData::new(ty),
        };
        Events { data, end }
    }

    /// The event that ends a stream, if a schema allows nothing but its data.
    fn marker(&self, at: NodeRef<'a>) -> Option<(usize, Spanned<EndEvent>)> {
        let values = self.files.schema(&[at]).values?;
        let [only] = values.as_slice() else {
            return None;
        };
        let text = only.as_text().filter(|text| is_marker(text))?;
        let end = EndEvent::Data(text.to_owned());
        Some((at.id(), Spanned::new(end, only.span)))
    }

    /// The events that `itemSchema` describes.
    fn described_events(&mut self, item: NodeRef<'a>, place: &TypePlace) -> Events {
        let mut kinds = Vec::new();
        if let Err(property) = self.add_kinds(vec![item], &mut kinds, 0) {
            let what = format!(
                "`itemSchema` of an event stream describes the event, and no event has a field `{}`, so this is read \
                 as the schema of its data",
                property.value
            );
            self.warnings.add(Topic::Events, item.node.span, &what);
            return self.data_of_events(item, place);
        }
        let reference = self.files.reference(&[item]);
        let component = reference.and_then(|reference| {
            let target = self.files.follow(reference.target)?;
            Some(self.components.get(target)?.name.clone())
        });
        let place = &component.map_or_else(|| place.clone(), |name| TypePlace::named(&name, 0));
        let end = self.take_end(&mut kinds);
        // Without other kinds, the names of all events are free.
        let is_plain = |kind: &EventKind<'_>| {
            let mut names = kind.names.listed().iter();
            names.all(|name| name.value == UNNAMED)
        };
        let data = match kinds.as_slice() {
            [] => EventData::Text,
            [only] if is_plain(only) => self.data_of_kind(&only.data, place),
            _ => EventData::Type(self.union_of_events(&kinds, item, place)),
        };
        Events { data, end }
    }

    /// Removes the event that ends the stream: its data is always the same, and it has no name, or it looks like an
    /// end.
    fn take_end(&mut self, kinds: &mut Vec<EventKind<'a>>) -> Option<Spanned<EndEvent>> {
        let is_alone = kinds.len() == 1;
        let is_end = |kind: &EventKind<'_>| match &kind.data {
            Data::Constant(text) => is_marker(&text.value) || kind.names.is_free() && !is_alone,
            Data::Json(_) | Data::AnyJson | Data::Text | Data::None => false,
        };
        let index = kinds.iter().position(is_end)?;
        let end = kinds.remove(index);
        let Data::Constant(text) = end.data else {
            return None;
        };
        Some(Spanned::new(EndEvent::Data(text.value), text.span))
    }

    fn data_of_kind(&mut self, data: &Data<'a>, place: &TypePlace) -> EventData {
        match data {
            Data::Json(parts) => {
                let mut ty = self.inner(parts, place);
                // Other documents mean that an event may lack data.
                ty.nullable &= self.files.is_exported() && !is_json(&ty);
                EventData::Type(ty)
            }
            Data::AnyJson => EventData::Type(TypeExpr::new(JSON, Span::default())),
            Data::Text | Data::Constant(_) | Data::None => EventData::Text,
        }
    }

    /// The union of events that are told apart by their names.
    fn union_of_events(
        &mut self,
        kinds: &[EventKind<'a>],
        item: NodeRef<'a>,
        place: &TypePlace,
    ) -> TypeExpr {
        let schema = self.files.schema(&[item]);
        let span = item.node.span;
        for kind in kinds.iter().filter(|kind| kind.names.is_any_other()) {
            match &kind.data {
                Data::Json(_) | Data::Constant(_) => {
                    let what =
                        "the data of events of other names is any text, whatever its schema says";
                    self.warnings.add(Topic::Dropped, kind.span, what);
                }
                Data::AnyJson | Data::Text | Data::None => {}
            }
        }
        let mut ty = self.in_place_of(Span::default(), &schema, place, &mut |types, index| {
            let mut variants: Vec<VariantEntry> = Vec::new();
            let others = kinds.iter().filter(|kind| kind.names.is_any_other());
            let named = kinds.iter().filter(|kind| !kind.names.is_any_other());
            for kind in named {
                let unnamed = Spanned::new(UNNAMED.to_owned(), kind.span);
                let listed = kind.names.listed();
                let unnamed = listed.is_empty().then_some(&unnamed);
                for name in listed.iter().chain(unnamed) {
                    if variants
                        .iter()
                        .any(|variant| variant.name.value == name.value)
                    {
                        continue;
                    }
                    let has_name = |kind: &&EventKind<'a>| kind.names.contains(&name.value);
                    let same: Vec<&EventKind<'a>> = kinds.iter().filter(has_name).collect();
                    variants.push(types.event(name, &same, index));
                }
            }
            SchemaType::union(UnionEntry {
                by_event: Some(span),
                open: match others.count() {
                    0 => Openness::Closed,
                    _ => Openness::Open,
                },
                ..UnionEntry::untagged(variants)
            })
        });
        ty.span = span;
        ty
    }

    /// The variant of the events of a name.
    fn event(
        &mut self,
        name: &Spanned<String>,
        kinds: &[&EventKind<'a>],
        index: usize,
    ) -> VariantEntry {
        let place = TypePlace::variant(index, &name.value);
        let is_text = |kind: &&&EventKind<'_>| matches!(kind.data, Data::Text | Data::Constant(_));
        let all_json = || {
            let parts = kinds.iter().map(|kind| match &kind.data {
                Data::Json(parts) => parts.first().copied().filter(|_| parts.len() == 1),
                Data::AnyJson | Data::Text | Data::Constant(_) | Data::None => None,
            });
            parts.collect::<Option<Vec<NodeRef<'a>>>>()
        };
        let mut text = None;
        let ty = match kinds {
            [only] => match &only.data {
                Data::None => None,
                data => self.data_of_kind(data, &place).into_type(),
            },
            _ => match all_json() {
                Some(members) => self.one_of_all(&members, &Schema::default(), &place),
                None => Some(TypeExpr::new(JSON, name.span)),
            },
        };
        let is_json = |kind: &&EventKind<'_>| matches!(kind.data, Data::Json(_) | Data::AnyJson);
        let ty = match kinds.iter().find(is_text) {
            Some(kind) => {
                if let Some(json) = kinds.iter().copied().find(is_json) {
                    let what = format!(
                        "the data of events named `{}` is text or JSON, so callers and servers read and write all of it \
                         as text",
                        name.value
                    );
                    self.warnings.add(Topic::Dropped, json.span, &what);
                }
                text = Some(kind.span);
                Some(TypeExpr::new(
                    TypeExprKind::Scalar(Scalar::String),
                    name.span,
                ))
            }
            None => ty,
        };
        let doc = kinds.first().and_then(|kind| kind.description);
        VariantEntry {
            name: name.clone(),
            ty,
            text,
            also: Vec::new(),
            rust_name: None,
            notes: described(doc),
        }
    }

    /// The type of values of one of several schemas.
    fn one_of_all(
        &mut self,
        members: &[NodeRef<'a>],
        schema: &Schema<'a>,
        place: &TypePlace,
    ) -> Option<TypeExpr> {
        let mut ty = match members {
            [] => return None,
            [only] => self.inner(&[*only], place),
            _ => self.in_place_of(Span::default(), schema, place, &mut |types, index| {
                unions::union_of_schemas(types, members, index)
            }),
        };
        ty.nullable = false;
        Some(ty)
    }
}

/// Whether a string is one that APIs end streams with: a word in capitals and brackets, such as `[DONE]`.
fn is_marker(text: &str) -> bool {
    let word = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    word.is_some_and(|word| {
        let is_sign = |byte: u8| byte.is_ascii_uppercase() || byte == b'_' || byte == b' ';
        !word.is_empty() && word.bytes().all(is_sign)
    })
}

/// The event that ends a stream, if one of these nodes shows it: a description or an example with `[DONE]`.
pub(super) fn shown_end(nodes: &[&Node]) -> Option<Spanned<EndEvent>> {
    nodes.iter().find_map(|node| end_in(node, 0))
}

/// The data that ends nearly all streams which have such an event.
const DONE: &str = "[DONE]";

fn end_in(node: &Node, depth: usize) -> Option<Spanned<EndEvent>> {
    if node.as_text().is_some_and(|text| text.contains(DONE)) {
        return Some(Spanned::new(EndEvent::Data(DONE.to_owned()), node.span));
    }
    let values = node.entries().iter().map(|(_, value)| value);
    let mut inner = values.chain(node.items()).filter(|_| depth < 8);
    inner.find_map(|inner| end_in(inner, depth + 1))
}
