//! Generated clients call servers that nobody here wrote. `tests/tools/run` runs these tests.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod prism_as_forge;
mod prism_as_payments;
mod server_in_python;

use std::process::Stdio;

use payments_api::Client;
use payments_api::client::{Credentials, Retry};
use payments_api::types::*;
use specsmith_tests::{cases, serving};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

/// A server that stops when it is dropped, and the lines that it prints.
fn spawn(command: &mut Command) -> (Child, Lines<BufReader<ChildStdout>>) {
    command.kill_on_drop(true).stdout(Stdio::piped());
    let mut server = command.spawn().unwrap();
    let lines = BufReader::new(server.stdout.take().unwrap()).lines();
    (server, lines)
}

/// The environment variable that `tests/tools/run` sets.
fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("tests/tools/run sets {name}"))
}

fn client(url: &str, retry: Retry) -> Client {
    let builder = Client::builder(url).credentials(Credentials::key("sk_test"));
    builder.retry(retry).build().unwrap()
}

fn card(number: &str) -> PaymentCreate {
    let number = number.to_owned();
    let expiry = CardExpiry(12, 2030);
    PaymentCreate::new(1050, Currency::Eur, CardInput { number, expiry })
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

/// Prism serves what the OpenAPI document describes, and checks requests against it.
async fn prism(api: &str) -> (Child, String) {
    let spec = cases::source(&cases::root().join(format!("tests/apis/{api}.yaml")));
    let document = specsmith::openapi(&spec, specsmith::Format::Json).unwrap();
    let file = cases::root().join(format!("target/openapi/{api}-prism.json"));
    cases::write(&file, &document).unwrap();
    let address = serving::unused_address().await;
    let mut command = Command::new(variable("PRISM"));
    command.args(["mock", "--host", "127.0.0.1", "--port"]);
    let (server, mut lines) = spawn(command.arg(address.port().to_string()).arg(file));
    let mut printed = String::new();
    while !printed.contains("Prism is listening") {
        let line = lines.next_line().await.unwrap();
        printed = line.unwrap_or_else(|| panic!("Prism has stopped: {printed}"));
    }
    // Prism prints every request.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    (server, serving::base_url(address))
}

/// A request for this status.
fn prefer(status: u16) -> String {
    format!("code={status}")
}
