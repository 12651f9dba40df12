//! The document and its smaller sections.

use super::auth::AUTH;
use super::errors::{ERROR_BODY, ERROR_CODE_LIST, ERRORS};
use super::fields::{HEADERS, PARAMETERS};
use super::notes::NOTES;
use super::operations::{CONDITIONAL, IDEMPOTENCY, OPERATION, USES, WEBHOOK};
use super::pagers::PAGER;
use super::types::TYPE;
use super::{
    Entity, Entry, Key, List, Map, Names, Shape, TEXT, Text, Word, if_has, key, required, word,
};
use crate::api::Lint;
use crate::spec::construct::Construct;

/// A main file.
pub(crate) static DOCUMENT: Map = Map::new("document", Construct::Document)
    .doc("A description of an HTTP API, from which Specsmith generates Rust for both sides.")
    .keys(&[
        &[
            required("specsmith", Shape::Version).doc("The version of the language: `1`."),
            key(
                "include",
                Shape::List(&List::of(Shape::Text(Text::Path)).unique()),
            )
            .doc("Other files of the specification, in the folder of this one or below it."),
            required("api", Shape::Map(&API)).doc("The names and the servers of the API."),
            key("rust", Shape::Map(&RUST)).doc("The generated crate."),
            key("lint", Shape::Map(&LINT))
                .doc("How serious what `specsmith lint` finds is, by the names of lints."),
            key("auth", Shape::Map(&AUTH))
                .doc("The authentication schemes. Without it, no operation needs credentials."),
            PAGERS,
            key(
                "error_body",
                Shape::OneOf(&[
                    Shape::Text(Text::Words(&ERROR_BODIES)),
                    Shape::Map(&ERROR_BODY),
                ]),
            )
            .doc(
                "The fields of error responses: `problem` (RFC \
                 9457), or a map with the names of the fields.",
            ),
        ],
        SECTIONS,
    ])
    .with_forms(&[if_has("part_of", &INCLUDED)]);

const ERROR_BODIES: [Word; 1] = [word("problem")
    .doc("Problem details (RFC 9457), with the media type `application/problem+json`.")];

/// A file that a main file includes.
pub(crate) static INCLUDED: Map = Map::new("included", Construct::Included)
    .doc("A part of a specification, which the main file lists under `include`.")
    .keys(&[
        &[
            required("part_of", TEXT).doc("The path of the main file, relative to this one."),
            PAGERS,
        ],
        SECTIONS,
    ]);

static PAGERS: Key = key("pagers", names!(Entity::Pager, Shape::Map(&PAGER)))
    .doc("The ways to page lists, by name. The name of a pager is a content: `page<Book>`.");

/// The other sections that every file may have.
static SECTIONS: &[Key] = &[
    key("errors", Shape::Names(&ERRORS))
        .doc("The errors of the API, by status (`404`, `5XX`, `default`) or by name."),
    key(
        "groups",
        names!(
            Entity::Group,
            Shape::OneOf(&[Shape::Nothing, Shape::Map(&GROUP),])
        ),
    )
    .doc("The groups of operations, in the order of the generated code and the docs."),
    key("shared", names!(Entity::Shared, Shape::Map(&SHARED)))
        .doc("Parts that several operations have, by name."),
    key("types", names!(Entity::Type, Shape::Map(&TYPE)))
        .doc("The types of the API, in `UpperCamel`."),
    key(
        "operations",
        names!(Entity::Operation, Shape::Map(&OPERATION)),
    )
    .doc("The operations of the API, in `snake_case`."),
    key("webhooks", names!(Entity::Webhook, Shape::Map(&WEBHOOK)))
        .doc("Requests that the API sends and others serve, in `snake_case`."),
];

/// The section `api`.
pub(crate) static API: Map = Map::new("api", Construct::Section("api"))
    .doc("The names and the servers of the API.")
    .keys(&[
        &[
            required("name", TEXT)
                .doc("In `UpperCamel`. It names the handler trait: `LibraryApi`."),
            required("title", TEXT).doc("The human-readable name."),
            required("version", TEXT).doc("The version of the API. Any text."),
            key("base_path", TEXT).doc(
                "A prefix of every route, such as `/v1`. It must \
                 start with `/` and must not end with `/`.",
            ),
            key("request_id", TEXT)
                .doc("The response header that identifies a request, `X-Request-Id` by default."),
            key("lenient", Shape::Flag)
                .doc("Whether clients accept responses that lack required fields."),
            key("terms", Shape::Text(Text::PageUrl)).doc("The URL of the terms of service."),
            key("contact", Shape::Map(&CONTACT)).doc("Whom to ask about the API."),
            key("license", Shape::OneOf(&[TEXT, Shape::Map(&LICENSE)])).doc(
                "The license of the API: an SPDX expression such as `MIT`, or a map with a name.",
            ),
            key(
                "servers",
                names!(Entity::Server, Shape::OneOf(&[TEXT, Shape::Map(&SERVER)])),
            )
            .doc("The URLs of the servers, by name."),
            USES,
        ],
        NOTES,
    ]);

/// Whom to ask.
pub(crate) static CONTACT: Map = Map::new("contact", Construct::Section("contact"))
    .doc("Whom to ask about the API.")
    .keys(&[&[
        key("name", TEXT).doc("Their name."),
        key("url", Shape::Text(Text::PageUrl)).doc("The URL of a page about them."),
        key("email", TEXT).doc("Their e-mail address."),
    ]]);

/// A license that is not only an SPDX expression.
pub(crate) static LICENSE: Map = Map::new("license", Construct::Section("license"))
    .doc("The license of the API.")
    .keys(&[&[
        required("name", TEXT).doc("The name for people."),
        key("spdx", TEXT).doc(
            "The SPDX expression, such as `Apache-2.0`, which the manifest of the generated crate has.",
        ),
        key("url", Shape::Text(Text::PageUrl)).doc("The URL of the text."),
    ]]);

/// An entry of `api.servers`.
pub(crate) static SERVER: Map = Map::new("server", Construct::Server)
    .doc("A server of the API.")
    .keys(&[
        &[
            required("url", TEXT).doc(
                "An absolute URL without `base_path`. Variables are in braces: \
                 `https://{host}/library`.",
            ),
            key("variables", names!(Shape::Map(&SERVER_VARIABLE)))
                .doc("The variables in the URL, by name."),
        ],
        NOTES,
    ]);

/// A variable in the URL of a server.
pub(crate) static SERVER_VARIABLE: Map = Map::new("server_variable", Construct::ServerVariable)
    .doc("A variable in the URL of a server.")
    .keys(&[
        &[
            key("default", TEXT).doc("The usual value. Without it, callers always give one."),
            key("enum", Shape::List(&List::of(TEXT))).doc("All its values."),
        ],
        NOTES,
    ]);

/// The section `rust`.
pub(crate) static RUST: Map = Map::new("rust", Construct::Section("rust"))
    .doc("The generated crate.")
    .keys(&[&[
        key("crate", TEXT).doc(
            "The name of the generated crate. The default is \
             `<name>-api`, with `api.name` in kebab-case.",
        ),
        key("version", TEXT)
            .doc("The version of the generated crate. The default is made from `api.version`."),
        key("runtime", TEXT)
            .doc("The path of `specsmith-runtime`, relative to the folder of the generated crate."),
        key(
            "derives",
            names!(Shape::OneOf(&[
                Shape::Text(Text::Words(&[word("all").doc("All types that can.")])),
                Shape::List(&List::of(Shape::Text(Text::Name(Entity::Type))).unique()),
            ])),
        )
        .doc(
            "The traits that types derive in addition, by name or path: `Hash: all`, \
             `Ord: [BookId]`.",
        ),
        key(
            "conversions",
            Shape::List(&List::of(Shape::Text(Text::Words(&CONVERSIONS))).unique()),
        )
        .doc("The crates with whose types scalars convert."),
        key("scalars", Shape::Map(&SCALARS))
            .doc("The types of other crates that scalars have, by the names of the scalars."),
        key(
            "dependencies",
            names!(Shape::OneOf(&[TEXT, Shape::Map(&DEPENDENCY)])),
        )
        .doc("The crates that the generated crate depends on beside the runtime, by name."),
    ]]);

const CONVERSIONS: [Word; 5] = [
    word("bigdecimal").doc("`Decimal` and `bigdecimal::BigDecimal`."),
    word("chrono").doc("`Timestamp`, `Date` and the times and dates of `chrono`."),
    word("jiff").doc("`Timestamp`, `Date` and the instants and dates of `jiff`."),
    word("rust_decimal").doc("`Decimal` and `rust_decimal::Decimal`."),
    word("url").doc("`Uri` and `url::Url`."),
];

/// The map `rust.scalars`.
static SCALARS: Map = Map::new("scalars", Construct::Section("scalars"))
    .doc("The types of other crates that scalars have.")
    .keys(&[&[
        key("timestamp", Shape::Text(Text::Words(&TIMESTAMPS))).doc("The type of timestamps."),
        key("date", Shape::Text(Text::Words(&DATES))).doc("The type of dates."),
        key("decimal", Shape::Text(Text::Words(&DECIMALS))).doc("The type of decimal numbers."),
        key("uri", Shape::Text(Text::Words(&URIS))).doc("The type of URIs."),
    ]]);

const TIMESTAMPS: [Word; 3] = [
    word("chrono::DateTime").doc("A point in time, without its offset: `DateTime<Utc>`."),
    word("jiff::Timestamp").doc("A point in time, without its offset."),
    word("time::OffsetDateTime").doc("A point in time with its offset."),
];

const DATES: [Word; 3] = [
    word("chrono::NaiveDate"),
    word("jiff::civil::Date"),
    word("time::Date"),
];

const DECIMALS: [Word; 2] = [
    word("bigdecimal::BigDecimal").doc("Any number of digits."),
    word("rust_decimal::Decimal").doc("28 digits."),
];

const URIS: [Word; 1] = [word("url::Url").doc("A URL in the form that browsers give it.")];

/// An entry of `rust.dependencies`.
pub(crate) static DEPENDENCY: Map = Map::new("dependency", Construct::Dependency)
    .doc("A crate that the generated crate depends on.")
    .keys(&[&[
        key("version", TEXT).doc("The requirement of its version, as in `Cargo.toml`."),
        key("path", TEXT).doc("Its folder, relative to the folder of the generated crate."),
        key("features", Shape::List(&List::of(TEXT).unique())).doc("Its features."),
        key("default_features", Shape::Flag).doc("`false`: without its default features."),
    ]])
    .with_rules(&[super::Rule::Any(&["version", "path"])]);

/// The section `lint`.
static LINT: Map = Map::new("lint", Construct::Section("lint"))
    .doc("How serious what lints find is.")
    .keys(&[&LEVELS_OF_LINTS]);

/// A key for each lint.
static LEVELS_OF_LINTS: [Key; Lint::ALL.len()] = {
    let mut keys = [key("", Shape::Text(Text::Words(&LEVELS))); Lint::ALL.len()];
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
    word("allow").doc("It is not reported."),
    word("warn").doc("It is a warning."),
    word("deny").doc("It is an error: `specsmith lint` exits with 1."),
];

/// An entry of `groups`.
pub(crate) static GROUP: Map = Map::new("group", Construct::Group)
    .doc("A group of operations.")
    .keys(&[
        &[key("title", TEXT)
            .doc("The name for people, and the first line of the module documentation.")],
        NOTES,
    ]);

/// An entry of `shared`.
pub(crate) static SHARED: Map = Map::new("shared_part", Construct::Shared)
    .doc("A part that several operations have.")
    .keys(&[
        PARAMETERS,
        &[key("response_headers", HEADERS).doc("The headers of each successful response.")],
        &[CONDITIONAL],
        IDEMPOTENCY,
        &[ERROR_CODE_LIST],
    ])
    .with_rules(&[super::Rule::NotBoth("idempotency", "idempotency?")]);
