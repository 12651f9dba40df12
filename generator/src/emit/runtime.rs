//! The runtime, embedded in the generated crate.

use specsmith_runtime::sources::FILES;

use super::work::Work;
use crate::render::MARK;

/// The folder of the runtime in the generated crate.
pub(super) const FOLDER: &str = "runtime";

/// Adds the files of the runtime.
pub(super) fn emit(work: &mut Work<'_>) {
    for (path, text) in FILES {
        work.file(format!("{FOLDER}/{path}"), || file(path, text));
    }
}

fn file(path: &str, text: &str) -> String {
    match path.rsplit('.').next() {
        Some("rs") => format!(
            "// {MARK}\n\n{}",
            without_tests(text).replacen(OWN_SOURCES, "", 1)
        ),
        Some("toml") => format!("# {MARK}\n{text}"),
        Some("md") => format!("<!-- {MARK} -->\n{text}"),
        _ => text.to_owned(),
    }
}

/// The lines of the module that has this list. An embedded runtime has no such feature.
const OWN_SOURCES: &str = "#[cfg(feature = \"sources\")]\n#[doc(hidden)]\npub mod sources;\n";

/// The starts of the conditions of tests.
const TESTS: [&str; 2] = ["#[cfg(test)]\n", "#[cfg(all(test, "];

/// The start of the condition of what tests use without a feature that needs it.
const ALSO_FOR_TESTS: &str = "#[cfg(any(test, ";

/// A source file of the runtime without its tests, which need crates that only tests depend on: without
/// the line of the module, or without the module itself, which is at the end of the file.
fn without_tests(text: &str) -> String {
    let text = without_test_conditions(text);
    let starts = TESTS.iter().filter_map(|start| text.find(start));
    let Some(start) = starts.min() else {
        return text;
    };
    let (before, tests) = text.split_at(start);
    // Without the condition, which is a line.
    let tests = tests.split_once('\n').map_or("", |(_, tests)| tests);
    match tests.split_once('\n') {
        Some((line, after)) if line.ends_with(';') => format!("{before}{after}"),
        Some(_) | None => format!("{}\n", before.trim_end()),
    }
}

fn without_test_conditions(text: &str) -> String {
    let mut parts = text.split(ALSO_FOR_TESTS);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (features, rest) = part.split_once("))]").unwrap_or((part, ""));
        let condition = match features.contains(',') {
            true => format!("#[cfg(any({features}))]"),
            false => format!("#[cfg({features})]"),
        };
        out.push_str(&condition);
        out.push_str(rest);
    }
    out
}

#[cfg(test)]
mod tests {
    use specsmith_runtime::sources::FILES;

    #[test]
    fn conditions_are_those_without_tests() {
        for (condition, expected) in [
            (
                "#[cfg(any(test, feature = \"client\"))]",
                "#[cfg(feature = \"client\")]",
            ),
            (
                "#[cfg(any(test, feature = \"client\", feature = \"form\"))]",
                "#[cfg(any(feature = \"client\", feature = \"form\"))]",
            ),
        ] {
            let text = format!("{condition}\nmod a;\n");
            assert_eq!(super::without_tests(&text), format!("{expected}\nmod a;\n"));
        }
    }

    /// The compiler would find invalid conditions, too, but not within seconds.
    #[test]
    fn embedded_sources_and_their_conditions_are_valid() {
        for (path, text) in FILES.iter().filter(|(path, _)| path.ends_with(".rs")) {
            let text = super::file(path, text);
            if let Err(error) = syn::parse_file(&text) {
                panic!("{path}: {error}");
            }
            for part in text.split("#[cfg(").skip(1) {
                let (condition, _) = part.split_once(")]").unwrap_or((part, ""));
                let parsed: Result<syn::Meta, _> = syn::parse_str(condition);
                assert!(parsed.is_ok(), "{path}: `{condition}`");
                assert!(!condition.contains("test"), "{path}: `{condition}`");
            }
        }
    }
}
