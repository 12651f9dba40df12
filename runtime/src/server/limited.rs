//! Bodies with rules beyond the rules of their types.

use super::{Input, Invalid};
use crate::decode::{Decode, satisfying};
use crate::rules::Rules;

/// Reads the body of a request as [`Input`] does, and checks it against rules.
#[must_use]
pub struct Limited<'i> {
    input: &'i mut Input,
    rules: &'static Rules,
}

impl Input {
    /// For a body with these rules.
    pub const fn limited(&mut self, rules: &'static Rules) -> Limited<'_> {
        Limited { input: self, rules }
    }
}

impl Limited<'_> {
    /// The decoded body.
    ///
    /// # Errors
    /// The errors of [`Input::json`], and if it violates a rule.
    pub fn json<T: Decode>(self) -> Result<T, Invalid> {
        let body = self.input.json()?;
        self.check(body)
    }

    /// The decoded body, from a form.
    ///
    /// # Errors
    /// The errors of [`Input::form`], and if it violates a rule.
    #[cfg(feature = "form")]
    pub fn form<T: Decode>(self) -> Result<T, Invalid> {
        let body = self.input.form()?;
        self.check(body)
    }

    /// The decoded body, from XML.
    ///
    /// # Errors
    /// The errors of [`Input::xml`], and if it violates a rule.
    #[cfg(feature = "xml")]
    pub fn xml<T: Decode>(self) -> Result<T, Invalid> {
        let body = self.input.xml()?;
        self.check(body)
    }

    /// The body as JSON lines, which the handler reads. The rules apply to each line.
    ///
    /// # Errors
    /// The errors of [`Input::lines`].
    #[cfg(feature = "streams")]
    pub fn lines<T: Decode>(self) -> Result<crate::JsonLines<T>, Invalid> {
        self.input.lines_with(self.rules)
    }

    fn check<T: Decode>(self, body: T) -> Result<T, Invalid> {
        satisfying(body, self.rules).map_err(|errors| {
            // It could be read, so it is not absent.
            self.input.require_valid_body();
            self.input.invalid_parts(errors)
        })
    }
}
