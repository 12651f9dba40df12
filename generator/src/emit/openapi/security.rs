//! Security schemes: one for each scheme or kind of key, because few tools support kinds within a scheme.

use super::{Document, JsonObject, text};
use crate::api::{
    Auth, Endpoint, Flow, FlowKind, Notes, Operation, Requirement, Scheme, SchemeKind, Value,
};
use crate::emit::docs;

/// The schemes.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let Some(auth) = &document.api.auth else {
        return JsonObject::new();
    };
    let is_own =
        |requirement: &Requirement<'_>| !matches!(requirement.scheme.kind, SchemeKind::All(_));
    let requirements = auth.requirements().filter(is_own);
    requirements
        .map(|requirement| (requirement.name(), scheme(auth, requirement)))
        .collect()
}

fn scheme(auth: &Auth, requirement: Requirement<'_>) -> JsonObject {
    let notes = requirement.notes();
    let description = text::join([
        text::description(notes, None),
        text::description(&auth.notes, None),
    ]);
    let deprecation = notes.deprecation.as_ref();
    let both = Notes {
        assumed: text::join([notes.assumed.clone(), auth.notes.assumed.clone()]),
        deprecation: deprecation.or(auth.notes.deprecation.as_ref()).cloned(),
        ..Notes::default()
    };
    // OAuth 2 has them in its flows.
    let scopes = match matches!(requirement.scheme.kind, SchemeKind::OAuth2(_)) {
        true => JsonObject::new(),
        false => scopes(requirement.scheme),
    };
    carried(requirement.scheme)
        .with_option("description", description)
        .with_nonempty("x-scopes", scopes)
        .and(text::extensions(&both))
}

/// The scopes with their descriptions, as in the flows of OAuth 2.
fn scopes(scheme: &Scheme) -> JsonObject {
    let scopes = scheme.scopes.iter();
    let scopes = scopes.map(|scope| {
        let description = text::description(&scope.notes, None);
        (&scope.name, description.unwrap_or_default())
    });
    scopes.collect()
}

/// How requests carry the credentials. Combinations are not components.
fn carried(scheme: &Scheme) -> JsonObject {
    let http = |scheme: &str| JsonObject::of_type("http").with("scheme", scheme);
    match &scheme.kind {
        SchemeKind::Basic => http("basic"),
        SchemeKind::ApiKey(key) => JsonObject::of_type("apiKey")
            .with("in", key.place.name())
            .with("name", key.name.as_str())
            .with_option("x-prefix", key.prefix.as_deref()),
        SchemeKind::OAuth2(api_flows) => {
            let flows = api_flows
                .iter()
                .map(|api_flow| (flow_name(api_flow.kind), flow(scheme, api_flow)));
            JsonObject::of_type("oauth2").with("flows", flows.collect::<JsonObject>())
        }
        SchemeKind::OpenId { discovery } => {
            JsonObject::of_type("openIdConnect").with("openIdConnectUrl", discovery.as_str())
        }
        // OpenAPI has no word for it. Most signatures are in this header.
        SchemeKind::Custom => JsonObject::of_type("apiKey")
            .with("in", "header")
            .with("name", "Authorization")
            .with("x-custom", true),
        SchemeKind::Bearer | SchemeKind::All(_) => http("bearer"),
    }
}

/// The name of a flow. OpenAPI 3.1 has no word for the flow for devices.
const fn flow_name(kind: FlowKind) -> &'static str {
    match kind {
        FlowKind::AuthorizationCode => "authorizationCode",
        FlowKind::ClientCredentials => "clientCredentials",
        FlowKind::Implicit => "implicit",
        FlowKind::Password => "password",
        FlowKind::Device => "x-deviceAuthorization",
    }
}

fn flow(scheme: &Scheme, flow: &Flow) -> JsonObject {
    let endpoints = flow.endpoints.iter();
    let urls = endpoints.map(|(endpoint, url)| {
        let name = match endpoint {
            Endpoint::Authorize => "authorizationUrl",
            Endpoint::Device => "deviceAuthorizationUrl",
            Endpoint::Token => "tokenUrl",
            Endpoint::Refresh => "refreshUrl",
        };
        (name, url.as_str())
    });
    let urls: JsonObject = urls.collect();
    urls.with("scopes", scopes(scheme))
}

/// The security requirements of an operation: one of these, or nothing if there are none.
pub(super) fn requirements(document: Document<'_>, operation: &Operation) -> Vec<Value> {
    let auth = document.api.auth.iter();
    let required = auth.flat_map(|auth| {
        let required = auth.required(&operation.access);
        required.map(|required_scheme| requirement(auth, required_scheme))
    });
    // Requests without credentials.
    let none = operation.access.optional.then(JsonObject::new);
    required.chain(none).map(Value::from).collect()
}

/// The schemes that a request needs at once, each with the scopes that it has.
fn requirement(auth: &Auth, requirement: Requirement<'_>) -> JsonObject {
    let parts = auth.parts(requirement.scheme).into_iter();
    let parts = parts.map(|part| {
        let scopes = requirement.scopes.iter();
        let scopes = scopes.filter(|scope| part.scopes.iter().any(|known| known.name == **scope));
        let scopes: Vec<Value> = scopes.map(|scope| scope.as_str().into()).collect();
        // Any valid credentials of a part are of the first kind.
        let kind = requirement.kind.or_else(|| part.kinds.first());
        let name = kind.map_or(&part.name, |kind| &kind.name);
        (name, scopes)
    });
    parts.collect()
}

/// The credentials that an operation requires or takes, as a sentence.
pub(super) fn sentence(document: Document<'_>, operation: &Operation) -> Option<String> {
    let access = docs::operation::access(document.api, operation);
    let access = access.filter(|_| !operation.access.is_open())?;
    let (first, rest) = access.split_at(1);
    Some(format!("{}{rest}.", first.to_ascii_uppercase()))
}
