//! The servers under test: separate processes of this executable.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Stdio, id};

use crate::hand_written::Variant;

/// A server that runs until this value is dropped.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
    /// Kept open, because the server would fail when it prints to a closed pipe.
    _stdout: BufReader<ChildStdout>,
}

impl Server {
    /// `gateway serve` with its defaults except for the ports. Its log is discarded.
    pub(crate) fn gateway(cores: Option<&str>, database: &str) -> Self {
        let addresses = ["--listen", "127.0.0.1:0", "--operations-listen", "off"];
        let arguments = ["serve", "--database", database].into_iter();
        Self::start(cores, arguments.chain(addresses))
    }

    /// The server written by hand.
    pub(crate) fn hand_written(cores: Option<&str>, variant: Variant, database: &str) -> Self {
        Self::start(cores, ["hand-written", variant.name(), database])
    }

    fn start<'a>(cores: Option<&str>, arguments: impl IntoIterator<Item = &'a str>) -> Self {
        let itself = std::env::current_exe().expect("the path of this program");
        let mut command = match cores {
            None => Command::new(itself),
            Some(cores) => {
                let mut command = Command::new("taskset");
                command.args(["--cpu-list", cores]).arg(itself);
                command
            }
        };
        // Settings for other gateways in the environment must not affect this one.
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("GATEWAY_") {
                command.env_remove(name);
            }
        }
        let mut process = command
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("this program can be started");
        let stdout = process.stdout.take().expect("it is piped");
        let mut stdout = BufReader::new(stdout);
        let address = announced(&mut stdout).expect("the server prints its address");
        Self {
            process,
            address,
            _stdout: stdout,
        }
    }

    /// The CPU time of its process so far, in seconds.
    pub(crate) fn cpu_time(&self) -> f64 {
        cpu_time(self.process.id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The address that a server prints at startup.
fn announced(stdout: &mut impl BufRead) -> Option<SocketAddr> {
    let mut line = String::new();
    while stdout.read_line(&mut line).ok()? > 0 {
        if let Some((_, address)) = line.split_once("http://") {
            return address.trim().parse().ok();
        }
        line.clear();
    }
    None
}

/// The CPU time of a process with its threads so far, in seconds. 0 if the system does not report it.
pub(crate) fn cpu_time(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name in parentheses may contain anything. The times are the 12th and 13th field after it, in
    // hundredths of a second.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let times = fields.split_whitespace().skip(11).take(2);
    times
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

/// The cores for the servers, if they can be assigned.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cores {
    /// The core that the load does not use.
    pub(crate) first: Option<&'static str>,
    /// Both cores, including the core of the load.
    pub(crate) both: Option<&'static str>,
}

impl Cores {
    /// Moves this process to the second core, so that the load does not slow down a server on the first
    /// one. Needs two cores and `taskset`.
    pub(crate) fn separate() -> Self {
        let moved = Command::new("taskset")
            .args(["--all-tasks", "--cpu-list", "--pid", "1", &id().to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        Self {
            first: moved.then_some("0"),
            both: moved.then_some("0,1"),
        }
    }
}
