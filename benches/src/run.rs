//! Runs a program and measures it with GNU time: the standard library does not report the memory of a
//! child process.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// The resources that a program used, including its child processes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// Wall time, in seconds.
    pub wall: f64,
    /// CPU time, in seconds. It varies less on a busy machine.
    pub processor: f64,
    /// The peak memory of a single process, in MB.
    pub peak: f64,
}

/// Runs a program in a folder. Cargo's incremental compilation is off, because dependencies are compiled
/// without it.
///
/// # Errors
///
/// GNU time is not at `/usr/bin/time`, or the program fails; then the error contains its output.
pub fn cost(
    program: &Path,
    arguments: impl IntoIterator<Item: AsRef<OsStr>>,
    folder: &Path,
) -> io::Result<Cost> {
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
    let stderr = String::from_utf8_lossy(&output.stderr);
    let last = stderr.lines().last().unwrap_or_default();
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
        _ => Err(io::Error::other(stderr.into_owned())),
    }
}

/// Runs `measure` this many times and returns the median by wall time.
///
/// # Errors
///
/// The first error of a run.
pub fn median(times: usize, mut measure: impl FnMut() -> io::Result<Cost>) -> io::Result<Cost> {
    let mut costs = (0..times.max(1))
        .map(|_| measure())
        .collect::<io::Result<Vec<Cost>>>()?;
    costs.sort_by(|a, b| a.wall.total_cmp(&b.wall));
    Ok(costs[costs.len() / 2])
}
