use super::*;

#[test]
fn openapi_is_told_by_its_keys() {
    for (text, expected) in [
        ("openapi: 3.1.0\n", true),
        ("# A comment\n\ninfo: {}\n'openapi' : 3.0.0\n", true),
        ("swagger: '2.0'\n", true),
        ("specsmith: 1\napi: { title: openapi: }\n", false),
        ("openapis: 3\n", false),
        ("{\"info\": {\"openapi\": 1}, \"openapi\": \"3.0.0\"}", true),
        ("{\"info\": {\"openapi\": \"}\"}}", false),
        ("{\"specsmith\": 1}", false),
        ("{openapi: 3.0.3, info: {}}", true),
        ("{ info: { openapi: 1 },\n 'swagger' : '2.0' }", true),
        ("{ specsmith: 1, a: { openapi: 1 } }", false),
        ("", false),
    ] {
        assert_eq!(is_openapi(text), expected, "{text}");
    }
}

#[test]
fn paths_are_relative_to_the_folder_of_the_document() {
    for (from, reference, path) in [
        ("api.yaml", "pets.yaml", "pets.yaml"),
        ("api.yaml", "./schemas/pet.json", "schemas/pet.json"),
        ("schemas/pet.yaml", "../common.yaml", "common.yaml"),
        ("schemas/pet.yaml", "owner%20a.yaml", "schemas/owner a.yaml"),
        ("api.yaml", "../other/a.yaml", "../other/a.yaml"),
    ] {
        assert_eq!(resolve_path(from, reference), path, "{from} {reference}");
    }
}

#[test]
fn references_to_files_are_found_in_json_and_yaml() {
    for (text, expected) in [
        (
            "a: { $ref: b.yaml#/x }\nb:\n  $ref: './c.json'\nc: {\"$ref\": \"#/d\"}\nd:\n  $ref: \"https://e.example/f\"\n",
            &["x/c.json", "x/b.yaml"][..],
        ),
        ("{\"$ref\":\"b\\/c.json#/d\"}", &["x/b/c.json"]),
        (
            "# $ref: a.json\na: '$ref: b.json'\nc: { $ref: >-\n  d.json }",
            &[],
        ),
        ("a:\n  $ref: >-\n    d.json\n", &["x/d.json"]),
        (
            "discriminator: { mapping: { a: A, b: b.json, c: '#/c', d: ./d.yaml#/D } }",
            &["x/d.yaml", "x/b.json"],
        ),
    ] {
        let is_found = parse_text(text, 0).is_ok_and(|tree| {
            assert_eq!(referenced(&tree.root, "x/a.json"), expected, "{text}");
            !expected.is_empty()
        });
        assert!(!is_found || may_refer_to_files(text), "{text}");
    }
    for text in [
        "{\"$ref\" : \"#/a.json\"}",
        "{\"$ref\": { \"type\": \"string\" }}",
        "$ref: https://example.com/a.json\n",
        "{\"mapping\": {\"a\": \"#/a\"}, \"x\": \"package.json\"}",
        "# a mapping to a.json\na:\n  mapping:\n    a: A\n\n    b: B\n  description: a.json\n",
    ] {
        assert!(!may_refer_to_files(text), "{text}");
    }
    for text in [
        "a:\n  mapping:\n    # Both.\n    a: A\n\n    b: b.yml#/B\nc: d\n",
        "{\"mapping\" : {\"a\": \"a.json\"}}",
    ] {
        assert!(may_refer_to_files(text), "{text}");
    }
}

/// A minified document is one line, and a `mapping` may be anything in it.
#[test]
fn a_long_line_is_searched_once() {
    let count = 200_000;
    for (one, end, expected) in [
        ("\"mapping\":\"x\",", "", false),
        ("\"mapping\":{", "", false),
        ("\"mapping\":{\"a\":\"B\"},", "", false),
        ("\"mapping\":\"x\",", "\"mapping\":{\"a\":\"b.json\"}", true),
        ("$ref", "://", true),
    ] {
        let text = format!("{{\"openapi\":\"3.1.0\",{}{end}", one.repeat(count));
        let start = std::time::Instant::now();
        assert_eq!(may_refer_to_files(&text), expected, "{one}");
        // It takes hours if each place is searched from its beginning to its end.
        assert!(start.elapsed().as_secs() < 20, "{one}");
    }
}

/// The files of a document, as the command reads them.
fn source(files: &[(&str, &str)]) -> SourceFile {
    let (name, text) = files[0];
    let read = &mut |path: &str| {
        let found = files.iter().find(|(name, _)| *name == path);
        found.map_or_else(
            || Err("no file".to_owned()),
            |(_, text)| Ok((*text).to_owned()),
        )
    };
    with_references(SourceFile::new(name, text), read).unwrap()
}

#[test]
fn files_are_read_once_and_known_by_their_places() {
    let source = source(&[
        ("a.yaml", "openapi: 3.1.0\nx: { $ref: b.json }\n"),
        (
            "b.json",
            "{\"discriminator\": {\"mapping\": {\"c\": \"c.yml\", \"d\": \"d.yml\"}}}",
        ),
        ("c.yml", "{ c: 1, c: }"),
        ("d.yml", "{ d: { e: text } }"),
    ]);
    let names: Vec<&str> = source.files().map(|(name, _)| name).collect();
    assert_eq!(names, ["a.yaml", "b.json", "d.yml"]);
    for (_, span) in source.files() {
        assert!(source.tree(span.start()).is_some());
    }
    let missing: Vec<&str> = source
        .missing()
        .iter()
        .map(|file| file.why.as_str())
        .collect();
    assert_eq!(
        missing,
        ["invalid JSON: expected a name in quotes, at line 1, column 3 of `c.yml`"]
    );
    let parts = parse(&source).unwrap();
    let text = parts.files[2].root.get("d").unwrap().get("e").unwrap();
    assert_eq!(source.slice(text.span), "text");
}

#[test]
fn all_files_of_a_swagger_document_are_upgraded() {
    let source = source(&[
        (
            "a.yaml",
            "swagger: '2.0'\ninfo: { title: A }\nproduces: [text/csv]\npaths:
  /a: { $ref: 'b.yaml#/paths/a' }
  /b: { put: { parameters: [{ $ref: 'b.yaml#/parameters/Body' }], responses: { 204: { description: OK } } } }
",
        ),
        (
            "b.yaml",
            "parameters:
  Ids: { name: ids, in: query, type: array, items: { type: string } }
  Body: { name: body, in: body, schema: { type: string } }
responses:
  Gone: { description: Gone., schema: { type: object, properties: { why: { type: string } } } }
paths:
  a:
    post:
      parameters: [{ $ref: '#/parameters/Ids' }, { name: f, in: formData, type: string, required: true }]
      responses: { 200: { description: OK, schema: { type: string } }, 410: { $ref: '#/responses/Gone' } }
",
        ),
    ]);
    let text = crate::convert(&source).unwrap().text;
    for part in [
        "a request has only one body, which must be in the file that refers to it",
        "style: comma",
        "body: form",
        "returns: { type: text, media: text/csv",
        "body: { type: text, media: text/csv }",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
