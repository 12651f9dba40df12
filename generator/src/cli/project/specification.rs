//! The specification that a new workspace starts from.

use std::path::Path;

use specsmith::Overlay;
use specsmith::api::Runtime;
use specsmith::output::display_path;
use specsmith::source::SourceFile;

use super::super::locate::{self, SPEC};
use super::super::origin::{Origin, Original, placed};
use super::super::{Failure, Messages, StartArguments, read, remote};
use super::SCHEMA;

/// The folder of a document that stays as it is, in the folder `spec`, where it would look like one more specification.
const ORIGINAL: &str = "original";

/// The overlay of such a document.
const OVERLAY: &str = "overlay.yaml";

/// The specification of a project.
pub(super) struct Specification {
    pub(super) source: SourceFile,
    /// The name of its file in the folder `spec`.
    pub(super) file: String,
    /// The document that stays as it is, if the specification is an overlay: its path in the folder `spec`.
    pub(super) original: Option<String>,
    /// Whether the overlay lacks the query of the URL that the document came from.
    pub(super) lacks_query: bool,
    /// The files to write, by their paths in the folder `spec`.
    pub(super) new: Vec<(String, String)>,
    /// Warnings of the original, as text.
    pub(super) warnings: String,
}

impl Specification {
    /// A new one: the first one for the name of the project, an overlay of a document, or its conversion. A document
    /// that has only a title gets this name. Some folders have a name that no package can have.
    pub(super) fn create(
        name: Option<&str>,
        start: &StartArguments,
        root: &Path,
        messages: &Messages,
    ) -> Result<Self, Failure> {
        let file = format!("{}.yaml", name.unwrap_or("api"));
        // The name of the crate ends with `-api` anyway.
        let api = name.map(|name| {
            let mut ends = ["-api", "_api"].into_iter();
            ends.find_map(|end| name.strip_suffix(end)).unwrap_or(name)
        });
        let Some(from) = &start.from else {
            let text = specsmith::first_spec(api.unwrap_or("service"));
            return Ok(Self::in_language(file, &text, String::new(), root));
        };
        let origin = Origin::from(from.as_str());
        let original = origin.read(messages)?;
        let source = &original.source;
        let is_openapi = specsmith::is_openapi(source);
        if is_openapi && !start.convert {
            return Self::overlay(api, &origin, original, root, messages);
        }
        // Comments would be lost.
        if !is_openapi && source.files().count() == 1 {
            specsmith::read(source).map_err(|errors| messages.errors(&errors, source))?;
            return Ok(Self::in_language(file, source.text(), String::new(), root));
        }
        let converted = match api {
            Some(api) => specsmith::convert_as(source, api),
            None => specsmith::convert(source),
        };
        let converted = converted.map_err(|errors| messages.errors(&errors, source))?;
        messages.check(&converted.warnings, source)?;
        let warnings = messages.print(&converted.warnings, source);
        Ok(Self::in_language(file, &converted.text, warnings, root))
    }

    /// An overlay, and the document that it changes.
    fn overlay(
        api: Option<&str>,
        origin: &Origin,
        original: Original,
        root: &Path,
        messages: &Messages,
    ) -> Result<Self, Failure> {
        let Original {
            source,
            name,
            folders,
            text,
            others,
        } = original;
        let folder = folder_for(folders, &others);
        let extends = format!("{folder}/{name}");
        let overlay = Overlay {
            source: Some(recorded(origin, root)),
            extends: extends.clone(),
        };
        let first = specsmith::first_overlay(&source, api, &overlay)
            .map_err(|errors| messages.errors(&errors, &source))?;
        let mut new = vec![(extends.clone(), text)];
        // The folder has room for all of them.
        let others = others.into_iter();
        new.extend(others.filter_map(|(path, text)| Some((placed(&extends, &path)?, text))));
        let shown = display_path(&root.join(SPEC).join(OVERLAY));
        let main = SourceFile::new(shown, first.as_str());
        let mut read = |path: &str| match new.iter().find(|(known, _)| known == path) {
            Some((_, text)) => Ok(text.trim_start_matches('\u{feff}').to_owned()),
            None => Err(format!("the file `{path}` does not exist")),
        };
        let source = specsmith::with_includes(main.clone(), &mut read);
        let source = source.map_err(|errors| messages.errors(&errors, &main))?;
        new.push((OVERLAY.to_owned(), first));
        Ok(Self {
            source,
            file: OVERLAY.to_owned(),
            original: Some(extends),
            lacks_query: origin.has_query(),
            new,
            warnings: String::new(),
        })
    }

    /// One in the spec language, whose file has to be written. It names the schema of the workspace, and embeds the
    /// runtime: a path to it would lead elsewhere.
    fn in_language(file: String, text: &str, warnings: String, root: &Path) -> Self {
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
            source: SourceFile::new(path, text.as_str()),
            new: vec![(file.clone(), text)],
            file,
            original: None,
            lacks_query: false,
            warnings,
        }
    }

    pub(super) fn existing(path: &Path, messages: &Messages) -> Result<Self, Failure> {
        let file = path.file_name().unwrap_or_default();
        let source = read::read(path, messages)?;
        let overlay = specsmith::overlay(&source);
        Ok(Self {
            original: overlay.map(|overlay| overlay.extends),
            lacks_query: false,
            source,
            file: file.to_string_lossy().into_owned(),
            new: Vec::new(),
            warnings: String::new(),
        })
    }

    /// What people edit.
    pub(super) fn described(&self) -> String {
        match &self.original {
            Some(_) => format!("{SPEC}/{}", self.file),
            None => "the specification".to_owned(),
        }
    }
}

/// The folder of a document, which has room for the files further up that the document refers to.
fn folder_for(mut folders: Vec<String>, others: &[(String, String)]) -> String {
    let ups = |(path, _): &(String, String)| path.split('/').filter(|part| *part == "..").count();
    folders.truncate(others.iter().map(ups).max().unwrap_or_default());
    folders.push(ORIGINAL.to_owned());
    folders.reverse();
    folders.join("/")
}

/// Where the document came from, as an overlay names it: a URL without its query, or the path from the folder of the
/// overlay.
fn recorded(origin: &Origin, root: &Path) -> String {
    let path = match origin {
        Origin::Url(url) => return remote::without_query(url).to_owned(),
        Origin::File(path) => path,
    };
    let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let path = locate::relative(&absolute(path), &absolute(&root.join(SPEC)));
    path.to_string_lossy().replace('\\', "/")
}
