//! Keys of types, fields and parameters in other languages, and what to write instead.

use super::{ForeignKey, row};
use crate::spec::place::Place;
use crate::words::UNION_HELP;

const FORMS: &[&str] = &["fields", "tuple", "enum", "newtype", "alias", "union"];
const TYPES: &[Place] = &[Place::Type];
/// What has a name and a type.
const FIELDS: &[Place] = &[Place::Field, Place::Parameter, Place::Header];
/// What can be an object.
const OBJECTS: &[Place] = &[Place::Field, Place::Body];
/// What has a type.
const TYPED: &[Place] = &[Place::Field, Place::Parameter, Place::Header, Place::Body];

const DOC_HELP: &str = "write `doc: …`: Markdown, whose first sentence is the summary";

/// The first entry that has the word and the place applies.
pub(super) const FIELD_KEYS: &[ForeignKey] = &[
    row(
        &["properties", "members", "attributes", "props"],
        TYPES,
        FORMS,
        "write `fields: { title: string, … }`",
    ),
    row(
        &["type"],
        TYPES,
        FORMS,
        "a type has `fields` (an object), `enum` (a set of values) or `newtype` (a named scalar)",
    ),
    row(
        &["$ref", "ref"],
        TYPES,
        FORMS,
        "write `alias: Book` for another name of a type",
    ),
    row(
        &["values", "variants"],
        TYPES,
        FORMS,
        "write `enum: [red, green]`",
    ),
    row(
        &["prefixItems"],
        TYPES,
        FORMS,
        "write `tuple: [number, number]`",
    ),
    row(
        &["items"],
        TYPES,
        FORMS,
        "a list has no name of its own: write `list<T>` where it is used",
    ),
    row(
        &["items", "prefixItems", "contains"],
        &[Place::Field, Place::Parameter, Place::Body],
        &["type"],
        "write `type: list<T>`, such as `type: list<string>`",
    ),
    row(
        &["items", "prefixItems", "contains"],
        &[Place::Header],
        &["type"],
        "a header has a single value: write its type, such as `type: string`",
    ),
    row(
        &[
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "unevaluatedProperties",
        ],
        TYPES,
        FORMS,
        "remove the key: unknown fields are ignored. To keep them, write `others: T`; for an object with arbitrary keys, use `map<T>`",
    ),
    row(
        &["additionalProperties", "patternProperties", "propertyNames"],
        OBJECTS,
        &["type"],
        "write `type: map<T>`, such as `type: map<string>`",
    ),
    row(
        &["properties", "fields", "others"],
        OBJECTS,
        &["type"],
        "declare the object under `types`, and write its name: `type: Book`",
    ),
    row(
        &[
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "properties",
            "fields",
            "others",
        ],
        &[Place::Parameter, Place::Header],
        &["type"],
        "parameters and headers cannot be objects: declare one for each field",
    ),
    row(
        &["enum", "values", "open"],
        TYPED,
        &["type"],
        "declare the values under `types` (`Colour: { enum: [red, green] }`), and write `type: Colour`",
    ),
    row(
        &["const"],
        &[
            Place::Type,
            Place::Field,
            Place::Parameter,
            Place::Header,
            Place::Body,
        ],
        &["fields", "enum", "newtype", "type"],
        "a constant is a field of an object: `kind: { const: book }`",
    ),
    row(
        &["schema", "$ref", "ref"],
        TYPED,
        &["type"],
        "write the type's name: `type: Book`",
    ),
    row(
        &["newtype"],
        TYPED,
        &["type"],
        "declare the newtype under `types`, and write its name: `type: BookId`",
    ),
    row(
        &["oneOf", "anyOf", "discriminator", "union"],
        &[],
        &["fields", "enum", "newtype", "type", "body", "returns"],
        UNION_HELP,
    ),
    row(
        &["allOf", "extends", "implements"],
        &[],
        &["fields", "enum", "newtype", "type"],
        "an object has the fields of others with `extends: [Base]`, next to its own `fields`",
    ),
    row(
        &["required", "optional"],
        &[Place::Body],
        &[],
        "a body is required unless its key ends in `?`: `body?: Book`",
    ),
    row(
        &["required", "optional"],
        &[],
        &[],
        "fields and parameters are required unless their names end in `?`: `note?: string`",
    ),
    row(
        &["nullable", "x-nullable"],
        TYPES,
        &[],
        "write `?` where the type is used: `shelf: Shelf?`",
    ),
    row(
        &["nullable", "x-nullable"],
        &[],
        &[],
        "a type whose value may be null ends in `?`: `note: string?`",
    ),
    row(
        &["format"],
        &[],
        &[],
        "write the type that has this format, if there is one (`int32`, `float`, `timestamp`, `date`, `time`, `duration`, `uuid`, `uri`, `email`, `ipv4`, `ipv6`, `decimal`, `bytes`); otherwise remove the key",
    ),
    row(
        &["minimum", "min_value", "gte", "at_least"],
        &[],
        &[],
        "write `min: …`; the bound itself is allowed",
    ),
    row(
        &["exclusiveMinimum", "gt", "greater_than"],
        &[],
        &[],
        "write `above: …`; the bound itself is not allowed",
    ),
    row(
        &["maximum", "max_value", "lte", "at_most"],
        &[],
        &[],
        "write `max: …`; the bound itself is allowed",
    ),
    row(
        &["exclusiveMaximum", "lt", "less_than"],
        &[],
        &[],
        "write `below: …`; the bound itself is not allowed",
    ),
    row(&["minLength"], &[], &[], "write `min_length: …`"),
    row(&["maxLength"], &[], &[], "write `max_length: …`"),
    row(
        &["minItems", "minProperties"],
        &[],
        &[],
        "write `min_items: …`",
    ),
    row(
        &["maxItems", "maxProperties"],
        &[],
        &[],
        "write `max_items: …`",
    ),
    row(&["multipleOf", "step"], &[], &[], "write `multiple_of: …`"),
    row(
        &["uniqueItems", "unique", "distinct"],
        &[],
        &[],
        "write `unique_items: true`",
    ),
    row(
        &["regex", "regexp", "match"],
        &[],
        &[],
        "write `pattern: …`",
    ),
    row(
        &["dependentRequired", "contentEncoding", "contentMediaType"],
        &[],
        &[],
        "this constraint cannot be described yet: write it in `doc`",
    ),
    row(
        &["readOnly"],
        &[],
        &[],
        "write `read_only: true` for a field that only responses have",
    ),
    row(
        &["writeOnly"],
        &[],
        &[],
        "write `write_only: true` for a field that only requests have",
    ),
    row(
        &["read_only", "write_only"],
        &[],
        &[],
        "only fields of objects are `read_only` or `write_only`",
    ),
    row(
        &["in"],
        FIELDS,
        &[],
        "list the parameter under `path`, `query`, `headers` or `cookies` of the operation",
    ),
    row(
        &["allowReserved"],
        &[Place::Parameter, Place::Header],
        &["allow_reserved"],
        "write `allow_reserved: true`",
    ),
    row(
        &["explode", "collectionFormat"],
        &[Place::Parameter, Place::Header],
        &["style"],
        "write `style: repeated` or `style: comma` for a list, `style: deep` or `style: flat` for an object",
    ),
    row(
        &[
            "style",
            "explode",
            "allowReserved",
            "allow_reserved",
            "collectionFormat",
        ],
        &[Place::Field, Place::Operation],
        &[],
        "parameters have a style: `query: { tags: { type: list<string>, style: comma } }`",
    ),
    row(
        &["allowEmptyValue"],
        FIELDS,
        &[],
        "remove the key: a parameter without a value is an empty text",
    ),
    row(&["examples"], &[], &[], "write one value: `example: …`"),
    row(
        &["default"],
        TYPES,
        &[],
        "write the default on the field: `theme?: { type: Theme, default: dark }`",
    ),
    row(&["sensitive", "password"], &[], &[], "write `secret: true`"),
    row(
        &[
            "description",
            "summary",
            "title",
            "comment",
            "$comment",
            "docs",
        ],
        &[],
        &[],
        DOC_HELP,
    ),
    row(
        &["x-"],
        &[],
        &[],
        "extensions are not supported: write a YAML comment, or text in `doc`",
    ),
];
