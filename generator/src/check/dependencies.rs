//! The crates that the generated crate depends on, and paths of items in them.

use std::cmp::Ordering;

use semver::{Comparator, Op, VersionReq};

use super::api::{TAKEN_CRATES, crate_name};
use super::context::Context;
use crate::api::Trait;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{DependencyEntry, Document};
use crate::hash::HashMap;
use crate::naming;
use crate::source::{Span, Spanned};
use crate::words::{closest, listed};

const WRONG_DEPENDENCY: Code = Code("E0622");
const WRONG_PATH: Code = Code("E0623");

/// The crate that every generated crate depends on.
const RUNTIME: &str = "specsmith_runtime";

/// The crates whose types and traits the runtime uses, and the versions of them.
const OF_RUNTIME: [(&str, &str); 7] = [
    ("arbitrary", "1"),
    ("bigdecimal", "0.4"),
    ("chrono", "0.4"),
    ("jiff", "1"),
    ("rust_decimal", "1"),
    ("time", "0.3"),
    ("url", "2"),
];

/// The crates of the standard library, whose items every crate can use.
pub(super) const STANDARD_LIBRARY: [&str; 3] = ["alloc", "core", "std"];

pub(super) fn check(context: &mut Context<'_, '_>) {
    let document = context.document();
    let mut first = HashMap::default();
    for entry in &document.rust.dependencies {
        let name = &entry.name;
        if let Some((text, help)) = problem(entry, document) {
            context.report(wrong(entry, text.span).help(help));
        } else if let Some(first) = first.insert(in_rust(&name.value), name.span) {
            let diagnostic = wrong(entry, name.span)
                .label("in Rust, `-` and `_` are the same")
                .also(first, "another dependency has this name");
            context.report(diagnostic.help("remove one of the two"));
        }
    }
}

fn wrong(entry: &DependencyEntry, span: Span) -> Diagnostic {
    let message = format!("`{}` is not a valid dependency", entry.name.value);
    Diagnostic::error(WRONG_DEPENDENCY, message, span)
}

/// The text of a dependency that is not valid, and what to write instead.
fn problem<'d>(
    entry: &'d DependencyEntry,
    document: &Document,
) -> Option<(&'d Spanned<String>, String)> {
    let DependencyEntry {
        name,
        version,
        path,
        features,
        default_features: _,
    } = entry;
    if let Some(help) = problem_of_name(&name.value, document) {
        return Some((name, help.to_owned()));
    }
    if let Some(version) = version
        && let Some(help) = problem_of_version(&name.value, &version.value, document)
    {
        return Some((version, help));
    }
    if let Some(path) = path
        && (path.value.is_empty() || path.value.contains(char::is_control))
    {
        return Some((path, "write the folder of the crate: `../my-crate`".into()));
    }
    // Cargo accepts no features of other crates, such as `serde/std`.
    let is_feature = |text: &str| {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "_-+.".contains(c);
        text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
            && text.chars().all(is_allowed)
    };
    let mut features = features.iter();
    let wrong = features.find(|feature| !is_feature(&feature.value))?;
    let help = "a name of a feature has letters, digits and `_-+.`";
    Some((wrong, help.to_owned()))
}

fn problem_of_name(name: &str, document: &Document) -> Option<&'static str> {
    let is_start = |c: char| c.is_ascii_alphabetic();
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let in_rust = in_rust(name);
    if !(name.starts_with(is_start) && name.chars().all(is_allowed)) {
        Some("a name of a crate begins with a letter, and has letters, digits, `-` and `_`")
    } else if naming::is_keyword(&in_rust) {
        Some("this is a keyword of Rust, so no path can begin with it")
    } else if in_rust == RUNTIME {
        Some("write `rust.runtime`: the crate always depends on the runtime")
    } else if TAKEN_CRATES.contains(&in_rust.as_str()) {
        Some("this is a crate of Rust itself, which needs no dependency; remove the entry")
    } else if in_rust == self::in_rust(&crate_name(document)) {
        Some("the generated crate has this name; give it another one with `rust.crate`")
    } else {
        None
    }
}

fn problem_of_version(name: &str, version: &str, document: &Document) -> Option<String> {
    let requirement = match VersionReq::parse(version) {
        Ok(requirement) => requirement,
        Err(error) => {
            return Some(format!(
                "write a requirement as in `Cargo.toml`: `\"1.2\"` ({error})"
            ));
        }
    };
    let name = in_rust(name);
    let (_, of_runtime) = OF_RUNTIME.into_iter().find(|(known, _)| *known == name)?;
    let series = Comparator::parse(of_runtime).ok()?;
    let mut parts = requirement.comparators.iter();
    (is_used_by_runtime(&name, document) && !parts.all(|part| accepts(part, &series))).then(|| {
        format!("the runtime uses version {of_runtime} of this crate: write `\"{of_runtime}\"`")
    })
}

/// Whether generated code has values of a crate from the runtime, or a trait that the runtime implements.
fn is_used_by_runtime(name: &str, document: &Document) -> bool {
    let rust = &document.rust;
    let is_arbitrary = |path: &str| Trait::of(path) == Some(Trait::Arbitrary);
    match name {
        "arbitrary" => rust
            .derives
            .iter()
            .any(|entry| is_arbitrary(&entry.path.value)),
        _ => {
            let conversions = rust.conversions.iter().map(|kind| kind.value.name());
            let types = rust.scalars.iter().map(|ty| ty.value.package());
            conversions.chain(types).any(|used| used == name)
        }
    }
}

/// Whether a part of a requirement accepts versions that are compatible with a version such as `1` or `0.4`.
fn accepts(part: &Comparator, series: &Comparator) -> bool {
    let minors = match (part.minor, series.minor) {
        (Some(minor), Some(of_series)) => minor.cmp(&of_series),
        _ => Ordering::Equal,
    };
    let order = part.major.cmp(&series.major).then(minors);
    match part.op {
        Op::Greater | Op::GreaterEq => order.is_le(),
        Op::Less | Op::LessEq => order.is_ge(),
        _ => order.is_eq(),
    }
}

/// What is wrong with the path of an item in another crate; `what` is what the item is.
pub(super) fn problem_of_path(
    path: &Spanned<String>,
    what: &str,
    document: &Document,
) -> Option<Diagnostic> {
    let segments: Vec<&str> = path.value.split("::").collect();
    let (root, inner) = match segments.as_slice() {
        [root, inner @ ..] if !inner.is_empty() && segments.iter().all(|part| is_ident(part)) => {
            (*root, inner)
        }
        _ => return Some(not_a_path(path, what)),
    };
    let own = in_rust(&crate_name(document));
    let declared = || document.rust.dependencies.iter();
    if ["crate", "self", "super"].contains(&root) || root == own {
        let message = format!("`{}` is in the generated crate", path.value);
        let diagnostic = Diagnostic::error(WRONG_PATH, message, path.span);
        let help = format!(
            "put the {what} into a crate that does not depend on the generated one, and add that crate to \
             `rust.dependencies`"
        );
        Some(diagnostic.help(help))
    } else if !root.starts_with(|c: char| c.is_ascii_alphabetic())
        || naming::is_keyword(root)
        || inner.iter().any(|part| naming::is_keyword(part))
    {
        Some(not_a_path(path, what))
    } else if STANDARD_LIBRARY.contains(&root)
        || declared().any(|entry| in_rust(&entry.name.value) == root)
    {
        None
    } else if TAKEN_CRATES.contains(&root) {
        let message = format!("generated code cannot use a {what} of the crate `{root}`");
        let diagnostic = Diagnostic::error(WRONG_PATH, message, path.span);
        Some(diagnostic.help(format!(
            "name a {what} of the standard library or of a crate in `rust.dependencies`"
        )))
    } else {
        Some(no_dependency(path, root, declared()))
    }
}

/// Whether text has the form of an identifier. It may be a keyword.
fn is_ident(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn not_a_path(path: &Spanned<String>, what: &str) -> Diagnostic {
    let message = format!("`{}` is not the path of a {what}", path.value);
    let diagnostic = Diagnostic::error(WRONG_PATH, message, path.span);
    // The name of a package, in which Rust writes `_` for `-`.
    let of_package = path.value.split_once("::");
    let of_package = of_package.filter(|(package, inner)| {
        let is_name = |text: &str| is_ident(text) && !naming::is_keyword(text);
        package.contains('-') && is_name(&in_rust(package)) && inner.split("::").all(is_name)
    });
    match of_package {
        Some((package, inner)) => diagnostic.write(format!("{}::{inner}", in_rust(package))),
        None => diagnostic.help("write the crate and the path in it: `my_crate::ids::BookId`"),
    }
}

fn no_dependency<'d>(
    path: &Spanned<String>,
    root: &str,
    declared: impl Iterator<Item = &'d DependencyEntry>,
) -> Diagnostic {
    let message = format!("no dependency is the crate `{root}`");
    let mut diagnostic = Diagnostic::error(WRONG_PATH, message, path.span);
    let names: Vec<&str> = declared.map(|entry| entry.name.value.as_str()).collect();
    if !names.is_empty() {
        diagnostic = diagnostic.note(format!(
            "`rust.dependencies` has {}",
            listed(names.iter().copied())
        ));
    }
    let in_paths: Vec<String> = names.iter().map(|name| in_rust(name)).collect();
    if let Some(near) = closest(root, in_paths.iter().map(String::as_str)) {
        let inner = path.value.strip_prefix(root).unwrap_or_default();
        return diagnostic.did_you_mean(&path.value, &format!("{near}{inner}"));
    }
    diagnostic.help(format!(
        "add it: `rust: {{ dependencies: {{ {}: \"1\" }} }}`",
        root.replace('_', "-")
    ))
}

/// The name of a crate in paths.
fn in_rust(name: &str) -> String {
    name.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_accept_versions_of_a_series() {
        for (requirement, series, expected) in [
            ("1", "1", true),
            ("1.2.3", "1", true),
            (">=0.9, <2", "1", true),
            ("0.2", "1", false),
            ("<1", "2", false),
            ("0.4.11", "0.4", true),
            ("0", "0.4", true),
            (">=0.3", "0.4", true),
            ("0.3", "0.4", false),
            ("1", "0.4", false),
        ] {
            let parts = VersionReq::parse(requirement).unwrap().comparators;
            let series = Comparator::parse(series).unwrap();
            let all = parts.iter().all(|part| accepts(part, &series));
            assert_eq!(all, expected, "{requirement} {series}");
        }
    }

    #[test]
    fn versions_are_those_of_the_runtime() {
        let manifest = specsmith_runtime::sources::SOURCES
            .iter()
            .find(|source| source.path == "Cargo.toml")
            .unwrap();
        for (name, version) in OF_RUNTIME {
            let entry = format!("\n{name} = {{ version = \"{version}\"");
            assert!(manifest.text.contains(&entry), "{entry}");
        }
    }
}
