//! The example of a caller in a new workspace.
#![allow(clippy::unwrap_used)]

use specsmith::Project;
use specsmith::output::FileSet;
use specsmith::source::SourceFile;

/// The files of a project that calls the API of a document with these schemes, settings and paths.
fn project(text: String) -> FileSet {
    let api = specsmith::read(&SourceFile::new("books.yaml", text)).unwrap();
    let project = Project {
        spec: "overlay.yaml",
        original: Some("original/books.yaml"),
        server: false,
    };
    specsmith::project_of(&api, &project).unwrap()
}

fn file<'f>(files: &'f FileSet, path: &str) -> &'f str {
    let mut files = files.iter();
    let (_, text) = files.find(|(found, _)| *found == path).unwrap();
    text
}

/// The `main.rs` of the caller of a document with these paths, whose operations need a token of OAuth 2.
fn caller(paths: &str) -> String {
    let flows = "{ clientCredentials: { tokenUrl: 'https://a.example/token', scopes: {} } }";
    let files = project(format!(
        "openapi: 3.1.0\ninfo: {{ title: Books, version: 1.0.0 }}\n\
         servers: [{{ url: 'https://books.example' }}]\nsecurity: [{{ oauth: [] }}]\n\
         components: {{ securitySchemes: {{ oauth: {{ type: oauth2, flows: {flows} }} }} }}\npaths:\n{paths}"
    ));
    file(&files, "client/src/main.rs").to_owned()
}

/// A document with the schemes `owner` and `reader`, in this order, whose operations require these schemes.
fn with_two_schemes(operations: &[(&str, &str)]) -> FileSet {
    let paths = operations.iter().map(|(name, security)| {
        format!(
            "  /{name}: {{ get: {{ operationId: {name}, security: {security}, responses: {{ 200: {{ description: OK, \
             content: {{ text/plain: {{ schema: {{ type: string }} }} }} }} }} }} }}\n"
        )
    });
    let paths: String = paths.collect();
    let scheme = |header| format!("{{ type: apiKey, in: header, name: {header} }}");
    project(format!(
        "openapi: 3.1.0\ninfo: {{ title: Books, version: 1.0.0 }}\ncomponents: {{ securitySchemes: {{ \
         owner: {}, reader: {} }} }}\npaths:\n{paths}",
        scheme("X-Owner"),
        scheme("X-Reader")
    ))
}

#[test]
fn operations_with_headers_and_credentials_are_called() {
    let book = "schema: { type: object, properties: { title: { type: string } } }";
    let main = caller(&format!(
        "  /books:
    get:
      operationId: listBooks
      responses:
        200:
          description: OK
          headers: {{ RateLimit: {{ schema: {{ type: string }} }} }}
          content: {{ application/json: {{ {book} }}, application/xml: {{ {book} }} }}
"
    ));
    assert!(main.contains("client.list_books().send().await?"), "{main}");
    assert!(main.contains("variable(\"API_TOKEN\")?"), "{main}");
}

#[test]
fn a_caller_without_a_call_says_where_it_belongs() {
    let main = caller(
        "  /books: { delete: { operationId: clear, responses: { 204: { description: OK } } } }\n",
    );
    assert!(main.contains("Nothing is called at {url} yet"), "{main}");
    assert!(
        main.starts_with("//! Creates a client of the API, and calls nothing yet."),
        "{main}"
    );
    assert!(main.contains("variable(\"API_TOKEN\")?"), "{main}");
}

#[test]
fn a_caller_has_credentials_that_the_called_operation_accepts() {
    for (operations, credentials) in [
        (
            [("list", "[{ reader: [] }]"), ("other", "[{ owner: [] }]")],
            "reader",
        ),
        (
            [("list", "[{ owner: [] }]"), ("other", "[{ reader: [] }]")],
            "owner",
        ),
        (
            [
                ("list", "[{ reader: [] }, { owner: [] }]"),
                ("other", "[{ owner: [] }]"),
            ],
            "owner",
        ),
    ] {
        let files = with_two_schemes(&operations);
        let main = file(&files, "client/src/main.rs");
        assert!(main.contains("client.list()"), "{main}");
        let expected = format!("Credentials::{credentials}(");
        assert!(main.contains(&expected), "{operations:?}:\n{main}");
    }
}

#[test]
fn a_caller_without_credentials_calls_what_anybody_may_call() {
    for open in ["[]", "[{}, { reader: [] }]"] {
        let files = with_two_schemes(&[("secret", "[{ reader: [] }]"), ("open", open)]);
        let main = file(&files, "client/src/main.rs");
        assert!(main.contains("client.open()"), "{open}:\n{main}");
        assert!(!main.contains("Credentials"), "{open}:\n{main}");
    }
}

#[test]
fn the_readme_of_a_caller_says_what_its_command_needs() {
    let paths = "{ get: { operationId: list, responses: { 204: { description: OK } } } }";
    for (server, command) in [
        (
            "",
            "cargo run -p books-client -- https://api.example.com  # the URL of the API\n",
        ),
        (
            "servers: [{ url: 'https://books.example' }]\n",
            "cargo run -p books-client\n",
        ),
    ] {
        let files = project(format!(
            "openapi: 3.1.0\ninfo: {{ title: Books, version: 1.0.0 }}\n{server}paths: {{ /books: {paths} }}\n"
        ));
        let readme = file(&files, "README.md");
        assert!(readme.contains(command), "{readme}");
        assert!(
            readme.contains("the crate `books-api`: types and client;"),
            "{readme}"
        );
        let main = file(&files, "client/src/main.rs");
        assert!(main.lines().all(|line| line.len() <= 100), "{main}");
    }
}
