//! The pages that need no key: the reference for people, and the document for programs.

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gateway_api::server::error_response;
use sha2::{Digest, Sha256};

/// Serves `GET /docs` and `GET /openapi.json`, and redirects `/` and `/docs/` to `/docs`. Merge it into the router
/// of the API, which keeps its response to an unknown path.
pub fn pages(html: &'static str, openapi: &'static str) -> Router {
    let docs = Page::new(html, "text/html; charset=utf-8", Some(policy(html)));
    let openapi = Page::new(openapi, "application/json", None);
    Router::new()
        .route("/", get(async || Redirect::temporary("/docs")))
        .route("/docs/", get(async || Redirect::permanent("/docs")))
        .route("/docs", get(async move |headers| docs.response(&headers)))
        .route(
            "/openapi.json",
            get(async move |headers| openapi.response(&headers)),
        )
        .method_not_allowed_fallback(async || error_response(StatusCode::METHOD_NOT_ALLOWED, None))
}

/// A text that does not change while the server runs.
#[derive(Clone)]
struct Page {
    text: &'static str,
    media_type: HeaderValue,
    etag: Option<HeaderValue>,
    policy: Option<HeaderValue>,
}

impl Page {
    fn new(text: &'static str, media_type: &'static str, policy: Option<String>) -> Self {
        let etag = format!("\"{}\"", digest(text));
        Self {
            text,
            media_type: HeaderValue::from_static(media_type),
            etag: HeaderValue::from_str(&etag).ok(),
            policy: policy.and_then(|policy| HeaderValue::from_str(&policy).ok()),
        }
    }

    fn response(&self, request: &HeaderMap) -> Response {
        let mut response = if self.is_known(request) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let mut response = self.text.into_response();
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_TYPE, self.media_type.clone());
            response
        };
        let headers = response.headers_mut();
        if let Some(etag) = &self.etag {
            headers.insert(header::ETAG, etag.clone());
        }
        // Caches may keep it, but ask each time whether it changed.
        let cache = HeaderValue::from_static("public, no-cache");
        headers.insert(header::CACHE_CONTROL, cache);
        let nosniff = HeaderValue::from_static("nosniff");
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, nosniff);
        if let Some(policy) = &self.policy {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
            let referrer = HeaderValue::from_static("no-referrer");
            headers.insert(header::REFERRER_POLICY, referrer);
        }
        response
    }

    /// Whether the client already has this text (RFC 9110, 13.1.2).
    fn is_known(&self, request: &HeaderMap) -> bool {
        let Some(etag) = self.etag.as_ref().and_then(|etag| etag.to_str().ok()) else {
            return false;
        };
        let given = request.get_all(header::IF_NONE_MATCH).iter();
        let mut tags = given
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(str::trim);
        tags.any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
    }
}

/// The content security policy: the page may run its own scripts and no others, style itself, and load
/// nothing from elsewhere.
fn policy(html: &str) -> String {
    let scripts: String = scripts(html)
        .map(|script| format!(" 'sha256-{}'", digest(script)))
        .collect();
    let scripts = if scripts.is_empty() {
        " 'none'"
    } else {
        &scripts
    };
    format!(
        "default-src 'none'; script-src{scripts}; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// The scripts in the page.
fn scripts(html: &str) -> impl Iterator<Item = &str> {
    let mut parts = html.split("<script");
    parts.next();
    parts.filter_map(|part| {
        let (_, rest) = part.split_once('>')?;
        let (script, _) = rest.split_once("</script>")?;
        (!script.is_empty()).then_some(script)
    })
}

fn digest(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_names_the_scripts_of_the_page() {
        let empty = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
        assert_eq!(digest(""), empty);
        assert!(policy("<p>").contains("script-src 'none';"));
        let page = "<script>a()</script><p><script type=\"module\">b()</script>";
        assert_eq!(scripts(page).collect::<Vec<_>>(), ["a()", "b()"]);
        let both = format!(
            "script-src 'sha256-{}' 'sha256-{}';",
            digest("a()"),
            digest("b()")
        );
        assert!(policy(page).contains(&both));
    }
}
