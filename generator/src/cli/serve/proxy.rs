//! Requests of the console that go on to the developer's own server. They come from the origin of the page, so that
//! server need not allow other origins (CORS).

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::uri::{Authority, PathAndQuery, Scheme, Uri};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

/// Where the requests arrive. What follows is the path of the API.
pub(super) const PREFIX: &str = "/to-api";

/// The time to connect. A response may take any time: it may be a stream.
const CONNECT: Duration = Duration::from_secs(10);

/// The headers of one connection (RFC 9110, 7.6.1).
const OF_CONNECTION: [HeaderName; 6] = [
    header::CONNECTION,
    HeaderName::from_static("keep-alive"),
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// What browsers say about the page. It is of this server, which the API need not know.
const OF_PAGE: [HeaderName; 5] = [
    header::ORIGIN,
    header::REFERER,
    HeaderName::from_static("sec-fetch-dest"),
    HeaderName::from_static("sec-fetch-mode"),
    HeaderName::from_static("sec-fetch-site"),
];

/// The URL of a server: `http`, with a host, and maybe with a path.
#[derive(Debug, Clone)]
pub(crate) struct ApiUrl {
    authority: Authority,
    /// The path without a `/` at its end.
    path: String,
}

impl FromStr for ApiUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let uri: Uri = text.parse().map_err(|_| "it is not a URL".to_owned())?;
        match uri.scheme_str() {
            Some("http") => {}
            Some("https") => {
                return Err(
                    "https is not supported: name the server that runs on your machine, \
                            such as http://127.0.0.1:8080"
                        .to_owned(),
                );
            }
            _ => return Err("write a URL such as http://127.0.0.1:8080".to_owned()),
        }
        let parts = uri.into_parts();
        let authority = parts
            .authority
            .filter(|found| !found.as_str().contains('@'));
        let authority = authority.ok_or("it has a name or a password")?;
        let path = parts
            .path_and_query
            .unwrap_or(PathAndQuery::from_static("/"));
        match path.query() {
            Some(_) => Err("it has a query".to_owned()),
            None => Ok(Self {
                authority,
                path: path.path().trim_end_matches('/').to_owned(),
            }),
        }
    }
}

impl fmt::Display for ApiUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}{}", self.authority, self.path)
    }
}

impl ApiUrl {
    /// The URL of a request whose path has the prefix.
    fn of(&self, request: &Uri) -> Option<Uri> {
        let path = request.path_and_query()?.as_str().strip_prefix(PREFIX)?;
        Uri::builder()
            .scheme(Scheme::HTTP)
            .authority(self.authority.clone())
            .path_and_query(format!("{}{path}", self.path))
            .build()
            .ok()
    }

    /// Where a redirect leads from the page. A redirect to another server stays as it is.
    fn redirected(&self, location: &HeaderValue) -> Option<HeaderValue> {
        let location = location.to_str().ok()?;
        let origin = format!("http://{}", self.authority);
        let path = location.strip_prefix(&origin).unwrap_or(location);
        let path = path.strip_prefix(&self.path)?;
        let is_path = path.starts_with('/') && !path.starts_with("//");
        let path = is_path.then(|| format!("{PREFIX}{path}"))?;
        HeaderValue::try_from(path).ok()
    }
}

#[derive(Clone)]
struct Proxy {
    api: ApiUrl,
    client: Client<HttpConnector, Body>,
}

/// The routes that go on to the server at this URL.
pub(super) fn router(api: ApiUrl) -> Router {
    let mut connector = HttpConnector::new();
    connector.set_connect_timeout(Some(CONNECT));
    let client = Client::builder(TokioExecutor::new()).build(connector);
    Router::new()
        .route(&format!("{PREFIX}/"), any(forward))
        .route(&format!("{PREFIX}/{{*path}}"), any(forward))
        .with_state(Proxy { api, client })
}

/// Sends a request to the API. Bodies are passed on piece by piece, in both directions.
async fn forward(State(proxy): State<Proxy>, mut request: Request) -> Response {
    if !is_of_page(request.headers()) {
        let message = "only the reference sends requests through this server\n";
        return (StatusCode::FORBIDDEN, message).into_response();
    }
    let Some(url) = proxy.api.of(request.uri()) else {
        return (StatusCode::BAD_REQUEST, "this is not a path of the API\n").into_response();
    };
    *request.uri_mut() = url;
    let headers = request.headers_mut();
    remove_of_connection(headers);
    for name in OF_PAGE {
        headers.remove(name);
    }
    // The client adds the host of the API.
    headers.remove(header::HOST);
    match proxy.client.request(request).await {
        Ok(response) => {
            let mut response = response.map(Body::new);
            let headers = response.headers_mut();
            remove_of_connection(headers);
            let location = headers.get(header::LOCATION);
            if let Some(location) = location.and_then(|found| proxy.api.redirected(found)) {
                headers.insert(header::LOCATION, location);
            }
            response
        }
        Err(error) => {
            let what = match error.is_connect() {
                true => "cannot be reached",
                false => "has not responded",
            };
            let message = format!(
                "specsmith docs --api: {} {what}: {}\nIs your server running? This response is not from it.\n",
                proxy.api,
                cause(&error)
            );
            (StatusCode::BAD_GATEWAY, message).into_response()
        }
    }
}

/// Whether the reference sent a request, and no page of another origin. Programs that are no browsers say nothing.
fn is_of_page(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site");
    let origin = headers.get(header::ORIGIN).map(HeaderValue::as_bytes);
    let host = headers.get(header::HOST).map(HeaderValue::as_bytes);
    let is_own = origin.is_none_or(|origin| origin.strip_prefix(b"http://") == host);
    is_own && site.is_none_or(|site| site == "same-origin")
}

fn remove_of_connection(headers: &mut HeaderMap) {
    let named = headers.get_all(header::CONNECTION).into_iter();
    let named = named.filter_map(|value| value.to_str().ok());
    let named: Vec<HeaderName> = named
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse().ok())
        .collect();
    for name in OF_CONNECTION.into_iter().chain(named) {
        headers.remove(name);
    }
}

/// The innermost cause, which names what happened.
fn cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_urls_of_http_servers_are_accepted() {
        let url = |text: &str| text.parse::<ApiUrl>().map(|url| url.to_string());
        assert_eq!(
            url("http://localhost:8080/").unwrap(),
            "http://localhost:8080"
        );
        assert_eq!(url("http://[::1]/v1/").unwrap(), "http://[::1]/v1");
        for (text, problem) in [
            ("127.0.0.1:8080", "write a URL"),
            ("https://a.example", "https is not supported"),
            ("ftp://a.example", "write a URL"),
            ("http://me:secret@a.example", "a name or a password"),
            ("http://a.example?x=1", "a query"),
            ("http://", "not a URL"),
        ] {
            let error = url(text).unwrap_err();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }

    #[test]
    fn paths_are_passed_on_as_they_are() {
        let api: ApiUrl = "http://localhost:1/v1".parse().unwrap();
        let url = |path: &str| api.of(&path.parse().unwrap()).map(|url| url.to_string());
        let expected = "http://localhost:1/v1/a%2Fb//c?q=%20";
        assert_eq!(url("/to-api/a%2Fb//c?q=%20").as_deref(), Some(expected));
        assert_eq!(url("/other"), None);
    }

    #[test]
    fn redirects_of_the_api_lead_through_this_server() {
        let api: ApiUrl = "http://localhost:1/v1".parse().unwrap();
        let redirected = |location: &'static str| {
            let found = api.redirected(&HeaderValue::from_static(location))?;
            Some(found.to_str().unwrap().to_owned())
        };
        assert_eq!(redirected("/v1/a").as_deref(), Some("/to-api/a"));
        let absolute = redirected("http://localhost:1/v1/a?x=1");
        assert_eq!(absolute.as_deref(), Some("/to-api/a?x=1"));
        for other in ["/a", "https://a.example/v1/a", "//a.example/a", "a"] {
            assert_eq!(redirected(other), None, "{other}");
        }
    }
}
