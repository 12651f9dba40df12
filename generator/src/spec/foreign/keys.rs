//! Keys of the document, its sections and operations in other languages, and what to write instead.

use super::{ForeignKey, keys};
use crate::spec::construct::Construct;

const OPERATIONS: &[Construct] = &[Construct::Operation];
const DOCUMENT: &[Construct] = &[Construct::Document];

/// The first entry that has the word and the construct applies.
pub(super) const KEYS: &[ForeignKey] = &[
    // The document.
    keys(&["info"])
        .at(DOCUMENT)
        .instead_of(&["api"])
        .help("write `api: { name: Library, title: Library API, version: 1.0.0 }`"),
    keys(&["paths", "endpoints", "routes", "services", "resources"])
        .at(DOCUMENT)
        .instead_of(&["operations"])
        .help("list the operations by name under `operations`, each with its `route: GET /books`"),
    keys(&["components", "definitions", "schemas", "$defs", "models"])
        .at(DOCUMENT)
        .instead_of(&["types"])
        .help("declare types under `types`, and errors under `errors`"),
    keys(&["security", "securitySchemes", "securityDefinitions"])
        .at(DOCUMENT)
        .instead_of(&["auth"])
        .help(
            "write `auth: { schemes: { key: { scheme: bearer } } }`, and `auth:` on each operation",
        ),
    keys(&["servers", "host", "basePath"])
        .at(DOCUMENT)
        .help("`api` has `servers` and `base_path`"),
    keys(&["tags"])
        .at(DOCUMENT)
        .help("write `group: …` on each operation"),
    keys(&["callbacks"]).help(
        "describe the requests that the API sends under `webhooks`; the sender gets their URLs",
    ),
    keys(&["produces", "consumes"]).help(
        "write `media: …` on a body or a response, such as \
         `body: { type: binary, media: image/png }`",
    ),
    // `api`.
    keys(&["host", "basePath", "prefix", "url", "server"])
        .at(&[Construct::Section("api")])
        .help("write `base_path: /v1` for what precedes every route, and `servers` for the rest"),
    keys(&["termsOfService"])
        .instead_of(&["terms"])
        .help("write `terms: https://…`"),
    keys(&["externalDocs"]).help("write `see: https://…`"),
    keys(&["git", "branch", "tag", "rev", "registry"])
        .at(&[Construct::Dependency])
        .instead_of(&["version", "path"])
        .help(
            "dependencies come from crates.io or a folder: write `version: \"1\"` or `path: ../my-crate`, and `[patch]` in \
             the workspace's `Cargo.toml` for a repository",
        ),
    keys(&["default-features"])
        .at(&[Construct::Dependency])
        .instead_of(&["default_features"])
        .help("write `default_features: false`"),
    // `auth`, `pagers` and `errors`.
    keys(&[
        "type", "in", "flows", "scopes", "kinds", "apiKey", "bearer", "basic", "oauth2",
    ])
    .at(&[Construct::Section("auth")])
    .instead_of(&["schemes"])
    .help("name each authentication scheme: `schemes: { key: { scheme: bearer } }`"),
    keys(&["type"])
        .at(&[Construct::Scheme])
        .instead_of(&["scheme"])
        .help("write `scheme: …`: bearer, basic, api_key, oauth2, openid or custom"),
    keys(&["in", "location", "name"])
        .at(&[Construct::Scheme])
        .instead_of(&["header"])
        .help("write `header: X-Key`, `query: key` or `cookie: session`"),
    keys(&["bearerFormat"])
        .at(&[Construct::Scheme])
        .help("write it in `doc`: the format of tokens is for people"),
    keys(&["openIdConnectUrl", "openIdConnectURL", "issuer"])
        .at(&[Construct::Scheme])
        .instead_of(&["discovery"])
        .help("write `discovery: https://…/.well-known/openid-configuration`"),
    keys(&["anyOf", "oneOf", "any"])
        .at(&[Construct::Scheme])
        .instead_of(&["scheme"])
        .help("list alternatives in `auth` of the operations: `auth: [token, session]`"),
    keys(&["allOf", "and"])
        .at(&[Construct::Scheme])
        .instead_of(&["scheme"])
        .help("write `all: [session_cookie, csrf_header]`"),
    keys(&["authorizationUrl"])
        .at(&[Construct::Flow])
        .instead_of(&["authorize"])
        .help("write `authorize: https://…`"),
    keys(&["tokenUrl"])
        .at(&[Construct::Flow])
        .instead_of(&["token"])
        .help("write `token: https://…`"),
    keys(&["refreshUrl"])
        .at(&[Construct::Flow])
        .help("write `refresh: https://…`"),
    keys(&["deviceAuthorizationUrl"])
        .at(&[Construct::Flow])
        .instead_of(&["device"])
        .help("write `device: https://…`"),
    keys(&["scopes"])
        .at(&[Construct::Flow])
        .help("write `scopes` beside `flows`: all flows of a scheme have the same"),
    keys(&["page"])
        .at(&[Construct::Pager])
        .instead_of(&["offset", "page_number", "cursor"])
        .help("write `page_number: { parameter: page }`"),
    keys(&["status"])
        .at(&[Construct::Error])
        .help("the status is the entry's key: `404: { name: NotFound, message: … }`"),
    keys(&["name"])
        .at(&[Construct::NamedError])
        .help("the name is the entry's key: `CardDeclined: { status: 402, message: … }`"),
    keys(&["description", "summary"])
        .at(&[Construct::Error, Construct::NamedError])
        .instead_of(&["message"])
        .help("write `message: …` for the text of the response, and `when: …` for the condition"),
    keys(&["schema", "content", "type", "$ref"])
        .at(&[Construct::Error, Construct::NamedError])
        .instead_of(&["body"])
        .help("write `body: Problem` if the error has another body than `error_body` describes"),
    // Operations.
    keys(&["operationId", "id", "name"])
        .at(OPERATIONS)
        .help("the name is the entry's key: `list_books: { route: GET /books }`"),
    keys(&[
        "get", "put", "post", "patch", "delete", "head", "options", "method", "verb", "url", "uri",
        "endpoint",
    ])
    .at(OPERATIONS)
    .instead_of(&["route"])
    .help("write the method and the path as `route: GET /books/{id}`"),
    keys(&["tags", "tag"])
        .at(OPERATIONS)
        .help("write `group: …`: an operation belongs to one group"),
    keys(&["parameters", "params", "arguments"])
        .at(OPERATIONS)
        .instead_of(&["path", "query", "headers", "cookies"])
        .help(
            "list parameters by name under `path`, `query`, \
             `headers` or `cookies`: `query: { limit?: integer }`",
        ),
    keys(&["cookie"])
        .at(OPERATIONS)
        .instead_of(&["cookies"])
        .help("write `cookies: { session?: string }`"),
    keys(&["requestBody", "request", "input", "payload"])
        .at(OPERATIONS)
        .instead_of(&["body"])
        .help("write `body: T`, such as `body: Book`"),
    keys(&["response", "output", "result"])
        .at(OPERATIONS)
        .instead_of(&["returns"])
        .help(
            "write `returns: T` for the success, and `errors: [404, 500]` for the error statuses",
        ),
    keys(&["description", "summary"])
        .at(&[Construct::Response])
        .help("write `doc: …`"),
    keys(&["schema", "content", "$ref"])
        .at(&[Construct::Body, Construct::Response])
        .instead_of(&["type"])
        .help("write `type: T`, such as `type: Book`"),
    keys(&["status", "code"])
        .at(&[Construct::Response])
        .help("write the status in front of the response: `responses: { 201: T }`"),
    keys(&[
        "multipart",
        "form",
        "media",
        "mediaType",
        "media_type",
        "contentType",
        "content_type",
        "stream",
        "events",
    ])
    .at(&[Construct::Operation, Construct::Body, Construct::Response])
    .help(
        "write a content: `body: multipart<T>`, `form<T>`, `text`, \
         `binary` or `json_lines<T>`, or `returns: events<T>`; \
         `media` next to `type` names another media type",
    ),
    keys(&["security", "scopes", "authentication"])
        .at(OPERATIONS)
        .instead_of(&["auth"])
        .help(
            "write `auth: token`, `auth: { platform: \
             [payments:read] }` for scopes, or `auth: none`",
        ),
    keys(&["servers", "server"])
        .at(OPERATIONS)
        .help("write `servers` in `api`: all operations have the same ones"),
];
