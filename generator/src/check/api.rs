//! The sections `api` and `rust`.

use std::borrow::Cow;

use super::headers;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Document, PATH_CHARACTERS, is_path_text};
use crate::naming;
use crate::source::Spanned;

const WRONG_BASE_PATH: Code = Code("E0601");
const WRONG_CRATE_NAME: Code = Code("E0602");
const WRONG_CRATE_VERSION: Code = Code("E0619");

pub(super) fn check(document: &Document, diagnostics: &mut Diagnostics) {
    if let Some(base_path) = &document.api.base_path {
        check_base_path(base_path, diagnostics);
    }
    if let Some(header) = &document.api.request_id {
        headers::check_name(header, diagnostics);
    }
    if let Some(version) = &document.rust.version
        && semver::Version::parse(&version.value).is_err()
    {
        let message = format!("`{}` is not a version of a crate", version.value);
        diagnostics.push(
            Diagnostic::error(WRONG_CRATE_VERSION, message, version.span)
                .help("write three numbers, such as `1.2.3` or `1.2.3-beta.1`"),
        );
    }
    if let Some(name) = &document.rust.crate_name {
        check_crate_name(name, diagnostics);
    } else if crate_name(document).len() > LONGEST_CRATE_NAME {
        let message = "the crate's name would be longer than 64 characters";
        let name = &document.api.name;
        diagnostics.push(
            Diagnostic::error(WRONG_CRATE_NAME, message, name.span)
                .help("give the crate another name: `rust: { crate: gateway-api }`"),
        );
    }
}

/// The name of the generated crate.
pub(super) fn crate_name(document: &Document) -> Cow<'_, str> {
    match &document.rust.crate_name {
        Some(name) => Cow::Borrowed(&name.value),
        None => Cow::Owned(naming::crate_name(&document.api.name.value)),
    }
}

fn check_base_path(path: &Spanned<String>, diagnostics: &mut Diagnostics) {
    if let Some(help) = base_path_problem(&path.value) {
        let message = format!("`{}` is not a base path", path.value);
        diagnostics.push(Diagnostic::error(WRONG_BASE_PATH, message, path.span).help(help));
    }
}

/// The help for a string that is not a base path.
fn base_path_problem(path: &str) -> Option<&'static str> {
    let Some(rest) = path.strip_prefix('/') else {
        return Some("a base path begins with `/`: `/v1`");
    };
    if rest.is_empty() {
        return Some("remove `base_path`: without it, routes begin at the root");
    }
    if path.contains(['{', '}']) {
        return Some("a base path has no parameters: write the parameter in each route");
    }
    if path.ends_with('/') {
        return Some("remove the `/` at the end; every route begins with one");
    }
    if rest
        .split('/')
        .any(|segment| matches!(segment, "" | "." | ".."))
    {
        return Some("remove the segments that are empty, `.` or `..`");
    }
    (!rest.split('/').all(is_path_text)).then_some(PATH_CHARACTERS)
}

/// Crates that every crate can use without declaring them, and the runtime.
pub(super) const TAKEN_CRATES: [&str; 6] = [
    "alloc",
    "core",
    "proc_macro",
    "specsmith_runtime",
    "std",
    "test",
];

/// A registry takes no longer names, and files of the build are called by them.
const LONGEST_CRATE_NAME: usize = 64;

/// Reports a name that cargo rejects for a crate, that rustc warns of, or that another crate has.
fn check_crate_name(name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let starts = name.value.starts_with(|c: char| c.is_ascii_lowercase());
    // rustc warns of other names, which are not in snake case.
    let parts = name.value.split(['-', '_']).all(|part| {
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !part.is_empty() && part.bytes().all(letter)
    });
    let in_rust = name.value.replace('-', "_");
    let help = if !(starts && parts) {
        "use lower-case letters and digits, with a `-` or `_` between words, and begin with a letter: `gateway-api`"
    } else if name.value.len() > LONGEST_CRATE_NAME {
        "use at most 64 characters, the limit for published crates"
    } else if naming::is_device(&name.value) {
        "Windows has no files of this name; choose another name, such as `gateway-api`"
    } else if naming::is_keyword(&in_rust) {
        "this is a keyword of Rust; choose another name, such as `gateway-api`"
    } else if TAKEN_CRATES.contains(&in_rust.as_str()) {
        "a crate with this name already exists; choose another name, such as `gateway-api`"
    } else {
        return;
    };
    let message = format!("`{}` is not a valid crate name", name.value);
    diagnostics.push(Diagnostic::error(WRONG_CRATE_NAME, message, name.span).help(help));
}

#[cfg(test)]
mod tests {
    use super::base_path_problem;

    #[test]
    fn a_base_path_has_segments_and_no_parameters() {
        for path in ["/v1", "/api/v1", "/~a-b_c.d", "/:a/*!$&'()+,;=@", "/a%20b"] {
            assert_eq!(base_path_problem(path), None, "{path}");
        }
        for path in [
            "", "v1", "/", "/v1/", "//v1", "/a//b", "/./a", "/a/..", "/{x}", "/a b", "/?a",
        ] {
            assert!(base_path_problem(path).is_some(), "{path}");
        }
    }
}
