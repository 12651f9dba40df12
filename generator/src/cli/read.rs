//! Reads specifications, and turns what goes wrong into failures of a command.

use std::path::{Path, PathBuf};

use specsmith::api::Api;
use specsmith::diagnostic::Diagnostics;
use specsmith::load::{self, LoadError};
use specsmith::source::SourceFile;

use super::{Done, Failure, Located, Messages, Writes};

/// The specification of a command.
pub(crate) struct Input<'m> {
    pub(crate) located: Located,
    pub(crate) source: SourceFile,
    messages: &'m Messages,
}

impl<'m> Input<'m> {
    /// Finds the specification, which may be given, and reads its text.
    pub(crate) fn find(
        given: Option<&Path>,
        command: &str,
        writes: Writes,
        messages: &'m Messages,
    ) -> Result<Self, Failure> {
        let located = Located::find(given, command, writes)?;
        let source = read(&located.path, messages)?;
        Ok(Self {
            located,
            source,
            messages,
        })
    }

    /// The API, and warnings unless they are denied.
    pub(crate) fn api(&self) -> Result<(Api, Diagnostics), Failure> {
        self.messages.read(&self.source)
    }

    /// What the command prints: its result, and warnings about the specification.
    pub(crate) fn done(&self, text: String, warnings: &Diagnostics) -> Done {
        let warnings = self.messages.print(warnings, &self.source);
        Done { text, warnings }
    }
}

/// Reads a specification, with the files that it includes.
pub(crate) fn read(path: &Path, messages: &Messages) -> Result<SourceFile, Failure> {
    read_and_list(path, messages, &mut Vec::new())
}

/// The same. Every file that it tries to read is added to `files`.
pub(crate) fn read_and_list(
    path: &Path,
    messages: &Messages,
    files: &mut Vec<PathBuf>,
) -> Result<SourceFile, Failure> {
    load::specification(path, files).map_err(|error| failure(error, messages))
}

/// What a command reports if a specification cannot be read.
pub(crate) fn failure(error: LoadError, messages: &Messages) -> Failure {
    match error {
        LoadError::File(message) => Failure::Unable(message),
        LoadError::Diagnostics { errors, main } => messages.errors(&errors, &main),
    }
}
