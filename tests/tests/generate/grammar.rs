//! The random specifications have every feature of the language, and most of them are accepted.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use specsmith::diagnostic::Style;
use specsmith_tests::random::specification;

/// Keys that random specifications do not have, each with the reason. `map.*` are all keys of a map.
const WITHOUT_PRODUCTION: &[(&str, &[&str])] = &[
    (
        "a random specification is one file",
        &["document.include", "included.*"],
    ),
    (
        "tests that compile the crates choose their runtime",
        &["rust.runtime"],
    ),
    (
        "they need further crates",
        &[
            "dependency.*",
            "newtype.rust",
            "rust.conversions",
            "rust.dependencies",
        ],
    ),
    (
        "these maps always have one of their forms, whose keys are listed separately",
        &["scheme.*", "type.*"],
    ),
    (
        "types of these kinds are marked where they are used",
        &[
            "alias.personal",
            "alias.secret",
            "enum.personal",
            "enum.secret",
            "enum_of_booleans.personal",
            "enum_of_booleans.secret",
            "enum_of_integers.personal",
            "enum_of_integers.secret",
            "enum_of_numbers.personal",
            "enum_of_numbers.secret",
            "object.personal",
            "object.secret",
            "tuple.personal",
            "tuple.secret",
            "union.personal",
            "union.secret",
        ],
    ),
    (
        "only responses are event streams",
        &[
            "body.end",
            "body.error",
            "body.event_names",
            "body.resumable",
            "choice_of_body.end",
            "choice_of_body.error",
            "choice_of_body.event_names",
            "choice_of_body.resumable",
        ],
    ),
    (
        "only requests are forms",
        &[
            "response.lists",
            "response.styles",
            "choice_of_response.lists",
            "choice_of_response.styles",
        ],
    ),
    (
        "the media type of a request chooses its content",
        &["choice_of_body.selected_by"],
    ),
    (
        "a schema is for one content, JSON",
        &["body_of_choices.schema"],
    ),
    (
        "the contents of a choice have names, and the response has none",
        &["response_of_choices.name"],
    ),
    (
        "only query parameters have it",
        &["header.allow_reserved", "header.lists"],
    ),
    (
        "only lists and maps have it",
        &[
            "newtype.max_items",
            "newtype.min_items",
            "newtype.unique_items",
            "page_field.max_items",
            "page_field.min_items",
            "page_field.unique_items",
        ],
    ),
    (
        "values of fields of errors are in `values`",
        &["error_field.default"],
    ),
];

#[test]
fn the_same_seed_produces_the_same_document() {
    assert_eq!(specification(7).text(), specification(7).text());
    assert_ne!(specification(7).text(), specification(8).text());
}

/// Only accepted documents are compiled.
#[test]
fn at_least_three_quarters_of_the_documents_are_accepted() {
    let mut rejected: BTreeMap<String, usize> = BTreeMap::new();
    for spec in (0..400).map(specification) {
        if let Err(diagnostics) = specsmith::read(&spec) {
            let text = diagnostics.render(&spec, Style::Plain);
            let code = text.get(6..11).unwrap_or_default();
            *rejected.entry(code.to_owned()).or_default() += 1;
        }
    }
    assert!(rejected.values().sum::<usize>() <= 100, "{rejected:?}");
}

#[test]
fn every_key_of_the_language_is_in_an_accepted_document() {
    let language = Language::new();
    let exceptions = || WITHOUT_PRODUCTION.iter().flat_map(|(_, keys)| *keys);
    let covers = |exception: &str, key: &str| match exception.strip_suffix('*') {
        Some(map) => key.starts_with(map),
        None => key == exception,
    };
    let keys = language.keys();
    let is_unknown = |exception: &&&str| !keys.iter().any(|key| covers(exception, key));
    let unknown: Vec<_> = exceptions().filter(is_unknown).collect();
    assert!(
        unknown.is_empty(),
        "the language has no keys {unknown:?}: remove them from `WITHOUT_PRODUCTION`"
    );
    let is_excepted = |key: &String| exceptions().any(|exception| covers(exception, key));
    let (excepted, wanted): (BTreeSet<String>, BTreeSet<String>) =
        keys.into_iter().partition(is_excepted);
    let mut found = BTreeSet::new();
    // Some maps are rare.
    for document in accepted_documents(4000) {
        language.collect("", &language.0, &document, &mut found);
        if wanted.is_subset(&found) {
            break;
        }
    }
    let missing: Vec<&String> = wanted.difference(&found).collect();
    assert!(
        missing.is_empty(),
        "no accepted random specification has the keys {missing:#?}\n\
         add a production in `tests/src/random` that writes them, or the reason why there is none to \
         `WITHOUT_PRODUCTION`"
    );
    let needless: Vec<&String> = excepted.intersection(&found).collect();
    assert!(
        needless.is_empty(),
        "random specifications have the keys {needless:#?}\nremove them from `WITHOUT_PRODUCTION`"
    );
}

#[test]
fn forms_without_a_key_of_their_own_are_in_an_accepted_document() {
    let mut found = BTreeSet::new();
    for document in accepted_documents(400) {
        let operations = document["operations"].as_object().unwrap();
        for operation in operations.values() {
            let is_get = operation["route"].as_str().unwrap().starts_with("GET ");
            let body = operation.get("body").or(operation.get("body?"));
            let query = operation.get("query").and_then(Value::as_object);
            let mut query = query.into_iter().flat_map(|query| query.values());
            let is_flat_map = |of: &Value| {
                of["style"] == "flat" && of["type"].as_str().unwrap().starts_with("map<")
            };
            let items = operation["pages"]["items"].as_array();
            let forms = [
                ("a body of GET", is_get && body.is_some()),
                ("parameters of any name", query.any(is_flat_map)),
                ("items in fields", items.is_some_and(|of| of.len() > 1)),
            ];
            found.extend(forms.iter().filter(|form| form.1).map(|form| form.0));
        }
    }
    let expected = ["a body of GET", "items in fields", "parameters of any name"];
    assert_eq!(found, expected.into());
}

/// The first random specifications, apart from those that are rejected.
fn accepted_documents(seeds: u64) -> impl Iterator<Item = Value> {
    let accepted = (0..seeds)
        .map(specification)
        .filter(|spec| specsmith::read(spec).is_ok());
    accepted.map(|spec| serde_json::from_str(spec.text()).unwrap())
}

/// The JSON Schema of the language, whose definitions are the maps of the language.
struct Language(Value);

impl Language {
    fn new() -> Self {
        Self(serde_json::from_str(&specsmith::json_schema()).unwrap())
    }

    /// The keys of all maps, as `map.key`. A key that gives the map another form is a key of that form.
    fn keys(&self) -> BTreeSet<String> {
        let mut keys = BTreeSet::new();
        for (map, definition) in self.0["definitions"].as_object().unwrap() {
            let mut own = definition;
            let mut of_forms: Vec<&Value> = Vec::new();
            while let Some(form) = own.get("if") {
                if form.get("properties").is_none() {
                    of_forms.extend(form["required"].as_array().unwrap());
                }
                own = &own["else"];
            }
            let properties = own.get("properties").and_then(Value::as_object);
            let names = properties
                .into_iter()
                .flat_map(|properties| properties.keys());
            let names = names.filter(|name| !of_forms.iter().any(|key| *key == name.as_str()));
            keys.extend(names.map(|name| format!("{map}.{name}")));
        }
        keys
    }

    /// Adds the keys of a value and of what is in it, as `map.key`. `map` is the definition that contains the schema.
    fn collect(&self, map: &str, schema: &Value, value: &Value, found: &mut BTreeSet<String>) {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let map = reference.trim_start_matches("#/definitions/");
            self.collect(map, &self.0["definitions"][map], value, found);
        } else if let Some(form) = schema.get("if") {
            let branch = if has_form(value, form) {
                "then"
            } else {
                "else"
            };
            self.collect(map, &schema[branch], value, found);
        }
        // At most one of the alternatives is a map.
        let alternatives = ["allOf", "anyOf"].map(|keyword| schema[keyword].as_array());
        for alternative in alternatives.into_iter().flatten().flatten() {
            self.collect(map, alternative, value, found);
        }
        for item in value.as_array().into_iter().flatten() {
            self.collect(map, &schema["items"], item, found);
        }
        for (key, value) in value.as_object().into_iter().flatten() {
            if let Some(property) = schema["properties"].get(key) {
                found.insert(format!("{map}.{key}"));
                self.collect(map, property, value, found);
                continue;
            }
            let of_names = schema["patternProperties"].as_object();
            let of_names = of_names.into_iter().flat_map(|patterns| patterns.values());
            for name in of_names.chain(schema.get("additionalProperties")) {
                self.collect(map, name, value, found);
            }
        }
    }
}

/// Whether a map has the keys and the words of a form.
fn has_form(value: &Value, form: &Value) -> bool {
    let mut keys = form["required"].as_array().unwrap().iter();
    keys.all(|key| {
        let key = key.as_str().unwrap();
        let word = form["properties"][key].get("const");
        value
            .get(key)
            .is_some_and(|value| word.is_none_or(|word| word == value))
    })
}
