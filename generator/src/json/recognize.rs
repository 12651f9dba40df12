//! Recognizes text that is JSON, and objects by their keys, without reading them.

/// Whether text begins like JSON: an object or a list in brackets.
pub(crate) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// Whether text is an object with one of these keys, in quotes or not. Only its first level is looked at, and it may be
/// invalid.
pub(crate) fn has_key(text: &str, keys: &[&str]) -> bool {
    let mut depth = 0_usize;
    let mut rest = text;
    while let Some(at) = rest.find(['"', '{', '}', '[', ']', ',']) {
        let (mark, after) = rest.split_at(at).1.split_at(1);
        rest = after;
        match mark {
            "{" | "[" => depth += 1,
            "}" | "]" => depth = depth.saturating_sub(1),
            "," => {}
            _ => rest = rest.get(text_end(rest) + 1..).unwrap_or_default(),
        }
        if depth == 1 && matches!(mark, "{" | ",") {
            let name = rest.trim_start().trim_start_matches(['"', '\'']);
            let is_key = |key: &&str| {
                let after_key = name.strip_prefix(*key).unwrap_or_default();
                let after_quote = after_key.trim_start_matches(['"', '\'']);
                after_quote.trim_start().starts_with(':')
            };
            if keys.iter().any(is_key) {
                return true;
            }
        }
    }
    false
}

/// The index of the quote that ends a string.
fn text_end(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.unwrap_or(text.len())
}
