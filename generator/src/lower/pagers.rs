//! How lists are paged.

use crate::api::{
    Bound, Integer, Location, PageField, PageFieldRole, PageParameter, Pager, Parameter, Presence,
    Rules, Scalar, Sensitivity, Style, Type, TypeRef,
};
use crate::document::{PageParameterEntry, PagerEntry};
use crate::source::Spanned;

pub(super) fn lower(entry: &PagerEntry) -> Pager {
    let field = |role, name: &Spanned<String>| PageField {
        role,
        name: name.value.clone(),
    };
    Pager {
        name: entry.name.value.clone(),
        parameters: vec![
            page_parameter(&entry.offset, PageParameter::Offset),
            page_parameter(&entry.limit, PageParameter::Limit),
        ],
        fields: vec![
            field(PageFieldRole::Items, &entry.items),
            field(PageFieldRole::Total, &entry.total),
        ],
        notes: entry.notes.clone(),
    }
}

/// A parameter. Its default is the declared one, or the usual one moved into the bounds.
fn page_parameter(entry: &PageParameterEntry, role: PageParameter) -> Parameter {
    let (least, usual, doc) = match role {
        PageParameter::Offset => (0, 0, "The number of items to skip."),
        PageParameter::Limit => (1, 50, "The maximum number of items to return."),
    };
    let min = entry.min.as_ref().map_or(least, |min| min.value);
    let max = entry.max.as_ref().map(|max| max.value);
    let declared = entry.default.as_ref().map(|default| default.value);
    let default = declared.unwrap_or_else(|| usual.clamp(min, max.unwrap_or(i64::MAX)));
    let mut notes = entry.notes.clone();
    notes.doc.get_or_insert_with(|| doc.to_owned());
    Parameter {
        name: entry.parameter.value.clone(),
        rust_name: None,
        location: Location::Query,
        notes,
        ty: TypeRef::new(Type::Scalar(Scalar::Integer(Integer::Int64))),
        presence: Presence::Default(default.into()),
        rules: Rules {
            min: Some(Bound::Integer(min.into())),
            max: max.map(|max| Bound::Integer(max.into())),
            ..Rules::default()
        },
        sensitivity: Sensitivity::Public,
        example: None,
        style: Style::Single,
        allow_reserved: false,
        constant: None,
        page: Some(role),
    }
}
