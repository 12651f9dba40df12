//! The command `runtime`: the runtime as a crate.

use std::path::{Path, PathBuf};

use specsmith::output::display_path;

use super::terminal::quoted;
use super::{Done, Failure, RuntimeArguments, report};

/// `specsmith runtime`: writes the runtime with all features, or checks that it is up to date.
pub(crate) fn run(arguments: &RuntimeArguments) -> Result<Done, Failure> {
    let files = specsmith::runtime();
    // Without a separator at the end.
    let out: &Path = &arguments.out.components().collect::<PathBuf>();
    let text = if arguments.check {
        let source = concat!("specsmith ", env!("CARGO_PKG_VERSION"));
        let command = format!("specsmith runtime --out {}", quoted(&display_path(out)));
        report::check(&files, out, source, &command)?
    } else {
        report::counts(&files.write_to(out)?, out) + "\n"
    };
    Ok(text.into())
}
