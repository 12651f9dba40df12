//! Bodies in JSON whose value is a field of an object.

use super::{Input, Invalid};
use crate::decode::{Decode, decode_enforcing_in};
use crate::rules::Rules;

/// Reads the body of a request as [`Input`] does, from a field. It is a separate type, so that no code is compiled
/// for it if an API has no such body.
#[must_use]
pub struct Enveloped<'i> {
    input: &'i mut Input,
    envelope: &'static str,
    rules: &'static Rules,
}

impl Input {
    /// For a body in JSON whose value is the field `envelope` of an object.
    pub const fn enveloped(&mut self, envelope: &'static str) -> Enveloped<'_> {
        Enveloped {
            input: self,
            envelope,
            rules: &Rules::NONE,
        }
    }
}

impl Enveloped<'_> {
    /// For a value with these rules.
    pub const fn limited(self, rules: &'static Rules) -> Self {
        Self { rules, ..self }
    }

    /// The decoded value.
    ///
    /// # Errors
    /// The errors of [`Input::json`], and if it violates a rule.
    pub fn json<T: Decode>(self) -> Result<T, Invalid> {
        self.input.require_valid_body();
        let bytes = self.input.json_text()?;
        let value = decode_enforcing_in(self.envelope, self.rules, &bytes, self.input.context())
            .map_err(|errors| self.input.invalid_parts(errors))?;
        self.input.check_schema(&bytes)?;
        Ok(value)
    }
}
