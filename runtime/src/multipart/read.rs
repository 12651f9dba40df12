//! From the parts that have arrived to values.

use std::collections::BTreeMap;

use bytes::Bytes;

use super::FilePart;
use super::head::PartHead;
use super::table::{Entry, PartKind, PositionedError};
use crate::ValidationError;
use crate::body::Body;
use crate::decode::{Context, Decode, decode_enforcing, read_whole, satisfying};
use crate::encode::to_json;

/// A part that has arrived, whose content has not been decoded.
pub struct ReceivedPart {
    /// Its field. `None` is a file that the specification does not name.
    pub(super) entry: Option<Entry>,
    pub(super) head: PartHead,
    /// The content of a part that is not a file.
    pub(super) content: Bytes,
    /// The content of a file.
    pub(super) file: Option<Body>,
    pub(super) problems: Vec<PositionedError>,
}

impl ReceivedPart {
    pub(super) fn of_value(entry: Entry, head: PartHead, content: Bytes) -> Self {
        Self {
            entry: Some(entry),
            head,
            content,
            file: None,
            problems: Vec::new(),
        }
    }

    pub(super) fn of_file(entry: Option<Entry>, head: PartHead, file: Body) -> Self {
        Self {
            entry,
            head,
            content: Bytes::new(),
            file: Some(file),
            problems: Vec::new(),
        }
    }

    /// The name of the part.
    pub fn name(&self) -> &str {
        &self.head.name
    }

    /// Whether the part is a file that the specification does not name.
    pub fn is_other(&self) -> bool {
        self.entry.is_none()
    }

    /// A file that the specification does not name.
    pub fn other(&mut self) -> Option<(String, FilePart)> {
        let file = self.file()?;
        Some((std::mem::take(&mut self.head.name), file))
    }

    /// The value of a part with text.
    pub fn text<T: Decode>(&mut self) -> Option<T> {
        self.value()
    }

    /// The value of a part with JSON.
    pub fn json<T: Decode>(&mut self) -> Option<T> {
        self.value()
    }

    /// The file of a part.
    pub fn file(&mut self) -> Option<FilePart> {
        Some(FilePart {
            file_name: self.head.file_name.take(),
            media: self.head.media.take(),
            body: self.file.take()?,
        })
    }

    fn value<T: Decode>(&mut self) -> Option<T> {
        let entry = self.entry?;
        match decode(entry, &self.content) {
            Ok(value) => Some(value),
            Err(mut problems) => {
                self.problems.append(&mut problems);
                None
            }
        }
    }
}

impl std::fmt::Debug for ReceivedPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReceivedPart")
            .field("name", &self.head.name)
            .finish_non_exhaustive()
    }
}

/// Decodes the content of a part, and checks the rules of its field.
fn decode<T: Decode>(entry: Entry, content: &[u8]) -> Result<T, Vec<PositionedError>> {
    let value = match entry.part.kind {
        PartKind::Json => decode_enforcing(content, Context::for_requests()),
        PartKind::Text | PartKind::File => decode_text(content),
    };
    let value: T = value.map_err(|errors| entry.within(errors))?;
    let rules = match entry.part.is_list() {
        true => entry.field.rules().of_each(),
        false => entry.field.rules(),
    };
    satisfying(value, rules).map_err(|errors| entry.within(errors))
}

/// Decodes a scalar, as in a form.
fn decode_text<T: Decode>(content: &[u8]) -> Result<T, Vec<ValidationError>> {
    let text = str::from_utf8(content)
        .map_err(|_| vec![ValidationError::of_body("must be text in UTF-8")])?;
    // An empty value is null where that is a value.
    let json = match text {
        "" => Ok(b"null".to_vec()),
        text => to_json(Vec::with_capacity(text.len() + 2), text),
    };
    let json = json.unwrap_or_default();
    let mut context = Context::for_requests().reading_text();
    read_whole(&json, |deserializer| T::decode(deserializer, &mut context))
        .map_err(|_| context.into_validation_errors())
}

/// All parts of a form.
pub struct ReadParts {
    parts: Vec<ReceivedPart>,
    pub(super) problems: Vec<PositionedError>,
}

impl ReadParts {
    pub(super) const fn new() -> Self {
        Self {
            parts: Vec::new(),
            problems: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, part: ReceivedPart) {
        self.parts.push(part);
    }

    /// Parts with text.
    pub fn text(&mut self, name: &'static str) -> PartsOf<'_> {
        PartsOf { parts: self, name }
    }

    /// Parts with JSON.
    pub fn json(&mut self, name: &'static str) -> PartsOf<'_> {
        PartsOf { parts: self, name }
    }

    /// Parts with files.
    pub fn file(&mut self, name: &'static str) -> FilesOf<'_> {
        FilesOf { parts: self, name }
    }

    /// The files that the specification does not name.
    pub fn additional_files(&mut self) -> Option<BTreeMap<String, FilePart>> {
        let files = self.parts.extract_if(.., |part| part.entry.is_none());
        files.map(|mut part| part.other()).collect()
    }

    fn take(&mut self, name: &str) -> Vec<ReceivedPart> {
        let of_field = |part: &mut ReceivedPart| part.entry.is_some() && part.head.name == name;
        self.parts.extract_if(.., of_field).collect()
    }
}

impl std::fmt::Debug for ReadParts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ReadParts").field(&self.parts).finish()
    }
}

/// The parts of a field with values.
#[derive(Debug)]
#[must_use]
pub struct PartsOf<'p> {
    parts: &'p mut ReadParts,
    name: &'static str,
}

impl PartsOf<'_> {
    /// The one value.
    pub fn required<T: Decode>(self) -> Option<T> {
        self.optional()?
    }

    /// The value, if there is one.
    pub fn optional<T: Decode>(self) -> Option<Option<T>> {
        let values = self.list()?;
        Some(values.into_iter().next())
    }

    /// All values.
    pub fn list<T: Decode>(self) -> Option<Vec<T>> {
        let mut parts = self.parts.take(self.name);
        // All parts are read, so that every validation error is reported.
        let values: Vec<_> = parts.iter_mut().map(ReceivedPart::value).collect();
        let entry = parts.first().and_then(|part| part.entry);
        for part in parts {
            self.parts.problems.extend(part.problems);
        }
        let values: Vec<T> = values.into_iter().collect::<Option<_>>()?;
        // The number of parts is checked for every form, also for one that is read part by part.
        if let Some(entry) = entry
            && entry.part.is_list()
            && entry.field.rules().check_map(values.len()).is_ok()
            && let Err(problem) = entry.field.rules().check_list(values.len(), &values)
        {
            self.parts.problems.push(entry.error(problem));
            return None;
        }
        Some(values)
    }

    /// All values, if there are any.
    pub fn optional_list<T: Decode>(self) -> Option<Option<Vec<T>>> {
        let values = self.list()?;
        Some((!values.is_empty()).then_some(values))
    }
}

/// The parts of a field with files.
#[derive(Debug)]
#[must_use]
pub struct FilesOf<'p> {
    parts: &'p mut ReadParts,
    name: &'static str,
}

impl FilesOf<'_> {
    /// The one file.
    pub fn required(self) -> Option<FilePart> {
        self.optional()?
    }

    /// The file, if there is one.
    pub fn optional(self) -> Option<Option<FilePart>> {
        let files = self.list()?;
        Some(files.into_iter().next())
    }

    /// All files.
    pub fn list(self) -> Option<Vec<FilePart>> {
        let parts = self.parts.take(self.name);
        parts.into_iter().map(|mut part| part.file()).collect()
    }

    /// All files, if there are any.
    pub fn optional_list(self) -> Option<Option<Vec<FilePart>>> {
        let files = self.list()?;
        Some((!files.is_empty()).then_some(files))
    }
}
