//! What shells and manual pagers read: completions, and man pages.

use std::fs;

use clap::CommandFactory;
use specsmith::output::display_path;

use super::{Arguments, CompletionsArguments, Done, Failure, ManArguments};

/// The name of the command.
const NAME: &str = "specsmith";

/// `specsmith completions`: prints the completions of a shell.
pub(crate) fn completions(arguments: &CompletionsArguments) -> Result<Done, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut Arguments::command(),
        NAME,
        &mut script,
    );
    String::from_utf8(script)
        .map(Done::from)
        .map_err(|error| Failure::Unable(format!("cannot print the completions: {error}")))
}

/// `specsmith man`: writes a man page for the command and each of its subcommands.
pub(crate) fn man(arguments: &ManArguments) -> Result<Done, Failure> {
    let folder = &arguments.out;
    let shown = display_path(folder);
    let unable =
        |error: std::io::Error| Failure::Unable(format!("cannot write into `{shown}`: {error}"));
    fs::create_dir_all(folder).map_err(unable)?;
    clap_mangen::generate_to(Arguments::command(), folder).map_err(unable)?;
    Ok(Done::from(format!(
        "written {shown}/{NAME}.1 and a page for each subcommand\n"
    )))
}
