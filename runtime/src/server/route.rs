//! The routes of one path: most have one template, and some have several, such as `/files/{name}` and
//! `/files/{name}.json`.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::MethodRouter;
use tower::{Service, ServiceExt, service_fn};

use super::endpoint::RouteService;
use super::router::UNKNOWN_PATH;
use super::{response, wire};
use crate::error::ErrorShape;
use crate::path::{self, Part};

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
    routes: MethodRouter,
}

impl Route {
    pub(super) const fn new(template: String) -> Self {
        Self {
            template,
            templates: Vec::new(),
        }
    }

    /// Adds an operation.
    ///
    /// # Panics
    /// Another operation has the same method and path.
    pub(super) fn add(&mut self, path: &str, routes: MethodRouter) {
        let shape = shape(path);
        match self.templates.iter_mut().find(|known| known.shape == shape) {
            Some(known) => known.routes = std::mem::take(&mut known.routes).merge(routes),
            None => self.templates.push(Template { shape, routes }),
        }
    }

    /// The operations, if all of them match every path of this route. Otherwise, a service that compares the
    /// segments.
    pub(super) fn into_service(
        mut self,
        errors: &'static ErrorShape,
    ) -> Result<MethodRouter, impl RouteService> {
        let is_whole = |of: &Template| literal_lengths(&of.shape).iter().all(|length| *length == 0);
        if let [_] = self.templates.as_slice()
            && self.templates.iter().all(is_whole)
            && let Some(only) = self.templates.pop()
        {
            return Ok(only.routes);
        }
        // More literal text is a better match.
        self.templates
            .sort_by_key(|template| Reverse(literal_lengths(&template.shape)));
        let not_allowed = move || async move {
            response::rejection(StatusCode::METHOD_NOT_ALLOWED, None, &[], errors)
        };
        let templates = self.templates.into_iter().map(|template| Template {
            routes: template.routes.fallback(not_allowed),
            ..template
        });
        let templates: Arc<[Template]> = templates.collect();
        Err(service_fn(move |request: Request| {
            let templates = Arc::clone(&templates);
            async move { Ok::<Response, Infallible>(respond(&templates, request, errors).await) }
        }))
    }
}

async fn respond(
    templates: &[Template],
    request: Request,
    errors: &'static ErrorShape,
) -> Response {
    let path = request.uri().path();
    let found = templates.iter().find(|of| wire::matches(&of.shape, path));
    match found {
        Some(template) => {
            let mut routes = template.routes.clone();
            match ServiceExt::<Request>::ready(&mut routes).await {
                Ok(routes) => routes
                    .call(request)
                    .await
                    .unwrap_or_else(|never| match never {}),
                Err(never) => match never {},
            }
        }
        None => response::rejection(StatusCode::NOT_FOUND, Some(UNKNOWN_PATH), &[], errors),
    }
}

/// A template with nameless parameters.
fn shape(template: &str) -> String {
    let segments = template.split('/').map(|segment| {
        if path::is_catch_all(segment) {
            return "{*}".to_owned();
        }
        let parts = path::parts(segment).map(|part| match part {
            Part::Literal(text) => text,
            Part::Parameter(_) => "{}",
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
            Part::Literal(text) => text.len(),
            Part::Parameter(_) => 0,
        });
        parts.sum()
    });
    literals.collect()
}
