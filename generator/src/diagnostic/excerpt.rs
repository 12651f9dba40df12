//! The lines of an error, shortened and escaped for display, with the underlines moved to match.

use std::ops::Range;

use super::{Label, escape};
use crate::source::SourceFile;

/// At most 1/3 of a shortened line precedes the first underline.
const LEAD_PART: usize = 3;
/// Labels more than this many lines apart get separate excerpts.
const WIDEST_GAP: usize = 2_000;
/// Lines within this distance of a label may be shown; others never are.
const CONTEXT: usize = 3;

/// Consecutive lines, as they are shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// The file, if it is not the file of the first label.
    pub(super) file: Option<String>,
    /// The number of the first line in its file, counted from 1.
    pub(super) first_line: usize,
    /// The lines, separated by line feeds.
    pub(super) text: String,
    /// The underlines.
    pub(super) marks: Vec<Mark>,
}

/// An underline: bytes of the excerpt's text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) bytes: Range<usize>,
    pub(super) text: String,
    pub(super) primary: bool,
}

/// A label with its line, and the bytes of that line.
struct Placed<'a> {
    line: usize,
    bytes: Range<usize>,
    label: &'a Label,
    primary: bool,
}

/// The excerpts that show all labels: first the excerpts of the first label's file, then the others, in order. Lines of
/// more than `widest` columns are shortened.
pub(super) fn excerpts(labels: &[Label], source: &SourceFile, widest: usize) -> Vec<Excerpt> {
    let first = labels
        .first()
        .map(|label| source.position(label.span.start()).file);
    let mut placed: Vec<_> = labels
        .iter()
        .enumerate()
        .map(|(index, label)| place(label, index == 0, source))
        .collect();
    placed.sort_by_key(|p| (p.line, p.bytes.start));

    let mut excerpts: Vec<Excerpt> = placed
        .chunk_by(|one, next| {
            let is_near = next.line - one.line <= WIDEST_GAP;
            is_near && source.file_line(one.line).0 == source.file_line(next.line).0
        })
        .map(|near| excerpt(near, first, source, widest))
        .collect();
    // The file that the title names comes first.
    excerpts.sort_by_key(|excerpt| excerpt.file.is_some());
    excerpts
}

/// Finds the line of a label. Of a span over several lines, only the first line is used.
fn place<'a>(label: &'a Label, primary: bool, source: &SourceFile) -> Placed<'a> {
    let span = source.clamp(label.span);
    let (start, end) = (span.start(), span.end());
    let (line, _) = source.line_column(start);
    let range = source.line_range(line);
    let from = start.min(range.end) - range.start;
    let to = end.min(range.end).max(range.start + from) - range.start;
    Placed {
        line,
        bytes: from..to,
        label,
        primary,
    }
}

fn excerpt(near: &[Placed<'_>], main: Option<&str>, source: &SourceFile, widest: usize) -> Excerpt {
    let first_line = near.first().map_or(1, |p| p.line);
    let (file, number) = source.file_line(first_line);
    let mut excerpt = Excerpt {
        file: (Some(file) != main).then(|| file.to_owned()),
        first_line: number,
        text: String::new(),
        marks: Vec::new(),
    };
    let last_line = near.last().map_or(1, |p| p.line);
    for line in first_line..=last_line {
        if line > first_line {
            excerpt.text.push('\n');
        }
        let first = near.partition_point(|p| p.line < line);
        let after = near.partition_point(|p| p.line <= line);
        let next = near.get(first).map_or(usize::MAX, |p| p.line);
        let last = near[..first].last().map_or(0, |p| p.line);
        if next - line <= CONTEXT || line - last <= CONTEXT {
            push_line(&mut excerpt, source.line(line), &near[first..after], widest);
        }
    }
    excerpt
}

/// Appends a line, shortened to a window around its labels, and the marks of the labels.
fn push_line(excerpt: &mut Excerpt, line: &str, labels: &[Placed<'_>], widest: usize) {
    let window = window(line, labels.first().map_or(0, |p| p.bytes.start), widest);
    // The offset of each character of the window, in the line and in the text.
    let mut offsets = Vec::with_capacity(widest + 1);
    if window.start > 0 {
        excerpt.text.push('…');
    }
    for (at, c) in line[window.clone()].char_indices() {
        offsets.push((window.start + at, excerpt.text.len()));
        push_character(&mut excerpt.text, c);
    }
    let end = excerpt.text.len();
    if window.end < line.len() {
        excerpt.text.push('…');
    }

    let shown = |byte| {
        let index = offsets.partition_point(|(at, _)| *at < byte);
        offsets.get(index).map_or(end, |(_, shown)| *shown)
    };
    for placed in labels {
        excerpt.marks.push(Mark {
            bytes: shown(placed.bytes.start)..shown(placed.bytes.end),
            text: escape::line(&placed.label.text),
            primary: placed.primary,
        });
    }
}

/// The bytes of a line that are shown: all of them, or those around the first label.
fn window(line: &str, first: usize, widest: usize) -> Range<usize> {
    if fitting(line.chars(), widest) == line.len() {
        return 0..line.len();
    }
    let start = first - fitting(line[..first].chars().rev(), widest / LEAD_PART);
    start..start + fitting(line[start..].chars(), widest)
}

/// The length of the first characters that fit into this many columns, in bytes.
fn fitting(characters: impl Iterator<Item = char>, columns: usize) -> usize {
    let mut length = 0;
    let mut left = columns;
    for c in characters {
        let mut shown = String::new();
        push_character(&mut shown, c);
        // Characters without a width count too: a line could have millions of them.
        let width = textwrap::core::display_width(&shown).max(1);
        match left.checked_sub(width) {
            Some(rest) => left = rest,
            None => break,
        }
        length += c.len_utf8();
    }
    length
}

fn push_character(text: &mut String, c: char) {
    match c {
        '\t' => text.push_str("    "),
        _ => escape::push(text, c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDEST_LINE: usize = 120;

    fn label(start: usize, end: usize) -> Label {
        Label {
            span: crate::source::Span::new(start, end),
            text: String::new(),
            suggestion: None,
            elsewhere: Vec::new(),
            message_of_one: None,
        }
    }

    /// The excerpt of one label, and the text under its mark.
    fn shown(text: &str, start: usize, end: usize) -> (String, String) {
        let source = SourceFile::new("a.yaml", text);
        let mut excerpts = excerpts(&[label(start, end)], &source, WIDEST_LINE);
        assert_eq!(excerpts.len(), 1);
        let excerpt = excerpts.remove(0);
        let mark = excerpt.text[excerpt.marks[0].bytes.clone()].to_owned();
        (excerpt.text, mark)
    }

    fn pair(text: &str, mark: &str) -> (String, String) {
        (text.to_owned(), mark.to_owned())
    }

    #[test]
    fn the_line_of_the_label_is_shown() {
        assert_eq!(shown("a: 1\r\nb: 2\r\n", 9, 10), pair("b: 2", "2"));
    }

    #[test]
    fn marks_move_with_their_text_past_tabs_and_escapes() {
        assert_eq!(shown("\tü\u{7}x", 3, 5), pair("    ü\\u{7}x", "\\u{7}x"));
    }

    #[test]
    fn only_the_first_of_several_lines_is_marked() {
        assert_eq!(shown("a: one\n  two\n", 3, 12), pair("a: one", "one"));
    }

    #[test]
    fn spans_beyond_the_text_are_shown_at_its_end() {
        assert_eq!(shown("", 0, 0), pair("", ""));
        assert_eq!(shown("a", 7, 99), pair("a", ""));
        assert_eq!(shown("a\n", 2, 2), pair("", ""));
        assert_eq!(shown("a\r\nb", 1, 3), pair("a", ""));
    }

    #[test]
    fn long_lines_are_shortened_around_the_label() {
        let line = format!("{}here{}", "ü".repeat(500_000), "ä".repeat(500_000));
        let (text, mark) = shown(&line, 1_000_000, 1_000_004);
        assert_eq!(mark, "here");
        assert_eq!(text.chars().count(), WIDEST_LINE + 2);
        assert!(text.starts_with("…ü") && text.ends_with("ä…"));

        let (text, mark) = shown(&line, 0, line.len());
        assert_eq!(mark.chars().count(), WIDEST_LINE);
        assert!(text.starts_with('ü'));
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let line = format!("{}here{}", "書".repeat(100), "庫".repeat(100));
        let (text, mark) = shown(&line, 300, 304);
        assert_eq!(mark, "here");
        assert_eq!(
            text,
            format!("…{}here{}…", "書".repeat(20), "庫".repeat(38))
        );
    }

    #[test]
    fn characters_without_a_width_are_bounded() {
        let line = format!("here{}", "\u{301}".repeat(1_000));
        let (text, mark) = shown(&line, 0, 4);
        assert_eq!(mark, "here");
        assert_eq!(text, format!("here{}…", "\u{301}".repeat(116)));
    }

    #[test]
    fn labels_far_apart_have_separate_excerpts() {
        let source = SourceFile::new("a.yaml", "line\n".repeat(10_000));
        let labels = [label(25_000, 25_004), label(0, 4), label(10, 14)];
        let excerpts = excerpts(&labels, &source, WIDEST_LINE);
        let lines: Vec<_> = excerpts.iter().map(|e| e.first_line).collect();
        assert_eq!(lines, [1, 5_001]);
        assert_eq!(excerpts[0].text, "line\nline\nline");
        assert_eq!(excerpts[0].marks[1].bytes, 10..14);
        assert!(excerpts[1].marks[0].primary);
    }
}
