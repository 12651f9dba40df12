//! Percent-encoding, in URLs and forms.

#![cfg_attr(
    not(all(feature = "client", feature = "server")),
    allow(dead_code, reason = "clients encode, and servers decode")
)]

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str};

/// All characters but the unreserved ones of RFC 3986 (2.3). Every reader of URLs and forms decodes what is
/// encoded with it, a space (`%20`) included.
pub(crate) const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A part of a request that is not text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Malformed {
    /// A percent sign without two hexadecimal digits (RFC 3986, 2.1).
    Percent,
    /// It is not UTF-8 after percent-decoding.
    NotUtf8,
}

impl Malformed {
    /// The description of the problem in a validation error.
    pub(crate) const fn problem(self) -> &'static str {
        match self {
            Self::Percent => "has a `%` without two hexadecimal digits after it",
            Self::NotUtf8 => "must be text in UTF-8",
        }
    }
}

/// Decodes a name or value of a query or form, where `+` is a space.
pub(crate) fn decode_plus(text: &str) -> Result<Cow<'_, str>, Malformed> {
    if !text.bytes().any(|byte| matches!(byte, b'%' | b'+')) {
        return Ok(Cow::Borrowed(text));
    }
    let spaced = text.replace('+', " ");
    decode(&spaced).map(|decoded| Cow::Owned(decoded.into_owned()))
}

/// Decodes a string where `+` is itself.
pub(crate) fn decode(text: &str) -> Result<Cow<'_, str>, Malformed> {
    let encodes = |after: &str| match after.as_bytes() {
        [high, low, ..] => high.is_ascii_hexdigit() && low.is_ascii_hexdigit(),
        [] | [_] => false,
    };
    if !text.split('%').skip(1).all(encodes) {
        return Err(Malformed::Percent);
    }
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.map_err(|_| Malformed::NotUtf8)
}
