//! From the result of a handler to a response.

use axum::http::header::{LINK, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;

use super::choice::Chosen;
use super::config::Settings;
use super::response::{self, JSON};
use super::{Input, Rejection};
use crate::decode::{Decode, Field};
use crate::encode::{Encoded, to_json};
use crate::error::{AnyStatusError, ErrorShape, OperationError, covers};
use crate::list_page::{ListPage, NextPage, next_query};
use crate::response::ResponseHeader;
use crate::text::Text;
use crate::{Operation, ResponseBody, plain};

/// What a handler returns: it becomes a successful response.
pub trait Respond {
    /// The response.
    ///
    /// # Errors
    /// An internal error if the value cannot be sent.
    fn respond(self, to: &Responding<'_>) -> Result<Response, Rejection>;
}

/// What a successful response depends on, besides the value.
#[derive(Debug, Clone, Copy)]
pub struct Responding<'r> {
    pub(super) operation: &'static Operation,
    pub(super) status: StatusCode,
    pub(super) body: ResponseBody,
    #[cfg_attr(
        not(feature = "streams"),
        expect(dead_code, reason = "only streams have settings")
    )]
    pub(super) settings: Settings,
    /// The query of the request.
    pub(super) query: &'r str,
    /// The headers of the request.
    pub(super) headers: &'r HeaderMap,
    /// The content that the caller asks for, if there are several.
    pub(super) chosen: Option<Chosen>,
}

impl Responding<'_> {
    /// The same for another status of the operation.
    #[doc(hidden)]
    #[must_use]
    pub fn of_status(&self, status: u16) -> Self {
        let body = self.operation.response_of(status, 0);
        Self {
            status: StatusCode::from_u16(status).unwrap_or(self.status),
            body: body.unwrap_or(ResponseBody::Empty),
            ..*self
        }
    }

    /// The same for a status that the handler chose from the class with this digit.
    ///
    /// # Errors
    /// An internal error if this response cannot have the status.
    #[doc(hidden)]
    pub fn of_class(&self, class: u16, status: u16) -> Result<Self, Rejection> {
        let to = self.of_status(status);
        let is_bodiless = matches!(status, 204 | 205 | 304);
        let problem = if !covers(class, status) {
            format!("is not in the class {class}XX of the response")
        } else if self.operation.has_own_response(status) {
            format!("has a response of its own, beside that of {class}XX")
        } else if is_bodiless && to.body != ResponseBody::Empty {
            "has no content".to_owned()
        } else {
            return Ok(to);
        };
        let problem = format!("the handler returned the status {status}, which {problem}");
        Err(Rejection::internal(problem.into()))
    }

    /// The same for one of the contents that callers choose from.
    ///
    /// # Errors
    /// An internal error if the caller asked for another one.
    #[doc(hidden)]
    pub fn of_choice(&self, status: u16, index: usize) -> Result<Self, Rejection> {
        if let Some(chosen) = self.chosen
            && chosen.index != index
        {
            let (asked, returned) = (chosen.index + 1, index + 1);
            let problem = format!(
                "the caller asked for content {asked} of the response, and the handler returned content {returned}"
            );
            return Err(Rejection::internal(problem.into()));
        }
        let body = self.operation.response_of(status, index);
        Ok(Self {
            body: body.unwrap_or(ResponseBody::Empty),
            ..self.of_status(status)
        })
    }

    /// The headers of a response.
    ///
    /// # Errors
    /// An internal error if no header can hold a value.
    #[doc(hidden)]
    pub fn headers(&self, values: &[(Field, &dyn ResponseHeader)]) -> Result<HeaderMap, Rejection> {
        let mut headers = HeaderMap::with_capacity(values.len());
        for (header, value) in values {
            let written = value.write(header, &mut headers);
            written.map_err(|problem| Rejection::internal(problem.into()))?;
        }
        Ok(headers)
    }

    /// A response with these headers.
    ///
    /// # Errors
    /// An internal error if the value cannot be sent.
    #[doc(hidden)]
    pub fn with_headers(
        &self,
        headers: HeaderMap,
        value: impl Respond,
    ) -> Result<Response, Rejection> {
        let mut response = value.respond(self)?;
        response.headers_mut().extend(headers);
        Ok(response)
    }
}

/// Every type of the values of an API is sent as JSON or text.
impl<T: Decode> Respond for T {
    fn respond(self, to: &Responding<'_>) -> Result<Response, Rejection> {
        let (media, envelope) = match to.body {
            ResponseBody::Empty if to.operation.method == Method::HEAD => {
                return Ok(response::head(to.status));
            }
            ResponseBody::Empty => return Ok(response::empty(to.status)),
            ResponseBody::Value => (JSON, None),
            ResponseBody::Envelope(name) => (JSON, Some(name)),
            ResponseBody::Json(media, envelope) => (media, envelope),
            ResponseBody::Text(media) => {
                let text = plain::write(&Encoded(&self))
                    .map_err(|error| Rejection::internal(error.into()))?;
                return response::text(to.status, media, text);
            }
            #[cfg(feature = "xml")]
            ResponseBody::Xml(media, root) => {
                let body = in_xml(&Encoded(&self), root).map_err(Rejection::internal)?;
                return Ok(response::of_media(media, to.status, body));
            }
            // The types of the values in a stream do not implement `Decode`.
            #[cfg(feature = "streams")]
            ResponseBody::Binary(_) | ResponseBody::Lines(_) | ResponseBody::Events(_) => {
                (JSON, None)
            }
            // `Responding` has the body of one status.
            ResponseBody::Choice(_) | ResponseBody::ByStatus(_) => (JSON, None),
        };
        let body = match envelope {
            None => to_json(Vec::with_capacity(CAPACITY), &Encoded(&self)),
            Some(name) => open(name)
                .and_then(|body| to_json(body, &Encoded(&self)))
                .map(close),
        };
        match body {
            Ok(body) => Ok(response::of_media(media, to.status, body)),
            Err(error) => Err(Rejection::internal(error.into())),
        }
    }
}

/// The response with a page whose body is only the list.
///
/// A link is a relative reference (RFC 8288, section 3.1): the server does not know the URL that its callers use.
///
/// # Errors
/// An internal error if the items or the position cannot be sent.
#[doc(hidden)]
pub fn send_page<P: ListPage<Item: Decode>>(
    page: P,
    to: &Responding<'_>,
) -> Result<Response, Rejection> {
    let (items, next) = page.into_parts();
    let mut response = items.respond(to)?;
    let Some(next) = next else {
        return Ok(response);
    };
    let position = next.to_text();
    if position.is_empty() {
        // As in a body, there is no next page.
        return Ok(response);
    }
    let (name, value) = match P::NEXT {
        NextPage::Header(name) => (HeaderName::from_static(name), position.into_owned()),
        NextPage::Link(parameter) => {
            let query = next_query(to.query, parameter, &position);
            (LINK, format!("<?{query}>; rel=\"next\""))
        }
    };
    let mut value =
        HeaderValue::try_from(value).map_err(|error| Rejection::internal(error.into()))?;
    // The query of the request may contain secrets.
    value.set_sensitive(true);
    response.headers_mut().insert(name, value);
    Ok(response)
}

/// The response to a request whose handler returned `result`.
///
/// # Errors
/// The response of an error, or an internal error if the value cannot be sent.
pub(super) fn respond<T: Respond, E: OperationError>(
    input: &Input,
    result: Result<T, E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    let value = result.map_err(|error| failed(error.status_error(), errors))?;
    let operation = input.operation();
    // Any success will do for a class of them.
    let status = StatusCode::from_u16(operation.success).unwrap_or(StatusCode::NO_CONTENT);
    let mut response = value.respond(&Responding {
        operation,
        status,
        body: operation.response,
        settings: input.settings,
        query: input.parts.uri.query().unwrap_or_default(),
        headers: &input.parts.headers,
        chosen: input.chosen,
    })?;
    if input.chosen.is_some_and(|chosen| chosen.is_negotiated) {
        // A cache must not send it to callers who accept something else (RFC 9110, section 12.5.5).
        let headers = response.headers_mut();
        headers.append(VARY, HeaderValue::from_static("accept"));
    }
    Ok(response)
}

/// The initial capacity of a body in bytes.
const CAPACITY: usize = 512;

/// The error of a handler.
fn failed(error: &dyn AnyStatusError, errors: &ErrorShape) -> Rejection {
    let cause = error.context().cause();
    // The handler could not read the request: that is not an internal error.
    #[cfg(feature = "streams")]
    if error.status() == StatusCode::INTERNAL_SERVER_ERROR
        && let Some(rejection) = cause.and_then(|cause| super::streams::invalid_request(&**cause))
    {
        return rejection;
    }
    match response::status_error(error, errors) {
        Ok(response) => Rejection::handler(response, cause.cloned()),
        Err(problem) => Rejection::internal(problem),
    }
}

/// The XML of a value.
#[cfg(feature = "xml")]
fn in_xml(
    value: &(impl serde_core::Serialize + ?Sized),
    root: &crate::xml::Root,
) -> Result<Vec<u8>, crate::codegen::BoxError> {
    let json = to_json(Vec::with_capacity(CAPACITY), value)?;
    Ok(crate::xml::from_json(
        &serde_json::from_slice(&json)?,
        root,
    )?)
}

/// Starts the object around a value: `{"data":`.
fn open(envelope: &str) -> serde_json::Result<Vec<u8>> {
    let mut body = Vec::with_capacity(CAPACITY);
    body.push(b'{');
    let mut body = to_json(body, envelope)?;
    body.push(b':');
    Ok(body)
}

fn close(mut body: Vec<u8>) -> Vec<u8> {
    body.push(b'}');
    body
}
