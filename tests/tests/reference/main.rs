//! The API reference: the committed page is up to date, its samples work, and no text of a specification
//! becomes markup.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

// The calls are formatted as on the page.
#[rustfmt::skip]
mod calls;
mod shell;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use serde_json::{Value, json};
use specsmith::source::SourceFile;
use specsmith_tests::cases;

fn gateway() -> SourceFile {
    cases::source(&cases::root().join("spec/gateway.yaml"))
}

#[test]
fn the_committed_page_is_up_to_date() {
    let page = specsmith::reference(&gateway()).unwrap();
    let committed = fs::read_to_string(cases::root().join("docs/api/index.html")).unwrap();
    assert!(
        page == committed,
        "run `cargo run -p specsmith -- docs --out docs/api/index.html` and commit the result:\n{}",
        cases::difference("docs/api/index.html", &committed, &page)
    );
    assert_eq!(page, specsmith::reference(&gateway()).unwrap());
}

/// The calls of the page are in `calls.rs`, which is compiled with this test against the generated client.
#[test]
fn the_calls_on_the_page_compile() {
    let page = specsmith::reference(&gateway()).unwrap();
    let calls = calls_of(&page);
    let path = cases::root().join("tests/tests/reference/calls.rs");
    if cases::updating() {
        cases::write(&path, &calls).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        calls == committed,
        "`UPDATE_EXPECTED=1 cargo test -p specsmith-tests --test reference` writes them:\n{}",
        cases::difference("calls.rs", &committed, &calls)
    );
}

/// Every Rust sample of a page as a function.
fn calls_of(page: &str) -> String {
    let mut text =
        "//! The calls on the page of the API reference. Written by the test beside it.\n\n\
        #![allow(dead_code, unused_variables)]\n"
            .to_owned();
    for (index, sample) in samples(page, "rust").iter().enumerate() {
        let is_setup = sample.contains("Client::builder");
        let arguments = if is_setup {
            "key: String"
        } else {
            "client: &gateway_api::Client"
        };
        let lines: Vec<String> = sample.lines().map(|line| format!("    {line}")).collect();
        let body = lines.join("\n").replace("\n    \n", "\n\n");
        write!(
            text,
            "\nasync fn call_{index}({arguments}) -> Result<(), Box<dyn std::error::Error>> {{\n\
             {body}\n    Ok(())\n}}\n"
        )
        .unwrap();
    }
    text
}

/// The samples of a language on a page, as text.
fn samples(page: &str, language: &str) -> Vec<String> {
    let start = format!("<code class=\"{language}\">");
    let samples = page.split(&start).skip(1);
    let marked = samples.map(|rest| rest.split("</code>").next().unwrap());
    let plain = marked.map(|sample| {
        ["<i>", "</i>", "<b>", "</b>"]
            .iter()
            .fold(sample.to_owned(), |text, tag| text.replace(tag, ""))
    });
    plain.map(|sample| unescaped(&sample)).collect()
}

fn unescaped(text: &str) -> String {
    [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ]
    .iter()
    .fold(text.to_owned(), |text, (escape, c)| text.replace(escape, c))
}

/// The samples of an API with named servers use the first of them; otherwise the script replaces the
/// placeholder by the origin of the page.
#[test]
fn samples_call_the_first_server() {
    let cases = cases::good();
    let case = cases.iter().find(|case| case.name == "servers").unwrap();
    let page = specsmith::reference(&case.spec()).unwrap();
    let setup = &samples(&page, "rust")[0];
    assert!(
        setup.contains("use named_servers_api::{Client, servers};"),
        "{setup}"
    );
    assert!(setup.contains("Client::builder(servers::LIVE)"), "{setup}");
    let command = &samples(&page, "sh")[0];
    assert_eq!(command, "curl 'https://api.library.example/v1/books'");
    assert!(!page.contains("data-placeholder"));
    assert!(page.contains("<code>https://staging.library.example:8443/library</code>"));

    let page = specsmith::reference(&gateway()).unwrap();
    assert!(page.contains("<body data-placeholder=\"https://gateway.example\">"));
    assert!(!page.contains("id=\"servers\""));
}

#[test]
fn the_calls_of_every_case_can_be_parsed() {
    for case in cases::good() {
        let page = specsmith::reference(&case.spec()).unwrap();
        for sample in samples(&page, "rust") {
            let function = format!("async fn call() {{ {sample} }}");
            assert!(
                syn::parse_file(&function).is_ok(),
                "{}:\n{sample}",
                case.name
            );
        }
    }
}

/// All specifications: the good cases and the gateway, by name.
fn specifications() -> Vec<(String, SourceFile)> {
    let cases = cases::good().into_iter();
    let mut all: Vec<_> = cases.map(|case| (case.name.clone(), case.spec())).collect();
    all.push(("gateway".to_owned(), gateway()));
    all
}

/// The schema of an operation's successful response, with the components that it refers to.
fn response_schema(document: &Value, operation: &str) -> Option<Value> {
    let paths = document["paths"].as_object()?.values();
    let mut operations = paths.flat_map(|path| path.as_object().unwrap().values());
    let found = operations.find(|found| found["operationId"] == operation)?;
    let mut responses = found["responses"].as_object()?.iter();
    let (_, response) = responses.find(|(status, _)| status.starts_with('2'))?;
    let schema = response["content"]["application/json"]["schema"].clone();
    Some(json!({ "components": document["components"], "allOf": [schema] }))
}

#[test]
fn responses_match_the_schemas_of_the_openapi_document() {
    let mut responses = 0;
    for (name, spec) in specifications() {
        let page = specsmith::reference(&spec).unwrap();
        for sample in samples(&page, "json") {
            let json: Result<Value, _> = serde_json::from_str(&sample);
            assert!(json.is_ok(), "{name}: invalid JSON:\n{sample}");
        }
        let document = specsmith::openapi(&spec, specsmith::Format::Json).unwrap();
        let document: Value = serde_json::from_str(&document).unwrap();
        for operation in &specsmith::read(&spec).unwrap().operations {
            let start = format!("<article id=\"op-{}\"", operation.name);
            let (_, rest) = page.split_once(&start).unwrap();
            let article = rest.split("</article>").next().unwrap();
            let Some(response) = samples(article, "json").pop() else {
                continue;
            };
            let response: Value = serde_json::from_str(&response).unwrap();
            let schema = response_schema(&document, &operation.name).unwrap();
            let validator = jsonschema::options()
                .should_validate_formats(true)
                .build(&schema)
                .unwrap();
            if let Err(error) = validator.validate(&response) {
                panic!("{name}: {}: {error}\n{response:#}", operation.name);
            }
            responses += 1;
        }
    }
    assert!(responses > 50, "only {responses} responses were checked");
}

#[test]
fn links_within_a_page_have_targets() {
    for (name, spec) in specifications() {
        let page = specsmith::reference(&spec).unwrap();
        let places: BTreeSet<&str> = values(&page, " id=\"").collect();
        // Other links are in descriptions.
        let ours = |link: &&str| !link.contains([':', '%']);
        for link in values(&page, " href=\"#").filter(ours) {
            assert!(places.contains(link), "{name}: #{link} has no target");
        }
    }
}

/// The value of an attribute at each occurrence of its start.
fn values<'p>(page: &'p str, start: &'p str) -> impl Iterator<Item = &'p str> {
    let parts = page.split(start).skip(1);
    parts.map(|rest| rest.split('"').next().unwrap())
}

/// Texts that would be markup or a script without escaping.
const HOSTILE: [&str; 7] = [
    "</script><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onclick='alert(1)",
    "[click](javascript:alert(1))",
    "<javascript:alert(1)>",
    "<!-- --><svg onload=alert(1)>",
    "</code></pre></style><iframe src=//evil.example>",
];

/// A specification with a text wherever the language allows one.
fn hostile(text: &str) -> SourceFile {
    let q = format!("'{}'", text.replace('\'', "''"));
    SourceFile::new(
        "hostile.yaml",
        format!(
            "specsmith: 1\n\
             api: {{ name: Any, title: {q}, version: {q}, doc: {q}, assumed: {q}, deprecated: {q} }}\n\
             auth: {{ scheme: bearer, keys: {{ a_key: {{ doc: {q}, assumed: {q} }} }}, missing: {{ status: 401, message: {q}, assumed: {q} }} }}\n\
             error_body: {{ envelope: {q}, code: a, message: b, metadata: c }}\n\
             pagination: {{ offset: {{ parameter: {q}, doc: {q}, assumed: {q} }}, limit: {{ parameter: x }}, items: {q}, total: y, doc: {q} }}\n\
             errors: {{ 404: {{ name: Missing, message: {q}, when: {q}, assumed: {q}, headers: {{ X-A?: {{ type: string, doc: {q}, example: {q} }} }} }} }}\n\
             types:\n  \
             Thing: {{ doc: {q}, assumed: {q}, fields: {{ {q}: {{ type: string, doc: {q}, example: {q}, deprecated: {q}, assumed: {q}, max_length: 99 }}, kind?: {{ type: Kind, default: {q} }} }} }}\n  \
             Kind: {{ enum: {{ {q}: {q}, b: }}, doc: {q} }}\n  \
             Name: {{ newtype: string, example: {q}, pattern: . }}\n\
             operations:\n  \
             put_thing: {{ route: 'PUT /a/{{id}}', key: a_key, group: {q}, doc: {q}, assumed: {q}, deprecated: {q}, path: {{ id: {{ type: Name, example: {q} }} }}, query: {{ {q}: {{ type: list<Kind>, doc: {q} }} }}, headers: {{ X-B: {{ type: string, example: {q} }} }}, body: {{ type: Thing, doc: {q} }}, returns: {{ {q}: Thing }}, errors: [404] }}\n  \
             list_things: {{ route: GET /b, key: a_key, page: Thing, order: {{ by: {q} }} }}\n"
        ),
    )
}

#[test]
fn no_text_of_a_specification_becomes_markup() {
    let harmless = elements(
        &specsmith::reference(&hostile("harmless")).unwrap_or_else(|errors| {
            panic!(
                "{}",
                errors.render(&hostile("harmless"), specsmith::diagnostic::Style::Plain)
            )
        }),
    );
    for text in HOSTILE {
        let source = hostile(text);
        let page = specsmith::reference(&source).unwrap_or_else(|errors| {
            panic!(
                "{}",
                errors.render(&source, specsmith::diagnostic::Style::Plain)
            )
        });
        let found = elements(&page);
        let known = |tag: &&String| {
            harmless.contains(*tag) || ["<br>", "<p>", "</p>"].contains(&tag.as_str())
        };
        let strange: Vec<_> = found.iter().filter(|tag| !known(tag)).collect();
        assert!(strange.is_empty(), "{text:?} becomes {strange:?}");
        let scripts = page.matches("<script").count();
        assert_eq!(scripts, 1, "{text:?} adds a script");
    }
}

/// The elements of a page with the names of their attributes, and all links that leave the page: what an
/// unescaped text could add.
fn elements(page: &str) -> BTreeSet<String> {
    // The head contains the style and the script.
    let body = page.split("</head>").nth(1).unwrap();
    let mut found = BTreeSet::new();
    let mut rest = body;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        let end = tag_end(rest);
        let (tag, after) = rest.split_at(end);
        found.insert(shape(tag));
        rest = after;
    }
    found
}

/// The end of a tag: after the first `>` outside of attribute values.
fn tag_end(text: &str) -> usize {
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '>' if !quoted => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn shape(tag: &str) -> String {
    let mut shape = String::new();
    for (index, part) in tag.split('"').enumerate() {
        let is_value = index % 2 == 1;
        let link = is_value && shape.ends_with("href=") && !part.starts_with('#');
        shape.push_str(if !is_value || link { part } else { "" });
    }
    shape
}

/// Words of a group's name that the descriptions write in capitals are acronyms.
#[test]
fn groups_have_titles() {
    let page = specsmith::reference(&SourceFile::new(
        "test.yaml",
        "specsmith: 1\n\
         api: { name: A, title: A, version: 1.0.0, doc: Keeps BYOK keys. }\n\
         operations:\n  \
           a: { route: GET /a, group: byok, doc: A. }\n  \
           b: { route: GET /b, group: scim_groups, doc: Lists (SCIM) groups. }\n  \
           c: { route: GET /c, group: billing_plans, doc: None of PLAN or B. }\n",
    ));
    let page = page.unwrap();
    let titles: Vec<&str> = page
        .split("class=\"group\" aria-label=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    assert_eq!(titles, ["BYOK", "SCIM groups", "Billing plans"]);
}
