//! What is deprecated.

use super::{Api, ErrorDef, Notes, Response, TypeDef, TypeKind};

/// A deprecation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deprecation {
    /// What to use instead, or since when.
    pub reason: Option<String>,
}

impl Notes {
    /// Whether it is deprecated.
    pub fn is_deprecated(&self) -> bool {
        self.deprecation.is_some()
    }
}

impl TypeDef {
    /// Whether the type or a part of it is deprecated.
    pub fn has_deprecated_parts(&self) -> bool {
        let is_part_deprecated = match &self.kind {
            TypeKind::Object(object) => object
                .fields
                .iter()
                .any(|field| field.notes.is_deprecated()),
            TypeKind::Tuple(tuple) => tuple
                .elements
                .iter()
                .any(|element| element.notes.is_deprecated()),
            TypeKind::Enum(enumeration) => enumeration
                .values
                .iter()
                .any(|value| value.notes.is_deprecated()),
            TypeKind::Union(union) => union
                .variants
                .iter()
                .any(|variant| variant.notes.is_deprecated()),
            TypeKind::Newtype(_) | TypeKind::Alias(_) => false,
        };
        is_part_deprecated || self.notes.is_deprecated()
    }
}

impl Response {
    /// Whether it is deprecated, or its content or one of its headers.
    fn has_deprecated_parts(&self) -> bool {
        let choice = self.choice.as_ref().map(|choice| &choice.notes);
        let headers = self.headers.iter().map(|header| &header.notes);
        let mut notes = headers.chain(choice).chain([&self.notes]);
        notes.any(Notes::is_deprecated)
    }
}

impl ErrorDef {
    /// Whether it is deprecated, or a field or header of it.
    fn has_deprecated_parts(&self) -> bool {
        let fields = self.fields().iter().map(|field| &field.field.notes);
        let headers = self.headers.iter().map(|header| &header.notes);
        let mut notes = fields.chain(headers).chain([&self.notes]);
        notes.any(Notes::is_deprecated)
    }
}

impl Api {
    /// Whether a type, a part of a type, of a request or of a response, or an error is deprecated.
    pub fn has_deprecated_values(&self) -> bool {
        let in_operations = self.requests().any(|operation| {
            let parameters = operation
                .parameters
                .iter()
                .map(|parameter| &parameter.notes);
            let body = operation.body.iter().map(|body| &body.notes);
            let mut responses = operation.responses.iter();
            parameters.chain(body).any(Notes::is_deprecated)
                || responses.any(Response::has_deprecated_parts)
        });
        let pagers = self.pagers.iter();
        let mut of_pages = pagers.flat_map(|pager| &pager.parameters);
        in_operations
            || of_pages.any(|notes_of_page| notes_of_page.notes.is_deprecated())
            || self.errors.iter().any(ErrorDef::has_deprecated_parts)
            || self.types.iter().any(TypeDef::has_deprecated_parts)
    }
}
