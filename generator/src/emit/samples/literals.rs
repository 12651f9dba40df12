//! Text of samples: strings as literals, and parts of URLs.

use std::fmt::Write;

use crate::api::Value;
use crate::emit::markdown;

/// A name as a part of a URL: bytes that are not ASCII letters, digits or `-_.` become hexadecimal digits
/// after the sign, so that two names never have the same anchor.
pub(in crate::emit) fn encode(name: &str, sign: char) -> String {
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "{sign}{byte:02X}");
        }
    }
    out
}

/// JSON with escapes in place of invisible characters, which the page drops. They occur in strings
/// only, where an escape means the same.
pub(in crate::emit) fn visible(json: String) -> String {
    let is_hidden = |c: char| c != '\n' && markdown::is_hidden(c);
    if !json.contains(is_hidden) {
        return json;
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if is_hidden(c) {
            // All of these are one unit of UTF-16.
            shown.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// A string as a string literal, which is the same in JSON, Python and JavaScript.
pub(in crate::emit) fn string(text: &str) -> String {
    visible(Value::Text(text.to_owned()).to_string())
}

/// A string of several lines, all but the first of them indented.
pub(in crate::emit) fn indented(text: &str, indentation: &str) -> String {
    text.replace('\n', &format!("\n{indentation}"))
}

/// The length of a string literal with its quotation marks, or of the rest if it is not closed.
pub(in crate::emit) fn quoted(text: &str, has_escapes: bool) -> usize {
    let mut characters = text.char_indices();
    let quote = characters.next().map(|(_, quote)| quote);
    let mut escaped = false;
    for (at, c) in characters {
        match c {
            '\\' if has_escapes => escaped = !escaped,
            c if Some(c) == quote && !escaped => return at + c.len_utf8(),
            _ => escaped = false,
        }
    }
    text.len()
}
