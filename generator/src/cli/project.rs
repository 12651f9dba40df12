//! New workspaces, and what is missing in existing ones.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use specsmith::api::Runtime;
use specsmith::output::{FileSet, display_path};
use specsmith::source::SourceFile;

use super::locate::{GENERATED, SPEC};
use super::terminal::quoted;
use super::{Done, Failure, InitArguments, Messages, NewArguments, create, locate, read};

/// The JSON Schema of specifications, which editors read. In the folder `spec` it would look like a specification.
const SCHEMA: &str = "specsmith.schema.json";

/// `specsmith new`: creates a workspace in a new folder.
pub(crate) fn new(arguments: &NewArguments, messages: &Messages) -> Result<Done, Failure> {
    let root = &arguments.path;
    let shown = display_path(root);
    let name = name_of(root).ok_or_else(|| not_a_name(&shown))?;
    if is_occupied(root) {
        return Err(Failure::rejected(format!(
            "`{shown}` already exists; choose another name, or run `specsmith init` in it"
        )));
    }
    let spec = Specification::create(Some(&name), arguments.from.as_deref(), root, messages)?;
    let project = Project { root, spec };
    let warnings = project.write(messages)?.warnings;
    let first_steps = format!("cd {}", quoted(&shown));
    Ok(Done {
        text: format!("created {shown}/\n\n{}", next_steps(&first_steps)),
        warnings,
    })
}

/// `specsmith init`: adds to the current folder what `new` creates and is not there yet.
pub(crate) fn init(arguments: &InitArguments, messages: &Messages) -> Result<Done, Failure> {
    let root = Path::new("");
    let found = locate::specifications(Path::new(SPEC)).unwrap_or_default();
    let spec = match (found.as_slice(), &arguments.from) {
        ([only], None) => Specification::existing(only, messages)?,
        ([], from) => {
            let here = std::env::current_dir().unwrap_or_default();
            Specification::create(name_of(&here).as_deref(), from.as_deref(), root, messages)?
        }
        ([only], Some(_)) => {
            return Err(Failure::rejected(format!(
                "`{}` already exists; run `specsmith init` without --from, or move it away",
                display_path(only)
            )));
        }
        ([_, _, ..], _) => {
            return Err(Failure::rejected(
                "the folder `spec` contains several specifications; `init` needs a folder with one, or with none",
            ));
        }
    };
    let project = Project { root, spec };
    let Written {
        written,
        kept,
        warnings,
    } = project.write(messages)?;
    let mut text = String::new();
    for path in &written {
        text.push_str(&format!("written {path}\n"));
    }
    for path in &kept {
        text.push_str(&format!("kept {path}\n"));
    }
    let manifest = fs::read_to_string("Cargo.toml").unwrap_or_default();
    let first = members_to_add(&manifest).unwrap_or_default();
    text.push_str(&format!("\n{}", next_steps(&first)));
    Ok(Done { text, warnings })
}

/// What to do so that the workspace of a manifest has all crates; `None` if it names them.
fn members_to_add(manifest: &str) -> Option<String> {
    const MEMBERS: [&str; 3] = [GENERATED, "server", "client"];
    if !locate::has_workspace(manifest) {
        let members = MEMBERS.join("\", \"");
        return Some(format!(
            "add to Cargo.toml:\n\n    [workspace]\n    members = [\"{members}\"]\n"
        ));
    }
    let list = manifest.split("\nmembers").nth(1).unwrap_or_default();
    let list = list.split(']').next().unwrap_or_default();
    let is_missing = |member: &&str| {
        let mut named = list.split(['"', '\'']);
        !named.any(|name| name == *member)
    };
    let missing: Vec<&str> = MEMBERS.into_iter().filter(is_missing).collect();
    (!missing.is_empty()).then(|| {
        let missing = missing.join("`, `");
        format!("add to the members of the workspace in Cargo.toml: `{missing}`")
    })
}

fn next_steps(first: &str) -> String {
    let first = match first {
        "" => String::new(),
        first => format!("  {first}\n"),
    };
    format!(
        "Next:\n{first}  cargo test                  builds and tests everything\n  specsmith generate          \
         after each change of the specification\n"
    )
}

/// The specification of a project.
struct Specification {
    source: SourceFile,
    /// The name of its file in the folder `spec`.
    file: String,
    /// Whether the file has to be written.
    is_new: bool,
    /// Warnings of the original, as text.
    warnings: String,
}

impl Specification {
    /// A new one: the first one for the name of the project, or the conversion of a document. A document that has only
    /// a title gets this name. Some folders have a name that no package can have.
    fn create(
        name: Option<&str>,
        from: Option<&Path>,
        root: &Path,
        messages: &Messages,
    ) -> Result<Self, Failure> {
        let file = format!("{}.yaml", name.unwrap_or("api"));
        // The name of the crate ends with `-api` anyway.
        let api = name.map(|name| {
            let mut ends = ["-api", "_api"].into_iter();
            ends.find_map(|end| name.strip_suffix(end)).unwrap_or(name)
        });
        let (text, warnings) = match from {
            None => (
                specsmith::first_spec(api.unwrap_or("service")),
                String::new(),
            ),
            Some(from) => {
                let source = read::read(from, messages)?;
                // Comments would be lost.
                if !specsmith::is_openapi(&source) && source.files().count() == 1 {
                    specsmith::read(&source).map_err(|errors| messages.errors(&errors, &source))?;
                    return Ok(Self::new(file, source.text(), String::new(), root));
                }
                let converted = match api {
                    Some(api) => specsmith::convert_as(&source, api),
                    None => specsmith::convert(&source),
                };
                let converted = converted.map_err(|errors| messages.errors(&errors, &source))?;
                messages.check(&converted.warnings, &source)?;
                let warnings = messages.print(&converted.warnings, &source);
                (converted.text, warnings)
            }
        };
        Ok(Self::new(file, &text, warnings, root))
    }

    /// One whose file has to be written. It names the schema of the workspace, and embeds the runtime: a path to it
    /// would lead elsewhere.
    fn new(file: String, text: &str, warnings: String, root: &Path) -> Self {
        let path = display_path(&root.join(SPEC).join(&file));
        let lines = text.lines();
        let lines = lines.filter(|line| !line.starts_with("# yaml-language-server:"));
        let lines: Vec<&str> = lines.collect();
        let mut text = format!(
            "# yaml-language-server: $schema=../{SCHEMA}\n{}\n",
            lines.join("\n")
        );
        let api = specsmith::read(&SourceFile::new(path.as_str(), text.as_str()));
        if let Ok(Runtime::Path(found)) = api.map(|api| api.package.runtime) {
            text.replace_range(found.span.start()..found.span.end(), "embedded");
        }
        Self {
            source: SourceFile::new(path, text),
            file,
            is_new: true,
            warnings,
        }
    }

    fn existing(path: &Path, messages: &Messages) -> Result<Self, Failure> {
        let file = path.file_name().unwrap_or_default();
        Ok(Self {
            source: read::read(path, messages)?,
            file: file.to_string_lossy().into_owned(),
            is_new: false,
            warnings: String::new(),
        })
    }
}

/// A workspace to write.
struct Project<'a> {
    root: &'a Path,
    spec: Specification,
}

/// What was written.
struct Written {
    written: Vec<String>,
    /// What was there already.
    kept: Vec<String>,
    warnings: String,
}

impl Project<'_> {
    /// Writes what is missing. Everything is generated before anything is written.
    fn write(&self, messages: &Messages) -> Result<Written, Failure> {
        let Specification { source, file, .. } = &self.spec;
        let (api, more) = messages.read(source)?;
        let warnings = format!("{}{}", self.spec.warnings, messages.print(&more, source));
        let Some(mut files) = specsmith::project_of(&api, file) else {
            return Err(Failure::rejected(
                "the specification describes no operations, so there is nothing to serve; `specsmith generate` generates \
                 its types",
            ));
        };
        if self.spec.is_new {
            files.insert(format!("{SPEC}/{file}"), source.text());
            files.insert(SCHEMA, specsmith::json_schema());
        }
        let report = specsmith::files(&api).write_to(&self.root.join(GENERATED))?;
        let mut written = Vec::new();
        if !report.is_unchanged() {
            written.push(format!("{GENERATED}/"));
        }
        let (new, kept) = self.split(&files);
        for (path, text) in new {
            self.write_new(path, text)?;
            written.push(path.to_owned());
        }
        Ok(Written {
            written,
            kept,
            warnings,
        })
    }

    /// The files to write, and what is there already: files, and folders of packages, which are not mixed.
    fn split<'f>(&self, files: &'f FileSet) -> (Vec<(&'f str, &'f str)>, Vec<String>) {
        let mut kept: Vec<String> = Vec::new();
        let mut new = Vec::new();
        for (path, text) in files.iter() {
            let package = ["server/", "client/"];
            let package = package.into_iter().find(|folder| path.starts_with(folder));
            let place = package.unwrap_or(path);
            if self.root.join(place).exists() {
                if kept.last().is_none_or(|last| last != place) {
                    kept.push(place.to_owned());
                }
            } else {
                new.push((path, text));
            }
        }
        (new, kept)
    }

    fn write_new(&self, path: &str, text: &str) -> Result<(), Failure> {
        let path = self.root.join(path);
        let unable = |error: std::io::Error| {
            Failure::Unable(format!("cannot write `{}`: {error}", display_path(&path)))
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(unable)?;
        }
        create::create(&path, text).map_err(unable)
    }
}

/// The name of a project from its folder; `None` if no package can have it.
fn name_of(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(is_part);
    is_name.then(|| name.to_owned())
}

fn not_a_name(shown: &str) -> Failure {
    Failure::Unable(format!(
        "`{shown}` cannot be the name of a package; use letters, digits, `-` and `_`, and begin with a letter"
    ))
}

/// Whether there is a file, or a folder with something in it.
fn is_occupied(path: &Path) -> bool {
    match fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) => error.kind() != ErrorKind::NotFound,
    }
}
