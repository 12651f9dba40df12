//! Validation errors. They never repeat the invalid value.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::Json;
use crate::decode::{Literal, place_of_key};
use crate::text::Text;

/// The problem of a value that is not there.
pub(crate) const MISSING: &str = "is missing";

/// Why a value is invalid, for the code that repairs responses. People read [`ValidationError::problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    not(feature = "client"),
    allow(dead_code, reason = "only clients react to it")
)]
pub(crate) enum RepairCause {
    /// The value violates a rule, or is unusable for another reason.
    Rule,
    /// The value is missing.
    Missing,
    /// The value is null where there must be a value.
    Null,
    /// The value has another kind, or a string of another form.
    Kind,
    /// The value is a string, but not bytes in base64.
    Base64,
    /// The value is not this constant.
    Constant(Literal),
    /// The value is not the tag of a variant.
    Tag,
}

/// The problem of a value.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Problem {
    /// The text follows a name: `must not be null`.
    text: String,
    cause: RepairCause,
}

impl Problem {
    pub(crate) fn new(cause: RepairCause, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { text, cause }
    }

    pub(crate) fn missing() -> Self {
        Self::new(RepairCause::Missing, MISSING)
    }

    pub(crate) fn null() -> Self {
        Self::new(RepairCause::Null, "must not be null")
    }

    /// The value is of another kind: `a string` is expected.
    pub(crate) fn kind(expected: &str) -> Self {
        Self::new(RepairCause::Kind, format!("expected {expected}"))
    }

    /// The value has to be this one.
    pub(crate) fn constant(constant: Literal) -> Self {
        Self::new(
            RepairCause::Constant(constant),
            format!("must be `{constant}`"),
        )
    }

    #[cfg(feature = "server")]
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

impl From<String> for Problem {
    fn from(text: String) -> Self {
        Self::new(RepairCause::Rule, text)
    }
}

impl From<&str> for Problem {
    fn from(text: &str) -> Self {
        Self::new(RepairCause::Rule, text)
    }
}

impl From<Expected> for Problem {
    fn from(expected: Expected) -> Self {
        Self::new(expected.cause, expected.sentence)
    }
}

/// The part of a message that a validation error is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Location {
    /// The path of the URL.
    Path,
    /// The query of the URL.
    Query,
    /// A header.
    Header,
    /// A cookie.
    Cookie,
    /// The body.
    Body,
}

impl Location {
    /// Its name: `path`, `query`, `header`, `cookie` or `body`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
            Self::Body => "body",
        }
    }

    /// The part with that name.
    fn named(word: &str) -> Option<Self> {
        let all = [
            Self::Path,
            Self::Query,
            Self::Header,
            Self::Cookie,
            Self::Body,
        ];
        all.into_iter().find(|location| location.as_str() == word)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A step into a value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step<'s> {
    /// A field in the specification.
    Field(&'s str),
    /// A key of a map, or a field that is not in the specification.
    Key(&'s str),
    /// An item of a list.
    Index(usize),
}

impl<'s> Step<'s> {
    fn text(self) -> Cow<'s, str> {
        match self {
            Self::Field(name) => Cow::Borrowed(name),
            Self::Key(key) => place_of_key(key),
            Self::Index(index) => Cow::Owned(format!("[{index}]")),
        }
    }

    #[cfg(feature = "client")]
    const fn pattern(self) -> &'s str {
        match self {
            Self::Field(name) => name,
            Self::Key(_) => "*",
            Self::Index(_) => "[]",
        }
    }
}

fn prepend(path: &mut String, step: &str) {
    let is_joined = path.is_empty() || path.starts_with('[');
    let separator = if is_joined { "" } else { "." };
    *path = format!("{step}{separator}{path}");
}

/// One problem of a request or a body, with its place.
///
/// Validation errors go into logs and responses, so they describe the place and the rule and never
/// contain the value.
#[derive(Clone)]
#[non_exhaustive]
pub struct ValidationError {
    /// The part of the message.
    pub location: Location,
    /// The name of the parameter, or the path in the body, such as `items[3].role`. Empty for the
    /// body as a whole.
    pub name: String,
    /// What was expected, such as `must be from 1 to 100`; it follows the name.
    pub problem: String,
    /// What clients react to. It is not on the wire, so it does not count when errors are compared.
    #[cfg_attr(
        not(feature = "client"),
        expect(dead_code, reason = "only clients react to it")
    )]
    cause: RepairCause,
    /// The name without what the response decides: `*` for keys of maps, `[]` for items of lists. It is for logs, in
    /// which keys may be personal, and all items are one place.
    #[cfg(feature = "client")]
    pattern: String,
}

impl ValidationError {
    /// The field of an error's metadata that lists the validation errors of a request.
    pub(crate) const FIELD: &str = "invalid";

    pub(crate) fn new(
        location: Location,
        name: impl Into<String>,
        problem: impl Into<Problem>,
    ) -> Self {
        let (name, problem) = (name.into(), problem.into());
        Self {
            location,
            #[cfg(feature = "client")]
            pattern: name.clone(),
            name,
            problem: problem.text,
            cause: problem.cause,
        }
    }

    /// Prepends a step to the name.
    pub(crate) fn prepend(&mut self, step: Step<'_>) {
        #[cfg(feature = "client")]
        prepend(&mut self.pattern, step.pattern());
        prepend(&mut self.name, &step.text());
    }

    /// The name, with `*` for keys of maps and `[]` for items of lists.
    #[cfg(feature = "client")]
    pub(crate) fn pattern(&self) -> &str {
        &self.pattern
    }

    /// A validation error of the body as a whole.
    pub(crate) fn of_body(problem: impl Into<Problem>) -> Self {
        Self::new(Location::Body, "", problem)
    }

    #[cfg(feature = "client")]
    pub(crate) const fn cause(&self) -> RepairCause {
        self.cause
    }

    /// What is compared and shown.
    fn parts(&self) -> (Location, &str, &str) {
        (self.location, &self.name, &self.problem)
    }

    /// The name of the parameter, even an empty one, or the path in the body. The body as a whole has none.
    #[cfg(feature = "server")]
    pub(crate) fn part(&self) -> Option<&str> {
        let is_whole = self.location == Location::Body && self.name.is_empty();
        (!is_whole).then_some(self.name.as_str())
    }

    /// The validation error on the wire: `{"in": "query", "name": "limit", "problem": "…"}`. The body as a whole has no
    /// name.
    #[cfg(feature = "server")]
    pub(crate) fn to_json(&self) -> Json {
        let parts = [
            Some(("in", self.location.as_str())),
            self.part().map(|name| ("name", name)),
            Some(("problem", self.problem.as_str())),
        ];
        let parts = parts.into_iter().flatten();
        Json::Object(
            parts
                .map(|(key, text)| (key.to_owned(), text.into()))
                .collect(),
        )
    }

    /// Reads a validation error.
    pub(crate) fn from_json(written: &Json) -> Option<Self> {
        let text = |field| written.get(field).and_then(Json::as_str);
        let location = Location::named(text("in")?)?;
        let name = text("name").unwrap_or_default();
        Some(Self::new(location, name, text("problem")?))
    }
}

impl PartialEq for ValidationError {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl Eq for ValidationError {}

impl Hash for ValidationError {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.parts().hash(hasher);
    }
}

impl fmt::Debug for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ValidationError")
            .field("location", &self.location)
            .field("name", &self.name)
            .field("problem", &self.problem)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            write!(f, "{}: {}", self.location, self.problem)
        } else {
            write!(f, "{} `{}`: {}", self.location, self.name, self.problem)
        }
    }
}

/// What a string was expected to be, such as `expected an integer`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expected {
    sentence: Cow<'static, str>,
    cause: RepairCause,
}

impl Expected {
    /// A whole sentence, such as `expected an integer`. It must not contain the value.
    pub const fn new(sentence: &'static str) -> Self {
        Self {
            sentence: Cow::Borrowed(sentence),
            cause: RepairCause::Kind,
        }
    }

    /// A rule that a string of the right form violates, such as `must be from 0 to 255`.
    pub(crate) const fn rule(sentence: String) -> Self {
        Self {
            sentence: Cow::Owned(sentence),
            cause: RepairCause::Rule,
        }
    }

    /// Bytes in base64.
    #[cfg(feature = "base64")]
    pub(crate) const fn base64() -> Self {
        Self {
            sentence: Cow::Borrowed("expected bytes in base64"),
            cause: RepairCause::Base64,
        }
    }

    /// Lists the allowed values: ``expected one of `admin`, `member` ``.
    pub fn one_of<'a>(values: impl IntoIterator<Item = &'a str>) -> Self {
        let mut sentence = String::from("expected one of");
        let mut separator = " `";
        for value in values {
            sentence.push_str(separator);
            sentence.push_str(value);
            separator = "`, `";
        }
        sentence.push('`');
        Self {
            sentence: Cow::Owned(sentence),
            cause: RepairCause::Kind,
        }
    }

    /// One of several values, as text.
    #[doc(hidden)]
    pub fn one_of_values<T: Text>(values: &[T]) -> Self {
        let texts: Vec<String> = values.iter().map(|value| value.to_text().into()).collect();
        Self::one_of(texts.iter().map(String::as_str))
    }

    /// The sentence.
    pub fn as_str(&self) -> &str {
        &self.sentence
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl Error for Expected {}

impl From<Expected> for String {
    fn from(expected: Expected) -> Self {
        expected.sentence.into_owned()
    }
}
