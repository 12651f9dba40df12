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

#[test]
fn a_document_that_cannot_be_read_replaces_nothing() {
    let (root, project) = project("documents_invalid");
    let update = |arguments: &[&str]| {
        let update = Command::new(env!("CARGO_BIN_EXE_specsmith"))
            .current_dir(&project)
            .arg("update")
            .args(arguments)
            .output()
            .unwrap();
        (
            update.status.code(),
            String::from_utf8(update.stderr).unwrap(),
        )
    };
    fs::write(root.join("invalid.json"), "{").unwrap();
    let (status, errors) = update(&["--from", "../invalid.json"]);
    assert_eq!(status, Some(1));
    assert!(
        errors.contains("the new one, `../invalid.json`, cannot be used"),
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

#[test]
#[ignore = "part of the full run: needs curl"]
fn a_document_can_come_from_a_url() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/openapi", listener.local_addr().unwrap());
    thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            let _ = connection.read(&mut [0; 4096]);
            let length = KEYS.len();
            let head =
                format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
            let _ = connection.write_all(format!("{head}{KEYS}").as_bytes());
        }
    });
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
