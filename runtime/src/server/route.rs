//! The routes of one path: most have one template, and some have several, such as `/files/{name}` and
//! `/files/{name}.json`. Several operations may have the same method and path, and different constants.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter};
use tower::{Service, ServiceExt, service_fn};

use super::endpoint::RouteService;
use super::{ConstantParameter, response, wire};
use crate::Operation;
use crate::error::ErrorShape;
use crate::path::{self, SegmentPart};

/// The operations whose paths the underlying router cannot tell apart: to it, a parameter is a whole segment.
pub(super) struct Route {
    /// The template for the underlying router.
    pub(super) template: String,
    /// The operations of each template.
    templates: Vec<Template>,
}

/// The operations of one template.
struct Template {
    /// The template with nameless parameters.
    shape: String,
    operations: Vec<Added>,
}

/// An operation.
#[derive(Clone)]
struct Added {
    operation: &'static Operation,
    /// The constants that tell it from other operations with the same method and path.
    constants: Arc<[ConstantParameter]>,
    routes: MethodRouter,
}

/// How the underlying router serves a route.
#[allow(
    clippy::large_enum_variant,
    reason = "there is one at a time, while the server starts"
)]
pub(super) enum BuiltRoute<S> {
    /// All operations match every path of the route, so they are told apart by method alone.
    ByMethod(MethodRouter),
    /// The service compares the segments of the path.
    ByPath(S),
}

/// The operations of one template, as a router by method.
struct Routed {
    shape: String,
    routes: MethodRouter,
}

impl Route {
    pub(super) const fn new(template: String) -> Self {
        Self {
            template,
            templates: Vec::new(),
        }
    }

    /// Adds an operation. Several with the same method and path are told apart by their constants.
    pub(super) fn add(
        &mut self,
        operation: &'static Operation,
        constants: Arc<[ConstantParameter]>,
        routes: MethodRouter,
    ) {
        let shape = shape(operation.path);
        let added = Added {
            operation,
            constants,
            routes,
        };
        match self.templates.iter_mut().find(|known| known.shape == shape) {
            Some(known) => known.operations.push(added),
            None => self.templates.push(Template {
                shape,
                operations: vec![added],
            }),
        }
    }

    /// Builds what the underlying router serves.
    pub(super) fn build(mut self, errors: &'static ErrorShape) -> BuiltRoute<impl RouteService> {
        let is_whole = |template: &Template| {
            let lengths = literal_lengths(&template.shape);
            lengths.iter().all(|length| *length == 0)
        };
        if let [_] = self.templates.as_slice()
            && self.templates.iter().all(is_whole)
            && let Some(only) = self.templates.pop()
        {
            return BuiltRoute::ByMethod(only.routed().routes);
        }
        // More literal text is a better match.
        self.templates
            .sort_by_key(|template| Reverse(literal_lengths(&template.shape)));
        let not_allowed = move || async move {
            response::rejection(StatusCode::METHOD_NOT_ALLOWED, None, &[], errors)
        };
        let routed = self.templates.into_iter().map(|template| {
            let Routed { shape, routes } = template.routed();
            let routes = routes.fallback(not_allowed);
            Routed { shape, routes }
        });
        let templates: Arc<[Routed]> = routed.collect();
        BuiltRoute::ByPath(service_fn(move |request: Request| {
            let templates = Arc::clone(&templates);
            async move { Ok::<Response, Infallible>(respond(&templates, request, errors).await) }
        }))
    }
}

impl Template {
    fn routed(mut self) -> Routed {
        let mut routes = MethodRouter::new();
        // A request with more constants is a better match.
        let required = |added: &Added| {
            let constants = added.constants.iter();
            constants.filter(|constant| constant.is_required()).count()
        };
        self.operations
            .sort_by_key(|added| Reverse(required(added)));
        while let Some(first) = self.operations.first() {
            let operation = first.operation;
            let (same, others) = self
                .operations
                .into_iter()
                .partition(|added| added.operation.method == operation.method);
            self.operations = others;
            routes = routes.merge(told_apart_by_constants(operation, same));
        }
        Routed {
            shape: self.shape,
            routes,
        }
    }
}

/// The operations of one method: the only one, or the one whose constants a request has.
fn told_apart_by_constants(operation: &'static Operation, mut all: Vec<Added>) -> MethodRouter {
    if let [only] = all.as_mut_slice() {
        return std::mem::take(&mut only.routes);
    }
    let all: Arc<[Added]> = all.into();
    let service = service_fn(move |request: Request| {
        let all = Arc::clone(&all);
        async move {
            let (uri, headers) = (request.uri(), request.headers());
            let has = |constant: &ConstantParameter| constant.selects(uri, headers);
            let found = all.iter().find(|added| added.constants.iter().all(has));
            // If none fits, the response of the last one says what is missing.
            Ok::<Response, Infallible>(match found.or(all.last()) {
                Some(added) => call(&added.routes, request).await,
                None => Response::default(),
            })
        }
    });
    MethodRouter::new().on_service(filter(operation), service)
}

async fn call(routes: &MethodRouter, request: Request) -> Response {
    let mut routes = routes.clone();
    match ServiceExt::<Request>::ready(&mut routes).await {
        Ok(routes) => routes
            .call(request)
            .await
            .unwrap_or_else(|never| match never {}),
        Err(never) => match never {},
    }
}

async fn respond(templates: &[Routed], request: Request, errors: &'static ErrorShape) -> Response {
    let path = request.uri().path();
    let found = templates
        .iter()
        .find(|template| wire::matches(&template.shape, path));
    match found {
        Some(template) => call(&template.routes, request).await,
        None => response::rejection(
            StatusCode::NOT_FOUND,
            Some(response::UNKNOWN_PATH),
            &[],
            errors,
        ),
    }
}

/// A template with nameless parameters.
fn shape(template: &str) -> String {
    let segments = template.split('/').map(|segment| {
        if path::is_catch_all(segment) {
            return "{*}".to_owned();
        }
        let parts = path::parts(segment).map(|part| match part {
            SegmentPart::Literal(text) => text,
            SegmentPart::Parameter(_) => "{}",
        });
        parts.collect()
    });
    segments.collect::<Vec<String>>().join("/")
}

/// The lengths of the literals in each segment that has parameters.
fn literal_lengths(shape: &str) -> Vec<usize> {
    let segments = shape
        .split('/')
        .filter(|segment| path::has_parameters(segment));
    let literals = segments.map(|segment| {
        let parts = path::parts(segment).map(|part| match part {
            SegmentPart::Literal(text) => text.len(),
            SegmentPart::Parameter(_) => 0,
        });
        parts.sum()
    });
    literals.collect()
}

pub(super) fn filter(operation: &Operation) -> MethodFilter {
    match MethodFilter::try_from(operation.method.clone()) {
        Ok(filter) => filter,
        Err(error) => panic!("{}: {error}", operation.name),
    }
}
