//! The sections `operations` and `webhooks`.

use super::auth::ACCESS;
use super::contents::{BODY_SHAPE, RESPONSE_SHAPE};
use super::errors::ERROR_CODE_LIST;
use super::fields::{PARAMETERS, PARAMETERS_OF_WEBHOOKS};
use super::notes::{ALLOW, ASSUMED, DEPRECATED, DOC, SEE_KEY, STABILITY};
use super::pagers::PAGES;
use super::{
    Entity, Entry, Key, List, Map, NameForm, Names, Rule, Shape, TEXT, Text, Word, key, required,
    word,
};
use crate::spec::construct::Construct;

const VALIDATORS: [Word; 2] = [
    word("etag").doc("The header `ETag`."),
    word("last_modified").doc("The header `Last-Modified`."),
];

pub(super) static CONDITIONAL: Key = key(
    "conditional",
    Shape::OneOf(&[
        Shape::Text(Text::Words(&VALIDATORS)),
        Shape::List(
            &List::of(Shape::Text(Text::Words(&VALIDATORS)))
                .count(1, None)
                .unique(),
        ),
    ]),
)
.doc(
    "The validators of the content: `etag`, \
     `last_modified` or both. The router responds with \
     304.",
);

/// The keys that make operations idempotent.
pub(super) static IDEMPOTENCY: &[Key] = &[
    key("idempotency", Shape::Text(Text::Plain))
        .doc("The header with an idempotency key, which the client creates for each call."),
    key("idempotency?", Shape::Text(Text::Plain))
        .doc("The header with an idempotency key, which callers may omit."),
];

pub(super) static USES: Key = key(
    "uses",
    Shape::List(&List::of(Shape::Text(Text::Name(Entity::Shared)))),
)
.doc("The shared parts of the operation.");

static BODIES: &[Key] = &[
    key("body", BODY_SHAPE)
        .doc("The body of the request: a content, such as `Book` for JSON, or a map."),
    key("body?", BODY_SHAPE).doc("A body that may be absent."),
];

static RESPONSES: &[Key] = &[
    key("returns", RESPONSE_SHAPE)
        .doc("The response with the status 200: a content, such as `page<Book>`, or a map."),
    key(
        "responses",
        Shape::Names(&Names::of(&[Entry::of(NameForm::Success, RESPONSE_SHAPE)]).count(1, None)),
    )
    .doc("The successful responses by status, from 200 to 399, or `2XX`."),
];

static IDEMPOTENT: Key = key("idempotent", Shape::Flag)
    .doc("Whether repeating the request has the same effect as sending it once.");

/// The keys of an operation that OpenAPI has no word for, as extensions of a document have them.
pub(crate) static EXTENSIONS: Map = Map::new("extensions", Construct::Operation)
    .doc("What an OpenAPI document says about an operation in extensions.")
    .keys(&[&[CONDITIONAL, IDEMPOTENT], IDEMPOTENCY]);

const RULES: &[Rule] = &[
    Rule::NotBoth("body", "body?"),
    Rule::NotBoth("returns", "responses"),
    Rule::NotBoth("idempotency", "idempotency?"),
];

/// An entry of `operations`.
pub(crate) static OPERATION: Map = Map::new("operation", Construct::Operation)
    .doc("An operation: a method of the client and of the handler trait.")
    .keys(&[
        &[
            required("route", Shape::Text(Text::Route))
                .doc("The method and the path, such as `GET /books/{id}`."),
            key("group", Shape::Text(Text::Name(Entity::Group))).doc(
                "Which file of the generated code and which section of the docs \
                 the operation is in.",
            ),
            key("server", Shape::Text(Text::Name(Entity::Server)))
                .doc("The server of this operation, if it is not the server of the others."),
            DOC,
            DEPRECATED,
            STABILITY,
            key("auth", ACCESS).doc(
                "Who may call: a scheme, a kind of its credentials, \
                 a list of which one is enough, or `none`.",
            ),
            USES,
        ],
        PARAMETERS,
        IDEMPOTENCY,
        BODIES,
        &[CONDITIONAL],
        RESPONSES,
        &[
            key("order", Shape::Map(&ORDER)).doc("The order of a page, for the docs."),
            key("pages", Shape::Map(&PAGES)).doc("How to page a list inside of any response."),
            IDEMPOTENT,
            ERROR_CODE_LIST,
            ASSUMED,
            SEE_KEY,
            ALLOW,
        ],
    ])
    .with_rules(RULES);

const METHODS: [Word; 4] = [
    word("POST").doc("The default."),
    word("PUT").doc("Replaces what is at the URL."),
    word("PATCH").doc("Changes what is at the URL."),
    word("DELETE").doc("Removes what is at the URL."),
];

/// An entry of `webhooks`.
pub(crate) static WEBHOOK: Map = Map::new("webhook", Construct::Webhook)
    .doc("A request that the API sends, and others serve.")
    .keys(&[
        &[
            key("method", Shape::Text(Text::Words(&METHODS))).doc("The method, `POST` by default."),
            key("signature", Shape::Text(Text::Plain))
                .doc("The header with the signature of the body."),
            DOC,
            DEPRECATED,
            STABILITY,
            USES,
        ],
        PARAMETERS_OF_WEBHOOKS,
        IDEMPOTENCY,
        BODIES,
        RESPONSES,
        &[IDEMPOTENT, ASSUMED, SEE_KEY, ALLOW],
    ])
    .with_rules(RULES);

const DIRECTIONS: [Word; 2] = [
    word("ascending").doc("The least value comes first."),
    word("descending").doc("The greatest value comes first."),
];

/// The order of a page.
pub(crate) static ORDER: Map = Map::new("order", Construct::Section("order"))
    .doc("The order of a page.")
    .keys(&[&[
        required("by", TEXT).doc("The field that the items are ordered by."),
        key("direction", Shape::Text(Text::Words(&DIRECTIONS)))
            .doc("`ascending` (the default) or `descending`."),
    ]]);
