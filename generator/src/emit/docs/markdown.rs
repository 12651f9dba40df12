//! Markdown from the specification, made harmless: it cannot become code, HTML or a link to an item.

use super::{is_hidden, one_line, wrap};
use std::borrow::Cow;

/// The first sentence of a description, on one line. A full stop ends a sentence if a space follows, and
/// then anything but a small letter, which can follow `e.g.`. A full stop in a code span does not.
pub(in crate::emit) fn first_sentence(text: &str) -> String {
    let paragraph = text.trim().split("\n\n").next().unwrap_or_default();
    let line = one_line(paragraph);
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        if c == '`' {
            let (Ok(length) | Err(length)) = code_span(&line[at..]);
            at += length;
            continue;
        }
        at += c.len_utf8();
        let next = line[at..].strip_prefix(' ');
        if c == '.' && next.is_some_and(|next| !next.starts_with(char::is_lowercase)) {
            return line[..at].to_owned();
        }
    }
    line
}

/// A description as lines of a doc comment. Code blocks are marked as text, so that rustdoc never runs
/// them. HTML and links to items are escaped, so that they are shown as they are written.
pub(in crate::emit) fn markdown(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut paragraph = String::new();
    let mut open: Option<Fence> = None;
    let text = text.trim_start_matches(['\n', '\r']).trim_end();
    for line in text.split(['\n', '\r', '\u{2028}', '\u{2029}']) {
        let line: String = line
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !is_hidden(*c))
            .collect();
        let fence = Fence::of(&line);
        if open.is_none() && fence.is_none() && is_paragraph(&line) {
            paragraph.push(' ');
            paragraph.push_str(line.trim());
            continue;
        }
        end_paragraph(&mut paragraph, &mut lines);
        match (&open, fence) {
            (None, Some(fence)) => {
                lines.push(format!("{}text", fence.run));
                open = Some(fence);
            }
            (Some(opened), Some(fence)) if fence.closes(opened) => {
                lines.push(fence.run);
                open = None;
            }
            (Some(_), _) => lines.push(line.trim_end().to_owned()),
            (None, None) => {
                // Four spaces would begin a code block.
                let indent = (line.len() - line.trim_start().len()).min(3);
                let line = without_code(line.trim());
                lines.push(format!("{}{}", &"   "[..indent], escape(&line)));
            }
        }
    }
    end_paragraph(&mut paragraph, &mut lines);
    lines.extend(open.map(|fence| fence.run));
    lines
}

/// A line in which the marks of quotations and items are not followed by a code block, which five spaces would begin
/// (CommonMark, section 4.4).
fn without_code(line: &str) -> Cow<'_, str> {
    let is_mark = |c: char| c.is_ascii_digit() || " >-+*.)".contains(c);
    let end = line.find(|c| !is_mark(c)).unwrap_or(line.len());
    let (marks, text) = line.split_at(end);
    if !marks.contains("     ") {
        return Cow::Borrowed(line);
    }
    let marks: Vec<&str> = marks.split_whitespace().collect();
    Cow::Owned(format!("{} {text}", marks.join(" ")))
}

/// A line that opens or closes a code block (CommonMark, section 4.5).
struct Fence {
    /// Three or more backticks or tildes.
    run: String,
    /// Whether text follows them.
    bare: bool,
}

impl Fence {
    fn of(line: &str) -> Option<Self> {
        let line = line.trim();
        let marker = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let rest = line.trim_start_matches(marker);
        let run = &line[..line.len() - rest.len()];
        // Further backticks make it a code span.
        let is_fence = run.len() >= 3 && !(marker == '`' && rest.contains('`'));
        is_fence.then(|| Self {
            run: run.to_owned(),
            bare: rest.is_empty(),
        })
    }

    fn closes(&self, open: &Self) -> bool {
        self.bare && self.run.starts_with(&open.run)
    }
}

/// Joins the lines of a paragraph.
fn end_paragraph(paragraph: &mut String, lines: &mut Vec<String>) {
    if !paragraph.is_empty() {
        lines.extend(wrap(&escape(paragraph.trim())));
        paragraph.clear();
    }
}

/// Whether a line is plain text, which can be wrapped between any words.
fn is_paragraph(line: &str) -> bool {
    let numbered = line
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .starts_with(['.', ')']);
    let marked = line.starts_with(|c: char| c.is_whitespace() || "-+*#>|=".contains(c));
    !line.is_empty() && !marked && !numbered
}

/// Escapes `<` and `[` outside of code spans, except in a link to the web. Backticks that do not begin a
/// code span are escaped too, so that no code span begins in one line and ends in another, and so are three tildes,
/// which begin a code block in a list or quotation. In a row of a table, a `|` ends even a code span.
fn escape(line: &str) -> String {
    let is_row = line.starts_with('|');
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        match c {
            // Escapes are kept.
            '\\' => taken += rest[taken..].chars().next().map_or(0, char::len_utf8),
            '`' => match code_span(rest) {
                Ok(length) if is_row => {
                    out.push_str(&rest[..length].replace('|', "\\|"));
                    rest = &rest[length..];
                    continue;
                }
                Ok(length) => taken = length,
                Err(length) => {
                    out.push_str(&"\\`".repeat(length));
                    rest = &rest[length..];
                    continue;
                }
            },
            '~' if rest.starts_with("~~~") => {
                let run = rest.len() - rest.trim_start_matches('~').len();
                out.push_str(&"\\~".repeat(run));
                rest = &rest[run..];
                continue;
            }
            '<' => out.push('\\'),
            '[' if !is_link(rest) => out.push('\\'),
            _ => {}
        }
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    out
}

/// The length of the code span that begins here, or of the backticks if none does. A code span ends at
/// the next run of as many backticks (CommonMark, section 6.1).
fn code_span(rest: &str) -> Result<usize, usize> {
    let length = rest.len() - rest.trim_start_matches('`').len();
    let mut at = length;
    while let Some(found) = rest[at..].find('`') {
        let start = at + found;
        let run = rest[start..].len() - rest[start..].trim_start_matches('`').len();
        if run == length {
            return Ok(start + run);
        }
        at = start + run;
    }
    Err(length)
}

/// The maximum length of a link's text.
const LONGEST_LINK: usize = 200;

/// Whether `[text](https://…)` begins here.
fn is_link(rest: &str) -> bool {
    let near = rest
        .char_indices()
        .nth(LONGEST_LINK)
        .map_or(rest, |(end, _)| &rest[..end]);
    near.find(']').is_some_and(|end| {
        let target = ["(https://", "(http://", "(#"]
            .iter()
            .find_map(|target| rest[end + 1..].strip_prefix(target));
        is_link_text(&rest[1..end]) && target.is_some_and(is_link_target)
    })
}

/// Whether a string between brackets is only that of this link: it contains no bracket, and its code spans end in it.
fn is_link_text(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['[', '`']) {
        match code_span(&rest[at..]) {
            Ok(length) if rest[at..].starts_with('`') => rest = &rest[at + length..],
            Ok(_) | Err(_) => return false,
        }
    }
    true
}

/// Whether a target ends with a bracket, and contains nothing that ends it before (CommonMark, section 6.3).
fn is_link_target(target: &str) -> bool {
    let end = target.find(|c: char| c.is_whitespace() || c.is_control() || "<>()`\\\"".contains(c));
    end.is_some_and(|end| target[end..].starts_with(')'))
}

#[cfg(test)]
mod tests {
    use super::{first_sentence, markdown};

    #[test]
    fn descriptions_cannot_become_code_links_or_html() {
        for (text, lines) in [
            (
                ">      a => %3E\n-      b()\n1.      c()",
                vec!["> a => %3E", "- b()", "1. c()"],
            ),
            (
                "```\nfn main() {}\n```",
                vec!["```text", "fn main() {}", "```"],
            ),
            ("```rust\nloop {}", vec!["```text", "loop {}", "```"]),
            ("    panic!()", vec!["   panic!()"]),
            ("e.g. <EMAIL> or [Foo]", vec![r"e.g. \<EMAIL> or \[Foo]"]),
            ("`<T>` and [a](https://b)", vec!["`<T>` and [a](https://b)"]),
            ("``a` b `` [x] `c", vec![r"``a` b `` \[x] \`c"]),
            (r"\<i> and \[x]", vec![r"\<i> and \[x]"]),
            ("[a](http::Uri)", vec![r"\[a](http::Uri)"]),
            ("[a](https://a b)", vec![r"\[a](https://a b)"]),
            ("[a](./b.md)", vec![r"\[a](./b.md)"]),
            ("[a](#", vec![r"\[a](#"]),
            ("[a](#`) [b] `c", vec![r"\[a](#`) [b] `c"]),
            ("[`a`](#b)", vec!["[`a`](#b)"]),
            ("[a [b](#c)]", vec![r"\[a [b](#c)]"]),
            ("- ~~~\n  it's", vec![r"- \~\~\~", "  it's"]),
            (
                "| a |\n|---|\n| `<i>|`|",
                vec!["| a |", "|---|", r"| `<i>\|`|"],
            ),
            (
                "````\n```\nfn a() {}\n````",
                vec!["````text", "```", "fn a() {}", "````"],
            ),
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
    fn a_sentence_is_not_cut_at_an_abbreviation_or_in_code() {
        for (text, first) in [
            ("Lists\nbooks. Newest first.", "Lists books."),
            ("A thing, e.g. a book. More.", "A thing, e.g. a book."),
            (
                "Reads `a. B` of ``c. `D``. More.",
                "Reads `a. B` of ``c. `D``.",
            ),
            ("An ` alone. More.", "An ` alone."),
            ("Version 1.2\n\nMore.", "Version 1.2"),
            ("Bücher. Über alles.", "Bücher."),
            ("Ends. ", "Ends."),
            ("", ""),
        ] {
            assert_eq!(first_sentence(text), first, "{text:?}");
        }
    }
}
