//! What can be written at a cursor: keys and words of the language, and names of the specification.

use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, MarkupContent,
    MarkupKind, TextEdit,
};

use super::cursor::{Cursor, CursorKind, Frame};
use super::workspace::File;
use crate::api::{Method, Scalar};
use crate::hash::HashSet;
use crate::spec::language::{DOCUMENT, Entity, Key, Map, Shape, Side, Statuses, Text as TextKind};

/// The completions at an offset of a file. `files` are the files of the specification.
pub(super) fn complete(
    file: &File,
    offset: usize,
    files: &[(PathBuf, Rc<File>)],
) -> Vec<CompletionItem> {
    let Some(cursor) = super::cursor::find(file.text.as_str(), offset) else {
        return Vec::new();
    };
    let shapes = shapes(&cursor);
    let mut items = Items {
        file,
        files,
        written: cursor.written.clone(),
        found: Vec::new(),
    };
    for shape in shapes {
        match (cursor.kind, shape) {
            (CursorKind::Key, Shape::Map(map)) => {
                let innermost = cursor.frames.last();
                items.keys(map, innermost);
            }
            (CursorKind::Node, Shape::Map(map)) => items.keys(map, None),
            (CursorKind::Value | CursorKind::Node, shape) => items.values(shape, offset),
            (CursorKind::Key, _) => {}
        }
    }
    items.found
}

/// What the language has at a cursor: the shapes of the innermost map for a key, and of the value otherwise.
fn shapes(cursor: &Cursor) -> Vec<Shape> {
    let mut shapes = vec![Shape::Map(&DOCUMENT)];
    let outer = match cursor.kind {
        CursorKind::Key => cursor.frames.len().saturating_sub(1),
        CursorKind::Value | CursorKind::Node => cursor.frames.len(),
    };
    for frame in &cursor.frames[..outer] {
        let mut inner = Vec::new();
        for shape in shapes {
            step(shape, frame, &mut inner);
        }
        shapes = inner;
    }
    shapes
}

/// Adds the shapes of what is next inside of a map or list.
fn step(shape: Shape, frame: &Frame, inner: &mut Vec<Shape>) {
    let mut add = |shape: Shape| shape.each(&mut |shape| inner.push(shape));
    match (shape, &frame.key) {
        (Shape::List(list), _) if frame.is_list => add(list.item),
        (Shape::Map(map), Some(key)) if !frame.is_list => {
            let form = map.form(&|key| frame.value(key));
            if let Some(key) = form.key(key).or_else(|| map.key(key)) {
                add(key.value);
            }
        }
        (Shape::Names(names), Some(key)) if !frame.is_list => {
            if let Some(entry) = names.entry(key) {
                add(entry.value);
            }
        }
        _ => {}
    }
}

/// The completions at a position.
struct Items<'a> {
    file: &'a File,
    files: &'a [(PathBuf, Rc<File>)],
    /// The range of the word that is written so far.
    written: Range<usize>,
    found: Vec<CompletionItem>,
}

impl Items<'_> {
    fn add(&mut self, label: &str, insert: String, kind: CompletionItemKind, doc: &str) {
        let range = self.file.text.range(self.written.clone().into());
        let documentation = Documentation::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: doc.to_owned(),
        });
        self.found.push(CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            documentation: (!doc.is_empty()).then_some(documentation),
            // Editors would sort `body?` before `body`, and types before sections.
            sort_text: Some(format!("{:04}", self.found.len())),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, insert))),
            ..CompletionItem::default()
        });
    }

    /// The keys of a map that it does not have yet.
    fn keys(&mut self, map: &'static Map, frame: Option<&Frame>) {
        let value = |key: &str| frame.and_then(|frame| frame.value(key));
        let form = map.form(&value);
        let keys = form.all_keys().filter(|key| value(key.name).is_none());
        let keys: Vec<&'static Key> = keys.collect();
        // Somebody may write a key in front of its colon.
        let after = &self.file.text.as_str()[self.written.end..];
        let is_part = |c: char| unicode_ident::is_xid_continue(c) || c == '?';
        let rest = after.trim_start_matches(is_part);
        let colon = match rest.starts_with(':') {
            true => {
                self.written.end += after.len() - rest.len();
                ""
            }
            false => ": ",
        };
        for key in keys {
            let insert = format!("{}{colon}", key.name);
            self.add(key.name, insert, CompletionItemKind::PROPERTY, key.doc);
        }
    }

    fn values(&mut self, shape: Shape, offset: usize) {
        match shape {
            Shape::Flag => {
                for word in ["true", "false"] {
                    self.add(word, word.to_owned(), CompletionItemKind::VALUE, "");
                }
            }
            Shape::Version => self.add("1", "1".to_owned(), CompletionItemKind::VALUE, ""),
            Shape::Text(kind) => self.text(kind, offset),
            Shape::Status(Statuses::ErrorsAndNames) => self.names(Entity::Error, ""),
            Shape::Any
            | Shape::Nothing
            | Shape::Constant
            | Shape::Integer
            | Shape::Length
            | Shape::Number
            | Shape::Status(_)
            | Shape::List(_)
            | Shape::Map(_)
            | Shape::Names(_)
            | Shape::OneOf(_) => {}
        }
    }

    fn text(&mut self, kind: TextKind, offset: usize) {
        match kind {
            TextKind::Words(words) => {
                for word in words {
                    self.add(
                        word.name,
                        word.name.to_owned(),
                        CompletionItemKind::ENUM_MEMBER,
                        word.doc,
                    );
                }
            }
            TextKind::Type => self.types(offset),
            TextKind::Content(side) => {
                self.types(offset);
                self.contents(side);
            }
            TextKind::Name(entity) => self.names(entity, ""),
            TextKind::Access => {
                self.names(Entity::Scheme, "");
                self.add(
                    "none",
                    "none".to_owned(),
                    CompletionItemKind::KEYWORD,
                    "No credentials are needed.",
                );
            }
            TextKind::Route => {
                for method in Method::ALL {
                    let name = method.name();
                    self.add(name, format!("{name} /"), CompletionItemKind::KEYWORD, "");
                }
            }
            TextKind::Free
            | TextKind::Plain
            | TextKind::Size
            | TextKind::PageUrl
            | TextKind::Date
            | TextKind::Path
            | TextKind::Certain
            | TextKind::EnumValue => {}
        }
    }

    /// Types, instead of the last word of a type expression.
    fn types(&mut self, offset: usize) {
        let written = &self.file.text.as_str()[self.written.start..offset];
        let is_part = unicode_ident::is_xid_continue;
        self.written.start += written.trim_end_matches(is_part).len();
        self.names(Entity::Type, "");
        for scalar in Scalar::ALL {
            let name = scalar.name();
            self.add(name, name.to_owned(), CompletionItemKind::KEYWORD, "");
        }
        self.applied("list", "An array.");
        self.applied("map", "An object with arbitrary keys.");
    }

    fn applied(&mut self, name: &str, doc: &str) {
        self.add(
            &format!("{name}<…>"),
            format!("{name}<"),
            CompletionItemKind::KEYWORD,
            doc,
        );
    }

    fn contents(&mut self, side: Side) {
        let words: &[(&str, &str)] = match side {
            Side::Request => &[("text", "Text in UTF-8."), ("binary", "Bytes.")],
            Side::Response | Side::Error => &[
                ("text", "Text in UTF-8."),
                ("binary", "Bytes."),
                ("none", "No content."),
            ],
        };
        for (word, doc) in words {
            self.add(word, (*word).to_owned(), CompletionItemKind::KEYWORD, doc);
        }
        match side {
            Side::Request => {
                self.applied("form", "A URL-encoded form.");
                self.applied("multipart", "A multipart form.");
                self.applied("json_lines", "A stream of JSON values.");
            }
            Side::Response => {
                self.applied("events", "A stream of server-sent events.");
                self.applied("json_lines", "A stream of JSON values.");
                self.names(Entity::Pager, "<");
            }
            Side::Error => {}
        }
    }

    /// The names that the specification declares, with what follows them.
    fn names(&mut self, entity: Entity, then: &str) {
        let mut seen: HashSet<String> = HashSet::default();
        for (_, file) in self.files {
            for (name, declared) in file
                .names()
                .into_iter()
                .flat_map(super::index::Index::declared)
            {
                if name.entity.namespace() == entity && seen.insert(name.name.clone()) {
                    let doc = declared.doc.clone().unwrap_or_default();
                    let insert = format!("{}{then}", name.name);
                    self.add(&name.name, insert, CompletionItemKind::REFERENCE, &doc);
                }
            }
        }
    }
}
