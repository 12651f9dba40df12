//! Keys of the document, its sections and operations in other languages, and what to write instead.

use super::{ForeignKey, row};
use crate::spec::place::Place;

const OPERATIONS: &[Place] = &[Place::Operation];
const DOCUMENT: &[Place] = &[Place::Document];

/// The first entry that has the word and the place applies.
pub(super) const KEYS: &[ForeignKey] = &[
    // The document.
    row(
        &["info"],
        DOCUMENT,
        &["api"],
        "write `api: { name: Library, title: Library API, version: 1.0.0 }`",
    ),
    row(
        &["paths", "endpoints", "routes", "services", "resources"],
        DOCUMENT,
        &["operations"],
        "list the operations by name under `operations`, each with its `route: GET /books`",
    ),
    row(
        &["components", "definitions", "schemas", "$defs", "models"],
        DOCUMENT,
        &["types"],
        "declare types under `types`, and errors under `errors`",
    ),
    row(
        &["security", "securitySchemes", "securityDefinitions"],
        DOCUMENT,
        &["auth"],
        "write `auth: { schemes: { key: { scheme: bearer } } }`, and `auth:` on each operation",
    ),
    row(
        &["servers", "host", "basePath"],
        DOCUMENT,
        &[],
        "`api` has `servers` and `base_path`",
    ),
    row(
        &["tags"],
        DOCUMENT,
        &[],
        "write `group: …` on each operation",
    ),
    row(
        &["callbacks"],
        &[],
        &[],
        "describe the requests that the API sends under `webhooks`; the sender gets their URLs",
    ),
    row(
        &["produces", "consumes"],
        &[],
        &[],
        "write `media: …` on a body or a response, such as `body: { type: binary, media: image/png }`",
    ),
    // `api`.
    row(
        &["host", "basePath", "prefix", "url", "server"],
        &[Place::Section("api")],
        &[],
        "write `base_path: /v1` for what precedes every route, and `servers` for the rest",
    ),
    row(
        &["contact", "license", "termsOfService", "externalDocs"],
        &[],
        &[],
        "write it in `doc`, as a Markdown link",
    ),
    // `auth`, `pagers` and `errors`.
    row(
        &[
            "type", "in", "flows", "scopes", "kinds", "apiKey", "bearer", "basic", "oauth2",
        ],
        &[Place::Section("auth")],
        &["schemes"],
        "name each way to prove who calls: `schemes: { key: { scheme: bearer } }`",
    ),
    row(
        &["type"],
        &[Place::Scheme],
        &["scheme"],
        "write `scheme: …`: bearer, basic, api_key, oauth2, openid or custom",
    ),
    row(
        &["in", "location", "name"],
        &[Place::Scheme],
        &["header"],
        "write `header: X-Key`, `query: key` or `cookie: session`",
    ),
    row(
        &["bearerFormat"],
        &[Place::Scheme],
        &[],
        "write it in `doc`: the format of tokens is for people",
    ),
    row(
        &["openIdConnectUrl", "openIdConnectURL", "issuer"],
        &[Place::Scheme],
        &["discovery"],
        "write `discovery: https://…/.well-known/openid-configuration`",
    ),
    row(
        &["anyOf", "oneOf", "any"],
        &[Place::Scheme],
        &["scheme"],
        "list alternatives in `auth` of the operations: `auth: [token, session]`",
    ),
    row(
        &["allOf", "and"],
        &[Place::Scheme],
        &["scheme"],
        "write `all: [session_cookie, csrf_header]`",
    ),
    row(
        &["authorizationUrl"],
        &[Place::Flow],
        &["authorize"],
        "write `authorize: https://…`",
    ),
    row(
        &["tokenUrl"],
        &[Place::Flow],
        &["token"],
        "write `token: https://…`",
    ),
    row(
        &["refreshUrl"],
        &[Place::Flow],
        &[],
        "write `refresh: https://…`",
    ),
    row(
        &["deviceAuthorizationUrl"],
        &[Place::Flow],
        &["device"],
        "write `device: https://…`",
    ),
    row(
        &["scopes"],
        &[Place::Flow],
        &[],
        "write `scopes` beside `flows`: all flows of a scheme have the same",
    ),
    row(
        &["page"],
        &[Place::Pager],
        &["offset", "page_number", "cursor"],
        "write `page_number: { parameter: page }`",
    ),
    row(
        &["status"],
        &[Place::Error],
        &[],
        "the status is the entry's key: `404: { name: NotFound, message: … }`",
    ),
    row(
        &["name"],
        &[Place::NamedError],
        &[],
        "the name is the entry's key: `CardDeclined: { status: 402, message: … }`",
    ),
    row(
        &["description", "summary"],
        &[Place::Error, Place::NamedError],
        &["message"],
        "write `message: …` for the text of the response, and `when: …` for the condition",
    ),
    row(
        &["schema", "content", "type", "$ref"],
        &[Place::Error, Place::NamedError],
        &["body"],
        "write `body: Problem` if the error has another body than `error_body` describes",
    ),
    // Operations.
    row(
        &["operationId", "id", "name"],
        OPERATIONS,
        &[],
        "the name is the entry's key: `list_books: { route: GET /books }`",
    ),
    row(
        &[
            "get", "put", "post", "patch", "delete", "head", "options", "method", "verb", "url",
            "uri", "endpoint",
        ],
        OPERATIONS,
        &["route"],
        "write the method and the path as `route: GET /books/{id}`",
    ),
    row(
        &["tags", "tag"],
        OPERATIONS,
        &[],
        "write `group: …`: an operation belongs to one group",
    ),
    row(
        &["parameters", "params", "arguments"],
        OPERATIONS,
        &["path", "query", "headers", "cookies"],
        "list parameters by name under `path`, `query`, `headers` or `cookies`: `query: { limit?: integer }`",
    ),
    row(
        &["cookie"],
        OPERATIONS,
        &["cookies"],
        "write `cookies: { session?: string }`",
    ),
    row(
        &["requestBody", "request", "input", "payload"],
        OPERATIONS,
        &["body"],
        "write `body: T`, such as `body: Book`",
    ),
    row(
        &["response", "output", "result"],
        OPERATIONS,
        &["returns"],
        "write `returns: T` for the success, and `errors: [404, 500]` for the error statuses",
    ),
    row(
        &["description", "summary"],
        &[Place::Response],
        &[],
        "write `doc: …`",
    ),
    row(
        &["schema", "content", "$ref"],
        &[Place::Body, Place::Response],
        &["type"],
        "write `type: T`, such as `type: Book`",
    ),
    row(
        &["status", "code"],
        &[Place::Response],
        &[],
        "write the status in front of the response: `responses: { 201: T }`",
    ),
    row(
        &[
            "multipart",
            "form",
            "media",
            "mediaType",
            "media_type",
            "contentType",
            "content_type",
            "stream",
            "events",
        ],
        &[Place::Operation, Place::Body, Place::Response],
        &[],
        "write a content: `body: multipart<T>`, `form<T>`, `text`, `binary` or `json_lines<T>`, or `returns: events<T>`; `media` next to `type` names another media type",
    ),
    row(
        &["security", "scopes", "authentication"],
        OPERATIONS,
        &["auth"],
        "write `auth: token`, `auth: { platform: [payments:read] }` for scopes, or `auth: none`",
    ),
    row(
        &["servers", "server"],
        OPERATIONS,
        &[],
        "write `servers` in `api`: all operations have the same ones",
    ),
];
