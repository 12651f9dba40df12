//! Positions in text as editors count them: lines, and columns in UTF-16.

use lsp_types::{Position, Range};

use crate::source::Span;

/// Text with the offsets of its lines.
#[derive(Debug, Clone, Default)]
pub(super) struct Text {
    text: String,
    lines: Vec<usize>,
}

impl Text {
    pub(super) fn new(text: String) -> Self {
        let lines = lines(&text);
        Self { text, lines }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Replaces a range.
    pub(super) fn replace(&mut self, range: Range, with: &str) {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        self.text.replace_range(start..end.max(start), with);
        self.lines = lines(&self.text);
    }

    /// The byte offset of a position; the nearest one if there is no such position.
    pub(super) fn offset(&self, position: Position) -> usize {
        let Some(start) = self.lines.get(position.line as usize).copied() else {
            return self.text.len();
        };
        let next = self.lines.get(position.line as usize + 1).copied();
        let line = &self.text[start..next.unwrap_or(self.text.len())];
        let line = line.trim_end_matches(['\n', '\r']);
        let mut left = position.character as usize;
        for (at, c) in line.char_indices() {
            if left < c.len_utf16() {
                return start + at;
            }
            left -= c.len_utf16();
        }
        start + line.len()
    }

    /// The position of a byte offset on the boundary of a character.
    pub(super) fn position(&self, offset: usize) -> Position {
        let line = self.lines.partition_point(|start| *start <= offset) - 1;
        let before = self.text.get(self.lines[line]..offset).unwrap_or_default();
        Position::new(line as u32, before.encode_utf16().count() as u32)
    }

    pub(super) fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start()), self.position(span.end()))
    }
}

/// The offset of each line. The first is always 0.
fn lines(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let breaks = bytes.iter().enumerate().filter(|(at, byte)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    });
    let starts = breaks.map(|(at, _)| at + 1);
    std::iter::once(0).chain(starts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_in_utf_16() {
        let text = Text::new("aé𝄞b\r\nc".to_owned());
        for (offset, position) in [
            (0, (0, 0)),
            (1, (0, 1)),
            (3, (0, 2)),
            (7, (0, 4)),
            (8, (0, 5)),
            (10, (1, 0)),
        ] {
            let position = Position::new(position.0, position.1);
            assert_eq!(text.position(offset), position);
            assert_eq!(text.offset(position), offset);
        }
        // Inside of a character, and beyond the line and the text.
        assert_eq!(text.offset(Position::new(0, 3)), 3);
        assert_eq!(text.offset(Position::new(0, 99)), 8);
        assert_eq!(text.offset(Position::new(9, 0)), 11);
    }

    #[test]
    fn a_range_is_replaced() {
        let mut text = Text::new("one\ntwo\n".to_owned());
        let range = Range::new(Position::new(0, 3), Position::new(1, 1));
        text.replace(range, "\nT\n");
        assert_eq!(text.as_str(), "one\nT\nwo\n");
        assert_eq!(text.position(6), Position::new(2, 0));
    }
}
