//! The crates that the generated crate depends on, and paths of items in them.

use super::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{DependencyEntry, Document};
use crate::naming;
use crate::source::Spanned;
use crate::words::listed;

const WRONG_DEPENDENCY: Code = Code("E0622");
const WRONG_PATH: Code = Code("E0623");

/// The crate that every generated crate depends on.
const RUNTIME: &str = "specsmith_runtime";

pub(super) fn check(context: &mut Context<'_, '_>) {
    for entry in &context.document().rust.dependencies {
        if let Some((text, help)) = problem(entry) {
            let message = format!("`{}` is not a valid dependency", entry.name.value);
            let diagnostic = Diagnostic::error(WRONG_DEPENDENCY, message, text.span);
            context.report(diagnostic.help(help));
        }
    }
}

/// The text of a dependency that is not valid, and what to write instead.
fn problem(entry: &DependencyEntry) -> Option<(&Spanned<String>, &'static str)> {
    let DependencyEntry {
        name,
        version,
        path,
        features,
        default_features: _,
    } = entry;
    let is_name = |text: &str| {
        let mut bytes = text.bytes();
        bytes
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic())
            && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    if !is_name(&name.value) {
        return Some((name, "a name of a crate has letters, digits, `-` and `_`"));
    }
    if in_rust(&name.value) == RUNTIME {
        return Some((
            name,
            "write `rust.runtime`: the crate always depends on the runtime",
        ));
    }
    let is_requirement = |text: &str| {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "*^~<>=,.+- ".contains(c);
        text.contains(|c: char| c.is_ascii_digit() || c == '*') && text.chars().all(is_allowed)
    };
    if let Some(version) = version
        && !is_requirement(&version.value)
    {
        return Some((version, "write a requirement as in `Cargo.toml`: `\"1.2\"`"));
    }
    if let Some(path) = path
        && (path.value.is_empty() || path.value.contains(char::is_control))
    {
        return Some((path, "write the folder of the crate: `../my-crate`"));
    }
    let is_feature = |text: &str| {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "_-+./".contains(c);
        !text.is_empty() && text.chars().all(is_allowed)
    };
    let mut features = features.iter();
    let wrong = features.find(|feature| !is_feature(&feature.value))?;
    Some((wrong, "a name of a feature has letters, digits and `_-+.`"))
}

/// What is wrong with the path of an item in another crate; `what` is what the item is.
pub(super) fn problem_of_path(
    path: &Spanned<String>,
    what: &str,
    document: &Document,
) -> Option<Diagnostic> {
    let is_segment = |segment: &str| {
        let mut bytes = segment.bytes();
        let is_start = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        bytes.next().is_some_and(is_start)
            && bytes.all(|byte| is_start(byte) || byte.is_ascii_digit())
            && !naming::is_keyword(segment)
    };
    let mut segments = path.value.split("::");
    if !segments.clone().all(is_segment) || segments.clone().count() < 2 {
        let message = format!("`{}` is not the path of a {what}", path.value);
        let diagnostic = Diagnostic::error(WRONG_PATH, message, path.span);
        return Some(
            diagnostic.help("write the crate and the path in it: `my_crate::ids::BookId`"),
        );
    }
    let first = segments.next().unwrap_or_default();
    let declared = || document.rust.dependencies.iter();
    if ["std", "core", "alloc"].contains(&first)
        || declared().any(|entry| in_rust(&entry.name.value) == first)
    {
        return None;
    }
    let message = format!("no dependency is the crate `{first}`");
    let diagnostic = Diagnostic::error(WRONG_PATH, message, path.span);
    let names = || declared().map(|entry| entry.name.value.as_str());
    let diagnostic = match names().next() {
        Some(_) => diagnostic.note(format!("`rust.dependencies` has {}", listed(names()))),
        None => diagnostic,
    };
    Some(diagnostic.help(format!(
        "add it: `rust: {{ dependencies: {{ {}: \"1\" }} }}`",
        first.replace('_', "-")
    )))
}

/// The name of a crate in paths.
fn in_rust(name: &str) -> String {
    name.replace('-', "_")
}
