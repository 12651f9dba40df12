//! Patterns that JSON Schema and the server read alike.

/// Whether a regular expression of ECMA-262, the dialect of JSON Schema, with or without the flag `u`,
/// matches the same strings as on the server. Only syntax that is known to be the same is accepted: no
/// flags, POSIX classes, set operations or assertions of Rust, and no characters that are literal in one
/// dialect only.
///
/// `.` is accepted, although in ECMA-262 it does not match `\r`, U+2028 and U+2029.
pub(super) fn is_portable(pattern: &str) -> bool {
    let mut rest = pattern;
    // Whether a quantifier may follow.
    let mut repeatable = false;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let taken = match c {
            '\\' => escape(after, false).map(|length| (length, !after.starts_with(['b', 'B']))),
            '[' => class(after).map(|length| (length, true)),
            '(' => match after.strip_prefix('?') {
                Some(flags) => flags.starts_with(':').then_some((2, false)),
                None => Some((0, false)),
            },
            '^' | '$' | '|' => Some((0, false)),
            ')' => Some((0, true)),
            '*' | '+' | '?' | '{' => quantifier(rest)
                .filter(|_| repeatable)
                .map(|length| (length - 1, false)),
            ']' | '}' => None,
            _ => Some((0, true)),
        };
        match taken {
            Some((length, next)) => (rest, repeatable) = (&after[length..], next),
            None => return false,
        }
    }
    true
}

/// The length of an escape after its backslash. Only Rust has assertions with names.
fn escape(after: &str, in_class: bool) -> Option<usize> {
    let known = if in_class {
        "dDwWnrtfv\\/.*+?()[]{}|^$-"
    } else {
        "dDwWbBnrtfv\\/.*+?()[]{}|^$"
    };
    let is_known = after.starts_with(|c| known.contains(c));
    let is_named = after.starts_with("b{");
    (is_known && !is_named).then_some(1)
}

/// The length of a class after its `[`. In Rust, a `]` at the beginning is literal.
fn class(after: &str) -> Option<usize> {
    let negated = usize::from(after.starts_with('^'));
    if after[negated..].starts_with(']') {
        return None;
    }
    let mut at = negated;
    while let Some(c) = after[at..].chars().next() {
        let behind = &after[at + c.len_utf8()..];
        at += c.len_utf8();
        match c {
            ']' => return Some(at),
            '\\' => at += escape(behind, true)?,
            '[' => return None,
            '&' | '~' | '-' if behind.starts_with(c) => return None,
            _ => {}
        }
    }
    None
}

/// The length of a quantifier, with the `?` that makes it lazy.
fn quantifier(rest: &str) -> Option<usize> {
    let length = match rest.strip_prefix('{') {
        Some(inner) => {
            let (counts, _) = inner.split_once('}')?;
            let is_count = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            let (least, most) = counts.split_once(',').unwrap_or((counts, ""));
            if least.is_empty() || !is_count(least) || !is_count(most) {
                return None;
            }
            counts.len() + 2
        }
        None => 1,
    };
    Some(length + usize::from(rest[length..].starts_with('?')))
}

#[cfg(test)]
mod tests {
    use super::is_portable;

    #[test]
    fn only_syntax_with_the_same_meaning_is_portable() {
        for pattern in [
            "^[a-z0-9-]+$",
            r"^\d{2}(?:a|b)\.[^/]*$",
            "",
            r"[\]\[]",
            r"[\-a]|[{}]",
            r"\{a\}\]",
            "a{2}?b{1,}c{1,3}d*?(e|f)+",
            r"\bü\b",
        ] {
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
            "^[]a]+$",
            "[^]]",
            r"a\-b",
            "a]b",
            "a}",
            "a{2}{3}",
            "a++",
            "a???",
            "^*a",
            r"\b+a",
            "(*a)",
            "a|+",
            "a{,3}",
            "a{ 1}",
            r"\b{start}a",
            r"[\b]",
            "[a",
        ] {
            assert!(!is_portable(pattern), "{pattern}");
        }
    }
}
