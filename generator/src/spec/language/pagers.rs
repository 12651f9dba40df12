//! The section `pagers`, and the key `pages` of operations.

use super::fields::PAGE_FIELDS;
use super::notes::NOTES;
use super::{
    FIELD_PATH, Key, Map, Rule, Shape, TEXT, TYPE_EXPRESSION, Text, if_has, key, required,
};
use crate::spec::construct::Construct;

/// An entry of `pagers`.
pub(crate) static PAGER: Map = Map::new("pager", Construct::Pager)
    .doc("A way to page lists.")
    .keys(&[
        NOTES,
        &[
            key("offset", Shape::Map(&NUMBER)).doc("The number of items before the page."),
            key("page_number", Shape::Map(&NUMBER)).doc("The number of the page."),
            key("cursor", Shape::Map(&CURSOR)).doc("What the page before it said."),
            key("limit", Shape::Map(&LIMIT)).doc("How many items a page has at most."),
            key("items", TEXT).doc(
                "The field of the response that holds the list. Without it, the body is the list.",
            ),
            key("next", NEXT_SHAPE)
                .doc("The field that holds the next cursor, or where else it is."),
            key("next?", NEXT_SHAPE).doc("The same, if the field may be absent."),
            key("total", TEXT).doc("The field that counts the items of all pages."),
            key("total?", TEXT).doc("The same, if the field may be absent."),
            key("pages", TEXT).doc("The field that counts the pages."),
            key("pages?", TEXT).doc("The same, if the field may be absent."),
            key("more", TEXT).doc("The field that says whether there are more items."),
            key("more?", TEXT).doc("The same, if the field may be absent."),
            key("fields", PAGE_FIELDS).doc("Further fields of a page: scalars and constants."),
        ],
    ]);

static NEXT_SHAPE: Shape = Shape::OneOf(&[Shape::Text(Text::Plain), Shape::Map(&NEXT)]);

static FIELD: Key = key("field", TEXT)
    .doc("The field of the object that is the body, instead of a query parameter.");
static PARAMETER: Key = required("parameter", TEXT).doc("The name of the query parameter.");
static DEFAULT: Key = key("default", Shape::Integer).doc("The value if the parameter is absent.");
static BOUNDS: &[Key] = &[
    DEFAULT,
    key("min", Shape::Integer).doc("The least value of the parameter."),
    key("max", Shape::Integer).doc("The greatest value of the parameter."),
];

/// `offset` or `page_number`.
pub(crate) static NUMBER: Map = Map::new("page_position", Construct::Section("offset"))
    .doc("Where a page begins.")
    .keys(&[&[PARAMETER, FIELD], BOUNDS, NOTES])
    .with_forms(&[if_has("field", &NUMBER_IN_BODY)]);

/// `offset` or `page_number` in the body of a request.
pub(crate) static NUMBER_IN_BODY: Map =
    Map::new("page_position_in_body", Construct::Section("offset"))
        .doc("Where a page begins, in the body of the request.")
        .keys(&[&[FIELD, DEFAULT], NOTES]);

/// `cursor`.
pub(crate) static CURSOR: Map = Map::new("page_cursor", Construct::Section("cursor"))
    .doc("Where a page begins.")
    .keys(&[
        &[
            PARAMETER,
            FIELD,
            key("type", TYPE_EXPRESSION)
                .doc("The type of the cursor: `string`, an integer type, `uuid` or `timestamp`."),
        ],
        NOTES,
    ])
    .with_forms(&[if_has("field", &CURSOR_IN_BODY)]);

/// `cursor` in the body of a request.
pub(crate) static CURSOR_IN_BODY: Map =
    Map::new("page_cursor_in_body", Construct::Section("cursor"))
        .doc("Where a page begins, in the body of the request.")
        .keys(&[&[FIELD], NOTES]);

/// `limit`.
pub(crate) static LIMIT: Map = Map::new("page_limit", Construct::Section("limit"))
    .doc("How many items a page has at most.")
    .keys(&[&[PARAMETER, FIELD], BOUNDS, NOTES])
    .with_forms(&[if_has("field", &LIMIT_IN_BODY)]);

/// `limit` in the body of a request.
pub(crate) static LIMIT_IN_BODY: Map = Map::new("page_limit_in_body", Construct::Section("limit"))
    .doc("How many items a page has at most, in the body of the request.")
    .keys(&[&[FIELD], NOTES]);

static ITEM: Key = key("item", TEXT).doc("A field of the last item.");
static NEXT_HEADER: Key = key("header", TEXT).doc("A header of the response.");
static LINK: Key = key("link", TEXT)
    .doc("The relation of a link in the header `Link` (RFC 8288), such as `next`.");

/// The source of the position of the next page.
pub(crate) static NEXT: Map = Map::new("page_next", Construct::Section("next"))
    .doc("Where the next page begins.")
    .keys(&[&[
        ITEM,
        NEXT_HEADER,
        LINK,
        key("url", TEXT).doc("A field with the URL of the next page."),
    ]])
    .with_rules(&[Rule::Any(&["item", "header", "link", "url"])]);

/// `pages` of an operation.
pub(crate) static PAGES: Map = Map::new("pages", Construct::Section("pages"))
    .doc("How to page a list inside of any response.")
    .keys(&[&[
        key("offset", POSITION)
            .doc("The query parameter with the number of items before the page."),
        key("page_number", POSITION).doc("The query parameter with the number of the page."),
        key("cursor", POSITION).doc("The query parameter with what the page before it said."),
        key("first", Shape::Integer)
            .doc("The number of the first item or page, if the client counts."),
        key("items", FIELD_PATH)
            .doc("The field with the items, or the names of the fields that lead to it."),
        key("next", Shape::OneOf(&[FIELD_PATH, Shape::Map(&PAGES_NEXT)]))
            .doc("The field with the next cursor, or where else it is."),
        key("total", FIELD_PATH).doc("The field that counts all items."),
        key("pages", FIELD_PATH).doc("The field that counts all pages."),
        key("more", FIELD_PATH).doc("The field that says whether there are more items."),
    ]]);

/// The name of a query parameter, or another place in a request.
const POSITION: Shape = Shape::OneOf(&[TEXT, Shape::Map(&PAGES_POSITION)]);

/// The part of a request with the position of a page, if it is not in the query.
pub(crate) static PAGES_POSITION: Map = Map::new("pages_position", Construct::Section("pages"))
    .doc("Where a request says which page it asks for.")
    .keys(&[&[
        key("header", TEXT).doc("A header of the request."),
        key("body", TEXT).doc("A field of the body, which is an object in JSON."),
    ]])
    .with_rules(&[Rule::One(&["header", "body"])]);

/// The source of the position of the next page, for any response.
pub(crate) static PAGES_NEXT: Map = Map::new("pages_next", Construct::Section("next"))
    .doc("Where the next page begins.")
    .keys(&[&[
        ITEM,
        NEXT_HEADER,
        LINK,
        key("url", FIELD_PATH).doc("A field with the URL of the next page."),
    ]])
    .with_rules(&[Rule::One(&["url", "item", "header", "link"])]);
