//! Keys that are parameters on one side, and credentials on the other: requests are the same.

use crate::api::{
    Alternative, Api, KeyPlace, Location, Operation, Parameter, Scalar, SchemeKind, Type,
};
use crate::diff::Rule;

/// The parameter of an operation without credentials that the other operation describes as its only credentials. Any text
/// may be a key, so the parameter must take any.
pub(in crate::diff) fn key_parameter<'a>(
    open: &'a Operation,
    (api, other): (&Api, &Operation),
) -> Option<&'a Parameter> {
    let [Alternative { scheme, needs: _ }] = other.access.alternatives.as_slice() else {
        return None;
    };
    let SchemeKind::ApiKey(key) = &api.auth.as_ref()?.scheme(*scheme).kind else {
        return None;
    };
    let location = match key.place {
        KeyPlace::Header => Location::Header,
        KeyPlace::Query => Location::Query,
        KeyPlace::Cookie => Location::Cookie,
    };
    let is_named = |parameter: &Parameter| match location {
        Location::Header => parameter.name.eq_ignore_ascii_case(&key.name),
        Location::Query | Location::Cookie | Location::Path => parameter.name == key.name,
    };
    let mut parameters = open.parameters.iter();
    let is_alike = open.access.is_open() && key.prefix.is_none();
    parameters.find(|parameter| {
        is_alike
            && parameter.location == location
            && is_named(parameter)
            && takes_any_text(parameter)
    })
}

fn takes_any_text(parameter: &Parameter) -> bool {
    let is_string = parameter.ty.ty == Type::Scalar(Scalar::String);
    is_string && parameter.rules.is_empty() && parameter.constant.is_none()
}

/// What changes if a key that may be required is required or not.
pub(super) const fn requirement(was: bool, is: bool) -> Option<(Rule, &'static str)> {
    match (was, is) {
        (false, true) => Some((
            Rule::AuthBecameRequired,
            "it can no longer be called without credentials",
        )),
        (true, false) => Some((
            Rule::AuthBecameOptional,
            "it can be called without credentials",
        )),
        (true, true) | (false, false) => None,
    }
}
