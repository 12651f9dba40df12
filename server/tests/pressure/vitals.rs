//! The resource use of a process.

use std::fmt;

/// The resource use of a process at one moment. Only available on Linux, through `/proc`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Vitals {
    pub(crate) memory_kib: u64,
    pub(crate) files: usize,
    pub(crate) threads: u64,
}

impl Vitals {
    /// The current resource use of a process. `None` if the system does not report it.
    pub(crate) fn of(process: u32) -> Option<Self> {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().trim_end_matches(" kB").parse().ok()
        };
        Some(Self {
            memory_kib: number("VmRSS:")?,
            threads: number("Threads:")?,
            files: std::fs::read_dir(format!("/proc/{process}/fd"))
                .ok()?
                .count(),
        })
    }

    /// The maximum of each value.
    pub(crate) fn max(self, other: Self) -> Self {
        Self {
            memory_kib: self.memory_kib.max(other.memory_kib),
            files: self.files.max(other.files),
            threads: self.threads.max(other.threads),
        }
    }
}

impl fmt::Display for Vitals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            memory_kib,
            files,
            threads,
        } = self;
        write!(f, "{memory_kib} KiB, {files} files, {threads} threads")
    }
}
