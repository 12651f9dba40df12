//! What is different on the wire in a specification that was exported as an OpenAPI document and read again: only what
//! such a document does not keep, or what is read in another way. `exports.txt` lists it, so that nothing is added.

use std::fmt::Write as _;
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
    all.extend(apis.map(|path| (path.display().to_string(), cases::source(&path))));
    let good = cases::good().into_iter();
    all.extend(good.map(|case| (case.name.clone(), case.spec())));
    let root = cases::root().display().to_string();
    all.iter_mut()
        .for_each(|(name, _)| *name = name.replace(&root, ""));
    all
}

#[test]
fn an_exported_document_has_the_same_api_on_the_wire() {
    let mut text = String::new();
    for (name, source) in specifications() {
        let found = found_in(&source, &export(&source));
        if found.is_empty() {
            continue;
        }
        writeln!(text, "{name}").unwrap();
        for line in found {
            writeln!(text, "  {line}").unwrap();
        }
    }
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diff/exports.txt");
    if cases::updating() {
        fs::write(&expected, &text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(&expected).unwrap());
}
