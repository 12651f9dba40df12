//! The cost of `specsmith generate` as a process: into an empty folder, and again without changes; and
//! of `specsmith check` without changes.

use std::io;
use std::path::{Path, PathBuf};

use specsmith_benches::run::{cost, median};
use specsmith_benches::{paired, specification};

/// How often each command is run.
const TIMES: usize = 15;

fn main() -> io::Result<()> {
    if !paired::measures() {
        return Ok(());
    }
    let command = build()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command");
    clear(&folder)?;
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
    clear(&folder)
}

/// Makes it an empty folder.
fn clear(folder: &Path) -> io::Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    std::fs::create_dir_all(folder)
}

/// Builds the command as it is published, in the same place as `cargo build --profile dist`.
fn build() -> io::Result<PathBuf> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("");
    let arguments = [
        "build",
        "--profile",
        "dist",
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
        .join("dist")
        .join("specsmith")
        .with_extension(std::env::consts::EXE_EXTENSION))
}

fn measure(command: &Path, folder: &Path, name: &str, yaml: &str) -> io::Result<()> {
    let folder = folder.join(name);
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("spec.yaml"), yaml)?;
    // A new folder each time, and nothing is deleted before the end: ext4 is slow at creating files
    // shortly after it deleted some.
    let mut number = 0;
    let fresh = median(TIMES, || {
        number += 1;
        cost(command, arguments("generate", number), &folder)
    })?;
    let unchanged = median(TIMES, || cost(command, arguments("generate", 1), &folder))?;
    let check = median(TIMES, || cost(command, arguments("check", 1), &folder))?;
    let [new, unchanged, check] = [fresh.wall, unchanged.wall, check.wall].map(|wall| wall * 1e3);
    println!(
        "{name:18} {new:>8.0} ms {:>6.0} MB {unchanged:>8.0} ms {check:>8.0} ms",
        fresh.peak
    );
    Ok(())
}

fn arguments(command: &str, number: usize) -> [String; 4] {
    let out = format!("out{number}");
    [command, "spec.yaml", "--out", &out].map(String::from)
}
