//! What client and server know about an operation.

use http::Method;

use crate::choice::Choice;
#[cfg(any(feature = "server", all(feature = "client", feature = "multipart")))]
use crate::choice::SelectorPart;
#[cfg(any(feature = "client", feature = "server"))]
use crate::error::covers;
#[cfg(feature = "streams")]
use crate::events::EventFormat;
#[cfg(feature = "client")]
use crate::media_type;

/// An operation of the API. The generated crate has one static for each. The server puts it into
/// the extensions of requests and responses.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation {
    /// Its name in the specification, such as `list_guardrails`.
    pub name: &'static str,
    /// The method of its requests.
    pub method: Method,
    /// Its full path, with parameters as `{name}`.
    pub path: &'static str,
    /// Whether the operation is idempotent (RFC 9110, 9.2.2).
    pub idempotent: bool,
    /// The status of its successful response, or the first of several. A digit stands for a class of statuses.
    pub success: u16,
    /// The body of its successful response.
    pub(crate) response: ResponseBody,
    /// The statuses of the errors that it documents. A digit stands for a class of statuses (`5` for all that begin
    /// with it), and 0 for all error statuses.
    pub error_statuses: &'static [u16],
    /// Whether its requests or responses have values that are secret or personal.
    pub sensitive: bool,
    /// Since when it is deprecated, as the value of the header `Deprecation` (RFC 9745).
    pub deprecation: Option<&'static str>,
    /// When it is removed, as the value of the header `Sunset` (RFC 8594).
    pub sunset: Option<&'static str>,
}

impl Operation {
    /// An operation that is not idempotent, whose response is 200 without a body, and that documents no errors. None of
    /// its values are secret or personal.
    #[doc(hidden)]
    pub const fn new(name: &'static str, method: Method, path: &'static str) -> Self {
        Self {
            name,
            method,
            path,
            idempotent: false,
            success: 200,
            response: ResponseBody::Empty,
            error_statuses: &[],
            sensitive: false,
            deprecation: None,
            sunset: None,
        }
    }

    /// Its requests or responses have values that are secret or personal, so errors do not show bodies.
    #[doc(hidden)]
    #[must_use]
    pub const fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }

    /// The operation is deprecated since this time, a date of RFC 9651.
    #[doc(hidden)]
    #[must_use]
    pub const fn deprecated(mut self, since: &'static str) -> Self {
        self.deprecation = Some(since);
        self
    }

    /// The operation is removed at this time, an HTTP date.
    #[doc(hidden)]
    #[must_use]
    pub const fn sunset(mut self, at: &'static str) -> Self {
        self.sunset = Some(at);
        self
    }

    /// The operation is idempotent.
    #[doc(hidden)]
    #[must_use]
    pub const fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// The status of the successful response, or the first of several, and the body.
    #[doc(hidden)]
    #[must_use]
    pub const fn returns(mut self, status: u16, body: ResponseBody) -> Self {
        self.success = status;
        self.response = body;
        self
    }

    /// The statuses of the documented errors.
    #[doc(hidden)]
    #[must_use]
    pub const fn errors(mut self, statuses: &'static [u16]) -> Self {
        self.error_statuses = statuses;
        self
    }
}

#[cfg(any(feature = "client", feature = "server"))]
impl Operation {
    /// Whether the operation documents errors of a status.
    pub(crate) fn documents(&self, status: u16) -> bool {
        let mut statuses = self.error_statuses.iter();
        statuses.any(|statuses| covers(*statuses, status))
    }

    /// The body of the successful response with this status, if the caller asked for this content of several. `None` if
    /// the status is not a success.
    pub(crate) fn response_of(&self, status: u16, choice: usize) -> Option<ResponseBody> {
        let body = self.responses_of(status)?;
        Some(body.chosen(choice))
    }

    /// The body of the successful response with this status, which can be several to choose from.
    fn responses_of(&self, status: u16) -> Option<ResponseBody> {
        match self.response {
            ResponseBody::ByStatus(responses) => {
                let mut responses = responses.iter();
                // Classes follow the statuses that have their own response.
                let found = responses.find(|(statuses, _)| covers(*statuses, status));
                found.map(|(_, body)| *body)
            }
            body => covers(self.success, status).then_some(body),
        }
    }

    /// Whether the status has its own response beside the response of its class.
    #[cfg(feature = "server")]
    pub(crate) fn has_own_response(&self, status: u16) -> bool {
        match self.response {
            ResponseBody::ByStatus(responses) => {
                responses.iter().any(|(statuses, _)| *statuses == status)
            }
            _ => false,
        }
    }

    /// The contents that callers choose from.
    pub(crate) fn choices(&self) -> Option<&'static [Choice]> {
        let choices = |body: ResponseBody| match body {
            ResponseBody::Choice(choices) => Some(choices),
            _ => None,
        };
        match self.response {
            ResponseBody::ByStatus(responses) => {
                let mut responses = responses.iter();
                responses.find_map(|(_, body)| choices(*body))
            }
            body => choices(body),
        }
    }

    /// The name of the part of a multipart form that chooses a content, if one does.
    #[cfg(any(feature = "server", all(feature = "client", feature = "multipart")))]
    pub(crate) fn choosing_part(&self) -> Option<&'static str> {
        let choices = self.choices().unwrap_or_default();
        let mut selectors = choices.iter().filter_map(|choice| choice.selected_by);
        let part = selectors.find(|selector| selector.part == SelectorPart::Parts);
        part.map(|selector| selector.name)
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
    /// The value in XML of this media type.
    #[cfg(feature = "xml")]
    Xml(&'static str, &'static crate::xml::Root),
    /// Bytes of one of these media types or ranges of media types. The first is the media type of a
    /// [`Body`](crate::Body); a [`Media`](crate::Media) names its own.
    #[cfg(feature = "streams")]
    Binary(&'static [&'static str]),
    /// JSON lines of this media type.
    #[cfg(feature = "streams")]
    Lines(&'static str),
    /// Server-sent events.
    #[cfg(feature = "streams")]
    Events(&'static EventFormat),
    /// One of several, which the caller chooses. There are at least two, and each is one of the above.
    Choice(&'static [Choice]),
    /// One of several, by the status or, after these, by the digit of a class of statuses. There is at least one, and
    /// none of them is this.
    ByStatus(&'static [(u16, ResponseBody)]),
}

/// The media type of server-sent events.
#[cfg(all(feature = "streams", any(feature = "client", feature = "server")))]
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

/// The media type of JSON.
#[cfg(any(feature = "client", feature = "server"))]
const JSON: &str = "application/json";

#[cfg(any(feature = "client", feature = "server"))]
impl ResponseBody {
    /// The content that the caller asked for.
    pub(crate) fn chosen(self, choice: usize) -> Self {
        match self {
            Self::Choice(choices) => choices
                .get(choice)
                .map_or(Self::Empty, |choice| choice.body),
            body => body,
        }
    }

    /// Its media types and ranges of media types.
    pub(crate) fn media(&self) -> Vec<&'static str> {
        match self {
            Self::Empty | Self::Choice(_) | Self::ByStatus(_) => Vec::new(),
            Self::Value | Self::Envelope(_) => vec![JSON],
            Self::Json(media, _) | Self::Text(media) => vec![media],
            #[cfg(feature = "xml")]
            Self::Xml(media, _) => vec![media],
            #[cfg(feature = "streams")]
            Self::Lines(media) => vec![media],
            #[cfg(feature = "streams")]
            Self::Binary(media) => media.to_vec(),
            #[cfg(feature = "streams")]
            Self::Events(_) => vec![EVENT_STREAM],
        }
    }
}

/// The quality of media types that only errors have.
#[cfg(feature = "client")]
const LESS_LIKED: &str = ";q=0.9";

#[cfg(feature = "client")]
impl Operation {
    /// The bodies of all successful responses, if the caller asked for this content of several.
    fn bodies(&self, choice: usize) -> Vec<ResponseBody> {
        let by_status = match &self.response {
            ResponseBody::ByStatus(responses) => *responses,
            body => &[(self.success, *body)],
        };
        let bodies = by_status.iter();
        bodies.map(|(_, body)| body.chosen(choice)).collect()
    }

    /// Whether the call returns before the body is complete.
    #[cfg(feature = "streams")]
    pub(crate) fn is_streamed(&self, choice: usize) -> bool {
        self.bodies(choice).iter().any(ResponseBody::is_streamed)
    }

    /// Whether the response can be events that the client continues when the connection breaks.
    #[cfg(feature = "streams")]
    pub(crate) fn is_resumable(&self, choice: usize) -> bool {
        let bodies = self.bodies(choice);
        bodies
            .iter()
            .any(|body| matches!(body, ResponseBody::Events(format) if format.resumable))
    }

    /// The media types that a client asks for, unless it is JSON: the media types of the successful responses, and then of
    /// the errors, which servers may use only if they have nothing else to send (RFC 9110, section 12.5.1).
    pub(crate) fn accept<'m>(
        &self,
        choice: usize,
        errors: impl Iterator<Item = &'m str>,
    ) -> Option<String> {
        let choices = self.choices().unwrap_or_default();
        let bodies = match choices.get(choice) {
            // The media types of other statuses could belong to other choices.
            Some(chosen) => vec![chosen.body],
            None => self.bodies(choice),
        };
        let mut all: Vec<&str> = Vec::new();
        for media in bodies.iter().flat_map(ResponseBody::media) {
            if !all.contains(&media) {
                all.push(media);
            }
        }
        let count = all.len();
        let is_choice = |media: &str| {
            let mut choices = choices.iter();
            choices.any(|choice| media_type::is_one_of(&choice.body.media(), media.as_bytes()))
        };
        for media in errors {
            if !media_type::is_one_of(&all, media.as_bytes()) && !is_choice(media) {
                all.push(media);
            }
        }
        if all.is_empty() || all == [JSON] {
            return None;
        }
        let (successes, errors) = all.split_at(count);
        let mut accept = successes.join(", ");
        for media in errors {
            if !accept.is_empty() {
                accept.push_str(", ");
            }
            accept.push_str(media);
            if count > 0 {
                accept.push_str(LESS_LIKED);
            }
        }
        Some(accept)
    }

    /// Whether a response has another of the contents that the caller can choose from than the one it asked for. Bytes
    /// are bytes, whatever their media type is.
    pub(crate) fn is_other_choice(&self, status: u16, choice: usize, media: Option<&[u8]>) -> bool {
        let (Some(ResponseBody::Choice(choices)), Some(media)) = (self.responses_of(status), media)
        else {
            return false;
        };
        let is_sent = |choice: &&Choice| media_type::is_one_of(&choice.body.media(), media);
        let asked = choices.get(choice);
        let are_bytes = |found: &Choice| {
            let mut bodies = [Some(found), asked].into_iter();
            bodies.all(|choice| choice.is_some_and(|choice| choice.body.is_binary()))
        };
        let found = choices
            .iter()
            .find(is_sent)
            .filter(|_| !asked.as_ref().is_some_and(is_sent));
        found.is_some_and(|found| !are_bytes(found))
    }
}

#[cfg(feature = "client")]
impl ResponseBody {
    const fn is_binary(&self) -> bool {
        match self {
            Self::Empty
            | Self::Value
            | Self::Envelope(_)
            | Self::Json(..)
            | Self::Text(_)
            | Self::Choice(_)
            | Self::ByStatus(_) => false,
            #[cfg(feature = "xml")]
            Self::Xml(..) => false,
            #[cfg(feature = "streams")]
            Self::Lines(_) | Self::Events(_) => false,
            #[cfg(feature = "streams")]
            Self::Binary(_) => true,
        }
    }

    /// Whether the call returns before the body is complete.
    pub(crate) fn is_streamed(&self) -> bool {
        match self {
            Self::Empty
            | Self::Value
            | Self::Envelope(_)
            | Self::Json(..)
            | Self::Text(_)
            | Self::Choice(_)
            | Self::ByStatus(_) => false,
            #[cfg(feature = "xml")]
            Self::Xml(..) => false,
            #[cfg(feature = "streams")]
            Self::Binary(_) | Self::Lines(_) | Self::Events(_) => true,
        }
    }
}
