//! Multipart forms: how the fields of an object are sent as parts.

use crate::api::{self, Api, Body, ContentKind, Field, PartKind, Presence, Type, TypeId, TypeRef};
use crate::hash::HashSet;
use crate::naming::{Name, part_name, unique_names};

/// An object as a multipart form.
pub(crate) struct Form<'a> {
    /// The enum of its parts, which a handler reads one by one. `None` if there are no files: the form is then read
    /// before the handler runs.
    pub(crate) part: Option<String>,
    /// How each field is sent, in the order of the fields.
    pub(crate) parts: Vec<FormPart<'a>>,
    /// The variant of files that the specification does not name.
    pub(crate) other: Option<String>,
    /// Whether a server rejects other parts.
    pub(crate) is_closed: bool,
}

/// How a field is sent.
pub(crate) struct FormPart<'a> {
    pub(crate) kind: PartKind,
    /// How many parts there are.
    pub(crate) count: PartCount,
    /// The variant of the enum of parts.
    pub(crate) variant: String,
    /// The type of one part.
    pub(crate) item: &'a TypeRef,
    /// The media types that a file may have.
    pub(crate) media: &'a [String],
}

/// How many parts a field has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartCount {
    Required,
    Optional,
    List,
    OptionalList,
}

/// The types that are sent as multipart forms.
pub(super) fn sent(api: &Api) -> HashSet<TypeId> {
    let bodies = api
        .operations
        .iter()
        .filter_map(|operation| operation.body.as_ref());
    let contents = bodies.flat_map(Body::contents);
    let forms = contents.filter_map(|(_, content, _)| match &content.kind {
        ContentKind::Multipart { ty, .. } => ty.named(),
        ContentKind::Empty
        | ContentKind::Json { .. }
        | ContentKind::Page { .. }
        | ContentKind::Xml { .. }
        | ContentKind::Form { .. }
        | ContentKind::Text
        | ContentKind::Binary
        | ContentKind::Lines { .. }
        | ContentKind::Events(_) => None,
    });
    forms.collect()
}

/// Plans an object of this name as a form.
pub(super) fn form<'a>(api: &'a Api, name: &str, object: &'a api::Object) -> Form<'a> {
    let has_others = object.others.kept().is_some();
    let names = object.fields.iter();
    let names = names.map(|field| Name::camel(field.rust_name.as_deref(), &field.name));
    let other = has_others.then(|| Name::Derived("Other".to_owned()));
    // `unique_names` returns one name for each that it gets.
    let mut names = unique_names(names.chain(other), &[], "").into_iter();
    let fields = object.fields.iter().zip(&mut names);
    Form {
        parts: fields
            .map(|(field, variant)| part(api, field, variant))
            .collect(),
        part: object.has_files().then(|| part_name(name)),
        other: names.next(),
        is_closed: object.others == api::AdditionalFields::Rejected,
    }
}

fn part<'a>(api: &Api, field: &'a Field, variant: String) -> FormPart<'a> {
    let is_required = field.presence == Presence::Required;
    let (item, count) = match (&field.ty.ty, is_required) {
        (Type::List(item), true) => (&**item, PartCount::List),
        (Type::List(item), false) => (&**item, PartCount::OptionalList),
        (Type::Scalar(_) | Type::Named(_) | Type::Map(_), true) => (&field.ty, PartCount::Required),
        (Type::Scalar(_) | Type::Named(_) | Type::Map(_), false) => {
            (&field.ty, PartCount::Optional)
        }
    };
    let kind = api.part_kind(field);
    FormPart {
        kind,
        count,
        variant,
        item,
        media: match kind {
            PartKind::File => &field.media,
            PartKind::Text | PartKind::Json => &[],
        },
    }
}
