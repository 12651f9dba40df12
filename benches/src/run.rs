//! Runs a program and tells what it took, with GNU time: the standard library cannot say how much
//! memory a child used.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// What a program took, with all the programs that it ran.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// From its start to its end, in seconds.
    pub wall: f64,
    /// The time of processors, in seconds. It varies less on a busy machine.
    pub processor: f64,
    /// The most memory that one of the programs had, in MB.
    pub peak: f64,
}

/// Runs a program in a folder. Cargo's incremental compilation is off: a crate that somebody depends
/// on is compiled as a whole.
///
/// # Errors
///
/// GNU time is not at `/usr/bin/time`, or the program fails; then the error holds what it said.
pub fn cost(program: &Path, arguments: &[&str], folder: &Path) -> io::Result<Cost> {
    let mut command = Command::new("/usr/bin/time");
    command
        .args(["-f", "%U %S %M"])
        .arg(program)
        .args(arguments)
        .current_dir(folder);
    let began = Instant::now();
    let output = command
        .env("CARGO_INCREMENTAL", "0")
        .stdin(Stdio::null())
        .output()?;
    let wall = began.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().last().unwrap_or_default();
    let numbers: Vec<f64> = last
        .split(' ')
        .filter_map(|number| number.parse().ok())
        .collect();
    match numbers[..] {
        [user, system, kilobytes] if output.status.success() => Ok(Cost {
            wall,
            processor: user + system,
            peak: kilobytes / 1024.0,
        }),
        _ => Err(io::Error::other(said.into_owned())),
    }
}

/// Runs `measure` so many times and gives the one in the middle by wall time.
///
/// # Errors
///
/// The first of a run.
pub fn median(times: usize, mut measure: impl FnMut() -> io::Result<Cost>) -> io::Result<Cost> {
    let mut costs = (0..times.max(1))
        .map(|_| measure())
        .collect::<io::Result<Vec<Cost>>>()?;
    costs.sort_by(|a, b| a.wall.total_cmp(&b.wall));
    Ok(costs[costs.len() / 2])
}
