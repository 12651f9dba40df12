//! References as text: paths of files, and JSON pointers (RFC 6901) into them.

use std::borrow::Cow;

use crate::json::hexadecimal;

/// The folder of a path, with a slash at its end.
pub(super) fn folder_of(path: &str) -> &str {
    path.split_at(path.rfind('/').map_or(0, |slash| slash + 1))
        .0
}

/// Whether a reference is a URL.
pub(in crate::openapi) fn is_remote(reference: &str) -> bool {
    reference.contains("://")
}

/// The path of a file that another one refers to, relative to the folder of the document.
pub(in crate::openapi) fn resolve_path(from: &str, reference: &str) -> String {
    let reference = percent_decoded(reference);
    let mut parts: Vec<&str> = folder_of(from)
        .split('/')
        .filter(|part| !part.is_empty())
        .collect();
    for part in reference.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A reference in the file `from`, as the file `to` has it.
pub(super) fn moved(reference: &str, from: &str, to: &str) -> String {
    if is_remote(reference) {
        return reference.to_owned();
    }
    let (path, pointer) = reference.split_once('#').unwrap_or((reference, ""));
    let target = match path {
        "" => from.to_owned(),
        path => resolve_path(from, path),
    };
    let (base, target): (Vec<&str>, Vec<&str>) = (
        folder_of(to).split_terminator('/').collect(),
        target.split('/').collect(),
    );
    let shared = base.iter().zip(&target);
    let shared = shared.take_while(|(one, other)| one == other).count();
    let up = "../".repeat(base.len() - shared);
    let down = target.get(shared..).unwrap_or_default().join("/");
    let down = down.replace('%', "%25").replace('#', "%23");
    let hash = if reference.contains('#') { "#" } else { "" };
    format!("{up}{down}{hash}{pointer}")
}

/// The names of a pointer, for the name of what it leads to.
pub(in crate::openapi) fn names_of(reference: &str) -> Vec<String> {
    let (path, pointer) = reference.split_once('#').unwrap_or((reference, ""));
    let pointer = percent_decoded(pointer);
    let mut names: Vec<String> = pointer
        .split('/')
        .filter(|name| !name.is_empty())
        .map(unescaped)
        .collect();
    if names.is_empty() {
        let file = path.rsplit('/').next().unwrap_or(path);
        let stem = file.split('.').next().unwrap_or(file);
        names.push(stem.to_owned());
    }
    names
}

/// A name in a pointer without escapes.
pub(in crate::openapi) fn unescaped(name: &str) -> String {
    name.replace("~1", "/").replace("~0", "~")
}

/// Decodes percent-encoded bytes; what is not valid encoding stays as it is.
pub(in crate::openapi) fn percent_decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digits = bytes.get(at + 1..at + 3);
        let number = digits.and_then(hexadecimal);
        let code = number.and_then(|number| u8::try_from(number).ok());
        match code.filter(|_| byte == b'%') {
            Some(code) => {
                decoded.push(code);
                at += 3;
            }
            None => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    match String::from_utf8(decoded) {
        Ok(decoded) => Cow::Owned(decoded),
        Err(_) => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_digits_are_a_percent_encoding() {
        for (text, decoded) in [
            ("a%20b%2Fc", "a b/c"),
            ("%+1%-1%g0%2", "%+1%-1%g0%2"),
            ("100%", "100%"),
            ("%ff", "%ff"),
        ] {
            assert_eq!(percent_decoded(text), decoded);
        }
    }

    #[test]
    fn a_moved_reference_leads_to_the_same_file() {
        for (reference, from, to) in [
            ("b.yaml#/x", "parts/a.yaml", "openapi.yaml"),
            ("#/x", "parts/100%/a#.yaml", "openapi.yaml"),
            ("../b.yaml", "parts/deep/a.yaml", "other/openapi.yaml"),
            ("b.yaml", "../shared/a.yaml", "openapi.yaml"),
            ("../shared/b.yaml", "../a/a.yaml", "../shared/openapi.yaml"),
            ("b.yaml", "../shared/a.yaml", "../other/openapi.yaml"),
            ("b.yaml#/x", "a#b/p%20q/a.yaml", "other/deep/openapi.yaml"),
        ] {
            let moved = moved(reference, from, to);
            let path = |text: &str| text.split('#').next().unwrap_or_default().to_owned();
            let before = match path(reference) {
                path if path.is_empty() => from.to_owned(),
                path => resolve_path(from, &path),
            };
            assert_eq!(resolve_path(to, &path(&moved)), before, "{reference}");
        }
    }
}
