//! Descriptions as lines of Markdown, for doc comments and for OpenAPI documents.

use super::parse;
use super::wrap::{WIDTH, wrap};
use super::writer::{Surroundings, write_blocks};

/// A description as lines of a doc comment. Code blocks are marked as text, so that rustdoc never runs them. HTML and
/// links to items are escaped, so that they are shown as they are written.
pub(in crate::emit) fn doc_comment(text: &str) -> Vec<String> {
    lines(text, Some("text"))
}

/// A description as the Markdown of a document. Code blocks keep their languages.
pub(in crate::emit) fn description(text: &str) -> String {
    lines(text, None).join("\n")
}

fn lines(text: &str, language: Option<&'static str>) -> Vec<String> {
    match is_plain(text) {
        true => wrap(text),
        false => formatted_lines(text, language),
    }
}

/// Whether a description is a paragraph without formatting, like most. Parsing it would not change it.
fn is_plain(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b" ,.;:?'()/-".contains(&byte);
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(is_allowed)
}

fn formatted_lines(text: &str, language: Option<&'static str>) -> Vec<String> {
    let text = parse::with_images(text);
    let written = write_blocks(&text, &mut Wrapped { language });
    let lines = written.split('\n');
    lines.map(|line| line.replace('\t', "    ")).collect()
}

/// Paragraphs of lines that are not too long.
struct Wrapped {
    /// The language of all code blocks, instead of the language that each names.
    language: Option<&'static str>,
}

impl Surroundings for Wrapped {
    fn width(&self) -> Option<usize> {
        Some(WIDTH)
    }

    fn language<'a>(&self, own: &'a str) -> &'a str {
        self.language.unwrap_or(own)
    }
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, doc_comment, formatted_lines, is_plain};

    #[test]
    fn descriptions_cannot_become_code_links_or_html() {
        for (text, lines) in [
            (
                ">      a => %3E\n\n1.      b()",
                vec![
                    "> ```text",
                    ">  a => %3E",
                    "> ```",
                    "",
                    "1. ```text",
                    "    b()",
                    "   ```",
                ],
            ),
            (
                "```\nfn main() {}\n```",
                vec!["```text", "fn main() {}", "```"],
            ),
            ("```rust\nloop {}", vec!["```text", "loop {}", "```"]),
            ("    panic!()", vec!["panic!()"]),
            ("e.g. <EMAIL> or [Foo]", vec![r"e.g. \<EMAIL> or \[Foo]"]),
            ("`<T>` and [a](https://b)", vec!["`<T>` and [a](https://b)"]),
            ("``a` b `` [x] `c", vec![r"`` a` b `` \[x] \`c"]),
            (r"\<i> and \[x]", vec![r"\<i> and \[x]"]),
            ("[a](http::Uri)", vec!["a"]),
            ("[a](https://a b)", vec![r"\[a](https://a b)"]),
            ("[a](<https://a b>)", vec!["[a](<https://a%20b>)"]),
            ("[a](./b.md)", vec!["[a](./b.md)"]),
            ("[a](b) or c | d", vec!["[a](./b) or c | d"]),
            ("[a](#", vec![r"\[a](#"]),
            ("[a](#`) [b] `c", vec![r"[a](#`) \[b] \`c"]),
            ("[`a`](#b)", vec!["[`a`](#b)"]),
            ("[a [b](#c)]", vec![r"\[a [b](#c)]"]),
            (
                "[Vec]: https://a.b\n\n[Vec] <i>",
                vec![r"[Vec](https://a.b) \<i>"],
            ),
            (
                "![a](https://b.example/c.png)",
                vec!["![a](https://b.example/c.png)"],
            ),
            ("![a](javascript:b)", vec!["a"]),
            ("- ~~~\n  it's", vec!["- ```text", "  it's", "  ```"]),
            (
                "| a |\n|---|\n| `<i>\\|`|",
                vec!["| a |", "| --- |", r"| `<i>\|` |"],
            ),
            (
                "````\n```\nfn a() {}\n````",
                vec!["````text", "```", "fn a() {}", "````"],
            ),
            ("a\r\nb\u{1}\u{202e}c", vec!["a bc"]),
            (
                "one\ntwo\n\n- three\n- four",
                vec!["one two", "", "- three", "- four"],
            ),
            ("*/ }} */", vec![r"\*/ }} \*/"]),
        ] {
            assert_eq!(doc_comment(text), lines, "{text:?}");
        }
    }

    #[test]
    fn plain_paragraphs_are_the_same_without_being_parsed() {
        let words = [
            "a",
            "word",
            "1.",
            "1)",
            "2",
            "-",
            "--",
            "---",
            "(x)",
            "x)",
            "e.g.",
            "://",
            "http://a.b/c-d",
            "https://a",
            "it's",
            "'",
            "",
            "...",
            "; ",
            "read-only",
            "mailto:a",
            "?",
        ];
        let first = ["A", "a.", "i)", "http://a.b", "x-y", "A:"];
        let mut seed = 1_u64;
        let mut next = |most: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(seed >> 33).unwrap() % most
        };
        for _ in 0..5000 {
            let length = 1 + next(40);
            let chosen: Vec<&str> = (0..length).map(|_| words[next(words.len())]).collect();
            let text = format!("{} {}", first[next(first.len())], chosen.join(" "));
            assert!(is_plain(&text), "{text:?}");
            assert_eq!(
                doc_comment(&text),
                formatted_lines(&text, Some("text")),
                "{text:?}"
            );
        }
    }

    #[test]
    fn what_may_be_formatted_is_not_plain() {
        for text in [
            "1. a", "- a", " a", "a\nb", "", "a *b*", "a `b`", "a <b>", "a&amp;",
        ] {
            assert!(!is_plain(text), "{text:?}");
        }
    }

    #[test]
    fn lines_of_items_are_as_long_as_others() {
        let lines = doc_comment(&format!("- {}", "word ".repeat(40)));
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| line.len() <= WIDTH));
        assert!(lines.iter().skip(1).all(|line| line.starts_with("  word")));
    }
}
