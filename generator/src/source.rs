//! Source files and positions in them: [`SourceFile`], [`Span`], [`Spanned`].
//!
//! A position is a byte offset. A position that does not fit the text is clamped to the nearest one
//! that does; nothing here panics. A specification in several files is one text, so that a position needs no
//! file.

use std::ops::Range;

use crate::node::Tree;

pub use crate::span::{Span, Spanned};

/// Text and its name, such as `spec/gateway.yaml`.
///
/// ```
/// use specsmith::source::SourceFile;
///
/// let file = SourceFile::new("spec/gateway.yaml", "specsmith: 1\napi:\n");
/// assert_eq!(file.line_column(13), (2, 1));
/// ```
#[derive(Debug, Clone)]
pub struct SourceFile {
    text: String,
    /// The offset of each line; the first is always 0.
    line_starts: Vec<usize>,
    /// The first file, and those that were added to it.
    parts: Vec<Part>,
    /// Files that could not be added.
    missing: Vec<MissingFile>,
}

/// A file that cannot be read.
#[derive(Debug, Clone)]
pub(crate) struct MissingFile {
    pub(crate) name: String,
    /// Why it cannot be read.
    pub(crate) why: String,
}

/// A file in the text.
#[derive(Debug, Clone)]
struct Part {
    name: String,
    /// The name for people, if it is another one.
    shown: Option<String>,
    /// Whether no file in the working tree has this text.
    is_elsewhere: bool,
    start: usize,
    /// The number of lines before it.
    lines_before: usize,
    /// The file as a tree, if it was read already.
    tree: Option<Tree>,
}

/// A position in a file, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Position<'s> {
    /// The name of the file.
    pub file: &'s str,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
}

impl SourceFile {
    /// Creates a source file from its name, usually a path, and its text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let line_starts = line_starts(&text);
        let first = Part {
            name: name.into(),
            shown: None,
            is_elsewhere: false,
            start: 0,
            lines_before: 0,
            tree: None,
        };
        Self {
            text,
            line_starts,
            parts: vec![first],
            missing: Vec::new(),
        }
    }

    /// Adds the text of another file, such as one that a specification includes.
    #[must_use]
    pub fn with_file(mut self, name: impl Into<String>, text: &str) -> Self {
        self.text.push('\n');
        let start = self.text.len();
        let part = Part {
            name: name.into(),
            shown: None,
            is_elsewhere: false,
            start,
            lines_before: self.line_starts.len(),
            tree: None,
        };
        self.parts.push(part);
        self.text.push_str(text);
        let lines = line_starts(text).into_iter().map(|at| start + at);
        self.line_starts.extend(lines);
        self
    }

    /// Adds the files of another source, with the names that people see.
    #[must_use]
    pub(crate) fn with_files_of(mut self, other: &Self) -> Self {
        for (part, (name, span)) in other.parts.iter().zip(other.files()) {
            self = self.with_file(name, other.slice(span));
            if let Some(last) = self.parts.last_mut() {
                last.shown.clone_from(&part.shown);
                last.is_elsewhere = part.is_elsewhere;
            }
        }
        self
    }

    /// Keeps the tree of the last file, so that its text is read once.
    pub(crate) fn keep(&mut self, tree: Tree) {
        if let Some(part) = self.parts.last_mut() {
            part.tree = Some(tree);
        }
    }

    /// The tree of the file that begins at an offset, if it was kept.
    pub(crate) fn tree(&self, start: usize) -> Option<&Tree> {
        let index = self.parts.binary_search_by_key(&start, |part| part.start);
        self.parts.get(index.ok()?)?.tree.as_ref()
    }

    /// Adds a file that cannot be read.
    pub(crate) fn with_missing(mut self, name: String, why: String) -> Self {
        self.missing.push(MissingFile { name, why });
        self
    }

    /// The files that could not be added.
    pub(crate) fn missing(&self) -> &[MissingFile] {
        &self.missing
    }

    /// The name of the first file.
    pub fn name(&self) -> &str {
        self.parts.first().map_or("", |part| &part.name)
    }

    /// The same text with other names of its files in [positions](Self::position): `shown` returns the name of a file for
    /// people, or `None` if they see its name. References between the files keep using their names.
    #[doc(hidden)]
    #[must_use]
    pub fn shown_as(mut self, shown: impl Fn(&str) -> Option<String>) -> Self {
        for part in &mut self.parts {
            part.shown = shown(&part.name);
        }
        self
    }

    /// The same text, which is in no file of the working tree: it comes from a revision or from a server.
    #[doc(hidden)]
    #[must_use]
    pub fn elsewhere(mut self) -> Self {
        for part in &mut self.parts {
            part.is_elsewhere = true;
        }
        self
    }

    /// The files in the text: the name of each, and where it is.
    pub fn files(&self) -> impl Iterator<Item = (&str, Span)> {
        let ends = self.parts.iter().skip(1).map(|part| part.start - 1);
        let ends = ends.chain([self.text.len()]);
        let parts = self.parts.iter().zip(ends);
        parts.map(|(part, end)| (part.name.as_str(), Span::new(part.start, end)))
    }

    /// The whole text, of all files.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of lines; an empty file has one.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The line and column of a byte offset in the whole text, both counted from 1. Columns count
    /// characters; a tab is one. An offset beyond the text counts as its end, and one inside a character as
    /// its start.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let offset = self.floor(offset);
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = self.line_range(line).start;
        (line, self.text[start..offset].chars().count() + 1)
    }

    /// The position of a byte offset in its file, whose name is the one for people.
    pub fn position(&self, offset: usize) -> Position<'_> {
        let (line, column) = self.line_column(offset);
        let (file, line) = self.file_line(line);
        Position { file, line, column }
    }

    /// Whether the file that a byte offset is in is none of the working tree.
    pub(crate) fn is_elsewhere(&self, offset: usize) -> bool {
        let after = self.parts.partition_point(|part| part.start <= offset);
        let found = after.checked_sub(1).and_then(|last| self.parts.get(last));
        found.is_some_and(|part| part.is_elsewhere)
    }

    /// The file that a byte offset is in, by its name for people.
    pub(crate) fn file(&self, offset: usize) -> &str {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        self.file_line(line).0
    }

    /// The file of a line of the whole text, and the number of the line in that file.
    pub(crate) fn file_line(&self, line: usize) -> (&str, usize) {
        let after = self.parts.partition_point(|part| part.lines_before < line);
        match after.checked_sub(1).and_then(|last| self.parts.get(last)) {
            Some(part) => (
                part.shown.as_ref().unwrap_or(&part.name),
                line - part.lines_before,
            ),
            None => (self.name(), line),
        }
    }

    /// The text of a line, counted from 1, without its line break; empty if the line does not exist.
    pub fn line(&self, line: usize) -> &str {
        &self.text[self.line_range(line)]
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        let span = self.clamp(span);
        &self.text[span.start()..span.end()]
    }

    /// The nearest span that fits the text: inside it and on character boundaries.
    pub fn clamp(&self, span: Span) -> Span {
        let start = self.floor(span.start());
        Span::new(start, self.floor(span.end()).max(start))
    }

    /// The byte range of a line, counted from 1, without its line break.
    pub(crate) fn line_range(&self, line: usize) -> Range<usize> {
        let Some(start) = line.checked_sub(1).and_then(|i| self.line_starts.get(i)) else {
            return self.text.len()..self.text.len();
        };
        let end = self.line_starts.get(line).copied();
        let with_break = &self.text[*start..end.unwrap_or(self.text.len())];
        let content = match end {
            None => with_break,
            Some(_) => with_break
                .strip_suffix("\r\n")
                .or_else(|| with_break.strip_suffix(['\n', '\r']))
                .unwrap_or(with_break),
        };
        *start..*start + content.len()
    }

    /// The start of the character at an offset.
    fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// The line breaks of YAML are LF, CR LF and CR.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let breaks = bytes.iter().enumerate().filter(|(at, byte)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    std::iter::once(0)
        .chain(breaks.map(|(at, _)| at + 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(text: &str) -> Vec<(usize, usize)> {
        let file = SourceFile::new("a.yaml", text);
        (0..=text.len())
            .map(|offset| file.line_column(offset))
            .collect()
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(
            positions("é: ü\nb"),
            [
                (1, 1),
                (1, 1),
                (1, 2),
                (1, 3),
                (1, 4),
                (1, 4),
                (1, 5),
                (2, 1),
                (2, 2)
            ]
        );
    }

    #[test]
    fn all_line_breaks_of_yaml_are_recognized() {
        let file = SourceFile::new("a.yaml", "one\r\ntwo\rthree\n\nfive\n");
        let lines: Vec<_> = (1..=file.line_count())
            .map(|line| file.line(line))
            .collect();
        assert_eq!(lines, ["one", "two", "three", "", "five", ""]);
        assert_eq!(file.line_column(5), (2, 1));
    }

    #[test]
    fn people_see_other_names_than_files() {
        let file = SourceFile::new("a.yaml", "a\n").with_file("b.yaml", "b\n");
        let file = file.shown_as(|name| (name == "b.yaml").then(|| "main:b.yaml".to_owned()));
        let names: Vec<&str> = file.files().map(|(name, _)| name).collect();
        assert_eq!(names, ["a.yaml", "b.yaml"]);
        assert_eq!(file.position(0).file, "a.yaml");
        assert_eq!(file.position(3).file, "main:b.yaml");
    }

    #[test]
    fn an_empty_file_has_one_empty_line() {
        let file = SourceFile::new("a.yaml", "");
        assert_eq!(file.line_column(0), (1, 1));
        assert_eq!(file.line_column(99), (1, 1));
        assert_eq!(file.line_count(), 1);
        assert_eq!(file.line(1), "");
    }

    #[test]
    fn lines_that_do_not_exist_are_empty() {
        let file = SourceFile::new("a.yaml", "one");
        assert_eq!(file.line(0), "");
        assert_eq!(file.line(2), "");
    }

    #[test]
    fn spans_are_clamped_to_the_text() {
        let file = SourceFile::new("a.yaml", "aé");
        assert_eq!(file.slice(Span::new(2, 99)), "é");
        let backwards = Span::new(99, 0);
        assert_eq!(file.clamp(backwards), Span::at(3));
        assert_eq!(file.slice(Span::new(0, 2)), "a");
    }
}
