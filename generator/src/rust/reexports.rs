//! The types of the runtime that the module `types` re-exports.

use super::package::Package;
use super::scalar::ScalarType;
use super::types::NamedType;
use crate::api::Scalar;
use crate::hash::HashSet;
use crate::naming::TYPES_EXPORTS;

/// The types that fields of the API can have. A type of the API with the same name takes precedence.
pub(super) fn reexports(types: &[NamedType<'_>], package: &Package<'_>) -> Vec<&'static str> {
    let runtime_types = package.scalars.iter().map(|scalar| ScalarType::of(*scalar));
    let runtime_types: HashSet<ScalarType> = runtime_types.collect();
    let features = &package.features;
    let is_used = |name: &'static str| match name {
        "Boxed" => types.iter().any(NamedType::has_boxed_value),
        "Body" | "Event" | "EventStream" | "JsonLines" | "Media" | "Multipart"
        | "MultipartError" | "StreamError" | "Conditional" | "Conditions" | "ETag"
        | "LastModified" | "Tagged" | "Validators" => package.contents.contains(name),
        "Bytes" => package.scalars.contains(&Scalar::Bytes),
        "Date" | "Timestamp" => features.contains("time"),
        "Uuid" => features.contains("uuid"),
        "Decimal" | "Json" | "Maybe" => true,
        name => runtime_types.contains(&ScalarType::Runtime(name)),
    };
    let is_free = |name: &str| {
        !types
            .iter()
            .flat_map(NamedType::names)
            .any(|taken| taken == name)
    };
    let names = TYPES_EXPORTS.into_iter();
    names
        .filter(|name| is_used(name) && is_free(name))
        .collect()
}
