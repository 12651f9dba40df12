//! Source files and positions in them: [`SourceFile`], [`Span`], [`Spanned`].
//!
//! A position is a byte offset. A position that does not fit the text is clamped to the nearest one
//! that does; nothing here panics. A specification in several files is one text, so that a position needs no
//! file.

use crate::node::Tree;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, Range};

/// A text and its name, such as `spec/gateway.yaml`.
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
    start: usize,
    /// The number of lines before it.
    lines_before: usize,
    /// The file as a tree, if it was read already.
    tree: Option<Tree>,
}

/// A place in a file, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'s> {
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
        let part = Part {
            name: name.into(),
            start: self.text.len(),
            lines_before: self.line_starts.len(),
            tree: None,
        };
        self.parts.push(part);
        self.text.push_str(text);
        self.line_starts = line_starts(&self.text);
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

    /// The place of a byte offset in its file.
    pub fn place(&self, offset: usize) -> Place<'_> {
        let (line, column) = self.line_column(offset);
        let (file, line) = self.file_line(line);
        Place { file, line, column }
    }

    /// The file that a byte offset is in.
    pub(crate) fn file(&self, offset: usize) -> &str {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        self.file_line(line).0
    }

    /// The file of a line of the whole text, and the number of the line in that file.
    pub(crate) fn file_line(&self, line: usize) -> (&str, usize) {
        let after = self.parts.partition_point(|part| part.lines_before < line);
        match after.checked_sub(1).and_then(|last| self.parts.get(last)) {
            Some(part) => (&part.name, line - part.lines_before),
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

/// A range of byte offsets into the text of a [`SourceFile`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub struct Span {
    // Documents have millions of these, and none is larger than 64 MiB.
    start: u32,
    end: u32,
}

/// An offset in fewer bits.
const fn offset(bytes: usize) -> u32 {
    if bytes < u32::MAX as usize {
        bytes as u32
    } else {
        u32::MAX
    }
}

impl Span {
    /// The same span of a text that begins at `start`.
    pub(crate) const fn shifted(self, start: usize) -> Self {
        Self::new(self.start() + start, self.end() + start)
    }

    /// A span from `start` to `end`. An `end` before `start` becomes `start`.
    /// Offsets of 4 GiB and more become the largest one.
    pub const fn new(start: usize, end: usize) -> Self {
        Self {
            start: offset(start),
            end: offset(if end < start { start } else { end }),
        }
    }

    /// The offset of the first byte.
    pub const fn start(self) -> usize {
        self.start as usize
    }

    /// The offset after the last byte; never before that of the first.
    pub const fn end(self) -> usize {
        self.end as usize
    }

    /// An empty span at an offset, for something that is missing there.
    pub const fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Whether the span covers no text.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

/// A value and its position.
///
/// Comparison, ordering and hashing use only the value: `id` on line 3 equals `id` on line 9. So a
/// `Spanned<String>` can be a key.
///
/// ```
/// use specsmith::source::{Span, Spanned};
///
/// let here = Spanned::new("id", Span::new(3, 5));
/// let there = Spanned::new("id", Span::new(90, 92));
/// assert_eq!(here, there);
/// assert_eq!(here.len(), 2); // derefs to the value
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its position.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Combines a value and its position.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Changes the value and keeps the position.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned::new(change(self.value), self.span)
    }

    /// Borrows the value and keeps the position.
    pub const fn as_ref(&self) -> Spanned<&T> {
        Spanned::new(&self.value, self.span)
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Display> fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: Hash> Hash for Spanned<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<(usize, usize)> {
        let file = SourceFile::new("a.yaml", text);
        (0..=text.len())
            .map(|offset| file.line_column(offset))
            .collect()
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(
            places("é: ü\nb"),
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

    #[test]
    fn spanned_values_compare_without_their_positions() {
        let one = Spanned::new("id", Span::new(0, 2));
        let two = Spanned::new("id", Span::new(7, 9));
        assert_eq!(one, two);
        assert_eq!(one.cmp(&two), Ordering::Equal);
        assert_eq!(one.map(str::len).value, 2);
        assert_eq!(one.span.to(two.span), Span::new(0, 9));
    }
}
