//! The subcommands: each finds the files, runs the pipeline and reports the result.

mod check;
mod convert;
mod create;
mod diff;
mod docs;
mod document;
mod explain;
mod failure;
mod fmt;
mod formats;
mod generate;
mod lint;
mod locate;
mod messages;
mod openapi;
mod origin;
mod package_warnings;
mod project;
mod read;
mod remote;
mod report;
mod revision;
mod runtime;
mod scaffold;
#[cfg(feature = "serve")]
mod serve;
mod shells;
mod terminal;
mod up_to_date;
mod update;
mod watch;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand};

use failure::Failure;
use locate::{Located, Writes};
use messages::Messages;
use read::Input;

/// Generate Rust for both sides of an HTTP API from one description: a specification in YAML, or an OpenAPI document.
///
/// The generated crate contains the resource types, an axum handler trait with its
/// router (feature `server`) and a reqwest client (feature `client`).
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
#[command(after_long_help = "\
Examples:
  specsmith new tasks                a workspace to start from
  specsmith new pets --client --from openapi.json
                                     a client of somebody else's API
  specsmith generate                 from the file in spec/ to generated/
  specsmith check                    in CI: is generated/ up to date?
  specsmith scaffold --out src/gateway.rs
                                     a skeleton implementation to fill in
  specsmith openapi --out docs/api/openapi.json
                                     for tools that read OpenAPI
  specsmith generate api.yaml --out crates/api

Exit status:
  0  success, or nothing differs
  1  the specification has errors, files differ, or something that specsmith
     did not write is in the way
  2  wrong usage, or a file cannot be read or written")]
struct Arguments {
    #[command(flatten)]
    messages: Messages,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Create a workspace: a specification, its generated crate, a server and an example of a caller
    #[command(after_help = "\
The workspace builds and passes its tests. Its server implements one operation;
the others are `todo!()`.

An OpenAPI document stays as it is, in `spec/original/`. `spec/overlay.yaml` says
what is different in Rust, and `specsmith update` gets the document again.

Examples:
  specsmith new tasks
  specsmith new pets --client --from https://pets.example/openapi.json
  specsmith new pets --convert --from openapi.yaml
                                     if you own the API")]
    New(NewArguments),

    /// Add to this folder what `new` creates and is not there yet
    #[command(after_help = "\
Existing files are never changed. If the folder `spec` contains a specification,
it is used. If there is a folder `server` or `client`, nothing is added to it.

Examples:
  specsmith init
  specsmith init --from openapi.yaml")]
    Init(InitArguments),

    /// Get the document of an overlay again from where it came from, and generate the crate
    #[command(after_help = "\
The overlay names the file or the URL in `x-specsmith-source`. The document is
replaced only if it can be read together with the overlay. Targets of the overlay
that select nothing any more are warnings.

Examples:
  specsmith update
  specsmith update --from ../pets/openapi.json")]
    Update(UpdateArguments),

    /// Generate the crate: write files that changed, remove files that are no longer needed
    #[command(after_help = "\
Only files written by specsmith are replaced or removed; the file `.specsmith`
in the folder lists them. Other files in the folder are never touched. The first
run needs an empty folder, apart from hidden files. The folder `.specsmith-cache`,
which Git ignores, makes runs without changes fast, and can be deleted.

Examples:
  specsmith generate
  specsmith generate --watch
  specsmith generate spec/gateway.yaml --out generated")]
    Generate(GenerateArguments),

    /// Check that the crate is up to date, without writing anything
    #[command(after_help = "\
Exits with 1 if a file differs, is missing or is no longer needed, and shows the
first line that differs.

Examples:
  specsmith check
  specsmith check spec/gateway.yaml --out generated")]
    Check(CrateArguments),

    /// Write the runtime into a folder, for several generated crates of one workspace
    #[command(after_help = "\
A generated crate contains the parts of the runtime that its API needs. Cargo
accepts only one such package in a workspace, so several generated crates share
one: their specifications name its folder as `rust.runtime`. It has all parts.

Examples:
  specsmith runtime --out runtime
  specsmith runtime --out runtime --check")]
    Runtime(RuntimeArguments),

    /// Print a skeleton implementation of the handler trait, with a `todo!()` for every method
    #[command(after_help = "\
An existing file is never overwritten.

Examples:
  specsmith scaffold --out server/src/gateway.rs
  specsmith scaffold --missing server/src/gateway.rs
                                     after a change: the new methods")]
    Scaffold(ScaffoldArguments),

    /// Print a specification in the spec language, such as an OpenAPI document
    #[command(after_help = "\
The printed specification generates the same crate, apart from the names of its
own file. An existing file is never overwritten.

Examples:
  specsmith convert openapi.json
  specsmith convert openapi.json --out spec/api.yaml")]
    Convert(ConvertArguments),

    /// Format the files of a specification in the spec language
    #[command(
        name = "fmt",
        after_help = "\
Sorts the keys of the language, and makes spaces, quotes, blank lines and long
lines uniform. What the specification means stays the same, and comments stay at
their entries. A file that is not valid YAML is left alone.

A file is formatted with the files that it includes. In a folder, all files of
specifications are formatted, and other YAML is not.

Examples:
  specsmith fmt
  specsmith fmt --check              in CI: is the specification formatted?
  specsmith fmt spec tests/apis
  specsmith fmt - < spec/api.yaml    for editors"
    )]
    Fmt(FmtArguments),

    /// Report parts of the specification that are valid, but questionable
    #[command(after_help = "\
Such as items without a description, unused types, and lists without pages. The
section `lint` of a specification has the levels of lints, and `allow` of an item
what it may violate. `specsmith explain L0001` explains a finding.

Exits with 1 if a finding is denied, and with 0 if there are only warnings.

Examples:
  specsmith lint
  specsmith lint --deny warnings     in CI: are there no findings?
  specsmith lint spec/gateway.yaml --deny undocumented,unused-type")]
    Lint(LintArguments),

    /// Report what a change of the specification breaks, and for whom
    #[command(after_help = "\
Compares two specifications, in any language: files, folders, or files of a revision
in Git, `REVISION:PATH`. With one file, or none, the old one is the same file where
the branch left the default branch.

Each change has a verdict on four axes: `wire` (deployed clients and a new server),
`rollback` (new clients and an old server), `callers` (code that uses the generated
client) and `implementers` (code that implements the handler trait).

Exits with 1 if a change is breaking on the wire, or on an axis of --axis.

Examples:
  specsmith diff                     what does my branch do to my users?
  specsmith diff spec/api.yaml
  specsmith diff v1.2.0:spec/api.yaml
  specsmith diff old.json new.yaml --axis wire,callers
  specsmith diff --format markdown   for the notes of a release
  specsmith explain required-field-added")]
    Diff(DiffArguments),

    /// Write the API reference: one self-contained HTML page, or Markdown
    #[command(after_help = "\
A file is written only if its contents change. With --check nothing is written,
and the command exits with 1 if the file differs or is missing.

Markdown is one file, or a folder with an index, a file for each group of
operations, files for types, and `llms.txt`. Only files written by specsmith are
replaced or removed; the file `.specsmith` in the folder lists them.

Examples:
  specsmith docs > reference.html
  specsmith docs --out docs/api/index.html
  specsmith docs --console --out docs/api/index.html
  specsmith docs --serve             while you edit the specification
  specsmith docs --serve --api http://127.0.0.1:8080
                                     with a console for your running server
  specsmith docs --out reference.md
  specsmith docs --format markdown --out docs/reference/
  specsmith docs --out docs/api/index.html --check")]
    Docs(DocsArguments),

    /// Write the API as an OpenAPI document
    #[command(
        name = "openapi",
        after_help = "\
A file is written only if its contents change. With --check nothing is written,
and the command exits with 1 if the file differs or is missing.

Examples:
  specsmith openapi
  specsmith openapi --out docs/api/openapi.json
  specsmith openapi --out docs/api/openapi.json --check
  specsmith openapi --version 3.0 --format yaml"
    )]
    OpenApi(OpenApiArguments),

    /// Explain an error, a warning, a lint or a change, with examples
    #[command(after_help = "\
Without a code, all codes and changes are listed.

Examples:
  specsmith explain E0104
  specsmith explain undocumented
  specsmith explain required-field-added
  specsmith explain")]
    Explain(ExplainArguments),

    /// Print the completions of a shell
    #[command(after_help = "\
Examples:
  specsmith completions bash > ~/.local/share/bash-completion/completions/specsmith
  specsmith completions zsh > ~/.zfunc/_specsmith
  specsmith completions fish > ~/.config/fish/completions/specsmith.fish")]
    Completions(CompletionsArguments),

    /// Write man pages
    #[command(after_help = "\
Examples:
  specsmith man --out ~/.local/share/man/man1")]
    Man(ManArguments),

    /// Print the JSON Schema of the spec language, for editors that complete and check YAML
    #[command(after_help = "\
Name the file in the first line of a specification:
  # yaml-language-server: $schema=specsmith.schema.json

Examples:
  specsmith schema > spec/specsmith.schema.json")]
    Schema,

    /// Serve an editor: a language server (LSP) over standard input and output
    #[cfg(feature = "lsp")]
    Lsp(LspArguments),
}

#[derive(Debug, Args)]
struct NewArguments {
    /// The folder to create, whose name becomes the name of the API
    #[arg(value_name = "NAME")]
    path: PathBuf,

    #[command(flatten)]
    start: StartArguments,
}

#[derive(Debug, Args)]
struct InitArguments {
    #[command(flatten)]
    start: StartArguments,
}

#[derive(Debug, Args)]
struct StartArguments {
    /// An OpenAPI document, or another specification, to start from: a file, or a URL, which `curl` requests
    #[arg(long, value_name = "FILE|URL")]
    from: Option<String>,

    /// Convert the document to the spec language, because you own the API and will edit its description
    #[arg(long, requires = "from")]
    convert: bool,

    /// Only call the API: no server
    #[arg(long)]
    client: bool,
}

#[derive(Debug, Args)]
struct UpdateArguments {
    #[command(flatten)]
    crate_arguments: CrateArguments,

    /// Get the document from this file or URL instead
    #[arg(long, value_name = "FILE|URL")]
    from: Option<String>,
}

#[cfg(feature = "lsp")]
#[derive(Debug, Args)]
struct LspArguments {
    /// Does nothing: editors add it, and there is no other way to connect
    #[arg(long)]
    stdio: bool,
}

#[derive(Debug, Args)]
struct ExplainArguments {
    /// The code of a diagnostic, such as E0104, or the name of a lint or of a change that `diff` reports
    code: Option<String>,
}

#[derive(Debug, Args)]
struct CompletionsArguments {
    /// The shell
    shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
struct ManArguments {
    /// The folder to write the pages into
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

#[derive(Debug, Args)]
struct GenerateArguments {
    #[command(flatten)]
    crate_arguments: CrateArguments,

    /// Generate again whenever the specification changes, until the command is stopped
    #[arg(long)]
    watch: bool,

    /// Replace the crate of another API, or of one that had another name
    #[arg(long)]
    replace: bool,

    /// Print how many changes since the default branch break deployed clients, or why that is unknown
    #[arg(long)]
    diff: bool,
}

#[derive(Debug, Args)]
struct CrateArguments {
    /// The specification [default: the only specification in the folder `spec` of the workspace]
    spec: Option<PathBuf>,

    /// The crate's folder [default: `generated` next to the folder `spec`]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct RuntimeArguments {
    /// The folder to write the package into
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Check that the folder is up to date, without writing anything
    #[arg(long)]
    check: bool,
}

#[derive(Debug, Args)]
struct ScaffoldArguments {
    /// The specification [default: the only specification in the folder `spec` of the workspace]
    spec: Option<PathBuf>,

    /// The file to write, or `-` for standard output [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print only the methods of the handler trait that this file does not implement yet
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    missing: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct ConvertArguments {
    /// The specification [default: the only specification in the folder `spec` of the workspace]
    spec: Option<PathBuf>,

    /// The file to write, or `-` for standard output [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct FmtArguments {
    /// Files and folders, or `-` for standard input [default: the only specification in the folder `spec` of the workspace]
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Show what would change, without writing anything; exits with 1 if a file is not formatted
    #[arg(long)]
    check: bool,
}

#[derive(Debug, Args)]
struct LintArguments {
    /// The specification [default: the only specification in the folder `spec` of the workspace]
    spec: Option<PathBuf>,

    /// Report findings of these lints as errors; `warnings` denies all findings and warnings
    #[arg(long, value_name = "LINT", value_delimiter = ',', value_parser = lint::Denied::parser())]
    deny: Vec<lint::Denied>,
}

#[derive(Debug, Args)]
struct DiffArguments {
    /// The old specification: a file, a folder, a URL, or `REVISION:PATH` [default: the new one at the merge base]
    old: Option<String>,

    /// The new specification [default: the only specification in the folder `spec` of the workspace]
    new: Option<String>,

    /// The branch or revision whose merge base with HEAD is compared [default: the default branch]
    #[arg(long, value_name = "REVISION")]
    base: Option<String>,

    /// Show only these axes, and fail if a change is breaking on one of them
    #[arg(long, value_name = "AXIS", value_delimiter = ',')]
    axis: Vec<diff::AxisName>,

    /// The mildest verdict that makes the command fail
    #[arg(long, value_name = "VERDICT", default_value = "breaking")]
    fail_on: diff::FailOn,

    /// The clients that are assumed: any, or those that Specsmith generates, which keep unknown values of open types and
    /// check no limits, but take a status that they do not know for an error
    #[arg(long, value_name = "CLIENTS", default_value = "any")]
    clients: diff::ClientsName,

    /// Fail if `api.version` or the version of the crate is lower than the changes deserve
    #[arg(long)]
    check_version: bool,

    /// The format of the comparison [default: the format of messages]
    #[arg(long, value_name = "FORMAT")]
    format: Option<diff::FormatName>,
}

#[derive(Debug, Args)]
struct OpenApiArguments {
    /// The specification [default: the only specification in the folder `spec` of the workspace]
    spec: Option<PathBuf>,

    /// The file to write, or `-` for standard output [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// The format of the document [default: from the file name's extension, else json]
    #[arg(long, value_name = "FORMAT")]
    format: Option<openapi::FormatName>,

    /// The version of OpenAPI
    #[arg(long, value_name = "VERSION", default_value = "3.1")]
    version: openapi::VersionName,

    /// Check that the file is up to date, without writing anything
    #[arg(long, requires = "out")]
    check: bool,
}

#[derive(Debug, Args)]
struct DocsArguments {
    /// The specification [default: the only specification in the folder `spec` of the workspace]
    spec: Option<PathBuf>,

    /// The file to write, or `-` for standard output; for Markdown also a folder, if it exists or ends with `/`
    /// [default: standard output]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,

    /// The format of the reference [default: from the file name's extension, else html]
    #[arg(long, value_name = "FORMAT")]
    format: Option<docs::FormatName>,

    /// Let readers send requests from the page: to its own origin, and to the servers of the API
    #[arg(long)]
    console: bool,

    /// Link to the OpenAPI document at this URL, which may be relative to the page
    #[arg(long, value_name = "URL")]
    openapi: Option<String>,

    /// Check that the file is up to date, without writing anything
    #[arg(long, requires = "out")]
    check: bool,

    /// Serve the reference on this machine, open it in the browser, and reload it whenever the specification changes,
    /// until the command is stopped. It has the request console, the OpenAPI document and Markdown
    #[cfg(feature = "serve")]
    #[arg(long, conflicts_with_all = ["out", "format", "check"])]
    serve: bool,

    /// The port to listen on; 0 picks a free one [default: 8000, or a free one if it is taken]
    #[cfg(feature = "serve")]
    #[arg(long, requires = "serve")]
    port: Option<u16>,

    /// Send the requests of the console to the server at this `http` URL, such as the one that you are developing. They go
    /// through the server of the reference, so that your server need not allow other origins (CORS)
    #[cfg(feature = "serve")]
    #[arg(long, value_name = "URL", requires = "serve")]
    api: Option<serve::ApiUrl>,

    /// Do not open the browser
    #[cfg(feature = "serve")]
    #[arg(long, requires = "serve")]
    no_open: bool,
}

/// What a command that succeeded prints.
#[derive(Debug)]
struct Done {
    /// The result, for standard output.
    text: String,
    /// Warnings with colours, for standard error; may be empty.
    warnings: String,
}

impl From<String> for Done {
    fn from(text: String) -> Self {
        Self {
            text,
            warnings: String::new(),
        }
    }
}

/// Runs the command of the process's arguments.
pub(crate) fn run() -> ExitCode {
    let arguments = Arguments::try_parse().unwrap_or_else(|error| {
        let command = Arguments::command();
        formats::with_advice(error, &command).exit()
    });
    let messages = &arguments.messages;
    let result = match &arguments.command {
        Command::New(arguments) => project::new(arguments, messages),
        Command::Init(arguments) => project::init(arguments, messages),
        Command::Update(arguments) => update::run(arguments, messages),
        Command::Generate(arguments) => generate::run(arguments, messages),
        Command::Check(arguments) => check::run(arguments, messages),
        Command::Runtime(arguments) => runtime::run(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Completions(arguments) => shells::completions(arguments),
        Command::Man(arguments) => shells::man(arguments),
        Command::Scaffold(arguments) => scaffold::run(arguments, messages),
        Command::Convert(arguments) => convert::run(arguments, messages),
        Command::Fmt(arguments) => fmt::run(arguments, messages),
        Command::Lint(arguments) => lint::run(arguments, messages),
        Command::Diff(arguments) => diff::run(arguments, messages),
        #[cfg(feature = "serve")]
        Command::Docs(arguments) if arguments.serve => serve::run(arguments, messages),
        Command::Docs(arguments) => docs::run(arguments, messages),
        Command::OpenApi(arguments) => openapi::run(arguments, messages),
        Command::Schema => Ok(specsmith::json_schema().into()),
        #[cfg(feature = "lsp")]
        Command::Lsp(_) => {
            let before = |main: &std::path::Path| match revision::before(main, messages).ok()?.0 {
                revision::Old::Specification(old) => Some(old),
                revision::Old::Nothing { .. } => None,
            };
            specsmith::lsp::serve(specsmith::lsp::History {
                before: &before,
                today: diff::today,
            })
            .map(|()| String::new().into())
            .map_err(|error| Failure::Unable(error.to_string()))
        }
    };
    let printed = result.and_then(|done| {
        terminal::print(&done.text)?;
        messages.print_error(&done.warnings);
        Ok(())
    });
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            messages.report(&failure);
            ExitCode::from(failure.status())
        }
    }
}
