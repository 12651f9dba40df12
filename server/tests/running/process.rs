//! A gateway that runs: the real command in a process of its own.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use gateway_api::Client;

use crate::support::database::Place;

/// How long a busy machine may take to start a process before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// The command, told to work on this database.
pub(crate) fn gateway(database: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gateway"));
    command
        .args(arguments)
        .env_clear()
        .env("DATABASE_URL", database)
        .env("GATEWAY_MASTER_KEY", MASTER_KEY);
    command
}

/// 32 bytes that are no secret.
pub(crate) const MASTER_KEY: &str = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

/// Runs the command to its end, which has to be a good one, and gives what it printed.
pub(crate) fn run(database: &str, arguments: &[&str]) -> String {
    let output = output(database, arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "gateway {arguments:?} failed:\n{complaint}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the command to its end.
pub(crate) fn output(database: &str, arguments: &[&str]) -> Output {
    gateway(database, arguments).output().unwrap()
}

/// What `DATABASE_URL` says of this database.
pub(crate) fn url(place: &Place) -> String {
    match place {
        Place::File { path, .. } => format!("sqlite:{}", path.display()),
        Place::Url(database) => database.url.clone(),
    }
}

/// Issues a key: what `gateway key issue` prints.
pub(crate) fn issue_key(database: &str, organization: &str, arguments: &[&str]) -> String {
    let issue = ["key", "issue", "--organization", organization];
    let arguments: Vec<_> = issue.iter().chain(arguments).copied().collect();
    run(database, &arguments).trim_end().to_owned()
}

/// Loads records, each a line of JSON, and returns the summary.
pub(crate) fn load(database: &str, folder: &Path, lines: &[String]) -> String {
    let file = folder.join("records.jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let output = output(database, &["load", file.to_str().unwrap()]);
    let summary = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{summary}");
    summary
}

/// A server that runs until this is dropped.
pub(crate) struct Running {
    child: Child,
    base: String,
    printed: mpsc::Receiver<String>,
    log: PathBuf,
}

impl Running {
    /// Starts a server on a free port, without one for operators, and waits until it serves.
    pub(crate) fn start(database: &str, folder: &Path, arguments: &[&str]) -> Self {
        let listen = ["--listen", "127.0.0.1:0", "--operations-listen", "off"];
        let arguments: Vec<_> = listen.iter().chain(arguments).copied().collect();
        Self::start_where(database, folder, &arguments)
    }

    /// Starts a server that listens where the arguments say, and waits until it serves.
    pub(crate) fn start_where(database: &str, folder: &Path, arguments: &[&str]) -> Self {
        let arguments: Vec<_> = ["serve"].iter().chain(arguments).copied().collect();
        let log = folder.join("gateway.log");
        let file = std::fs::File::options()
            .create(true)
            .append(true)
            .open(&log)
            .unwrap();
        let mut child = gateway(database, &arguments)
            .stdout(Stdio::piped())
            .stderr(file)
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        let mut running = Self {
            child,
            base: String::new(),
            printed: receiver,
            log,
        };
        let printed = running.printed_until("Serving the API at ");
        let line = printed.lines().last().unwrap_or_default();
        running.base = line.trim_start_matches("Serving the API at ").to_owned();
        running
    }

    /// What it prints, up to the line that begins like this.
    pub(crate) fn printed_until(&self, beginning: &str) -> String {
        let end = Instant::now() + PATIENCE;
        let mut printed = String::new();
        loop {
            let rest = end.saturating_duration_since(Instant::now());
            let Ok(line) = self.printed.recv_timeout(rest) else {
                panic!(
                    "the server did not print `{beginning}`; its log:\n{}",
                    self.log()
                );
            };
            printed.push_str(&line);
            printed.push('\n');
            if line.starts_with(beginning) {
                return printed;
            }
        }
    }

    /// Where it serves: `http://127.0.0.1:40123`.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// A client that sends each request once, so that a test sees every response.
    pub(crate) fn client(&self, key: &str) -> Client {
        Self::client_of(&self.base, key)
    }

    /// A client of whatever serves there.
    pub(crate) fn client_of(base: &str, key: &str) -> Client {
        let retry = gateway_api::client::Retry::never();
        let builder = Client::builder(base).bearer_token(key).retry(retry);
        builder.build().unwrap()
    }

    /// Everything that it logged.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// The number of its process.
    pub(crate) fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Tells it to finish what it has begun and to stop.
    pub(crate) fn terminate(&self) {
        let id = self.process_id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status();
        assert!(sent.unwrap().success(), "no signal can be sent to {id}");
    }

    /// How it ended, if it has by now.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// Ends it at once, as a crash would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
