//! How lists are paged.

use super::TypeIds;
use super::fields::{lower_constant, lower_field, type_ref, variable};
use crate::api::{
    BodyPosition, Bound, Field, Integer, Location, NextPosition, Notes, PageField, PageFieldRole,
    PageParameter, Pager, Parameter, Presence, Rules, Scalar, Type, TypeRef,
};
use crate::document::{
    NextEntry, PageFieldEntry, PageParameterEntry, PagerEntry, Position, PositionEntry,
};

pub(super) fn lower(entry: &PagerEntry, ids: &TypeIds) -> Pager {
    let positions = entry.positions.iter();
    let positions = positions.filter(|position| !position.parameter.in_body);
    let positions = positions.map(|position| parameter(&position.parameter, role(position), ids));
    let limit = entry.limit.iter().filter(|limit| !limit.in_body);
    let limit = limit.map(|limit| parameter(limit, PageParameter::Limit, ids));
    let constants = entry.fields.iter().filter_map(lower_constant);
    Pager {
        name: entry.name.value.clone(),
        parameters: positions.chain(limit).collect(),
        body_position: entry.positions.iter().find_map(body_position),
        items: entry.items.as_ref().map(|items| items.value.clone()),
        fields: fields(entry, ids),
        constants: constants.collect(),
        next: match &entry.next {
            None => NextPosition::Counted,
            Some(NextEntry::Field(_)) => NextPosition::Field,
            Some(NextEntry::Url(_)) => NextPosition::Url,
            Some(NextEntry::Item(field)) => NextPosition::Item(field.value.clone()),
            Some(NextEntry::Header(header)) => NextPosition::Header(header.value.clone()),
            Some(NextEntry::Link(_)) => NextPosition::Link,
        },
        notes: entry.notes.clone(),
    }
}

fn fields(entry: &PagerEntry, ids: &TypeIds) -> Vec<PageField> {
    let numbers = [
        (
            &entry.total,
            PageFieldRole::Total,
            "The number of items on all pages.",
        ),
        (&entry.pages, PageFieldRole::Pages, "The number of pages."),
    ];
    let numbers = numbers.into_iter().filter_map(|(field_entry, role, doc)| {
        let integer = Scalar::Integer(Integer::Int64);
        Some(field(
            field_entry.as_ref()?,
            role,
            doc,
            TypeRef::new(Type::Scalar(integer)),
        ))
    });
    let more = entry.more.iter().map(|field_entry| {
        let boolean = TypeRef::new(Type::Scalar(Scalar::Boolean));
        field(
            field_entry,
            PageFieldRole::More,
            "Whether there are more items.",
            boolean,
        )
    });
    let next = match &entry.next {
        Some(NextEntry::Field(field_entry)) => Some(next(field_entry, entry, ids)),
        Some(NextEntry::Url(field_entry)) => Some(next_url(field_entry)),
        Some(NextEntry::Item(_) | NextEntry::Header(_) | NextEntry::Link(_)) | None => None,
    };
    let others = variable(&entry.fields).map(|field| PageField {
        role: PageFieldRole::Other,
        field: lower_field(field, ids),
    });
    numbers.chain(more).chain(next).chain(others).collect()
}

/// The field with the cursor of the next page: null, or absent, on the last one.
fn next(field_entry: &PageFieldEntry, entry: &PagerEntry, ids: &TypeIds) -> PageField {
    let mut cursors = entry.positions.iter().map(|position| &position.parameter);
    let ty = cursors.find_map(|cursor| cursor.ty.as_ref());
    let mut ty = ty.map_or_else(string, |ty| type_ref(ty, ids));
    ty.nullable = !field_entry.optional;
    let doc = "The position of the next page; nothing on the last page.";
    field(field_entry, PageFieldRole::Next, doc, ty)
}

/// The field with the URL of the next page.
fn next_url(field_entry: &PageFieldEntry) -> PageField {
    let mut ty = string();
    ty.nullable = !field_entry.optional;
    let doc = "The URL of the next page, relative or not; nothing on the last page.";
    field(field_entry, PageFieldRole::Next, doc, ty)
}

fn role(position: &PositionEntry) -> PageParameter {
    match position.kind.value {
        Position::Offset => PageParameter::Offset,
        Position::PageNumber => PageParameter::Number,
        Position::Cursor => PageParameter::Cursor,
    }
}

fn body_position(position: &PositionEntry) -> Option<BodyPosition> {
    let entry = &position.parameter;
    let role = role(position);
    let usual = i64::from(role == PageParameter::Number);
    let default = entry.default.as_ref();
    entry.in_body.then(|| BodyPosition {
        field: entry.parameter.value.clone(),
        role,
        first: default.map_or(usual, |default| default.value),
    })
}

fn string() -> TypeRef {
    TypeRef::new(Type::Scalar(Scalar::String))
}

fn field(field_entry: &PageFieldEntry, role: PageFieldRole, doc: &str, ty: TypeRef) -> PageField {
    let presence = match field_entry.optional {
        true => Presence::Optional,
        false => Presence::Required,
    };
    PageField {
        role,
        field: Field::new(field_entry.name.value.clone(), Notes::of(doc), ty, presence),
    }
}

/// A parameter. The default of a number is the declared default, or else the default of all pagers, moved into the
/// range of the number.
fn parameter(entry: &PageParameterEntry, role: PageParameter, ids: &TypeIds) -> Parameter {
    let (number, doc) = match role {
        PageParameter::Offset => (Some((0, 0)), "The number of items to skip."),
        PageParameter::Number => (Some((first_page(entry), 1)), "The number of the page."),
        PageParameter::Cursor => (
            None,
            "The position of the page, as the page before it returned it.",
        ),
        PageParameter::Limit => (Some((1, 50)), "The maximum number of items to return."),
    };
    let mut notes = entry.notes.clone();
    notes.doc.get_or_insert_with(|| doc.to_owned());
    let parameter = Parameter {
        page: Some(role),
        ..Parameter::new(entry.parameter.value.clone(), Location::Query, notes)
    };
    match number {
        Some((least, usual)) => {
            let (ty, presence, rules) = number_parameter(entry, least, usual);
            Parameter {
                ty,
                presence,
                rules: rules.into(),
                ..parameter
            }
        }
        None => Parameter {
            ty: entry
                .ty
                .as_ref()
                .map_or_else(string, |ty| type_ref(ty, ids)),
            ..parameter
        },
    }
}

/// The number of the first page: 1, or 0 where the default or the maximum says so.
fn first_page(entry: &PageParameterEntry) -> i64 {
    let smallest = entry.default.as_ref().or(entry.max.as_ref());
    smallest.map_or(1, |number| number.value.min(1))
}

fn number_parameter(
    entry: &PageParameterEntry,
    least: i64,
    usual: i64,
) -> (TypeRef, Presence, Rules) {
    let min = entry.min.as_ref().map_or(least, |min| min.value);
    let max = entry.max.as_ref().map(|max| max.value);
    let declared = entry.default.as_ref().map(|default| default.value);
    let default = declared.unwrap_or_else(|| usual.clamp(min, max.unwrap_or(i64::MAX)));
    let rules = Rules {
        min: Some(Bound::Integer(min.into())),
        max: max.map(|max| Bound::Integer(max.into())),
        ..Rules::default()
    };
    let integer = Type::Scalar(Scalar::Integer(Integer::Int64));
    (
        TypeRef::new(integer),
        Presence::Default(default.into()),
        rules,
    )
}
