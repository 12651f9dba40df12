//! The pages and errors that operations share.

use super::super::site::Spot;
use super::{Module, Role, Surface};
use crate::rust::{Boxing, Errors, Filling};

impl<'a> Surface<'a, '_> {
    pub(super) fn pages(&mut self) {
        for page in &self.plan.pages {
            self.begin(Module::Root, page.name.clone());
            self.add(Role::Item, page.name.clone(), "struct", Spot::Api);
            let path = format!("{}::{}", page.name, page.items);
            self.add(Role::LiteralField, path, "items", Spot::Api);
            for field in &page.fields {
                let ty = self.wrapped(&field.api.ty, field.wrapping, Boxing::None);
                let path = format!("{}::{}", page.name, field.name);
                self.add(Role::LiteralField, path, ty, Spot::Api);
            }
            // A page that is a list has the position of the next one beside it.
            if page.api.items.is_none()
                && let Some((position, _)) = page.api.position()
            {
                let ty = format!("Option<{}>", self.ty(&position.ty));
                let path = format!("{}::next", page.name);
                self.add(Role::LiteralField, path, ty, Spot::Api);
            }
            if !page.is_used || page.parameters.is_empty() {
                continue;
            }
            self.begin(Module::Root, page.request.clone());
            self.add(Role::HandlerItem, page.request.clone(), "struct", Spot::Api);
            for parameter in &page.parameters {
                let ty = self.ty(&parameter.api.ty);
                let path = format!("{}::{}", page.request, parameter.name);
                self.add(Role::HandlerField, path, ty.clone(), Spot::Api);
                let path = format!("page calls: {}", parameter.name);
                self.add(Role::Setter, path, ty, Spot::Api);
            }
        }
    }

    pub(super) fn errors(&mut self) {
        let errors: &'a Errors<'a> = &self.plan.errors;
        for error in &errors.types {
            let (name, spot) = (&error.name, Spot::Error(&error.api.name));
            let content = match &error.api.content {
                crate::api::ErrorContent::Standard { .. } => "the shape of all errors".to_owned(),
                crate::api::ErrorContent::Json { ty, .. } => format!("body `{}`", self.ty(ty)),
                crate::api::ErrorContent::Text { .. } => "body `String`".to_owned(),
                crate::api::ErrorContent::Binary { .. } => "body `Bytes`".to_owned(),
                crate::api::ErrorContent::Empty => "no body".to_owned(),
            };
            let status = match error.has_status() {
                true => ", with a status",
                false => "",
            };
            self.begin(Module::Errors, name.clone());
            self.add(Role::Item, name.clone(), content + status, spot);
            let mut order = Vec::new();
            for field in &error.fields {
                let ty = self.wrapped(&field.api.field.ty, field.wrapping, Boxing::None);
                self.add(Role::Field, format!("{name}::{}", field.name), ty, spot);
                if field.filling == Filling::Argument {
                    let ty = self.argument(&field.api.field.ty, field.argument);
                    let path = format!("{name}::new({})", field.name);
                    self.add(Role::Argument, path, ty, spot);
                    order.push(field.name.as_str());
                }
            }
            self.add(Role::Order, format!("{name}::new"), order.join(", "), spot);
            for header in &error.headers {
                let ty = self.header_type(header.api);
                let path = format!("{name}::{}", header.name);
                self.add(Role::Field, path, ty, spot);
            }
        }
    }
}
