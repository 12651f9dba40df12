//! Splitting chunks into lines.

use bytes::{Buf, Bytes, BytesMut};

/// The lines of a string that arrives in chunks. The end of a line may be in another chunk than its start.
pub(crate) struct Lines {
    /// The bytes of the last chunk that are not yet part of a line.
    chunk: Bytes,
    /// The start of a line whose end has not arrived.
    partial: BytesMut,
    ends: LineEnds,
    /// The maximum length of a line.
    limit: usize,
    /// Whether the last line ended with a carriage return, which a line feed may follow.
    after_return: bool,
}

/// What ends a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineEnds {
    /// A line feed.
    Feed,
    /// A line feed, a carriage return, or both in the other order.
    FeedOrReturn,
}

/// A line that exceeds the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LineTooLong;

impl Lines {
    pub(crate) fn new(ends: LineEnds, limit: usize) -> Self {
        Self {
            chunk: Bytes::new(),
            partial: BytesMut::new(),
            ends,
            limit,
            after_return: false,
        }
    }

    pub(crate) const fn limit(&self) -> usize {
        self.limit
    }

    /// Adds a chunk, after all lines of the one before have been taken.
    pub(crate) fn push(&mut self, chunk: Bytes) {
        self.chunk = chunk;
    }

    /// The next complete line, without its end. `None` if another chunk is needed.
    pub(crate) fn next(&mut self) -> Result<Option<Bytes>, LineTooLong> {
        if self.after_return && self.chunk.has_remaining() {
            self.after_return = false;
            if self.chunk.starts_with(b"\n") {
                self.chunk.advance(1);
            }
        }
        let end = match self.ends {
            LineEnds::Feed => memchr::memchr(b'\n', &self.chunk),
            LineEnds::FeedOrReturn => memchr::memchr2(b'\n', b'\r', &self.chunk),
        };
        let length = self.partial.len() + end.unwrap_or(self.chunk.len());
        if length > self.limit {
            return Err(LineTooLong);
        }
        let Some(end) = end else {
            self.partial.extend_from_slice(&self.chunk);
            self.chunk.clear();
            return Ok(None);
        };
        let rest = self.chunk.split_to(end);
        self.after_return = self.chunk.get_u8() == b'\r';
        if self.partial.is_empty() {
            return Ok(Some(rest));
        }
        self.partial.extend_from_slice(&rest);
        Ok(Some(self.partial.split().freeze()))
    }

    /// The last line, if the text does not end with the end of a line.
    pub(crate) fn finish(&mut self) -> Option<Bytes> {
        (!self.partial.is_empty()).then(|| self.partial.split().freeze())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a string in chunks of this size.
    fn lines(text: &str, ends: LineEnds, size: usize) -> Vec<String> {
        let mut lines = Lines::new(ends, 10);
        let mut found = Vec::new();
        for chunk in text.as_bytes().chunks(size) {
            lines.push(Bytes::copy_from_slice(chunk));
            while let Ok(Some(line)) = lines.next() {
                found.push(line);
            }
        }
        found.extend(lines.finish());
        let text = |line: Bytes| String::from_utf8_lossy(&line).into_owned();
        found.into_iter().map(text).collect()
    }

    #[test]
    fn lines_are_the_same_in_chunks_of_any_size() {
        let text = "a\nb\r\nc\rd\r\r\n\n\re";
        for size in 1..=text.len() {
            let all = lines(text, LineEnds::FeedOrReturn, size);
            assert_eq!(all, ["a", "b", "c", "d", "", "", "", "e"], "{size}");
            let feeds = lines(text, LineEnds::Feed, size);
            assert_eq!(feeds, ["a", "b\r", "c\rd\r\r", "", "\re"], "{size}");
        }
    }

    #[test]
    fn a_line_up_to_the_limit_is_read_and_a_longer_one_is_an_error() {
        for size in [1, 3, 20] {
            for (text, fits) in [
                ("0123456789\n", true),
                ("0123456789a\n", false),
                ("0123456789a", false),
            ] {
                let mut lines = Lines::new(LineEnds::Feed, 10);
                let mut result = Ok(None);
                for chunk in text.as_bytes().chunks(size) {
                    lines.push(Bytes::copy_from_slice(chunk));
                    result = lines.next();
                    if result != Ok(None) {
                        break;
                    }
                }
                assert_eq!(matches!(result, Ok(Some(_))), fits, "{size} {text}");
                assert_eq!(result.is_err(), !fits, "{size} {text}");
            }
        }
    }

    /// A carriage return ends a line at once: the line is not held back until the next byte arrives.
    #[test]
    fn a_line_is_complete_when_its_end_arrives() {
        let mut lines = Lines::new(LineEnds::FeedOrReturn, 10);
        lines.push(Bytes::from_static(b"a\r"));
        assert_eq!(lines.next(), Ok(Some(Bytes::from_static(b"a"))));
        lines.push(Bytes::from_static(b"\n"));
        assert_eq!(lines.next(), Ok(None));
        assert_eq!(lines.finish(), None);
    }
}
