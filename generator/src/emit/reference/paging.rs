//! How a client gets from one page to the next, in words.

use crate::api::{
    NextPage, NextPosition, PageFieldRole, PageParameter, Pager, Paging, PositionPlace,
    RequestPosition,
};
use crate::emit::markdown;

/// What a client needs to know. Names are code.
struct Words {
    /// What says which page is requested, and what it selects.
    position: Option<(String, PageParameter)>,
    next: Next,
    /// What says whether there are more items, how many pages there are, and how many items.
    more: Option<String>,
    pages: Option<String>,
    total: Option<String>,
}

/// Where the position of the next page is.
enum Next {
    Counted,
    /// A field, and what it is on the last page.
    Field(String, &'static str),
    /// The same, with a URL.
    Url(String, &'static str),
    Item(String),
    Header(String),
    Link,
}

/// The pages of a pager.
pub(super) fn of_pager(pager: &Pager) -> String {
    let field = |role: PageFieldRole| {
        let mut fields = pager.fields.iter();
        fields
            .find(|field| field.role == role)
            .map(|field| &field.field)
    };
    let name = |role| field(role).map(|field| markdown::code(&field.name));
    let next = field(PageFieldRole::Next);
    let end = match next.is_some_and(|next| next.ty.nullable) {
        true => "null",
        false => "absent",
    };
    let next = next
        .map(|next| markdown::code(&next.name))
        .unwrap_or_default();
    let query = pager.position();
    let query = query.map(|(parameter, role)| (markdown::code(&parameter.name), role));
    let body = pager.body_position.as_ref();
    let body = body.map(|body| {
        (
            format!("{} in the body", markdown::code(&body.field)),
            body.role,
        )
    });
    sentences(&Words {
        position: query.or(body),
        next: match &pager.next {
            NextPosition::Counted => Next::Counted,
            NextPosition::Field => Next::Field(next, end),
            NextPosition::Url => Next::Url(next, end),
            NextPosition::Item(name) => Next::Item(markdown::code(name)),
            NextPosition::Header(name) => Next::Header(markdown::code(name)),
            NextPosition::Link => Next::Link,
        },
        more: name(PageFieldRole::More),
        pages: name(PageFieldRole::Pages),
        total: name(PageFieldRole::Total),
    })
}

/// The pages of an operation whose responses are of any type.
pub(super) fn of_operation(paging: &Paging) -> String {
    let name = |path: &Vec<String>| markdown::code(&path.join("."));
    let optional = |path: &Vec<String>| (!path.is_empty()).then(|| name(path));
    let end = "null, empty or absent";
    let position = |request_position: &RequestPosition| {
        let name = markdown::code(&request_position.parameter);
        let place = match request_position.place {
            PositionPlace::Query => name,
            PositionPlace::Header => format!("the header {name}"),
            PositionPlace::Body => format!("the field {name} of the body"),
        };
        (place, request_position.role)
    };
    let list = match paging.items.is_empty() {
        true => "Pages are lists of items.".to_owned(),
        false => format!(
            "Responses are pages, with their items in {}.",
            name(&paging.items)
        ),
    };
    let how = sentences(&Words {
        position: paging.position.as_ref().map(position),
        next: match &paging.next {
            NextPage::Counted => Next::Counted,
            NextPage::Field(path) => Next::Field(name(path), end),
            NextPage::Url(path) => Next::Url(name(path), end),
            NextPage::Item(name) => Next::Item(markdown::code(name)),
            NextPage::Header(name) => Next::Header(markdown::code(name)),
            NextPage::Link => Next::Link,
        },
        more: optional(&paging.more),
        pages: optional(&paging.pages),
        total: optional(&paging.total),
    });
    format!("{list} {how}")
}

fn sentences(words: &Words) -> String {
    format!("{} {}", next(words), end(words)).trim().to_owned()
}

/// How the next page is requested.
fn next(words: &Words) -> String {
    let position = words.position.as_ref().map(|(name, _)| name.as_str());
    let sent = |what: String| match position {
        Some(position) => format!("For the next page, send {what} as {position}."),
        None => String::new(),
    };
    match &words.next {
        Next::Counted => match &words.position {
            Some((name, PageParameter::Number)) => format!("For the next page, add 1 to {name}."),
            Some((name, _)) => {
                format!("For the next page, add the number of items on this page to {name}.")
            }
            None => String::new(),
        },
        Next::Field(field, _) => sent(format!("the value of {field}")),
        Next::Url(field, _) => format!("For the next page, request the URL in {field}."),
        Next::Item(field) => sent(format!("{field} of the last item")),
        Next::Header(header) => sent(format!("the value of the header {header}")),
        Next::Link => {
            "For the next page, request the URL in the header `Link` that has `rel=\"next\"`."
                .to_owned()
        }
    }
}

/// What the last page looks like.
fn end(words: &Words) -> String {
    if let Some(more) = &words.more {
        return format!("On the last page, {more} is `false`.");
    }
    match (&words.next, &words.pages, &words.total) {
        (Next::Field(field, end) | Next::Url(field, end), _, _) => {
            format!("On the last page, {field} is {end}.")
        }
        (Next::Header(_), _, _) => "The last page does not have this header.".to_owned(),
        (Next::Link, _, _) => "The last page has no such link.".to_owned(),
        (Next::Counted, Some(pages), _) => {
            format!("The list is complete when you have as many pages as {pages} says.")
        }
        (Next::Counted, None, Some(total)) => {
            format!("The list is complete when you have as many items as {total} says.")
        }
        (Next::Counted | Next::Item(_), _, _) => "The list ends at an empty page.".to_owned(),
    }
}
