//! `specsmith new` and `init`: what they write builds without warnings and passes its own tests.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SPECSMITH: &str = env!("CARGO_BIN_EXE_specsmith");

/// Callers send a bearer token, which the new server compares.
const TOKEN: &str = r##"{
    "openapi": "3.1.0",
    "info": { "title": "Pets", "version": "1.0.0" },
    "security": [{ "token": [] }],
    "paths": { "/pets/{id}": {
        "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }],
        "get": { "operationId": "getPet", "responses": { "200": {
            "description": "A pet.",
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Result" } } }
        } } }
    } },
    "components": {
        "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
        "schemas": { "Result": {
            "type": "object",
            "required": ["id", "name", "weight", "born"],
            "properties": {
                "id": { "type": "integer" },
                "name": { "type": "string" },
                "weight": { "type": "number" },
                "born": { "type": "string", "format": "date" },
                "owner": { "type": "string", "format": "email" }
            }
        } }
    }
}"##;

/// No operation can be implemented with an example: each needs other credentials.
pub(crate) const KEYS: &str = r##"{
    "openapi": "3.1.0",
    "info": { "title": "Shop", "version": "1.0.0" },
    "security": [{ "key": [] }],
    "paths": { "/orders": { "post": {
        "operationId": "createOrder",
        "requestBody": { "content": { "application/json": { "schema": { "type": "object" } } } },
        "responses": { "201": { "description": "Created." } }
    } } },
    "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } }
}"##;

/// One folder for each test, outside of this workspace's members.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("projects")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

pub(crate) fn specsmith(folder: &Path, arguments: &[&str]) -> String {
    let output = run(Command::new(SPECSMITH).current_dir(folder).args(arguments));
    String::from_utf8(output.stdout).unwrap()
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{command:?}: {out}\n{err}");
    output
}

/// Cargo in a new workspace: with the versions of this repository, and the build output of all generated crates.
fn cargo(workspace: &Path, arguments: &[&str]) {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, workspace.join("Cargo.lock")).unwrap();
    let bin = Path::new(SPECSMITH).parent().unwrap();
    let path = env::var_os("PATH").unwrap();
    let path = env::join_paths([bin.to_owned()].into_iter().chain(env::split_paths(&path)));
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(workspace).args(arguments);
    command.env("PATH", path.unwrap());
    command.env("CARGO_INCREMENTAL", "0");
    command.env("CARGO_NET_OFFLINE", "true");
    let is_clippy = arguments.first() == Some(&"clippy");
    let target = if is_clippy { "checked" } else { "built" };
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(target);
    command.env("CARGO_TARGET_DIR", target);
    run(&mut command);
}

/// Only one of the projects has its own runtime; the others share that of this repository, so that it is compiled once.
fn with_shared_runtime(document: &str) -> String {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
    let own = format!("{{ \"x-specsmith\": {{ \"runtime\": {runtime:?} }},");
    document.replacen('{', &own, 1)
}

#[test]
#[ignore = "part of the full run: builds four projects"]
fn new_projects_build_and_pass_their_tests() {
    let root = folder("new");
    let out = specsmith(&root, &["new", "to-do"]);
    assert!(out.starts_with("created to-do/\n"), "{out}");
    fs::write(root.join("pets.json"), with_shared_runtime(TOKEN)).unwrap();
    specsmith(&root, &["new", "pets", "--convert", "--from", "pets.json"]);
    fs::write(root.join("shop.json"), with_shared_runtime(KEYS)).unwrap();
    specsmith(&root, &["new", "shop", "--from", "shop.json"]);
    let client = ["new", "calls", "--client", "--from", "pets.json"];
    specsmith(&root, &client);
    for project in ["to-do", "pets"] {
        specsmith(&root.join(project), &["fmt", "--check"]);
    }
    for project in ["to-do", "pets", "shop", "calls"] {
        let project = root.join(project);
        cargo(&project, &["fmt", "--all", "--check"]);
        cargo(&project, &["test", "--quiet"]);
    }
    let project = root.join("to-do");
    let clippy = [
        "clippy",
        "--quiet",
        "--workspace",
        "--all-targets",
        "--",
        "--deny",
        "warnings",
    ];
    cargo(&project, &clippy);

    // The tests of a project notice that the specification has changed.
    let spec = project.join("spec/to-do.yaml");
    let text = fs::read_to_string(&spec).unwrap();
    fs::write(&spec, text.replace("Gets a task.", "Finds a task.")).unwrap();
    let check = Command::new(SPECSMITH)
        .current_dir(&project)
        .arg("check")
        .output()
        .unwrap();
    assert_eq!(check.status.code(), Some(1));
}

#[test]
fn a_folder_with_files_is_not_overwritten() {
    let root = folder("occupied");
    fs::create_dir(root.join("tasks")).unwrap();
    fs::write(root.join("tasks/notes.txt"), "mine").unwrap();
    for (arguments, problem) in [
        (["new", "tasks"], "`tasks` already exists"),
        (
            ["new", "9lives"],
            "`9lives` cannot be the name of a package",
        ),
        (["new", "größe"], "`größe` cannot be the name of a package"),
    ] {
        let run = Command::new(SPECSMITH)
            .current_dir(&root)
            .args(arguments)
            .output()
            .unwrap();
        let errors = String::from_utf8(run.stderr).unwrap();
        assert!(!run.status.success());
        assert!(errors.contains(problem), "{errors}");
    }
    assert_eq!(fs::read_dir(root.join("tasks")).unwrap().count(), 1);
    assert_eq!(fs::read_dir(&root).unwrap().count(), 1);
}

/// A document has only a title, and the folder of an existing workspace may have any name.
#[test]
fn crates_are_named_after_the_project() {
    let root = folder("names");
    fs::write(root.join("shop.json"), KEYS).unwrap();
    for (project, name) in [("corner-shop", "corner-shop"), ("book_api", "book")] {
        specsmith(&root, &["new", project, "--from", "shop.json"]);
        assert_eq!(package_of(&root.join(project)), format!("{name}-api"));
        assert!(root.join(format!("{project}/spec/overlay.yaml")).exists());
        let converted = format!("{project}-own");
        specsmith(
            &root,
            &["new", &converted, "--convert", "--from", "shop.json"],
        );
        assert!(
            root.join(format!("{converted}/spec/{converted}.yaml"))
                .exists()
        );
    }
    for (project, name) in [("existing", "existing"), ("my project", "shop")] {
        let project = root.join(project);
        fs::create_dir(&project).unwrap();
        specsmith(&project, &["init", "--from", "../shop.json"]);
        assert_eq!(package_of(&project), format!("{name}-api"));
    }
}

/// The generated crate belongs to the project, whatever the owner of the document calls the API. A specification of
/// one's own names the crate, and the command says so.
#[test]
fn the_owner_of_the_specification_names_the_crate() {
    let root = folder("owners_names");
    let named = KEYS.replacen('{', "{ \"x-specsmith\": { \"name\": \"Gateway\" },", 1);
    fs::write(root.join("theirs.json"), named).unwrap();
    let out = specsmith(&root, &["new", "gw", "--client", "--from", "theirs.json"]);
    assert_eq!(package_of(&root.join("gw")), "gw-api");
    assert!(!out.contains("The crate is"), "{out}");
    let out = specsmith(&root, &["new", "own", "--convert", "--from", "theirs.json"]);
    assert_eq!(package_of(&root.join("own")), "gateway-api");
    let named = "The crate is `gateway-api`, because the specification names the API.\n";
    assert!(out.contains(named), "{out}");
}

/// Whoever knows how to name an operation removes the comment signs of the example.
#[test]
fn the_example_in_a_new_overlay_works() {
    let root = folder("overlay_example");
    let named = KEYS.replacen('{', "{ \"x-specsmith\": { \"name\": \"Gateway\" },", 1);
    fs::write(root.join("theirs.json"), named.replace("/orders", "/pets")).unwrap();
    let project = root.join("my shop");
    fs::create_dir(&project).unwrap();
    specsmith(&project, &["init", "--client", "--from", "../theirs.json"]);
    let path = project.join("spec/overlay.yaml");
    let overlay = fs::read_to_string(&path).unwrap();
    let overlay = overlay
        .replace("  # - target", "  - target")
        .replace("  #   update", "    update")
        .replace("].get", "].post");
    fs::write(&path, overlay).unwrap();
    specsmith(&project, &["generate"]);
    let handlers = specsmith(&project, &["scaffold"]);
    assert!(handlers.contains("fn find_pets"), "{handlers}");
}

#[test]
fn new_warns_of_packages_that_are_not_there() {
    let root = folder("missing_package");
    let spec = "specsmith: 1\napi: { name: Clinic, title: Clinic, version: 1.0.0 }\n\
                rust: { runtime: embedded, dependencies: { clinic-ids: { path: ../clinic-ids } } }\n\
                operations: { list: { route: GET /list, doc: Lists. } }\n";
    fs::write(root.join("clinic.yaml"), spec).unwrap();
    let run = Command::new(SPECSMITH)
        .current_dir(&root)
        .args(["new", "clinic", "--client", "--from", "clinic.yaml"])
        .output()
        .unwrap();
    let warnings = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.success(), "{warnings}");
    let expected = "no package is in `../clinic-ids`";
    assert!(warnings.contains(expected), "{warnings}");
}

/// The name of the generated package of a project.
fn package_of(project: &Path) -> String {
    let manifest = fs::read_to_string(project.join("generated/Cargo.toml")).unwrap();
    let mut lines = manifest.lines();
    let name = lines.find_map(|line| line.strip_prefix("name = ")).unwrap();
    name.trim_matches('"').to_owned()
}

/// Comments stay. A path of the runtime would lead elsewhere.
#[test]
fn a_specification_in_the_language_is_kept_as_it_is() {
    let folder = folder("from_language");
    let spec = "specsmith: 1\napi: { name: Library, title: Library, version: 1.0.0 }\n\
                rust: { runtime: ../../runtime }  # of the clone\n\
                operations: { list_books: { route: GET /books, doc: Lists the books. } }\n";
    fs::write(folder.join("library.yaml"), spec).unwrap();
    specsmith(&folder, &["new", "books", "--from", "library.yaml"]);
    let written = fs::read_to_string(folder.join("books/spec/books.yaml")).unwrap();
    let expected = spec.replace("../../runtime", "embedded");
    assert_eq!(
        written,
        format!("# yaml-language-server: $schema=../specsmith.schema.json\n{expected}")
    );
}

#[test]
fn init_keeps_what_is_there() {
    let root = folder("init");
    fs::create_dir_all(root.join("spec")).unwrap();
    fs::create_dir_all(root.join("server/src")).unwrap();
    let spec = "specsmith: 1\napi: { name: Books, title: Books API, version: 1.0.0 }\n\
                operations:\n  get_book: { route: GET /book, doc: Gets a book., returns: string }\n";
    fs::write(root.join("spec/books.yaml"), spec).unwrap();
    fs::write(root.join("Cargo.toml"), "[workspace]\nmembers = []\n").unwrap();
    fs::write(root.join("server/src/main.rs"), "fn main() {}\n").unwrap();
    let out = specsmith(&root, &["init"]);
    assert!(out.contains("written generated/\n"), "{out}");
    assert!(out.contains("written client/src/main.rs\n"), "{out}");
    assert!(out.contains("kept Cargo.toml\n"), "{out}");
    assert!(out.contains("kept server/\n"), "{out}");
    assert!(
        out.contains(
            "add to the members of the workspace in Cargo.toml: `generated`, `server`, `client`"
        ),
        "{out}"
    );
    assert_eq!(
        fs::read_to_string(root.join("server/src/main.rs")).unwrap(),
        "fn main() {}\n"
    );
    assert!(!root.join("server/Cargo.toml").exists());
    assert_eq!(
        fs::read_to_string(root.join("spec/books.yaml")).unwrap(),
        spec
    );

    // The second time, everything is there.
    let again = specsmith(&root, &["init"]);
    assert!(!again.contains("written"), "{again}");
}
