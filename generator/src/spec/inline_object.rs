//! Objects that are declared where a type is used. What to write instead depends on the construct.

use super::construct::Construct;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

const INLINE_OBJECT: Code = Code("E0117");

/// Reports a map where a construct needs a type. `field` is the name of a field; without
/// one, the map may be another attempt at a type.
pub(super) fn inline_object(construct: Construct, field: Option<&str>, span: Span) -> Diagnostic {
    let (message, help) = match construct {
        Construct::Newtype => ("a newtype cannot hold an object", of_newtype(field)),
        Construct::Parameter => (
            "a parameter cannot be an object",
            match field {
                Some(_) => "declare a parameter for each field; only a `body` can contain objects",
                None => "write the name of its type, such as `type: string`",
            }
            .to_owned(),
        ),
        Construct::Header => (
            "a header cannot be an object",
            match field {
                Some(_) => "declare a header for each field",
                None => "write the name of its type, such as `type: string`",
            }
            .to_owned(),
        ),
        Construct::Document
        | Construct::Included
        | Construct::Type
        | Construct::Field
        | Construct::Variant
        | Construct::Element
        | Construct::EnumValue
        | Construct::Group
        | Construct::Shared
        | Construct::Operation
        | Construct::Webhook
        | Construct::Body
        | Construct::Response
        | Construct::ContentVariant
        | Construct::Pager
        | Construct::PageField
        | Construct::Error
        | Construct::NamedError
        | Construct::ErrorField
        | Construct::ErrorContent
        | Construct::Scheme
        | Construct::KeyKind
        | Construct::Scope
        | Construct::Flow
        | Construct::Server
        | Construct::ServerVariable
        | Construct::Dependency
        | Construct::Section(_) => ("an object cannot be declared here", elsewhere(field)),
    };
    Diagnostic::error(INLINE_OBJECT, message, span).help(help)
}

fn of_newtype(field: Option<&str>) -> String {
    match field {
        Some(name) => format!("write `fields: {{ {name}: …, … }}` instead of `newtype`"),
        None => "write the name of a scalar, such as `newtype: string`".to_owned(),
    }
}

fn elsewhere(field: Option<&str>) -> String {
    match field {
        Some(name) => {
            format!(
                "declare it under `types`, with `{name}` in its `fields`, and write its name here"
            )
        }
        None => "write the name of a type, such as `Book`; objects are declared under `types`"
            .to_owned(),
    }
}
