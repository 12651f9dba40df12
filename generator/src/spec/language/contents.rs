//! Bodies, responses and contents to choose from.

use super::fields::{FIELD_STYLES_KEY, HEADERS, LISTS, MEDIA};
use super::notes::NOTES;
use super::{
    Entry, FIELD_PATH, Key, Map, Names, Rule, Shape, Side, TEXT, TYPE_EXPRESSION, Text, if_has,
    key, required,
};
use crate::spec::construct::Construct;

pub(super) static REQUEST: Shape = Shape::Text(Text::Content(Side::Request));
static RESPONSE_CONTENT: Shape = Shape::Text(Text::Content(Side::Response));

/// A body in its short or long form.
pub(super) static BODY_SHAPE: Shape = Shape::OneOf(&[REQUEST, Shape::Map(&BODY)]);
/// A response in its short or long form.
pub(super) static RESPONSE_SHAPE: Shape = Shape::OneOf(&[RESPONSE_CONTENT, Shape::Map(&RESPONSE)]);

/// The keys of a JSON value, a form or an event stream beside its type.
static CONTENT_KEYS: &[Key] = &[
    key("envelope", TEXT)
        .doc("The field that wraps a JSON value. In Rust, there is only the value."),
    MEDIA,
    LISTS,
    FIELD_STYLES_KEY,
];

/// The keys that only event streams have.
static EVENT_KEYS: &[Key] = &[
    key(
        "end",
        Shape::OneOf(&[Shape::Text(Text::Plain), Shape::Map(&END)]),
    )
    .doc("The event that ends a stream: its data, such as `\"[DONE]\"`, or `{ event: done }`."),
    key("error", Shape::Map(&ERROR_EVENT))
        .doc("Which events are errors of a stream, and the type of their data."),
    key("event_names", Shape::Flag)
        .doc("`true`: the server names events by the tag of their union."),
    key("resumable", Shape::Flag)
        .doc("`true`: events have identifiers, and clients continue a stream that breaks off."),
];

static MAX_SIZE: Key = key("max_size", Shape::Text(Text::Size))
    .doc("The maximum size: `512KiB`, `20MiB`, `2GiB`, or a number of bytes.");

static SCHEMA: Key = key("schema", Shape::Any)
    .doc("A JSON Schema that the body satisfies besides its type, such as rules between fields.");

static CHOICE_OF_REQUESTS: Key = key(
    "choice",
    Shape::Names(
        &Names::of(&[Entry::any(Shape::OneOf(&[
            REQUEST,
            Shape::Map(&CHOICE_OF_BODY),
        ]))])
        .count(2, None),
    ),
)
.doc(
    "Several contents by name, instead of `type`. The \
     `Content-Type` of a request tells them apart.",
);

static CHOICE_OF_RESPONSES: Key = key(
    "choice",
    Shape::Names(
        &Names::of(&[Entry::any(Shape::OneOf(&[
            RESPONSE_CONTENT,
            Shape::Map(&CHOICE_OF_RESPONSE),
        ]))])
        .count(2, None),
    ),
)
.doc("Several contents by name, instead of `type`. `Accept` or `selected_by` chooses one.");

/// The body of an operation.
pub(crate) static BODY: Map = Map::new("body", Construct::Body)
    .doc("The body of a request.")
    .keys(&[
        &[
            CHOICE_OF_REQUESTS,
            required("type", REQUEST).doc("The content, such as `Book` or `form<Book>`."),
        ],
        CONTENT_KEYS,
        EVENT_KEYS,
        &[MAX_SIZE, SCHEMA],
        NOTES,
    ])
    .with_forms(&[if_has("choice", &BODY_OF_CHOICES)]);

/// A body with a choice.
pub(crate) static BODY_OF_CHOICES: Map = Map::new("body_of_choices", Construct::Body)
    .doc("The body of a request, which has one of several contents.")
    .keys(&[&[CHOICE_OF_REQUESTS, MAX_SIZE, SCHEMA], NOTES]);

static VARIANT_NAME: Key =
    key("name", TEXT).doc("The variant in `UpperCamel`, if there are several responses.");
static HEADERS_KEY: Key =
    key("headers", HEADERS).doc("The headers of the response; `Name?` is optional.");

/// A successful response.
pub(crate) static RESPONSE: Map = Map::new("response", Construct::Response)
    .doc("A successful response.")
    .keys(&[
        &[
            CHOICE_OF_RESPONSES,
            key("type", RESPONSE_CONTENT)
                .doc("The content, such as `Book` or `page<Book>`. Without it, there is none."),
        ],
        CONTENT_KEYS,
        EVENT_KEYS,
        &[VARIANT_NAME],
        NOTES,
        &[HEADERS_KEY],
    ])
    .with_forms(&[if_has("choice", &RESPONSE_OF_CHOICES)]);

/// A response with a choice.
pub(crate) static RESPONSE_OF_CHOICES: Map = Map::new("response_of_choices", Construct::Response)
    .doc("A successful response, which has one of several contents.")
    .keys(&[&[CHOICE_OF_RESPONSES, VARIANT_NAME], NOTES, &[HEADERS_KEY]]);

static SELECTED_BY_KEY: Key = key("selected_by", Shape::Map(&SELECTED_BY))
    .doc("The field of the body or the query parameter, and its value that asks for the content.");

/// One of several contents of a request.
pub(crate) static CHOICE_OF_BODY: Map = Map::new("choice_of_body", Construct::ContentVariant)
    .doc("One of several contents of a request.")
    .keys(&[
        &[required("type", REQUEST).doc("The content.")],
        CONTENT_KEYS,
        EVENT_KEYS,
        &[SELECTED_BY_KEY],
        NOTES,
    ]);

/// One of several contents of a response.
pub(crate) static CHOICE_OF_RESPONSE: Map =
    Map::new("choice_of_response", Construct::ContentVariant)
        .doc("One of several contents of a response.")
        .keys(&[
            &[required("type", RESPONSE_CONTENT).doc("The content.")],
            CONTENT_KEYS,
            EVENT_KEYS,
            &[SELECTED_BY_KEY],
            NOTES,
        ]);

static ONE_VALUE: Shape =
    Shape::Names(&Names::of(&[Entry::any(Shape::Constant)]).count(1, Some(1)));

/// The part of a request that selects a content.
pub(crate) static SELECTED_BY: Map = Map::new("selected_by", Construct::Section("selected_by"))
    .doc("What asks for a content: `{ body: { stream: true } }` or `{ query: { alt: sse } }`.")
    .keys(&[&[
        key("query", ONE_VALUE).doc("A query parameter, and its value."),
        key("body", ONE_VALUE).doc("A field of the body, and its value."),
    ]])
    .with_rules(&[Rule::One(&["body", "query"])]);

/// The keys of an event stream by themselves, as an OpenAPI document has them.
pub(crate) static EVENTS: Map = Map::new("events", Construct::Section("events"))
    .doc("Which events end a stream or are errors, and how they are named.")
    .keys(&[EVENT_KEYS]);

/// The event that ends a stream.
pub(crate) static END: Map = Map::new("end", Construct::Section("end"))
    .doc("The event that ends a stream.")
    .keys(&[&[
        key("event", TEXT).doc("The name of the event."),
        key("data", TEXT).doc("The data of the event."),
    ]])
    .with_rules(&[Rule::One(&["data", "event"])]);

/// The events that are errors.
pub(crate) static ERROR_EVENT: Map = Map::new("error_event", Construct::Section("error"))
    .doc("Which events are errors of a stream.")
    .keys(&[&[
        key("event", TEXT).doc("The name of the events."),
        key("field", FIELD_PATH)
            .doc("A field that only errors have, or the names of the fields that lead to it."),
        key("is", Shape::Constant).doc("The value of the field. Without it, any value but null."),
        key("type", TYPE_EXPRESSION).doc("The type of their data."),
    ]]);
