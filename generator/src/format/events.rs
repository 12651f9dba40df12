//! The events of text, and its comments, with their offsets. Only this file knows the parser, which is the one that
//! reads specifications.

use std::ops::Range;

use granit_parser::{Event, Parser, Span};

use super::scalar::{BLANKS, is_blank};

/// Why text cannot be read as a tree.
pub(super) struct Unsupported {
    /// The unsupported part of YAML, such as "a directive".
    pub(super) what: &'static str,
    /// The offset of that part.
    pub(super) offset: usize,
}

/// The events of text.
pub(super) fn events(text: &str) -> Result<Vec<Located<'_>>, Unsupported> {
    let options = granit_parser::options! {
        emit_anchor_events: true,
    };
    let events = Parser::new_from_str_with_options(text, options).map(|event| {
        let (event, span) = event.map_err(|error| Unsupported {
            what: "something that is not YAML",
            offset: error.marker().byte_offset().unwrap_or(0),
        })?;
        Ok(Located::new(event, &span))
    });
    events.collect()
}

/// An event with its offset. The ranges of starts and ends without braces are empty.
pub(super) struct Located<'t> {
    pub(super) event: Event<'t>,
    pub(super) range: Range<usize>,
    pub(super) tag: Option<Range<usize>>,
}

impl<'t> Located<'t> {
    fn new(event: Event<'t>, span: &Span) -> Self {
        Self {
            event,
            range: span.byte_range().unwrap_or(0..0),
            tag: span.tag_span().and_then(|tag| tag.byte_range()),
        }
    }
}

impl Located<'_> {
    /// Whether it is the start of a collection without braces.
    pub(super) fn is_open(&self) -> bool {
        let is_start = matches!(
            self.event,
            Event::MappingStart(..) | Event::SequenceStart(..)
        );
        is_start && self.range.is_empty()
    }

    /// Whether it ends something without a sign.
    pub(super) fn is_unwritten_end(&self) -> bool {
        let is_end = matches!(
            self.event,
            Event::MappingEnd | Event::SequenceEnd | Event::DocumentEnd | Event::StreamEnd
        );
        is_end && self.range.is_empty()
    }
}

/// A comment with its offset.
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) text: String,
    /// The column of a comment on a separate line.
    pub(super) own_line: Option<usize>,
}

/// The texts of all comments, sorted: what formatting must not lose.
pub(super) fn comment_texts(text: &str) -> Option<Vec<String>> {
    let events = events(text).ok()?;
    let mut texts: Vec<String> = comments(text, &events)
        .into_iter()
        .map(|comment| comment.text)
        .collect();
    texts.sort_unstable();
    Some(texts)
}

/// The comments of text: what follows a `#` outside of scalars, after a space or at the start of a line.
pub(super) fn comments(text: &str, events: &[Located<'_>]) -> Vec<Found> {
    let mut written: Vec<Range<usize>> = Vec::new();
    for located in events {
        written.extend((!located.range.is_empty()).then(|| located.range.clone()));
        written.extend(located.tag.clone());
    }
    written.sort_by_key(|range| range.start);
    let mut found = Vec::new();
    let mut at = 0;
    for range in written
        .into_iter()
        .chain(std::iter::once(text.len()..text.len()))
    {
        while let Some(start) = next_comment(text, at, range.start) {
            let line = text[start..].split('\n').next().unwrap_or_default();
            let before = text[..start].rsplit('\n').next().unwrap_or_default();
            found.push(Found {
                start,
                text: line.trim_end_matches(BLANKS).to_owned(),
                own_line: is_blank(before).then_some(before.len()),
            });
            at = start + line.len();
        }
        at = at.max(range.end);
    }
    found
}

/// The offset of the next comment that begins between two offsets.
fn next_comment(text: &str, from: usize, to: usize) -> Option<usize> {
    let between = text.get(from..to)?;
    let mut signs = between.match_indices('#').map(|(at, _)| from + at);
    signs.find(|at| *at == 0 || text[..*at].ends_with([' ', '\t', '\n']))
}
