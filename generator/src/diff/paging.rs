//! Pages: what selects one in requests, and where responses say which one is next. The parameters and the fields are
//! compared as any others, so this is about what they mean.

use super::Rule;
use super::page_fields::has_list_of;
use super::site::{Site, Spot};
use super::walk::{Context, Walk};
use super::words::Quoted;
use crate::api::{
    Api, Content, ContentKind, NextPage, NextPosition, Operation, PageFieldRole, PageParameter,
    Pager, PositionPlace, Type, TypeKind, TypeRef,
};

/// What selects a page in a request.
struct Position<'a> {
    place: &'a str,
    name: &'a str,
    role: PageParameter,
    /// The number of the first page, if clients count pages and no default of a parameter says it.
    first: Option<i64>,
}

const BODY: &str = "body";

impl<'a> Position<'a> {
    fn of(api: &'a Api, operation: &'a Operation) -> Option<Self> {
        if let Some(paging) = &operation.paging {
            let position = paging.position.as_ref()?;
            return Some(Self {
                place: match position.place {
                    PositionPlace::Query => "query",
                    PositionPlace::Header => "header",
                    PositionPlace::Body => BODY,
                },
                name: &position.parameter,
                role: position.role,
                first: (paging.next == NextPage::Counted).then_some(position.first),
            });
        }
        let pager = api.pager(operation.pager()?);
        if let Some(position) = &pager.body_position {
            return Some(Self {
                place: BODY,
                name: &position.field,
                role: position.role,
                first: None,
            });
        }
        let (parameter, role) = pager.position()?;
        Some(Self {
            place: parameter.location.name(),
            name: &parameter.name,
            role,
            first: None,
        })
    }

    fn is_same(&self, other: &Self) -> bool {
        self.place == other.place && self.name == other.name
    }

    /// Whether requests of an operation may have it, whatever it means there.
    fn is_in(&self, api: &Api, operation: &Operation) -> bool {
        if self.place != BODY {
            let mut parameters = operation.parameters.iter();
            return parameters.any(|parameter| {
                parameter.location.name() == self.place && parameter.name == self.name
            });
        }
        let mut bodies = operation.body.iter().flat_map(|body| body.contents());
        let has_field = |content: &Content| match &content.kind {
            ContentKind::Json { ty, .. } => field(api, ty, self.name).is_some(),
            ContentKind::Empty
            | ContentKind::Page { .. }
            | ContentKind::Xml { .. }
            | ContentKind::Form { .. }
            | ContentKind::Multipart { .. }
            | ContentKind::Text
            | ContentKind::Binary
            | ContentKind::Lines { .. }
            | ContentKind::Events(_) => false,
        };
        bodies.any(|(_, content, _)| has_field(content))
    }
}

impl<'a> Walk<'a> {
    /// Compares how an operation is paged, if both documents say it. `contexts` are those of requests and of responses.
    pub(super) fn paging(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        contexts: (Context, Context),
        site: &Site<'_, 'a>,
    ) {
        let (old_api, new_api) = (self.old, self.new);
        // The pager says it for all of its operations, and a response says which pager it has.
        let site = &match (returned_page(old_api, old), returned_page(new_api, new)) {
            (Some((was, old)), Some((is, new))) if was == is => site.in_parts(old, new),
            (None, None) => *site,
            (Some(_), _) | (None, Some(_)) => site.in_parts(response(old), response(new)),
        };
        let positions = (Position::of(old_api, old), Position::of(new_api, new));
        let has_other_position = match &positions {
            (Some(was), Some(is)) => !was.is_same(is),
            (Some(_), None) | (None, Some(_) | None) => false,
        };
        if let (Some(was), Some(is)) = positions {
            let message = if !was.is_same(&is) {
                let has_both = was.is_in(new_api, new) && is.is_in(old_api, old);
                let is_replaced = !was.is_in(new_api, new) && !is.is_in(old_api, old);
                // A document may describe a second way to page beside the old one.
                (is_replaced || has_both && was.role == is.role).then(|| {
                    let (old, new) = (Quoted(was.name), Quoted(is.name));
                    format!("the position of a page was in {old}, and is in {new}")
                })
            } else if was.role != is.role {
                let (old, new) = (role_words(was.role), role_words(is.role));
                Some(format!("{} was {old}, and is {new}", Quoted(is.name)))
            } else if let (Some(old), Some(new)) = (was.first, is.first)
                && old != new
            {
                Some(format!("the first page was {old}, and is {new}"))
            } else {
                None
            };
            if let Some(message) = message {
                self.change(Rule::NextPageChanged, contexts.0, site, message);
            }
        }
        if let (Some(was), Some(is)) = (next(old_api, old), next(new_api, new))
            && let Some(message) = difference(&was, &is)
        {
            self.change(Rule::NextPageChanged, contexts.1, site, message);
        }
        self.page_fields((old, new), has_other_position, contexts.1, site);
        self.wholeness(old, new, contexts.1, site);
    }

    /// Compares whether responses have the whole list, if their contents do not tell.
    fn wholeness(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (old_side, new_side) = ((self.old, old), (self.new, new));
        let (rule, paged, next, whole, message) = match (next(self.old, old), next(self.new, new)) {
            (None, Some(next)) => {
                let message = "the list comes in pages";
                (Rule::ListPaged, new_side, next, old_side, message)
            }
            (Some(next), None) => {
                let message = "the list no longer comes in pages";
                (Rule::ListUnpaged, old_side, next, new_side, message)
            }
            (Some(_), Some(_)) | (None, None) => return,
        };
        // A list with a parameter for an offset is probably paged, but only a document that says so announces it.
        let is_stated = |operation: &Operation| {
            let paging = operation.paging.as_ref();
            paging.is_none_or(|paging| paging.is_stated)
        };
        let is_certain = next != NextPage::Counted || is_stated(paged.1);
        if is_certain && !may_be_paged(whole, paged) && has_list_of(whole, paged) {
            self.change(rule, context, site, message.to_owned());
        }
    }
}

/// Whether an operation already has what selects a page of the paged one, or what leads to it.
fn may_be_paged(
    (api, operation): (&Api, &Operation),
    (paged_api, paged): (&Api, &Operation),
) -> bool {
    if let Some(position) = Position::of(paged_api, paged) {
        return position.is_in(api, operation);
    }
    let mut headers = operation.response().headers.iter();
    next_header(paged_api, paged)
        .is_some_and(|next| headers.any(|header| header.name.eq_ignore_ascii_case(&next)))
}

/// The page that an operation returns, with the name of its pager.
fn returned_page<'a>(api: &'a Api, operation: &'a Operation) -> Option<(&'a str, Spot<'a>)> {
    let pager = api.pager(operation.pager()?);
    Some((&pager.name, response(operation).page(&pager.name)))
}

/// The response of an operation that may be a page.
fn response(operation: &Operation) -> Spot<'_> {
    Spot::Response(&operation.name, operation.response().status)
}

/// Where responses of an operation say which page is next.
fn next(api: &Api, operation: &Operation) -> Option<NextPage> {
    if let Some(paging) = &operation.paging {
        return Some(paging.next.clone());
    }
    let pager = api.pager(operation.pager()?);
    Some(match &pager.next {
        NextPosition::Counted => NextPage::Counted,
        NextPosition::Field => NextPage::Field(next_field(pager)),
        NextPosition::Url => NextPage::Url(next_field(pager)),
        NextPosition::Item(name) => NextPage::Item(name.clone()),
        NextPosition::Header(name) => NextPage::Header(name.clone()),
        NextPosition::Link => NextPage::Link,
    })
}

/// The header with the position of the next page, in lower case. A pager has it without declaring it.
pub(super) fn next_header(api: &Api, operation: &Operation) -> Option<String> {
    match next(api, operation)? {
        NextPage::Header(name) => Some(name.to_ascii_lowercase()),
        NextPage::Link => Some("link".to_owned()),
        NextPage::Counted | NextPage::Field(_) | NextPage::Url(_) | NextPage::Item(_) => None,
    }
}

fn next_field(pager: &Pager) -> Vec<String> {
    let mut fields = pager.fields.iter();
    let next = fields.find(|field| field.role == PageFieldRole::Next);
    next.map(|next| next.field.name.clone())
        .into_iter()
        .collect()
}

/// What is different, in words. Fields that are new or gone are changes of their object.
fn difference(old: &NextPage, new: &NextPage) -> Option<String> {
    use NextPage::{Counted, Field, Header, Item, Link, Url};
    match (old, new) {
        (Field(old), Url(new)) if old == new => {
            let path = new.join(".");
            Some(format!("{} was a position, and is a URL", Quoted(&path)))
        }
        (Url(old), Field(new)) if old == new => {
            let path = new.join(".");
            Some(format!("{} was a URL, and is a position", Quoted(&path)))
        }
        (Counted | Field(_) | Url(_), Counted | Field(_) | Url(_)) | (Link, Link) => None,
        (Item(old), Item(new)) if old == new => None,
        (Header(old), Header(new)) if old.eq_ignore_ascii_case(new) => None,
        (
            Counted | Field(_) | Url(_) | Item(_) | Header(_) | Link,
            Counted | Field(_) | Url(_) | Item(_) | Header(_) | Link,
        ) => {
            let (was, is) = (next_words(old), next_words(new));
            Some(format!(
                "the position of the next page was {was}, and is {is}"
            ))
        }
    }
}

/// Where the position of the next page is, in words.
fn next_words(next: &NextPage) -> String {
    match next {
        NextPage::Counted => "counted".to_owned(),
        NextPage::Field(path) | NextPage::Url(path) => {
            format!("in the field {}", Quoted(&path.join(".")))
        }
        NextPage::Item(name) => format!("in the field {} of the last item", Quoted(name)),
        NextPage::Header(name) => format!("in the header {}", Quoted(name)),
        NextPage::Link => "in the header `Link`".to_owned(),
    }
}

/// The type of a field of an object.
fn field<'a>(api: &'a Api, ty: &TypeRef, name: &str) -> Option<&'a TypeRef> {
    let Type::Named(id) = &ty.ty else {
        return None;
    };
    match &api.type_def(*id).kind {
        TypeKind::Alias(alias) => field(api, &alias.ty, name),
        TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Enum(_)
        | TypeKind::Union(_)
        | TypeKind::Newtype(_) => api.type_def(*id).field(name).map(|field| &field.ty),
    }
}

const fn role_words(role: PageParameter) -> &'static str {
    match role {
        PageParameter::Offset => "a number of items",
        PageParameter::Number => "the number of a page",
        PageParameter::Cursor => "a cursor",
        PageParameter::Limit => "a limit",
    }
}
