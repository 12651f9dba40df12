//! Entity tags.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::Expected;

/// An entity tag (RFC 9110, section 8.8.3): `"v7"`, or `W/"v7"` if it is weak. It identifies the state of a content.
///
/// ```
/// use specsmith_runtime::ETag;
///
/// assert_eq!(ETag::strong(7).to_string(), "\"7\"");
/// assert_eq!("W/\"7\"".parse(), Ok(ETag::weak(7)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ETag {
    is_weak: bool,
    /// The text between the quotes.
    tag: String,
}

impl ETag {
    /// The tag of a content that is the same byte for byte as long as the tag is.
    ///
    /// Characters that no tag can have, and `%`, are percent-encoded.
    pub fn strong(tag: impl fmt::Display) -> Self {
        Self {
            is_weak: false,
            tag: encoded(&tag.to_string()),
        }
    }

    /// The tag of a content that means the same as long as the tag is the same.
    ///
    /// Characters that no tag can have, and `%`, are percent-encoded.
    pub fn weak(tag: impl fmt::Display) -> Self {
        Self {
            is_weak: true,
            ..Self::strong(tag)
        }
    }

    /// Whether the tag is weak.
    pub const fn is_weak(&self) -> bool {
        self.is_weak
    }

    /// The text between the quotes.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Whether the tags are the same, weak or not: the weak comparison.
    pub fn matches(&self, other: &Self) -> bool {
        self.tag == other.tag
    }

    /// Reads the tag at the start of a string. Returns it with the rest.
    fn read(text: &str) -> Option<(Self, &str)> {
        let strong = text.strip_prefix("W/");
        let (tag, rest) = strong.unwrap_or(text).strip_prefix('"')?.split_once('"')?;
        let tag = Self {
            is_weak: strong.is_some(),
            tag: tag.to_owned(),
        };
        tag.tag.bytes().all(is_allowed).then_some((tag, rest))
    }

    /// Reads a list of tags; `None` if it is malformed.
    #[cfg(any(test, feature = "server"))]
    pub(crate) fn read_list(text: &str) -> Option<Vec<Self>> {
        let mut tags = Vec::new();
        // RFC 9110, section 5.6.1: items may be empty.
        let mut rest = text.trim_start_matches(SEPARATORS);
        while !rest.is_empty() {
            let (tag, after) = Self::read(rest)?;
            tags.push(tag);
            let after = after.trim_start_matches(SPACES);
            if !after.is_empty() && !after.starts_with(',') {
                return None;
            }
            rest = after.trim_start_matches(SEPARATORS);
        }
        Some(tags)
    }
}

#[cfg(any(test, feature = "server"))]
const SPACES: [char; 2] = [' ', '\t'];
#[cfg(any(test, feature = "server"))]
const SEPARATORS: [char; 3] = [' ', '\t', ','];

/// Whether a tag can have this byte.
const fn is_allowed(byte: u8) -> bool {
    matches!(byte, 0x21 | 0x23..=0x7e | 0x80..)
}

/// The text with percent-encoded bytes instead of those that are not allowed or not ASCII.
fn encoded(text: &str) -> String {
    let mut tag = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii() && is_allowed(byte) && byte != b'%' {
            tag.push(char::from(byte));
        } else {
            // Writing into a `String` never fails.
            let _ = write!(tag, "%{byte:02X}");
        }
    }
    tag
}

impl fmt::Display for ETag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weak = if self.is_weak { "W/" } else { "" };
        write!(f, "{weak}\"{}\"", self.tag)
    }
}

impl FromStr for ETag {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Self, Expected> {
        match Self::read(text) {
            Some((tag, "")) => Ok(tag),
            Some(_) | None => Err(Expected::new("expected an entity tag (RFC 9110)")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_printed_as_it_was_read() {
        for text in [
            "\"\"", "\"a,b\"", "W/\"v1\"", "\"W/\"", "\"50%\"", "\"ä\"", "\"\\\"",
        ] {
            assert_eq!(text.parse::<ETag>().unwrap().to_string(), text);
        }
        for text in [
            "", "v1", "\"v1", "w/\"v1\"", "W/v1", "\"a b\"", "\"a\" ", "\"a\"b\"", "*",
        ] {
            assert!(text.parse::<ETag>().is_err(), "{text}");
        }
    }

    #[test]
    fn any_text_makes_a_tag_and_different_texts_make_different_ones() {
        let tags = ["a b", "a%20b", "a\nb", "a\"b", "ä"].map(ETag::strong);
        for (index, tag) in tags.iter().enumerate() {
            assert_eq!(tag.to_string().parse().as_ref(), Ok(tag));
            assert!(!tags[..index].contains(tag));
        }
        assert_eq!(tags[0].to_string(), "\"a%20b\"");
    }

    #[test]
    fn the_weak_comparison_ignores_weakness() {
        assert!(ETag::weak("a").matches(&ETag::strong("a")));
        assert!(!ETag::weak("a").matches(&ETag::weak("b")));
        assert_ne!(ETag::weak("a"), ETag::strong("a"));
    }

    #[test]
    fn lists_may_have_empty_items() {
        let (a, b) = (ETag::strong("a"), ETag::weak("b,c"));
        let both = Some(vec![a.clone(), b]);
        for text in ["\"a\",W/\"b,c\"", " , \"a\" ,\t,W/\"b,c\" ,"] {
            assert_eq!(ETag::read_list(text), both, "{text}");
        }
        assert_eq!(ETag::read_list("\"a\""), Some(vec![a]));
        assert_eq!(ETag::read_list(" ,"), Some(Vec::new()));
        for text in [
            "a",
            "\"a\" \"b\"",
            "\"a\"\"b\"",
            "\"a\", b",
            "*, \"a\"",
            "\"a",
        ] {
            assert_eq!(ETag::read_list(text), None, "{text}");
        }
    }
}
