//! Which types can be reached from where: through the fields of objects, lists and maps.

use super::inputs::Conversion;
use crate::api::{Api, TypeDef, TypeId, TypeRef};

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
        let edges = |definition: &TypeDef| {
            let contents = definition.contents().into_iter();
            contents.filter_map(TypeRef::mentioned).collect()
        };
        Self {
            edges: types.iter().map(edges).collect(),
            reached: vec![0; types.len()],
            searches: 0,
        }
    }

    /// Also from the forms of types in requests to those that convert into them, because the conversion names both.
    pub(super) fn through(mut self, conversions: &[Option<Conversion>]) -> Self {
        for (edges, conversion) in self.edges.iter_mut().zip(conversions) {
            edges.extend(conversion.iter().map(|conversion| conversion.from));
        }
        self
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

    /// Whether each type leads to one of these, or is one of them.
    pub(super) fn to(&self, targets: impl Iterator<Item = TypeId>) -> Vec<bool> {
        let mut containers = vec![Vec::new(); self.edges.len()];
        for (index, edges) in self.edges.iter().enumerate() {
            for id in edges {
                containers[id.index()].push(TypeId(index));
            }
        }
        let mut leads = vec![false; self.edges.len()];
        let mut open: Vec<TypeId> = targets.collect();
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut leads[id.index()], true) {
                open.extend(&containers[id.index()]);
            }
        }
        leads
    }

    /// Whether requests contain each type.
    pub(super) fn in_requests(&mut self, api: &Api) -> Vec<bool> {
        let operations = api.operations.iter();
        let sent = operations.flat_map(|operation| operation.sent().filter_map(TypeRef::mentioned));
        let mut in_requests = vec![false; api.types.len()];
        for id in self.from(sent) {
            in_requests[id.index()] = true;
        }
        in_requests
    }
}

#[cfg(test)]
mod tests {
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
    fn a_type_leads_to_itself_and_to_what_its_fields_contain() {
        let api = api();
        let leads = Reach::new(&api.types).to([TypeId(1)].into_iter());
        let ids = (0..leads.len()).filter(|&index| leads[index]);
        assert_eq!(
            names(&api, ids.map(TypeId)),
            ["Sent", "Both", "Returned", "Unused"]
        );
    }

    #[test]
    fn requests_contain_what_is_sent_and_everything_in_it() {
        let api = api();
        let found = Reach::new(&api.types).in_requests(&api);
        let ids = (0..found.len()).filter(|&index| found[index]);
        assert_eq!(names(&api, ids.map(TypeId)), ["Sent", "Both", "Id"]);
    }
}
