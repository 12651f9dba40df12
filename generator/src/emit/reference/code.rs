//! Code samples: escaped, with strings and keywords highlighted.

use std::borrow::Cow;

use super::html::Html;
use crate::api::Value;
use crate::emit::samples::literals::{quoted, visible};

/// A sample of code.
pub(super) struct Sample {
    /// The caption.
    pub(super) label: String,
    /// Its language: the class of its element.
    pub(super) language: &'static str,
    /// Its text with the elements that highlight it.
    pub(super) code: Html,
    pub(super) text: String,
}

/// A language of samples, and how its code is highlighted.
pub(super) struct Language {
    /// The caption of samples that have no other one.
    label: &'static str,
    /// The class of the elements of its samples.
    class: &'static str,
    /// What strings begin and end with.
    quotes: &'static [char],
    /// Whether a backslash escapes a quotation mark.
    has_escapes: bool,
    keywords: &'static [&'static str],
    /// Whether strings before a colon are names of fields.
    has_names: bool,
}

const JSON: Language = Language {
    label: "JSON",
    class: "json",
    quotes: &['"'],
    has_escapes: true,
    keywords: &["true", "false", "null"],
    has_names: true,
};
pub(super) const RUST: Language = Language {
    label: "Rust",
    class: "rust",
    quotes: &['"'],
    has_escapes: true,
    keywords: &[
        "as", "async", "await", "else", "fn", "for", "if", "impl", "in", "let", "match", "mod",
        "move", "mut", "pub", "return", "self", "struct", "true", "false", "use", "while",
    ],
    has_names: false,
};
pub(super) const PYTHON: Language = Language {
    label: "Python",
    class: "python",
    quotes: &['"', '\''],
    has_escapes: true,
    keywords: &["as", "for", "import", "in", "with", "True", "False", "None"],
    has_names: false,
};
pub(super) const JAVASCRIPT: Language = Language {
    label: "JavaScript",
    class: "js",
    quotes: &['"', '`'],
    has_escapes: true,
    keywords: &[
        "await", "const", "false", "for", "from", "if", "import", "new", "null", "of", "throw",
        "true",
    ],
    has_names: false,
};
pub(super) const SHELL: Language = Language {
    label: "curl",
    class: "sh",
    quotes: &['\'', '"'],
    has_escapes: false,
    keywords: &["curl"],
    has_names: false,
};
/// Events, or other text.
pub(super) const TEXT: Language = Language {
    label: "",
    class: "text",
    quotes: &[],
    has_escapes: false,
    keywords: &[],
    has_names: false,
};
/// The text of a header.
pub(super) const HEADER: Language = Language {
    label: "Header",
    class: "http",
    ..TEXT
};

/// A sample in JSON: names of fields and other strings are highlighted.
pub(super) fn json(label: &str, value: &Value) -> Sample {
    Sample {
        label: label.to_owned(),
        ..sample(&JSON, &visible(value.to_json()), "")
    }
}

/// A sample in another language. The script replaces the base URL.
pub(super) fn sample(language: &Language, text: &str, base: &str) -> Sample {
    Sample {
        label: language.label.to_owned(),
        language: language.class,
        code: marked(text, language, base),
        text: text.to_owned(),
    }
}

/// What stands for the base URL while code is split into pieces, so that no sign in the URL ends one.
const BASE: &str = "\u{0}";

/// Wraps string literals in `<b>` if they name a field, and in `<i>` otherwise; keywords in `<u>`; and the base URL in
/// `<var>` where it occurs first, because samples begin with it.
fn marked(text: &str, language: &Language, base: &str) -> Html {
    let mut html = Html::default();
    let mut url = Some(base).filter(|base| !base.is_empty());
    let text = match base {
        "" => Cow::Borrowed(text),
        base => Cow::Owned(text.replacen(base, BASE, 1)),
    };
    let mut rest = text.as_ref();
    while let Some(next) = rest.chars().next() {
        let is_word = next.is_ascii_alphabetic() || next == '_';
        let end = match next {
            quote if language.quotes.contains(&quote) => quoted(rest, language.has_escapes),
            _ if is_word => word_end(rest),
            _ => plain_end(rest, language.quotes),
        };
        let (piece, after) = rest.split_at(end);
        let element = match next {
            quote if language.quotes.contains(&quote) => {
                let is_name = language.has_names && after.starts_with(':');
                Some(if is_name { "b" } else { "i" })
            }
            _ => (is_word && language.keywords.contains(&piece)).then_some("u"),
        };
        let parts = piece.split_once(BASE);
        let parts = parts.and_then(|parts| Some((parts, url.take()?)));
        push_element(&mut html, element, |html| match parts {
            Some(((before, after), url)) => {
                html.push_text(before);
                push_element(html, Some("var"), |html| html.push_text(url));
                html.push_text(after);
            }
            None => html.push_text(piece),
        });
        rest = after;
    }
    html
}

fn push_element(html: &mut Html, element: Option<&str>, push_content: impl FnOnce(&mut Html)) {
    if let Some(element) = element {
        html.push_trusted(&format!("<{element}>"));
    }
    push_content(html);
    if let Some(element) = element {
        html.push_trusted(&format!("</{element}>"));
    }
}

/// The length of a word with its digits.
fn word_end(text: &str) -> usize {
    let outside = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    text.find(outside).unwrap_or(text.len())
}

/// The length of the text before the next word or string; at least one character.
fn plain_end(text: &str, quotes: &[char]) -> usize {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let ends = |c: char| c.is_ascii_alphabetic() || c == '_' || quotes.contains(&c);
    text[first..]
        .find(ends)
        .map_or(text.len(), |end| first + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_strings_and_keywords_are_highlighted() {
        for (text, language, expected) in [
            (
                r#"{"a": "</i>\"", "b": null}"#,
                &JSON,
                r#"{<b>"a"</b>: <i>"&lt;/i>\""</i>, <b>"b"</b>: <u>null</u>}"#,
            ),
            (
                "let a = \"\\\\\"; letter",
                &RUST,
                "<u>let</u> a = <i>\"\\\\\"</i>; letter",
            ),
            (
                "curl 'a\\' -H \"b\"",
                &SHELL,
                "<u>curl</u> <i>'a\\'</i> -H <i>\"b\"</i>",
            ),
            ("await f(`a\n`", &JAVASCRIPT, "<u>await</u> f(<i>`a\n`</i>"),
            ("\"open", &PYTHON, "<i>\"open</i>"),
        ] {
            assert_eq!(marked(text, language, "").to_string(), expected, "{text}");
        }
    }

    #[test]
    fn the_base_url_is_marked_once() {
        let url = "https://a.example";
        let sample = sample(&SHELL, &format!("curl '{url}/b' -d '{url}'"), url);
        assert_eq!(
            sample.code.to_string(),
            format!("<u>curl</u> <i>'<var>{url}</var>/b'</i> -d <i>'{url}'</i>")
        );
    }
}
