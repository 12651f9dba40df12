//! Credentials, on both sides.

use super::super::access;
use super::super::site::Spot;
use super::super::words::Quoted;
use super::{Module, Path, Role, Segments, Signature, Surface};
use crate::api::SchemeKind;
use crate::rust::{Auth, AuthScheme};

impl<'a> Surface<'a, '_> {
    /// Adds what handlers check, and what clients give.
    pub(super) fn authentication(&mut self) {
        self.begin(Module::Server, "authentication");
        let Some(auth) = self
            .plan
            .auth
            .as_ref()
            .filter(|_| self.plan.has_operations())
        else {
            return;
        };
        let first = auth.schemes.first();
        let spot = first.map_or(Spot::Api, |scheme| Spot::Scheme(&scheme.api.name));
        self.credentials_of_handlers(auth, spot);
        self.credentials_of_clients(auth, spot);
    }

    fn credentials_of_handlers(&mut self, auth: &'a Auth<'a>, spot: Spot<'a>) {
        let path = ["authenticate"];
        self.add(Role::HandlerSignature, path, auth.credentials, spot);
        if auth.has_permits() {
            self.add(Role::Handler, ["permits"], Signature::Nothing, spot);
        }
        for requirement in &auth.requirements {
            let path = ["Key", &requirement.name];
            let scopes = match requirement.has_scopes() {
                true => Signature::from("scopes"),
                false => Signature::Nothing,
            };
            let scheme = requirement.api.scheme;
            let spot = Spot::Scheme(&scheme.name);
            let purpose = match (requirement.api.kind, scheme.kinds.first()) {
                (None, _) => access::described(auth.api, scheme),
                // All valid credentials are of the first kind, and handlers decide about the others.
                (Some(kind), Some(first)) if kind == first => {
                    format!("all credentials of {}", Quoted(&scheme.name))
                }
                (Some(_), _) => format!("some credentials of {}", Quoted(&scheme.name)),
            };
            self.add_for(Role::HandlerVariant, path, scopes, spot, Some(purpose));
        }
        // One scheme alone has no enum around it.
        let several = auth.only().is_none();
        for scheme in auth.schemes.iter().filter(|_| several) {
            let path = ["server", "Credentials", &scheme.variant];
            let spot = Spot::Scheme(&scheme.api.name);
            let sent = Some(access::described(auth.api, scheme.api));
            let only = scheme.only();
            let ty = only.map_or("struct", |part| part.ty);
            self.add_for(Role::HandlerVariant, path, ty, spot, sent);
            for part in scheme.parts.iter().filter(|_| only.is_none()) {
                let path = ["server", "Credentials", &scheme.variant, &part.name];
                let sent = Some(access::described(auth.api, part.api));
                self.add_for(Role::HandlerVariant, path, part.ty, spot, sent);
            }
        }
    }

    fn credentials_of_clients(&mut self, auth: &'a Auth<'a>, spot: Spot<'a>) {
        let is_one_token = auth.api.is_one_token();
        let token = match is_one_token {
            true => Signature::OnlyToken,
            false => Signature::Nothing,
        };
        let path = ["ClientBuilder", "bearer_token"];
        self.add(Role::Builder, path, token, spot);
        if is_one_token {
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
                part.arguments.iter().map(move |_| ty.to_owned())
            });
            let arguments = Signature::List(arguments.collect());
            let function = Segments::from(["client", "Credentials", &scheme.function]);
            let spot = Spot::Scheme(&scheme.api.name);
            let sent = Some(access::described(auth.api, scheme.api));
            let order = Path::Order(function.clone());
            self.add_for(
                Role::ClientFunction,
                Path::Item(function),
                arguments,
                spot,
                sent,
            );
            self.add(Role::Order, order, sent_arguments(auth, scheme), spot);
        }
        for endpoint in &auth.endpoints {
            let path = ["client", "Credentials", &endpoint.name];
            let spot = Spot::Scheme(&endpoint.scheme.name);
            let url = Some(endpoint.url.to_owned());
            self.add_for(Role::ClientFunction, path, "&str", spot, url);
        }
    }
}

/// What each argument for the credentials of a scheme is in requests.
fn sent_arguments(auth: &Auth<'_>, scheme: &AuthScheme<'_>) -> Signature {
    let arguments = scheme.parts.iter().flat_map(|part| {
        // The whole list is quoted.
        let sent = access::described(auth.api, part.api).replace('`', "");
        let numbers = 1..=part.arguments.len();
        numbers.map(move |number| match number {
            1 => sent.clone(),
            _ => format!("{sent}, {number}"),
        })
    });
    Signature::List(arguments.collect())
}
