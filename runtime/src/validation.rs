//! Validation errors. They never repeat the invalid value.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use crate::Json;
use crate::text::Text;

/// What is wrong with a value that is not there.
pub(crate) const MISSING: &str = "is missing";

/// What is wrong with a null where there must be a value.
pub(crate) const NULL: &str = "must not be null";

/// The part of a message that a validation error is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// One problem of a request or a body, with its place.
///
/// Validation errors go into logs and responses, so they describe the place and the rule and never
/// contain the value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ValidationError {
    /// The part of the message.
    pub location: Location,
    /// The name of the parameter, or the path in the body, such as `items[3].role`. Empty for the
    /// body as a whole.
    pub name: String,
    /// What was expected, such as `must be from 1 to 100`; it follows the name.
    pub problem: String,
}

impl ValidationError {
    /// The field of an error's metadata that lists the validation errors of a request.
    pub(crate) const FIELD: &str = "invalid";

    /// A validation error of the body as a whole.
    #[cfg(any(feature = "client", feature = "server", feature = "streams"))]
    pub(crate) fn of_body(problem: impl Into<String>) -> Self {
        Self {
            location: Location::Body,
            name: String::new(),
            problem: problem.into(),
        }
    }

    /// The validation error on the wire: `{"in": "query", "name": "limit", "problem": "…"}`.
    #[cfg(feature = "server")]
    pub(crate) fn to_json(&self) -> Json {
        serde_json::json!({
            "in": self.location.as_str(),
            "name": self.name,
            "problem": self.problem,
        })
    }

    /// Reads a validation error.
    pub(crate) fn from_json(written: &Json) -> Option<Self> {
        let text = |field| written.get(field).and_then(Json::as_str);
        Some(Self {
            location: Location::named(text("in")?)?,
            name: text("name")?.to_owned(),
            problem: text("problem")?.to_owned(),
        })
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

/// What a text was expected to be, such as `expected an integer`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expected(Cow<'static, str>);

impl Expected {
    /// A whole sentence, such as `expected an integer`. It must not contain the value.
    pub const fn new(sentence: &'static str) -> Self {
        Self(Cow::Borrowed(sentence))
    }

    /// A sentence that is assembled, as for [`new`](Self::new).
    pub(crate) const fn owned(sentence: String) -> Self {
        Self(Cow::Owned(sentence))
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
        Self(Cow::Owned(sentence))
    }

    /// One of several values, as text.
    #[doc(hidden)]
    pub fn one_of_values<T: Text>(values: &[T]) -> Self {
        let texts: Vec<String> = values.iter().map(|value| value.to_text().into()).collect();
        Self::one_of(texts.iter().map(String::as_str))
    }

    /// The sentence.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Expected {}

impl From<Expected> for String {
    fn from(expected: Expected) -> Self {
        expected.0.into_owned()
    }
}
