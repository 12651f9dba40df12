//! The names in a file: which it declares, and where it refers to them. Found by walking the file along the definition
//! of the language.

use crate::api::Scalar;
use crate::naming;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::spec::language::{
    DOCUMENT, Entity, FIELD, Key, Map, NameForm, Names, Shape, Statuses, Text as TextKind,
};
use crate::yaml;

/// The names, fields and keys in a file that is YAML.
#[derive(Debug, Default)]
pub(super) struct Index {
    pub(super) names: Vec<Name>,
    /// Fields of objects.
    pub(super) fields: Vec<Field>,
    /// The keys of the language.
    pub(super) keys: Vec<(Span, &'static Key)>,
    /// The paths of the included files.
    pub(super) includes: Vec<String>,
    /// The path of the main file, if this is a part.
    pub(super) part_of: Option<String>,
}

/// An occurrence of a name.
#[derive(Debug)]
pub(super) struct Name {
    pub(super) entity: Entity,
    pub(super) name: String,
    /// Exactly the name, without quotes and the rest of a type expression.
    pub(super) span: Span,
    /// The entry that it declares; `None` if it is a reference.
    pub(super) declared: Option<Declared>,
}

/// A declaration of a name.
#[derive(Debug)]
pub(super) struct Declared {
    /// The entry.
    pub(super) span: Span,
    pub(super) doc: Option<String>,
    /// The route of an operation, the status or title of others.
    pub(super) detail: Option<String>,
}

/// A field of an object. Only a plan knows the names of parameters in Rust: all parameters of an operation
/// are named together.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) span: Span,
    /// Its name on the wire.
    pub(super) name: String,
    /// Its name in Rust.
    pub(super) rust: String,
    pub(super) ty: Option<String>,
    pub(super) doc: Option<String>,
}

impl Name {
    /// Whether both are the same name of the same thing.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.entity.namespace() == other.entity.namespace() && self.name == other.name
    }
}

impl Index {
    /// Indexes text; `None` if it is not YAML.
    pub(super) fn of(text: &str) -> Option<Self> {
        let root = yaml::parse(text, 0).ok()?;
        let mut index = Self::default();
        let walk = Walk { text };
        walk.value(&root, Shape::Map(&DOCUMENT), &mut index);
        index.includes = root.get("include").map(texts).unwrap_or_default();
        index.part_of = root.get("part_of").and_then(Node::scalar_text);
        index.names.sort_by_key(|name| name.span);
        // Several aliases of one anchor.
        index.names.dedup_by_key(|name| name.span);
        Some(index)
    }

    /// The name at an offset.
    pub(super) fn name_at(&self, offset: usize) -> Option<&Name> {
        let mut names = self.names.iter();
        names.find(|name| contains(name.span, offset))
    }

    /// The field at an offset.
    pub(super) fn field_at(&self, offset: usize) -> Option<&Field> {
        let mut fields = self.fields.iter();
        fields.find(|field| contains(field.span, offset))
    }

    /// The key at an offset.
    pub(super) fn key_at(&self, offset: usize) -> Option<(Span, &'static Key)> {
        let mut keys = self.keys.iter();
        keys.find(|(span, _)| contains(*span, offset)).copied()
    }

    /// The entries that it declares.
    pub(super) fn declared(&self) -> impl Iterator<Item = (&Name, &Declared)> {
        let names = self.names.iter();
        names.filter_map(|name| Some((name, name.declared.as_ref()?)))
    }
}

/// Whether a cursor at an offset touches a span.
fn contains(span: Span, offset: usize) -> bool {
    (span.start()..=span.end()).contains(&offset)
}

fn texts(list: &Node) -> Vec<String> {
    list.items().iter().filter_map(Node::scalar_text).collect()
}

/// A walk over text.
struct Walk<'t> {
    text: &'t str,
}

impl Walk<'_> {
    fn value(&self, node: &Node, shape: Shape, index: &mut Index) {
        shape.each(&mut |shape| match (shape, &node.kind) {
            (Shape::Map(map), NodeKind::Map(entries)) => self.map(node, entries, map, index),
            (Shape::Names(names), NodeKind::Map(entries)) => self.names(entries, names, index),
            (Shape::List(list), NodeKind::List(items)) => {
                for item in items {
                    self.value(item, list.item, index);
                }
            }
            (Shape::Text(kind), _) => self.text(node, kind, index),
            (Shape::Status(Statuses::ErrorsAndNames), _) => self.whole(node, Entity::Error, index),
            _ => {}
        });
    }

    fn map(
        &self,
        node: &Node,
        entries: &[(Spanned<String>, Node)],
        map: &'static Map,
        index: &mut Index,
    ) {
        let form = map.form_of(node);
        for (key, value) in entries {
            if let Some(definition) = form.key(&key.value).or_else(|| map.key(&key.value)) {
                index.keys.push((key.span, definition));
                self.value(value, definition.value, index);
            }
        }
    }

    fn names(&self, entries: &[(Spanned<String>, Node)], names: &'static Names, index: &mut Index) {
        if let [only] = names.entries
            && names.entity.is_none()
            && only
                .value
                .map()
                .is_some_and(|map| std::ptr::eq(map, &FIELD))
        {
            fields(entries, index);
        }
        for (key, value) in entries {
            let Some(entry) = names.entry(&key.value) else {
                continue;
            };
            if let Some(entity) = names.entity {
                self.declare(key, value, entity, index);
            } else if matches!(entry.name, NameForm::AnyBut(_)) {
                // A scheme with the scopes that are needed.
                self.refer(key.span, &key.value, Entity::Scheme, index);
            }
            self.value(value, entry.value, index);
        }
    }

    fn declare(&self, key: &Spanned<String>, value: &Node, entity: Entity, index: &mut Index) {
        let Some(span) = self.find(key.span, &key.value) else {
            return;
        };
        let text = |name: &str| value.get(name).and_then(Node::scalar_text);
        let short = value.as_text().map(str::to_owned);
        index.names.push(Name {
            entity,
            name: key.value.clone(),
            span,
            declared: Some(Declared {
                span: key.span.to(value.span),
                doc: text("doc").or(short),
                detail: [
                    "route", "title", "name", "status", "scheme", "url", "method",
                ]
                .into_iter()
                .find_map(text),
            }),
        });
    }

    fn text(&self, node: &Node, kind: TextKind, index: &mut Index) {
        match kind {
            TextKind::Type | TextKind::Content(_) => self.expression(node, index),
            TextKind::Name(entity) => self.whole(node, entity, index),
            TextKind::Access => self.whole(node, Entity::Scheme, index),
            TextKind::Free
            | TextKind::Plain
            | TextKind::Words(_)
            | TextKind::Route
            | TextKind::Size
            | TextKind::PageUrl
            | TextKind::Date
            | TextKind::Path
            | TextKind::Certain
            | TextKind::EnumValue => {}
        }
    }

    /// Text that is a name.
    fn whole(&self, node: &Node, entity: Entity, index: &mut Index) {
        let is_none = |name: &str| entity == Entity::Scheme && name == "none";
        if let Some(name) = node.scalar_text().filter(|name| !is_none(name)) {
            self.refer(node.span, &name, entity, index);
        }
    }

    fn refer(&self, span: Span, name: &str, entity: Entity, index: &mut Index) {
        if let Some(span) = self.find(span, name) {
            index.names.push(Name {
                entity,
                name: name.to_owned(),
                span,
                declared: None,
            });
        }
    }

    /// The span of a name within the span of its text, which may have quotes.
    fn find(&self, span: Span, name: &str) -> Option<Span> {
        let written = self.text.get(span.start()..span.end())?;
        let start = span.start() + written.find(name)?;
        Some(Span::new(start, start + name.len()))
    }

    /// The names in a type or a content.
    fn expression(&self, node: &Node, index: &mut Index) {
        let (start, end) = (node.span.start(), node.span.end());
        let written = self.text.get(start..end).unwrap_or_default();
        // An alias stands for text elsewhere.
        if node.as_text().is_none() || written.starts_with('*') {
            return;
        }
        for (at, word) in words(written) {
            let is_applied = written[at + word.len()..].trim_start().starts_with('<');
            let entity = match (is_applied, word) {
                (true, "list" | "map" | "form" | "multipart" | "json_lines" | "events") => continue,
                (true, _) => Entity::Pager,
                (false, "text" | "binary" | "none") => continue,
                (false, _) if Scalar::from_name(word).is_some() => continue,
                (false, _) => Entity::Type,
            };
            index.names.push(Name {
                entity,
                name: word.to_owned(),
                span: Span::new(start + at, start + at + word.len()),
                declared: None,
            });
        }
    }
}

/// Adds fields, with the names that they have in Rust together.
fn fields(entries: &[(Spanned<String>, Node)], index: &mut Index) {
    let wire = |key: &Spanned<String>| key.value.trim_end_matches('?').to_owned();
    let names = entries.iter().map(|(key, value)| {
        let given = value.get("name").and_then(Node::scalar_text);
        naming::Name::snake(given.as_deref(), &wire(key))
    });
    let names = naming::unique_names(names, &[], "_");
    for ((key, value), rust) in entries.iter().zip(names) {
        let text = |name: &str| value.get(name).and_then(Node::scalar_text);
        index.fields.push(Field {
            span: key.span,
            name: wire(key),
            rust,
            ty: value.scalar_text().or_else(|| text("type")),
            doc: text("doc"),
        });
    }
}

/// The words of a type expression, with their offsets.
fn words(expression: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = unicode_ident::is_xid_continue;
    let mut from = 0;
    std::iter::from_fn(move || {
        let start = from + expression[from..].find(is_part)?;
        let length = expression[start..].find(|c| !is_part(c));
        let end = length.map_or(expression.len(), |length| start + length);
        from = end;
        Some((start, &expression[start..end]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPEC: &str = "\
specsmith: 1
api: { name: Library, title: Library, version: 1.0.0, uses: [common] }
auth: { default: key, schemes: { key: { scheme: bearer, kinds: { reader: Reads. } } } }
shared: { common: { errors: [404] } }
errors: { 404: { name: NotFound, message: No } }
types:
  Book: { fields: { next?: 'list<Book?>', other: Author }, doc: A book. }
operations:
  list_books: { route: GET /books, group: books, auth: [reader, none], returns: page<Book> }
";

    #[test]
    fn declarations_and_references_have_exact_spans() {
        let index = Index::of(SPEC).unwrap();
        let found = index.names.iter().map(|name| {
            assert_eq!(&SPEC[name.span.start()..name.span.end()], name.name);
            let role = if name.declared.is_some() { "+" } else { "" };
            format!("{role}{:?} {}", name.entity, name.name)
        });
        let expected = [
            "Shared common",
            "Scheme key",
            "+Scheme key",
            "+KeyKind reader",
            "+Shared common",
            "Error 404",
            "+Error 404",
            "+Type Book",
            "Type Book",
            "Type Author",
            "+Operation list_books",
            "Group books",
            "Scheme reader",
            "Pager page",
            "Type Book",
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn fields_have_the_names_that_they_get_in_rust() {
        let spec = "\
specsmith: 1
types:
  Loan:
    fields: { due-date?: timestamp, due_date: string, type: { type: string, name: kind }, 2nd: { const: 2 } }
operations:
  get_loan: { route: 'GET /loans/{loan-id}', path: { loan-id: string }, query: { fields: string } }
";
        let index = Index::of(spec).unwrap();
        let found = index.fields.iter();
        let found = found.map(|field| format!("{}: {}", field.name, field.rust));
        let expected = [
            "due-date: due_date",
            "due_date: due_date_2",
            "type: kind",
            "2nd: _2nd",
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn keys_have_the_definition_of_their_form() {
        let index = Index::of(SPEC).unwrap();
        let offset = SPEC.find("scheme: bearer").unwrap();
        assert_eq!(index.key_at(offset).unwrap().1.name, "scheme");
        assert!(index.key_at(SPEC.find("Book:").unwrap()).is_none());
    }
}
