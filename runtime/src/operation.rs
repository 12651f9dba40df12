//! What client and server know about an operation.

use http::Method;

#[cfg(any(feature = "client", feature = "server"))]
use crate::error::covers;
#[cfg(feature = "streams")]
use crate::events::EventFormat;

/// An operation of the API. The generated crate has one static for each. The server puts it into
/// the extensions of requests and responses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// Its name in the specification, such as `list_guardrails`.
    pub name: &'static str,
    /// The method of its requests.
    pub method: Method,
    /// Its full path, with parameters as `{name}`.
    pub path: &'static str,
    /// Whether it is idempotent (RFC 9110, 9.2.2).
    pub idempotent: bool,
    /// The status of its successful response, or the first of several.
    pub success: u16,
    /// The body of its successful response.
    pub response: ResponseBody,
    /// The statuses of the errors that it documents. A digit stands for a class of statuses (`5` for all that begin
    /// with it), and 0 for all error statuses.
    pub error_statuses: &'static [u16],
}

#[cfg(any(feature = "client", feature = "server"))]
impl Operation {
    /// Whether the operation documents errors of a status.
    pub(crate) fn documents(&self, status: u16) -> bool {
        let mut statuses = self.error_statuses.iter();
        statuses.any(|statuses| covers(*statuses, status))
    }

    /// The body of the successful response with this status; `None` if the status is no success.
    pub(crate) fn response_of(&self, status: u16) -> Option<ResponseBody> {
        match self.response {
            ResponseBody::ByStatus(responses) => {
                let mut responses = responses.iter();
                let found = responses.find(|(of, _)| *of == status);
                found.map(|(_, body)| *body)
            }
            body => (status == self.success).then_some(body),
        }
    }
}

/// The body of a successful response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponseBody {
    /// None.
    Empty,
    /// The value as JSON.
    Value,
    /// A JSON object with one field of this name, which contains the value.
    Envelope(&'static str),
    /// JSON of this media type, such as `application/vnd.api+json`. If there is a name, the value is in a field of it.
    Json(&'static str, Option<&'static str>),
    /// Text in UTF-8 of this media type.
    Text(&'static str),
    /// Bytes of one of these media types or ranges of media types. The first is that of a [`Body`](crate::Body); a
    /// [`Media`](crate::Media) names its own.
    #[cfg(feature = "streams")]
    Binary(&'static [&'static str]),
    /// JSON lines of this media type.
    #[cfg(feature = "streams")]
    Lines(&'static str),
    /// Server-sent events.
    #[cfg(feature = "streams")]
    Events(&'static EventFormat),
    /// One of several, by the status. There is at least one, and none of them is this.
    ByStatus(&'static [(u16, ResponseBody)]),
}

/// The media type of server-sent events.
#[cfg(all(feature = "streams", any(feature = "client", feature = "server")))]
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

/// The media type of JSON.
#[cfg(feature = "client")]
const JSON: &str = "application/json";

#[cfg(feature = "client")]
impl ResponseBody {
    /// Whether the call returns before the body is complete.
    pub(crate) fn is_streamed(&self) -> bool {
        match self {
            Self::ByStatus(responses) => responses.iter().any(|(_, body)| body.is_streamed()),
            Self::Empty | Self::Value | Self::Envelope(_) | Self::Json(..) | Self::Text(_) => false,
            #[cfg(feature = "streams")]
            Self::Binary(_) | Self::Lines(_) | Self::Events(_) => true,
        }
    }

    /// Whether it is JSON of the usual media type.
    const fn is_json(&self) -> bool {
        matches!(self, Self::Value | Self::Envelope(_))
    }

    /// The media types that a client asks for, unless it is JSON.
    pub(crate) fn accept(&self) -> Option<String> {
        match self {
            Self::Empty | Self::Value | Self::Envelope(_) => None,
            Self::Json(media, _) | Self::Text(media) => Some((*media).to_owned()),
            #[cfg(feature = "streams")]
            Self::Lines(media) => Some((*media).to_owned()),
            #[cfg(feature = "streams")]
            Self::Binary(media) => Some(media.join(", ")),
            #[cfg(feature = "streams")]
            Self::Events(_) => Some(EVENT_STREAM.to_owned()),
            Self::ByStatus(responses) => {
                let mut all: Vec<String> = Vec::new();
                for (_, body) in *responses {
                    let media = body
                        .accept()
                        .or_else(|| body.is_json().then(|| JSON.to_owned()));
                    all.extend(media.filter(|media| !all.contains(media)));
                }
                let is_usual = all.is_empty() || all == [JSON];
                (!is_usual).then(|| all.join(", "))
            }
        }
    }
}
