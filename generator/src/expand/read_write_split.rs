//! Types with fields that only requests or only responses have. If both use such a type, it becomes two: its
//! own name is for responses, and `CustomerInput` is for requests.

use crate::hash::HashMap;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    AdditionalFieldsEntry, Direction, Document, FieldEntry, TypeEntry, TypeEntryKind, TypeExpr,
    TypeExprKind, Use,
};
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
    types.check(document, diagnostics);
    let examples = examples(document, &types);
    let inputs = document.types.iter().enumerate();
    let inputs = inputs.filter(|(index, _)| types.is_double(*index));
    let mut inputs: Vec<TypeEntry> = inputs.map(|(_, entry)| input(entry)).collect();
    for entry in &mut inputs {
        restrict(entry, Direction::Request);
        entry.visit_types(&mut |_, ty| types.rename(ty));
    }
    for (index, entry) in document.types.iter_mut().enumerate() {
        let Uses {
            requests,
            responses,
        } = types.uses[index];
        match (types.differs[index], requests, responses) {
            (true, true, false) => {
                restrict(entry, Direction::Request);
                entry.visit_types(&mut |_, ty| types.rename(ty));
            }
            (true, _, true) => restrict(entry, Direction::Response),
            // What nothing uses stays as it is.
            (true, false, false) | (false, ..) => {}
        }
    }
    document.visit_types(&mut |of, ty| match of {
        Use::Request => types.rename(ty),
        Use::Response | Use::Inside => {}
    });
    document.types.extend(inputs);
    for entry in &mut document.types {
        let example = examples.get(&entry.name.value).cloned();
        entry.example = example.or(entry.example.take());
    }
}

/// Which types differ by direction, and where each is used.
struct Types {
    places: HashMap<String, usize>,
    /// The types that each one contains.
    contents: Vec<Vec<usize>>,
    /// Whether each has such a field, or contains a type that has.
    differs: Vec<bool>,
    uses: Vec<Uses>,
}

/// Where a type is used.
#[derive(Debug, Clone, Copy, Default)]
struct Uses {
    requests: bool,
    responses: bool,
}

impl Types {
    fn new(document: &mut Document) -> Self {
        let names = document.types.iter().enumerate();
        let places: HashMap<String, usize> = names
            .map(|(index, entry)| (entry.name.value.clone(), index))
            .collect();
        let contents = document.types.iter_mut().map(|entry| {
            let mut contents = Vec::new();
            entry.visit_types(&mut |_, ty| contents.extend(place(ty, &places)));
            contents
        });
        let contents: Vec<Vec<usize>> = contents.collect();
        let starts = document.types.iter().enumerate();
        let starts =
            starts.filter(|(_, entry)| fields(entry).iter().any(|field| field.only_in.is_some()));
        let starts = starts.map(|(index, _)| index).collect();
        let mut users = vec![Vec::new(); contents.len()];
        for (owner, of) in contents.iter().enumerate() {
            of.iter().for_each(|target| users[*target].push(owner));
        }
        let differs = reached(starts, &users);
        Self {
            places,
            uses: vec![Uses::default(); contents.len()],
            contents,
            differs,
        }
    }

    fn find_uses(&mut self, document: &mut Document) {
        let (mut sent, mut returned) = (Vec::new(), Vec::new());
        document.visit_types(&mut |of, ty| match of {
            Use::Request => sent.extend(place(ty, &self.places)),
            Use::Response => returned.extend(place(ty, &self.places)),
            Use::Inside => {}
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

    /// Whether a type becomes two.
    fn is_double(&self, index: usize) -> bool {
        self.differs[index] && self.uses[index].requests && self.uses[index].responses
    }

    /// Names the type of requests.
    fn rename(&self, ty: &mut TypeExpr) {
        match &mut ty.kind {
            TypeExprKind::Scalar(_) => {}
            TypeExprKind::Named(name) => {
                let place = self.places.get(name.as_str());
                if place.is_some_and(|place| self.is_double(*place)) {
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
            let rejects_others = rejects_others(entry);
            for field in fields(entry).iter().filter(|field| !field.inherited) {
                let (only, word) = match field.only_in.as_ref().map(|only| only.value) {
                    Some(Direction::Request) if uses.responses && !uses.requests => {
                        ("write_only", "responses")
                    }
                    // What servers ignore there is not rejected.
                    Some(Direction::Response)
                        if uses.requests && !uses.responses && !rejects_others =>
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
    let place = field
        .only_in
        .as_ref()
        .map_or(field.name.span, |only| only.span);
    Diagnostic::error(NEVER_SENT, message, place).help(format!("remove `{only}`, or the field"))
}

/// The name of the type of requests.
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
        if direction == Direction::Request {
            let names = fields.iter().filter(|field| !is_sent(field));
            *ignored = names.map(|field| field.name.value.clone()).collect();
        }
        fields.retain(is_sent);
    }
}

fn fields(entry: &TypeEntry) -> &[FieldEntry] {
    entry.kind.object().unwrap_or_default()
}

/// Whether servers reject fields that an object does not have.
fn rejects_others(entry: &TypeEntry) -> bool {
    let TypeEntryKind::Object { others, .. } = &entry.kind else {
        return false;
    };
    matches!(others, AdditionalFieldsEntry::Rejected)
}

fn place(ty: &TypeExpr, places: &HashMap<String, usize>) -> Option<usize> {
    places.get(ty.named()?.value).copied()
}

/// What is reached from some types, which are reached themselves.
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

/// Removes from values what a direction does not have.
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
        let of = |name: &str| FieldEntry::find(fields(entry), name);
        entries.retain(|(name, _)| {
            let only = of(&name.value).and_then(|field| field.only_in.as_ref());
            only.is_none_or(|only| only.value == self.direction)
        });
        for (name, value) in entries {
            if let Some(field) = of(&name.value) {
                self.remove_inside(value, &field.ty);
            }
        }
    }

    fn remove_inside(&self, value: &mut Node, ty: &TypeExpr) {
        match (&ty.kind, &mut value.kind) {
            (TypeExprKind::Named(name), _) => {
                if let Some(place) = self.types.places.get(name.as_str()) {
                    self.remove_fields(value, &self.document.types[*place]);
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
