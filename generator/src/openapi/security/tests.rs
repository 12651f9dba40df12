use crate::source::SourceFile;

#[test]
fn a_mistake_lets_nobody_in() {
    for (security, scheme, access) in [
        ("[{ key: [] }]", "{ type: apikey }", "default: key"),
        (
            "[{ key: [] }]",
            "{ type: apiKey, in: headers, name: X }",
            "default: key",
        ),
        (
            "[{ kye: [] }]",
            "{ type: http, scheme: bearer }",
            "default: kye",
        ),
        (
            "{ key: [] }",
            "{ type: http, scheme: bearer }",
            "default: key",
        ),
        ("[key]", "{ type: http, scheme: bearer }", "default: key"),
        ("[[key]]", "{ type: http, scheme: bearer }", "default: key"),
        ("key", "{ type: http, scheme: bearer }", "default: key"),
        (
            "[[{ key: [] }]]",
            "{ type: http, scheme: bearer }",
            "default: key",
        ),
        (
            "[null]",
            "{ type: http, scheme: bearer }",
            "default: unknown",
        ),
        ("[[]]", "{ type: http, scheme: bearer }", "default: unknown"),
        (
            "[{ key: [] }, null]",
            "{ type: http, scheme: bearer }",
            "default: [key, unknown]",
        ),
        (
            "[{ key: [] }]",
            "{ type: http, scheme: baerer }",
            "default: key",
        ),
        ("[{ key: [] }]", "{ type: http }", "default: key"),
    ] {
        let of_all = document(&format!("security: {security}"), "", scheme);
        let text = converted(&of_all);
        assert!(text.contains(access), "{security}, {scheme}: {text}");
        assert!(!text.contains("none"), "{security}, {scheme}: {text}");
        let of_one = document("", &format!("security: {security}, "), scheme);
        let text = converted(&of_one);
        let access = access.replace("default", "auth");
        assert!(text.contains(&access), "{security}, {scheme}: {text}");
        assert!(!text.contains("none"), "{security}, {scheme}: {text}");
    }
}

#[test]
fn only_an_empty_list_or_requirement_lets_everybody_in() {
    for security in ["[]", "[{}]"] {
        let of_one = document(
            "",
            &format!("security: {security}, "),
            "{ type: http, scheme: bearer }",
        );
        let text = converted(&of_one);
        assert!(text.contains("auth: none"), "{security}: {text}");
    }
}

#[test]
fn a_mistake_does_not_remove_the_credentials_of_the_document() {
    let scheme = "{ type: http, scheme: bearer }, other: { type: http, scheme: basic }";
    let global = "security: [{ key: [] }]";
    let check = |written: &str, text: &str, auth: Option<&str>| {
        let (_, operations) = text.split_once("operations:").unwrap();
        match auth {
            Some(auth) => assert!(operations.contains(auth), "{written}: {text}"),
            None => assert!(!operations.contains("auth:"), "{written}: {text}"),
        }
        operations.to_owned()
    };
    for (of_one, auth) in [
        ("secuirty: []", None),
        ("Security: []", None),
        ("secuirty: {}", None),
        ("secuirty: [{}]", None),
        ("security: null, secuirty: []", None),
        ("secuirty: [{ other: [] }]", Some("auth: other")),
        ("secuirty: [{ other: [] }, {}]", Some("auth: other")),
        ("security: {}", Some("auth: unknown")),
        ("security: []", Some("auth: none")),
    ] {
        let text = converted(&document(global, &format!("{of_one}, "), scheme));
        let operations = check(of_one, &text, auth);
        let is_warned = of_one != "security: []";
        assert_eq!(operations.contains('#'), is_warned, "{of_one}: {text}");
    }
    for (of_path, auth) in [
        ("security: []", None),
        ("security: {}", None),
        ("security: [{}]", None),
        ("secuirty: []", None),
        ("secuirty: [{ other: [] }]", Some("auth: other")),
        ("security: [{ other: [] }, {}]", Some("auth: other")),
    ] {
        let document = document(global, "", scheme);
        let document = document.replace("/books: {", &format!("/books: {{ {of_path},"));
        let text = converted(&document);
        check(of_path, &text, auth);
        let belongs = "`security` belongs in operations";
        assert!(text.contains(belongs), "{of_path}: {text}");
    }
    for of_all in ["secuirty: []", "Security: {}"] {
        let text = converted(&document(of_all, "", scheme));
        assert!(text.contains("auth: [key, other, none]"), "{text}");
    }
    let text = converted(&document("security: {}", "", scheme));
    assert!(text.contains("default: unknown"), "{text}");
}

#[test]
fn scopes_are_checked_in_whatever_form_they_are() {
    for (requirement, access) in [
        ("{ o: admin }", "{ o: [admin] }"),
        ("{ o: read admin }", "{ o: [read, admin] }"),
        ("{ o: { admin: true } }", "{ o: [admin] }"),
        ("{ o: [[admin]] }", "{ o: [admin] }"),
        // Both are in the same header, and the one with scopes tells more.
        ("{ key: [], o: [admin] }", "{ o: [admin] }"),
        ("{ o: [admin], key: [] }", "{ o: [admin] }"),
        // Roles, in OpenAPI 3.1.
        ("{ key: [admin] }", "{ key: [admin] }"),
    ] {
        let schemes = "{ type: http, scheme: basic }, o: { type: oauth2 }";
        let text = converted(&document(
            &format!("security: [{requirement}]"),
            "",
            schemes,
        ));
        assert!(
            text.contains(&format!("default: {access}")),
            "{requirement}: {text}"
        );
    }
}

#[test]
fn security_in_the_wrong_place_or_misspelled_counts() {
    let scheme = "{ type: http, scheme: bearer }";
    for key in ["securty", "Security", "securities"] {
        let text = converted(&document(&format!("{key}: [{{ key: [] }}]"), "", scheme));
        assert!(text.contains("default: key"), "{key}: {text}");
        let text = converted(&document("", &format!("{key}: [{{ key: [] }}], "), scheme));
        assert!(text.contains("auth: key"), "{key}: {text}");
    }
    let document =
        document("", "", scheme).replace("/books: {", "/books: { security: [{ key: [] }],");
    let text = converted(&document);
    assert!(text.contains("auth: key"), "{text}");
}

#[test]
fn only_parameters_with_credentials_of_the_operation_are_left_out() {
    let parameter = "parameters: [{ name: X-Key, in: header, schema: { type: string } }], ";
    let scheme = "{ type: apiKey, in: header, name: X-Key }, other: { type: http, scheme: basic }";
    for (security, is_left_out) in [
        ("[{ key: [] }]", true),
        ("[{ other: [] }]", false),
        ("[]", false),
    ] {
        let of_one = format!("{parameter}security: {security}, ");
        let text = converted(&document("", &of_one, scheme));
        assert_eq!(
            !text.contains("x_key?: string") && !text.contains("X-Key?: string"),
            is_left_out,
            "{text}"
        );
    }
}

#[test]
fn comments_about_an_operation_are_above_it() {
    let document = "openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
paths: { /books: { get: { operationId: list, security: [{ kye: [] }], sumary: S, responses: { 204: { description: OK } } } } }
";
    let text = converted(document);
    let (_, operations) = text.split_once("operations:").unwrap();
    for comment in [
        "# no security scheme is called `kye`",
        "# there is no key `sumary`",
    ] {
        assert!(operations.contains(comment), "{text}");
    }
}

fn converted(document: &str) -> String {
    let source = SourceFile::new("books.yaml", document);
    crate::convert(&source).unwrap().text
}

fn document(of_all: &str, of_one: &str, scheme: &str) -> String {
    format!(
        "openapi: 3.1.0
info: {{ title: Books, version: 1.0.0 }}
{of_all}
paths: {{ /books: {{ get: {{ operationId: list, {of_one}responses: {{ 204: {{ description: OK }} }} }} }} }}
components: {{ securitySchemes: {{ key: {scheme} }} }}
"
    )
}
