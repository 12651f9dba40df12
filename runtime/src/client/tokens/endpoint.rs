//! Requests to a token endpoint (RFC 6749, sections 4.4, 5 and 6).

use std::net::IpAddr;
use std::sync::OnceLock;
use std::time::Duration;

use base64::Engine as _;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use super::{AccessToken, TokenError};

/// The characters that are not encoded in forms.
const FORM: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'*')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_');

/// The maximum size of a response.
const LIMIT: usize = 64 << 10;

/// The lifetime of a token if the endpoint names a longer time than can be counted: a century.
const MAX_LIFETIME: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);

/// A token endpoint, and what each request to it has.
#[derive(Clone)]
pub(super) struct Endpoint {
    pub(super) url: String,
    pub(super) client_id: String,
    pub(super) client_secret: Option<String>,
    /// Whether the secret is a parameter of the body instead of the password of HTTP Basic.
    pub(super) secret_in_body: bool,
    /// Further parameters of the body.
    pub(super) parameters: Vec<(String, String)>,
    pub(super) timeout: Duration,
    /// Made for the first request, unless the application has set one.
    pub(super) client: OnceLock<reqwest::Client>,
}

/// What a token endpoint issues.
pub(super) struct Issued {
    pub(super) token: AccessToken,
    pub(super) lifetime: Option<Duration>,
    /// The refresh token that replaces the previous one.
    pub(super) refresh_token: Option<String>,
}

impl Endpoint {
    pub(super) fn new(url: String, client_id: String) -> Self {
        Self {
            url,
            client_id,
            client_secret: None,
            secret_in_body: false,
            parameters: Vec::new(),
            timeout: Duration::from_secs(30),
            client: OnceLock::new(),
        }
    }

    /// Requests a token with this grant.
    pub(super) async fn issue(&self, grant: &[(&str, &str)]) -> Result<Issued, TokenError> {
        let request = self.request(grant)?;
        let client = self.client()?;
        let answered = tokio::time::timeout(self.timeout, receive(client.execute(request)));
        let (status, body) = answered.await.map_err(|error| {
            TokenError::caused_by("the token endpoint did not respond in time", error)
        })??;
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        match status {
            200 => read(&body),
            status => Err(TokenError::response(status, code(&body))),
        }
    }

    fn client(&self) -> Result<&reqwest::Client, TokenError> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        // A redirect could send the secret elsewhere.
        let builder = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        let client = builder.build().map_err(failed)?;
        Ok(self.client.get_or_init(|| client))
    }

    fn request(&self, grant: &[(&str, &str)]) -> Result<reqwest::Request, TokenError> {
        let url = reqwest::Url::parse(&self.url).map_err(|error| {
            TokenError::caused_by("the URL of the token endpoint cannot be read", error)
        })?;
        if url.scheme() != "https" && !(url.scheme() == "http" && is_local(&url)) {
            return Err(TokenError::new(
                "the URL of the token endpoint must begin with `https://`",
            ));
        }
        let mut request = reqwest::Request::new(Method::POST, url);
        let mut pairs: Vec<(&str, &str)> = grant.to_vec();
        let own = self.parameters.iter();
        pairs.extend(own.map(|(name, value)| (name.as_str(), value.as_str())));
        match (&self.client_secret, self.secret_in_body) {
            (Some(secret), false) => {
                let value = basic(&self.client_id, secret)?;
                request.headers_mut().insert(AUTHORIZATION, value);
            }
            (Some(secret), true) => {
                pairs.extend([
                    ("client_id", self.client_id.as_str()),
                    ("client_secret", secret),
                ]);
            }
            (None, _) => pairs.push(("client_id", &self.client_id)),
        }
        let headers: &mut HeaderMap = request.headers_mut();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        let form = HeaderValue::from_static("application/x-www-form-urlencoded");
        headers.insert(CONTENT_TYPE, form);
        let pairs = pairs
            .iter()
            .map(|(name, value)| format!("{}={}", encode(name), encode(value)));
        *request.body_mut() = Some(pairs.collect::<Vec<_>>().join("&").into());
        Ok(request)
    }
}

/// Whether a URL is on this machine, where secrets need no encryption (RFC 6749, section 3.2, demands it elsewhere).
fn is_local(url: &reqwest::Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse();
    host == "localhost" || address.is_ok_and(|address: IpAddr| address.is_loopback())
}

/// A string as forms encode it.
fn encode(text: &str) -> String {
    utf8_percent_encode(text, FORM)
        .to_string()
        .replace("%20", "+")
}

/// HTTP Basic with the encoded identifier and secret (RFC 6749, section 2.3.1).
fn basic(id: &str, secret: &str) -> Result<HeaderValue, TokenError> {
    let pair = format!("{}:{}", encode(id), encode(secret));
    let encoded = base64::engine::general_purpose::STANDARD.encode(pair);
    let mut value = HeaderValue::try_from(format!("Basic {encoded}"))
        .map_err(|_| TokenError::new("the client's secret cannot be sent"))?;
    value.set_sensitive(true);
    Ok(value)
}

fn failed(error: reqwest::Error) -> TokenError {
    TokenError::caused_by("the token endpoint cannot be reached", error.without_url())
}

async fn receive(
    response: impl Future<Output = Result<reqwest::Response, reqwest::Error>>,
) -> Result<(u16, Vec<u8>), TokenError> {
    let mut response = response.await.map_err(failed)?;
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        if body.len() + chunk.len() > LIMIT {
            return Err(TokenError::new(
                "the response of the token endpoint is too large",
            ));
        }
        body.extend_from_slice(&chunk);
    }
    Ok((response.status().as_u16(), body))
}

/// The code of an error. Anything else than a plain word could be an echo of a secret.
fn code(body: &Value) -> Option<String> {
    let code = body.get("error")?.as_str()?;
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
    (code.len() <= 40 && code.bytes().all(is_plain)).then(|| code.to_owned())
}

/// Reads a successful response (RFC 6749, section 5.1).
fn read(body: &Value) -> Result<Issued, TokenError> {
    let text = |name: &str| {
        body.get(name)
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty())
    };
    let token = text("access_token")
        .ok_or_else(|| TokenError::new("the response of the token endpoint has no token"))?;
    if HeaderValue::try_from(token).is_err() {
        return Err(TokenError::new(
            "the token has characters that no header can hold",
        ));
    }
    let is_bearer = text("token_type").is_none_or(|kind| kind.eq_ignore_ascii_case("bearer"));
    if !is_bearer {
        return Err(TokenError::new(
            "the token endpoint issued a token of another type than `Bearer`",
        ));
    }
    let seconds = body.get("expires_in").and_then(|value| match value {
        // Some servers quote it.
        Value::String(text) => text.parse().ok(),
        value => value.as_f64(),
    });
    let lifetime = seconds.map(|seconds| {
        let lifetime = Duration::try_from_secs_f64(seconds.max(0.0));
        lifetime.unwrap_or(MAX_LIFETIME)
    });
    Ok(Issued {
        token: AccessToken::new(token),
        lifetime,
        refresh_token: text("refresh_token").map(str::to_owned),
    })
}
