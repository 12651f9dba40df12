//! What the nodes of a document are, as far as references may be in place of their parts.

use crate::openapi::path_items::METHODS;

/// The keys of values of the API: what looks like a reference in them is not one.
pub(super) const VALUES: [&str; 4] = ["const", "default", "example", "value"];

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Document,
    Components,
    PathItems,
    PathItem,
    Operation,
    Responses,
    Response,
    Bodies,
    Body,
    Contents,
    Media,
    /// A map or a list of parameters or headers.
    Parameters,
    Parameter,
    /// A map of schemas that have names.
    Schemas,
    /// A map or a list of schemas that are parts of another one.
    Subschemas,
    Schema,
    Callbacks,
    Callback,
    /// A map of other things that may be references.
    Others,
    /// One of them.
    Other,
    /// A list of what cannot be a reference: servers or tags.
    Items,
    /// An object, a list or a scalar in which nothing can be a reference.
    Leaf,
}

impl Kind {
    /// Whether OpenAPI has references in place of this.
    pub(super) const fn may_be_reference(self) -> bool {
        match self {
            Self::PathItem
            | Self::Response
            | Self::Body
            | Self::Media
            | Self::Parameter
            | Self::Schema
            | Self::Callback
            | Self::Other => true,
            Self::Document
            | Self::Components
            | Self::PathItems
            | Self::Operation
            | Self::Responses
            | Self::Bodies
            | Self::Contents
            | Self::Parameters
            | Self::Schemas
            | Self::Subschemas
            | Self::Callbacks
            | Self::Others
            | Self::Items
            | Self::Leaf => false,
        }
    }

    /// Whether the values of this map or list are the same wherever they are used, so that references to them are better
    /// than copies.
    pub(super) const fn has_names(self) -> bool {
        match self {
            Self::PathItems
            | Self::Responses
            | Self::Bodies
            | Self::Parameters
            | Self::Schemas
            | Self::Callbacks
            | Self::Others => true,
            // A content is not read through references everywhere.
            Self::Contents
            | Self::Document
            | Self::Components
            | Self::PathItem
            | Self::Operation
            | Self::Response
            | Self::Body
            | Self::Media
            | Self::Parameter
            | Self::Subschemas
            | Self::Schema
            | Self::Callback
            | Self::Items
            | Self::Other
            | Self::Leaf => false,
        }
    }

    /// What the values of a map of names or the items of a list are; `None` if the keys are words of OpenAPI.
    pub(super) const fn each(self) -> Option<Self> {
        match self {
            Self::PathItems | Self::Callback => Some(Self::PathItem),
            Self::Responses => Some(Self::Response),
            Self::Bodies => Some(Self::Body),
            Self::Contents => Some(Self::Media),
            Self::Parameters => Some(Self::Parameter),
            Self::Schemas | Self::Subschemas => Some(Self::Schema),
            Self::Callbacks => Some(Self::Callback),
            Self::Others => Some(Self::Other),
            Self::Items => Some(Self::Leaf),
            Self::Document
            | Self::Components
            | Self::PathItem
            | Self::Operation
            | Self::Response
            | Self::Body
            | Self::Media
            | Self::Parameter
            | Self::Schema
            | Self::Other
            | Self::Leaf => None,
        }
    }

    /// What the value of a word of OpenAPI is.
    pub(super) fn part(self, key: &str) -> Self {
        match (self, key) {
            (Self::Leaf, _) => Self::Leaf,
            (Self::Document, "paths" | "webhooks" | "x-webhooks")
            | (Self::Components, "pathItems") => Self::PathItems,
            (Self::Document, "components") => Self::Components,
            (Self::Document | Self::PathItem | Self::Operation, "servers")
            | (Self::Document, "tags") => Self::Items,
            (Self::Document | Self::Schema, "definitions")
            | (Self::Components, "schemas")
            | (Self::Schema, "$defs") => Self::Schemas,
            (
                Self::Schema,
                "properties" | "patternProperties" | "dependentSchemas" | "allOf" | "oneOf"
                | "anyOf" | "prefixItems",
            ) => Self::Subschemas,
            (
                Self::Schema,
                "items"
                | "additionalItems"
                | "additionalProperties"
                | "not"
                | "if"
                | "then"
                | "else"
                | "contains"
                | "propertyNames"
                | "unevaluatedItems"
                | "unevaluatedProperties"
                | "contentSchema",
            )
            | (Self::Media, "schema" | "itemSchema")
            | (Self::Parameter | Self::Response, "schema") => Self::Schema,
            (
                Self::Document | Self::Components | Self::PathItem | Self::Operation,
                "parameters",
            )
            | (Self::Components | Self::Response, "headers") => Self::Parameters,
            (Self::Document | Self::Components | Self::Operation, "responses") => Self::Responses,
            (Self::Components, "requestBodies") => Self::Bodies,
            (Self::Operation, "requestBody") => Self::Body,
            (Self::Body | Self::Response | Self::Parameter, "content")
            | (Self::Components, "mediaTypes") => Self::Contents,
            (Self::Operation | Self::Components, "callbacks") => Self::Callbacks,
            (Self::Document, "securityDefinitions")
            | (Self::Components, "securitySchemes" | "examples" | "links")
            | (Self::Response, "links")
            | (Self::Media | Self::Parameter, "examples") => Self::Others,
            (Self::PathItem, _) if METHODS.iter().any(|(word, _)| *word == key) => Self::Operation,
            _ => Self::Leaf,
        }
    }
}
