//! Workspaces of documents that belong to somebody else: `specsmith new --from`, and `specsmith update`.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use super::projects::{KEYS, folder, specsmith};

/// A document that refers to a file further up, with what would be lost if it were printed again.
const DOCUMENT: &str = r#"# The owner's comment
openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
servers: [{ url: "https://shop.example/v1" }]
paths:
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    delete: { operationId: deleteOrder, responses: { "204": { description: Deleted. } } }
    get:
      operationId: getOrder
      responses:
        "200": { description: An order., content: { application/json: { schema: { $ref: ../common/order.json } } } }
  /orders:
    get:
      operationId: listOrders
      responses:
        "200":
          description: The orders.
          content: { application/json: { schema: { type: array, items: { $ref: ../common/order.json } } } }
"#;

const ORDER: &str =
    r#"{ "type": "object", "properties": { "id": { "type": "string" } }, "title": "Order" }"#;

/// The owner's files, and a project that only calls the API.
fn project(name: &str) -> (PathBuf, PathBuf) {
    let root = folder(name);
    for (path, text) in [
        ("theirs/api/shop.yaml", DOCUMENT),
        ("theirs/common/order.json", ORDER),
    ] {
        fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
        fs::write(root.join(path), text).unwrap();
    }
    let document = ["new", "shop", "--client", "--from", "theirs/api/shop.yaml"];
    specsmith(&root, &document);
    let project = root.join("shop");
    (root, project)
}

fn read(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).unwrap()
}

#[test]
fn a_document_stays_as_it_is() {
    let (_, project) = project("documents_kept");
    assert_eq!(read(&project, "spec/original/api/shop.yaml"), DOCUMENT);
    assert_eq!(read(&project, "spec/original/common/order.json"), ORDER);
    let overlay = read(&project, "spec/overlay.yaml");
    let lines = [
        "extends: \"original/api/shop.yaml\"",
        "x-specsmith-source: \"../../theirs/api/shop.yaml\"",
        "    update: { x-specsmith: { name: Shop } }",
    ];
    for line in lines {
        assert!(overlay.lines().any(|found| found == line), "{overlay}");
    }
    // The overlay is the specification of the workspace.
    let checked = specsmith(&project, &["check"]);
    assert!(
        checked.contains("up to date with spec/overlay.yaml"),
        "{checked}"
    );
}

#[test]
fn a_client_calls_an_operation_that_only_reads_at_the_server_of_the_document() {
    let (_, project) = project("documents_client");
    assert!(!project.join("server").exists());
    let members = "members = [\"generated\", \"client\"]\n";
    assert!(read(&project, "Cargo.toml").ends_with(members));
    let main = read(&project, "client/src/main.rs");
    for part in [
        "unwrap_or_else(|| \"https://shop.example/v1\".to_owned())",
        "println!(\"list_orders at {url}\");",
        "client.list_orders().send().await?",
        "println!(\"{}\\n{:#?}\", response.status, response.value);",
    ] {
        assert!(main.contains(part), "`{part}` is not in:\n{main}");
    }
    assert!(read(&project, "client/Cargo.toml").contains("\"rustls\""));
}

#[test]
fn credentials_of_the_called_operation_come_from_the_environment() {
    let root = folder("documents_credentials");
    fs::write(root.join("shop.json"), KEYS.replace("\"post\"", "\"get\"")).unwrap();
    specsmith(&root, &["new", "shop", "--client", "--from", "shop.json"]);
    let main = read(&root.join("shop"), "client/src/main.rs");
    // The value has no name, which could be that of another variable.
    let credentials = r#"shop_api::client::Credentials::key(&variable("API_KEY")?);"#;
    assert!(main.contains(credentials), "{main}");
    // The document names no server.
    assert!(
        main.contains("ok_or(\"give the URL of the API\")"),
        "{main}"
    );
    let readme = read(&root.join("shop"), "README.md");
    assert!(
        readme.contains("API_KEY=secret cargo run -p shop-client"),
        "{readme}"
    );
}

#[test]
fn an_update_replaces_the_document_and_generates() {
    let (root, project) = project("documents_updated");
    let unchanged = specsmith(&project, &["update"]);
    assert!(
        unchanged.starts_with("unchanged spec/original/api/shop.yaml\n"),
        "{unchanged}"
    );
    let newer = DOCUMENT.replace("listOrders", "findOrders");
    fs::write(root.join("theirs/api/shop.yaml"), &newer).unwrap();
    let updated = specsmith(&project, &["update"]);
    assert!(
        updated.starts_with("changed spec/original/api/shop.yaml\n"),
        "{updated}"
    );
    assert_eq!(read(&project, "spec/original/api/shop.yaml"), newer);
    assert!(read(&project, "generated/README.md").contains("find_orders"));
}

/// The status and the errors of an update.
fn failing_update(project: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut update = Command::new(env!("CARGO_BIN_EXE_specsmith"));
    update.current_dir(project).arg("update").args(arguments);
    let output = update.output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn a_document_that_cannot_be_read_replaces_nothing() {
    let (root, project) = project("documents_invalid");
    let update = |arguments: &[&str]| failing_update(&project, arguments);
    fs::write(root.join("invalid.json"), "{").unwrap();
    let (status, errors) = update(&["--from", "../invalid.json"]);
    assert_eq!(status, Some(1));
    assert!(
        errors.contains("the new one, `../invalid.json`, cannot be used"),
        "{errors}"
    );
    // The old document has no error.
    assert!(errors.contains(" --> ../invalid.json:1:"), "{errors}");
    assert!(!errors.contains("shop.yaml"), "{errors}");
    fs::write(root.join("login.html"), "<!doctype html><p>Sign in").unwrap();
    let (status, errors) = update(&["--from", "../login.html"]);
    assert_eq!(status, Some(1));
    assert!(
        errors.contains("`../login.html` is an HTML page; name the document itself"),
        "{errors}"
    );
    fs::remove_file(root.join("theirs/api/shop.yaml")).unwrap();
    let (status, errors) = update(&[]);
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("theirs/api/shop.yaml` does not exist"),
        "{errors}"
    );
    assert_eq!(read(&project, "spec/original/api/shop.yaml"), DOCUMENT);
}

/// Everything is checked before anything is written.
#[test]
fn an_update_that_cannot_be_completed_replaces_nothing() {
    let (root, project) = project("documents_incomplete");
    let newer = DOCUMENT.replace("listOrders", "findOrders");
    fs::write(root.join("theirs/api/shop.yaml"), newer).unwrap();
    fs::write(root.join("theirs/common/order.json"), format!("{ORDER}\n")).unwrap();
    let assert_fails = |expected: &str| {
        let (status, errors) = failing_update(&project, &[]);
        assert_ne!(status, Some(0));
        assert!(errors.contains(expected), "{errors}");
        assert_eq!(read(&project, "spec/original/api/shop.yaml"), DOCUMENT);
        let folder = fs::read_dir(project.join("spec/original/api")).unwrap();
        assert_eq!(folder.count(), 1, "there is a temporary file");
    };

    let overlay = read(&project, "spec/overlay.yaml");
    let renamed = overlay.replace("name: Shop", "name: Store");
    fs::write(project.join("spec/overlay.yaml"), renamed).unwrap();
    assert_fails("contains the crate `shop-api`, and this specification generates `store-api`");
    fs::write(project.join("spec/overlay.yaml"), &overlay).unwrap();

    let list = project.join("generated/.specsmith");
    fs::rename(&list, project.join("list")).unwrap();
    assert_fails("would be overwritten, but were not written by specsmith");
    fs::rename(project.join("list"), &list).unwrap();

    let order = project.join("spec/original/common/order.json");
    fs::remove_file(&order).unwrap();
    fs::create_dir(&order).unwrap();
    assert_fails("cannot write `spec/original/common/order.json`");
    fs::remove_dir(&order).unwrap();

    specsmith(&project, &["update"]);
    assert_eq!(
        read(&project, "spec/original/common/order.json"),
        format!("{ORDER}\n")
    );
}

/// A server with these files, and its URL.
fn server(files: &'static [(&'static str, &'static str)]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            let mut request = [0; 4096];
            let length = connection.read(&mut request).unwrap();
            let request = String::from_utf8_lossy(&request[..length]).into_owned();
            let target = request.split(' ').nth(1).unwrap_or_default();
            let found = files.iter().find(|(path, _)| *path == target);
            let (status, text) = found.map_or(("404 Not Found", ""), |(_, text)| ("200 OK", *text));
            let length = text.len();
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
            );
            let _ = connection.write_all(format!("{head}{text}").as_bytes());
        }
    });
    url
}

#[test]
#[ignore = "part of the full run: needs curl"]
fn a_document_can_come_from_a_url() {
    let url = format!("{}/openapi", server(&[("/openapi", KEYS)]));
    let root = folder("documents_url");
    specsmith(&root, &["new", "shop", "--client", "--from", &url]);
    let project = root.join("shop");
    assert_eq!(read(&project, "spec/original/openapi.json"), KEYS);
    fs::write(project.join("spec/original/openapi.json"), "{}").unwrap();
    let updated = specsmith(&project, &["update"]);
    assert!(
        updated.starts_with("changed spec/original/openapi.json\n"),
        "{updated}"
    );
    assert_eq!(read(&project, "spec/original/openapi.json"), KEYS);
}

/// The files that the document refers to come from the same server. The query of its URL is not stored.
#[test]
#[ignore = "part of the full run: needs curl"]
fn a_document_of_several_files_can_come_from_a_url_with_a_query() {
    let server = server(&[
        ("/v1/api/shop.yaml?token=secret", DOCUMENT),
        ("/v1/common/order.json", ORDER),
        ("/login", "<!DOCTYPE html>"),
        ("/invalid", "{"),
    ]);
    let url = format!("{server}/v1/api/shop.yaml?token=secret");
    let root = folder("documents_url_of_files");
    let created = specsmith(&root, &["new", "shop", "--client", "--from", &url]);
    let note = "The query of the URL is not stored, because it may contain credentials.";
    assert!(created.contains(note), "{created}");
    let project = root.join("shop");
    assert_eq!(read(&project, "spec/original/api/shop.yaml"), DOCUMENT);
    assert_eq!(read(&project, "spec/original/common/order.json"), ORDER);
    let overlay = read(&project, "spec/overlay.yaml");
    let source = format!("x-specsmith-source: \"{server}/v1/api/shop.yaml\"\n");
    assert!(overlay.contains(&source), "{overlay}");
    let (status, errors) = failing_update(&project, &[]);
    assert_eq!(status, Some(2));
    let expected = format!(
        "error: cannot get `{server}/v1/api/shop.yaml`: The requested URL returned error: 404; check the URL, or save the \
         document with its files, and name its file\n"
    );
    assert_eq!(errors, expected);
    let (_, errors) = failing_update(&project, &["--from", &format!("{server}/login")]);
    let page = format!("`{server}/login` is an HTML page");
    assert!(errors.contains(&page), "{errors}");
    let (_, errors) = failing_update(&project, &["--from", &format!("{server}/invalid")]);
    let place = format!(" --> {server}/invalid:1:");
    assert!(errors.contains(&place), "{errors}");
    let missing = format!("{server}/v1/shop.yaml?token=secret");
    let (_, errors) = failing_update(&project, &["--from", &missing]);
    assert!(!errors.contains("secret"), "{errors}");

    fs::write(project.join("spec/original/common/order.json"), "{}").unwrap();
    let updated = specsmith(&project, &["update", "--from", &url]);
    assert!(
        updated.starts_with(
            "unchanged spec/original/api/shop.yaml\nchanged spec/original/common/order.json\n"
        ),
        "{updated}"
    );
}
