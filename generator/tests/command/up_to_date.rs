//! `generate` and `check` recognize a crate that is up to date without generating it again. What they
//! report must not depend on that.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use specsmith::output::{FileSet, Inputs};
use tempfile::TempDir;

const SPEC: &str = "\
specsmith: 1
api: { name: PetShop, title: Pet shop, version: 1.0.0 }
types:
  Pet: { fields: { name: { type: string, doc: What it is called. } } }
operations:
  list_pets: { route: GET /pets, doc: Lists the pets., returns: list<Pet> }
";
const SPECSMITH: &str = env!("CARGO_BIN_EXE_specsmith");
const CACHE: &str = "generated/.specsmith-cache";

/// The macro for tests of those who use the library.
#[test]
fn the_crate_of_the_gateway_is_current() {
    specsmith::assert_current!("../spec/gateway.yaml", "../generated");
}

/// A temporary folder with a specification in `spec/petshop.yaml`.
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

/// Exit status, standard output without the time that it took, standard error.
fn run(program: impl AsRef<Path>, folder: &Path, command: &str) -> (i32, String, String) {
    let output = loop {
        let output = Command::new(program.as_ref())
            .current_dir(folder)
            .arg(command)
            .output();
        match output {
            // Another test has just started a process, which has not yet closed the file that is written here.
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(10));
            }
            output => break output.unwrap(),
        }
    };
    let text = String::from_utf8(output.stdout).unwrap();
    let without_time = text
        .rsplit_once(" in ")
        .map_or(text.as_str(), |(text, _)| text);
    (
        output.status.code().unwrap(),
        without_time.to_owned(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn specsmith(folder: &Path, command: &str) -> (i32, String, String) {
    run(SPECSMITH, folder, command)
}

/// All files of the crate, without the cache.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut folders = vec![folder.join("generated")];
    let mut files = Vec::new();
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                files.push((name, fs::read(path).unwrap()));
            } else if !path.ends_with(CACHE) {
                folders.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Pretends that the program generates a crate of one file from [`SPEC`].
fn pretend(folder: &Path) {
    let mut files = FileSet::default();
    files.insert("pretended.txt", "Not what is generated.\n");
    let out = folder.join("generated");
    files.write_to(&out).unwrap();
    let program = blake3::hash(&fs::read(SPECSMITH).unwrap());
    let inputs = Inputs::new(&[program.as_bytes(), SPEC.as_bytes()]);
    files.remember(inputs, &out, "published 9 18").unwrap();
}

#[test]
fn an_up_to_date_crate_is_not_generated_again() {
    let folder = workspace();
    let folder = folder.path();
    pretend(folder);
    let (status, out, warnings) = specsmith(folder, "check");
    assert!(warnings.starts_with("warning[W0001]: "), "{warnings}");
    assert_eq!(
        (status, out.as_str()),
        (
            0,
            "generated/: 2 files, up to date with spec/petshop.yaml\n"
        )
    );
    let (status, out, _) = specsmith(folder, "generate");
    assert_eq!(
        (status, out.as_str()),
        (
            0,
            "generated/: 0 written, 0 changed, 0 removed, 2 unchanged"
        )
    );

    // Any change of what the crate depends on, or of the crate, makes both generate it.
    write(folder, "spec/petshop.yaml", format!("{SPEC}# A comment.\n"));
    assert_eq!(specsmith(folder, "check").0, 1);
    write(folder, "spec/petshop.yaml", SPEC);
    assert_eq!(specsmith(folder, "check").0, 0);
    write(
        folder,
        "generated/pretended.txt",
        "Not what is generated!\n",
    );
    assert_eq!(specsmith(folder, "check").0, 1);
    let (status, out, _) = specsmith(folder, "generate");
    assert_eq!(status, 0);
    assert!(out.contains("removed generated/pretended.txt"), "{out}");
}

// The signature of a program on macOS does not allow a changed copy.
#[cfg(not(target_os = "macos"))]
#[test]
fn another_generator_generates_the_crate_again() {
    let folder = workspace();
    let folder = folder.path();
    pretend(folder);
    let other = folder
        .join("other-specsmith")
        .with_extension(std::env::consts::EXE_EXTENSION);
    fs::copy(SPECSMITH, &other).unwrap();
    assert_eq!(
        run(&other, folder, "check").0,
        0,
        "a copy is the same generator"
    );
    let mut program = fs::read(SPECSMITH).unwrap();
    program.push(0);
    fs::write(&other, program).unwrap();
    assert_eq!(run(&other, folder, "check").0, 1);
    assert_eq!(specsmith(folder, "check").0, 0);
}

/// A change, and what it does in a workspace with an up-to-date crate.
type Change = (&'static str, fn(&Path));

const CHANGES: [Change; 14] = [
    ("no change", |_| {}),
    ("a file of the same size", |folder| {
        let text = read(folder, "generated/src/lib.rs").replace("Pet", "Tep");
        write(folder, "generated/src/lib.rs", text);
    }),
    ("a file with CRLF", |folder| {
        let text = read(folder, "generated/src/lib.rs").replace('\n', "\r\n");
        write(folder, "generated/src/lib.rs", text);
    }),
    ("a removed file", |folder| {
        fs::remove_file(folder.join("generated/src/errors.rs")).unwrap();
    }),
    ("two files swapped", |folder| {
        let at = |name: &str| folder.join("generated/src").join(name);
        fs::rename(at("lib.rs"), at("swap")).unwrap();
        fs::rename(at("errors.rs"), at("lib.rs")).unwrap();
        fs::rename(at("swap"), at("errors.rs")).unwrap();
    }),
    ("a file of one's own", |folder| {
        write(folder, "generated/src/own.rs", "");
    }),
    ("a file that is no longer part of the API", |folder| {
        let list = read(folder, "generated/.specsmith");
        write(
            folder,
            "generated/.specsmith",
            format!("{list}src/old.rs\n"),
        );
        write(folder, "generated/src/old.rs", "");
    }),
    ("no list", |folder| {
        fs::remove_file(folder.join("generated/.specsmith")).unwrap();
    }),
    ("an invalid list", |folder| {
        write(folder, "generated/.specsmith", "../spec/petshop.yaml\n");
    }),
    ("a merge conflict in the list", |folder| {
        let list = read(folder, "generated/.specsmith");
        let conflict =
            format!("<<<<<<< HEAD\n{list}=======\nsrc/old.rs\n>>>>>>> 12ab (Fix: all)\n");
        write(folder, "generated/.specsmith", conflict);
        write(folder, "generated/src/old.rs", "");
    }),
    ("a merge conflict in a file", |folder| {
        let text = read(folder, "generated/src/lib.rs");
        write(
            folder,
            "generated/src/lib.rs",
            format!("<<<<<<< HEAD\n{text}"),
        );
    }),
    ("another specification", |folder| {
        write(
            folder,
            "spec/petshop.yaml",
            SPEC.replace("list_pets", "find_pets"),
        );
    }),
    ("a specification with errors", |folder| {
        write(
            folder,
            "spec/petshop.yaml",
            SPEC.replace("list<Pet>", "list<Pte>"),
        );
    }),
    ("a specification that generates the same", |folder| {
        write(folder, "spec/petshop.yaml", format!("# A comment.\n{SPEC}"));
    }),
];

#[test]
fn both_commands_report_the_same_with_and_without_the_cache() {
    for (name, change) in CHANGES {
        for command in ["check", "generate"] {
            let results = [true, false].map(|cached| {
                let folder = workspace();
                let folder = folder.path();
                specsmith(folder, "generate");
                change(folder);
                if !cached {
                    fs::remove_dir_all(folder.join(CACHE)).unwrap();
                }
                (specsmith(folder, command), files(folder))
            });
            assert_eq!(results[0], results[1], "{command}: {name}");
        }
    }
}

#[test]
fn generate_resolves_a_merge_conflict_in_the_list() {
    let folder = workspace();
    let folder = folder.path();
    specsmith(folder, "generate");
    let sound = files(folder);
    let list = read(folder, "generated/.specsmith");
    let conflict = list.replace(
        "src/lib.rs\n",
        "<<<<<<< HEAD\nsrc/lib.rs\n||||||| 34cd (..)\n=======\nsrc/old.rs\n>>>>>>> 12ab (Fix: all)\n",
    );
    write(folder, "generated/.specsmith", &conflict);
    write(folder, "generated/src/old.rs", "");
    let (status, _, error) = specsmith(folder, "check");
    assert_eq!(status, 1);
    assert!(
        error.contains("+++ generated/.specsmith, as generated\n@@ "),
        "{error}"
    );
    assert!(
        error.contains("generated/src/old.rs is no longer part"),
        "{error}"
    );
    assert_eq!(specsmith(folder, "generate").0, 0);
    assert_eq!(files(folder), sound);
}

#[test]
fn concurrent_runs_leave_nothing_that_a_later_run_trusts_wrongly() {
    let folder = workspace();
    let folder = folder.path();
    let other = SPEC
        .replace("list_pets", "find_pets")
        .replace("Pet:", "Animal:")
        .replace("Pet>", "Animal>");
    write(folder, "other.yaml", &other);
    specsmith(folder, "generate");
    let sound = files(folder);
    for _ in 0..5 {
        thread::scope(|scope| {
            for spec in ["spec/petshop.yaml", "other.yaml", "spec/petshop.yaml"] {
                scope.spawn(move || {
                    let arguments = ["generate", spec, "--out", "generated"];
                    // A run may find files that the other one has just moved, and fail.
                    let _ = Command::new(SPECSMITH)
                        .current_dir(folder)
                        .args(arguments)
                        .output();
                });
            }
        });
        let status = specsmith(folder, "check").0;
        assert_eq!(status == 0, files(folder) == sound);
        assert_eq!(specsmith(folder, "generate").0, 0);
        assert_eq!(files(folder), sound);
    }
}
