//! Errors: what operations document, and the body that error responses have.

use std::{fmt, iter};

use super::{Field, Notes, Parameter, TypeRef, Value};

/// Refers to an [`ErrorDef`] of the same [`Api`](super::Api).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorId(pub(crate) usize);

impl ErrorId {
    /// The index of the definition in [`Api::errors`](super::Api::errors).
    pub fn index(self) -> usize {
        self.0
    }
}

/// The statuses of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// This status.
    Exact(u16),
    /// All statuses that begin with this digit and have no other response.
    Class(u8),
    /// All statuses that have no other response.
    Default,
}

impl Status {
    /// Whether it is from 200 to 299.
    pub fn is_success(self) -> bool {
        match self {
            Self::Exact(status) => (200..=299).contains(&status),
            Self::Class(class) => class == 2,
            Self::Default => false,
        }
    }

    /// The status, if it is only one.
    pub fn exact(self) -> Option<u16> {
        match self {
            Self::Exact(status) => Some(status),
            Self::Class(_) | Self::Default => None,
        }
    }

    /// The class of a status.
    pub(crate) fn of_class(status: u16) -> Self {
        Self::Class(u8::try_from(status / 100).unwrap_or_default())
    }

    /// Whether an error with these statuses can have this one.
    pub(crate) fn covers(self, status: u16) -> bool {
        match self {
            Self::Exact(own_status) => own_status == status,
            Self::Class(_) => self == Self::of_class(status),
            Self::Default => (400..600).contains(&status),
        }
    }

    /// The status of an error whose handler sets none.
    pub(crate) fn default_status(self) -> u16 {
        match self {
            Self::Exact(status) => status,
            Self::Class(digit) => u16::from(digit) * 100,
            Self::Default => 500,
        }
    }

    /// The statuses that also include it, from the narrowest: the class of a status, and all that have no other response.
    pub(crate) fn wider(self) -> impl Iterator<Item = Self> {
        let class = match self {
            Self::Exact(status) => Some(Self::of_class(status)),
            Self::Class(_) | Self::Default => None,
        };
        let rest = (self != Self::Default).then_some(Self::Default);
        class.into_iter().chain(rest)
    }

    /// The number by which generated code names the statuses: a status itself, the digit of a class, and 0 for all
    /// statuses that have no other response.
    pub(crate) fn encoded(self) -> u16 {
        match self {
            Self::Exact(status) => status,
            Self::Class(digit) => u16::from(digit),
            Self::Default => 0,
        }
    }
}

/// As operations list it, and as it is in OpenAPI: `404`, `5XX`, `default`.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(status) => status.fmt(f),
            Self::Class(digit) => write!(f, "{digit}XX"),
            Self::Default => f.write_str("default"),
        }
    }
}

/// The media type of problem details (RFC 9457, section 6.1).
pub(crate) const PROBLEM: &str = "application/problem+json";

/// An error that operations document.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorDef {
    /// The statuses of the response.
    pub status: Status,
    /// Whether other errors have the same status.
    pub shares_status: bool,
    /// Its name in UpperCamelCase: `TooManyRequests`.
    pub name: String,
    /// The body of the response.
    pub content: ErrorContent,
    /// When the server responds with it.
    pub when: Option<String>,
    /// Whether the same request may succeed later.
    pub retry: bool,
    /// Whether the layers around the handlers may respond with it to a request for any operation.
    pub implied: bool,
    /// The headers of the response.
    pub headers: Vec<Parameter>,
    /// Description and decisions.
    pub notes: Notes,
}

impl ErrorDef {
    /// The error whose body the layers around the handlers send with a status: the error of the status, or else of its
    /// class, or else of all statuses.
    pub(crate) fn describing(status: u16, errors: &[Self]) -> Option<ErrorId> {
        let status = Status::Exact(status);
        let index = iter::once(status).chain(status.wider()).find_map(|status| {
            let mut errors = errors.iter();
            errors.position(|error| error.status == status && error.has_default_body())
        });
        index.map(ErrorId)
    }

    /// Whether its body has the shape that all errors have, and nothing distinguishes it from other errors of its
    /// status. Layers that know only the status respond with such errors.
    pub(crate) fn has_default_body(&self) -> bool {
        matches!(self.content, ErrorContent::Standard { .. }) && self.distinguishing_count() == 0
    }

    /// How many values of its body distinguish it from other errors of its status: its code, and the values of fields.
    pub(crate) fn distinguishing_count(&self) -> usize {
        self.distinguishing_code().iter().count() + self.distinguishing_fields().count()
    }

    /// The fields whose values distinguish the error from other errors of its status.
    pub(crate) fn distinguishing_fields(&self) -> impl Iterator<Item = &BodyField> {
        let fields = self.fields().iter().filter(|field| field.has_own_value);
        fields.filter(|_| self.shares_status)
    }

    /// The fields of the body that have a value unless a handler sets them, with the values.
    pub(crate) fn field_values(&self) -> Vec<(String, Value)> {
        let fields = self.fields().iter();
        let values =
            fields.filter_map(|field| Some((field.field.name.clone(), field.value.clone()?)));
        values.collect()
    }

    /// The further fields of its body, if it has the shape that all errors have.
    pub fn fields(&self) -> &[BodyField] {
        let ErrorContent::Standard { fields, .. } = &self.content else {
            return &[];
        };
        fields
    }

    /// The code that distinguishes the error from other errors of its status.
    pub fn distinguishing_code(&self) -> Option<&str> {
        self.code().filter(|_| self.shares_status)
    }

    /// The code of the response, if it has one.
    pub fn code(&self) -> Option<&str> {
        let ErrorContent::Standard { code, .. } = &self.content else {
            return None;
        };
        code.as_deref()
    }

    /// The default message, if the error has one.
    pub fn message(&self) -> Option<&str> {
        let ErrorContent::Standard { message, .. } = &self.content else {
            return None;
        };
        Some(message)
    }

    /// Whether it has a body that is not the shape of the API's errors.
    pub fn has_own_body(&self) -> bool {
        matches!(
            self.content,
            ErrorContent::Json { .. } | ErrorContent::Text { .. } | ErrorContent::Binary { .. }
        )
    }

    /// The types of its body, of its further fields and of its headers.
    pub(crate) fn types(&self) -> impl Iterator<Item = &TypeRef> {
        let body = match &self.content {
            ErrorContent::Json { ty, .. } => Some(ty),
            ErrorContent::Standard { .. }
            | ErrorContent::Text { .. }
            | ErrorContent::Binary { .. }
            | ErrorContent::Empty => None,
        };
        let headers = self.headers.iter().map(|header| &header.ty);
        let fields = self.fields().iter().map(|field| &field.field.ty);
        body.into_iter().chain(fields).chain(headers)
    }
}

/// The body of an error.
#[derive(Debug, Clone, PartialEq)]
pub enum ErrorContent {
    /// The body that all errors have unless they declare another one: [`ErrorBody`].
    Standard {
        /// The message if the handler sets none.
        message: String,
        /// The error's own code.
        code: Option<String>,
        /// The fields that all errors have, and the fields that only this error has.
        fields: Vec<BodyField>,
    },
    /// A JSON value.
    Json {
        /// If there is an envelope, the value is the only field of an object, and this is its name.
        envelope: Option<String>,
        /// The type of the value.
        ty: TypeRef,
        /// The media type.
        media: String,
    },
    /// Text.
    Text {
        /// The media type.
        media: String,
    },
    /// Bytes.
    Binary {
        /// The media type.
        media: String,
    },
    /// No body.
    Empty,
}

/// The errors of an operation that share one entry of its responses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrorResponse {
    /// The statuses.
    pub status: Status,
    /// The errors that the operation documents, which its handler can return.
    pub documented: Vec<ErrorId>,
    /// Whether the layers around the handler respond with this status too, and no documented error
    /// describes that response.
    pub implied: bool,
}

/// The names of the fields of an error response. `None` means that responses do not have the field.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorBody {
    /// The media type.
    pub media: String,
    /// The field that wraps the others.
    pub envelope: Option<String>,
    /// The field that repeats the status.
    pub status: Option<String>,
    /// The field with the error's own code.
    pub code: Option<ErrorField>,
    /// The field with the message.
    pub message: Option<String>,
    /// The field with the first invalid parameter.
    pub parameter: Option<ErrorField>,
    /// The field for details.
    pub metadata: Option<ErrorField>,
    /// The further fields of all errors.
    pub fields: Vec<BodyField>,
    /// Description and decisions.
    pub notes: Notes,
}

/// A further field of an error response.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyField {
    /// The field.
    pub field: Field,
    /// Whether only one error has it.
    pub is_own: bool,
    /// Its value, unless the handler sets another one: text, an integer or a boolean.
    pub value: Option<Value>,
    /// Whether the error, and not the shape of all errors, gives it its value.
    pub has_own_value: bool,
}

/// The values of one error response.
#[derive(Debug, Clone, Default)]
pub(crate) struct ErrorExample<'a> {
    pub(crate) status: u16,
    pub(crate) code: Option<&'a str>,
    pub(crate) message: &'a str,
    pub(crate) parameter: Option<&'a str>,
    pub(crate) metadata: Option<Value>,
    /// Further fields.
    pub(crate) fields: Vec<(String, Value)>,
}

/// What the fields of error responses contain.
impl ErrorBody {
    pub(crate) const STATUS: &str = "Repeats the status.";
    pub(crate) const CODE: &str = "The error's own code, for programs.";
    pub(crate) const MESSAGE: &str = "What went wrong, for people.";
    pub(crate) const PARAMETER: &str = "The first invalid parameter.";
    pub(crate) const METADATA: &str = "Details for programs.";
}

impl ErrorBody {
    /// An example of a response.
    pub(crate) fn example(&self, case: ErrorExample<'_>) -> Value {
        let text = |text: &str| Value::Text(text.to_owned());
        let plain = |name: &Option<String>, value: Value| Some((name.clone()?, value));
        let field = |field: &Option<ErrorField>, value: Option<Value>| {
            let field = field.as_ref()?;
            let value = value.or((!field.optional).then_some(Value::Null))?;
            Some((field.name.clone(), value))
        };
        let fields = [
            plain(&self.status, i64::from(case.status).into()),
            field(&self.code, case.code.map(text)),
            plain(&self.message, text(case.message)),
            field(&self.parameter, case.parameter.map(text)),
            field(&self.metadata, case.metadata),
        ];
        let fields = fields.into_iter().flatten().chain(case.fields);
        let inner = Value::Object(fields.collect());
        match &self.envelope {
            Some(envelope) => Value::Object(vec![(envelope.clone(), inner)]),
            None => inner,
        }
    }
}

/// A field that not every error response has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorField {
    /// Its name.
    pub name: String,
    /// Whether it is omitted, instead of sent as null, if it has no value.
    pub optional: bool,
}
