//! Named types, and who uses them.

use super::super::{docs, markdown};
use super::code::{self, Sample};
use super::entries::{
    Entry, Mark, Owner, constant, constraints, element, field, labelled, sensitive, variant,
};
use super::html::{entry_anchor, operation_anchor, type_anchor};
use super::notes::{Assumptions, NotesView};
use super::type_words::type_words;
use crate::api::{
    AdditionalFields, Api, Enum, EnumValue, Newtype, Object, Openness, Tagging, Type, TypeDef,
    TypeId, TypeKind, TypeRef, Union,
};
use crate::emit::markdown::RichText;
use crate::emit::samples::values;

/// A named type.
pub(super) struct TypeView {
    pub(super) anchor: String,
    pub(super) name: String,
    /// The kind of the type, in a word or two.
    pub(super) kind: RichText,
    pub(super) marks: Vec<Mark>,
    pub(super) notes: NotesView,
    pub(super) facts: Vec<RichText>,
    /// What its fields are called.
    pub(super) parts: &'static str,
    pub(super) fields: Vec<Entry>,
    /// The type of additional fields.
    pub(super) others: Option<RichText>,
    pub(super) values: Vec<ValueView>,
    pub(super) example: Option<Sample>,
    pub(super) users: Vec<RichText>,
}

impl TypeView {
    /// Whether some value has a description, so that each is shown on its own line.
    pub(super) fn has_value_docs(&self) -> bool {
        self.values.iter().any(|value| !value.doc.is_empty())
    }
}

/// One value of an enumeration.
pub(super) struct ValueView {
    pub(super) anchor: String,
    pub(super) value: String,
    pub(super) doc: RichText,
}

/// All types and all identifiers, by name.
pub(super) fn types(api: &Api, assumptions: &mut Assumptions) -> (Vec<TypeView>, Vec<TypeView>) {
    let users = users(api);
    let mut all: Vec<_> = api.types.iter().zip(users).enumerate().collect();
    all.sort_by_cached_key(|(_, (definition, _))| {
        (definition.name.to_lowercase(), definition.name.clone())
    });
    let (identifiers, types): (Vec<_>, Vec<_>) = all
        .into_iter()
        .partition(|(_, (definition, _))| matches!(definition.kind, TypeKind::Newtype(_)));
    let mut views = |all: Vec<(usize, (&TypeDef, Vec<RichText>))>| {
        let views = all.into_iter().map(|(index, (definition, users))| {
            view(api, TypeId(index), definition, users, assumptions)
        });
        views.collect()
    };
    (views(types), views(identifiers))
}

fn view(
    api: &Api,
    id: TypeId,
    definition: &TypeDef,
    users: Vec<RichText>,
    assumptions: &mut Assumptions,
) -> TypeView {
    let anchor = type_anchor(&definition.name);
    let notes = assumptions.notes(&definition.notes, &anchor, &definition.name);
    let mut view = TypeView {
        name: definition.name.clone(),
        kind: RichText::default(),
        marks: sensitive(definition.sensitivity).into_iter().collect(),
        facts: Vec::new(),
        parts: match definition.kind {
            TypeKind::Union(_) => "variant",
            TypeKind::Tuple(_) => "element",
            TypeKind::Object(_) | TypeKind::Enum(_) | TypeKind::Newtype(_) | TypeKind::Alias(_) => {
                "field"
            }
        },
        fields: Vec::new(),
        others: None,
        values: Vec::new(),
        example: None,
        anchor,
        notes,
        users,
    };
    match &definition.kind {
        TypeKind::Object(object) => {
            object_view(api, id, definition, object, &mut view, assumptions)
        }
        TypeKind::Tuple(tuple) => {
            view.kind = RichText::text("tuple");
            let owner = Owner {
                anchor: &view.anchor,
                name: &definition.name,
            };
            let elements = tuple.elements.iter();
            view.fields = elements
                .map(|tuple_element| element(api, tuple_element, owner, assumptions))
                .collect();
            view.example = shown(api, id, definition);
        }
        TypeKind::Enum(values) => enum_view(values, &mut view),
        TypeKind::Newtype(newtype) => newtype_view(definition, newtype, &mut view),
        TypeKind::Alias(alias) => {
            view.kind = type_words(api, &alias.ty);
            view.facts.extend(constraints(&alias.rules));
            view.example = definition
                .example
                .as_ref()
                .map(|example| code::json("Example", example));
        }
        TypeKind::Union(union) => union_view(api, id, definition, union, &mut view, assumptions),
    }
    view
}

fn object_view(
    api: &Api,
    id: TypeId,
    definition: &TypeDef,
    object: &Object,
    view: &mut TypeView,
    assumptions: &mut Assumptions,
) {
    view.kind = RichText::text("object");
    let owner = Owner {
        anchor: &view.anchor,
        name: &definition.name,
    };
    let constants = object.constants.iter();
    view.fields = constants
        .map(|fixed_field| constant(fixed_field, owner, assumptions))
        .collect();
    let fields = object.fields.iter();
    view.fields
        .extend(fields.map(|object_field| field(api, object_field, owner, assumptions)));
    view.others = others(api, &object.others);
    // A file is not in JSON.
    view.example = match &definition.example {
        None if object.has_files() => None,
        Some(_) | None => shown(api, id, definition),
    };
}

fn enum_view(values: &Enum, view: &mut TypeView) {
    view.kind = RichText::text(match values.open {
        Openness::Closed | Openness::Responses => "enumeration",
        Openness::Open => "open enumeration",
    });
    view.facts.extend(others_possible("values", values.open));
    let values = values.values.iter();
    view.values = values
        .map(|value| value_view(&view.anchor, value))
        .collect();
}

fn union_view(
    api: &Api,
    id: TypeId,
    definition: &TypeDef,
    union: &Union,
    view: &mut TypeView,
    assumptions: &mut Assumptions,
) {
    view.kind = RichText::text(match union.open {
        Openness::Closed | Openness::Responses => "union",
        Openness::Open => "open union",
    });
    let told_apart = match &union.tagging {
        _ if union.by_event => None,
        Tagging::Field { path, .. } => Some(("Told apart by", path.join("."))),
        Tagging::Beside { tag, .. } => Some(("Told apart by", tag.clone())),
        Tagging::Name | Tagging::None => None,
    };
    if let Some((label, name)) = told_apart {
        view.facts.push(labelled(label, &name.into()));
    }
    if union.by_event {
        view.facts
            .push(RichText::text("The name of the event tells them apart."));
    }
    if union.tagging == Tagging::Name {
        view.facts.push(RichText::text(
            "The name of the only field tells them apart.",
        ));
    }
    view.facts.extend(others_possible("variants", union.open));
    let anchor = view.anchor.clone();
    let owner = Owner {
        anchor: &anchor,
        name: &definition.name,
    };
    let variants = union.variants.iter();
    view.fields = variants
        .map(|union_variant| variant(api, union_variant, owner, assumptions))
        .collect();
    view.example = shown(api, id, definition);
}

/// Where an enumeration has other values, or a union other variants.
fn others_possible(what: &str, open: Openness) -> Option<RichText> {
    let place = match open {
        Openness::Closed => return None,
        Openness::Responses => " in responses, but not in requests",
        Openness::Open => "",
    };
    Some(RichText::text(&format!(
        "Other {what} are possible{place}."
    )))
}

/// The example of a type, or a generated one.
fn shown(api: &Api, id: TypeId, definition: &TypeDef) -> Option<Sample> {
    let ty = TypeRef::new(Type::Named(id));
    match &definition.example {
        Some(example) => Some(code::json("Example", example)),
        None => values::of_type(api, &ty).map(|made| code::json("Shape", &made)),
    }
}

/// What happens to fields that the object does not name.
fn others(api: &Api, others: &AdditionalFields) -> Option<RichText> {
    match others {
        AdditionalFields::Ignored => None,
        AdditionalFields::Rejected => Some(RichText::text("not allowed in requests")),
        AdditionalFields::Kept(ty, rules) => {
            let words = type_words(api, ty);
            Some(match constraints(rules) {
                Some(constraints) => words.and_text(", ").and(&constraints),
                None => words,
            })
        }
        AdditionalFields::Union(ty) => Some(type_words(api, ty)),
    }
}

fn newtype_view(definition: &TypeDef, newtype: &Newtype, view: &mut TypeView) {
    view.kind = RichText::text(newtype.scalar.name());
    view.facts.extend(constraints(&newtype.rules));
    view.facts.extend(
        definition
            .example
            .as_ref()
            .map(|value| labelled("Example", value)),
    );
}

fn value_view(owner: &str, value: &EnumValue) -> ValueView {
    ValueView {
        anchor: entry_anchor(owner, &value.value),
        value: value.value.clone(),
        doc: markdown::line(&docs::in_words(&value.notes).unwrap_or_default()),
    }
}

/// The users of each type: operations first, then types with fields of it; each once.
fn users(api: &Api) -> Vec<Vec<RichText>> {
    let mut users: Vec<Vec<RichText>> = vec![Vec::new(); api.types.len()];
    let mut last: Vec<Option<(bool, usize)>> = vec![None; api.types.len()];
    let mut add = |ty: TypeId, user: (bool, usize), link: &dyn Fn() -> RichText| {
        if last[ty.0] != Some(user) {
            last[ty.0] = Some(user);
            users[ty.0].push(link());
        }
    };
    for (index, operation) in api.requests().enumerate() {
        let link = || RichText::link(&operation_anchor(operation), &operation.name);
        let sent = operation.sent().filter_map(TypeRef::mentioned);
        let returned = operation.returned().filter_map(TypeRef::mentioned);
        sent.chain(returned)
            .for_each(|ty| add(ty, (true, index), &link));
    }
    for (index, definition) in api.types.iter().enumerate() {
        let link = || RichText::link(&type_anchor(&definition.name), &definition.name);
        let contents = definition.contents().into_iter();
        contents
            .filter_map(TypeRef::mentioned)
            .for_each(|ty| add(ty, (false, index), &link));
    }
    users
}
