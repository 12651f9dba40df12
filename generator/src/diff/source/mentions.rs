//! What the parts of an API mention: types, errors and credentials.

use crate::api::{Api, Body, Operation, TypeDef, TypeId, TypeKind, TypeRef};
use crate::cycles::components;
use crate::diff::site::Spot;
use crate::hash::{HashMap, HashSet};

/// What each part of an API mentions itself: types, errors and schemes.
pub(super) struct Mentions<'a> {
    api: &'a Api,
    /// By the part, and whether it is of a webhook.
    all: HashMap<(Spot<'a>, bool), Vec<Spot<'a>>>,
    /// For each type, the same one of all types that it is in a cycle with.
    in_cycle_with: HashMap<Spot<'a>, Spot<'a>>,
}

impl<'a> Mentions<'a> {
    pub(super) fn of(api: &'a Api) -> Self {
        let mut mentions = Self {
            api,
            all: HashMap::default(),
            in_cycle_with: cycles(api),
        };
        for operation in &api.operations {
            mentions.add_operation(operation, false);
        }
        for webhook in api.webhooks.iter().flat_map(|api| &api.operations) {
            mentions.add_operation(webhook, true);
        }
        for definition in &api.types {
            mentions.add_type(definition);
        }
        for error in &api.errors {
            mentions.add_types((Spot::Error(&error.name), false), error.types());
        }
        mentions
    }

    fn add_types(&mut self, part: (Spot<'a>, bool), types: impl Iterator<Item = &'a TypeRef>) {
        let api = self.api;
        let name = |id: TypeId| Spot::Type(&api.type_def(id).name);
        let types = types.filter_map(TypeRef::mentioned).map(name);
        self.all.entry(part).or_default().extend(types);
    }

    fn add_operation(&mut self, operation: &'a Operation, is_webhook: bool) {
        let name = operation.name.as_str();
        for parameter in &operation.parameters {
            let part = Spot::Parameter(name, parameter.location, &parameter.name);
            self.add_types((part, is_webhook), [&parameter.ty].into_iter());
        }
        let contents = operation.body.iter().flat_map(Body::contents);
        let types = contents.flat_map(|(_, content, _)| content.types());
        self.add_types((Spot::Body(name), is_webhook), types);
        for response in &operation.responses {
            let part = Spot::Response(name, response.status);
            self.add_types((part, is_webhook), response.content.types().into_iter());
            for header in &response.headers {
                let part = Spot::Header(name, response.status, &header.name);
                self.add_types((part, is_webhook), [&header.ty].into_iter());
            }
        }
        let whole = (Spot::Operation(name), is_webhook);
        self.add_types(whole, operation.sent().chain(operation.returned()));
        for id in &operation.errors {
            let error = self.api.error(*id).name.as_str();
            let part = (Spot::Failure(name, error), is_webhook);
            self.all.entry(part).or_default().push(Spot::Error(error));
            self.all.entry(whole).or_default().push(Spot::Error(error));
        }
        if let Some(auth) = &self.api.auth {
            let schemes = auth.required(&operation.access);
            let schemes = schemes.map(|requirement| Spot::Scheme(&requirement.scheme.name));
            self.all.entry(whole).or_default().extend(schemes);
        }
    }

    fn add_type(&mut self, definition: &'a TypeDef) {
        let name = definition.name.as_str();
        self.add_types((Spot::Type(name), false), definition.contents().into_iter());
        let mut add = |part, ty: &'a TypeRef| {
            self.add_types((Spot::Part(name, part), false), [ty].into_iter());
        };
        match &definition.kind {
            TypeKind::Object(object) => {
                for field in &object.fields {
                    add(&field.name, &field.ty);
                }
            }
            TypeKind::Union(union) => {
                for variant in &union.variants {
                    let ty = variant.ty.iter();
                    let tagged = variant
                        .tags()
                        .flat_map(|tag| ty.clone().map(move |ty| (tag, ty)));
                    tagged.for_each(|(tag, ty)| add(tag, ty));
                }
            }
            TypeKind::Tuple(tuple) => {
                for element in &tuple.elements {
                    add(&element.name, &element.ty);
                }
            }
            TypeKind::Enum(_) | TypeKind::Newtype(_) | TypeKind::Alias(_) => {}
        }
    }

    /// What a part mentions itself.
    pub(super) fn direct(&self, part: Spot<'a>, in_webhooks: bool) -> &[Spot<'a>] {
        self.all
            .get(&(part, in_webhooks))
            .map_or(&[], Vec::as_slice)
    }

    /// What parts and everything that they mention are known by: with the same key, they mention the same. Types of a cycle
    /// all mention each other, so one of them is the key of all.
    pub(super) fn key(&self, parts: &[Spot<'a>]) -> Vec<Spot<'a>> {
        let mut key = Vec::new();
        for part in parts {
            let part = self.in_cycle_with.get(part).unwrap_or(part);
            if !key.contains(part) {
                key.push(*part);
            }
        }
        key
    }

    /// Parts, what they mention, and what that mentions.
    pub(super) fn reached(&self, parts: &[Spot<'a>]) -> HashSet<Spot<'a>> {
        let mut found: HashSet<Spot<'a>> = HashSet::default();
        let mut waiting = parts.to_vec();
        while let Some(part) = waiting.pop() {
            if found.insert(part) {
                waiting.extend(self.direct(part, false));
            }
        }
        found
    }
}

/// For each type, the same one of all types that it is in a cycle with.
fn cycles(api: &Api) -> HashMap<Spot<'_>, Spot<'_>> {
    let edges = api.types.iter().map(|definition| {
        let contents = definition.contents().into_iter();
        let mentioned = contents.filter_map(TypeRef::mentioned);
        mentioned.map(TypeId::index).collect()
    });
    let edges: Vec<Vec<usize>> = edges.collect();
    let name = |index| Spot::Type(&api.type_def(TypeId(index)).name);
    let components = components(&edges).into_iter().enumerate();
    components
        .map(|(index, root)| (name(index), name(root)))
        .collect()
}
