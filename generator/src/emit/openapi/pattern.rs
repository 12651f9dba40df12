//! Patterns: those that mean the same to JSON Schema as they do to the server.

/// Whether ECMA-262, which JSON Schema refers to, reads a pattern as the server does. Flags, POSIX
/// classes, set operations and some escapes are not known there, or known as something else.
pub(super) fn is_portable(pattern: &str) -> bool {
    let mut rest = pattern;
    let mut in_class = false;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let next = after.chars().next();
        match c {
            '\\' => {
                let known = next.is_some_and(|c| "dDwWbBnrtfv\\/.*+?()[]{}|^$-".contains(c));
                if !known {
                    return false;
                }
                rest = &after[1..];
                continue;
            }
            '[' if in_class => return false,
            '[' => in_class = true,
            ']' if in_class => in_class = false,
            '&' | '~' | '-' if in_class && next == Some(c) => return false,
            '(' if !in_class && after.starts_with('?') && !after.starts_with("?:") => return false,
            _ => {}
        }
        rest = after;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_portable;

    #[test]
    fn only_what_both_read_alike_is_portable() {
        for pattern in ["^[a-z0-9-]+$", r"^\d{2}(?:a|b)\.[^/]*$", "", r"[\]\[]"] {
            assert!(is_portable(pattern), "{pattern}");
        }
        for pattern in [
            "(?i)a",
            "(?P<name>a)",
            r"\Aa\z",
            "[[:alpha:]]",
            "[a&&b]",
            r"\x{41}",
            r"\s",
        ] {
            assert!(!is_portable(pattern), "{pattern}");
        }
    }
}
