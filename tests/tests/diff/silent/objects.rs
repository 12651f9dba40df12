//! What objects other than schemas say, in OpenAPI 3.1.

use super::{Place, Says, assert_reported, nothing, nothing_in, place, same, says, so_anyway};

/// An object, and what it may say.
struct Object {
    place: Place,
    says: &'static [Says],
}

const fn object(name: &'static str, document: &'static str, says: &'static [Says]) -> Object {
    Object {
        place: place(name, document),
        says,
    }
}

/// The parameters and headers that are not in paths.
const NOT_IN_PATH: &[&str] = &[
    "a parameter of the query",
    "a header",
    "a cookie",
    "a header of a response",
    "a header of an error",
];

/// The same, if the value is a list.
const LISTS: &[&str] = &[
    "a parameter of the query",
    "a header",
    "a cookie",
    "a header of a response",
];

/// The other objects of OpenAPI 3.1.
const OBJECTS: &[Object] = &[
    object(
        "the root",
        "paths: { /orders: { get: { operationId: read, responses: { '204': { description: None. } } } } }\ncomponents: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, token: { type: http, scheme: bearer } } }\n@",
        &[
            says(
                "",
                "servers: [{ url: 'https://one.example/v1' }]",
                "servers: [{ url: 'https://two.example/v2' }]",
            ),
            says("", "security: [{ key: [] }]", "security: [{ token: [] }]"),
            says("", "tags: [{ name: a }]", "tags: [{ name: b }]").but(&[nothing("a group of operations that has none")]),
            says(
                "",
                "externalDocs: { url: 'https://one.example' }",
                "externalDocs: { url: 'https://two.example' }",
            ).but(&[nothing("documentation")]),
            says(
                "",
                "jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema'",
                "jsonSchemaDialect: 'https://json-schema.org/draft/2019-09/schema'",
            ).but(&[so_anyway(&[], "the usual dialect")]),
            says(
                "",
                "webhooks: { a: { post: { responses: { '204': { description: None. } } } } }",
                "webhooks: { b: { post: { responses: { '204': { description: None. } } } } }",
            ),
            says("", "x-a: 1", "x-a: 2").but(&[nothing("a note for other tools")]),
        ],
    ),
    object(
        "info",
        "info: { title: Shop, version: 1.0.0, @ }\npaths: { /orders: { get: { operationId: read, responses: { '204': { description: None. } } } } }",
        &[
            says("", "summary: One.", "summary: Two.").but(&[nothing("documentation")]),
            says("", "description: One.", "description: Two.").but(&[nothing("documentation")]),
            says(
                "",
                "termsOfService: 'https://one.example'",
                "termsOfService: 'https://two.example'",
            ).but(&[nothing("documentation")]),
            says("", "contact: { name: One }", "contact: { name: Two }").but(&[nothing("documentation")]),
            says(
                "",
                "license: { name: MIT }",
                "license: { name: Apache-2.0 }",
            ).but(&[nothing("documentation")]),
        ],
    ),
    object(
        "a path",
        "paths: { /orders: { get: { operationId: read, responses: { '204': { description: None. } } }, @ } }",
        &[
            says("", "summary: One.", "summary: Two.").but(&[nothing("documentation")]),
            says("", "description: One.", "description: Two.").but(&[nothing("documentation")]),
            says(
                "",
                "parameters: [{ name: a, in: query, schema: { type: string } }]",
                "parameters: [{ name: b, in: query, schema: { type: string } }]",
            ),
            says(
                "",
                "servers: [{ url: 'https://one.example/v1' }]",
                "servers: [{ url: 'https://two.example/v2' }]",
            ),
            says(
                "",
                "query: { responses: { '204': { description: None. } } }",
                "query: { responses: { '200': { description: None. } } }",
            ),
            says(
                "",
                "additionalOperations: { COPY: { responses: { '204': { description: None. } } } }",
                "additionalOperations: { COPY: { responses: { '200': { description: None. } } } }",
            ),
            says(
                "",
                "trace: { responses: { '204': { description: None. } } }",
                "head: { responses: { '204': { description: None. } } }",
            ),
        ],
    ),
    object(
        "paths",
        "paths: { '/orders/{id}': { get: { operationId: read, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '204': { description: None. } } } }, @ }",
        &[
            says(
                "",
                "/items: { get: { responses: { '204': { description: None. } } } }",
                "/items: { put: { responses: { '204': { description: None. } } } }",
            ),
            says(
                "",
                "'/orders/{name}': { get: { parameters: [{ name: name, in: path, required: true, schema: { type: string } }], responses: { '200': { description: None. } } } }",
                "'/orders/{name}': { get: { parameters: [{ name: name, in: path, required: true, schema: { type: string } }], responses: { '201': { description: None. } } } }",
            ),
            says(
                "",
                "'/orders/{id}/': { get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '200': { description: None. } } } }",
                "'/orders/{id}/': { get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '201': { description: None. } } } }",
            ),
            says(
                "",
                "'/orders/{id}#part': { get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '200': { description: None. } } } }",
                "'/orders/{id}#part': { get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '201': { description: None. } } } }",
            ),
        ],
    ),
    object(
        "an operation",
        "paths: { /orders: { post: { @ } } }\ncomponents: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, token: { type: http, scheme: bearer } } }\nsecurity: [{ key: [] }, { token: [] }]",
        &[
            says(
                "responses: { '204': { description: None. } }",
                "tags: [a]",
                "tags: [b]",
            ).but(&[nothing("the same methods, in other files")]),
            says(
                "responses: { '204': { description: None. } }",
                "summary: One.",
                "summary: Two.",
            ).but(&[nothing("documentation")]),
            says(
                "responses: { '204': { description: None. } }",
                "description: One.",
                "description: Two.",
            ).but(&[nothing("documentation")]),
            says(
                "responses: { '204': { description: None. } }",
                "externalDocs: { url: 'https://one.example' }",
                "externalDocs: { url: 'https://two.example' }",
            ).but(&[nothing("documentation")]),
            says(
                "responses: { '204': { description: None. } }",
                "operationId: one",
                "operationId: two",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "parameters: [{ name: a, in: query, schema: { type: string } }]",
                "parameters: [{ name: b, in: query, schema: { type: string } }]",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "parameters: [{ name: Accept, in: header, schema: { type: string } }]",
                "parameters: [{ name: Accept, in: header, schema: { type: integer } }]",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "parameters: [{ name: Content-Type, in: header, schema: { type: string } }]",
                "parameters: [{ name: Content-Type, in: header, required: true, schema: { type: string } }]",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "parameters: [{ name: Authorization, in: header, schema: { type: string } }]",
                "parameters: [{ name: Authorization, in: header, required: true, schema: { type: string } }]",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "parameters: [{ name: X-Key, in: header, schema: { type: string } }]",
                "parameters: [{ name: X-Key, in: header, schema: { type: string, minLength: 5 } }]",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "parameters: [{ name: Host, in: header, schema: { type: string } }]",
                "parameters: [{ name: Host, in: header, schema: { type: integer } }]",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "parameters: [{ name: a, in: querystring, content: { application/json: { schema: { type: object } } } }]",
                "parameters: [{ name: a, in: querystring, content: { application/json: { schema: { type: string } } } }]",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "parameters: [{ name: a, in: nowhere, schema: { type: string } }]",
                "parameters: [{ name: a, in: nowhere, schema: { type: integer } }]",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "parameters: [{ name: a, in: path, schema: { type: string } }]",
                "parameters: [{ name: a, in: path, schema: { type: integer } }]",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "requestBody: { content: { application/json: { schema: { type: string } } } }",
                "requestBody: { content: { application/json: { schema: { type: integer } } } }",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "callbacks: { done: { '{$request.body#/url}': { post: { responses: { '204': { description: None. } } } } } }",
                "callbacks: { done: { '{$request.body#/url}': { post: { responses: { '200': { description: None. } } } } } }",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "deprecated: true",
                "deprecated: false",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "security: [{ key: [] }]",
                "security: [{ token: [] }]",
            ),
            says(
                "responses: { '204': { description: None. } }",
                "security: []",
                "security: [{}]",
            ).but(&[same(&[], "two words for no credentials")]),
            says(
                "responses: { '204': { description: None. } }",
                "servers: [{ url: 'https://one.example/v1' }]",
                "servers: [{ url: 'https://two.example/v2' }]",
            ),
            says(
                "",
                "responses: { '204': { description: None. }, '304': { description: None. } }",
                "responses: { '204': { description: None. }, '409': { description: None. } }",
            ),
            says(
                "",
                "responses: { '204': { description: None. }, '103': { description: Hints. } }",
                "responses: { '204': { description: None. }, '102': { description: Hints. } }",
            ),
            says(
                "",
                "responses: { '204': { description: None. }, nonsense: { description: Hints. } }",
                "responses: { '204': { description: None. }, nonsense: { description: Hints., headers: { X-A: { schema: { type: string } } } } }",
            ),
            says(
                "",
                "responses: { default: { description: Any. } }",
                "responses: { '2XX': { description: Any. } }",
            ),
        ],
    ),
    object(
        "a request",
        "paths: { /orders: { post: { operationId: create, requestBody: { @ }, responses: { '204': { description: None. } } } } }",
        &[
            says(
                "content: { application/json: { schema: { type: string } } }",
                "required: true",
                "required: false",
            ),
            says(
                "content: { application/json: { schema: { type: string } } }",
                "description: One.",
                "description: Two.",
            ).but(&[nothing("documentation")]),
            says(
                "",
                "content: { application/json: { schema: { type: string } }, application/vnd.a+json: { schema: { type: string } } }",
                "content: { application/json: { schema: { type: string } }, application/vnd.b+json: { schema: { type: string } } }",
            ),
            says(
                "",
                "content: { application/json: { schema: { type: string } }, application/vnd.a+json: { schema: { type: string } } }",
                "content: { application/json: { schema: { type: string } } }",
            ),
            says(
                "",
                "content: { application/json: { schema: { type: string } }, text/plain: { schema: { type: string } } }",
                "content: { application/json: { schema: { type: string } } }",
            ),
            says(
                "",
                "content: { application/json: { schema: { type: string } }, application/xml: { schema: { type: string } } }",
                "content: { application/json: { schema: { type: string } } }",
            ),
            says(
                "",
                "content: { application/json: { schema: { type: string } }, '*/*': { schema: { type: string } } }",
                "content: { application/json: { schema: { type: string } } }",
            ),
            says(
                "",
                "content: { application/json: { schema: { type: string } }, application/x-www-form-urlencoded: { schema: { type: object } } }",
                "content: { application/json: { schema: { type: string } } }",
            ),
            says(
                "",
                "content: { application/octet-stream: { schema: { type: string, format: binary } }, image/png: { schema: { type: string, format: binary } } }",
                "content: { application/octet-stream: { schema: { type: string, format: binary } } }",
            ),
            says(
                "",
                "content: { text/plain: { schema: { type: string } }, text/html: { schema: { type: string } } }",
                "content: { text/plain: { schema: { type: string } } }",
            ),
            says(
                "",
                "content: { application/xml: { schema: { type: object, properties: { a: { type: string } } } }, text/xml: { schema: { type: object, properties: { a: { type: string } } } } }",
                "content: { application/xml: { schema: { type: object, properties: { a: { type: string } } } } }",
            ),
            says(
                "",
                "content: { application/jsonl: { itemSchema: { type: object } }, application/x-ndjson: { itemSchema: { type: object } } }",
                "content: { application/jsonl: { itemSchema: { type: object } } }",
            ),
            says(
                "",
                "content: { multipart/form-data: { schema: { type: object, properties: { a: { type: string } } } }, application/x-www-form-urlencoded: { schema: { type: object, properties: { a: { type: string } } } } }",
                "content: { multipart/form-data: { schema: { type: object, properties: { a: { type: string } } } } }",
            ),
            says(
                "",
                "content: { multipart/form-data: { schema: { type: object, properties: { a: { type: string } } } }, multipart/mixed: { schema: { type: object, properties: { a: { type: string } } } } }",
                "content: { multipart/form-data: { schema: { type: object, properties: { a: { type: string } } } } }",
            ),
            says(
                "",
                "content: { text/plain: { schema: { type: string, maxLength: 5 } } }",
                "content: { text/plain: { schema: { type: string, maxLength: 6 } } }",
            ),
            says(
                "",
                "content: { text/plain; charset=latin1: { schema: { type: string } } }",
                "content: { text/plain: { schema: { type: string } } }",
            ),
            says(
                "",
                "content: { application/json; profile=a: { schema: { type: string } } }",
                "content: { application/json; profile=b: { schema: { type: string } } }",
            ),
            says(
                "",
                "content: { image/png: { schema: { type: string, contentMediaType: image/png, contentEncoding: base64 } } }",
                "content: { image/png: {} }",
            ),
            says(
                "",
                "content: {}",
                "content: { text/event-stream: { schema: { type: object } } }",
            ),
        ],
    ),
    object(
        "a form",
        "paths: { /orders: { post: { operationId: create, requestBody: { required: true, content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { a: { type: array, items: { type: string } }, b: { type: object, properties: { c: { type: string } } }, d: { type: string } } }, @ } } }, responses: { '204': { description: None. } } } } }",
        ENCODINGS,
    ),
    object(
        "a multipart form",
        "paths: { /orders: { post: { operationId: create, requestBody: { required: true, content: { multipart/form-data: { schema: { type: object, properties: { a: { type: array, items: { type: string } }, b: { type: object, properties: { c: { type: string } } }, d: { type: string } } }, @ } } }, responses: { '204': { description: None. } } } } }",
        ENCODINGS,
    ),
    object(
        "a response",
        "paths: { /orders: { get: { operationId: read, responses: { '200': { description: All., @ } } } } }",
        RESPONSE,
    ),
    object(
        "an error",
        "paths: { /orders: { get: { operationId: read, responses: { '204': { description: All. }, '409': { description: All., @ } } } } }",
        RESPONSE,
    ),
    object(
        "a second response",
        "paths: { /orders: { get: { operationId: read, responses: { '200': { description: All., content: { text/plain: { schema: { type: string } } } }, '201': { description: All., @ } } } } }",
        RESPONSE,
    ),
    object(
        "a parameter of the query",
        "paths: { /orders: { get: { operationId: read, parameters: [{ name: value, in: query, @ }], responses: { '204': { description: None. } } } } }",
        PARAMETER,
    ),
    object(
        "a header",
        "paths: { /orders: { get: { operationId: read, parameters: [{ name: X-Value, in: header, @ }], responses: { '204': { description: None. } } } } }",
        PARAMETER,
    ),
    object(
        "a cookie",
        "paths: { /orders: { get: { operationId: read, parameters: [{ name: value, in: cookie, @ }], responses: { '204': { description: None. } } } } }",
        PARAMETER,
    ),
    object(
        "a parameter of the path",
        "paths: { '/orders/{value}': { get: { operationId: read, parameters: [{ name: value, in: path, @ }], responses: { '204': { description: None. } } } } }",
        PARAMETER,
    ),
    object(
        "a header of a response",
        "paths: { /orders: { get: { operationId: read, responses: { '204': { description: None., headers: { X-Value: { @ } } } } } } }",
        PARAMETER,
    ),
    object(
        "a header of an error",
        "paths: { /orders: { get: { operationId: read, responses: { '204': { description: None. }, '409': { description: None., headers: { X-Value: { @ } } } } } } }",
        PARAMETER,
    ),
    object(
        "schemes whose credentials are in one place",
        "paths: { /orders: { get: { operationId: read, security: [{ a: [], @ }], responses: { '204': { description: None. } } } } }\ncomponents: { securitySchemes: { a: { type: http, scheme: bearer }, b: { type: http, scheme: bearer }, c: { type: http, scheme: bearer } } }",
        &[says("", "b: []", "c: []")],
    ),
    object(
        "a security scheme",
        "paths: { /orders: { get: { operationId: read, security: [{ it: [] }], responses: { '204': { description: None. } } } } }\ncomponents: { securitySchemes: { it: { @ } } }",
        &[
            says(
                "type: http, scheme: bearer",
                "bearerFormat: JWT",
                "bearerFormat: opaque",
            ).but(&[nothing("a note for people")]),
            says(
                "type: http, scheme: bearer",
                "description: One.",
                "description: Two.",
            ).but(&[nothing("documentation")]),
            says("type: http", "scheme: bearer", "scheme: digest"),
            says("type: http", "scheme: hoba", "scheme: digest"),
            says("type: apiKey, in: header", "name: X-Key", "name: X-Other"),
            says("type: apiKey, name: X-Key", "in: header", "in: query"),
            says(
                "type: openIdConnect",
                "openIdConnectUrl: 'https://one.example'",
                "openIdConnectUrl: 'https://two.example'",
            ),
            says(
                "type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://login.example', scopes: {} } }",
                "oauth2MetadataUrl: 'https://one.example'",
                "oauth2MetadataUrl: 'https://two.example'",
            ),
            says(
                "type: oauth2",
                "flows: { clientCredentials: { tokenUrl: 'https://one.example', scopes: {} } }",
                "flows: { clientCredentials: { tokenUrl: 'https://two.example', scopes: {} } }",
            ),
            says(
                "type: oauth2",
                "flows: { clientCredentials: { tokenUrl: 'https://one.example', scopes: { a: A } } }",
                "flows: { clientCredentials: { tokenUrl: 'https://one.example', scopes: { b: B } } }",
            ).but(&[same(&[], "no operation needs the scope")]),
            says(
                "type: oauth2",
                "flows: { clientCredentials: { tokenUrl: 'https://one.example', refreshUrl: 'https://one.example', scopes: {} } }",
                "flows: { clientCredentials: { tokenUrl: 'https://one.example', refreshUrl: 'https://two.example', scopes: {} } }",
            ),
            says(
                "type: oauth2",
                "flows: { authorizationCode: { authorizationUrl: 'https://one.example', tokenUrl: 'https://one.example', scopes: {} } }",
                "flows: { authorizationCode: { authorizationUrl: 'https://two.example', tokenUrl: 'https://one.example', scopes: {} } }",
            ),
            says(
                "type: oauth2",
                "flows: { implicit: { authorizationUrl: 'https://one.example', scopes: {} } }",
                "flows: { password: { tokenUrl: 'https://one.example', scopes: {} } }",
            ),
            says(
                "type: oauth2",
                "flows: { deviceAuthorization: { deviceAuthorizationUrl: 'https://one.example', tokenUrl: 'https://one.example', scopes: {} } }",
                "flows: { deviceAuthorization: { deviceAuthorizationUrl: 'https://two.example', tokenUrl: 'https://one.example', scopes: {} } }",
            ),
            says("", "type: mutualTLS", "type: unknown"),
            says(
                "type: apiKey, in: header, name: X-Key",
                "deprecated: true",
                "deprecated: false",
            ),
        ],
    ),
    object(
        "a server",
        "paths: { /orders: { get: { operationId: read, responses: { '204': { description: None. } } } } }\nservers: [{ @ }]",
        &[
            says(
                "",
                "url: 'https://one.example/v1'",
                "url: 'https://two.example/v1'",
            ),
            says(
                "url: 'https://one.example/v1'",
                "description: One.",
                "description: Two.",
            ).but(&[nothing("a name in Rust")]),
            says("url: 'https://one.example/v1'", "name: one", "name: two")
                .but(&[nothing("a name in Rust")]),
            says(
                "url: 'https://{region}.example/v1'",
                "variables: { region: { default: eu } }",
                "variables: { region: { default: us } }",
            ),
            says(
                "url: 'https://{region}.example/v1'",
                "variables: { region: { default: eu, enum: [eu, us] } }",
                "variables: { region: { default: eu, enum: [eu, uk] } }",
            ),
            says("", "url: ftp://one.example", "url: ftp://two.example"),
        ],
    ),
    object(
        "a discriminator",
        "paths: { /orders: { get: { operationId: read, responses: { '200': { description: All., content: { application/json: { schema: { oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }], discriminator: { @ } } } } } } } } }\ncomponents: { schemas: { A: { type: object, required: [kind, sort], properties: { kind: { type: string }, sort: { type: string }, a: { type: string } } }, B: { type: object, required: [kind, sort], properties: { kind: { type: string }, sort: { type: string }, b: { type: string } } } } }",
        &[
            says("", "propertyName: kind", "propertyName: sort"),
            says(
                "propertyName: kind",
                "mapping: { a: A, b: B }",
                "mapping: { a: A, c: B }",
            ),
            says(
                "propertyName: kind",
                "mapping: { a: A, b: B, c: B }",
                "mapping: { a: A, b: B, d: B }",
            ),
            says(
                "propertyName: kind",
                "defaultMapping: A",
                "defaultMapping: B",
            ),
        ],
    ),
];

const ENCODINGS: &[Says] = &[
    says(
        "",
        "encoding: { a: { style: form, explode: false } }",
        "encoding: { a: { style: pipeDelimited, explode: false } }",
    ),
    says(
        "",
        "encoding: { a: { style: form, explode: true } }",
        "encoding: { a: { style: form, explode: false } }",
    )
    .but(&[so_anyway(&[], "the default")]),
    says(
        "",
        "encoding: { b: { style: deepObject } }",
        "encoding: { b: { contentType: application/json } }",
    ),
    says(
        "",
        "encoding: { d: { contentType: text/csv } }",
        "encoding: { d: { contentType: application/json } }",
    ),
    says(
        "",
        "encoding: { d: { contentType: image/png } }",
        "encoding: { d: { contentType: image/jpeg } }",
    ),
    says(
        "",
        "encoding: { a: { contentType: application/json } }",
        "encoding: { a: { contentType: text/csv } }",
    ),
    says(
        "",
        "encoding: { d: { headers: { X-A: { schema: { type: string } } } } }",
        "encoding: { d: { headers: { X-B: { schema: { type: string } } } } }",
    ),
    says(
        "",
        "encoding: { d: { allowReserved: true } }",
        "encoding: { d: { allowReserved: false } }",
    ),
    says(
        "",
        "encoding: { e: { contentType: text/csv } }",
        "encoding: { e: { contentType: text/html } }",
    ),
    says("", "example: { d: a }", "example: { d: b }").but(&[nothing("documentation")]),
    says(
        "",
        "examples: { one: { value: { d: a } } }",
        "examples: { one: { value: { d: b } } }",
    )
    .but(&[nothing("documentation")]),
];

const RESPONSE: &[Says] = &[
    says(
        "",
        "content: { application/json: { schema: { type: string } }, application/vnd.a+json: { schema: { type: string } } }",
        "content: { application/json: { schema: { type: string } }, application/vnd.b+json: { schema: { type: string } } }",
    ),
    says(
        "",
        "content: { application/json: { schema: { type: string } }, application/vnd.a+json: { schema: { type: string } } }",
        "content: { application/json: { schema: { type: string } } }",
    ),
    says(
        "",
        "content: { application/json: { schema: { type: string } }, application/vnd.a+json: { schema: { type: integer } } }",
        "content: { application/json: { schema: { type: string } } }",
    ),
    says(
        "",
        "content: { application/json: { schema: { type: string } }, text/plain: { schema: { type: string } } }",
        "content: { application/json: { schema: { type: string } } }",
    ),
    says(
        "",
        "content: { application/json: { schema: { type: string } }, application/xml: { schema: { type: string } } }",
        "content: { application/json: { schema: { type: string } } }",
    ),
    says(
        "",
        "content: { application/json: { schema: { type: string } }, '*/*': { schema: { type: string } } }",
        "content: { application/json: { schema: { type: string } } }",
    ),
    says(
        "",
        "content: { application/json: { schema: { type: string } }, text/event-stream: { itemSchema: { type: string } } }",
        "content: { application/json: { schema: { type: string } } }",
    ),
    says(
        "",
        "content: { application/octet-stream: { schema: { type: string, format: binary } }, image/png: { schema: { type: string, format: binary } } }",
        "content: { application/octet-stream: { schema: { type: string, format: binary } } }",
    ),
    says(
        "",
        "content: { image/png: { schema: { type: string, format: binary } }, image/jpeg: { schema: { type: string, format: binary } } }",
        "content: { image/png: { schema: { type: string, format: binary } } }",
    ),
    says(
        "",
        "content: { text/plain: { schema: { type: string } }, text/html: { schema: { type: string } } }",
        "content: { text/plain: { schema: { type: string } } }",
    ),
    says(
        "",
        "content: { application/xml: { schema: { type: object, properties: { a: { type: string } } } }, text/xml: { schema: { type: object, properties: { a: { type: string } } } } }",
        "content: { application/xml: { schema: { type: object, properties: { a: { type: string } } } } }",
    ),
    says(
        "",
        "content: { application/jsonl: { itemSchema: { type: object } }, application/x-ndjson: { itemSchema: { type: object } } }",
        "content: { application/jsonl: { itemSchema: { type: object } } }",
    ),
    says(
        "",
        "content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { a: { type: string } } } } }",
        "content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { b: { type: string } } } } }",
    ),
    says(
        "",
        "content: { multipart/mixed: { schema: { type: object, properties: { a: { type: string } } } } }",
        "content: { multipart/mixed: { schema: { type: object, properties: { b: { type: string } } } } }",
    ),
    says(
        "",
        "content: { text/plain: { schema: { type: string, maxLength: 5 } } }",
        "content: { text/plain: { schema: { type: string, maxLength: 6 } } }",
    ),
    says(
        "",
        "content: { application/json; profile=a: { schema: { type: string } } }",
        "content: { application/json; profile=b: { schema: { type: string } } }",
    ),
    says(
        "",
        "headers: { X-A: { schema: { type: string } } }",
        "headers: { X-B: { schema: { type: string } } }",
    ),
    says(
        "",
        "headers: { Content-Type: { schema: { type: string } } }",
        "headers: { Content-Type: { schema: { type: integer } } }",
    ),
    says(
        "",
        "headers: { Content-Length: { schema: { type: string } } }",
        "headers: { Content-Length: { schema: { type: integer } } }",
    ),
    says(
        "",
        "headers: { Access-Control-Allow-Origin: { schema: { type: string } } }",
        "headers: { Access-Control-Allow-Origin: { schema: { type: string, const: '*' } } }",
    ),
    says(
        "",
        "headers: { ETag: { schema: { type: string } } }",
        "headers: { Last-Modified: { schema: { type: string } } }",
    ),
    says(
        "",
        "headers: { Retry-After: { schema: { type: integer } } }",
        "headers: { Location: { schema: { type: string } } }",
    ),
    says(
        "",
        "headers: { Set-Cookie: { schema: { type: string } } }",
        "headers: { Link: { schema: { type: string } } }",
    ),
    says(
        "",
        "headers: { 'X A': { schema: { type: string } } }",
        "headers: { 'X B': { schema: { type: string } } }",
    ),
    says(
        "",
        "links: { next: { operationId: read } }",
        "links: { next: { operationId: write } }",
    )
    .but(&[nothing("advice for people")]),
];

const PARAMETER: &[Says] = &[
    says(
        "required: true, schema: { type: string }",
        "description: One.",
        "description: Two.",
    )
    .but(&[nothing("documentation")]),
    says(
        "schema: { type: string }",
        "required: true",
        "required: false",
    )
    .but(&[so_anyway(
        &["a parameter of the path"],
        "a path has all of its values",
    )]),
    says(
        "required: true, schema: { type: string }",
        "deprecated: true",
        "deprecated: false",
    ),
    says(
        "required: true, schema: { type: string }",
        "allowEmptyValue: true",
        "allowEmptyValue: false",
    )
    .but(&[nothing("a string may be empty anyway")]),
    says(
        "required: true, schema: { type: integer }",
        "allowEmptyValue: true",
        "allowEmptyValue: false",
    )
    .but(&[nothing_in(
        &["a parameter of the path"],
        "it is for parameters of queries",
    )]),
    says(
        "required: true, schema: { type: string }",
        "allowReserved: true",
        "allowReserved: false",
    )
    .but(&[nothing_in(
        NOT_IN_PATH,
        "servers decode what is encoded, and read the rest as it is",
    )]),
    says(
        "required: true, schema: { type: array, items: { type: string } }",
        "allowReserved: true",
        "allowReserved: false",
    )
    .but(&[nothing_in(
        LISTS,
        "servers decode what is encoded, and read the rest as it is",
    )]),
    says(
        "required: true, schema: { type: array, items: { type: string } }",
        "style: form",
        "style: spaceDelimited",
    )
    .but(&[so_anyway(
        &["a parameter of the query", "a cookie"],
        "the default",
    )]),
    says(
        "required: true, schema: { type: array, items: { type: string } }",
        "style: pipeDelimited, explode: false",
        "style: spaceDelimited, explode: false",
    ),
    says(
        "required: true, schema: { type: array, items: { type: string } }",
        "style: deepObject",
        "style: form",
    ),
    says(
        "required: true, schema: { type: array, items: { type: string } }",
        "explode: true",
        "explode: false",
    )
    .but(&[
        so_anyway(&["a parameter of the query", "a cookie"], "the default"),
        nothing_in(
            &[
                "a header",
                "a parameter of the path",
                "a header of a response",
            ],
            "lists in this style have commas anyway",
        ),
    ]),
    says(
        "required: true, schema: { type: array, items: { type: string } }",
        "style: label",
        "style: matrix",
    ),
    says(
        "required: true, schema: { type: array, items: { type: string } }",
        "style: label, explode: true",
        "style: matrix, explode: true",
    ),
    says(
        "required: true, schema: { type: string }",
        "style: label",
        "style: matrix",
    ),
    says(
        "required: true, schema: { type: string }",
        "style: form",
        "style: simple",
    )
    .but(&[so_anyway(
        &["a parameter of the query", "a cookie"],
        "the default",
    )]),
    says(
        "required: true, schema: { type: object, properties: { a: { type: string } } }",
        "style: deepObject",
        "style: form",
    ),
    says(
        "required: true, schema: { type: object, properties: { a: { type: string } } }",
        "style: spaceDelimited",
        "style: pipeDelimited",
    ),
    says(
        "required: true, schema: { type: object, properties: { a: { type: string } } }",
        "explode: true",
        "explode: false",
    )
    .but(&[so_anyway(&["a parameter of the query"], "the default")]),
    says(
        "required: true, schema: { type: object, properties: { a: { type: array, items: { type: string } } } }",
        "style: deepObject",
        "style: form",
    ),
    says(
        "required: true, schema: { type: array, items: { type: array, items: { type: string } } }",
        "explode: true",
        "explode: false",
    ),
    says(
        "required: true",
        "schema: { type: string }",
        "schema: { type: integer }",
    )
    .but(&[so_anyway(&[], "text is a string anyway")]),
    says(
        "required: true",
        "schema: { type: string }",
        "content: { application/json: { schema: { type: string } } }",
    )
    .but(&[so_anyway(&[], "text is a string anyway")]),
    says(
        "required: true",
        "content: { application/json: { schema: { type: string } } }",
        "content: { application/json: { schema: { type: integer } } }",
    ),
    says(
        "required: true",
        "content: { text/csv: { schema: { type: string } } }",
        "content: { text/html: { schema: { type: string } } }",
    ),
    says(
        "required: true",
        "content: { text/csv: { schema: { type: string, maxLength: 5 } } }",
        "content: { text/csv: { schema: { type: string, maxLength: 6 } } }",
    ),
    says(
        "required: true",
        "content: { application/json: { schema: { type: array } } }",
        "content: { application/yaml: { schema: { type: array } } }",
    ),
    says(
        "required: true, schema: { type: string }",
        "example: a",
        "example: b",
    )
    .but(&[nothing("documentation")]),
    says(
        "required: true, schema: { type: string }",
        "examples: { one: { value: a } }",
        "examples: { one: { value: b } }",
    )
    .but(&[nothing("documentation")]),
];

#[test]
fn other_objects() {
    let all: Vec<(&Place, &Says)> = OBJECTS
        .iter()
        .flat_map(|object| object.says.iter().map(|says| (&object.place, says)))
        .collect();
    assert_reported(&all);
}
