//! Keys of other languages, and what to write instead.

use super::UNION_HELP;
use crate::spec::place::Place;

/// A key of another language.
pub(in crate::spec) struct ForeignKey {
    /// How the key is spelled. A word that ends in `-` matches every key that begins with it.
    words: &'static [&'static str],
    /// Where the help applies; empty for everywhere.
    places: &'static [Place],
    /// The keys that people replace with it. They are not reported as missing.
    pub(in crate::spec) instead_of: &'static [&'static str],
    pub(in crate::spec) help: &'static str,
}

const FORMS: &[&str] = &["fields", "enum", "newtype"];
const TYPES: &[Place] = &[Place::Type];
const FIELDS: &[Place] = &[Place::Field];
const OPERATIONS: &[Place] = &[Place::Operation];
const DOCUMENT: &[Place] = &[Place::Document];

const DOC_HELP: &str = "write `doc: …`: Markdown, whose first sentence is the summary";

/// The first entry that has the word and the place applies.
const KEYS: &[ForeignKey] = &[
    // The document.
    ForeignKey {
        words: &["info"],
        places: DOCUMENT,
        instead_of: &["api"],
        help: "write `api: { name: Library, title: Library API, version: 1.0.0 }`",
    },
    ForeignKey {
        words: &["paths", "endpoints", "routes", "services", "resources"],
        places: DOCUMENT,
        instead_of: &["operations"],
        help: "list the operations by name under `operations`, each with its `route: GET /books`",
    },
    ForeignKey {
        words: &["components", "definitions", "schemas", "$defs", "models"],
        places: DOCUMENT,
        instead_of: &["types"],
        help: "declare types under `types`, and errors under `errors`",
    },
    ForeignKey {
        words: &["security", "securitySchemes", "securityDefinitions"],
        places: DOCUMENT,
        instead_of: &["auth"],
        help: "write `auth: { scheme: bearer, keys: … }`, and `key:` on each operation",
    },
    ForeignKey {
        words: &["servers", "host", "basePath"],
        places: DOCUMENT,
        instead_of: &[],
        help: "`api` has `servers` and `base_path`",
    },
    ForeignKey {
        words: &["tags"],
        places: DOCUMENT,
        instead_of: &[],
        help: "write `group: …` on each operation",
    },
    ForeignKey {
        words: &["webhooks", "callbacks"],
        places: &[],
        instead_of: &[],
        help: "webhooks cannot be described yet",
    },
    ForeignKey {
        words: &["produces", "consumes"],
        places: &[],
        instead_of: &[],
        help: "remove the key: bodies are JSON, and other media types cannot be described yet",
    },
    // `api`.
    ForeignKey {
        words: &["host", "basePath", "prefix", "url", "server"],
        places: &[Place::Section("api")],
        instead_of: &[],
        help: "write `base_path: /v1` for what precedes every route, and `servers` for the rest",
    },
    ForeignKey {
        words: &["contact", "license", "termsOfService", "externalDocs"],
        places: &[],
        instead_of: &[],
        help: "write it in `doc`, as a Markdown link",
    },
    // `auth`, `pagination` and `errors`.
    ForeignKey {
        words: &[
            "type",
            "schemes",
            "bearerFormat",
            "in",
            "flows",
            "scopes",
            "apiKey",
            "oauth2",
        ],
        places: &[Place::Section("auth")],
        instead_of: &["scheme"],
        help: "write `scheme: bearer`; other schemes cannot be described yet",
    },
    ForeignKey {
        words: &["cursor", "next", "page", "style", "link"],
        places: &[Place::Section("pagination")],
        instead_of: &["offset", "limit", "total"],
        help: "pages have `offset` and `limit`; other kinds of pages cannot be described yet",
    },
    ForeignKey {
        words: &["status", "code"],
        places: &[Place::Error],
        instead_of: &[],
        help: "the status is the entry's key: `404: { name: NotFound, message: … }`",
    },
    ForeignKey {
        words: &["description", "summary"],
        places: &[Place::Error],
        instead_of: &["message"],
        help: "write `message: …` for the text of the response, and `when: …` for the condition",
    },
    ForeignKey {
        words: &["schema", "content", "type", "body", "fields", "$ref"],
        places: &[Place::Error],
        instead_of: &[],
        help: "remove the key: all errors of an API have the same body, which `error_body` describes",
    },
    // Operations.
    ForeignKey {
        words: &["operationId", "id", "name"],
        places: OPERATIONS,
        instead_of: &[],
        help: "the name is the entry's key: `list_books: { route: GET /books }`",
    },
    ForeignKey {
        words: &[
            "get", "put", "post", "patch", "delete", "head", "options", "method", "verb", "url",
            "uri", "endpoint",
        ],
        places: OPERATIONS,
        instead_of: &["route"],
        help: "write the method and the path as `route: GET /books/{id}`",
    },
    ForeignKey {
        words: &["tags", "tag"],
        places: OPERATIONS,
        instead_of: &[],
        help: "write `group: …`: an operation belongs to one group",
    },
    ForeignKey {
        words: &["parameters", "params", "arguments"],
        places: OPERATIONS,
        instead_of: &["path", "query", "headers"],
        help: "list parameters by name under `path`, `query` or `headers`: `query: { limit?: integer }`",
    },
    ForeignKey {
        words: &["cookies", "cookie"],
        places: OPERATIONS,
        instead_of: &[],
        help: "cookies cannot be described yet",
    },
    ForeignKey {
        words: &["requestBody", "request", "input", "payload"],
        places: OPERATIONS,
        instead_of: &["body"],
        help: "write `body: T`, such as `body: Book`",
    },
    ForeignKey {
        words: &["responses", "response", "output", "result"],
        places: OPERATIONS,
        instead_of: &["returns"],
        help: "write `returns: T` for the success, and `errors: [404, 500]` for the error statuses",
    },
    ForeignKey {
        words: &[
            "multipart",
            "form",
            "media",
            "mediaType",
            "media_type",
            "content",
            "contentType",
            "content_type",
            "stream",
            "events",
        ],
        places: &[Place::Operation, Place::Body],
        instead_of: &[],
        help: "bodies are JSON; forms, files, streams and other media types cannot be described yet",
    },
    ForeignKey {
        words: &["security", "auth", "scopes"],
        places: OPERATIONS,
        instead_of: &["key"],
        help: "write `key: …` with a key of `auth.keys`, or `key: none`",
    },
    ForeignKey {
        words: &["servers", "server"],
        places: OPERATIONS,
        instead_of: &[],
        help: "all operations of an API have the same servers",
    },
    // Types and fields.
    ForeignKey {
        words: &["properties", "members", "attributes", "props"],
        places: TYPES,
        instead_of: FORMS,
        help: "write `fields: { title: string, … }`",
    },
    ForeignKey {
        words: &["type"],
        places: TYPES,
        instead_of: FORMS,
        help: "a type has `fields` (an object), `enum` (a set of values) or `newtype` (a named scalar)",
    },
    ForeignKey {
        words: &["alias", "$ref", "ref"],
        places: TYPES,
        instead_of: FORMS,
        help: "aliases cannot be declared yet: write the type where it is used",
    },
    ForeignKey {
        words: &["values", "variants"],
        places: TYPES,
        instead_of: FORMS,
        help: "write `enum: [red, green]`",
    },
    ForeignKey {
        words: &["items", "prefixItems"],
        places: TYPES,
        instead_of: FORMS,
        help: "a list has no name of its own: write `list<T>` where it is used",
    },
    ForeignKey {
        words: &["items", "prefixItems", "contains"],
        places: &[Place::Field, Place::Body],
        instead_of: &["type"],
        help: "write `type: list<T>`, such as `type: list<string>`",
    },
    ForeignKey {
        words: &[
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "unevaluatedProperties",
        ],
        places: TYPES,
        instead_of: FORMS,
        help: "write `others: T` to keep unknown fields, or `map<T>` for an object with free names",
    },
    ForeignKey {
        words: &["additionalProperties", "patternProperties", "propertyNames"],
        places: &[Place::Field, Place::Body],
        instead_of: &["type"],
        help: "write `type: map<T>`, such as `type: map<string>`",
    },
    ForeignKey {
        words: &["properties", "fields", "others"],
        places: &[Place::Field, Place::Body],
        instead_of: &["type"],
        help: "declare the object under `types`, and write its name: `type: Book`",
    },
    ForeignKey {
        words: &["enum", "values", "open"],
        places: &[Place::Field, Place::Body],
        instead_of: &["type"],
        help: "declare the values under `types` (`Colour: { enum: [red, green] }`), and write `type: Colour`",
    },
    ForeignKey {
        words: &["const"],
        places: &[Place::Type, Place::Field, Place::Body],
        instead_of: &["fields", "enum", "newtype", "type"],
        help: "a constant is an enumeration with one value: `Kind: { enum: [book] }` under `types`",
    },
    ForeignKey {
        words: &["schema", "$ref", "ref"],
        places: &[Place::Field, Place::Body],
        instead_of: &["type"],
        help: "write the type's name: `type: Book`",
    },
    ForeignKey {
        words: &["newtype"],
        places: &[Place::Field, Place::Body],
        instead_of: &["type"],
        help: "declare the newtype under `types`, and write its name: `type: BookId`",
    },
    ForeignKey {
        words: &["oneOf", "anyOf", "discriminator", "union", "not", "if"],
        places: &[],
        instead_of: &["fields", "enum", "newtype", "type", "body", "returns"],
        help: UNION_HELP,
    },
    ForeignKey {
        words: &["allOf", "extends", "implements"],
        places: &[],
        instead_of: &["fields", "enum", "newtype", "type"],
        help: "an object has all its fields: list them, or share them with a YAML merge key (`<<: *name`)",
    },
    ForeignKey {
        words: &["required", "optional"],
        places: &[],
        instead_of: &[],
        help: "a field is required unless its name ends in `?`: `note?: string`",
    },
    ForeignKey {
        words: &["nullable", "x-nullable"],
        places: &[],
        instead_of: &[],
        help: "a type whose value may be null ends in `?`: `note: string?`",
    },
    ForeignKey {
        words: &["format"],
        places: &[],
        instead_of: &[],
        help: "write the type that has this format: `timestamp`, `date`, `uuid`, `decimal`, `bytes`",
    },
    ForeignKey {
        words: &["minimum", "exclusiveMinimum", "min_value", "gte", "gt"],
        places: &[],
        instead_of: &[],
        help: "write `min: …`; the bound itself is allowed",
    },
    ForeignKey {
        words: &["maximum", "exclusiveMaximum", "max_value", "lte", "lt"],
        places: &[],
        instead_of: &[],
        help: "write `max: …`; the bound itself is allowed",
    },
    ForeignKey {
        words: &["minLength"],
        places: &[],
        instead_of: &[],
        help: "write `min_length: …`",
    },
    ForeignKey {
        words: &["maxLength"],
        places: &[],
        instead_of: &[],
        help: "write `max_length: …`",
    },
    ForeignKey {
        words: &["minItems"],
        places: &[],
        instead_of: &[],
        help: "write `min_items: …`",
    },
    ForeignKey {
        words: &["maxItems"],
        places: &[],
        instead_of: &[],
        help: "write `max_items: …`",
    },
    ForeignKey {
        words: &["regex", "regexp", "match"],
        places: &[],
        instead_of: &[],
        help: "write `pattern: …`",
    },
    ForeignKey {
        words: &[
            "multipleOf",
            "uniqueItems",
            "minProperties",
            "maxProperties",
            "dependentRequired",
            "contentEncoding",
            "contentMediaType",
        ],
        places: &[],
        instead_of: &[],
        help: "this constraint cannot be described yet: write it in `doc`",
    },
    ForeignKey {
        words: &["readOnly", "writeOnly", "read_only", "write_only"],
        places: &[],
        instead_of: &[],
        help: "declare two types: one for requests, and one for responses",
    },
    ForeignKey {
        words: &["in"],
        places: FIELDS,
        instead_of: &[],
        help: "list the parameter under `path`, `query` or `headers` of the operation",
    },
    ForeignKey {
        words: &["name"],
        places: FIELDS,
        instead_of: &[],
        help: "the name is the entry's key: `limit?: { type: integer }`",
    },
    ForeignKey {
        words: &[
            "style",
            "explode",
            "allowReserved",
            "allowEmptyValue",
            "collectionFormat",
        ],
        places: FIELDS,
        instead_of: &[],
        help: "a list repeats its parameter (`?tag=a&tag=b`); other styles cannot be described yet",
    },
    ForeignKey {
        words: &["examples"],
        places: &[],
        instead_of: &[],
        help: "write one value: `example: …`",
    },
    ForeignKey {
        words: &["default"],
        places: TYPES,
        instead_of: &[],
        help: "write the default on the field: `theme?: { type: Theme, default: dark }`",
    },
    ForeignKey {
        words: &["sensitive", "writeonly", "password"],
        places: &[],
        instead_of: &[],
        help: "write `secret: true`",
    },
    ForeignKey {
        words: &[
            "description",
            "summary",
            "title",
            "comment",
            "$comment",
            "docs",
        ],
        places: &[],
        instead_of: &[],
        help: DOC_HELP,
    },
    ForeignKey {
        words: &["x-"],
        places: &[],
        instead_of: &[],
        help: "extensions are not supported: write a YAML comment, or text in `doc`",
    },
];

/// What to write instead of a key that another language has in this place.
pub(in crate::spec) fn key(word: &str, place: Place) -> Option<&'static ForeignKey> {
    KEYS.iter().find(|entry| {
        let named = entry
            .words
            .iter()
            .any(|known| match known.strip_suffix('-') {
                Some(_) => word.starts_with(known),
                None => word == *known,
            });
        named && (entry.places.is_empty() || entry.places.contains(&place))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_listed_twice_for_one_place() {
        let places = [
            Place::Document,
            Place::Type,
            Place::Field,
            Place::Operation,
            Place::Body,
            Place::Error,
            Place::Section("api"),
        ];
        for place in places {
            let mut seen = Vec::new();
            let here = KEYS
                .iter()
                .filter(|entry| entry.places.is_empty() || entry.places.contains(&place));
            for word in here.flat_map(|entry| entry.words) {
                let general = key(word, place).is_some_and(|entry| !entry.places.is_empty());
                assert!(general || !seen.contains(word), "`{word}` in {place}");
                seen.push(*word);
            }
        }
    }
}
