//! The evidence that a list is paged: names of parameters, and of fields of the response.

use super::facts::{Fact, body};
use super::names::{self, plain};
use crate::api::{Bound, Method, PositionPlace, Scalar};
use crate::document::{
    ContentExprKind, FieldEntry, FieldPath, OperationEntry, PagingEntry, PagingNext,
    PagingPosition, Position, TypeExpr,
};
use crate::node::NodeKind;
use crate::openapi::types_by_name::TypesByName;
use crate::source::Spanned;

/// How an operation is paged whose response has the URL of the next page in a field of this name.
pub(super) fn linked<'d>(
    types: &TypesByName<'d>,
    operation: &'d OperationEntry,
    next: &str,
    items: &str,
) -> Option<PagingEntry> {
    let fields = types.fields(body(operation)?)?;
    let (items, next) = (
        FieldEntry::find(fields, items)?,
        FieldEntry::find(fields, next)?,
    );
    if !types.is_list(&items.ty) || !types.is_text(&next.ty) {
        return None;
    }
    Some(PagingEntry {
        next: Some(PagingNext::Url(vec![next.name.clone()])),
        ..paging(operation, vec![items.name.clone()])
    })
}

/// How an operation is paged, as far as its parameters and its response tell.
pub(super) fn recognized<'d>(
    types: &TypesByName<'d>,
    operation: &'d OperationEntry,
) -> Option<PagingEntry> {
    let is_search = match operation.route.method {
        Method::Get => false,
        Method::Post => true,
        Method::Put
        | Method::Patch
        | Method::Delete
        | Method::Head
        | Method::Options
        | Method::Trace => return None,
    };
    let body = body(operation)?;
    let plain_paging = paging(operation, types.items(operation, body)?);
    let facts = types.facts(body);
    let evidence = Evidence {
        types,
        operation,
        facts,
        plain_paging,
    };
    let found = evidence.by_url().or_else(|| evidence.by_cursor());
    if found.is_some() || is_search {
        return found;
    }
    evidence
        .by_header()
        .or_else(|| evidence.by_link())
        .or_else(|| evidence.by_count())
        .or_else(|| evidence.by_any_next())
}

/// What tells how an operation is paged.
struct Evidence<'t, 'd> {
    types: &'t TypesByName<'d>,
    operation: &'d OperationEntry,
    facts: Vec<Fact<'d>>,
    /// Pages of which only the items are known.
    plain_paging: PagingEntry,
}

impl<'d> Evidence<'_, 'd> {
    /// A field has the URL of the next page.
    fn by_url(&self) -> Option<PagingEntry> {
        // Beside a parameter for it, text is rather a cursor. A client tells a URL from it.
        let is_cursor = |field: &FieldEntry| {
            let name = plain(&field.name.value);
            names::CURSORS.contains(&&*name) && !name.ends_with("after")
        };
        let has_cursor = self.operation.query.iter().any(is_cursor);
        let is_url = |fact: &&Fact<'_>| {
            let is_uri = self.types.scalar(fact.ty) == Some(Scalar::Uri);
            let is_named = names::NEXT_URLS.contains(&&*fact.name);
            let is_next = fact.name == "next" && (is_uri || fact.is_link && !has_cursor);
            // `next: { href: … }`
            let parent = fact.path.iter().rev().nth(1);
            let is_in_next = matches!(&*fact.name, "href" | "url" | "uri" | "link")
                && parent.is_some_and(|parent| parent.value == "next");
            self.types.is_text(fact.ty)
                && (is_named || is_next || is_in_next || is_uri && fact.name == "nextpage")
        };
        self.with_url(self.facts.iter().find(is_url)?)
    }

    /// A parameter has a cursor, and a field has the next one.
    fn by_cursor(&self) -> Option<PagingEntry> {
        let more = self.more();
        // A token may also identify the caller, so only a field for it makes it a cursor.
        let cursors = names::CURSORS.iter().chain(&["token"]);
        let cursors = cursors.filter_map(|wanted| {
            let (place, found) = self.parameter(wanted)?;
            Some((*wanted, place, found))
        });
        let mut query = self.operation.query.iter();
        let numbered = query.find(|field| plain(&field.name.value) == "page");
        let numbered = numbered.filter(|field| is_free(field) && self.types.is_integer(&field.ty));
        let is_next = |wanted: &str, fact: &Fact<'_>| {
            let name = fact.name.as_str();
            let has_more = !more.is_empty();
            if name.strip_prefix("next") == Some(wanted) {
                return true;
            }
            match wanted {
                "token" => false,
                // These also filter: items after a time, after an identifier.
                "after" | "startafter" | "startingafter" | "pageafter" | "marker" => match name {
                    "nextcursor" | "endcursor" => true,
                    "after" => fact.path.len() > 1,
                    "lastid" | "next" => has_more,
                    _ => false,
                },
                "cursor" if name == "cursor" => has_more,
                _ => names::NEXT_CURSORS.contains(&name),
            }
        };
        let by_cursor = cursors.filter_map(|(wanted, place, parameter)| {
            let is_next = |fact: &&Fact<'_>| is_next(wanted, fact);
            let mut facts = self.facts.iter().filter(is_next);
            let next = facts.find(|fact| self.types.is_position(fact.ty))?;
            Some((place, parameter, next))
        });
        let by_number = numbered.into_iter().filter_map(|parameter| {
            let mut facts = self.facts.iter().filter(|fact| fact.name == "nextpage");
            let next = facts.find(|fact| self.types.is_integer(fact.ty))?;
            Some((PositionPlace::Query, parameter, next))
        });
        let (place, parameter, next) = by_cursor.chain(by_number).next()?;
        let next = PagingNext::Field(next.path.clone());
        Some(PagingEntry {
            more,
            ..self.with_cursor(place, parameter, next)
        })
    }

    /// What of a request has a position of this name: a query parameter, a field of the body or a header.
    fn parameter(&self, wanted: &str) -> Option<(PositionPlace, &'d FieldEntry)> {
        let (types, operation) = (self.types, self.operation);
        let body = operation.body.as_ref().filter(|body| body.choice.is_none());
        let body = body.map_or(&[][..], |body| match &body.content.expr.kind {
            ContentExprKind::Json(ty) => types.fields_of(ty),
            _ => &[],
        });
        let is_named = |field: &&FieldEntry| plain(&field.name.value) == wanted && is_free(field);
        let is_header = |field: &&FieldEntry| {
            let name = plain(&field.name.value);
            name.strip_prefix('x').unwrap_or(&name) == wanted && is_free(field)
        };
        let in_query = operation.query.iter().find(is_named);
        let in_query = in_query.filter(|parameter| types.is_position(&parameter.ty));
        // The client sets these as text.
        let in_body = body.iter().find(is_named);
        let in_body = in_body.filter(|field| types.is_text(&field.ty));
        let in_headers = operation.headers.iter().find(is_header);
        let in_headers = in_headers.filter(|header| types.is_text(&header.ty));
        let query = in_query.map(|parameter| (PositionPlace::Query, parameter));
        query
            .or(in_body.map(|field| (PositionPlace::Body, field)))
            .or(in_headers.map(|header| (PositionPlace::Header, header)))
    }

    /// A parameter has a cursor, and a header has the next one.
    fn by_header(&self) -> Option<PagingEntry> {
        let mut headers = self
            .operation
            .responses
            .iter()
            .flat_map(|response| &response.headers);
        headers.find_map(|header| {
            let name = plain(&header.name.value);
            let name = name.strip_prefix('x').unwrap_or(&name);
            let cursors = names::CURSORS.iter().chain(&["token"]);
            let mut cursors = cursors.filter(|wanted| {
                name.strip_prefix("next") == Some(wanted)
                    || **wanted != "token" && names::NEXT_CURSORS.contains(&name)
            });
            let (place, parameter) = cursors.find_map(|wanted| self.parameter(wanted))?;
            let next = PagingNext::Header(header.name.clone());
            Some(self.with_cursor(place, parameter, next))
        })
    }

    /// Text that is called `next`, and that nothing in a request can have: it is a URL.
    fn by_any_next(&self) -> Option<PagingEntry> {
        let mut facts = self.facts.iter().filter(|fact| fact.name == "next");
        self.with_url(facts.find(|fact| self.types.is_text(fact.ty))?)
    }

    /// The response has a header with links. If a parameter has the position, it is read from the link, because some
    /// services link to another path of the same list.
    fn by_link(&self) -> Option<PagingEntry> {
        let mut headers = self
            .operation
            .responses
            .iter()
            .flat_map(|response| &response.headers);
        let link = headers.find(|header| header.name.value.eq_ignore_ascii_case("link"))?;
        let named = |wanted: &str| {
            let mut query = self.operation.query.iter();
            query.find(|field| plain(&field.name.value) == wanted && is_free(field))
        };
        let number = named("page").filter(|field| self.types.is_integer(&field.ty));
        let cursors = ["after", "cursor", "pagetoken"].into_iter();
        let mut cursors = cursors.filter_map(named);
        let cursor = cursors.find(|cursor| self.types.is_text(&cursor.ty));
        let position = number.or(cursor);
        let position = position.map(|parameter| position_of(Position::Cursor, parameter));
        let relation = Spanned::new("next".to_owned(), link.name.span);
        Some(PagingEntry {
            positions: position.into_iter().collect(),
            next: Some(PagingNext::Link(relation)),
            ..self.plain_paging.clone()
        })
    }

    /// A parameter counts items or pages, and another one has the size of a page.
    fn by_count(&self) -> Option<PagingEntry> {
        let named = |names: &[&str]| {
            names.iter().find_map(|wanted| {
                let mut query = self.operation.query.iter();
                let found = query.find(|field| plain(&field.name.value) == *wanted)?;
                (is_free(found) && self.types.is_integer(&found.ty)).then_some(found)
            })
        };
        named(&names::SIZES)?;
        let (kind, parameter, first) = match (named(&names::PAGES), named(&names::OFFSETS)) {
            // Whether pages count from 0 or 1 must be stated.
            (Some(page), _) => (Position::PageNumber, page, first(page)?),
            (None, Some(offset)) => (Position::Offset, offset, first(offset).unwrap_or(0)),
            (None, None) => return None,
        };
        // Without the key `first`, the default is the first one. Other defaults than 0 and 1 are examples.
        let usual = i64::from(kind == Position::PageNumber);
        let implied = match &parameter.default {
            Some(_) if parameter.optional => default(parameter),
            Some(_) | None => Some(usual),
        };
        let integer = |names: &[&str]| self.path(names, |ty| self.types.is_integer(ty));
        let pages = match kind {
            Position::PageNumber => integer(&names::PAGE_COUNTS),
            Position::Offset | Position::Cursor => Vec::new(),
        };
        let total = match pages.is_empty() {
            true => integer(&names::TOTALS),
            false => Vec::new(),
        };
        Some(PagingEntry {
            positions: vec![position_of(kind, parameter)],
            first: (implied != Some(first)).then(|| Spanned::new(first, parameter.name.span)),
            total,
            pages,
            more: self.more(),
            ..self.plain_paging.clone()
        })
    }

    /// The field that says whether there are more items.
    fn more(&self) -> FieldPath {
        self.path(&names::MORE, |ty| {
            self.types.scalar(ty) == Some(Scalar::Boolean)
        })
    }

    /// The path of the first fact with one of these names and such a type, or nothing.
    fn path(&self, names: &[&str], has_type: impl Fn(&'d TypeExpr) -> bool) -> FieldPath {
        let mut facts = self.facts.iter();
        let found = facts.find(|fact| names.contains(&&*fact.name) && has_type(fact.ty));
        found.map_or_else(Vec::new, |fact| fact.path.clone())
    }

    /// Pages whose next one is at the URL in a field.
    fn with_url(&self, next: &Fact<'_>) -> Option<PagingEntry> {
        Some(PagingEntry {
            next: Some(PagingNext::Url(next.path.clone())),
            ..self.plain_paging.clone()
        })
    }

    /// Pages with a cursor in a parameter.
    fn with_cursor(
        &self,
        place: PositionPlace,
        parameter: &FieldEntry,
        next: PagingNext,
    ) -> PagingEntry {
        let position = PagingPosition {
            place,
            ..position_of(Position::Cursor, parameter)
        };
        PagingEntry {
            positions: vec![position],
            next: Some(next),
            ..self.plain_paging.clone()
        }
    }
}

/// Whether a request can have any value of a parameter, which is written as it is.
fn is_free(parameter: &FieldEntry) -> bool {
    parameter.constant.is_none() && parameter.style.style.is_none()
}

/// The number of the first page or item, as far as the document states it.
fn first(parameter: &FieldEntry) -> Option<i64> {
    let min = match parameter.constraints.min.as_ref().map(|min| &min.value) {
        Some(Bound::Integer(min)) => i64::try_from(*min).ok(),
        Some(_) | None => None,
    };
    // Unsigned integers have a minimum of 0, whatever they count from.
    default(parameter)
        .filter(|first| (0..=1).contains(first))
        .or(min.filter(|min| *min == 1))
}

/// The default of a parameter that is an integer.
fn default(parameter: &FieldEntry) -> Option<i64> {
    match &parameter.default.as_deref()?.kind {
        NodeKind::Integer(value, _) => i64::try_from(**value).ok(),
        _ => None,
    }
}

fn position_of(kind: Position, parameter: &FieldEntry) -> PagingPosition {
    PagingPosition {
        kind: Spanned::new(kind, parameter.name.span),
        place: PositionPlace::Query,
        parameter: parameter.name.clone(),
    }
}

/// Pages with these items, of which nothing else is known.
fn paging(operation: &OperationEntry, items: FieldPath) -> PagingEntry {
    PagingEntry {
        key: operation.name.span,
        positions: Vec::new(),
        first: None,
        items,
        next: None,
        total: Vec::new(),
        pages: Vec::new(),
        more: Vec::new(),
    }
}
