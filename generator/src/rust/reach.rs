//! Which types can be reached from where: through the fields of objects, lists and maps.

use crate::api::{Api, Parameter, TypeDef, TypeId, TypeRef};

/// Whether requests and responses contain a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Usage {
    pub(crate) in_requests: bool,
    pub(crate) in_responses: bool,
}

/// Finds the types that are reached from some types, for any number of starts.
pub(super) struct Reach {
    /// The types in the fields of each type.
    edges: Vec<Vec<TypeId>>,
    /// For each type, the number of the last search that reached it.
    reached: Vec<usize>,
    searches: usize,
}

impl Reach {
    pub(super) fn new(types: &[TypeDef]) -> Self {
        let edges = |of: &TypeDef| of.contents().filter_map(TypeRef::named).collect();
        Self {
            edges: types.iter().map(edges).collect(),
            reached: vec![0; types.len()],
            searches: 0,
        }
    }

    /// The types that are reached from these, which are reached themselves; in the order of the document.
    pub(super) fn from(&mut self, starts: impl Iterator<Item = TypeId>) -> Vec<TypeId> {
        self.searches += 1;
        let mut open: Vec<TypeId> = starts.collect();
        let mut found = Vec::new();
        while let Some(id) = open.pop() {
            let last = std::mem::replace(&mut self.reached[id.index()], self.searches);
            if last != self.searches {
                found.push(id);
                open.extend(&self.edges[id.index()]);
            }
        }
        found.sort_unstable();
        found
    }

    /// Whether requests and responses contain each type.
    pub(super) fn usage(&mut self, api: &Api) -> Vec<Usage> {
        let operations = || api.operations.iter();
        let headers = api.errors.iter().flat_map(|error| &error.headers);
        let headers = headers.filter_map(|header: &Parameter| header.ty.named());
        let sent = operations().flat_map(|of| of.sent().filter_map(TypeRef::named));
        let returned = operations().flat_map(|of| of.returned());
        let mut usage = vec![Usage::default(); api.types.len()];
        for id in self.from(sent) {
            usage[id.index()].in_requests = true;
        }
        for id in self.from(returned.chain(headers)) {
            usage[id.index()].in_responses = true;
        }
        usage
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::Reach;
    use crate::api::{Api, TypeId};
    use crate::source::SourceFile;

    const SPEC: &str = "
specsmith: 1
api: { name: A, title: A, version: 1.0.0 }
errors:
  404: { name: NotFound, message: Not found, headers: { X-Why?: Why } }
types:
  Sent: { fields: { both: map<Both?>, next?: Sent } }
  Both: { fields: { text: string } }
  Returned: { fields: { by_name: list<Deep> }, others: Both }
  Deep: { fields: { id: Id } }
  Id: { newtype: string }
  Unused: { fields: { sent: Sent } }
  Why: { newtype: string }
operations:
  change: { route: PUT /things, body: list<Sent>, returns: Returned }
  remove: { route: 'DELETE /things/{id}', path: { id: Id }, errors: [404] }
";

    fn api() -> Api {
        crate::read(&SourceFile::new("spec.yaml", SPEC)).unwrap()
    }

    fn names(api: &Api, ids: impl IntoIterator<Item = TypeId>) -> Vec<&str> {
        let names = ids.into_iter().map(|id| api.type_def(id).name.as_str());
        names.collect()
    }

    #[test]
    fn a_type_reaches_itself_and_what_its_fields_contain() {
        let api = api();
        let mut reach = Reach::new(&api.types);
        let mut from = |start: usize| names(&api, reach.from([TypeId(start)].into_iter()));
        assert_eq!(from(0), ["Sent", "Both"]);
        assert_eq!(from(2), ["Both", "Returned", "Deep", "Id"]);
        // A search does not depend on those before it.
        assert_eq!(from(0), ["Sent", "Both"]);
        assert_eq!(from(5), ["Sent", "Both", "Unused"]);
    }

    #[test]
    fn types_are_in_requests_in_responses_or_in_both() {
        let api = api();
        let usage = Reach::new(&api.types).usage(&api);
        let types = |of: fn(&super::Usage) -> bool| {
            let ids = (0..usage.len()).filter(|&index| of(&usage[index]));
            names(&api, ids.map(TypeId))
        };
        assert_eq!(types(|usage| usage.in_requests), ["Sent", "Both", "Id"]);
        assert_eq!(
            types(|usage| usage.in_responses),
            ["Both", "Returned", "Deep", "Id", "Why"]
        );
    }
}
