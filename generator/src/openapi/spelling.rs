//! Misspelled words: keys and formats that are close to a word of OpenAPI, and types that it does not have.

use std::collections::BTreeMap;

use super::requirements::names_schemes;
use super::vocabulary;
use super::warnings::{Topic, Warnings};
use crate::hash::HashSet;
use crate::node::Node;
use crate::source::Span;
use crate::spec;
use crate::words::{closest, listed};

/// The keys of an object of OpenAPI, and of Swagger.
pub(super) type Keys = &'static [&'static str];

pub(super) const ROOT: Keys = &[
    "openapi",
    "swagger",
    "info",
    "jsonSchemaDialect",
    "servers",
    "paths",
    "webhooks",
    "components",
    "security",
    "tags",
    "externalDocs",
    "host",
    "basePath",
    "schemes",
    "consumes",
    "produces",
    "definitions",
    "parameters",
    "responses",
    "securityDefinitions",
];

pub(super) const COMPONENTS: Keys = &[
    "schemas",
    "responses",
    "parameters",
    "examples",
    "requestBodies",
    "headers",
    "securitySchemes",
    "links",
    "callbacks",
    "pathItems",
    "mediaTypes",
];

pub(super) const OPERATION: Keys = &[
    "tags",
    "summary",
    "description",
    "externalDocs",
    "operationId",
    "parameters",
    "requestBody",
    "responses",
    "callbacks",
    "deprecated",
    "security",
    "servers",
    "consumes",
    "produces",
    "schemes",
];

pub(super) const RESPONSE: Keys = &[
    "description",
    "summary",
    "headers",
    "content",
    "links",
    "schema",
    "examples",
];

pub(super) const BODY: Keys = &["description", "content", "required"];

pub(super) const MEDIA_TYPE: Keys = &[
    "schema",
    "itemSchema",
    "example",
    "examples",
    "encoding",
    "prefixEncoding",
    "itemEncoding",
];

/// Parameters and headers.
pub(super) const PARAMETER: Keys = &[
    "name",
    "in",
    "description",
    "required",
    "deprecated",
    "allowEmptyValue",
    "style",
    "explode",
    "allowReserved",
    "schema",
    "example",
    "examples",
    "content",
    "collectionFormat",
];

pub(super) const INFO: Keys = &[
    "title",
    "summary",
    "description",
    "termsOfService",
    "contact",
    "license",
    "version",
];

pub(super) const SERVER: Keys = &["url", "description", "variables", "name"];

pub(super) const SECURITY_SCHEME: Keys = &[
    "type",
    "description",
    "name",
    "in",
    "scheme",
    "bearerFormat",
    "flows",
    "openIdConnectUrl",
    "oauth2MetadataUrl",
    "deprecated",
    "flow",
    "authorizationUrl",
    "tokenUrl",
    "scopes",
];

pub(super) const FLOWS: Keys = &[
    "implicit",
    "password",
    "clientCredentials",
    "authorizationCode",
    "deviceAuthorization",
];

pub(super) const FLOW: Keys = &[
    "authorizationUrl",
    "tokenUrl",
    "refreshUrl",
    "deviceAuthorizationUrl",
    "scopes",
];

/// The keys of `encoding` for a part of a form.
pub(super) const PART: Keys = &[
    "contentType",
    "headers",
    "style",
    "explode",
    "allowReserved",
    "encoding",
    "prefixEncoding",
    "itemEncoding",
];

const DISCRIMINATOR: Keys = &["propertyName", "mapping", "defaultMapping"];

/// Keys so short that other words are close to them.
const SHORT: Keys = &["if", "in", "id", "not", "xml", "then", "else"];

const TYPES: Keys = &[
    "string", "integer", "number", "boolean", "array", "object", "null",
];

/// Formats that become types, and the formats of bytes and secrets.
const FORMATS: Keys = &[
    "date-time",
    "date",
    "uuid",
    "uri",
    "email",
    "byte",
    "binary",
    "password",
    "int32",
    "int64",
    "float",
    "double",
];

/// Other formats in use that are one letter away from those.
const OTHER_FORMATS: Keys = &[
    "datetime", "dateTime", "url", "urn", "iri", "bytes", "data", "ulid", "cuid", "uid", "rate",
];

/// How many unknown words are compared with the known ones. A document with more typos needs no more warnings.
const MOST_SEEN: usize = 5_000;

/// Words of schemas that are not known.
#[derive(Debug, Default)]
pub(super) struct Misspelled {
    /// The unknown key at each span, and the key that may be meant.
    found: BTreeMap<Span, (String, Option<String>)>,
    /// Every place that was looked at: schemas that are merged with others are read more than once.
    seen: HashSet<Span>,
}

impl Misspelled {
    /// Notes a key that schemas do not have, if it is close to one that they have.
    pub(super) fn key(&mut self, key: &str, span: Span) {
        if !PARAMETER.contains(&key)
            && self.is_new(span)
            && let Some(near) = near_of(key, vocabulary::names())
        {
            let near = near.to_owned();
            self.found.insert(span, (no_key(key), Some(near)));
        }
    }

    /// Whether a place is to be looked at: it was not before, and not too many were.
    fn is_new(&mut self, span: Span) -> bool {
        self.seen.len() < MOST_SEEN && self.seen.insert(span)
    }

    /// Notes keys that a discriminator does not have.
    pub(super) fn discriminator(&mut self, node: &Node) {
        for (key, _) in node.entries() {
            if let Some(near) = near(&key.value, DISCRIMINATOR) {
                let near = near.to_owned();
                self.found
                    .insert(key.span, (no_key(&key.value), Some(near)));
            }
        }
    }

    /// Notes a type that schemas do not have.
    pub(super) fn unknown_type(&mut self, text: &str, span: Span) {
        let what = format!("the type `{text}` is not known, so it has no effect");
        let near = closest(text, TYPES.iter().copied());
        self.found.insert(span, (what, near.map(str::to_owned)));
    }

    /// Notes a format that has no meaning, if it differs by one letter, or in case, from one that has.
    pub(super) fn format(&mut self, value: &Node) {
        let Some(text) = value.as_text() else { return };
        let is_known = FORMATS.contains(&text) || OTHER_FORMATS.contains(&text);
        if is_known || !self.is_new(value.span) {
            return;
        }
        let lower = text.to_ascii_lowercase();
        let is_number = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
        let mut known = FORMATS.iter();
        let near = known.find(|known| {
            // `int16` is not a misspelled `int32`, and neither is `float64` a `float`.
            lower == **known || !is_number(text) && strsim::damerau_levenshtein(&lower, known) == 1
        });
        if let Some(near) = near {
            let what = format!("the format `{text}` is not known, so it has no effect");
            self.found
                .insert(value.span, (what, Some((*near).to_owned())));
        }
    }

    /// Notes a required property that is not declared, if it is close to one that is.
    pub(super) fn property<'p>(
        &mut self,
        name: &str,
        span: Span,
        declared: impl Iterator<Item = &'p str>,
    ) {
        if self.is_new(span)
            && let Some(near) = closest(name, declared)
        {
            let what = format!("`{name}` is required, but there is no such property");
            self.found.insert(span, (what, Some(near.to_owned())));
        }
    }

    pub(super) fn warn(&self, warnings: &mut Warnings) {
        for (span, (what, near)) in &self.found {
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the types are {}", listed(TYPES.iter().copied())),
            };
            warnings.add_with_help(Topic::Spelling, *span, what, help);
        }
    }
}

/// Warns of keys that an object does not have, if they are close to keys that it has.
pub(super) fn check(node: &Node, keys: Keys, warnings: &mut Warnings) {
    for (key, value) in node.entries() {
        if let Some(near) = near(&key.value, keys) {
            let help = format!("did you mean `{near}`?");
            let what = match near {
                SECURITY if !names_schemes(value) => format!(
                    "{}: callers still need the credentials that the document requires",
                    no_key(&key.value)
                ),
                SECURITY => format!(
                    "there is no key `{}`; it is read as `{SECURITY}`, so callers need credentials",
                    key.value
                ),
                _ => no_key(&key.value),
            };
            warnings.add_with_help(Topic::Spelling, key.span, &what, help);
        }
    }
}

/// Warns of all keys that a document does not have. The other objects have keys of other tools, but what is beside
/// `paths` is about the whole API.
pub(super) fn check_root(root: &Node, warnings: &mut Warnings) {
    check(root, ROOT, warnings);
    for (key, _) in root.entries() {
        let name = key.value.as_str();
        let is_extension = name.starts_with("x-") || name.starts_with('$');
        if is_extension || ROOT.contains(&name) || near(name, ROOT).is_some() {
            continue;
        }
        let help = match is_of_spec_language(name) {
            true => {
                "this is a key of the spec language, whose files begin with `specsmith: 1` instead of the version of \
                 OpenAPI"
            }
            false => "remove it; names of extensions begin with `x-`",
        };
        warnings.add_with_help(Topic::Spelling, key.span, &no_key(name), help.to_owned());
    }
}

/// Whether a key is one of documents in the spec language alone.
pub(super) fn is_of_spec_language(key: &str) -> bool {
    !ROOT.contains(&key) && spec::language::DOCUMENT.key(key).is_some()
}

/// The key whose typos are not ignored: a mistake must let nobody in.
pub(super) const SECURITY: &str = "security";

/// Whether a key is `security`, or close to it.
pub(super) fn is_security(key: &str) -> bool {
    key == SECURITY || near(key, &[SECURITY]) == Some(SECURITY)
}

/// The key that is meant, if a key is not one of these.
pub(super) fn near(key: &str, keys: Keys) -> Option<&'static str> {
    near_of(key, keys.iter().copied())
}

fn near_of(
    key: &str,
    mut keys: impl Iterator<Item = &'static str> + Clone,
) -> Option<&'static str> {
    let suggested = keys.clone().filter(|word| !SHORT.contains(word));
    if keys.any(|known| known == key) || key == "$ref" || key.starts_with("x-") {
        return None;
    }
    let near = closest(key, suggested)?;
    let is_near = near == SECURITY || strsim::damerau_levenshtein(key, near) <= 2;
    is_near.then_some(near)
}

fn no_key(key: &str) -> String {
    format!("there is no key `{key}`, so it has no effect")
}
