//! Descriptions become doc comments: Markdown by whoever wrote the specification, kept from
//! becoming anything else.

use proc_macro2::TokenStream;
use quote::quote;

use crate::api::{Bound, Notes, Rules};

/// Where a line of a paragraph is broken.
const WIDTH: usize = 92;

/// A doc comment as attributes, one a line. Whatever a line comes from, characters that hide or
/// reorder text do not get into the code.
pub(super) fn attributes(lines: &[String]) -> TokenStream {
    let lines = lines.iter().map(|line| {
        let shown: String = line.chars().filter(|c| !is_hidden(*c)).collect();
        if shown.is_empty() {
            shown
        } else {
            format!(" {shown}")
        }
    });
    quote!(#(#[doc = #lines])*)
}

/// A name or a value of the document as a code span.
pub(super) fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'").replace(['\n', '\r'], " "))
}

/// A text of the document on one line, without characters that hide or reorder it.
pub(super) fn one_line(text: &str) -> String {
    let shown: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !is_hidden(*c))
        .collect();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A doc comment of one sentence that the generator wrote.
pub(super) fn sentence(text: &str) -> TokenStream {
    attributes(&wrap(text))
}

/// The doc comment of something in the document: its description, or else a fallback; then what was
/// assumed and whether it is on its way out.
pub(super) fn notes(notes: &Notes, fallback: &str) -> Vec<String> {
    let mut lines = match &notes.doc {
        Some(doc) if !doc.trim().is_empty() => markdown(doc),
        _ => wrap(fallback),
    };
    if let Some(assumed) = &notes.assumed {
        lines.push(String::new());
        lines.extend(markdown(&format!("Assumed: {}", assumed.trim())));
    }
    if let Some(deprecation) = &notes.deprecation {
        lines.push(String::new());
        let reason = deprecation
            .reason
            .as_deref()
            .unwrap_or("callers should move away from it.");
        lines.extend(markdown(&format!("Deprecated: {reason}")));
    }
    lines
}

/// The bounds of a value as a sentence.
pub(super) fn bounds(rules: &Rules) -> Option<String> {
    let number = |bound: Bound| match bound {
        Bound::Integer(value) => value.to_string(),
        Bound::Number(value) => value.to_string(),
    };
    let range = |min: Option<String>, max: Option<String>, what: &str| match (min, max) {
        (None, None) => None,
        (Some(min), None) => Some(format!("at least {min}{what}")),
        (None, Some(max)) => Some(format!("at most {max}{what}")),
        (Some(min), Some(max)) => Some(format!("from {min} to {max}{what}")),
    };
    let count = |count: Option<u64>| count.map(|count| count.to_string());
    let all = [
        range(rules.min.map(number), rules.max.map(number), ""),
        range(
            count(rules.min_length),
            count(rules.max_length),
            " characters",
        ),
        range(count(rules.min_items), count(rules.max_items), " items"),
        rules
            .pattern
            .as_ref()
            .map(|pattern| format!("matches {}", code(pattern))),
    ];
    let all: Vec<String> = all.into_iter().flatten().collect();
    (!all.is_empty()).then(|| format!("Bounds: {}.", all.join(", ")))
}

/// Somebody's Markdown as lines of a doc comment. Code blocks are marked as text, so that rustdoc
/// never runs them; what looks like HTML or a link to an item is shown as it is written.
pub(super) fn markdown(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut paragraph = String::new();
    let mut fence: Option<&str> = None;
    for line in text.trim_end().split(['\n', '\r', '\u{2028}', '\u{2029}']) {
        let line: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !is_hidden(*c))
            .collect();
        let trimmed = line.trim();
        let marker = ["```", "~~~"]
            .into_iter()
            .find(|marker| trimmed.starts_with(marker));
        if fence.is_none() && marker.is_none() && is_paragraph(&line) {
            paragraph.push(' ');
            paragraph.push_str(trimmed);
            continue;
        }
        end_paragraph(&mut paragraph, &mut lines);
        match (fence, marker) {
            (None, Some(marker)) => {
                fence = Some(marker);
                lines.push(format!("{marker}text"));
            }
            (Some(open), Some(marker)) if open == marker => {
                fence = None;
                lines.push(marker.to_owned());
            }
            (Some(_), _) => lines.push(line.trim_end().to_owned()),
            (None, None) => {
                // Four spaces would begin a code block.
                let indent = (line.len() - line.trim_start().len()).min(3);
                lines.push(format!("{}{}", &"   "[..indent], escape(trimmed)));
            }
        }
    }
    end_paragraph(&mut paragraph, &mut lines);
    lines.extend(fence.map(str::to_owned));
    lines
}

/// The lines of a paragraph are one text, however they were broken.
fn end_paragraph(paragraph: &mut String, lines: &mut Vec<String>) {
    if !paragraph.is_empty() {
        lines.extend(wrap(&escape(paragraph.trim())));
        paragraph.clear();
    }
}

/// Control characters, and the marks that reorder or hide text.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Whether a line is plain text, which may be broken anywhere between words.
fn is_paragraph(line: &str) -> bool {
    !line.is_empty()
        && !line.starts_with(|c: char| c.is_whitespace() || "-+*#>|=0123456789".contains(c))
}

/// Escapes `<` and `[` outside of code spans, except where a link follows.
fn escape(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut in_code = false;
    for (at, c) in line.char_indices() {
        match c {
            '`' => in_code = !in_code && line[at + 1..].contains('`'),
            '<' if !in_code => out.push('\\'),
            '[' if !in_code && !is_link(&line[at..]) => out.push('\\'),
            _ => {}
        }
        out.push(c);
    }
    out
}

/// Whether `[text](target)` begins here.
fn is_link(rest: &str) -> bool {
    rest.split_once(']')
        .is_some_and(|(_, after)| after.starts_with("(http") || after.starts_with("(#"))
}

/// Breaks a line between words. A word that would mean something at the start of a line stays with
/// the one before it.
pub(super) fn wrap(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let starts_block = word.starts_with(|c: char| "-+*#>|=".contains(c))
            || (word.starts_with(|c: char| c.is_ascii_digit()) && word.ends_with(['.', ')']));
        match lines.last_mut() {
            Some(line) if starts_block || line.chars().count() + word.chars().count() < WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_cannot_become_code_links_or_html() {
        for (text, lines) in [
            (
                "```\nfn main() {}\n```",
                vec!["```text", "fn main() {}", "```"],
            ),
            ("```rust\nloop {}", vec!["```text", "loop {}", "```"]),
            ("    panic!()", vec!["   panic!()"]),
            ("e.g. <EMAIL> or [Foo]", vec![r"e.g. \<EMAIL> or \[Foo]"]),
            ("`<T>` and [a](https://b)", vec!["`<T>` and [a](https://b)"]),
            ("a\r\nb\u{0}\u{202e}c", vec!["a", "", "bc"]),
            (
                "one\ntwo\n\n- three\n- four",
                vec!["one two", "", "- three", "- four"],
            ),
            ("*/ }} */", vec!["*/ }} */"]),
        ] {
            assert_eq!(markdown(text), lines, "{text:?}");
        }
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        let lines = wrap(&"word ".repeat(40));
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH));
        assert_eq!(lines.join(" "), "word ".repeat(40).trim_end());
    }
}
