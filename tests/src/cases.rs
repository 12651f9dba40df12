//! The cases in `tests/cases`: an input, and the expected output next to it.
//!
//! `UPDATE_EXPECTED=1 cargo test -p specsmith-tests` overwrites the expected output; the diff of the
//! commit shows what changed.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use similar::{ChangeTag, TextDiff};
use specsmith::output::FileSet;
use specsmith::source::SourceFile;

/// The environment variable that makes the tests write the expected output instead of comparing it.
pub const UPDATE: &str = "UPDATE_EXPECTED";

/// The start of the line in a specification that lists the generated files that the case is about.
const SHOWN: &str = "# shows: ";

/// A specification with known output.
#[derive(Debug, Clone)]
pub struct Case {
    /// The name of its folder, which is the name of its test.
    pub name: String,
    folder: PathBuf,
}

/// The root of the workspace.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package)
}

/// A folder of documents of other people, which are not in this repository: in `shared` beside it. Without it,
/// [`left_out`] says what is not tested.
pub fn shared(name: &str) -> Option<PathBuf> {
    let folder = root().parent()?.join("shared").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    left_out(&format!("there is no folder {}", folder.display()));
    None
}

/// Prints that something is not tested, even if the output of tests that pass is hidden.
pub fn left_out(why: &str) {
    // Only the macros for printing are hidden. If nobody reads the line, the tests go on.
    let _ = writeln!(io::stderr(), "warning: tests are left out: {why}");
}

/// The specification of the gateway.
///
/// # Panics
///
/// The file cannot be read.
pub fn gateway() -> SourceFile {
    source(&root().join("spec/gateway.yaml"))
}

/// The folder of the cases.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

/// Whether the tests write the expected output instead of comparing it.
pub fn updating() -> bool {
    env::var_os(UPDATE).is_some_and(|value| !value.is_empty() && value != "0")
}

/// The valid specifications, sorted by name.
///
/// # Panics
///
/// The folder cannot be read.
pub fn good() -> Vec<Case> {
    let folders = entries(&folder().join("good"));
    folders
        .into_iter()
        .filter(|folder| folder.is_dir())
        .map(|folder| Case {
            name: file_name(&folder),
            folder,
        })
        .collect()
}

/// The invalid specifications, sorted by name.
///
/// # Panics
///
/// The folder cannot be read.
pub fn bad() -> Vec<PathBuf> {
    specifications("bad")
}

/// The specifications that have warnings, sorted by name.
///
/// # Panics
///
/// The folder cannot be read.
pub fn warnings() -> Vec<PathBuf> {
    specifications("warnings")
}

/// The specifications in which lints find something, sorted by name.
///
/// # Panics
///
/// The folder cannot be read.
pub fn lint() -> Vec<PathBuf> {
    specifications("lint")
}

/// The strings that are formatted, sorted by name.
///
/// # Panics
///
/// The folder cannot be read.
pub fn formatting() -> Vec<PathBuf> {
    let mut texts = specifications("format");
    texts.retain(|path| !path.to_string_lossy().ends_with(".expected.yaml"));
    texts
}

/// The YAML files in a folder of cases.
fn specifications(name: &str) -> Vec<PathBuf> {
    let files = entries(&folder().join(name)).into_iter();
    let is_yaml = |file: &PathBuf| file.extension().is_some_and(|end| end == "yaml");
    files.filter(is_yaml).collect()
}

/// The specifications of the APIs that the tests serve and call. The crate of each is in the folder of its name.
///
/// # Panics
///
/// The folder cannot be read.
pub fn apis() -> Vec<PathBuf> {
    let apis = Path::new(env!("CARGO_MANIFEST_DIR")).join("apis");
    let mut files = entries(&apis);
    files.retain(|file| {
        file.extension()
            .is_some_and(|extension| extension == "yaml")
    });
    files
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Reads a file as a source with only a file name, so that diagnostics do not depend on the location of
/// the project. Included files are read too, if there are such files.
///
/// # Panics
///
/// The file cannot be read.
pub fn source(path: &Path) -> SourceFile {
    source_as(&file_name(path), path)
}

/// As [`source`], with another name in diagnostics.
///
/// # Panics
///
/// The file cannot be read.
pub fn source_as(name: &str, path: &Path) -> SourceFile {
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| error.to_string());
    let text = read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let main = SourceFile::new(name, text);
    let folder = path.parent().unwrap_or(Path::new(""));
    let whole =
        specsmith::with_includes(main.clone(), &mut |included| read(&folder.join(included)));
    whole.unwrap_or(main)
}

impl Case {
    /// The specification.
    ///
    /// # Panics
    ///
    /// The file cannot be read.
    pub fn spec(&self) -> SourceFile {
        source(&self.folder.join("spec.yaml"))
    }

    /// The folder of the expected files.
    pub fn expected(&self) -> PathBuf {
        self.folder.join("expected")
    }

    /// The files that the case is about, as the line `# shows:` of its specification lists them. A name
    /// that ends in `/` includes all files below it.
    ///
    /// # Errors
    ///
    /// The line is missing, or it lists a file that is not generated.
    pub fn shown(&self, files: &FileSet) -> Result<FileSet, String> {
        let spec = self.spec();
        let line = spec
            .text()
            .lines()
            .find_map(|line| line.strip_prefix(SHOWN));
        let line = line.ok_or_else(|| format!("{}/spec.yaml has no line `{SHOWN}…`", self.name))?;
        let mut shown = FileSet::default();
        for wanted in line.split_whitespace() {
            let before = shown.len();
            let found = files.iter().filter(|(path, _)| {
                *path == wanted || (wanted.ends_with('/') && path.starts_with(wanted))
            });
            found.for_each(|(path, contents)| shown.insert(path, contents));
            if shown.len() == before {
                let paths: Vec<&str> = files.iter().map(|(path, _)| path).collect();
                return Err(format!(
                    "`{wanted}` is not generated; these are:\n  {}",
                    paths.join("\n  ")
                ));
            }
        }
        Ok(shown)
    }
}

/// The files below a folder, by their paths relative to it. Empty if the folder does not exist.
///
/// # Errors
///
/// A file or a folder cannot be read.
pub fn read_files(folder: &Path) -> io::Result<FileSet> {
    let mut files = FileSet::default();
    let mut open = vec![folder.to_owned()];
    while let Some(current) = open.pop() {
        if !current.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&current)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap_or(&path);
                files.insert(
                    name.to_string_lossy().replace('\\', "/"),
                    fs::read_to_string(&path)?,
                );
            }
        }
    }
    Ok(files)
}

/// The line diff of two strings, with three lines of context around each change: `-` is expected, `+` is
/// found.
pub fn difference(name: &str, expected: &str, found: &str) -> String {
    let diff = TextDiff::from_lines(expected, found);
    let mut text = format!("{name}\n");
    for group in diff.grouped_ops(3) {
        let line = group.first().map_or(0, |op| op.old_range().start) + 1;
        let _ = writeln!(text, "  line {line}:");
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            let _ = writeln!(text, "  {sign} {}", change.value().trim_end_matches('\n'));
        }
    }
    text
}

/// Writes a string to a file if the contents change. Creates the folders above it.
///
/// # Errors
///
/// The file or a folder cannot be written.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|found| found == text) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
