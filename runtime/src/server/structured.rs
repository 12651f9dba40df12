//! Parameters whose values have parts: in JSON, or written like a form.

use std::borrow::Cow;

#[cfg(feature = "form")]
use serde_json::Map;

use super::source::ParameterSource;
use super::{Invalid, Parameter};
use crate::ValidationError;
use crate::decode::{Decode, decode_enforcing, satisfying};
use crate::percent::{Malformed, decode};
#[cfg(feature = "form")]
use crate::{
    Json,
    decode::Object,
    form::{self, Wanted},
};

/// A parameter whose value is in JSON.
#[must_use]
pub struct JsonParameter<'a>(Parameter<'a>);

impl JsonParameter<'_> {
    /// A required value.
    ///
    /// # Errors
    /// It is missing, repeated, not a `T`, or violates a rule.
    pub fn required<T: Decode>(mut self) -> Result<T, Invalid> {
        match self.read()? {
            Some(value) => Ok(value),
            None => Err(self.0.validation_error(crate::validation::MISSING)),
        }
    }

    /// An optional value.
    ///
    /// # Errors
    /// It is repeated, not a `T`, or violates a rule.
    pub fn optional<T: Decode>(mut self) -> Result<Option<T>, Invalid> {
        self.read()
    }

    /// An optional value, or `default` if it is absent.
    ///
    /// # Errors
    /// As [`optional`](Self::optional).
    pub fn or<T: Decode>(mut self, default: T) -> Result<T, Invalid> {
        Ok(self.read()?.unwrap_or(default))
    }

    fn read<T: Decode>(&mut self) -> Result<Option<T>, Invalid> {
        let context = self.0.context();
        let Some(text) = self.0.json_text()? else {
            return Ok(None);
        };
        match decode_enforcing(text.as_bytes(), context) {
            Ok(value) => self.0.check(value).map(Some),
            Err(validation_errors) => Err(self.0.record_parts(validation_errors)),
        }
    }
}

impl<'a> Parameter<'a> {
    /// A value in JSON.
    pub const fn json(self) -> JsonParameter<'a> {
        JsonParameter(self)
    }

    /// The JSON of a parameter.
    fn json_text(&mut self) -> Result<Option<Cow<'_, str>>, Invalid> {
        let text = self.one()?;
        // A cookie cannot hold JSON unless it is encoded.
        let text = match (text, self.source) {
            (Some(text), ParameterSource::Cookie(_)) => decode(&text)
                .map(|text| Some(Cow::Owned(text.into_owned())))
                .map_err(Malformed::problem),
            (text, _) => Ok(text),
        };
        text.map_err(|problem| self.validation_error(problem))
    }

    /// Checks a value against the rules of the parameter.
    pub(super) fn check<T: Decode>(&mut self, value: T) -> Result<T, Invalid> {
        satisfying(value, &self.rules).map_err(|errors| self.record_parts(errors))
    }

    /// Records validation errors of parts of the parameter.
    #[cold]
    fn record_parts(&mut self, validation_errors: Vec<ValidationError>) -> Invalid {
        for mut part in validation_errors {
            if self.hidden {
                part.name.clear();
            }
            let is_joined =
                self.name.is_empty() || part.name.is_empty() || part.name.starts_with('[');
            let separator = if is_joined { "" } else { "." };
            let (location, name) = (
                self.source.location(),
                [self.name, separator, &part.name].concat(),
            );
            self.record(ValidationError::new(location, name, part.problem));
        }
        Invalid
    }
}

/// A parameter whose value is a tree of parts.
#[cfg(feature = "form")]
#[must_use]
pub struct TreeParameter<'a> {
    pub(super) parameter: Parameter<'a>,
    /// The tree, if there are any parts.
    pub(super) tree: Result<Option<Json>, Invalid>,
    /// Whether the parts are several parameters of a query, which may all be absent.
    pub(super) is_spread: bool,
}

#[cfg(feature = "form")]
impl TreeParameter<'_> {
    /// A required value.
    ///
    /// # Errors
    /// It is missing, not a `T`, or violates a rule.
    pub fn required<T: Decode>(mut self) -> Result<T, Invalid> {
        match self.tree? {
            Some(tree) => self.parameter.read_tree(&tree),
            None if self.is_spread => self.parameter.read_tree(&Json::Object(Map::new())),
            None => Err(self.parameter.validation_error(crate::validation::MISSING)),
        }
    }

    /// An optional value.
    ///
    /// # Errors
    /// It is not a `T`, or violates a rule.
    pub fn optional<T: Decode>(mut self) -> Result<Option<T>, Invalid> {
        let tree = self.tree?;
        tree.map(|tree| self.parameter.read_tree(&tree)).transpose()
    }
}

/// The parameters of a query that are the fields of an object: `x=1&y[z]=2`.
#[cfg(feature = "form")]
#[must_use]
pub struct FlatParameter<'a>(Parameter<'a>);

#[cfg(feature = "form")]
impl FlatParameter<'_> {
    /// The object, even if there is no such parameter.
    ///
    /// # Errors
    /// They are not a `T`, or violate a rule.
    pub fn required<T: Object>(self) -> Result<T, Invalid> {
        let is_field = |name: &str| T::table().names(name);
        self.0.spread(&Wanted::Known(&is_field)).required()
    }

    /// As [`required`](Self::required); `None` if there is no such parameter.
    ///
    /// # Errors
    /// They are not a `T`, or violate a rule.
    pub fn optional<T: Object>(self) -> Result<Option<T>, Invalid> {
        let is_field = |name: &str| T::table().names(name);
        self.0.spread(&Wanted::Known(&is_field)).optional()
    }
}

#[cfg(feature = "form")]
impl<'a> Parameter<'a> {
    /// A value in a query, whose parts are named in brackets: `a[x]=1&a[y][z]=2`. It may also be a list or text: `a=1`.
    pub fn deep(mut self) -> TreeParameter<'a> {
        let name = self.name;
        let tree = self.tree(&Wanted::Known(&|first| first == name));
        TreeParameter {
            tree: tree.map(|mut tree| tree.remove(name)),
            parameter: self,
            is_spread: false,
        }
    }

    /// The parameters of a query that are the fields of an object.
    pub const fn flat(self) -> FlatParameter<'a> {
        FlatParameter(self)
    }

    /// The parameters of a query that have none of these names, before brackets: `x=1&y[z]=2`.
    pub fn rest(self, taken: &[&str]) -> TreeParameter<'a> {
        self.spread(&Wanted::Others(taken))
    }

    fn spread(mut self, wanted: &Wanted<'_>) -> TreeParameter<'a> {
        let tree = self.tree(wanted);
        TreeParameter {
            tree: tree.map(|tree| (!tree.is_empty()).then_some(Json::Object(tree))),
            parameter: self,
            is_spread: true,
        }
    }

    /// The parts of all wanted parameters.
    fn tree(&mut self, wanted: &Wanted<'_>) -> Result<Map<String, Json>, Invalid> {
        let ParameterSource::Query(query) = self.source else {
            return Ok(Map::new());
        };
        form::tree_of_query(query, wanted).map_err(|mut validation_errors| {
            // The name of the parameter is added again.
            if !self.name.is_empty() {
                for error in &mut validation_errors {
                    error.name.clear();
                }
            }
            self.record_parts(validation_errors)
        })
    }

    pub(super) fn read_tree<T: Decode>(&mut self, tree: &Json) -> Result<T, Invalid> {
        match form::from_tree(tree, self.context()) {
            Ok(value) => self.check(value),
            Err(validation_errors) => Err(self.record_parts(validation_errors)),
        }
    }
}
