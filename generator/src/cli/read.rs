//! Reads specifications, and turns what goes wrong into failures of a command.

use std::path::{Path, PathBuf};

use specsmith::load::{self, LoadError};
use specsmith::source::SourceFile;

use super::{Failure, Messages};

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
