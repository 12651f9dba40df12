//! Names of the schemas and responses that an exported OpenAPI document has besides the types and errors of the API.

use std::collections::BTreeSet;

use super::camel;
use crate::api::{
    Api, Body, Content, ContentKind, ErrorId, ErrorResponse, PagerId, Rules, Type, TypeId,
    TypeKind, TypeRef,
};
use crate::hash::{HashMap, HashSet};

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
    /// The types, in the order of the API.
    pub(crate) types: Vec<String>,
    /// The pages of lists, in the order of the operations.
    pub(crate) pages: Vec<(Page<'a>, String)>,
    /// The objects that wrap one value: first in responses, then in requests.
    pub(crate) envelopes: Vec<(Envelope<'a>, String)>,
    /// The variants of unions that are more than their content, by the union and their place in it.
    pub(crate) variants: Vec<((TypeId, usize), String)>,
    /// The error responses, by status.
    pub(crate) responses: Vec<(ErrorResponse, String)>,
}

/// An object that wraps one value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Envelope<'a> {
    /// The name of its property.
    pub(crate) property: &'a str,
    /// The type of the value.
    pub(crate) ty: &'a TypeRef,
    /// The bounds of the value.
    pub(crate) rules: &'a Rules,
}

/// A page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Page<'a> {
    /// How the list is paged.
    pub(crate) pager: PagerId,
    /// The type of the items.
    pub(crate) item: &'a TypeRef,
}

impl<'a> SchemaNames<'a> {
    /// Chooses the names.
    pub(crate) fn new(api: &'a Api) -> Self {
        let names = api.types.iter().map(|definition| &*definition.name);
        let mut taken = NameAllocator::new(names.clone().filter(|name| name.is_ascii()));
        // OpenAPI allows only these characters.
        let types = names.map(|name| match name.is_ascii() {
            true => name.to_owned(),
            false => taken.claim(&camel(&super::transcribed(name))),
        });
        let types = types.collect();
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
            types,
            pages: pages(api, &mut taken),
            envelopes: envelopes(api, &mut taken),
            variants: variants(api, &mut taken),
            responses: responses(api),
        }
    }

    /// The name of a type.
    pub(crate) fn ty(&self, id: TypeId) -> &str {
        self.types.get(id.index()).map_or("", String::as_str)
    }

    /// The name of a page.
    pub(crate) fn page(&self, page: Page<'_>) -> Option<&str> {
        let mut pages = self.pages.iter();
        pages.find_map(|(named, name)| (*named == page).then_some(name.as_str()))
    }

    /// The name of an envelope.
    pub(crate) fn envelope(&self, envelope: Envelope<'_>) -> Option<&str> {
        let mut envelopes = self.envelopes.iter();
        envelopes.find_map(|(named, name)| (*named == envelope).then_some(name.as_str()))
    }

    /// The name of a variant.
    pub(crate) fn variant(&self, place: (TypeId, usize)) -> Option<&str> {
        let found = self
            .variants
            .binary_search_by_key(&place, |(known_place, _)| *known_place);
        found.ok().map(|index| self.variants[index].1.as_str())
    }

    /// The name of an error response.
    pub(crate) fn response(&self, response: &ErrorResponse) -> Option<&str> {
        let mut responses = self.responses.iter();
        responses.find_map(|(named, name)| (named == response).then_some(name.as_str()))
    }
}

/// Every variant that is more than its content, in order.
fn variants(api: &Api, taken: &mut NameAllocator) -> Vec<((TypeId, usize), String)> {
    let mut named = Vec::new();
    for (id, definition) in api.types.iter().enumerate() {
        let TypeKind::Union(union) = &definition.kind else {
            continue;
        };
        for (index, variant) in union.variants.iter().enumerate() {
            if union.adds_to(variant) {
                let name = format!("{}{}", definition.name, camel(&variant.tag));
                let name = super::transcribed(&name);
                named.push(((TypeId(id), index), taken.claim(&name)));
            }
        }
    }
    named
}

/// The contents of responses.
fn returned(api: &Api) -> impl Iterator<Item = &Content> {
    let responses = api.requests().flat_map(|operation| &operation.responses);
    responses.map(|response| &response.content)
}

/// The contents of requests, with the bounds of their values.
fn sent(api: &Api) -> impl Iterator<Item = (&Content, &Rules)> {
    let bodies = api.requests().filter_map(|request| request.body.as_ref());
    let contents = bodies.flat_map(Body::contents);
    contents.map(|(_, content, rules)| (content, rules))
}

/// Every page of some operation, once.
fn pages<'a>(api: &'a Api, taken: &mut NameAllocator) -> Vec<(Page<'a>, String)> {
    let mut seen = HashSet::default();
    let pages = returned(api).filter_map(|content| {
        let ContentKind::Page { pager, item } = &content.kind else {
            return None;
        };
        let pager = *pager;
        Some(Page { pager, item })
    });
    let pages = pages.filter(|page| seen.insert(*page));
    let named = pages.map(|page| {
        let pager = camel(&api.pager(page.pager).name);
        let name = format!("{}{pager}", type_word(api, page.item));
        (page, taken.claim(&name))
    });
    named.collect()
}

/// Every envelope of some operation, once.
fn envelopes<'a>(api: &'a Api, taken: &mut NameAllocator) -> Vec<(Envelope<'a>, String)> {
    let mut named: Vec<(Envelope<'a>, String)> = Vec::new();
    let contents = returned(api).map(|content| (content, Rules::NONE));
    for (content, rules) in contents.chain(sent(api)) {
        let ContentKind::Json {
            envelope: Some(property),
            ty,
        } = &content.kind
        else {
            continue;
        };
        let envelope = Envelope {
            property,
            ty,
            rules,
        };
        if named.iter().all(|(known, _)| *known != envelope) {
            let name = format!("{}Envelope", type_word(api, ty));
            named.push((envelope, taken.claim(&name)));
        }
    }
    named
}

/// Every error response of some operation, once; documented ones before implied ones.
fn responses(api: &Api) -> Vec<(ErrorResponse, String)> {
    let operations = api.operations.iter();
    let used: BTreeSet<ErrorResponse> = operations
        .flat_map(|operation| api.error_responses(operation))
        .collect();
    let mut used: Vec<ErrorResponse> = used.into_iter().collect();
    used.sort_by_key(|response| (response.status, response.documented.is_empty()));
    let documented: HashSet<ErrorId> = used
        .iter()
        .flat_map(|response| response.documented.iter().copied())
        .collect();
    let mut taken = NameAllocator::new(api.errors.iter().map(|error| &*error.name));
    let ascii = |name: &str| super::transcribed(name).replace(' ', "");
    let named = used.into_iter().map(|response| {
        let own = match response.documented.as_slice() {
            [only] if !response.implied => Some(*only),
            [_, ..] => None,
            // One that the spec declares, and that no operation documents.
            [] => response
                .status
                .exact()
                .and_then(|status| api.describing(status))
                .filter(|id| api.error(*id).implied && !documented.contains(id)),
        };
        let name = match own {
            Some(id) => ascii(&api.error(id).name),
            None => taken.claim(&ascii(&wanted(api, &response))),
        };
        (response, name)
    });
    named.collect()
}

/// The name of a response for several errors, or for none: `NotFoundOrGone`, `Implied413`.
fn wanted(api: &Api, response: &ErrorResponse) -> String {
    let documented = response.documented.iter();
    let documented = documented.map(|id| api.error(*id).name.clone());
    let implied = response
        .implied
        .then(|| format!("Implied{}", response.status));
    let names: Vec<String> = documented.chain(implied).collect();
    names.join("Or")
}

/// A type as a part of a name.
fn type_word(api: &Api, ty: &TypeRef) -> String {
    let word = match &ty.ty {
        Type::Scalar(scalar) => camel(scalar.name()),
        Type::Named(id) => match api.type_def(*id).name.as_str() {
            name if name.is_ascii() => name.to_owned(),
            name => camel(&super::transcribed(name)),
        },
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
struct NameAllocator {
    names: HashSet<String>,
    /// The next number of each name that was taken, so that many of them are numbered quickly.
    numbers: HashMap<String, usize>,
}

impl NameAllocator {
    fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        Self {
            names: names.map(Self::key).collect(),
            numbers: HashMap::default(),
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
    use super::NameAllocator;

    #[test]
    fn names_that_differ_in_case_are_numbered() {
        let mut taken = NameAllocator::new(["BookPage", "bookpage2"].into_iter());
        assert_eq!(taken.claim("ErrorResponse"), "ErrorResponse");
        assert_eq!(taken.claim("BookPage"), "BookPage3");
        assert_eq!(taken.claim("Book_Page"), "Book_Page4");
    }
}
