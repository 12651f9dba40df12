//! OpenAPI documents of real APIs: which there are, and what the generator does with each, in a process of
//! its own, so that an endless loop or a stack overflow is reported as well.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use serde_json::{Value as Json, json};

use crate::{cases, workspaces};

/// A process with more memory than this is ended, in KB.
const MOST_MEMORY: u64 = 4 << 20;

/// How many diagnostics of a document are reported.
const MOST_DIAGNOSTICS: usize = 20;

/// A document in a file.
#[derive(Debug, Clone)]
pub struct Document {
    /// The file.
    pub path: PathBuf,
    /// The path below the folder that was searched.
    pub name: String,
    /// Who publishes the API: the first part of the name.
    pub provider: String,
    /// The size of the file.
    pub bytes: u64,
}

/// What became of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The name of the generated crate.
    Generated(String),
    /// The codes and messages of the errors.
    Refused(Vec<(String, String)>),
    /// The process ended by itself, with this output: a panic or a stack overflow.
    Crashed(String),
    /// The process was ended, for this reason.
    Stopped(&'static str),
}

/// A run of the generator for one document.
#[derive(Debug, Clone)]
pub struct Run {
    /// What became of it.
    pub outcome: Outcome,
    /// The time of generating, without starting the process.
    pub time: Duration,
    /// The peak memory of the process, in KB.
    pub memory: u64,
}

impl Outcome {
    /// The outcome in a word.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Generated(_) => "generated",
            Self::Refused(_) => "refused",
            Self::Crashed(_) => "crashed",
            Self::Stopped(_) => "stopped",
        }
    }
}

/// The documents below folders, sorted by name.
///
/// # Errors
///
/// A folder cannot be read.
pub fn documents(folders: &[PathBuf]) -> io::Result<Vec<Document>> {
    let mut documents = Vec::new();
    for folder in folders {
        let mut open = vec![folder.clone()];
        while let Some(current) = open.pop() {
            for entry in fs::read_dir(&current)? {
                let path = entry?.path();
                if path.is_dir() {
                    open.push(path);
                } else if path
                    .extension()
                    .is_some_and(|kind| kind == "json" || kind == "yaml" || kind == "yml")
                {
                    documents.push(document(path, folder)?);
                }
            }
        }
    }
    documents.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(documents)
}

fn document(path: PathBuf, folder: &Path) -> io::Result<Document> {
    let below = path.strip_prefix(folder).unwrap_or(&path);
    let name = below.to_string_lossy().replace('\\', "/");
    let provider = match name.split_once('/') {
        Some((provider, _)) => provider,
        None => name.rsplit_once('.').map_or(&*name, |(stem, _)| stem),
    };
    Ok(Document {
        provider: provider.to_owned(),
        bytes: fs::metadata(&path)?.len(),
        name,
        path,
    })
}

/// A choice of documents that is the same for the same seed, with at most two of each provider.
pub fn sample(mut documents: Vec<Document>, seed: u64, count: usize) -> Vec<Document> {
    fastrand::Rng::with_seed(seed).shuffle(&mut documents);
    let mut chosen: Vec<Document> = Vec::new();
    for document in documents {
        let same = chosen
            .iter()
            .filter(|other| other.provider == document.provider);
        if chosen.len() < count && same.count() < 2 {
            chosen.push(document);
        }
    }
    chosen
}

/// Generates from each document in a separate process, on all cores. Returns the runs in the order of the
/// documents.
pub fn generate_all(documents: &[Document], limit: Duration) -> Vec<Run> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let index = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(document) = documents.get(index)
                {
                    let run = guarded(&document.path, limit).unwrap_or_else(|error| Run {
                        outcome: Outcome::Crashed(error.to_string()),
                        time: Duration::ZERO,
                        memory: 0,
                    });
                    let _ = sender.send((index, run));
                }
            });
        }
    });
    drop(sender);
    let mut runs: Vec<(usize, Run)> = receiver.iter().collect();
    runs.sort_by_key(|(index, _)| *index);
    runs.into_iter().map(|(_, run)| run).collect()
}

/// The first argument of the process that generates from one document.
pub const ONE: &str = "one";

/// Runs this program again as `one <file>`, and ends it after the time limit.
fn guarded(path: &Path, limit: Duration) -> io::Result<Run> {
    let mut child = Command::new(env::current_exe()?)
        .arg(ONE)
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let began = Instant::now();
    let stopped = loop {
        if child.try_wait()?.is_some() {
            break None;
        }
        let reason = if began.elapsed() > limit {
            "time limit"
        } else if memory(&child.id().to_string()) > MOST_MEMORY {
            "memory limit"
        } else {
            thread::sleep(Duration::from_millis(5));
            continue;
        };
        break Some(stop(&mut child, reason)?);
    };
    let elapsed = began.elapsed();
    let output = child.wait_with_output()?;
    let (outcome, time, memory) = match stopped {
        Some((reason, memory)) => (Outcome::Stopped(reason), elapsed, memory),
        None => match serde_json::from_slice::<Json>(&output.stdout) {
            Ok(report) => {
                let time = Duration::from_micros(report["time"].as_u64().unwrap_or(0));
                let memory = report["memory"].as_u64().unwrap_or(0);
                (outcome(&report), time, memory)
            }
            Err(_) => {
                let stderr = String::from_utf8_lossy(&output.stderr);
                let text = format!("{}; {}", output.status, stderr.trim());
                (Outcome::Crashed(text), elapsed, 0)
            }
        },
    };
    Ok(Run {
        outcome,
        time,
        memory,
    })
}

/// Ends a process. Returns the reason, and the peak memory of the process.
fn stop(child: &mut Child, reason: &'static str) -> io::Result<(&'static str, u64)> {
    let memory = memory(&child.id().to_string());
    child.kill()?;
    Ok((reason, memory))
}

fn outcome(report: &Json) -> Outcome {
    if let Some(package) = report["package"].as_str() {
        return Outcome::Generated(package.to_owned());
    }
    let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
    let errors = report["errors"].as_array();
    Outcome::Refused(
        errors
            .into_iter()
            .flatten()
            .map(|error| (text(&error["code"]), text(&error["message"])))
            .collect(),
    )
}

/// Generates from one document, and returns a report for [`generate_all`].
pub fn generate_one(path: &Path) -> String {
    let source = cases::source_as(&path.display().to_string(), path);
    let began = Instant::now();
    let generated = workspaces::generate(&source);
    let time = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    let memory = memory("self");
    let report = match generated {
        Ok(files) => {
            let manifest = files.get("Cargo.toml").unwrap_or_default();
            let name = manifest
                .lines()
                .find_map(|line| line.strip_prefix("name = "));
            let package = name.unwrap_or_default().trim_matches('"');
            json!({ "time": time, "memory": memory, "package": package })
        }
        Err(diagnostics) => {
            let errors = diagnostics.iter().take(MOST_DIAGNOSTICS).map(|error| {
                let message: String = error.message.chars().take(300).collect();
                json!({ "code": error.code.0, "message": message })
            });
            json!({ "time": time, "memory": memory, "errors": errors.collect::<Vec<_>>() })
        }
    };
    report.to_string()
}

/// The peak memory of a process in KB, or 0 if the system does not tell.
fn memory(process: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next())
        .and_then(|number| number.parse().ok())
        .unwrap_or(0)
}
