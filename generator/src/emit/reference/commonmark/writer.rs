//! Writes a file of the reference, block by block.

use pulldown_cmark::{Event, Parser};

use super::places::{Fragments, Places};
use crate::emit::markdown::{self, RichText, Surroundings};
use crate::emit::reference::code::Sample;
use crate::emit::reference::notes::NotesView;

/// A file.
pub(super) struct Writer<'a> {
    text: String,
    name: &'a str,
    /// By how many levels headings are higher than on the page, where groups are at the second level.
    raised: usize,
    fragments: Fragments,
    /// The fragment of the last heading.
    fragment: String,
    /// The places that links lead to.
    places: &'a Places,
    /// The places of this file.
    found: &'a mut Places,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        name: &'a str,
        raised: usize,
        places: &'a Places,
        found: &'a mut Places,
    ) -> Self {
        Self {
            text: String::new(),
            name,
            raised,
            fragments: Fragments::default(),
            fragment: String::new(),
            places,
            found,
        }
    }

    pub(super) fn finish(self) -> String {
        self.text + "\n"
    }

    /// A heading, and the anchor of what is below it.
    pub(super) fn heading(&mut self, level: usize, text: &str, anchor: &str) {
        let text = markdown::heading(&markdown::text(text));
        let signs = self.signs(level, &text);
        self.paragraph(&format!("{signs} {text}"));
        self.anchor(anchor);
    }

    /// The signs that begin a heading.
    fn signs(&mut self, level: usize, text: &str) -> String {
        self.fragment = self.fragments.next(&visible(text));
        let level = level.saturating_sub(self.raised).max(1);
        "#".repeat(level)
    }

    /// An anchor below the last heading.
    pub(super) fn anchor(&mut self, anchor: &str) {
        if !anchor.is_empty() {
            self.found.insert(anchor, self.name, &self.fragment);
        }
    }

    /// A block of CommonMark.
    pub(super) fn paragraph(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        self.text.push_str(text);
    }

    /// The items of a list, each of which is CommonMark.
    pub(super) fn list(&mut self, items: &[String]) {
        let marker = marker_after(&self.text);
        let items: Vec<String> = items.iter().map(|text| item(text, marker)).collect();
        self.paragraph(&items.join("\n"));
    }

    /// A list with an item for each part.
    pub(super) fn list_of<T>(&mut self, parts: &[T], item: impl Fn(&T, &mut Self) -> String) {
        let items: Vec<String> = parts.iter().map(|part| item(part, self)).collect();
        self.list(&items);
    }

    /// A sample of code.
    pub(super) fn sample(&mut self, sample: &Sample) {
        self.paragraph(&markdown::fenced(sample.language, &sample.text));
    }

    /// Text on one line.
    pub(super) fn line(&self, text: &RichText) -> String {
        markdown::write_line(text, self)
    }

    /// Text as blocks.
    pub(super) fn blocks(&mut self, text: &RichText) -> String {
        markdown::write_blocks(text, self)
    }

    /// A link to an anchor, or only its text.
    pub(super) fn link_to(&self, anchor: &str, text: &str) -> String {
        match self.link(anchor) {
            Some(url) => format!("[{text}]({})", markdown::destination(&url)),
            None => text.to_owned(),
        }
    }

    /// Notes as blocks.
    pub(super) fn notes(&mut self, notes: &NotesView) {
        let blocks = self.blocks(&notes.doc);
        self.paragraph(&blocks);
        for line in self.remarks(notes) {
            self.paragraph(&line);
        }
    }

    /// What a string says, with its notes and short strings about it, as an item of a list.
    pub(super) fn noted(&mut self, head: &str, notes: &NotesView, facts: &[RichText]) -> String {
        self.noted_after(head, ": ", notes, facts)
    }

    /// The same, with this separator between what a string says and the first of its notes.
    pub(super) fn noted_after(
        &mut self,
        head: &str,
        separator: &str,
        notes: &NotesView,
        facts: &[RichText],
    ) -> String {
        let doc = self.blocks(&notes.doc);
        let is_line = !doc.contains('\n') && notes.doc.begins_with_paragraph();
        let mut parts = match is_line {
            true => vec![format!("{head}{separator}{doc}")],
            false if doc.is_empty() => vec![head.to_owned()],
            false => vec![head.to_owned(), doc],
        };
        let is_short = parts.len() == 1;
        parts.extend(self.remarks(notes));
        parts.extend(self.facts(facts));
        parts.join(if is_short { "\n" } else { "\n\n" })
    }

    /// Short strings as sentences on one line, if there are any.
    pub(super) fn facts(&self, facts: &[RichText]) -> Option<String> {
        let sentences = facts.iter().map(|fact| {
            let line = self.line(fact);
            let mut letters = line.chars();
            let first: String = letters
                .next()
                .into_iter()
                .flat_map(char::to_uppercase)
                .collect();
            let line = format!("{first}{}", letters.as_str());
            match line.ends_with(['.', '!', '?']) {
                true => line,
                false => format!("{line}."),
            }
        });
        let sentences: Vec<String> = sentences.collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    fn remarks(&self, notes: &NotesView) -> Vec<String> {
        let remarks = [
            ("Unstable", &notes.unstable),
            ("Deprecated", &notes.deprecated),
            ("Assumed", &notes.assumed),
        ]
        .into_iter();
        let remarks = remarks.filter_map(|(label, text)| Some((label, text.as_ref()?)));
        let lines = remarks.map(|(label, text)| format!("**{label}:** {}", self.line(text)));
        lines.collect()
    }
}

impl Surroundings for Writer<'_> {
    fn link(&self, anchor: &str) -> Option<String> {
        self.places.url(anchor, self.name)
    }

    /// A heading of a description is below the headings of the sections around it.
    fn heading(&mut self, level: usize, text: &str) -> String {
        self.signs((level + 1).min(6), text)
    }
}

/// The text that a heading shows: without escapes, signs of code, and the targets of links.
fn visible(heading: &str) -> String {
    let texts = Parser::new(heading).filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.into_string()),
        _ => None,
    });
    texts.collect()
}

/// Appends the items of a list to the text that they belong to.
pub(super) fn push_items(items: impl IntoIterator<Item = String>, to: &mut String) {
    let marker = marker_after(to);
    for text in items {
        to.push('\n');
        to.push_str(&item(&text, marker));
    }
}

/// The marker of a list after a string. With the one of a list at the end of the text, it would continue that list.
fn marker_after(text: &str) -> char {
    let mut lines = text.rsplit('\n');
    let last = lines.find(|line| !line.is_empty() && !line.starts_with(' '));
    match last.is_some_and(|line| line == "-" || line.starts_with("- ")) {
        true => '*',
        false => '-',
    }
}

/// The lines of an item of a list.
fn item(text: &str, marker: char) -> String {
    let mut lines = text.split('\n');
    let first = format!("{marker} {}", lines.next().unwrap_or_default());
    let rest = lines.map(|line| match line {
        "" => String::new(),
        line => format!("  {line}"),
    });
    let lines: Vec<String> = std::iter::once(first).chain(rest).collect();
    lines.join("\n")
}
