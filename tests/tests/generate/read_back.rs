//! A document that is exported and read again generates the same crate.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;
use specsmith::{Format, OpenApiVersion};
use specsmith_tests::{cases, random};

/// The seeds of the random specifications.
const SEEDS: std::ops::Range<u64> = 0..12;

/// All specifications, by their names.
fn specifications() -> Vec<(String, SourceFile)> {
    let good = cases::good().into_iter();
    let good = good.map(|case| (case.name.clone(), case.spec()));
    let apis = cases::apis().into_iter();
    let others = apis.map(|path| cases::source(&path));
    let others = others.chain([cases::gateway()]);
    good.chain(others.map(|spec| (spec.name().to_owned(), spec)))
        .collect()
}

/// What is different after a specification is exported and read again. `None` if it is not valid.
fn differences(spec: &SourceFile) -> Option<String> {
    let api = specsmith::read(spec).ok()?;
    let text = specsmith::openapi_in(OpenApiVersion::V3_1, &api, Format::Json);
    let again = SourceFile::new("again.json", text);
    let mut read = match specsmith::read_with_warnings(&again) {
        Ok(read) => read,
        Err(errors) => return Some(errors.render(&again, Style::Plain)),
    };
    // What is about the crate and not about the API is not exported.
    read.api.package = api.package.clone();
    let mut found = String::new();
    for warning in &read.warnings {
        writeln!(found, "warning: {}", warning.message).unwrap();
    }
    let (before, after) = (specsmith::files(&api), specsmith::files(&read.api));
    let paths = before.iter().chain(after.iter()).map(|(path, _)| path);
    for path in paths.collect::<BTreeSet<_>>() {
        match (before.get(path), after.get(path)) {
            (Some(before), Some(after)) if before == after => {}
            (Some(before), Some(after)) => found += &cases::difference(path, before, after),
            (Some(_), None) => writeln!(found, "{path} is missing").unwrap(),
            (None, _) => writeln!(found, "{path} is new").unwrap(),
        }
    }
    Some(found)
}

/// The specifications whose crate is different after that, by the first kind of difference that they have. Other kinds
/// may follow. `docs/openapi.md` explains each kind, under the same words.
const DIFFERENT: &[(&str, &[&str])] = &[
    (
        "`pagers`",
        &[
            "assumed",
            "atlas.yaml",
            "choice_of_contents",
            "completions.yaml",
            "conditional_requests",
            "depot.yaml",
            "features_of_groups",
            "forge.yaml",
            "gateway.yaml",
            "headers_of_pages_and_events",
            "after.yaml",
            "before.yaml",
            "lists.yaml",
            "names_of_items",
            "names_of_pagers",
            "names_of_pages",
            "names_of_parameters",
            "pagers",
            "pages",
            "parameters_of_any_name",
            "payments.yaml",
            "searches.yaml",
            "success_statuses",
        ],
    ),
    (
        "kinds of credentials",
        &[
            "auth_alternatives",
            "auth_combinations",
            "auth_custom",
            "auth_kinds",
            "auth_kinds_in_a_combination",
            "auth_oauth",
            "auth_one_combination",
            "auth_one_kind",
            "auth_schemes",
            "auth_unused",
            "deprecated",
            "deprecated_parts",
            "doors.yaml",
            "names_beside_keys",
            "names_of_methods",
            "names_of_one_letter",
            "names_of_types",
            "scaffold_named_like_a_type",
        ],
    ),
    (
        "unions with a tag beside the value, and types of one direction",
        &[
            "derives",
            "hub.yaml",
            "names_of_variants",
            "payouts.yaml",
            "tuples",
            "unions_beside_fields",
            "unions_open",
            "unions_tagged_elsewhere",
            "webhooks",
        ],
    ),
    (
        "names of variants without a tag",
        &[
            "archive.yaml",
            "clinic.yaml",
            "constraints_inside_types",
            "drafts.yaml",
            "enum_of_values",
            "errors_with_bodies",
            "events",
            "events_by_name",
            "forms",
            "multipart",
            "names_given",
            "open_in_responses",
            "own_types",
            "palettes.yaml",
            "parameters_of_unions",
            "read_only_and_write_only",
            "rides.yaml",
            "styles_of_objects",
            "unions_in_cycles",
            "unions_in_parameters",
            "unions_tagged",
            "unions_untagged",
        ],
    ),
    (
        "aliases, enumerations of one value, and the order of operations",
        &[
            "aliases",
            "body",
            "checkout.yaml",
            "constants",
            "contents",
            "contents_of_requests",
            "envelope",
            "groups",
            "lists_of_any_response",
            "methods",
            "number_types",
            "parameters_of_constants",
            "responses_by_status",
            "responses_with_headers",
            "studio.yaml",
            "xml",
        ],
    ),
    (
        "optional lists in queries, `json` that may be null, limits of a field beside limits of its type",
        &[
            "constraints_on_fields",
            "constraints_on_lists_and_maps",
            "json",
            "library_types",
            "path_parameters",
            "query_parameters",
            "stations.yaml",
            "styles_of_lists",
            "text_types",
        ],
    ),
    (
        "different names of a parameter in operations of one path",
        &["partial_segments", "shared_template"],
    ),
    (
        "names of servers",
        &["hostile_markdown", "scans.yaml", "servers"],
    ),
    (
        "the order of errors, names of values and responses, and some of their notes",
        &[
            "deprecated_responses",
            "errors_with_codes",
            "hostile_descriptions",
            "names_of_groups",
            "names_of_values",
            "responses_of_classes",
        ],
    ),
    (
        "an API without operations",
        &["empty", "unused_types", "yaml_anchors"],
    ),
    (
        "documents of other people",
        &[
            "openapi_3_2",
            "openapi_bytes",
            "openapi_choices",
            "openapi_contents",
            "openapi_discriminators",
            "openapi_envelopes",
            "openapi_events",
            "openapi_limits",
            "openapi_merging",
            "openapi_multipart",
            "openapi_operations",
            "openapi_own_types",
            "openapi_pages",
            "openapi_paths",
            "openapi_polymorphism",
            "openapi_swagger",
            "openapi_tags",
            "openapi_unions",
            "openapi_values",
        ],
    ),
];

/// A table for users lists every kind of difference.
#[test]
fn the_documentation_explains_every_difference() {
    let page = std::fs::read_to_string(cases::root().join("docs/openapi.md")).unwrap();
    for (kind, _) in DIFFERENT {
        assert!(page.contains(&format!("\n| {kind} | ")), "{kind}");
    }
}

#[test]
fn a_document_that_is_exported_and_read_again_generates_the_same_crate() {
    let all = specifications();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    let work = || {
        while let Some((name, spec)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some(difference) = differences(spec).filter(|found| !found.is_empty()) {
                found.lock().unwrap().insert(name.as_str(), difference);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
    let mut found = found.into_inner().unwrap();
    let names: BTreeSet<&str> = found.keys().copied().collect();
    let known = DIFFERENT.iter().flat_map(|(_, names)| *names);
    let known: BTreeSet<&str> = known.copied().collect();
    let same: Vec<&&str> = known.difference(&names).collect();
    assert!(same.is_empty(), "nothing is different any more: {same:?}");
    found.retain(|name, _| !known.contains(name));
    let mut report = String::new();
    for (name, difference) in &found {
        writeln!(report, "{name}:\n{difference}").unwrap();
    }
    assert!(found.is_empty(), "{names:?}\n{report}");
}

/// Everything about webhooks that OpenAPI has no words for: signatures, idempotency, and sizes. The headers that a
/// signature implies are in the document, and become no parameters.
#[test]
fn webhooks_are_read_back() {
    let text = "specsmith: 1\n\
        api: { name: Books, title: Books, version: '1' }\n\
        webhooks:\n  \
          added: { signature: Webhook-Signature, idempotency: Webhook-Id, body: Book }\n  \
          changed: { method: PUT, signature: webhook-signature, body: { type: Book, max_size: 4KiB } }\n  \
          moved: { signature: X-Signature, idempotency?: X-Key, headers: { Webhook-Id: string }, body: Book }\n  \
          sold: { signature: Webhook-Signature, headers: { Webhook-Id: string }, body?: Book }\n  \
          removed: { method: DELETE, query: { id: string } }\n\
        operations: { add_book: { route: POST /books, body: Book } }\n\
        types: { Book: { fields: { title: string } } }\n";
    let spec = SourceFile::new("books.yaml", text);
    if let Err(errors) = specsmith::read(&spec) {
        panic!("{}", errors.render(&spec, Style::Plain));
    }
    assert_eq!(differences(&spec).unwrap(), "");
}

/// A tuple in a form is written like a list, also in OpenAPI.
#[test]
fn tuples_in_forms_are_read_back() {
    let text = "specsmith: 1\n\
        api: { name: Books, title: Books, version: '1' }\n\
        types:\n  \
          Author: { fields: { name: string } }\n  \
          Expiry: { tuple: [uint8, uint16?] }\n  \
          Credit: { tuple: [Author, string] }\n  \
          Card: { fields: { expiry: Expiry, shelves?: list<string> } }\n  \
          Owned: { fields: { credit: Credit } }\n\
        operations:\n  \
          add_card: { route: POST /cards, body: form<Card> }\n  \
          add_owned: { route: POST /owned, body: { type: form<Owned>, lists: indexed } }\n";
    let spec = SourceFile::new("books.yaml", text);
    if let Err(errors) = specsmith::read(&spec) {
        panic!("{}", errors.render(&spec, Style::Plain));
    }
    assert_eq!(differences(&spec).unwrap(), "");
}

/// They contain every kind of difference, so only whether they are valid is tested.
#[test]
fn a_random_document_that_is_exported_is_valid() {
    for spec in SEEDS.map(random::specification) {
        let Ok(api) = specsmith::read(&spec) else {
            continue;
        };
        let text = specsmith::openapi_in(OpenApiVersion::V3_1, &api, Format::Json);
        let again = SourceFile::new("again.json", text);
        if let Err(errors) = specsmith::read(&again) {
            panic!("{}: {}", spec.name(), errors.render(&again, Style::Plain));
        }
    }
}
