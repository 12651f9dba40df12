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
    pub(crate) place: ParameterPlace,
    /// How callers of the client give it.
    pub(crate) role: Role,
    /// How a function of the client takes its value.
    pub(crate) argument: ArgumentType,
    /// Whether its value may be shown.
    pub(crate) sensitivity: Sensitivity,
    /// How the server reads it.
    pub(crate) reading: Reading<'a>,
    /// If the parameter collects all other query parameters: the names that are declared separately.
    pub(crate) declared_names: Option<Vec<&'a str>>,
}

/// The place of a parameter in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParameterPlace {
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

impl Reading<'_> {
    /// Whether handlers get an `Option`: a list that is absent has no items, and needs none.
    pub(crate) const fn is_option(self) -> bool {
        match self {
            Self::Optional => true,
            Self::Required | Self::Or(_) | Self::List | Self::OptionalList => false,
        }
    }
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
    pub(super) fn new(
        api: &'a Api,
        parameter: &'a api::Parameter,
        name: String,
        before: usize,
    ) -> Self {
        let sensitivity = parameter.sensitivity_of_value(api);
        Self {
            api: parameter,
            name,
            wire: wire(parameter),
            place: place(parameter, before),
            role: match &parameter.constant {
                Some(_) => Role::Constant,
                None if parameter.is_required() && !parameter.is_idempotency_key => Role::Argument,
                None => Role::Option,
            },
            argument: ArgumentType::of(api, &parameter.ty.ty, parameter.ty.nullable),
            sensitivity,
            reading: reading(parameter),
            declared_names: None,
        }
    }
}

/// The names in the query of an operation that belong to a parameter or to credentials, before brackets.
pub(super) fn declared_names<'a>(api: &'a Api, operation: &'a api::Operation) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    let in_query = operation.parameters.iter();
    let in_query = in_query.filter(|parameter| {
        parameter.location == Location::Query && !parameter.collects_remaining_query(api)
    });
    for parameter in in_query {
        match (parameter.style, &parameter.ty.ty) {
            (Style::Flat(_), Type::Named(id)) => {
                if let TypeKind::Object(object) = &api.type_def(*id).kind {
                    names.extend(object.fields.iter().map(|field| field.name.as_str()));
                    names.extend(
                        object
                            .constants
                            .iter()
                            .map(|constant| constant.name.as_str()),
                    );
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

fn reading(parameter: &api::Parameter) -> Reading<'_> {
    let is_list = parameter.is_list();
    match &parameter.presence {
        Presence::Default(default) => Reading::Or(default),
        // A list that is absent has no items.
        Presence::Optional if is_list => Reading::OptionalList,
        Presence::Required if is_list => Reading::List,
        Presence::Optional => Reading::Optional,
        Presence::Required => Reading::Required,
    }
}

fn wire(parameter: &api::Parameter) -> String {
    match parameter.location {
        Location::Header => parameter.name.to_ascii_lowercase(),
        Location::Path | Location::Query | Location::Cookie => parameter.name.clone(),
    }
}

fn place(parameter: &api::Parameter, before: usize) -> ParameterPlace {
    match parameter.location {
        Location::Path => ParameterPlace::Path(before),
        Location::Query => ParameterPlace::Query,
        Location::Header => ParameterPlace::Header,
        Location::Cookie => ParameterPlace::Cookie,
    }
}

impl Parameter<'_> {
    /// Whether its value must not be shown.
    pub(crate) fn is_sensitive(&self) -> bool {
        self.sensitivity != Sensitivity::Public
    }
}
