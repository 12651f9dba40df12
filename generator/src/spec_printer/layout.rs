//! The layout of a specification: maps on one line where they fit, blocks where not.

use std::fmt::Write as _;

use crate::source::Spanned;

/// A line is at most this long, if what is on it can be in several.
const WIDTH: usize = 100;

/// A value in YAML.
#[derive(Debug, Clone)]
pub(super) enum Value {
    /// A scalar as it is written.
    Scalar(String),
    /// A scalar with braces: plain in block style, quoted in a map or list on one line.
    QuotedInFlow(String),
    /// Text without line breaks, of which spaces may become line breaks.
    Long(String),
    /// Text with line breaks.
    Lines(String),
    List(Vec<Value>),
    Map(Map),
}

pub(super) fn text(text: &str) -> Value {
    Value::Scalar(scalar(text))
}

pub(super) fn texts(texts: &[Spanned<String>]) -> Value {
    Value::List(texts.iter().map(|item| text(&item.value)).collect())
}

pub(super) fn word(word: impl ToString) -> Value {
    Value::Scalar(word.to_string())
}

/// A map with one entry.
pub(super) fn entry(key: &str, value: Value) -> Value {
    let mut map = Map::new();
    map.add(key, value);
    Value::Map(map)
}

/// The entries of a map.
#[derive(Debug, Clone, Default)]
pub(super) struct Map(Vec<Entry>);

#[derive(Debug, Clone)]
struct Entry {
    comments: Vec<String>,
    key: String,
    value: Value,
}

impl<'k> FromIterator<(&'k Spanned<String>, Value)> for Map {
    fn from_iter<I: IntoIterator<Item = (&'k Spanned<String>, Value)>>(entries: I) -> Self {
        let mut map = Self::new();
        for (key, value) in entries {
            map.add(&key.value, value);
        }
        map
    }
}

impl Map {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Adds an entry. The key is text that is quoted if necessary.
    pub(super) fn add(&mut self, key: &str, value: Value) -> &mut Self {
        self.0.push(Entry {
            comments: Vec::new(),
            key: key_of(key),
            value,
        });
        self
    }

    /// Adds an entry if there is a value.
    pub(super) fn maybe(&mut self, key: &str, value: Option<Value>) -> &mut Self {
        if let Some(value) = value {
            self.add(key, value);
        }
        self
    }

    /// Adds text, if there is some.
    pub(super) fn text(&mut self, key: &str, value: &Option<Spanned<String>>) -> &mut Self {
        self.maybe(key, value.as_ref().map(|value| text(&value.value)))
    }

    /// Adds a list of texts that is not empty.
    pub(super) fn texts(&mut self, key: &str, all: &[Spanned<String>]) -> &mut Self {
        self.maybe(key, (!all.is_empty()).then(|| texts(all)))
    }

    /// Adds `true`, if that is the value.
    pub(super) fn flag(&mut self, key: &str, is_raised: bool) -> &mut Self {
        self.maybe(key, is_raised.then(|| word("true")))
    }

    /// Adds a map that has entries.
    pub(super) fn section(&mut self, key: &str, map: Self) -> &mut Self {
        match map.is_empty() {
            true => self,
            false => self.add(key, Value::Map(map)),
        }
    }

    /// Adds comments above the last entry.
    pub(super) fn comment(&mut self, comments: Vec<String>) -> &mut Self {
        if let Some(last) = self.0.last_mut() {
            last.comments.extend(comments);
        }
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The map, or nothing if it is empty.
    pub(super) fn or_nothing(self) -> Value {
        match self.is_empty() {
            true => Value::Scalar(String::new()),
            false => Value::Map(self),
        }
    }

    /// The map, or the value of its only entry if that has this key and no comment.
    pub(super) fn or_only(mut self, key: &str) -> Value {
        let is_short = matches!(
            self.0.as_slice(),
            [only] if only.key == key && only.comments.is_empty()
        );
        match self.0.pop_if(|_| is_short) {
            Some(only) => only.value,
            None => Value::Map(self),
        }
    }

    /// The text of a document. Sections, and the entries of those in `spaced`, are apart by a line.
    pub(super) fn document(&self, spaced: &[&str]) -> String {
        let mut text = String::new();
        for (index, entry) in self.0.iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            match &entry.value {
                Value::Map(map) if spaced.contains(&entry.key.as_str()) => {
                    let _ = writeln!(text, "{}:", entry.key);
                    map.blocks(&mut text);
                }
                _ => entry.print(&mut text, 0),
            }
        }
        text
    }

    /// Entries that are apart by a line if one of two neighbours has several lines.
    fn blocks(&self, text: &mut String) {
        let mut was_long = false;
        for (index, entry) in self.0.iter().enumerate() {
            let mut own = String::new();
            entry.print(&mut own, 2);
            let is_long = own.lines().count() > 1;
            if index > 0 && (is_long || was_long) {
                text.push('\n');
            }
            text.push_str(&own);
            was_long = is_long;
        }
    }
}

impl Entry {
    fn print(&self, text: &mut String, indent: usize) {
        let margin = " ".repeat(indent);
        for comment in &self.comments {
            let _ = writeln!(text, "{margin}# {comment}");
        }
        let start = format!("{margin}{}:", self.key);
        self.value.print(text, &start, indent);
    }
}

impl Value {
    /// Prints a value after the start of its line.
    fn print(&self, text: &mut String, start: &str, indent: usize) {
        if let Some(inline) = self.inline(false) {
            let is_short = start.chars().count() + 1 + inline.chars().count() <= WIDTH;
            let is_scalar = matches!(self, Self::Scalar(_) | Self::QuotedInFlow(_));
            let is_empty = matches!(self, Self::List(items) if items.is_empty())
                || matches!(self, Self::Map(map) if map.is_empty());
            if is_short || is_scalar || is_empty {
                let _ = match inline.is_empty() {
                    true => writeln!(text, "{start}"),
                    false => writeln!(text, "{start} {inline}"),
                };
                return;
            }
        }
        let margin = " ".repeat(indent + 2);
        match self {
            Self::Scalar(_) | Self::QuotedInFlow(_) => {}
            Self::Long(long) => {
                let _ = writeln!(text, "{start} >-");
                for line in wrapped(long, WIDTH.saturating_sub(indent + 2)) {
                    let _ = writeln!(text, "{margin}{line}");
                }
            }
            Self::Lines(lines) => {
                let _ = writeln!(text, "{start} |-");
                for line in lines.split('\n') {
                    let _ = match line.is_empty() {
                        true => writeln!(text),
                        false => writeln!(text, "{margin}{line}"),
                    };
                }
            }
            Self::List(items) => {
                let _ = writeln!(text, "{start}");
                for item in items {
                    item.print_item(text, indent + 2);
                }
            }
            Self::Map(map) => {
                let _ = writeln!(text, "{start}");
                for entry in &map.0 {
                    entry.print(text, indent + 2);
                }
            }
        }
    }

    /// Prints an item of a list.
    fn print_item(&self, text: &mut String, indent: usize) {
        let margin = " ".repeat(indent);
        let is_long = match self.inline(false) {
            Some(inline) => indent + 2 + inline.chars().count() > WIDTH,
            None => true,
        };
        match self {
            Self::Map(map) if is_long && !map.is_empty() => {
                let mut own = String::new();
                for entry in &map.0 {
                    entry.print(&mut own, indent + 2);
                }
                // The first key is on the line of the dash.
                let rest = own.get(indent + 2..).unwrap_or_default();
                let _ = write!(text, "{margin}- {rest}");
            }
            _ => self.print(text, &format!("{margin}-"), indent),
        }
    }

    /// The value on one line, if it can be. `is_inside` says whether it is in a map or a list on that line.
    fn inline(&self, is_inside: bool) -> Option<String> {
        match self {
            Self::Scalar(text) => Some(text.clone()),
            Self::QuotedInFlow(text) => Some(match is_inside {
                true => scalar(text),
                false => text.clone(),
            }),
            Self::Long(text) => Some(scalar(text)),
            Self::Lines(_) => None,
            Self::List(items) => {
                let items: Option<Vec<String>> =
                    items.iter().map(|item| item.inline(true)).collect();
                Some(format!("[{}]", items?.join(", ")))
            }
            Self::Map(map) => {
                let entries: Option<Vec<String>> = map.0.iter().map(Entry::inline).collect();
                let entries = entries?;
                Some(match entries.is_empty() {
                    true => "{}".to_owned(),
                    false => format!("{{ {} }}", entries.join(", ")),
                })
            }
        }
    }
}

impl Entry {
    fn inline(&self) -> Option<String> {
        if !self.comments.is_empty() {
            return None;
        }
        let value = self.value.inline(true)?;
        Some(match value.is_empty() {
            true => format!("{}:", self.key),
            false => format!("{}: {value}", self.key),
        })
    }
}

/// The lines of text, broken at single spaces.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A description: on one line, folded, or as it is.
pub(super) fn prose(text: &str) -> Value {
    let is_printable = text.chars().all(|c| c == '\n' || is_printable(c));
    const SPACE: [char; 3] = [' ', '\n', '\t'];
    let has_outer_space = text.starts_with(SPACE) || text.ends_with(SPACE);
    if !is_printable || has_outer_space {
        return Value::Scalar(quoted(text));
    }
    if text.contains('\n') {
        // Spaces at the end of a line would be kept, but editors remove them.
        return match text.lines().any(|line| line.ends_with(' ')) {
            true => Value::Scalar(quoted(text)),
            false => Value::Lines(text.to_owned()),
        };
    }
    match text.contains("  ") || text.is_empty() {
        true => Value::Scalar(scalar(text)),
        false => Value::Long(text.to_owned()),
    }
}

/// Text as a scalar, in quotes if it would be something else without them.
pub(super) fn scalar(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let is_single = text.contains('\\') && !text.contains('\'') && text.chars().all(is_printable);
    match is_single {
        true => format!("'{text}'"),
        false => quoted(text),
    }
}

/// A key, which is always text: a status needs no quotes.
fn key_of(text: &str) -> String {
    let is_status = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    match is_status {
        true => text.to_owned(),
        false => scalar(text),
    }
}

/// Whether the text is a plain scalar, both in block and in flow style.
fn is_plain(text: &str) -> bool {
    const WORDS: [&str; 13] = [
        "true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf", "~", "<<",
    ];
    let first = |c: char| c.is_alphabetic() || matches!(c, '/' | '_' | '<' | '(' | '^' | '$');
    let inner = |c: char| c.is_alphanumeric() || " _-./<>?()+*;!'=$^@%&~\"`".contains(c);
    let mut chars = text.chars().peekable();
    if !text.starts_with(first) || text.ends_with(' ') || text.contains("  ") {
        return false;
    }
    if WORDS.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return false;
    }
    while let Some(c) = chars.next() {
        let is_colon = c == ':'
            && chars
                .peek()
                .is_some_and(|next| *next == '/' || next.is_alphanumeric());
        if !inner(c) && !is_colon {
            return false;
        }
    }
    true
}

/// Whether YAML 1.2 allows a character in a line as it is (section 5.1), and editors show it.
pub(super) fn is_printable(c: char) -> bool {
    let is_other = matches!(
        c,
        '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
    );
    !c.is_control() && !is_other
}

/// Text in double quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c if !is_printable(c) => {
                let code = u32::from(c);
                let _ = write!(quoted, "\\u{code:04x}");
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
