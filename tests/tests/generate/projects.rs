//! The example of a caller in a new workspace.
#![allow(clippy::unwrap_used)]

use specsmith::Project;
use specsmith::source::SourceFile;

/// The `main.rs` of the caller of a document with these paths, whose operations need a token of OAuth 2.
fn caller(paths: &str) -> String {
    let flows = "{ clientCredentials: { tokenUrl: 'https://a.example/token', scopes: {} } }";
    let text = format!(
        "openapi: 3.1.0\ninfo: {{ title: Books, version: 1.0.0 }}\n\
         servers: [{{ url: 'https://books.example' }}]\nsecurity: [{{ oauth: [] }}]\n\
         components: {{ securitySchemes: {{ oauth: {{ type: oauth2, flows: {flows} }} }} }}\npaths:\n{paths}"
    );
    let api = specsmith::read(&SourceFile::new("books.yaml", text)).unwrap();
    let project = Project {
        spec: "overlay.yaml",
        original: Some("original/books.yaml"),
        server: false,
    };
    let files = specsmith::project_of(&api, &project).unwrap();
    let mut files = files.iter();
    let (_, main) = files
        .find(|(path, _)| *path == "client/src/main.rs")
        .unwrap();
    main.to_owned()
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
