//! The headers of responses, which are fields of structs.

use crate::api::{self, Api, Sensitivity};
use crate::naming::{Name, unique_names};

/// A header of a response.
pub(crate) struct Header<'a> {
    pub(crate) api: &'a api::Parameter,
    /// The field of the struct.
    pub(crate) name: String,
    /// Its name on the wire, in lowercase.
    pub(crate) wire: String,
    /// Whether its value may be shown.
    pub(crate) sensitivity: Sensitivity,
}

/// The headers of a response. `taken` lists the other fields of its struct.
pub(super) fn headers<'a>(
    api: &Api,
    headers: &'a [api::Parameter],
    taken: &[&str],
) -> Vec<Header<'a>> {
    let headers = headers.iter();
    let names = headers.clone();
    let names = names.map(|header| Name::snake(header.rust_name.as_deref(), &header.name));
    let names = unique_names(names, taken, "_");
    let headers = headers.zip(names).map(|(header, name)| Header {
        api: header,
        name,
        wire: header.name.to_ascii_lowercase(),
        sensitivity: header.sensitivity_of_value(api),
    });
    headers.collect()
}
