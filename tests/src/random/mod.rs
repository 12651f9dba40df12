//! Random specifications: every feature of the language, with names that are hard to use in Rust.
//!
//! The same seed always produces the same document. Some documents are rejected, for example because
//! two names are the same. Every accepted document must compile.

mod auth;
mod caller;
mod choices;
pub mod compile;
mod contents;
mod errors;
mod operations;
mod pagers;
mod paging;
mod parameters;
mod responses;
mod servers;
mod types;
mod values;
mod webhooks;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use serde_json::{Map, Value, json};
use specsmith::source::SourceFile;

use auth::auth;
use errors::{error_body, errors};
use operations::operation;
use pagers::pagers;
use types::Types;
use words::{Words, line, pick, text};

/// The specification of a seed. Its crate is called `case-<seed>`.
pub fn specification(seed: u64) -> SourceFile {
    let document = Random::new(seed).document(seed);
    // JSON is YAML, and needs no rules for quoting.
    let text = serde_json::to_string_pretty(&document).unwrap_or_default();
    SourceFile::new(format!("{}.yaml", package(seed)), text)
}

/// The name of the crate of a seed.
pub fn package(seed: u64) -> String {
    format!("case-{seed}")
}

/// The state while a document is generated.
struct Random {
    rng: Rng,
    words: Words,
    types: Types,
    /// Types that only one kind of content has: objects with files, and unions by the name of the event.
    forms: Map<String, Value>,
    /// The keys of the errors, the kinds of key, and the pagers.
    errors: Vec<String>,
    /// The names of fields of single errors.
    error_fields: BTreeSet<String>,
    /// Whether some error has a code.
    has_codes: bool,
    keys: Vec<String>,
    /// The names of servers.
    servers: Vec<String>,
    /// The scopes of schemes.
    scopes: BTreeMap<String, Vec<String>>,
    pagers: Vec<String>,
    /// The parameters of pages, which operations cannot declare.
    page_parameters: Vec<String>,
    /// The shared parts of operations.
    shared: Map<String, Value>,
    /// The first segment of the path of the latest operation.
    segment: String,
}

impl Random {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let words = Words::new(&mut rng);
        Self {
            rng,
            words,
            types: Types::default(),
            forms: Map::new(),
            errors: Vec::new(),
            error_fields: BTreeSet::new(),
            has_codes: false,
            keys: Vec::new(),
            servers: Vec::new(),
            scopes: BTreeMap::new(),
            pagers: Vec::new(),
            page_parameters: Vec::new(),
            shared: Map::new(),
            segment: String::new(),
        }
    }

    fn document(mut self, seed: u64) -> Value {
        let mut document = Map::new();
        document.insert("specsmith".into(), json!(1));
        document.insert("api".into(), self.api());
        document.insert("rust".into(), json!({ "crate": package(seed) }));
        self.types.declare(&mut self.rng, &self.words);
        if self.chance(50) {
            document.insert("auth".into(), auth(&mut self));
        }
        if self.chance(50) {
            document.insert("pagers".into(), pagers(&mut self));
        }
        document.insert("types".into(), types::definitions(&mut self));
        document.insert("errors".into(), errors(&mut self));
        if self.has_codes || self.chance(20) {
            document.insert("error_body".into(), error_body(&mut self));
        }
        let mut operations = Map::new();
        for index in 0..self.rng.usize(0..6) {
            let name = self.words.operation(&mut self.rng);
            operations.insert(name, operation(&mut self, index));
        }
        document.insert("operations".into(), Value::Object(operations));
        if !self.shared.is_empty() {
            let shared = std::mem::take(&mut self.shared);
            document.insert("shared".into(), Value::Object(shared));
        }
        if self.chance(30) {
            document.insert("webhooks".into(), webhooks::webhooks(&mut self));
        }
        if let Some(types) = document.get_mut("types").and_then(Value::as_object_mut) {
            types.extend(self.forms);
        }
        Value::Object(document)
    }

    fn api(&mut self) -> Value {
        let name = self.words.camel(&mut self.rng);
        let mut api = self.notes();
        api.insert("name".into(), json!(name));
        api.insert("title".into(), json!(line(&mut self.rng)));
        let version = pick(
            &mut self.rng,
            &["1.0.0", "", "0.1.0-beta+5", "2024-01-31", "v \"1\""],
        );
        api.insert("version".into(), json!(version));
        if self.chance(30) {
            api.insert(
                "base_path".into(),
                json!(pick(
                    &mut self.rng,
                    &["/v1", "/api/v2", "/:a/*!$&'()+,;=@-._~"]
                )),
            );
        }
        if self.chance(20) {
            api.insert("request_id".into(), json!(self.words.header(&mut self.rng)));
        }
        if self.chance(30) {
            api.insert("servers".into(), servers::servers(self));
        }
        Value::Object(api)
    }

    /// `doc`, `assumed` and `deprecated`, or some of them.
    fn notes(&mut self) -> Map<String, Value> {
        let mut notes = Map::new();
        if self.chance(25) {
            notes.insert("doc".into(), json!(text(&mut self.rng)));
        }
        if self.chance(8) {
            notes.insert("assumed".into(), json!(line(&mut self.rng)));
        }
        if self.chance(8) {
            let why = json!(line(&mut self.rng));
            notes.insert(
                "deprecated".into(),
                if self.chance(50) { json!(true) } else { why },
            );
        }
        notes
    }

    /// `true` with this probability.
    fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(..100) < percent
    }
}

#[cfg(test)]
mod tests {

    use serde_json::Value;
    use specsmith::diagnostic::Style;

    use super::{BTreeMap, BTreeSet, specification};

    /// The keys of the language, each below the key of its section or kind.
    const KEYS: &str = "
        api: name title version base_path request_id servers doc assumed deprecated
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
}
