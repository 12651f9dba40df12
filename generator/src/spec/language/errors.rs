//! The sections `errors` and `error_body`.

use super::fields::{ERROR_FIELDS, HEADERS};
use super::notes::{ALLOW, ASSUMED, DEPRECATED, DOC, NOTES, SEE_KEY};
use super::{
    Entity, Entry, Key, List, Map, NameForm, Names, Rule, Shape, Side, Statuses, TEXT, Text,
    any_name, key, required,
};
use crate::spec::place::Place;

/// The section `errors`.
pub(super) static ERRORS: Names = Names {
    entity: Some(Entity::Error),
    entries: &[
        Entry {
            name: NameForm::Capital,
            value: Shape::Map(&NAMED_ERROR),
        },
        Entry {
            name: NameForm::ErrorStatus,
            value: Shape::Map(&ERROR),
        },
    ],
    count: (0, None),
};

pub(super) static ERROR_CODE_LIST: Key = key(
    "errors",
    Shape::List(&List::of(Shape::Status(Statuses::ErrorsAndNames))),
    "The errors that the operation documents, by their keys in `errors`.",
);

/// Further fields of error bodies, and values of fields.
static FURTHER_FIELDS: &[Key] = &[
    key(
        "fields",
        ERROR_FIELDS,
        "Further fields of the body; `name?` may be absent.",
    ),
    VALUES,
];

static VALUES: Key = key(
    "values",
    Shape::Names(&Names::of(None, &[any_name(Shape::Constant)])),
    "The usual values of fields: strings, integers, `true` or `false`.",
);

static BODY: Key = key(
    "body",
    Shape::OneOf(&[
        Shape::Text(Text::Content(Side::Error)),
        Shape::Map(&ERROR_CONTENT),
    ]),
    "Another body than `error_body` describes: a type, `text`, `binary` or `none`.",
);

static MESSAGE: Key = key(
    "message",
    TEXT,
    "The message of the response, unless the handler sets another one.",
);

/// What errors have after their name or their status.
static REST: &[Key] = &[
    key("code", TEXT, "The error's own code, for programs."),
    MESSAGE,
    BODY,
    key("when", TEXT, "When the error occurs, for the docs."),
    DOC,
    VALUES,
    FURTHER_FIELDS[0],
    key(
        "implied",
        Shape::Flag,
        "Whether any operation may respond with this status, sent by a layer in front of the handlers.",
    ),
    key("retry", Shape::Flag, "Whether a later retry may succeed."),
    key(
        "headers",
        HEADERS,
        "The response headers, all optional (`Name?`).",
    ),
    ASSUMED,
    DEPRECATED,
    SEE_KEY,
    ALLOW,
];

/// An entry of `errors` under its status.
pub(crate) static ERROR: Map = Map::new(
    "error",
    Place::Error,
    "The error of a status, or of several.",
    &[
        &[required(
            "name",
            TEXT,
            "In `UpperCamel`. It names the struct: `NotFound`.",
        )],
        REST,
    ],
)
.with_rules(&[Rule::Any(&["message", "body"])]);

/// An entry of `errors` under its name.
pub(crate) static NAMED_ERROR: Map = Map::new(
    "named_error",
    Place::NamedError,
    "One of several errors of a status.",
    &[
        &[required(
            "status",
            Shape::Status(Statuses::Errors),
            "The status of the error.",
        )],
        REST,
    ],
)
.with_rules(&[Rule::Any(&["message", "body"])]);

/// The own body of an error, in its long form.
pub(crate) static ERROR_CONTENT: Map = Map::new(
    "error_content",
    Place::ErrorContent,
    "The own body of an error.",
    &[&[
        required(
            "type",
            Shape::Text(Text::Content(Side::Error)),
            "A type, `text`, `binary` or `none`.",
        ),
        key("envelope", TEXT, "The field that wraps a JSON value."),
        key("media", TEXT, "The media type."),
    ]],
);

/// The section `error_body`.
pub(crate) static ERROR_BODY: Map = Map::new(
    "error_body",
    Place::Section("error_body"),
    "The fields of error responses. A field without a name is not there.",
    &[
        &[
            key(
                "envelope",
                TEXT,
                "A field that wraps the others: `{\"error\": {…}}`.",
            ),
            key(
                "media",
                TEXT,
                "The media type, `application/json` by default.",
            ),
            key("status", TEXT, "The field with the status as a number."),
            key(
                "code",
                TEXT,
                "The field with the error's own code, null without one.",
            ),
            key(
                "code?",
                TEXT,
                "The field with the error's own code, absent without one.",
            ),
            key(
                "message",
                TEXT,
                "The field with what went wrong, for people.",
            ),
            key(
                "parameter",
                TEXT,
                "The field with the first invalid parameter, or null.",
            ),
            key(
                "parameter?",
                TEXT,
                "The field with the first invalid parameter, if there is one.",
            ),
            key(
                "metadata",
                TEXT,
                "The field with data for programs, or null.",
            ),
            key(
                "metadata?",
                TEXT,
                "The field with data for programs, if there is any.",
            ),
        ],
        FURTHER_FIELDS,
        NOTES,
    ],
)
.with_rules(&[
    Rule::NotBoth("code", "code?"),
    Rule::NotBoth("parameter", "parameter?"),
    Rule::NotBoth("metadata", "metadata?"),
]);
