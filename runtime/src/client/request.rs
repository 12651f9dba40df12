//! A request while it is built.

use std::borrow::Cow;
use std::time::Duration;

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue};

use super::builder::header;
use super::http::Limits;
use super::{Http, RequestError, url};
use crate::Operation;
use crate::text::ParameterValue;

/// A request with its settings, independent of the types of the call.
#[derive(Clone)]
pub(super) struct Request {
    pub(super) http: Http,
    pub(super) operation: &'static Operation,
    pub(super) limits: Limits,
    path: Option<String>,
    /// The encoded query.
    query: String,
    headers: Option<Box<HeaderMap>>,
    body: Option<Bytes>,
    /// The first problem; sending fails with it.
    problem: Option<String>,
}

impl Request {
    pub(super) fn new(http: &Http, operation: &'static Operation) -> Self {
        Self {
            http: http.clone(),
            operation,
            limits: http.0.limits,
            path: None,
            query: String::new(),
            headers: None,
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

    pub(super) fn add_query(&mut self, name: &'static str, value: &dyn ParameterValue) {
        let text = self.text(name, value);
        url::add_parameter(&mut self.query, name, &text);
    }

    pub(super) fn add_header(&mut self, name: &'static str, value: &dyn ParameterValue) {
        let text = self.text(name, value);
        self.set_header(name, &text);
    }

    pub(super) fn add_sensitive_header(&mut self, name: &'static str, value: &dyn ParameterValue) {
        self.add_header(name, value);
        let headers = self.headers.as_mut();
        if let Some(value) = headers.and_then(|headers| headers.get_mut(name)) {
            value.set_sensitive(true);
        }
    }

    /// The text of a parameter. A value that no server can read is a problem.
    fn text<'v>(&mut self, name: &str, value: &'v dyn ParameterValue) -> Cow<'v, str> {
        if let Some(problem) = value.parameter_problem() {
            self.fail(format!("the parameter `{name}` {problem}"));
        }
        value.parameter_text()
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
        match body {
            Ok(body) => self.body = Some(body.into()),
            Err(error) => self.fail(format!("the body cannot be written: {error}")),
        }
    }

    /// Keeps the first problem, for sending.
    fn fail(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    /// Builds the request as it is sent. Each try builds a new one: most calls need only one, so
    /// this is cheaper than keeping a copy.
    pub(super) fn prepare(&self, timeout: Duration) -> Result<reqwest::Request, RequestError> {
        let settings = &*self.http.0;
        let failed = |problem: String| RequestError::new(self.operation.name, problem);
        if let Some(problem) = &self.problem {
            return Err(failed(problem.clone()));
        }
        let path = match &self.path {
            Some(path) => Cow::Borrowed(path.as_str()),
            None => url::fill(self.operation.path, &[])
                .map(Cow::Owned)
                .map_err(failed)?,
        };
        let url = url::join(&settings.base, &path, &self.query);
        let url = reqwest::Url::parse(&url)
            .map_err(|error| failed(format!("the URL cannot be written: {error}")))?;
        let mut request = reqwest::Request::new(self.operation.method.clone(), url);
        *request.timeout_mut() = Some(timeout);
        *request.headers_mut() = settings.headers.clone();
        if let Some(body) = &self.body {
            request
                .headers_mut()
                .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            *request.body_mut() = Some(body.clone().into());
        }
        for (name, value) in self.headers.iter().flat_map(|headers| headers.iter()) {
            request.headers_mut().insert(name, value.clone());
        }
        Ok(request)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use http::Method;

    use super::*;
    use crate::client::{ClientBuilder, Service};
    use crate::error::ErrorShape;

    static ERRORS: ErrorShape = ErrorShape {
        envelope: None,
        code: "code",
        message: "message",
        metadata: "metadata",
        messages: &[],
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
        request.add_sensitive_header("x-pin", &1234_i64);
        request.add_header("x-limit", &5678_i64);
        request.set_header("cookie", "session=s3cr3t");
        let request = request.prepare(Duration::from_secs(1)).unwrap();
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
}
