//! The evidence that a list is paged: names of parameters, and of fields of the response.

use super::facts::{Fact, PagingDetector, body};
use super::names::{self, plain};
use super::positions::{self, PositionField, is_free};
use crate::api::{Bound, Method, PositionPlace, Scalar};
use crate::document::{
    FieldEntry, FieldPath, OperationEntry, PagingEntry, PagingNext, PagingPosition, Position,
    TypeExpr,
};
use crate::node::NodeKind;
use crate::source::Spanned;

/// How an operation is paged whose response has the URL of the next page in a field of this name.
pub(super) fn linked<'d>(
    detector: &PagingDetector<'d>,
    operation: &'d OperationEntry,
    next: &str,
    items: &str,
) -> Option<PagingEntry> {
    let fields = detector.types.fields(body(operation)?)?;
    let items_field = FieldEntry::find(fields, items)?;
    let next_field = FieldEntry::find(fields, next)?;
    if !detector.is_list(&items_field.ty) || !detector.is_text(&next_field.ty) {
        return None;
    }
    Some(PagingEntry {
        is_stated: true,
        next: Some(PagingNext::Url(vec![next_field.name.clone()])),
        ..paging(operation, vec![items_field.name.clone()])
    })
}

/// How an operation is paged, as far as its parameters and its response tell.
pub(super) fn recognized<'d>(
    detector: &PagingDetector<'d>,
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
    let evidence = Evidence {
        detector,
        operation,
        facts: detector.facts(body),
        plain_paging: paging(operation, detector.items(operation, body)?),
    };
    // The URL of the next page has all that its request needs, so it wins over what the client would have to combine.
    // A cursor parameter and a field with the next cursor belong together, so this is as certain.
    let strong = evidence.by_url().or_else(|| evidence.by_cursor());
    // All other evidence also fits requests that are not lists, so it does not count for POST.
    if strong.is_some() || is_search {
        return strong;
    }
    evidence
        // A header that is named like the next cursor has no other meaning.
        .by_header()
        // A `Link` header may have other relations, but if there is one for the next page, the server chooses the page.
        .or_else(|| evidence.by_link())
        // Otherwise, the client counts, and repeats or skips items if the list changes in between.
        .or_else(|| evidence.by_count())
        // `next` alone is the weakest evidence: any of the parameters above shows that it is not a URL.
        .or_else(|| evidence.by_any_next())
}

/// The parameters and fields that show how an operation is paged.
struct Evidence<'t, 'd> {
    detector: &'t PagingDetector<'d>,
    operation: &'d OperationEntry,
    facts: Vec<Fact<'d>>,
    /// Pages of which only the items are known.
    plain_paging: PagingEntry,
}

impl<'d> Evidence<'_, 'd> {
    /// A field has the URL of the next page.
    fn by_url(&self) -> Option<PagingEntry> {
        // If the request has a cursor parameter, a plain string called `next` is more likely a cursor than a URL.
        let is_cursor = |field: &FieldEntry| {
            let name = plain(&field.name.value);
            names::CURSORS.contains(&&*name) && !name.ends_with("after")
        };
        let has_cursor = self.operation.query.iter().any(is_cursor);
        let is_url = |fact: &&Fact<'_>| {
            let is_uri = self.detector.scalar(fact.ty) == Some(Scalar::Uri);
            let is_named = names::NEXT_URLS.contains(&&*fact.name);
            let is_next = fact.name == "next" && (is_uri || fact.is_link && !has_cursor);
            // `next: { href: … }`
            let parent = fact.path.iter().rev().nth(1);
            let is_in_next = matches!(&*fact.name, "href" | "url" | "uri" | "link")
                && parent.is_some_and(|parent| parent.value == "next");
            self.detector.is_text(fact.ty)
                && (is_named || is_next || is_in_next || is_uri && fact.name == "nextpage")
        };
        self.with_url(self.facts.iter().find(is_url)?)
    }

    /// A parameter has a cursor, and a field has the next one.
    fn by_cursor(&self) -> Option<PagingEntry> {
        let more = self.more();
        let has_more = !more.is_empty();
        // A token may also identify the caller, so only a field for it makes it a cursor.
        let mut cursors = names::CURSORS.iter().chain(&["token"]);
        let by_cursor = cursors.find_map(|wanted| {
            let position = self.position(wanted)?;
            let is_next = |fact: &&Fact<'_>| is_next_cursor(wanted, fact, has_more);
            let mut facts = self.facts.iter().filter(is_next);
            let next = facts.find(|fact| self.detector.is_position(fact.ty))?;
            Some((position, next))
        });
        let (position, next) = by_cursor.or_else(|| self.by_next_number())?;
        let next = PagingNext::Field(next.path.clone());
        Some(PagingEntry {
            more,
            ..self.with_cursor(&position, next)
        })
    }

    /// The parameter `page`, and the field with the number of the next page.
    fn by_next_number(&self) -> Option<(PositionField<'d>, &Fact<'d>)> {
        let mut query = self.operation.query.iter();
        let field = query.find(|field| plain(&field.name.value) == "page")?;
        if !is_free(field) || !self.detector.is_integer(&field.ty) {
            return None;
        }
        let mut facts = self.facts.iter().filter(|fact| fact.name == "nextpage");
        let next = facts.find(|fact| self.detector.is_integer(fact.ty))?;
        let place = PositionPlace::Query;
        Some((PositionField { place, field }, next))
    }

    fn position(&self, wanted: &str) -> Option<PositionField<'d>> {
        positions::find(self.detector, self.operation, wanted)
    }

    /// A parameter has a cursor, and a header has the next one.
    fn by_header(&self) -> Option<PagingEntry> {
        let mut headers = self
            .operation
            .responses
            .iter()
            .flat_map(|response| &response.headers);
        headers.find_map(|header| {
            let plain_name = plain(&header.name.value);
            let name = plain_name.strip_prefix('x').unwrap_or(&plain_name);
            let mut cursors = names::CURSORS.iter().chain(&["token"]).filter(|wanted| {
                name.strip_prefix("next") == Some(wanted)
                    || **wanted != "token" && names::NEXT_CURSORS.contains(&name)
            });
            let position = cursors.find_map(|wanted| self.position(wanted))?;
            let next = PagingNext::Header(header.name.clone());
            Some(self.with_cursor(&position, next))
        })
    }

    /// Text that is called `next`, and that nothing in a request can have: it is a URL.
    fn by_any_next(&self) -> Option<PagingEntry> {
        let mut facts = self.facts.iter().filter(|fact| fact.name == "next");
        self.with_url(facts.find(|fact| self.detector.is_text(fact.ty))?)
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
        let number = named("page").filter(|field| self.detector.is_integer(&field.ty));
        let names = ["after", "cursor", "pagetoken"].into_iter();
        let mut cursors = names.filter_map(named);
        let cursor = cursors.find(|cursor| self.detector.is_text(&cursor.ty));
        let position = match number {
            Some(number) => Some(position_of(Position::PageNumber, number)),
            None => cursor.map(|cursor| position_of(Position::Cursor, cursor)),
        };
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
                (is_free(found) && self.detector.is_integer(&found.ty)).then_some(found)
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
        let default_first = i64::from(kind == Position::PageNumber);
        let implied = match &parameter.default {
            Some(_) if parameter.optional => default(parameter),
            Some(_) | None => Some(default_first),
        };
        let integer = |names: &[&str]| self.path(names, |ty| self.detector.is_integer(ty));
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
            self.detector.scalar(ty) == Some(Scalar::Boolean)
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
    fn with_cursor(&self, cursor: &PositionField<'_>, next: PagingNext) -> PagingEntry {
        let position = PagingPosition {
            place: cursor.place,
            ..position_of(Position::Cursor, cursor.field)
        };
        PagingEntry {
            positions: vec![position],
            next: Some(next),
            ..self.plain_paging.clone()
        }
    }
}

/// Whether a field has the next cursor for a cursor parameter of this name. `has_more` is whether another field says
/// that there are more items.
fn is_next_cursor(wanted: &str, fact: &Fact<'_>, has_more: bool) -> bool {
    let name = fact.name.as_str();
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
        is_stated: false,
        positions: Vec::new(),
        first: None,
        items,
        next: None,
        total: Vec::new(),
        pages: Vec::new(),
        more: Vec::new(),
    }
}
