//! What a part means with all that it refers to: the same for a schema in place and for a reference to it, and for other
//! spellings that mean the same.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use super::canonical::{Keys, says_nothing};
use super::simpler::{finished, simpler};
use crate::hash::{self, HashMap};
use crate::node::NodeKind;
use crate::openapi::references::{Files, NodeRef};

/// What is said, in JSON without descriptions.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Said {
    /// A scalar in JSON, or a hash of a map.
    Plain(String),
    List(Vec<Said>),
    Map(BTreeMap<String, Said>),
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(text) => f.write_str(text),
            Self::List(items) => {
                f.write_str("[")?;
                for item in items {
                    write!(f, "{item},")?;
                }
                f.write_str("]")
            }
            Self::Map(entries) => {
                f.write_str("{")?;
                for (key, value) in entries {
                    write!(f, "{key:?}:{value},")?;
                }
                f.write_str("}")
            }
        }
    }
}

impl Said {
    /// A map as its hash, so that what refers to many parts is not much longer than they are.
    pub(super) fn short(self) -> Self {
        match finished(self) {
            Self::Map(entries) => {
                let text = Self::Map(entries).to_string();
                Self::Plain(format!("{:016x}", hash::of_text(&text)))
            }
            other @ (Self::Plain(_) | Self::List(_)) => other,
        }
    }
}

/// The greatest depth of a part, with all that it refers to.
const MOST_LEVELS: usize = 200;

/// What the parts of a document mean, as far as they do not contain themselves.
#[derive(Default)]
pub(super) struct Meanings {
    /// What references lead to. It is nothing while it is looked at, and if it contains itself.
    targets: RefCell<HashMap<usize, Option<Said>>>,
}

/// Where a part is.
#[derive(Clone, Copy)]
struct Context {
    keys: Keys,
    /// The levels above it.
    levels: usize,
    /// Whether the names of what it refers to count: they may be the tags of variants.
    has_tags: bool,
}

impl Meanings {
    /// A hash of what these entries of a map mean, unless they contain themselves.
    pub(super) fn of_entries<'a>(
        &self,
        files: &Files<'a>,
        keys: Keys,
        entries: &[(String, NodeRef<'a>)],
    ) -> Option<u64> {
        let context = Context {
            keys,
            levels: 0,
            has_tags: false,
        };
        let entries = entries.iter();
        let entries = entries.map(|(key, value)| (key.as_str(), *value));
        let said = self.map(files, entries, context)?;
        Some(hash::of_text(&said.short().to_string()))
    }

    /// A hash of what a part means, unless it contains itself.
    pub(super) fn of<'a>(&self, files: &Files<'a>, at: NodeRef<'a>, keys: Keys) -> Option<u64> {
        let context = Context {
            keys,
            levels: 0,
            has_tags: false,
        };
        let said = self.said(files, at, context)?;
        Some(hash::of_text(&said.short().to_string()))
    }

    fn said<'a>(&self, files: &Files<'a>, at: NodeRef<'a>, context: Context) -> Option<Said> {
        let context = Context {
            levels: context.levels + 1,
            ..context
        };
        if context.levels > MOST_LEVELS {
            return None;
        }
        match &at.node.kind {
            NodeKind::List(_) => {
                let keys = context.keys.of_items();
                let items = at.items();
                let items = items.map(|item| self.said(files, item, Context { keys, ..context }));
                Some(Said::List(items.collect::<Option<_>>()?))
            }
            NodeKind::Map(_) => {
                let is_of_words = context.keys == Keys::Words;
                let has_tags = context.has_tags || at.get("discriminator").is_some();
                let context = Context {
                    has_tags: is_of_words && has_tags,
                    ..context
                };
                let entries = at.entries();
                let entries = entries.map(|(key, value)| (key.value.as_str(), value));
                self.map(files, entries, context)
            }
            NodeKind::Null
            | NodeKind::Bool(_)
            | NodeKind::Integer(..)
            | NodeKind::Number(..)
            | NodeKind::Text(_) => Some(Said::Plain(at.node.to_json())),
        }
    }

    /// What the entries of a map mean.
    fn map<'a, 'k>(
        &self,
        files: &Files<'a>,
        entries: impl Iterator<Item = (&'k str, NodeRef<'a>)>,
        context: Context,
    ) -> Option<Said> {
        let mut found = BTreeMap::new();
        let mut target = None;
        for (key, value) in entries {
            let is_of_words = context.keys == Keys::Words;
            if is_of_words && says_nothing(key, value.node) {
                continue;
            }
            if is_of_words && key == "$ref" {
                let reference = value.node.as_text();
                let at = reference.and_then(|text| files.resolve(value.file, text))?;
                target = Some(self.target(files, at, context.levels)?);
                if !context.has_tags {
                    continue;
                }
            }
            let keys = context.keys.below(key);
            let said = self.said(files, value, Context { keys, ..context })?;
            found.insert(key.to_owned(), said);
        }
        Some(match context.keys {
            Keys::Words => simpler(found, target),
            Keys::Names => Said::Map(
                found
                    .into_iter()
                    .map(|(key, said)| (key, said.short()))
                    .collect(),
            ),
            Keys::Any => Said::Map(found),
        })
    }

    /// What the target of a reference means.
    fn target<'a>(&self, files: &Files<'a>, at: NodeRef<'a>, levels: usize) -> Option<Said> {
        if let Some(known) = self.targets.borrow().get(&at.id()) {
            return known.clone();
        }
        self.targets.borrow_mut().insert(at.id(), None);
        let context = Context {
            keys: Keys::Words,
            levels,
            has_tags: false,
        };
        let said = self.said(files, at, context);
        self.targets.borrow_mut().insert(at.id(), said.clone());
        said
    }
}
