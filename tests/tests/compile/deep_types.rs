//! Types that contain each other in cycles of a thousand and chains of three hundred: the generated
//! crate and a crate that uses both of its sides compile with default settings, and values pass
//! through unchanged.

#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;

use specsmith_tests::deep::{Graphs, USES};
use specsmith_tests::workspaces;

/// With a plain `Box` in the cycles, a ring of 32 types fails in the crate of the implementer. Debug builds have higher
/// limits, which the full run meets.
#[test]
fn a_ring_of_types_compiles() {
    let mut graphs = Graphs::default();
    graphs.ring("Ring", 48, &USES);
    graphs.ring_of_unions("Unions", 48);
    graphs.chain("Lists", 48, &USES[1..2]);
    cargo("check", "deep-ring", &graphs);
}

/// `cargo check` meets only some of the compiler's limits. `cargo run -p specsmith-tests --example
/// deep_types` builds the same graphs, which takes too long for a test.
#[test]
#[ignore = "part of the full run: checks 4,000 types, which takes 3 GB of memory"]
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
#[ignore = "part of the full run: builds 750 types with debug information"]
fn values_of_deep_types_pass_from_client_to_server_and_back() {
    let mut graphs = Graphs::default();
    graphs.ring("Ring", 320, &USES);
    graphs.ring_of_unions("Unions", 321);
    graphs.chain("Required", 50, &USES[..1]);
    // Lists between the boxed fields.
    graphs.chain("Lists", 60, &USES[1..2]);
    cargo("run", "deep-values", &graphs);
}

/// Runs cargo in a workspace with these types.
fn cargo(command: &str, name: &str, graphs: &Graphs) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    graphs.write_workspace(name, &folder).unwrap();
    let output = workspaces::cargo(&folder, command)
        .env_remove("CARGO_PROFILE_DEV_DEBUG")
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
