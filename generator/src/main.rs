//! The command line of Specsmith.

mod cli;

use std::process::ExitCode;

/// Writing Rust makes and drops many small tokens; this takes a quarter off the whole run.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run()
}
