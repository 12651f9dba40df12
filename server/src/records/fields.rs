//! Reads the fields of a record and collects all errors.

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
use crate::timestamps::UnixMicros;

/// The problem with JSON that has no value, such as the number `1e999`.
const OUT_OF_BOUNDS: &str = "cannot be read: a number or a string in it is out of range";

/// How many unknown fields of a line are reported.
const MAX_UNKNOWN: usize = 20;

/// How many characters of the name of an unknown field are shown.
const MAX_NAME: usize = 40;

/// The fields of a line, and the errors found in them.
pub(super) struct Fields<'l> {
    line: u64,
    text: &'l str,
    fields: Vec<Field<'l>>,
    errors: Vec<RecordError>,
}

struct Field<'l> {
    name: Cow<'l, str>,
    value: &'l RawValue,
    is_known: bool,
}

impl<'l> Fields<'l> {
    /// Splits a line into its fields.
    ///
    /// # Errors
    ///
    /// It is not a JSON object.
    pub(super) fn of(line: u64, text: &'l str) -> Result<Self, RecordError> {
        let fields = serde_json::from_str::<Split<'_>>(text);
        let Split(fields) = fields.map_err(|error| {
            let problem = match error.classify() {
                serde_json::error::Category::Data => "expected a JSON object".to_owned(),
                serde_json::error::Category::Eof => "is not complete JSON".to_owned(),
                serde_json::error::Category::Syntax | serde_json::error::Category::Io => {
                    format!("is not JSON from column {}", error.column())
                }
            };
            RecordError::of_line(line, problem)
        })?;
        let mut fields = Self {
            line,
            text,
            fields,
            errors: Vec::new(),
        };
        // NUL can only be written as an escape. That is rare, so the check may be slow.
        if text.contains("\\u0000") {
            fields.reject_nul();
        }
        Ok(fields)
    }

    /// Adds an error of a field.
    pub(super) fn error(&mut self, field: impl Into<String>, problem: impl Into<String>) {
        self.errors.push(RecordError {
            line: self.line,
            field: field.into(),
            problem: problem.into(),
        });
    }

    /// The value of a required field. None if it has errors.
    pub(super) fn required<T: Decode>(&mut self, name: &'static str) -> Option<T> {
        match self.take(name) {
            Some(value) => self.read(name, value),
            None => {
                self.error(name, "is missing");
                None
            }
        }
    }

    /// The value of an optional, nullable field.
    pub(super) fn optional<T: Decode>(&mut self, name: &'static str) -> Option<T> {
        let value = self.take(name)?;
        self.read::<Option<T>>(name, value).flatten()
    }

    /// A required identifier.
    pub(super) fn identifier(&mut self, name: &'static str) -> Option<String> {
        let text: String = self.required(name)?;
        self.check_identifier(name, &text);
        Some(text)
    }

    /// An optional, nullable identifier.
    pub(super) fn optional_identifier(&mut self, name: &'static str) -> Option<String> {
        let text: String = self.optional(name)?;
        self.check_identifier(name, &text);
        Some(text)
    }

    /// Adds an error if this is not an identifier.
    pub(super) fn check_identifier(&mut self, name: impl Into<String>, text: &str) {
        if let Err(problem) = bounds::identifier(text) {
            self.error(name, problem);
        }
    }

    /// A required amount of money.
    pub(super) fn amount(&mut self, name: &'static str) -> Option<Amount> {
        self.required::<f64>(name)?;
        self.exact_amount(name)
    }

    /// An optional, nullable amount of money.
    pub(super) fn optional_amount(&mut self, name: &'static str) -> Option<Amount> {
        self.optional::<f64>(name)?;
        self.exact_amount(name)
    }

    /// The amount in a field that contains a number. It is read from the text, because an `f64` would
    /// round it.
    fn exact_amount(&mut self, name: &'static str) -> Option<Amount> {
        let amount = self.take(name)?.get().parse();
        self.checked_amount(name, amount)
    }

    /// The amount, or an error of its field.
    pub(super) fn checked_amount(
        &mut self,
        name: &'static str,
        amount: Result<Amount, &'static str>,
    ) -> Option<Amount> {
        amount.map_err(|problem| self.error(name, problem)).ok()
    }

    /// A required point in time.
    pub(super) fn timestamp(&mut self, name: &'static str) -> Option<UnixMicros> {
        let timestamp: Timestamp = self.required(name)?;
        self.check_timestamp(name, &timestamp)
    }

    /// An optional, nullable point in time.
    pub(super) fn optional_timestamp(&mut self, name: &'static str) -> Option<UnixMicros> {
        let timestamp: Timestamp = self.optional(name)?;
        self.check_timestamp(name, &timestamp)
    }

    /// A point in time; an error if it cannot be written in UTC.
    pub(super) fn check_timestamp(
        &mut self,
        name: &'static str,
        timestamp: &Timestamp,
    ) -> Option<UnixMicros> {
        bounds::timestamp(timestamp.get())
            .map_err(|problem| self.error(name, problem))
            .ok()
    }

    /// The part of the record that the API shows.
    pub(super) fn document<T: Object + Decode>(&mut self) -> Option<T> {
        let (all, mut next) = (T::fields(), 0);
        for field in &mut self.fields {
            // Fields are nearly always in order.
            let (before, after) = all.split_at(next.min(all.len()));
            let mut known = after.iter().chain(before);
            if let Some(steps) = known.position(|known| known.name() == field.name) {
                next = (next + steps) % all.len() + 1;
                field.is_known = true;
            }
        }
        let mut context = Context::for_requests();
        let mut deserializer = serde_json::Deserializer::from_str(self.text);
        match T::decode(&mut deserializer, &mut context) {
            Ok(document) => Some(document),
            Err(_) => self.read_again::<T>(),
        }
    }

    /// The document to store: the fields that the API knows, as it writes them.
    pub(super) fn write(&mut self, document: &impl Serialize) -> Option<String> {
        let text = serde_json::to_string(document);
        text.map_err(|_| self.error("", "cannot be written as JSON again"))
            .ok()
    }

    /// The errors.
    pub(super) fn into_errors(self) -> Vec<RecordError> {
        self.errors
    }

    /// The record, or the errors.
    pub(super) fn finish<T>(mut self, record: Option<T>) -> Result<T, Vec<RecordError>> {
        let unknown: Vec<String> = self
            .fields
            .iter()
            .filter(|field| !field.is_known)
            .take(MAX_UNKNOWN)
            .map(|field| field.name.chars().take(MAX_NAME).collect())
            .collect();
        for name in unknown {
            let is_known = |field: &Field<'_>| field.is_known && field.name == name.as_str();
            if self.fields.iter().any(is_known) {
                self.error(name, "occurs twice");
            } else {
                // The name may be anything, so it is escaped.
                let name = name.escape_debug().to_string();
                self.error(name, "is not a field of this kind of record");
            }
        }
        match record {
            Some(record) if self.errors.is_empty() => Ok(record),
            Some(_) | None => Err(self.errors),
        }
    }

    fn take(&mut self, name: &str) -> Option<&'l RawValue> {
        let mut fields = self.fields.iter_mut();
        let field = fields.find(|field| field.name == name)?;
        field.is_known = true;
        Some(field.value)
    }

    fn read<T: Decode>(&mut self, name: &'static str, value: &RawValue) -> Option<T> {
        let mut context = Context::for_requests();
        let mut deserializer = serde_json::Deserializer::from_str(value.get());
        match T::decode(&mut deserializer, &mut context) {
            Ok(value) => Some(value),
            Err(_) => {
                let errors = context.into_validation_errors();
                if errors.is_empty() {
                    self.error(name, OUT_OF_BOUNDS);
                }
                for error in errors {
                    self.error(format!("{name}{}", error.name), error.problem);
                }
                None
            }
        }
    }

    /// Reads the document again, from a tree: an export of an older version may lack nullable fields,
    /// and reading can continue after an error.
    #[cold]
    fn read_again<T: Decode>(&mut self) -> Option<T> {
        let mut context = Context::for_requests().collecting();
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
            // The text is JSON, but has no tree because of one of the fields.
            let is_unreadable =
                |field: &&Field<'_>| serde_json::from_str::<Json>(field.value.get()).is_err();
            let field = self.fields.iter().find(is_unreadable);
            let name = field.map_or_else(String::new, |field| field.name.clone().into_owned());
            self.error(name, OUT_OF_BOUNDS);
        }
        for error in errors {
            self.error(error.name, error.problem);
        }
        None
    }

    #[cold]
    fn reject_nul(&mut self) {
        let has_nul = |field: &&Field<'_>| {
            serde_json::from_str(field.value.get()).is_ok_and(|value| has_nul(&value))
        };
        let names: Vec<String> = self
            .fields
            .iter()
            .filter(has_nul)
            .map(|field| field.name.clone().into_owned())
            .collect();
        for name in names {
            self.error(name, "must not contain NUL (U+0000)");
        }
    }
}

fn has_nul(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(_) | Json::Number(_) => false,
        Json::String(text) => text.contains('\0'),
        Json::Array(items) => items.iter().any(has_nul),
        Json::Object(fields) => fields
            .iter()
            .any(|(name, value)| name.contains('\0') || has_nul(value)),
    }
}

/// An object, split into its fields.
struct Split<'l>(Vec<Field<'l>>);

#[derive(Deserialize)]
struct Name<'l>(#[serde(borrow)] Cow<'l, str>);

impl<'de> Deserialize<'de> for Split<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(SplitVisitor)
    }
}

struct SplitVisitor;

impl<'de> Visitor<'de> for SplitVisitor {
    type Value = Split<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Split<'de>, A::Error> {
        let mut fields = Vec::with_capacity(48);
        while let Some((Name(name), value)) = map.next_entry()? {
            fields.push(Field {
                name,
                value,
                is_known: false,
            });
        }
        Ok(Split(fields))
    }
}
