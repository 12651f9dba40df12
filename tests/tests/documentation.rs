//! The examples in the documentation are valid.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use serde_json::{Map, Value};
use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;
use specsmith_tests::cases;

/// The examples of the language reference build on each other: each adds to the specification that
/// the first one begins.
#[test]
fn every_example_of_the_language_reference_is_valid() {
    let page = read("docs/spec-language.md");
    let mut spec = Map::new();
    let examples = code_blocks(&page, "yaml");
    assert!(
        examples.len() >= 15,
        "only {} examples found",
        examples.len()
    );
    for example in examples {
        let sections: Map<String, Value> = serde_yaml::from_str(example)
            .unwrap_or_else(|error| panic!("{error} in this example:\n{example}"));
        for (section, content) in sections {
            add(&mut spec, section, content);
        }
        let source = SourceFile::new("example", serde_json::to_string_pretty(&spec).unwrap());
        if let Err(diagnostics) = specsmith::read(&source) {
            let errors = diagnostics.render(&source, Style::Plain);
            panic!("{errors}\nin this example:\n{example}");
        }
    }
}

/// Adds a section to a specification. Entries of sections with free names are added one by one;
/// every other section is replaced.
fn add(spec: &mut Map<String, Value>, section: String, content: Value) {
    match (spec.get_mut(&section), content) {
        (Some(Value::Object(entries)), Value::Object(more))
            if ["errors", "types", "operations"].contains(&section.as_str()) =>
        {
            entries.extend(more);
        }
        (_, content) => {
            spec.insert(section, content);
        }
    }
}

/// The code blocks of a language in a Markdown text.
fn code_blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let opening = format!("\n```{language}\n");
    text.split(&opening)
        .skip(1)
        .filter_map(|rest| rest.split_once("\n```").map(|(block, _)| block))
        .collect()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(cases::root().join(path)).unwrap()
}
