//! The members of a record: each is read as what it should be, and every error is noted.

use std::borrow::Cow;
use std::fmt;

use gateway_api::types::Timestamp;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use specsmith_runtime::Json;
use specsmith_runtime::decode::{Context, Decode, Object};

use super::RecordError;
use crate::amount::Amount;
use crate::bounds;
use crate::document;
use crate::moment::Moment;

/// What is wrong with JSON that no value can be made of, such as the number `1e999`.
const OUT_OF_BOUNDS: &str = "cannot be read: a number or a text in it is out of bounds";

/// How many unknown members of a line are told.
const MOST_UNKNOWN: usize = 20;

/// How much of an unknown member's name is repeated, in characters.
const MOST_OF_A_NAME: usize = 40;

/// The members of one line, and what is wrong with them.
pub(super) struct Members<'l> {
    line: u64,
    text: &'l str,
    members: Vec<Member<'l>>,
    errors: Vec<RecordError>,
}

struct Member<'l> {
    name: Cow<'l, str>,
    value: &'l RawValue,
    is_known: bool,
}

impl<'l> Members<'l> {
    /// Takes a line apart.
    ///
    /// # Errors
    ///
    /// It is no JSON object.
    pub(super) fn of(line: u64, text: &'l str) -> Result<Self, RecordError> {
        let members = serde_json::from_str::<Apart<'_>>(text);
        let Apart(members) = members.map_err(|error| {
            let problem = match error.classify() {
                serde_json::error::Category::Data => "expected a JSON object".to_owned(),
                serde_json::error::Category::Eof => "is not complete JSON".to_owned(),
                serde_json::error::Category::Syntax | serde_json::error::Category::Io => {
                    format!("is not JSON from column {}", error.column())
                }
            };
            RecordError::of_line(line, problem)
        })?;
        let mut members = Self {
            line,
            text,
            members,
            errors: Vec::new(),
        };
        // A NUL can only be written as an escape, which is rare enough to be looked at closely.
        if text.contains("\\u0000") {
            members.refuse_nul();
        }
        Ok(members)
    }

    /// Notes what is wrong with a member.
    pub(super) fn error(&mut self, member: impl Into<String>, problem: impl Into<String>) {
        self.errors.push(RecordError {
            line: self.line,
            member: member.into(),
            problem: problem.into(),
        });
    }

    /// The value of a member that must be there. None where it is at error.
    pub(super) fn required<T: Decode>(&mut self, name: &'static str) -> Option<T> {
        match self.take(name) {
            Some(value) => self.read(name, value),
            None => {
                self.error(name, "is missing");
                None
            }
        }
    }

    /// The value of a member that may be left out or null.
    pub(super) fn optional<T: Decode>(&mut self, name: &'static str) -> Option<T> {
        let value = self.take(name)?;
        self.read::<Option<T>>(name, value).flatten()
    }

    /// A text that identifies something.
    pub(super) fn identifier(&mut self, name: &'static str) -> Option<String> {
        let text: String = self.required(name)?;
        self.check_identifier(name, &text);
        Some(text)
    }

    /// A text that identifies something, which may be left out or null.
    pub(super) fn optional_identifier(&mut self, name: &'static str) -> Option<String> {
        let text: String = self.optional(name)?;
        self.check_identifier(name, &text);
        Some(text)
    }

    /// Notes where a text can identify nothing.
    pub(super) fn check_identifier(&mut self, name: impl Into<String>, text: &str) {
        if let Err(problem) = bounds::identifier(text) {
            self.error(name, problem);
        }
    }

    /// An amount of money.
    pub(super) fn amount(&mut self, name: &'static str, number: f64) -> Option<Amount> {
        let amount = Amount::try_from(number);
        amount.map_err(|problem| self.error(name, problem)).ok()
    }

    /// A point in time for a column, which keeps it in UTC.
    pub(super) fn moment(&mut self, name: &'static str) -> Option<Moment> {
        let timestamp: Timestamp = self.required(name)?;
        self.check_moment(name, &timestamp)
    }

    /// A point in time for a column, which may be left out or null.
    pub(super) fn optional_moment(&mut self, name: &'static str) -> Option<Moment> {
        let timestamp: Timestamp = self.optional(name)?;
        self.check_moment(name, &timestamp)
    }

    /// A point in time that can be written in UTC too.
    pub(super) fn check_moment(
        &mut self,
        name: &'static str,
        timestamp: &Timestamp,
    ) -> Option<Moment> {
        bounds::moment(timestamp.get())
            .map_err(|problem| self.error(name, problem))
            .ok()
    }

    /// The record as the API shows it. Its members stand beside those that the API does not show.
    pub(super) fn document<T: Object + Decode>(&mut self) -> Option<T> {
        let mut next = 0;
        for member in &mut self.members {
            // Members come in order nearly always.
            let (before, after) = T::FIELDS.split_at(next.min(T::FIELDS.len()));
            let mut fields = after.iter().chain(before);
            if let Some(steps) = fields.position(|field| field.name() == member.name) {
                next = (next + steps) % T::FIELDS.len() + 1;
                member.is_known = true;
            }
        }
        let mut context = Context::enforcing();
        let mut deserializer = serde_json::Deserializer::from_str(self.text);
        match T::decode(&mut deserializer, &mut context) {
            Ok(document) => Some(document),
            Err(_) => self.read_again::<T>(),
        }
    }

    /// The document as it is stored: the members that the API knows, as it writes them.
    pub(super) fn write(&mut self, document: &impl Serialize) -> Option<String> {
        let text = serde_json::to_string(document);
        text.map_err(|_| self.error("", "cannot be written as JSON again"))
            .ok()
    }

    /// What is wrong.
    pub(super) fn into_errors(self) -> Vec<RecordError> {
        self.errors
    }

    /// What was found: the record, or the errors.
    pub(super) fn finish<T>(mut self, record: Option<T>) -> Result<T, Vec<RecordError>> {
        let unknown: Vec<String> = self
            .members
            .iter()
            .filter(|member| !member.is_known)
            .take(MOST_UNKNOWN)
            .map(|member| member.name.chars().take(MOST_OF_A_NAME).collect())
            .collect();
        for name in unknown {
            let is_known = |member: &Member<'_>| member.is_known && member.name == name.as_str();
            if self.members.iter().any(is_known) {
                self.error(name, "occurs twice");
            } else {
                // The name of a member may be anything, so that only its harmless part is shown.
                let name = name.escape_debug().to_string();
                self.error(name, "is no member of this kind of record");
            }
        }
        match record {
            Some(record) if self.errors.is_empty() => Ok(record),
            Some(_) | None => Err(self.errors),
        }
    }

    fn take(&mut self, name: &str) -> Option<&'l RawValue> {
        let mut members = self.members.iter_mut();
        let member = members.find(|member| member.name == name)?;
        member.is_known = true;
        Some(member.value)
    }

    fn read<T: Decode>(&mut self, name: &'static str, value: &RawValue) -> Option<T> {
        let mut context = Context::enforcing();
        let mut deserializer = serde_json::Deserializer::from_str(value.get());
        match T::decode(&mut deserializer, &mut context) {
            Ok(value) => Some(value),
            Err(_) if context.validation_errors().is_empty() => {
                self.error(name, OUT_OF_BOUNDS);
                None
            }
            Err(_) => {
                for error in context.into_validation_errors() {
                    self.error(format!("{name}{}", error.name), error.problem);
                }
                None
            }
        }
    }

    /// Reads the document once more, from a tree: an export of an older version may lack fields that
    /// are null now, and reading can go on after an error.
    #[cold]
    fn read_again<T: Decode>(&mut self) -> Option<T> {
        let mut context = Context::enforcing().collecting();
        let document = serde_json::from_str::<Json>(self.text)
            .ok()
            .map(|mut tree| {
                document::add_nulls::<T>(&mut tree);
                T::decode(&tree, &mut context).ok()
            });
        if let Some(Some(document)) = document {
            return Some(document);
        }
        let errors = context.into_validation_errors();
        if errors.is_empty() {
            // The text is JSON and no tree can be made of it, because of one of the members.
            let is_unreadable =
                |member: &&Member<'_>| serde_json::from_str::<Json>(member.value.get()).is_err();
            let member = self.members.iter().find(is_unreadable);
            let name = member.map_or_else(String::new, |member| member.name.clone().into_owned());
            self.error(name, OUT_OF_BOUNDS);
        }
        for error in errors {
            self.error(error.name, error.problem);
        }
        None
    }

    #[cold]
    fn refuse_nul(&mut self) {
        let has_nul = |member: &&Member<'_>| {
            serde_json::from_str(member.value.get()).is_ok_and(|value| has_nul(&value))
        };
        let names: Vec<String> = self
            .members
            .iter()
            .filter(has_nul)
            .map(|member| member.name.clone().into_owned())
            .collect();
        for name in names {
            self.error(name, "must not have a NUL (U+0000) in it");
        }
    }
}

fn has_nul(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
        Json::String(text) => text.contains('\0'),
        Json::Array(items) => items.iter().any(has_nul),
        Json::Object(members) => members
            .iter()
            .any(|(name, value)| name.contains('\0') || has_nul(value)),
    }
}

/// An object that is taken apart.
struct Apart<'l>(Vec<Member<'l>>);

#[derive(Deserialize)]
struct Name<'l>(#[serde(borrow)] Cow<'l, str>);

impl<'de> Deserialize<'de> for Apart<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ApartVisitor)
    }
}

struct ApartVisitor;

impl<'de> Visitor<'de> for ApartVisitor {
    type Value = Apart<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Apart<'de>, A::Error> {
        let mut members = Vec::with_capacity(48);
        while let Some((Name(name), value)) = map.next_entry()? {
            members.push(Member {
                name,
                value,
                is_known: false,
            });
        }
        Ok(Apart(members))
    }
}
