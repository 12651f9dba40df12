//! One webhook of a router of webhooks.

use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use axum::routing::{MethodRouter, any_service};
use tower::{Service, service_fn};

use crate::Operation;

/// One webhook of a router of webhooks, as an axum route for any path.
///
/// The function with the name of a webhook is such a route, too, but all requests share its receiver, and it has no
/// configuration. This one takes a router of either kind. Receivers see the URI that was requested.
///
/// ```ignore
/// let receivers = webhooks::router_per_request(move |head| Hooks::of(head), ServerConfig::new());
/// let app = Router::new().route("/hooks/{tenant}", only_webhook(receivers, &webhooks::PAYMENT_EVENT));
/// ```
pub fn only_webhook(router: Router, webhook: &'static Operation) -> MethodRouter {
    any_service(service_fn(move |mut request: Request| {
        let uri = at(webhook.path, request.uri());
        let requested = std::mem::replace(request.uri_mut(), uri);
        request.extensions_mut().insert(RequestedUri(requested));
        router.clone().call(request)
    }))
}

/// The URI of a request whose path was replaced.
#[derive(Debug, Clone)]
pub(super) struct RequestedUri(pub(super) Uri);

/// The same URI at another path.
fn at(path: &str, uri: &Uri) -> Uri {
    let target = match uri.query() {
        Some(query) => PathAndQuery::try_from(format!("{path}?{query}")),
        None => PathAndQuery::try_from(path),
    };
    let mut parts = uri.clone().into_parts();
    // A path that is not valid is none that the router has either.
    parts.path_and_query = target.ok();
    Uri::from_parts(parts).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_path_of_a_uri_is_replaced() {
        for (uri, expected) in [
            ("/a/b", "/ping"),
            ("/a?b=%20&c", "/ping?b=%20&c"),
            ("https://host:1/a?b", "https://host:1/ping?b"),
        ] {
            let uri: Uri = uri.parse().unwrap();
            assert_eq!(at("/ping", &uri).to_string(), expected);
        }
    }
}
