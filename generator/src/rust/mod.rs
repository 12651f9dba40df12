//! The plan of the Rust code: every decision about the generated crate, made once. It is plain data
//! without any code. Emitters, the scaffold and the samples of the reference read it.

mod argument_type;
mod auth;
mod bodies;
mod boxes;
mod calls;
mod contents;
mod derives;
mod error_fields;
mod error_shape;
mod error_sizes;
mod errors;
mod headers;
mod inputs;
mod items;
mod modules;
mod multipart;
mod object;
mod operations;
mod package;
mod page;
mod parameters;
mod reach;
mod reexports;
mod responses;
mod scalar;
mod sensitive;
mod tuple;
mod types;
mod unions;
mod xml;

pub(crate) use argument_type::ArgumentType;
pub(crate) use auth::{
    Access, Auth, AuthScheme, Carried, OperationRequirement, Requirement, SchemePart,
};
pub(crate) use bodies::{Body, BodyContent, BodyVariant, Contents, Sending};
pub(crate) use boxes::Boxing;
pub(crate) use calls::CallWith;
pub(crate) use contents::Content;
pub(crate) use error_fields::{BodyField, Filling};
pub(crate) use errors::{ErrorSet, ErrorType, Errors, Usage};
pub(crate) use headers::Header;
pub(crate) use inputs::{Conversion, ConversionStep};
pub(crate) use modules::{Group, Section, SectionId};
pub(crate) use multipart::{Form, FormPart, PartCount};
pub(crate) use object::{
    Accessor, AdditionalFields, Constructor, Field, Object, Returned, Wrapping,
};
pub(crate) use operations::{Operation, RequestFieldKind, events};
pub(crate) use package::{Package, version as crate_version};
pub(crate) use page::{Counted, Page, PageField, PageStrategy};
pub(crate) use parameters::{Parameter, ParameterPlace, Reading};
pub(crate) use responses::{
    ResponseStruct, ResponseType, ResponseVariant, SelectorPlace, VariantValue,
};
pub(crate) use scalar::{ScalarType, from_str_accepts, is_text};
pub(crate) use tuple::{Element, Tuple};
pub(crate) use types::{Enum, Kind, NamedType, Newtype, Variant};
pub(crate) use unions::{Matcher, OtherVariant, Union, UnionVariant};

use std::collections::BTreeMap;

use crate::api::{self, Api, PagerId, ServerId, TypeId};
use crate::naming::{WEBHOOK_FUNCTIONS, camel, handlers_name, shouty, snake, trait_name, unique};
use items::Items;
use reach::Reach;
use xml::Xml;

/// A generated crate.
pub(crate) struct Crate<'a> {
    pub(crate) api: &'a Api,
    pub(crate) package: Package<'a>,
    /// The handler trait: `GatewayApi`.
    pub(crate) handler_trait: String,
    /// The struct that implements it in the scaffold: `Gateway`.
    pub(crate) handlers: String,
    pub(crate) auth: Option<Auth<'a>>,
    pub(crate) servers: Vec<Server<'a>>,
    /// The pages of lists, one type for each pager.
    pub(crate) pages: Vec<Page<'a>>,
    pub(crate) errors: Errors<'a>,
    types: Vec<NamedType<'a>>,
    /// The files of the module `types`, by name.
    pub(crate) sections: Vec<Section<'a>>,
    /// The types of the runtime that the module `types` re-exports.
    pub(crate) reexports: BTreeMap<String, Vec<&'static str>>,
    /// The operations, in the order of the specification.
    pub(crate) operations: Vec<Operation<'a>>,
    /// The crate's module `webhooks`, which is like a second crate.
    pub(crate) webhooks: Option<Box<Crate<'a>>>,
    /// Whether this is that module: its client is the sender, and its server the receiver.
    pub(crate) is_webhooks: bool,
    /// The groups of operations, in the order in which the specification first mentions them.
    pub(crate) groups: Vec<Group<'a>>,
    /// The elements of bodies in XML.
    pub(crate) xml: Xml,
    items: Items,
}

/// A server.
pub(crate) struct Server<'a> {
    pub(crate) api: &'a api::Server,
    /// The constant with its URL, in which variables have their defaults.
    pub(crate) constant: String,
    /// The function that makes the URL of other values, and the function of the client which names the server.
    pub(crate) function: String,
    /// The arguments of the function, in the order of the variables.
    pub(crate) arguments: Vec<String>,
}

impl<'a> Crate<'a> {
    /// The type with this identifier.
    pub(crate) fn named(&self, id: TypeId) -> &NamedType<'a> {
        &self.types[id.index()]
    }

    /// The pages of this pager.
    pub(crate) fn page(&self, id: PagerId) -> &Page<'a> {
        &self.pages[id.index()]
    }

    /// The server with this identifier.
    pub(crate) fn server(&self, id: ServerId) -> &Server<'a> {
        &self.servers[id.0]
    }

    /// The types of a section.
    pub(crate) fn types_of(&self, section: &Section<'_>) -> impl Iterator<Item = &NamedType<'a>> {
        section.types.iter().map(|id| self.named(*id))
    }

    /// The operations of a group.
    pub(crate) fn operations_of(&self, group: &Group<'_>) -> impl Iterator<Item = &Operation<'a>> {
        group.operations.iter().map(|id| &self.operations[id.0])
    }

    /// Whether each group of operations has a cargo feature: there are several.
    pub(crate) fn has_group_features(&self) -> bool {
        self.group_features().next().is_some()
    }

    /// The cargo features of the groups. None if there are fewer than two groups.
    pub(crate) fn group_features(&self) -> impl Iterator<Item = &str> {
        let groups = self.groups.iter();
        groups.filter_map(|group| group.feature.as_deref())
    }

    /// The generic parameter of functions whose bodies mention items of the API.
    pub(crate) fn generic(&self) -> &str {
        &self.items.generic
    }

    /// Whether more than one module has an item of this name. Other files then write the item with its
    /// module.
    pub(crate) fn is_shared(&self, item: &str) -> bool {
        self.items.shared.contains(item)
    }

    /// Whether other files can import this item of the module `page` by its name alone.
    pub(crate) fn is_plain_page(&self, item: &str) -> bool {
        items::has_same_name_everywhere(item) || !self.is_shared(item)
    }

    /// Whether the crate has a client and a server.
    pub(crate) const fn has_operations(&self) -> bool {
        !self.operations.is_empty()
    }

    /// Whether an operation has a call with methods for its parameters.
    pub(crate) fn has_call_options(&self) -> bool {
        let mut operations = self.operations.iter();
        operations.any(|operation| operation.call.is_some())
    }

    /// Whether some webhook has a signature.
    pub(crate) fn is_signed(&self) -> bool {
        self.operations
            .iter()
            .any(|operation| operation.signature.is_some())
    }

    /// Whether some webhook is signed as the Standard Webhooks specification says.
    pub(crate) fn has_standard_signature(&self) -> bool {
        let mut signatures = self.operations.iter();
        signatures.any(|operation| {
            let signature = operation.signature.as_deref();
            signature.is_some_and(crate::api::is_standard_signature)
        })
    }

    /// The struct whose methods send requests.
    pub(crate) const fn client(&self) -> &'static str {
        match self.is_webhooks {
            true => "Sender",
            false => "Client",
        }
    }

    /// Whether a type of the API has this name.
    pub(crate) fn has_type(&self, name: &str) -> bool {
        self.items.types.contains(name)
    }
}

/// Plans the crate of an API.
pub(crate) fn plan(api: &Api) -> Crate<'_> {
    let webhooks = api.webhooks.as_ref();
    Crate {
        webhooks: webhooks.map(|webhooks| Box::new(module(webhooks, true))),
        ..module(api, false)
    }
}

/// Plans the crate without the webhooks, or the module of these.
fn module(api: &Api, is_webhooks: bool) -> Crate<'_> {
    let (types, groups, sections) = types(api);
    let auth = api.auth.as_ref().map(|auth| auth::auth(api, auth));
    let (errors, sets) = errors::errors(api);
    let pages = page::pages(api);
    let methods = match is_webhooks {
        true => &WEBHOOK_FUNCTIONS[..],
        false => auth.as_ref().map_or(&[][..], Auth::methods),
    };
    let responses = responses::responses(api, &errors);
    let parts = operations::statics(api).into_iter().zip(sets);
    let parts = parts.zip(sensitive::sensitive(api));
    let parts = api.operations.iter().zip(parts).zip(responses);
    let operations = parts.map(|((operation, ((statics, errors), sensitive)), response)| {
        let access = auth.as_ref().and_then(|auth| auth.access(operation));
        let inputs = operations::OperationInputs {
            statics,
            other_methods: methods,
            page: operation.pager().map(|id| &pages[id.index()]),
            errors,
            access,
            sensitive,
        };
        let planned = operations::operation(api, operation, inputs);
        planned.responding(response)
    });
    let operations: Vec<Operation<'_>> = operations.collect();
    let package = package::package(api);
    let mut plan = Crate {
        api,
        handler_trait: match is_webhooks {
            true => "Receiver".to_owned(),
            false => trait_name(&api.name),
        },
        webhooks: None,
        is_webhooks,
        handlers: handlers_name(&camel(&api.name), |name| {
            api.types.iter().any(|ty| ty.name == name)
        }),
        auth,
        servers: servers(api),
        pages,
        errors,
        reexports: reexports::reexports(api, &types, &package),
        package,
        types,
        sections,
        operations,
        groups,
        xml: xml::xml(api),
        items: Items::default(),
    };
    plan.items = items::items(&plan);
    plan
}

/// Plans the types, and the files of groups and types.
fn types(api: &Api) -> (Vec<NamedType<'_>>, Vec<Group<'_>>, Vec<Section<'_>>) {
    let boxings = boxes::choose(&api.types);
    let conversions = inputs::conversions(api, &boxings);
    let mut reach = Reach::new(&api.types).through(&conversions);
    let mut groups = modules::groups(api, &mut reach);
    let (mut sections, section_of) = modules::sections(api, &groups, &mut reach);
    modules::name_modules(&mut groups, &mut sections);
    modules::name_features(&mut groups, &mut sections);
    let mut reach = Reach::new(&api.types);
    let derives = derives::derives(api, &mut reach);
    let forms = multipart::sent(api);
    let parts = boxings.into_iter().zip(conversions);
    let parts = parts
        .zip(section_of)
        .zip(reach.in_requests(api))
        .zip(derives)
        .enumerate();
    let types = parts.map(|(index, (part, derives))| {
        let (((boxings, conversion), section), in_requests) = part;
        let id = TypeId(index);
        let is_form = forms.contains(&id);
        let named = types::named_type(api, id, section, in_requests, boxings, is_form);
        NamedType {
            conversion,
            ..named.deriving(derives)
        }
    });
    (types.collect(), groups, sections)
}

fn servers(api: &Api) -> Vec<Server<'_>> {
    let constants = api.servers.iter().map(|server| shouty(&server.name));
    let constants = unique(constants, &[], "_");
    let functions = api.servers.iter().map(|server| snake(&server.name));
    let functions = unique(functions, &[], "_");
    let servers = api.servers.iter().zip(constants.into_iter().zip(functions));
    let servers = servers.map(|(api, (constant, function))| {
        let arguments = api.variables.iter().map(|variable| snake(&variable.name));
        Server {
            api,
            constant,
            function,
            arguments: unique(arguments, &[], "_"),
        }
    });
    servers.collect()
}
