//! Which names have letters outside of ASCII.

use super::{Api, ErrorDef, Operation, TypeDef, TypeKind};

impl Api {
    /// Whether a name of the API, on the wire or in Rust, has letters outside of ASCII.
    pub fn has_names_outside_ascii(&self) -> bool {
        let is_outside = |name: &str| !name.is_ascii();
        is_outside(&self.name)
            || self.types.iter().any(|ty| ty.names().any(is_outside))
            || self
                .errors
                .iter()
                .any(|error| error.names().any(is_outside))
            || self
                .requests()
                .any(|request| request.names().any(is_outside))
    }
}

impl TypeDef {
    /// The names of the type and of its parts.
    fn names(&self) -> impl Iterator<Item = &str> {
        let mut names = vec![self.name.as_str()];
        match &self.kind {
            TypeKind::Object(object) => names.extend(
                object
                    .fields
                    .iter()
                    .flat_map(|field| both(&field.name, field.rust_name.as_deref())),
            ),
            TypeKind::Tuple(tuple) => names.extend(
                tuple
                    .elements
                    .iter()
                    .flat_map(|element| both(&element.name, element.rust_name.as_deref())),
            ),
            TypeKind::Enum(enumeration) => names.extend(
                enumeration
                    .values
                    .iter()
                    .flat_map(|value| both(&value.value, value.rust_name.as_deref())),
            ),
            TypeKind::Union(union) => names.extend(
                union
                    .variants
                    .iter()
                    .flat_map(|variant| both(&variant.tag, variant.rust_name.as_deref())),
            ),
            TypeKind::Newtype(_) | TypeKind::Alias(_) => {}
        }
        names.into_iter()
    }
}

impl ErrorDef {
    /// The names of the error, its fields and its headers.
    fn names(&self) -> impl Iterator<Item = &str> {
        let fields = self
            .fields()
            .iter()
            .flat_map(|field| both(&field.field.name, field.field.rust_name.as_deref()));
        fields.chain([self.name.as_str()])
    }
}

impl Operation {
    /// The names of the operation and its parameters.
    fn names(&self) -> impl Iterator<Item = &str> {
        let parameters = self
            .parameters
            .iter()
            .flat_map(|parameter| both(&parameter.name, parameter.rust_name.as_deref()));
        parameters.chain([self.name.as_str()])
    }
}

/// The name on the wire, and the one in Rust that the document gives.
fn both<'n>(wire: &'n str, given: Option<&'n str>) -> impl Iterator<Item = &'n str> {
    given.into_iter().chain([wire])
}
