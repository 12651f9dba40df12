//! The media type of a body (RFC 9110, section 8.3).

#[cfg(any(feature = "multipart", feature = "server"))]
use crate::header_value::parameters;
use crate::header_value::{cut, essence};

/// Whether a header `Content-Type` names JSON in UTF-8, as the MIME Sniffing Standard defines it: `application/json`,
/// `text/json`, or a type with the suffix `+json`, such as `application/merge-patch+json`.
///
/// Of the parameters, only `charset` matters. JSON has none (RFC 8259, 11), but many clients send it.
#[cfg(any(feature = "multipart", feature = "server"))]
pub(crate) fn is_json(content_type: &[u8]) -> bool {
    is_json_essence(essence(content_type)) && is_utf8(content_type)
}

/// Whether a header `Content-Type` names one of these media types or ranges (`audio/*`, `*/*`). Parameters do not
/// matter.
pub(crate) fn is_one_of(ranges: &[&str], content_type: &[u8]) -> bool {
    let essence = essence(content_type);
    ranges.iter().any(|range| is_in(range, essence))
}

pub(crate) fn is_in(range: &str, essence: &[u8]) -> bool {
    let Some((kind, _)) = cut(essence, b'/') else {
        return false;
    };
    match range.strip_suffix("/*") {
        Some("*") => true,
        Some(range_kind) => kind.eq_ignore_ascii_case(range_kind.as_bytes()),
        None => essence.eq_ignore_ascii_case(range.as_bytes()),
    }
}

#[cfg(any(feature = "multipart", feature = "server"))]
fn is_json_essence(essence: &[u8]) -> bool {
    let Some((kind, subtype)) = cut(essence, b'/') else {
        return false;
    };
    if subtype.eq_ignore_ascii_case(b"json") {
        return [&b"application"[..], b"text"]
            .iter()
            .any(|json_kind| kind.eq_ignore_ascii_case(json_kind));
    }
    let suffix = subtype
        .len()
        .checked_sub("+json".len())
        .and_then(|at| subtype.get(at..));
    !kind.is_empty() && suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case(b"+json"))
}

/// Whether the charset of a header `Content-Type` is UTF-8, or not given.
#[cfg(any(feature = "multipart", feature = "server"))]
pub(crate) fn is_utf8(content_type: &[u8]) -> bool {
    parameters(content_type).all(|parameter| match parameter {
        // The second is not registered, but common.
        Ok(charset) if charset.is("charset") => [&b"utf-8"[..], b"utf8"]
            .iter()
            .any(|name| charset.value.eq_ignore_ascii_case(name)),
        Ok(_) => true,
        // Some clients send `application/json; utf-8`.
        Err(part) => {
            let name = part.split(|&byte| byte == b'=').next().unwrap_or_default();
            !name.trim_ascii().eq_ignore_ascii_case(b"charset")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_contain_media_types() {
        for (range, content_type, expected) in [
            ("audio/mpeg", "audio/mpeg", true),
            ("audio/mpeg", "Audio/MPEG; x=\";\"", true),
            ("audio/mpeg", "audio/mpeg2", false),
            ("audio/*", "audio/mpeg", true),
            ("audio/*", "audiobook/mpeg", false),
            ("audio/*", "video/mpeg", false),
            ("*/*", "video/mpeg", true),
            ("*/*", "video", false),
            ("*/*", "", false),
        ] {
            let is_in = is_one_of(&["x/y", range], content_type.as_bytes());
            assert_eq!(is_in, expected, "{range} {content_type}");
        }
    }

    #[cfg(feature = "server")]
    #[test]
    fn the_charset_is_utf8_unless_another_is_given() {
        assert!(is_utf8(b"text/plain"));
        assert!(is_utf8(b"text/plain; charset=UTF-8; format=flowed"));
        assert!(!is_utf8(b"text/plain; charset=latin1"));
    }

    #[cfg(feature = "server")]
    #[test]
    fn json_in_utf8_is_accepted() {
        for content_type in [
            "application/json",
            "Application/JSON",
            "application/merge-patch+json",
            "text/json",
            "model/gltf+json",
            "application/json; charset=utf-8",
            "application/json;Charset=UTF8",
            "application/json ; charset=\"utf-8\" ; profile=x",
            "application/json; profile=\"a;charset=latin1\"",
            "application/json; profile=\"\\\";charset=latin1\"; charset=utf-8",
            "application/json;",
            "application/json; utf-8",
        ] {
            assert!(is_json(content_type.as_bytes()), "{content_type}");
        }
    }

    #[cfg(feature = "server")]
    #[test]
    fn other_media_types_and_charsets_are_not() {
        for content_type in [
            "",
            "image/json",
            "+json",
            "/a+json",
            "application/jsonp",
            "application/json, text/plain",
            "application/json; charset=utf-16",
            "application/json; charset=latin1",
            "application/json; charset=\"iso-8859-1\"",
            "application/json; charset",
            "application/json; charset=\"latin1",
            "application/json; charset=\"utf-8\"x",
            "application/json; charset = utf-16",
            "application/json; charset=utf-8; charset=utf-16",
        ] {
            assert!(!is_json(content_type.as_bytes()), "{content_type}");
        }
    }
}
