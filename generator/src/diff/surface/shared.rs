//! The pages and errors that operations share.

use super::super::site::Spot;
use super::{Module, Path, Role, Signature, Surface};
use crate::rust::{Boxing, Errors, Filling};

impl<'a> Surface<'a, '_> {
    pub(super) fn pages(&mut self) {
        for page in &self.plan.pages {
            let spot = Spot::Pager(&page.api.name);
            self.begin(Module::Root, page.name.clone());
            self.add(Role::Item, [page.name.as_str()], "struct", spot);
            let path = [page.name.as_str(), &page.items];
            let items = page.api.items.as_deref();
            let spot_of_items = items.map_or(spot, |name| Spot::PagerPart(&page.api.name, name));
            self.add(Role::LiteralField, path, "items", spot_of_items);
            for field in &page.fields {
                let spot = Spot::PagerPart(&page.api.name, &field.api.name);
                let ty = self.wrapped(&field.api.ty, field.wrapping, Boxing::None);
                let path = [page.name.as_str(), &field.name];
                self.add(Role::LiteralField, path, ty, spot);
            }
            // A page that is a list has the position of the next one beside it.
            if page.api.items.is_none()
                && let Some((position, _)) = page.api.position()
            {
                let ty = format!("Option<{}>", self.ty(&position.ty));
                let path = [page.name.as_str(), "next"];
                self.add(Role::LiteralField, path, ty, spot);
            }
            if !page.is_used || page.parameters.is_empty() {
                continue;
            }
            self.begin(Module::Root, page.request.clone());
            self.add(Role::HandlerItem, [page.request.as_str()], "struct", spot);
            // Each operation with such pages has the parameters.
            let mut operations = self.plan.operations.iter();
            let user = operations.find(|operation| {
                let pager = operation.api.pager();
                pager.is_some_and(|id| self.api.pager(id).name == page.api.name)
            });
            for parameter in &page.parameters {
                let spot = user.map_or(spot, |operation| {
                    let (location, name) = (parameter.api.location, &parameter.api.name);
                    Spot::Parameter(&operation.api.name, location, name)
                });
                let ty = self.ty(&parameter.api.ty);
                let path = [page.request.as_str(), &parameter.name];
                self.add(Role::HandlerField, path, ty.clone(), spot);
                let path = Path::PageSetter(parameter.name.clone());
                self.add(Role::Setter, path, ty, spot);
            }
        }
    }

    pub(super) fn errors(&mut self) {
        let errors: &'a Errors<'a> = &self.plan.errors;
        for error in &errors.types {
            let name = self.names.error(&error.name);
            let spot = Spot::Error(&error.api.name);
            let content = match &error.api.content {
                crate::api::ErrorContent::Standard { .. } => "the shape of all errors".to_owned(),
                crate::api::ErrorContent::Json { ty, .. } => format!("body {}", self.ty(ty)),
                crate::api::ErrorContent::Text { .. } => "body String".to_owned(),
                crate::api::ErrorContent::Binary { .. } => "body Bytes".to_owned(),
                crate::api::ErrorContent::Empty => "no body".to_owned(),
            };
            let status = match error.has_status() {
                true => ", with a status",
                false => "",
            };
            self.begin(Module::Errors, name.clone());
            self.add(Role::Item, [name.as_str()], content + status, spot);
            let mut order = Vec::new();
            for field in &error.fields {
                let part = field.api.field.name.as_str();
                // A field that all errors have is one part of the document.
                let spot = match field.api.is_own {
                    true => Spot::ErrorPart(&error.api.name, part),
                    false => Spot::ErrorShapePart(part),
                };
                let ty = self.wrapped(&field.api.field.ty, field.wrapping, Boxing::None);
                self.add(Role::Field, [name.as_str(), &field.name], ty, spot);
                if field.filling == Filling::Argument {
                    let ty = self.argument(&field.api.field.ty, field.argument);
                    let path = Path::Argument([name.as_str(), "new"].into(), field.name.clone());
                    self.add(Role::Argument, path, ty, spot);
                    order.push(field.name.clone());
                }
            }
            let path = Path::Order([name.as_str(), "new"].into());
            self.add(Role::Order, path, Signature::List(order), spot);
            for header in &error.headers {
                let ty = self.header_type(header.api);
                let path = [name.as_str(), &header.name];
                let spot = Spot::ErrorHeader(&error.api.name, &header.api.name);
                self.add(Role::Field, path, ty, spot);
            }
        }
    }
}
