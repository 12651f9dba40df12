//! How the client pages a list whose responses are of any type.

use super::{PageParameter, TypeRef};

/// How the client gets from one response of an operation to the next.
#[derive(Debug, Clone, PartialEq)]
pub struct Paging {
    /// Whether the document says it. Otherwise, names of parameters and fields are the evidence.
    pub is_stated: bool,
    /// The part of a request that has the position of a page. Without it, the URL of the next page has the whole query.
    pub position: Option<RequestPosition>,
    /// The names of the fields that lead to the items, by their names on the wire. Without names, the body is the list.
    pub items: Vec<String>,
    /// The type of an item.
    pub item: TypeRef,
    /// Where the position of the next page comes from.
    pub next: NextPage,
    /// The names of the fields that lead to the number of items on all pages, if there is one.
    pub total: Vec<String>,
    /// The names of the fields that lead to the number of pages, if there is one.
    pub pages: Vec<String>,
    /// The names of the fields that lead to what says whether there are more items, if there is one.
    pub more: Vec<String>,
}

/// The part of a request that has the position of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestPosition {
    /// The part of the request that has the parameter.
    pub place: PositionPlace,
    /// Its name.
    pub parameter: String,
    /// Whether it selects the position or the size of the page.
    pub role: PageParameter,
    /// The number in a request that does not set it. A cursor has none.
    pub first: i64,
}

/// Where the position of a page is in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionPlace {
    /// A query parameter.
    Query,
    /// A header.
    Header,
    /// A field of the body, which is an object in JSON.
    Body,
}

/// Where the position of the next page comes from. Fields are the names that lead to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextPage {
    /// Nowhere: the client counts items or pages.
    Counted,
    /// A field of the response.
    Field(Vec<String>),
    /// A field of the response with the URL of the next page.
    Url(Vec<String>),
    /// This field of the last item.
    Item(String),
    /// This header of the response.
    Header(String),
    /// A link with the relation `next` in the header `Link`, RFC 8288.
    Link,
}
