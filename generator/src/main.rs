//! The command line of Specsmith.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
