//! An error in one part of a specification hides no errors of the other parts, and causes none there.

#![allow(clippy::unwrap_used, missing_docs)]

use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;
use specsmith_tests::cases;

const SECTIONS: [&str; 7] = [
    "pagers",
    "errors",
    "groups",
    "shared",
    "types",
    "operations",
    "webhooks",
];

/// The parts that are maps themselves.
const PARTS: [&str; 3] = ["api", "auth", "error_body"];

/// The text with an unknown key in one of its parts, for each part. The parts are maps in block or flow style.
fn with_an_unknown_key(text: &str) -> impl Iterator<Item = String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut section = "";
    let mut changed = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if !line.starts_with(' ') {
            section = line.split(':').next().unwrap_or_default();
        }
        let indentation = line.len() - line.trim_start().len();
        let is_part = match indentation {
            0 => PARTS.contains(&section),
            2 => SECTIONS.contains(&section) && !line.trim_start().starts_with('#'),
            _ => false,
        };
        let before = lines[..index].join("\n");
        let after = lines[index + 1..].join("\n");
        let with_key = if !is_part {
            continue;
        } else if let Some((key, rest)) = line.split_once('{') {
            format!("{key}{{ nonsense: 1, {rest}")
        } else if let Some(name) = line.strip_suffix(':') {
            format!("{name}:\n{:width$}nonsense: 1", "", width = indentation + 2)
        } else {
            continue;
        };
        changed.push(format!("{before}\n{with_key}\n{after}\n"));
    }
    changed.into_iter()
}

#[test]
fn an_unknown_key_causes_no_other_errors() {
    // Reading takes long without optimizations, so these are some of the parts.
    const STEP: usize = 5;
    let mut checked = 0;
    let mut noise = String::new();
    for case in cases::good() {
        let source = case.spec();
        if source.files().count() > 1 || specsmith::is_openapi(&source) {
            continue;
        }
        for text in with_an_unknown_key(source.text()).step_by(STEP) {
            let changed = SourceFile::new(case.name.as_str(), text);
            let errors = specsmith::read(&changed).unwrap_err();
            let codes: Vec<&str> = errors.iter().map(|error| error.code.0).collect();
            if codes != ["E0104"] {
                noise += &errors.render(&changed, Style::Plain);
            }
            checked += 1;
        }
    }
    assert_eq!(noise, "");
    assert!(checked > 200, "{checked} parts");
}
