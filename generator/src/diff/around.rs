//! What is inside of what: the notes of a part of an API, and of everything that contains it.

mod containers;
mod reached;
mod types;

use std::collections::hash_map::Entry;

use super::site::{Owner, Spot};
use crate::api::{
    Alias, Api, ErrorDef, Notes, Operation, PageFieldRole, Pager, Stability, Type, TypeDef,
    TypeKind, TypeRef,
};
use crate::hash::{HashMap, HashSet};
use containers::{containers, is_of_auth};
use reached::Reached;

/// What a field is, in messages.
pub(super) const FIELD: &str = "the field";

/// What a header of a response is, in messages.
const HEADER: &str = "the header";

/// The notes of the parts of an API.
pub(super) struct Around<'a> {
    api: &'a Api,
    /// The operations by their names, and whether they are webhooks.
    operations: HashMap<(&'a str, bool), &'a Operation>,
    notes: HashMap<(Spot<'a>, bool), &'a Notes>,
    /// The parts by what they belong to.
    parts: HashMap<(Owner<'a>, bool), Vec<Part<'a>>>,
}

/// A part of an API with notes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) spot: Spot<'a>,
    /// What it is, in messages: "the field".
    pub(super) what: &'static str,
    pub(super) notes: &'a Notes,
}

impl<'a> Around<'a> {
    pub(super) fn of(api: &'a Api) -> Self {
        let mut around = Self {
            api,
            operations: HashMap::default(),
            notes: HashMap::default(),
            parts: HashMap::default(),
        };
        for operation in &api.operations {
            around.add_operation(operation, false);
        }
        let webhooks = api.webhooks.iter().flat_map(|api| &api.operations);
        for webhook in webhooks {
            around.add_operation(webhook, true);
        }
        for definition in &api.types {
            around.add_type(definition);
        }
        for error in &api.errors {
            around.add_error(error);
        }
        around.add_rest();
        around
    }

    fn add(&mut self, spot: Spot<'a>, what: &'static str, notes: &'a Notes) {
        self.add_of(false, spot, what, notes);
    }

    fn add_of(&mut self, in_webhooks: bool, spot: Spot<'a>, what: &'static str, notes: &'a Notes) {
        if let Entry::Vacant(entry) = self.notes.entry((spot, in_webhooks)) {
            entry.insert(notes);
            let parts = self.parts.entry((spot.owner(), in_webhooks)).or_default();
            parts.push(Part { spot, what, notes });
        }
    }

    /// An operation, a type or an error, and its parts; or the parts of the API that are in none of these.
    pub(super) fn parts(&self, owner: Owner<'a>, in_webhooks: bool) -> &[Part<'a>] {
        let parts = self.parts.get(&(owner, in_webhooks));
        parts.map_or(&[], Vec::as_slice)
    }

    /// The notes of a part alone.
    pub(super) fn notes(&self, spot: Spot<'a>, in_webhooks: bool) -> Option<&'a Notes> {
        self.notes.get(&(spot, in_webhooks)).copied()
    }

    fn add_operation(&mut self, operation: &'a Operation, in_webhooks: bool) {
        let name = operation.name.as_str();
        self.operations
            .entry((name, in_webhooks))
            .or_insert(operation);
        let mut add = |spot, what, notes| self.add_of(in_webhooks, spot, what, notes);
        add(Spot::Operation(name), "the operation", &operation.notes);
        for parameter in &operation.parameters {
            let spot = Spot::Parameter(name, parameter.location, &parameter.name);
            add(spot, "the parameter", &parameter.notes);
        }
        if let Some(body) = &operation.body {
            add(Spot::Body(name), "the body", &body.notes);
        }
        for response in &operation.responses {
            let spot = Spot::Response(name, response.status);
            add(spot, "the response", &response.notes);
            for header in &response.headers {
                let spot = Spot::Header(name, response.status, &header.name);
                add(spot, HEADER, &header.notes);
            }
        }
    }

    fn add_type(&mut self, definition: &'a TypeDef) {
        let name = definition.name.as_str();
        self.add(Spot::Type(name), "the type", &definition.notes);
        let mut add = |part, what, notes| self.add(Spot::Part(name, part), what, notes);
        match &definition.kind {
            TypeKind::Object(object) => {
                for field in &object.fields {
                    add(&field.name, FIELD, &field.notes);
                }
                for constant in &object.constants {
                    add(&constant.name, FIELD, &constant.notes);
                }
            }
            TypeKind::Tuple(tuple) => {
                for element in &tuple.elements {
                    add(&element.name, "the element", &element.notes);
                }
            }
            TypeKind::Enum(enumeration) => {
                for value in &enumeration.values {
                    add(&value.value, "the value", &value.notes);
                }
            }
            TypeKind::Union(union) => {
                for variant in &union.variants {
                    add(&variant.tag, "the variant", &variant.notes);
                }
                // Its other tags are the same part, which changes may be at as well.
                for variant in &union.variants {
                    for tag in &variant.also {
                        let place = (Spot::Part(name, tag), false);
                        self.notes.entry(place).or_insert(&variant.notes);
                    }
                }
            }
            TypeKind::Newtype(_) | TypeKind::Alias(_) => {}
        }
    }

    fn add_error(&mut self, error: &'a ErrorDef) {
        self.add(Spot::Error(&error.name), "the error", &error.notes);
        for header in &error.headers {
            let spot = Spot::ErrorHeader(&error.name, &header.name);
            self.add(spot, HEADER, &header.notes);
        }
        for field in error.fields().iter().filter(|field| field.is_own) {
            let field = &field.field;
            let spot = Spot::ErrorPart(&error.name, &field.name);
            self.add(spot, FIELD, &field.notes);
        }
    }

    fn add_rest(&mut self) {
        let api = self.api;
        for scheme in api.auth.iter().flat_map(|auth| &auth.schemes) {
            self.add(Spot::Scheme(&scheme.name), "the scheme", &scheme.notes);
            let kinds = scheme.kinds.iter();
            let kinds = kinds.map(|kind| (&kind.name, "the kind", &kind.notes));
            let scopes = scheme.scopes.iter();
            let scopes = scopes.map(|scope| (&scope.name, "the scope", &scope.notes));
            for (name, what, notes) in kinds.chain(scopes) {
                self.add(Spot::SchemePart(&scheme.name, name), what, notes);
            }
        }
        for server in &api.servers {
            self.add(Spot::Server(&server.name), "the server", &server.notes);
        }
        let shape = &api.error_body;
        self.add(Spot::ErrorShape, "the body of errors", &shape.notes);
        for field in &shape.fields {
            let field = &field.field;
            self.add(Spot::ErrorShapePart(&field.name), FIELD, &field.notes);
        }
        // What is announced about the fields of pages is compared with these.
        for pager in &api.pagers {
            let name = pager.name.as_str();
            let constants = pager.constants.iter();
            let constants = constants.map(|constant| (&constant.name, &constant.notes));
            let fields = pager.fields.iter().map(|field| &field.field);
            let fields = fields.map(|field| (&field.name, &field.notes));
            let parts = constants.chain(fields);
            let parts = parts.map(|(part, notes)| (Spot::PagerPart(name, part), notes));
            for (spot, notes) in parts.chain([(Spot::Pager(name), &pager.notes)]) {
                self.notes.entry((spot, false)).or_insert(notes);
            }
        }
    }

    /// The pager of an operation.
    fn pager(&self, operation: &str) -> Option<&'a Pager> {
        let operation = self.operations.get(&(operation, false))?;
        Some(self.api.pager(operation.pager()?))
    }

    /// Whether a part of an operation is the pager's.
    fn is_of_pager(&self, spot: Spot<'_>) -> bool {
        match spot {
            Spot::Page(..) | Spot::PagePart(..) => true,
            Spot::Parameter(name, location, parameter) => self.pager(name).is_some_and(|pager| {
                let mut parameters = pager.parameters.iter();
                parameters.any(|known| known.location == location && known.name == parameter)
            }),
            Spot::Api
            | Spot::BasePath
            | Spot::Setting(_)
            | Spot::CrateName
            | Spot::Group(_)
            | Spot::Operation(_)
            | Spot::Key(..)
            | Spot::Body(_)
            | Spot::Response(..)
            | Spot::Header(..)
            | Spot::Type(_)
            | Spot::Part(..)
            | Spot::Error(_)
            | Spot::Failure(..)
            | Spot::ErrorPart(..)
            | Spot::ErrorHeader(..)
            | Spot::ErrorShape
            | Spot::ErrorShapePart(_)
            | Spot::Pager(_)
            | Spot::PagerPart(..)
            | Spot::Scheme(_)
            | Spot::SchemePart(..)
            | Spot::Scope(..)
            | Spot::Server(_) => false,
        }
    }

    /// Whether a part is an idempotency key, or a field of pages by which clients get to the others: the key of the
    /// operation or of the pager is only its name, beside which nothing is announced.
    pub(super) fn has_no_mark(&self, spot: Spot<'_>, in_webhooks: bool) -> bool {
        if let Spot::PagePart(_, _, pager, name) = spot {
            let mut pagers = self.api.pagers.iter();
            let pager = pagers.find(|known| known.name == pager);
            return pager.is_some_and(|pager| {
                let is_items = pager.items.as_deref() == Some(name);
                let mut fields = pager.fields.iter();
                is_items
                    || fields
                        .any(|field| field.field.name == name && field.role != PageFieldRole::Other)
            });
        }
        let Spot::Parameter(operation, location, name) = spot else {
            return false;
        };
        let operation = self.operations.get(&(operation, in_webhooks));
        let mut parameters = operation.into_iter().flat_map(|one| &one.parameters);
        parameters.any(|one| one.is_idempotency_key && one.location == location && one.name == name)
    }

    /// The group of an operation.
    pub(super) fn group(&self, operation: &str, in_webhooks: bool) -> Option<&'a str> {
        let operation = self.operations.get(&(operation, in_webhooks))?;
        Some(&operation.group)
    }

    /// The notes of a group.
    pub(super) fn of_group(&self, name: &str) -> Option<&'a Notes> {
        let mut groups = self.api.groups.iter();
        let group = groups.find(|group| group.name == name)?;
        Some(&group.notes)
    }

    /// The notes of a part and of what contains it, from the inside, without those of the API as a whole.
    pub(super) fn inside(&self, spot: Spot<'_>, in_webhooks: bool) -> Vec<&'a Notes> {
        let mut spots = vec![spot];
        if let Spot::Parameter(name, ..) = spot
            && !in_webhooks
            && self.is_of_pager(spot)
        {
            let pager = self.pager(name).map(|pager| Spot::Pager(&pager.name));
            spots.extend(pager);
        }
        spots.extend(containers(spot));
        self.of_all(&spots, in_webhooks)
    }

    /// The notes of what contained a part that the old document has and this one has no more, from the inside. An
    /// operation, a type or an error that it was in has this name here.
    pub(super) fn around_gone(
        &self,
        gone: Spot<'_>,
        name: &str,
        in_webhooks: bool,
        old: &Around<'_>,
    ) -> Vec<&'a Notes> {
        let mut spots = Vec::new();
        if !in_webhooks && old.is_of_pager(gone) {
            let pager = self.pager(name).map(|pager| Spot::Pager(&pager.name));
            spots.extend(pager);
        }
        spots.extend(containers(gone.of(name)));
        self.of_all(&spots, in_webhooks)
    }

    /// The notes of parts, with those of the group of their operation and of the section that they are in.
    fn of_all(&self, spots: &[Spot<'_>], in_webhooks: bool) -> Vec<&'a Notes> {
        let mut found: Vec<&Notes> = Vec::new();
        for spot in spots {
            // Operations and webhooks have their own names, and everything else is the same for both.
            let is_of_webhook = in_webhooks && operation_of(*spot).is_some();
            found.extend(self.notes.get(&(*spot, is_of_webhook)));
        }
        let group = spots.iter().find_map(|spot| match spot {
            Spot::Group(name) => Some(*name),
            spot => self.group(operation_of(*spot)?, in_webhooks),
        });
        found.extend(group.and_then(|name| self.of_group(name)));
        if spots.iter().any(|spot| is_of_auth(*spot)) {
            found.extend(self.of_auth());
        }
        found
    }

    /// The notes of the section about credentials.
    pub(super) fn of_auth(&self) -> Option<&'a Notes> {
        self.api.auth.as_ref().map(|auth| &auth.notes)
    }

    /// The aliases by which a part names its type, if they say something else than in an old document.
    pub(super) fn of_changed_aliases(
        &self,
        spot: Spot<'_>,
        in_webhooks: bool,
        old: &Around<'_>,
    ) -> Vec<&'a TypeDef> {
        let aliases = self.types(spot, in_webhooks).into_iter();
        let aliases = aliases.flat_map(|ty| aliases_of(self.api, ty));
        let mut changed = Vec::new();
        for (definition, is) in aliases {
            let mut known = old.api.types.iter();
            let was_same = known.any(|known| match &known.kind {
                TypeKind::Alias(was) => {
                    known.name == definition.name && was.ty.is_same(&is.ty) && was.rules == is.rules
                }
                TypeKind::Object(_)
                | TypeKind::Tuple(_)
                | TypeKind::Enum(_)
                | TypeKind::Union(_)
                | TypeKind::Newtype(_) => false,
            });
            if !was_same {
                changed.push(definition);
            }
        }
        changed
    }

    /// The notes of a part and of what contains it, from the inside.
    pub(super) fn all(&self, spot: Spot<'_>, in_webhooks: bool) -> Vec<&'a Notes> {
        let mut found = self.inside(spot, in_webhooks);
        found.push(&self.api.notes);
        found
    }

    /// All notes of the API.
    pub(super) fn every(&self) -> impl Iterator<Item = &'a Notes> {
        let api = self.api;
        let groups = api.groups.iter().map(|group| &group.notes);
        let auth = api.auth.iter().map(|auth| &auth.notes);
        let known = self.notes.values().copied();
        known.chain(groups).chain(auth).chain([&api.notes])
    }

    /// Whether the innermost part that says something about stability is unstable.
    pub(super) fn is_unstable(&self, spot: Spot<'_>, in_webhooks: bool) -> bool {
        stability(&self.all(spot, in_webhooks)) == Some(Stability::Unstable)
    }

    /// What some operations have that others may have as well, such as types, and no others have.
    pub(super) fn only_of(&self, is_one: impl Fn(&'a str, bool) -> bool) -> HashSet<Spot<'a>> {
        let is_other = |spot: Spot<'a>, in_webhooks| !matches!(spot, Spot::Operation(name) if is_one(name, in_webhooks));
        self.not_reached(&is_other)
    }

    /// What operations have that others may have as well, such as types, if only unstable parts have it.
    pub(super) fn only_unstable(&self) -> HashSet<Spot<'a>> {
        self.not_reached(&|spot, in_webhooks| {
            if matches!(spot, Spot::Operation(_)) {
                return !self.is_unstable(spot, in_webhooks);
            }
            let notes = self.notes.get(&(spot, in_webhooks));
            !notes.is_some_and(|notes| notes.is_unstable())
        })
    }

    /// What operations have that others may have as well, but not through the parts that count.
    fn not_reached(&self, counts: &dyn Fn(Spot<'a>, bool) -> bool) -> HashSet<Spot<'a>> {
        let operations = self.api.operations.iter().map(|one| (one, false));
        let webhooks = self.api.webhooks.iter().flat_map(|api| &api.operations);
        let all = operations.chain(webhooks.map(|one| (one, true)));
        let (mut every, mut counted) = (Reached::default(), Reached::default());
        for (operation, in_webhooks) in all {
            every.add(self.api, operation, &|_| true);
            if counts(Spot::Operation(&operation.name), in_webhooks) {
                let counts = |spot| {
                    let is_of_webhook = in_webhooks && operation_of(spot).is_some();
                    counts(spot, is_of_webhook)
                };
                counted.add(self.api, operation, &counts);
            }
        }
        every.0.retain(|spot| !counted.0.contains(spot));
        every.0
    }
}

/// The types of a field, an element or a variant.
fn part_types<'a>(definition: &'a TypeDef, part: &str) -> Vec<&'a TypeRef> {
    match &definition.kind {
        TypeKind::Object(object) => {
            let fields = object.fields.iter().filter(|field| field.name == part);
            fields.map(|field| &field.ty).collect()
        }
        TypeKind::Tuple(tuple) => {
            let elements = tuple.elements.iter();
            let elements = elements.filter(|element| element.name == part);
            elements.map(|element| &element.ty).collect()
        }
        TypeKind::Union(union) => {
            let variants = union.variants.iter();
            let variants = variants.filter(|variant| variant.tag == part);
            variants.filter_map(|variant| variant.ty.as_ref()).collect()
        }
        TypeKind::Enum(_) | TypeKind::Newtype(_) | TypeKind::Alias(_) => Vec::new(),
    }
}

/// The aliases that a type is named by, and those of its items, from the outside, with what they say.
fn aliases_of<'a>(api: &'a Api, ty: &'a TypeRef) -> Vec<(&'a TypeDef, &'a Alias)> {
    let mut found: Vec<(&TypeDef, &Alias)> = Vec::new();
    let mut rest = vec![ty];
    while let Some(ty) = rest.pop() {
        if let Some(definition) = ty.alias.map(|id| api.type_def(id))
            && let TypeKind::Alias(alias) = &definition.kind
            && found.iter().all(|(known, _)| known.name != definition.name)
        {
            found.push((definition, alias));
            rest.push(&alias.ty);
        }
        if let Type::List(inner) | Type::Map(inner) = &ty.ty {
            rest.push(inner);
        }
    }
    found
}

/// What the innermost part says about stability that says something.
pub(super) fn stability(notes: &[&Notes]) -> Option<Stability> {
    notes.iter().find_map(|notes| notes.stability)
}

/// The operation that a part belongs to.
fn operation_of(spot: Spot<'_>) -> Option<&str> {
    match spot.owner() {
        Owner::Operation(name) => Some(name),
        Owner::Api | Owner::Type(_) | Owner::Error(_) => None,
    }
}
