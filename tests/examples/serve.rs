//! Serves an API of `tests/apis` on a free port of this machine, and runs a command that calls it:
//!
//! `cargo run -p specsmith-tests --example serve -- payments bash`
//!
//! The command gets these variables, and the server stops when it ends:
//!
//! - `API_NAME`: the name of the API
//! - `API_URL`: the URL of the server, such as `http://127.0.0.1:40123`
//! - `API_KEY`: a bearer token that may call every operation
//! - `API_DOCUMENT`: a file with the OpenAPI document

#![allow(clippy::print_stderr, reason = "it is a program")]

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs};

use forge_api::types::Activity;
use specsmith_tests::forge::{self, Forge};
use specsmith_tests::payments::{self, Payments};
use specsmith_tests::serving::base_url;
use specsmith_tests::{cases, completions};
use tokio::process::Command;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing_subscriber::filter::LevelFilter::WARN)
        .init();
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [name, command, arguments @ ..] = arguments.as_slice() else {
        return Err("expected the name of an API and a command".into());
    };
    let (url, key) = serve(name).await?;
    let status = Command::new(command)
        .args(arguments)
        .env("API_NAME", name)
        .env("API_URL", url)
        .env("API_KEY", key)
        .env("API_DOCUMENT", document(name)?)
        .kill_on_drop(true)
        .status()
        .await?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        eprintln!("{command} failed for the API {name}: {status}");
        ExitCode::FAILURE
    })
}

/// Serves an API. Returns its URL, and a key that may call every operation.
async fn serve(name: &str) -> Result<(String, &'static str), String> {
    Ok(match name {
        "completions" => (base_url(completions::serve().await), completions::ADMIN),
        "forge" => {
            let forge = Forge::default();
            // For those who watch.
            (0..3).for_each(|_| forge.happen(Activity::Starred));
            (forge.serve().await, forge::WRITER)
        }
        "payments" => (
            base_url(Payments::default().serve().await),
            payments::SECRET,
        ),
        _ => return Err(format!("no server implements the API `{name}`")),
    })
}

/// Writes the OpenAPI document of an API.
fn document(name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let spec = cases::source(&cases::root().join(format!("tests/apis/{name}.yaml")));
    let document = specsmith::openapi(&spec, specsmith::Format::Json)
        .map_err(|_| format!("{} has errors", spec.name()))?;
    let folder = cases::root().join("target/openapi");
    fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{name}.json"));
    fs::write(&file, document)?;
    Ok(file)
}
