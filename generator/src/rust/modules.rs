//! The files of the crate: the groups of operations, and the sections of types.

use std::collections::{BTreeMap, BTreeSet};

use super::operations::OperationId;
use super::reach::Reach;
use crate::api::{self, Api, ErrorDef, TypeDef, TypeId, TypeKind, TypeRef};
use crate::hash::HashMap;
use crate::naming::{feature, module, unique};

/// The section of newtypes that do not belong to one group.
const IDENTIFIERS: &str = "identifiers";

/// The section of other types that do not belong to one group.
const SHARED: &str = "shared";

/// A group of operations. Each has one file in the modules `client`, `operations` and `server`.
pub(crate) struct Group<'a> {
    /// Its name in the specification.
    pub(crate) name: &'a str,
    /// Its description, if the specification has one.
    pub(crate) api: Option<&'a api::Group>,
    /// The name of its files.
    pub(crate) module: String,
    /// The cargo feature that enables it, if there are several groups.
    pub(crate) feature: Option<String>,
    /// The operations, in the order of the specification.
    pub(crate) operations: Vec<OperationId>,
    /// The types that its operations reach, in the order of the specification.
    pub(crate) types: Vec<TypeId>,
}

/// Refers to a [`Section`] of the same plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SectionId(usize);

/// A file of the module `types`.
pub(crate) struct Section<'a> {
    pub(crate) id: SectionId,
    /// The name of a group, or of the types that groups share.
    name: &'a str,
    /// The name of its file.
    pub(crate) module: String,
    /// The feature of the group that uses the types. `None` if they are always compiled.
    pub(crate) feature: Option<String>,
    /// The types, in the order of the specification.
    pub(crate) types: Vec<TypeId>,
}

/// The groups, in the order of the specification.
pub(super) fn groups<'a>(api: &'a Api, reach: &mut Reach) -> Vec<Group<'a>> {
    let names = api.group_names();
    let indexes = names.iter().enumerate();
    let indexes: HashMap<&str, usize> = indexes.map(|(index, name)| (*name, index)).collect();
    let groups = names.into_iter().map(|name| Group {
        name,
        api: api.group(name),
        module: String::new(),
        feature: None,
        operations: Vec::new(),
        types: Vec::new(),
    });
    let mut groups: Vec<Group<'a>> = groups.collect();
    for (index, operation) in api.operations.iter().enumerate() {
        // Every operation is in a group.
        groups[indexes[operation.group.as_str()]]
            .operations
            .push(OperationId(index));
    }
    for group in &mut groups {
        let operations = group.operations.iter();
        let starts = operations.flat_map(|id| {
            let operation = &api.operations[id.0];
            let sent = operation.sent().filter_map(TypeRef::mentioned);
            let returned = operation.returned().filter_map(TypeRef::mentioned);
            sent.chain(returned)
        });
        group.types = reach.from(starts);
    }
    groups
}

/// The types that the crate has with any choice of groups: these, which no group uses, the types of errors and
/// webhooks, and what they contain.
fn always(api: &Api, unused: impl Iterator<Item = TypeId>, reach: &mut Reach) -> Vec<TypeId> {
    let of_errors = api.errors.iter().flat_map(ErrorDef::types);
    let of_webhooks = webhooks(api);
    let used = of_errors.chain(of_webhooks).filter_map(TypeRef::mentioned);
    reach.from(unused.chain(used))
}

/// The types in the requests and responses of webhooks.
fn webhooks(api: &Api) -> impl Iterator<Item = &TypeRef> {
    let webhooks = api.requests().filter(|request| request.webhook.is_some());
    webhooks.flat_map(|webhook| webhook.sent().chain(webhook.returned()))
}

/// The sections, by name, and the one of each type. A type is in the section of the group that uses it
/// if nothing else does, otherwise in a shared one.
pub(super) fn sections<'a>(
    api: &'a Api,
    groups: &[Group<'a>],
    reach: &mut Reach,
) -> (Vec<Section<'a>>, Vec<SectionId>) {
    let mut users: Vec<(usize, &'a str)> = vec![(0, SHARED); api.types.len()];
    for group in groups {
        for id in &group.types {
            let (count, user) = &mut users[id.index()];
            (*count, *user) = (*count + 1, group.name);
        }
    }
    let unused = users.iter().enumerate();
    let unused = unused.filter_map(|(index, (count, _))| (*count == 0).then_some(TypeId(index)));
    if have_features(groups) {
        for id in always(api, unused, reach) {
            users[id.index()].0 = 0;
        }
    }
    let names = api.types.iter().zip(users);
    let names = names.map(|(definition, (count, user))| match count {
        1 => user,
        _ => shared(definition),
    });
    let names: Vec<&str> = names.collect();
    let mut sections: BTreeMap<&str, Vec<TypeId>> = BTreeMap::new();
    for (index, name) in names.iter().enumerate() {
        sections.entry(name).or_default().push(TypeId(index));
    }
    let indexes = sections.keys().enumerate();
    let indexes: HashMap<&str, SectionId> = indexes
        .map(|(index, name)| (*name, SectionId(index)))
        .collect();
    // Every name has an index.
    let of_types = names.iter().map(|name| indexes[name]).collect();
    let sections = sections.into_iter().enumerate();
    let sections = sections.map(|(index, (name, types))| Section {
        id: SectionId(index),
        name,
        module: String::new(),
        feature: None,
        types,
    });
    (sections.collect(), of_types)
}

fn shared(definition: &TypeDef) -> &'static str {
    match &definition.kind {
        TypeKind::Newtype(_) => IDENTIFIERS,
        TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Enum(_)
        | TypeKind::Alias(_)
        | TypeKind::Union(_) => SHARED,
    }
}

/// Names the modules. A group has the same module name for its types and its operations.
pub(super) fn name_modules(groups: &mut [Group<'_>], sections: &mut [Section<'_>]) {
    let of_groups = groups.iter().map(|group| group.name);
    let of_sections = sections.iter().map(|section| section.name);
    let names: BTreeSet<&str> = of_groups.chain(of_sections).collect();
    let modules = unique(names.iter().map(|name| module(name)), &[], "_");
    // `unique` returns one name for each that it gets.
    let modules: HashMap<&str, String> = names.into_iter().zip(modules).collect();
    for group in groups {
        group.module = modules[group.name].clone();
    }
    for section in sections {
        section.module = modules[section.name].clone();
    }
}

/// Whether groups have features. A single one has none: it is the whole API.
fn have_features(groups: &[Group<'_>]) -> bool {
    groups.len() > 1
}

/// Names the features.
pub(super) fn name_features(groups: &mut [Group<'_>], sections: &mut [Section<'_>]) {
    if !have_features(groups) {
        return;
    }
    // By name, like the modules, so that both get the same numbers.
    let names: BTreeSet<&str> = groups.iter().map(|group| group.name).collect();
    let features = unique(names.iter().map(|name| feature(name)), &[], "-");
    // `unique` returns one name for each that it gets.
    let features: HashMap<&str, String> = names.into_iter().zip(features).collect();
    for group in groups {
        group.feature = features.get(group.name).cloned();
    }
    for section in sections {
        // A group with the name of a shared section puts its types there.
        let is_shared = [IDENTIFIERS, SHARED].contains(&section.name);
        section.feature = features.get(section.name).filter(|_| !is_shared).cloned();
    }
}

#[cfg(test)]
mod tests {
    use crate::source::SourceFile;

    const HEAD: &str = "
specsmith: 1
api: { name: A, title: A, version: 1.0.0 }
errors:
  404: { name: NotFound, message: Not found, headers: { X-Holder?: Holder } }
types:
  Book: { fields: { by: Author, mood: Mood, holder: Holder, shelf: Shelf } }
  Author: { fields: { id: AuthorId } }
  AuthorId: { newtype: string }
  Mood: { enum: [calm] }
  Holder: { newtype: string }
  Shelf: { fields: { id: integer } }
  Unused: { fields: { mood: Mood } }
  Own: { fields: { id: integer } }
operations:
  get_book: { route: GET /books, returns: Book, errors: [404] }
";

    /// The features of the groups, and the names of the types in each section with its feature.
    fn features(more: &str) -> (Vec<String>, Vec<String>) {
        let text = format!("{HEAD}{more}");
        let api = crate::read(&SourceFile::new("spec.yaml", text)).unwrap();
        let plan = crate::rust::plan(&api);
        let sections = plan.sections.iter().map(|section| {
            let names: Vec<&str> = plan.types_of(section).map(|ty| ty.name.as_str()).collect();
            let feature = section.feature.as_deref().unwrap_or("always");
            format!("{} ({feature}): {}", section.module, names.join(" "))
        });
        let groups = plan.group_features().map(str::to_owned);
        (groups.collect(), sections.collect())
    }

    #[test]
    fn only_types_that_one_group_alone_uses_need_its_feature() {
        let (groups, sections) = features(
            "
  get_author: { route: GET /server, returns: Author }
  get_server: { route: GET /server_group, returns: AuthorId }
",
        );
        assert_eq!(groups, ["books", "server-group", "server-group-2"]);
        assert_eq!(
            sections,
            [
                "books (books): Book Shelf",
                "identifiers (always): AuthorId Holder",
                "shared (always): Author Mood Unused Own",
            ]
        );
    }

    /// The conversion of the form of a type in requests names the type.
    #[test]
    fn a_type_has_no_feature_if_its_form_in_requests_has_none() {
        let spec = HEAD.replace(
            "operations:",
            "  Row: { fields: { id: { type: string, read_only: true }, key: Key } }
  Key: { fields: { id: string } }
  Sheet: { fields: { rows: list<Row> } }
operations:
  put_sheet: { route: PUT /sheets, body: Sheet }
  put_row: { route: PUT /rows, body: Row, returns: Row }",
        );
        let api = crate::read(&SourceFile::new("spec.yaml", spec)).unwrap();
        let plan = crate::rust::plan(&api);
        let feature = |name: &str| {
            let named = plan.types.iter().find(|named| named.name == name).unwrap();
            let mut sections = plan.sections.iter();
            let section =
                sections.find(|section| plan.types_of(section).any(|ty| ty.name == named.name));
            section.unwrap().feature.clone()
        };
        assert_eq!(feature("Sheet").as_deref(), Some("sheets"));
        for name in ["RowInput", "Row", "Key"] {
            assert_eq!(feature(name), None, "{name}");
        }
    }

    #[test]
    fn the_types_of_a_group_with_the_name_of_a_shared_section_need_no_feature() {
        let (groups, sections) = features(
            "
  get_own: { route: GET /shared, returns: list<Own> }
  get_author: { route: GET /other, group: shared, returns: Author }
",
        );
        assert_eq!(groups, ["books", "shared"]);
        assert_eq!(sections[2], "shared (always): Author Mood Unused Own");
    }

    #[test]
    fn the_only_group_has_no_feature() {
        let (groups, sections) = features("  get_all: { route: GET /books/all }");
        assert!(groups.is_empty());
        // So its types are in its file, even if something else uses them too.
        assert_eq!(
            sections[0],
            "books (always): Book Author AuthorId Mood Holder Shelf"
        );
    }
}
