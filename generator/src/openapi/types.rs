//! Schemas become types. A schema that something refers to has a name of its own. One that is written in place becomes
//! an expression, or a type that is named in the end, when all of them are known.

use super::enums;
use super::names::Place;
use super::references::{At, Files, SchemaPart, names_of};
use super::scalars;
use super::schema::{Additional, Kinds, Parts, Property, Schema};
use super::unions;
use super::warnings::{Topic, Warnings};
use crate::api::{Deprecation, Scalar, Sensitivity};
use crate::document::{
    Constraints, Direction, FieldEntry, MAX_DEPTH, Notes, OthersEntry, TypeEntry, TypeEntryKind,
    TypeExpr, TypeExprKind,
};
use crate::naming;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use std::collections::{HashMap, HashSet, VecDeque};

/// All types of a document, as far as something refers to them.
pub(super) struct Types<'a> {
    pub(super) files: &'a Files<'a>,
    pub(super) warnings: Warnings,
    pub(super) built: Vec<Built>,
    /// The index of each schema that something refers to.
    known: HashMap<usize, usize>,
    /// Those that are not built yet.
    waiting: VecDeque<(usize, At<'a>)>,
    /// Types written in place, by their own names and their structures.
    groups: HashMap<(String, String), usize>,
    /// Names of components, by their nodes.
    components: HashMap<usize, String>,
    /// Objects that are being built from several schemas, by these, with their indexes.
    open: Vec<(Vec<usize>, usize)>,
    /// Those of them that contain themselves.
    recursive: HashSet<usize>,
    /// The schemas that extend each schema, with their names.
    children: HashMap<usize, Vec<(At<'a>, String)>>,
}

/// A type, named or not.
pub(super) struct Built {
    /// `None` until it is built, and if it turned out to be the same as another one.
    pub(super) entry: Option<TypeEntry>,
    /// The name that the document gives, or where the type is written.
    pub(super) name: BuiltName,
    /// Whether an enumeration or a union keeps exactly its values, wherever it is used.
    pub(super) is_closed: bool,
}

/// The last parts of names with dots: `com.example.Book` is `Book`, if nothing else is.
struct LastParts {
    counts: HashMap<String, usize>,
}

impl LastParts {
    fn of<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut counts = HashMap::new();
        for name in names {
            *counts
                .entry(naming::plain_camel(last_part(name)))
                .or_insert(0) += 1;
        }
        Self { counts }
    }

    fn name<'s>(&self, name: &'s str) -> &'s str {
        let last = last_part(name);
        match self.counts.get(&naming::plain_camel(last)) {
            Some(1) => last,
            _ => name,
        }
    }
}

fn last_part(name: &str) -> &str {
    let is_part = |part: &&str| part.starts_with(|c: char| c.is_ascii_alphabetic());
    name.rsplit('.').next().filter(is_part).unwrap_or(name)
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

/// What a schema becomes.
pub(super) enum Shape {
    /// An expression.
    Expr(TypeExprKind, Box<Constraints>),
    /// A type that needs a name.
    Type(TypeEntryKind),
    /// An enumeration or a union that is never open.
    Closed(TypeEntryKind),
}

/// How deep objects that are merged from several schemas nest before they are what one of these refers to. Each level
/// has its own copies of those below it.
const MOST_MERGED: usize = 3;

pub(super) const JSON: TypeExprKind = TypeExprKind::Scalar(Scalar::Json);

impl Shape {
    pub(super) fn json() -> Self {
        Self::Expr(JSON, Box::default())
    }

    pub(super) fn scalar(scalar: Scalar) -> Self {
        Self::Expr(TypeExprKind::Scalar(scalar), Box::default())
    }
}

/// The name of a type until all are known.
pub(super) fn placeholder(index: usize) -> String {
    format!("#{index}")
}

/// The index in a placeholder.
pub(super) fn index_of(name: &str) -> Option<usize> {
    name.strip_prefix('#')?.parse().ok()
}

impl<'a> Types<'a> {
    pub(super) fn new(files: &'a Files<'a>) -> Self {
        let mut types = Self {
            files,
            warnings: Warnings::default(),
            built: Vec::new(),
            known: HashMap::new(),
            waiting: VecDeque::new(),
            groups: HashMap::new(),
            components: HashMap::new(),
            open: Vec::new(),
            recursive: HashSet::new(),
            children: HashMap::new(),
        };
        types.find_components();
        types
    }

    /// The names of components, and which of them extend which.
    fn find_components(&mut self) {
        let Some(root) = self.files.root() else {
            return;
        };
        let schemas = root.get("components").and_then(|at| at.get("schemas"));
        let definitions = root.get("definitions");
        let sections = || [schemas, definitions].into_iter().flatten();
        let names = sections().flat_map(|section| section.node.entries());
        let last = LastParts::of(names.map(|(name, _)| name.value.as_str()));
        for section in sections() {
            for (name, node) in section.node.entries() {
                let at = section.with(node);
                let given = node.get("x-specsmith-name").and_then(Node::as_text);
                let given = given.unwrap_or_else(|| last.name(&name.value));
                self.components.insert(at.id(), given.to_owned());
                for member in node.get("allOf").map_or(&[][..], Node::items) {
                    let text = member.get("$ref").and_then(Node::as_text);
                    if let Some(base) = text.and_then(|text| self.files.resolve(at.file, text)) {
                        let children = self.children.entry(base.id()).or_default();
                        children.push((at, name.value.clone()));
                    }
                }
            }
        }
    }

    /// The schemas that extend a schema, directly or not.
    pub(super) fn descendants(&self, at: At<'a>) -> Vec<(At<'a>, String)> {
        let mut found: Vec<(At<'a>, String)> = Vec::new();
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            for (child, name) in self.children.get(&at.id()).into_iter().flatten() {
                let is_known = found.iter().any(|(known, _)| known.id() == child.id());
                if !is_known && child.id() != at.id() {
                    found.push((*child, name.clone()));
                    waiting.push(*child);
                }
            }
        }
        found.sort_by_key(|(at, _)| at.node.span.start);
        found
    }

    /// The name of a component.
    pub(super) fn component(&self, at: At<'a>) -> Option<&str> {
        self.components.get(&at.id()).map(String::as_str)
    }

    /// The type of a schema. `place` is where it is written.
    pub(super) fn type_of(&mut self, parts: &[At<'a>], place: &Place) -> Typed {
        let Some(first) = parts.first() else {
            return Typed::plain(TypeExpr::new(JSON, Span::default()));
        };
        let span = first.node.span;
        if let Some(reference) = self.files.reference(parts) {
            let nullable = reference.nullable || self.files.is_nullable(&[reference.target]);
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
        let is_merged = parts.len() > 1 || first.node.get("allOf").is_some();
        if !is_merged || schema.kinds != Kinds::OBJECT || schema.properties.is_empty() {
            return self.in_place(&schema, parts, place, span);
        }
        // A schema that is merged with others may be inside of itself.
        let key: Vec<usize> = parts.iter().map(|at| at.id()).collect();
        if let Some((_, index)) = self.open.iter().find(|(known, _)| *known == key) {
            self.recursive.insert(*index);
            let name = placeholder(*index);
            return Typed::plain(TypeExpr::new(TypeExprKind::Named(name), span));
        }
        if self.open.len() >= MOST_MERGED
            && let Some((target, text)) = self.first_reference(parts)
        {
            let name = self.named(target, text);
            return Typed::plain(TypeExpr::new(TypeExprKind::Named(name), span));
        }
        self.open.push((key, self.built.len()));
        let typed = self.in_place(&schema, parts, place, span);
        self.open.pop();
        typed
    }

    /// The first schema that one of several refers to.
    fn first_reference(&self, parts: &[At<'a>]) -> Option<(At<'a>, &'a str)> {
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
        let index = self.reserve(BuiltName::Places(vec![place.clone()]));
        let span = Span::default();
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
            built.entry = Some(entry);
            built.is_closed = is_closed;
        }
    }

    /// The name of a schema that something refers to. It is built later, so that long chains of references need no stack.
    pub(super) fn named(&mut self, target: At<'a>, reference: &str) -> String {
        let target = self.files.follow(target).unwrap_or(target);
        let key = target.id() ^ usize::from(target.part == SchemaPart::WithoutTag);
        if let Some(&index) = self.known.get(&key) {
            return placeholder(index);
        }
        let name = match self.components.get(&target.id()) {
            Some(name) if target.part == SchemaPart::WithoutTag => format!("{name} base"),
            Some(name) => name.clone(),
            None => reference_name(reference),
        };
        let index = self.reserve(BuiltName::Given(name));
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

    /// What a schema becomes. `index` is that of the type, for the names of those inside of it.
    pub(super) fn shape(
        &mut self,
        schema: &Schema<'a>,
        parts: &[At<'a>],
        index: usize,
        depth: usize,
        nullable: &mut bool,
    ) -> Shape {
        if let Some(values) = &schema.values {
            return enums::shape(values, schema, &mut self.warnings);
        }
        if let Some(shape) = unions::shape(self, schema, parts, index, depth, nullable) {
            return shape;
        }
        if !schema.prefix.is_empty() {
            return self.tuple(schema, index, depth);
        }
        match schema.kinds.count() {
            0 => Shape::json(),
            1 => self.single(schema.kinds, schema, index, depth),
            _ => unions::by_kind(self, schema, index, depth),
        }
    }

    /// What a schema of one kind becomes.
    pub(super) fn single(
        &mut self,
        kind: Kinds,
        schema: &Schema<'a>,
        index: usize,
        depth: usize,
    ) -> Shape {
        match kind {
            Kinds::OBJECT => self.object(schema, index, depth),
            Kinds::LIST => {
                let place = Place::item(index, depth);
                let mut item = match &schema.items {
                    Some(parts) if depth < MAX_DEPTH - 1 => self.type_of(parts, &place).ty,
                    Some(_) | None => TypeExpr::new(JSON, Span::default()),
                };
                if is_json(&item) {
                    item.nullable = false;
                }
                Shape::Expr(
                    TypeExprKind::List(Box::new(item)),
                    Box::new(schema.limits.of_kind(kind)),
                )
            }
            _ => {
                let scalar = scalars::scalar(kind, schema);
                let limits = match scalar {
                    Scalar::String
                    | Scalar::Uri
                    | Scalar::Email
                    | Scalar::Integer(_)
                    | Scalar::Number
                    | Scalar::Float => schema.limits.of_kind(kind),
                    _ => Constraints::default(),
                };
                Shape::Expr(TypeExprKind::Scalar(scalar), Box::new(limits))
            }
        }
    }

    fn tuple(&mut self, schema: &Schema<'a>, index: usize, depth: usize) -> Shape {
        const MOST: usize = 16;
        let is_exact = schema.only_prefix
            || schema.limits.max_items.as_ref().map(|most| most.value)
                == u64::try_from(schema.prefix.len()).ok();
        if !is_exact || schema.prefix.len() > MOST {
            let item = TypeExpr::new(JSON, Span::default());
            return Shape::Expr(TypeExprKind::List(Box::new(item)), Box::default());
        }
        let elements = schema.prefix.iter().enumerate().map(|(at, parts)| {
            let place = Place::property(index, "item", depth);
            let typed = self.type_of(parts, &place);
            let span = typed.ty.span;
            let name = Spanned::new(at.to_string(), span);
            FieldEntry {
                constraints: typed.constraints,
                notes: parts
                    .first()
                    .map_or_else(Notes::default, |at| notes(at.node)),
                ..FieldEntry::required(name, typed.ty)
            }
        });
        let elements = elements.collect();
        Shape::Type(TypeEntryKind::Tuple(elements))
    }

    fn object(&mut self, schema: &Schema<'a>, index: usize, depth: usize) -> Shape {
        let has_undeclared = |schema: &Schema<'a>| {
            let is_declared = |name: &str| {
                let mut names = schema.properties.iter().map(|of| of.name.value.as_str());
                names.any(|known| known == name)
            };
            !schema.required.iter().all(|name| is_declared(name))
        };
        if schema.properties.is_empty() && !has_undeclared(schema) {
            return self.map(schema, index, depth);
        }
        let mut fields: Vec<FieldEntry> = Vec::with_capacity(schema.properties.len());
        for property in &schema.properties {
            if property.name.value.is_empty() {
                self.warnings.add(Topic::EmptyName, property.name.span, "");
                continue;
            }
            let is_required = schema.required.contains(property.name.value.as_str());
            fields.push(self.field(property, is_required, index));
        }
        if has_undeclared(schema) {
            fields.extend(undeclared(schema));
        }
        self.ignore_beside_properties(schema);
        spell_symbols(&mut fields);
        let others = match &schema.additional {
            Some(Additional::Of(parts)) => {
                let place = Place::property(index, "other", 0);
                let mut ty = self.type_of(parts, &place).ty;
                if ty.nullable {
                    ty = TypeExpr::new(JSON, ty.span);
                }
                OthersEntry::Kept(ty)
            }
            Some(Additional::Any | Additional::Forbidden) | None => OthersEntry::Ignored,
        };
        Shape::Type(TypeEntryKind::Object {
            fields,
            others,
            bases: Vec::new(),
            ignored: Vec::new(),
        })
    }

    /// Notes what no object with fields of its own expresses.
    fn ignore_beside_properties(&self, schema: &Schema<'a>) {
        let mut ignored = self.files.ignored.borrow_mut();
        if let Some(pattern) = schema.patterns.first() {
            ignored.add("`patternProperties` beside `properties`", pattern.node.span);
        }
        let limits = &schema.limits;
        for (what, limit) in [
            ("`minProperties` beside `properties`", &limits.min_items),
            ("`maxProperties` beside `properties`", &limits.max_items),
        ] {
            if let Some(limit) = limit {
                ignored.add(what, limit.span);
            }
        }
    }

    /// An object without properties of its own.
    fn map(&mut self, schema: &Schema<'a>, index: usize, depth: usize) -> Shape {
        let values = match (&schema.additional, schema.patterns.as_slice()) {
            (Some(Additional::Of(parts)), []) => Some(parts.clone()),
            (None | Some(Additional::Forbidden), [pattern]) => Some(vec![*pattern]),
            (_, []) => None,
            (_, [pattern, ..]) => {
                let what = "`patternProperties` beside other properties";
                self.files.ignored.borrow_mut().add(what, pattern.node.span);
                None
            }
        };
        let value = match values {
            Some(parts) if depth < MAX_DEPTH - 1 => {
                self.type_of(&parts, &Place::value(index, depth)).ty
            }
            Some(_) | None => TypeExpr::new(JSON, Span::default()),
        };
        let limits = schema.limits.of_kind(Kinds::OBJECT);
        Shape::Expr(TypeExprKind::Map(Box::new(value)), Box::new(limits))
    }

    /// A property of an object.
    fn field(&mut self, property: &Property<'a>, is_required: bool, index: usize) -> FieldEntry {
        let place = Place::property(index, &property.name.value, 0);
        let mut field = self.value(property.name, &property.parts, is_required, &place);
        // The direction is replaced by what it means, when it is known where the type is used.
        let mut directions = property.parts.iter().filter_map(|at| direction(at.node));
        let direction = directions.next();
        field.only_in = direction.map(|direction| Spanned::new(direction, property.name.span));
        field
    }

    /// A named value: a property, a parameter, a header.
    pub(super) fn value(
        &mut self,
        name: &Spanned<String>,
        parts: &Parts<'a>,
        is_required: bool,
        place: &Place,
    ) -> FieldEntry {
        let schema_of = |types: &Self| types.files.schema(parts);
        // In the spec language, this is how names of optional fields end, so it has no such required field.
        let is_required = is_required && !name.value.ends_with('?');
        let mut field = FieldEntry::optional(name.clone(), TypeExpr::new(JSON, name.span));
        field.optional = !is_required;
        if is_required && let Some(constant) = self.constant(parts) {
            field.ty = TypeExpr::new(TypeExprKind::Scalar(scalar_of(&constant)), constant.span);
            field.constant = Some(constant);
        } else {
            let typed = self.type_of(parts, place);
            field.ty = typed.ty;
            field.constraints = typed.constraints;
        }
        for part in parts {
            set_given_name(&mut field, part.node);
        }
        let is_secret = match &field.ty.kind {
            TypeExprKind::Scalar(_) => {
                let schema = schema_of(self);
                schema.format == Some("password") || schema.secret
            }
            _ => false,
        };
        if is_secret && field.constant.is_none() {
            field.sensitivity = Sensitivity::Secret;
        }
        for part in parts {
            let found = notes(part.node);
            field.notes.doc = found.doc.or(field.notes.doc.take());
            field.notes.deprecation = found.deprecation.or(field.notes.deprecation.take());
            let node = part.node;
            if field.constant.is_none() {
                field.default = node.get("default").cloned().or(field.default.take());
                let example = node.get("example").or_else(|| {
                    let examples = node.get("examples").map_or(&[][..], Node::items);
                    examples.first()
                });
                field.example = example.cloned().or(field.example.take());
            }
        }
        // Null says nothing.
        for value in [&mut field.default, &mut field.example] {
            *value = value.take().filter(|value| !value.is_null());
        }
        field
    }

    /// The value that a schema always has: text, an integer or a boolean.
    pub(super) fn constant(&self, parts: &[At<'a>]) -> Option<Node> {
        let schema = self.files.schema(parts);
        if schema.nullable || schema.is_extensible || !schema.choices.is_empty() {
            return None;
        }
        match schema.values.as_deref() {
            Some([only]) => constant_of(only, schema.kinds),
            _ => None,
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

/// The direction that a property is in, if it is not in both.
fn direction(node: &Node) -> Option<Direction> {
    let is_set = |key: &str| node.get(key).is_some_and(Node::is_true);
    if is_set("readOnly") || is_set("x-read-only") {
        return Some(Direction::Response);
    }
    if is_set("writeOnly") {
        return Some(Direction::Request);
    }
    let mutability = node.get("x-ms-mutability")?.items();
    let is_read = |of: &Node| of.as_text() == Some("read");
    match (mutability.iter().any(is_read), mutability.len()) {
        (true, 1) => Some(Direction::Response),
        (false, 1..) => Some(Direction::Request),
        _ => None,
    }
}

/// Sets the name in Rust that a node gives to a value. Names for other languages are changed to the case of Rust.
pub(super) fn set_given_name(field: &mut FieldEntry, node: &Node) {
    if field.constant.is_some() {
        return;
    }
    if let Some(given) = node.get("x-specsmith-name").and_then(Node::spanned_text) {
        field.rust_name = Some(given);
    } else if let Some(given) = node.get("x-ms-client-name").and_then(Node::spanned_text) {
        let name = naming::plain_snake(&given.value);
        let is_name = name.starts_with(|c: char| c.is_ascii_lowercase());
        if is_name && name != naming::plain_snake(&field.name.value) {
            field.rust_name = Some(Spanned::new(name, given.span));
        }
    }
}

/// A value as it is in a document of its kind.
fn constant_of(value: &Node, kinds: Kinds) -> Option<Node> {
    let kind = match &value.kind {
        NodeKind::Text(text) => NodeKind::Text(text.clone()),
        NodeKind::Integer(..) | NodeKind::Bool(_) if kinds == Kinds::STRING => {
            NodeKind::Text(value.scalar_text()?)
        }
        NodeKind::Integer(number, text) if i64::try_from(*number).is_ok() => {
            NodeKind::Integer(*number, text.clone())
        }
        NodeKind::Bool(value) => NodeKind::Bool(*value),
        _ => return None,
    };
    Some(Node {
        span: value.span,
        kind,
    })
}

fn scalar_of(constant: &Node) -> Scalar {
    match constant.kind {
        NodeKind::Bool(_) => Scalar::Boolean,
        NodeKind::Integer(..) => Scalar::Integer(crate::api::Integer::Int64),
        _ => Scalar::String,
    }
}

/// Spells out the symbol that `@id` begins with, if there is an `id` too.
fn spell_symbols(fields: &mut [FieldEntry]) {
    let plain: HashSet<String> = fields
        .iter()
        .filter(|field| {
            field
                .name
                .value
                .starts_with(|c: char| c.is_ascii_alphanumeric())
        })
        .map(|field| naming::snake(&field.name.value))
        .collect();
    for field in fields {
        let symbol = match field.name.value.chars().next() {
            Some('@') => "at",
            Some('$') => "dollar",
            Some('#') => "hash",
            Some('*') => "star",
            Some('_') => "underscore",
            _ => continue,
        };
        let snake = naming::plain_snake(&field.name.value);
        let spelled = naming::plain_snake(&format!("{symbol}_{snake}"));
        let is_taken = plain.contains(&naming::snake(&field.name.value));
        if is_taken && field.rust_name.is_none() && !plain.contains(&spelled) {
            field.rust_name = Some(Spanned::new(spelled, field.name.span));
        }
    }
}

/// Required fields that no property describes.
fn undeclared(schema: &Schema<'_>) -> Vec<FieldEntry> {
    let is_declared = |name: &str| {
        let mut names = schema.properties.iter().map(|of| of.name.value.as_str());
        names.any(|known| known == name)
    };
    let names = schema.required.iter().filter(|name| !is_declared(name));
    let mut names: Vec<&str> = names.copied().filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    let fields = names.into_iter().map(|name| {
        let name = Spanned::new(name.to_owned(), Span::default());
        let ty = TypeExpr::new(JSON, Span::default());
        FieldEntry::required(name, ty)
    });
    fields.collect()
}

/// A name from a reference to something that is no component: its last names.
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
        input_of: None,
    }
}

/// A description, if there is any.
pub(super) fn tidy(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The notes of a node: its description, and whether it is deprecated.
pub(super) fn notes(node: &Node) -> Notes {
    let text = |key: &str| node.get(key).and_then(Node::as_text).and_then(tidy);
    let is_deprecated = node.get("deprecated").is_some_and(Node::is_true);
    let reason = text("x-deprecatedMessage").or_else(|| text("x-deprecated-message"));
    Notes {
        doc: text("description").or_else(|| text("summary")),
        deprecation: is_deprecated.then_some(Deprecation { reason }),
        ..Notes::default()
    }
}

impl Constraints {
    /// Those that apply to values of one kind.
    pub(super) fn of_kind(&self, kind: Kinds) -> Self {
        let of = self.clone();
        match kind {
            Kinds::STRING => Self {
                min_length: of.min_length,
                max_length: of.max_length,
                pattern: of.pattern,
                ..Self::default()
            },
            Kinds::INTEGER | Kinds::NUMBER => Self {
                min: of.min.filter(|_| of.above.is_none()),
                max: of.max.filter(|_| of.below.is_none()),
                above: of.above,
                below: of.below,
                multiple_of: of.multiple_of,
                ..Self::default()
            },
            Kinds::LIST => Self {
                min_items: of.min_items,
                max_items: of.max_items,
                unique_items: of.unique_items,
                ..Self::default()
            },
            Kinds::OBJECT => Self {
                min_items: of.min_items,
                max_items: of.max_items,
                ..Self::default()
            },
            _ => Self::default(),
        }
    }
}
