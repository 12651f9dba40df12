//! Reads text into a [`Tree`]. The parser is the one that reads specifications. It gives the structure and the offsets
//! of all scalars, braces and anchors; what is between them are comments, blank lines and punctuation.

use granit_parser::{Event, ScalarStyle, StructureStyle};

use super::events::{Found, Located, Unsupported, comments, events};
use super::scalar::{block, is_blank, scalar};
use super::tree::{Collection, Comment, Entry, Node, NodeKind, Tree};

/// Reads text that is one valid document.
pub(super) fn read(text: &str) -> Result<Tree, Unsupported> {
    Reader::new(text, events(text)?).tree()
}

struct Reader<'t> {
    text: &'t str,
    events: Vec<Located<'t>>,
    /// `ends[i]`: the greatest end offset of events `0..=i`.
    ends: Vec<usize>,
    at: usize,
    /// The end of the last dash.
    dash_end: usize,
    /// The column of the block that is being read.
    block_column: usize,
    comments: std::iter::Peekable<std::vec::IntoIter<Found>>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, events: Vec<Located<'t>>) -> Self {
        let comments = comments(text, &events).into_iter().peekable();
        let ends = events.iter().scan(0, |end, event| {
            *end = event.range.end.max(*end);
            Some(*end)
        });
        Self {
            text,
            ends: ends.collect(),
            events,
            at: 0,
            dash_end: 0,
            block_column: 0,
            comments,
        }
    }

    fn tree(mut self) -> Result<Tree, Unsupported> {
        let mut has_marker = false;
        while let Some(located) = self.events.get(self.at) {
            match &located.event {
                Event::StreamStart => {}
                Event::DocumentStart(is_explicit, _) => {
                    has_marker = *is_explicit;
                    self.check_head(located.range.start)?;
                }
                _ => break,
            }
            self.at += 1;
        }
        let start = self.start_of(self.at);
        let marker_comment = match has_marker {
            true => self.take_beside(start),
            false => None,
        };
        let head = self.take_above(start);
        let is_head_apart = !head.is_empty() && self.is_apart(start);
        let root = self.node()?;
        let end = self.take_above(self.text.len() + 1);
        Ok(Tree {
            has_marker,
            marker_comment,
            head,
            is_head_apart,
            root,
            end,
        })
    }

    /// Reports directives, which are before the marker of the document.
    fn check_head(&self, marker: usize) -> Result<(), Unsupported> {
        let head = self.text.get(..marker).unwrap_or_default();
        match head.lines().any(|line| line.starts_with('%')) {
            true => Err(Unsupported {
                what: "a directive (`%`)",
                offset: head.find('%').unwrap_or(0),
            }),
            false => Ok(()),
        }
    }

    /// Reads the next value.
    fn node(&mut self) -> Result<Node, Unsupported> {
        let index = self.at;
        self.at += 1;
        let mut properties = Vec::new();
        if let Some(anchor) = self.events.get(self.at)
            && matches!(anchor.event, Event::Anchor(..))
        {
            properties.push(anchor.range.clone());
            self.at += 1;
        }
        let located = &self.events[index];
        properties.extend(located.tag.clone());
        properties.sort_by_key(|range| range.start);
        let properties_end = properties.last().map_or(0, |range| range.end);
        let before = properties_end.max(self.end_before(index));
        let properties = properties.into_iter();
        let properties: Vec<String> = properties
            .map(|range| self.text[range].to_owned())
            .collect();
        let range = located.range.clone();
        let kind = match &located.event {
            Event::Alias(_) => NodeKind::Scalar(scalar(self.text, range, String::new())),
            Event::Scalar(value, style, ..) => {
                let value = value.clone().into_owned();
                match style {
                    ScalarStyle::Literal | ScalarStyle::Folded => {
                        NodeKind::Block(block(self.text, before, range, self.block_column))
                    }
                    _ if range.is_empty() => NodeKind::Empty,
                    _ => NodeKind::Scalar(scalar(self.text, range, value)),
                }
            }
            Event::MappingStart(style, ..) => NodeKind::Map(self.collection(*style, index, true)?),
            Event::SequenceStart(style, ..) => {
                NodeKind::List(self.collection(*style, index, false)?)
            }
            _ => {
                return Err(Unsupported {
                    what: "more than one document",
                    offset: range.start,
                });
            }
        };
        Ok(Node { properties, kind })
    }

    /// Reads the entries of a map or a list up to its end.
    fn collection(
        &mut self,
        style: StructureStyle,
        start: usize,
        is_map: bool,
    ) -> Result<Collection, Unsupported> {
        let is_flow = style == StructureStyle::Flow;
        let outer_column = self.block_column;
        let mut entries: Vec<Entry> = Vec::new();
        let mut column = None;
        while let Some(next) = self.events.get(self.at)
            && !matches!(next.event, Event::MappingEnd | Event::SequenceEnd)
        {
            let content = self.start_of(self.at);
            let offset = match is_map || is_flow {
                true => content,
                false => self.dash(content),
            };
            let own = self.column(offset);
            column.get_or_insert(own);
            if !is_flow {
                self.block_column = own;
            }
            let above = self.take_above(offset);
            let is_first = entries.is_empty();
            let mut entry = match is_map {
                true => self.entry(above, is_flow)?,
                false => self.item(above, is_flow)?,
            };
            entry.is_apart = !is_first && self.is_apart(offset);
            if is_flow && !is_first {
                entry.spaces = self.spaces_before(offset);
            }
            entries.push(entry);
        }
        let closing = self.events.get(self.at);
        let closing = closing.map_or(self.text.len(), |event| event.range.start);
        // The braces of a single pair in brackets are not written.
        let is_written = !self.events[start].range.is_empty();
        let end = match (is_flow, column) {
            (true, _) if is_written => self.take_above(closing),
            (true, _) | (false, None) => Vec::new(),
            (false, Some(column)) => self.take_indented(column),
        };
        self.at += 1;
        self.block_column = outer_column;
        Ok(Collection {
            is_flow,
            entries,
            end,
        })
    }

    fn entry(&mut self, mut above: Vec<Comment>, is_flow: bool) -> Result<Entry, Unsupported> {
        let key_start = self.start_of(self.at);
        let key = self.node()?;
        let is_short = match &key.kind {
            NodeKind::Scalar(scalar) => scalar.lines.len() == 1,
            NodeKind::Empty | NodeKind::Block(_) | NodeKind::Map(_) | NodeKind::List(_) => false,
        };
        if !is_short {
            return Err(Unsupported {
                what: "a key of several lines",
                offset: key_start,
            });
        }
        let key_end = self.end_before(self.at);
        let after = self.text.get(key_end..).unwrap_or_default();
        let has_colon = !is_flow || after.trim_start().starts_with(':');
        let (value, beside_key) = self.value(&mut above)?;
        let (beside_key, beside) = self.beside(beside_key, &mut above);
        let after = after.strip_prefix(':').unwrap_or_default();
        let rest = after.trim_start_matches(' ');
        let spaces = match is_flow || rest.starts_with(['\n', '#']) {
            true => 0,
            false => after.len() - rest.len(),
        };
        Ok(Entry {
            above,
            is_apart: false,
            key: Some(key),
            has_colon,
            value,
            beside_key,
            beside,
            spaces,
        })
    }

    fn item(&mut self, mut above: Vec<Comment>, is_flow: bool) -> Result<Entry, Unsupported> {
        let (value, beside_key) = match is_flow {
            true => (self.node()?, None),
            false => self.value(&mut above)?,
        };
        let (beside_key, beside) = self.beside(beside_key, &mut above);
        Ok(Entry {
            above,
            is_apart: false,
            key: None,
            has_colon: false,
            value,
            beside_key,
            beside,
            spaces: 0,
        })
    }

    /// Takes the comment after a value. If there is another one after its key, that is moved above.
    fn beside(
        &mut self,
        beside_key: Option<String>,
        above: &mut Vec<Comment>,
    ) -> (Option<String>, Option<String>) {
        let beside = self.take_beside(self.next_offset());
        match (beside_key, beside) {
            (Some(text), Some(beside)) => {
                let is_apart = false;
                above.push(Comment { is_apart, text });
                (None, Some(beside))
            }
            found => found,
        }
    }

    /// Reads the value of a key or a dash, with the comment between the two. Comments on separate lines between them
    /// are moved above, unless they belong to the first entry of the value.
    fn value(&mut self, above: &mut Vec<Comment>) -> Result<(Node, Option<String>), Unsupported> {
        let is_block = matches!(
            self.events.get(self.at).map(|located| &located.event),
            Some(
                Event::MappingStart(StructureStyle::Block, ..)
                    | Event::SequenceStart(StructureStyle::Block, ..)
            )
        );
        let start = self.content_start(self.at);
        let beside_key = self.take_beside(start);
        if !is_block {
            above.extend(self.take_above(start));
        }
        Ok((self.node()?, beside_key))
    }

    /// The offset at which the value of an event begins, with its anchor and its tag.
    fn start_of(&self, index: usize) -> usize {
        let mut start = self.text.len();
        let mut at = index;
        while let Some(event) = self.events.get(at) {
            if let Some(tag) = &event.tag {
                start = start.min(tag.start);
            }
            let anchor = self.events.get(at + 1);
            let anchor = anchor.filter(|next| matches!(next.event, Event::Anchor(..)));
            if let Some(anchor) = anchor {
                start = start.min(anchor.range.start);
            }
            if !event.is_open() {
                return start.min(event.range.start);
            }
            // A collection without braces begins with its first entry.
            at += if anchor.is_some() { 2 } else { 1 };
        }
        start
    }

    /// The offset of the value of an event, without its anchor and its tag.
    fn content_start(&self, index: usize) -> usize {
        let event = self.events.get(index);
        event.map_or(self.text.len(), |event| event.range.start)
    }

    /// The offset of the next thing that is written, apart from comments.
    fn next_offset(&self) -> usize {
        let left = self.events.get(self.at..).unwrap_or_default().iter();
        let ends = left.take_while(|event| event.is_unwritten_end()).count();
        let next = self.at + ends;
        let offset = match self.events.get(next) {
            Some(_) => self.start_of(next),
            None => self.text.len() + 1,
        };
        self.dash_before(offset).unwrap_or(offset)
    }

    /// The end of what was written before an event.
    fn end_before(&self, index: usize) -> usize {
        let before = index.checked_sub(1).and_then(|last| self.ends.get(last));
        before.copied().unwrap_or(0)
    }

    /// The offset of the dash between what was read and an offset.
    fn dash_before(&self, offset: usize) -> Option<usize> {
        let mut line_start = self.end_before(self.at).max(self.dash_end);
        let between = self.text.get(line_start..offset).unwrap_or_default();
        for line in between.split_inclusive('\n') {
            // The colon of an empty value may be before it.
            let rest = line.trim_start_matches([' ', '\t', ':']);
            if rest.starts_with('-') {
                return Some(line_start + (line.len() - rest.len()));
            }
            line_start += line.len();
        }
        None
    }

    /// Reads the dash before an item.
    fn dash(&mut self, content: usize) -> usize {
        let Some(dash) = self.dash_before(content) else {
            return content;
        };
        self.dash_end = dash + 1;
        dash
    }

    fn column(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or_default();
        offset - before.rfind('\n').map_or(0, |end| end + 1)
    }

    /// Whether the line above an offset is blank.
    fn is_apart(&self, offset: usize) -> bool {
        let before = self.text.get(..offset).unwrap_or_default();
        let Some((above, _)) = before.rsplit_once('\n') else {
            return false;
        };
        let line = above.rsplit_once('\n').map_or(above, |(_, line)| line);
        is_blank(line)
    }

    /// How many spaces are before an offset that does not begin its line.
    fn spaces_before(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or_default();
        let written = before.trim_end_matches(' ');
        match written.ends_with('\n') {
            true => 0,
            false => before.len() - written.len(),
        }
    }

    /// Takes the comment in the line of what was read last, if the next thing begins after it.
    fn take_beside(&mut self, limit: usize) -> Option<String> {
        let is_beside = |found: &Found| found.start < limit && found.own_line.is_none();
        self.comments.next_if(is_beside).map(|found| found.text)
    }

    /// Takes all comments before an offset.
    fn take_above(&mut self, limit: usize) -> Vec<Comment> {
        let mut taken = Vec::new();
        while let Some(found) = self.comments.next_if(|found| found.start < limit) {
            taken.push(self.comment(found));
        }
        taken
    }

    /// Takes the comments on separate lines that are indented like the entries of a collection that ends.
    fn take_indented(&mut self, column: usize) -> Vec<Comment> {
        let limit = self.next_offset();
        let is_indented =
            |found: &Found| found.start < limit && found.own_line.is_some_and(|own| own >= column);
        let mut taken = Vec::new();
        while let Some(found) = self.comments.next_if(is_indented) {
            taken.push(self.comment(found));
        }
        taken
    }

    fn comment(&self, found: Found) -> Comment {
        Comment {
            is_apart: found.own_line.is_some() && found.start > 0 && self.is_apart(found.start),
            text: found.text,
        }
    }
}
