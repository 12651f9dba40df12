//! The section `types`.

use super::fields::{CONSTRAINTS, ELEMENT, FIELDS, RUST_NAME, SENSITIVITY};
use super::notes::{EXAMPLE, EXAMPLE_AND_NOTES, NOTES};
use super::xml;
use super::{
    Entity, Entry, FIELD_PATH, Key, List, Map, NameForm, Names, Rule, Shape, TEXT, TYPE_EXPRESSION,
    Text, Word, if_has, if_is, key, word,
};
use crate::spec::construct::Construct;

static EXAMPLE_AND_XML: &[Key] = &[EXAMPLE, xml::OF_TYPE];
static XML: &[Key] = &[xml::OF_TYPE];

/// A type with these keys. In a block, its description is above them, because they can be long. In braces, it is below.
macro_rules! type_map {
    ($name:expr, $doc:expr, $keys:expr) => {
        Map::new($name, Construct::Type)
            .doc($doc)
            .keys(&[NOTES, $keys, SENSITIVITY, EXAMPLE_AND_XML])
            .in_braces(&[$keys, SENSITIVITY, EXAMPLE_AND_NOTES, XML])
    };
}

static FIELDS_KEY: Key = key("fields", FIELDS).doc(
    "The fields of an object. Each is a type (`currency: \
     string`) or a map; `name?` may be absent.",
);

static TUPLE_KEY: Key = key(
    "tuple",
    Shape::List(
        &List::of(Shape::OneOf(&[TYPE_EXPRESSION, Shape::Map(&ELEMENT)]))
            .count(1, Some(16))
            .all_or_none("name"),
    ),
)
.doc("A JSON array of a fixed number of values, each with its own type.");

static NEWTYPE_KEY: Key = key("newtype", TYPE_EXPRESSION).doc("The scalar that gets its own type.");

static ALIAS_KEY: Key = key("alias", TYPE_EXPRESSION).doc("The type that gets another name.");

static UNION_KEY: Key = key("union", names_of_types!(VARIANT)).doc(
    "A map from tags, or names, to types. `cash: {}` \
     is a variant with nothing but its tag.",
);

static EXTENDS: Key = key(
    "extends",
    Shape::List(&List::of(Shape::Text(Text::Name(Entity::Type)))),
)
.doc("The objects whose fields it has as well.");

static OPEN: Key = key(
    "open",
    Shape::OneOf(&[
        Shape::Flag,
        Shape::Text(Text::Words(&[word("responses").doc(
            "Clients keep unknown values of responses; servers reject unknown values of requests.",
        )])),
    ]),
)
.doc(
    "Whether other values than the listed ones are \
     accepted: `true`, `false`, or only in `responses`.",
);

/// The keys of an entry before its form is known. One of the forms is there.
pub(crate) static TYPE: Map = Map::new("type", Construct::Type)
    .doc(
        "A type of the API: an object, a tuple, an \
         enumeration, a newtype, an alias or a union.",
    )
    .keys(TYPE_KEYS)
    .with_forms(&[
        if_has("union", &UNION),
        if_has("tuple", &TUPLE),
        if_has("newtype", &NEWTYPE),
        if_has("enum", &ENUM),
        if_has("alias", &ALIAS),
        if_has("fields", &OBJECT),
        if_has("extends", &OBJECT),
    ])
    .with_rules(&[Rule::Any(&[
        "fields", "tuple", "enum", "newtype", "alias", "union", "extends",
    ])]);

static TYPE_KEYS: &[&[Key]] = &[
    NOTES,
    &[
        EXTENDS,
        FIELDS_KEY,
        key(
            "enum",
            Shape::OneOf(&[Shape::List(&List::of(Shape::Any)), names!(DESCRIBED)]),
        )
        .doc("The values of an enumeration: a list, or a map from values to descriptions."),
        UNION_KEY,
        TUPLE_KEY,
        NEWTYPE_KEY,
        ALIAS_KEY,
    ],
    SENSITIVITY,
    EXAMPLE_AND_XML,
];

/// A type with several forms, or none.
pub(crate) static UNCLEAR_TYPE: Map = Map::new("unclear_type", Construct::Type)
    .doc("A type with several forms, or none.")
    .keys(&[NOTES, SENSITIVITY, EXAMPLE_AND_XML]);

/// A type whose form is misspelled: any of the other keys may be meant.
pub(crate) static MISSPELLED_TYPE: Map = Map::new("misspelled_type", Construct::Type)
    .doc("A type whose form is misspelled.")
    .keys(&[
        NOTES,
        SENSITIVITY,
        EXAMPLE_AND_XML,
        CONSTRAINTS,
        &[
            OPEN,
            OTHERS,
            EXTENDS,
            TAG,
            VALUE,
            WRAPPED,
            BY_EVENT,
            key("of", TEXT).doc("What the values or tags are."),
        ],
    ]);

static OTHERS: Key = key("others", TYPE_EXPRESSION).doc(
    "The type of unknown fields, which are kept. Or \
     `none`: the server rejects unknown fields.",
);

/// An object.
pub(crate) static OBJECT: Map = type_map!(
    "object",
    "An object, which becomes a struct with public fields.",
    &[EXTENDS, FIELDS_KEY, OTHERS]
);

/// A list of values, each with its own type.
pub(crate) static TUPLE: Map = type_map!(
    "tuple",
    "A JSON array of a fixed number of values, each with its own type.",
    &[TUPLE_KEY]
);

/// A scalar with its own type.
pub(crate) static NEWTYPE: Map = Map::new("newtype", Construct::Type)
    .doc("A scalar with its own type.")
    .keys(&[
        &[
            NEWTYPE_KEY,
            key("rust", TEXT).doc(
                "A type of yours that the values have in Rust, by its path: `library_ids::BookId`.",
            ),
        ],
        SENSITIVITY,
        CONSTRAINTS,
        EXAMPLE_AND_NOTES,
        XML,
    ]);

/// Another name of a type.
pub(crate) static ALIAS: Map = Map::new("alias", Construct::Type)
    .doc("Another name of a type, with constraints that hold wherever it is used.")
    .keys(&[
        &[ALIAS_KEY],
        SENSITIVITY,
        CONSTRAINTS,
        EXAMPLE_AND_NOTES,
        XML,
    ]);

const KINDS: [Word; 4] = [
    word("string").doc("The values are strings."),
    word("integer").doc("The values are integers of 64 bits."),
    word("number").doc("The values are numbers."),
    word("boolean").doc("The values are `true` and `false`."),
];

static OF: Key = key("of", Shape::Text(Text::Words(&KINDS)))
    .doc("What the values are: `string`, `integer`, `number` or `boolean`.");

/// The description of a value.
static DESCRIBED: Shape = Shape::OneOf(&[Shape::Nothing, TEXT, Shape::Map(&ENUM_VALUE)]);

const ENUM_DOC: &str = "The values: a list, or a map from values to descriptions.";

macro_rules! enum_map {
    ($(#[$doc:meta])* $name:ident, $text:literal, $item:expr, $key:expr, $forms:expr) => {
        $(#[$doc])*
        pub(crate) static $name: Map = type_map!(
            $text,
            "A set of values, which becomes an enum.",
            &[
                key("enum", Shape::OneOf(&[
                        Shape::List(&List::of($item)),
                        Shape::Names(&Names::of(&[Entry::of($key, DESCRIBED)])),
                    ])).doc(ENUM_DOC),
                OF,
                OPEN,
            ]
        )
        .with_forms($forms);
    };
}

enum_map!(
    /// An enumeration, of strings unless it says otherwise.
    ENUM,
    "enum",
    Shape::Text(Text::EnumValue),
    NameForm::Any,
    &[
        if_is("of", "integer", &ENUM_OF_INTEGERS),
        if_is("of", "number", &ENUM_OF_NUMBERS),
        if_is("of", "boolean", &ENUM_OF_BOOLEANS),
    ]
);
enum_map!(
    /// An enumeration of integers.
    ENUM_OF_INTEGERS,
    "enum_of_integers",
    Shape::Integer,
    NameForm::Integer,
    &[]
);
enum_map!(
    /// An enumeration of numbers.
    ENUM_OF_NUMBERS,
    "enum_of_numbers",
    Shape::Number,
    NameForm::Number,
    &[]
);
enum_map!(
    /// An enumeration of booleans.
    ENUM_OF_BOOLEANS,
    "enum_of_booleans",
    Shape::Flag,
    NameForm::Boolean,
    &[]
);

/// A value of an enumeration.
pub(crate) static ENUM_VALUE: Map = Map::new("enum_value", Construct::EnumValue)
    .doc("A value of an enumeration.")
    .keys(&[&[RUST_NAME], NOTES]);

static TAG: Key = key("tag", FIELD_PATH)
    .doc("The name of the field with the tag, or a list of names that lead to it.");
static VALUE: Key =
    key("value", TEXT).doc("The name of the field with the content, next to the tag.");
static WRAPPED: Key =
    key("wrapped", Shape::Flag).doc("`true`: the tag is the name of the only field.");
static BY_EVENT: Key =
    key("by_event", Shape::Flag).doc("`true`: the tag is the name of a server-sent event.");

const TAG_KINDS: [Word; 3] = [
    word("string").doc("Tags are strings."),
    word("integer").doc("Tags are integers."),
    word("boolean").doc("Tags are `true` and `false`."),
];

/// One of several types.
pub(crate) static UNION: Map = type_map!(
    "union",
    "A value of one of several types, its variants.",
    &[
        key("fields", FIELDS).doc("Fields next to the tag and the content. Only with `value`."),
        UNION_KEY,
        TAG,
        key("of", Shape::Text(Text::Words(&TAG_KINDS)))
            .doc("What tags are, if they are not strings: `integer` or `boolean`."),
        VALUE,
        WRAPPED,
        BY_EVENT,
        key("default", TEXT).doc("The variant of an object without a tag."),
        OPEN,
    ]
);

/// A variant of a union.
pub(crate) static VARIANT: Map = Map::new("variant", Construct::Variant)
    .doc("A variant of a union.")
    .keys(&[
        &[
            key("type", TYPE_EXPRESSION)
                .doc("The type of its content. Without it, the variant is nothing but its tag."),
            key("text", Shape::Flag).doc(
                "`true`: the data of the event is the string as \
                 it is, not JSON. Only with `by_event`.",
            ),
            key("also", Shape::List(&List::of(TEXT))).doc("Its other tags."),
            RUST_NAME,
        ],
        NOTES,
    ]);
