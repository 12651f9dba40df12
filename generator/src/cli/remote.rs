//! Specifications at URLs, with the files that they refer to. `curl` requests them, which knows the certificates and the
//! proxy of this machine.

use std::io::ErrorKind;
use std::process::Command;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use specsmith::source::SourceFile;

use super::origin::{Original, reject_page};
use super::{Failure, Messages};

/// How many files a specification may refer to.
const MAX_FILES: usize = 1000;

/// What is encoded in the path of a file: spaces, and what begins another part of a URL.
const ENCODED: &AsciiSet = &CONTROLS.add(b' ').add(b'#').add(b'%').add(b'?');

/// The status with which curl exits if the server responds with an error.
const ERROR_STATUS: i32 = 22;

/// Requests a specification, and all files that it refers to at the same server.
pub(super) fn read(url: &str, messages: &Messages) -> Result<Original, Failure> {
    let main = request(url)
        .map_err(|error| Failure::Unable(format!("{error}; {}", error.failed.advice())))?;
    reject_page(without_query(&main.url), &main.text)?;
    let place = Place::of(&main.url);
    let plain = |text: &str| text.trim_start_matches('\u{feff}').to_owned();
    let source = SourceFile::new(without_query(&main.url), plain(&main.text));
    let mut others = Vec::new();
    let mut failed = None;
    let mut read = |path: &str| {
        let url = place.url_of(path)?;
        if others.len() == MAX_FILES {
            return Err(format!("there are more than {MAX_FILES} files"));
        }
        let found = request(&url).map_err(|error| {
            let why = error.to_string();
            if error.failed != Failed::Response {
                failed.get_or_insert(error);
            }
            why
        })?;
        let text = plain(&found.text);
        others.push((path.to_owned(), found.text));
        Ok(text)
    };
    let source = specsmith::with_includes(source.clone(), &mut read)
        .map_err(|errors| messages.errors(&errors, &source))?;
    match failed {
        Some(error) => Err(Failure::Unable(error.to_string())),
        None => Ok(Original {
            name: place.file_name(source.text()),
            folders: place.folders.into_iter().rev().collect(),
            text: main.text,
            source,
            others,
        }),
    }
}

/// A URL without its query, which may contain credentials.
pub(super) fn without_query(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or(url)
}

/// Where a specification is on its server.
struct Place {
    /// The scheme and the authority.
    server: String,
    /// The folders on the way to the file, from the outside in.
    folders: Vec<String>,
    /// The last part of the path.
    file: String,
}

impl Place {
    fn of(url: &str) -> Self {
        let (scheme, rest) = url.split_once("://").unwrap_or_default();
        let mut parts = without_query(rest).split('/').map(str::to_owned);
        let authority = parts.next().unwrap_or_default();
        let mut folders: Vec<String> = parts.collect();
        Self {
            server: format!("{scheme}://{authority}"),
            file: folders.pop().unwrap_or_default(),
            folders,
        }
    }

    /// The URL of a file, by its path relative to the folder of the specification.
    fn url_of(&self, path: &str) -> Result<String, String> {
        let mut folders = self.folders.as_slice();
        let mut inner = path;
        while let Some(rest) = inner.strip_prefix("../") {
            inner = rest;
            folders = match folders.split_last() {
                Some((_, outer)) => outer,
                None => return Err("it is not on the server of the document".to_owned()),
            };
        }
        if !inner.split('/').all(is_file_name) {
            return Err("its path cannot be the path of a file".to_owned());
        }
        let inner = utf8_percent_encode(inner, ENCODED).to_string();
        let parts = folders.iter().map(String::as_str).chain([inner.as_str()]);
        let path: Vec<&str> = parts.collect();
        Ok(format!("{}/{}", self.server, path.join("/")))
    }

    /// The name of the file in a project: its own if it has the ending of a specification.
    fn file_name(&self, text: &str) -> String {
        let endings = [".json", ".yaml", ".yml"];
        if is_file_name(&self.file) && endings.iter().any(|end| self.file.ends_with(end)) {
            return self.file.clone();
        }
        let is_json = text.trim_start().starts_with('{');
        let end = if is_json { "json" } else { "yaml" };
        format!("openapi.{end}")
    }
}

/// Whether a part of a path can be the name of a file on any system, and is not hidden. The server chooses it.
fn is_file_name(part: &str) -> bool {
    let is_allowed = |c: char| c.is_alphanumeric() || "-_.~ +@,=()".contains(c);
    !part.is_empty() && !part.starts_with('.') && part.chars().all(is_allowed)
}

/// A text, and its URL after redirects.
struct Found {
    url: String,
    text: String,
}

/// Why there is no text at a URL.
#[derive(Debug, thiserror::Error)]
#[error("cannot get `{url}`: {why}")]
struct RequestError {
    /// Without its query.
    url: String,
    why: String,
    failed: Failed,
}

/// What of a request failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failed {
    /// It cannot be sent.
    Sending,
    /// There is no response.
    Connection,
    /// The server responded with an error: it has no such file.
    Response,
    /// The response is not text.
    Text,
}

impl Failed {
    /// What to do, if this is the specification itself.
    const fn advice(self) -> &'static str {
        match self {
            Self::Sending => "save the document with its files, and name its file",
            Self::Connection | Self::Response => {
                "check the URL, or save the document with its files, and name its file"
            }
            Self::Text => "check the URL",
        }
    }
}

/// The text at a URL.
fn request(url: &str) -> Result<Found, RequestError> {
    let error = |failed: Failed, why: &str| RequestError {
        url: without_query(url).to_owned(),
        why: why.to_owned(),
        failed,
    };
    let authority = url.split('/').nth(2).unwrap_or_default();
    if authority.contains('@') {
        // It would be in the overlay, which is committed.
        return Err(RequestError {
            url: "…".to_owned(),
            ..error(Failed::Sending, "it contains credentials")
        });
    }
    let mut curl = Command::new("curl");
    curl.args(["--disable", "--globoff", "--fail", "--silent"])
        .args(["--show-error", "--location", "--max-filesize", "100M"])
        .args(["--proto", "=http,https", "--max-redirs", "5"])
        .args(["--connect-timeout", "20", "--max-time", "120"])
        .args([
            "--write-out",
            "%{stderr}\\n%{url_effective}\\n",
            "--url",
            url,
        ]);
    let output = curl.output().map_err(|failure| match failure.kind() {
        ErrorKind::NotFound => error(Failed::Sending, "the command `curl` is not installed"),
        _ => error(Failed::Sending, &format!("cannot run `curl`: {failure}")),
    })?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let failed = match output.status.code() {
            Some(ERROR_STATUS) => Failed::Response,
            _ => Failed::Connection,
        };
        return Err(error(failed, message(&stderr).unwrap_or("curl failed")));
    }
    let text = String::from_utf8(output.stdout)
        .map_err(|_| error(Failed::Text, "it is not text in UTF-8"))?;
    Ok(Found {
        url: effective_url(&stderr).unwrap_or(url).to_owned(),
        text,
    })
}

/// Why curl failed: the rest of its last line `curl: (22) …`. Other lines come from libraries, or contain the URL, whose
/// query may contain credentials.
fn message(stderr: &str) -> Option<&str> {
    let mut lines = stderr.lines().rev();
    let line = lines.find_map(|line| line.strip_prefix("curl: ("))?;
    let (_, message) = line.split_once(')')?;
    Some(message.trim()).filter(|message| !message.is_empty())
}

/// The URL after redirects, from what curl printed.
fn effective_url(stderr: &str) -> Option<&str> {
    let mut lines = stderr.lines().rev().map(str::trim);
    lines.find(|line| line.starts_with("http://") || line.starts_with("https://"))
}

#[cfg(test)]
mod tests {
    use super::{Place, effective_url, message, request, without_query};

    #[test]
    fn only_the_last_message_of_curl_is_shown() {
        let noise = "openssl: cannot read `openssl.cnf`\nWarning: a (b) c\n";
        let failed = format!(
            "{noise}curl: (22) first\ncurl: (22) The requested URL returned error: 404\n\nhttps://a.example/?token=a\n"
        );
        assert_eq!(
            message(&failed),
            Some("The requested URL returned error: 404")
        );
        assert_eq!(message(noise), None);
        let found = format!("{noise}\nhttps://a.example/v2/a.json?b\n");
        assert_eq!(effective_url(&found), Some("https://a.example/v2/a.json?b"));
        assert_eq!(effective_url(noise), None);
    }

    #[test]
    fn files_are_relative_to_the_document() {
        let place = Place::of("https://a.example:8443/v1/api/shop.yaml?token=secret");
        for (path, url) in [
            ("order.yaml", "https://a.example:8443/v1/api/order.yaml"),
            (
                "../a b/ö.json",
                "https://a.example:8443/v1/a%20b/%C3%B6.json",
            ),
            ("../../a.json", "https://a.example:8443/a.json"),
        ] {
            assert_eq!(place.url_of(path).as_deref(), Ok(url), "{path}");
        }
        for path in [
            "../../../a.json",
            "..",
            ".cargo/config.toml",
            "a/../b.json",
            "..\\b.json",
            "c:b.json",
            "",
        ] {
            assert!(place.url_of(path).is_err(), "{path}");
        }
        let outer = Place::of("https://a.example");
        assert_eq!(
            outer.url_of("b.json").as_deref(),
            Ok("https://a.example/b.json")
        );
    }

    #[test]
    fn a_document_keeps_its_name() {
        for (url, text, name) in [
            ("https://a.example/shop.yaml?a=b.json", "", "shop.yaml"),
            ("https://a.example/.json", "{", "openapi.json"),
            ("https://a.example/openapi", "a: b", "openapi.yaml"),
        ] {
            assert_eq!(Place::of(url).file_name(text), name, "{url}");
        }
    }

    #[test]
    fn queries_are_not_shown() {
        for end in ["?token=a", "#a", "?a#b", ""] {
            let url = format!("https://a.example/b{end}");
            assert_eq!(without_query(&url), "https://a.example/b");
        }
    }

    #[test]
    fn credentials_in_a_url_are_rejected() {
        let url = "https://me:secret@a.example/openapi.json";
        let message = request(url).err().map(|error| error.to_string());
        let message = message.unwrap_or_default();
        assert!(message.contains("contains credentials"), "{message}");
        assert!(!message.contains("secret"), "{message}");
        // It is also the message of a file that the specification refers to, which has other advice.
        assert!(!message.contains("save"), "{message}");
    }
}
