//! The types of a document. Readers of schemas add them, in any order, and refer to them by placeholders until all
//! names are known.

use std::collections::VecDeque;

use super::components::{Component, Components};
use super::files::pointers::names_of;
use super::info;
use super::notes::{described, notes};
use super::placeholders::{index_of, placeholder};
use super::references::{Files, Key, NodeRef, SchemaPart};
use super::schema::Schema;
use super::type_places::{Group, TypePlace};
use super::warnings::Warnings;
use crate::api::{Deprecation, Openness, Scalar, Sensitivity};
use crate::document::{
    Constraints, Notes, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind, UnionEntry,
};
use crate::extensions::IMPLIED;
use crate::hash::{HashMap, HashSet};
use crate::node::Node;
use crate::source::{Span, Spanned};

/// All types of a document, as far as something refers to them.
pub(super) struct Types<'a> {
    pub(super) files: &'a Files<'a>,
    pub(super) warnings: Warnings,
    pub(super) built: Vec<Built>,
    /// The index of each schema that something refers to.
    known: HashMap<Key, usize>,
    /// The schemas that are not built yet.
    pub(super) waiting: VecDeque<(usize, NodeRef<'a>)>,
    /// Types written in place, by their groups and their structures.
    groups: HashMap<(Group, String), usize>,
    pub(super) components: Components<'a>,
    /// Types that are being built from several schemas.
    pub(super) open: Vec<OpenType>,
    /// The indexes of open types that contain themselves.
    pub(super) recursive: HashSet<usize>,
    /// The choices that are being decided, by their first members.
    pub(super) deciding: Vec<usize>,
}

/// A type, named or not.
pub(super) struct Built {
    /// `None` until it is built, and if it turned out to be the same as another one.
    pub(super) entry: Option<Box<TypeEntry>>,
    /// The name that the document gives, or where the type is written.
    pub(super) name: BuiltName,
    /// The span of `x-specsmith-name`, if the owner of the document gives the name.
    pub(super) given: Option<Span>,
    /// Whether it is a component of the document itself, not of another file.
    pub(super) is_component: bool,
    /// Whether an enumeration or a union keeps exactly its values, wherever it is used.
    pub(super) is_closed: bool,
}

/// The source of the name of a type.
pub(super) enum BuiltName {
    Given(String),
    Places(Vec<TypePlace>),
    /// It is the same as this type.
    Same(usize),
}

/// The type of a schema.
pub(super) enum SchemaType {
    /// An expression.
    Expr(TypeExprKind, Box<Constraints>),
    /// A type that needs a name.
    Type(TypeEntryKind),
    /// An enumeration or a union that is never open.
    Closed(TypeEntryKind),
}

impl SchemaType {
    pub(super) fn json() -> Self {
        Self::Expr(JSON, Box::default())
    }

    pub(super) fn union(union: UnionEntry) -> Self {
        Self::Type(TypeEntryKind::Union(Box::new(union)))
    }

    pub(super) fn scalar(scalar: Scalar) -> Self {
        Self::Expr(TypeExprKind::Scalar(scalar), Box::default())
    }
}

/// A type with what is beside it.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub(super) ty: TypeExpr,
    pub(super) constraints: Constraints,
}

impl Typed {
    pub(super) fn plain(ty: TypeExpr) -> Self {
        Self {
            ty,
            constraints: Constraints::default(),
        }
    }
}

/// A type that is being built from several schemas.
pub(super) struct OpenType {
    pub(super) schemas: Vec<Key>,
    pub(super) index: usize,
    pub(super) is_object: bool,
}

pub(super) const JSON: TypeExprKind = TypeExprKind::Scalar(Scalar::Json);

impl<'a> Types<'a> {
    pub(super) fn new(files: &'a Files<'a>) -> Self {
        Self {
            files,
            warnings: Warnings::default(),
            built: Vec::new(),
            known: HashMap::default(),
            waiting: VecDeque::new(),
            groups: HashMap::default(),
            components: Components::find(files),
            open: Vec::new(),
            recursive: HashSet::default(),
            deciding: Vec::new(),
        }
    }

    /// A type that has its constraints in itself.
    pub(super) fn constrained(&mut self, typed: Typed, place: &TypePlace) -> TypeExpr {
        let Typed {
            mut ty,
            constraints,
        } = typed;
        if constraints.is_empty() {
            return ty;
        }
        let (nullable, span) = (std::mem::take(&mut ty.nullable), ty.span);
        let index = self.reserve(BuiltName::Places(vec![place.clone()]));
        let alias = TypeEntryKind::Alias {
            target: ty,
            constraints: Box::new(constraints),
        };
        let kind = self.finish(index, alias, false, &Schema::default(), place, span);
        TypeExpr {
            nullable,
            ..TypeExpr::new(kind, span)
        }
    }

    /// The type that a placeholder names.
    pub(super) fn built_as(&self, placeholder: &str) -> Option<&Built> {
        self.built.get(index_of(placeholder)?)
    }

    /// What the type is, unless it is not built yet, or turned out to be the same as another one.
    pub(super) fn kind_of(&self, placeholder: &str) -> Option<&TypeEntryKind> {
        let entry = self.built_as(placeholder)?.entry.as_deref();
        entry.map(|entry| &entry.kind)
    }

    /// The types that keep exactly their values.
    pub(super) fn closed(&self, names: &[String]) -> HashSet<String> {
        let pairs = self.built.iter().zip(names);
        pairs
            .filter(|(built, _)| built.is_closed)
            .map(|(_, name)| name.clone())
            .collect()
    }

    /// All types, in the order of the document.
    pub(super) fn entries(&mut self, names: &[String]) -> Vec<TypeEntry> {
        let built = self.built.iter_mut().zip(names);
        let built = built.filter_map(|(built, name)| {
            let mut entry = built.entry.take()?;
            entry.is_inline = !built.is_component;
            Some((entry, name))
        });
        let mut built: Vec<(Box<TypeEntry>, &String)> = built.collect();
        built.sort_by_key(|(entry, _)| entry.name.span.start());
        let named = built.into_iter().map(|(mut entry, name)| {
            entry.name.value.clone_from(name);
            *entry
        });
        named.collect()
    }

    pub(super) fn reserve(&mut self, name: BuiltName) -> usize {
        self.built.push(Built {
            entry: None,
            name,
            given: None,
            is_component: false,
            is_closed: false,
        });
        self.built.len() - 1
    }

    /// Adds a type that is written in place, unless there is an equal one of the same name.
    pub(super) fn finish(
        &mut self,
        index: usize,
        kind: TypeEntryKind,
        is_closed: bool,
        schema: &Schema<'a>,
        place: &TypePlace,
        span: Span,
    ) -> TypeExprKind {
        let key = place.group().filter(|_| !self.recursive.contains(&index));
        let structure = super::structure::fingerprint(&kind);
        let shared = key.and_then(|key| {
            let group = self.groups.entry((key, structure));
            let known = *group.or_insert(index);
            (known != index).then_some(known)
        });
        if let Some(known) = shared
            && let Some(Built {
                name: BuiltName::Places(places),
                ..
            }) = self.built.get_mut(known)
        {
            places.push(place.clone());
            if let Some(built) = self.built.get_mut(index) {
                built.name = BuiltName::Same(known);
            }
            return TypeExprKind::Named(placeholder(known));
        }
        let name = Spanned::new(placeholder(index), span);
        self.put(index, type_entry(name, kind, schema), is_closed);
        TypeExprKind::Named(placeholder(index))
    }

    pub(super) fn put(&mut self, index: usize, entry: TypeEntry, is_closed: bool) {
        if let Some(built) = self.built.get_mut(index) {
            built.entry = Some(Box::new(entry));
            built.is_closed = is_closed;
        }
    }

    /// Reads the types that nothing refers to, if the document was exported. Of other documents, they do not count.
    pub(super) fn name_components(&mut self) {
        let root = self.files.root().filter(|root| info::is_exported(*root));
        let schemas = root.and_then(|root| root.get("components")?.get("schemas"));
        for (name, at) in schemas.into_iter().flat_map(NodeRef::entries) {
            if !at.node.is_set(IMPLIED) {
                self.named(at, &name.value);
            }
        }
    }

    /// The name of a schema that something refers to. It is built later, so that long chains of references need no
    /// stack.
    pub(super) fn named(&mut self, target: NodeRef<'a>, reference: &str) -> String {
        let target = self.files.named_schema(target);
        let key = target.key();
        if let Some(&index) = self.known.get(&key) {
            return placeholder(index);
        }
        let component = self.components.get(target);
        let whole = component.filter(|_| target.part != SchemaPart::WithoutTag);
        let name = match component {
            Some(Component { name, .. }) if whole.is_none() => format!("{name} base"),
            Some(Component { name, .. }) => name.clone(),
            None => reference_name(reference),
        };
        let (is_component, given) = (whole.is_some(), whole.and_then(|component| component.given));
        let index = self.reserve(BuiltName::Given(name));
        if let Some(built) = self.built.get_mut(index) {
            built.is_component = is_component;
            built.given = given;
        }
        self.known.insert(key, index);
        self.waiting.push_back((index, target));
        placeholder(index)
    }
}

/// A name from a reference to something that is not a component: its last names.
fn reference_name(reference: &str) -> String {
    let names = names_of(reference);
    let is_word = |name: &&String| {
        !matches!(
            name.as_str(),
            "properties"
                | "items"
                | "schema"
                | "schemas"
                | "content"
                | "components"
                | "allOf"
                | "oneOf"
                | "anyOf"
                | "paths"
                | "responses"
                | "definitions"
                | "$defs"
        ) && !name.contains("application/")
            && name.parse::<u32>().is_err()
    };
    let words: Vec<&String> = names.iter().filter(is_word).collect();
    let last: Vec<&str> = words
        .iter()
        .skip(words.len().saturating_sub(2))
        .map(|word| word.as_str())
        .collect();
    last.join(" ")
}

pub(super) fn is_json(ty: &TypeExpr) -> bool {
    matches!(ty.kind, TypeExprKind::Scalar(Scalar::Json))
}

/// The example of a type. All values of an enumeration that has more values are examples, beginning with its own.
fn example<'a>(schema: &Schema<'a>) -> Option<&'a Node> {
    let example = schema.example?;
    let first = schema.values.as_ref().and_then(|values| values.first());
    let is_listed = schema.is_extensible && first.is_some_and(|first| first.is_same(example));
    (!is_listed).then_some(example)
}

pub(super) fn type_entry(
    name: Spanned<String>,
    mut kind: TypeEntryKind,
    schema: &Schema<'_>,
) -> TypeEntry {
    let mut sensitivity = Sensitivity::Public;
    if schema.is_newtype
        && let TypeEntryKind::Alias {
            target,
            constraints,
        } = kind
    {
        kind = TypeEntryKind::Newtype {
            inner: target,
            constraints,
        };
        sensitivity = match (schema.secret, schema.personal) {
            (true, _) => Sensitivity::Secret,
            (false, true) => Sensitivity::Personal,
            (false, false) => Sensitivity::Public,
        };
    }
    if schema.is_open
        && let TypeEntryKind::Union(union) = &mut kind
    {
        union.open = Openness::Open;
    }
    if schema.is_open_in_responses {
        match &mut kind {
            TypeEntryKind::Enum { open, .. } => *open = Openness::Responses,
            TypeEntryKind::Union(union) => union.open = Openness::Responses,
            TypeEntryKind::Object { .. }
            | TypeEntryKind::Tuple(_)
            | TypeEntryKind::Newtype { .. }
            | TypeEntryKind::Alias { .. } => {}
        }
    }
    let own = schema.notes.map_or_else(Notes::default, notes);
    let deprecation = schema.deprecated.then(Deprecation::default);
    TypeEntry {
        notes: Notes {
            deprecation: own.deprecation.or(deprecation),
            doc: described(schema.description.or(schema.title)).doc,
            ..own
        },
        sensitivity,
        example: example(schema).cloned(),
        xml: schema.xml.clone(),
        ..TypeEntry::new(name, kind)
    }
}
