//! Names of the schemas and responses that an OpenAPI document adds to those of the API.

use std::collections::{HashMap, HashSet};

use super::camel;
use crate::api::{Api, OperationError, Origin, SuccessContent, Type, TypeId, TypeRef};

/// The names of one API's OpenAPI document. The API's own types and errors keep theirs.
pub(crate) struct SchemaNames<'a> {
    /// The body of an error response.
    pub(crate) error_response: String,
    /// The object inside the envelope of an error response.
    pub(crate) error_detail: String,
    /// The details of an error for programs.
    pub(crate) error_metadata: String,
    /// One problem of an invalid request.
    pub(crate) invalid_parameter: String,
    /// The pages of lists, by the type of their items, in the order of the operations.
    pub(crate) pages: Vec<(TypeId, String)>,
    /// The objects that wrap one value, in the order of the operations.
    pub(crate) envelopes: Vec<(Envelope<'a>, String)>,
    /// The error responses, by status.
    pub(crate) responses: Vec<(OperationError, String)>,
}

/// An object that wraps one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Envelope<'a> {
    /// The name of its property.
    pub(crate) property: &'a str,
    /// The type of the value.
    pub(crate) ty: &'a TypeRef,
}

impl<'a> SchemaNames<'a> {
    /// Chooses the names.
    pub(crate) fn new(api: &'a Api) -> Self {
        let mut taken = Taken::new(api.types.iter().map(|definition| &*definition.name));
        let [
            error_response,
            error_detail,
            error_metadata,
            invalid_parameter,
        ] = [
            "ErrorResponse",
            "ErrorDetail",
            "ErrorMetadata",
            "InvalidParameter",
        ]
        .map(|name| taken.claim(name));
        Self {
            error_response,
            error_detail,
            error_metadata,
            invalid_parameter,
            pages: pages(api, &mut taken),
            envelopes: envelopes(api, &mut taken),
            responses: responses(api),
        }
    }

    /// The name of the page of a type.
    pub(crate) fn page(&self, item: TypeId) -> Option<&str> {
        let mut pages = self.pages.iter();
        pages.find_map(|(of, name)| (*of == item).then_some(name.as_str()))
    }

    /// The name of an envelope.
    pub(crate) fn envelope(&self, envelope: Envelope<'_>) -> Option<&str> {
        let mut envelopes = self.envelopes.iter();
        envelopes.find_map(|(of, name)| (*of == envelope).then_some(name.as_str()))
    }

    /// The name of an error response.
    pub(crate) fn response(&self, error: OperationError) -> Option<&str> {
        let mut responses = self.responses.iter();
        responses.find_map(|(of, name)| (*of == error).then_some(name.as_str()))
    }
}

fn contents(api: &Api) -> impl Iterator<Item = &SuccessContent> {
    let operations = api.operations.iter();
    operations.flat_map(|operation| operation.successes.iter().map(|success| &success.content))
}

/// Every page of some operation, once.
fn pages(api: &Api, taken: &mut Taken) -> Vec<(TypeId, String)> {
    let mut seen = HashSet::new();
    let items = contents(api).filter_map(|content| match content {
        SuccessContent::Page(item) => Some(*item),
        SuccessContent::Empty | SuccessContent::Value { .. } => None,
    });
    let items = items.filter(|item| seen.insert(*item));
    let named = items.map(|item| {
        let name = format!("{}Page", api.type_def(item).name);
        (item, taken.claim(&name))
    });
    named.collect()
}

/// Every envelope of some operation, once.
fn envelopes<'a>(api: &'a Api, taken: &mut Taken) -> Vec<(Envelope<'a>, String)> {
    let mut seen = HashSet::new();
    let envelopes = contents(api).filter_map(|content| match content {
        SuccessContent::Value {
            envelope: Some(property),
            ty,
        } => Some(Envelope { property, ty }),
        SuccessContent::Value { envelope: None, .. }
        | SuccessContent::Empty
        | SuccessContent::Page(_) => None,
    });
    let envelopes = envelopes.filter(|envelope| seen.insert(*envelope));
    let named = envelopes.map(|envelope| {
        let name = format!("{}Envelope", type_word(api, envelope.ty));
        (envelope, taken.claim(&name))
    });
    named.collect()
}

/// Every error response of some operation, once; documented ones before implied ones.
fn responses(api: &Api) -> Vec<(OperationError, String)> {
    let mut used: Vec<OperationError> = Vec::new();
    let mut seen = HashSet::new();
    let errors = api
        .operations
        .iter()
        .flat_map(|operation| &operation.errors);
    used.extend(
        errors.filter(|error| seen.insert((error.status, error.origin == Origin::Implied))),
    );
    used.sort_by_key(|error| (error.status, error.origin == Origin::Implied));
    let documented: HashSet<u16> = used
        .iter()
        .filter(|error| error.origin == Origin::Documented)
        .map(|error| error.status)
        .collect();
    let mut taken = Taken::new(api.errors.iter().map(|error| &*error.name));
    let named = used.into_iter().map(|error| {
        let own = match error.origin {
            Origin::Documented => api.error(error.status),
            // One that the spec declares, and that no operation documents.
            Origin::Implied => api
                .error(error.status)
                .filter(|entry| entry.implied && !documented.contains(&entry.status)),
        };
        let name = match own {
            Some(entry) => entry.name.clone(),
            None => taken.claim(&format!("Implied{}", error.status)),
        };
        (error, name)
    });
    named.collect()
}

/// A type as a part of a name.
fn type_word(api: &Api, ty: &TypeRef) -> String {
    let word = match &ty.ty {
        Type::Scalar(scalar) => camel(scalar.name()),
        Type::Named(id) => api.type_def(*id).name.clone(),
        Type::List(inner) => type_word(api, inner) + "List",
        Type::Map(inner) => type_word(api, inner) + "Map",
    };
    if ty.nullable {
        format!("Nullable{word}")
    } else {
        word
    }
}

/// The names of one section of the document. Tools change the case of names, and put types into files
/// named after them, so names that differ only in case or signs are the same.
struct Taken {
    names: HashSet<String>,
    /// The next number of each name that was taken, so that many of them are numbered quickly.
    numbers: HashMap<String, usize>,
}

impl Taken {
    fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        Self {
            names: names.map(Self::key).collect(),
            numbers: HashMap::new(),
        }
    }

    /// A name that is not taken yet: the wanted one, or the wanted one with the next free number.
    fn claim(&mut self, wanted: &str) -> String {
        let key = Self::key(wanted);
        if self.names.insert(key.clone()) {
            return wanted.to_owned();
        }
        let number = self.numbers.entry(key).or_insert(1);
        loop {
            *number += 1;
            let name = format!("{wanted}{number}");
            if self.names.insert(Self::key(&name)) {
                return name;
            }
        }
    }

    fn key(name: &str) -> String {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|c| c.to_ascii_lowercase()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Taken;

    #[test]
    fn names_that_differ_in_case_are_numbered() {
        let mut taken = Taken::new(["BookPage", "bookpage2"].into_iter());
        assert_eq!(taken.claim("ErrorResponse"), "ErrorResponse");
        assert_eq!(taken.claim("BookPage"), "BookPage3");
        assert_eq!(taken.claim("Book_Page"), "Book_Page4");
    }
}
