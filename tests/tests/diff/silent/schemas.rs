//! What schemas say, in OpenAPI 3.1.

use super::{Place, Says, assert_reported, nothing, nothing_in, place, same, says, so_anyway};

/// The places of schemas.
const PLACES: &[Place] = &[
    place(
        "a request",
        "paths: { /orders: { post: { operationId: create, requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { value: { @ } } } } } }, responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a form",
        "paths: { /orders: { post: { operationId: create, requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { value: { @ } } } } } }, responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a multipart form",
        "paths: { /orders: { post: { operationId: create, requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, properties: { value: { @ } } } } } }, responses: { '204': { description: None. } } } } }",
    ),
    place(
        "lines",
        "paths: { /orders: { post: { operationId: create, requestBody: { required: true, content: { application/jsonl: { itemSchema: { type: object, properties: { value: { @ } } } } } }, responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a webhook",
        "webhooks: { created: { post: { requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { value: { @ } } } } } }, responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a response",
        "paths: { /orders: { get: { operationId: read, responses: { '200': { description: All., content: { application/json: { schema: { type: object, properties: { value: { @ } } } } } } } } } }",
    ),
    place(
        "a shared type",
        "paths: { /orders: { get: { operationId: read, responses: { '200': { description: All., content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } } } } }\ncomponents: { schemas: { Order: { type: object, properties: { value: { @ } } } } }",
    ),
    place(
        "an error",
        "paths: { /orders: { get: { operationId: read, responses: { '204': { description: None. }, '409': { description: All., content: { application/json: { schema: { type: object, properties: { value: { @ } } } } } } } } } }",
    ),
    place(
        "XML",
        "paths: { /orders: { get: { operationId: read, responses: { '200': { description: All., content: { application/xml: { schema: { $ref: '#/components/schemas/Order' } } } } } } } }\ncomponents: { schemas: { Order: { type: object, properties: { value: { @ } } } } }",
    ),
    place(
        "an event",
        "paths: { /orders: { get: { operationId: read, responses: { '200': { description: All., content: { text/event-stream: { schema: { type: object, properties: { value: { @ } } } } } } } } } }",
    ),
    place(
        "the query",
        "paths: { /orders: { get: { operationId: read, parameters: [{ name: value, in: query, schema: { @ } }], responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a header",
        "paths: { /orders: { get: { operationId: read, parameters: [{ name: X-Value, in: header, schema: { @ } }], responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a cookie",
        "paths: { /orders: { get: { operationId: read, parameters: [{ name: value, in: cookie, schema: { @ } }], responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a path",
        "paths: { '/orders/{value}': { get: { operationId: read, parameters: [{ name: value, in: path, required: true, schema: { @ } }], responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a header of a response",
        "paths: { /orders: { get: { operationId: read, responses: { '204': { description: None., headers: { X-Value: { schema: { @ } } } } } } } }",
    ),
    place(
        "a header of an error",
        "paths: { /orders: { get: { operationId: read, responses: { '204': { description: None. }, '409': { description: No., headers: { X-Value: { schema: { @ } } } } } } } }",
    ),
];

/// The places that are not XML.
const NOT_XML: &[&str] = &[
    "a request",
    "a form",
    "a multipart form",
    "lines",
    "a webhook",
    "a response",
    "a shared type",
    "an error",
    "an event",
    "the query",
    "a header",
    "a cookie",
    "a path",
    "a header of a response",
    "a header of an error",
];

/// The same for lists. In a header of an error, a warning says that a list is text.
const OTHER_LISTS: &[&str] = &[
    "a request",
    "a form",
    "a multipart form",
    "lines",
    "a webhook",
    "a response",
    "a shared type",
    "an error",
    "an event",
    "the query",
    "a header",
    "a cookie",
    "a path",
    "a header of a response",
];

/// The places whose values are text.
const TEXTS: &[&str] = &[
    "the query",
    "a header",
    "a cookie",
    "a path",
    "a header of a response",
    "a header of an error",
];

/// The places whose values are text, with all forms.
const TEXTS_AND_FORMS: &[&str] = &[
    "a form",
    "a multipart form",
    "the query",
    "a header",
    "a cookie",
    "a path",
    "a header of a response",
    "a header of an error",
];

/// The same for lists. In a header of an error, a warning says that a list is text.
const LISTS_OF_TEXTS: &[&str] = &[
    "a multipart form",
    "the query",
    "a header",
    "a cookie",
    "a path",
    "a header of a response",
];

/// The places whose values are text that cannot be null. In a path, a warning says so.
const NULLS: &[&str] = &[
    "a multipart form",
    "the query",
    "a header",
    "a cookie",
    "a header of a response",
    "a header of an error",
];

/// The places whose values have one direction, from the server to callers.
const ONE_WAY: &[&str] = &[
    "a webhook",
    "a response",
    "a shared type",
    "an error",
    "XML",
    "an event",
    "the query",
    "a header",
    "a cookie",
    "a path",
    "a header of a response",
    "a header of an error",
];

/// The places whose objects are read by callers, or by the receivers of webhooks.
const READ: &[&str] = &[
    "a webhook",
    "a response",
    "a shared type",
    "an error",
    "XML",
    "an event",
];

/// The places without defaults.
const NO_DEFAULT: &[&str] = &["a path", "a header of a response", "a header of an error"];

const KEYWORDS: &[Says] = &[
    says("type: string", "title: One", "title: Two").but(&[nothing("a name for people")]),
    says("type: string", "description: One.", "description: Two.").but(&[nothing("documentation")]),
    says("type: string", "example: a", "example: b").but(&[nothing("documentation")]),
    says("type: string", "examples: [a]", "examples: [b]").but(&[nothing("documentation")]),
    says(
        "type: string",
        "externalDocs: { url: 'https://one.example' }",
        "externalDocs: { url: 'https://two.example' }",
    )
    .but(&[nothing("documentation")]),
    says("type: string", "$comment: One.", "$comment: Two.").but(&[nothing("documentation")]),
    says("type: string", "x-a: 1", "x-a: 2").but(&[nothing("a note for other tools")]),
    says("type: string", "$anchor: a", "$anchor: b")
        .but(&[nothing("a name that nothing refers to")]),
    says(
        "type: string",
        "$defs: { a: { type: string } }",
        "$defs: { a: { type: integer } }",
    )
    .but(&[nothing("a schema that nothing refers to")]),
    says(
        "type: string",
        "$schema: 'http://json-schema.org/draft-07/schema#'",
        "$schema: 'http://json-schema.org/draft-04/schema#'",
    ),
    says("type: string", "$dynamicRef: '#a'", "$dynamicRef: '#b'"),
    says("", "type: string", "type: integer").but(&[so_anyway(TEXTS, "text is a string anyway")]),
    says("", "type: boolean", "type: 'null'"),
    says("", "type: [string, integer]", "type: [string, 'null']").but(&[
        so_anyway(TEXTS, "text is a string anyway"),
        same(NULLS, "text that may be a number or null is any string"),
    ]),
    says("type: string", "minLength: 2", "minLength: 3"),
    says("type: string", "maxLength: 9", "maxLength: 8"),
    says("type: string", "pattern: '^a+$'", "pattern: '^b+$'"),
    says("type: string", "format: date", "format: uuid"),
    says("type: string", "format: color", "format: phone"),
    says("type: string", "format: hostname", "format: idn-email"),
    says("type: string", "format: byte", "format: binary"),
    says("type: string", "format: password", "format: password2")
        .but(&[so_anyway(&[], "a note for forms on screens")]),
    says("type: string", "enum: [a, b]", "enum: [a, c]"),
    says("type: string", "const: a", "const: b"),
    says("type: string", "default: a", "default: b").but(&[nothing_in(
        NO_DEFAULT,
        "a path has all of its values, and nobody fills in the headers of a response",
    )]),
    says("type: string", "not: { const: a }", "not: { const: b }"),
    says("type: integer", "minimum: 2", "minimum: 3"),
    says("type: integer", "maximum: 9", "maximum: 8"),
    says("type: integer", "multipleOf: 2", "multipleOf: 3"),
    says("type: integer", "format: int32", "format: int64"),
    says("type: integer", "format: uint8", "format: int16"),
    says("type: integer", "format: unix-time", "format: bigint"),
    says("type: integer", "enum: [1, 2]", "enum: [1, 3]"),
    says("type: integer", "const: 1", "const: 2"),
    says("type: integer", "default: 1", "default: 2").but(&[nothing_in(
        NO_DEFAULT,
        "a path has all of its values, and nobody fills in the headers of a response",
    )]),
    says("type: number", "minimum: 2.5", "minimum: 3.5"),
    says("type: number", "maximum: 9.5", "maximum: 8.5"),
    says("type: number", "multipleOf: 0.1", "multipleOf: 0.01"),
    says("type: number", "format: float", "format: decimal"),
    says("type: number", "format: money", "format: percent"),
    says("type: number", "enum: [1.5, 2.5]", "enum: [1.5, 3.5]"),
    says("type: boolean", "const: true", "const: false"),
    says("type: boolean", "enum: [true]", "enum: [true, false]"),
    says("type: boolean", "default: true", "default: false").but(&[nothing_in(
        NO_DEFAULT,
        "a path has all of its values, and nobody fills in the headers of a response",
    )]),
    says("", "enum: [a, 1]", "enum: [a, 2]"),
    says("", "const: { a: 1 }", "const: { a: 2 }"),
    says("type: object", "minProperties: 1", "minProperties: 2")
        .but(&[
            so_anyway(&["a path"], "a segment of a path is not empty"),
            so_anyway(&["a header", "the query"], "without values, the parameter is absent"),
        ]),
    says("type: object", "maxProperties: 5", "maxProperties: 6"),
    says("type: object", "default: { a: 1 }", "default: { a: 2 }")
        .but(&[nothing_in(&["a path"], "a path has all of its values")]),
    says("type: string", "readOnly: true", "writeOnly: true").but(&[
        so_anyway(ONE_WAY, "it says what the place says"),
        nothing_in(TEXTS, "it is for properties"),
    ]),
    says("type: string", "deprecated: true", "deprecated: false"),
    says("type: string", "nullable: true", "nullable: false")
        .but(&[nothing_in(NULLS, "text has no null")]),
    says("type: string", "xml: { name: a }", "xml: { name: b }")
        .but(&[nothing_in(NOT_XML, "only XML has it")]),
    says("type: string", "maxLenght: 5", "maxLenght: 6"),
    says("type: string", "minimum: 5", "minimum: 6")
        .but(&[nothing("a limit of values of another kind")]),
    says("type: integer", "maxLength: 5", "maxLength: 6")
        .but(&[nothing("a limit of values of another kind")]),
    says(
        "type: string",
        "contentEncoding: base64",
        "contentEncoding: base16",
    ),
    says(
        "type: string",
        "contentEncoding: base64url",
        "contentEncoding: quoted-printable",
    ),
    says(
        "type: string",
        "contentMediaType: application/json",
        "contentMediaType: text/html",
    ),
    says(
        "type: string, contentMediaType: application/json",
        "contentSchema: { type: object }",
        "contentSchema: { type: array }",
    ),
    says(
        "type: integer",
        "exclusiveMinimum: 2",
        "exclusiveMinimum: 3",
    ),
    says(
        "type: integer",
        "exclusiveMaximum: 9",
        "exclusiveMaximum: 8",
    ),
    says(
        "type: array",
        "items: { type: string }",
        "items: { type: integer }",
    ),
    says(
        "type: array, items: { type: string }",
        "minItems: 2",
        "minItems: 3",
    ),
    says(
        "type: array, items: { type: string }",
        "maxItems: 9",
        "maxItems: 8",
    ),
    says(
        "type: array, items: { type: string }",
        "uniqueItems: true",
        "uniqueItems: false",
    ),
    says(
        "type: array, items: { type: string }",
        "contains: { const: a }",
        "contains: { const: b }",
    ),
    says(
        "type: array, items: { type: string }, contains: { const: a }",
        "minContains: 2",
        "minContains: 3",
    ),
    says(
        "type: array, items: { type: string }, contains: { const: a }",
        "maxContains: 9",
        "maxContains: 8",
    ),
    says(
        "type: array, items: { type: string }",
        "default: [a]",
        "default: [b]",
    )
    .but(&[nothing_in(
        &["a path", "a header of a response"],
        "a path has all of its values, and nobody fills in the headers of a response",
    )]),
    says(
        "type: array",
        "prefixItems: [{ type: string }]",
        "prefixItems: [{ type: integer }]",
    ),
    says(
        "type: array, minItems: 1, items: false",
        "prefixItems: [{ type: string }]",
        "prefixItems: [{ type: integer }]",
    ),
    says(
        "type: array, prefixItems: [{ type: string }]",
        "items: { type: string }",
        "items: false",
    ),
    says(
        "type: array, prefixItems: [{ type: string }]",
        "unevaluatedItems: { type: string }",
        "unevaluatedItems: false",
    ),
    says(
        "type: array",
        "items: { type: string, minLength: 2 }",
        "items: { type: string, minLength: 3 }",
    ),
    says(
        "type: array",
        "items: { type: string, format: color }",
        "items: { type: string, format: phone }",
    ),
    says(
        "type: object",
        "properties: { a: { type: string } }",
        "properties: { a: { type: integer } }",
    ),
    says(
        "type: object, properties: { a: { type: string } }",
        "required: [a]",
        "required: [a, b]",
    ),
    says(
        "type: object, properties: { a: { type: string } }",
        "additionalProperties: false",
        "additionalProperties: { type: string }",
    )
    .but(&[so_anyway(
        READ,
        "callers and receivers accept other fields anyway",
    )]),
    says(
        "type: object",
        "additionalProperties: { type: string }",
        "additionalProperties: { type: integer }",
    )
    .but(&[so_anyway(
        &["the query", "a header", "a path"],
        "in text, all values are strings anyway",
    )]),
    says(
        "type: object, properties: { a: { type: string } }",
        "unevaluatedProperties: false",
        "unevaluatedProperties: { type: string }",
    )
    .but(&[so_anyway(
        READ,
        "callers and receivers accept other fields anyway",
    )]),
    says(
        "type: object",
        "patternProperties: { '^a': { type: string } }",
        "patternProperties: { '^b': { type: string } }",
    ),
    says(
        "type: object",
        "propertyNames: { maxLength: 5 }",
        "propertyNames: { maxLength: 6 }",
    ),
    says(
        "type: object, additionalProperties: { type: string }",
        "propertyNames: { enum: [a] }",
        "propertyNames: { enum: [b] }",
    ),
    says(
        "type: object, properties: { a: { type: string } }",
        "minProperties: 1",
        "minProperties: 2",
    ),
    says(
        "type: object, properties: { a: { type: string }, b: { type: string } }",
        "dependentRequired: { a: [b] }",
        "dependentRequired: { b: [a] }",
    ),
    says(
        "type: object, properties: { links: { type: string }, a: { type: string }, b: { type: string } }",
        "dependentRequired: { links: [a] }",
        "dependentRequired: { links: [b] }",
    ),
    says(
        "type: object, properties: { a: { type: string }, b: { type: string } }",
        "dependentSchemas: { a: { required: [b] } }",
        "dependentSchemas: { b: { required: [a] } }",
    ),
    says(
        "type: object, properties: { a: { type: string }, b: { type: string } }",
        "dependencies: { a: [b] }",
        "dependencies: { b: [a] }",
    ),
    says(
        "type: object, properties: { a: { type: string }, b: { type: string } }",
        "if: { required: [a] }, then: { required: [b] }",
        "if: { required: [a] }, else: { required: [b] }",
    ),
    says(
        "type: object, properties: { a: { type: string }, b: { type: string } }",
        "not: { required: [a] }",
        "not: { required: [b] }",
    ),
    says(
        "type: object, properties: { a: { type: string }, b: { type: string } }",
        "oneOf: [{ required: [a] }, { required: [b] }]",
        "anyOf: [{ required: [a] }, { required: [b] }]",
    ),
    says(
        "",
        "allOf: [{ type: string }, { maxLength: 5 }]",
        "allOf: [{ type: string }, { maxLength: 6 }]",
    ),
    says(
        "",
        "allOf: [{ oneOf: [{ type: string }, { type: integer }] }, { oneOf: [{ type: string }, { type: boolean }] }]",
        "allOf: [{ oneOf: [{ type: string }, { type: integer }] }, { oneOf: [{ type: string }, { type: number }] }]",
    ),
    says(
        "",
        "oneOf: [{ type: string }, { type: integer }]",
        "oneOf: [{ type: string }, { type: boolean }]",
    )
    .but(&[
        so_anyway(TEXTS, "text is a string anyway"),
        same(TEXTS_AND_FORMS, "numbers and booleans are strings in text"),
    ]),
    says(
        "",
        "oneOf: [{ type: string, format: date }, { type: string, format: uuid }]",
        "oneOf: [{ type: string, format: date }, { type: string, format: email }]",
    ),
    says(
        "",
        "anyOf: [{ type: string, format: date }, { type: string, format: date-time }]",
        "anyOf: [{ type: string, format: date }, { type: string, format: uri }]",
    ),
    says(
        "",
        "anyOf: [{ type: string, pattern: '^a' }, { type: string, pattern: '^b' }]",
        "anyOf: [{ type: string, pattern: '^a' }, { type: string, pattern: '^c' }]",
    ),
    says(
        "",
        "anyOf: [{ type: string, maxLength: 5 }, { type: string, format: date }]",
        "anyOf: [{ type: string, maxLength: 6 }, { type: string, format: date }]",
    ),
    says(
        "type: string",
        "anyOf: [{ pattern: '^a' }, { pattern: '^b' }]",
        "anyOf: [{ pattern: '^a' }, { pattern: '^c' }]",
    ),
    says(
        "",
        "oneOf: [{ type: string, enum: [a] }, { type: string, maxLength: 5 }]",
        "oneOf: [{ type: string, enum: [b] }, { type: string, maxLength: 5 }]",
    ),
    says(
        "",
        "oneOf: [{ type: integer, maximum: 5 }, { type: integer, minimum: 10 }]",
        "oneOf: [{ type: integer, maximum: 5 }, { type: integer, minimum: 11 }]",
    ),
    says(
        "",
        "oneOf: [{ type: integer, enum: [1] }, { type: integer, minimum: 10 }]",
        "oneOf: [{ type: integer, enum: [2] }, { type: integer, minimum: 10 }]",
    ),
    says(
        "",
        "anyOf: [{ type: integer, format: int32 }, { type: number, format: float }]",
        "anyOf: [{ type: integer, format: int64 }, { type: number, format: double }]",
    ),
    says(
        "",
        "oneOf: [{ type: array, items: { type: string } }, { type: array, items: { type: integer } }]",
        "oneOf: [{ type: array, items: { type: string } }, { type: array, items: { type: boolean } }]",
    )
    .but(&[same(
        LISTS_OF_TEXTS,
        "numbers and booleans are strings in text",
    )]),
    says(
        "",
        "oneOf: [{ type: array, items: { type: string }, maxItems: 5 }, { type: array, items: { type: integer } }]",
        "oneOf: [{ type: array, items: { type: string }, maxItems: 6 }, { type: array, items: { type: integer } }]",
    ),
    says(
        "",
        "oneOf: [{ type: array, items: { type: string }, maxItems: 5 }, { type: string }]",
        "oneOf: [{ type: array, items: { type: string }, maxItems: 6 }, { type: string }]",
    ),
    says(
        "",
        "oneOf: [{ type: string, maxLength: 5 }, { type: integer }]",
        "oneOf: [{ type: string, maxLength: 6 }, { type: integer }]",
    ),
    says(
        "",
        "oneOf: [{ type: string, format: date }, { type: integer }]",
        "oneOf: [{ type: string, format: uuid }, { type: integer }]",
    ),
    says(
        "",
        "oneOf: [{ type: object, properties: { a: { type: string } }, required: [a] }, { type: object, properties: { b: { type: string } }, required: [b] }]",
        "oneOf: [{ type: object, properties: { a: { type: string } }, required: [a] }, { type: object, properties: { c: { type: string } }, required: [c] }]",
    ),
    says(
        "type: string",
        "xml: { attribute: true }",
        "xml: { namespace: 'https://example.org/' }",
    )
    .but(&[nothing_in(NOT_XML, "only XML has it")]),
    says(
        "type: array, items: { type: string }",
        "xml: { wrapped: true }",
        "xml: { wrapped: true, name: b }",
    )
    .but(&[nothing_in(OTHER_LISTS, "only XML has it")]),
    says(
        "type: string",
        "properties: { a: { type: string } }",
        "properties: { a: { type: integer } }",
    ),
    says(
        "type: string",
        "items: { type: string }",
        "items: { type: integer }",
    )
    .but(&[nothing("a string has no items")]),
    says(
        "type: string",
        "contains: { type: string }",
        "contains: { type: integer }",
    )
    .but(&[nothing("a string has no items")]),
];

#[test]
fn keywords_of_schemas() {
    let all: Vec<(&Place, &Says)> = PLACES
        .iter()
        .flat_map(|place| KEYWORDS.iter().map(move |says| (place, says)))
        .collect();
    assert_reported(&all);
}
