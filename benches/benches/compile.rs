//! The time to compile a generated crate, with its dependencies already built: for the gateway and for
//! synthetic APIs.

use specsmith::source::SourceFile;
use specsmith_benches::run::{cost, median};
use specsmith_benches::{paired, specification};
use std::io;
use std::path::{Path, PathBuf};

/// How often each crate is compiled.
const TIMES: usize = 3;

fn main() -> io::Result<()> {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("runtime");
    let runtime = runtime.to_string_lossy();
    let gateway = include_str!("../../spec/gateway.yaml").replace("../runtime", &runtime);
    let gateway = generate("gateway", gateway)?;
    let synthetic = generate("synthetic", specification(300, &runtime))?;
    if !paired::measures() {
        return Ok(());
    }
    println!(
        "{:10} {:8} {:8} {:>9} {:>11} {:>9}",
        "", "feature", "", "wall", "processor", "peak"
    );
    for (name, folder) in [("gateway", &gateway), ("synthetic", &synthetic)] {
        for feature in ["client", "server"] {
            compile(name, folder, feature, "check", &["check"])?;
        }
    }
    for feature in ["client", "server"] {
        compile(
            "synthetic",
            &synthetic,
            feature,
            "release",
            &["build", "--release"],
        )?;
    }
    Ok(())
}

/// Generates the crate of a specification into its own folder, as a separate workspace.
fn generate(name: &str, yaml: String) -> io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("compile")
        .join(name);
    let source = SourceFile::new(name, yaml);
    let files =
        specsmith::generate(&source).map_err(|errors| io::Error::other(format!("{errors:?}")))?;
    for (path, text) in files.iter() {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        std::fs::write(path, text)?;
    }
    let manifest = format!(
        "{}\n[workspace]\n",
        files.get("Cargo.toml").unwrap_or_default()
    );
    std::fs::write(folder.join("Cargo.toml"), manifest)?;
    Ok(folder)
}

/// Compiles the crate once with its dependencies, then measures compiling it alone.
fn compile(
    name: &str,
    folder: &Path,
    feature: &str,
    what: &str,
    command: &[&str],
) -> io::Result<()> {
    let cargo = Path::new(env!("CARGO"));
    let target = folder.with_file_name("target");
    let target = target.to_string_lossy();
    let arguments = [
        command,
        &["--features", feature, "--target-dir", target.as_ref()],
    ]
    .concat();
    cost(cargo, &arguments, folder)?;
    let cost = median(TIMES, || {
        let root = std::fs::File::options()
            .append(true)
            .open(folder.join("src/lib.rs"))?;
        root.set_modified(std::time::SystemTime::now())?;
        cost(cargo, &arguments, folder)
    })?;
    println!(
        "{name:10} {feature:8} {what:8} {:>7.2} s {:>9.2} s {:>6.0} MB",
        cost.wall, cost.processor, cost.peak
    );
    Ok(())
}
