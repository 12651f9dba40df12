//! Where a specification that somebody else owns comes from: a file, or a URL.

use std::fmt;
use std::path::{Path, PathBuf};

use specsmith::load;
use specsmith::output::display_path;
use specsmith::source::SourceFile;

use super::{Failure, Messages, read, remote};

/// A file or a URL, as it is named on the command line.
#[derive(Debug, Clone)]
pub(crate) enum Origin {
    File(PathBuf),
    Url(String),
}

impl From<&str> for Origin {
    fn from(named: &str) -> Self {
        let scheme = named.split_once("://").map_or("", |(scheme, _)| scheme);
        match scheme.to_ascii_lowercase().as_str() {
            "http" | "https" => Self::Url(named.to_owned()),
            _ => Self::File(PathBuf::from(named)),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "`{}`", display_path(path)),
            Self::Url(url) => write!(f, "`{}`", remote::without_query(url)),
        }
    }
}

/// A specification, and its files as they are.
pub(crate) struct Original {
    pub(crate) source: SourceFile,
    /// The name of its main file.
    pub(crate) name: String,
    /// The names of the folders around it, from the inside out.
    pub(crate) folders: Vec<String>,
    pub(crate) text: String,
    /// The files that it refers to, by their paths relative to the folder of the main file.
    pub(crate) others: Vec<(String, String)>,
}

impl Origin {
    /// Reads the specification.
    pub(crate) fn read(&self, messages: &Messages) -> Result<Original, Failure> {
        match self {
            Self::File(path) => of_file(path, messages),
            Self::Url(url) => remote::read(url, messages),
        }
    }

    /// Whether it is a URL with a query, which may contain credentials.
    pub(crate) fn has_query(&self) -> bool {
        match self {
            Self::File(_) => false,
            Self::Url(url) => remote::without_query(url) != url,
        }
    }
}

/// Rejects a page, such as one that asks for a login, instead of a document.
pub(super) fn reject_page(name: &str, text: &str) -> Result<(), Failure> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    let begins_with = |tag: &str| {
        let found = start.get(..tag.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(tag))
    };
    match ["<!doctype html", "<html"].into_iter().any(begins_with) {
        true => Err(Failure::rejected(format!(
            "`{name}` is an HTML page; name the document itself, which is JSON or YAML"
        ))),
        false => Ok(()),
    }
}

fn of_file(path: &Path, messages: &Messages) -> Result<Original, Failure> {
    let text = load::marked_text(path).map_err(Failure::Unable)?;
    reject_page(&display_path(path), &text)?;
    let mut paths = Vec::new();
    let source = read::read_and_list(path, messages, &mut paths)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut others = Vec::new();
    for other in paths.iter().filter(|other| other.as_path() != path) {
        // What cannot be read is a warning of the specification.
        if let (Ok(relative), Ok(text)) = (other.strip_prefix(folder), load::marked_text(other)) {
            others.push((display_path(relative), text));
        }
    }
    let name = path.file_name().unwrap_or_default();
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folders = absolute.ancestors().skip(1);
    let folders =
        folders.map_while(|folder| Some(folder.file_name()?.to_string_lossy().into_owned()));
    Ok(Original {
        folders: folders.collect(),
        source,
        name: name.to_string_lossy().into_owned(),
        text,
        others,
    })
}

/// The path of a file relative to the folder of another one, without `..`; `None` if it leads out of the root of both.
pub(crate) fn placed(main: &str, relative: &str) -> Option<String> {
    let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_told_from_files() {
        for url in ["https://a.example/openapi.json", "HTTP://localhost:1/a"] {
            assert!(matches!(Origin::from(url), Origin::Url(_)), "{url}");
        }
        for file in ["https", "spec/https.yaml", "c://a", "../a.json"] {
            assert!(matches!(Origin::from(file), Origin::File(_)), "{file}");
        }
    }

    #[test]
    fn pages_are_told_from_documents() {
        for page in ["\u{feff}\n<!DOCTYPE html>", "<HTML lang=en>"] {
            assert!(reject_page("a", page).is_err(), "{page}");
        }
        for other in ["", "<", "openapi: 3.1.0 # <html>", "<ü"] {
            assert!(reject_page("a", other).is_ok(), "{other}");
        }
    }

    #[test]
    fn files_stay_in_their_root() {
        let main = "original/api/openapi.yaml";
        for (relative, expected) in [
            ("a.yaml", Some("original/api/a.yaml")),
            ("./x/../a.yaml", Some("original/api/a.yaml")),
            ("../common/a.yaml", Some("original/common/a.yaml")),
            ("../../../a.yaml", None),
        ] {
            assert_eq!(placed(main, relative).as_deref(), expected, "{relative}");
        }
    }
}
