//! What other code can name in a generated crate: the public items of its plan, each with what a user depends on.

mod access;
mod names;
mod operations;
mod path;
mod shared;
mod spelling;
mod types;
mod webhooks;

use std::rc::Rc;

use super::site::Spot;
use crate::api::{Api, Sensitivity, Server, UrlPiece, url_pieces};
use crate::rust::Crate;

pub(super) use names::TypeNames;
pub(super) use path::{Path, Segments, Signature};

/// What a part of a crate is to those who use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
    /// A type that only callers see.
    ClientItem,
    /// A method of the client.
    ClientMethod,
    /// An argument of it, or what it returns.
    ClientSignature,
    /// A method of a call, which sets an optional parameter.
    Setter,
    /// The items that the stream of a call yields. The stream is a method of the call.
    Streamed,
    /// A function or a constant of the client beside its methods: for credentials and servers.
    ClientFunction,
    /// A function that is always there and does what the document makes of it: the one that builds a client, which may be
    /// lenient, and its method for a token, which gives the credentials of calls if a token is the only kind.
    Builder,
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
    /// The order of the fields or values by which a type compares its own values.
    Comparison,
    /// A cargo feature.
    Feature,
    /// A cargo feature of a crate that had none for its groups: code without default features needs it from now on.
    FirstFeature,
    /// The cargo feature that an operation or a type needs.
    Gate,
    /// The server of an operation, if it has one of its own: clients must be given its URL.
    OwnServer,
    /// The credentials of which a call sends the first that a client has.
    Preferred,
    /// Whether values are hidden in logs, in `Debug` and in errors.
    Hidden,
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
    /// What it is called, with what it is in.
    pub(super) path: Path,
    /// The item that it belongs to: a type, or everything that an operation has.
    pub(super) of: (Module, Rc<str>),
    /// Where it is.
    pub(super) module: Module,
    pub(super) role: Role,
    /// What it is of.
    pub(super) signature: Signature,
    /// The part of the document that it comes from.
    pub(super) spot: Spot<'a>,
    /// What is behind its name, if neither its type nor the part of the document tells.
    pub(super) purpose: Option<String>,
    /// Whether it belongs to the module of webhooks, where the receiver has the handlers.
    pub(super) in_webhooks: bool,
}

/// The parts of a crate. The handler trait has this name in their paths, even if it was renamed.
pub(super) fn parts<'a>(
    plan: &'a Crate<'a>,
    names: &TypeNames,
    handler_trait: &str,
) -> Vec<Part<'a>> {
    let mut surface = Surface {
        plan,
        api: plan.api,
        names,
        handler_trait,
        of: (Module::Root, Rc::default()),
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
            names,
            handler_trait: &webhooks.handler_trait,
            of: (Module::Root, Rc::default()),
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
    names: &'n TypeNames,
    handler_trait: &'n str,
    /// The item whose parts are added.
    of: (Module, Rc<str>),
    parts: Vec<Part<'a>>,
}

impl<'a> Surface<'a, '_> {
    /// The parts that are added from here on belong to this item.
    fn begin(&mut self, module: Module, item: impl Into<Rc<str>>) {
        self.of = (module, item.into());
    }

    fn add(
        &mut self,
        role: Role,
        path: impl Into<Path>,
        signature: impl Into<Signature>,
        spot: Spot<'a>,
    ) {
        let module = match role {
            Role::ClientMethod | Role::ClientSignature | Role::Setter | Role::Streamed => {
                Module::Client
            }
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
            | Role::ClientItem
            | Role::ClientFunction
            | Role::Builder
            | Role::HandlerItem
            | Role::HandlerVariant
            | Role::Order
            | Role::Comparison
            | Role::Feature
            | Role::FirstFeature
            | Role::Gate
            | Role::OwnServer
            | Role::Preferred
            | Role::Hidden => self.of.0,
        };
        self.parts.push(Part {
            path: path.into(),
            of: self.of.clone(),
            module,
            role,
            signature: signature.into(),
            spot,
            purpose: None,
            in_webhooks: self.plan.is_webhooks,
        });
    }

    /// Adds a part that something is behind.
    fn add_for(
        &mut self,
        role: Role,
        path: impl Into<Path>,
        signature: impl Into<Signature>,
        spot: Spot<'a>,
        purpose: Option<String>,
    ) {
        self.add(role, path, signature, spot);
        if let Some(part) = self.parts.last_mut() {
            part.purpose = purpose;
        }
    }

    /// Whether values of a type, a field or a parameter may be shown.
    fn hidden(&mut self, name: &str, sensitivity: Sensitivity, spot: Spot<'a>) {
        let signature = sensitivity
            .word()
            .map_or(Signature::Nothing, Signature::from);
        self.add(Role::Hidden, Path::Shown(name.to_owned()), signature, spot);
    }

    fn names(&mut self) {
        let plan = self.plan;
        self.add(
            Role::Name,
            Path::Words("crate name".to_owned()),
            plan.package.name,
            Spot::CrateName,
        );
        for crates in &plan.api.package.conversions {
            let path = Path::Words(format!("conversions of {}", crates.name()));
            self.add(Role::Trait, path, Signature::Nothing, Spot::CrateName);
        }
        self.gates();
        for group in &plan.groups {
            if let Some(feature) = &group.feature {
                let path = Path::Words(format!("feature {feature}"));
                let spot = Spot::Group(group.name);
                self.add(Role::Feature, path, Signature::Nothing, spot);
            }
        }
    }

    /// Which operations and types need which feature, if there are any.
    fn gates(&mut self) {
        let plan = self.plan;
        if !plan.has_group_features() {
            return;
        }
        for group in &plan.groups {
            for operation in plan.operations_of(group) {
                let spot = Spot::Operation(&operation.api.name);
                let name = format!("{}::{}", plan.client(), operation.method);
                self.gate(name, group.feature.as_deref(), spot);
            }
        }
        for section in &plan.sections {
            for named in section.types.iter().map(|id| plan.named(*id)) {
                let name = self.names.item(&named.name);
                let spot = Spot::Type(&named.api.name);
                self.gate(name, section.feature.as_deref(), spot);
            }
        }
    }

    fn gate(&mut self, name: String, feature: Option<&str>, spot: Spot<'a>) {
        let signature = feature.map_or(Signature::Nothing, Signature::from);
        self.add(Role::Gate, Path::Feature(name), signature, spot);
    }

    /// The URLs of servers, and what the client has for those of single operations.
    fn servers(&mut self) {
        let plan = self.plan;
        for server in &plan.servers {
            self.begin(Module::Root, "");
            let spot = Spot::Server(&server.api.name);
            if let Some(url) = server.api.default_url() {
                let path = ["servers", &server.constant];
                self.add_for(Role::Item, path, "&str", spot, Some(url));
            }
            if !server.api.variables.is_empty() {
                let arguments = vec!["&str".to_owned(); server.arguments.len()];
                let function = Segments::from(["servers", &server.function]);
                let order = Path::Order(function.clone());
                let path = Path::Item(function);
                let arguments = Signature::List(arguments);
                let url = Some(without_names(server.api));
                self.add_for(Role::Item, path, arguments, spot, url);
                self.add(Role::Order, order, places_in_url(server.api), spot);
            }
        }
        for id in plan.api.own_servers() {
            let server = plan.server(id);
            let path = ["client", "Servers", &server.function];
            let mut operations = plan.operations.iter();
            let on_it = operations.find(|operation| operation.api.server == Some(id));
            let spot = match on_it {
                Some(operation) => Spot::Operation(&operation.api.name),
                None => Spot::Server(&server.api.name),
            };
            let url = Some(without_names(server.api));
            self.add_for(Role::ClientFunction, path, Signature::Nothing, spot, url);
        }
    }

    /// The operations of a crate or of its module of webhooks, with their errors and pages.
    fn module(&mut self) {
        if self.plan.has_operations() {
            let name = self.plan.handler_trait.clone();
            let path = Path::Words("handler trait".to_owned());
            self.add(Role::TraitName, path, name, Spot::Api);
        }
        if !self.plan.is_webhooks && self.plan.has_operations() {
            let purpose = match self.api.lenient {
                true => "lenient clients",
                false => "strict clients",
            };
            let path = ["Client", "builder"];
            let purpose = Some(purpose.to_owned());
            self.add_for(Role::Builder, path, Signature::Nothing, Spot::Api, purpose);
        }
        self.webhooks();
        self.authentication();
        self.servers();
        self.pages();
        // Webhooks have the errors of the crate.
        if !self.plan.is_webhooks {
            self.errors();
        }
        for operation in &self.plan.operations {
            self.operation(operation);
        }
    }
}

/// The URL of a server, in which variables have no names.
fn without_names(server: &Server) -> String {
    let pieces = url_pieces(&server.url).into_iter();
    let pieces = pieces.map(|piece| match piece {
        UrlPiece::Text(text) => text,
        UrlPiece::Variable(_) => "{}",
    });
    pieces.collect()
}

/// Which value of its URL each argument of the function for a server is, by its number.
fn places_in_url(server: &Server) -> Signature {
    let pieces = url_pieces(&server.url).into_iter();
    let names = pieces.filter_map(|piece| match piece {
        UrlPiece::Variable(name) => Some(name),
        UrlPiece::Text(_) => None,
    });
    let names: Vec<&str> = names.collect();
    let variables = server.variables.iter();
    let places = variables.map(|variable| {
        let place = names.iter().position(|name| *name == variable.name);
        place.map_or(0, |place| place + 1).to_string()
    });
    Signature::List(places.collect())
}
