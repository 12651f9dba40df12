//! Operations: requests, responses and errors.

use std::fmt;

use super::{
    Access, AdditionalFields, Api, Conditional, Content, ContentKind, ContentVariant, ErrorId,
    FieldRules, Notes, Order, PageParameter, PagerId, Paging, Presence, Response, Rules, Scalar,
    SelectorPart, Sensitivity, ServerId, Style, Type, TypeKind, TypeRef, Value,
};

/// An operation: one method on one path.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// The name in the document, in snake_case: `list_guardrails`.
    pub name: String,
    /// The section that it belongs to.
    pub group: String,
    /// Description and decisions.
    pub notes: Notes,
    /// The HTTP method.
    pub method: Method,
    /// The path after the base path, segment by segment.
    pub path: Vec<PathSegment>,
    /// Its server, if it is not the one that the other operations are on.
    pub server: Option<ServerId>,
    /// Who may call it.
    pub access: Access,
    /// Path parameters in the order of the path, then query, header and cookie parameters in the order
    /// of the document. They include the parameters of the [`Pager`](super::Pager).
    pub parameters: Vec<Parameter>,
    /// The request body.
    pub body: Option<Body>,
    /// The successful responses; at least one.
    pub responses: Vec<Response>,
    /// The validators by which callers find out whether their copy of the content is current, if the operation has any.
    pub conditional: Option<Conditional>,
    /// The order of the items, if the response is a page.
    pub order: Option<Order>,
    /// How the client pages the list, if the response is not a page.
    pub paging: Option<Paging>,
    /// Whether it is idempotent (RFC 9110, section 9.2.2).
    pub idempotent: bool,
    /// The errors that it documents, by status. Its handler can return them.
    pub errors: Vec<ErrorId>,
    /// The statuses that the rules of the API imply, in order: the layers around the handler respond
    /// with them, and no documented error describes the response.
    pub implied: Vec<u16>,
    /// The signature, if the operation is a webhook.
    pub webhook: Option<Webhook>,
}

/// The properties that only webhooks have. A webhook is an operation that the API calls and others serve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// The header with the signature.
    pub signature: Option<String>,
}

/// Whether this is the header with a signature by the Standard Webhooks specification.
pub(crate) fn is_standard_signature(header: &str) -> bool {
    header.eq_ignore_ascii_case("Webhook-Signature")
}

const STANDARD_SIGNATURE: &str = "\
    Signatures by [Standard Webhooks](https://www.standardwebhooks.com), separated by spaces. At least one of them must \
    be `v1,` and the base64 of HMAC-SHA256 over `{Webhook-Id}.{Webhook-Timestamp}.{body}`, with the bytes of the body as \
    they arrive. The key is the base64 after `whsec_` in the secret, decoded. Compare in constant time.";

impl Webhook {
    /// The headers of the signature, as parameters. `own` are the other parameters of the webhook.
    fn parameters(&self, own: &[Parameter]) -> Vec<Parameter> {
        let Some(header) = &self.signature else {
            return Vec::new();
        };
        let is_standard = is_standard_signature(header);
        let required = |name: &str, doc: &str| Parameter {
            presence: Presence::Required,
            ..Parameter::new(name.to_owned(), Location::Header, Notes::of(doc))
        };
        let mut all = Vec::new();
        if is_standard {
            let has_id = own
                .iter()
                .any(|own| own.name.eq_ignore_ascii_case("Webhook-Id"));
            let doc = "Identifies the webhook: it is the same with each try.";
            all.extend((!has_id).then(|| required("Webhook-Id", doc)));
            let doc = "When this try was sent, in seconds since 1970. Reject webhooks that were sent more than 5 minutes ago.";
            all.push(required("Webhook-Timestamp", doc));
        }
        let doc = match is_standard {
            true => STANDARD_SIGNATURE,
            false => "The signature of the body.",
        };
        all.push(Parameter {
            sensitivity: Sensitivity::Secret,
            ..required(header, doc)
        });
        all
    }
}

impl Operation {
    /// All parameters of its requests: its conditions too, and for a webhook, the headers of its signature.
    pub fn all_parameters(&self) -> Vec<Parameter> {
        let signature = self.webhook.iter();
        let signature = signature.flat_map(|webhook| webhook.parameters(&self.parameters));
        let conditions = self
            .conditional
            .into_iter()
            .flat_map(Conditional::parameters);
        let own = self.parameters.iter().cloned();
        own.chain(conditions).chain(signature).collect()
    }

    /// The headers of a successful response: its own, and the validators of its content.
    pub fn headers_of(&self, response: &Response) -> Vec<Parameter> {
        let own = response.headers.iter().cloned();
        let conditional = self.conditional.filter(|_| response.status.is_success());
        own.chain(conditional.into_iter().flat_map(Conditional::validators))
            .collect()
    }

    /// The path template with parameters in braces, without the base path; empty for the root.
    pub fn template(&self) -> String {
        let segments = self.path.iter().map(|segment| format!("/{segment}"));
        segments.collect()
    }

    /// The first successful response.
    pub fn response(&self) -> &Response {
        &self.responses[0]
    }

    /// The contents that callers choose from.
    pub fn choices(&self) -> impl Iterator<Item = (&ContentVariant, &Content)> {
        let responses = self.responses.iter();
        responses.filter_map(|response| Some((response.choice.as_ref()?, &response.content)))
    }

    /// Whether a field of a multipart form chooses the content. The handler finds out when it reads the form.
    pub fn is_chosen_by_part(&self) -> bool {
        let mut selectors = self
            .choices()
            .filter_map(|(choice, _)| choice.selected_by.as_ref());
        self.body.as_ref().is_some_and(Body::is_multipart)
            && selectors.any(|selector| selector.part == SelectorPart::Body)
    }

    /// Whether the header `Accept` chooses a content.
    pub fn is_negotiated(&self) -> bool {
        is_negotiated(&self.responses)
    }

    /// The types of the parameters and of the body of a request.
    pub fn sent(&self) -> impl Iterator<Item = &TypeRef> {
        let parameters = self.parameters.iter().map(|parameter| &parameter.ty);
        let body = self.body.iter();
        let contents = body.flat_map(Body::contents);
        parameters.chain(contents.flat_map(|(_, content, _)| content.types()))
    }

    /// The types of the contents and of the headers of the successful responses.
    pub fn returned(&self) -> impl Iterator<Item = &TypeRef> {
        let responses = self.responses.iter();
        responses.flat_map(|response| {
            let headers = response.headers.iter().map(|header| &header.ty);
            response.content.types().into_iter().chain(headers)
        })
    }

    /// The pager, if it returns a page. The operation's parameters include the parameters of the pager.
    pub fn pager(&self) -> Option<PagerId> {
        let mut responses = self.responses.iter();
        responses.find_map(|response| response.content.pager())
    }
}

/// Whether the header `Accept` chooses a content.
pub(crate) fn is_negotiated(responses: &[Response]) -> bool {
    let choices = responses
        .iter()
        .filter_map(|response| response.choice.as_ref());
    choices
        .filter(|choice| choice.selected_by.is_none())
        .count()
        > 1
}

/// An HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are the methods")]
pub enum Method {
    Get,
    Put,
    Post,
    Delete,
    Patch,
    Head,
    Options,
    Trace,
}

impl Method {
    /// Every method, in the order of the language's reference.
    pub const ALL: [Self; 8] = [
        Self::Get,
        Self::Put,
        Self::Post,
        Self::Delete,
        Self::Patch,
        Self::Head,
        Self::Options,
        Self::Trace,
    ];

    /// The method as it is written in a request.
    pub fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Put => "PUT",
            Self::Post => "POST",
            Self::Delete => "DELETE",
            Self::Patch => "PATCH",
            Self::Head => "HEAD",
            Self::Options => "OPTIONS",
            Self::Trace => "TRACE",
        }
    }

    /// The method of that name, in capitals.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Whether the method is idempotent by RFC 9110, section 9.2.2.
    pub fn is_idempotent(self) -> bool {
        match self {
            Self::Get | Self::Put | Self::Delete | Self::Head | Self::Options | Self::Trace => true,
            Self::Post | Self::Patch => false,
        }
    }
}

/// One part of a path, between two slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathSegment {
    /// Literal text, percent-encoded as in requests. It may be empty: between two slashes, and after one at the end.
    Literal(String),
    /// The value of the path parameter of this name.
    Parameter(String),
    /// Literals and parameters, at least one of each.
    Partial(Vec<PathPart>),
    /// All segments that follow, as the value of the path parameter of this name.
    CatchAll(String),
}

/// A part of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathPart {
    /// Literal text.
    Literal(String),
    /// The value of the path parameter of this name.
    Parameter(String),
}

/// As it is written in a route: `{name}`, `{*path}`.
impl fmt::Display for PathSegment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(text) => f.write_str(text),
            Self::Parameter(name) => write!(f, "{{{name}}}"),
            Self::CatchAll(name) => write!(f, "{{*{name}}}"),
            Self::Partial(parts) => parts.iter().try_for_each(|part| match part {
                PathPart::Literal(text) => f.write_str(text),
                PathPart::Parameter(name) => write!(f, "{{{name}}}"),
            }),
        }
    }
}

impl PathSegment {
    /// The names of its parameters.
    pub fn parameters(&self) -> Vec<&str> {
        match self {
            Self::Literal(_) => Vec::new(),
            Self::Parameter(name) | Self::CatchAll(name) => vec![name],
            Self::Partial(parts) => {
                let names = parts.iter().filter_map(|part| match part {
                    PathPart::Literal(_) => None,
                    PathPart::Parameter(name) => Some(name.as_str()),
                });
                names.collect()
            }
        }
    }
}

/// The location of a parameter in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Location {
    /// A segment of the path.
    Path,
    /// The query.
    Query,
    /// A header.
    Header,
    /// A cookie.
    Cookie,
}

impl Location {
    /// The part of a request, as named by OpenAPI and by validation errors.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::Header => "header",
            Self::Cookie => "cookie",
        }
    }
}

/// A parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Its name on the wire.
    pub name: String,
    /// Its name in Rust, if the document has one.
    pub rust_name: Option<String>,
    /// Its location.
    pub location: Location,
    /// Description and decisions.
    pub notes: Notes,
    /// Its type.
    pub ty: TypeRef,
    /// How its value is written.
    pub style: Style,
    /// Whether reserved characters are not encoded in its value. Only the query has such parameters.
    pub allow_reserved: bool,
    /// Whether it is required.
    pub presence: Presence,
    /// Whether the document requires it although it is optional here, as all headers of errors are.
    pub is_always_sent: bool,
    /// The default that the document states although the parameter cannot have one.
    pub stated_default: Option<Value>,
    /// The constraints of its value.
    pub rules: FieldRules,
    /// Whether its value may be shown.
    pub sensitivity: Sensitivity,
    /// An example.
    pub example: Option<Value>,
    /// Whether it is the key that makes the operation idempotent, which clients create.
    pub is_idempotency_key: bool,
    /// The value that it always has. Its presence says whether a server requires it.
    pub constant: Option<Value>,
    /// Its role in paging, if it is a parameter of a [`Pager`](super::Pager).
    pub page: Option<PageParameter>,
}

impl Parameter {
    /// A parameter of text, which is optional, public and without constraints.
    pub(crate) fn new(name: String, location: Location, notes: Notes) -> Self {
        Self {
            name,
            rust_name: None,
            location,
            notes,
            ty: TypeRef::new(Type::Scalar(Scalar::String)),
            style: Style::Single,
            allow_reserved: false,
            presence: Presence::Optional,
            is_always_sent: false,
            stated_default: None,
            rules: FieldRules::default(),
            sensitivity: Sensitivity::Public,
            example: None,
            constant: None,
            is_idempotency_key: false,
            page: None,
        }
    }

    /// Whether it is always present in a request, except for empty lists.
    pub fn is_required(&self) -> bool {
        self.presence == Presence::Required
    }

    /// Whether the parameter is a map of all query parameters that no other parameter declares, or an object that keeps
    /// them.
    pub fn collects_remaining_query(&self, api: &Api) -> bool {
        match (self.style, &self.ty.ty) {
            (Style::Flat(_), Type::Map(_)) => true,
            (Style::Flat(_), Type::Named(id)) => match &api.type_def(*id).kind {
                TypeKind::Object(object) => matches!(object.others, AdditionalFields::Kept(..)),
                TypeKind::Tuple(_)
                | TypeKind::Enum(_)
                | TypeKind::Newtype(_)
                | TypeKind::Union(_)
                | TypeKind::Alias(_) => false,
            },
            (_, Type::Scalar(_) | Type::List(_) | Type::Map(_) | Type::Named(_)) => false,
        }
    }

    /// Whether it has any number of values: it is a list, and not written as JSON.
    pub fn is_list(&self) -> bool {
        match self.style {
            Style::Repeated
            | Style::Comma
            | Style::Space
            | Style::Pipe
            | Style::Label
            | Style::Matrix => true,
            Style::Single | Style::Fields(_) | Style::Deep(_) | Style::Flat(_) | Style::Json => {
                false
            }
        }
    }

    /// Whether its value may be shown: the parameter's own sensitivity, or else the sensitivity of its type.
    pub fn sensitivity_of_value(&self, api: &Api) -> Sensitivity {
        match self.ty.ty {
            Type::Named(id) if self.sensitivity == Sensitivity::Public => {
                api.type_def(id).sensitivity
            }
            Type::Named(_) | Type::Scalar(_) | Type::List(_) | Type::Map(_) => self.sensitivity,
        }
    }

    /// Whether a request without the parameter is valid. An empty list is sent as no parameter at all, unless it is
    /// written as JSON. A path always has all its segments.
    pub fn may_be_omitted(&self) -> bool {
        let may_be_empty = self.is_list()
            && self.location != Location::Path
            && self.rules.min_items.unwrap_or_default() == 0;
        self.presence != Presence::Required || may_be_empty
    }
}

/// A request body.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Its content, or the first of several.
    pub content: Content,
    /// The name of that content, if there are several.
    pub choice: Option<ContentVariant>,
    /// The other contents. The media type of a request tells them apart.
    pub others: Vec<BodyContent>,
    /// Whether it may be absent.
    pub optional: bool,
    /// The constraints of its value, or of each of its values.
    pub rules: Rules,
    /// The maximum size in bytes, if it is not the limit of the server.
    pub max_size: Option<u64>,
    /// A JSON Schema that it satisfies besides its type.
    pub schema: Option<Value>,
    /// Description and decisions.
    pub notes: Notes,
}

/// One of several contents of a request body.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyContent {
    /// The name of the content.
    pub variant: ContentVariant,
    /// The media type and the type of the content.
    pub content: Content,
    /// The constraints of its value.
    pub rules: Rules,
}

impl Body {
    /// All contents, with their names if there are several, and the constraints of their values.
    pub fn contents(
        &self,
    ) -> impl Iterator<Item = (Option<&ContentVariant>, &Content, &Rules)> + Clone {
        let others = self.others.iter();
        let others = others.map(|other| (Some(&other.variant), &other.content, &other.rules));
        std::iter::once((self.choice.as_ref(), &self.content, &self.rules)).chain(others)
    }

    /// Whether it is a multipart form.
    pub const fn is_multipart(&self) -> bool {
        matches!(self.content.kind, ContentKind::Multipart { .. })
    }

    /// Whether it is a form, whose values are text.
    pub const fn is_form(&self) -> bool {
        matches!(self.content.kind, ContentKind::Form { .. })
    }
}
