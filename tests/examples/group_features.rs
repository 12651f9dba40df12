//! Checks that generated crates compile with some of their groups of operations, without warnings from
//! rustc, clippy and rustdoc: with no group, with each group alone, and with each two neighbours; with
//! the client, the server, both and neither.
//!
//! `cargo run -p specsmith-tests --example group_features` checks the crate of the gateway, and
//! `… --example group_features -- <specification> …` checks the crates of other specifications.
//!
//! It runs cargo 16 times for each group, and prints the choices of features that fail.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use specsmith::diagnostic::Style;
use specsmith_tests::cases;
use specsmith_tests::groups::{SIDES, choices, features};
use specsmith_tests::workspaces::{self, cargo, prepare};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut files: Vec<PathBuf> = env::args().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        files.push(cases::root().join("spec/gateway.yaml"));
    }
    let folder = cases::root().join("target/group-features");
    let mut failed = 0;
    for file in files {
        let manifest = generate(&file, &folder)?;
        let choices = choices(&features(&manifest));
        println!("{}: {} choices of groups", file.display(), choices.len());
        failed += check(&choices, &folder)?;
    }
    println!("{failed} failed");
    Ok(match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Writes the crate of a specification, as a separate workspace. Returns its manifest.
fn generate(file: &Path, folder: &Path) -> Result<String, Box<dyn Error>> {
    let spec = cases::source_as(&file.display().to_string(), file);
    let files = workspaces::generate(&spec).map_err(|errors| errors.render(&spec, Style::Plain))?;
    match fs::remove_dir_all(folder.join("src")) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        Ok(()) | Err(_) => {}
    }
    for (path, text) in files.iter() {
        cases::write(&folder.join(path), text)?;
    }
    let runtime = cases::root().join("runtime");
    let manifest = files.get("Cargo.toml").unwrap_or_default();
    let lines = manifest
        .lines()
        .map(|line| match line.split_once("default-features") {
            Some((_, rest)) if line.starts_with("specsmith-runtime") => {
                format!("specsmith-runtime = {{ path = {runtime:?}, default-features{rest}")
            }
            Some(_) | None => line.to_owned(),
        });
    let lines: Vec<String> = lines.collect();
    let manifest = format!("{}\n\n[workspace]\n", lines.join("\n"));
    cases::write(&folder.join("Cargo.toml"), &manifest)?;
    prepare(folder)?;
    Ok(manifest)
}

/// Runs clippy and rustdoc for each choice of groups and sides. Returns how many fail.
fn check(choices: &[String], folder: &Path) -> io::Result<usize> {
    let mut failed = 0;
    for sides in SIDES {
        for groups in choices {
            let features = format!("{groups},{sides}");
            for (command, deny) in [("clippy", &["--", "--deny", "warnings"][..]), ("doc", &[])] {
                let status = cargo(folder, command)
                    .args(["--no-deps", "--no-default-features"])
                    .args(["--features", &features])
                    .args(deny)
                    .env("RUSTDOCFLAGS", "--deny warnings")
                    .status()?;
                if !status.success() {
                    println!("failed: cargo {command} --no-default-features --features {features}");
                    failed += 1;
                }
            }
        }
    }
    Ok(failed)
}
