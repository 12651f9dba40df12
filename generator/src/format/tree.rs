//! Text as a tree that keeps how it is written: comments, blank lines, quotes, anchors, braces.

/// Text, from its first comment to its last.
#[derive(Debug)]
pub(super) struct Tree {
    /// Whether it begins with `---`.
    pub(super) has_marker: bool,
    /// A comment on the line of `---`.
    pub(super) marker_comment: Option<String>,
    /// The comments at the top.
    pub(super) head: Vec<Comment>,
    /// Whether a blank line follows them.
    pub(super) is_head_apart: bool,
    pub(super) root: Node,
    /// The comments at the end.
    pub(super) end: Vec<Comment>,
}

/// A value.
#[derive(Debug)]
pub(super) struct Node {
    /// The anchor and the tag, as they are written.
    pub(super) properties: Vec<String>,
    pub(super) kind: NodeKind,
}

#[derive(Debug)]
pub(super) enum NodeKind {
    /// Nothing is written.
    Empty,
    /// An alias, or a scalar on one line or in several.
    Scalar(Scalar),
    /// Text after `|` or `>`.
    Block(Block),
    Map(Collection),
    List(Collection),
}

#[derive(Debug)]
pub(super) struct Scalar {
    /// The lines as written, with quotes, without the spaces around them.
    pub(super) lines: Vec<String>,
    /// Whether the line breaks can become spaces.
    pub(super) can_join: bool,
    /// Whether it begins on the line after its key.
    pub(super) is_below: bool,
    /// The value of the scalar; empty for an alias.
    pub(super) value: String,
}

#[derive(Debug)]
pub(super) struct Block {
    /// `|`, `>-`, `|2+`.
    pub(super) header: String,
    /// The number in the header: how far the text is indented.
    pub(super) indent: Option<usize>,
    /// Whether the line breaks at the end belong to the text.
    pub(super) keeps_end: bool,
    /// The lines without their common indentation.
    pub(super) lines: Vec<String>,
}

/// The entries of a map, or the items of a list.
#[derive(Debug)]
pub(super) struct Collection {
    /// Whether it is written in braces or brackets.
    pub(super) is_flow: bool,
    pub(super) entries: Vec<Entry>,
    /// Comments after the last entry.
    pub(super) end: Vec<Comment>,
}

/// An entry of a map, or an item of a list, which has no key.
#[derive(Debug)]
pub(super) struct Entry {
    /// Comments on separate lines above the entry.
    pub(super) above: Vec<Comment>,
    /// Whether there is a blank line above the entry, below its comments.
    pub(super) is_apart: bool,
    pub(super) key: Option<Node>,
    /// Whether the key has a colon: `{ a, b: }`.
    pub(super) has_colon: bool,
    pub(super) value: Node,
    /// A comment between the key, or the dash, and the lines of the value.
    pub(super) beside_key: Option<String>,
    /// A comment in the last line of the value.
    pub(super) beside: Option<String>,
    /// How many spaces are before the value, or in braces before the key. Several align it with others.
    pub(super) spaces: usize,
}

/// A comment on a separate line, with its `#`.
#[derive(Debug)]
pub(super) struct Comment {
    /// Whether there is a blank line above.
    pub(super) is_apart: bool,
    pub(super) text: String,
}

impl Collection {
    /// The value of a key, empty if it is not a scalar, or `None` without the key.
    pub(super) fn text(&self, key: &str) -> Option<String> {
        let mut entries = self.entries.iter();
        let entry = entries.find(|entry| entry.name() == Some(key))?;
        Some(match &entry.value.kind {
            NodeKind::Scalar(scalar) => scalar.value.clone(),
            NodeKind::Empty | NodeKind::Block(_) | NodeKind::Map(_) | NodeKind::List(_) => {
                String::new()
            }
        })
    }
}

impl Entry {
    /// What the key means.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.key.as_ref()?.kind {
            NodeKind::Scalar(scalar) => Some(&scalar.value),
            NodeKind::Empty | NodeKind::Block(_) | NodeKind::Map(_) | NodeKind::List(_) => None,
        }
    }

    /// The key with its colon, or a dash.
    pub(super) fn head(&self) -> String {
        match &self.key {
            // An alias could contain the colon.
            Some(key) if key.is_alias() => format!("{} :", key.key()),
            Some(key) => format!("{}:", key.key()),
            None => "-".to_owned(),
        }
    }

    /// Whether there is a blank line between it, with its comments, and the entry above.
    pub(super) fn is_below_blank_line(&self) -> bool {
        self.is_apart || self.above.iter().any(|comment| comment.is_apart)
    }

    /// Whether an anchor or an alias is in it.
    pub(super) fn has_anchors(&self) -> bool {
        self.key.iter().any(Node::has_anchors) || self.value.has_anchors()
    }
}

impl Node {
    /// A key as it is written, with its anchor.
    pub(super) fn key(&self) -> String {
        let mut parts = self.properties.clone();
        if let NodeKind::Scalar(scalar) = &self.kind {
            parts.extend(scalar.lines.iter().cloned());
        }
        parts.join(" ")
    }

    fn is_alias(&self) -> bool {
        matches!(&self.kind, NodeKind::Scalar(scalar) if scalar.is_alias())
    }

    fn has_anchors(&self) -> bool {
        let own = self
            .properties
            .iter()
            .any(|property| property.starts_with('&'));
        own || match &self.kind {
            NodeKind::Empty | NodeKind::Block(_) => false,
            NodeKind::Scalar(scalar) => scalar.is_alias(),
            NodeKind::Map(collection) | NodeKind::List(collection) => {
                collection.entries.iter().any(Entry::has_anchors)
            }
        }
    }
}

impl Scalar {
    /// Whether it is an alias, such as `*name`. A plain text cannot begin with an asterisk.
    pub(super) fn is_alias(&self) -> bool {
        self.lines.first().is_some_and(|line| line.starts_with('*'))
    }
}
