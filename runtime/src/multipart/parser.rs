//! From chunks to parts (RFC 2046, section 5.1, and RFC 7578 for forms).

use bytes::{Buf, Bytes, BytesMut};
use memchr::memmem::Finder;

use super::head::{Naming, PartHead};

/// The maximum length of the headers of a part in bytes.
pub(super) const MAX_HEAD: usize = 8 * 1024;

/// The maximum number of parts.
pub(super) const MAX_PARTS: usize = 1000;

/// Splits a multipart body. It holds at most the headers of one part, or the length of the boundary.
pub(super) struct Parser {
    /// What has not been read yet.
    buffer: BytesMut,
    /// The start of a new part, with the line break before it.
    delimiter: Finder<'static>,
    naming: Naming,
    state: State,
    parts: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the first part.
    Preamble,
    /// After a delimiter.
    Delimited,
    Head,
    /// At the line break before the content, or before the next delimiter if there is no content.
    ContentStart,
    Content,
    /// After the last delimiter. Anything may follow.
    Epilogue,
}

/// What a body consists of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// The start of a part.
    Head(PartHead),
    /// A piece of its content, which is never empty.
    Content(Bytes),
    /// Its end.
    PartEnd,
}

/// Why a body is not multipart. It does not repeat the text.
pub(super) type Malformed = &'static str;

impl Parser {
    pub(super) fn new(boundary: &[u8], naming: Naming) -> Self {
        let delimiter = [b"\r\n--".as_slice(), boundary].concat();
        Self {
            // The first delimiter needs no line break before it.
            buffer: BytesMut::from(b"\r\n".as_slice()),
            delimiter: Finder::new(&delimiter).into_owned(),
            naming,
            state: State::Preamble,
            parts: 0,
        }
    }

    /// Adds a chunk, after all tokens of those before have been taken.
    pub(super) fn push(&mut self, chunk: &[u8]) {
        if self.state != State::Epilogue {
            self.buffer.extend_from_slice(chunk);
        }
    }

    /// Whether the last delimiter has been read.
    pub(super) fn is_complete(&self) -> bool {
        self.state == State::Epilogue
    }

    /// The next token. `None` if another chunk is needed, or at the end.
    pub(super) fn next(&mut self) -> Result<Option<Token>, Malformed> {
        loop {
            match self.state {
                State::Preamble => match self.delimiter.find(&self.buffer) {
                    Some(at) => self.enter(at),
                    None => {
                        self.before_delimiter();
                        return Ok(None);
                    }
                },
                State::Delimited => match self.after_delimiter()? {
                    Some(state) => self.state = state,
                    None => return Ok(None),
                },
                State::Head => return self.head(),
                State::ContentStart => {
                    let needle = self.delimiter.needle();
                    if self.buffer.len() < needle.len() && needle.starts_with(&self.buffer) {
                        return Ok(None);
                    }
                    if !self.buffer.starts_with(needle) {
                        self.buffer.advance(2);
                    }
                    self.state = State::Content;
                }
                State::Content => return Ok(self.content()),
                State::Epilogue => {
                    self.buffer.clear();
                    return Ok(None);
                }
            }
        }
    }

    /// Continues after the delimiter at this place.
    fn enter(&mut self, at: usize) {
        self.buffer.advance(at + self.delimiter.needle().len());
        self.state = State::Delimited;
    }

    /// Takes the bytes that cannot be the start of a delimiter.
    fn before_delimiter(&mut self) -> BytesMut {
        let kept = self.delimiter.needle().len() - 1;
        self.buffer.split_to(self.buffer.len().saturating_sub(kept))
    }

    /// Reads the rest of the line of a delimiter: two dashes if it is the last, and spaces.
    fn after_delimiter(&mut self) -> Result<Option<State>, Malformed> {
        match self.buffer.as_ref() {
            [b'-', b'-', ..] => return Ok(Some(State::Epilogue)),
            [] | [b'-'] => return Ok(None),
            [..] => {}
        }
        let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
        let spaces = self.buffer.iter().take_while(|byte| is_space(byte)).count();
        match self.buffer.get(spaces..).unwrap_or_default() {
            [b'\r', b'\n', ..] => {
                // Its line break is also that before the headers, so that a part without any is recognized.
                self.buffer.advance(spaces);
                self.count()?;
                Ok(Some(State::Head))
            }
            [] | [b'\r'] if spaces <= MAX_HEAD => Ok(None),
            [..] => Err("a boundary is followed by something else"),
        }
    }

    fn count(&mut self) -> Result<(), Malformed> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err("there are more than 1000 parts");
        }
        Ok(())
    }

    fn head(&mut self) -> Result<Option<Token>, Malformed> {
        let Some(end) = memchr::memmem::find(&self.buffer, b"\r\n\r\n") else {
            // The end may have arrived in part.
            if self.buffer.len() > MAX_HEAD + 3 {
                return Err("the headers of a part are larger than 8 KiB");
            }
            return Ok(None);
        };
        if end > MAX_HEAD {
            return Err("the headers of a part are larger than 8 KiB");
        }
        let head = PartHead::read(&self.buffer.split_to(end), self.naming)?;
        self.buffer.advance("\r\n".len());
        self.state = State::ContentStart;
        Ok(Some(Token::Head(head)))
    }

    fn content(&mut self) -> Option<Token> {
        match self.delimiter.find(&self.buffer) {
            Some(0) => {
                self.enter(0);
                Some(Token::PartEnd)
            }
            Some(at) => Some(Token::Content(self.buffer.split_to(at).freeze())),
            None => {
                let content = self.before_delimiter();
                (!content.is_empty()).then(|| Token::Content(content.freeze()))
            }
        }
    }
}
