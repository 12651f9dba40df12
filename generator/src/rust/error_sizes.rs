//! How large errors may be: a function that returns a large one would move it around.

use crate::api::{Api, ErrorContent, ErrorDef, Scalar, Type, TypeKind, TypeRef};

/// The size of the largest error that is not boxed, in bytes. With the tag of the enum, it is below the limit of clippy
/// for errors of functions (`result_large_err`).
const LARGEST: usize = 112;

/// Whether an error is boxed in enums.
pub(super) fn is_large(api: &Api, error: &ErrorDef) -> bool {
    size(api, error) > LARGEST
}

/// The greatest possible size of an error in bytes.
fn size(api: &Api, error: &ErrorDef) -> usize {
    let body = match &error.content {
        ErrorContent::Standard { .. } => 40,
        ErrorContent::Json { ty, .. } => size_of_value(api, ty),
        ErrorContent::Text { .. } | ErrorContent::Binary { .. } => 24,
        ErrorContent::Empty => 0,
    };
    let fields = error.fields().iter().map(|field| &field.field.ty);
    let headers = error.headers.iter().map(|header| &header.ty);
    let values: usize = fields.chain(headers).map(|ty| size_of_value(api, ty)).sum();
    let status = if error.status.exact().is_some() { 0 } else { 8 };
    let context = 8;
    status + body + values + context
}

/// The greatest possible size of an optional value. That of objects and unions is not known.
fn size_of_value(api: &Api, ty: &TypeRef) -> usize {
    let of_scalar = |scalar| match scalar {
        Scalar::Boolean | Scalar::Float => 8,
        Scalar::Integer(_) | Scalar::Number | Scalar::Date => 16,
        Scalar::String
        | Scalar::Uri
        | Scalar::Email
        | Scalar::Timestamp
        | Scalar::Time
        | Scalar::Duration
        | Scalar::Uuid
        | Scalar::Ip
        | Scalar::Ipv4
        | Scalar::Ipv6
        | Scalar::Decimal
        | Scalar::DecimalNumber
        | Scalar::Bytes => 24,
        Scalar::Json => 32,
        Scalar::File => LARGEST,
    };
    match &ty.ty {
        Type::Scalar(scalar) => of_scalar(*scalar),
        Type::List(_) | Type::Map(_) => 32,
        Type::Named(id) => match &api.type_def(*id).kind {
            TypeKind::Newtype(newtype) => of_scalar(newtype.scalar),
            TypeKind::Enum(_) => 24,
            TypeKind::Object(_) | TypeKind::Tuple(_) | TypeKind::Union(_) | TypeKind::Alias(_) => {
                LARGEST
            }
        },
    }
}
