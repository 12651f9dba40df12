//! The command line of Specsmith.

mod cli;

use std::process::ExitCode;

/// Generating Rust allocates many small tokens. This allocator saves a quarter of the run time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run()
}
