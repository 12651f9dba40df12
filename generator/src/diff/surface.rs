//! What other code can name in a generated crate: the public items of its plan, each with what a user depends on.

use super::site::Spot;
use crate::api::{Api, EnumKind, SchemeKind, Type, TypeRef};
use crate::rust::{
    AdditionalFields, ArgumentType, Boxing, Constructor, Content, Contents, Crate, Errors, Filling,
    Kind, NamedType, Operation, ParameterPlace, RequestFieldKind, ResponseStruct, ResponseType,
    ScalarType, VariantValue, Wrapping,
};

/// What a part of a crate is to those who use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A type or another item of the crate.
    Item,
    /// The name of the crate.
    Name,
    /// The name of the handler trait.
    TraitName,
    /// A field of a struct that has a constructor for what must be given. Code that uses it can ignore others.
    Field,
    /// A field of a struct that is always written with all its fields.
    LiteralField,
    /// A field of the arguments of a handler.
    HandlerField,
    /// A variant of an enum.
    Variant,
    /// A variant of the errors of an operation.
    ErrorVariant,
    /// An argument of a function that creates a value.
    Argument,
    /// A function that creates a value.
    Constructor,
    /// A method of a value.
    Accessor,
    /// A trait that a type implements.
    Trait,
    /// A method of the client.
    ClientMethod,
    /// An argument of it, or what it returns.
    ClientSignature,
    /// A method of a call, which sets an optional parameter.
    Setter,
    /// A function or a constant of the client beside its methods: for credentials and servers.
    ClientFunction,
    /// A method of the handler trait.
    Handler,
    /// A type that only handlers see.
    HandlerItem,
    /// A variant of an enum that only handlers see.
    HandlerVariant,
    /// An argument of it, or what it returns.
    HandlerSignature,
    /// The order of arguments.
    Order,
    /// A cargo feature.
    Feature,
}

/// The module that an item is public in. Items of two modules can have the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Module {
    Root,
    Types,
    Errors,
    Operations,
    Client,
    Server,
}

/// A part of a crate that other code can name.
#[derive(Debug)]
pub(super) struct Part<'a> {
    /// What it is called, with what it is in: `Order::sku`.
    pub(super) path: String,
    /// The item that it belongs to: a type, or everything that an operation has.
    pub(super) of: (Module, String),
    /// Where it is.
    pub(super) module: Module,
    pub(super) role: Role,
    /// Its type, in Rust.
    pub(super) signature: String,
    /// The part of the document that it comes from.
    pub(super) spot: Spot<'a>,
    /// Whether it belongs to the module of webhooks, where the receiver has the handlers.
    pub(super) in_webhooks: bool,
}

/// Renames types of the new crate to their names in the old one.
pub(super) type Rename<'n> = &'n dyn Fn(&str) -> String;

/// The parts of a crate. The handler trait has this name in their paths, also if it was renamed.
pub(super) fn parts<'a>(
    plan: &'a Crate<'a>,
    rename: Rename<'_>,
    handler_trait: &str,
) -> Vec<Part<'a>> {
    let mut surface = Surface {
        plan,
        api: plan.api,
        rename,
        handler_trait,
        of: (Module::Root, String::new()),
        parts: Vec::new(),
    };
    surface.names();
    let types = plan.api.types.iter().enumerate();
    for (index, _) in types {
        surface.named(plan.named(crate::api::TypeId(index)));
    }
    surface.module();
    let mut parts = surface.parts;
    if let Some(webhooks) = &plan.webhooks {
        let mut surface = Surface {
            plan: webhooks,
            api: webhooks.api,
            rename,
            handler_trait: &webhooks.handler_trait,
            of: (Module::Root, String::new()),
            parts: Vec::new(),
        };
        surface.module();
        parts.extend(surface.parts);
    }
    parts
}

struct Surface<'a, 'n> {
    plan: &'a Crate<'a>,
    api: &'a Api,
    rename: Rename<'n>,
    handler_trait: &'n str,
    /// The item whose parts are added.
    of: (Module, String),
    parts: Vec<Part<'a>>,
}

impl<'a> Surface<'a, '_> {
    /// The parts that are added from here on belong to this item.
    fn begin(&mut self, module: Module, item: impl Into<String>) {
        self.of = (module, item.into());
    }

    fn add(&mut self, role: Role, path: String, signature: impl Into<String>, spot: Spot<'a>) {
        let module = match role {
            Role::ClientMethod | Role::ClientSignature | Role::Setter => Module::Client,
            Role::Handler | Role::HandlerField | Role::HandlerSignature => Module::Server,
            Role::ErrorVariant => Module::Operations,
            Role::Item
            | Role::Name
            | Role::TraitName
            | Role::Field
            | Role::LiteralField
            | Role::Variant
            | Role::Argument
            | Role::Constructor
            | Role::Accessor
            | Role::Trait
            | Role::ClientFunction
            | Role::HandlerItem
            | Role::HandlerVariant
            | Role::Order
            | Role::Feature => self.of.0,
        };
        self.parts.push(Part {
            path,
            of: self.of.clone(),
            module,
            role,
            signature: signature.into(),
            spot,
            in_webhooks: self.plan.is_webhooks,
        });
    }

    fn names(&mut self) {
        let plan = self.plan;
        self.add(
            Role::Name,
            "crate name".to_owned(),
            plan.package.name,
            Spot::Api,
        );
        for group in &plan.groups {
            if let Some(feature) = &group.feature {
                let path = format!("feature {feature}");
                self.add(Role::Feature, path, "", Spot::Group(group.name));
            }
        }
    }

    /// The URLs of servers, and what the client has for those of single operations.
    fn servers(&mut self) {
        let plan = self.plan;
        for server in &plan.servers {
            self.begin(Module::Root, "");
            let spot = Spot::Server(&server.api.name);
            if server.api.default_url().is_some() {
                let path = format!("servers::{}", server.constant);
                self.add(Role::Item, path, "&str", spot);
            }
            if !server.api.variables.is_empty() {
                let arguments = vec!["&str"; server.arguments.len()].join(", ");
                let path = format!("servers::{}", server.function);
                self.add(Role::Item, path, arguments, spot);
            }
        }
        for id in plan.api.own_servers() {
            let server = plan.server(id);
            let path = format!("client::Servers::{}", server.function);
            let mut operations = plan.operations.iter();
            let on_it = operations.find(|operation| operation.api.server == Some(id));
            let spot = match on_it {
                Some(operation) => Spot::Operation(&operation.api.name),
                None => Spot::Server(&server.api.name),
            };
            self.add(Role::ClientFunction, path, "", spot);
        }
    }

    /// The operations of a crate or of its module of webhooks, with their errors and pages.
    fn module(&mut self) {
        if self.plan.has_operations() {
            let name = self.plan.handler_trait.clone();
            let path = "handler trait".to_owned();
            self.add(Role::TraitName, path, name, Spot::Api);
        }
        if self.plan.is_webhooks && self.plan.has_operations() {
            self.begin(Module::Client, "Sender");
            self.add(Role::Item, "Sender".to_owned(), "struct", Spot::Api);
            let mut operations = self.plan.operations.iter();
            if let Some(signed) = operations.find(|operation| operation.signature.is_some()) {
                let spot = Spot::Operation(&signed.api.name);
                let path = "Sender::builder(signer)".to_owned();
                self.add(Role::ClientSignature, path, "impl Signer", spot);
                let path = "Receiver::verify".to_owned();
                self.add(Role::Handler, path, "", spot);
            }
        }
        self.authentication();
        self.servers();
        self.pages();
        self.errors();
        for operation in &self.plan.operations {
            self.operation(operation);
        }
    }

    fn named(&mut self, named: &'a NamedType<'a>) {
        let name = (self.rename)(&named.name);
        let spot = Spot::Type(&named.api.name);
        let spec_name = named.api.name.as_str();
        let kind = match &named.kind {
            Kind::Object(_) => "struct".to_owned(),
            Kind::Tuple(tuple) => match tuple.is_named {
                true => "struct with named elements".to_owned(),
                false => "tuple struct".to_owned(),
            },
            Kind::Enum(values) => format!("enum of {}", values.api.kind.word()),
            Kind::Newtype(newtype) => match &newtype.api.rust {
                Some(path) => format!("newtype of `{path}`"),
                None => {
                    let scalar = ScalarType::in_api(self.api, newtype.api.scalar);
                    format!("newtype of `{}`", scalar_name(scalar))
                }
            },
            Kind::Alias(ty) => format!("alias of `{}`", self.ty(ty)),
            Kind::Union(_) => "enum".to_owned(),
        };
        self.begin(Module::Types, name.clone());
        self.add(Role::Item, name.clone(), kind, spot);
        for derived in traits(named) {
            self.add(Role::Trait, format!("{derived} for {name}"), "", spot);
        }
        match &named.kind {
            Kind::Object(object) => {
                let role = match object.constructor {
                    Constructor::Literal => Role::LiteralField,
                    Constructor::Default | Constructor::New => Role::Field,
                };
                if object.constructor == Constructor::New {
                    self.add(Role::Constructor, format!("{name}::new"), "", spot);
                }
                let mut order = Vec::new();
                for field in &object.fields {
                    let spot = Spot::Part(spec_name, &field.api.name);
                    let ty = self.wrapped(&field.api.ty, field.wrapping, field.boxing);
                    self.add(role, format!("{name}::{}", field.name), ty, spot);
                    if object.constructor == Constructor::New && field.must_be_given() {
                        let ty = self.argument(&field.api.ty, field.argument);
                        let path = format!("{name}::new({})", field.name);
                        self.add(Role::Argument, path, ty, spot);
                        order.push(field.name.as_str());
                    }
                    if let Some(accessor) = &field.accessor {
                        let ty = self.ty(&field.api.ty);
                        let path = format!("{name}::{}()", accessor.name);
                        self.add(Role::Accessor, path, ty, spot);
                    }
                }
                self.add(Role::Order, format!("{name}::new"), order.join(", "), spot);
                if let Some(others) = &object.others {
                    let ty = self.others(others);
                    self.add(role, format!("{name}::{}", others.name), ty, spot);
                }
            }
            Kind::Tuple(tuple) => {
                for element in &tuple.elements {
                    let spot = Spot::Part(spec_name, &element.api.name);
                    let ty =
                        self.wrapped(&element.api.ty, wrapping(&element.api.ty), element.boxing);
                    let path = format!("{name}::{}", element.name);
                    self.add(Role::LiteralField, path, ty, spot);
                }
            }
            Kind::Enum(values) => {
                for variant in &values.variants {
                    let spot = Spot::Part(spec_name, &variant.api.value);
                    let path = format!("{name}::{}", variant.name);
                    self.add(Role::Variant, path, "", spot);
                }
                if let Some(other) = &values.other {
                    let path = format!("{name}::{}", other.name);
                    self.add(Role::Variant, path, "", spot);
                }
            }
            Kind::Union(union) => {
                for variant in &union.variants {
                    let spot = Spot::Part(spec_name, &variant.api.tag);
                    let ty = match &variant.api.ty {
                        Some(ty) => self.wrapped(ty, wrapping(ty), variant.boxing),
                        None => String::new(),
                    };
                    let path = format!("{name}::{}", variant.name);
                    self.add(Role::Variant, path, ty.clone(), spot);
                    if variant.converts {
                        let path = format!("From<{ty}> for {name}");
                        self.add(Role::Trait, path, "", spot);
                    }
                }
                if let Some(other) = &union.other {
                    let path = format!("{name}::{}", other.name);
                    self.add(Role::Variant, path, "", spot);
                }
            }
            Kind::Newtype(_) | Kind::Alias(_) => {}
        }
        if let Some(form) = &named.form
            && let Some(part) = &form.part
        {
            self.begin(Module::Types, part.clone());
            self.add(Role::Item, part.clone(), "enum", spot);
            for form_part in &form.parts {
                let ty = self.ty(form_part.item);
                let path = format!("{part}::{}", form_part.variant);
                self.add(Role::Variant, path, ty, spot);
            }
        }
    }

    fn authentication(&mut self) {
        self.begin(Module::Server, "authentication");
        let Some(auth) = self
            .plan
            .auth
            .as_ref()
            .filter(|_| self.plan.has_operations())
        else {
            return;
        };
        let path = "authenticate".to_owned();
        self.add(Role::HandlerSignature, path, auth.credentials, Spot::Api);
        if auth.has_permits() {
            self.add(Role::Handler, "permits".to_owned(), "", Spot::Api);
        }
        for requirement in &auth.requirements {
            let path = format!("Key::{}", requirement.name);
            let scopes = match requirement.has_scopes() {
                true => "scopes",
                false => "",
            };
            let spot = Spot::Scheme(&requirement.api.scheme.name);
            self.add(Role::HandlerVariant, path, scopes, spot);
        }
        // One scheme alone has no enum around it.
        let several = auth.only().is_none();
        for scheme in auth.schemes.iter().filter(|_| several) {
            let parts = scheme.parts.iter().map(|part| match scheme.only() {
                Some(_) => part.ty.to_owned(),
                None => format!("{}: {}", part.name, part.ty),
            });
            let parts: Vec<String> = parts.collect();
            let path = format!("server::Credentials::{}", scheme.variant);
            let spot = Spot::Scheme(&scheme.api.name);
            self.add(Role::HandlerVariant, path, parts.join(", "), spot);
        }
        // The builder has a method for the only token.
        if auth.api.is_one_token() {
            return;
        }
        for scheme in &auth.schemes {
            let parts = scheme.parts.iter();
            let arguments = parts.flat_map(|part| {
                let ty = match part.api.kind {
                    SchemeKind::Bearer
                    | SchemeKind::Basic
                    | SchemeKind::ApiKey(_)
                    | SchemeKind::All(_) => "&str",
                    SchemeKind::OAuth2(_) | SchemeKind::OpenId { .. } => "impl TokenSource",
                    SchemeKind::Custom => "impl Fn",
                };
                part.arguments.iter().map(move |_| ty)
            });
            let arguments: Vec<&str> = arguments.collect();
            let path = format!("client::Credentials::{}", scheme.function);
            let spot = Spot::Scheme(&scheme.api.name);
            self.add(Role::ClientFunction, path, arguments.join(", "), spot);
        }
        for endpoint in &auth.endpoints {
            let path = format!("client::Credentials::{}", endpoint.name);
            self.add(Role::ClientFunction, path, "", Spot::Api);
        }
    }

    fn pages(&mut self) {
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

    fn errors(&mut self) {
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

    fn operation(&mut self, operation: &'a Operation<'a>) {
        let (plan, name) = (self.plan, operation.api.name.as_str());
        let spot = Spot::Operation(name);
        let client = format!("{}::{}", plan.client(), operation.method);
        self.begin(Module::Client, client.clone());
        self.add(Role::ClientMethod, client.clone(), "", spot);
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
            let path = format!("{client}({place})");
            self.add(Role::ClientSignature, path, ty, spot);
            order.push(place);
        }
        if let Some(body) = operation.required_body() {
            let ty = self.body(&body.contents);
            self.add(
                Role::ClientSignature,
                format!("{client}(the body)"),
                ty,
                Spot::Body(name),
            );
            order.push("the body".to_owned());
        }
        self.add(Role::Order, client.clone(), order.join(", "), spot);
        let called = self.called(operation);
        let response = Spot::Response(name, operation.api.response().status);
        self.add(
            Role::ClientSignature,
            format!("{client}() ->"),
            called,
            response,
        );
        self.setters(operation, &client);
        self.handler(operation);
        self.error_variants(operation);
        if let Some(response) = &operation.response {
            self.response(operation, response);
        }
        if let Some((several, variants)) = operation.several_contents() {
            self.begin(Module::Client, several);
            self.add(Role::Item, several.to_owned(), "enum", Spot::Body(name));
            for variant in variants {
                let ty = self.content(&variant.content.content);
                let path = format!("{several}::{}", variant.name);
                self.add(Role::Variant, path, ty, Spot::Body(name));
            }
        }
    }

    fn setters(&mut self, operation: &'a Operation<'a>, client: &str) {
        let name = operation.api.name.as_str();
        for option in operation.own_options() {
            let spot = Spot::Parameter(name, option.api.location, &option.api.name);
            let ty = self.argument(&option.api.ty, option.argument);
            self.add(
                Role::Setter,
                format!("{client}().{}", option.name),
                ty,
                spot,
            );
        }
        if let Some(body) = operation.optional_body() {
            let ty = self.body(&body.contents);
            let path = format!("{client}().{}", body.name);
            self.add(Role::Setter, path, ty, Spot::Body(name));
        }
        let parameters: Vec<&str> = operation
            .options()
            .map(|option| option.name.as_str())
            .collect();
        for method in operation.call_methods() {
            let is_parameter = parameters.contains(&method.as_str());
            let is_body = operation
                .optional_body()
                .is_some_and(|body| body.name == method);
            if !is_parameter && !is_body {
                let path = format!("{client}().{method}");
                self.add(Role::Setter, path, "", Spot::Operation(name));
            }
        }
    }

    fn handler(&mut self, operation: &'a Operation<'a>) {
        let (plan, name) = (self.plan, operation.api.name.as_str());
        let spot = Spot::Operation(name);
        let handler = format!("{}::{}", self.handler_trait, operation.method);
        self.add(Role::Handler, handler.clone(), "", spot);
        let caller = match &operation.access {
            Some(access) if access.optional => "Option<Self::Caller>",
            Some(_) => "Self::Caller",
            None => "none",
        };
        self.add(
            Role::HandlerSignature,
            format!("{handler}(caller)"),
            caller,
            spot,
        );
        let request = match &operation.request {
            Some(request) => request.as_str(),
            None => "none",
        };
        self.add(
            Role::HandlerSignature,
            format!("{handler}(request)"),
            request,
            spot,
        );
        let conditional = match operation.api.conditional {
            Some(conditional) => format!(
                " with validators ({}, {})",
                conditional.etag, conditional.last_modified
            ),
            None => String::new(),
        };
        let handled = self.handled(operation) + &conditional;
        let response = Spot::Response(name, operation.api.response().status);
        self.add(
            Role::HandlerSignature,
            format!("{handler}() ->"),
            handled,
            response,
        );
        let Some(request) = &operation.request else {
            return;
        };
        for field in operation.request_fields() {
            let (ty, spot) = match field.kind {
                RequestFieldKind::Parameter(parameter) => {
                    let ty = self.ty(&parameter.api.ty);
                    let ty = match parameter.reading.is_option() {
                        true => format!("Option<{ty}>"),
                        false => ty,
                    };
                    let location = parameter.api.location;
                    // The plan lives as long as its operations.
                    let found = operation
                        .parameters
                        .iter()
                        .find(|own| own.name == parameter.name);
                    let wire = found.map_or("", |own| own.api.name.as_str());
                    (ty, Spot::Parameter(name, location, wire))
                }
                RequestFieldKind::Page(pager) => (plan.page(pager).request.clone(), spot),
                RequestFieldKind::Conditions => ("Conditions".to_owned(), spot),
                RequestFieldKind::Choice(name) => (name.to_owned(), spot),
                RequestFieldKind::Body(body) => {
                    let ty = self.body(&body.contents);
                    let ty = match body.api.optional {
                        true => format!("Option<{ty}>"),
                        false => ty,
                    };
                    (ty, Spot::Body(name))
                }
            };
            let path = format!("{request}::{}", field.name);
            self.add(Role::HandlerField, path, ty, spot);
        }
    }

    fn error_variants(&mut self, operation: &'a Operation<'a>) {
        if self.plan.is_webhooks {
            return;
        }
        let set = self.plan.errors.set(operation.errors);
        for id in set.documented.iter().chain(&set.implied) {
            let error = self.plan.errors.get(*id);
            let ty = match error.is_boxed {
                true => format!("Box<{}>", error.name),
                false => error.name.clone(),
            };
            let path = format!("{}::{}", operation.error, error.name);
            let spot = Spot::Failure(&operation.api.name, &error.api.name);
            self.add(Role::ErrorVariant, path, ty, spot);
        }
    }

    fn response(&mut self, operation: &'a Operation<'a>, response: &'a ResponseType<'a>) {
        let name = operation.api.name.as_str();
        for item in response.structs() {
            self.response_struct(name, item);
        }
        if let ResponseType::Several {
            name: item,
            variants,
            ..
        } = response
        {
            let spot = Spot::Operation(name);
            self.begin(Module::Operations, item.clone());
            self.add(Role::Item, item.clone(), "enum", spot);
            for variant in variants {
                let ty = match &variant.value {
                    VariantValue::Content(content) => self.content(content),
                    VariantValue::Struct(response) => response.name.clone(),
                };
                let spot = Spot::Response(name, variant.api.status);
                self.add(Role::Variant, format!("{item}::{}", variant.name), ty, spot);
            }
        }
    }

    fn response_struct(&mut self, name: &'a str, item: &'a ResponseStruct<'a>) {
        let spot = Spot::Response(name, item.api.status);
        self.begin(Module::Operations, item.name.clone());
        self.add(Role::Item, item.name.clone(), "struct", spot);
        let ty = self.content(&item.content);
        let path = format!("{}::content", item.name);
        self.add(Role::LiteralField, path, ty, spot);
        if item.api.has_status {
            self.add(
                Role::LiteralField,
                format!("{}::status", item.name),
                "",
                spot,
            );
        }
        for header in &item.headers {
            let ty = self.header_type(header.api);
            let path = format!("{}::{}", item.name, header.name);
            let spot = Spot::Header(name, item.api.status, &header.api.name);
            self.add(Role::LiteralField, path, ty, spot);
        }
    }

    /// What a call returns.
    fn called(&self, operation: &Operation<'_>) -> String {
        let response = operation.response.as_ref();
        if let Some(first) = response.and_then(ResponseType::first_choice) {
            return match &first.value {
                VariantValue::Content(content) => self.content(content),
                VariantValue::Struct(response) => response.name.clone(),
            };
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

    fn body(&self, contents: &Contents<'_>) -> String {
        match contents {
            Contents::One(content) => self.content(&content.content),
            Contents::Several(name, _) => name.clone(),
        }
    }

    fn content(&self, content: &Content<'_>) -> String {
        match content {
            Content::Nothing => "()".to_owned(),
            Content::Value(ty) => self.ty(ty),
            Content::Page(pager, item) => {
                format!("{}<{}>", self.plan.page(*pager).name, self.ty(item))
            }
            Content::Multipart(ty) => format!("Multipart<{}>", self.ty(ty)),
            Content::Text => "String".to_owned(),
            Content::Bytes => "Body".to_owned(),
            Content::Media => "Media<Body>".to_owned(),
            Content::Lines(ty) => format!("JsonLines<{}>", self.ty(ty)),
            Content::Events(events) => {
                let data = |ty: Option<&TypeRef>| match ty {
                    Some(ty) => self.ty(ty),
                    None => "String".to_owned(),
                };
                let error = events.error.as_ref();
                let error = error.map(|error| format!(", {}", data(error.data.as_ref())));
                let item = data(events.data.as_ref());
                format!("EventStream<{item}{}>", error.unwrap_or_default())
            }
        }
    }

    fn header_type(&self, header: &crate::api::Parameter) -> String {
        let ty = self.ty(&header.ty);
        match header.is_required() {
            true => ty,
            false => format!("Option<{ty}>"),
        }
    }

    fn others(&self, others: &AdditionalFields<'_>) -> String {
        let ty = self.wrapped(others.ty, wrapping(others.ty), others.boxing);
        match others.is_union {
            true => ty,
            false => format!("Map<{ty}>"),
        }
    }

    fn argument(&self, ty: &TypeRef, argument: ArgumentType) -> String {
        match argument {
            ArgumentType::Exact => self.ty(ty),
            ArgumentType::Into => format!("impl Into<{}>", self.ty(ty)),
        }
    }

    fn wrapped(&self, ty: &TypeRef, wrapping: Wrapping, boxing: Boxing) -> String {
        let inner = self.bare(ty);
        let inner = match boxing {
            Boxing::None | Boxing::Inside => inner,
            Boxing::Whole => format!("Boxed<{inner}>"),
        };
        match wrapping {
            Wrapping::None => inner,
            Wrapping::Option => format!("Option<{inner}>"),
            Wrapping::Maybe => format!("Maybe<{inner}>"),
        }
    }

    /// A type in Rust, without modules.
    fn ty(&self, ty: &TypeRef) -> String {
        self.wrapped(ty, wrapping(ty), Boxing::None)
    }

    fn bare(&self, ty: &TypeRef) -> String {
        match &ty.ty {
            Type::Scalar(scalar) => scalar_name(ScalarType::in_api(self.api, *scalar)),
            Type::Named(id) => (self.rename)(&self.type_name(*id)),
            Type::List(item) => format!("Vec<{}>", self.ty(item)),
            Type::Map(value) => format!("Map<{}>", self.ty(value)),
        }
    }

    fn type_name(&self, id: crate::api::TypeId) -> String {
        crate::naming::type_name(&self.api.type_def(id).name)
    }
}

fn scalar_name(scalar: ScalarType) -> String {
    match scalar {
        ScalarType::Plain(name) | ScalarType::Runtime(name) => name.to_owned(),
        ScalarType::Library(package, name) => format!("{package}::{name}"),
    }
}

const fn wrapping(ty: &TypeRef) -> Wrapping {
    match ty.nullable {
        true => Wrapping::Option,
        false => Wrapping::None,
    }
}

/// The traits that a type implements, if not all types do.
fn traits(named: &NamedType<'_>) -> Vec<String> {
    let own = named.derives.iter().cloned();
    let of_macro = named
        .traits_of_macro()
        .iter()
        .map(|name| (*name).to_owned());
    let is_copy = match &named.kind {
        Kind::Enum(values) => values.other.is_none() && values.api.kind != EnumKind::Number,
        Kind::Object(_) | Kind::Tuple(_) | Kind::Newtype(_) | Kind::Alias(_) | Kind::Union(_) => {
            false
        }
    };
    let copy = is_copy.then(|| "Copy".to_owned());
    let mut all: Vec<String> = own.chain(of_macro).chain(copy).collect();
    all.sort_unstable();
    all.dedup();
    all
}
