//! Builds the largest graphs of types that have to compile, in a new workspace with the settings that
//! cargo has by default, full debug information included:
//!
//! `cargo run --release -p specsmith-tests --example deep_types`
//!
//! It needs the dependencies to be downloaded, takes minutes, and prints how long the types took.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;
use std::{env, fs, io};

use specsmith_tests::cases;
use specsmith_tests::deep::{Graphs, USES};

const NAME: &str = "deep-builds";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let folder = cases::root().join("target").join(NAME);
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        Ok(()) | Err(_) => {}
    }
    // First the dependencies, whose time does not count.
    let mut small = Graphs::default();
    small.ring("Ring", 2, &USES);
    small.write_workspace(NAME, &folder)?;
    if !build(&folder)? {
        return Ok(ExitCode::FAILURE);
    }
    Graphs::largest().write_workspace(NAME, &folder)?;
    let start = Instant::now();
    let built = build(&folder)?;
    println!("{:.0?}", start.elapsed());
    Ok(if built {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Builds the workspace. The compiler's own messages are shown.
fn build(folder: &Path) -> io::Result<bool> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--offline", "--target-dir", "target"])
        .env_remove("CARGO_INCREMENTAL")
        .env_remove("RUST_MIN_STACK")
        .current_dir(folder)
        .status()?;
    Ok(status.success())
}
