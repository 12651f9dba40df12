//! The subcommands: each finds the files, runs the pipeline, says what came of it.

mod check;
mod docs;
mod document;
mod failure;
mod generate;
mod locate;
mod openapi;
mod read;
mod scaffold;
mod terminal;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ColorChoice, Parser, Subcommand};

use failure::Failure;
use locate::Located;

/// Writes the Rust of an HTTP API from one YAML description of it.
///
/// The crate it writes holds the resource types, an axum handler trait with its
/// router for those who implement the API (feature `server`), and a reqwest
/// client for those who call it (feature `client`).
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
#[command(after_long_help = "\
Examples:
  specsmith generate                 from the one file in spec/ to generated/
  specsmith check                    in CI: is generated/ what spec/ says?
  specsmith scaffold --out src/gateway.rs
                                     a first implementation, to be filled in
  specsmith openapi --out docs/api/openapi.json
                                     for tools that read OpenAPI
  specsmith generate api.yaml --out crates/api

Exit status:
  0  it worked, or nothing differs
  1  no: the specification has diagnostics, files differ, or a file that specsmith
     did not write is in the way
  2  it could not be tried: wrong usage, or a file cannot be read or written")]
struct Arguments {
    /// When to use colours; `auto` obeys NO_COLOR and looks for a terminal
    #[arg(long, global = true, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Writes the crate: only what changed, and removes what is no longer part of the API
    #[command(after_help = "\
Only files that specsmith wrote are replaced or removed; the file `.specsmith`
in the folder lists them. Everything else in the folder is left alone.

Examples:
  specsmith generate
  specsmith generate spec/gateway.yaml --out generated")]
    Generate(CrateArguments),

    /// Says whether the crate is what `generate` would write, and writes nothing
    #[command(after_help = "\
Exits with 1 if a file differs, is missing, or should be gone, and names each
with the first line that differs.

Examples:
  specsmith check
  specsmith check spec/gateway.yaml --out generated")]
    Check(CrateArguments),

    /// Writes a first implementation of the handler trait, every method to be filled in
    #[command(after_help = "\
A file that exists is never overwritten.

Examples:
  specsmith scaffold
  specsmith scaffold spec/gateway.yaml --out server/src/gateway.rs")]
    Scaffold(ScaffoldArguments),

    /// Writes the API reference: one HTML page that needs nothing beside it
    #[command(after_help = "\
A file is written only when that changes it. With --check nothing is written:
exits with 1 if the file differs or is missing.

Examples:
  specsmith docs > reference.html    prints it
  specsmith docs --out docs/api/index.html
  specsmith docs --out docs/api/index.html --check")]
    Docs(DocsArguments),

    /// Writes the API as an OpenAPI 3.1 document
    #[command(
        name = "openapi",
        after_help = "\
A file is written only when that changes it. With --check nothing is written:
exits with 1 if the file differs or is missing.

Examples:
  specsmith openapi                  prints it
  specsmith openapi --out docs/api/openapi.json
  specsmith openapi --out docs/api/openapi.json --check"
    )]
    OpenApi(OpenApiArguments),
}

#[derive(Debug, Args)]
struct CrateArguments {
    /// The specification [default: the one YAML file in the folder `spec` of the workspace]
    spec: Option<PathBuf>,

    /// The crate's folder [default: `generated` beside the folder `spec`]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct ScaffoldArguments {
    /// The specification [default: the one YAML file in the folder `spec` of the workspace]
    spec: Option<PathBuf>,

    /// The file to write, `-` to print it [default: named after the API, in the current folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct OpenApiArguments {
    /// The specification [default: the one YAML file in the folder `spec` of the workspace]
    spec: Option<PathBuf>,

    /// The file to write, `-` to print it [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// How it is written [default: what the file's name ends in, else json]
    #[arg(long, value_name = "FORMAT")]
    format: Option<openapi::FormatName>,

    /// Says whether the file is what would be written, and writes nothing
    #[arg(long, requires = "out")]
    check: bool,
}

#[derive(Debug, Args)]
struct DocsArguments {
    /// The specification [default: the one YAML file in the folder `spec` of the workspace]
    spec: Option<PathBuf>,

    /// The file to write, `-` to print it [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Says whether the file is what would be written, and writes nothing
    #[arg(long, requires = "out")]
    check: bool,
}

/// Runs the command that the process was started with.
pub(crate) fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.command {
        Command::Generate(arguments) => generate::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Scaffold(arguments) => scaffold::run(arguments),
        Command::Docs(arguments) => docs::run(arguments),
        Command::OpenApi(arguments) => openapi::run(arguments),
    };
    let printed = result.and_then(|text| terminal::print(&text));
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            terminal::complain(&failure, arguments.color);
            ExitCode::from(failure.status())
        }
    }
}
