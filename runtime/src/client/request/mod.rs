//! A request while it is built.

mod body;
mod parameters;

use std::borrow::Cow;

use http::header::{ACCEPT, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderValue, Method};

use self::body::SentBytes;
use super::credentials::CallHeaders;
use super::error::Sent;
use super::header::header;
use super::http::Limits;
use super::key::KeyOnDemand;
use super::{AccessToken, Credentials, Http, RequestError, cookie, url};
use crate::Operation;
use crate::header_value::essence_text;

/// A request with its settings, independent of the types of the call.
#[derive(Clone)]
pub(super) struct Request {
    pub(super) http: Http,
    pub(super) operation: &'static Operation,
    pub(super) limits: Limits,
    /// The schemes of the credentials, of which one is enough.
    pub(super) schemes: Cow<'static, [&'static str]>,
    /// Whether the request may also be sent without credentials.
    pub(super) is_open: bool,
    /// The name of its server, unless it is the server of the API.
    pub(super) server: Option<&'static str>,
    /// The URL of the receiver of a webhook.
    pub(super) receiver: Option<String>,
    /// The signature of a webhook.
    pub(super) signature: Option<Signature>,
    /// Whether to leave out the token that the client sends with every request.
    pub(super) is_without_token: bool,
    /// Which of several contents the call asks for.
    pub(super) choice: usize,
    /// The media types of the errors whose bodies do not have the shape of all errors.
    error_media: &'static [Option<&'static str>],
    /// Whether the caller gets the response as it arrives, whatever it is.
    pub(super) is_raw: bool,
    /// Whether the content is sent only if it has changed, so that 304 is a success.
    pub(super) is_conditional: bool,
    path: Option<String>,
    /// The URL of a next page at another path of the same server.
    followed: Option<Box<reqwest::Url>>,
    /// The encoded query.
    query: String,
    /// Whether the query is that of the URL of a next page.
    is_next_page: bool,
    headers: Option<Box<HeaderMap>>,
    /// The cookies that are parameters.
    cookies: Vec<(&'static str, String)>,
    /// The body and its media type.
    body: Option<(HeaderValue, SentBytes)>,
    /// The first problem; sending fails with it.
    problem: Option<String>,
}

/// How a webhook is signed.
#[derive(Clone)]
pub(super) struct Signature {
    /// The header with the signature.
    header: &'static str,
    /// The identifier of the webhook, which all tries have.
    id: KeyOnDemand,
}

impl Signature {
    pub(super) fn in_header(header: &'static str) -> Self {
        Self {
            header,
            id: KeyOnDemand::default(),
        }
    }
}

impl Request {
    pub(super) fn new(
        http: &Http,
        operation: &'static Operation,
        error_media: &'static [Option<&'static str>],
    ) -> Self {
        Self {
            http: http.clone(),
            operation,
            limits: http.0.limits.clone(),
            schemes: Cow::Borrowed(&[]),
            is_open: true,
            server: None,
            receiver: None,
            signature: None,
            is_without_token: false,
            choice: 0,
            error_media,
            is_raw: false,
            is_conditional: false,
            path: None,
            followed: None,
            query: String::new(),
            is_next_page: false,
            headers: None,
            cookies: Vec::new(),
            body: None,
            problem: None,
        }
    }

    #[cfg(feature = "streams")]
    pub(super) fn remove_header(&mut self, name: &str) {
        if let Some(headers) = &mut self.headers {
            headers.remove(name);
        }
    }

    pub(super) fn set_header(&mut self, name: &str, value: &str) {
        match header(name, value) {
            // RFC 9112, section 6: they say where the body ends, which only the client knows.
            Ok((name, _)) if [CONTENT_LENGTH, TRANSFER_ENCODING].contains(&name) => {
                self.fail(format!("the header `{name}` is set by the client itself"));
            }
            Ok((name, mut value)) => {
                let mut credentials = self.http.0.credentials.iter();
                let is_secret = credentials.any(|credentials| credentials.are_in_header(&name));
                value.set_sensitive(is_secret || value.is_sensitive());
                self.headers.get_or_insert_default().insert(name, value);
            }
            Err(problem) => self.fail(problem),
        }
    }

    /// The headers and cookies that the call sets.
    pub(super) fn call_headers(&self) -> CallHeaders<'_> {
        CallHeaders {
            headers: self.headers.as_deref(),
            cookies: &self.cookies,
        }
    }

    /// What the response may repeat.
    pub(super) fn sent(&self, token: Option<AccessToken>) -> Sent {
        Sent {
            http: self.http.clone(),
            token,
            headers: Sent::sensitive(self.headers.as_deref()),
        }
    }

    /// Keeps the first problem, for sending.
    pub(super) fn fail(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    /// Whether the call returns before the body is complete.
    #[cfg(feature = "streams")]
    pub(super) fn is_streamed(&self) -> bool {
        !self.is_raw && self.operation.is_streamed(self.choice)
    }

    /// The media types that the request asks for, unless it is JSON.
    fn accept(&self) -> Option<String> {
        // Strict servers refuse media types that they do not know, so the types of errors that the operation does
        // not document are left out. The errors of a webhook have any shape.
        let is_documented = self.error_media.contains(&None) && self.receiver.is_none();
        let default_media = is_documented.then_some(self.http.0.service.errors.media);
        let own_media = self.error_media.iter().flatten();
        let errors = default_media
            .into_iter()
            .chain(own_media.map(|media| essence_text(media)));
        self.operation.accept(self.choice, errors)
    }

    /// Builds the request as it is sent. Each try builds a new one: most calls need only one, so
    /// this is cheaper than keeping a copy.
    pub(super) fn prepare(
        &self,
        token: Option<&AccessToken>,
    ) -> Result<reqwest::Request, RequestError> {
        let failed = |problem: String| RequestError::new(self.operation.name, problem);
        if let Some(problem) = &self.problem {
            return Err(failed(problem.clone()));
        }
        let credentials = self.credentials().map_err(failed)?;
        let url = self.target(credentials).map_err(failed)?;
        // A link is followed by getting what it leads to.
        let method = match self.followed {
            Some(_) => Method::GET,
            None => self.operation.method.clone(),
        };
        let mut request = reqwest::Request::new(method, url);
        self.add_headers(&mut request).map_err(failed)?;
        if let Some(credentials) = credentials {
            let headers = request.headers_mut();
            let added = credentials.add_to_headers(headers, self.call_headers(), token);
            added.map_err(failed)?;
            credentials.edit(&mut request).map_err(|cause| {
                let problem = format!(
                    "the credentials of `{}` cannot be added",
                    credentials.scheme
                );
                RequestError::caused_by(self.operation.name, problem, cause.into())
            })?;
        }
        let is_signed = |signature: &&Signature| !self.call_headers().has_header(signature.header);
        if let Some(signature) = self.signature.as_ref().filter(is_signed) {
            let mut headers = std::mem::take(request.headers_mut());
            let signed = self.sign(signature, request.url(), &mut headers);
            headers.insert(signature.header, signed?);
            *request.headers_mut() = headers;
        }
        Ok(request)
    }

    /// The URL with its whole query.
    fn target(&self, credentials: Option<&Credentials>) -> Result<reqwest::Url, String> {
        let followed = self.followed.as_deref();
        let mut query = Cow::Borrowed(match followed {
            Some(url) => url.query().unwrap_or_default(),
            None => self.query.as_str(),
        });
        if let Some(credentials) = credentials {
            match self.is_next_page {
                true => credentials.replace_in_query(query.to_mut())?,
                false => credentials.add_to_query(query.to_mut())?,
            }
        }
        match (&self.receiver, followed) {
            (Some(receiver), _) => url::of_receiver(receiver, &query, self.http.0.may_redirect),
            (None, Some(url)) => {
                let mut url = url.clone();
                url.set_query((!query.is_empty()).then_some(&query));
                Ok(url)
            }
            (None, None) => self.url(&query),
        }
    }

    /// Adds the body, and all headers other than credentials and signatures.
    fn add_headers(&self, request: &mut reqwest::Request) -> Result<(), String> {
        *request.headers_mut() = self.http.0.headers.clone();
        if self.is_without_token {
            request.headers_mut().remove(AUTHORIZATION);
        }
        if let Some(accept) = self.accept() {
            let accept = HeaderValue::try_from(accept)
                .map_err(|_| String::from("its media types cannot be sent"))?;
            request.headers_mut().insert(ACCEPT, accept);
        }
        if self.lacks_content(request.method()) {
            let none = HeaderValue::from_static("0");
            request.headers_mut().insert(CONTENT_LENGTH, none);
        }
        if let Some((media, bytes)) = &self.body {
            request.headers_mut().insert(CONTENT_TYPE, media.clone());
            *request.body_mut() = Some(bytes.to_send()?);
        }
        if let Some(headers) = &self.headers {
            // It replaces headers of the same name.
            request.headers_mut().extend((**headers).clone());
        }
        if !self.cookies.is_empty() {
            cookie::add(request.headers_mut(), &self.cookies)?;
        }
        Ok(())
    }

    /// Whether the request has no content, although its method gives content a meaning. Servers may expect a length
    /// then (RFC 9110, section 8.6), and many respond with 411 without one. The HTTP client writes a length only for
    /// content.
    fn lacks_content(&self, method: &Method) -> bool {
        [Method::POST, Method::PUT, Method::PATCH].contains(method)
            && self.body.as_ref().is_none_or(|(_, body)| body.is_empty())
    }

    /// The URL of the operation on its server.
    fn url(&self, query: &str) -> Result<reqwest::Url, String> {
        let path = match &self.path {
            Some(path) => Cow::Borrowed(path.as_str()),
            None => Cow::Owned(url::fill(self.operation.path, &[])?),
        };
        let url = url::join(self.base()?, &path, query);
        reqwest::Url::parse(&url).map_err(|error| format!("the URL cannot be written: {error}"))
    }

    /// Goes to a URL of the same server, which leads to the next page of the same list. The body belongs to the
    /// operation alone.
    ///
    /// # Errors
    /// It is not a URL, or one of another server.
    fn follow(&mut self, target: &str) -> Result<(), String> {
        let current = match self.followed.take() {
            Some(url) => *url,
            None => self.url("")?,
        };
        let next = url::on_same_server(&current, target)?;
        self.followed = Some(Box::new(next));
        self.body = None;
        Ok(())
    }

    /// The URL of its server.
    fn base(&self) -> Result<&str, String> {
        let settings = &*self.http.0;
        let Some(name) = self.server.filter(|_| !settings.has_one_server) else {
            return Ok(&settings.base);
        };
        let mut servers = settings.servers.iter();
        let server = servers.find(|server| server.name == name);
        server.map(|server| server.url.as_str()).ok_or_else(|| {
            format!(
                "it is on the server `{name}`, but the client has no URL for it: add `.server(Servers::{name}(…))` to its builder"
            )
        })
    }

    /// The credentials of the first scheme that the client has any for.
    pub(super) fn credentials(&self) -> Result<Option<&Credentials>, String> {
        let of_scheme = |scheme: &&str| {
            let mut known = self.http.0.credentials.iter();
            known.find(|credentials| credentials.scheme == *scheme)
        };
        match self.schemes.iter().find_map(of_scheme) {
            None if !self.is_open => {
                let schemes: Vec<String> = self
                    .schemes
                    .iter()
                    .map(|scheme| format!("`{scheme}`"))
                    .collect();
                let schemes = schemes.join(" or ");
                Err(format!(
                    "it needs credentials for {schemes}, but the client has none: add `.credentials(…)` to its builder"
                ))
            }
            found => Ok(found),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::client::{ClientBuilder, Service, Signer, UnsignedWebhook};
    use crate::codegen::BoxError;
    use crate::error::{ErrorField, ErrorShape};
    use crate::parameter::HeaderStyle;

    static ERRORS: ErrorShape = ErrorShape {
        envelope: None,
        status: Some("code"),
        message: Some("message"),
        metadata: Some(ErrorField::optional("metadata")),
        messages: &[],
        ..ErrorShape::JSON
    };
    static SERVICE: Service = Service {
        name: "tools-api",
        version: "1.0.0",
        errors: &ERRORS,
        retry_statuses: &[],
        implied_statuses: &[],
        request_id_header: "x-request-id",
    };
    pub(in crate::client) static LIST_TOOLS: Operation =
        Operation::new("list_tools", Method::GET, "/tools")
            .idempotent()
            .returns(200, crate::ResponseBody::Value);

    pub(in crate::client) fn http() -> Http {
        let builder = ClientBuilder::<Http>::new(&SERVICE, "http://localhost");
        builder.build().unwrap()
    }

    #[test]
    fn a_request_without_content_has_the_length_0_where_content_has_a_meaning() {
        let http = http();
        for (method, body, expected) in [
            (Method::POST, None, Some("0")),
            (Method::PUT, None, Some("0")),
            (Method::PATCH, None, Some("0")),
            (Method::POST, Some(""), Some("0")),
            // The HTTP client writes the length of content.
            (Method::POST, Some("{}"), None),
            (Method::GET, None, None),
            (Method::DELETE, None, None),
            (Method::HEAD, None, None),
            (Method::OPTIONS, None, None),
        ] {
            let operation = Operation {
                method: method.clone(),
                ..LIST_TOOLS.clone()
            };
            let mut request = Request::new(&http, Box::leak(Box::new(operation)), &[]);
            if let Some(body) = body {
                request.set_whole("text/plain", body.into());
            }
            let request = request.prepare(None).unwrap();
            let length = request
                .headers()
                .get("content-length")
                .map(|length| length.to_str().unwrap());
            assert_eq!(length, expected, "{method} {body:?}");
        }
    }

    /// Strict servers refuse media types that they do not know.
    #[test]
    fn errors_that_the_operation_does_not_document_are_not_asked_for() {
        let http = http();
        for (errors, expected) in [
            (&[][..], "text/csv"),
            (&[None], "text/csv, application/json;q=0.9"),
            (
                &[Some("text/plain; charset=utf-8")],
                "text/csv, text/plain;q=0.9",
            ),
            (
                &[Some("text/html"), None],
                "text/csv, application/json;q=0.9, text/html;q=0.9",
            ),
        ] {
            let operation = Operation {
                response: crate::ResponseBody::Text("text/csv"),
                ..LIST_TOOLS.clone()
            };
            let request = Request::new(&http, Box::leak(Box::new(operation)), errors);
            let request = request.prepare(None).unwrap();
            assert_eq!(request.headers()["accept"], expected, "{errors:?}");
        }
    }

    #[test]
    fn sensitive_headers_are_never_printed() {
        let builder = ClientBuilder::<Http>::new(&SERVICE, "http://localhost");
        let http = builder.bearer_token("s3cr3t").build().unwrap();
        let mut request = Request::new(&http, &LIST_TOOLS, &[]);
        let sensitive = HeaderStyle::LINES.sensitive();
        request.set_header_value("x-pin", sensitive, &1234_i64);
        request.set_header_value("x-pins", sensitive, &vec![1234_i64, 1234]);
        request.set_header_value("x-limit", HeaderStyle::COMMA, &5678_i64);
        request.set_header("cookie", "session=s3cr3t");
        let request = request.prepare(None).unwrap();
        let headers = request.headers();
        let is_sensitive = |name| headers[name].is_sensitive();
        assert_eq!(
            ["authorization", "x-pin", "cookie", "x-limit"].map(is_sensitive),
            [true, true, true, false]
        );
        let shown = format!("{request:?}");
        assert!(
            !shown.contains("s3cr3t") && !shown.contains("1234"),
            "{shown}"
        );
        assert!(shown.contains("5678"), "{shown}");
    }

    #[test]
    fn a_token_is_left_out_where_it_is_not_needed() {
        let builder = ClientBuilder::<Http>::new(&SERVICE, "http://localhost");
        let http = builder.bearer_token("s3cr3t").build().unwrap();
        let mut request = Request::new(&http, &LIST_TOOLS, &[]);
        let has_token = |request: &Request| {
            let prepared = request.prepare(None).unwrap();
            prepared.headers().contains_key("authorization")
        };
        assert!(has_token(&request));
        request.is_without_token = true;
        assert!(!has_token(&request));
    }

    #[test]
    fn a_next_page_has_the_key_of_the_client_and_not_one_of_the_server() {
        let builder = ClientBuilder::<Http>::new(&SERVICE, "http://localhost");
        let key = Credentials::key_in_query("query_key", "key", "k3y");
        let http = builder.credentials(key).build().unwrap();
        let mut request = Request::new(&http, &LIST_TOOLS, &[]);
        request.schemes = Cow::Borrowed(&["query_key"]);
        let url = |request: &Request| request.prepare(None).unwrap().url().to_string();
        request.add_text("key", "own");
        assert_eq!(url(&request), "http://localhost/tools?key=own");
        request.set_query_of("http://localhost/tools?key=old&page=2");
        assert_eq!(url(&request), "http://localhost/tools?page=2&key=k3y");
    }

    /// Signs with the identifier.
    struct Identified;

    impl Signer for Identified {
        fn sign(&self, webhook: &mut UnsignedWebhook<'_>) -> Result<String, BoxError> {
            Ok(webhook.id()?.to_owned())
        }
    }

    /// A webhook that is signed by this signer.
    fn webhook(signer: impl Signer) -> Request {
        let builder = ClientBuilder::<Http>::new(&SERVICE, "http://localhost");
        let http = builder.signer(signer).build().unwrap();
        let mut request = Request::new(&http, &LIST_TOOLS, &[]);
        request.receiver = Some("http://localhost/hooks".to_owned());
        request.signature = Some(Signature::in_header("x-signature"));
        request
    }

    #[test]
    fn all_tries_of_a_webhook_have_one_identifier() {
        let signature = |request: &Request| {
            let prepared = request.prepare(None).unwrap();
            prepared.headers()["x-signature"]
                .to_str()
                .unwrap()
                .to_owned()
        };
        let of_body = webhook(|body: &[u8]| format!("{} bytes", body.len()));
        assert_eq!(signature(&of_body), "0 bytes");
        // Each try prepares the request again.
        let identified = webhook(Identified);
        assert_eq!(signature(&identified), signature(&identified));
        assert_ne!(signature(&identified), signature(&webhook(Identified)));
    }
}
