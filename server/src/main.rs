//! The command `gateway`.

use std::process::ExitCode;

fn main() -> ExitCode {
    gateway_server::cli::run()
}
