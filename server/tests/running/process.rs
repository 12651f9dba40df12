//! Runs the real command in a separate process.

use std::io::{BufRead as _, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use gateway_api::Client;

use crate::support::database::Place;

/// How long a busy machine may take to start a process before it counts as hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// The command with this database. Servers listen on free ports, because others may use the default ones.
pub(crate) fn gateway(database: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gateway"));
    command
        .args(arguments)
        .env_clear()
        .env("DATABASE_URL", database)
        .env("GATEWAY_LISTEN", "127.0.0.1:0")
        .env("GATEWAY_OPERATIONS_LISTEN", "off")
        .env("GATEWAY_MASTER_KEY", MASTER_KEY);
    command
}

/// 32 bytes that are not secret.
pub(crate) const MASTER_KEY: &str = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

/// Runs the command, which must succeed, and returns its output.
pub(crate) fn run(database: &str, arguments: &[&str]) -> String {
    let output = output(database, arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "gateway {arguments:?} failed:\n{complaint}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the command until it exits.
pub(crate) fn output(database: &str, arguments: &[&str]) -> Output {
    output_of(gateway(database, arguments))
}

/// Runs this command until it exits. A command that takes too long, such as a server that should not have
/// started, is killed and fails the test.
pub(crate) fn output_of(mut command: Command) -> Output {
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = loop {
        match command.spawn() {
            // Another test has just started a process, which has not yet closed the copy of the program that this
            // test wrote.
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => {
                std::thread::sleep(Duration::from_millis(10));
            }
            child => break child.unwrap(),
        }
    };
    let id = child.id().to_string();
    let (exited, exit) = mpsc::channel();
    let watch = std::thread::spawn(move || {
        let is_late = exit.recv_timeout(PATIENCE).is_err();
        if is_late {
            let _ = Command::new("kill").args(["-KILL", &id]).status();
        }
        is_late
    });
    let output = child.wait_with_output().unwrap();
    let _ = exited.send(());
    assert!(!watch.join().unwrap(), "{command:?} did not exit");
    output
}

/// The value of `DATABASE_URL` for this database.
pub(crate) fn url(place: &Place) -> String {
    match place {
        Place::File { path, .. } => format!("sqlite:{}", path.display()),
        Place::Url(database) => database.url.clone(),
    }
}

/// Issues a key with `gateway key issue`, and returns the key.
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

/// A server that runs until this value is dropped.
pub(crate) struct Running {
    child: Child,
    base: String,
    printed: mpsc::Receiver<String>,
    log: PathBuf,
}

impl Running {
    /// Starts a server on a free port, without the operations listener, and waits until it serves.
    pub(crate) fn start(database: &str, folder: &Path, arguments: &[&str]) -> Self {
        let listen = ["--listen", "127.0.0.1:0", "--operations-listen", "off"];
        let arguments: Vec<_> = listen.iter().chain(arguments).copied().collect();
        Self::start_where(database, folder, &arguments)
    }

    /// Starts a server with these arguments, and waits until it serves.
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

    /// Its output, up to the line that begins with this text.
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

    /// Its base URL: `http://127.0.0.1:40123`.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// A client that sends each request once, so that a test sees every response.
    pub(crate) fn client(&self, key: &str) -> Client {
        Self::client_of(&self.base, key)
    }

    /// A client of the server at this base URL.
    pub(crate) fn client_of(base: &str, key: &str) -> Client {
        let retry = gateway_api::client::Retry::never();
        let builder = Client::builder(base).bearer_token(key).retry(retry);
        builder.build().unwrap()
    }

    /// Its log.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Waits until its log contains this text. Lines are written later, by another thread.
    pub(crate) fn logs(&self, text: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.log().contains(text) {
            assert!(Instant::now() < end, "`{text}` is not in {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Its process ID.
    pub(crate) fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Sends it SIGTERM.
    pub(crate) fn terminate(&self) {
        self.signal("-TERM");
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.process_id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.unwrap().success(), "no signal can be sent to {id}");
    }

    /// Its exit status, if it has exited.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// Kills it.
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
