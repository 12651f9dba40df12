//! Fields, parameters, headers and elements: all have a name and a type.

use super::notes::{EXAMPLE_AND_NOTES, NOTES};
use super::xml;
use super::{
    Entry, Form, Key, Map, Names, Rule, Shape, TEXT, TEXTS, TYPE_EXPRESSION, Text, Word, if_has,
    key, required, word,
};
use crate::spec::construct::Construct;

/// The constraints of values.
pub(super) static CONSTRAINTS: &[Key] = &[
    key("min", Shape::Number).doc("The least value, inclusive."),
    key("above", Shape::Number).doc("A bound that the value exceeds."),
    key("max", Shape::Number).doc("The greatest value, inclusive."),
    key("below", Shape::Number).doc("A bound that the value stays below."),
    key("multiple_of", Shape::Number).doc("The value is a whole multiple of this positive number."),
    key("min_length", Shape::Length).doc("The least number of characters."),
    key("max_length", Shape::Length).doc("The greatest number of characters."),
    key("pattern", TEXT).doc(
        "A regular expression that matches somewhere in the string. Write it in single quotes.",
    ),
    key("min_items", Shape::Length).doc("The least number of items."),
    key("max_items", Shape::Length).doc("The greatest number of items."),
    key("unique_items", Shape::Flag).doc("`true`: no two items have the same value."),
];

pub(super) static SENSITIVITY: &[Key] = &[
    key("personal", Shape::Flag).doc("`true`: personal data, which `Debug` output does not show."),
    key("secret", Shape::Flag).doc("`true`: credentials, which `Debug` output does not show."),
];

pub(super) static RUST_NAME: Key =
    key("name", TEXT).doc("The name in Rust, if it is not made from the name on the wire.");

pub(super) static MEDIA: Key = key("media", TEXTS).doc("A media type, or a list of them.");

static TYPE: Key = required("type", TYPE_EXPRESSION).doc(
    "The type: a scalar, a name declared in `types`, `list<T>` or `map<T>`; `T?` may be null.",
);

static CONST: &[Key] = &[key("const", Shape::Constant)
    .doc("The only value, instead of `type`: a string, an integer or a boolean.")];

static DEFAULT: &[Key] = &[key("default", Shape::Any).doc("The value if it is absent.")];

const STYLES: [Word; 10] = [
    word("repeated").doc("A parameter or a line for each item: `a=1&a=2`."),
    word("comma")
        .doc("Items, or names and values, with commas between them: `a=1,2`, `a=x,1,y,2`."),
    word("space").doc("The same with spaces: `a=1%202`."),
    word("pipe").doc("The same with pipes: `a=1%7C2`."),
    word("pairs").doc("The fields of an object in a header or a path: `x=1,y=2`."),
    word("label").doc("In a path, with dots: `1.2` for a list, `x=1.y=2` for an object."),
    word("matrix").doc("In a path, with semicolons: `1;a=2` for a list, `x=1;y=2` for an object."),
    word("deep").doc("Names in brackets: `a[x]=1&a[y][z]=2`."),
    word("flat").doc("The fields are separate parameters: `x=1&y=2`."),
    word("json").doc("JSON in the value of the parameter."),
];

const LIST_STYLES: [Word; 3] = [
    word("repeated").doc("`a[x]=1&a[x]=2`."),
    word("brackets").doc("`a[x][]=1`."),
    word("indexed").doc("`a[x][0]=1`. Lists of objects need it."),
];

pub(super) static LISTS: Key = key("lists", Shape::Text(Text::Words(&LIST_STYLES)))
    .doc("How lists inside of an object are written.");

const FIELD_STYLES: [Word; 4] = [
    word("comma").doc("Items with commas between them: `a=1,2`."),
    word("space").doc("Items with spaces between them: `a=1%202`."),
    word("pipe").doc("Items with pipes between them: `a=1%7C2`."),
    word("json").doc("JSON. A list has its name for each item."),
];

pub(super) static FIELD_STYLES_KEY: Key =
    key("styles", names!(Shape::Text(Text::Words(&FIELD_STYLES))))
        .doc("How fields of a form are written that are one text.");

static STYLE: &[Key] = &[
    key("style", Shape::Text(Text::Words(&STYLES))).doc("How a list or an object is written."),
    LISTS,
    key("allow_reserved", Shape::Flag)
        .doc("`true`: reserved characters in a query are not encoded."),
];

static DIRECTIONS: &[Key] = &[
    key("read_only", Shape::Flag).doc("`true`: only responses have the field."),
    key("write_only", Shape::Flag).doc("`true`: only requests have the field."),
];

const FORMS: &[Form] = &[if_has("const", &CONSTANT)];

/// A field, parameter or header that always has the same value.
pub(crate) static CONSTANT: Map = Map::new("constant", Construct::Field)
    .doc("A value that is always the same.")
    .keys(&[CONST, NOTES]);

/// A field of an object.
pub(crate) static FIELD: Map = Map::new("field", Construct::Field)
    .doc("A field of an object.")
    .keys(&[
        CONST,
        &[TYPE, RUST_NAME, MEDIA],
        DIRECTIONS,
        SENSITIVITY,
        DEFAULT,
        CONSTRAINTS,
        EXAMPLE_AND_NOTES,
        &[xml::OF_FIELD],
    ])
    .with_forms(FORMS)
    .with_rules(&[Rule::NotBothTrue("read_only", "write_only")]);

/// A parameter in a path, a query or a cookie.
pub(crate) static PARAMETER: Map = Map::new("parameter", Construct::Parameter)
    .doc("A parameter of an operation.")
    .keys(PARAMETER_KEYS)
    .with_forms(FORMS);

/// A header of a request or a response.
pub(crate) static HEADER: Map = Map::new("header", Construct::Header)
    .doc("A header.")
    .keys(PARAMETER_KEYS)
    .with_forms(FORMS);

static PARAMETER_KEYS: &[&[Key]] = &[
    CONST,
    &[TYPE, RUST_NAME],
    STYLE,
    SENSITIVITY,
    DEFAULT,
    CONSTRAINTS,
    EXAMPLE_AND_NOTES,
];

/// A further field of a page.
pub(crate) static PAGE_FIELD: Map = Map::new("page_field", Construct::PageField)
    .doc("A further field of a page.")
    .keys(PLAIN_KEYS)
    .with_forms(FORMS);

/// A further field of an error response.
pub(crate) static ERROR_FIELD: Map = Map::new("error_field", Construct::ErrorField)
    .doc("A further field of an error response.")
    .keys(PLAIN_KEYS)
    .with_forms(FORMS);

static PLAIN_KEYS: &[&[Key]] = &[
    CONST,
    &[TYPE, RUST_NAME],
    SENSITIVITY,
    DEFAULT,
    CONSTRAINTS,
    EXAMPLE_AND_NOTES,
];

/// An element of a tuple.
pub(crate) static ELEMENT: Map = Map::new("element", Construct::Element)
    .doc("An element of a tuple.")
    .keys(&[
        &[
            TYPE,
            key("name", Shape::Text(Text::Certain))
                .doc("The name of the field in Rust. All elements have one, or none."),
        ],
        SENSITIVITY,
        CONSTRAINTS,
        EXAMPLE_AND_NOTES,
    ]);

/// Names with their types, in the short or the long form.
pub(super) static FIELDS: Shape = names_of_types!(FIELD);
pub(super) static HEADERS: Shape = names_of_types!(HEADER);
pub(super) static PAGE_FIELDS: Shape = names_of_types!(PAGE_FIELD);
pub(super) static ERROR_FIELDS: Shape = names_of_types!(ERROR_FIELD);
static PARAMETER_NAMES: Shape = names_of_types!(PARAMETER);

/// The parameters of an operation that are not in its path.
pub(super) static PARAMETERS_OF_WEBHOOKS: &[Key] = &[
    key("query", PARAMETER_NAMES).doc("The query parameters; `name?` may be absent."),
    key("headers", HEADERS).doc("The headers of the request; `Name?` may be absent."),
    key("cookies", PARAMETER_NAMES).doc("The cookies; `name?` may be absent."),
];

/// The parameters of an operation.
pub(super) static PARAMETERS: &[Key] = &[
    key("path", PARAMETER_NAMES).doc("The types of the parameters in the path."),
    PARAMETERS_OF_WEBHOOKS[0],
    PARAMETERS_OF_WEBHOOKS[1],
    PARAMETERS_OF_WEBHOOKS[2],
];
