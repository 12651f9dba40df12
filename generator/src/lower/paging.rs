//! The key `pages` of operations.

use super::TypeIds;
use super::fields::type_ref;
use crate::api::{NextPage, PageParameter, Paging, PositionPlace, RequestPosition};
use crate::document::{
    ContentEntry, FieldPath, OperationEntry, PagingEntry, PagingNext, PagingPosition, Position,
    TypeEntry, TypeExprKind, type_at,
};
use crate::hash::HashMap;
use crate::node::NodeKind;

/// How an operation is paged. `check` has found the fields.
pub(super) fn lower(
    entry: &OperationEntry,
    types: &HashMap<&str, &TypeEntry>,
    ids: &TypeIds,
) -> Option<Paging> {
    let paging = entry.paging.as_ref()?;
    let content = entry.returned().next()?;
    let find = |name: &str| types.get(name).copied();
    let items = type_at(content.expr.ty()?, &paging.items, &find)?;
    let TypeExprKind::List(item) = &items.kind else {
        return None;
    };
    let path = |path: &FieldPath| in_body(path, content);
    let optional = |field_path: &FieldPath| match field_path.is_empty() {
        true => Vec::new(),
        false => path(field_path),
    };
    Some(Paging {
        is_stated: paging.is_stated,
        position: paging
            .positions
            .first()
            .map(|position| lower_position(position, paging, entry)),
        items: path(&paging.items),
        item: type_ref(item, ids),
        next: match &paging.next {
            None => NextPage::Counted,
            Some(PagingNext::Field(field)) => NextPage::Field(path(field)),
            Some(PagingNext::Url(url)) => NextPage::Url(path(url)),
            Some(PagingNext::Item(name)) => NextPage::Item(name.value.clone()),
            Some(PagingNext::Header(name)) => NextPage::Header(name.value.clone()),
            Some(PagingNext::Link(_)) => NextPage::Link,
        },
        total: optional(&paging.total),
        pages: optional(&paging.pages),
        more: optional(&paging.more),
    })
}

/// The names that lead to a field from the whole body, which may be in an envelope.
fn in_body(path: &FieldPath, content: &ContentEntry) -> Vec<String> {
    let names = content.envelope.iter().chain(path);
    names.map(|name| name.value.clone()).collect()
}

fn lower_position(
    position: &PagingPosition,
    paging: &PagingEntry,
    entry: &OperationEntry,
) -> RequestPosition {
    let (role, usual) = match position.kind.value {
        Position::Offset => (PageParameter::Offset, 0),
        Position::PageNumber => (PageParameter::Number, 1),
        Position::Cursor => (PageParameter::Cursor, 0),
    };
    let parameter = &position.parameter.value;
    let declared = match position.place {
        PositionPlace::Query => entry
            .query
            .iter()
            .find(|declared| declared.name.value == *parameter),
        PositionPlace::Header | PositionPlace::Body => None,
    };
    let default = declared.and_then(|parameter| parameter.default.as_ref());
    let default = default.and_then(|node| match &node.kind {
        NodeKind::Integer(value, _) => i64::try_from(**value).ok(),
        _ => None,
    });
    let first = paging.first.as_ref().map(|first| first.value);
    RequestPosition {
        place: position.place,
        parameter: parameter.clone(),
        role,
        first: first.or(default).unwrap_or(usual),
    }
}
