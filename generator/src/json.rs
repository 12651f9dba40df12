//! Reads a JSON text (RFC 8259) into a tree of nodes with their places. The YAML reader rejects some texts that are
//! valid JSON, and does not know where lists and objects end.

// Documents come from outside, so each cast that can change a number has a reason, and no index or offset is only
// assumed to be valid.
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]

mod recognize;

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::hash::HashSet;
use crate::node::{Node, NodeKind, Tree, whole};
use crate::source::{Span, Spanned};

pub(crate) use recognize::{has_key, is_json};

const INVALID_JSON: Code = Code("E0902");

/// How deep lists and objects may nest. The reader recurses at each level.
const MAX_DEPTH: usize = 256;

/// Reads text as one JSON value. `start` is the place of the text in the whole source.
pub(crate) fn parse(text: &str, start: usize) -> Result<Tree, Diagnostic> {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
        start,
        entries: Vec::new(),
        items: Vec::new(),
        repeated: Vec::new(),
    };
    match reader.document() {
        Ok(root) => Ok(Tree {
            root: Arc::new(root),
            repeated: reader.repeated,
        }),
        Err(problem) => {
            let at = start + reader.at.min(text.len());
            let message = format!("invalid JSON: {}", problem.message);
            Err(Diagnostic::error(INVALID_JSON, message, Span::at(at)).help(problem.help))
        }
    }
}

/// An error at the position of the reader, and how to correct it.
struct Problem {
    message: &'static str,
    help: &'static str,
}

type Parsed<T> = Result<T, Problem>;

fn problem<T>(message: &'static str, help: &'static str) -> Parsed<T> {
    Err(Problem { message, help })
}

/// The end of an object or a list, and the errors about it.
struct Brackets {
    end: u8,
    expected: &'static str,
    not_closed: &'static str,
}

const OBJECT: Brackets = Brackets {
    end: b'}',
    expected: "expected `,` or `}`",
    not_closed: "an object is not closed",
};

const LIST: Brackets = Brackets {
    end: b']',
    expected: "expected `,` or `]`",
    not_closed: "a list is not closed",
};

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// The place of the text in the whole source.
    start: usize,
    /// The entries of all objects that are not closed yet. The entries of a closed object are moved to a list of
    /// their exact number, because large documents have many small objects.
    entries: Vec<(Spanned<String>, Node)>,
    /// The items of all lists that are not closed yet.
    items: Vec<Node>,
    /// Keys that are repeated in the same object.
    repeated: Vec<Spanned<String>>,
}

impl Reader<'_> {
    fn document(&mut self) -> Parsed<Node> {
        self.skip_space();
        let node = self.value(0)?;
        self.skip_space();
        match self.peek() {
            None => Ok(node),
            Some(_) => problem("there is text after the end of the document", "remove it"),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn node(&self, from: usize, kind: NodeKind) -> Node {
        Node {
            span: self.span(from),
            kind,
        }
    }

    fn span(&self, from: usize) -> Span {
        Span::new(from, self.at).shifted(self.start)
    }

    fn value(&mut self, depth: usize) -> Parsed<Node> {
        let from = self.at;
        let kind = match self.peek() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => NodeKind::Text(self.text()?),
            Some(b't') => self.word("true", NodeKind::Bool(true))?,
            Some(b'f') => self.word("false", NodeKind::Bool(false))?,
            Some(b'n') => self.word("null", NodeKind::Null)?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(_) => return problem("expected a value", "quote strings with `\"`"),
            None => return problem("the text ends where a value is expected", CLOSE),
        };
        Ok(self.node(from, kind))
    }

    fn word(&mut self, word: &str, kind: NodeKind) -> Parsed<NodeKind> {
        match self.text.get(self.at..self.at + word.len()) {
            Some(found) if found == word => {
                self.at += word.len();
                Ok(kind)
            }
            _ => problem("expected a value", "quote strings with `\"`"),
        }
    }

    fn object(&mut self, depth: usize) -> Parsed<NodeKind> {
        let first = self.entries.len();
        self.enclosed(depth, &OBJECT, Self::entry)?;
        let mut entries = self.entries.split_off(first);
        if has_repeated(&entries) {
            self.keep_last(&mut entries);
        }
        Ok(NodeKind::Map(entries))
    }

    fn entry(&mut self, depth: usize) -> Parsed<()> {
        let from = self.at;
        if self.peek() != Some(b'"') {
            return problem("expected a name in quotes", "write `\"name\": value`");
        }
        let key = self.text()?;
        let key = Spanned::new(key, self.span(from));
        self.skip_space();
        if self.peek() != Some(b':') {
            return problem("expected `:` after a name", "write `\"name\": value`");
        }
        self.at += 1;
        self.skip_space();
        let value = self.value(depth)?;
        self.entries.push((key, value));
        Ok(())
    }

    /// Reads what is in brackets, part by part. `part` gets the depth of the parts.
    fn enclosed(
        &mut self,
        depth: usize,
        brackets: &Brackets,
        part: fn(&mut Self, usize) -> Parsed<()>,
    ) -> Parsed<()> {
        if depth >= MAX_DEPTH {
            return problem("the document nests too deep", DEEP);
        }
        self.at += 1;
        self.skip_space();
        if self.peek() == Some(brackets.end) {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.skip_space();
            part(self, depth + 1)?;
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(end) if end == brackets.end => break,
                Some(_) => return problem(brackets.expected, CLOSE),
                None => return problem(brackets.not_closed, CLOSE),
            }
        }
        self.at += 1;
        Ok(())
    }

    /// Of entries with the same key, the last one counts, as in other readers.
    fn keep_last(&mut self, entries: &mut Vec<(Spanned<String>, Node)>) {
        let mut seen = HashSet::default();
        entries.reverse();
        entries.retain(|(key, _)| {
            let is_last = seen.insert(key.value.clone());
            if !is_last {
                self.repeated.push(key.clone());
            }
            is_last
        });
        entries.reverse();
    }

    fn list(&mut self, depth: usize) -> Parsed<NodeKind> {
        let first = self.items.len();
        self.enclosed(depth, &LIST, |reader, depth| {
            let value = reader.value(depth)?;
            reader.items.push(value);
            Ok(())
        })?;
        Ok(NodeKind::List(self.items.split_off(first)))
    }

    fn number(&mut self) -> Parsed<NodeKind> {
        let from = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let first = self.peek();
        let wrong = match self.digits() {
            0 => Some("this is not a number"),
            2.. if first == Some(b'0') => Some("a number begins with 0"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            self.at = from;
            return problem(wrong, NUMBER);
        }
        let mut is_whole = true;
        if self.peek() == Some(b'.') {
            is_whole = false;
            self.at += 1;
            if self.digits() == 0 {
                return problem("a number has no digit after its point", NUMBER);
            }
        }
        if let Some(b'e' | b'E') = self.peek() {
            is_whole = false;
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            if self.digits() == 0 {
                return problem("a number has no digit in its exponent", NUMBER);
            }
        }
        let text = self.text.get(from..self.at).unwrap_or_default();
        let fits = |value: &i128| (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(value);
        if is_whole && let Some(value) = text.parse::<i128>().ok().filter(fits) {
            return Ok(NodeKind::Integer(Box::new(value), text.to_owned()));
        }
        // The largest numbers are infinite, as in other readers.
        let value: f64 = text.parse().unwrap_or(f64::INFINITY);
        Ok(match whole(value).filter(|_| !is_whole) {
            Some(integer) => NodeKind::Integer(Box::new(integer), text.to_owned()),
            None => NodeKind::Number(value, text.to_owned()),
        })
    }

    /// Skips digits, and returns how many there are.
    fn digits(&mut self) -> usize {
        let from = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        self.at - from
    }

    fn text(&mut self) -> Parsed<String> {
        self.at += 1;
        let mut text = self.plain_text().to_owned();
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => self.escape(&mut text)?,
                Some(0..=0x1f) => {
                    return problem(
                        "a string contains a control character",
                        "write it as an escape, such as `\\n`",
                    );
                }
                None => return problem("a string is not closed", "close the quotes"),
                Some(_) => text.push_str(self.plain_text()),
            }
        }
    }

    /// Reads text up to the next quote, escape or control character.
    fn plain_text(&mut self) -> &str {
        let from = self.at;
        let is_end = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
        let rest = self.bytes.get(from..).unwrap_or_default();
        self.at += rest.iter().position(is_end).unwrap_or(rest.len());
        self.text.get(from..self.at).unwrap_or_default()
    }

    fn escape(&mut self, text: &mut String) -> Parsed<()> {
        let c = match self.bytes.get(self.at + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                text.push(self.unicode()?);
                return Ok(());
            }
            _ => return problem("unknown escape", "write `\\\\` for a backslash"),
        };
        self.at += 2;
        text.push(c);
        Ok(())
    }

    /// `\u` and four digits; two of them for a character beyond 16 bits. Half of such a pair is not a character.
    fn unicode(&mut self) -> Parsed<char> {
        let high = self.code_unit()?;
        if !(0xd800..0xdc00).contains(&high) {
            return Ok(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let before = self.at;
        if self.bytes.get(self.at..self.at + 2) == Some(b"\\u") {
            let low = self.code_unit()?;
            if (0xdc00..0xe000).contains(&low) {
                let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = before;
        }
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn code_unit(&mut self) -> Parsed<u32> {
        let digits = self.bytes.get(self.at + 2..self.at + 6);
        match digits.and_then(hexadecimal) {
            Some(unit) => {
                self.at += 6;
                Ok(unit)
            }
            None => problem(
                "`\\u` has four hexadecimal digits",
                "write `\\\\` for a backslash",
            ),
        }
    }
}

/// The number of hexadecimal digits, which have no sign.
pub(crate) fn hexadecimal(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        Some(number * 16 + digit)
    })
}

/// Whether two entries have the same key. Most objects are so small that comparing all keys is faster than hashing
/// them.
fn has_repeated(entries: &[(Spanned<String>, Node)]) -> bool {
    const MANY: usize = 16;
    let mut keys = entries.iter().map(|(key, _)| &key.value);
    if entries.len() > MANY {
        let mut seen = HashSet::default();
        seen.reserve(entries.len());
        return !keys.all(|key| seen.insert(key));
    }
    let is_before = |index: usize, wanted: &String| {
        let before = entries.get(..index).unwrap_or_default();
        before.iter().any(|(key, _)| key.value == *wanted)
    };
    keys.enumerate().any(|(index, key)| is_before(index, key))
}

const CLOSE: &str = "close every brace and bracket, and put a comma between values";
const DEEP: &str = "documents of people nest less than 50 levels deep";
const NUMBER: &str = "write numbers such as `0.5`, `-12` or `1e3`";

#[cfg(test)]
mod tests;
