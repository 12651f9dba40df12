//! The command, run as a process in temporary folders.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const SPEC: &str = concat!(
    "rust: { runtime: '",
    env!("CARGO_MANIFEST_DIR"),
    "/../runtime' }
specsmith: 1
api:
  name: PetShop
  title: Pet shop
  version: 1.0.0
  base_path: /v1
errors:
  404: { name: NotFound, message: Resource not found, when: There is no such pet. }
  500: { name: InternalServerError, message: Internal server error, when: The server failed. }
types:
  PetId: { newtype: string, doc: Identifies a pet. }
  Pet:
    doc: An animal that is for sale.
    fields:
      id: PetId
      name: { type: string, doc: What it responses to. }
operations:
  get_pet:
    route: GET /pets/{id}
    doc: Finds a pet.
    path: { id: PetId }
    returns: Pet
    errors: [404, 500]
"
);

/// A folder with a specification in `spec/petshop.yaml`.
fn workspace() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("spec")).unwrap();
    write(folder.path(), "spec/petshop.yaml", SPEC);
    folder
}

fn write(folder: &Path, path: &str, text: impl AsRef<[u8]>) {
    fs::write(folder.join(path), text).unwrap();
}

fn read(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).unwrap()
}

fn specsmith(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_specsmith"));
    command.current_dir(folder).args(arguments);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// The result of a run.
struct Run {
    status: i32,
    out: String,
    err: String,
}

fn finish(output: Output) -> Run {
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn run(folder: &Path, arguments: &[&str]) -> Run {
    finish(specsmith(folder, arguments).output().unwrap())
}

/// Runs a command that must succeed, and returns its standard output.
fn succeed(folder: &Path, arguments: &[&str]) -> String {
    let run = run(folder, arguments);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{arguments:?}");
    run.out
}

/// Runs a command that must fail with a status, and returns its standard error.
fn fail(folder: &Path, arguments: &[&str], status: i32) -> String {
    let run = run(folder, arguments);
    assert_eq!((run.status, run.out.as_str()), (status, ""), "{}", run.err);
    run.err
}

#[test]
fn generate_writes_the_crate_once_and_check_passes() {
    let folder = workspace();
    let folder = folder.path();
    let first = succeed(folder, &["generate"]);
    assert!(first.starts_with("written generated/.specsmith\nwritten generated/Cargo.toml\n"));
    assert!(first.contains("\ngenerated/: "), "{first}");
    assert!(first.ends_with(" ms\n"), "{first}");
    assert!(folder.join("generated/src/lib.rs").is_file());

    let again = succeed(folder, &["generate"]);
    assert!(
        again.starts_with("generated/: 0 written, 0 changed, 0 removed, "),
        "{again}"
    );
    let unchanged = again.split_once(" removed, ").unwrap().1;
    let (count, _) = unchanged.split_once(" unchanged").unwrap();
    assert_eq!(
        succeed(folder, &["check"]),
        format!("generated/: {count} files, up to date with spec/petshop.yaml\n")
    );
}

#[test]
fn the_workspace_is_found_from_any_folder_in_it() {
    let folder = workspace();
    let root = folder.path();
    write(root, "Cargo.toml", "[workspace] # root\nmembers = []\n");
    let deep = root.join("server/src");
    fs::create_dir_all(&deep).unwrap();
    write(root, "server/Cargo.toml", "[package]\nname = \"server\"\n");
    let out = succeed(&deep, &["generate"]);
    assert!(
        out.contains("written ../../generated/src/lib.rs\n"),
        "{out}"
    );
    assert!(root.join("generated/Cargo.toml").is_file());

    // A folder `spec` in a subfolder is not that of the workspace.
    fs::create_dir(root.join("server/spec")).unwrap();
    assert!(succeed(&deep, &["check"]).starts_with("../../generated/: "));
    assert!(succeed(&root.join("spec"), &["check"]).starts_with("../generated/: "));
}

#[test]
fn without_a_workspace_the_nearest_spec_folder_is_used() {
    let folder = workspace();
    let deep = folder.path().join("a/b");
    fs::create_dir_all(&deep).unwrap();
    assert!(succeed(&deep, &["generate"]).contains("../../generated/: "));
}

#[test]
fn a_missing_specification_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert_eq!(
        fail(folder, &["generate"], 2),
        "error: there is no folder `spec` here or in a parent folder; name the specification: \
         `specsmith generate api.yaml --out generated`\n"
    );
    fs::create_dir(folder.join("spec")).unwrap();
    assert_eq!(
        fail(folder, &["check"], 2),
        "error: the folder `spec` contains no specification (`*.yaml`, `*.yml` or `*.json`); name one: \
         `specsmith check api.yaml --out generated`\n"
    );
    fs::write(folder.join("api.yaml"), "specsmith: 1\n").unwrap();
    assert_eq!(
        fail(folder, &["check", "api.yaml"], 2),
        "error: `api.yaml` is not in a folder named `spec`, so there is no default folder for its crate; name one: \
         `specsmith check api.yaml --out generated`; to check only the specification, run `specsmith lint api.yaml`\n"
    );
}

#[test]
fn a_command_that_writes_one_file_does_not_suggest_the_folder_of_the_crate() {
    for command in ["scaffold", "openapi", "docs"] {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let without_folder = fail(folder, &[command], 2);
        fs::create_dir(folder.join("spec")).unwrap();
        let without_specification = fail(folder, &[command], 2);
        for error in [without_folder, without_specification] {
            let example = format!(": `specsmith {command} api.yaml`\n");
            assert!(error.ends_with(&example), "{error}");
        }
    }
}

#[test]
fn several_specifications_require_a_choice() {
    let folder = workspace();
    let folder = folder.path();
    write(folder, "spec/my shop.yml", SPEC);
    write(folder, "spec/notes.txt", "");
    assert_eq!(
        fail(folder, &["check"], 2),
        "error: the folder `spec` contains 2 specifications; name one:\n  \
         specsmith check 'spec/my shop.yml'\n  specsmith check spec/petshop.yaml\n"
    );
    succeed(folder, &["generate", "spec/my shop.yml"]);
}

#[test]
fn a_specification_outside_a_spec_folder_requires_an_output_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "api.yaml", SPEC);
    let error = fail(folder, &["generate", "api.yaml"], 2);
    assert!(error.contains("`specsmith generate api.yaml --out generated`"));
    let out = succeed(folder, &["generate", "api.yaml", "--out", "crates/api"]);
    assert!(out.contains("\ncrates/api/: "), "{out}");
    assert!(folder.join("crates/api/Cargo.toml").is_file());
    succeed(folder, &["scaffold", "api.yaml"]);
    for command in ["generate", "check"] {
        assert_eq!(
            fail(folder, &[command, "no.yaml"], 2),
            "error: the file `no.yaml` does not exist\n"
        );
        assert_eq!(
            fail(folder, &[command, "."], 2),
            "error: `.` is a folder; name the specification's file in it\n"
        );
    }
}

#[test]
fn check_shows_differences_and_the_command_that_fixes_them() {
    let folder = workspace();
    let folder = folder.path();
    let none = fail(folder, &["check"], 1);
    assert_eq!(
        none,
        "error: the folder generated/ does not exist; run `specsmith generate`\n"
    );
    succeed(folder, &["generate"]);
    let lib = read(folder, "generated/src/lib.rs");
    let first: Vec<&str> = lib.lines().take(3).collect();
    let context = first.join("\n ");
    write(folder, "generated/src/lib.rs", format!("// Mine.\n{lib}"));
    fs::remove_file(folder.join("generated/Cargo.toml")).unwrap();

    let error = fail(folder, &["check"], 1);
    assert_eq!(
        error,
        format!(
            "generated/Cargo.toml is missing\n\
             --- generated/src/lib.rs\n+++ generated/src/lib.rs, as generated\n\
             @@ -1,4 +1,3 @@\n-// Mine.\n {context}\n\n\
             error: 2 files in generated/ differ from what spec/petshop.yaml generates; \
             run `specsmith generate`\n"
        )
    );
    let error = fail(
        folder,
        &["check", "spec/petshop.yaml", "--out", "generated"],
        1,
    );
    assert!(error.ends_with("run `specsmith generate spec/petshop.yaml --out generated`\n"));

    // Nothing was written, and the suggested command fixes it.
    assert!(!folder.join("generated/Cargo.toml").exists());
    let out = succeed(folder, &["generate"]);
    assert!(out.contains("written generated/Cargo.toml\nchanged generated/src/lib.rs\n"));
    succeed(folder, &["check"]);
}

#[test]
fn check_distinguishes_line_endings_from_contents() {
    let folder = workspace();
    let folder = folder.path();
    succeed(folder, &["generate"]);
    let text = read(folder, "generated/Cargo.toml").replace('\n', "\r\n");
    write(folder, "generated/Cargo.toml", text);
    let error = fail(folder, &["check"], 1);
    assert!(error.contains("generated/Cargo.toml differs in line endings only"));
    assert!(error.contains(".gitattributes"));
}

#[test]
fn a_specification_with_crlf_generates_the_same_crate() {
    let folder = workspace();
    let folder = folder.path();
    succeed(folder, &["generate"]);
    write(folder, "spec/petshop.yaml", SPEC.replace('\n', "\r\n"));
    succeed(folder, &["check"]);
    write(folder, "spec/petshop.yaml", format!("\u{feff}{SPEC}"));
    succeed(folder, &["check"]);
}

#[test]
fn files_that_are_no_longer_part_of_the_api_are_removed() {
    let folder = workspace();
    let folder = folder.path();
    succeed(folder, &["generate"]);
    write(folder, "generated/own.txt", "mine");
    let list = read(folder, "generated/.specsmith");
    fs::create_dir(folder.join("generated/src/gone")).unwrap();
    write(folder, "generated/src/gone/old.rs", "");
    write(
        folder,
        "generated/.specsmith",
        format!("{list}src/gone/old.rs\n"),
    );
    let error = fail(folder, &["check"], 1);
    assert!(error.contains("generated/src/gone/old.rs is no longer part of the API\n"));
    let out = succeed(folder, &["generate"]);
    assert!(out.contains("removed generated/src/gone/old.rs\n"), "{out}");
    assert!(!folder.join("generated/src/gone").exists());
    assert_eq!(read(folder, "generated/own.txt"), "mine");
}

#[test]
fn files_written_by_others_are_not_touched() {
    let folder = workspace();
    let folder = folder.path();
    fs::create_dir(folder.join("generated")).unwrap();
    write(folder, "generated/Cargo.toml", "mine");
    let error = fail(folder, &["generate"], 1);
    assert!(
        error.starts_with(
            "error: `generated/Cargo.toml` would be overwritten, but was not written by specsmith"
        ),
        "{error}"
    );
    assert_eq!(fs::read_dir(folder.join("generated")).unwrap().count(), 1);
}

/// What another API has generated is not lost by a wrong folder.
#[test]
fn the_crate_of_another_api_is_replaced_only_on_request() {
    let folder = workspace();
    let folder = folder.path();
    succeed(folder, &["generate"]);
    let other = SPEC.replace("name: PetShop", "name: BookShop");
    write(folder, "books.yaml", &other);
    let generate = ["generate", "books.yaml", "--out", "generated"];
    let message = fail(folder, &generate, 1);
    assert_eq!(
        message,
        "error: `generated` contains the crate `pet-shop-api`, and this specification generates `book-shop-api`; name \
         another folder with --out, or run `specsmith generate` with --replace if the API has a new name\n"
    );
    assert!(read(folder, "generated/Cargo.toml").contains("\"pet-shop-api\""));
    // Other changes of the same API need no permission.
    write(folder, "spec/petshop.yaml", SPEC.replace("1.0.0", "2.0.0"));
    succeed(folder, &["generate"]);
    succeed(folder, &[&generate[..], &["--replace"]].concat());
    assert!(read(folder, "generated/Cargo.toml").contains("\"book-shop-api\""));
}

/// Cargo accepts fewer versions than people write for APIs.
#[test]
fn a_version_that_no_crate_can_have_is_a_warning_that_says_what_to_do() {
    let folder = workspace();
    let folder = folder.path();
    write(
        folder,
        "spec/petshop.yaml",
        SPEC.replace("1.0.0", "v2 beta"),
    );
    let generated = run(folder, &["generate"]);
    assert_eq!(generated.status, 0);
    let expected = "warning[W0004]: the crate has the version 0.0.0, because `v2 beta` is not a version that cargo accepts";
    assert!(generated.err.contains(expected), "{}", generated.err);
    assert!(
        generated.err.contains("`rust: { version: 1.0.0 }`"),
        "{}",
        generated.err
    );
    assert!(read(folder, "generated/Cargo.toml").contains("\nversion = \"0.0.0\"\n"));

    let chosen = SPEC
        .replace("1.0.0", "v2 beta")
        .replace("/../runtime' }", "/../runtime', version: 2.0.0-beta }");
    write(folder, "spec/petshop.yaml", chosen);
    assert!(!run(folder, &["generate"]).err.contains("W0004"));
    assert!(read(folder, "generated/Cargo.toml").contains("\nversion = \"2.0.0-beta\"\n"));
}

#[test]
fn a_folder_with_other_files_is_not_used() {
    let folder = workspace();
    let folder = folder.path();
    fs::create_dir(folder.join("generated")).unwrap();
    write(folder, "generated/notes.txt", "mine");
    assert_eq!(
        fail(folder, &["generate"], 1),
        "error: `generated` has files that specsmith did not write, such as `notes.txt`; nothing was \
         changed, name an empty folder, or create an empty file `.specsmith` in this one \
         to use it anyway\n"
    );
    assert_eq!(fs::read_dir(folder.join("generated")).unwrap().count(), 1);
    write(folder, "generated/.specsmith", "");
    succeed(folder, &["generate"]);
    assert_eq!(read(folder, "generated/notes.txt"), "mine");

    // A list that Git ignores is missing from a clone.
    fs::remove_file(folder.join("generated/.specsmith")).unwrap();
    let again = succeed(folder, &["generate"]);
    assert!(again.contains(": 1 written, 0 changed,"), "{again}");

    // A repository of its own.
    fs::create_dir_all(folder.join("repository/.git")).unwrap();
    succeed(folder, &["generate", "--out", "repository"]);
}

#[test]
fn a_runtime_that_cargo_would_not_find_is_a_warning() {
    let folder = workspace();
    let root = folder.path();
    let with = |runtime: &str| {
        let spec = SPEC.lines().skip(1).map(|line| format!("{line}\n"));
        let spec: String = spec.collect();
        write(root, "spec/petshop.yaml", format!("{runtime}{spec}"));
    };
    let warning = |command: &str| {
        let run = run(root, &[command]);
        assert_eq!(run.status, 0, "{}", run.err);
        run.err
    };
    fs::create_dir_all(root.join("clone/runtime")).unwrap();

    with("rust: { runtime: ../clone/runtim }\n");
    let text = warning("generate");
    assert!(root.join("generated/Cargo.toml").is_file());
    assert_eq!(
        text,
        "\
warning[W0002]: the package `specsmith-runtime` is not in `../clone/runtim`
 --> spec/petshop.yaml:1:18
  |
1 | rust: { runtime: ../clone/runtim }
  |                  ^^^^^^^^^^^^^^^ there is no folder `clone/runtim`
  |
  = note: the path is relative to the folder of the generated crate, `generated`
  = help: write `embedded` to have the runtime in the generated crate, or the path of `runtime/` in your \
clone of Specsmith
"
    );
    assert_eq!(warning("check"), text);

    with("rust: { runtime: ../clone/runtime }\n");
    assert!(warning("generate").contains("`clone/runtime` contains no package"));
    write(root, "clone/runtime/Cargo.toml", "name = \"other\"\n");
    assert!(warning("check").contains("`clone/runtime` is another package"));
    let manifest = "[package]\nname = \"specsmith-runtime\"\n";
    write(root, "clone/runtime/Cargo.toml", manifest);
    assert_eq!(warning("check"), "");

    with("rust: { runtime: published }\n");
    assert_eq!(
        warning("generate"),
        "\
warning[W0001]: `specsmith-runtime` is not published yet, so cargo cannot find it
 --> spec/petshop.yaml:1:18
  |
1 | rust: { runtime: published }
  |                  ^^^^^^^^^
  |
  = help: write `embedded`: then `specsmith generate` writes the runtime into the generated crate
"
    );
    assert_eq!(warning("check").matches("W0001").count(), 1);
    // Other output needs no runtime.
    for command in ["scaffold", "openapi", "docs"] {
        assert_eq!(warning(command), "", "{command}");
    }
}

#[test]
fn a_dependency_that_cargo_would_not_find_is_a_warning() {
    let folder = workspace();
    let root = folder.path();
    let spec = SPEC.lines().skip(1).map(|line| format!("{line}\n"));
    let spec: String = spec.collect();
    let section = "rust: { runtime: embedded, dependencies: { ids: { path: ../ids } } }\n";
    write(root, "spec/petshop.yaml", format!("{section}{spec}"));
    let warning = |command: &str| {
        let run = run(root, &[command]);
        assert_eq!(run.status, 0, "{}", run.err);
        run.err
    };
    let expected = "\
warning[W0002]: no package is in `../ids`
 --> spec/petshop.yaml:1:57
  |
1 | rust: { runtime: embedded, dependencies: { ids: { path: ../ids } } }
  |                                                         ^^^^^^ there is no folder `ids`
  |
  = note: the path is relative to the folder of the generated crate, `generated`
  = help: correct the path, or write the `version` of a published crate
";
    // The second one recognizes the crate.
    for command in ["generate", "generate", "check"] {
        assert_eq!(warning(command), expected);
    }
    fs::create_dir(root.join("ids")).unwrap();
    assert!(warning("generate").contains("`ids` contains no package"));
    write(root, "ids/Cargo.toml", "[package]\nname = \"ids\"\n");
    assert_eq!(warning("generate"), "");
}

#[test]
fn errors_are_shown_with_their_lines_and_nothing_is_written() {
    let folder = workspace();
    let folder = folder.path();
    write(
        folder,
        "spec/petshop.yaml",
        SPEC.replace("returns: Pet", "returns: Pte"),
    );
    for command in ["generate", "check", "scaffold"] {
        let error = fail(folder, &[command], 1);
        assert!(error.starts_with("error[E"), "{error}");
        assert!(error.contains("--> spec/petshop.yaml:"), "{error}");
        assert!(
            error.ends_with(
                "\nerror: 1 error in spec/petshop.yaml\n\n\
                 For more about an error, run `specsmith explain E0301`.\n"
            ),
            "{error}"
        );
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

#[test]
fn colours_can_be_forced_and_disabled() {
    let folder = workspace();
    let folder = folder.path();
    write(folder, "spec/petshop.yaml", "specsmith: 2\n");
    assert!(!fail(folder, &["check"], 1).contains('\u{1b}'));
    let always = ["check", "--color", "always"];
    assert!(fail(folder, &always, 1).contains('\u{1b}'));
    let never = ["--color", "never", "check"];
    assert!(!fail(folder, &never, 1).contains('\u{1b}'));
    let forced = || {
        let mut command = specsmith(folder, &["check"]);
        command.env("CLICOLOR_FORCE", "1");
        command
    };
    let run = finish(forced().output().unwrap());
    assert!(run.err.contains('\u{1b}'));
    let run = finish(forced().env("NO_COLOR", "1").output().unwrap());
    assert!(!run.err.contains('\u{1b}'));
}

#[test]
fn scaffold_prints_the_code_or_writes_a_new_file() {
    let folder = workspace();
    let folder = folder.path();
    let printed = succeed(folder, &["scaffold"]);
    assert!(printed.contains("async fn get_pet("), "{printed}");
    assert_eq!(succeed(folder, &["scaffold", "--out", "-"]), printed);
    let to_file = ["scaffold", "--out", "pet_shop.rs"];
    assert_eq!(succeed(folder, &to_file), "written pet_shop.rs\n");
    assert_eq!(read(folder, "pet_shop.rs"), printed);
    write(folder, "pet_shop.rs", "mine");
    assert_eq!(
        fail(folder, &to_file, 1),
        "error: `pet_shop.rs` already exists and is not overwritten; `specsmith scaffold --missing \
         pet_shop.rs` prints what it does not implement yet\n"
    );
    assert_eq!(read(folder, "pet_shop.rs"), "mine");
    let missing = ["scaffold", "--missing", "pet_shop.rs"];
    write(folder, "pet_shop.rs", "mine {");
    assert!(fail(folder, &missing, 1).starts_with("error: `pet_shop.rs`: it is not valid Rust"));
    write(folder, "pet_shop.rs", printed);
    let complete = "pet_shop.rs implements all methods\n";
    assert_eq!(succeed(folder, &missing), complete);
    let error = fail(folder, &["scaffold", "--out", "src/shop.rs"], 2);
    assert!(error.contains("its folder does not exist"));
}

#[test]
fn files_that_cannot_be_specifications_are_reported() {
    let folder = workspace();
    let folder = folder.path();
    let error = |path: &str| fail(folder, &["check", path, "--out", "x"], 2);
    assert_eq!(
        error("no.yaml"),
        "error: the file `no.yaml` does not exist\n"
    );
    assert_eq!(
        error("spec"),
        "error: `spec` is a folder; name the specification's file in it\n"
    );
    // Before it is asked where the crate goes.
    assert_eq!(
        fail(folder, &["generate", "spec", "--watch"], 2),
        "error: `spec` is a folder; name the specification's file in it\n"
    );
    assert_eq!(
        fail(folder, &["check", "no.yaml"], 2),
        "error: the file `no.yaml` does not exist\n"
    );
    write(folder, "latin.yaml", b"a: 1\nb: gr\xfcn\n");
    assert_eq!(
        error("latin.yaml"),
        "error: `latin.yaml` is not valid UTF-8 at line 2, column 6; save it as UTF-8\n"
    );
    write(folder, "wide.yaml", b"\xff\xfea\0");
    assert_eq!(
        error("wide.yaml"),
        "error: `wide.yaml` is UTF-16; save it as UTF-8\n"
    );
    write(folder, "large.yaml", vec![b'#'; 64 * 1024 * 1024 + 1]);
    assert_eq!(
        error("large.yaml"),
        "error: `large.yaml` is larger than 64 MiB, the largest size of a specification\n"
    );
}

#[test]
fn init_adds_all_files_that_its_readme_names() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("spec")).unwrap();
    write(
        folder.path(),
        "spec/shop.yaml",
        "specsmith: 1\napi: { name: Shop, title: Shop, version: 1.0.0 }\noperations: { get: { route: GET /a } }\n",
    );
    succeed(folder.path(), &["init"]);
    let readme = std::fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(readme.contains("| `specsmith.schema.json` |"), "{readme}");
    let schema = folder.path().join("specsmith.schema.json");
    assert_eq!(
        std::fs::read_to_string(schema).unwrap(),
        specsmith::json_schema()
    );
}

#[test]
fn init_says_what_the_workspace_needs() {
    let advice = |manifest: &str| {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "Cargo.toml", manifest);
        let printed = succeed(folder.path(), &["init"]);
        printed.split_once("\nNext:\n").unwrap().1.to_owned()
    };
    let without_workspace = "  add to Cargo.toml:\n\n    [workspace]\n    members = [\"generated\", \"server\", \"client\"]\n";
    let members = "  add to the members of the workspace in Cargo.toml: ";
    for (manifest, start) in [
        ("[package]\nname = \"mine\"\n", without_workspace.to_owned()),
        (
            "[package]\nname = \"server\"\n",
            without_workspace.to_owned(),
        ),
        (
            "[workspace]\nmembers = ['server', \"others\"]\n",
            format!("{members}`generated`, `client`\n"),
        ),
        (
            "[workspace]\nmembers = []\n[workspace.dependencies]\nhyper = { features = [\"server\"] }\n",
            format!("{members}`generated`, `server`, `client`\n"),
        ),
        (
            "[workspace]\nmembers = [\"client\", \"generated\", \"server\"]\n",
            "  cargo test ".to_owned(),
        ),
    ] {
        let advice = advice(manifest);
        assert!(advice.starts_with(&start), "{manifest}{advice}");
    }
}

#[test]
fn wrong_usage_is_explained() {
    let folder = workspace();
    let folder = folder.path();
    assert!(fail(folder, &["genrate"], 2).contains("generate"));
    assert!(fail(folder, &["check", "--colour", "never"], 2).contains("--color"));
    assert!(fail(folder, &[], 2).contains("Usage: specsmith"));
    let help = succeed(folder, &["--help"]);
    assert!(help.contains("Examples:") && help.contains("Exit status:"));
    let version = succeed(folder, &["--version"]);
    assert_eq!(
        version,
        format!("specsmith {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = workspace();
    let folder = folder.path();
    for arguments in [&["generate"][..], &["check"], &["--help"]] {
        let mut child = specsmith(folder, arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let run = finish(child.wait_with_output().unwrap());
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{arguments:?}");
    }
}

#[test]
fn included_files_are_found_from_any_folder() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let main = "specsmith: 1\ninclude: [books.yaml, more/shelves.yaml]\n\
                api: { name: Library, title: Library, version: 1.0.0 }\n";
    write("spec/library.yaml", main);
    write(
        "spec/books.yaml",
        "part_of: library.yaml\ntypes: { Book: { fields: { shelf: Shelf } } }\n",
    );
    write(
        "spec/more/shelves.yaml",
        "part_of: ../library.yaml\ntypes: { Shelf: { fields: {} } }\n",
    );
    write("elsewhere/.keep", "");
    // Neither a part nor the schema is a second specification of the folder `spec`.
    write("spec/specsmith.schema.json", "{}");
    let generated = run(&folder.path().join("elsewhere"), &["generate"]);
    assert_eq!(generated.status, 0, "{}", generated.err);
    assert!(
        generated.out.contains("../generated/src/types/shared.rs"),
        "{}",
        generated.out
    );
    // An edit of a part is found.
    write(
        "spec/books.yaml",
        "part_of: library.yaml\ntypes: { Book: { fields: { title: string } } }\n",
    );
    assert_eq!(run(folder.path(), &["check"]).status, 1);
    // So is a part that is gone.
    fs::remove_file(folder.path().join("spec/books.yaml")).unwrap();
    let errors = fail(folder.path(), &["check"], 1);
    assert!(
        errors.contains("the file `spec/books.yaml` does not exist"),
        "{errors}"
    );
    assert!(errors.contains("spec/library.yaml:2:11"), "{errors}");
}

#[test]
fn a_format_that_an_option_does_not_have_leads_to_the_one_that_has_it() {
    let folder = workspace();
    for (arguments, advice) in [
        (
            &["diff", "--message-format", "markdown"],
            "`specsmith diff --format markdown` and `specsmith docs --format markdown`",
        ),
        (
            &["lint", "--message-format", "junit"],
            "this is a format of `specsmith diff --format junit`",
        ),
        (
            &["docs", "--format", "github"],
            "`specsmith diff --format github`",
        ),
        (
            &["lint", "--format", "github"],
            "`--message-format` is the format of messages: human, json, github",
        ),
    ] {
        let Run { status, err, .. } = run(folder.path(), arguments);
        assert!(status == 2 && err.contains(advice), "{arguments:?}: {err}");
    }
    let Run { err, .. } = run(folder.path(), &["diff", "--format", "toml"]);
    assert!(
        err.contains("[possible values: human, json,") && !err.contains("tip:"),
        "{err}"
    );
}
