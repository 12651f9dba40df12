//! Parameters of requests: where they are sent, how callers give them and how handlers get them.

use super::argument_type::ArgumentType;
use crate::api::{
    self, Api, KeyPlace, Location, Presence, SchemeKind, Sensitivity, Style, Type, TypeKind, Value,
};
use crate::hash::HashSet;

/// A parameter of a request.
pub(crate) struct Parameter<'a> {
    pub(crate) api: &'a api::Parameter,
    /// The argument or method of the client, and the field of the request struct.
    pub(crate) name: String,
    /// Its name on the wire. Names of headers are in lowercase.
    pub(crate) wire: String,
    /// Its place in a request.
    pub(crate) place: Place,
    /// How callers of the client give it.
    pub(crate) role: Role,
    /// How a function of the client takes its value.
    pub(crate) argument: ArgumentType,
    /// Whether its value may be shown.
    pub(crate) sensitivity: Sensitivity,
    /// How the server reads it.
    pub(crate) reading: Reading<'a>,
    /// The names that it does not have, if it has all others of the query.
    pub(crate) taken: Option<Vec<&'a str>>,
}

/// The place of a parameter in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The path, with the number of path parameters before it.
    Path(usize),
    /// The query.
    Query,
    /// A header.
    Header,
    /// A cookie.
    Cookie,
}

/// How the server reads a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Reading<'a> {
    /// It must be present.
    Required,
    /// Handlers get an `Option`.
    Optional,
    /// If it is absent, handlers get this value.
    Or(&'a Value),
    /// Any number of values.
    List,
    /// Any number of values. If there are none, the rules do not apply.
    OptionalList,
}

/// How callers of the client give a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// As an argument of the operation's method.
    Argument,
    /// By a method of the call.
    Option,
    /// Not at all: the client always sends the same value, and the server checks it. Handlers do not get it.
    Constant,
}

impl<'a> Parameter<'a> {
    /// Plans a parameter. `before` counts the path parameters before this one.
    pub(super) fn new(api: &'a Api, of: &'a api::Parameter, name: String, before: usize) -> Self {
        let sensitivity = of.sensitivity_of_value(api);
        Self {
            api: of,
            name,
            wire: wire(of),
            place: place(of, before),
            role: match &of.constant {
                Some(_) => Role::Constant,
                None if of.is_required() && !of.is_idempotency_key => Role::Argument,
                None => Role::Option,
            },
            argument: ArgumentType::of(api, &of.ty.ty, of.ty.nullable),
            sensitivity,
            reading: reading(of),
            taken: None,
        }
    }
}

/// The names in the query of an operation that belong to a parameter or to credentials, before brackets.
pub(super) fn taken_names<'a>(api: &'a Api, operation: &'a api::Operation) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    let in_query = operation.parameters.iter();
    let in_query = in_query.filter(|of| of.location == Location::Query && !of.has_rest(api));
    for parameter in in_query {
        match (parameter.style, &parameter.ty.ty) {
            (Style::Flat(_), Type::Named(id)) => {
                if let TypeKind::Object(object) = &api.type_def(*id).kind {
                    names.extend(object.fields.iter().map(|field| field.name.as_str()));
                    names.extend(object.constants.iter().map(|of| of.name.as_str()));
                }
            }
            _ => names.extend(parameter.name.split('[').next()),
        }
    }
    let schemes = api.auth.iter().flat_map(|auth| &auth.schemes);
    names.extend(schemes.filter_map(|scheme| match &scheme.kind {
        SchemeKind::ApiKey(key) if key.place == KeyPlace::Query => key.name.split('[').next(),
        _ => None,
    }));
    let mut seen = HashSet::default();
    names.retain(|name| seen.insert(*name));
    names
}

fn reading(of: &api::Parameter) -> Reading<'_> {
    let is_list = of.is_list();
    match &of.presence {
        Presence::Default(default) => Reading::Or(default),
        // A list that is absent has no items.
        Presence::Optional if is_list => Reading::OptionalList,
        Presence::Required if is_list => Reading::List,
        Presence::Optional => Reading::Optional,
        Presence::Required => Reading::Required,
    }
}

fn wire(of: &api::Parameter) -> String {
    match of.location {
        Location::Header => of.name.to_ascii_lowercase(),
        Location::Path | Location::Query | Location::Cookie => of.name.clone(),
    }
}

fn place(of: &api::Parameter, before: usize) -> Place {
    match of.location {
        Location::Path => Place::Path(before),
        Location::Query => Place::Query,
        Location::Header => Place::Header,
        Location::Cookie => Place::Cookie,
    }
}

impl Parameter<'_> {
    /// Whether its value must not be shown.
    pub(crate) fn is_sensitive(&self) -> bool {
        self.sensitivity != Sensitivity::Public
    }
}
