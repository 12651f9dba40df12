//! Routes: a method and a path template.

use crate::api::{Method, PathSegment};
use crate::source::Span;

/// A route as written.
#[derive(Debug, Clone)]
pub(crate) struct Route {
    pub(crate) method: Method,
    /// The segments of the path; none for the root.
    pub(crate) segments: Vec<PathSegment>,
    pub(crate) span: Span,
}

/// The characters of [`is_path_byte`].
pub(crate) const PATH_CHARACTERS: &str = "use letters, digits and `-._~!$&'()*+,;=:@`, and percent-encode others: `%20` \
                                          (RFC 3986, section 3.3)";

/// `pchar` of RFC 3986, section 3.3, without percent-encoding.
pub(crate) fn is_path_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte)
}

/// Whether text can be the name of a parameter.
pub(crate) fn is_parameter_name(text: &str) -> bool {
    let is_part = |c: char| unicode_ident::is_xid_continue(c) || c == '-';
    !text.is_empty() && text.chars().all(is_part)
}

/// Whether a string can be in a segment of a path as it is.
pub(crate) fn is_path_text(text: &str) -> bool {
    let is_plain = |part: &str| part.bytes().all(is_path_byte);
    let mut parts = text.split('%');
    parts.next().is_none_or(is_plain)
        && parts.all(|part| is_encoded_byte(part.as_bytes()) && is_plain(part))
}

/// A string, percent-encoded for a segment of a path. What is encoded already stays so, with upper-case digits (RFC
/// 3986, section 6.2.2.1).
pub(crate) fn path_text(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    let mut digits = 0_u8;
    for (at, byte) in text.bytes().enumerate() {
        let is_escape = byte == b'%' && is_encoded_byte(&text.as_bytes()[at + 1..]);
        match is_path_byte(byte) || is_escape {
            true if digits > 0 => encoded.push(char::from(byte.to_ascii_uppercase())),
            true => encoded.push(char::from(byte)),
            false => encoded.push_str(&format!("%{byte:02X}")),
        }
        digits = if is_escape {
            2
        } else {
            digits.saturating_sub(1)
        };
    }
    encoded
}

/// A string of a path, without percent-encoding.
pub(crate) fn decoded_path_text(text: &str) -> String {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let is_escape = *byte == b'%' && is_encoded_byte(after);
        let digits = after.get(..2).filter(|_| is_escape);
        let code = digits.and_then(|digits| str::from_utf8(digits).ok());
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(code) => {
                decoded.push(code);
                rest = &after[2..];
            }
            None => {
                decoded.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// Whether a string begins with the two digits of an encoded byte.
fn is_encoded_byte(text: &[u8]) -> bool {
    text.len() >= 2 && text[..2].iter().all(u8::is_ascii_hexdigit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_paths_are_encoded_once() {
        for (text, encoded) in [
            ("books", "books"),
            ("Task%20lists", "Task%20lists"),
            ("Task lists", "Task%20lists"),
            ("größe", "gr%C3%B6%C3%9Fe"),
            ("100%", "100%25"),
            ("%zz", "%25zz"),
            ("a\"b\\", "a%22b%5C"),
        ] {
            assert_eq!(path_text(text), encoded);
            assert_eq!(is_path_text(text), text == encoded, "{text}");
            assert!(is_path_text(encoded), "{encoded}");
            assert_eq!(decoded_path_text(encoded), decoded_path_text(text));
        }
    }
}
