//! Builds the largest graphs of types that have to compile, one by one, in a new workspace with the
//! settings that cargo has by default, full debug information included:
//!
//! `cargo run --release -p specsmith-tests --example deep_types`, or `… -- <graph>` for one of them
//!
//! It needs the dependencies to be downloaded, takes minutes, and prints how long each graph took.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, io};

use specsmith_tests::cases;
use specsmith_tests::deep::{Graphs, USES};
use specsmith_tests::workspaces::cargo;

const NAME: &str = "deep-builds";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let wanted = env::args().nth(1);
    let folder = cases::root().join("target").join(NAME);
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        Ok(()) | Err(_) => {}
    }
    // First the dependencies, whose time does not count.
    let mut small = Graphs::default();
    small.ring("Ring", 2, &USES);
    let mut all_built = build(&small, &folder)?;
    for graph in Graphs::largest() {
        let name: String = graph.names().collect();
        if wanted.as_ref().is_some_and(|wanted| *wanted != name) {
            continue;
        }
        let start = Instant::now();
        let built = build(&graph, &folder)?;
        let outcome = if built { "built" } else { "failed" };
        println!("{name}: {outcome} after {:.0?}", start.elapsed());
        all_built &= built;
    }
    Ok(if all_built {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Builds a workspace with these types. The compiler's own messages are shown.
fn build(graphs: &Graphs, folder: &Path) -> io::Result<bool> {
    graphs.write_workspace(NAME, folder)?;
    let status = cargo(folder, "build")
        .env_remove("CARGO_INCREMENTAL")
        .env_remove("CARGO_PROFILE_DEV_DEBUG")
        .env_remove("RUST_MIN_STACK")
        .status()?;
    Ok(status.success())
}
