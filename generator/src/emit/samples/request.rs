//! The example of a request, in no particular language. The samples of all languages print the same one.

use super::literals::encode;
use super::request_body::{self, Body};
use super::{values, written};
use crate::api::{
    Api, Auth, Content, ContentKind, KeyPlace, Location, Method, Operation, PageParameter,
    Parameter, PathPart, PathSegment, Requirement, Scheme, SchemeKind, ServerId, Value,
};
use crate::naming::{kebab, shouty};

/// A request with the required parameters and those optional ones that [`is_shown`] selects.
pub(in crate::emit) struct Request {
    pub(in crate::emit) method: Method,
    /// The URL that the path is appended to.
    pub(in crate::emit) base: String,
    /// The path, encoded.
    pub(in crate::emit) path: String,
    /// The pairs of the query, encoded.
    pub(in crate::emit) query: Vec<String>,
    pub(in crate::emit) credentials: Vec<Credential>,
    pub(in crate::emit) headers: Vec<(String, String)>,
    /// The pairs of cookies, encoded.
    pub(in crate::emit) cookies: Vec<String>,
    pub(in crate::emit) body: Option<Body>,
    /// What the samples do with the response.
    pub(in crate::emit) response: Expected,
}

/// Credentials, in environment variables.
pub(in crate::emit) enum Credential {
    /// A name and a password (HTTP Basic).
    Basic { name: String, password: String },
    /// A header, a parameter in the query, or a cookie.
    Key {
        place: KeyPlace,
        name: String,
        /// What precedes the key in a header.
        prefix: String,
        variable: String,
    },
}

/// What a response is read as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::emit) enum Expected {
    Nothing,
    Json,
    Text,
    Bytes,
    /// Line by line, as the server sends them.
    Stream,
}

/// The example of a request, with this example of a body.
pub(in crate::emit) fn example(api: &Api, operation: &Operation, body: Option<&Value>) -> Request {
    let auth = api.auth.as_ref();
    let required = auth.and_then(|auth| auth.required(&operation.access).next());
    let credentials = auth
        .zip(required)
        .map(|(auth, requirement)| credentials(auth, requirement));
    let headers = shown(api, operation, Location::Header).flat_map(|(parameter, value)| {
        let values = written::header(parameter, &value).into_iter();
        values.map(|value| (parameter.name.clone(), value))
    });
    let cookies = shown(api, operation, Location::Cookie).map(|(parameter, value)| {
        format!("{}={}", parameter.name, written::cookie(parameter, &value))
    });
    let declared = operation.body.as_ref();
    Request {
        method: operation.method,
        base: base_url(
            api,
            operation.server.or_else(|| api.common_servers().next()),
        ),
        path: api.with_base_path(&path(api, operation)),
        query: shown(api, operation, Location::Query)
            .flat_map(|(parameter, value)| written::query(parameter, &value))
            .collect(),
        credentials: credentials.unwrap_or_default(),
        headers: headers.collect(),
        cookies: cookies.collect(),
        body: declared.and_then(|declared| request_body::example(api, &declared.content, body)),
        response: expected(&operation.response().content),
    }
}

impl Request {
    /// The URL without the query.
    pub(in crate::emit) fn url(&self) -> String {
        format!("{}{}", self.base, self.path)
    }

    /// The headers without credentials and cookies; a repeated one is in one line. The media type of a body
    /// is among them if it is not the media type of a form, which libraries send themselves.
    pub(in crate::emit) fn all_headers(&self) -> Vec<(String, String)> {
        let media = match &self.body {
            Some(Body::Json { media, .. } | Body::File { media, .. }) => Some(media),
            Some(Body::Form(_) | Body::Multipart(_)) | None => None,
        };
        let media = media.map(|media| ("Content-Type".to_owned(), media.clone()));
        let mut all: Vec<(String, String)> = Vec::new();
        for (name, value) in self.headers.iter().cloned().chain(media) {
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some((_, values)) => values.push_str(&format!(", {value}")),
                None => all.push((name, value)),
            }
        }
        all
    }

    /// The URL with the query.
    pub(in crate::emit) fn url_with_query(&self) -> String {
        let mark = if self.query.is_empty() { "" } else { "?" };
        format!("{}{mark}{}", self.url(), self.query.join("&"))
    }
}

fn expected(content: &Content) -> Expected {
    match content.kind {
        ContentKind::Empty => Expected::Nothing,
        ContentKind::Json { .. } | ContentKind::Page { .. } => Expected::Json,
        ContentKind::Xml { .. } | ContentKind::Form { .. } | ContentKind::Text => Expected::Text,
        ContentKind::Multipart { .. } | ContentKind::Binary => Expected::Bytes,
        ContentKind::Lines { .. } | ContentKind::Events(_) => Expected::Stream,
    }
}

/// The URL that paths are appended to: the URL of a server, if there is one.
pub(in crate::emit) fn base_url(api: &Api, server: Option<ServerId>) -> String {
    server.map_or_else(|| placeholder(api), |id| api.server(id).shown_url())
}

/// The URL of an API that names no servers. RFC 2606 reserves the top-level domain.
pub(in crate::emit) fn placeholder(api: &Api) -> String {
    format!("https://{}.example", kebab(&api.name))
}

/// What a request carries to meet a requirement.
pub(in crate::emit) fn credentials(auth: &Auth, required: Requirement<'_>) -> Vec<Credential> {
    let parts = auth.parts(required.scheme).into_iter();
    let name = |part: &Scheme| match required.kind {
        Some(kind) => kind.name.clone(),
        None => part.name.clone(),
    };
    parts
        .map(|part| credential(&name(part), &part.kind))
        .collect()
}

fn credential(name: &str, kind: &SchemeKind) -> Credential {
    let key = |place, key: &str, prefix: &str| Credential::Key {
        place,
        name: key.to_owned(),
        prefix: prefix.to_owned(),
        variable: key_variable(name),
    };
    let authorization = |prefix| key(KeyPlace::Header, "Authorization", prefix);
    match kind {
        SchemeKind::Basic => {
            let name = shouty(name);
            Credential::Basic {
                password: format!("{name}_PASSWORD"),
                name: format!("{name}_NAME"),
            }
        }
        SchemeKind::ApiKey(api_key) => {
            let prefix = api_key.prefix.as_deref().unwrap_or_default();
            key(api_key.place, &api_key.name, prefix)
        }
        SchemeKind::Custom => authorization(""),
        SchemeKind::Bearer
        | SchemeKind::OAuth2(_)
        | SchemeKind::OpenId { .. }
        | SchemeKind::All(_) => authorization("Bearer "),
    }
}

/// The environment variable for a kind of key. It ends in `KEY`, so that it is not a variable like `$USER` or
/// `$PATH`.
fn key_variable(kind: &str) -> String {
    let variable = shouty(kind);
    if variable.ends_with("_KEY") || variable == "KEY" {
        variable
    } else {
        format!("{variable}_KEY")
    }
}

/// The parameters of a location that a sample shows, with their values. The placeholder for an unknown
/// value is the parameter's name.
fn shown<'a>(
    api: &'a Api,
    operation: &'a Operation,
    location: Location,
) -> impl Iterator<Item = (&'a Parameter, Value)> {
    let here = operation
        .parameters
        .iter()
        .filter(move |parameter| parameter.location == location);
    here.filter(move |parameter| is_shown(api, parameter))
        .map(move |parameter| {
            let value = values::of_parameter(api, parameter);
            let value = value.unwrap_or_else(|| Value::Text(parameter.name.clone()));
            (parameter, value)
        })
}

/// Whether a sample shows a parameter: it is required, or it has an example or is the limit of a page, and is not
/// deprecated.
pub(in crate::emit) fn is_shown(api: &Api, parameter: &Parameter) -> bool {
    let is_limit = parameter.page == Some(PageParameter::Limit);
    let is_useful = is_limit || values::is_given(api, parameter);
    parameter.is_required() || is_useful && parameter.notes.deprecation.is_none()
}

fn path(api: &Api, operation: &Operation) -> String {
    let mut path = String::new();
    let mut values = shown(api, operation, Location::Path);
    // Path parameters are in the order of the path.
    let mut next = |name: &str| match values.next() {
        Some((parameter, value)) => written::path(parameter, &value),
        None => encode(name, '%'),
    };
    for segment in &operation.path {
        path.push('/');
        match segment {
            PathSegment::Literal(text) => path.push_str(text),
            PathSegment::Parameter(name) => path.push_str(&next(name)),
            PathSegment::Partial(parts) => {
                for part in parts {
                    match part {
                        PathPart::Literal(text) => path.push_str(text),
                        PathPart::Parameter(name) => path.push_str(&next(name)),
                    }
                }
            }
            // Its value has slashes.
            PathSegment::CatchAll(name) => path.push_str(&next(name).replace("%2F", "/")),
        }
    }
    path
}
