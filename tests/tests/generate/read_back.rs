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

/// The specifications whose crate is different after that. What is missing in the document: pagers, which become the
/// pages of single operations; kinds of credentials, and the messages of `auth`; orders; names of parameters that a path
/// shares; the forms of unions, tuples and aliases that a schema states in another way; and what documents of other
/// people say that Specsmith reads, but does not export.
const DIFFERENT: &[&str] = &[
    "aliases",
    "archive.yaml",
    "assumed",
    "atlas.yaml",
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
    "body",
    "checkout.yaml",
    "choice_of_contents",
    "clinic.yaml",
    "completions.yaml",
    "conditional_requests",
    "constants",
    "constraints_inside_types",
    "constraints_on_fields",
    "constraints_on_lists_and_maps",
    "contents",
    "contents_of_requests",
    "depot.yaml",
    "deprecated",
    "deprecated_parts",
    "deprecated_responses",
    "derives",
    "doors.yaml",
    "drafts.yaml",
    "enum_of_values",
    "envelope",
    "errors_with_bodies",
    "errors_with_codes",
    "errors_with_fields",
    "events",
    "events_by_name",
    "features_of_groups",
    "feeds.yaml",
    "forge.yaml",
    "forms",
    "gateway.yaml",
    "groups",
    "headers_of_pages_and_events",
    "hostile_descriptions",
    "hostile_markdown",
    "hub.yaml",
    "json",
    "lists.yaml",
    "lists_and_maps",
    "lists_of_any_response",
    "methods",
    "multipart",
    "names_beside_keys",
    "names_given",
    "names_of_groups",
    "names_of_items",
    "names_of_methods",
    "names_of_one_letter",
    "names_of_pagers",
    "names_of_pages",
    "names_of_parameters",
    "names_of_types",
    "names_of_values",
    "names_of_variants",
    "newtypes",
    "number_types",
    "open_in_responses",
    "openapi_3_2",
    "openapi_bytes",
    "openapi_choices",
    "openapi_contents",
    "openapi_discriminators",
    "openapi_envelopes",
    "openapi_events",
    "openapi_forms",
    "openapi_limits",
    "openapi_merging",
    "openapi_multipart",
    "openapi_operations",
    "openapi_own_types",
    "openapi_pages",
    "openapi_paths",
    "openapi_polymorphism",
    "openapi_schemas",
    "openapi_swagger",
    "openapi_tags",
    "openapi_unions",
    "openapi_values",
    "others",
    "own_types",
    "pagers",
    "pages",
    "palettes.yaml",
    "parameters_of_any_name",
    "parameters_of_constants",
    "parameters_of_unions",
    "partial_segments",
    "path_parameters",
    "payments.yaml",
    "payouts.yaml",
    "query_parameters",
    "read_only_and_write_only",
    "responses_by_status",
    "responses_of_classes",
    "responses_with_headers",
    "scaffold_named_like_a_type",
    "scans.yaml",
    "searches.yaml",
    "servers",
    "shared_template",
    "stations.yaml",
    "studio.yaml",
    "styles_of_lists",
    "styles_of_objects",
    "success_statuses",
    "text_types",
    "tuples",
    "unions_beside_fields",
    "unions_in_cycles",
    "unions_in_parameters",
    "unions_open",
    "unions_tagged",
    "unions_tagged_elsewhere",
    "unions_untagged",
    "webhooks",
    "webhooks_alone",
    "xml",
];

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
    let known: BTreeSet<&str> = DIFFERENT.iter().copied().collect();
    let same: Vec<&&str> = known.difference(&names).collect();
    assert!(same.is_empty(), "nothing is different any more: {same:?}");
    found.retain(|name, _| !known.contains(name));
    let mut report = String::new();
    for (name, difference) in &found {
        writeln!(report, "{name}:\n{difference}").unwrap();
    }
    assert!(found.is_empty(), "{names:?}\n{report}");
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
