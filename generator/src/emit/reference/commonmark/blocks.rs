//! Markup as CommonMark, with the tables and the strikethrough of GitHub.

use super::escape;
use super::tokens::{Token, attribute, tokens};

/// How deep quotes and lists are nested. Deeper ones are shown at this level, because every line repeats what it is in.
const DEEPEST: usize = 12;

/// What surrounds the markup.
pub(super) trait Surroundings {
    /// Where a link to an anchor of the page leads to; `None` if it leads nowhere.
    fn link(&self, anchor: &str) -> Option<String>;

    /// The signs that begin a heading. It is told which headings there are.
    fn heading(&mut self, level: usize, text: &str) -> String;

    /// Whether a block can have several lines.
    fn has_lines(&self) -> bool;
}

/// Markup on one line. It has no headings.
pub(super) fn line(markup: &str, around: &dyn Surroundings) -> String {
    let blocks = blocks(markup, &mut Line(around));
    let lines = blocks.split('\n').map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// A line, in which a heading is a text like others.
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

/// Markup as blocks, with an empty line between them and none at the end.
pub(super) fn blocks(markup: &str, around: &mut dyn Surroundings) -> String {
    let mut writer = Writer {
        around,
        out: String::new(),
        inside: Vec::new(),
        hidden: 0,
        lists: Vec::new(),
        line: String::new(),
        needs_gap: false,
        ended: None,
        code: None,
        block: None,
        links: Vec::new(),
        table: None,
    };
    for token in tokens(markup) {
        match token {
            Token::Text(text) => writer.text(text),
            Token::Open(name, attributes) => writer.open(name, attributes),
            Token::Close(name) => writer.close(name),
        }
    }
    writer.flush();
    writer.out
}

/// A quote or an item of a list.
struct Inside {
    /// What its first line begins with.
    first: String,
    /// What its other lines begin with.
    rest: String,
    has_begun: bool,
}

/// A list.
struct List {
    /// The sign of its items, or the one after their numbers.
    sign: char,
    /// The number of the next item.
    number: Option<u64>,
}

#[derive(Default)]
struct Table {
    alignments: Vec<String>,
    rows: Vec<Vec<String>>,
}

struct Writer<'a> {
    around: &'a mut dyn Surroundings,
    out: String,
    inside: Vec<Inside>,
    /// How many quotes and items are too deep to be written.
    hidden: usize,
    lists: Vec<List>,
    /// The text of the block, so far.
    line: String,
    needs_gap: bool,
    /// The sign of the list that has just ended, which another one with the same sign would continue.
    ended: Option<char>,
    /// The text of code in a line.
    code: Option<String>,
    /// The language and the text of a block of code.
    block: Option<(String, String)>,
    /// Where the open links lead to, and where their text begins.
    links: Vec<Option<String>>,
    table: Option<Table>,
}

impl Writer<'_> {
    fn text(&mut self, text: String) {
        if let Some((_, code)) = &mut self.block {
            code.push_str(&text);
        } else if let Some(code) = &mut self.code {
            code.push_str(&text);
        } else {
            escape::push_text(&text, &mut self.line);
        }
    }

    fn open(&mut self, name: &str, attributes: &str) {
        match name {
            "p" => {
                self.flush();
                self.begin();
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                self.flush();
                self.begin();
            }
            "pre" => {
                self.flush();
                self.begin();
                self.block = Some((String::new(), String::new()));
            }
            "code" => match &mut self.block {
                Some((language, _)) => {
                    let class = attribute(attributes, "class").unwrap_or_default();
                    *language = class.trim_start_matches("language-").to_owned();
                }
                None => self.code = Some(String::new()),
            },
            "blockquote" => {
                self.flush();
                self.begin();
                self.enter("> ".to_owned(), "> ".to_owned());
            }
            "ul" | "ol" => self.open_list(name, attributes),
            "li" => self.open_item(),
            "hr" => {
                self.flush();
                self.begin();
                self.write("***");
                self.needs_gap = true;
            }
            "br" => self
                .line
                .push_str(match self.around.has_lines() && self.table.is_none() {
                    true => "\\\n",
                    false => " ",
                }),
            "em" => self.line.push('*'),
            "strong" => self.line.push_str("**"),
            "del" => self.line.push_str("~~"),
            "a" => {
                let target = attribute(attributes, "href").unwrap_or_default();
                let target = match target.strip_prefix('#') {
                    Some(anchor) => self.around.link(anchor),
                    None => Some(target),
                };
                if target.is_some() {
                    self.line.push('[');
                }
                self.links.push(target);
            }
            "table" => {
                self.flush();
                self.begin();
                self.table = Some(Table::default());
            }
            "tr" => {
                if let Some(table) = &mut self.table {
                    table.rows.push(Vec::new());
                }
            }
            "th" => {
                let style = attribute(attributes, "style").unwrap_or_default();
                let line = match style.trim_start_matches("text-align: ") {
                    "left" => ":---",
                    "center" => ":---:",
                    "right" => "---:",
                    _ => "---",
                };
                if let Some(table) = &mut self.table {
                    table.alignments.push(line.to_owned());
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "p" => {
                self.flush();
                self.needs_gap = true;
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.close_heading(name),
            "pre" => {
                if let Some((language, text)) = self.block.take() {
                    self.write(&escape::fenced(&language, &text));
                    self.needs_gap = true;
                }
            }
            "code" => {
                if let Some(code) = self.code.take() {
                    self.line
                        .push_str(&escape::code(&code, self.table.is_some()));
                }
            }
            "blockquote" => {
                self.flush();
                self.leave();
                self.needs_gap = true;
            }
            "ul" | "ol" => {
                self.flush();
                self.ended = self.lists.pop().map(|list| list.sign);
                self.needs_gap |= self.lists.is_empty();
            }
            "li" => {
                self.flush();
                // An item without content is a line too. After a text, it would underline it.
                if self.inside.last().is_some_and(|item| !item.has_begun) && self.hidden == 0 {
                    self.needs_gap = true;
                    self.write("");
                }
                self.leave();
            }
            "em" => self.line.push('*'),
            "strong" => self.line.push_str("**"),
            "del" => self.line.push_str("~~"),
            "a" => {
                if let Some(Some(target)) = self.links.pop() {
                    let target = escape::destination(&target);
                    self.line.push_str(&format!("]({target})"));
                }
            }
            "td" | "th" => {
                let cell = std::mem::take(&mut self.line).replace('\n', " ");
                let row = self.table.as_mut().and_then(|table| table.rows.last_mut());
                if let Some(row) = row {
                    row.push(cell);
                }
            }
            "table" => self.close_table(),
            _ => {}
        }
    }

    fn open_list(&mut self, name: &str, attributes: &str) {
        let start = attribute(attributes, "start").and_then(|start| start.parse().ok());
        let start: u64 = start.unwrap_or(1);
        let has_text = !self.line.trim().is_empty();
        self.flush();
        // Only a list that begins with 1 can follow a text without an empty line.
        if !has_text || start != 1 {
            self.begin();
        }
        let signs = match name {
            "ul" => ('-', '*'),
            _ => ('.', ')'),
        };
        self.lists.push(List {
            sign: if self.ended == Some(signs.0) {
                signs.1
            } else {
                signs.0
            },
            number: (name == "ol").then_some(start),
        });
    }

    fn open_item(&mut self) {
        self.flush();
        let Some(list) = self.lists.last_mut() else {
            return;
        };
        let marker = match &mut list.number {
            None => format!("{} ", list.sign),
            Some(number) => {
                let marker = format!("{number}{} ", list.sign);
                *number += 1;
                marker
            }
        };
        let rest = " ".repeat(marker.len());
        self.enter(marker, rest);
    }

    fn close_heading(&mut self, name: &str) {
        let line = std::mem::take(&mut self.line);
        let mut heading = line.replace("\\\n", " ").replace('\n', " ");
        // Signs at the end would close the heading.
        if heading.ends_with('#') && !heading.ends_with("\\#") {
            heading.insert(heading.len() - 1, '\\');
        }
        let level = name[1..].parse().unwrap_or(6);
        let signs = self.around.heading(level, &heading);
        self.write(&format!("{signs} {heading}"));
        self.needs_gap = true;
    }

    fn close_table(&mut self) {
        let Some(table) = self.table.take() else {
            return;
        };
        let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
        let mut rows = table.rows.iter();
        let head = rows.next().map(|cells| row(cells)).unwrap_or_default();
        let lines = [head, row(&table.alignments)].into_iter();
        let lines: Vec<String> = lines.chain(rows.map(|cells| row(cells))).collect();
        self.write(&lines.join("\n"));
        self.needs_gap = true;
    }

    /// Begins a block, which an empty line separates from the one before it.
    fn begin(&mut self) {
        let is_first = self.inside.last().is_some_and(|inside| !inside.has_begun);
        self.needs_gap |= !is_first;
    }

    fn enter(&mut self, first: String, rest: String) {
        if self.inside.len() >= DEEPEST {
            self.hidden += 1;
            return;
        }
        self.inside.push(Inside {
            first,
            rest,
            has_begun: false,
        });
        self.ended = None;
    }

    fn leave(&mut self) {
        match self.hidden {
            0 => drop(self.inside.pop()),
            _ => self.hidden -= 1,
        }
    }

    /// Writes the text so far as a block.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.line);
        let text = text.trim_end();
        // A line break at the end of a block is none.
        let text = text
            .strip_suffix('\\')
            .filter(|_| text.ends_with("\\\n"))
            .unwrap_or(text);
        if text.trim().is_empty() || self.table.is_some() {
            return;
        }
        self.write(text);
    }

    /// Writes a block.
    fn write(&mut self, block: &str) {
        if self.needs_gap && !self.out.is_empty() {
            let begun = self.inside.iter().filter(|inside| inside.has_begun);
            let prefix: String = begun.map(|inside| inside.rest.as_str()).collect();
            self.out.push('\n');
            self.out.push_str(prefix.trim_end());
        }
        for line in block.split('\n') {
            if !self.out.is_empty() {
                self.out.push('\n');
            }
            let mut prefix = String::new();
            for inside in &mut self.inside {
                prefix.push_str(match inside.has_begun {
                    true => &inside.rest,
                    false => &inside.first,
                });
                inside.has_begun = true;
            }
            match line {
                "" => self.out.push_str(prefix.trim_end()),
                line => {
                    self.out.push_str(&prefix);
                    self.out.push_str(line);
                }
            }
        }
        self.needs_gap = false;
        self.ended = None;
    }
}
