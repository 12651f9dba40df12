//! Types that contain each other in cycles of a thousand and chains of three hundred: the generated
//! crate and a crate that uses both of its sides compile with default settings, and values pass
//! through unchanged.

#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;

use specsmith_tests::deep::{Graphs, USES};
use specsmith_tests::workspaces;

/// `cargo check` meets only some of the compiler's limits. `cargo run -p specsmith-tests --example
/// deep_types` builds the same graphs, which takes too long for a test.
#[test]
fn large_graphs_of_types_compile() {
    let largest = Graphs::largest().into_iter();
    cargo(
        "check",
        "deep-types",
        &largest.fold(Graphs::default(), Graphs::and),
    );
}

/// The compiler follows types and generic functions again when it generates code and debug information,
/// with other limits. Without `Boxed`, debug information has the highest of its limits: a ring of about 300.
#[test]
fn values_of_deep_types_pass_from_client_to_server_and_back() {
    let mut graphs = Graphs::default();
    graphs.ring("Ring", 320, &USES);
    graphs.ring_of_unions("Unions", 321);
    graphs.chain("Required", 50, &USES[..1]);
    // Lists between the boxed fields.
    graphs.chain("Lists", 60, &USES[1..2]);
    cargo("run", "deep-values", &graphs);
}

/// Runs cargo in a workspace with these types. The target folder is that of the other tests that
/// compile, so that dependencies are compiled once.
fn cargo(command: &str, name: &str, graphs: &Graphs) {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = temporary.join(name);
    graphs.write_workspace(name, &folder).unwrap();
    let output = workspaces::cargo(&folder)
        .args([command, "--offline", "--quiet", "--target-dir"])
        .arg(temporary.join("generated/target"))
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUST_MIN_STACK")
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "`cargo {command}` failed in {}:\n{}",
        folder.display(),
        errors.chars().take(4_000).collect::<String>()
    );
}
