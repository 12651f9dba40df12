//! The parts of requests that can have the position of a page.

use super::facts::PagingDetector;
use super::names::plain;
use crate::api::PositionPlace;
use crate::document::{ContentExprKind, FieldEntry, OperationEntry};

/// A part of a request that has the position of a page.
pub(super) struct PositionField<'d> {
    pub(super) place: PositionPlace,
    pub(super) field: &'d FieldEntry,
}

/// The part of a request that has a position of this name: a query parameter, a field of the body or a header.
pub(super) fn find<'d>(
    detector: &PagingDetector<'d>,
    operation: &'d OperationEntry,
    wanted: &str,
) -> Option<PositionField<'d>> {
    let found = |place: PositionPlace| move |field| PositionField { place, field };
    in_query(detector, operation, wanted)
        .map(found(PositionPlace::Query))
        .or_else(|| in_body(detector, operation, wanted).map(found(PositionPlace::Body)))
        .or_else(|| in_headers(detector, operation, wanted).map(found(PositionPlace::Header)))
}

fn in_query<'d>(
    detector: &PagingDetector<'d>,
    operation: &'d OperationEntry,
    wanted: &str,
) -> Option<&'d FieldEntry> {
    let mut query = operation.query.iter();
    let field = query.find(|field| is_named(field, wanted))?;
    detector.is_position(&field.ty).then_some(field)
}

/// A field of the body. The client sets it as text.
fn in_body<'d>(
    detector: &PagingDetector<'d>,
    operation: &'d OperationEntry,
    wanted: &str,
) -> Option<&'d FieldEntry> {
    let body = operation.body.as_ref()?;
    let ContentExprKind::Json(ty) = &body.content.expr.kind else {
        return None;
    };
    if body.choice.is_some() {
        return None;
    }
    let mut fields = detector.fields_of(ty).iter();
    let field = fields.find(|field| is_named(field, wanted))?;
    detector.is_text(&field.ty).then_some(field)
}

/// A header. The client sets it as text.
fn in_headers<'d>(
    detector: &PagingDetector<'d>,
    operation: &'d OperationEntry,
    wanted: &str,
) -> Option<&'d FieldEntry> {
    let mut headers = operation.headers.iter();
    let header = headers.find(|header| {
        let name = plain(&header.name.value);
        name.strip_prefix('x').unwrap_or(&name) == wanted && is_free(header)
    })?;
    detector.is_text(&header.ty).then_some(header)
}

/// Whether a field has this name, and any value.
fn is_named(field: &FieldEntry, wanted: &str) -> bool {
    plain(&field.name.value) == wanted && is_free(field)
}

/// Whether a request can have any value of a parameter, which is written as it is.
pub(super) fn is_free(parameter: &FieldEntry) -> bool {
    parameter.constant.is_none() && parameter.style.style.is_none()
}
