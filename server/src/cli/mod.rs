//! The command line of `gateway`.

mod audit;
mod backup;
mod database;
mod database_error;
mod database_url;
mod demo;
mod export;
mod failure;
mod key;
mod load;
mod migrate;
mod organization;
mod rotate_key;
mod serve;
mod url_parameters;
mod values;
mod vault;
mod when;

use std::ffi::OsString;
use std::io::{ErrorKind, Write as _};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, Parser, Subcommand};

pub use database::{Database, DatabaseArguments};
pub use database_url::DatabaseUrl;
pub use failure::Failure;
pub use vault::VaultArguments;

/// Serve a model gateway's management and metadata API
///
/// The records are in an embedded SQLite file, or in a PostgreSQL database that any number of servers
/// share.
#[derive(Debug, Parser)]
#[command(name = "gateway", version, arg_required_else_help = true)]
#[command(after_long_help = "\
Examples:
  gateway serve --demo
  gateway migrate
  gateway organization create org_c4f6 --credits 100
  gateway key issue --organization org_c4f6 --management
  gateway load records.jsonl
  gateway serve --database postgres://gateway@db.internal/gateway

Exit status:
  0  success
  1  error; the message gives the reason
  2  wrong usage")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the API until it receives a signal to stop
    Serve(Box<serve::ServeArguments>),

    /// Create the tables of a database, or upgrade them to this version, as `serve` does when it starts
    Migrate(migrate::MigrateArguments),

    /// Load records from files, each of them completely or not at all
    Load(load::LoadArguments),

    /// Export the records as lines that can be loaded again
    Export(export::ExportArguments),

    /// Copy a SQLite database to a file, while servers may use it
    Backup(backup::BackupArguments),

    /// Create, show and update organizations
    #[command(subcommand, arg_required_else_help = true)]
    Organization(organization::OrganizationCommand),

    /// Show who created, changed or deleted what, and when
    Audit(audit::AuditArguments),

    /// Encrypt the provider credentials with a new master key
    RotateKey(rotate_key::RotateKeyArguments),

    /// Issue, list and revoke API keys
    #[command(subcommand, arg_required_else_help = true)]
    Key(key::KeyCommand),
}

/// Runs the command line.
pub fn run() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return wrong_arguments(&error),
    };
    let result = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime.block_on(dispatch(arguments.command)),
        Err(error) => Err(Failure::new(format!("no threads can be started: {error}"))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            failure.exit_code()
        }
    }
}

/// Prints an error of clap, which names a flag even if its value comes from the environment.
fn wrong_arguments(error: &clap::Error) -> ExitCode {
    // Nothing can be done if that fails.
    let _ = error.print();
    if let Some(variable) = variable_of(error) {
        eprintln!("The value comes from the environment variable {variable}.");
    }
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// The environment variable with the value that an error is about.
fn variable_of(error: &clap::Error) -> Option<String> {
    // Such as `--max-body <SIZE>`.
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let flag = argument.split(' ').next()?;
    let names_it = |given: OsString| given.to_string_lossy().split('=').next() == Some(flag);
    if std::env::args_os().any(names_it) {
        return None;
    }
    let all = Arguments::command();
    let mut arguments = commands(&all)
        .into_iter()
        .flat_map(clap::Command::get_arguments);
    let argument = arguments.find(|it| it.get_long() == flag.strip_prefix("--"))?;
    let variable = argument.get_env()?;
    std::env::var_os(variable)?;
    Some(variable.to_string_lossy().into_owned())
}

/// A command with the commands below it.
fn commands(command: &clap::Command) -> Vec<&clap::Command> {
    let below = command.get_subcommands().flat_map(commands);
    std::iter::once(command).chain(below).collect()
}

/// Prints to standard output. A closed pipe is not an error: the reader has read enough.
fn print(text: &str) -> Result<(), Failure> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::new(format!(
            "standard output cannot be written: {error}"
        ))),
        Ok(()) | Err(_) => Ok(()),
    }
}

async fn dispatch(command: Command) -> Result<(), Failure> {
    match command {
        Command::Serve(arguments) => serve::run(*arguments).await,
        Command::Migrate(arguments) => migrate::run(arguments).await,
        Command::Load(arguments) => load::run(arguments).await,
        Command::Export(arguments) => export::run(arguments).await,
        Command::Backup(arguments) => backup::run(arguments).await,
        Command::Organization(command) => organization::run(command).await,
        Command::Audit(arguments) => audit::run(arguments).await,
        Command::RotateKey(arguments) => rotate_key::run(arguments).await,
        Command::Key(command) => key::run(command).await,
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, CommandFactory as _};

    use super::{Arguments, commands};

    /// `Serve the API`, not `Serves the API`, as in cargo.
    #[test]
    fn help_is_in_the_imperative() {
        let all = Arguments::command();
        let mut texts = Vec::new();
        for command in commands(&all) {
            texts.extend(command.get_about());
            // Arguments with a value describe the value.
            let flags = command
                .get_arguments()
                .filter(|flag| !flag.get_action().takes_values());
            texts.extend(flags.filter_map(Arg::get_help));
        }
        assert!(texts.len() > 15, "{texts:?}");
        for text in texts.iter().map(ToString::to_string) {
            let verb = text.split([' ', ',']).next().unwrap();
            assert!(!verb.ends_with('s'), "{text}");
        }
    }
}
