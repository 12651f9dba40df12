//! Reads a YAML text into a tree of nodes. Only this module knows the YAML library.

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

mod invalid;
mod suspicious;

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_yaml::Spanned as Located;

use crate::diagnostic::Diagnostic;
use crate::node::{Node, NodeKind, whole};
use crate::source::{Span, Spanned};

pub(crate) use suspicious::{LookAlike, look_alike};

/// How deep maps and lists may nest. The reader recurses at each level, and the stack of a thread
/// must suffice.
const MAX_DEPTH: usize = 32;

/// How deep OpenAPI documents may nest, which write types inside of others.
const MAX_OPENAPI_DEPTH: usize = 100;

/// How many keys and values a document may have. A real text of the largest size that the command
/// reads has less than half as many.
const MAX_NODES: usize = 4_000_000;

/// How many nodes aliases may expand to. A node counts once for every anchor around it.
const MAX_ALIASED: usize = 200_000;

/// Reads text as one YAML document. `start` is the offset of the text in the whole source.
pub(crate) fn parse(text: &str, start: usize) -> Result<Node, Diagnostic> {
    parse_nested(text, start, MAX_DEPTH)
}

/// Reads the text of an OpenAPI document, which may nest deeper.
pub(crate) fn parse_openapi(text: &str, start: usize) -> Result<Node, Diagnostic> {
    parse_nested(text, start, MAX_OPENAPI_DEPTH)
}

fn parse_nested(text: &str, start: usize, max_depth: usize) -> Result<Node, Diagnostic> {
    match read(text, max_depth) {
        Ok(root) => {
            let mut root = located(root, text);
            if start > 0 {
                shift(&mut root, start);
            }
            Ok(root)
        }
        Err(error) => {
            let diagnostic = invalid::diagnostic(error.without_snippet(), text);
            Err(diagnostic.shifted(start))
        }
    }
}

fn read(text: &str, max_depth: usize) -> Result<Located<Raw>, serde_yaml::Error> {
    let options = serde_yaml::options! {
        // `on`, `off`, `yes` and `no` are strings, because APIs use them as values.
        strict_booleans: true,
        budget: serde_yaml::budget! {
            max_depth: max_depth,
            max_nodes: MAX_NODES,
            // A node has one or two events.
            max_events: 3 * MAX_NODES,
            max_recorded_anchor_events: MAX_ALIASED,
        },
    };
    serde_yaml::from_str_with_options(text, options)
}

/// Moves all spans of a node.
fn shift(node: &mut Node, start: usize) {
    node.span = node.span.shifted(start);
    if let NodeKind::List(items) = &mut node.kind {
        items.iter_mut().for_each(|item| shift(item, start));
    }
    for (key, value) in node.entries_mut().into_iter().flatten() {
        key.span = key.span.shifted(start);
        shift(value, start);
    }
}

/// A node as serde delivers it. Scalars are typed; their text is found by their location.
enum Raw {
    Null,
    Bool(bool),
    Integer(i128),
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
        Ok(Raw::Integer(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Raw, E> {
        Ok(Raw::Integer(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Raw, E> {
        Ok(whole(value).map_or(Raw::Number(value), Raw::Integer))
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
        Raw::Integer(value) => NodeKind::Integer(Box::new(value), written(&raw.defined, text)),
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
                    let mut value = located(value, text);
                    if is_bare(span, &value, text) {
                        value.span = span;
                    }
                    (Spanned::new(key.value.0, span), value)
                })
                .collect(),
        ),
    };
    Node { span, kind }
}

/// Whether a key has no value and no colon: `{ type: string, secret }`.
fn is_bare(key: Span, value: &Node, text: &str) -> bool {
    let after = text.get(key.end()..).unwrap_or_default().trim_start();
    matches!(value.kind, NodeKind::Null) && after.starts_with([',', '}'])
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
    // The location of a block scalar extends to the next token.
    let start = start.min(text.len());
    let end = start.saturating_add(length).min(text.len());
    let end = text
        .get(start..end)
        .map_or(start, |covered| start + covered.trim_end().len());
    Span::new(start, end)
}

/// The text of a plain scalar, at the span of its definition; an alias itself has no text.
fn written(location: &serde_yaml::Location, text: &str) -> String {
    let span = span_of(location, text);
    text.get(span.start()..span.end())
        .unwrap_or_default()
        .to_owned()
}
