//! Schemas become types. A schema that something refers to has a name of its own. One that is written in place becomes
//! an expression, or a type that is named in the end, when all of them are known.

use super::fields::tidy;
use super::kinds::Kinds;
use super::names::{Group, Own, Place};
use super::placeholders::placeholder;
use super::references::{At, Files, Key, SchemaPart, names_of};
use super::schema::Schema;
use super::shapes::Shape;
use super::warnings::Warnings;
use crate::api::{Deprecation, Scalar, Sensitivity};
use crate::document::{Constraints, Notes, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::hash::{HashMap, HashSet};
use crate::node::Node;
use crate::source::{Span, Spanned};
use std::collections::VecDeque;

/// All types of a document, as far as something refers to them.
pub(super) struct Types<'a> {
    pub(super) files: &'a Files<'a>,
    pub(super) warnings: Warnings,
    pub(super) built: Vec<Built>,
    /// The index of each schema that something refers to.
    known: HashMap<Key, usize>,
    /// Those that are not built yet.
    waiting: VecDeque<(usize, At<'a>)>,
    /// Types written in place, by their groups and their structures.
    groups: HashMap<(Group, String), usize>,
    /// Names of components, by their nodes.
    pub(super) components: HashMap<usize, String>,
    /// Their keys in the document.
    pub(super) component_keys: HashMap<usize, &'a str>,
    /// Where components have names of their owner, by their nodes.
    pub(super) given: HashMap<usize, Span>,
    /// Types that are being built from several schemas.
    open: Vec<Merged>,
    /// Those of them that contain themselves.
    recursive: HashSet<usize>,
    /// The choices that are being decided, by their first members.
    pub(super) deciding: Vec<usize>,
    /// The schemas that extend each schema, with their names.
    pub(super) children: HashMap<usize, Vec<(At<'a>, String)>>,
}

/// A type, named or not.
pub(super) struct Built {
    /// `None` until it is built, and if it turned out to be the same as another one.
    pub(super) entry: Option<Box<TypeEntry>>,
    /// The name that the document gives, or where the type is written.
    pub(super) name: BuiltName,
    /// Where the owner of the document gives the name.
    pub(super) given: Option<Span>,
    /// Whether it is a component of the document itself, not of another file.
    pub(super) is_component: bool,
    /// Whether an enumeration or a union keeps exactly its values, wherever it is used.
    pub(super) is_closed: bool,
}

/// What a type is called after.
pub(super) enum BuiltName {
    Given(String),
    Places(Vec<Place>),
    /// It is the same as this type.
    Same(usize),
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
struct Merged {
    schemas: Vec<Key>,
    index: usize,
    is_object: bool,
}

/// How deep objects that are merged from several schemas nest before they are what one of these refers to. Each level
/// has its own copies of those below it.
const MOST_MERGED: usize = 3;

/// How deep merged types of any kind nest before that.
const MOST_OPEN: usize = 5;

pub(super) const JSON: TypeExprKind = TypeExprKind::Scalar(Scalar::Json);

impl<'a> Types<'a> {
    pub(super) fn new(files: &'a Files<'a>) -> Self {
        let mut types = Self {
            files,
            warnings: Warnings::default(),
            built: Vec::new(),
            known: HashMap::default(),
            waiting: VecDeque::new(),
            groups: HashMap::default(),
            components: HashMap::default(),
            component_keys: HashMap::default(),
            given: HashMap::default(),
            open: Vec::new(),
            recursive: HashSet::default(),
            deciding: Vec::new(),
            children: HashMap::default(),
        };
        types.find_components();
        types
    }

    /// The type of a schema. `place` is where it is written.
    pub(super) fn type_of(&mut self, parts: &[At<'a>], place: &Place) -> Typed {
        let Some(first) = parts.first() else {
            return Typed::plain(TypeExpr::new(JSON, Span::default()));
        };
        let span = first.node.span;
        if let Some(reference) = self.files.reference(parts) {
            let nullable = reference.nullable || self.files.is_nullable(reference.target);
            let name = self.named(reference.target, reference.text);
            let mut ty = TypeExpr::new(TypeExprKind::Named(name), span);
            ty.nullable = nullable;
            return Typed::plain(ty);
        }
        if let Some(reference) = first.node.get("$ref").filter(|_| parts.len() == 1)
            && reference
                .as_text()
                .is_none_or(|text| self.files.resolve(first.file, text).is_none())
        {
            self.warn_broken(first.file, reference, "this is any JSON value");
            return Typed::plain(TypeExpr::new(JSON, span));
        }
        let schema = self.files.schema(parts);
        let refers = |at: &At<'_>| at.node.get("allOf").or(at.node.get("$ref")).is_some();
        if parts.len() == 1 && !refers(first) {
            return self.in_place(&schema, parts, place, span);
        }
        // A schema that is merged with others may be inside of itself.
        let key: Vec<Key> = parts.iter().map(|at| at.key()).collect();
        let again = self.open.iter().find(|of| of.schemas == key);
        let again = again.map(|of| of.index);
        // A choice may turn out to be one of its members, which has a type of its own.
        let is_object = schema.kinds == Kinds::OBJECT
            && !schema.properties.is_empty()
            && schema.choices.is_empty();
        let outer_objects = self.open.iter().filter(|of| of.is_object).count();
        let is_deep = is_object && outer_objects >= MOST_MERGED || self.open.len() >= MOST_OPEN;
        if let Some(index) = again.filter(|_| is_object) {
            self.recursive.insert(index);
            let name = placeholder(index);
            return Typed::plain(TypeExpr::new(TypeExprKind::Named(name), span));
        }
        if again.is_some() || is_deep {
            let target = self.first_reference(parts);
            let kind = target.map(|(target, text)| TypeExprKind::Named(self.named(target, text)));
            let kind = kind.or(again.is_some().then_some(JSON));
            if let Some(kind) = kind {
                return Typed::plain(TypeExpr::new(kind, span));
            }
        }
        self.open.push(Merged {
            schemas: key,
            index: self.built.len(),
            is_object,
        });
        let typed = self.in_place(&schema, parts, place, span);
        self.open.pop();
        typed
    }

    /// The type of what is inside another type: an item, a value of a map, a variant. It has no constraints beside it, so
    /// these make it a type of its own.
    pub(super) fn inner(&mut self, parts: &[At<'a>], place: &Place) -> TypeExpr {
        let typed = self.type_of(parts, place);
        self.constrained(typed, place)
    }

    /// A type that has its constraints in itself.
    pub(super) fn constrained(&mut self, typed: Typed, place: &Place) -> TypeExpr {
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

    /// The first schema that one of several refers to.
    pub(super) fn first_reference(&self, parts: &[At<'a>]) -> Option<(At<'a>, &'a str)> {
        parts.iter().find_map(|at| {
            let members = at.node.get("allOf").map_or(&[][..], Node::items);
            let mut nodes = std::iter::once(at.node).chain(members);
            let text = nodes.find_map(|node| node.get("$ref").and_then(Node::as_text))?;
            Some((self.files.resolve(at.file, text)?, text))
        })
    }

    /// The type of a schema that is written in place.
    pub(super) fn in_place(
        &mut self,
        schema: &Schema<'a>,
        parts: &[At<'a>],
        place: &Place,
        span: Span,
    ) -> Typed {
        let named = schema.ms_enum.filter(|_| schema.values.is_some());
        let named = named.and_then(|of| of.get("name")?.as_text());
        // In a property or a parameter, the extension names the field.
        let is_field = matches!(place.own, Own::Name(_)) && place.depth == 0;
        let given = parts.first().filter(|_| !is_field);
        let given = given.and_then(|at| at.node.get("x-specsmith-name")?.as_text());
        let named = given.or(named);
        let named = named.map(|name| Place::named(name, place.depth));
        let place = named.as_ref().unwrap_or(place);
        // The type gets its index before those inside of it, whose names depend on it.
        let index = self.reserve(BuiltName::Places(vec![place.clone()]));
        let mut nullable = schema.nullable;
        let shape = self.shape(schema, parts, index, place.depth, &mut nullable);
        let (kind, constraints) = match shape {
            Shape::Expr(kind, constraints) => (kind, *constraints),
            Shape::Type(kind) => (
                self.finish(index, kind, false, schema, place, span),
                Constraints::default(),
            ),
            Shape::Closed(kind) => (
                self.finish(index, kind, true, schema, place, span),
                Constraints::default(),
            ),
        };
        let mut ty = TypeExpr::new(placed(kind, span), span);
        ty.nullable = nullable && !matches!(ty.kind, TypeExprKind::Scalar(Scalar::Json));
        Typed { ty, constraints }
    }

    /// The type at a place, whose shape `make` returns.
    pub(super) fn in_place_of(
        &mut self,
        schema: &Schema<'a>,
        place: &Place,
        make: &mut dyn FnMut(&mut Self, usize) -> Shape,
    ) -> TypeExpr {
        self.in_place_at(Span::default(), schema, place, make)
    }

    /// The same for a type that something has to be reported about, at a place of the document.
    pub(super) fn in_place_at(
        &mut self,
        span: Span,
        schema: &Schema<'a>,
        place: &Place,
        make: &mut dyn FnMut(&mut Self, usize) -> Shape,
    ) -> TypeExpr {
        let index = self.reserve(BuiltName::Places(vec![place.clone()]));
        let kind = match make(self, index) {
            Shape::Expr(kind, _) => kind,
            Shape::Type(kind) => self.finish(index, kind, false, schema, place, span),
            Shape::Closed(kind) => self.finish(index, kind, true, schema, place, span),
        };
        TypeExpr::new(kind, span)
    }

    fn reserve(&mut self, name: BuiltName) -> usize {
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
    fn finish(
        &mut self,
        index: usize,
        kind: TypeEntryKind,
        is_closed: bool,
        schema: &Schema<'a>,
        place: &Place,
        span: Span,
    ) -> TypeExprKind {
        let key = place.group().filter(|_| !self.recursive.contains(&index));
        let structure = super::structure::of(&kind);
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

    fn put(&mut self, index: usize, entry: TypeEntry, is_closed: bool) {
        if let Some(built) = self.built.get_mut(index) {
            built.entry = Some(Box::new(entry));
            built.is_closed = is_closed;
        }
    }

    /// The name of a schema that something refers to. It is built later, so that long chains of references need no stack.
    pub(super) fn named(&mut self, target: At<'a>, reference: &str) -> String {
        let target = self.files.named_schema(target);
        let key = target.key();
        if let Some(&index) = self.known.get(&key) {
            return placeholder(index);
        }
        let name = match self.components.get(&target.id()) {
            Some(name) if target.part == SchemaPart::WithoutTag => format!("{name} base"),
            Some(name) => name.clone(),
            None => reference_name(reference),
        };
        let is_component = self.components.contains_key(&target.id());
        let index = self.reserve(BuiltName::Given(name));
        let given = self.given.get(&target.id()).copied();
        if let Some(built) = self.built.get_mut(index) {
            built.is_component = is_component && target.part != SchemaPart::WithoutTag;
            built.given = given.filter(|_| target.part != SchemaPart::WithoutTag);
        }
        self.known.insert(key, index);
        self.waiting.push_back((index, target));
        placeholder(index)
    }

    /// Builds everything that was referred to, and what that refers to.
    pub(super) fn build(&mut self) {
        while let Some((index, at)) = self.waiting.pop_front() {
            let schema = self.files.schema(&[at]);
            let mut nullable = false;
            let shape = self.shape(&schema, &[at], index, 0, &mut nullable);
            let name = Spanned::new(placeholder(index), at.node.span);
            let (kind, is_closed) = match shape {
                Shape::Type(kind) => (kind, false),
                Shape::Closed(kind) => (kind, true),
                Shape::Expr(kind, constraints) => {
                    let target = TypeExpr::new(placed(kind, at.node.span), at.node.span);
                    (
                        TypeEntryKind::Alias {
                            target,
                            constraints,
                        },
                        false,
                    )
                }
            };
            self.put(index, type_entry(name, kind, &schema), is_closed);
        }
    }
}

/// Items and values that nothing describes are at the place of the list or map.
fn placed(mut kind: TypeExprKind, span: Span) -> TypeExprKind {
    if let TypeExprKind::List(inner) | TypeExprKind::Map(inner) = &mut kind
        && inner.span == Span::default()
    {
        inner.span = span;
    }
    kind
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
    let last = words.iter().skip(words.len().saturating_sub(2));
    let last: Vec<&str> = last.map(|word| word.as_str()).collect();
    last.join(" ")
}

pub(super) fn is_json(ty: &TypeExpr) -> bool {
    matches!(ty.kind, TypeExprKind::Scalar(Scalar::Json))
}

fn type_entry(name: Spanned<String>, kind: TypeEntryKind, schema: &Schema<'_>) -> TypeEntry {
    let doc = schema.description.or(schema.title).and_then(tidy);
    TypeEntry {
        name,
        notes: Notes {
            doc,
            deprecation: schema.deprecated.then_some(Deprecation { reason: None }),
            ..Notes::default()
        },
        sensitivity: Sensitivity::Public,
        kind,
        example: None,
        xml: schema.xml.clone(),
        input_of: None,
    }
}
