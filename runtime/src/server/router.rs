//! From the operations of an API to a router.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::marker::PhantomData;
use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::MethodRouter;
use tower::layer::layer_fn;

use super::admission::{Admission, With, WithAny, WithAnyOrNone};
use super::endpoint::Endpoint;
use super::handler::{self, Authorize, Handler, HandlerArguments, SignatureCheck};
use super::implementation::Implementation;
use super::route::{BuiltRoute, Route, filter};
use super::{
    ConstantParameter, Input, RequestHead, ServerConfig, SignedWebhook, deprecation, response,
};
use crate::Operation;
use crate::error::ErrorShape;
use crate::path::{self, SegmentPart};

/// Builds a router, operation by operation.
///
/// Generated code uses it; implementers call the generated `router`.
pub struct Server<A, P = ()> {
    api: Implementation<A>,
    policy: PhantomData<fn() -> P>,
    config: ServerConfig,
    errors: &'static ErrorShape,
    templates: Templates,
    /// The routes in the order in which they were added.
    routes: Vec<Route>,
    /// The constants of the next operation.
    constants: Vec<ConstantParameter>,
    router: Router,
}

impl<A: Send + Sync + 'static, P: 'static> Server<A, P> {
    /// A server without operations.
    pub fn new(api: A, config: ServerConfig, errors: &'static ErrorShape) -> Self {
        Self::of(Implementation::Shared(Arc::new(api)), config, errors)
    }

    /// A server without operations, whose requests are each handled by their own implementation of the API.
    pub fn per_request(
        make: impl Fn(RequestHead<'_>) -> A + Send + Sync + 'static,
        config: ServerConfig,
        errors: &'static ErrorShape,
    ) -> Self {
        Self::of(Implementation::PerRequest(Arc::new(make)), config, errors)
    }

    fn of(api: Implementation<A>, config: ServerConfig, errors: &'static ErrorShape) -> Self {
        // A literal segment may start with `:` or `*`. Older versions of the router used these for
        // parameters, so it rejects them by default.
        let router = Router::new().without_v07_checks();
        let (templates, router) = (Templates::default(), response::to_any_path(router, errors));
        Self {
            api,
            policy: PhantomData,
            config,
            errors,
            templates,
            routes: Vec::new(),
            constants: Vec::new(),
            router,
        }
    }

    /// A receiver without webhooks.
    pub fn of_webhooks(receiver: A, config: ServerConfig) -> Self {
        Self::new(receiver, config.receiving(), &crate::error::WEBHOOK_ERRORS)
    }

    /// A receiver without webhooks, whose requests are each handled by their own implementation.
    pub fn of_webhooks_per_request(
        make: impl Fn(RequestHead<'_>) -> A + Send + Sync + 'static,
        config: ServerConfig,
    ) -> Self {
        Self::per_request(make, config.receiving(), &crate::error::WEBHOOK_ERRORS)
    }

    /// Requests for the operation that is added next have this parameter.
    #[must_use]
    pub fn constant(mut self, constant: ConstantParameter) -> Self {
        self.constants.push(constant);
        self
    }

    /// Adds an operation that needs a key of this kind.
    ///
    /// # Panics
    /// The method is not one of RFC 9110 and RFC 5789.
    #[must_use]
    pub fn route<H, R>(self, operation: &'static Operation, key: P::Key, handler: H) -> Self
    where
        P: Authorize<A>,
        R: HandlerArguments,
        H: for<'a> Handler<'a, A, (P::Caller,), R>,
    {
        self.admit(operation, With(key), handler)
    }

    /// Adds an operation that needs one of these keys. Each list has the keys of one scheme.
    ///
    /// # Panics
    /// As [`route`](Self::route).
    #[must_use]
    pub fn route_any<H, R>(
        self,
        operation: &'static Operation,
        keys: &'static [&'static [P::Key]],
        handler: H,
    ) -> Self
    where
        P: Authorize<A>,
        R: HandlerArguments,
        H: for<'a> Handler<'a, A, (P::Caller,), R>,
    {
        self.admit(operation, WithAny(keys), handler)
    }

    /// Adds an operation that takes one of these keys, or none.
    ///
    /// # Panics
    /// As [`route`](Self::route).
    #[must_use]
    pub fn route_optional<H, R>(
        self,
        operation: &'static Operation,
        keys: &'static [&'static [P::Key]],
        handler: H,
    ) -> Self
    where
        P: Authorize<A>,
        R: HandlerArguments,
        H: for<'a> Handler<'a, A, (Option<P::Caller>,), R>,
    {
        self.admit(operation, WithAnyOrNone(keys), handler)
    }

    fn admit<D, H, R>(self, operation: &'static Operation, admission: D, handler: H) -> Self
    where
        D: Admission<A, P>,
        R: HandlerArguments,
        H: for<'a> Handler<'a, A, (D::Caller,), R>,
    {
        let errors = self.errors;
        self.serve(operation, D::READS_HEAD, move |api, input| {
            handler::authorized::<A, P, D, H, R>(api, input, admission, handler.clone(), errors)
        })
    }

    /// Adds an operation that needs no key.
    ///
    /// # Panics
    /// As [`route`](Self::route).
    #[must_use]
    pub fn open_route<H, R>(self, operation: &'static Operation, handler: H) -> Self
    where
        R: HandlerArguments,
        H: for<'a> Handler<'a, A, (), R>,
    {
        let errors = self.errors;
        self.serve(operation, false, move |api, input| {
            handler::open::<A, H, R>(api, input, handler.clone(), errors)
        })
    }

    /// Adds an operation whose requests are signed in a header. `verify` gets the webhook before anything is decoded.
    ///
    /// # Panics
    /// As [`route`](Self::route).
    #[must_use]
    pub fn signed_route<V, H, R>(
        self,
        operation: &'static Operation,
        header: &'static str,
        verify: V,
        handler: H,
    ) -> Self
    where
        V: Fn(&A, SignedWebhook<'_>) -> bool + Clone + Send + Sync + 'static,
        R: HandlerArguments,
        H: for<'a> Handler<'a, A, (), R>,
    {
        let errors = self.errors;
        self.serve(operation, true, move |api, input| {
            let signature = SignatureCheck {
                header,
                verify: verify.clone(),
            };
            handler::signed::<A, V, H, R>(api, input, signature, handler.clone(), errors)
        })
    }

    /// `reads_head` says whether the application needs the extensions of requests.
    fn serve<F, Fut>(mut self, operation: &'static Operation, reads_head: bool, handler: F) -> Self
    where
        F: Fn(Implementation<A>, Input) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Result<Response, Infallible>> + Send + 'static,
    {
        let reads_head = reads_head || self.api.reads_head();
        let endpoint = Endpoint {
            operation,
            errors: self.errors,
        };
        let method = filter(operation);
        let constants: Arc<[ConstantParameter]> = std::mem::take(&mut self.constants).into();
        let checked = (!constants.is_empty()).then(|| Arc::clone(&constants));
        let service = endpoint.service(self.api.clone(), self.config.settings(), checked, handler);
        let routes = if self.config.has_layers() {
            let routes = self
                .config
                .add_layers(MethodRouter::new().on_service(method, service));
            routes.route_layer(layer_fn(move |route| endpoint.guard_layers(route)))
        } else {
            MethodRouter::new().on_service(method, endpoint.guard(service, reads_head))
        };
        let routes = match self.config.sends_dates() {
            true => deprecation::add_headers(routes, operation),
            false => routes,
        };
        self.add(operation, constants, routes)
    }

    fn add(
        mut self,
        operation: &'static Operation,
        constants: Arc<[ConstantParameter]>,
        routes: MethodRouter,
    ) -> Self {
        let template = self.templates.unify(operation.path);
        let mut known = self.routes.iter_mut();
        match known.find(|route| route.template == template) {
            Some(route) => route.add(operation, constants, routes),
            None => {
                let mut route = Route::new(template);
                route.add(operation, constants, routes);
                self.routes.push(route);
            }
        }
        self
    }

    /// The only operation, for any path. Other methods get 405.
    pub fn into_route(mut self) -> MethodRouter {
        let errors = self.errors;
        let built = self.routes.pop().map(|route| route.build(errors));
        let routes = match built {
            Some(BuiltRoute::ByMethod(routes)) => routes,
            Some(BuiltRoute::ByPath(_)) | None => MethodRouter::default(),
        };
        routes.merge(response::method_not_allowed(errors))
    }

    /// The router. It responds with 405 if no operation with the path of a request has its method, and with 404 to other
    /// paths below `base_path`, unless the configuration leaves these to others.
    ///
    /// All of these responses are defaults of axum, replaced by layers. So the router can be merged with others: of two
    /// fallbacks that are not defaults, axum accepts neither. It responds with 404 to any path until it is merged.
    pub fn finish(mut self, base_path: &str) -> Router {
        let errors = self.errors;
        let templates: BTreeSet<String> = self
            .routes
            .iter()
            .map(|route| route.template.clone())
            .collect();
        for route in self.routes {
            let template = route.template.clone();
            let other_spelling = path::with_lowercase_percent_encoding(&template)
                .filter(|other| !templates.contains(other));
            self.router = match route.build(errors) {
                BuiltRoute::ByMethod(routes) => {
                    let routes = routes.merge(response::method_not_allowed(errors));
                    other_spelling
                        .iter()
                        .fold(self.router, |all, other| all.route(other, routes.clone()))
                        .route(&template, routes)
                }
                BuiltRoute::ByPath(service) => other_spelling
                    .iter()
                    .fold(self.router, |all, other| {
                        all.route_service(other, service.clone())
                    })
                    .route_service(&template, service),
            };
        }
        if self.config.owns_unknown() {
            for path in unknown_paths(base_path, &templates) {
                self.router = self.router.route(&path, response::unknown_path(errors));
            }
        }
        self.router
    }
}

/// The paths below a base path that no operation has, as templates of the underlying router. It prefers every other
/// route that matches.
fn unknown_paths(base_path: &str, templates: &BTreeSet<String>) -> Vec<String> {
    let mut node = base_path.trim_end_matches('/').to_owned();
    let mut paths = Vec::new();
    loop {
        paths.extend([node.clone(), format!("{node}/")]);
        let below = templates.iter().filter_map(|template| {
            let rest = template.strip_prefix(&node)?.strip_prefix('/')?;
            rest.split('/').next()
        });
        // Beside a parameter, the underlying router accepts no parameter for the rest of the path.
        match below
            .into_iter()
            .find(|segment| path::has_parameters(segment))
        {
            Some(segment) if path::is_catch_all(segment) => break,
            Some(segment) => node = format!("{node}/{segment}"),
            None => {
                paths.push(format!("{node}/{{*unknown_path}}"));
                break;
            }
        }
    }
    paths.retain(|path| !path.is_empty() && !templates.contains(path));
    paths
}

/// A segment with parameters, as the underlying router has it: one parameter, which is the whole segment.
fn whole(segment: &str) -> String {
    let names = path::parts(segment).filter_map(|part| match part {
        SegmentPart::Parameter(name) => Some(name),
        SegmentPart::Literal(_) => None,
    });
    let name = names.take(1).next().unwrap_or_default();
    format!("{{{name}}}")
}

/// The names of path parameters by position.
///
/// Two operations may name a parameter differently (`/a/{id}` and `/a/{name}/b`), which the
/// underlying router rejects. Handlers read parameters by position, so all of them can use the
/// first name.
#[derive(Default)]
struct Templates {
    /// From the path before a parameter, with nameless parameters, to its segment.
    segments: BTreeMap<String, String>,
}

impl Templates {
    /// The template with the names that were used first.
    fn unify(&mut self, template: &str) -> String {
        let mut shape = String::new();
        let mut unified = Vec::new();
        for segment in template.split('/') {
            if path::has_parameters(segment) {
                let known = self
                    .segments
                    .entry(shape.clone())
                    .or_insert_with(|| whole(segment));
                unified.push(known.clone());
                shape.push_str("/{}");
            } else {
                unified.push(segment.into());
                shape.push('/');
                shape.push_str(segment);
            }
        }
        unified.join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_in_the_same_position_get_the_same_name() {
        let mut templates = Templates::default();
        assert_eq!(templates.unify("/a/{id}"), "/a/{id}");
        assert_eq!(templates.unify("/a/{name}/b/{id}"), "/a/{id}/b/{id}");
        assert_eq!(templates.unify("/b/{name}"), "/b/{name}");
        assert_eq!(templates.unify("/a/{base}...{head}"), "/a/{id}");
        assert_eq!(templates.unify("/c/v{x}.{y}/{*rest}"), "/c/{x}/{*rest}");
    }

    #[test]
    fn every_other_path_below_the_base_path_is_unknown() {
        let unknown = |base: &str, templates: &[&str]| {
            unknown_paths(base, &templates.iter().map(ToString::to_string).collect())
        };
        let plain = ["/v1", "/v1/", "/v1/{*unknown_path}"];
        assert_eq!(unknown("/v1", &["/v1/a/{id}", "/v1/b", "/v12/{c}"]), plain);
        assert_eq!(unknown("/v1/", &["/v1/b"]), plain);
        assert_eq!(unknown("", &["/a/{id}"]), ["/", "/{*unknown_path}"]);
        let below_parameter = ["/", "/{id}/", "/{id}/{*unknown_path}"];
        assert_eq!(unknown("", &["/{id}", "/{id}/b", "/c"]), below_parameter);
        assert_eq!(unknown("/v1", &["/v1/{*rest}"]), ["/v1", "/v1/"]);
    }

    #[test]
    fn a_template_may_use_one_name_twice() {
        let _: Router = Router::new().route("/a/{id}/b/{id}", MethodRouter::new());
    }
}
