//! The page about `diff` shows what the command prints, and lists all rules.
//!
//! `UPDATE_EXPECTED=1 cargo test -p specsmith --test command diff_page` writes both into the page.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use specsmith::diff::{Axis, Rule};

#[test]
fn the_page_is_up_to_date() {
    let text = fs::read_to_string(page()).unwrap();
    let expected = with_rules(&with_output(&text));
    if env::var_os("UPDATE_EXPECTED").is_some_and(|value| !value.is_empty() && value != "0") {
        fs::write(page(), expected).unwrap();
    } else {
        assert!(text == expected, "{}", difference(&text, &expected));
    }
}

/// The page with what its commands print. Each block `yaml NAME` is a file, and each block `console` a command that is
/// run beside these files, with its output.
fn with_output(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut updated = String::new();
    let mut commands = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        writeln!(updated, "{line}").unwrap();
        let Some(start) = line.strip_prefix("```") else {
            continue;
        };
        let block = lines.by_ref().take_while(|line| *line != "```");
        let mut block: String = block.map(|line| format!("{line}\n")).collect();
        if let Some(name) = start.strip_prefix("yaml ") {
            fs::write(folder.path().join(name), &block).unwrap();
        }
        if start == "console" {
            let command = block.lines().next().unwrap();
            block = format!("{command}\n{}", printed(folder.path(), command));
            commands += 1;
        }
        updated.push_str(&block);
        updated.push_str("```\n");
    }
    assert!(commands >= 3, "{commands} commands");
    updated
}

/// The page with the table of all rules.
fn with_rules(text: &str) -> String {
    let (before, rest) = text.split_once(HEAD).unwrap();
    let rest = rest.lines().skip_while(|line| line.starts_with('|'));
    let after: String = rest.map(|line| format!("{line}\n")).collect();
    format!("{before}{HEAD}{}{after}", rows())
}

/// The first line of the page that is wrong.
fn difference(text: &str, expected: &str) -> String {
    let mut lines = text.lines().zip(expected.lines());
    let (is, should_be) = lines.find(|(one, other)| one != other).unwrap_or_default();
    format!("docs/diff.md has\n{is}\ninstead of\n{should_be}\nsee the first lines of this test")
}

const HEAD: &str = "\
| rule | what changed | in requests | in responses |
|---|---|---|---|
";

fn rows() -> String {
    let rows = Rule::ALL.iter().map(|rule| {
        let title = rule.title().trim_end_matches('.');
        let (requests, responses) = (verdicts(*rule, true), verdicts(*rule, false));
        format!("| `{}` | {title} | {requests} | {responses} |\n", rule.id())
    });
    rows.collect()
}

/// The verdicts on the wire and for a rollback.
fn verdicts(rule: Rule, in_requests: bool) -> String {
    let effect = |axis| rule.effect(axis, in_requests);
    match (effect(Axis::Wire), effect(Axis::Rollback)) {
        (None, None) => "–".to_owned(),
        (Some(wire), Some(rollback)) => {
            format!("{}, {}", wire.verdict.name(), rollback.verdict.name())
        }
        (wire, rollback) => panic!("{}: {wire:?} and {rollback:?}", rule.id()),
    }
}

/// What the command of a line prints, on both streams.
fn printed(folder: &Path, line: &str) -> String {
    let arguments = line.strip_prefix("$ specsmith ").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_specsmith"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).unwrap()
}

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/diff.md")
}
