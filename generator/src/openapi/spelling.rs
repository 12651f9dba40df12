//! Misspelled words: keys and types that OpenAPI does not have, and that are close to those that it has.

use super::warnings::{Topic, Warnings};
use crate::node::Node;
use crate::source::Span;
use crate::words::closest;
use std::collections::BTreeMap;

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

/// Those of schemas. In Swagger, parameters are schemas too.
const SCHEMA: Keys = &[
    "$ref",
    "$id",
    "$schema",
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicRef",
    "$dynamicAnchor",
    "$vocabulary",
    "type",
    "format",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "unevaluatedProperties",
    "patternProperties",
    "items",
    "prefixItems",
    "allOf",
    "oneOf",
    "anyOf",
    "not",
    "discriminator",
    "title",
    "description",
    "deprecated",
    "default",
    "example",
    "examples",
    "nullable",
    "readOnly",
    "writeOnly",
    "externalDocs",
    "xml",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "if",
    "then",
    "else",
    "contains",
    "minContains",
    "maxContains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "propertyNames",
    "additionalItems",
    "unevaluatedItems",
    "definitions",
    "id",
];

const TYPES: Keys = &[
    "string", "integer", "number", "boolean", "array", "object", "null",
];

/// The formats that become types of their own, and those of bytes and of secrets.
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

/// Other formats in wide use that are close to those.
const OTHER_FORMATS: Keys = &[
    "datetime", "dateTime", "time", "url", "iri", "urn", "base64", "bytes", "int8", "int16",
    "uint8", "uint16", "uint32", "uint64",
];

/// Words of schemas that are not known, by their places.
#[derive(Debug, Default)]
pub(super) struct Misspelled {
    found: BTreeMap<Span, (String, Option<String>)>,
}

impl Misspelled {
    /// Notes a key that schemas do not have, if it is close to one that they have.
    pub(super) fn key(&mut self, key: &str, span: Span) {
        let is_known = key.starts_with("x-") || is_one_of(key, &[SCHEMA, PARAMETER]);
        if let Some(near) = closest(key, SCHEMA.iter().copied()).filter(|_| !is_known) {
            self.found
                .insert(span, (no_key(key), Some(near.to_owned())));
        }
    }

    /// Notes a type that schemas do not have.
    pub(super) fn unknown_type(&mut self, text: &str, span: Span) {
        let what = format!("there is no type `{text}`");
        let near = closest(text, TYPES.iter().copied());
        self.found.insert(span, (what, near.map(str::to_owned)));
    }

    /// Notes a format that has no meaning, if it is close to one that has.
    pub(super) fn format(&mut self, value: &Node) {
        let Some(text) = value.as_text() else { return };
        if is_one_of(text, &[FORMATS, OTHER_FORMATS]) {
            return;
        }
        if let Some(near) = closest(text, FORMATS.iter().copied()) {
            let what = format!("the format `{text}` is not known, so it has no effect");
            self.found.insert(value.span, (what, Some(near.to_owned())));
        }
    }

    /// Notes a required property that is not declared, if it is close to one that is.
    pub(super) fn property<'p>(
        &mut self,
        name: &str,
        span: Span,
        mut declared: impl Iterator<Item = &'p str> + Clone,
    ) {
        if declared.clone().any(|known| known == name) {
            return;
        }
        if let Some(near) = closest(name, &mut declared) {
            let what = format!("`{name}` is required, but there is no such property");
            self.found.insert(span, (what, Some(near.to_owned())));
        }
    }

    pub(super) fn warn(&self, warnings: &mut Warnings) {
        for (span, (what, near)) in &self.found {
            add(what, near.as_deref(), *span, warnings);
        }
    }
}

/// Warns of keys that an object does not have, if they are close to keys that it has.
pub(super) fn check(node: &Node, keys: Keys, warnings: &mut Warnings) {
    for (key, _) in node.entries() {
        let name = key.value.as_str();
        if keys.contains(&name) || name == "$ref" || name.starts_with("x-") {
            continue;
        }
        if let Some(near) = closest(name, keys.iter().copied()) {
            add(&no_key(name), Some(near), key.span, warnings);
        }
    }
}

fn is_one_of(key: &str, lists: &[Keys]) -> bool {
    lists.iter().any(|keys| keys.contains(&key))
}

fn no_key(key: &str) -> String {
    format!("there is no key `{key}`, so it has no effect")
}

fn add(what: &str, near: Option<&str>, span: Span, warnings: &mut Warnings) {
    match near {
        Some(near) => {
            let help = format!("did you mean `{near}`?");
            warnings.add_with_help(Topic::Spelling, span, what, help);
        }
        None => warnings.add(Topic::Spelling, span, what),
    }
}
