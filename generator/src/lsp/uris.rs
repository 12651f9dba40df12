//! Paths of files as URIs, and the other way round.

use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;
use percent_encoding::percent_decode_str;

use crate::file_url;

/// The path of a `file` URI.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    let path = uri.as_str().strip_prefix("file://")?;
    let path = percent_decode_str(path).decode_utf8().ok()?;
    // `file:///C:/books` is `C:/books`.
    let path = match path.as_bytes() {
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() => &path[1..],
        _ => &path,
    };
    Some(normal(Path::new(path)))
}

/// The URI of an absolute path.
pub(super) fn uri(path: &Path) -> Option<Uri> {
    Uri::from_str(&file_url(path)?).ok()
}

/// A path without `.` and `..`.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                normal.push(component);
            }
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_survives_as_a_uri() {
        let written = Path::new("/books/späte Werke/#1.yaml");
        let uri = uri(written).unwrap();
        assert_eq!(uri.as_str(), "file:///books/sp%C3%A4te%20Werke/%231.yaml");
        assert_eq!(path(&uri).unwrap(), written);
    }

    #[test]
    fn other_uris_have_no_path() {
        assert_eq!(path(&Uri::from_str("untitled:Untitled-1").unwrap()), None);
    }
}
