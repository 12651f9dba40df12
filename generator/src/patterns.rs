//! What patterns demand of text.

/// The numbers of characters that a pattern demands, if it demands nothing else of text of one line: `^.{1,20}$`.
pub(crate) fn lengths(pattern: &str) -> Option<(u64, Option<u64>)> {
    let counts = pattern.strip_prefix("^.")?.strip_suffix('$')?;
    let counts = match counts {
        "" => "1,1",
        "+" => "1,",
        "?" => "0,1",
        "*" => "0,",
        counts => counts.strip_prefix('{')?.strip_suffix('}')?,
    };
    let (least, most) = counts.split_once(',').unwrap_or((counts, counts));
    let most = match most {
        "" => None,
        most => Some(most.parse().ok()?),
    };
    Some((least.parse().ok()?, most))
}

/// Whether all text of one line matches a pattern. A pattern that matches no text at all, wherever that is, matches
/// all.
pub(crate) fn matches_all(pattern: &str) -> bool {
    let inner = pattern.strip_prefix('^').unwrap_or(pattern);
    let inner = inner.strip_suffix('$').unwrap_or(inner);
    let matches_nothing = || {
        let parsed = regex_syntax::parse(pattern).ok();
        parsed.is_some_and(|parsed| {
            let properties = parsed.properties();
            properties.look_set().is_empty() && properties.minimum_len() == Some(0)
        })
    };
    let is_empty = pattern == "^$";
    !is_empty && matches!(inner, "" | ".*" | "(.*)") || matches_nothing()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_matches_what_can_be_empty_anywhere() {
        for pattern in [
            "", "^", "$", ".*", "^.*", ".*$", "^.*$", "(.*)", "a*", r"[\s\S]*",
        ] {
            assert!(matches_all(pattern), "{pattern}");
        }
        for pattern in ["^$", "a", "^a*$", ".+", "(?=a)"] {
            assert!(!matches_all(pattern), "{pattern}");
        }
    }

    #[test]
    fn a_pattern_of_any_characters_is_a_number_of_them() {
        assert_eq!(lengths("^.$"), Some((1, Some(1))));
        assert_eq!(lengths("^.{2,}$"), Some((2, None)));
        assert_eq!(lengths("^.{1,20}$"), Some((1, Some(20))));
        assert_eq!(lengths("^a{1,20}$"), None);
    }
}
