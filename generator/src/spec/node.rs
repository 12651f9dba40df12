//! The YAML document as a tree of nodes, each with its place. Nothing outside this file knows which
//! library reads YAML.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceFile, Span, Spanned};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_yaml::Spanned as Located;
use std::fmt;

/// A node of the document, with the place of its text.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) kind: NodeKind,
}

/// What a node is.
#[derive(Debug, Clone)]
pub(crate) enum NodeKind {
    /// Nothing, `~` or `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number that fits 64 bits, and how it is written.
    Integer(i64, String),
    /// Any other number, and how it is written: `1.0` is a version as well.
    Number(f64, String),
    /// Quoted or plain text.
    Text(String),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping, in the order of the document. A key that stands twice is there twice.
    Map(Vec<(Spanned<String>, Node)>),
}

impl NodeKind {
    /// The kind of node in the words of a diagnostic.
    pub(crate) fn describe(&self) -> &'static str {
        match self {
            NodeKind::Null => "nothing",
            NodeKind::Bool(_) => "a boolean",
            NodeKind::Integer(..) => "an integer",
            NodeKind::Number(..) => "a number",
            NodeKind::Text(_) => "text",
            NodeKind::List(_) => "a list",
            NodeKind::Map(_) => "a map",
        }
    }
}

const BROKEN_YAML: Code = Code("E0101");
const REPEATED_KEY: Code = Code("E0102");

/// Reads the text as one YAML document.
pub(super) fn parse(source: &SourceFile) -> Result<Node, Diagnostic> {
    let options = serde_yaml::options! {
        // `on`, `off`, `yes` and `no` are words that an API may well use.
        strict_booleans: true,
    };
    match serde_yaml::from_str_with_options::<Located<Raw>>(source.text(), options) {
        Ok(root) => Ok(located(root, source.text())),
        Err(error) => Err(broken(error.without_snippet(), source.text())),
    }
}

fn broken(error: &serde_yaml::Error, text: &str) -> Diagnostic {
    let span = error
        .location()
        .map_or(Span::default(), |location| span_of_fault(&location, text));
    if let serde_yaml::Error::DuplicateMappingKey { key, .. } = error {
        let key = key.as_deref().unwrap_or_default();
        return Diagnostic::error(
            REPEATED_KEY,
            format!("the key `{key}` stands twice in one map"),
            span,
        )
        .label("the second one")
        .help("give each key once; what both say belongs in one place");
    }
    let message = error.to_string();
    Diagnostic::error(
        BROKEN_YAML,
        format!("this is not valid YAML: {}", without_place(&message)),
        span,
    )
    .help("indent with spaces, close every bracket, and quote a text that holds `: ` or ` #`")
}

/// The library says the place in front of its message; the diagnostic has its own.
fn without_place(message: &str) -> &str {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    match message
        .strip_prefix("line ")
        .and_then(|rest| rest.split_once(": "))
    {
        Some((_, message)) => message,
        None => message,
    }
}

/// Faults of the scanner are placed by characters only.
fn span_of_fault(location: &serde_yaml::Location, text: &str) -> Span {
    if location.span().byte_offset().is_some() {
        return span_of(location, text);
    }
    let characters = usize::try_from(location.span().offset()).unwrap_or(usize::MAX);
    let start = text
        .char_indices()
        .nth(characters)
        .map_or(text.len(), |(start, _)| start);
    Span { start, end: start }
}

/// A node as serde hands it over: scalars are typed, but only the places lead back to their text.
enum Raw {
    Null,
    Bool(bool),
    Integer(i64),
    Number(f64),
    Text(String),
    List(Vec<Located<Raw>>),
    Map(Vec<(Located<Key>, Located<Raw>)>),
}

/// A mapping's key: any scalar, as its text.
struct Key(String);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Key)
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a scalar, a list or a map")
    }

    fn visit_unit<E: Error>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Integer(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Raw, E> {
        Ok(i64::try_from(value).map_or(Raw::Number(value as f64), Raw::Integer))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Raw, E> {
        Ok(Raw::Number(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Raw, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Raw::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Raw, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Raw::Map(map))
    }
}

fn located(raw: Located<Raw>, text: &str) -> Node {
    let span = span_of(&raw.referenced, text);
    let kind = match raw.value {
        Raw::Null => NodeKind::Null,
        Raw::Bool(value) => NodeKind::Bool(value),
        Raw::Integer(value) => NodeKind::Integer(value, written(&raw.defined, text)),
        Raw::Number(value) => NodeKind::Number(value, written(&raw.defined, text)),
        Raw::Text(value) => NodeKind::Text(value),
        Raw::List(items) => {
            NodeKind::List(items.into_iter().map(|item| located(item, text)).collect())
        }
        Raw::Map(entries) => NodeKind::Map(
            entries
                .into_iter()
                .map(|(key, value)| {
                    let span = span_of(&key.referenced, text);
                    (Spanned::new(key.value.0, span), located(value, text))
                })
                .collect(),
        ),
    };
    Node { span, kind }
}

fn span_of(location: &serde_yaml::Location, text: &str) -> Span {
    let span = location.span();
    let start = span
        .byte_offset()
        .and_then(|start| usize::try_from(start).ok())
        .unwrap_or(0);
    let length = span
        .byte_len()
        .and_then(|length| usize::try_from(length).ok())
        .unwrap_or(0);
    // A block scalar's place runs to the next token; what follows the text says nothing.
    let start = start.min(text.len());
    let end = start.saturating_add(length).min(text.len());
    let end = text
        .get(start..end)
        .map_or(start, |covered| start + covered.trim_end().len());
    Span { start, end }
}

/// The text of a plain scalar, where it was defined: an alias stands for it elsewhere.
fn written(location: &serde_yaml::Location, text: &str) -> String {
    let span = span_of(location, text);
    text.get(span.start..span.end)
        .unwrap_or_default()
        .to_owned()
}
