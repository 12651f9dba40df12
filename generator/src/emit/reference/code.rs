//! Code samples: escaped, with strings highlighted.

use super::html::Html;
use crate::api::Value;
use crate::emit::docs;

/// A sample of code.
pub(super) struct Sample {
    /// The caption.
    pub(super) label: &'static str,
    /// Its language: the class of its element.
    pub(super) language: &'static str,
    pub(super) code: Html,
}

/// A sample in JSON: names of fields and other strings are highlighted.
pub(super) fn json(label: &'static str, value: &Value) -> Sample {
    Sample {
        label,
        language: "json",
        code: marked(&visible(value.to_json()), true),
    }
}

/// JSON with escapes in place of invisible characters, which the page drops. They occur in strings
/// only, where an escape means the same.
pub(super) fn visible(json: String) -> String {
    let is_hidden = |c: char| c != '\n' && docs::is_hidden(c);
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

/// A sample in Rust.
pub(super) fn rust(text: &str) -> Sample {
    Sample {
        label: "Rust",
        language: "rust",
        code: marked(text, false),
    }
}

/// A shell command.
pub(super) fn shell(text: &str) -> Sample {
    Sample {
        label: "curl",
        language: "sh",
        code: Html::text(text),
    }
}

/// Wraps each string literal: in `<b>` if it names a field, in `<i>` otherwise.
fn marked(text: &str, named: bool) -> Html {
    let mut html = Html::default();
    let mut rest = text;
    while let Some(start) = rest.find('"') {
        html.push_text(&rest[..start]);
        let end = start + quoted_length(&rest[start..]);
        let is_name = named && rest[end..].starts_with(':');
        html.push_trusted(if is_name { "<b>" } else { "<i>" });
        html.push_text(&rest[start..end]);
        html.push_trusted(if is_name { "</b>" } else { "</i>" });
        rest = &rest[end..];
    }
    html.push_text(rest);
    html
}

/// The length of a string literal with its quotation marks, or of the rest if it is not closed.
fn quoted_length(text: &str) -> usize {
    let mut escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_fields_and_other_strings_are_highlighted() {
        assert_eq!(
            marked(r#"{"a": "</i>\"", "b": 1}"#, true).to_string(),
            "{<b>&quot;a&quot;</b>: <i>&quot;&lt;/i&gt;\\&quot;&quot;</i>, <b>&quot;b&quot;</b>: 1}"
        );
    }
}
