//! `specsmith convert`: the printed specification generates the same crate, and prints the same again.

#![allow(clippy::unwrap_used, missing_docs)]

use specsmith::diagnostic::Style;
use specsmith::source::SourceFile;
use specsmith_tests::cases;

#[test]
fn a_printed_specification_generates_the_same_crate() {
    let good = cases::good()
        .into_iter()
        .map(|case| (case.name.clone(), case.spec()));
    let apis = cases::apis().into_iter().map(|path| {
        let spec = cases::source(&path);
        (spec.name().to_owned(), spec)
    });
    let gateway = ("gateway".to_owned(), cases::gateway());
    for (name, spec) in good.chain(apis).chain([gateway]) {
        let converted = specsmith::convert(&spec).unwrap();
        let printed = SourceFile::new("api.yaml", converted.text.as_str());
        let again = specsmith::convert(&printed);
        let again = again
            .unwrap_or_else(|errors| panic!("{name}: {}", errors.render(&printed, Style::Plain)));
        // The comments are about the original.
        if converted.warnings.is_empty() {
            assert_eq!(again.text, converted.text, "{name}");
        }
        let (expected, found) = (
            specsmith::generate(&spec).unwrap(),
            specsmith::generate(&printed).unwrap(),
        );
        for ((path, expected), (found_path, found)) in expected.iter().zip(found.iter()) {
            assert_eq!(path, found_path, "{name}");
            assert!(
                expected == found,
                "{name}: {}",
                cases::difference(path, expected, found)
            );
        }
        assert_eq!(expected.len(), found.len(), "{name}");
    }
}

/// What `x-specsmith` says about the whole document is in the sections of the language.
#[test]
fn the_extension_of_a_document_is_printed_in_its_words() {
    let text = "openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
x-specsmith: { name: Zoo, crate: zoo, runtime: ../runtime, lenient: false }
paths: {}
";
    let converted = specsmith::convert(&SourceFile::new("openapi.yaml", text)).unwrap();
    let lines: Vec<&str> = converted
        .text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let expected = [
        "specsmith: 1",
        r#"api: { name: Zoo, title: Pets, version: "1.0.0" }"#,
        r#"rust: { crate: zoo, runtime: "../runtime" }"#,
    ];
    assert_eq!(lines, expected);
}

/// A default that is neither 0 nor 1 is an example, and the server uses it if a request has no number. So the number of the
/// first page or item is stated, and clients send it.
#[test]
fn pages_are_counted_from_the_first_one_whatever_the_default_is() {
    for (parameter, expected) in [
        (
            "page, in: query, schema: { type: integer, minimum: 1, default: 5 }",
            Some("{ page_number: page, first: 1, items: items }"),
        ),
        (
            "page, in: query, schema: { type: integer, minimum: 1, default: 1 }",
            Some("{ page_number: page, items: items }"),
        ),
        (
            "page, in: query, schema: { type: integer, minimum: 1 }",
            Some("{ page_number: page, items: items }"),
        ),
        (
            "page, in: query, schema: { type: integer, default: 0 }",
            Some("{ page_number: page, items: items }"),
        ),
        (
            "page, in: query, schema: { type: integer, default: 5 }",
            None,
        ),
        (
            "offset, in: query, schema: { type: integer, default: 20 }",
            Some("{ offset: offset, first: 0, items: items }"),
        ),
        (
            "offset, in: query, schema: { type: integer, minimum: 1 }",
            Some("{ offset: offset, first: 1, items: items }"),
        ),
        (
            "offset, in: query, schema: { type: integer }",
            Some("{ offset: offset, items: items }"),
        ),
    ] {
        let document = format!(
            "openapi: 3.1.0
info: {{ title: A, version: 1.0.0 }}
paths:
  /a:
    get:
      parameters:
        - {{ name: limit, in: query, schema: {{ type: integer }} }}
        - {{ name: {parameter} }}
      responses:
        200:
          description: OK
          content:
            application/json:
              schema: {{ type: object, required: [items], properties: {{ items: {{ type: array, items: {{ type: string }} }} }} }}
"
        );
        let converted = specsmith::convert(&SourceFile::new("a.yaml", document)).unwrap();
        let pages = converted
            .text
            .lines()
            .find_map(|line| line.trim().strip_prefix("pages: "));
        assert_eq!(pages, expected, "{parameter}");
    }
}

/// Segments that look like parameters of other languages are literal text in OpenAPI, and stay that.
#[test]
fn literal_colons_and_stars_are_not_parameters() {
    let text = "openapi: 3.1.0
info: { title: Scans, version: 1.0.0 }
paths:
  /scans/:id/*rest:
    get: { operationId: getScan, responses: { 204: { description: OK } } }
";
    let converted = specsmith::convert(&SourceFile::new("openapi.yaml", text)).unwrap();
    assert!(
        converted.text.contains("/scans/%3Aid/%2Arest"),
        "{}",
        converted.text
    );
    specsmith::read(&SourceFile::new("scans.yaml", converted.text)).unwrap();
}
