//! What Swagger 2.0 says in its own way.

use super::{Place, Says, assert_reported, nothing_in, place, says, so_anyway};

/// Parameters and headers, which are schemas themselves.
const VALUES: &[Place] = &[
    place(
        "the query",
        "swagger: '2.0'\npaths: { /orders: { get: { operationId: read, parameters: [{ name: value, in: query, @ }], responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a header",
        "swagger: '2.0'\npaths: { /orders: { get: { operationId: read, parameters: [{ name: X-Value, in: header, @ }], responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a path",
        "swagger: '2.0'\npaths: { '/orders/{value}': { get: { operationId: read, parameters: [{ name: value, in: path, required: true, @ }], responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a form",
        "swagger: '2.0'\npaths: { /orders: { post: { operationId: create, consumes: [application/x-www-form-urlencoded], parameters: [{ name: value, in: formData, @ }], responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a multipart form",
        "swagger: '2.0'\npaths: { /orders: { post: { operationId: create, consumes: [multipart/form-data], parameters: [{ name: value, in: formData, @ }], responses: { '204': { description: None. } } } } }",
    ),
    place(
        "a header of a response",
        "swagger: '2.0'\npaths: { /orders: { get: { operationId: read, responses: { '204': { description: None., headers: { X-Value: { @ } } } } } } }",
    ),
];

const OF_VALUES: &[Says] = &[
    says("", "type: string", "type: integer").but(&[so_anyway(
        &["the query", "a header", "a path", "a header of a response"],
        "text is a string anyway",
    )]),
    says("type: string", "maxLength: 9", "maxLength: 8"),
    says("type: string", "pattern: '^a+$'", "pattern: '^b+$'"),
    says("type: string", "format: date", "format: uuid"),
    says("type: string", "format: color", "format: phone"),
    says("type: string", "enum: [a, b]", "enum: [a, c]"),
    says("type: string", "default: a", "default: b").but(&[nothing_in(
        &["a path", "a header of a response"],
        "a path has all of its values, and nobody fills in the headers of a response",
    )]),
    says("type: integer", "minimum: 2", "minimum: 3"),
    says("type: integer", "format: int32", "format: int64"),
    says("type: integer", "multipleOf: 2", "multipleOf: 3"),
    says(
        "type: array, items: { type: string }",
        "minItems: 2",
        "minItems: 3",
    ),
    says(
        "type: array, items: { type: string }",
        "uniqueItems: true",
        "uniqueItems: false",
    ),
    says(
        "type: array",
        "items: { type: string }",
        "items: { type: integer }",
    ),
    says(
        "type: array",
        "items: { type: string, format: color }",
        "items: { type: string, format: phone }",
    ),
    says(
        "type: array, items: { type: string }",
        "collectionFormat: csv",
        "collectionFormat: multi",
    )
    .but(&[so_anyway(
        &[
            "the query",
            "a header",
            "a path",
            "a form",
            "a header of a response",
        ],
        "the default",
    )]),
    says(
        "type: array, items: { type: string }",
        "collectionFormat: pipes",
        "collectionFormat: ssv",
    ),
    says(
        "type: array, items: { type: string }",
        "collectionFormat: tsv",
        "collectionFormat: pipes",
    ),
    says(
        "type: array",
        "items: { type: array, collectionFormat: pipes, items: { type: string } }",
        "items: { type: array, collectionFormat: ssv, items: { type: string } }",
    ),
];

/// Other objects.
const OBJECTS: &[(Place, &[Says])] = &[
    (
        place(
            "the root",
            "{ swagger: '2.0', info: { title: Shop, version: 1.0.0 }, paths: { /orders: { post: { operationId: create, parameters: [{ name: order, in: body, schema: { type: object } }], responses: { '200': { description: All., schema: { type: object } } } } } }, securityDefinitions: { key: { type: apiKey, in: header, name: X-Key }, login: { type: basic } }, @ }",
        ),
        &[
            says("basePath: /v1", "host: one.example", "host: two.example"),
            says("host: one.example", "basePath: /v1", "basePath: /v2"),
            says("host: one.example", "schemes: [http]", "schemes: [https]"),
            says(
                "",
                "consumes: [application/xml]",
                "consumes: [application/xml, application/json]",
            ),
            says(
                "",
                "produces: [application/xml]",
                "produces: [application/xml, application/json]",
            ),
            says(
                "",
                "produces: [application/json]",
                "produces: [application/json, application/vnd.a+json]",
            )
            .but(&[so_anyway(&[], "the default")]),
            says("", "security: [{ key: [] }]", "security: [{ login: [] }]"),
        ],
    ),
    (
        place(
            "an operation",
            "swagger: '2.0'\nhost: one.example\npaths: { /orders: { post: { operationId: create, parameters: [{ name: order, in: body, schema: { type: object } }], responses: { '200': { description: All., schema: { type: object } } }, @ } } }",
        ),
        &[
            says(
                "",
                "consumes: [application/xml]",
                "consumes: [application/xml, application/json]",
            ),
            says(
                "",
                "produces: [application/xml]",
                "produces: [application/xml, application/json]",
            ),
            says(
                "",
                "produces: [application/json]",
                "produces: [application/json, application/vnd.a+json]",
            )
            .but(&[so_anyway(&[], "the default")]),
            says("", "schemes: [http]", "schemes: [wss]"),
        ],
    ),
    (
        place(
            "credentials",
            "swagger: '2.0'\npaths: { /orders: { get: { operationId: read, security: [{ it: [] }], responses: { '204': { description: None. } } } } }\nsecurityDefinitions: { it: { @ } }",
        ),
        &[
            says("type: apiKey, in: header", "name: X-Key", "name: X-Other"),
            says(
                "",
                "type: basic",
                "type: oauth2, flow: application, tokenUrl: 'https://one.example', scopes: {}",
            ),
            says(
                "type: oauth2, flow: application, scopes: {}",
                "tokenUrl: 'https://one.example'",
                "tokenUrl: 'https://two.example'",
            ),
            says(
                "type: oauth2, authorizationUrl: 'https://one.example', tokenUrl: 'https://one.example', scopes: {}",
                "flow: implicit",
                "flow: accessCode",
            ),
        ],
    ),
];

#[test]
fn parameters_and_headers_of_swagger() {
    let all: Vec<(&Place, &Says)> = VALUES
        .iter()
        .flat_map(|place| OF_VALUES.iter().map(move |says| (place, says)))
        .collect();
    assert_reported(&all);
}

#[test]
fn other_objects_of_swagger() {
    let all: Vec<(&Place, &Says)> = OBJECTS
        .iter()
        .flat_map(|(place, all)| all.iter().map(move |says| (place, says)))
        .collect();
    assert_reported(&all);
}
