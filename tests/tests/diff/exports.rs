//! What is different on the wire in a specification that was exported as an OpenAPI document and read again: only what
//! such a document does not keep, or what is read in another way. `exports.txt` lists it below the reasons.

use std::fs;
use std::path::Path;

use specsmith::Format;
use specsmith::source::SourceFile;
use specsmith_tests::cases;

use crate::compared::found_in;

/// The OpenAPI document that describes the same API.
pub(crate) fn export(source: &SourceFile) -> SourceFile {
    let text = specsmith::openapi(source, Format::Json).expect("it has no errors");
    SourceFile::new("openapi.json", text)
}

/// The specifications of the repository, with their names.
fn specifications() -> Vec<(String, SourceFile)> {
    let mut all = vec![("gateway".to_owned(), cases::gateway())];
    let apis = cases::apis().into_iter();
    all.extend(apis.map(|path| {
        let name = path.file_stem().unwrap_or_default();
        (name.display().to_string(), cases::source(&path))
    }));
    let good = cases::good().into_iter();
    all.extend(good.map(|case| (case.name.clone(), case.spec())));
    all
}

/// What precedes differences that are not in the list.
const NEW: &str = "# NEW: mend them, or give them a reason.";

/// The list, where `found` takes the place of what it lists: each difference stays below its reason, and new ones are at
/// the end.
fn updated(list: &str, found: &[String]) -> String {
    let listed: Vec<&str> = list.lines().collect();
    let mut new = found
        .iter()
        .filter(|line| !listed.contains(&line.as_str()))
        .peekable();
    let is_found = |line: &&&str| found.iter().any(|found| found == **line);
    let is_kept = |line: &&&str| line.is_empty() || line.starts_with('#') || is_found(line);
    let kept: Vec<&str> = listed.iter().filter(is_kept).copied().collect();
    // A reason for nothing goes with its lines.
    let sections = kept.split(|line| line.is_empty());
    let sections = sections
        .filter(|section| section.len() > 1)
        .map(|section| section.join("\n"));
    let mut sections: Vec<String> = sections.collect();
    if new.peek().is_some() {
        let new: Vec<&str> = std::iter::once(NEW)
            .chain(new.map(String::as_str))
            .collect();
        sections.push(new.join("\n"));
    }
    sections.join("\n\n") + "\n"
}

#[test]
fn an_exported_document_has_the_same_api_on_the_wire() {
    let mut found: Vec<String> = Vec::new();
    for (name, source) in specifications() {
        let changes = found_in(&source, &export(&source)).into_iter();
        found.extend(changes.map(|change| format!("{name}: {change}")));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diff/exports.txt");
    let list = fs::read_to_string(&path).unwrap();
    let updated = updated(&list, &found);
    if cases::updating() {
        fs::write(&path, &updated).unwrap();
    }
    let shown = path.display();
    let advice =
        format!("set UPDATE_EXPECTED=1 to update {shown}, and read what is new or gone there");
    assert_eq!(list, updated, "{advice}");
    assert!(
        !list.contains(NEW),
        "give the last lines of {shown} a reason"
    );
}
