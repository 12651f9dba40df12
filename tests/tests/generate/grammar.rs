//! The random specifications have every feature of the language, and most of them are accepted.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use specsmith::diagnostic::Style;

use specsmith_tests::random::specification;

/// The keys of the language, each below the key of its section or kind.
const KEYS: &str = "
    api: name title version base_path request_id servers doc assumed deprecated allow
    lint: undocumented missing-rate-limit
    servers: url variables doc assumed deprecated
    variables: default enum doc assumed deprecated
    auth: schemes missing unknown refused doc assumed deprecated
    schemes: scheme kinds header query cookie prefix scopes flows discovery all doc assumed deprecated
    scopes: doc assumed deprecated
    client_credentials: token
    authorization_code: authorize token refresh
    kinds: doc assumed deprecated
    missing: status message assumed
    unknown: status message assumed
    refused: status message assumed
    pagers: offset limit items total doc assumed deprecated
    offset: parameter default min max doc assumed deprecated
    limit: parameter default min max doc assumed deprecated
    error_body: envelope media status code code? message parameter parameter? metadata metadata? fields values
        doc assumed deprecated
    errors: name status code message body fields values when retry implied headers doc assumed deprecated
    types: fields others enum open newtype alias example min max min_length max_length pattern personal secret doc
        assumed deprecated
    fields: type default example min max min_length max_length pattern min_items max_items media personal secret doc
        assumed deprecated
    path: type example min max min_length max_length pattern personal secret doc assumed deprecated
    query: type const default example min max min_length max_length pattern min_items max_items style lists
        allow_reserved personal secret doc assumed deprecated
    headers: type const default example min max min_length max_length pattern style personal secret doc assumed
        deprecated
    cookies: type const default example min max min_length max_length pattern style personal secret doc assumed
        deprecated
    shared: conditional
    operations: route group server auth path query headers cookies body body? returns responses pages order idempotent
        idempotency idempotency? conditional uses errors doc assumed deprecated
    pages: offset page_number cursor first items next total pages more
    next: url item header link
    webhooks: method signature query headers cookies body body? returns responses idempotent idempotency doc assumed
        deprecated
    body: type doc assumed deprecated
    returns: type envelope doc assumed deprecated
    responses: type envelope doc assumed deprecated
    order: by direction
";

/// Sections whose keys are names that the specification chooses.
const NAMED: [&str; 17] = [
    "scopes",
    "shared",
    "servers",
    "variables",
    "schemes",
    "kinds",
    "pagers",
    "responses",
    "errors",
    "types",
    "fields",
    "path",
    "query",
    "headers",
    "cookies",
    "operations",
    "webhooks",
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
    let mut found = BTreeSet::new();
    for spec in (0..400).map(specification) {
        if specsmith::read(&spec).is_ok() {
            let document: Value = serde_json::from_str(spec.text()).unwrap();
            collect("", &document, &mut found);
        }
    }
    let mut section = "";
    let mut missing = Vec::new();
    for word in KEYS.split_whitespace() {
        match word.strip_suffix(':') {
            Some(name) => section = name,
            None if found.contains(&format!("{section}.{word}")) => {}
            None => missing.push(format!("{section}.{word}")),
        }
    }
    assert_eq!(missing, [""; 0]);
}

#[test]
fn forms_without_a_key_of_their_own_are_in_an_accepted_document() {
    let mut found = BTreeSet::new();
    for spec in (0..400).map(specification) {
        if specsmith::read(&spec).is_err() {
            continue;
        }
        let document: Value = serde_json::from_str(spec.text()).unwrap();
        let operations = document["operations"].as_object().unwrap();
        for operation in operations.values() {
            let is_get = operation["route"].as_str().unwrap().starts_with("GET ");
            let body = operation.get("body").or(operation.get("body?"));
            let query = operation["query"].as_object().unwrap();
            let is_flat_map = |of: &Value| {
                of["style"] == "flat" && of["type"].as_str().unwrap().starts_with("map<")
            };
            let items = operation["pages"]["items"].as_array();
            let forms = [
                ("a body of GET", is_get && body.is_some()),
                ("parameters of any name", query.values().any(is_flat_map)),
                ("items in fields", items.is_some_and(|of| of.len() > 1)),
            ];
            found.extend(forms.iter().filter(|form| form.1).map(|form| form.0));
        }
    }
    let expected = ["a body of GET", "items in fields", "parameters of any name"];
    assert_eq!(found, expected.into());
}

/// Adds the keys of a map and of what is in it, as `section.key`.
fn collect(section: &str, value: &Value, found: &mut BTreeSet<String>) {
    let maps: Vec<&Value> = match value {
        Value::Object(named) if NAMED.contains(&section) => named.values().collect(),
        _ => vec![value],
    };
    for (key, value) in maps.into_iter().filter_map(Value::as_object).flatten() {
        found.insert(format!("{section}.{key}"));
        collect(key, value, found);
    }
}
