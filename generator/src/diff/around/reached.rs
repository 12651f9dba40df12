//! What operations lead to: their types, errors and groups, and their pagers, servers and schemes.

use crate::api::{Api, Body, ErrorContent, Operation, TypeDef, TypeKind, TypeRef};
use crate::diff::site::Spot;
use crate::hash::HashSet;

/// What operations have that others may have as well.
#[derive(Default)]
pub(super) struct Reached<'a>(pub(super) HashSet<Spot<'a>>);

impl<'a> Reached<'a> {
    /// Adds what an operation has, through the parts that count.
    pub(super) fn add(
        &mut self,
        api: &'a Api,
        operation: &'a Operation,
        counts: &dyn Fn(Spot<'a>) -> bool,
    ) {
        let mut types = operation_types(operation, counts);
        self.0.insert(Spot::Group(&operation.group));
        let pager = operation.pager().map(|id| api.pager(id));
        self.0.extend(pager.map(|pager| Spot::Pager(&pager.name)));
        let server = operation.server.map(|id| api.server(id));
        self.0
            .extend(server.map(|server| Spot::Server(&server.name)));
        if let Some(auth) = &api.auth {
            let required = auth.required(&operation.access);
            let schemes = required.flat_map(|required| {
                let parts = auth.parts(required.scheme);
                parts.into_iter().chain([required.scheme])
            });
            self.0
                .extend(schemes.map(|scheme| Spot::Scheme(&scheme.name)));
        }
        for error in operation.errors.iter().map(|id| api.error(*id)) {
            let name = error.name.as_str();
            if !counts(Spot::Error(name)) || !self.0.insert(Spot::Error(name)) {
                continue;
            }
            let headers = error.headers.iter();
            let headers = headers.filter(|one| counts(Spot::ErrorHeader(name, &one.name)));
            types.extend(headers.map(|header| &header.ty));
            let fields = error.fields().iter().map(|field| &field.field);
            let fields = fields.filter(|field| counts(Spot::ErrorPart(name, &field.name)));
            types.extend(fields.map(|field| &field.ty));
            if let ErrorContent::Json { ty, .. } = &error.content {
                types.push(ty);
            }
        }
        while let Some(ty) = types.pop() {
            for id in [ty.mentioned(), ty.named()].into_iter().flatten() {
                let definition = api.type_def(id);
                let spot = Spot::Type(&definition.name);
                if counts(spot) && self.0.insert(spot) {
                    types.extend(contents(definition, counts));
                }
            }
        }
    }
}

/// The types that an operation has, through the parts that count.
fn operation_types<'a>(
    operation: &'a Operation,
    counts: &dyn Fn(Spot<'a>) -> bool,
) -> Vec<&'a TypeRef> {
    let name = operation.name.as_str();
    let mut types = Vec::new();
    for parameter in &operation.parameters {
        if counts(Spot::Parameter(name, parameter.location, &parameter.name)) {
            types.push(&parameter.ty);
        }
    }
    let body = operation.body.iter().filter(|_| counts(Spot::Body(name)));
    types.extend(
        body.flat_map(Body::contents)
            .flat_map(|(_, content, _)| content.types()),
    );
    for response in &operation.responses {
        let status = response.status;
        if counts(Spot::Response(name, status)) {
            types.extend(response.content.types());
            let headers = response.headers.iter();
            let headers = headers.filter(|one| counts(Spot::Header(name, status, &one.name)));
            types.extend(headers.map(|header| &header.ty));
        }
    }
    types
}

/// The types that a type contains, through the parts that count.
fn contents<'a>(definition: &'a TypeDef, counts: &dyn Fn(Spot<'a>) -> bool) -> Vec<&'a TypeRef> {
    let counts = |part: &'a str| counts(Spot::Part(&definition.name, part));
    match &definition.kind {
        TypeKind::Object(object) => {
            let fields = object.fields.iter().filter(|field| counts(&field.name));
            let fields = fields.map(|field| &field.ty);
            fields.chain(object.others.ty()).collect()
        }
        TypeKind::Union(union) => {
            let variants = union.variants.iter();
            let variants = variants.filter(|variant| counts(&variant.tag));
            variants.filter_map(|variant| variant.ty.as_ref()).collect()
        }
        TypeKind::Tuple(_) | TypeKind::Enum(_) | TypeKind::Newtype(_) | TypeKind::Alias(_) => {
            definition.contents()
        }
    }
}
