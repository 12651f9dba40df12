//! Fields, parameters and headers: names with types and descriptions.

use super::html::entry_anchor;
use super::notes::{Assumptions, NotesView, repeated_view};
use super::type_words::type_words;
use crate::api::{
    Api, BodyField, Constant, Delimited, ErrorBody, ErrorField, Field, Location, Notes, Parameter,
    Presence, Rules, Sensitivity, Style, Type, TypeKind, TypeRef, UnionVariant, Value,
};
use crate::emit::markdown::RichText;
use crate::emit::samples::literals;
use crate::emit::{docs, markdown};

/// A field, parameter or header in a list.
pub(super) struct Entry {
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) ty: RichText,
    pub(super) marks: Vec<Mark>,
    pub(super) notes: NotesView,
    /// Constraints, default and example, each as a short text.
    pub(super) facts: Vec<RichText>,
}

impl Entry {
    /// Whether a field may be absent.
    pub(super) fn may_be_absent(&self) -> bool {
        self.marks.iter().any(|mark| mark.text == ABSENT.text)
    }
}

/// What has a list of fields, elements or variants.
#[derive(Clone, Copy)]
pub(super) struct Owner<'a> {
    pub(super) anchor: &'a str,
    /// The name for readers: the name of a type, or `Error`.
    pub(super) name: &'a str,
}

impl Owner<'_> {
    /// The anchor of a part, and the notes on it.
    fn part(self, name: &str, notes: &Notes, assumptions: &mut Assumptions) -> (String, NotesView) {
        let anchor = entry_anchor(self.anchor, name);
        let about = format!("{}.{name}", self.name);
        let notes = assumptions.notes(notes, &anchor, &about);
        (anchor, notes)
    }
}

/// A label next to a name.
pub(super) struct Mark {
    pub(super) text: &'static str,
    pub(super) class: &'static str,
}

const REQUIRED: Mark = Mark {
    text: "required",
    class: "required",
};
const OPTIONAL: Mark = Mark {
    text: "optional",
    class: "",
};
const ABSENT: Mark = Mark {
    text: "may be absent",
    class: "",
};
const NULL: Mark = Mark {
    text: "may be null",
    class: "",
};
const DEPRECATED: Mark = Mark {
    text: "deprecated",
    class: "warn",
};

/// A parameter of a request.
pub(super) fn parameter(api: &Api, parameter: &Parameter, owner: &str, notes: NotesView) -> Entry {
    let first = if parameter.may_be_omitted() {
        OPTIONAL
    } else {
        REQUIRED
    };
    let facts = facts(
        &api.rules_in_place(parameter),
        &parameter.presence,
        parameter.example.as_ref(),
    );
    // The router checks the constraints of a newtype too, and its section is far away.
    let of_type = match &parameter.ty.ty {
        Type::Named(id) => match &api.type_def(*id).kind {
            TypeKind::Newtype(newtype) => constraints(&newtype.rules),
            TypeKind::Object(_)
            | TypeKind::Tuple(_)
            | TypeKind::Enum(_)
            | TypeKind::Union(_)
            | TypeKind::Alias(_) => None,
        },
        Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
    };
    let facts = style(parameter).into_iter().chain(of_type).chain(facts);
    let facts = facts.collect();
    let anchor = entry_anchor(owner, &parameter.name);
    if let Some(constant) = &parameter.constant {
        return constant_entry((anchor, &parameter.name), Some(first), notes, constant);
    }
    let row = Row {
        anchor,
        name: &parameter.name,
        ty: &parameter.ty,
        presence: Some(first),
        sensitivity: parameter.sensitivity,
    };
    row.entry(api, notes, facts)
}

/// How a list or an object is written, unless by the default rules.
fn style(parameter: &Parameter) -> Option<RichText> {
    let name = &parameter.name;
    let line = match (parameter.style, parameter.location) {
        (Style::Single, _) | (Style::Repeated, Location::Query) => return None,
        (Style::Repeated, _) => "A line for each item".to_owned(),
        (Style::Comma, _) => "Separated by commas".to_owned(),
        (Style::Space, _) => "Separated by spaces".to_owned(),
        (Style::Pipe, _) => format!("Separated by {}", markdown::code("|")),
        (Style::Label, _) => "Separated by dots".to_owned(),
        (Style::Matrix, _) => format!("Separated by {}", markdown::code(&format!(";{name}="))),
        (Style::Fields(delimiter), _) => {
            let shape = match delimiter {
                Delimited::Comma => "field,…,field,…",
                Delimited::Space => "field …",
                Delimited::Pipe => "field|…|field|…",
                Delimited::Pairs => "field=…,field=…",
                Delimited::Label => "field=….field=…",
                Delimited::Matrix => "field=…;field=…",
            };
            format!("Written as {}", markdown::code(shape))
        }
        (Style::Deep(_), _) => {
            format!("Written as {}", markdown::code(&format!("{name}[field]=…")))
        }
        (Style::Flat(_), _) if matches!(parameter.ty.ty, Type::Map(_)) => {
            "Each entry is a parameter".to_owned()
        }
        (Style::Flat(_), _) => "Each field is a parameter".to_owned(),
        (Style::Json, _) => "Written as JSON".to_owned(),
    };
    Some(markdown::line(&line))
}

/// A response header. All of them are optional.
pub(super) fn header(
    api: &Api,
    header: &Parameter,
    owner: &str,
    assumptions: &mut Assumptions,
) -> Entry {
    let anchor = entry_anchor(owner, &header.name);
    let notes = assumptions.notes(&header.notes, &anchor, &header.name);
    let facts = facts(&header.rules, &header.presence, header.example.as_ref());
    let row = Row {
        anchor,
        name: &header.name,
        ty: &header.ty,
        presence: None,
        sensitivity: header.sensitivity,
    };
    row.entry(api, notes, facts)
}

/// A field of an object.
pub(super) fn field(
    api: &Api,
    field: &Field,
    owner: Owner<'_>,
    assumptions: &mut Assumptions,
) -> Entry {
    let (anchor, notes) = owner.part(&field.name, &field.notes, assumptions);
    let absent = (field.presence != Presence::Required).then_some(ABSENT);
    let facts = facts(&field.rules, &field.presence, field.example.as_ref());
    let media = docs::media(&field.media).map(|media| markdown::line(&media));
    let facts = media.into_iter().chain(facts).collect();
    let row = Row {
        anchor,
        name: &field.name,
        ty: &field.ty,
        presence: absent,
        sensitivity: field.sensitivity,
    };
    row.entry(api, notes, facts)
}

/// The fields of error responses that have a meaning of their own, before the further fields.
pub(super) fn error_fields(api: &Api, anchor: &str) -> Vec<Entry> {
    let body = &api.error_body;
    let entry = |name: &String, ty: &str, mark: Option<Mark>, doc: &str| Entry {
        anchor: entry_anchor(anchor, name),
        name: name.clone(),
        ty: RichText::text(ty),
        marks: mark.into_iter().collect(),
        notes: repeated_view(&Notes::of(doc)),
        facts: Vec::new(),
    };
    let plain =
        |name: &Option<String>, ty: &str, doc: &str| Some(entry(name.as_ref()?, ty, None, doc));
    let field = |field: &Option<ErrorField>, ty: &str, doc: &str| {
        let field = field.as_ref()?;
        let mark = if field.optional { ABSENT } else { NULL };
        Some(entry(&field.name, ty, Some(mark), doc))
    };
    let fields = [
        plain(&body.status, "integer", ErrorBody::STATUS),
        field(&body.code, "string", ErrorBody::CODE),
        plain(&body.message, "string", ErrorBody::MESSAGE),
        field(&body.parameter, "string", ErrorBody::PARAMETER),
        field(&body.metadata, "object", ErrorBody::METADATA),
    ];
    fields.into_iter().flatten().collect()
}

/// The field with the code that an error always has.
pub(super) fn error_code(api: &Api, code: &str, anchor: &str) -> Option<Entry> {
    let name = &api.error_body.code.as_ref()?.name;
    Some(Entry {
        anchor: entry_anchor(anchor, name),
        name: name.clone(),
        ty: RichText::text("string"),
        marks: Vec::new(),
        notes: NotesView::default(),
        facts: vec![labelled("Always", &code.into())],
    })
}

/// A further field of the body of errors.
pub(super) fn body_field(
    api: &Api,
    body_field: &BodyField,
    anchor: &str,
    assumptions: &mut Assumptions,
) -> Entry {
    let owner = Owner {
        anchor,
        name: "Error",
    };
    let entry = field(api, &body_field.field, owner, assumptions);
    with_value(entry, body_field)
}

/// A field of all errors, which has another value in one of them.
pub(super) fn valued_field(api: &Api, body_field: &BodyField, anchor: &str) -> Entry {
    let field = &body_field.field;
    let row = Row {
        anchor: entry_anchor(anchor, &field.name),
        name: &field.name,
        ty: &field.ty,
        presence: None,
        sensitivity: field.sensitivity,
    };
    let entry = row.entry(api, repeated_view(&field.notes), Vec::new());
    with_value(entry, body_field)
}

fn with_value(mut entry: Entry, body_field: &BodyField) -> Entry {
    let value = body_field
        .value
        .iter()
        .map(|value| labelled("Usually", value));
    entry.facts.extend(value);
    entry
}

/// An element of a tuple, by its index and its name in Rust.
pub(super) fn element(
    api: &Api,
    api_field: &Field,
    owner: Owner<'_>,
    assumptions: &mut Assumptions,
) -> Entry {
    let entry = field(api, api_field, owner, assumptions);
    let name = api_field.rust_name.as_ref();
    let name = name.map_or_else(String::new, |name| format!(" {name}"));
    Entry {
        name: format!("[{}]{name}", api_field.name),
        ..entry
    }
}

/// A variant of a union.
pub(super) fn variant(
    api: &Api,
    variant: &UnionVariant,
    owner: Owner<'_>,
    assumptions: &mut Assumptions,
) -> Entry {
    let (anchor, notes) = owner.part(&variant.tag, &variant.notes, assumptions);
    let deprecated = notes.deprecated.as_ref().map(|_| DEPRECATED);
    let also = variant.also.iter();
    let facts = also.map(|tag| labelled("Also", &tag.as_str().into()));
    Entry {
        anchor,
        name: variant.tag.clone(),
        ty: match &variant.ty {
            Some(ty) => type_words(api, ty),
            None => RichText::text("no content"),
        },
        marks: deprecated.into_iter().collect(),
        notes,
        facts: facts.chain(constraints(&variant.rules)).collect(),
    }
}

/// A field that always has the same value.
pub(super) fn constant(
    constant: &Constant,
    owner: Owner<'_>,
    assumptions: &mut Assumptions,
) -> Entry {
    let (anchor, notes) = owner.part(&constant.name, &constant.notes, assumptions);
    let absent = (!constant.required).then_some(ABSENT);
    constant_entry((anchor, &constant.name), absent, notes, &constant.value)
}

fn constant_entry(
    (anchor, name): (String, &str),
    presence: Option<Mark>,
    notes: NotesView,
    value: &Value,
) -> Entry {
    let deprecated = notes.deprecated.as_ref().map(|_| DEPRECATED);
    Entry {
        anchor,
        name: name.to_owned(),
        ty: RichText::text("constant"),
        marks: presence.into_iter().chain(deprecated).collect(),
        notes,
        facts: vec![labelled("Always", value)],
    }
}

/// A field, parameter or header with a value.
struct Row<'a> {
    anchor: String,
    name: &'a str,
    ty: &'a TypeRef,
    presence: Option<Mark>,
    sensitivity: Sensitivity,
}

impl Row<'_> {
    fn entry(self, api: &Api, notes: NotesView, facts: Vec<RichText>) -> Entry {
        let null = self.ty.nullable.then_some(NULL);
        let deprecated = notes.deprecated.as_ref().map(|_| DEPRECATED);
        let marks = [self.presence, null, sensitive(self.sensitivity), deprecated];
        Entry {
            anchor: self.anchor,
            name: self.name.to_owned(),
            ty: type_words(api, self.ty),
            marks: marks.into_iter().flatten().collect(),
            notes,
            facts,
        }
    }
}

/// The mark of values that must not be logged.
pub(super) fn sensitive(sensitivity: Sensitivity) -> Option<Mark> {
    match sensitivity {
        Sensitivity::Public => None,
        Sensitivity::Personal => Some(Mark {
            text: "personal",
            class: "warn",
        }),
        Sensitivity::Secret => Some(Mark {
            text: "secret",
            class: "warn",
        }),
    }
}

fn facts(rules: &Rules, presence: &Presence, example: Option<&Value>) -> Vec<RichText> {
    let default = match presence {
        Presence::Default(value) => Some(labelled("Default", value)),
        Presence::Required | Presence::Optional => None,
    };
    let example = example.map(|value| labelled("Example", value));
    constraints(rules)
        .into_iter()
        .chain(default)
        .chain(example)
        .collect()
}

/// The constraints of a value as a short text.
pub(super) fn constraints(rules: &Rules) -> Option<RichText> {
    docs::constraints(rules).map(|constraints| markdown::line(&constraints))
}

/// A label with a value.
pub(super) fn labelled(label: &str, value: &Value) -> RichText {
    let words = RichText::text(label).and_text(" ");
    words.and_code(&literals::visible(value.to_string()))
}

/// A parameter of pages. Its assumptions are listed once, in the section on pagination.
pub(super) fn shared_parameter(api: &Api, shared: &Parameter, owner: &str) -> Entry {
    parameter(api, shared, owner, repeated_view(&shared.notes))
}
