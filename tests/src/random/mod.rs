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
pub mod mutate;
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
use specsmith::api::Lint;
use specsmith::source::SourceFile;

use auth::auth;
use errors::{error_body, errors};
use operations::operation;
use pagers::pagers;
use types::Types;
use words::{Words, line, pick, text};

/// The document of a seed.
pub fn document(seed: u64) -> Value {
    Random::new(seed).document(seed)
}

/// The specification of a seed. Its crate is called `case-<seed>`.
pub fn specification(seed: u64) -> SourceFile {
    let document = document(seed);
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
    /// Whether operations need no `auth`.
    has_default_access: bool,
    /// The names of servers.
    servers: Vec<String>,
    /// The scopes of schemes.
    scopes: BTreeMap<String, Vec<String>>,
    pagers: Vec<String>,
    /// The fields that the bodies of requests for pages must have, by pager, with their types.
    fields_of_bodies: BTreeMap<String, Map<String, Value>>,
    /// The field of an item with the position of the next page, by pager.
    fields_of_items: BTreeMap<String, String>,
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
            has_default_access: false,
            servers: Vec::new(),
            scopes: BTreeMap::new(),
            pagers: Vec::new(),
            fields_of_bodies: BTreeMap::new(),
            fields_of_items: BTreeMap::new(),
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
        // Nothing random, because lints change nothing.
        if seed.is_multiple_of(3) {
            document.insert("lint".into(), lint());
            document["api"]["allow"] = json!(["missing-rate-limit", "unused-type"]);
        }
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
        if self.chance(20) {
            document.insert("groups".into(), groups(&mut self, &operations));
        }
        document.insert("operations".into(), Value::Object(operations));
        if self.chance(10) {
            let part = json!({ "headers": { "X-Of-All?": "string" } });
            self.shared.insert("of_all".into(), part);
            document["api"]["uses"] = json!(["of_all"]);
        }
        if self.chance(30) {
            document.insert("rust".into(), self.rust());
        }
        if self.chance(30) {
            document.insert("webhooks".into(), webhooks::webhooks(&mut self));
        }
        if !self.shared.is_empty() {
            let shared = std::mem::take(&mut self.shared);
            document.insert("shared".into(), Value::Object(shared));
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
        if self.chance(20) {
            api.insert("lenient".into(), json!(self.rng.bool()));
        }
        if self.chance(20) {
            api.insert("terms".into(), json!("https://example.com/terms?a=b#c"));
        }
        if self.chance(20) {
            let mut contact = json!({ "name": line(&mut self.rng) });
            if self.chance(50) {
                contact["url"] = json!("https://example.com/help");
                contact["email"] = json!("help@example.com");
            }
            api.insert("contact".into(), contact);
        }
        if self.chance(20) {
            let by_name =
                json!({ "name": line(&mut self.rng), "url": "https://example.com/license" });
            let by_expression = json!({ "name": "Both", "spdx": "MIT OR Apache-2.0" });
            let license = match self.rng.u8(..3) {
                0 => by_name,
                1 => by_expression,
                _ => json!("MIT"),
            };
            api.insert("license".into(), license);
        }
        Value::Object(api)
    }

    /// The section `rust`.
    fn rust(&mut self) -> Value {
        let mut rust = Map::new();
        if self.chance(50) {
            rust.insert("version".into(), json!("2.0.0-beta.1"));
        }
        if self.chance(70) {
            let all = ["Eq", "Hash", "Ord", "PartialOrd"];
            let derives = all.into_iter().filter(|_| self.chance(60));
            let derives: Map<String, Value> = derives
                .map(|derived| (derived.to_owned(), json!("all")))
                .collect();
            rust.insert("derives".into(), Value::Object(derives));
        }
        if self.chance(30) {
            rust.insert("scalars".into(), self.library_types());
        }
        Value::Object(rust)
    }

    /// Types of other crates that scalars have. Some decimal numbers in random values are too large for the others.
    fn library_types(&mut self) -> Value {
        const TYPES: [(&str, &[&str]); 4] = [
            (
                "timestamp",
                &[
                    "chrono::DateTime",
                    "jiff::Timestamp",
                    "time::OffsetDateTime",
                ],
            ),
            (
                "date",
                &["chrono::NaiveDate", "jiff::civil::Date", "time::Date"],
            ),
            ("decimal", &["bigdecimal::BigDecimal"]),
            ("uri", &["url::Url"]),
        ];
        let chosen = TYPES.into_iter().filter(|_| self.rng.bool());
        let chosen: Vec<_> = chosen.collect();
        let types = chosen.into_iter().map(|(scalar, types)| {
            let ty = types[self.rng.usize(..types.len())];
            (scalar.to_owned(), json!(ty))
        });
        Value::Object(types.collect())
    }

    /// `doc`, `assumed`, `deprecated`, `stability`, `see` and `allow`, or some of them.
    fn notes(&mut self) -> Map<String, Value> {
        let mut notes = Map::new();
        // So that maps that are rare have each of them.
        let all = self.chance(9);
        if all || self.chance(25) {
            notes.insert("doc".into(), json!(text(&mut self.rng)));
        }
        if all || self.chance(8) {
            notes.insert("assumed".into(), json!(line(&mut self.rng)));
        }
        if all || self.chance(8) {
            let why = json!(line(&mut self.rng));
            let deprecated = match self.rng.u8(..4) {
                0 => json!(true),
                1 => json!({ "reason": why, "sunset": "2026-12-31" }),
                2 => json!({ "since": "2026-01-31", "sunset": "2026-12-31" }),
                _ => why,
            };
            notes.insert("deprecated".into(), deprecated);
        }
        if all || self.chance(4) {
            let stability = if self.chance(50) {
                "unstable"
            } else {
                "stable"
            };
            notes.insert("stability".into(), json!(stability));
        }
        if all || self.chance(4) {
            let url = "https://docs.example.com/a?b=%22#c";
            let titled = json!({ "url": url, "title": line(&mut self.rng) });
            notes.insert(
                "see".into(),
                if self.chance(50) { json!(url) } else { titled },
            );
        }
        if all || self.chance(4) {
            let accepted =
                json!({ "rule": "type-changed", "reason": "It is new.", "until": "2026-12-31" });
            notes.insert(
                "allow".into(),
                json!(["undocumented", "deprecated", accepted]),
            );
        }
        notes
    }

    /// `true` with this probability.
    fn chance(&mut self, percent: u8) -> bool {
        self.rng.u8(..100) < percent
    }
}

/// The section `lint`: a level for each lint.
fn lint() -> Value {
    let levels = Lint::ALL
        .into_iter()
        .zip(["allow", "warn", "deny"].into_iter().cycle());
    let levels = levels.map(|(lint, level)| (lint.name().to_owned(), json!(level)));
    Value::Object(levels.collect())
}

/// The section `groups`, with some of the groups that operations have.
fn groups(random: &mut Random, operations: &Map<String, Value>) -> Value {
    let mut groups = Map::new();
    for group in operations
        .values()
        .filter_map(|operation| operation["group"].as_str())
    {
        let mut described = random.notes();
        if random.chance(50) {
            described.insert("title".into(), json!(line(&mut random.rng)));
        }
        groups.insert(group.to_owned(), Value::Object(described));
    }
    Value::Object(groups)
}
