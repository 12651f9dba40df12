//! Types with fields that only requests or only responses have. If both use such a type, it is split in two: `Customer`
//! is for responses, and `CustomerInput` is for requests.

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    AdditionalFieldsEntry, Direction, Document, FieldEntry, TypeEntry, TypeEntryKind, TypeExpr,
    TypeExprKind, Use,
};
use crate::hash::HashMap;
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

const NEVER_SENT: Code = Code("E0319");

/// Removes the fields that a direction does not have, and adds the types of requests.
pub(super) fn expand(document: &mut Document, diagnostics: &mut Diagnostics) {
    let mut types = Types::new(document);
    if !types.differs.iter().any(|differs| *differs) {
        return;
    }
    types.find_uses(document);
    if document.left_out.is_empty() {
        types.check(document, diagnostics);
    }
    let examples = examples(document, &types);
    let entries = document.types.iter().enumerate();
    let split = entries.filter(|(index, _)| types.is_split(*index));
    let mut inputs: Vec<TypeEntry> = split.map(|(_, entry)| input(entry)).collect();
    for entry in &mut inputs {
        restrict(entry, Direction::Request);
        types.rename_in(entry);
    }
    for (index, entry) in document.types.iter_mut().enumerate() {
        let Uses {
            requests,
            responses,
        } = types.uses[index];
        if !types.differs[index] {
            continue;
        }
        if responses {
            restrict(entry, Direction::Response);
        } else if requests {
            restrict(entry, Direction::Request);
            types.rename_in(entry);
        }
    }
    document.visit_types(&mut |usage, ty| match usage {
        Use::Request => types.rename(ty),
        Use::Response | Use::InType | Use::Ignored => {}
    });
    document.types.extend(inputs);
    for entry in &mut document.types {
        let example = examples.get(&entry.name.value).cloned();
        entry.example = example.or(entry.example.take());
    }
}

/// The types that differ by direction, and the uses of each type.
struct Types {
    indexes: HashMap<String, usize>,
    /// For each type: the types that it contains.
    contents: Vec<Vec<usize>>,
    /// For each type: whether it, or a type in it, has a `read_only` or `write_only` field.
    differs: Vec<bool>,
    uses: Vec<Uses>,
}

/// Whether requests and responses use a type.
#[derive(Debug, Clone, Copy, Default)]
struct Uses {
    requests: bool,
    responses: bool,
}

impl Types {
    fn new(document: &mut Document) -> Self {
        let entries = document.types.iter().enumerate();
        let indexes: HashMap<String, usize> = entries
            .map(|(index, entry)| (entry.name.value.clone(), index))
            .collect();
        let contents = document.types.iter_mut().map(|entry| {
            let mut contents = Vec::new();
            entry.visit_types(&mut |_, ty| contents.extend(index_of(ty, &indexes)));
            contents
        });
        let contents: Vec<Vec<usize>> = contents.collect();
        let has_one_way_field =
            |entry: &TypeEntry| fields(entry).iter().any(|field| field.only_in.is_some());
        let entries = document.types.iter().enumerate();
        let with_one_way_fields = entries
            .filter(|(_, entry)| has_one_way_field(entry))
            .map(|(index, _)| index)
            .collect();
        let mut users = vec![Vec::new(); contents.len()];
        for (owner, targets) in contents.iter().enumerate() {
            targets.iter().for_each(|target| users[*target].push(owner));
        }
        let differs = reached(with_one_way_fields, &users);
        Self {
            indexes,
            uses: vec![Uses::default(); contents.len()],
            contents,
            differs,
        }
    }

    fn find_uses(&mut self, document: &mut Document) {
        let (mut sent, mut returned) = (Vec::new(), Vec::new());
        document.visit_types(&mut |usage, ty| match usage {
            Use::Request => sent.extend(index_of(ty, &self.indexes)),
            Use::Response => returned.extend(index_of(ty, &self.indexes)),
            Use::InType | Use::Ignored => {}
        });
        let sent = reached(sent, &self.contents).into_iter();
        let both = sent.zip(reached(returned, &self.contents));
        self.uses = both
            .map(|(requests, responses)| Uses {
                requests,
                responses,
            })
            .collect();
    }

    /// Whether a type is split in two.
    fn is_split(&self, index: usize) -> bool {
        self.differs[index] && self.uses[index].requests && self.uses[index].responses
    }

    /// Replaces the names of split types in a type for requests. What this ignores has the type that it has in responses.
    fn rename_in(&self, entry: &mut TypeEntry) {
        entry.visit_types(&mut |usage, ty| match usage {
            Use::Request | Use::Response | Use::InType => self.rename(ty),
            Use::Ignored => {}
        });
    }

    /// Replaces the names of split types by the names of their types for requests.
    fn rename(&self, ty: &mut TypeExpr) {
        match &mut ty.kind {
            TypeExprKind::Scalar(_) => {}
            TypeExprKind::Named(name) => {
                let index = self.indexes.get(name.as_str());
                if index.is_some_and(|index| self.is_split(*index)) {
                    *name = input_name(name);
                    ty.alias = None;
                }
            }
            TypeExprKind::List(inner) | TypeExprKind::Map(inner) => {
                let before = inner.named().map(|name| name.value.to_owned());
                self.rename(inner);
                if inner.named().map(|name| name.value.to_owned()) != before {
                    ty.alias = None;
                }
            }
        }
    }

    /// Reports fields that no message has.
    fn check(&self, document: &Document, diagnostics: &mut Diagnostics) {
        for (index, entry) in document.types.iter().enumerate() {
            let uses = self.uses[index];
            let ignores_others = ignores_others(entry);
            for field in fields(entry).iter().filter(|field| !field.inherited) {
                let (only, word) = match field.only_in.as_ref().map(|only| only.value) {
                    Some(Direction::Request) if uses.responses && !uses.requests => {
                        ("write_only", "responses")
                    }
                    // Otherwise, the field tells servers what to ignore.
                    Some(Direction::Response)
                        if uses.requests && !uses.responses && ignores_others =>
                    {
                        ("read_only", "requests")
                    }
                    Some(Direction::Request | Direction::Response) | None => continue,
                };
                diagnostics.push(never_sent(entry, field, only, word));
            }
        }
    }
}

fn never_sent(entry: &TypeEntry, field: &FieldEntry, only: &str, word: &str) -> Diagnostic {
    let (owner, name) = (&entry.name.value, &field.name.value);
    let message =
        format!("nothing sends `{name}`: it is `{only}`, and `{owner}` is only in {word}");
    let span = field
        .only_in
        .as_ref()
        .map_or(field.name.span, |only| only.span);
    Diagnostic::error(NEVER_SENT, message, span).help(format!("remove `{only}`, or the field"))
}

/// The name of the type for requests.
fn input_name(name: &str) -> String {
    format!("{name}Input")
}

fn input(entry: &TypeEntry) -> TypeEntry {
    TypeEntry {
        name: Spanned::new(input_name(&entry.name.value), entry.name.span),
        input_of: Some(entry.name.value.clone()),
        ..entry.clone()
    }
}

/// Removes the fields that only the other direction has.
fn restrict(entry: &mut TypeEntry, direction: Direction) {
    if let TypeEntryKind::Object {
        fields, ignored, ..
    } = &mut entry.kind
    {
        let is_sent = |field: &FieldEntry| {
            let only = field.only_in.as_ref();
            only.is_none_or(|only| only.value == direction)
        };
        let (sent, others) = std::mem::take(fields).into_iter().partition(is_sent);
        *fields = sent;
        if direction == Direction::Request {
            *ignored = others;
        }
    }
}

fn fields(entry: &TypeEntry) -> &[FieldEntry] {
    entry.kind.object().unwrap_or_default()
}

/// Whether servers ignore all fields that an object does not have.
fn ignores_others(entry: &TypeEntry) -> bool {
    let TypeEntryKind::Object { others, .. } = &entry.kind else {
        return true;
    };
    match others {
        AdditionalFieldsEntry::Ignored | AdditionalFieldsEntry::Union(_) => true,
        AdditionalFieldsEntry::Rejected | AdditionalFieldsEntry::Kept(_) => false,
    }
}

fn index_of(ty: &TypeExpr, indexes: &HashMap<String, usize>) -> Option<usize> {
    indexes.get(ty.named()?.value).copied()
}

/// For each type: whether it is one of `open`, or reached from one of them.
fn reached(mut open: Vec<usize>, edges: &[Vec<usize>]) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    while let Some(index) = open.pop() {
        if !std::mem::replace(&mut reached[index], true) {
            open.extend(&edges[index]);
        }
    }
    reached
}

/// The examples of types that differ, each with the fields of its direction.
fn examples(document: &Document, types: &Types) -> HashMap<String, Node> {
    let mut examples = HashMap::default();
    for (index, entry) in document.types.iter().enumerate() {
        let Some(example) = entry.example.as_ref().filter(|_| types.differs[index]) else {
            continue;
        };
        let uses = types.uses[index];
        let mut add = |name: String, direction| {
            let mut example = example.clone();
            let removal = Removal {
                direction,
                document,
                types,
            };
            removal.remove_fields(&mut example, entry);
            examples.insert(name, example);
        };
        if uses.responses {
            add(entry.name.value.clone(), Direction::Response);
        }
        match (uses.requests, uses.responses) {
            (true, true) => add(input_name(&entry.name.value), Direction::Request),
            (true, false) => add(entry.name.value.clone(), Direction::Request),
            (false, _) => {}
        }
    }
    examples
}

/// Removes fields from values that a direction does not have.
struct Removal<'d> {
    direction: Direction,
    document: &'d Document,
    types: &'d Types,
}

impl Removal<'_> {
    fn remove_fields(&self, value: &mut Node, entry: &TypeEntry) {
        if let (TypeEntryKind::Tuple(elements), NodeKind::List(items)) =
            (&entry.kind, &mut value.kind)
        {
            for (element, item) in elements.iter().zip(items) {
                self.remove_inside(item, &element.ty);
            }
            return;
        }
        let NodeKind::Map(entries) = &mut value.kind else {
            return;
        };
        let field_named = |name: &str| FieldEntry::find(fields(entry), name);
        entries.retain(|(name, _)| {
            let only = field_named(&name.value).and_then(|field| field.only_in.as_ref());
            only.is_none_or(|only| only.value == self.direction)
        });
        for (name, value) in entries {
            if let Some(field) = field_named(&name.value) {
                self.remove_inside(value, &field.ty);
            }
        }
    }

    fn remove_inside(&self, value: &mut Node, ty: &TypeExpr) {
        match (&ty.kind, &mut value.kind) {
            (TypeExprKind::Named(name), _) => {
                if let Some(index) = self.types.indexes.get(name.as_str()) {
                    self.remove_fields(value, &self.document.types[*index]);
                }
            }
            (TypeExprKind::List(inner), NodeKind::List(items)) => {
                items
                    .iter_mut()
                    .for_each(|item| self.remove_inside(item, inner));
            }
            (TypeExprKind::Map(inner), NodeKind::Map(entries)) => {
                let values = entries.iter_mut().map(|(_, value)| value);
                values.for_each(|value| self.remove_inside(value, inner));
            }
            (TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_), _) => {}
        }
    }
}
