//! What a form takes, and checking the parts that arrive.

use std::collections::BTreeSet;

use super::MultipartForm;
use super::head::{Naming, PartHead};
use crate::decode::{Field, place_of_key};
use crate::{Location, ValidationError, media_type};

/// How a field of a form is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    name: &'static str,
    pub(super) kind: PartKind,
    /// The media types, or ranges of them, that a file may have; any if there are none.
    media: &'static [&'static str],
    count: Count,
}

/// What a part contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PartKind {
    /// A scalar as text.
    Text,
    Json,
    File,
}

/// The number of parts that a name may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    Required,
    Optional,
    List,
    OptionalList,
}

impl Count {
    const fn allows_several(self) -> bool {
        match self {
            Self::Required | Self::Optional => false,
            Self::List | Self::OptionalList => true,
        }
    }
}

impl Part {
    /// A scalar as text, in parts of this name.
    pub const fn text(name: &'static str) -> Self {
        Self::new(name, PartKind::Text)
    }

    /// Any value as JSON.
    pub const fn json(name: &'static str) -> Self {
        Self::new(name, PartKind::Json)
    }

    /// A file.
    pub const fn file(name: &'static str) -> Self {
        Self::new(name, PartKind::File)
    }

    const fn new(name: &'static str, kind: PartKind) -> Self {
        Self {
            name,
            kind,
            media: &[],
            count: Count::Required,
        }
    }

    /// The media types, or ranges of them, that a file may have.
    #[must_use]
    pub const fn media(mut self, media: &'static [&'static str]) -> Self {
        self.media = media;
        self
    }

    /// There is one.
    #[must_use]
    pub const fn required(self) -> Self {
        self
    }

    /// There may be one.
    #[must_use]
    pub const fn optional(mut self) -> Self {
        self.count = Count::Optional;
        self
    }

    /// There may be any number.
    #[must_use]
    pub const fn list(mut self) -> Self {
        self.count = Count::List;
        self
    }

    /// There may be any number. Without any, the field is absent.
    #[must_use]
    pub const fn optional_list(mut self) -> Self {
        self.count = Count::OptionalList;
        self
    }

    /// Whether there may be several parts.
    pub(super) const fn is_list(self) -> bool {
        self.count.allows_several()
    }

    /// Checks the media type of a part.
    fn check(self, media: Option<&str>) -> Result<(), String> {
        let bytes = media.unwrap_or_default().as_bytes();
        let is_text = |ranges| media_type::is_one_of(ranges, bytes) && media_type::is_utf8(bytes);
        match self.kind {
            // Without a media type, a part is text (RFC 7578, section 4.4).
            PartKind::Text if media.is_none() || is_text(&["text/*"]) => Ok(()),
            PartKind::Text => Err("must be text in UTF-8".into()),
            // Few clients can set the media type of a part that is not a file.
            PartKind::Json if media.is_none() || is_text(&["text/plain"]) => Ok(()),
            PartKind::Json if media_type::is_json(bytes) => Ok(()),
            PartKind::Json => Err("must be JSON in UTF-8".into()),
            PartKind::File if self.media.is_empty() => Ok(()),
            PartKind::File if media_type::is_one_of(self.media, bytes) => Ok(()),
            PartKind::File => {
                let media = self.media.join("` or `");
                Err(format!("must have the media type `{media}`"))
            }
        }
    }

    /// The media type of a file that has none.
    pub(super) fn default_media(self) -> &'static str {
        let first = self.media.first().filter(|media| !media.ends_with('*'));
        first.unwrap_or(&"application/octet-stream")
    }
}

/// The fields of a form.
#[derive(Clone, Copy)]
pub(super) struct Table {
    fields: &'static [Field],
    parts: &'static [Part],
    /// Whether the form also takes files of any other name.
    takes_additional_files: bool,
    closed: bool,
    ignored: &'static [&'static str],
}

impl Table {
    pub(super) fn of<T: MultipartForm>() -> Self {
        Self {
            fields: T::fields(),
            parts: T::parts(),
            takes_additional_files: T::TAKES_ADDITIONAL_FILES,
            closed: T::CLOSED,
            ignored: T::ignored(),
        }
    }

    /// The field that is sent in parts of this name.
    pub(super) fn find(self, name: &str) -> Option<Entry> {
        let index = self.parts.iter().position(|part| part.name == name)?;
        Some(Entry {
            index,
            part: self.parts.get(index)?,
            field: self.fields.get(index)?,
        })
    }
}

/// A field in the table.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) index: usize,
    pub(super) part: &'static Part,
    pub(super) field: &'static Field,
}

impl Entry {
    pub(super) fn error(self, problem: impl Into<String>) -> PositionedError {
        PositionedError {
            position: self.index,
            error: error(self.part.name, problem),
        }
    }

    /// Puts the name of the part before the places in its content, which are left out if the field must not be shown.
    pub(super) fn within(self, errors: Vec<ValidationError>) -> Vec<PositionedError> {
        let name = self.part.name;
        let errors = errors.into_iter().map(|error| {
            let place = match error.name.as_str() {
                "" => name.to_owned(),
                _ if self.field.is_hidden() => name.to_owned(),
                place if place.starts_with('[') => format!("{name}{place}"),
                place => format!("{name}.{place}"),
            };
            PositionedError {
                position: self.index,
                error: self::error(&place, error.problem),
            }
        });
        errors.collect()
    }
}

/// A validation error, and the position of its field in the specification.
pub(super) struct PositionedError {
    pub(super) position: usize,
    pub(super) error: ValidationError,
}

/// A validation error at a place in the body.
fn error(place: &str, problem: impl Into<String>) -> ValidationError {
    ValidationError::new(Location::Body, place, problem.into())
}

/// A problem of a part that the specification does not name.
fn unnamed(name: &str, problem: &str) -> PositionedError {
    PositionedError {
        position: usize::MAX,
        error: error(&place_of_key(name), problem),
    }
}

/// The decision about a part that has arrived.
pub(super) enum Accepted {
    /// It belongs to this field.
    Field(Entry),
    /// It is a file that the specification does not name.
    Other,
    Skipped,
}

/// The parts that have arrived.
pub(super) struct Arrived {
    table: Table,
    naming: Naming,
    /// The index of the field of the next part without a name.
    next: usize,
    /// The number of parts of each field.
    counts: Vec<usize>,
    additional_names: BTreeSet<String>,
}

impl Arrived {
    pub(super) fn new(table: Table, naming: Naming) -> Self {
        Self {
            table,
            naming,
            next: 0,
            counts: vec![0; table.parts.len()],
            additional_names: BTreeSet::new(),
        }
    }

    /// Gives a part that is not of a form the name of its field: a part without a known name belongs to the next field,
    /// and a list takes all that follow.
    fn name(&mut self, head: &mut PartHead) {
        if self.naming == Naming::Form {
            return;
        }
        let found = self
            .table
            .find(&head.name)
            .map(|entry| (entry.index, entry.part));
        let is_other = !head.name.is_empty() && self.table.takes_additional_files;
        let next = || Some((self.next, self.table.parts.get(self.next)?));
        let Some((index, part)) = found.or_else(|| next().filter(|_| !is_other)) else {
            if head.name.is_empty() {
                head.name = (self.additional_names.len() + 1).to_string();
            }
            return;
        };
        part.name.clone_into(&mut head.name);
        self.next = match part.is_list() {
            true => index,
            false => index + 1,
        };
    }

    /// Finds the field of a part.
    ///
    /// # Errors
    /// The part is unknown, repeated, or of another media type.
    pub(super) fn accept(&mut self, head: &mut PartHead) -> Result<Accepted, PositionedError> {
        self.name(head);
        let Some(entry) = self.table.find(&head.name) else {
            if self.table.ignored.contains(&head.name.as_str()) {
                return Ok(Accepted::Skipped);
            }
            if self.table.closed {
                return Err(unnamed(&head.name, "is not a known field"));
            }
            if !self.table.takes_additional_files {
                return Ok(Accepted::Skipped);
            }
            if !self.additional_names.insert(head.name.clone()) {
                return Err(unnamed(&head.name, "occurs twice"));
            }
            return Ok(Accepted::Other);
        };
        if let Some(count) = self.counts.get_mut(entry.index) {
            *count += 1;
            if *count > 1 && !entry.part.count.allows_several() {
                return Err(entry.error("occurs twice"));
            }
        }
        let checked = entry.part.check(head.media.as_deref());
        checked.map_err(|problem| entry.error(problem))?;
        Ok(Accepted::Field(entry))
    }

    /// The problems of required parts that are missing at the end.
    pub(super) fn missing(&self) -> Vec<PositionedError> {
        let entries = self
            .table
            .parts
            .iter()
            .filter_map(|part| self.table.find(part.name));
        let problem = |entry: Entry| {
            let count = self.counts.get(entry.index).copied().unwrap_or_default();
            let items = || entry.field.rules().check_map(count).err();
            let problem = match entry.part.count {
                Count::Required if count == 0 => Some(crate::validation::MISSING.into()),
                // An absent list violates no rule.
                Count::OptionalList if count == 0 => None,
                Count::List | Count::OptionalList => items(),
                Count::Required | Count::Optional => None,
            };
            problem.map(|problem: String| entry.error(problem))
        };
        entries.filter_map(problem).collect()
    }
}
