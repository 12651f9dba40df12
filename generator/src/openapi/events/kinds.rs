//! The kinds of events that schemas describe: their names, and their data.

use crate::openapi::kinds::Kinds;
use crate::openapi::media_types::essence;
use crate::openapi::references::{NodeRef, without_choices};
use crate::openapi::schema::{Parts, Schema, is_null};
use crate::openapi::types::Types;
use crate::source::{Span, Spanned};

/// The fields of an event (WHATWG HTML, section 9.2), and comments.
const FIELDS: [&str; 5] = ["event", "data", "id", "retry", "comment"];

/// The name of an event that has none.
pub(super) const UNNAMED: &str = "message";

/// The most kinds of events that a stream may have. A limit, because recursive schemas would yield endless kinds.
const MAX_EVENT_KINDS: usize = 200;

/// A kind of event.
pub(super) struct EventKind<'a> {
    pub(super) names: EventNames,
    pub(super) data: Data<'a>,
    pub(super) description: Option<&'a str>,
    pub(super) span: Span,
}

/// The names of the events of a kind.
pub(super) enum EventNames {
    /// One of these names. If the list is empty, the events have no name, which is [`UNNAMED`].
    Listed(Vec<Spanned<String>>),
    /// Any name that no other kind has.
    AnyOther {
        /// Whether the schema excludes names with `not`.
        excludes: bool,
    },
}

impl EventNames {
    /// The listed names.
    pub(super) fn listed(&self) -> &[Spanned<String>] {
        match self {
            EventNames::Listed(names) => names,
            EventNames::AnyOther { .. } => &[],
        }
    }

    pub(super) fn is_any_other(&self) -> bool {
        matches!(self, EventNames::AnyOther { .. })
    }

    /// Whether the schema neither lists nor excludes names.
    pub(super) fn is_free(&self) -> bool {
        match self {
            EventNames::Listed(names) => names.is_empty(),
            EventNames::AnyOther { excludes } => !excludes,
        }
    }

    /// Whether events of this name are of this kind, rather than of any other name.
    pub(super) fn contains(&self, wanted: &str) -> bool {
        match self {
            EventNames::Listed(names) if names.is_empty() => wanted == UNNAMED,
            EventNames::Listed(names) => names.iter().any(|name| name.value == wanted),
            EventNames::AnyOther { .. } => false,
        }
    }
}

/// The data of an event.
pub(super) enum Data<'a> {
    /// JSON, which a schema describes.
    Json(Parts<'a>),
    AnyJson,
    Text,
    /// Always this text.
    Constant(Spanned<String>),
    None,
}

impl<'a> Types<'a> {
    /// Adds the kinds of events that a schema describes.
    ///
    /// # Errors
    /// A property that no event has.
    pub(super) fn add_kinds(
        &self,
        parts: Parts<'a>,
        kinds: &mut Vec<EventKind<'a>>,
        depth: usize,
    ) -> Result<(), &'a Spanned<String>> {
        let schema = self.files.schema(&parts);
        if let ([choices], true) = (schema.choices.as_slice(), depth < 8) {
            let own = without_choices(&parts);
            for member in choices.members.iter().filter(|at| !is_null(**at)) {
                if kinds.len() < MAX_EVENT_KINDS {
                    let whole = own.iter().copied().chain([*member]).collect();
                    self.add_kinds(whole, kinds, depth + 1)?;
                }
            }
            return Ok(());
        }
        let mut properties = schema.properties.iter().map(|property| property.name);
        if let Some(unknown) = properties.find(|name| !FIELDS.contains(&name.value.as_str())) {
            return Err(unknown);
        }
        kinds.push(self.kind_of_event(&schema, &parts));
        Ok(())
    }

    fn kind_of_event(&self, schema: &Schema<'a>, parts: &[NodeRef<'a>]) -> EventKind<'a> {
        self.note_unchecked_fields(schema);
        EventKind {
            names: self.names_of_event(schema),
            data: match schema.property("data") {
                Some(data) => self.data(&data.parts),
                None => Data::None,
            },
            description: self.own_description(parts),
            span: parts.last().map_or(Span::default(), |at| at.node.span),
        }
    }

    fn names_of_event(&self, schema: &Schema<'a>) -> EventNames {
        let Some(event) = schema.property("event") else {
            return EventNames::Listed(Vec::new());
        };
        let listed = self.files.schema(&event.parts).values;
        let values = listed.iter().flatten().filter(|value| !value.is_null());
        let mut names: Vec<Spanned<String>> = values
            .filter_map(|value| Some(Spanned::new(value.scalar_text()?, value.span)))
            .collect();
        if names.is_empty() {
            let excludes = event.parts.iter().any(|at| at.node.get("not").is_some());
            return EventNames::AnyOther { excludes };
        }
        // An event without a name has this one.
        let is_optional = !schema.required.contains_key("event");
        let is_listed = names.iter().any(|name| name.value == UNNAMED);
        if is_optional && !is_listed {
            names.push(Spanned::new(UNNAMED.to_owned(), event.name.span));
        }
        EventNames::Listed(names)
    }

    /// Notes what an event says about its fields that nothing checks.
    fn note_unchecked_fields(&self, schema: &Schema<'a>) {
        for property in &schema.properties {
            let field = self.files.schema(&property.parts);
            let Some(span) = property.parts.first().map(|at| at.node.span) else {
                continue;
            };
            let (values, limits, required) = match property.name.value.as_str() {
                "id" => (
                    "`enum` of `id` of an event",
                    "a limit of `id` of an event",
                    "whether an event has an `id`",
                ),
                "retry" => (
                    "`enum` of `retry` of an event",
                    "a limit of `retry` of an event",
                    "whether an event has a `retry`",
                ),
                _ => continue,
            };
            let mut ignored = self.files.ignored.borrow_mut();
            if let Some(required_at) = schema.required.get(property.name.value.as_str()) {
                ignored.add(required, *required_at);
            }
            if field.values.is_some() {
                ignored.add(values, span);
            }
            if !field.limits.of_values.is_empty() {
                ignored.add(limits, span);
            }
        }
    }

    /// Notes what a schema says about data that is text beyond that.
    fn note_unchecked_text(&self, schema: &Schema<'a>, parts: &[NodeRef<'a>]) {
        let Some(span) = parts.first().map(|at| at.node.span) else {
            return;
        };
        let mut ignored = self.files.ignored.borrow_mut();
        if schema.values.is_some() {
            ignored.add("`enum` of data that is text in an event", span);
        }
        if !schema.limits.of_values.is_empty() {
            ignored.add("a limit of data that is text in an event", span);
        }
    }

    /// The description that a member of a choice has itself.
    fn own_description(&self, parts: &[NodeRef<'a>]) -> Option<&'a str> {
        let [_, .., own] = parts else { return None };
        let own = self.files.follow(*own)?;
        own.node.text_at("description")
    }

    /// What the property `data` says. Data is text, so anything else in it is JSON.
    fn data(&self, parts: &Parts<'a>) -> Data<'a> {
        let schema = self.files.schema(parts);
        let content = parts.iter().find_map(|at| {
            let at = self.files.follow(*at)?;
            at.get("contentSchema")
        });
        let media = essence(schema.media.unwrap_or_default());
        let is_json = match media.as_str() {
            "" => content.is_some(),
            _ => media.ends_with("json"),
        };
        match (content, schema.values.as_deref()) {
            (Some(content), _) if is_json => Data::Json(vec![content]),
            (None, _) if is_json => Data::AnyJson,
            (_, Some([only])) => match only.as_text() {
                Some(text) => Data::Constant(Spanned::new(text.to_owned(), only.span)),
                None => Data::Json(parts.clone()),
            },
            _ if !media.is_empty() || schema.is_anything() => {
                self.note_unchecked_text(&schema, parts);
                Data::Text
            }
            _ if schema.kinds == Kinds::STRING => {
                self.note_unchecked_text(&schema, parts);
                Data::Text
            }
            _ => Data::Json(parts.clone()),
        }
    }
}
