//! The pages that need no key: the reference for people, and the document for programs.

use std::io::Write;

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use gateway_api::server::error_response;
use sha2::{Digest, Sha256};

/// The documents about the API that the server serves.
#[derive(Debug, Clone, Copy)]
pub struct Texts {
    /// The reference: a page of HTML.
    pub html: &'static str,
    /// The OpenAPI document, as JSON.
    pub openapi: &'static str,
    /// The reference as Markdown.
    pub markdown: &'static str,
    /// What there is, for language models (<https://llmstxt.org>).
    pub llms: &'static str,
}

/// Serves `GET /docs`, `GET /openapi.json`, `GET /reference.md` and `GET /llms.txt`, and redirects `/` and `/docs/` to
/// `/docs`. Merge it into the router of the API, which keeps its response to an unknown path.
pub fn pages(texts: &Texts) -> Router {
    let mut router = Router::new()
        .route("/", get(async || Redirect::temporary("/docs")))
        .route("/docs/", get(async || Redirect::permanent("/docs")));
    for (path, text, media_type) in [
        ("/docs", texts.html, "text/html; charset=utf-8"),
        ("/openapi.json", texts.openapi, "application/json"),
        (
            "/reference.md",
            texts.markdown,
            "text/markdown; charset=utf-8",
        ),
        ("/llms.txt", texts.llms, "text/plain; charset=utf-8"),
    ] {
        let page = Page::new(text, media_type);
        let respond = async move |headers: HeaderMap| page.response(&headers);
        router = router.route(path, get(respond));
    }
    router
        .method_not_allowed_fallback(async || error_response(StatusCode::METHOD_NOT_ALLOWED, None))
}

/// A string that does not change while the server runs.
#[derive(Clone)]
struct Page {
    plain: Body,
    /// The same, compressed with gzip.
    compressed: Option<Body>,
    media_type: HeaderValue,
    /// The content security policy of a page with scripts.
    policy: Option<HeaderValue>,
}

/// A string in one encoding.
#[derive(Clone)]
struct Body {
    bytes: Bytes,
    etag: Option<HeaderValue>,
}

impl Body {
    fn new(bytes: Bytes, tag: &str) -> Self {
        let etag = HeaderValue::from_str(&format!("\"{tag}\"")).ok();
        Self { bytes, etag }
    }
}

impl Page {
    fn new(text: &'static str, media_type: &'static str) -> Self {
        let policy = media_type.starts_with("text/html").then(|| policy(text));
        let digest = digest(text);
        // Once, so that a request without a key costs nothing.
        let compressed = compressed(text);
        Self {
            plain: Body::new(Bytes::from_static(text.as_bytes()), &digest),
            compressed: compressed.map(|bytes| Body::new(bytes, &format!("{digest}-gzip"))),
            media_type: HeaderValue::from_static(media_type),
            policy: policy.and_then(|policy| HeaderValue::from_str(&policy).ok()),
        }
    }

    fn response(&self, request: &HeaderMap) -> Response {
        let compressed = self.compressed.as_ref().filter(|_| accepts_gzip(request));
        let body = compressed.unwrap_or(&self.plain);
        let mut response = if is_known(body.etag.as_ref(), request) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let mut response = body.bytes.clone().into_response();
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_TYPE, self.media_type.clone());
            if compressed.is_some() {
                let gzip = HeaderValue::from_static("gzip");
                headers.insert(header::CONTENT_ENCODING, gzip);
            }
            response
        };
        let headers = response.headers_mut();
        if let Some(etag) = &body.etag {
            headers.insert(header::ETAG, etag.clone());
        }
        let by_encoding = HeaderValue::from_static("accept-encoding");
        headers.insert(header::VARY, by_encoding);
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
}

/// Whether the client already has a body with this tag (RFC 9110, 13.1.2).
fn is_known(etag: Option<&HeaderValue>, request: &HeaderMap) -> bool {
    let Some(etag) = etag.and_then(|etag| etag.to_str().ok()) else {
        return false;
    };
    let given = request.get_all(header::IF_NONE_MATCH).iter();
    let mut tags = given
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim);
    tags.any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}

/// Whether the client can read gzip (RFC 9110, 12.5.3).
fn accepts_gzip(request: &HeaderMap) -> bool {
    let given = request.get_all(header::ACCEPT_ENCODING).iter();
    let mut codings = given
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    codings.any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().strip_prefix("q=");
        let weight = weight.and_then(|weight| weight.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight| weight > 0.0)
    })
}

/// A string, compressed with gzip. `None` never happens: memory takes all bytes.
fn compressed(text: &str) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).ok()?;
    encoder.finish().ok().map(Bytes::from)
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
    fn gzip_is_sent_only_if_it_is_accepted() {
        for (accepted, expected) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("deflate,gzip ; q=1.0", true),
            ("gzip;q=0", false),
            ("gzip;q=none", false),
            ("br", false),
            ("*", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accepted));
            assert_eq!(accepts_gzip(&headers), expected, "{accepted}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

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
