//! Reads a file line by line.

use std::io::{self, BufRead, BufReader, Read};

use zeroize::Zeroize as _;

/// Longer lines are not records.
const MAX_BYTES: usize = 16 << 20;

/// Reads a file line by line.
pub(super) struct Lines<R> {
    source: BufReader<R>,
    buffer: Vec<u8>,
    number: u64,
}

/// A line that is not blank.
pub(super) enum Line<'l> {
    /// UTF-8 text.
    Text(&'l str),
    /// Not a line of text.
    Invalid(&'static str),
}

impl<R: Read> Lines<R> {
    pub(super) fn of(source: R) -> Self {
        Self {
            source: BufReader::with_capacity(1 << 18, source),
            buffer: Vec::new(),
            number: 0,
        }
    }

    /// The number of the last line, or 0 before the first.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// The next line that is not blank, and its number.
    pub(super) fn next(&mut self) -> io::Result<Option<(u64, Line<'_>)>> {
        let is_long = loop {
            self.buffer.clear();
            let mut limited = (&mut self.source).take(MAX_BYTES as u64 + 1);
            if limited.read_until(b'\n', &mut self.buffer)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            let is_long = self.buffer.len() > MAX_BYTES && !self.buffer.ends_with(b"\n");
            if is_long || !self.buffer.trim_ascii().is_empty() {
                break is_long;
            }
        };
        if is_long {
            self.buffer.clear();
            self.source.skip_until(b'\n')?;
            let problem = "is longer than 16 MiB";
            return Ok(Some((self.number, Line::Invalid(problem))));
        }
        // Some editors write a byte order mark.
        let trimmed = self.buffer.trim_ascii();
        let bytes = match self.number {
            1 => trimmed.strip_prefix(b"\xef\xbb\xbf").unwrap_or(trimmed),
            _ => trimmed,
        };
        let line = match str::from_utf8(bytes) {
            Ok(text) => Line::Text(text),
            Err(_) => Line::Invalid("is not UTF-8"),
        };
        Ok(Some((self.number, line)))
    }

    /// Overwrites the last line, which may have contained a secret.
    pub(super) fn forget(&mut self) {
        self.buffer.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<(u64, String)> {
        let mut lines = Lines::of(bytes);
        let mut read = Vec::new();
        while let Some((number, line)) = lines.next().unwrap() {
            let text = match line {
                Line::Text(text) => text.to_owned(),
                Line::Invalid(problem) => problem.to_owned(),
            };
            read.push((number, text));
        }
        read
    }

    #[test]
    fn blank_lines_are_counted_and_skipped() {
        let lines = read(b"\xef\xbb\xbf{}\r\n\n  \n[]");
        assert_eq!(lines, [(1, "{}".to_owned()), (4, "[]".to_owned())]);
    }

    #[test]
    fn a_line_that_is_not_text_is_reported_and_the_next_one_is_read() {
        let lines = read(b"\xff\xfe\n{}\n");
        assert_eq!(
            lines,
            [(1, "is not UTF-8".to_owned()), (2, "{}".to_owned())]
        );
    }

    #[test]
    fn a_line_that_is_too_long_is_reported_and_the_next_one_is_read() {
        let mut bytes = vec![b' '; MAX_BYTES + 1];
        bytes[0] = b'{';
        bytes.extend_from_slice(b"}\n{}\n");
        let lines = read(&bytes);
        assert_eq!(lines.len(), 2);
        assert!(lines[0].1.contains("16 MiB"));
        assert_eq!(lines[1], (2, "{}".to_owned()));
    }
}
