//! Where in a document a cursor is. People complete while they type, so the text need not be YAML: this reads lines and
//! brackets, and knows nothing of the language.

use std::ops::Range;

/// The position of a cursor in the language.
#[derive(Debug)]
pub(super) struct Cursor {
    /// The maps and lists around it, from the outside.
    pub(super) frames: Vec<Frame>,
    pub(super) kind: CursorKind,
    /// The range of the word so far, up to the cursor.
    pub(super) written: Range<usize>,
}

/// What may be written at a cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CursorKind {
    /// A key of the innermost map.
    Key,
    /// A value on the line of its key, or an item between brackets.
    Value,
    /// A value on a separate line: also the first key of a map.
    Node,
}

/// A map or a list.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub(super) is_list: bool,
    /// The column of its keys or dashes; `None` between brackets.
    column: Option<usize>,
    /// The key whose value comes next.
    pub(super) key: Option<String>,
    /// The keys so far, with the values on their lines. Those of the innermost map are complete.
    pub(super) entries: Vec<(String, String)>,
}

impl Frame {
    /// The value of a key on its line.
    pub(super) fn value(&self, key: &str) -> Option<String> {
        let mut entries = self.entries.iter();
        let found = entries.find(|(name, _)| name == key);
        found.map(|(_, value)| value.clone())
    }
}

/// Finds the position of an offset in the language. `None` inside of comments and texts on several lines.
pub(super) fn find(text: &str, offset: usize) -> Option<Cursor> {
    let mut scan = Scan {
        text,
        offset,
        frames: Vec::new(),
        found: None,
        is_complete: false,
        block_text: None,
    };
    let mut start = 0;
    while start <= text.len() && !scan.is_complete {
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        start = scan.line(start, end).max(end) + 1;
    }
    // The text ends within the maps around the cursor.
    while !scan.frames.is_empty() {
        scan.pop();
    }
    scan.found.map(|(cursor, _)| cursor)
}

struct Scan<'t> {
    text: &'t str,
    offset: usize,
    frames: Vec<Frame>,
    /// The cursor, and how many frames are around it.
    found: Option<(Cursor, usize)>,
    /// Whether the innermost map or list of the cursor has ended.
    is_complete: bool,
    /// The column of the key of text on several lines.
    block_text: Option<usize>,
}

impl Scan<'_> {
    /// Remembers the first cursor that is found. The word at it begins at `start`.
    fn record_cursor(&mut self, kind: CursorKind, start: usize) {
        if self.found.is_none() {
            let written = start.min(self.offset)..self.offset;
            let frames = self.frames.clone();
            self.found = Some((
                Cursor {
                    frames,
                    kind,
                    written,
                },
                self.frames.len(),
            ));
        }
    }

    /// Ends the innermost map or list. Its entries are complete.
    fn pop(&mut self) {
        let depth = self.frames.len();
        let ended = self.frames.pop();
        if let (Some(ended), Some((cursor, cursor_depth))) = (ended, &mut self.found)
            && *cursor_depth == depth
            && !self.is_complete
        {
            self.is_complete = true;
            if let Some(last) = cursor.frames.last_mut() {
                last.entries = ended.entries;
            }
        }
    }

    /// Ends what is further to the right.
    fn leave(&mut self, is_left: impl Fn(&Frame) -> bool) {
        while self.frames.last().is_some_and(&is_left) {
            self.pop();
        }
    }

    fn push(&mut self, is_list: bool, column: Option<usize>) {
        self.frames.push(Frame {
            is_list,
            column,
            key: None,
            entries: Vec::new(),
        });
    }

    /// Reads a line, or several up to the end of brackets. Returns where it stopped.
    fn line(&mut self, start: usize, end: usize) -> usize {
        let line = self.text[start..end].trim_end_matches('\r');
        let rest = line.trim_start_matches(' ');
        let column = line.len() - rest.len();
        let has_cursor = (start..=end).contains(&self.offset);
        if let Some(key_column) = self.block_text {
            if rest.is_empty() && !has_cursor || column > key_column {
                return end;
            }
            self.block_text = None;
        }
        if rest.is_empty() {
            if has_cursor {
                self.blank(self.offset - start);
            }
            return end;
        }
        if rest.starts_with('#') || line == "---" {
            return end;
        }
        self.entry(start, column, end)
    }

    /// The cursor on an empty line.
    fn blank(&mut self, column: usize) {
        self.leave(|frame| frame.column.is_some_and(|own_column| own_column > column));
        self.at_column(column, self.offset);
    }

    /// The cursor where a key or a value begins.
    fn at_column(&mut self, column: usize, start: usize) {
        let is_in_map = match self.frames.last() {
            Some(frame) => !frame.is_list && frame.column == Some(column),
            None => false,
        };
        if is_in_map {
            self.record_cursor(CursorKind::Key, start);
        } else if self.frames.is_empty() && column == 0 || self.is_before_key(column) {
            // In an empty document, or before the first key of a map.
            self.push(false, Some(column));
            self.record_cursor(CursorKind::Key, start);
        } else {
            self.record_cursor(CursorKind::Node, start);
        }
    }

    /// Whether the next line with text has a key at a column.
    fn is_before_key(&self, column: usize) -> bool {
        let after = self.text[self.offset..].lines().skip(1);
        let mut after = after.filter(|line| !line.trim().is_empty());
        after.next().is_some_and(|line| {
            let rest = line.trim_start_matches(' ');
            line.len() - rest.len() == column && key_of(rest).is_some()
        })
    }

    /// Reads what begins at a column: dashes, a key, a value.
    fn entry(&mut self, line: usize, mut column: usize, end: usize) -> usize {
        loop {
            let start = line + column;
            let rest = &self.text[start..end];
            let is_item = rest == "-" || rest.starts_with("- ");
            self.leave(|frame| {
                let ends = |own_column| {
                    own_column > column || own_column == column && frame.is_list && !is_item
                };
                frame.column.is_some_and(ends)
            });
            if self.is_complete {
                return end;
            }
            if !is_item {
                return self.key(start, column, end);
            }
            if !self
                .frames
                .last()
                .is_some_and(|frame| frame.is_list && frame.column == Some(column))
            {
                self.push(true, Some(column));
            }
            let after = rest[1..].trim_start_matches(' ');
            column += rest.len() - after.len();
            if after.is_empty() {
                if (start + 1..=end).contains(&self.offset) {
                    self.record_cursor(CursorKind::Node, self.offset);
                }
                return end;
            }
        }
    }

    /// Reads a key and its value, or a value that is an item.
    fn key(&mut self, start: usize, column: usize, end: usize) -> usize {
        let rest = &self.text[start..end];
        let Some((key, length)) = key_of(rest) else {
            if (start..=end).contains(&self.offset) && !rest.starts_with(['{', '[']) {
                self.at_column(column, start);
                return end;
            }
            return self.value(start, end, column);
        };
        if !self
            .frames
            .last()
            .is_some_and(|frame| !frame.is_list && frame.column == Some(column))
        {
            self.push(false, Some(column));
        }
        let after = start + length;
        if (start..after).contains(&self.offset) {
            self.record_cursor(CursorKind::Key, start);
            return end;
        }
        if let Some(frame) = self.frames.last_mut() {
            let value = self.text[after..end].trim();
            frame.entries.push((key.clone(), unquoted(value)));
            frame.key = Some(key);
        }
        self.value(after, end, column)
    }

    /// Reads a value, whose key or item is at a column.
    fn value(&mut self, start: usize, end: usize, column: usize) -> usize {
        let rest = &self.text[start..end];
        let value = rest.trim_start();
        let at = end - value.len();
        let value = without_anchor(value);
        let begin = end - value.len();
        if value.starts_with(['|', '>']) {
            self.block_text = Some(column);
            return end;
        }
        if value.starts_with(['{', '[']) {
            return self.brackets(begin);
        }
        let comment = value.find(" #").map_or(end, |from| begin + from);
        if (start..=comment).contains(&self.offset) {
            self.record_cursor(CursorKind::Value, at.min(self.offset));
        }
        end
    }

    /// Reads what is between brackets, to the end of the outermost ones.
    fn brackets(&mut self, start: usize) -> usize {
        let depth = self.frames.len();
        let mut word: Option<usize> = None;
        let mut at = start;
        while let Some(c) = self.text[at..].chars().next() {
            self.look_between_brackets(at, depth, word);
            let next = self.text[at + c.len_utf8()..].chars().next();
            match c {
                '{' | '[' if word.is_none() => self.push(c == '[', None),
                '}' | ']' => {
                    self.end_entry(word.take(), at);
                    self.pop();
                    if self.is_complete || self.frames.len() <= depth {
                        return at + 1;
                    }
                }
                ',' => {
                    self.end_entry(word.take(), at);
                }
                ':' if next.is_none_or(|next| next.is_whitespace() || ",{}[]".contains(next)) => {
                    if let (Some(from), Some(frame)) = (word.take(), self.frames.last_mut())
                        && !(from..=at).contains(&self.offset)
                    {
                        frame.key = Some(unquoted(self.text[from..at].trim()));
                    }
                }
                '"' | '\'' if word.is_none() => {
                    word = Some(at);
                    // A quote that is not closed yet is typed right now.
                    let length = self.text[at + 1..].find(c);
                    if let Some(length) = length
                        && !(at + 1..=at + 1 + length).contains(&self.offset)
                    {
                        at += length + 1;
                    }
                }
                '#' if self.text[..at].ends_with([' ', '\n']) => {
                    at = self.text[at..]
                        .find('\n')
                        .map_or(self.text.len(), |to| at + to);
                    continue;
                }
                c if c.is_whitespace() => {}
                _ => word = word.or(Some(at)),
            }
            at += c.len_utf8();
        }
        self.look_between_brackets(at, depth, word);
        self.text.len()
    }

    /// Whether the cursor is here, in brackets around which there are `depth` others.
    fn look_between_brackets(&mut self, at: usize, depth: usize, word: Option<usize>) {
        if at == self.offset && self.frames.len() > depth {
            let mut innermost = self.frames.last().into_iter();
            let is_key = innermost.any(|frame| !frame.is_list && frame.key.is_none());
            self.record_cursor(
                if is_key {
                    CursorKind::Key
                } else {
                    CursorKind::Value
                },
                word.unwrap_or(at),
            );
        }
    }

    /// Ends an entry of a map between brackets.
    fn end_entry(&mut self, word: Option<usize>, at: usize) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let has_cursor = word.is_some_and(|from| (from..=at).contains(&self.offset));
        let written = word.map(|from| unquoted(self.text[from..at].trim()));
        if frame.is_list {
            return;
        }
        match (frame.key.take(), written) {
            (Some(key), value) => frame.entries.push((key, value.unwrap_or_default())),
            (None, Some(key)) if !has_cursor => frame.entries.push((key, String::new())),
            (None, _) => {}
        }
    }
}

/// The key that a line begins with, and its length with the colon.
fn key_of(line: &str) -> Option<(String, usize)> {
    if let Some(quote) = line.chars().next().filter(|c| ['"', '\''].contains(c)) {
        let length = line[1..].find(quote)? + 2;
        let rest = line[length..].trim_start();
        let is_key = rest == ":" || rest.starts_with(": ");
        let colon = line.len() - rest.len() + 1;
        return is_key.then(|| (line[1..length - 1].to_owned(), colon));
    }
    if line.starts_with(['{', '[', '#', '&', '*', '|', '>']) {
        return None;
    }
    let mut colons = line.match_indices(':').map(|(at, _)| at);
    let colon = colons.find(|at| {
        let after = line[at + 1..].chars().next();
        after.is_none_or(char::is_whitespace)
    })?;
    let is_comment = line[..colon].contains(" #");
    (!is_comment).then(|| (line[..colon].trim_end().to_owned(), colon + 1))
}

/// A value without an anchor before it.
fn without_anchor(value: &str) -> &str {
    match value
        .strip_prefix('&')
        .and_then(|rest| rest.split_once(' '))
    {
        Some((_, rest)) => rest.trim_start(),
        None => value,
    }
}

fn unquoted(text: &str) -> String {
    text.trim_matches(['"', '\'']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys that lead to the cursor `|`, what may be there, what is written, and the other keys beside it.
    fn position(text: &str) -> (String, CursorKind, String, String) {
        let offset = text.find('|').unwrap();
        let text = text.replace('|', "");
        let cursor = find(&text, offset).unwrap();
        let frames = cursor.frames.iter();
        let path = frames.map(|frame| match (&frame.key, frame.is_list) {
            (_, true) => "-".to_owned(),
            (key, false) => key.clone().unwrap_or_default(),
        });
        let path = path.collect::<Vec<_>>().join("/");
        let beside = cursor.frames.last().map(|frame| &frame.entries);
        let beside = beside.into_iter().flatten().map(|(key, _)| key.as_str());
        let beside = beside.collect::<Vec<_>>().join(" ");
        (path, cursor.kind, text[cursor.written].to_owned(), beside)
    }

    fn is(text: &str, path: &str, at: CursorKind, written: &str, beside: &str) {
        let expected = (path.to_owned(), at, written.to_owned(), beside.to_owned());
        assert_eq!(position(text), expected, "{text}");
    }

    #[test]
    fn keys_in_lines() {
        is("a: 1\nb|\nc: 2\n", "a", CursorKind::Key, "b", "a c");
        is(
            "a:\n  b: 1\n  |\n  c: 2\nd: 3\n",
            "a/b",
            CursorKind::Key,
            "",
            "b c",
        );
        is("a:\n  b:\n    c: 1\n  |\n", "a/b", CursorKind::Key, "", "b");
        is("a:\n  |\nb: 1\n", "a", CursorKind::Node, "", "a b");
        is("a:\n  |\n  b: 1\nc: 1\n", "a/", CursorKind::Key, "", "b");
        is("a:\n  x|\n\n  b: 1\n", "a/", CursorKind::Key, "x", "b");
        is("|", "", CursorKind::Key, "", "");
        is("a: 1\nb|c: 2\n", "a", CursorKind::Key, "b", "a");
    }

    #[test]
    fn values_in_lines() {
        is("a:\n  b: li|\n", "a/b", CursorKind::Value, "li", "b");
        is("a:\n  b: |\n  c: 1\n", "a/b", CursorKind::Value, "", "b c");
        is("a:\n  - x\n  - y|\n", "a/-", CursorKind::Node, "y", "");
        is(
            "a:\n- k: v\n  l: |\n",
            "a/-/l",
            CursorKind::Value,
            "",
            "k l",
        );
    }

    #[test]
    fn between_brackets() {
        is("a: { b: 1, | }\nc: 1\n", "a/", CursorKind::Key, "", "b");
        is("a: { b: 1, c|, d: 2 }\n", "a/", CursorKind::Key, "c", "b d");
        is(
            "a: { b: { c: x| } }\n",
            "a/b/c",
            CursorKind::Value,
            "x",
            "c",
        );
        is("a: { b: [x, y|] }\n", "a/b/-", CursorKind::Value, "y", "");
        is("a: { b: \"x, {\", c: |", "a/c", CursorKind::Value, "", "b");
    }

    #[test]
    fn no_text_is_too_strange() {
        let text = "a: { \"é𝄞: [é, 'ü\n- - é: |\n  x\n? é\n\t- é: é # é\r\n&é *é: {{}]}, \"\": '";
        for (end, _) in text.char_indices() {
            for (offset, _) in text[..end].char_indices() {
                let found = find(&text[..end], offset);
                assert!(found.is_none_or(|cursor| cursor.written.end == offset));
            }
        }
    }

    #[test]
    fn texts_and_comments_have_no_position() {
        assert!(find("a: |\n  some text\nb: 1\n", 9).is_none());
        assert!(find("# some text\n", 5).is_none());
        // A quoted text ends.
        is("a: 'it''s: x'\nb: |\n", "b", CursorKind::Value, "", "a b");
    }
}
