//! The types of the parts of a document.

use super::{Around, part_types};
use crate::api::{Body, Location, Operation, Status, TypeKind, TypeRef};
use crate::diff::site::Spot;

impl<'a> Around<'a> {
    /// The types of a part alone.
    pub(super) fn types(&self, spot: Spot<'_>, in_webhooks: bool) -> Vec<&'a TypeRef> {
        let operation = |name: &str| self.operations.get(&(name, in_webhooks)).copied();
        let definition = |name: &str| self.api.types.iter().find(|ty| ty.name == name);
        let error = |name: &str| self.api.errors.iter().find(|error| error.name == name);
        match spot {
            Spot::Parameter(name, location, parameter) => {
                operation(name).map_or_else(Vec::new, |one| of_parameter(one, location, parameter))
            }
            Spot::Body(name) => operation(name).map_or_else(Vec::new, of_body),
            Spot::Response(name, status)
            | Spot::Page(name, status, _)
            | Spot::PagePart(name, status, ..) => {
                operation(name).map_or_else(Vec::new, |one| of_response(one, status))
            }
            Spot::Header(name, status, header) => {
                operation(name).map_or_else(Vec::new, |one| of_header(one, status, header))
            }
            Spot::Type(name) => match definition(name) {
                Some(ty) if matches!(ty.kind, TypeKind::Alias(_) | TypeKind::Newtype(_)) => {
                    ty.contents()
                }
                Some(_) | None => Vec::new(),
            },
            Spot::Part(name, part) => {
                definition(name).map_or_else(Vec::new, |ty| part_types(ty, part))
            }
            Spot::ErrorPart(name, part) => {
                let fields = error(name).map(|error| error.fields().iter());
                let fields = fields.into_iter().flatten().map(|field| &field.field);
                let found = fields.filter(|field| field.name == part);
                found.map(|field| &field.ty).collect()
            }
            Spot::ErrorHeader(name, header) => {
                let headers = error(name).map(|error| error.headers.iter());
                let headers = headers.into_iter().flatten();
                let found = headers.filter(|one| one.name == header);
                found.map(|header| &header.ty).collect()
            }
            Spot::ErrorShapePart(part) => {
                let fields = self.api.error_body.fields.iter().map(|field| &field.field);
                let found = fields.filter(|field| field.name == part);
                found.map(|field| &field.ty).collect()
            }
            Spot::Api
            | Spot::BasePath
            | Spot::Setting(_)
            | Spot::CrateName
            | Spot::Group(_)
            | Spot::Operation(_)
            | Spot::Key(..)
            | Spot::Error(_)
            | Spot::Failure(..)
            | Spot::ErrorShape
            | Spot::Pager(_)
            | Spot::PagerPart(..)
            | Spot::Scheme(_)
            | Spot::SchemePart(..)
            | Spot::Scope(..)
            | Spot::Server(_) => Vec::new(),
        }
    }
}

/// The type of a parameter.
fn of_parameter<'a>(operation: &'a Operation, location: Location, name: &str) -> Vec<&'a TypeRef> {
    let mut parameters = operation.parameters.iter();
    let found = parameters.find(|one| one.location == location && one.name == name);
    found.map(|found| &found.ty).into_iter().collect()
}

fn of_body(operation: &Operation) -> Vec<&TypeRef> {
    let contents = operation.body.iter().flat_map(Body::contents);
    let types = contents.flat_map(|(_, content, _)| content.types());
    types.collect()
}

fn of_response(operation: &Operation, status: Status) -> Vec<&TypeRef> {
    let mut responses = operation.responses.iter();
    let found = responses.find(|response| response.status == status);
    found.map_or_else(Vec::new, |found| found.content.types())
}

/// The type of a header of a response.
fn of_header<'a>(operation: &'a Operation, status: Status, name: &str) -> Vec<&'a TypeRef> {
    let responses = operation.responses.iter();
    let of_status = responses.filter(|response| response.status == status);
    let mut headers = of_status.flat_map(|response| &response.headers);
    let found = headers.find(|one| one.name == name);
    found.map(|found| &found.ty).into_iter().collect()
}
