//! The document and its smaller sections.

use super::auth::AUTH;
use super::errors::{ERROR_BODY, ERROR_CODE_LIST, ERRORS};
use super::fields::{HEADERS, PARAMETERS};
use super::notes::NOTES;
use super::operations::{CONDITIONAL, IDEMPOTENCY, OPERATION, USES, WEBHOOK};
use super::pagers::PAGER;
use super::types::TYPE;
use super::{
    Entity, Form, Key, List, Map, Names, Shape, TEXT, Text, When, Word, any_name, key, required,
    word,
};
use crate::api::Lint;
use crate::spec::place::Place;

/// A main file.
pub(crate) static DOCUMENT: Map = Map::new(
    "document",
    Place::Document,
    "A description of an HTTP API, from which Specsmith generates Rust for both sides.",
    &[
        &[
            required("specsmith", Shape::Version, "The version of the language: `1`."),
            key(
                "include",
                Shape::List(&List {
                    unique: true,
                    ..List::of(Shape::Text(Text::Path))
                }),
                "Other files of the specification, in the folder of this one or below it.",
            ),
            required("api", Shape::Map(&API), "The names and the servers of the API."),
            key("rust", Shape::Map(&RUST), "The generated crate."),
            key(
                "lint",
                Shape::Map(&LINT),
                "How serious what `specsmith lint` finds is, by the names of lints.",
            ),
            key(
                "auth",
                Shape::Map(&AUTH),
                "The ways to prove who calls. Without it, no operation needs credentials.",
            ),
            PAGERS,
            key(
                "error_body",
                Shape::OneOf(&[
                    Shape::Text(Text::Words(&ERROR_BODIES)),
                    Shape::Map(&ERROR_BODY),
                ]),
                "The fields of error responses: `problem` (RFC 9457), or a map with the names of the fields.",
            ),
        ],
        SECTIONS,
    ],
)
.with_forms(&[Form {
    when: When::Has("part_of"),
    map: &INCLUDED,
}]);

const ERROR_BODIES: [Word; 1] = [word(
    "problem",
    "Problem details (RFC 9457), with the media type `application/problem+json`.",
)];

/// A file that a main file includes.
pub(crate) static INCLUDED: Map = Map::new(
    "included",
    Place::Included,
    "A part of a specification, which the main file lists under `include`.",
    &[
        &[
            required(
                "part_of",
                TEXT,
                "The path of the main file, relative to this one.",
            ),
            PAGERS,
        ],
        SECTIONS,
    ],
);

static PAGERS: Key = key(
    "pagers",
    Shape::Names(&Names::of(
        Some(Entity::Pager),
        &[any_name(Shape::Map(&PAGER))],
    )),
    "The ways to page lists, by name. The name of a pager is a content: `page<Book>`.",
);

/// The other sections that every file may have.
static SECTIONS: &[Key] = &[
    key(
        "errors",
        Shape::Names(&ERRORS),
        "The errors of the API, by status (`404`, `5XX`, `default`) or by name.",
    ),
    key(
        "groups",
        Shape::Names(&Names::of(
            Some(Entity::Group),
            &[any_name(Shape::OneOf(&[
                Shape::Nothing,
                Shape::Map(&GROUP),
            ]))],
        )),
        "The groups of operations, in the order of the generated code and the docs.",
    ),
    key(
        "shared",
        Shape::Names(&Names::of(
            Some(Entity::Shared),
            &[any_name(Shape::Map(&SHARED))],
        )),
        "Parts that several operations have, by name.",
    ),
    key(
        "types",
        Shape::Names(&Names::of(
            Some(Entity::Type),
            &[any_name(Shape::Map(&TYPE))],
        )),
        "The types of the API, in `UpperCamel`.",
    ),
    key(
        "operations",
        Shape::Names(&Names::of(
            Some(Entity::Operation),
            &[any_name(Shape::Map(&OPERATION))],
        )),
        "The operations of the API, in `snake_case`.",
    ),
    key(
        "webhooks",
        Shape::Names(&Names::of(
            Some(Entity::Webhook),
            &[any_name(Shape::Map(&WEBHOOK))],
        )),
        "Requests that the API sends and others serve, in `snake_case`.",
    ),
];

/// The section `api`.
pub(crate) static API: Map = Map::new(
    "api",
    Place::Section("api"),
    "The names and the servers of the API.",
    &[
        &[
            required(
                "name",
                TEXT,
                "In `UpperCamel`. It names the handler trait: `LibraryApi`.",
            ),
            required("title", TEXT, "The human-readable name."),
            required("version", TEXT, "The version of the API. Any text."),
            key(
                "base_path",
                TEXT,
                "A prefix of every route, such as `/v1`. It must start with `/` and must not end with `/`.",
            ),
            key(
                "request_id",
                TEXT,
                "The response header that identifies a request, `X-Request-Id` by default.",
            ),
            key(
                "lenient",
                Shape::Flag,
                "Whether clients accept responses that lack required fields.",
            ),
            key(
                "servers",
                Shape::Names(&Names::of(
                    Some(Entity::Server),
                    &[any_name(Shape::OneOf(&[TEXT, Shape::Map(&SERVER)]))],
                )),
                "The URLs of the servers, by name.",
            ),
            USES,
        ],
        NOTES,
    ],
);

/// An entry of `api.servers`.
pub(crate) static SERVER: Map = Map::new(
    "server",
    Place::Server,
    "A server of the API.",
    &[
        &[
            required(
                "url",
                TEXT,
                "An absolute URL without `base_path`. Variables are in braces: `https://{host}/library`.",
            ),
            key(
                "variables",
                Shape::Names(&Names::of(None, &[any_name(Shape::Map(&SERVER_VARIABLE))])),
                "The variables in the URL, by name.",
            ),
        ],
        NOTES,
    ],
);

/// A variable in the URL of a server.
pub(crate) static SERVER_VARIABLE: Map = Map::new(
    "server_variable",
    Place::ServerVariable,
    "A variable in the URL of a server.",
    &[
        &[
            key(
                "default",
                TEXT,
                "The usual value. Without it, callers always give one.",
            ),
            key("enum", Shape::List(&List::of(TEXT)), "All its values."),
        ],
        NOTES,
    ],
);

/// The section `rust`.
pub(crate) static RUST: Map = Map::new(
    "rust",
    Place::Section("rust"),
    "The generated crate.",
    &[&[
        key(
            "crate",
            TEXT,
            "The name of the generated crate. The default is `<name>-api`, with `api.name` in kebab-case.",
        ),
        key(
            "runtime",
            TEXT,
            "The path of `specsmith-runtime`, relative to the folder of the generated crate.",
        ),
    ]],
);

/// The section `lint`.
static LINT: Map = Map::new(
    "lint",
    Place::Section("lint"),
    "How serious what lints find is.",
    &[&LEVELS_OF_LINTS],
);

/// A key for each lint.
static LEVELS_OF_LINTS: [Key; Lint::ALL.len()] = {
    let mut keys = [key("", Shape::Text(Text::Words(&LEVELS)), ""); Lint::ALL.len()];
    let mut index = 0;
    while index < keys.len() {
        let lint = Lint::ALL[index];
        keys[index].name = lint.name();
        keys[index].doc = lint.doc();
        index += 1;
    }
    keys
};

const LEVELS: [Word; 3] = [
    word("allow", "It is not reported."),
    word("warn", "It is a warning."),
    word("deny", "It is an error: `specsmith lint` exits with 1."),
];

/// An entry of `groups`.
pub(crate) static GROUP: Map = Map::new(
    "group",
    Place::Group,
    "A group of operations.",
    &[
        &[key(
            "title",
            TEXT,
            "The name for people, and the first line of the module documentation.",
        )],
        NOTES,
    ],
);

/// An entry of `shared`.
pub(crate) static SHARED: Map = Map::new(
    "shared_part",
    Place::Shared,
    "A part that several operations have.",
    &[
        PARAMETERS,
        &[key(
            "response_headers",
            HEADERS,
            "The headers of each successful response.",
        )],
        &[CONDITIONAL],
        IDEMPOTENCY,
        &[ERROR_CODE_LIST],
    ],
)
.with_rules(&[super::Rule::NotBoth("idempotency", "idempotency?")]);
