//! Parameters whose values have parts: in JSON, or written like a form.

use std::borrow::Cow;

#[cfg(feature = "form")]
use serde_json::Map;

#[cfg(feature = "form")]
use super::Input;
use super::source::Source;
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

impl Parameter<'_> {
    /// A required value in JSON.
    ///
    /// # Errors
    /// It is missing, repeated, not a `T`, or violates a rule.
    pub fn json<T: Decode>(mut self) -> Result<T, Invalid> {
        match self.read_json()? {
            Some(value) => Ok(value),
            None => Err(self.validation_error(crate::validation::MISSING)),
        }
    }

    /// An optional value in JSON.
    ///
    /// # Errors
    /// It is repeated, not a `T`, or violates a rule.
    pub fn optional_json<T: Decode>(mut self) -> Result<Option<T>, Invalid> {
        self.read_json()
    }

    /// An optional value in JSON, or `default` if it is absent.
    ///
    /// # Errors
    /// As [`optional_json`](Self::optional_json).
    pub fn json_or<T: Decode>(mut self, default: T) -> Result<T, Invalid> {
        Ok(self.read_json()?.unwrap_or(default))
    }

    fn read_json<T: Decode>(&mut self) -> Result<Option<T>, Invalid> {
        let context = self.context();
        let Some(text) = self.json_text()? else {
            return Ok(None);
        };
        match decode_enforcing(text.as_bytes(), context) {
            Ok(value) => self.check(value).map(Some),
            Err(validation_errors) => Err(self.record_parts(validation_errors)),
        }
    }

    /// The JSON of a parameter.
    fn json_text(&mut self) -> Result<Option<Cow<'_, str>>, Invalid> {
        let text = self.one()?;
        // A cookie cannot hold JSON unless it is encoded.
        let text = match (text, self.source) {
            (Some(text), Source::Cookie(_)) => decode(&text)
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

#[cfg(feature = "form")]
impl Parameter<'_> {
    /// A required value in a query, whose parts are named in brackets: `a[x]=1&a[y][z]=2`. It may also be a
    /// list or text: `a=1`.
    ///
    /// # Errors
    /// It is missing, not a `T`, or violates a rule.
    pub fn deep<T: Decode>(mut self) -> Result<T, Invalid> {
        match self.read_deep()? {
            Some(value) => Ok(value),
            None => Err(self.validation_error(crate::validation::MISSING)),
        }
    }

    /// An optional value in a query, as in [`deep`](Self::deep).
    ///
    /// # Errors
    /// It is not a `T`, or violates a rule.
    pub fn optional_deep<T: Decode>(mut self) -> Result<Option<T>, Invalid> {
        self.read_deep()
    }

    fn read_deep<T: Decode>(&mut self) -> Result<Option<T>, Invalid> {
        let name = self.name;
        let mut tree = self.tree(&Wanted::Known(&|first| first == name))?;
        let value = tree.remove(name);
        value.map(|value| self.read_tree(&value)).transpose()
    }

    /// The parameters of a query that have none of these names, before brackets: `x=1&y[z]=2`.
    ///
    /// # Errors
    /// They are not a `T`, or violate a rule. A name is not text.
    pub fn rest<T: Decode>(mut self, taken: &[&str]) -> Result<T, Invalid> {
        let tree = self.tree(&Wanted::Others(taken))?;
        self.read_tree(&Json::Object(tree))
    }

    /// As [`rest`](Self::rest); `None` if there is no such parameter.
    ///
    /// # Errors
    /// They are not a `T`, or violate a rule.
    pub fn optional_rest<T: Decode>(mut self, taken: &[&str]) -> Result<Option<T>, Invalid> {
        let tree = self.tree(&Wanted::Others(taken))?;
        let tree = (!tree.is_empty()).then_some(Json::Object(tree));
        tree.map(|tree| self.read_tree(&tree)).transpose()
    }

    /// The parts of all wanted parameters.
    fn tree(&mut self, wanted: &Wanted<'_>) -> Result<Map<String, Json>, Invalid> {
        let Source::Query(query) = self.source else {
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

#[cfg(feature = "form")]
impl Input {
    /// Query parameters that are the fields of an object: `x=1&y[z]=2`.
    ///
    /// # Errors
    /// They are not a `T`.
    pub fn flat<T: Object>(&mut self) -> Result<T, Invalid> {
        let mut fields = self.query("");
        let tree = fields.tree(&Wanted::Known(&|name| T::table().names(name)))?;
        fields.read_tree(&Json::Object(tree))
    }

    /// As [`flat`](Self::flat); `None` if there is no such parameter.
    ///
    /// # Errors
    /// They are not a `T`.
    pub fn optional_flat<T: Object>(&mut self) -> Result<Option<T>, Invalid> {
        let mut fields = self.query("");
        let tree = fields.tree(&Wanted::Known(&|name| T::table().names(name)))?;
        let tree = (!tree.is_empty()).then_some(Json::Object(tree));
        tree.map(|tree| fields.read_tree(&tree)).transpose()
    }
}
