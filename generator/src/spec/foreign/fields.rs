//! Keys of types, fields and parameters in other languages, and what to write instead.

use super::UNION_HELP;
use super::keys::{ForeignKey, row};
use crate::spec::place::Place;

const FORMS: &[&str] = &["fields", "enum", "newtype"];
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
        &["alias", "$ref", "ref"],
        TYPES,
        FORMS,
        "aliases cannot be declared yet: write the type where it is used",
    ),
    row(
        &["values", "variants"],
        TYPES,
        FORMS,
        "write `enum: [red, green]`",
    ),
    row(
        &["items", "prefixItems"],
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
        "a constant is an enumeration with one value: `Kind: { enum: [book] }` under `types`",
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
        "objects do not inherit fields: list all of them, or share them with a YAML merge key (`<<: *name`)",
    ),
    row(
        &["required", "optional"],
        &[],
        &[],
        "a field is required unless its name ends in `?`: `note?: string`",
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
        "write the type that has this format, if there is one (`timestamp`, `date`, `uuid`, `decimal`, `bytes`); otherwise remove the key",
    ),
    row(
        &["minimum", "exclusiveMinimum", "min_value", "gte", "gt"],
        &[],
        &[],
        "write `min: …`; the bound itself is allowed",
    ),
    row(
        &["maximum", "exclusiveMaximum", "max_value", "lte", "lt"],
        &[],
        &[],
        "write `max: …`; the bound itself is allowed",
    ),
    row(&["minLength"], &[], &[], "write `min_length: …`"),
    row(&["maxLength"], &[], &[], "write `max_length: …`"),
    row(&["minItems"], &[], &[], "write `min_items: …`"),
    row(&["maxItems"], &[], &[], "write `max_items: …`"),
    row(
        &["regex", "regexp", "match"],
        &[],
        &[],
        "write `pattern: …`",
    ),
    row(
        &[
            "multipleOf",
            "uniqueItems",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "contentEncoding",
            "contentMediaType",
        ],
        &[],
        &[],
        "this constraint cannot be described yet: write it in `doc`",
    ),
    row(
        &["readOnly", "writeOnly", "read_only", "write_only"],
        &[],
        &[],
        "declare two types: one for requests, and one for responses",
    ),
    row(
        &["in"],
        FIELDS,
        &[],
        "list the parameter under `path`, `query` or `headers` of the operation",
    ),
    row(
        &["name"],
        FIELDS,
        &[],
        "the name is the entry's key: `limit?: { type: integer }`",
    ),
    row(
        &[
            "style",
            "explode",
            "allowReserved",
            "allowEmptyValue",
            "collectionFormat",
        ],
        &[
            Place::Field,
            Place::Parameter,
            Place::Header,
            Place::Operation,
        ],
        &[],
        "a list repeats its parameter (`?tag=a&tag=b`); other styles cannot be described yet",
    ),
    row(&["examples"], &[], &[], "write one value: `example: …`"),
    row(
        &["default"],
        TYPES,
        &[],
        "write the default on the field: `theme?: { type: Theme, default: dark }`",
    ),
    row(
        &["sensitive", "writeonly", "password"],
        &[],
        &[],
        "write `secret: true`",
    ),
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
