//! The names of media types.

/// A media type without parameters, in lower case.
pub(super) fn essence(media: &str) -> String {
    let name = media.split(';').next().unwrap_or_default();
    name.trim().to_ascii_lowercase()
}

/// The essences of a list of media types, with commas between them.
pub(super) fn essences(list: &str) -> impl Iterator<Item = String> {
    list.split(',').map(essence)
}

/// The text after the slash of a media type.
pub(super) fn subtype(name: &str) -> &str {
    name.split_once('/').map_or(name, |(_, subtype)| subtype)
}

/// Whether contents of a media type are JSON values on lines.
pub(super) fn is_lines(subtype: &str) -> bool {
    matches!(
        subtype,
        "x-ndjson"
            | "ndjson"
            | "jsonl"
            | "x-jsonl"
            | "jsonlines"
            | "json-lines"
            | "x-json-stream"
            | "stream+json"
    )
}

/// Whether a name is a media type or a range, without parameters.
pub(super) fn is_media_type(name: &str) -> bool {
    name.split_once('/').is_some_and(|(kind, subtype)| {
        let is_token = |text: &str| {
            let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte);
            text == "*" || !text.is_empty() && text.bytes().all(is_valid)
        };
        is_token(kind) && is_token(subtype) && (kind != "*" || subtype == "*")
    })
}
