//! Text with formatting as CommonMark, with the tables and the strikethrough of GitHub.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd};

use super::characters::shown_line;
use super::code::code_span;
use super::escape;
use super::layout::Layout;
use super::rich_text::RichText;
use super::table::Table;
use super::wrap::wrap_at;

/// What surrounds the text. A method that is not implemented leaves the text as it is.
pub(in crate::emit) trait Surroundings {
    /// Where a link to an anchor of the page leads to; `None` if it leads nowhere.
    fn link(&self, anchor: &str) -> Option<String> {
        Some(format!("#{anchor}"))
    }

    /// The signs that begin a heading. It is told which headings there are.
    fn heading(&mut self, level: usize, _text: &str) -> String {
        "#".repeat(level)
    }

    /// Whether a block can have several lines.
    fn has_lines(&self) -> bool {
        true
    }

    /// The maximum length of a line in a paragraph. Without it, the lines of the text are kept.
    fn width(&self) -> Option<usize> {
        None
    }

    /// The language of a block of code.
    fn language<'a>(&self, of_text: &'a str) -> &'a str {
        of_text
    }
}

/// Text on one line. It has no headings.
pub(in crate::emit) fn write_line(text: &RichText, around: &dyn Surroundings) -> String {
    let blocks = write_blocks(text, &mut Line(around));
    let lines = blocks.split('\n').map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// A line, in which a heading is a string like others.
struct Line<'a>(&'a dyn Surroundings);

impl Surroundings for Line<'_> {
    fn link(&self, anchor: &str) -> Option<String> {
        self.0.link(anchor)
    }

    fn heading(&mut self, _: usize, _: &str) -> String {
        String::new()
    }

    fn has_lines(&self) -> bool {
        false
    }
}

/// Text as blocks, with an empty line between them and none at the end.
pub(in crate::emit) fn write_blocks(text: &RichText, around: &mut dyn Surroundings) -> String {
    let mut writer = Writer {
        around,
        layout: Layout::default(),
        line: String::new(),
        block: None,
        links: Vec::new(),
        emphasis: Vec::new(),
        ended: None,
        table: None,
    };
    // What has to be escaped depends on the text around it, so text is written as a whole.
    let mut text_before = String::new();
    for event in text.events() {
        match event {
            Event::Text(part) => text_before.push_str(part),
            Event::SoftBreak => text_before.push(match writer.around.width() {
                Some(_) => ' ',
                None => '\n',
            }),
            event => {
                writer.text(&std::mem::take(&mut text_before));
                writer.event(event);
            }
        }
    }
    writer.text(&text_before);
    writer.flush();
    writer.layout.finish()
}

struct Writer<'a> {
    around: &'a mut dyn Surroundings,
    layout: Layout,
    /// The text of the block, so far.
    line: String,
    /// The language and the text of a block of code.
    block: Option<(String, String)>,
    /// Where the open links lead to; nowhere if only their text is written.
    links: Vec<Option<String>>,
    /// The signs of open emphasis, and where their text begins; nowhere for emphasis within the same one.
    emphasis: Vec<(&'static str, Option<usize>)>,
    /// The sign of the emphasis that has just ended.
    ended: Option<&'static str>,
    table: Option<Table>,
}

impl Writer<'_> {
    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.ended = None;
        if let Some((_, code)) = &mut self.block {
            code.push_str(text);
        } else if self.links.is_empty() {
            escape::push_prose(text, &mut self.line);
        } else {
            // A link cannot be within another one.
            escape::push_text(text, true, &mut self.line);
        }
    }

    fn event(&mut self, event: &Event<'_>) {
        let before = self.ended.take();
        match event {
            Event::Start(tag) => self.start(tag, before),
            Event::End(tag) => self.end(*tag),
            Event::Code(code) => self.line.push_str(&code_span(&shown_line(code))),
            Event::HardBreak => {
                self.line
                    .push_str(match self.around.has_lines() && self.table.is_none() {
                        true => "\\\n",
                        false => "\n",
                    })
            }
            Event::Rule => {
                self.begin();
                self.layout.write("***");
                self.layout.end();
            }
            // The parser has no options for what else there is, and descriptions have no HTML.
            _ => {}
        }
    }

    /// Begins a block.
    fn begin(&mut self) {
        self.flush();
        self.layout.begin();
    }

    /// Starts an element. The emphasis with the sign `before` ended just before it.
    fn start(&mut self, tag: &Tag<'_>, before: Option<&'static str>) {
        match tag {
            Tag::Paragraph => {
                self.flush();
                self.layout.begin_paragraph();
            }
            Tag::Heading { .. } => self.begin(),
            Tag::CodeBlock(kind) => {
                self.begin();
                let language = match kind {
                    CodeBlockKind::Fenced(info) => info.split(' ').next().unwrap_or_default(),
                    CodeBlockKind::Indented => "",
                };
                self.block = Some((language.to_owned(), String::new()));
            }
            Tag::BlockQuote(_) => {
                self.begin();
                self.layout.open_quote();
            }
            Tag::List(start) => {
                let has_text = !self.line.trim().is_empty();
                self.flush();
                self.layout.open_list(*start, has_text);
            }
            Tag::Item => {
                self.flush();
                self.layout.open_item();
            }
            Tag::Emphasis => self.open_emphasis("*", before),
            Tag::Strong => self.open_emphasis("**", before),
            Tag::Strikethrough => self.open_emphasis("~~", before),
            Tag::Link { dest_url, .. } => self.open_link("[", dest_url),
            Tag::Image { dest_url, .. } => self.open_link("![", dest_url),
            Tag::Table(alignments) => {
                self.begin();
                self.layout.separate();
                self.table = Some(Table::new(alignments));
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.begin_row();
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => {
                self.flush();
                self.layout.end();
            }
            TagEnd::Heading(level) => self.close_heading(level),
            TagEnd::CodeBlock => {
                if let Some((language, text)) = self.block.take() {
                    let language = self.around.language(&language);
                    self.layout.write(&escape::fenced(language, &text));
                    self.layout.end();
                }
            }
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.layout.close_quote();
            }
            TagEnd::List(_) => {
                self.flush();
                self.layout.close_list();
            }
            TagEnd::Item => {
                self.flush();
                self.layout.close_item();
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => self.close_emphasis(),
            TagEnd::Link | TagEnd::Image => {
                if let Some(Some(target)) = self.links.pop() {
                    let target = escape::destination(&target);
                    self.line.push_str(&format!("]({target})"));
                }
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.line).replace('\n', " ");
                // Even in code, this sign ends a cell.
                let cell = match cell.strip_prefix("\\|") {
                    Some(rest) => format!("\\|{}", rest.replace('|', "\\|")),
                    None => cell.replace('|', "\\|"),
                };
                if let Some(table) = &mut self.table {
                    table.push_cell(cell);
                }
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    self.layout.write(&table.finish());
                    self.layout.end();
                }
            }
            _ => {}
        }
    }

    fn open_link(&mut self, sign: &str, target: &str) {
        let target = match target.strip_prefix('#') {
            Some(anchor) => self.around.link(anchor),
            None => Some(target.to_owned()),
        };
        if target.is_some() {
            // With this sign before it, a link would be an image.
            if self.line.ends_with('!') {
                self.line.insert(self.line.len() - 1, '\\');
            }
            self.line.push_str(sign);
        }
        self.links.push(target);
    }

    /// Begins emphasis, or continues one that has just ended: signs of both would be read as others.
    fn open_emphasis(&mut self, sign: &'static str, before: Option<&'static str>) {
        let is_inner = self
            .emphasis
            .iter()
            .any(|(open_sign, _)| *open_sign == sign);
        if !is_inner && before == Some(sign) {
            self.line.truncate(self.line.len() - sign.len());
        } else if !is_inner {
            self.line.push_str(sign);
        }
        let start = (!is_inner).then_some(self.line.len());
        self.emphasis.push((sign, start));
    }

    fn close_emphasis(&mut self) {
        match self.emphasis.pop() {
            // Signs around nothing would be text.
            Some((sign, Some(start))) if start == self.line.len() => {
                self.line.truncate(start - sign.len());
            }
            Some((sign, Some(_))) => {
                self.line.push_str(sign);
                self.ended = Some(sign);
            }
            Some((_, None)) | None => {}
        }
    }

    fn close_heading(&mut self, level: HeadingLevel) {
        let line = std::mem::take(&mut self.line);
        let heading = escape::heading(&line.replace("\\\n", " ").replace('\n', " "));
        let signs = self.around.heading(level as usize, &heading);
        self.layout.write(&format!("{signs} {heading}"));
        self.layout.end();
    }

    /// Writes the text so far as a block.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.line);
        let text = text.trim_end();
        if text.is_empty() || self.table.is_some() {
            return;
        }
        match self.around.width() {
            None => self.layout.write(text),
            Some(width) => {
                let width = width.saturating_sub(self.layout.indentation());
                let lines = text.split('\n').flat_map(|line| wrap_at(width, line));
                self.layout.write(&lines.collect::<Vec<_>>().join("\n"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::markdown;

    struct Page;

    impl Surroundings for Page {}

    /// The page that a string becomes, and the one that its CommonMark becomes.
    fn both(text: &str) -> (String, String, String) {
        let page = markdown::blocks(text, 0);
        let written = write_blocks(&page, &mut Page);
        let again = markdown::blocks(&written, 0);
        // Spaces before a tag mean nothing, and languages are names without signs.
        let even = |page: String| {
            let page = page.replace('\n', " ");
            let pieces: Vec<&str> = page.split('<').map(str::trim_end).collect();
            let pieces = pieces
                .into_iter()
                .map(|piece| match piece.strip_prefix("code class=") {
                    Some(class) => class.split_once('>').map_or(piece, |(_, text)| text),
                    None => piece.strip_prefix("code>").unwrap_or(piece),
                });
            pieces.collect::<Vec<_>>().join("<")
        };
        (
            even(flat(&page.to_string())),
            even(flat(&again.to_string())),
            written,
        )
    }

    /// A page in which no emphasis is within or next to the same one, because readers see no difference.
    fn flat(page: &str) -> String {
        let page = page
            .replace("</em><em>", "")
            .replace("</strong><strong>", "");
        let mut open: Vec<&str> = Vec::new();
        let pieces = page.split_inclusive('>').map(|piece| {
            let text = piece.rfind('<').unwrap_or(piece.len());
            let (text, tag) = piece.split_at(text);
            let is_kept = match tag {
                "<em>" | "<strong>" => {
                    let is_first = !open.contains(&tag);
                    open.push(tag);
                    is_first
                }
                "</em>" | "</strong>" => open.pop().is_some_and(|tag| !open.contains(&tag)),
                _ => true,
            };
            format!("{text}{}", if is_kept { tag } else { "" })
        });
        pieces.collect()
    }

    #[test]
    fn descriptions_mean_the_same_as_on_the_page() {
        for text in [
            "a\nb\n\nc",
            "*a* **b** ***c*** ~~d~~ `e` ``f`g``",
            "1\\. a\n2\\) b\n\\# c\n\\- d\n\\+ e\n\\> f\n\\* g",
            "a\n\\=\n\\-\n\\:-",
            "\\| a | b |\n\\|---|---|",
            "# C #\\#",
            "**_a_**b *c*",
            "- a\n- b\n  - c\n\n    d\n- e",
            "- a\n\n  b\n- c",
            "- a\n- b\n\n* c\n* d\n\n- e",
            "7. a\n8. b\n   1. c",
            "- > a\n  > b\n- ```x\n  c\n\n    d\n  ```\n- # e",
            "> a\n>\n> - b\n\n> c",
            "-\n- a\n  -\n- b",
            "| a | b | c |\n|:--|:-:|---|\n| `x\\|y` | \\| | **z** |",
            "# a `b` #\n\n## c \\#",
            "a  \nb\\\nc",
            "[a](https://b.example/(c)) [d](#e) <https://f.example> [g](mailto:h@i.example)",
            "&lt;b&gt; &amp;lt; <i> & &copy;",
            "```\n~~~\n``\n```\n\n~~~~\n```\n~~~~",
            "snake_case _a_ b_c_ _",
            "***\n\n___",
            "a\u{a0}b",
            "`` ` `` ` a ` ``  ``",
            "![a](https://b.example/c.png)",
            "<div>\n\n*a*",
            "\\[a]: https://b.example\n\n[a]",
            "\\![a](https://b.example) a * b -1\n-2\n+3 ](#a)",
        ] {
            let (page, again, written) = both(text);
            assert_eq!(page, again, "{text:?} becomes {written:?}");
        }
    }

    /// Strings of signs that mean something, in an order that nobody would write. Emphasis is omitted, because not
    /// every nesting of it can be written, and HTML, which is text on the page.
    #[test]
    fn any_order_of_signs_means_the_same() {
        let pieces = [
            "a",
            "b ",
            " ",
            "\n",
            "\n\n",
            "- ",
            "1. ",
            "3) ",
            "> ",
            "# ",
            "`",
            "``",
            "```\n",
            "|",
            "---",
            "===",
            "\\",
            ">",
            "[",
            "](#x)",
            "]",
            "&lt;",
            "&",
            "    ",
            "_",
            "~",
            "+ ",
            ":",
            "#",
            "x|y\n-|-\n",
        ];
        let mut state: u64 = 7;
        let mut next = |count: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % count
        };
        for _ in 0..20_000 {
            let length = 1 + next(14);
            let text: String = (0..length).map(|_| pieces[next(pieces.len())]).collect();
            let (page, again, written) = both(&text);
            // Some lists get empty lines between their items.
            let even = |page: String| {
                page.replace("</p><p>", "\n")
                    .replace("<p>", "")
                    .replace("</p>", "")
                    .replace("> ", ">")
            };
            assert_eq!(even(page), even(again), "{text:?} becomes {written:?}");
        }
    }

    #[test]
    fn texts_become_the_markdown_that_means_them() {
        for (text, expected) in [
            // Emphasis within or next to the same one cannot be told from other emphasis.
            ("_a_*b*", "*ab*"),
            ("__a__**b** ~~c~~", "**ab** ~~c~~"),
            ("*_a_*", "*a*"),
            ("*a*__b__", "*a***b**"),
            ("*\u{200b}*a", "a"),
            // Signs that a hidden character kept apart.
            ("&#8203;# x", "\\# x"),
            ("1&#8203;. x", "1\\. x"),
            ("x &#8203;<b>", "x \\<b>"),
            ("[a]&#8203;(https://b.example)", "\\[a](https://b.example)"),
            ("```` ``\u{200b}` ````", "```` ``` ````"),
            ("```\n``\u{200b}`\n# H\n```", "````\n```\n# H\n````"),
            // URLs stay what can be copied.
            (
                "See https://a.example/?a=1&b=2, or (https://a.example/~u).",
                "See <https://a.example/?a=1&b=2>, or (<https://a.example/~u>).",
            ),
            (
                "https://a.example/b_c?d=e. F",
                "https://a.example/b_c?d=e. F",
            ),
            (
                "xhttps://a.example/~u http://",
                "xhttps://a.example/\\~u http://",
            ),
            (
                "https://a.example/~u\\`b\\`",
                "<https://a.example/~u>\\`b\\`",
            ),
            (
                "[https://a.example/~u](https://b.example)",
                "[https://a.example/\\~u](https://b.example)",
            ),
        ] {
            let page = markdown::blocks(text, 0);
            assert_eq!(write_blocks(&page, &mut Page), expected, "{text:?}");
        }
    }

    #[test]
    fn deep_nesting_is_written_in_time() {
        let text = format!("{}a\n{}", "> ".repeat(5_000), "b\n".repeat(5_000));
        let written = write_blocks(&markdown::blocks(&text, 0), &mut Page);
        assert!(written.len() < 400_000);
    }

    #[test]
    fn a_line_has_no_blocks() {
        for (text, expected) in [
            ("a\n\nb", "a b"),
            ("# a\n\n- b\n- c", "a - b - c"),
            ("a  \nb", "a b"),
        ] {
            let page = markdown::line(text);
            assert_eq!(write_line(&page, &Page), expected);
        }
    }
}
