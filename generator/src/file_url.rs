//! Paths of files as URLs (RFC 8089), for editors and terminals.

use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What need not be encoded in a path, besides letters and digits.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The URL of an absolute path; `None` if the path is not UTF-8.
pub fn file_url(path: &Path) -> Option<String> {
    let path = path.to_str()?;
    let path = match cfg!(windows) {
        true => path.replace('\\', "/"),
        false => path.to_owned(),
    };
    let slash = if path.starts_with('/') { "" } else { "/" };
    let encoded = utf8_percent_encode(&path, ENCODED);
    Some(format!("file://{slash}{encoded}"))
}
