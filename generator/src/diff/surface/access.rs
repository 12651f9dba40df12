//! Credentials, on both sides.

use super::super::access;
use super::super::site::Spot;
use super::super::words::Quoted;
use super::{Module, Role, Signature, Surface};
use crate::api::SchemeKind;
use crate::rust::Auth;

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
            let parts = scheme.parts.iter().map(|part| match scheme.only() {
                Some(_) => part.ty.to_owned(),
                None => format!("{}: {}", part.name, part.ty),
            });
            let parts: Vec<String> = parts.collect();
            let path = ["server", "Credentials", &scheme.variant];
            let spot = Spot::Scheme(&scheme.api.name);
            let sent = Some(access::described(auth.api, scheme.api));
            let parts = Signature::List(parts);
            self.add_for(Role::HandlerVariant, path, parts, spot, sent);
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
            let path = ["client", "Credentials", &scheme.function];
            let spot = Spot::Scheme(&scheme.api.name);
            let sent = Some(access::described(auth.api, scheme.api));
            self.add_for(Role::ClientFunction, path, arguments, spot, sent);
        }
        for endpoint in &auth.endpoints {
            let path = ["client", "Credentials", &endpoint.name];
            self.add(Role::ClientFunction, path, Signature::Nothing, Spot::Api);
        }
    }
}
