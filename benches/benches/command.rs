//! The cost of `specsmith generate` as a process: into an empty folder, and again without changes; and
//! of `specsmith check` without changes.

use specsmith_benches::run::{cost, median};
use specsmith_benches::{paired, specification};
use std::io;
use std::path::{Path, PathBuf};

/// How often each command is run.
const TIMES: usize = 15;

fn main() -> io::Result<()> {
    if !paired::measures() {
        return Ok(());
    }
    let command = build()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command");
    std::fs::create_dir_all(&folder)?;
    println!(
        "{:18} {:>11} {:>9} {:>11} {:>11}",
        "", "new", "peak", "unchanged", "check"
    );
    measure(
        &command,
        &folder,
        "the gateway",
        include_str!("../../spec/gateway.yaml"),
    )?;
    for operations in [10, 100, 1_000, 5_000] {
        let yaml = specification(operations, "../runtime");
        measure(
            &command,
            &folder,
            &format!("{operations} operations"),
            &yaml,
        )?;
    }
    Ok(())
}

/// Builds the command in release mode, in the same place as `cargo build --release`.
fn build() -> io::Result<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("");
    let arguments = [
        "build",
        "--release",
        "--package",
        "specsmith",
        "--target-dir",
        &target.to_string_lossy(),
    ];
    cost(
        Path::new(env!("CARGO")),
        &arguments,
        Path::new(env!("CARGO_MANIFEST_DIR")),
    )?;
    Ok(target
        .join("release")
        .join("specsmith")
        .with_extension(std::env::consts::EXE_EXTENSION))
}

fn measure(command: &Path, folder: &Path, name: &str, yaml: &str) -> io::Result<()> {
    std::fs::write(folder.join("spec.yaml"), yaml)?;
    let out = folder.join("out");
    let arguments = ["generate", "spec.yaml", "--out", "out"];
    let fresh = median(TIMES, || {
        if out.exists() {
            std::fs::remove_dir_all(&out)?;
        }
        cost(command, &arguments, folder)
    })?;
    let unchanged = median(TIMES, || cost(command, &arguments, folder))?;
    let arguments = ["check", "spec.yaml", "--out", "out"];
    let check = median(TIMES, || cost(command, &arguments, folder))?;
    let [new, unchanged, check] = [fresh.wall, unchanged.wall, check.wall].map(|wall| wall * 1e3);
    println!(
        "{name:18} {new:>8.0} ms {:>6.0} MB {unchanged:>8.0} ms {check:>8.0} ms",
        fresh.peak
    );
    Ok(())
}
