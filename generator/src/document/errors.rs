//! Errors, and the shape of their responses.

use std::fmt;

use super::{FieldEntry, Notes, TypeExpr, TypeExprKind};
use crate::api::{PROBLEM, Scalar, Status};
use crate::node::Node;
use crate::source::{Span, Spanned};

/// An error as written.
#[derive(Debug, Clone)]
pub(crate) struct ErrorEntry {
    pub(crate) key: Spanned<ErrorKey>,
    pub(crate) status: Spanned<Status>,
    pub(crate) name: Spanned<String>,
    /// The message; an error with its own body has none.
    pub(crate) message: Option<Spanned<String>>,
    /// The own body of the error.
    pub(crate) body: Option<ErrorContentEntry>,
    pub(crate) code: Option<Spanned<String>>,
    /// Values of fields.
    pub(crate) values: Vec<ValueEntry>,
    /// Further fields of its body.
    pub(crate) fields: Vec<FieldEntry>,
    pub(crate) when: Option<String>,
    pub(crate) retry: bool,
    pub(crate) implied: bool,
    pub(crate) headers: Vec<FieldEntry>,
    pub(crate) notes: Notes,
}

/// The key of an error, by which operations list it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum ErrorKey {
    /// The status of the error.
    Status(Status),
    /// The name of the error, if it has a key `status`.
    Name(String),
}

impl fmt::Display for ErrorKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => status.fmt(f),
            Self::Name(name) => f.write_str(name),
        }
    }
}

/// The own body of an error.
#[derive(Debug, Clone)]
pub(crate) struct ErrorContentEntry {
    pub(crate) kind: ErrorContentEntryKind,
    pub(crate) span: Span,
    /// The field that wraps the value.
    pub(crate) envelope: Option<Spanned<String>>,
    pub(crate) media: Option<Spanned<String>>,
}

/// The kinds of such bodies.
#[derive(Debug, Clone)]
pub(crate) enum ErrorContentEntryKind {
    /// `none`: no body.
    None,
    /// `text`.
    Text,
    /// `binary`: bytes.
    Binary,
    /// A type: JSON.
    Json(TypeExpr),
}

/// The `error_body` section: the wire names of the fields of an error response.
#[derive(Debug, Clone)]
pub(crate) struct ErrorBodySection {
    /// Whether the section is written as `problem` (RFC 9457).
    pub(crate) is_problem: bool,
    /// Whether no section says it: most errors of an OpenAPI document have this shape.
    pub(crate) is_inferred: bool,
    pub(crate) envelope: Option<Spanned<String>>,
    pub(crate) media: Option<Spanned<String>>,
    pub(crate) status: Option<Spanned<String>>,
    pub(crate) code: Option<RoleEntry>,
    pub(crate) message: Option<Spanned<String>>,
    pub(crate) parameter: Option<RoleEntry>,
    pub(crate) metadata: Option<RoleEntry>,
    /// Further fields.
    pub(crate) fields: Vec<FieldEntry>,
    /// Values of these fields in all errors that have no others.
    pub(crate) values: Vec<ValueEntry>,
    pub(crate) notes: Notes,
}

/// The value of a field of error responses, by the name of the field.
pub(crate) type ValueEntry = (Spanned<String>, Node);

/// The name of a field that not every error response has.
#[derive(Debug, Clone)]
pub(crate) struct RoleEntry {
    pub(crate) name: Spanned<String>,
    /// Whether the field is omitted, instead of sent as null, if it has no value.
    pub(crate) optional: bool,
}

impl ErrorBodySection {
    /// Problem details (RFC 9457, section 3.1). `title` and `instance` are fields without a role.
    pub(crate) fn problem(span: Span) -> Self {
        let name = |name: &str| Spanned::new(name.to_owned(), span);
        let role = |text| RoleEntry {
            name: name(text),
            optional: true,
        };
        let field = |text, scalar, doc: &str| FieldEntry {
            notes: Notes {
                doc: Some(doc.to_owned()),
                ..Notes::default()
            },
            ..FieldEntry::optional(
                name(text),
                TypeExpr::new(TypeExprKind::Scalar(scalar), span),
            )
        };
        Self {
            is_problem: true,
            is_inferred: false,
            envelope: None,
            media: Some(name(PROBLEM)),
            status: Some(name("status")),
            code: Some(role("type")),
            message: Some(name("detail")),
            parameter: None,
            metadata: Some(role("errors")),
            fields: vec![
                field("title", Scalar::String, "A summary of the kind of problem."),
                field(
                    "instance",
                    Scalar::Uri,
                    "Identifies this occurrence of the problem.",
                ),
            ],
            values: Vec::new(),
            notes: Notes::default(),
        }
    }

    /// The names of the fields with roles.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Spanned<String>> {
        let Self {
            is_problem: _,
            is_inferred: _,
            envelope: _,
            media: _,
            status,
            code,
            message,
            parameter,
            metadata,
            fields: _,
            values: _,
            notes: _,
        } = self;
        let roles = [code, parameter, metadata].into_iter().flatten();
        let plain = [status, message].into_iter().flatten();
        plain.chain(roles.map(|role| &role.name))
    }
}
