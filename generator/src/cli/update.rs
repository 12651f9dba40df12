//! The command `update`: gets a document of somebody else again, and generates the crate.

use std::fs;
use std::path::{Path, PathBuf};

use specsmith::api::Api;
use specsmith::load;
use specsmith::output::display_path;
use specsmith::source::SourceFile;

use super::generate::reject_other_crate;
use super::origin::{Origin, Original, placed};
use super::{Done, Failure, Located, Messages, UpdateArguments, Writes, document, generate, read};

/// `specsmith update`: replaces the document, and generates. Nothing is written if the new document has errors, or if the
/// crate cannot be generated in its folder.
pub(crate) fn run(arguments: &UpdateArguments, messages: &Messages) -> Result<Done, Failure> {
    let crate_arguments = &arguments.crate_arguments;
    let located = Located::find(crate_arguments.spec.as_deref(), "update", Writes::Crate)?;
    let out = located.out(crate_arguments.out.as_deref(), "update")?;
    let main = load::main_file(&located.path).map_err(|error| read::failure(error, messages))?;
    let target = Target::of(&main, &located.path)?;
    let origin = match &arguments.from {
        Some(from) => Origin::from(from.as_str()),
        None => target.origin()?,
    };
    let files = target.files(origin.read(messages)?)?;
    let checked = target.check(main, &files, messages);
    let api = checked.map_err(|failure| match failure {
        Failure::Diagnostics(text) if messages.are_for_people() => Failure::Diagnostics(format!(
            "{text}\nerror: the document is not replaced: the new one, {origin}, cannot be used\n"
        )),
        failure => failure,
    })?;
    reject_other_crate(&api, &out)?;
    specsmith::files(&api).check_folder(&out)?;
    let text = target.write(&files)?;
    let generated = generate::run_once(crate_arguments, false, messages)?;
    Ok(Done {
        text: text + &generated.text,
        warnings: generated.warnings,
    })
}

/// A file to write.
struct NewFile {
    /// Its path in the folder of the specification.
    path: String,
    text: String,
    /// Its name where it came from.
    origin: String,
}

/// The document to replace.
struct Target {
    /// The specification, as it is shown.
    shown: String,
    /// The folder of the specification.
    folder: PathBuf,
    /// The path of the document in it.
    document: String,
    /// The overlay of the document, if it has one: its name in the folder, and where it says that the document came
    /// from.
    overlay: Option<(String, Option<String>)>,
}

impl Target {
    fn of(main: &SourceFile, path: &Path) -> Result<Self, Failure> {
        let shown = display_path(path);
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let (document, overlay) = match specsmith::overlay(main) {
            Some(overlay) if is_overlay(&path.with_file_name(&overlay.extends)) => {
                return Err(Failure::rejected(format!(
                    "`{shown}` extends `{}`, which is an overlay itself; update that one: `specsmith update {}`",
                    overlay.extends, overlay.extends
                )));
            }
            Some(overlay) => (overlay.extends, Some((name, overlay.source))),
            None if specsmith::is_openapi(main) => (name, None),
            None => {
                return Err(Failure::rejected(format!(
                    "`{shown}` is in the spec language, so there is no document to update; edit it, and run \
                     `specsmith generate`"
                )));
            }
        };
        Ok(Self {
            shown,
            folder: path.parent().unwrap_or(Path::new("")).to_owned(),
            document,
            overlay,
        })
    }

    /// Where the document came from.
    fn origin(&self) -> Result<Origin, Failure> {
        let source = self
            .overlay
            .as_ref()
            .and_then(|(_, source)| source.as_ref());
        let Some(source) = source else {
            return Err(Failure::rejected(format!(
                "`{}` does not say where its document comes from; name the file or the URL with --from, or in \
                 `x-specsmith-source` of an overlay",
                self.shown
            )));
        };
        Ok(match Origin::from(source.as_str()) {
            Origin::File(path) => Origin::File(self.folder.join(path)),
            url @ Origin::Url(_) => url,
        })
    }

    /// The files to write. All are in the folder of the document.
    fn files(&self, original: Original) -> Result<Vec<NewFile>, Failure> {
        let top = self.document.split_once('/').map(|(top, _)| top);
        let origin = original.source.name().to_owned();
        let folder_end = origin.rfind('/').map_or(0, |slash| slash + 1);
        let folder = origin[..folder_end].to_owned();
        let mut files = vec![NewFile {
            path: self.document.clone(),
            text: original.text,
            origin,
        }];
        for (relative, text) in original.others {
            let path = placed(&self.document, &relative);
            let path = path.filter(|path| {
                // Without a folder of its own, the document is among files of the user.
                let is_inside = top.is_some_and(|top| path.split('/').next() == Some(top));
                let overlay = self.overlay.as_ref();
                is_inside && overlay.is_none_or(|(name, _)| name != path)
            });
            let Some(path) = path else {
                return Err(Failure::rejected(format!(
                    "the document refers to `{relative}`, which would replace a file outside of the folder of `{}`; \
                     move the document into a folder of its own, and change `extends` of its overlay",
                    self.document
                )));
            };
            let origin = format!("{folder}{relative}");
            files.push(NewFile { path, text, origin });
        }
        Ok(files)
    }

    /// The API that the specification describes with the new files. Messages name these where they came from.
    fn check(
        &self,
        main: SourceFile,
        files: &[NewFile],
        messages: &Messages,
    ) -> Result<Api, Failure> {
        let plain = |text: &str| text.trim_start_matches('\u{feff}').to_owned();
        let main = match (&self.overlay, files) {
            (None, [document, ..]) => SourceFile::new(&self.shown, plain(&document.text)),
            (None | Some(_), _) => main,
        };
        let mut read = |path: &str| match files.iter().find(|file| file.path == path) {
            Some(file) => Ok(plain(&file.text)),
            None => load::text(&self.folder.join(path)),
        };
        let origin_of = |name: &str| {
            let is_it = |file: &&NewFile| display_path(&self.folder.join(&file.path)) == name;
            files.iter().find(is_it).map(|file| file.origin.clone())
        };
        let main = main.shown_as(origin_of);
        let source = specsmith::with_includes(main.clone(), &mut read);
        let source = source.map_err(|errors| messages.errors(&errors, &main))?;
        let source = source.shown_as(origin_of);
        let read = specsmith::read_with_warnings(&source);
        let read = read.map_err(|errors| messages.errors(&errors, &source))?;
        messages.check(&read.warnings, &source)?;
        Ok(read.api)
    }

    /// Writes the files whose text changes. Returns a line about each.
    fn write(&self, files: &[NewFile]) -> Result<String, Failure> {
        let mut lines = String::new();
        let mut new = Vec::new();
        for NewFile { path, text, .. } in files {
            let path = self.folder.join(path);
            let change = Change::of(&path, text);
            lines.push_str(&format!("{} {}\n", change.word(), display_path(&path)));
            match change {
                Change::Unchanged => {}
                Change::Changed | Change::Written => new.push((path, text.as_str())),
            }
        }
        document::write_all(&new).map_err(|(path, error)| {
            Failure::Unable(format!("cannot write `{}`: {error}", display_path(&path)))
        })?;
        Ok(lines)
    }
}

/// How writing a file changes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// The file has this text.
    Unchanged,
    /// The file has other text.
    Changed,
    /// There is no such file, or it cannot be read.
    Written,
}

impl Change {
    fn of(path: &Path, text: &str) -> Self {
        match fs::read(path) {
            Ok(found) if found == text.as_bytes() => Self::Unchanged,
            Ok(_) => Self::Changed,
            Err(_) => Self::Written,
        }
    }

    /// The word for it in the output.
    const fn word(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Changed => "changed",
            Self::Written => "written",
        }
    }
}

/// Whether this file is an overlay of a document. A file that cannot be read is an error later.
fn is_overlay(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    specsmith::overlay(&SourceFile::new(display_path(path), text)).is_some()
}
