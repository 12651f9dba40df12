//! A request while it is built.

use std::borrow::Cow;
use std::time::Duration;

use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue};
use serde_json::Map;

use super::builder::header;
use super::http::Limits;
#[cfg(feature = "streams")]
use super::streams::SentBody;
use super::{AccessToken, Credentials, Http, RequestError, cookie, url};
#[cfg(feature = "form")]
use crate::form::{FormError, MEDIA_TYPE};
use crate::json_field;
use crate::parameter::{ParameterText, ParameterValue, QueryStyle};
use crate::{Json, Operation};

/// A request with its settings, independent of the types of the call.
#[derive(Clone)]
pub(super) struct Request {
    pub(super) http: Http,
    pub(super) operation: &'static Operation,
    pub(super) limits: Limits,
    /// The schemes of the credentials, of which one is enough.
    pub(super) schemes: &'static [&'static str],
    /// Whether the request may also be sent without credentials.
    pub(super) is_open: bool,
    /// The name of its server, unless it is that of the API.
    pub(super) server: Option<&'static str>,
    /// The URL of the receiver of a webhook.
    pub(super) receiver: Option<String>,
    /// The header with the signature of a webhook.
    pub(super) signature: Option<&'static str>,
    /// Whether to leave out the token that the client sends with every request.
    pub(super) is_without_token: bool,
    /// Which of several contents the call asks for.
    pub(super) choice: usize,
    /// Whether the content is sent only if it has changed, so that 304 is a success.
    pub(super) is_conditional: bool,
    path: Option<String>,
    /// The encoded query.
    query: String,
    headers: Option<Box<HeaderMap>>,
    /// The cookies that are parameters.
    cookies: Vec<(&'static str, String)>,
    /// The body and its media type.
    body: Option<(HeaderValue, SentBytes)>,
    /// The first problem; sending fails with it.
    problem: Option<String>,
}

/// The bytes of a body.
#[derive(Clone)]
enum SentBytes {
    Whole(Bytes),
    #[cfg(feature = "streams")]
    Pieces(SentBody),
}

impl SentBytes {
    /// The fields of a JSON object.
    fn json(&self) -> Option<Map<String, Json>> {
        match self {
            Self::Whole(body) => serde_json::from_slice(body).ok(),
            #[cfg(feature = "streams")]
            Self::Pieces(_) => None,
        }
    }
}

impl Request {
    pub(super) fn new(http: &Http, operation: &'static Operation) -> Self {
        Self {
            http: http.clone(),
            operation,
            limits: http.0.limits,
            schemes: &[],
            is_open: true,
            server: None,
            receiver: None,
            signature: None,
            is_without_token: false,
            choice: 0,
            is_conditional: false,
            path: None,
            query: String::new(),
            headers: None,
            cookies: Vec::new(),
            body: None,
            problem: None,
        }
    }

    pub(super) fn fill_path(&mut self, values: &[&dyn ParameterValue]) {
        match url::fill(self.operation.path, values) {
            Ok(path) => self.path = Some(path),
            Err(problem) => self.fail(problem),
        }
    }

    pub(super) fn add_query(
        &mut self,
        name: &'static str,
        style: QueryStyle,
        value: &dyn ParameterValue,
    ) {
        if let Some(text) = self.text(name, value)
            && let Err(problem) = url::add_parameter(&mut self.query, name, style, &text)
        {
            self.fail_parameter(name, problem);
        }
    }

    /// Adds a parameter with this text.
    pub(super) fn add_text(&mut self, name: &'static str, text: &str) {
        let text = ParameterText::One(Cow::Borrowed(text));
        if let Err(problem) = url::add_parameter(&mut self.query, name, QueryStyle::REPEATED, &text)
        {
            self.fail_parameter(name, problem);
        }
    }

    /// Sets a field of the body, which is an object in JSON.
    pub(super) fn set_field(&mut self, name: &str, value: &str) {
        self.rewrite(name, |bytes| json_field::set(bytes, name, value));
    }

    /// Sets a field of the body, which is a form.
    pub(super) fn set_form_field(&mut self, name: &'static str, text: &str) {
        self.rewrite(name, |bytes| {
            let mut form = str::from_utf8(bytes).ok()?.to_owned();
            url::take_parameter(&mut form, name);
            let text = ParameterText::One(Cow::Borrowed(text));
            url::add_parameter(&mut form, name, QueryStyle::REPEATED, &text).ok()?;
            Some(form.into_bytes())
        });
    }

    /// Replaces the body by one in which the field `name` has another value.
    fn rewrite(&mut self, name: &str, set: impl FnOnce(&[u8]) -> Option<Vec<u8>>) {
        let written = match &self.body {
            Some((_, SentBytes::Whole(bytes))) => set(bytes),
            #[cfg(feature = "streams")]
            Some((_, SentBytes::Pieces(_))) => None,
            None => None,
        };
        match (written, &mut self.body) {
            (Some(written), Some((_, bytes))) => *bytes = SentBytes::Whole(written.into()),
            _ => self.fail(format!("the body has no place for the field `{name}`")),
        }
    }

    /// Adds the parts of a parameter, and removes those with these names.
    #[cfg(feature = "form")]
    pub(super) fn set_query_parts<'n>(
        &mut self,
        names: impl Iterator<Item = &'n str>,
        parts: Result<String, FormError>,
    ) {
        url::remove_parts(&mut self.query, names);
        match parts {
            Ok(parts) => url::add_pairs(&mut self.query, &parts),
            Err(error) => self.fail(format!("the query cannot be written: {error}")),
        }
    }

    pub(super) fn set_header_value(
        &mut self,
        name: &'static str,
        value: &dyn ParameterValue,
        layout: HeaderLayout,
    ) {
        let lines = match self
            .text(name, value)
            .map(|text| header_lines(text, layout.lines))
        {
            None => return,
            Some(Ok(lines)) => lines,
            Some(Err(problem)) => return self.fail_parameter(name, problem),
        };
        self.headers.get_or_insert_default().remove(name);
        for line in lines {
            match header(name, &line) {
                Ok((name, mut value)) => {
                    value.set_sensitive(layout.sensitive || value.is_sensitive());
                    self.headers.get_or_insert_default().append(name, value);
                }
                Err(problem) => return self.fail(problem),
            }
        }
    }

    pub(super) fn set_cookie(&mut self, name: &'static str, value: &dyn ParameterValue) {
        self.cookies.retain(|(known, _)| *known != name);
        match self.text(name, value).map(cookie::value) {
            None | Some(Ok(None)) => {}
            Some(Ok(Some(value))) => self.cookies.push((name, value)),
            Some(Err(problem)) => self.fail(format!("the cookie `{name}` {problem}")),
        }
    }

    /// The text of a parameter. A value that no server can read is a problem.
    fn text<'v>(&mut self, name: &str, value: &'v dyn ParameterValue) -> Option<ParameterText<'v>> {
        match value.parameter() {
            Ok(text) => Some(text),
            Err(problem) => {
                self.fail_parameter(name, &problem);
                None
            }
        }
    }

    fn fail_parameter(&mut self, name: &str, problem: &str) {
        self.fail(format!("the parameter `{name}` {problem}"));
    }

    /// Removes a query parameter. Returns its last value as encoded in the URL; integers need no
    /// encoding.
    pub(super) fn take_query(&mut self, name: &'static str) -> Option<String> {
        url::take_parameter(&mut self.query, name)
    }

    pub(super) fn set_header(&mut self, name: &str, value: &str) {
        match header(name, value) {
            Ok((name, value)) => {
                self.headers.get_or_insert_default().insert(name, value);
            }
            Err(problem) => self.fail(problem),
        }
    }

    pub(super) fn set_json(&mut self, body: serde_json::Result<Vec<u8>>) {
        self.set_json_as("application/json", body);
    }

    pub(super) fn set_json_as(&mut self, media: &'static str, body: serde_json::Result<Vec<u8>>) {
        match body {
            Ok(body) => self.set_whole(media, body.into()),
            Err(error) => self.fail(format!("the body cannot be written: {error}")),
        }
    }

    #[cfg(feature = "form")]
    pub(super) fn set_form(&mut self, body: Result<String, FormError>) {
        match body {
            Ok(body) => self.set_whole(MEDIA_TYPE, body.into()),
            Err(error) => self.fail(format!("the body cannot be written: {error}")),
        }
    }

    pub(super) fn set_whole(&mut self, media: &'static str, body: Bytes) {
        let media = HeaderValue::from_static(media);
        self.body = Some((media, SentBytes::Whole(body)));
    }

    #[cfg(feature = "streams")]
    pub(super) fn set_pieces(&mut self, media: &str, body: crate::Body) {
        match HeaderValue::try_from(media) {
            Ok(media) => self.body = Some((media, SentBytes::Pieces(SentBody::new(body)))),
            Err(_) => self.fail(String::from("the media type of the body cannot be sent")),
        }
    }

    /// A field of the JSON body.
    pub(super) fn body_field(&self, name: &str) -> Option<Json> {
        let (_, body) = self.body.as_ref()?;
        body.json()?.remove(name)
    }

    /// Sets a field of the JSON body. Without a body, it becomes an object.
    pub(super) fn set_body_field(&mut self, name: &str, value: Json) {
        let (media, mut fields) = match &self.body {
            None => (HeaderValue::from_static("application/json"), Map::new()),
            Some((media, body)) => match body.json() {
                Some(fields) => (media.clone(), fields),
                None => return self.fail(format!("the body has no place for `{name}`")),
            },
        };
        fields.insert(name.to_owned(), value);
        let body = Json::Object(fields).to_string();
        self.body = Some((media, SentBytes::Whole(body.into())));
    }

    /// Whether the request can be sent again. A body from a file or a stream can be sent once.
    pub(super) fn is_repeatable(&self) -> bool {
        match &self.body {
            None | Some((_, SentBytes::Whole(_))) => true,
            #[cfg(feature = "streams")]
            Some((_, SentBytes::Pieces(body))) => body.is_repeatable(),
        }
    }

    /// Keeps the first problem, for sending.
    pub(super) fn fail(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    /// Builds the request as it is sent. Each try builds a new one: most calls need only one, so
    /// this is cheaper than keeping a copy.
    pub(super) fn prepare(
        &self,
        timeout: Duration,
        token: Option<&AccessToken>,
    ) -> Result<reqwest::Request, RequestError> {
        let settings = &*self.http.0;
        let failed = |problem: String| RequestError::new(self.operation.name, problem);
        if let Some(problem) = &self.problem {
            return Err(failed(problem.clone()));
        }
        let credentials = self.credentials().map_err(failed)?;
        let mut query = Cow::Borrowed(self.query.as_str());
        if let Some(credentials) = credentials {
            credentials.add_to_query(query.to_mut()).map_err(failed)?;
        }
        let url = match &self.receiver {
            Some(receiver) => {
                url::of_receiver(receiver, &query, settings.may_redirect).map_err(failed)?
            }
            None => self.url(&query).map_err(failed)?,
        };
        let mut request = reqwest::Request::new(self.operation.method.clone(), url);
        // It includes the body of the response.
        if !self.operation.is_streamed(self.choice) {
            *request.timeout_mut() = Some(timeout);
        }
        *request.headers_mut() = settings.headers.clone();
        if self.is_without_token {
            request.headers_mut().remove(AUTHORIZATION);
        }
        if let Some(accept) = self.operation.accept(self.choice) {
            let accept = HeaderValue::try_from(accept)
                .map_err(|_| failed(String::from("its media types cannot be sent")))?;
            request.headers_mut().insert(ACCEPT, accept);
        }
        if let Some((media, bytes)) = &self.body {
            request.headers_mut().insert(CONTENT_TYPE, media.clone());
            *request.body_mut() = Some(match bytes {
                SentBytes::Whole(bytes) => bytes.clone().into(),
                #[cfg(feature = "streams")]
                SentBytes::Pieces(body) => body.take().map_err(failed)?,
            });
        }
        if let Some(headers) = &self.headers {
            // It replaces headers of the same name.
            request.headers_mut().extend((**headers).clone());
        }
        if !self.cookies.is_empty() {
            cookie::add(request.headers_mut(), &self.cookies).map_err(failed)?;
        }
        if let Some(credentials) = credentials {
            let headers = request.headers_mut();
            credentials.add_to_headers(headers, token).map_err(failed)?;
            credentials.edit(&mut request).map_err(|cause| {
                let problem = format!(
                    "the credentials of `{}` cannot be added",
                    credentials.scheme
                );
                RequestError::caused_by(self.operation.name, problem, cause.into())
            })?;
        }
        if let Some(header) = self.signature {
            let signature = self.sign(header).map_err(failed)?;
            request.headers_mut().insert(header, signature);
        }
        Ok(request)
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

    /// The signature of the body.
    fn sign(&self, header: &str) -> Result<HeaderValue, String> {
        let Some(signer) = &self.http.0.signer else {
            return Err(format!("nothing signs the header `{header}`"));
        };
        let signature = match &self.body {
            None => signer.sign(b""),
            Some((_, SentBytes::Whole(bytes))) => signer.sign(bytes),
            #[cfg(feature = "streams")]
            Some((_, SentBytes::Pieces(_))) => {
                return Err("a body in pieces cannot be signed".to_owned());
            }
        };
        let mut value = HeaderValue::try_from(signature)
            .map_err(|_| "the signature has characters that no header can hold".to_owned())?;
        value.set_sensitive(true);
        Ok(value)
    }

    /// The URL of its server.
    fn base(&self) -> Result<&str, String> {
        let settings = &*self.http.0;
        let Some(name) = self.server else {
            return Ok(&settings.base);
        };
        let mut servers = settings.servers.iter();
        let server = servers.find(|server| server.name == name);
        server.map(|server| server.url.as_str()).ok_or_else(|| {
            format!("it is on the server `{name}`, whose URL the client's builder did not get")
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
                let schemes: Vec<String> =
                    self.schemes.iter().map(|of| format!("`{of}`")).collect();
                let schemes = schemes.join(" or ");
                Err(format!(
                    "it needs credentials of {schemes}, which the client's builder did not get"
                ))
            }
            found => Ok(found),
        }
    }
}

/// How the values of a header are written.
#[derive(Clone, Copy, Default)]
pub(super) struct HeaderLayout {
    /// Each value of a list is on its own line.
    pub(super) lines: bool,
    /// The value must not be shown.
    pub(super) sensitive: bool,
}

/// The lines of a header.
fn header_lines(text: ParameterText<'_>, lines: bool) -> Result<Vec<Cow<'_, str>>, &'static str> {
    let items = match text {
        ParameterText::One(text) => return Ok(vec![text]),
        ParameterText::Json(text) => return Ok(vec![Cow::Owned(text)]),
        ParameterText::List(items) => items,
    };
    // Lists in headers are separated by commas, also across lines, and empty items are skipped (RFC 9110, 5.6.1).
    let is_item = |item: &str| !item.is_empty() && !item.contains(',') && item.trim_ascii() == item;
    if !items.iter().all(|item| is_item(item)) {
        return Err("has an item that is empty, contains a comma or has white space at an end");
    }
    match items.as_slice() {
        [] => Ok(Vec::new()),
        [_, ..] if lines => Ok(items),
        [_, ..] => Ok(vec![Cow::Owned(items.join(","))]),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use http::Method;

    use super::*;
    use crate::client::{ClientBuilder, Service};
    use crate::error::{ErrorField, ErrorShape};

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
    static LIST_TOOLS: Operation = Operation {
        name: "list_tools",
        method: Method::GET,
        path: "/tools",
        idempotent: true,
        success: 200,
        response: crate::ResponseBody::Value,
        error_statuses: &[],
    };

    #[test]
    fn sensitive_headers_are_never_printed() {
        let builder = ClientBuilder::<Http>::new(&SERVICE, "http://localhost");
        let http = builder.bearer_token("s3cr3t").build().unwrap();
        let mut request = Request::new(&http, &LIST_TOOLS);
        let (shown, sensitive) = (
            HeaderLayout::default(),
            HeaderLayout {
                sensitive: true,
                lines: true,
            },
        );
        request.set_header_value("x-pin", &1234_i64, sensitive);
        request.set_header_value("x-pins", &vec![1234_i64, 1234], sensitive);
        request.set_header_value("x-limit", &5678_i64, shown);
        request.set_header("cookie", "session=s3cr3t");
        let request = request.prepare(Duration::from_secs(1), None).unwrap();
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
        let mut request = Request::new(&http, &LIST_TOOLS);
        let has_token = |request: &Request| {
            let prepared = request.prepare(Duration::from_secs(1), None).unwrap();
            prepared.headers().contains_key("authorization")
        };
        assert!(has_token(&request));
        request.is_without_token = true;
        assert!(!has_token(&request));
    }
}
