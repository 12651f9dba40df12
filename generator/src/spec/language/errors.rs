//! The sections `errors` and `error_body`.

use super::fields::{ERROR_FIELDS, HEADERS};
use super::notes::{ALLOW, ASSUMED, DEPRECATED, DOC, NOTES, SEE_KEY, STABILITY};
use super::{
    Entity, Entry, Key, List, Map, NameForm, Names, Rule, Shape, Side, Statuses, TEXT, Text, key,
    required,
};
use crate::spec::construct::Construct;

/// The section `errors`.
pub(super) static ERRORS: Names = Names::of(&[
    Entry::of(NameForm::Capital, Shape::Map(&NAMED_ERROR)),
    Entry::of(NameForm::ErrorStatus, Shape::Map(&ERROR)),
])
.declaring(Entity::Error);

pub(super) static ERROR_CODE_LIST: Key = key(
    "errors",
    Shape::List(&List::of(Shape::Status(Statuses::ErrorsAndNames))),
)
.doc("The errors that the operation documents, by their keys in `errors`.");

/// Further fields of error bodies, and values of fields.
static FURTHER_FIELDS: &[Key] = &[
    key("fields", ERROR_FIELDS).doc("Further fields of the body; `name?` may be absent."),
    VALUES,
];

static VALUES: Key = key("values", names!(Shape::Constant))
    .doc("The default values of fields: strings, integers, `true` or `false`.");

static BODY: Key = key(
    "body",
    Shape::OneOf(&[
        Shape::Text(Text::Content(Side::Error)),
        Shape::Map(&ERROR_CONTENT),
    ]),
)
.doc("Another body than `error_body` describes: a type, `text`, `binary` or `none`.");

static MESSAGE: Key =
    key("message", TEXT).doc("The message of the response, unless the handler sets another one.");

/// The keys of errors after their name or their status.
static REST: &[Key] = &[
    key("code", TEXT).doc("The error's own code, for programs."),
    MESSAGE,
    BODY,
    key("when", TEXT).doc("When the error occurs, for the docs."),
    DOC,
    VALUES,
    FURTHER_FIELDS[0],
    key("implied", Shape::Flag).doc(
        "Whether any operation may respond with this status, \
         sent by a layer in front of the handlers.",
    ),
    key("retry", Shape::Flag).doc("Whether a later retry may succeed."),
    key("headers", HEADERS).doc("The response headers, all optional (`Name?`)."),
    ASSUMED,
    DEPRECATED,
    STABILITY,
    SEE_KEY,
    ALLOW,
];

/// An entry of `errors` under its status.
pub(crate) static ERROR: Map = Map::new("error", Construct::Error)
    .doc("The error of a status, or of several.")
    .keys(&[
        &[required("name", TEXT).doc("In `UpperCamel`. It names the struct: `NotFound`.")],
        REST,
    ])
    .with_rules(&[Rule::Any(&["message", "body"])]);

/// An entry of `errors` under its name.
pub(crate) static NAMED_ERROR: Map = Map::new("named_error", Construct::NamedError)
    .doc("One of several errors of a status.")
    .keys(&[
        &[required("status", Shape::Status(Statuses::Errors)).doc("The status of the error.")],
        REST,
    ])
    .with_rules(&[Rule::Any(&["message", "body"])]);

/// The own body of an error, in its long form.
pub(crate) static ERROR_CONTENT: Map = Map::new("error_content", Construct::ErrorContent)
    .doc("The own body of an error.")
    .keys(&[&[
        required("type", Shape::Text(Text::Content(Side::Error)))
            .doc("A type, `text`, `binary` or `none`."),
        key("envelope", TEXT).doc("The field that wraps a JSON value."),
        key("media", TEXT).doc("The media type."),
    ]]);

/// The section `error_body`.
pub(crate) static ERROR_BODY: Map = Map::new("error_body", Construct::Section("error_body"))
    .doc("The fields of error responses. A field without a name is not there.")
    .keys(&[
        &[
            key("envelope", TEXT).doc("A field that wraps the others: `{\"error\": {…}}`."),
            key("media", TEXT).doc("The media type, `application/json` by default."),
            key("status", TEXT).doc("The field with the status as a number."),
            key("code", TEXT).doc("The field with the error's own code, null without one."),
            key("code?", TEXT).doc("The field with the error's own code, absent without one."),
            key("message", TEXT).doc("The field with what went wrong, for people."),
            key("parameter", TEXT).doc("The field with the first invalid parameter, or null."),
            key("parameter?", TEXT)
                .doc("The field with the first invalid parameter, if there is one."),
            key("metadata", TEXT).doc("The field with data for programs, or null."),
            key("metadata?", TEXT).doc("The field with data for programs, if there is any."),
        ],
        FURTHER_FIELDS,
        NOTES,
    ])
    .with_rules(&[
        Rule::NotBoth("code", "code?"),
        Rule::NotBoth("parameter", "parameter?"),
        Rule::NotBoth("metadata", "metadata?"),
    ]);
