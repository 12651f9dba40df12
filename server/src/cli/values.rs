//! Values of arguments, and identifiers in messages.

use std::borrow::Cow;

use crate::amount::Amount;
use crate::bounds;

/// Reads an identifier.
pub(super) fn identifier(text: &str) -> Result<String, &'static str> {
    bounds::identifier(text)?;
    Ok(text.to_owned())
}

/// Reads an amount that is not negative.
pub(super) fn amount(text: &str) -> Result<Amount, &'static str> {
    let amount: Amount = text.parse()?;
    if amount.is_negative() {
        return Err("must not be negative");
    }
    Ok(amount)
}

/// A number of things: `1 record`, `2 records`.
pub(super) fn count(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// An identifier as an argument of a command that a message proposes, quoted if a shell needs that.
pub(super) fn argument(identifier: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:/@+".contains(&byte);
    if !identifier.is_empty() && identifier.bytes().all(is_plain) {
        Cow::Borrowed(identifier)
    } else {
        Cow::Owned(format!("'{}'", identifier.replace('\'', r"'\''")))
    }
}

#[cfg(test)]
mod tests {
    use super::argument;

    #[test]
    fn an_identifier_in_a_command_is_quoted_if_a_shell_needs_that() {
        for (identifier, expected) in [
            ("org_1", "org_1"),
            ("a b", "'a b'"),
            ("Ann's", r"'Ann'\''s'"),
            ("$(id)", "'$(id)'"),
        ] {
            assert_eq!(argument(identifier), expected);
        }
    }
}
