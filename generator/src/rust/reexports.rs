//! The types that the module `types` re-exports: those of the runtime, and those of other crates that scalars have.

use std::collections::BTreeMap;

use super::package::Package;
use super::scalar::ScalarType;
use super::types::NamedType;
use crate::api::{Api, Scalar};
use crate::naming::TYPES_EXPORTS;

/// The types that fields of the API can have, by their module in the runtime. It is empty for the root. A type of the API
/// with the same name takes precedence.
pub(super) fn reexports(
    api: &Api,
    types: &[NamedType<'_>],
    package: &Package<'_>,
) -> BTreeMap<String, Vec<&'static str>> {
    let scalars = package.scalars.iter().copied();
    let own = scalars.map(|scalar| ScalarType::in_api(api, scalar));
    let own: Vec<ScalarType> = own.collect();
    let libraries = Scalar::ALL
        .into_iter()
        .map(|scalar| ScalarType::in_api(api, scalar));
    let libraries = libraries.filter_map(|ty| match ty {
        ScalarType::Library(library, name) => Some((name, library)),
        ScalarType::Plain(_) | ScalarType::Runtime(_) => None,
    });
    let libraries: BTreeMap<&str, &str> = libraries.collect();
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
        name => own.iter().any(|ty| ty.name() == name),
    };
    let is_free = |name: &str| {
        !types
            .iter()
            .flat_map(NamedType::names)
            .any(|taken| taken == name)
    };
    let mut all: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in TYPES_EXPORTS {
        if is_used(name) && is_free(name) {
            let library = libraries.get(name);
            let module =
                library.map_or_else(String::new, |library| format!("::scalars::{library}"));
            all.entry(module).or_default().push(name);
        }
    }
    all
}
