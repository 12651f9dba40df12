//! New workspaces, and what is missing in existing ones.

mod specification;

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use specsmith::output::{FileSet, display_path};

use self::specification::Specification;
use super::generate::reject_other_crate;
use super::locate::{GENERATED, SPEC};
use super::package_warnings::Packages;
use super::terminal::quoted;
use super::{Done, Failure, InitArguments, Messages, NewArguments, create, locate};

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
    let project = Project {
        root,
        spec: Specification::create(Some(&name), &arguments.start, root, messages)?,
        has_server: !arguments.start.client,
    };
    let Written {
        package, warnings, ..
    } = project.write(messages)?;
    let named = match is_named_after(&package, &name) {
        true => String::new(),
        false => format!("The crate is `{package}`, because the specification names the API.\n"),
    };
    let first_steps = format!("cd {}", quoted(&shown));
    let next_steps = project.next_steps(&first_steps);
    Ok(Done {
        text: format!("created {shown}/\n{named}\n{next_steps}"),
        warnings,
    })
}

/// `specsmith init`: adds to the current folder what `new` creates and is not there yet.
pub(crate) fn init(arguments: &InitArguments, messages: &Messages) -> Result<Done, Failure> {
    let root = Path::new("");
    let found = locate::specifications(Path::new(SPEC)).unwrap_or_default();
    let spec = match (found.as_slice(), &arguments.start.from) {
        ([only], None) => Specification::existing(only, messages)?,
        ([], _) => {
            let here = std::env::current_dir().unwrap_or_default();
            Specification::create(name_of(&here).as_deref(), &arguments.start, root, messages)?
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
    let project = Project {
        root,
        spec,
        has_server: !arguments.start.client,
    };
    let Written {
        written,
        kept,
        package: _,
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
    let first = members_to_add(&manifest, &project.members()).unwrap_or_default();
    text.push_str(&format!("\n{}", project.next_steps(&first)));
    Ok(Done { text, warnings })
}

/// What to do so that the workspace of a manifest has these crates; `None` if it names them.
fn members_to_add(manifest: &str, members: &[&str]) -> Option<String> {
    if !locate::has_workspace(manifest) {
        let members = members.join("\", \"");
        return Some(format!(
            "add to Cargo.toml:\n\n    [workspace]\n    members = [\"{members}\"]\n"
        ));
    }
    let list = manifest.split("\nmembers").nth(1).unwrap_or_default();
    let list = list.split(']').next().unwrap_or_default();
    let is_missing = |member: &&&str| {
        let mut named = list.split(['"', '\'']);
        !named.any(|name| name == **member)
    };
    let missing: Vec<&str> = members.iter().filter(is_missing).copied().collect();
    (!missing.is_empty()).then(|| {
        let missing = missing.join("`, `");
        format!("add to the members of the workspace in Cargo.toml: `{missing}`")
    })
}

/// A workspace to write.
struct Project<'a> {
    root: &'a Path,
    spec: Specification,
    has_server: bool,
}

/// What was written.
struct Written {
    written: Vec<String>,
    /// What was there already.
    kept: Vec<String>,
    /// The name of the generated package.
    package: String,
    warnings: String,
}

impl Project<'_> {
    /// The crates of the workspace.
    fn members(&self) -> Vec<&'static str> {
        match self.has_server {
            true => vec![GENERATED, "server", "client"],
            false => vec![GENERATED, "client"],
        }
    }

    fn next_steps(&self, first: &str) -> String {
        let first = match first {
            "" => String::new(),
            first => format!("  {first}\n"),
        };
        let mut text = format!(
            "Next:\n{first}  cargo test                  builds and tests everything\n  specsmith generate          \
             after each change of {}\n",
            self.spec.described()
        );
        if self.spec.lacks_query {
            text.push_str(
                "  specsmith update --from URL gets the document again, and generates\n\n\
                 The query of the URL is not stored, because it may contain credentials. If it contains none, add it to\n\
                 `x-specsmith-source` in the overlay, and run `specsmith update` without --from.\n",
            );
        } else if self.spec.original.is_some() {
            text.push_str("  specsmith update            gets the document again, and generates\n");
        }
        text
    }

    /// Writes what is missing. Everything is generated before anything is written.
    fn write(&self, messages: &Messages) -> Result<Written, Failure> {
        let Specification { source, file, .. } = &self.spec;
        let (api, more) = messages.read(source)?;
        let mut warnings = format!("{}{}", self.spec.warnings, messages.print(&more, source));
        let surroundings = specsmith::Project {
            spec: file,
            original: self.spec.original.as_deref(),
            server: self.has_server,
        };
        let Some(mut files) = specsmith::project_of(&api, &surroundings) else {
            return Err(Failure::rejected(
                "the specification describes no operations, so there is nothing to serve; `specsmith generate` generates \
                 its types",
            ));
        };
        for (path, text) in &self.spec.new {
            files.insert(format!("{SPEC}/{path}"), text.as_str());
        }
        if self.spec.original.is_none() {
            files.insert(SCHEMA, specsmith::json_schema());
        }
        let out = self.root.join(GENERATED);
        reject_other_crate(&api, &out)?;
        let report = specsmith::files(&api).write_to(&out)?;
        let mut written = Vec::new();
        if !report.is_unchanged() {
            written.push(format!("{GENERATED}/"));
        }
        let (new, kept) = self.split(&files);
        for (path, text) in new {
            self.write_new(path, text)?;
            written.push(path.to_owned());
        }
        let package = api.package.name.clone();
        let more = Packages::of(api.package).warnings(&out);
        warnings.push_str(&messages.print(&more.into_iter().collect(), source));
        Ok(Written {
            written,
            kept,
            package,
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

/// Whether a package has the name of the project, apart from case, separators and the ending `-api`.
fn is_named_after(package: &str, project: &str) -> bool {
    let letters = |name: &str| {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        let letters = letters.collect::<String>().to_ascii_lowercase();
        letters.strip_suffix("api").unwrap_or(&letters).to_owned()
    };
    letters(package) == letters(project)
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
