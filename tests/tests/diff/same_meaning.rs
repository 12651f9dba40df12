//! What is not compared, and only written otherwise; and what one document says that holds without it.

use specsmith::source::SourceFile;

use crate::compared::{assert_both, document, found_in, found_with_rollback, specification};

/// A document whose operation takes one of two objects that nothing tells apart, with components.
fn one_object(member: &str, schemas: &str) -> SourceFile {
    document(&format!(
        "
paths:
  /orders:
    post:
      operationId: send
      requestBody:
        content:
          application/json:
            schema:
              anyOf:
                - {{ type: object, required: [kind], properties: {{ kind: {{ type: string }} }} }}
                - {member}
      responses: {{ '204': {{ description: None. }} }}
components: {{ schemas: {{ {schemas} }} }}
"
    ))
}

/// A document whose response has a header that is not compared.
fn header(name: &str, schema: &str) -> SourceFile {
    document(&format!(
        "
paths:
  /orders:
    get:
      operationId: read
      responses: {{ '204': {{ description: None., headers: {{ {name}: {{ schema: {{ {schema} }} }} }} }} }}
"
    ))
}

const CORS: &str = "Access-Control-Allow-Origin";

#[test]
fn words_that_say_nothing_do_not_count_where_nothing_is_compared() {
    let schema = "type: object, required: [kind], properties: { kind: { type: string }, size: { type: integer } }";
    let old = one_object(&format!("{{ {schema} }}"), "");
    for word in [
        "x-order: 1",
        "deprecated: true",
        "readOnly: false",
        "nullable: false",
        "minProperties: 0",
        "title: Sized",
    ] {
        let new = one_object(&format!("{{ {schema}, {word} }}"), "");
        assert_both(&old, &new, &[], &[]);
    }
    let in_field = schema.replace("type: integer", "type: integer, x-order: 1, required: []");
    assert_both(
        &old,
        &one_object(&format!("{{ {in_field} }}"), ""),
        &[],
        &[],
    );
    let untyped = schema.replace("type: object, ", "");
    assert_both(&old, &one_object(&format!("{{ {untyped} }}"), ""), &[], &[]);
    // What says something counts.
    let found = found_with_rollback(
        &old,
        &one_object(&format!("{{ {schema}, maxProperties: 1 }}"), ""),
    );
    assert!(!found.is_empty());
}

#[test]
fn a_schema_may_be_written_in_parts_where_nothing_is_compared() {
    let kind = "kind: { type: string }";
    let size = "size: { type: integer }";
    let whole = format!("{{ type: object, required: [kind], properties: {{ {kind}, {size} }} }}");
    let sized = format!("Sized: {whole}");
    let old = one_object(&whole, "");
    for (member, schemas) in [
        (
            "{ $ref: '#/components/schemas/Sized' }".to_owned(),
            sized.as_str(),
        ),
        (
            "{ allOf: [{ $ref: '#/components/schemas/Sized' }] }".to_owned(),
            &sized,
        ),
        (format!("{{ allOf: [{whole}] }}"), ""),
        (
            format!(
                "{{ allOf: [{{ type: object, properties: {{ {kind} }} }}, {{ type: object, required: [kind], properties: {{ {size} }} }}] }}"
            ),
            "",
        ),
        (
            format!(
                "{{ type: object, properties: {{ {kind}, {size} }}, allOf: [{{ required: [kind] }}] }}"
            ),
            "",
        ),
    ] {
        assert_both(&old, &one_object(&member, schemas), &[], &[]);
    }
    // A component says something else.
    let other = sized.replace("integer", "boolean");
    let found = found_with_rollback(
        &old,
        &one_object("{ $ref: '#/components/schemas/Sized' }", &other),
    );
    assert!(
        found.iter().any(|line| line.starts_with("not-compared")),
        "{found:?}"
    );
}

#[test]
fn headers_that_are_not_compared_are_written_in_other_words() {
    let changed = [format!(
        "not-compared /paths/~1orders/get/responses/204/headers/{CORS}: unknown, unknown"
    )];
    let changed: Vec<&str> = changed.iter().map(String::as_str).collect();
    for (one, other, different) in [
        ("const: a", "enum: [a]", "enum: [b]"),
        (
            "type: [string, 'null']",
            "type: string, nullable: true",
            "type: string",
        ),
        (
            "oneOf: [{ type: string, enum: [a, b] }, { type: string, enum: [c] }]",
            "type: string, enum: [c, a, b]",
            "type: string, enum: [a, b]",
        ),
        (
            "type: string, x-order: 1",
            "type: string",
            "type: string, maxLength: 2",
        ),
        (
            "type: [string]",
            "allOf: [{ type: string }]",
            "type: integer",
        ),
    ] {
        assert_both(&header(CORS, one), &header(CORS, other), &[], &[]);
        assert_both(
            &header(CORS, one),
            &header(CORS, different),
            &changed,
            &changed,
        );
    }
    let lower = CORS.to_ascii_lowercase();
    let text = "type: string";
    assert_both(&header(CORS, text), &header(&lower, text), &[], &[]);
    assert_eq!(
        found_with_rollback(&header(CORS, text), &header(&lower, "type: integer")).len(),
        1
    );
}

#[test]
fn what_is_required_beside_an_object_is_of_that_object() {
    let with = |member: &str, end: &str| {
        document(&format!(
            "
paths:
  /orders:
    post:
      operationId: send
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties: {{ email: {{ type: string }}, id: {{ type: string }} }}
              anyOf: [{{ {member} required: [email] }}, {{ {member} required: [id{end}] }}]
      responses: {{ '204': {{ description: None. }} }}
"
        ))
    };
    let old = with("", "");
    for member in [
        "type: object,",
        "deprecated: false,",
        "nullable: false,",
        "x-order: 1,",
    ] {
        assert_both(&old, &with(member, ""), &[], &[]);
        assert_both(
            &old,
            &with(member, ", email"),
            &["schema-added send.body: breaking, compatible"],
            &["schema-removed send.body: compatible, breaking"],
        );
    }
}

/// A document with a parameter that is not compared, at a path, its operation or in components.
fn accept(of_path: &str, of_operation: &str, component: &str) -> SourceFile {
    document(&format!(
        "
paths:
  /orders:
    parameters: [{of_path}]
    get: {{ operationId: read, parameters: [{of_operation}], responses: {{ '204': {{ description: None. }} }} }}
components: {{ parameters: {{ {component} }} }}
"
    ))
}

#[test]
fn a_parameter_that_is_not_compared_moves() {
    let with = |name: &str, values: &str| {
        format!("{{ name: {name}, in: header, schema: {{ type: string, enum: [{values}] }} }}")
    };
    let parameter = with("Accept", "a");
    let component = format!("Accept: {parameter}");
    let reference = "{ $ref: '#/components/parameters/Accept' }";
    let places = [
        accept(&parameter, "", ""),
        accept("", &parameter, ""),
        accept(reference, "", &component),
        accept("", reference, &component),
        accept("", &with("accept", "a"), ""),
    ];
    for old in &places {
        for new in &places {
            assert_both(old, new, &[], &[]);
        }
        let found = found_with_rollback(old, &accept("", &with("Accept", "b"), ""));
        assert_eq!(found.len(), 1, "{found:?}");
        let found = found_with_rollback(old, &accept("", "", ""));
        assert_eq!(found.len(), 1, "{found:?}");
    }
}

/// A document whose operation has these parameters and these credentials.
fn key(parameters: &str, security: &str, scheme: &str) -> SourceFile {
    document(&format!(
        "
paths:
  /orders:
    get: {{ operationId: read, parameters: [{parameters}], security: [{security}], responses: {{ '204': {{ description: None. }} }} }}
components: {{ securitySchemes: {{ key: {{ {scheme} }} }} }}
"
    ))
}

#[test]
fn a_key_was_a_parameter() {
    for (place, name) in [("header", "X-Key"), ("query", "key"), ("cookie", "key")] {
        let scheme = format!("type: apiKey, in: {place}, name: {name}");
        let required =
            format!("{{ name: {name}, in: {place}, required: true, schema: {{ type: string }} }}");
        let optional = required.replace("required: true, ", "");
        let parameter = |parameter: &str| key(parameter, "", &scheme);
        let credentials = key("", "{ key: [] }", &scheme);
        let optional_credentials = key("", "{ key: [] }, {}", &scheme);
        assert_both(&parameter(&required), &credentials, &[], &[]);
        assert_both(
            &parameter(&required),
            &key(&required, "{ key: [] }", &scheme),
            &[],
            &[],
        );
        assert_both(&parameter(&optional), &optional_credentials, &[], &[]);
        assert_both(
            &parameter(&optional),
            &credentials,
            &["auth-became-required read: breaking, compatible"],
            &["auth-became-optional read: compatible, breaking"],
        );
        assert_both(
            &parameter(&required),
            &optional_credentials,
            &["auth-became-optional read: compatible, breaking"],
            &["auth-became-required read: breaking, compatible"],
        );
        // Another key is needed in addition.
        let other = required.replace(&format!("name: {name}"), "name: other");
        let found = found_with_rollback(&parameter(&other), &credentials);
        assert!(
            found.contains(&"auth-added read: breaking, compatible".to_owned()),
            "{found:?}"
        );
    }
}

#[test]
fn a_description_mentions_the_usual_end_of_a_stream() {
    let with = |description: &str, schema: &str| {
        document(&format!(
            "
paths:
  /orders:
    get:
      operationId: watch
      description: '{description}'
      responses: {{ '200': {{ description: Events., content: {{ text/event-stream: {{ schema: {{ {schema} }} }} }} }} }}
"
        ))
    };
    let json = "type: object, properties: { a: { type: string } }";
    let (silent, usual) = (
        with("Streams.", json),
        with("Streams, and ends with data: [DONE]", json),
    );
    assert_both(&silent, &usual, &[], &[]);
}

#[test]
fn documents_without_a_name_have_the_name_of_their_file() {
    let read = |name: &str, title: &str| {
        let text = format!(
            "openapi: 3.1.0
info: {{ title: '{title}', version: 1.0.0 }}
paths:
  /orders:
    get: {{ operationId: read, responses: {{ '204': {{ description: None. }} }} }}
"
        );
        SourceFile::new(name, text)
    };
    let found = |old: &SourceFile, new: &SourceFile| {
        let read = |source| specsmith::read_to_compare(source).expect("it has no errors");
        let changes = specsmith::diff::diff(&read(old), &read(new));
        let rules = changes.iter().map(|change| change.rule.id());
        rules.collect::<Vec<_>>()
    };
    for title in ["API", "REST API", "!!!", ""] {
        let (old, new) = (read("old.yaml", title), read("new.yaml", title));
        assert_eq!(found(&old, &new), [""; 0], "{title}");
        let named = read("new.yaml", "Shop");
        assert!(found(&old, &named).contains(&"crate-renamed"), "{title}");
        assert!(found(&named, &old).contains(&"crate-renamed"), "{title}");
    }
}

#[test]
fn a_schema_that_is_not_compared_may_be_a_file() {
    let with = |size: &str| {
        let main = document(
            "
paths:
  /orders:
    post:
      operationId: send
      requestBody: { content: { application/json: { schema: { $ref: Sized.yaml } } } }
      responses: { '204': { description: None. } }
",
        );
        let kind = "kind: { type: string }";
        let schema = format!(
            "anyOf: [{{ type: object, properties: {{ {kind} }} }}, {{ type: object, properties: {{ {kind}, size: {{ {size} }} }} }}]"
        );
        main.with_file("Sized.yaml", &schema)
    };
    let found = found_with_rollback(&with("type: integer"), &with("type: boolean"));
    let place = "not-compared Sized.yaml: unknown, unknown".to_owned();
    assert!(found.contains(&place), "{found:?}");
}

#[test]
fn a_parameter_that_takes_only_some_keys_is_not_the_key() {
    let key = "auth: { schemes: { key: { scheme: api_key, header: X-Key } } }
operations: { get: { route: GET /a, auth: key, returns: string } }
";
    for ty in ["integer", "{ type: string, max_length: 5 }", "uuid"] {
        let parameter = format!(
            "operations: {{ get: {{ route: GET /a, headers: {{ X-Key: {ty} }}, returns: string }} }}\n"
        );
        let (key, parameter) = (specification(key), specification(&parameter));
        let breaks = |old, new| {
            found_in(old, new)
                .iter()
                .any(|line| line.ends_with(": breaking"))
        };
        assert!(breaks(&key, &parameter), "{ty}");
        assert!(breaks(&parameter, &key), "{ty}");
    }
}
