//! The package: its name, its version, and the features of the runtime that it needs.

use std::collections::{BTreeSet, HashSet};

use super::scalar::feature;
use crate::api::{Api, Parameter, Rules, Scalar, Style, TypeKind, TypeRef};

/// The package.
pub(crate) struct Package<'a> {
    /// Its name: `gateway-api`.
    pub(crate) name: &'a str,
    /// Its name in paths: `gateway_api`.
    pub(crate) module: String,
    /// Its version.
    pub(crate) version: String,
    /// The scalars of all values.
    pub(super) scalars: HashSet<Scalar>,
    /// The features of the runtime that its types need.
    pub(crate) features: BTreeSet<&'static str>,
}

/// Plans the package.
pub(super) fn package(api: &Api) -> Package<'_> {
    let scalars: HashSet<Scalar> = scalars(api).collect();
    Package {
        name: &api.package.name,
        module: api.package.name.replace('-', "_"),
        version: version(&api.version),
        features: features(api, &scalars),
        scalars,
    }
}

/// The version of the crate. The version of an API is free text; that of a crate is not.
fn version(version: &str) -> String {
    let mut parts = version.split('.');
    let numbers = [parts.next(), parts.next(), parts.next()];
    let is_number = |part: &str| {
        part.parse::<u32>()
            .is_ok_and(|number| number.to_string() == part)
    };
    match (numbers.into_iter().flatten().all(is_number), parts.next()) {
        (true, None) => {
            let numbers = numbers.map(|part| part.unwrap_or("0"));
            numbers.join(".")
        }
        _ => "0.0.0".to_owned(),
    }
}

fn features(api: &Api, scalars: &HashSet<Scalar>) -> BTreeSet<&'static str> {
    let has_pattern = rules(api).any(|rules| rules.pattern.is_some());
    let operations = api.operations.iter();
    let mut parameters = operations.flat_map(|operation| &operation.parameters);
    let has_parts = |of: &Parameter| matches!(of.style, Style::Deep(_) | Style::Flat(_));
    let has_form = parameters.any(has_parts);
    let scalars = scalars.iter().copied().filter_map(feature);
    let others = [(has_pattern, "pattern"), (has_form, "form")];
    let others = others
        .into_iter()
        .filter_map(|(is_used, name)| is_used.then_some(name));
    scalars.chain(others).collect()
}

/// The bounds of all values.
fn rules(api: &Api) -> impl Iterator<Item = &Rules> {
    let of_types = api.types.iter().flat_map(|definition| {
        let (fields, own) = match &definition.kind {
            TypeKind::Object(object) => (object.fields.as_slice(), None),
            TypeKind::Newtype(newtype) => (<&[_]>::default(), Some(&newtype.rules)),
            TypeKind::Alias(of) => (<&[_]>::default(), Some(&of.rules)),
            TypeKind::Enum(_) | TypeKind::Union(_) => (<&[_]>::default(), None),
        };
        fields.iter().map(|field| &field.rules).chain(own)
    });
    let operations = api.operations.iter();
    let parameters = operations.flat_map(|operation| &operation.parameters);
    let headers = api.errors.iter().flat_map(|error| &error.headers);
    let of_parameters = parameters.chain(headers).map(|parameter| &parameter.rules);
    of_types.chain(of_parameters)
}

/// The scalars of all values.
fn scalars(api: &Api) -> impl Iterator<Item = Scalar> {
    let contents = api.types.iter().flat_map(|of| of.contents());
    let newtypes = api.types.iter().filter_map(|of| match &of.kind {
        TypeKind::Newtype(newtype) => Some(newtype.scalar),
        TypeKind::Object(_) | TypeKind::Enum(_) | TypeKind::Alias(_) | TypeKind::Union(_) => None,
    });
    let headers = api.errors.iter().flat_map(|error| &error.headers);
    let operations = api.operations.iter();
    let sent = operations.clone().flat_map(|operation| operation.sent());
    let returned = operations.flat_map(|operation| operation.returned());
    let types = contents
        .chain(headers.map(|header| &header.ty))
        .chain(sent)
        .chain(returned);
    types.filter_map(TypeRef::scalar).chain(newtypes)
}
