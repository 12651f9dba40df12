//! Compiles a generated crate alone, and counts what it consists of.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use specsmith_benches::run::{Cost, cost};

use crate::count::{Items, Lines, items, lines};
use crate::tools::Crate;

/// The folders of a comparison.
pub(crate) struct Folders {
    /// Contains the documents and the generated crates.
    pub(crate) api: PathBuf,
    /// Cargo's target folder of all generated crates, so that they share dependencies.
    pub(crate) target: PathBuf,
}

/// The size of a crate.
pub(crate) struct Size {
    pub(crate) lines: Lines,
    pub(crate) items: Items,
}

impl Folders {
    /// Compiles a crate with `cargo <command>`. The first time, this also compiles its dependencies.
    ///
    /// # Errors
    ///
    /// The crate does not compile; the error contains cargo's output.
    pub(crate) fn compile(&self, generated: &Crate, command: &[&str]) -> io::Result<Cost> {
        let folder = self.api.join(generated.folder);
        touch(&folder)?;
        let target = self.target.to_string_lossy();
        let options = ["--features", generated.features, "--target-dir", &target];
        cost(&cargo(), &[command, &options].concat(), &folder)
    }

    /// Compiles the dependencies of a crate: its own code is left out.
    ///
    /// # Errors
    ///
    /// They do not compile; the error contains cargo's output.
    pub(crate) fn check_dependencies(&self, generated: &Crate) -> io::Result<()> {
        let root = self.api.join(generated.folder).join("src/lib.rs");
        let own = root.with_extension("own");
        fs::rename(&root, &own)?;
        fs::write(&root, "")?;
        let result = self.compile(generated, &["check"]);
        fs::rename(&own, &root)?;
        result.map(|_| ())
    }

    /// Counts the lines that are compiled for a crate with these features.
    ///
    /// # Errors
    ///
    /// The crate does not compile.
    pub(crate) fn lines(&self, generated: &Crate, features: &str) -> io::Result<Lines> {
        let folder = self.api.join(generated.folder);
        let mut count = Lines::default();
        for file in self.sources(&folder, features)? {
            count += lines(&fs::read_to_string(folder.join(file))?);
        }
        Ok(count)
    }

    /// Counts the lines, functions and impls that are compiled for a crate with these features.
    ///
    /// # Errors
    ///
    /// The crate does not compile, or its expanded code cannot be parsed.
    pub(crate) fn size(&self, generated: &Crate, features: &str) -> io::Result<Size> {
        let folder = self.api.join(generated.folder);
        Ok(Size {
            items: items(&self.expanded(&folder, features)?).map_err(io::Error::other)?,
            lines: self.lines(generated, features)?,
        })
    }

    /// The code of a crate after its macros are expanded.
    fn expanded(&self, folder: &Path, features: &str) -> io::Result<String> {
        touch(folder)?;
        let wrapper = Path::new(env!("CARGO_MANIFEST_DIR")).join("bootstrap");
        let mut command = self.cargo(folder, features, &["rustc", "--lib", "--profile", "check"]);
        command
            .args(["--", "-Zunpretty=expanded"])
            .env("RUSTC_WORKSPACE_WRAPPER", wrapper);
        output(&mut command)
    }

    /// The source files of a crate, as rustc lists them for cargo.
    fn sources(&self, folder: &Path, features: &str) -> io::Result<Vec<PathBuf>> {
        let messages = output(&mut self.cargo(
            folder,
            features,
            &["check", "--lib", "--message-format", "json"],
        ))?;
        let missing = || io::Error::other("error: cargo lists no source files");
        let metadata = messages
            .lines()
            .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
            .rfind(|message| message["reason"] == "compiler-artifact")
            .and_then(|artifact| artifact["filenames"][0].as_str().map(PathBuf::from))
            .ok_or_else(missing)?;
        let name = metadata.file_stem().unwrap_or_default().to_string_lossy();
        let name = name.strip_prefix("lib").unwrap_or(&name);
        let list = fs::read_to_string(metadata.with_file_name(format!("{name}.d")))?;
        source_files(&list).ok_or_else(missing)
    }

    fn cargo(&self, folder: &Path, features: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(cargo());
        command
            .args(arguments)
            .args(["--features", features, "--target-dir"])
            .arg(&self.target)
            .current_dir(folder)
            .env("CARGO_INCREMENTAL", "0");
        command
    }
}

/// Makes cargo compile a crate again.
fn touch(folder: &Path) -> io::Result<()> {
    let root = fs::File::options()
        .append(true)
        .open(folder.join("src/lib.rs"))?;
    root.set_modified(std::time::SystemTime::now())
}

/// The Rust files in a list of dependencies that rustc writes in the format of make.
fn source_files(list: &str) -> Option<Vec<PathBuf>> {
    let (_, files) = list.lines().next()?.split_once(": ")?;
    let files = files.replace("\\ ", "\0");
    let files = files.split_whitespace().map(|file| file.replace('\0', " "));
    Some(
        files
            .map(PathBuf::from)
            .filter(|file| file.extension().is_some_and(|extension| extension == "rs"))
            .collect(),
    )
}

/// The program with which cargo ran this one.
pub(crate) fn cargo() -> PathBuf {
    std::env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from)
}

/// What a program prints.
fn output(command: &mut Command) -> io::Result<String> {
    let output = command.stdin(Stdio::null()).output()?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(stderr.into_owned()));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_files_are_the_rust_files_of_the_first_line() {
        let list = "/t/liba.rmeta: src/lib.rs src/two\\ words.rs src/data.json\n\nsrc/lib.rs:\n";
        let expected = ["src/lib.rs", "src/two words.rs"].map(PathBuf::from);
        assert_eq!(source_files(list), Some(expected.to_vec()));
    }
}
