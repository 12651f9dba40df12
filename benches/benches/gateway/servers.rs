//! The servers under test: this executable again, as processes of their own.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Stdio, id};

use crate::by_hand::Variant;

/// A server that runs until this is dropped.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
    /// Closing it would make the server fail at the next thing that it says.
    _stdout: BufReader<ChildStdout>,
}

impl Server {
    /// `gateway serve` as it is, apart from its ports. Its log goes to where it costs the least.
    pub(crate) fn gateway(cores: Option<&str>, database: &str) -> Self {
        let addresses = ["--listen", "127.0.0.1:0", "--operations-listen", "off"];
        let arguments = ["serve", "--database", database].into_iter();
        Self::start(cores, arguments.chain(addresses))
    }

    /// The one written by hand.
    pub(crate) fn by_hand(cores: Option<&str>, variant: Variant, database: &str) -> Self {
        Self::start(cores, ["by-hand", variant.name(), database])
    }

    fn start<'a>(cores: Option<&str>, arguments: impl IntoIterator<Item = &'a str>) -> Self {
        let itself = std::env::current_exe().expect("this program has a file");
        let mut command = match cores {
            None => Command::new(itself),
            Some(cores) => {
                let mut command = Command::new("taskset");
                command.args(["--cpu-list", cores]).arg(itself);
                command
            }
        };
        // What the environment says to a gateway of this machine does not concern this one.
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
            .expect("this program runs again");
        let stdout = process.stdout.take().expect("it is piped");
        let mut stdout = BufReader::new(stdout);
        let address = announced(&mut stdout).expect("the server says where it listens");
        Self {
            process,
            address,
            _stdout: stdout,
        }
    }

    /// What its process has used of processors so far, in seconds.
    pub(crate) fn processor_time(&self) -> f64 {
        processor_time(self.process.id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The address that a server says it listens at.
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

/// What a process and its threads have used of processors so far, in seconds; 0 where the system does
/// not tell.
pub(crate) fn processor_time(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name in parentheses may hold anything. The times are the 12th and 13th field behind it, in
    // hundredths of a second.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let times = fields.split_whitespace().skip(11).take(2);
    times
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

/// Which cores servers get, where they can be told.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cores {
    /// The one that the load is kept off.
    pub(crate) first: Option<&'static str>,
    /// That one, and the one that the load is on.
    pub(crate) both: Option<&'static str>,
}

impl Cores {
    /// Keeps this process on the second core, so that the load and a server on the first take no time
    /// from each other. Needs two cores, and `taskset`.
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
