//! Operations: the method of the client with its arguments, that of the handler, and what they return.

use super::super::site::Spot;
use super::super::{access, page_fields};
use super::path::Segments;
use super::{Module, Path, Role, Signature, Surface};
use crate::rust::{
    Operation, ParameterPlace, RequestFieldKind, ResponseStruct, ResponseType, ResponseVariant,
    VariantValue,
};

impl<'a> Surface<'a, '_> {
    pub(super) fn operation(&mut self, operation: &'a Operation<'a>) {
        let client = Segments::from([self.plan.client(), &operation.method]);
        self.begin(Module::Client, client.to_string());
        self.client_method(operation, &client);
        self.calls(operation, &client);
        self.setters(operation, &client);
        self.handler(operation);
        self.error_variants(operation);
        if let Some(response) = &operation.response {
            self.response(operation, response);
        }
        self.several_contents(operation);
    }

    /// The method of the client, with its arguments and what a call returns.
    fn client_method(&mut self, operation: &'a Operation<'a>, client: &Segments) {
        let name = operation.api.name.as_str();
        let spot = Spot::Operation(name);
        let method = Path::Item(client.clone());
        self.add(Role::ClientMethod, method, Signature::Nothing, spot);
        let mut order = Vec::new();
        for argument in operation.arguments() {
            let spot = Spot::Parameter(name, argument.api.location, &argument.api.name);
            let ty = self.argument(&argument.api.ty, argument.argument);
            // Those of the path are in the order of the path.
            let place = match argument.place {
                ParameterPlace::Path(index) => index.to_string(),
                ParameterPlace::Query | ParameterPlace::Header | ParameterPlace::Cookie => {
                    argument.name.clone()
                }
            };
            let path = Path::Argument(client.clone(), place.clone());
            self.add(Role::ClientSignature, path, ty, spot);
            order.push(place);
        }
        if let Some(body) = operation.required_body() {
            let ty = self.body(&body.contents);
            let place = "the body".to_owned();
            let path = Path::Argument(client.clone(), place.clone());
            self.add(Role::ClientSignature, path, ty, Spot::Body(name));
            order.push(place);
        }
        let path = Path::Order(client.clone());
        self.add(Role::Order, path, Signature::List(order), spot);
        let called = self.called(operation);
        let response = Spot::Response(name, operation.api.response().status);
        let path = Path::Returned(client.clone());
        self.add(Role::ClientSignature, path, called, response);
    }

    /// What calls do that no type tells: which server they call, and which of several credentials they send.
    fn calls(&mut self, operation: &'a Operation<'a>, client: &Segments) {
        let spot = Spot::Operation(&operation.api.name);
        let server = operation.api.server.map(|id| self.plan.server(id));
        let server = server.map_or(Signature::Nothing, |server| {
            Signature::from(server.function.as_str())
        });
        self.add(Role::OwnServer, Path::Called(client.clone()), server, spot);
        if let Some(auth) = &self.api.auth {
            let alternatives = operation.api.access.alternatives.iter();
            let sent = alternatives
                .map(|alternative| access::described(auth, auth.scheme(alternative.scheme)));
            let sent = Signature::List(sent.collect());
            self.add(Role::Preferred, Path::Sent(client.clone()), sent, spot);
        }
    }

    /// The enum of the contents of a body, if there are several.
    fn several_contents(&mut self, operation: &'a Operation<'a>) {
        let Some((several, variants)) = operation.several_contents() else {
            return;
        };
        let spot = Spot::Body(&operation.api.name);
        self.begin(Module::Client, several);
        self.add(Role::Item, [several], "enum", spot);
        for variant in variants {
            let ty = self.content(&variant.content.content);
            let path = [several, variant.name.as_str()];
            let media = Some(variant.api.media.join(", "));
            self.add_for(Role::Variant, path, ty, spot, media);
        }
    }

    fn setters(&mut self, operation: &'a Operation<'a>, client: &Segments) {
        let setter = |name: &str| Path::Setter(client.clone(), name.to_owned());
        let name = operation.api.name.as_str();
        for option in operation.own_options() {
            let spot = Spot::Parameter(name, option.api.location, &option.api.name);
            let ty = self.argument(&option.api.ty, option.argument);
            self.add(Role::Setter, setter(&option.name), ty, spot);
        }
        if let Some(body) = operation.optional_body() {
            let ty = self.body(&body.contents);
            self.add(Role::Setter, setter(&body.name), ty, Spot::Body(name));
        }
        let parameters: Vec<&str> = operation
            .options()
            .map(|option| option.name.as_str())
            .collect();
        let choosers = self.choosers(operation, client);
        for method in operation.call_methods() {
            let is_parameter = parameters.contains(&method.as_str());
            let is_body = operation
                .optional_body()
                .is_some_and(|body| body.name == method);
            if !is_parameter && !is_body && !choosers.contains(&method) {
                let spot = Spot::Operation(name);
                self.add(Role::Setter, setter(&method), Signature::Nothing, spot);
            }
        }
        if let Some(paging) = &operation.api.paging
            && let Some(spot) = page_fields::items(self.api, operation.api)
        {
            let ty = self.ty(&paging.item);
            self.add(Role::Streamed, Path::Items(client.clone()), ty, spot);
        }
    }

    /// The methods that ask for another content than the first, with what the call then returns. Returns their names.
    fn choosers(&mut self, operation: &'a Operation<'a>, client: &Segments) -> Vec<String> {
        let Some(response) = &operation.response else {
            return Vec::new();
        };
        let methods = response
            .choices()
            .filter_map(|variant| Some((variant.method()?, variant)));
        let methods: Vec<_> = methods.collect();
        for (method, variant) in &methods {
            let ty = match response.first_choice() {
                Some(_) => self.value(variant),
                None => self.handled(operation),
            };
            let path = Path::Setter(client.clone(), method.clone());
            let spot = Spot::Response(&operation.api.name, variant.api.status);
            self.add_for(Role::Setter, path, ty, spot, asked(variant));
        }
        methods.into_iter().map(|(method, _)| method).collect()
    }

    /// The method of the handler, with its arguments and what it returns.
    fn handler(&mut self, operation: &'a Operation<'a>) {
        let name = operation.api.name.as_str();
        let spot = Spot::Operation(name);
        let handler = Segments::from([self.handler_trait, &operation.method]);
        let path = Path::Item(handler.clone());
        self.add(Role::Handler, path, Signature::Nothing, spot);
        let caller = match &operation.access {
            Some(access) if access.optional => Signature::from("Option<Self::Caller>"),
            Some(_) => Signature::from("Self::Caller"),
            None => Signature::NoArgument,
        };
        let path = Path::Argument(handler.clone(), "caller".to_owned());
        self.add(Role::HandlerSignature, path, caller, spot);
        let request = match &operation.request {
            Some(request) => Signature::from(request.as_str()),
            None => Signature::NoArgument,
        };
        let path = Path::Argument(handler.clone(), "request".to_owned());
        self.add(Role::HandlerSignature, path, request, spot);
        let conditional = match operation.api.conditional {
            Some(conditional) => {
                let headers = [
                    (conditional.etag, " with ETag"),
                    (conditional.last_modified, " with Last-Modified"),
                ];
                let headers = headers.into_iter().filter(|(has_it, _)| *has_it);
                headers.map(|(_, words)| words).collect()
            }
            None => String::new(),
        };
        let handled = self.handled(operation) + &conditional;
        let response = Spot::Response(name, operation.api.response().status);
        let path = Path::Returned(handler);
        self.add(Role::HandlerSignature, path, handled, response);
        if let Some(request) = &operation.request {
            self.request_fields(operation, request);
        }
    }

    /// The fields of the argument with what a request has.
    fn request_fields(&mut self, operation: &'a Operation<'a>, request: &str) {
        let name = operation.api.name.as_str();
        let whole = Spot::Operation(name);
        let option = |ty: String, is_option: bool| match is_option {
            true => format!("Option<{ty}>"),
            false => ty,
        };
        for field in operation.request_fields() {
            let (ty, spot) = match field.kind {
                RequestFieldKind::Parameter(parameter) => {
                    let ty = self.ty(&parameter.api.ty);
                    let ty = option(ty, parameter.reading.is_option());
                    let location = parameter.api.location;
                    // The plan lives as long as its operations.
                    let found = operation
                        .parameters
                        .iter()
                        .find(|own| own.name == parameter.name);
                    let wire = found.map_or("", |own| own.api.name.as_str());
                    (ty, Spot::Parameter(name, location, wire))
                }
                RequestFieldKind::Page(pager) => (self.plan.page(pager).request.clone(), whole),
                RequestFieldKind::Conditions => ("Conditions".to_owned(), whole),
                RequestFieldKind::Choice(name) => (name.to_owned(), whole),
                RequestFieldKind::Body(body) => {
                    let ty = option(self.body(&body.contents), body.api.optional);
                    (ty, Spot::Body(name))
                }
            };
            let path = [request, field.name];
            self.add(Role::HandlerField, path, ty, spot);
            if let RequestFieldKind::Parameter(parameter) = field.kind {
                let path = format!("{request}::{}", field.name);
                self.hidden(&path, parameter.api.sensitivity, spot);
            }
        }
    }

    fn error_variants(&mut self, operation: &'a Operation<'a>) {
        if self.plan.is_webhooks {
            return;
        }
        let set = self.plan.errors.set(operation.errors);
        for id in set.documented.iter().chain(&set.implied) {
            let error = self.plan.errors.get(*id);
            let name = self.names.error(&error.name);
            let path = [operation.error.as_str(), &name];
            let ty = match error.is_boxed {
                true => format!("Box<{name}>"),
                false => name.clone(),
            };
            let spot = Spot::Failure(&operation.api.name, &error.api.name);
            self.add(Role::ErrorVariant, path, ty, spot);
        }
    }

    fn response(&mut self, operation: &'a Operation<'a>, response: &'a ResponseType<'a>) {
        let name = operation.api.name.as_str();
        for item in response.structs() {
            self.response_struct(name, item);
        }
        let ResponseType::Several {
            name: item,
            variants,
            choice,
        } = response
        else {
            return;
        };
        self.begin(Module::Operations, item.clone());
        self.add(Role::Item, [item.as_str()], "enum", Spot::Operation(name));
        for variant in variants {
            let ty = self.value(variant);
            let spot = Spot::Response(name, variant.api.status);
            let path = [item.as_str(), &variant.name];
            self.add_for(Role::Variant, path, ty, spot, asked(variant));
        }
        let choice = choice.as_ref().and_then(|choice| choice.name.as_deref());
        if let Some(choice) = choice {
            self.choice(name, choice, response);
        }
    }

    /// The enum of what a caller asked for, which only handlers see.
    fn choice(&mut self, name: &'a str, choice: &'a str, response: &'a ResponseType<'a>) {
        self.begin(Module::Server, choice);
        let spot = Spot::Operation(name);
        self.add(Role::HandlerItem, [choice], "enum", spot);
        for variant in response.choices() {
            let spot = Spot::Response(name, variant.api.status);
            let path = [choice, variant.name.as_str()];
            self.add_for(
                Role::HandlerVariant,
                path,
                Signature::Nothing,
                spot,
                asked(variant),
            );
        }
    }

    /// What a variant of the responses has.
    fn value(&self, variant: &ResponseVariant<'_>) -> String {
        match &variant.value {
            VariantValue::Content(content) => self.content(content),
            VariantValue::Struct(response) => response.name.clone(),
        }
    }

    fn response_struct(&mut self, name: &'a str, item: &'a ResponseStruct<'a>) {
        let spot = Spot::Response(name, item.api.status);
        self.begin(Module::Operations, item.name.clone());
        self.add(Role::Item, [item.name.as_str()], "struct", spot);
        let ty = self.content(&item.content);
        let path = [item.name.as_str(), "content"];
        self.add(Role::LiteralField, path, ty, spot);
        if item.api.has_status {
            let path = [item.name.as_str(), "status"];
            self.add(Role::LiteralField, path, Signature::Nothing, spot);
        }
        for header in &item.headers {
            let ty = self.header_type(header.api);
            let path = [item.name.as_str(), &header.name];
            let spot = Spot::Header(name, item.api.status, &header.api.name);
            self.add(Role::LiteralField, path, ty, spot);
        }
    }

    /// What a call returns.
    fn called(&self, operation: &Operation<'_>) -> String {
        let response = operation.response.as_ref();
        if let Some(first) = response.and_then(ResponseType::first_choice) {
            return self.value(first);
        }
        match response.and_then(ResponseType::page) {
            Some(page) => self.content(page),
            None => self.handled(operation),
        }
    }

    /// What a handler returns, apart from validators.
    fn handled(&self, operation: &Operation<'_>) -> String {
        match &operation.response {
            Some(response) => response.name().to_owned(),
            None => self.content(&operation.success.content),
        }
    }
}

/// What a caller asks for to get one of several contents.
fn asked(variant: &ResponseVariant<'_>) -> Option<String> {
    let choice = variant.api.choice.as_ref()?;
    let media = variant.api.content.media.join(", ");
    Some(match &choice.selected_by {
        None => media,
        Some(selector) => format!("{media} if {} is {}", selector.name, selector.value),
    })
}
