//! The evidence that a list is paged: names of parameters, and of fields of the response.

use super::names::{self, plain};
use crate::api::{Bound, Method, PositionPlace, Scalar};
use crate::document::{
    ContentExprKind, FieldEntry, FieldPath, OperationEntry, PagingEntry, PagingNext,
    PagingPosition, Position, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::hash::HashMap;
use crate::node::NodeKind;
use crate::source::Spanned;

/// How deep the objects nest in which a response says something about its list.
const DEPTH: usize = 3;

/// The types of a document.
pub(super) struct TypesByName<'d>(HashMap<&'d str, &'d TypeEntry>);

/// What a response says about its list.
struct Fact<'d> {
    path: FieldPath,
    /// The name of the field without case and punctuation.
    name: String,
    ty: &'d TypeExpr,
    /// Whether it is among links.
    is_link: bool,
}

impl<'d> TypesByName<'d> {
    pub(super) fn of(types: &'d [TypeEntry]) -> Self {
        let types = types.iter();
        Self(types.map(|of| (of.name.value.as_str(), of)).collect())
    }

    /// What a type stands for, without aliases.
    fn target(&self, ty: &'d TypeExpr) -> &'d TypeExpr {
        let mut ty = ty;
        // A longer chain of aliases is a cycle.
        for _ in 0..8 {
            match self.entry(ty) {
                Some(TypeEntryKind::Alias { target, .. }) => ty = target,
                _ => break,
            }
        }
        ty
    }

    fn entry(&self, ty: &TypeExpr) -> Option<&'d TypeEntryKind> {
        match &ty.kind {
            TypeExprKind::Named(name) => self.0.get(name.as_str()).map(|entry| &entry.kind),
            TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => None,
        }
    }

    /// The fields of an object.
    fn fields(&self, ty: &'d TypeExpr) -> &'d [FieldEntry] {
        match self.entry(self.target(ty)) {
            Some(TypeEntryKind::Object { fields, .. }) => fields,
            _ => &[],
        }
    }

    /// Whether a type is a list whose items are never null.
    fn is_list(&self, ty: &'d TypeExpr) -> bool {
        matches!(&self.target(ty).kind, TypeExprKind::List(item) if !item.nullable)
    }

    fn scalar(&self, ty: &'d TypeExpr) -> Option<Scalar> {
        match self.target(ty).kind {
            TypeExprKind::Scalar(scalar) => Some(scalar),
            TypeExprKind::Named(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => None,
        }
    }

    fn is_integer(&self, ty: &'d TypeExpr) -> bool {
        matches!(self.scalar(ty), Some(Scalar::Integer(_)))
    }

    fn is_text(&self, ty: &'d TypeExpr) -> bool {
        matches!(self.scalar(ty), Some(Scalar::String | Scalar::Uri))
    }

    /// Whether a type is one that positions have.
    fn is_position(&self, ty: &'d TypeExpr) -> bool {
        self.is_integer(ty) || self.is_text(ty) || self.scalar(ty) == Some(Scalar::Uuid)
    }

    /// How an operation is paged whose response has the URL of the next page in a field of this name.
    pub(super) fn linked(
        &self,
        operation: &'d OperationEntry,
        next: &str,
        items: &str,
    ) -> Option<PagingEntry> {
        let fields = self.fields(body(operation)?);
        let named = |wanted: &str| fields.iter().find(|field| field.name.value == wanted);
        let (items, next) = (named(items)?, named(next)?);
        if !self.is_list(&items.ty) || !self.is_text(&next.ty) {
            return None;
        }
        Some(PagingEntry {
            next: Some(PagingNext::Url(vec![next.name.clone()])),
            ..paging(operation, vec![items.name.clone()])
        })
    }

    /// How an operation is paged, as far as its parameters and its response tell.
    pub(super) fn paging(&self, operation: &'d OperationEntry) -> Option<PagingEntry> {
        let body = body(operation)?;
        let plain_paging = || Some(paging(operation, self.items(operation, body)?));
        let mut facts = Vec::new();
        self.collect(body, &[], false, &mut facts);
        match operation.route.method {
            Method::Get => {
                let plain_paging = plain_paging()?;
                self.by_url(operation, &facts, &plain_paging)
                    .or_else(|| self.by_cursor(operation, &facts, &plain_paging))
                    .or_else(|| self.by_header(operation, &plain_paging))
                    .or_else(|| self.by_link(operation, &plain_paging))
                    .or_else(|| self.by_count(operation, &facts, &plain_paging))
                    .or_else(|| self.by_any_next(&facts, &plain_paging))
            }
            // A search.
            Method::Post => {
                let plain_paging = plain_paging()?;
                self.by_url(operation, &facts, &plain_paging)
                    .or_else(|| self.by_cursor(operation, &facts, &plain_paging))
            }
            Method::Put
            | Method::Patch
            | Method::Delete
            | Method::Head
            | Method::Options
            | Method::Trace => None,
        }
    }

    /// The field with the items. The names are empty if the body is the list.
    fn items(&self, operation: &'d OperationEntry, body: &'d TypeExpr) -> Option<FieldPath> {
        if self.is_list(body) {
            return Some(Vec::new());
        }
        let segments = operation.route.segments.iter().rev();
        let resource = segments
            .map(ToString::to_string)
            .find(|of| !of.starts_with('{'));
        let resource = resource.map(|of| plain(&of));
        let list = |fields: &'d [FieldEntry]| -> Option<&'d FieldEntry> {
            let lists = fields.iter().filter(|field| self.is_list(&field.ty));
            let lists =
                lists.filter(|field| !names::NO_ITEMS.contains(&&*plain(&field.name.value)));
            let lists: Vec<&FieldEntry> = lists.collect();
            let one = |is_it: &dyn Fn(&str) -> bool| {
                let mut lists = lists
                    .iter()
                    .filter(|field| is_it(&plain(&field.name.value)));
                lists.next().filter(|_| lists.next().is_none()).copied()
            };
            one(&|_| true)
                .or_else(|| one(&|name| names::ITEMS.contains(&name)))
                .or_else(|| one(&|name| Some(name) == resource.as_deref()))
        };
        let fields = self.fields(body);
        if let Some(field) = list(fields) {
            return Some(vec![field.name.clone()]);
        }
        let inside = |outer: &'d FieldEntry| {
            let inner = list(self.fields(&outer.ty))?;
            Some(vec![outer.name.clone(), inner.name.clone()])
        };
        let around = |field: &&FieldEntry| {
            let name = plain(&field.name.value);
            names::AROUND.contains(&&*name) || name.ends_with("items")
        };
        fields.iter().filter(around).find_map(inside)
    }

    /// Collects what a response says: the fields of the body, and the fields of objects about pages in it.
    fn collect(
        &self,
        ty: &'d TypeExpr,
        path: &[Spanned<String>],
        is_among_links: bool,
        facts: &mut Vec<Fact<'d>>,
    ) {
        let fields = self.fields(ty);
        for field in fields.iter().filter(|field| field.constant.is_none()) {
            let name = plain(&field.name.value);
            let path: FieldPath = path.iter().chain([&field.name]).cloned().collect();
            let is_container = names::CONTAINERS.contains(&&*name)
                || names::AROUND.contains(&&*name)
                || name.ends_with("next");
            if self.scalar(&field.ty).is_some() {
                facts.push(Fact {
                    path,
                    name,
                    ty: &field.ty,
                    is_link: is_among_links,
                });
            } else if is_container && path.len() < DEPTH {
                let is_link = is_among_links || matches!(&*name, "links" | "paging" | "pages");
                self.collect(&field.ty, &path, is_link, facts);
            }
        }
    }

    /// A field has the URL of the next page.
    fn by_url(
        &self,
        operation: &OperationEntry,
        facts: &[Fact<'d>],
        plain_paging: &PagingEntry,
    ) -> Option<PagingEntry> {
        // Beside a parameter for it, text is rather a cursor. A client tells a URL from it.
        let is_cursor = |of: &FieldEntry| {
            let name = plain(&of.name.value);
            names::CURSORS.contains(&&*name) && !name.ends_with("after")
        };
        let has_cursor = operation.query.iter().any(is_cursor);
        let is_url = |fact: &&Fact<'_>| {
            let is_uri = self.scalar(fact.ty) == Some(Scalar::Uri);
            let is_named = names::NEXT_URLS.contains(&&*fact.name);
            let is_next = fact.name == "next" && (is_uri || fact.is_link && !has_cursor);
            // `next: { href: … }`
            let is_in_next = matches!(&*fact.name, "href" | "url" | "uri" | "link")
                && fact
                    .path
                    .iter()
                    .rev()
                    .nth(1)
                    .is_some_and(|of| of.value == "next");
            self.is_text(fact.ty)
                && (is_named || is_next || is_in_next || is_uri && fact.name == "nextpage")
        };
        let next = facts.iter().find(is_url)?;
        Some(PagingEntry {
            next: Some(PagingNext::Url(next.path.clone())),
            ..plain_paging.clone()
        })
    }

    /// A parameter has a cursor, and a field has the next one.
    fn by_cursor(
        &self,
        operation: &'d OperationEntry,
        facts: &[Fact<'d>],
        plain_paging: &PagingEntry,
    ) -> Option<PagingEntry> {
        let more = self.more(facts);
        // A token may also identify the caller, so only a field for it makes it a cursor.
        let cursors = names::CURSORS.iter().chain(&["token"]);
        let cursors = cursors.filter_map(|wanted| {
            let (place, found) = self.parameter(operation, wanted)?;
            Some((*wanted, place, found))
        });
        let mut query = operation.query.iter();
        let numbered = query.find(|field| plain(&field.name.value) == "page");
        let numbered = numbered.filter(|field| is_free(field) && self.is_integer(&field.ty));
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
            let mut facts = facts.iter();
            let next = facts.find(|fact| is_next(wanted, fact) && self.is_position(fact.ty))?;
            Some((place, parameter, next))
        });
        let by_number = numbered.into_iter().filter_map(|parameter| {
            let is_number = |fact: &&Fact<'_>| fact.name == "nextpage" && self.is_integer(fact.ty);
            let next = facts.iter().find(is_number)?;
            Some((PositionPlace::Query, parameter, next))
        });
        let (place, parameter, next) = by_cursor.chain(by_number).next()?;
        Some(PagingEntry {
            positions: vec![PagingPosition {
                place,
                ..position_of(Position::Cursor, parameter)
            }],
            next: Some(PagingNext::Field(next.path.clone())),
            more,
            ..plain_paging.clone()
        })
    }

    /// What of a request has a position of this name: a query parameter, a field of the body or a header.
    fn parameter(
        &self,
        operation: &'d OperationEntry,
        wanted: &str,
    ) -> Option<(PositionPlace, &'d FieldEntry)> {
        let body = operation.body.as_ref().filter(|body| body.choice.is_none());
        let body = body.map_or(&[][..], |body| match &body.content.expr.kind {
            ContentExprKind::Json(ty) => self.fields(ty),
            _ => &[],
        });
        let is_named = |of: &&FieldEntry| plain(&of.name.value) == wanted && is_free(of);
        let is_header = |of: &&FieldEntry| {
            let name = plain(&of.name.value);
            name.strip_prefix('x').unwrap_or(&name) == wanted && is_free(of)
        };
        let in_query = || {
            operation
                .query
                .iter()
                .find(is_named)
                .filter(|of| self.is_position(&of.ty))
        };
        // The client sets it as text.
        let in_body = || body.iter().find(is_named).filter(|of| self.is_text(&of.ty));
        let in_headers = || {
            operation
                .headers
                .iter()
                .find(is_header)
                .filter(|of| self.is_text(&of.ty))
        };
        let query = in_query().map(|of| (PositionPlace::Query, of));
        query
            .or_else(|| in_body().map(|of| (PositionPlace::Body, of)))
            .or_else(|| in_headers().map(|of| (PositionPlace::Header, of)))
    }

    /// A parameter has a cursor, and a header has the next one.
    fn by_header(
        &self,
        operation: &'d OperationEntry,
        plain_paging: &PagingEntry,
    ) -> Option<PagingEntry> {
        let mut headers = operation.responses.iter().flat_map(|of| &of.headers);
        headers.find_map(|header| {
            let name = plain(&header.name.value);
            let name = name.strip_prefix('x').unwrap_or(&name);
            let cursors = names::CURSORS.iter().chain(&["token"]);
            let mut cursors = cursors.filter(|wanted| {
                name.strip_prefix("next") == Some(wanted)
                    || **wanted != "token" && names::NEXT_CURSORS.contains(&name)
            });
            let (place, parameter) =
                cursors.find_map(|wanted| self.parameter(operation, wanted))?;
            Some(PagingEntry {
                positions: vec![PagingPosition {
                    place,
                    ..position_of(Position::Cursor, parameter)
                }],
                next: Some(PagingNext::Header(header.name.clone())),
                ..plain_paging.clone()
            })
        })
    }

    /// Text that is called `next`, and that nothing in a request can have: it is a URL.
    fn by_any_next(&self, facts: &[Fact<'d>], plain_paging: &PagingEntry) -> Option<PagingEntry> {
        let is_next = |fact: &&Fact<'_>| fact.name == "next" && self.is_text(fact.ty);
        let next = facts.iter().find(is_next)?;
        Some(PagingEntry {
            next: Some(PagingNext::Url(next.path.clone())),
            ..plain_paging.clone()
        })
    }

    /// The response has a header with links. If a parameter has the position, it is read from the link, because some
    /// services link to another path of the same list.
    fn by_link(
        &self,
        operation: &'d OperationEntry,
        plain_paging: &PagingEntry,
    ) -> Option<PagingEntry> {
        let mut headers = operation.responses.iter().flat_map(|of| &of.headers);
        let link = headers.find(|header| header.name.value.eq_ignore_ascii_case("link"))?;
        let named = |wanted: &str| {
            let mut query = operation.query.iter();
            query.find(|field| plain(&field.name.value) == wanted && is_free(field))
        };
        let number = named("page").filter(|field| self.is_integer(&field.ty));
        let cursors = ["after", "cursor", "pagetoken"].into_iter();
        let cursor = cursors.filter_map(named).find(|of| self.is_text(&of.ty));
        let position = number.or(cursor);
        let position = position.map(|parameter| position_of(Position::Cursor, parameter));
        let relation = Spanned::new("next".to_owned(), link.name.span);
        Some(PagingEntry {
            positions: position.into_iter().collect(),
            next: Some(PagingNext::Link(relation)),
            ..plain_paging.clone()
        })
    }

    /// A parameter counts items or pages, and another one has the size of a page.
    fn by_count(
        &self,
        operation: &'d OperationEntry,
        facts: &[Fact<'d>],
        plain_paging: &PagingEntry,
    ) -> Option<PagingEntry> {
        let named = |names: &[&str]| {
            names.iter().find_map(|wanted| {
                let mut query = operation.query.iter();
                let found = query.find(|field| plain(&field.name.value) == *wanted)?;
                (is_free(found) && self.is_integer(&found.ty)).then_some(found)
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
        let integer = |names: &[&str]| {
            let is_it = |fact: &&Fact<'_>| names.contains(&&*fact.name) && self.is_integer(fact.ty);
            facts
                .iter()
                .find(is_it)
                .map_or_else(Vec::new, |fact| fact.path.clone())
        };
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
            more: self.more(facts),
            ..plain_paging.clone()
        })
    }

    /// The field that says whether there are more items.
    fn more(&self, facts: &[Fact<'d>]) -> FieldPath {
        let is_it = |fact: &&Fact<'_>| {
            names::MORE.contains(&&*fact.name) && self.scalar(fact.ty) == Some(Scalar::Boolean)
        };
        facts
            .iter()
            .find(is_it)
            .map_or_else(Vec::new, |fact| fact.path.clone())
    }
}

/// The type of the only content of the responses, if that is JSON.
fn body(operation: &OperationEntry) -> Option<&TypeExpr> {
    let mut contents = operation.returned().map(|content| &content.expr.kind);
    match (contents.next(), contents.next()) {
        (Some(ContentExprKind::Json(ty)), None) => Some(ty),
        _ => None,
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
