//! Keys of types, fields and parameters in other languages, and what to write instead.

use super::{ForeignKey, keys};
use crate::spec::construct::Construct;
use crate::words::UNION_HELP;

const FORMS: &[&str] = &["fields", "tuple", "enum", "newtype", "alias", "union"];
const TYPES: &[Construct] = &[Construct::Type];
/// Constructs with a name and a type.
const FIELDS: &[Construct] = &[Construct::Field, Construct::Parameter, Construct::Header];
/// Constructs with types that could be objects.
const OBJECTS: &[Construct] = &[Construct::Field, Construct::Body];
/// Constructs with a type.
const TYPED: &[Construct] = &[
    Construct::Field,
    Construct::Parameter,
    Construct::Header,
    Construct::Body,
];

const DOC_HELP: &str = "write `doc: …`: Markdown, whose first sentence is the summary";

/// The first entry that has the word and the construct applies.
pub(super) const FIELD_KEYS: &[ForeignKey] = &[
    keys(&["properties", "members", "attributes", "props"])
        .at(TYPES)
        .instead_of(FORMS)
        .help("write `fields: { title: string, … }`"),
    keys(&["type"]).at(TYPES).instead_of(FORMS).help(
        "a type has `fields` (an object), `enum` (a set of values) or `newtype` (a named scalar)",
    ),
    keys(&["$ref", "ref"])
        .at(TYPES)
        .instead_of(FORMS)
        .help("write `alias: Book` for another name of a type"),
    keys(&["values", "variants"])
        .at(TYPES)
        .instead_of(FORMS)
        .help("write `enum: [red, green]`"),
    keys(&["prefixItems"])
        .at(TYPES)
        .instead_of(FORMS)
        .help("write `tuple: [number, number]`"),
    keys(&["items"])
        .at(TYPES)
        .instead_of(FORMS)
        .help("a list has no name: write `list<T>` where it is used"),
    keys(&["items", "prefixItems", "contains"])
        .at(&[Construct::Field, Construct::Parameter, Construct::Body])
        .instead_of(&["type"])
        .help("write `type: list<T>`, such as `type: list<string>`"),
    keys(&["items", "prefixItems", "contains"])
        .at(&[Construct::Header])
        .instead_of(&["type"])
        .help("a header has a single value: write its type, such as `type: string`"),
    keys(&[
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "unevaluatedProperties",
    ])
    .at(TYPES)
    .instead_of(FORMS)
    .help(
        "remove the key: unknown fields are ignored. To keep them, write `others: T`; for an \
         object with arbitrary keys, use `map<T>`",
    ),
    keys(&["additionalProperties", "patternProperties", "propertyNames"])
        .at(OBJECTS)
        .instead_of(&["type"])
        .help("write `type: map<T>`, such as `type: map<string>`"),
    keys(&["properties", "fields", "others"])
        .at(OBJECTS)
        .instead_of(&["type"])
        .help("declare the object under `types`, and write its name: `type: Book`"),
    keys(&[
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "properties",
        "fields",
        "others",
    ])
    .at(&[Construct::Parameter, Construct::Header])
    .instead_of(&["type"])
    .help("parameters and headers cannot be objects: declare one for each field"),
    keys(&["enum", "values", "open"])
        .at(TYPED)
        .instead_of(&["type"])
        .help(
            "declare the values under `types` (`Colour: { enum: \
             [red, green] }`), and write `type: Colour`",
        ),
    keys(&["const"])
        .at(&[
            Construct::Type,
            Construct::Field,
            Construct::Parameter,
            Construct::Header,
            Construct::Body,
        ])
        .instead_of(&["fields", "enum", "newtype", "type"])
        .help("a constant is a field of an object: `kind: { const: book }`"),
    keys(&["schema", "$ref", "ref"])
        .at(TYPED)
        .instead_of(&["type"])
        .help("write the type's name: `type: Book`"),
    keys(&["newtype"])
        .at(TYPED)
        .instead_of(&["type"])
        .help("declare the newtype under `types`, and write its name: `type: BookId`"),
    keys(&["oneOf", "anyOf", "discriminator", "union"])
        .instead_of(&["fields", "enum", "newtype", "type", "body", "returns"])
        .help(UNION_HELP),
    keys(&["allOf", "extends", "implements"])
        .instead_of(&["fields", "enum", "newtype", "type"])
        .help(
            "an object has the fields of others with `extends: [Base]`, next to its own `fields`",
        ),
    keys(&["required", "optional"])
        .at(&[Construct::Body])
        .help("a body is required unless its key ends in `?`: `body?: Book`"),
    keys(&["required", "optional"])
        .help("fields and parameters are required unless their names end in `?`: `note?: string`"),
    keys(&["nullable", "x-nullable"])
        .at(TYPES)
        .help("write `?` where the type is used: `shelf: Shelf?`"),
    keys(&["nullable", "x-nullable"])
        .help("a type whose value may be null ends in `?`: `note: string?`"),
    keys(&["format"]).help(
        "write the type that has this format, if there is one (`int32`, `float`, `timestamp`, \
         `date`, `time`, `duration`, `uuid`, `uri`, `email`, `ipv4`, `ipv6`, `decimal`, \
         `bytes`); otherwise remove the key",
    ),
    keys(&["minimum", "min_value", "gte", "at_least"])
        .help("write `min: …`; the bound itself is allowed"),
    keys(&["exclusiveMinimum", "gt", "greater_than"])
        .help("write `above: …`; the bound itself is not allowed"),
    keys(&["maximum", "max_value", "lte", "at_most"])
        .help("write `max: …`; the bound itself is allowed"),
    keys(&["exclusiveMaximum", "lt", "less_than"])
        .help("write `below: …`; the bound itself is not allowed"),
    keys(&["minLength"]).help("write `min_length: …`"),
    keys(&["maxLength"]).help("write `max_length: …`"),
    keys(&["minItems", "minProperties"]).help("write `min_items: …`"),
    keys(&["maxItems", "maxProperties"]).help("write `max_items: …`"),
    keys(&["multipleOf", "step"]).help("write `multiple_of: …`"),
    keys(&["uniqueItems", "unique", "distinct"]).help("write `unique_items: true`"),
    keys(&["regex", "regexp", "match"]).help("write `pattern: …`"),
    keys(&["dependentRequired", "contentEncoding", "contentMediaType"])
        .help("this constraint cannot be described yet: write it in `doc`"),
    keys(&["readOnly"]).help("write `read_only: true` for a field that only responses have"),
    keys(&["writeOnly"]).help("write `write_only: true` for a field that only requests have"),
    keys(&["read_only", "write_only"])
        .help("only fields of objects are `read_only` or `write_only`"),
    keys(&["in"])
        .at(FIELDS)
        .help("list the parameter under `path`, `query`, `headers` or `cookies` of the operation"),
    keys(&["allowReserved"])
        .at(&[Construct::Parameter, Construct::Header])
        .instead_of(&["allow_reserved"])
        .help("write `allow_reserved: true`"),
    keys(&["explode", "collectionFormat"])
        .at(&[Construct::Parameter, Construct::Header])
        .instead_of(&["style"])
        .help(
            "write `style: repeated` or `style: comma` for a list, \
             `style: deep` or `style: flat` for an object",
        ),
    keys(&[
        "style",
        "explode",
        "allowReserved",
        "allow_reserved",
        "collectionFormat",
    ])
    .at(&[Construct::Field, Construct::Operation])
    .help("parameters have a style: `query: { tags: { type: list<string>, style: comma } }`"),
    keys(&["allowEmptyValue"])
        .at(FIELDS)
        .help("remove the key: a parameter without a value is an empty text"),
    keys(&["examples"]).help("write one value: `example: …`"),
    keys(&["default"])
        .at(TYPES)
        .help("write the default on the field: `theme?: { type: Theme, default: dark }`"),
    keys(&["sensitive", "password"]).help("write `secret: true`"),
    keys(&[
        "description",
        "summary",
        "title",
        "comment",
        "$comment",
        "docs",
    ])
    .help(DOC_HELP),
    keys(&["x-"]).help("extensions are not supported: write a YAML comment, or text in `doc`"),
];
