//! Prints a [`Tree`]: maps and lists in braces on one line where they fit, blocks where not.

use std::fmt::Write as _;

use super::inline::inline;
use super::order::{FILE, Order, ordered};
use super::rows::{self, Row};
use super::tree::{Block, Collection, Comment, Entry, Node, NodeKind, Tree};
use crate::spec::language::Shape;

/// A line is at most this long, if what is on it can be in several.
const WIDTH: usize = 120;

/// A line of a table is at most this long: between blocks, columns would be hard to follow.
const TABLE_WIDTH: usize = 180;

/// How far a block is indented.
const INDENT: usize = 2;

/// The text of a tree.
pub(super) fn print(tree: &Tree) -> String {
    let mut printer = Printer::default();
    if tree.has_marker {
        let comment = tree.marker_comment.as_deref();
        printer.line(0, &format!("---{}", beside(comment)));
    }
    printer.comments(&tree.head, 0, true);
    if tree.is_head_apart {
        printer.blank_line();
    }
    let root = &tree.root;
    match &root.kind {
        NodeKind::Map(collection) | NodeKind::List(collection)
            if !collection.entries.is_empty() =>
        {
            if !root.properties.is_empty() {
                printer.line(0, &root.properties.join(" "));
            }
            printer.collection(collection, 0, FILE);
        }
        NodeKind::Map(_)
        | NodeKind::List(_)
        | NodeKind::Empty
        | NodeKind::Scalar(_)
        | NodeKind::Block(_) => printer.value(&root.properties.join(" "), root, 0),
    }
    printer.comments(&tree.end, 0, false);
    printer.text
}

/// A comment after what is in its line.
fn beside(comment: Option<&str>) -> String {
    comment.map_or_else(String::new, |comment| format!("  {comment}"))
}

/// Strings with spaces between those that are not empty.
fn joined(parts: &[&str]) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty());
    parts.copied().collect::<Vec<&str>>().join(" ")
}

#[derive(Default)]
struct Printer {
    text: String,
    /// Whether the last line belongs to text that keeps the blank lines at its end.
    is_open_text: bool,
}

impl Printer {
    fn line(&mut self, indent: usize, line: &str) {
        let _ = match line.is_empty() {
            true => writeln!(self.text),
            false => writeln!(self.text, "{:indent$}{line}", ""),
        };
        self.is_open_text = false;
    }

    /// Prints a blank line where it does not become a part of text.
    fn blank_line(&mut self) {
        if !self.is_open_text && !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// Prints comments on separate lines.
    fn comments(&mut self, comments: &[Comment], indent: usize, is_first: bool) {
        for (index, comment) in comments.iter().enumerate() {
            if comment.is_apart && !(is_first && index == 0) {
                self.blank_line();
            }
            self.line(indent, &comment.text);
        }
    }

    /// Prints what is above an entry.
    fn above(&mut self, entry: &Entry, indent: usize, is_first: bool) {
        self.comments(&entry.above, indent, is_first);
        if entry.is_apart && !(is_first && entry.above.is_empty()) {
            self.blank_line();
        }
    }

    /// Prints the entries of a map, or the items of a list, each on separate lines.
    fn collection(&mut self, collection: &Collection, indent: usize, shape: Shape) {
        let entries = ordered(collection, shape, Order::Block);
        let mut is_first = true;
        // Entries without a blank line between them may be a table.
        for group in entries.chunk_by(|_, (entry, _)| !entry.is_below_blank_line()) {
            let mut rows: Vec<Option<Row>> = group
                .iter()
                .map(|(entry, shape)| Row::of(entry, *shape, collection.is_flow))
                .collect();
            let width = match rows::is_table(rows.iter().flatten()) {
                true => TABLE_WIDTH,
                false => WIDTH,
            };
            for row in &mut rows {
                row.take_if(|row| !row.fits(width.saturating_sub(indent)));
            }
            let lines = rows::lines(rows);
            for ((entry, shape), line) in group.iter().zip(lines) {
                self.above(entry, indent, is_first);
                match line {
                    Some(line) => self.line(indent, &line),
                    None => self.entry(entry, indent, *shape),
                }
                is_first = false;
            }
        }
        self.comments(&collection.end, indent, false);
    }

    /// Prints an entry that is not on one line.
    fn entry(&mut self, entry: &Entry, indent: usize, shape: Shape) {
        let properties = entry.value.properties.join(" ");
        let start = joined(&[&entry.head(), &properties]);
        let comment = entry.beside_key.as_deref().or(entry.beside.as_deref());
        let (NodeKind::Map(collection) | NodeKind::List(collection)) = &entry.value.kind else {
            self.scalar(&start, entry, comment, indent);
            return;
        };
        let first = ordered(collection, shape, Order::Block).into_iter().next();
        let is_compact = entry.key.is_none()
            && properties.is_empty()
            && comment.is_none()
            && first.is_some_and(|(first, _)| first.above.is_empty());
        if !is_compact {
            self.line(indent, &format!("{start}{}", beside(comment)));
        }
        let from = self.text.len();
        self.collection(collection, indent + INDENT, shape);
        if is_compact {
            // The first entry is in the line of the dash.
            let dash = from + indent;
            self.text.replace_range(dash..dash + 1, "-");
        }
    }

    /// Prints text of several lines, or an entry of one that is too long.
    fn scalar(&mut self, start: &str, entry: &Entry, comment: Option<&str>, indent: usize) {
        match &entry.value.kind {
            NodeKind::Block(block) => self.block(start, block, comment, indent),
            NodeKind::Scalar(scalar) => {
                let mut lines = scalar.lines.iter();
                match lines.next() {
                    Some(first) if !scalar.is_below => self.line(indent, &joined(&[start, first])),
                    Some(first) => {
                        self.line(indent, start);
                        self.line(indent + INDENT, first);
                    }
                    None => {}
                }
                lines.for_each(|line| self.line(indent + INDENT, line));
                if comment.is_some() {
                    self.text.pop();
                    let _ = writeln!(self.text, "{}", beside(comment));
                }
            }
            NodeKind::Empty | NodeKind::Map(_) | NodeKind::List(_) => {
                self.line(indent, &format!("{start}{}", beside(comment)));
            }
        }
    }

    fn block(&mut self, start: &str, block: &Block, comment: Option<&str>, indent: usize) {
        let head = joined(&[start, &block.header]);
        self.line(indent, &format!("{head}{}", beside(comment)));
        let indent = indent + block.indent.unwrap_or(INDENT);
        block.lines.iter().for_each(|line| self.line(indent, line));
        self.is_open_text = block.keeps_end;
    }

    /// Prints the value of a file that is neither a map nor a list with entries.
    fn value(&mut self, start: &str, node: &Node, indent: usize) {
        match &node.kind {
            NodeKind::Block(block) => self.block(start, block, None, indent),
            NodeKind::Scalar(scalar) => {
                let lines: Vec<&str> = scalar.lines.iter().map(String::as_str).collect();
                let text = joined(&[start, &lines.join("\n")]);
                self.line(indent, &text);
            }
            NodeKind::Empty if start.is_empty() => {}
            NodeKind::Empty | NodeKind::Map(_) | NodeKind::List(_) => {
                self.line(indent, &inline(node, FILE).unwrap_or_default());
            }
        }
    }
}
